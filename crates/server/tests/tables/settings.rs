//! What is agreed when a table is made.

use fogbound_table::Sitter;
use fogbound_table::command::Command;
use fogbound_table::refusal::Code;
use fogbound_table::settings::{Assist, Clock, Expiry, Settings, Visibility};

use crate::world::{GAMES, all, hall, level, person, settings};
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
                assert_eq!(scene["settings"], serde_json::to_value(&settings).unwrap());
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
        let refusal =
            hall.make(person(1), "A", settings.clone(), &[], false).await.unwrap_err().into_refusal();
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
        let refusal = hall.make(person(1), name, modern(), &[], false).await.unwrap_err().into_refusal();
        assert_eq!(refusal.code, Code::BadMessage);
    }
    let no_such = [(seat("d5"), Sitter::Me)];
    let refusal = hall.make(person(1), "A", modern(), &no_such, false).await.unwrap_err().into_refusal();
    assert_eq!(refusal.code, Code::BadMessage);
    let twice = [(seat("d1"), Sitter::Me), (seat("d1"), Sitter::Me)];
    assert!(hall.make(person(1), "A", modern(), &twice, false).await.is_err());
    let refusal = hall
        .make(person(1), "A", modern(), &all(3, Sitter::Open), true)
        .await
        .unwrap_err()
        .into_refusal();
    assert_eq!(refusal.code, Code::NotNow, "open seats: {refusal}");
    assert!(hall.make(person(1), "A", modern(), &all(3, Sitter::Bot(level(8))), true).await.is_ok());
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
