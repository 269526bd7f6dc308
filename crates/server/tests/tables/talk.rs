//! Chat, pings, and who is present.

use std::time::Duration;

use fogbound_rules::{Sides, Station};
use fogbound_table::command::{Command, Hearers};
use fogbound_table::limits;
use fogbound_table::message::ClientMessage;
use fogbound_table::seat::GuestNumber;
use serde_json::{Value, json};

use crate::world::{Client, hall, person, settings};
use crate::{Party, START};

fn say(to: Hearers, text: &str) -> Command {
    Command::Say { to, text: text.into() }
}

fn point(at: u64) -> Command {
    let at: Station = serde_json::from_value(json!(at)).expect("a station");
    Command::Point { at }
}

#[tokio::test(start_paused = true)]
async fn team_talk_reaches_the_hunters_and_nobody_else() {
    let hall = hall(1).await;
    let people = ["fugitive", "d1", "d2 d3", ""];
    let mut party = Party::playing(&hall, settings("modern", 3), &people).await;
    party.done(1, say(Hearers::Team, "xyzzy at the river")).await;
    party.done(2, point(77)).await;
    party.done(3, say(Hearers::Table, "plugh from the gallery")).await;
    party.done(0, say(Hearers::Table, "plover from the fog")).await;
    party.refused(0, say(Hearers::Team, "hello"), "not_yours").await;
    party.refused(3, say(Hearers::Team, "hello"), "not_yours").await;
    // Those who come later, or again, are told the same.
    for (number, who) in [(1, 0), (2, 1), (3, 2), (4, 3), (99, 3)] {
        for have in [None, Some(1)] {
            let again = Client::connect_as(&hall, party.table, person(number), have, None).await;
            let extra = again.frames.join("\n");
            party.people[who].frames.push(extra);
        }
    }
    for who in 0..4 {
        let heard: String = party.people[who].frames.join("\n");
        let hunts = who == 1 || who == 2;
        assert_eq!(heard.contains("xyzzy"), hunts, "{who}");
        assert_eq!(heard.contains("\"what\":\"pointed\""), hunts, "{who}");
        assert!(heard.contains("plugh") && heard.contains("plover"), "{who}");
    }
    // Not even who spoke.
    let hidden: Vec<Value> = {
        let fresh = Client::connect(&hall, party.table, person(1)).await;
        let messages = fresh.messages();
        let events =
            messages.iter().flat_map(|message| message["events"].as_array().into_iter().flatten());
        events.filter(|event| event["what"] == "hidden").cloned().collect()
    };
    assert_eq!(hidden.len(), 2);
    for event in hidden {
        let keys: Vec<_> = event.as_object().unwrap().keys().cloned().collect();
        assert_eq!(keys, ["at", "version", "what"]);
    }
}

#[tokio::test(start_paused = true)]
async fn only_hunters_point_and_only_at_stations_of_the_board() {
    let hall = hall(2).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    party.refused(1, point(5), "not_now").await;
    party.done(0, START).await;
    party.refused(0, point(5), "not_yours").await;
    party.refused(2, point(5), "not_yours").await;
    party.refused(1, point(200), "bad_message").await;
    party.done(1, point(199)).await;
    assert_eq!(party.last_event(1)["station"], 199);
}

#[tokio::test(start_paused = true)]
async fn the_host_silences_somebody_and_lifts_that() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    party.done(2, say(Hearers::Table, "spam")).await;
    let mute = |guest, muted| Command::Mute { guest: GuestNumber(guest), muted };
    party.refused(1, mute(3, true), "not_yours").await;
    party.refused(0, mute(9, true), "bad_message").await;
    party.done(0, mute(3, true)).await;
    assert_eq!(party.scene(1)["guests"][2]["muted"], true);
    party.refused(2, say(Hearers::Table, "spam"), "not_yours").await;
    party.done(0, mute(2, true)).await;
    party.refused(1, say(Hearers::Team, "spam"), "not_yours").await;
    party.done(0, mute(3, false)).await;
    party.done(2, say(Hearers::Table, "sorry")).await;
}

#[tokio::test(start_paused = true)]
async fn a_line_is_bounded_and_holds_nothing_that_cannot_be_seen() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let longest = "é".repeat(limits::CHAT);
    party.done(0, say(Hearers::Table, &longest)).await;
    assert_eq!(party.last_event(1)["text"], longest);
    party.refused(0, say(Hearers::Table, &"x".repeat(limits::CHAT + 1)), "too_long").await;
    for empty in ["", " ", "\n\t", "\u{200b}\u{7}"] {
        party.refused(0, say(Hearers::Table, empty), "bad_message").await;
    }
    let tricky = " one\r\ntwo\u{0}\u{1b}[31m \u{202e}three\u{200f}\u{feff}  four\u{2066} ";
    party.done(0, say(Hearers::Table, tricky)).await;
    assert_eq!(party.last_event(1)["text"], "one two[31m three four");
}

#[tokio::test(start_paused = true)]
async fn names_are_bounded_and_hold_nothing_that_cannot_be_seen() {
    let hall = hall(5).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    assert_eq!(party.scene(0)["guests"][1]["name"], "Player 2");
    let name = |name: &str| Command::Name { name: name.into() };
    party.done(1, name("  Grace\n\u{202e}Hopper\u{0} ")).await;
    assert_eq!(party.scene(0)["guests"][1]["name"], "Grace Hopper");
    party.done(1, name(&"ß".repeat(200))).await;
    assert_eq!(party.scene(0)["guests"][1]["name"], "ß".repeat(limits::NAME));
    party.refused(1, name(" \u{200b} "), "bad_message").await;
    // A name with markup stays text.
    party.done(1, name("<b>\"x\"</b>")).await;
    assert_eq!(party.scene(0)["guests"][1]["name"], "<b>\"x\"</b>");
    // A newcomer's first word may be the name.
    let third = party.join(3).await;
    party.done(third, name("Alan")).await;
    assert_eq!(party.scene(0)["guests"][2]["name"], "Alan");
}

#[tokio::test(start_paused = true)]
async fn team_talk_of_an_earlier_game_is_not_shown_to_the_next_fugitive() {
    let hall = hall(6).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.done(1, say(Hearers::Team, "xyzzy")).await;
    party.done(0, Command::Yield).await;
    assert!(!party.heard(0).contains("xyzzy"), "nor at the end of the game");
    party.done(1, say(Hearers::Team, "after the game: plugh")).await;
    party.done(1, Command::Rematch { sides: Sides::Rotated }).await;
    party.done(0, START).await;
    assert_eq!(party.scene(0)["audience"], "hunters");
    assert_eq!(party.scene(1)["audience"], "fugitive");
    let before = party.people[1].frames.len();
    party.done(0, say(Hearers::Team, "quux")).await;
    for have in [None, Some(0), Some(5), Some(party.people[0].version())] {
        let hunter = Client::connect_as(&hall, party.table, person(1), have, None).await;
        let heard = hunter.frames.join("");
        assert!(!heard.contains("xyzzy") && !heard.contains("plugh"), "{have:?}");
        let fugitive = Client::connect_as(&hall, party.table, person(2), have, None).await;
        assert!(!fugitive.frames.join("").contains("quux"), "{have:?}");
    }
    assert!(!party.heard(0).contains("xyzzy") && !party.heard(0).contains("plugh"));
    assert!(!party.people[1].frames[before..].join("").contains("quux"));
}

#[tokio::test(start_paused = true)]
async fn what_a_team_said_before_somebody_came_stays_with_those_who_were_there() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    party.done(1, say(Hearers::Team, "xyzzy")).await;
    let newcomer = party.join(9).await;
    assert!(!party.heard(newcomer).contains("xyzzy"));
    party.take_over(newcomer, "d2").await;
    party.done(1, say(Hearers::Team, "plugh")).await;
    assert!(party.heard(newcomer).contains("plugh"));
    // Nor does it come with a page of what happened before, or after a reload.
    party.people[newcomer].send(&ClientMessage::History { until: u64::MAX }).await;
    let again = party.join(9).await;
    assert!(party.heard(again).contains("plugh"));
    for who in [newcomer, again] {
        assert!(!party.heard(who).contains("xyzzy"));
    }
    // Who was there hears it again.
    let again = party.join(2).await;
    assert!(party.heard(again).contains("xyzzy"));
}

#[tokio::test(start_paused = true)]
async fn everybody_is_told_who_is_present_and_how_many_watch() {
    let hall = hall(8).await;
    let mut party =
        Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", "", ""]).await;
    let second = Duration::from_secs(1);
    party.wait(second).await;
    let present = |party: &Party, who: usize| {
        let mut all = party.people[who].messages();
        all.retain(|message| message["type"] == "present");
        let last = all.pop().expect("it was told");
        (last["guests"].clone(), last["spectators"].clone())
    };
    for who in 0..4 {
        assert_eq!(present(&party, who), (json!([1, 2]), json!(2)));
    }
    // A second window of a player is no other person.
    party.join(2).await;
    party.wait(second).await;
    assert_eq!(present(&party, 0), (json!([1, 2]), json!(2)));
    party.people.truncate(3);
    party.wait(second).await;
    assert_eq!(present(&party, 0), (json!([1, 2]), json!(1)));
    party.people.remove(1);
    party.wait(second).await;
    assert_eq!(present(&party, 0), (json!([1]), json!(1)));
    // Others must know whether the host is there, with a seat or without.
    let mut party = Party::playing(&hall, settings("modern", 3), &["", "d1 d2"]).await;
    party.wait(second).await;
    assert_eq!(present(&party, 1), (json!([1, 2]), json!(0)));
    // A watcher who sits down is a player from then on.
    let newcomer = party.join(9).await;
    party.wait(second).await;
    assert_eq!(present(&party, 1), (json!([1, 2]), json!(1)));
    party.take_over(newcomer, "d3").await;
    party.wait(second).await;
    assert_eq!(present(&party, 1), (json!([1, 2, 3]), json!(0)));
}
