//! Records that say what cannot be, and views that are told so.

mod common;

use fogbound_rules::{Game, Record, Rules, Setup, Side, Station};

/// The first fault of a record of an edition with this deal and these rounds.
fn fault(edition: &str, detectives: usize, body: &str) -> String {
    let rules = common::rules(edition, &[], detectives);
    let text = format!("[Fogbound \"1\"]\n{body}\n");
    Record::parse(&text).and_then(|record| record.replay(&rules)).expect_err(body).to_string()
}

fn fine(edition: &str, detectives: usize, body: &str) {
    let rules = common::rules(edition, &[], detectives);
    Record::parse(&format!("[Fogbound \"1\"]\n{body}\n"))
        .and_then(|record| record.replay(&rules))
        .expect(body);
}

#[test]
fn r6_3_2_detectives_who_choose_are_not_dealt_a_start() {
    fine("beginner", 3, "deal x 82\n0. d1 at 41; d2 at 46; d3 at 124");
    assert!(
        fault("beginner", 3, "deal d1 13; x 82\n0. d2 at 41; d3 at 46").contains("choose their start")
    );
    assert!(fault("beginner", 3, "deal x 83").contains("not dealt 83"));
}

#[test]
fn r6_4_4_the_start_is_chosen_and_not_dealt() {
    let crimes = "crimes 10 21 82";
    let hunters = "d1 13; d2 26; b1 29; b2 34";
    fine("holmes", 2, &format!("deal {hunters}; tile 45; {crimes}\n0. start 6"));
    fine("holmes", 2, &format!("deal {hunters}; tile ?; crimes ?\n0. start ?"));
    assert!(
        fault("holmes", 2, &format!("deal {hunters}; x 35; tile 45; {crimes}\n0. start 6"))
            .contains("not dealt")
    );
    assert!(
        fault("holmes", 2, &format!("deal {hunters}; tile 45; {crimes}\n0. start 7")).contains("line 3")
    );
    assert!(
        fault("modern", 4, "deal d1 13; d2 26; d3 29; d4 34; x ?; crimes 1 2 3").contains("no crimes")
    );
}

#[test]
fn moves_in_plain_sight_follow_the_lines_of_public_records_too() {
    let start = "0. d1 at 1; d2 at 13; d3 at 27; ticket 3\n";
    let turn = "d1 taxi 16; d2 taxi 12; d3 taxi 28";
    fine("compact", 3, &format!("{start}1. 8; {turn}\n2. black ?"));
    assert!(
        fault("compact", 3, &format!("{start}1. 115; {turn}\n2. black ?"))
            .contains("no line leads from 3 to 115")
    );
    let wrong = format!("{}1. 8; {turn}\n2. black ?", start.replace("ticket 3", "ticket 4"));
    assert!(fault("compact", 3, &wrong).contains("start station"));
}

#[test]
fn announcements_must_be_true() {
    let body = "deal x 82\n0. d1 at 41; d2 at 46; d3 at 124\n1. black 140; d1 29; d2 58; d3 138\n";
    fine("beginner", 3, &format!("{body}2. open 1 = 140; 154"));
    assert!(fault("beginner", 3, &format!("{body}2. open 1 = 139; 154")).contains("not opened at 139"));
}

#[test]
fn a_value_of_a_tag_is_one_line() {
    let rules = common::rules("classic", &[], 3);
    let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).expect("a deal");
    let mut record = Record::of(&game).expect("a dealt game");
    record.set_tag("Event", "a \"quoted\" \\ name\nwith a break");
    let read = Record::parse(&record.to_string()).expect("it can be read");
    assert_eq!(read.tag("Event"), Some("a \"quoted\" \\ namewith a break"));
}

#[test]
fn a_side_may_decide_only_what_is_its_own() {
    let rules = common::rules("modern", &[], 4);
    let hunters = [13, 26, 29, 34].map(|n| Station::new(n).expect("a station"));
    let setup = Setup::at(&rules, Station::new(45).expect("a station"), &hunters);
    let mut game = Game::new(rules, setup).expect("a set-up");
    // The same words for every secret: a refusal must not tell where he is.
    for text in ["taxi 46", "taxi 99", "black 1", "balloon"] {
        let refused =
            game.act(Side::Hunters, text.parse().expect("a decision")).map(|_| ()).expect_err(text);
        assert_eq!(refused.to_string(), "this is not a decision of the hunters");
    }
    assert!(game.act(Side::Fugitive, "taxi 46".parse().expect("a decision")).is_ok());
    assert!(game.act(Side::Fugitive, "d1 taxi 14".parse().expect("a decision")).is_err());
    assert!(game.act(Side::Hunters, "d1 taxi 24".parse().expect("a decision")).is_ok());
}

#[test]
fn what_is_printed_for_a_log_holds_no_secret() {
    let rules: std::sync::Arc<Rules> = common::rules("modern", &[], 4);
    let hunters = [13, 26, 29, 34].map(|n| Station::new(n).expect("a station"));
    let setup = Setup::at(&rules, Station::new(172).expect("a station"), &hunters);
    let game = Game::new(rules, setup.clone()).expect("a set-up");
    let printed = format!(
        "{game:?} {setup:?} {:?} {:?} {:?} {:?}",
        game.events(),
        game.position(),
        game.fugitive_view(),
        game.events()[0].for_fugitive()
    );
    assert!(!printed.contains("172"), "{printed}");
}

#[test]
fn a_set_up_in_which_nobody_can_decide_is_refused() {
    let rules = common::rules("modern", &[], 4);
    let station = |n| Station::new(n).expect("a station");
    let mut setup = Setup::at(&rules, station(6), &[7, 29, 50, 34].map(station));
    setup.state.phase = fogbound_rules::Phase::Second;
    setup.state.leg = fogbound_rules::Leg::First;
    setup.state.filled = 1;
    let refused = fogbound_rules::Position::new(&rules, &setup).expect_err("boxed in");
    assert_eq!(refused.reasons(), [fogbound_rules::SetupError::Stuck]);
}

#[test]
fn a_game_set_up_in_its_middle_has_no_record() {
    let rules = common::rules("modern", &[], 4);
    let station = |n| Station::new(n).expect("a station");
    let setup = Setup::at(&rules, station(45), &[13, 26, 29, 34].map(station));
    assert!(Record::of(&Game::new(rules.clone(), setup.clone()).expect("a set-up")).is_ok());
    let mut late = setup;
    late.state.round = 5;
    let refused = Record::of(&Game::new(rules, late).expect("a set-up")).expect_err("not dealt");
    assert!(refused.to_string().contains("set up in its middle"));
}
