//! Hints: counted, for who is to decide, and agreed on before the game where several people play.

use std::time::Duration;

use fogbound_rules::Sides;
use fogbound_table::command::Command;
use fogbound_table::limits;
use fogbound_table::message::ClientMessage;
use fogbound_table::seat::GuestNumber;
use fogbound_table::settings::{Clock, Expiry, Settings};
use serde_json::{Value, json};

use crate::world::{Client, hall, person, settings};
use crate::{Party, hall_over};

const READY: Command = Command::Ready { ready: true };

fn with_hints() -> Settings {
    Settings { hints: true, ..settings("modern", 3) }
}

fn settle(settings: Settings) -> Command {
    Command::Settle { settings }
}

/// Who is ready, by guest.
fn ready(party: &Party) -> Vec<bool> {
    let guests = party.scene(0)["guests"].clone();
    guests.as_array().into_iter().flatten().map(|face| face["ready"] == true).collect()
}

#[tokio::test(start_paused = true)]
async fn who_plays_against_bots_alone_takes_hints_and_they_are_counted() {
    let store = fogbound_server::store::MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", ""]).await;
    party.refused(1, Command::Hint, "not_yours").await;
    for count in 1..=2 {
        party.done(0, Command::Hint).await;
        for who in 0..2 {
            assert_eq!(party.game(who)["hints"], json!([{ "guest": 1, "count": count }]), "{who}");
        }
    }
    assert!(party.heard(1).contains("\"what\":\"hinted\""));
    // A server that starts anew knows how many there were.
    let later = hall_over(&store, 2).await;
    let again = Client::connect(&later, party.table, person(1)).await;
    assert_eq!(again.scene()["game"]["hints"], json!([{ "guest": 1, "count": 2 }]));
    for _ in 2..limits::GESTURES.most {
        party.done(0, Command::Hint).await;
    }
    party.refused(0, Command::Hint, "limit").await;
}

#[tokio::test(start_paused = true)]
async fn with_other_people_hints_are_agreed_on_before_the_game() {
    for agreed in [false, true] {
        let hall = hall(1).await;
        let settings = Settings { hints: agreed, ..settings("modern", 3) };
        let mut party = Party::new(&hall, settings, &["fugitive", "d1 d2 d3"]).await;
        party.refused(0, Command::Hint, "not_now").await;
        party.done(1, READY).await;
        party.done(0, crate::START).await;
        assert_eq!(party.game(0)["hints_agreed"] == true, agreed);
        match agreed {
            true => party.done(0, Command::Hint).await,
            false => party.refused(0, Command::Hint, "not_now").await,
        }
        // It is not the hunters who decide now.
        party.refused(1, Command::Hint, "not_yours").await;
        // Around one screen there is one person, who plays both sides.
        let mut both =
            Party::playing(&hall, crate::world::settings("modern", 3), &["fugitive d1"]).await;
        both.refused(0, Command::Hint, "not_now").await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_with_hints_begins_when_all_who_play_are_ready() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, with_hints(), &["fugitive", "d1 d2", "d3", ""]).await;
    party.refused(0, crate::START, "not_agreed").await;
    party.done(1, READY).await;
    // Who watches is not asked, and does not agree for those who play.
    party.done(3, READY).await;
    party.refused(0, crate::START, "not_agreed").await;
    party.done(2, READY).await;
    party.done(1, Command::Ready { ready: false }).await;
    party.refused(0, crate::START, "not_agreed").await;
    party.done(1, READY).await;
    party.done(0, crate::START).await;
    assert_eq!(party.game(1)["hints_agreed"], true);
    party.done(0, Command::Hint).await;
}

#[tokio::test(start_paused = true)]
async fn one_person_alone_agrees_by_starting_and_nobody_is_asked_where_there_are_no_hints() {
    let hall = hall(1).await;
    let mut alone = Party::new(&hall, with_hints(), &["fugitive", ""]).await;
    alone.done(0, crate::fill()).await;
    let mut plain = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    plain.done(0, crate::fill()).await;
    assert_eq!(plain.game(0)["hints_agreed"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn a_change_of_the_settings_takes_back_that_all_are_ready() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    for who in 0..2 {
        party.done(who, READY).await;
    }
    party.done(0, settle(with_hints())).await;
    assert_eq!(ready(&party), [false, false]);
    party.refused(0, crate::START, "not_agreed").await;
    party.done(1, READY).await;
    // What is agreed again, as it was, changes nothing.
    party.done(0, settle(serde_json::from_value(party.scene(0)["settings"].clone()).unwrap())).await;
    assert_eq!(ready(&party), [false, true]);
    // Another setting than that of hints counts too.
    let slower = Settings { clock: Clock::Move { seconds: 60, expiry: Expiry::Bot }, ..with_hints() };
    party.done(0, settle(slower)).await;
    party.refused(0, crate::START, "not_agreed").await;
}

#[tokio::test(start_paused = true)]
async fn nobody_agrees_to_settings_that_were_not_seen() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let seen = party.people[1].version();
    party.done(0, settle(with_hints())).await;
    let late = |id: &str, command| ClientMessage::Do { id: id.into(), version: seen, command };
    for (id, command) in [("ready", READY), ("start", crate::START)] {
        party.people[1].send(&late(id, command)).await;
        assert_eq!(party.people[1].answer(id)["code"], "stale", "{id}");
    }
    // To take back that one is ready needs no look.
    party.people[1].send(&late("unready", Command::Ready { ready: false })).await;
    assert_eq!(party.people[1].answer("unready")["type"], "done");
    assert_eq!(ready(&party), [false, false]);
}

#[tokio::test(start_paused = true)]
async fn whoever_has_another_seat_or_name_has_still_agreed_and_who_is_new_has_not() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, with_hints(), &["fugitive", "d1", ""]).await;
    party.done(1, READY).await;
    party.done(1, Command::Rise { seat: crate::seat("d1") }).await;
    party.done(1, crate::sit("d2")).await;
    party.done(2, crate::sit("d1")).await;
    party.refused(0, crate::fill(), "not_agreed").await;
    party.done(2, Command::Rise { seat: crate::seat("d1") }).await;
    party.done(0, crate::fill()).await;
}

#[tokio::test(start_paused = true)]
async fn who_takes_a_seat_in_the_game_has_not_agreed_to_hints() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, with_hints(), &["fugitive", "d1", ""]).await;
    party.done(1, READY).await;
    party.done(0, crate::fill()).await;
    party.done(0, Command::Hint).await;
    // This person has been ready, too, but had no seat when the game began.
    party.take_over(2, "d2").await;
    assert_eq!(party.game(0)["hints_agreed"], Value::Null);
    party.refused(0, Command::Hint, "not_now").await;
    // When the seat is a bot's again, those who agreed are among themselves.
    party.done(0, Command::Remove { guest: GuestNumber(3) }).await;
    assert_eq!(party.game(0)["hints_agreed"], true);
    party.done(0, Command::Hint).await;
}

#[tokio::test(start_paused = true)]
async fn a_rematch_is_agreed_on_anew() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, with_hints(), &["fugitive", "d1 d2 d3"]).await;
    for begun in 0..2 {
        party.refused(0, crate::START, "not_agreed").await;
        party.done(1, READY).await;
        party.done(0, crate::START).await;
        assert_eq!(party.game(0)["hints_agreed"], true, "game {begun}");
        match begun {
            0 => party.done(0, Command::Yield).await,
            _ => party.wait(Duration::from_secs(40 * 24 * 3600)).await,
        }
        party.done(0, Command::Rematch { sides: Sides::Kept }).await;
        assert_eq!(ready(&party), [false, false]);
    }
}
