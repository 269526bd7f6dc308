//! Who sits where, before the game and in it.

use fogbound_rules::Rng;
use std::time::Duration;

use fogbound_table::command::Command;
use fogbound_table::limits;
use serde_json::json;

use crate::world::{hall, level, settings};
use crate::{Party, START, fill, seat, sit};

fn rise(word: &str) -> Command {
    Command::Rise { seat: seat(word) }
}

fn free(word: &str) -> Command {
    Command::Free { seat: seat(word) }
}

fn bot(word: &str) -> Command {
    Command::Bot { seat: seat(word), level: level(2) }
}

fn resume(word: &str) -> Command {
    Command::Resume { seat: seat(word) }
}

#[tokio::test(start_paused = true)]
async fn people_take_seats_leave_them_and_may_have_several() {
    let hall = hall(1).await;
    let mut party = Party::new(&hall, settings("modern", 4), &["fugitive", "d1 d3", ""]).await;
    assert_eq!(party.occupant("d1"), json!({"kind": "guest", "guest": 2}));
    assert_eq!(party.occupant("d3"), json!({"kind": "guest", "guest": 2}));
    assert_eq!(party.scene(1)["audience"], "hunters");
    assert_eq!(party.scene(2)["audience"], "spectator");
    party.refused(2, sit("d1"), "not_now").await;
    party.refused(2, sit("d5"), "bad_message").await;
    party.refused(2, rise("d1"), "not_yours").await;
    party.refused(2, rise("d4"), "not_yours").await;
    party.done(1, rise("d1")).await;
    assert_eq!(party.occupant("d1")["kind"], "open");
    party.done(2, sit("d1")).await;
    assert_eq!(party.occupant("d1")["guest"], 3);
    party.done(1, rise("d3")).await;
    assert_eq!(party.scene(1)["audience"], "spectator", "without a seat one watches");
    party.done(0, fill()).await;
    party.refused(2, rise("d1"), "not_now").await;
    party.refused(1, rise("d1"), "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn the_host_removes_a_guest_before_the_start_and_nobody_else_may() {
    let hall = hall(2).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1", "d2"]).await;
    party.refused(2, free("d1"), "not_yours").await;
    party.refused(1, free("fugitive"), "not_yours").await;
    party.refused(0, bot("d1"), "not_now").await;
    party.done(0, free("d1")).await;
    assert_eq!(party.occupant("d1")["kind"], "open");
    assert_eq!(party.scene(1)["audience"], "spectator");
    // Not even when the host is absent.
    tokio::time::sleep(limits::HOST_ABSENT).await;
    party.refused(1, free("d2"), "not_yours").await;
    party.refused(2, free("fugitive"), "not_yours").await;
    party.done(0, fill()).await;
    party.refused(0, free("d2"), "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn an_absent_host_does_not_hold_the_table_up() {
    let hall = hall(3).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1", ""]).await;
    party.wait(limits::HOST_ABSENT - Duration::from_secs(1)).await;
    party.refused(1, fill(), "not_yours").await;
    party.refused(1, bot("d2"), "not_yours").await;
    // Whatever the host does counts as a sign of life.
    party.done(0, Command::Ready { ready: true }).await;
    party.wait(limits::HOST_ABSENT - Duration::from_secs(1)).await;
    party.refused(1, fill(), "not_yours").await;
    party.wait(Duration::from_secs(2)).await;
    party.refused(2, fill(), "not_yours").await;
    party.done(1, bot("d2")).await;
    party.done(1, fill()).await;
    assert_eq!(party.scene(0)["stage"], "playing");
}

#[tokio::test(start_paused = true)]
async fn a_game_starts_when_every_seat_is_taken_or_filled() {
    let hall = hall(4).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    party.refused(0, START, "not_now").await;
    party.refused(1, fill(), "not_yours").await;
    party.done(0, bot("d2")).await;
    assert_eq!(party.occupant("d2"), json!({"kind": "bot", "level": 2}));
    // A person may sit down on a bot.
    party.done(1, sit("d2")).await;
    party.done(0, bot("d3")).await;
    party.done(0, free("d3")).await;
    party.refused(0, START, "not_now").await;
    party.done(0, fill()).await;
    assert_eq!(party.occupant("d3"), json!({"kind": "bot", "level": 1}));
    assert_eq!(party.occupant("d2")["guest"], 2);
    assert_eq!(party.scene(1)["stage"], "playing");
    party.refused(0, START, "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn readiness_is_shown_and_ends_with_the_game() {
    let hall = hall(5).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.done(1, Command::Ready { ready: true }).await;
    assert_eq!(party.scene(0)["guests"][1]["ready"], true);
    party.done(1, Command::Ready { ready: false }).await;
    assert_eq!(party.scene(0)["guests"][1]["ready"], false);
    party.done(1, Command::Ready { ready: true }).await;
    party.done(0, START).await;
    party.done(0, Command::Yield).await;
    assert_eq!(party.scene(0)["guests"][1]["ready"], false);
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_handed_to_a_bot_and_back_in_the_middle_of_a_game() {
    let hall = hall(6).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.refused(1, resume("d1"), "not_now").await;
    party.refused(1, bot("fugitive"), "not_yours").await;
    party.done(0, bot("fugitive")).await;
    assert_eq!(party.occupant("fugitive"), json!({"kind": "stand_in", "guest": 1, "level": 2}));
    party.wait(Duration::from_secs(1)).await;
    assert_eq!(party.last_event(1)["cause"], "bot");
    assert_eq!(party.game(0)["turn"], "hunters");
    assert_eq!(party.scene(0)["audience"], "fugitive", "the player still sees the own side");
    let mut rng = Rng::new(1);
    party.until(&mut rng, |game| game["state"]["round"] == 3).await;
    // What the bot plays is not the person's to decide.
    party.refused(1, resume("fugitive"), "not_yours").await;
    party.done(0, resume("fugitive")).await;
    assert_eq!(party.occupant("fugitive"), json!({"kind": "guest", "guest": 1}));
    party.until(&mut rng, |game| game["turn"] == "fugitive").await;
    let before = party.people[0].version();
    party.wait(Duration::from_secs(60)).await;
    assert_eq!(party.people[0].version(), before, "nobody plays for one who is here");
    assert!(party.step(&mut rng).await.is_some());
}

#[tokio::test(start_paused = true)]
async fn what_a_bot_plays_for_a_person_is_not_the_persons_to_decide() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 4), &["fugitive", "d1 d2", "d3 d4"]).await;
    let mut rng = Rng::new(7);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    party.done(1, bot("d1")).await;
    let actions = party.people[1].actions();
    let of = |word: &str| {
        let own = seat(word).hunter();
        let mut found = actions.iter().copied();
        found.find(|action| matches!(action, fogbound_rules::Action::Hunt { hunter, .. } if Some(*hunter) == own))
    };
    party.refused(1, Command::Act { action: of("d1").unwrap() }, "not_yours").await;
    party.done(1, Command::Act { action: of("d2").unwrap() }).await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_stands_in_for_a_player_who_does_not_come_back() {
    let hall = hall(8).await;
    let people = ["fugitive", "d1 d2", "d3", ""];
    let mut party = Party::playing(&hall, settings("modern", 3), &people).await;
    party.wait(limits::PLAYER_ABSENT - Duration::from_secs(1)).await;
    party.refused(1, bot("fugitive"), "not_yours").await;
    party.wait(Duration::from_secs(2)).await;
    party.refused(3, bot("fugitive"), "not_yours").await;
    // Nobody waits for the hunters yet.
    party.refused(0, bot("d1"), "not_yours").await;
    party.done(1, bot("fugitive")).await;
    assert_eq!(party.occupant("fugitive"), json!({"kind": "stand_in", "guest": 1, "level": 2}));
    party.wait(Duration::from_secs(1)).await;
    assert_eq!(party.game(1)["turn"], "hunters");
    party.done(0, resume("fugitive")).await;
    // The one who has come back has all the time again.
    party.wait(limits::PLAYER_ABSENT).await;
    party.done(0, bot("d1")).await;
    party.done(1, resume("d1")).await;
    party.refused(0, bot("d1"), "not_yours").await;
}

#[tokio::test(start_paused = true)]
async fn with_a_clock_nobody_is_replaced_the_clock_does_that() {
    use fogbound_table::settings::{Clock, Expiry, Settings};
    let hall = hall(9).await;
    let clock = Clock::Move { seconds: 3600, expiry: Expiry::Bot };
    let settings = Settings { clock, ..settings("modern", 3) };
    let mut party = Party::playing(&hall, settings, &["fugitive", "d1 d2 d3"]).await;
    party.wait(limits::PLAYER_ABSENT * 2).await;
    party.refused(1, bot("fugitive"), "not_yours").await;
}

#[tokio::test(start_paused = true)]
async fn a_newcomer_is_granted_a_hunting_bots_seat_but_one_who_knows_more_cannot_have_it() {
    let hall = hall(10).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    party.refused(0, sit("d2"), "not_yours").await;
    let newcomer = party.join(9).await;
    party.refused(newcomer, sit("d1"), "not_now").await;
    party.refused(newcomer, sit("fugitive"), "not_now").await;
    party.refused(newcomer, sit("d2"), "not_yours").await;
    party.take_over(newcomer, "d2").await;
    assert_eq!(party.occupant("d2"), json!({"kind": "guest", "guest": 3}));
    assert_eq!(party.scene(newcomer)["audience"], "hunters");
    assert!(!party.heard(newcomer).contains("private"));
    // Nor does anybody get the fugitive's seat from a bot.
    let mut other = Party::playing(&hall, settings("modern", 3), &["d1 d2 d3"]).await;
    let newcomer = other.join(10).await;
    other.refused(newcomer, sit("fugitive"), "not_now").await;
    other.refused(0, sit("fugitive"), "not_now").await;
}
