//! Before a game begins: people promise numbers, the server promises its own, people open theirs.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Hex, LinkKind, Number, Record, Replay, Rng, Sides, commitment};
use fogbound_server::store::{MemoryStore, Query, Store};
use fogbound_table::Moment;
use fogbound_table::command::Command;
use fogbound_table::message::ClientMessage;
use fogbound_table::seat::GuestNumber;
use fogbound_table::{Beginning, Sitter};
use serde_json::Value;

use crate::world::{Client, address, all, hall, level, person, settings};
use crate::{Party, START, fill, hall_over, seat, sit};

/// The number that somebody adds.
fn number(who: usize) -> Number {
    Hex([who as u8 + 1; 32])
}

fn commit(who: usize) -> Command {
    Command::Commit { commitment: commitment(number(who)) }
}

fn open(who: usize) -> Command {
    Command::Open { number: number(who) }
}

/// Two people and a spectator, of whom these have promised a number and the host has started.
async fn shuffling(hall: &fogbound_server::hall::Hall, promised: &[usize]) -> Party {
    let mut party = Party::new(hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    for &who in promised {
        party.done(who, commit(who)).await;
    }
    party.done(0, START).await;
    party
}

async fn record(party: &Party) -> Record {
    party.hall.room(party.table).await.unwrap().record(person(1), None).await.unwrap()
}

fn has_begun(party: &Party) -> bool {
    party.scene(0)["stage"] == "playing"
}

/// Which guests have a number in the record, and which were left out.
async fn numbers(party: &Party) -> (Vec<u16>, Vec<u16>) {
    let record = record(party).await;
    let all = record.chain().expect("a chain").shuffle.contributions.clone();
    let (opened, left): (Vec<_>, Vec<_>) = all.iter().partition(|it| it.number.is_some());
    let guests = |list: Vec<&fogbound_rules::Contribution>| list.iter().map(|it| it.guest).collect();
    (guests(opened), guests(left))
}

#[tokio::test(start_paused = true)]
async fn where_nobody_has_promised_a_number_the_game_begins_at_once() {
    let hall = hall(1).await;
    let party = shuffling(&hall, &[]).await;
    assert!(has_begun(&party));
    let shuffle = &party.scene(2)["shuffle"];
    assert_eq!(shuffle["contributions"], Value::Array(vec![]));
    assert_eq!(shuffle["commitment"].as_str().map(str::len), Some(64));
    assert!(shuffle["number"].is_null() && shuffle["time_left"].is_null(), "{shuffle}");
}

#[tokio::test(start_paused = true)]
async fn a_game_begins_when_everybody_has_opened_and_is_shuffled_from_all_numbers() {
    let hall = hall(2).await;
    let mut party = shuffling(&hall, &[0, 1]).await;
    assert_eq!(party.scene(2)["stage"], "lobby");
    let shuffle = party.scene(2)["shuffle"].clone();
    assert_eq!(shuffle["contributions"].as_array().map(Vec::len), Some(2));
    assert!(shuffle["time_left"].as_u64().is_some_and(|left| left > 3000), "{shuffle}");
    party.done(1, open(1)).await;
    assert!(!has_begun(&party));
    assert_eq!(party.last_event(2)["what"], "number_opened");
    party.done(0, open(0)).await;
    assert!(has_begun(&party));
    assert_eq!(numbers(&party).await, (vec![1, 2], vec![]));
    // What the server promised before anybody opened is what it promises in the game.
    assert_eq!(party.scene(1)["shuffle"]["commitment"], shuffle["commitment"]);
    let mut rng = Rng::new(1);
    party.until(&mut rng, |_| false).await;
    let record = record(&party).await;
    let chain = record.chain().expect("a chain");
    let opened = chain.shuffle.number.expect("it is over");
    assert_eq!(commitment(opened).to_string(), shuffle["commitment"].as_str().unwrap());
    assert_eq!(party.scene(2)["shuffle"]["number"].as_str(), Some(opened.to_string().as_str()));
    let rules = Arc::new(record.builtin_rules().unwrap());
    assert!(matches!(record.replay(&rules), Ok(Replay::Whole(_))));
    // Another number of a person would have given another deal.
    let mut other = chain.shuffle.clone();
    other.contributions[1].number = Some(number(7));
    assert_ne!(other.seed().unwrap().deal(&rules), chain.shuffle.seed().unwrap().deal(&rules));
}

#[tokio::test(start_paused = true)]
async fn who_does_not_open_in_time_is_left_out_and_named() {
    let hall = hall(3).await;
    let mut party = shuffling(&hall, &[0, 1]).await;
    party.done(0, open(0)).await;
    party.wait(Duration::from_millis(4500)).await;
    assert!(!has_begun(&party), "there is time left");
    party.wait(Duration::from_millis(1000)).await;
    assert!(has_begun(&party));
    assert_eq!(numbers(&party).await, (vec![1], vec![2]));
    party.refused(1, open(1), "not_now").await;
    let began = party.events(2).into_iter().find(|event| event["what"] == "began").expect("it began");
    assert!(began["by"].is_null(), "nobody did that: {began}");
}

#[tokio::test(start_paused = true)]
async fn only_the_promised_number_is_taken_and_only_once() {
    let hall = hall(4).await;
    let mut party = shuffling(&hall, &[0, 1]).await;
    party.refused(1, Command::Open { number: number(8) }, "bad_message").await;
    party.refused(2, open(2), "not_yours").await;
    party.done(1, open(1)).await;
    party.refused(1, open(1), "not_now").await;
    // The same command that comes again is answered, not decided.
    let id = format!("c{}", party.people[0].commands + 1);
    party.done(0, open(0)).await;
    let version = party.people[0].version();
    let again = ClientMessage::Do { id: id.clone(), version, command: open(0) };
    party.people[0].send(&again).await;
    assert_eq!(party.people[0].answer(&id)["type"], "done");
    assert_eq!(numbers(&party).await, (vec![1, 2], vec![]));
}

#[tokio::test(start_paused = true)]
async fn while_numbers_are_opened_nothing_changes_on_which_the_game_depends() {
    let hall = hall(5).await;
    let mut party = shuffling(&hall, &[0, 1]).await;
    let other = GuestNumber(2);
    for command in [
        commit(0),
        START,
        sit("d1"),
        Command::Rise { seat: seat("fugitive") },
        Command::Free { seat: seat("d1") },
        Command::Bot { seat: seat("fugitive"), level: level(1) },
        Command::Settle { settings: settings("classic", 3) },
        Command::Remove { guest: other },
        Command::Ban { guest: other, banned: true },
    ] {
        party.refused(0, command, "not_now").await;
    }
    party.wait(Duration::from_secs(5)).await;
    assert!(has_begun(&party));
}

#[tokio::test(start_paused = true)]
async fn a_promise_is_for_those_with_a_seat_and_the_last_one_counts() {
    let hall = hall(6).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1", ""]).await;
    party.refused(2, commit(2), "not_yours").await;
    party.done(1, commit(7)).await;
    party.done(1, commit(1)).await;
    let guests = party.scene(2)["guests"].clone();
    assert_eq!(guests[1]["commitment"].as_str(), Some(&*commitment(number(1)).to_string()));
    assert!(guests[0]["commitment"].is_null());
    // Who has left the table's seats adds nothing, and bots do not either.
    party.done(0, commit(0)).await;
    party.done(1, Command::Rise { seat: seat("d1") }).await;
    party.done(0, fill()).await;
    party.done(0, open(0)).await;
    assert!(has_begun(&party));
    assert_eq!(numbers(&party).await, (vec![1], vec![]));
    party.refused(0, commit(0), "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn a_table_may_be_made_with_a_promise_and_started_at_once() {
    let hall = hall(7).await;
    let beginning = Beginning { start: true, commitment: Some(commitment(number(0))) };
    let seats = all(3, Sitter::Me);
    let table = hall
        .make(person(1), address(1), "Ada", settings("modern", 3), &seats, beginning)
        .await
        .expect("a table");
    let mut party = Party { hall: hall.clone(), table, people: vec![] };
    party.join(1).await;
    assert!(!has_begun(&party));
    party.done(0, open(0)).await;
    assert!(has_begun(&party));
    assert_eq!(numbers(&party).await, (vec![1], vec![]));
}

#[tokio::test(start_paused = true)]
async fn a_shuffle_outlives_the_server() {
    for opens_later in [false, true] {
        let store = MemoryStore::default();
        let first = hall_over(&store, 1).await;
        let mut party = shuffling(&first, &[0, 1]).await;
        party.done(0, open(0)).await;
        let promised = party.scene(0)["shuffle"]["commitment"].clone();
        first.close().await;
        let due = Query::Due { until: Moment(u64::MAX), after: None };
        assert_eq!(store.list(due, 10).await.unwrap().len(), 1, "it is not forgotten");
        let second = hall_over(&store, 2).await;
        let mut party = Party { hall: second.clone(), table: party.table, people: vec![] };
        for number in [1, 2] {
            let who = party.join(number).await;
            party.people[who].commands = 100;
        }
        assert!(!has_begun(&party));
        if opens_later {
            party.done(1, open(1)).await;
            assert_eq!(numbers(&party).await, (vec![1, 2], vec![]));
        } else {
            // Another node would step in later than the one that began the shuffle.
            party.wait(Duration::from_secs(15)).await;
            assert_eq!(numbers(&party).await, (vec![1], vec![2]));
        }
        assert_eq!(party.scene(0)["shuffle"]["commitment"], promised);
    }
}

#[tokio::test(start_paused = true)]
async fn a_number_may_be_opened_at_another_node() {
    let store = MemoryStore::default();
    let [first, second] = [hall_over(&store, 1).await, hall_over(&store, 2).await];
    let mut party = shuffling(&first, &[0, 1]).await;
    let mut elsewhere = Client::connect(&second, party.table, person(2)).await;
    // The ids of a person's commands are remembered, whatever the device.
    elsewhere.commands = 100;
    let answer = elsewhere.command(open(1)).await;
    assert_eq!(answer["type"], "done", "{answer}");
    party.wait(Duration::from_millis(200)).await;
    party.done(0, open(0)).await;
    assert!(has_begun(&party));
    // All nodes sign with one key, and tell the same heads.
    tokio::time::sleep(Duration::from_millis(200)).await;
    elsewhere.drain().await;
    assert_eq!(first.keys(), second.keys());
    let began = |events: Vec<Value>| events.into_iter().find(|event| event["what"] == "began");
    let here = began(party.events(0)).expect("it began");
    let events = elsewhere
        .messages()
        .into_iter()
        .flat_map(|message| message["events"].as_array().cloned().unwrap_or_default());
    let there = began(events.collect()).expect("it began there too");
    assert_eq!(here["proof"], there["proof"]);
    assert!(here["proof"]["signature"].is_string());
}

#[tokio::test(start_paused = true)]
async fn each_game_of_a_series_has_numbers_of_its_own() {
    let hall = hall(8).await;
    let mut party = shuffling(&hall, &[0]).await;
    party.done(0, open(0)).await;
    party.done(0, Command::Yield).await;
    assert!(party.is_over());
    let first = record(&party).await;
    party.done(0, Command::Rematch { sides: Sides::Kept }).await;
    assert!(party.scene(0)["shuffle"].is_null());
    assert!(party.scene(0)["guests"][0]["commitment"].is_null(), "a number is used once");
    party.refused(0, open(0), "not_now").await;
    party.done(1, commit(1)).await;
    party.done(0, START).await;
    party.done(1, open(1)).await;
    party.done(0, Command::Yield).await;
    let second = record(&party).await;
    let [one, two] = [&first, &second].map(|record| record.chain().expect("a chain").clone());
    assert_eq!((one.game, two.game), (1, 2));
    assert_ne!(one.shuffle.commitment, two.shuffle.commitment);
    assert_eq!(two.shuffle.contributions[0].guest, 2);
    assert!(two.links.iter().all(|link| link.kind == LinkKind::Standing));
}
