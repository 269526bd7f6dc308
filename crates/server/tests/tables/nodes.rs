//! Several servers on one store, seen from a table.

use fogbound_rules::Rng;
use std::sync::Arc;
use std::time::Duration;

use fogbound_server::hall::Hall;
use fogbound_server::store::MemoryStore;
use fogbound_table::chance::SeededChance;
use fogbound_table::message::ClientMessage;

use crate::world::{Client, parts, person, settings};
use crate::{Party, hall_over};

#[tokio::test(start_paused = true)]
async fn a_bot_of_a_node_that_stopped_goes_on_at_another() {
    let store = MemoryStore::default();
    let [first, second] = [hall_over(&store, 1).await, hall_over(&store, 2).await];
    let mut party = Party::playing(&first, settings("modern", 3), &["d1 d2 d3"]).await;
    let mut rng = Rng::new(1);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    let mut elsewhere = Client::connect(&second, party.table, person(2)).await;
    while party.game(0)["turn"] == "hunters" {
        party.step(&mut rng).await;
    }
    // The bot is to move, and its node is gone.
    first.close().await;
    let version = party.people[0].version();
    tokio::time::sleep(Duration::from_secs(2)).await;
    elsewhere.drain().await;
    assert_eq!(elsewhere.version(), version, "the other node does not hurry");
    tokio::time::sleep(Duration::from_secs(20)).await;
    elsewhere.drain().await;
    assert!(elsewhere.version() > version, "the game goes on");
    assert_eq!(elsewhere.scene()["game"]["turn"], "hunters");
}

#[tokio::test(start_paused = true)]
async fn a_client_may_know_more_than_the_node_to_which_it_comes() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let mut party = Party::playing(&first, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    // No word of another node reaches this one: it was never opened.
    let unopened = Hall::new(parts(Arc::new(store.node(2)), Arc::new(SeededChance::new(2))));
    let old = Client::connect(&unopened, party.table, person(9)).await;
    let mut rng = Rng::new(1);
    for _ in 0..3 {
        party.step(&mut rng).await;
    }
    let have = party.people[1].version();
    assert!(old.version() < have, "it knows nothing of it");
    let mut moved = Client::connect_as(&unopened, party.table, person(2), Some(have), None).await;
    assert_eq!(moved.version(), have);
    let news = moved.messages().into_iter().find(|message| message["type"] == "news").expect("news");
    assert_eq!((&news["reset"], news["from"].as_u64()), (&false.into(), Some(have)));
    // And the same for somebody who is there already.
    party.step(&mut rng).await;
    let version = party.people[1].version();
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    let now = party.people[1].version().max(version);
    let action = party.people[1].actions()[0];
    let command = fogbound_table::command::Command::Act { action };
    moved.send(&ClientMessage::Do { id: "over".into(), version: now, command }).await;
    assert_eq!(moved.answer("over")["type"], "done", "{}", moved.answer("over"));
}
