//! Whole games at tables in memory.

#![allow(missing_docs)]

mod world;

use fogbound_rules::Rng;
use fogbound_table::Sitter;
use fogbound_table::audience::Audience;
use fogbound_table::message::ClientMessage;
use world::{Client, GAMES, address, all, hall, person, settings};

#[tokio::test(start_paused = true)]
async fn two_people_play_every_edition_to_its_end() {
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let hall = hall(index as u64).await;
        let [x, hunters] = [person(1), person(2)];
        let mut sitters = all(detectives, Sitter::Open);
        sitters[0].1 = Sitter::Me;
        let table =
            hall.make(x, address(1), "X", settings(edition, detectives), &sitters, false).await.unwrap();
        let mut fugitive = Client::connect(&hall, table, x).await;
        let mut hunter = Client::connect(&hall, table, hunters).await;
        for seat in world::seats(detectives).skip(1) {
            let sit = fogbound_table::command::Command::Sit { seat };
            assert_eq!(hunter.command(sit).await["type"], "done");
        }
        fugitive.drain().await;
        let start = fogbound_table::command::Command::Start { fill: None };
        assert_eq!(fugitive.command(start).await["type"], "done");
        hunter.drain().await;
        let mut rng = Rng::new(index as u64);
        while !hunter.is_over() {
            let one = if fugitive.actions().is_empty() { &mut hunter } else { &mut fugitive };
            let actions = one.actions();
            let action = actions[rng.below(actions.len())];
            let answer = one.act(action).await;
            assert_eq!(answer["type"], "done", "{edition} {action}: {answer}");
            fugitive.drain().await;
            hunter.drain().await;
        }
        assert_eq!(fugitive.scene()["game"]["ending"], hunter.scene()["game"]["ending"]);
        assert!(hunter.scene()["shuffle"]["number"].is_string(), "the shuffle is open");
    }
}

#[tokio::test(start_paused = true)]
async fn bots_play_every_edition_to_its_end_by_themselves() {
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let hall = hall(index as u64).await;
        let sitters = all(detectives, Sitter::Bot(world::level(1)));
        let table = hall
            .make(person(1), address(1), "A", settings(edition, detectives), &sitters, true)
            .await
            .unwrap();
        let mut watcher = Client::connect(&hall, table, person(2)).await;
        for _ in 0..2000 {
            if watcher.is_over() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            watcher.drain().await;
        }
        assert!(watcher.is_over(), "{edition} {detectives}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_who_plays_both_sides_sees_the_fugitive_on_request_only() {
    let hall = hall(7).await;
    let sitters = all(3, Sitter::Me);
    let table =
        hall.make(person(1), address(1), "A", settings("modern", 3), &sitters, true).await.unwrap();
    let mut client = Client::connect(&hall, table, person(1)).await;
    assert_eq!(client.scene()["audience"], "hunters");
    assert!(client.frames.iter().all(|frame| !frame.contains("\"own\"") && !frame.contains("private")));
    assert!(client.actions().is_empty());
    client.send(&ClientMessage::Look { audience: Audience::Fugitive }).await;
    assert!(client.scene()["game"]["own"]["at"].is_number());
    let action = client.actions()[0];
    assert_eq!(client.act(action).await["type"], "done");
    client.send(&ClientMessage::Look { audience: Audience::Hunters }).await;
    assert!(client.scene()["game"]["own"].is_null());
    assert!(!client.actions().is_empty());
}
