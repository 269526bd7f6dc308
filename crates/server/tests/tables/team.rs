//! What hunters put on the board for each other, and reactions.

use std::time::Duration;

use fogbound_rules::{Rng, Sides, Station};
use fogbound_table::command::{Command, Hearers, Reaction};
use fogbound_table::limits;
use fogbound_table::message::ClientMessage;
use fogbound_table::seat::GuestNumber;
use fogbound_table::team::Sign;
use serde_json::{Value, json};

use crate::world::{Client, hall, person, settings};
use crate::{Party, START, hall_over};

fn station(number: usize) -> Station {
    serde_json::from_value(json!(number)).expect("a station")
}

fn mark(at: usize, sign: impl Into<Option<Sign>>) -> Command {
    Command::Mark { at: station(at), sign: sign.into() }
}

fn plan(hunter: &str, to: impl Into<Option<usize>>) -> Command {
    let hunter = serde_json::from_value(json!(hunter)).expect("a hunter");
    Command::Plan { hunter, to: to.into().map(station) }
}

fn react(to: Hearers, reaction: Reaction) -> Command {
    Command::React { to, reaction }
}

/// Long enough for as many gestures as one may make at once.
const PAUSE: Duration = Duration::from_secs(10);

const FOUR: [&str; 4] = ["fugitive", "d1", "d2 d3", ""];

#[tokio::test(start_paused = true)]
async fn marks_and_plans_are_for_hunters_and_nobody_else() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &FOUR).await;
    party.forget();
    party.done(1, mark(77, Sign::Here)).await;
    party.done(2, mark(78, Sign::Watch)).await;
    party.done(2, plan("b1", 79)).await;
    party.done(1, react(Hearers::Team, Reaction::Hurry)).await;
    for number in 1..=4 {
        for have in [None, Some(1)] {
            let again = Client::connect_as(&hall, party.table, person(number), have, None).await;
            party.people[number as usize - 1].frames.extend(again.frames.clone());
        }
    }
    let marks = json!([
        { "station": 77, "sign": "here", "guest": 2 },
        { "station": 78, "sign": "watch", "guest": 3 },
    ]);
    let plans = json!([{ "hunter": "b1", "to": 79, "guest": 3 }]);
    for who in 0..4 {
        let heard = party.people[who].frames.join("\n");
        let hunts = who == 1 || who == 2;
        for word in ["marked", "planned", "reacted"] {
            assert_eq!(heard.contains(&format!("\"what\":\"{word}\"")), hunts, "{who} {word}");
        }
        let game = party.game(who);
        let none = json!([]);
        assert_eq!(game["marks"], if hunts { marks.clone() } else { none.clone() }, "{who}");
        assert_eq!(game["plans"], if hunts { plans.clone() } else { none }, "{who}");
    }
    let hidden = party.events(0).into_iter().filter(|event| event["what"] == "hidden");
    for event in hidden {
        let keys: Vec<_> = event.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["at", "version", "what"]);
    }
}

#[tokio::test(start_paused = true)]
async fn only_hunters_mark_and_plan_and_only_what_is_on_the_board() {
    let hall = hall(2).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    for command in [mark(5, Sign::Here), plan("d1", 5)] {
        party.refused(1, command.clone(), "not_now").await;
    }
    party.done(0, START).await;
    for command in [mark(5, Sign::Here), plan("d1", 5)] {
        party.refused(0, command.clone(), "not_yours").await;
        party.refused(2, command, "not_yours").await;
    }
    party.refused(1, mark(200, Sign::Here), "bad_message").await;
    party.refused(1, plan("d1", 200), "bad_message").await;
    party.refused(1, plan("d5", 5), "bad_message").await;
    let standing = party.game(1)["state"]["hunters"][0]["station"].as_u64().expect("a station");
    party.refused(1, plan("d1", standing as usize), "not_now").await;
    // What is so already, and what is not there, cannot be changed so.
    party.refused(1, mark(5, None), "not_now").await;
    party.refused(1, plan("d1", None), "not_now").await;
    party.done(1, mark(5, Sign::Here)).await;
    party.refused(1, mark(5, Sign::Here), "not_now").await;
    party.done(1, mark(5, Sign::NotHere)).await;
    assert_eq!(party.game(1)["marks"], json!([{ "station": 5, "sign": "not_here", "guest": 2 }]));
    party.done(1, mark(5, None)).await;
    assert_eq!(party.game(1)["marks"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_plan_ends_when_its_hunter_moves_and_marks_with_the_game() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(7);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    for hunter in ["d1", "d2", "d3", "b1", "b2"] {
        let exists = party.game(1)["state"]["hunters"]
            .as_array()
            .unwrap()
            .iter()
            .any(|face| face["hunter"] == hunter);
        if exists {
            party.done(1, plan(hunter, 100)).await;
        }
    }
    party.done(1, mark(5, Sign::Watch)).await;
    party.wait(PAUSE).await;
    party.step(&mut rng).await;
    let game = party.game(1);
    let moved: Vec<&Value> = game["state"]["hunters"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|face| face["moved"] == true)
        .collect();
    assert_eq!(moved.len(), 1);
    let planned = game["plans"].as_array().unwrap();
    assert!(!planned.is_empty() && planned.iter().all(|plan| plan["hunter"] != moved[0]["hunter"]));
    party.done(0, Command::Yield).await;
    party.refused(1, mark(6, Sign::Here), "not_now").await;
    party.done(1, Command::Rematch { sides: Sides::Kept }).await;
    party.done(0, START).await;
    assert_eq!((&party.game(1)["marks"], &party.game(1)["plans"]), (&json!([]), &json!([])));
}

#[tokio::test(start_paused = true)]
async fn marks_are_bounded_for_each_and_for_all() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1", "d2", "d3"]).await;
    for at in 1..=limits::MARKS_EACH {
        party.done(1, mark(at, Sign::Here)).await;
        party.wait(PAUSE).await;
    }
    party.refused(1, mark(100, Sign::Here), "limit").await;
    party.done(1, mark(1, Sign::Watch)).await;
    for at in limits::MARKS_EACH + 1..=limits::MARKS {
        let who = 2 + at % 2;
        party.done(who, mark(at, Sign::NotHere)).await;
        party.wait(PAUSE).await;
    }
    party.refused(3, mark(100, Sign::Here), "limit").await;
    party.done(3, mark(1, None)).await;
    party.done(3, mark(100, Sign::Here)).await;
    // Another node, and one that starts anew, come to the same.
    assert_eq!(party.game(2)["marks"].as_array().map(Vec::len), Some(limits::MARKS));
}

#[tokio::test(start_paused = true)]
async fn reactions_reach_the_table_or_the_team_and_not_too_many_of_them() {
    let store = fogbound_server::store::MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    let mut party = Party::new(&hall, settings("modern", 3), &FOUR).await;
    party.done(3, react(Hearers::Table, Reaction::Hello)).await;
    party.done(0, START).await;
    for who in 0..4 {
        assert!(party.heard(who).contains("\"reaction\":\"hello\""), "{who}");
    }
    party.refused(0, react(Hearers::Team, Reaction::Oops), "not_yours").await;
    party.refused(3, react(Hearers::Team, Reaction::Oops), "not_yours").await;
    party.done(0, Command::Mute { guest: GuestNumber(4), muted: true }).await;
    party.refused(3, react(Hearers::Table, Reaction::Laugh), "not_yours").await;
    for _ in 0..limits::GESTURES.most {
        party.done(1, react(Hearers::Team, Reaction::WellPlayed)).await;
    }
    party.refused(1, react(Hearers::Table, Reaction::Thinking), "limit").await;
    party.refused(1, mark(9, Sign::Here), "limit").await;
    // A server that starts anew remembers it.
    let later = hall_over(&store, 2).await;
    let mut again = Client::connect(&later, party.table, person(2)).await;
    let (version, command) = (again.version(), react(Hearers::Table, Reaction::Laugh));
    again.send(&ClientMessage::Do { id: "later".into(), version, command }).await;
    let answer = again.answer("later");
    assert_eq!(answer["code"], "limit", "{answer}");
    party.wait(Duration::from_secs(1)).await;
    party.done(1, mark(9, Sign::Here)).await;
}
