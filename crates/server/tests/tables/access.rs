//! Who may come to a table: seats that are asked for, and what the host decides.

use std::time::Duration;

use fogbound_rules::Sides;
use fogbound_server::hall::Hall;
use fogbound_table::Sitter;
use fogbound_table::access::{Access, Spectators};
use fogbound_table::command::{Command, Hearers};
use fogbound_table::limits;
use fogbound_table::seat::GuestNumber;
use fogbound_table::settings::Visibility;
use serde_json::json;

use crate::world::{Client, address, hall, level, person, settings};
use crate::{Party, fill, seat, sit};

fn ask(word: &str) -> Command {
    Command::AskSeat { seat: seat(word) }
}

fn answer(guest: u16, agree: bool) -> Command {
    Command::AnswerSeat { guest: GuestNumber(guest), agree }
}

fn access(access: Access) -> Command {
    Command::Access { access }
}

fn hm() -> Command {
    Command::Say { to: Hearers::Table, text: "hm".into() }
}

/// A game of two people and two bots, and somebody who passes by.
async fn with_stranger(hall: &Hall) -> (Party, usize) {
    let mut settings = settings("modern", 4);
    settings.visibility = Visibility::Public;
    let mut party = Party::playing(hall, settings, &["fugitive", "d1"]).await;
    let stranger = party.join(9).await;
    (party, stranger)
}

#[tokio::test(start_paused = true)]
async fn a_stranger_gets_a_seat_of_a_running_game_only_if_it_is_granted() {
    let hall = hall(1).await;
    let (mut party, stranger) = with_stranger(&hall).await;
    party.refused(stranger, sit("d2"), "not_yours").await;
    party.refused(stranger, Command::Yield, "not_yours").await;
    party.done(stranger, ask("d2")).await;
    assert_eq!(party.scene(0)["seat_requests"], json!([{"guest": 3, "seat": "d2"}]));
    assert_eq!(party.scene(stranger)["audience"], "spectator", "asking gives nothing");
    party.refused(stranger, ask("d3"), "not_now").await;
    // Nobody grants it to oneself, and a hunter does not while the host is there.
    party.refused(stranger, answer(3, true), "not_yours").await;
    party.refused(1, answer(3, true), "not_yours").await;
    party.done(0, answer(3, false)).await;
    assert_eq!(party.scene(0)["seat_requests"], json!([]));
    party.refused(0, answer(3, true), "not_now").await;
    // Who asks may ask no more.
    party.done(stranger, ask("d3")).await;
    party.done(stranger, answer(3, false)).await;
    party.done(stranger, ask("d3")).await;
    party.done(0, answer(3, true)).await;
    assert_eq!(party.occupant("d3"), json!({"kind": "guest", "guest": 3}));
    assert_eq!(party.scene(stranger)["audience"], "hunters");
    assert_eq!(party.scene(0)["seat_requests"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn while_the_host_is_away_the_people_of_that_side_decide() {
    let hall = hall(2).await;
    let (mut party, stranger) = with_stranger(&hall).await;
    party.done(stranger, ask("d2")).await;
    party.wait(limits::HOST_ABSENT).await;
    party.refused(stranger, answer(3, true), "not_yours").await;
    party.done(1, answer(3, true)).await;
    assert_eq!(party.occupant("d2")["guest"], 3);
    // With nobody of that side there it stays a bot's.
    let mut alone = Party::playing(&hall, settings("modern", 3), &["fugitive", "", ""]).await;
    alone.done(1, ask("d1")).await;
    alone.wait(limits::HOST_ABSENT).await;
    for who in [1, 2] {
        alone.refused(who, answer(2, true), "not_yours").await;
        alone.refused(who, sit("d2"), "not_yours").await;
    }
    assert_eq!(alone.occupant("d1")["kind"], "bot");
}

#[tokio::test(start_paused = true)]
async fn requests_for_seats_are_bounded_and_end_with_the_game() {
    let hall = hall(3).await;
    let (mut party, _) = with_stranger(&hall).await;
    for number in 0..limits::SEAT_REQUESTS as u64 {
        let who = party.join(20 + number).await;
        party.done(who, ask("d2")).await;
    }
    let late = party.join(40).await;
    party.refused(late, ask("d2"), "limit").await;
    party.done(0, answer(3, true)).await;
    assert_eq!(party.scene(0)["seat_requests"], json!([]), "the seat is no bot's any more");
    party.done(late, ask("d3")).await;
    party.done(0, Command::Yield).await;
    party.done(0, Command::Rematch { sides: Sides::Kept }).await;
    assert_eq!(party.scene(0)["seat_requests"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn a_game_against_bots_that_is_not_listed_is_nobody_elses() {
    let hall = hall(4).await;
    let bots = ["d1", "d2", "d3"].map(|word| (seat(word), Sitter::Bot(level(1))));
    let seats = [vec![(seat("fugitive"), Sitter::Me)], bots.to_vec()].concat();
    let mut unlisted = settings("modern", 3);
    unlisted.visibility = Visibility::Link;
    let table = hall.make(person(1), address(1), "Ada", unlisted, &seats, true).await.unwrap();
    let mut party = Party { hall: hall.clone(), table, people: vec![] };
    party.join(1).await;
    let stranger = party.join(9).await;
    for command in [ask("d1"), sit("d1"), hm(), Command::Name { name: "Eve".into() }] {
        party.refused(stranger, command, "not_yours").await;
    }
    party.done(0, access(Access::default())).await;
    party.done(stranger, ask("d1")).await;
    // One that is listed wants company.
    let mut public = settings("modern", 3);
    public.visibility = Visibility::Public;
    let table = hall.make(person(1), address(1), "Ada", public, &seats, true).await.unwrap();
    let mut party = Party { hall: hall.clone(), table, people: vec![] };
    let stranger = party.join(9).await;
    party.done(stranger, ask("d1")).await;
}

#[tokio::test(start_paused = true)]
async fn a_locked_table_takes_nobody_new() {
    let hall = hall(5).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1", ""]).await;
    party.done(2, hm()).await;
    party.refused(1, access(Access { locked: true, ..Access::default() }), "not_yours").await;
    party.done(0, access(Access { locked: true, ..Access::default() })).await;
    party.refused(0, access(Access { locked: true, ..Access::default() }), "not_now").await;
    let stranger = party.join(9).await;
    party.refused(stranger, sit("d2"), "not_yours").await;
    party.refused(stranger, hm(), "not_yours").await;
    party.refused(2, sit("d2"), "not_yours").await;
    party.done(1, sit("d2")).await;
    party.done(0, fill()).await;
    party.refused(2, ask("d3"), "not_yours").await;
    party.done(1, ask("d3")).await;
}

#[tokio::test(start_paused = true)]
async fn the_host_takes_seats_away_and_bots_play_on() {
    let hall = hall(6).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["", "fugitive", "d1 d2"]).await;
    party.refused(1, Command::Remove { guest: GuestNumber(3) }, "not_yours").await;
    party.refused(0, Command::Remove { guest: GuestNumber(9) }, "bad_message").await;
    party.refused(0, Command::Remove { guest: GuestNumber(1) }, "bad_message").await;
    party.done(0, Command::Remove { guest: GuestNumber(3) }).await;
    assert_eq!(party.occupant("d1")["kind"], "open", "before the game the seats are open");
    party.refused(0, Command::Remove { guest: GuestNumber(3) }, "not_now").await;
    party.done(2, sit("d1")).await;
    party.done(0, fill()).await;
    party.done(0, Command::Remove { guest: GuestNumber(2) }).await;
    assert_eq!(party.occupant("fugitive")["kind"], "bot");
    assert_eq!(party.scene(1)["audience"], "spectator");
    assert!(party.game(1)["own"].is_null());
    // Who was the fugitive knows too much to hunt in the same game.
    party.refused(1, ask("d2"), "not_yours").await;
    party.done(0, sit("d2")).await;
}

#[tokio::test(start_paused = true)]
async fn one_who_was_sent_away_hears_nothing_more() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1", "d2"]).await;
    let ban = |guest, banned| Command::Ban { guest: GuestNumber(guest), banned };
    party.refused(1, ban(3, true), "not_yours").await;
    party.refused(0, ban(1, true), "bad_message").await;
    party.done(0, ban(3, true)).await;
    assert_eq!(party.occupant("d2")["kind"], "bot");
    let last = party.people[2].messages().pop().unwrap();
    assert_eq!((&last["type"], &last["code"]), (&json!("bye"), &json!("not_yours")));
    let before = party.people[2].frames.len();
    party.done(0, hm()).await;
    assert_eq!(party.people[2].frames.len(), before);
    let room = hall.room(party.table).await.unwrap();
    let mut again = fogbound_server::hall::Client::new(room.clone(), person(3), address(3));
    again.receive(r#"{"type":"hello","protocol":3}"#).await;
    let word: serde_json::Value = serde_json::from_str(&again.next().await.unwrap()).unwrap();
    assert_eq!(word["type"], "bye");
    assert!(again.next().await.is_none());
    assert!(room.scene(person(3)).await.is_err());
    assert!(room.record(person(3), None).await.is_err());
    party.done(0, ban(3, false)).await;
    assert_eq!(Client::connect(&hall, party.table, person(3)).await.scene()["stage"], "playing");
}

#[tokio::test(start_paused = true)]
async fn the_host_can_slow_talk_down() {
    let hall = hall(8).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    party.refused(0, access(Access { slow_talk: 601, ..Access::default() }), "bad_settings").await;
    party.done(1, hm()).await;
    party.done(0, access(Access { slow_talk: 30, ..Access::default() })).await;
    party.refused(1, hm(), "limit").await;
    for _ in 0..3 {
        party.done(0, hm()).await;
    }
    party.wait(Duration::from_secs(30)).await;
    party.done(1, hm()).await;
    party.refused(1, hm(), "limit").await;
}

#[tokio::test(start_paused = true)]
async fn a_table_without_spectators_shows_them_nothing() {
    let hall = hall(9).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1", ""]).await;
    party.done(2, hm()).await;
    party.done(0, access(Access { spectators: Spectators::Off, ..Access::default() })).await;
    let last = party.people[2].messages().pop().unwrap();
    assert_eq!((&last["type"], &last["code"]), (&json!("bye"), &json!("not_yours")));
    let room = hall.room(party.table).await.unwrap();
    for number in [3, 9] {
        assert!(room.scene(person(number)).await.is_err());
        assert!(room.record(person(number), None).await.is_err());
        let mut stranger = fogbound_server::hall::Client::new(room.clone(), person(number), address(9));
        stranger.receive(r#"{"type":"hello","protocol":3}"#).await;
        let word = stranger.next().await.unwrap();
        assert!(word.contains("\"bye\"") && !word.contains("scene"), "{}", &*word);
    }
    for number in [1, 2] {
        assert!(room.scene(person(number)).await.is_ok());
        assert!(room.record(person(number), None).await.is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_bears_the_name_of_another() {
    let hall = hall(10).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", ""]).await;
    let name = |name: &str| Command::Name { name: name.into() };
    let names = |party: &Party| {
        let guests = party.scene(0)["guests"].clone();
        guests.as_array().unwrap().iter().map(|guest| guest["name"].clone()).collect::<Vec<_>>()
    };
    for taken in ["Ada", "ada", "A\u{200b}da", "Аda", " A d a "] {
        party.done(1, name(taken)).await;
        let now = names(&party)[1].as_str().unwrap().to_string();
        assert!(now.ends_with(" 2"), "{taken}: {now}");
    }
    party.done(1, name("Bea")).await;
    assert_eq!(names(&party), ["Ada", "Bea"]);
    party.done(0, name("Bea")).await;
    assert_eq!(names(&party), ["Bea 2", "Bea"], "not for the host either");
    for empty in ["\u{200b}", "\u{3164}", "..."] {
        party.refused(1, name(empty), "bad_message").await;
    }
}
