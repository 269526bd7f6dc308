//! What is agreed when a table is made.

use fogbound_rules::{Edition, Sides};
use fogbound_table::Sitter;
use fogbound_table::command::Command;
use fogbound_table::refusal::Code;
use fogbound_table::settings::{Assist, Clock, Expiry, Settings, Visibility};

use serde_json::Value;

use crate::world::{GAMES, address, all, hall, level, person, settings};
use crate::{Party, fill, seat};

#[tokio::test(start_paused = true)]
async fn every_kind_of_settings_can_be_agreed_on() {
    let hall = hall(1).await;
    let clocks = [
        Clock::None,
        Clock::Move { seconds: 5, expiry: Expiry::Bot },
        Clock::Turn { seconds: 14 * 24 * 3600, expiry: Expiry::Random },
    ];
    for (edition, detectives) in GAMES {
        for clock in clocks {
            for (visibility, assist) in [
                (Visibility::Link, Assist::Off),
                (Visibility::Public, Assist::Set),
                (Visibility::Link, Assist::Weighted),
            ] {
                let settings = Settings { clock, visibility, assist, ..settings(edition, detectives) };
                let party = Party::new(&hall, settings.clone(), &[""]).await;
                let scene = party.scene(0);
                let kept: Settings = serde_json::from_value(scene["settings"].clone()).unwrap();
                assert_eq!(Settings { options: vec![], ..kept }, settings);
                assert_eq!(scene["seats"].as_array().map(Vec::len), Some(usize::from(detectives) + 1));
                assert_eq!(scene["stage"], "lobby");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_help_is_allowed_is_what_is_given() {
    for (assist, set, weights) in
        [(Assist::Off, false, false), (Assist::Set, true, false), (Assist::Weighted, true, true)]
    {
        let hall = hall(2).await;
        let settings = Settings { assist, ..settings("modern", 3) };
        let party = Party::playing(&hall, settings, &["fugitive", "d1 d2 d3"]).await;
        let help = &party.game(1)["assist"];
        assert_eq!(help["possible"].is_array(), set, "{assist:?}");
        assert_eq!(help["weights"].is_array(), weights, "{assist:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn settings_that_make_no_sense_are_refused_with_a_clear_word() {
    let hall = hall(3).await;
    let options = |options: &[&str]| Settings {
        options: options.iter().map(|&text| text.into()).collect(),
        ..settings("modern", 3)
    };
    let clock = |seconds| Settings {
        clock: Clock::Move { seconds, expiry: Expiry::Bot },
        ..settings("modern", 3)
    };
    let wrong = [
        (settings("chess", 3), "no such edition; there are"),
        (settings("", 3), "no such edition"),
        (settings("modern", 1), "detectives"),
        (settings("modern", 0), "detectives"),
        (settings("classic", 255), "detectives"),
        (settings("study", 4), "detectives"),
        (options(&["wings=true"]), "wings"),
        (options(&["pooled"]), "pooled"),
        (options(&["length=sideways"]), "length"),
        (options(&["length=log"; 21]), "too many options"),
        (options(&[&"x".repeat(101)]), "too long"),
        (clock(4), "5 seconds to 14 days"),
        (clock(14 * 24 * 3600 + 1), "5 seconds to 14 days"),
        (clock(u32::MAX), "5 seconds to 14 days"),
    ];
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive"]).await;
    for (settings, words) in wrong {
        let refusal = hall
            .make(person(1), address(1), "A", settings.clone(), &[], false)
            .await
            .unwrap_err()
            .into_refusal();
        assert_eq!(refusal.code, Code::BadSettings, "{settings:?}");
        assert!(refusal.text.contains(words), "{words}: {refusal}");
        party.refused(0, Command::Settle { settings }, "bad_settings").await;
    }
    assert_eq!(hall.loaded(), 1, "nothing was made");
}

#[tokio::test(start_paused = true)]
async fn seats_and_names_that_make_no_sense_are_refused() {
    let hall = hall(4).await;
    let modern = || settings("modern", 3);
    for name in ["", "   ", "\u{7}\u{200b}"] {
        let refusal = hall
            .make(person(1), address(1), name, modern(), &[], false)
            .await
            .unwrap_err()
            .into_refusal();
        assert_eq!(refusal.code, Code::BadMessage);
    }
    let no_such = [(seat("d5"), Sitter::Me)];
    let refusal = hall
        .make(person(1), address(1), "A", modern(), &no_such, false)
        .await
        .unwrap_err()
        .into_refusal();
    assert_eq!(refusal.code, Code::BadMessage);
    let twice = [(seat("d1"), Sitter::Me), (seat("d1"), Sitter::Me)];
    assert!(hall.make(person(1), address(1), "A", modern(), &twice, false).await.is_err());
    let refusal = hall
        .make(person(1), address(1), "A", modern(), &all(3, Sitter::Open), true)
        .await
        .unwrap_err()
        .into_refusal();
    assert_eq!(refusal.code, Code::NotNow, "open seats: {refusal}");
    assert!(
        hall.make(person(1), address(1), "A", modern(), &all(3, Sitter::Bot(level(8))), true)
            .await
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn the_host_settles_otherwise_before_the_game_and_nobody_else() {
    let hall = hall(5).await;
    let mut party = Party::new(&hall, settings("modern", 5), &["fugitive", "d5", ""]).await;
    let other = || Command::Settle { settings: settings("compact", 3) };
    party.refused(1, other(), "not_yours").await;
    party.refused(2, other(), "not_yours").await;
    party.done(0, other()).await;
    let scene = party.scene(1);
    assert_eq!(scene["settings"]["edition"], "compact");
    assert_eq!(scene["seats"].as_array().map(Vec::len), Some(4));
    assert_eq!(scene["audience"], "spectator", "the seat d5 is gone");
    assert_eq!(party.occupant("fugitive")["guest"], 1);
    party.done(0, fill()).await;
    party.refused(0, other(), "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn public_tables_are_listed_until_they_are_over_and_others_never() {
    let hall = hall(6).await;
    let hidden = Settings { visibility: Visibility::Link, ..settings("modern", 3) };
    Party::new(&hall, hidden, &["fugitive"]).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    let list = hall.list().await.unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].table, party.table.to_string());
    assert_eq!((list[0].people, list[0].bots, list[0].playing), (2, 0, false));
    assert_eq!(list[0].open, [seat("d2"), seat("d3")]);
    assert_eq!(list[0].host, "Ada");
    party.done(0, fill()).await;
    let list = hall.list().await.unwrap();
    assert_eq!((list[0].people, list[0].bots, list[0].playing), (2, 2, true));
    party.done(0, Command::Yield).await;
    assert!(hall.list().await.unwrap().is_empty());
}

fn options(scene: &Value) -> Vec<&str> {
    scene["settings"]["options"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test(start_paused = true)]
async fn settings_name_every_option_so_that_a_changed_default_changes_no_table() {
    let hall = hall(7).await;
    for (edition, detectives) in GAMES {
        let party = Party::new(&hall, settings(edition, detectives), &["fugitive"]).await;
        let scene = party.scene(0);
        let named = options(&scene);
        let listed = &Edition::builtin(edition).expect("an edition").options;
        // A pool is left open, or cannot be.
        let expected = listed.iter().filter(|option| option.key.name() != "pooled");
        let expected: Vec<String> =
            expected.map(|option| format!("{}={}", option.key.name(), option.default)).collect();
        assert!(expected.iter().all(|option| named.contains(&option.as_str())), "{edition}: {named:?}");
        assert_eq!(named.len(), expected.len(), "{edition}: {named:?}");
    }
}

fn pool(party: &Party) -> (bool, bool) {
    let about = &party.scene(0)["about"];
    (about["pooled"] == true, about["pool_proposed"] == true)
}

const PROPOSED: (bool, bool) = (true, true);
const AGREED: (bool, bool) = (true, false);
const SEPARATE: (bool, bool) = (false, false);

/// Rule 6.2.8.
#[tokio::test(start_paused = true)]
async fn two_detectives_of_one_person_or_of_bots_are_proposed_a_pool() {
    let hall = hall(8).await;
    for people in [&["fugitive", "d1 d2"][..], &["d1 d2", "fugitive"], &["fugitive"]] {
        let mut party = Party::new(&hall, settings("modern", 2), people).await;
        assert_eq!(pool(&party), PROPOSED, "{people:?}");
        party.done(0, fill()).await;
        assert_eq!(pool(&party), AGREED, "{people:?}: the start writes it down");
        assert_eq!(party.game(0)["state"]["purses"].as_array().map(Vec::len), Some(1));
    }
    let mut bots = Party::new(&hall, settings("modern", 2), &[""]).await;
    for word in ["d1", "d2"] {
        bots.done(0, Command::Bot { seat: seat(word), level: level(1) }).await;
    }
    assert_eq!(pool(&bots), PROPOSED);
}

/// Rule 6.2.8.
#[tokio::test(start_paused = true)]
async fn detectives_of_several_people_have_tickets_of_their_own() {
    let hall = hall(9).await;
    let mut party = Party::new(&hall, settings("modern", 2), &["d1", "fugitive", ""]).await;
    assert_eq!(pool(&party), SEPARATE, "a person and a bot");
    party.done(0, Command::Sit { seat: seat("d2") }).await;
    assert_eq!(pool(&party), PROPOSED);
    party.done(0, Command::Rise { seat: seat("d2") }).await;
    party.done(2, Command::Sit { seat: seat("d2") }).await;
    assert_eq!(pool(&party), SEPARATE, "two people");
    party.done(0, fill()).await;
    assert_eq!(party.game(0)["state"]["purses"].as_array().map(Vec::len), Some(2));
    // Other editions and numbers offer none.
    for (edition, detectives) in [("modern", 3), ("holmes", 2), ("holmes-original", 2)] {
        let party = Party::new(&hall, settings(edition, detectives), &["fugitive"]).await;
        assert_eq!(pool(&party), SEPARATE, "{edition}");
    }
}

/// Rule 6.2.8.
#[tokio::test(start_paused = true)]
async fn what_the_host_says_of_the_pool_holds_whoever_sits_down() {
    let hall = hall(10).await;
    let said = |value: bool| {
        let options = vec![format!("pooled={value}")];
        Command::Settle { settings: Settings { options, ..settings("modern", 2) } }
    };
    let mut party = Party::new(&hall, settings("modern", 2), &["d1 d2", "fugitive", ""]).await;
    party.done(0, said(false)).await;
    assert_eq!(pool(&party), SEPARATE);
    assert!(options(&party.scene(0)).contains(&"pooled=false"));
    party.done(0, said(true)).await;
    party.done(0, Command::Rise { seat: seat("d2") }).await;
    party.done(2, Command::Sit { seat: seat("d2") }).await;
    assert_eq!(pool(&party), AGREED, "two people who want it");
    party.done(0, Command::Settle { settings: settings("modern", 2) }).await;
    assert_eq!(pool(&party), SEPARATE, "nothing is said any more");
}

/// Rule 6.2.8: the value of the start stays in that game, and the next one is agreed on anew.
#[tokio::test(start_paused = true)]
async fn a_pool_stays_when_somebody_takes_over_a_detective() {
    let hall = hall(11).await;
    let mut party = Party::playing(&hall, settings("modern", 2), &["fugitive", ""]).await;
    assert_eq!(pool(&party), AGREED);
    party.take_over(1, "d1").await;
    assert_eq!(pool(&party), AGREED);
    party.done(0, Command::Yield).await;
    party.done(0, Command::Rematch { sides: Sides::Kept }).await;
    assert_eq!(pool(&party), SEPARATE, "a person and a bot");
}

/// A client that knows no rules has to be told who may move what.
#[tokio::test(start_paused = true)]
async fn everybody_is_told_who_may_move_which_hunter() {
    let hall = hall(12).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["d1", "d2", "fugitive"]).await;
    let movers = |party: &Party| party.scene(2)["movers"].clone();
    let expected = serde_json::json!([
        {"hunter": "d1", "guests": [1]}, {"hunter": "d2", "guests": [2]},
        {"hunter": "d3", "guests": []}, {"hunter": "b1", "guests": [1, 2]},
    ]);
    assert_eq!(movers(&party), expected);
    party.done(0, fill()).await;
    party.done(1, Command::Bot { seat: seat("d2"), level: level(1) }).await;
    assert_eq!(movers(&party)[1]["guests"], serde_json::json!([]), "a bot stands in");
    assert_eq!(movers(&party)[3]["guests"], serde_json::json!([1]));
    let shared = Settings { options: vec!["pooled=true".into()], ..settings("modern", 2) };
    let party = Party::new(&hall, shared, &["d1", "d2", "fugitive"]).await;
    for mover in movers(&party).as_array().into_iter().flatten() {
        assert_eq!(mover["guests"], serde_json::json!([1, 2]), "one purse, one team: {mover}");
    }
}
