//! Moves that are taken back: by consent, and never behind what cannot be unknown again.

use fogbound_rules::{Action, Rng, Side};
use fogbound_table::audience::Audience;
use fogbound_table::command::Command;
use fogbound_table::message::ClientMessage;
use serde_json::Value;

use crate::Party;
use crate::world::{GAMES, hall, settings};

const AGREE: Command = Command::AnswerUndo { agree: true };
const DISAGREE: Command = Command::AnswerUndo { agree: false };

/// What a viewer sees of the game, but for what may differ after a move was taken back.
fn sight(party: &Party, who: usize) -> Value {
    let mut game = party.game(who);
    for key in ["undoable", "undo_asked_by", "time_left"] {
        game.as_object_mut().expect("a game").remove(key);
    }
    game
}

/// Whether what was told last can be taken back, from the words of the rule: no reveal, no
/// announcement, no draw, no end.
fn is_quiet(event: &Value) -> bool {
    event["cause"] != "chance"
        && event["events"].as_array().expect("events").iter().all(|told| {
            match told["event"].as_str().expect("a kind") {
                "moved" => told["at"].is_null() && told["crime"] != true && told["ability"].is_null(),
                "hunted" => told["captured"] != true,
                "started" => told["at"].is_null(),
                "placed" | "taken" | "turn_ended" => true,
                _ => false,
            }
        })
}

#[tokio::test(start_paused = true)]
async fn a_move_is_taken_back_unless_something_was_shown_answered_or_drawn() {
    let (mut taken_back, mut kept) = (0, std::collections::BTreeSet::new());
    for round in 0..2 {
        for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
            let hall = hall(100 * round + index as u64).await;
            let mut settings = settings(edition, detectives);
            if edition == "classic" {
                settings.options.push("voluntary_reveal=true".into());
            }
            let hunters: Vec<String> = (1..=detectives).map(|n| format!("d{n}")).collect();
            let people = ["fugitive", &hunters.join(" "), ""];
            let mut party = Party::playing(&hall, settings, &people).await;
            let mut rng = Rng::for_game(round, index as u64);
            for _ in 0..120 {
                party.forget();
                let before = [0, 1, 2].map(|who| sight(&party, who));
                let Some((who, mut action)) = party.choice(&mut rng) else { break };
                // Rare things first.
                let rare = party.people[who].actions().into_iter().find(|action| match action {
                    Action::Balloon { .. } | Action::Token(_) => true,
                    Action::Move(one) => one.crime || one.ability.is_some() || one.show,
                    _ => false,
                });
                if let Some(rare) = rare.filter(|_| rng.below(2) == 0) {
                    action = rare;
                }
                party.done(who, Command::Act { action }).await;
                if party.is_over() {
                    party.refused(who, Command::AskUndo, "not_now").await;
                    kept.insert("ended".to_string());
                    break;
                }
                let side = ["fugitive", "hunters"][who];
                let last = party.last_event(2);
                let undoable = party.game(2)["undoable"].clone();
                if !is_quiet(&last) {
                    assert!(undoable.is_null(), "{edition} {action}: {last}");
                    party.refused(who, Command::AskUndo, "not_now").await;
                    party.refused(1 - who, Command::AskUndo, "not_now").await;
                    kept.extend(last["events"].as_array().into_iter().flatten().map(kind));
                    continue;
                }
                assert_eq!(undoable, side, "{edition} {action}: {last}");
                party.refused(1 - who, Command::AskUndo, "not_yours").await;
                party.refused(2, Command::AskUndo, "not_yours").await;
                if rng.below(3) > 0 {
                    continue;
                }
                party.done(who, Command::AskUndo).await;
                assert_eq!(party.game(2)["undo_asked_by"], who as u64 + 1);
                party.refused(who, Command::AskUndo, "not_now").await;
                party.refused(who, AGREE, "not_yours").await;
                party.refused(2, AGREE, "not_yours").await;
                party.done(1 - who, AGREE).await;
                for (who, before) in before.iter().enumerate() {
                    assert_eq!(&sight(&party, who), before, "{edition} {action} seen by {who}");
                }
                assert!(party.game(2)["undoable"].is_null(), "one move, not several");
                party.refused(who, Command::AskUndo, "not_now").await;
                taken_back += 1;
            }
        }
    }
    println!("{taken_back} moves were taken back; not behind {kept:?}");
    assert!(taken_back > 100);
    // The call of a balloon is followed by the draw of its tile at once.
    for kind in ["moved", "asked", "tile_turned", "ended"] {
        assert!(kept.contains(kind), "{kind} did not happen in these games: {kept:?}");
    }
}

fn kind(event: &Value) -> String {
    event["event"].as_str().expect("a kind").to_string()
}

#[tokio::test(start_paused = true)]
async fn the_other_side_may_refuse_and_a_move_answers_too() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2", "d3"]).await;
    let mut rng = Rng::new(1);
    party.refused(0, AGREE, "not_now").await;
    party.step(&mut rng).await;
    let after = sight(&party, 1);
    party.done(0, Command::AskUndo).await;
    party.done(2, DISAGREE).await;
    assert_eq!(party.last_event(0)["what"], "undo_refused");
    assert_eq!(sight(&party, 1), after);
    assert!(party.game(0)["undo_asked_by"].is_null());
    party.refused(1, AGREE, "not_now").await;
    // Asked again, and answered by a move.
    party.done(0, Command::AskUndo).await;
    party.step(&mut rng).await;
    party.refused(1, AGREE, "not_now").await;
    party.refused(0, Command::AskUndo, "not_yours").await;
}

#[tokio::test(start_paused = true)]
async fn a_bot_agrees_unless_a_hunter_has_looked_for_him() {
    let hall = hall(2).await;
    let mut rng = Rng::new(2);
    let mut party = Party::playing(&hall, settings("modern", 3), &["d1 d2 d3"]).await;
    let (mut agreed, mut refused) = (0, 0);
    while agreed < 5 || refused < 2 {
        party.until(&mut rng, |game| game["turn"] == "hunters").await;
        assert!(!party.is_over(), "{agreed} and {refused} before the end");
        let before = sight(&party, 0);
        let Some(action) = party.step(&mut rng).await else { continue };
        let Action::Hunt { to, .. } = action else { continue };
        // When it is his turn, the bot moves at once.
        if party.is_over() || party.game(0)["turn"] != "hunters" {
            continue;
        }
        let possible = before["assist"]["possible"].as_array().expect("help is allowed").clone();
        if possible.contains(&serde_json::to_value(to).expect("a number")) {
            party.refused(0, Command::AskUndo, "not_now").await;
            refused += 1;
        } else {
            party.done(0, Command::AskUndo).await;
            assert_eq!(party.last_event(0)["what"], "undone");
            assert_eq!(sight(&party, 0), before);
            party.step(&mut rng).await;
            agreed += 1;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_who_plays_both_sides_agrees_with_oneself() {
    let hall = hall(2).await;
    let mut rng = Rng::new(2);
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive d1 d2 d3"]).await;
    party.people[0].send(&ClientMessage::Look { audience: Audience::Fugitive }).await;
    let before = sight(&party, 0);
    party.step(&mut rng).await;
    party.done(0, Command::AskUndo).await;
    assert_eq!(sight(&party, 0), before);
}

#[tokio::test(start_paused = true)]
async fn how_far_the_events_go_back_is_told() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(3);
    let room = hall.room(party.table).await.unwrap();
    party.step(&mut rng).await;
    party.done(0, Command::AskUndo).await;
    party.done(1, AGREE).await;
    let undone = party.last_event(1);
    let events = party.events(1).iter().filter(|event| event["what"] == "began").count();
    assert_eq!(
        (undone["what"].as_str(), undone["events"].as_u64()),
        (Some("undone"), Some(events as u64))
    );
    party.until(&mut rng, |_| false).await;
    let record = room.record(crate::person(1), None).await.unwrap();
    assert!(!record.is_public());
    assert!(
        record
            .replay(&settings("modern", 3).rules(&fogbound_rules::Library::default()).unwrap())
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn only_the_side_that_moved_last_may_ask() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("classic", 3), &["fugitive", "d1", "d2", "d3"]).await;
    let mut rng = Rng::new(4);
    party.refused(0, Command::AskUndo, "not_now").await;
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    let action = party.step(&mut rng).await.expect("a hunter moves");
    assert_eq!(action.side(), Side::Hunters);
    party.refused(0, Command::AskUndo, "not_yours").await;
    // Any hunter may ask for the team.
    party.done(3, Command::AskUndo).await;
    party.done(0, AGREE).await;
    assert_eq!(party.due(), [crate::seat("d1")]);
}
