//! Records that say what cannot be, and views that are told so.

mod common;

use std::sync::Arc;

use fogbound_rules::edition::OptionKey;
use fogbound_rules::{
    Board, Edition, Game, Outcome, Record, RecordVersion, Replay, Rules, Setup, Side, Station,
};

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

/// A game that was just dealt.
fn dealt(rules: &Arc<Rules>) -> Game {
    Game::new(Arc::clone(rules), Setup::deal(rules, |_| 0)).expect("a deal")
}

#[test]
fn a_new_record_names_every_option_of_its_edition() {
    for rules in common::variants() {
        let name = common::name(&rules);
        let record = Record::whole(&dealt(&rules)).expect("a dealt game");
        assert_eq!(record.version(), RecordVersion::NEWEST, "{name}");
        let named = record.tag("Options").unwrap_or("");
        let keys: Vec<_> = named.split("; ").filter_map(|text| Some(text.split_once('=')?.0)).collect();
        for option in &rules.edition().options {
            assert!(keys.contains(&option.key.name()), "{name}: {named}");
        }
        assert_eq!(keys.len(), rules.edition().options.len(), "{name}: {named}");
        let text = Record::parse(&record.to_string()).expect("it can be read");
        let json = Record::parse_json(&record.to_json().to_string()).expect("the JSON form").remove(0);
        for read in [text, json] {
            assert_eq!((&read, read.version()), (&record, RecordVersion::NEWEST), "{name}");
            let again = read.builtin_rules().expect("its rules");
            assert_eq!((again.options(), again.record_version()), (rules.options(), read.version()));
        }
    }
}

#[test]
fn proofs_are_those_of_the_version_that_has_them() {
    let record = Record::whole(&dealt(&common::rules("modern", &[], 3))).expect("a dealt game");
    let text = record.to_string();
    let seal = format!("proof {}", fogbound_rules::Proof::of(&record, [7; 16]));
    let hash = "0".repeat(64);
    let chain = format!("chain abc 1 {hash} ?\nhead {hash}");
    let read = |version: u32, proofs: &str| {
        Record::parse(&format!("{}{proofs}\n", text.replace("\"4\"", &format!("\"{version}\""))))
    };
    assert_eq!(read(3, &seal).expect("a sealed record").version(), RecordVersion::AllOptions);
    assert_eq!(read(4, &chain).expect("a chain").version(), RecordVersion::Chain);
    for (version, proofs) in [(4, &seal), (3, &chain)] {
        let refused = read(version, proofs).expect_err("not of its time").to_string();
        assert!(refused.contains("not those of this version"), "{refused}");
    }
}

#[test]
fn a_record_outlives_a_changed_default() {
    let edition = |stranded: bool| {
        let text = format!(
            "format = 1\nid = \"own\"\ntitle = \"Own\"\nbased_on = \"modern\"\n[[options]]\n\
             key = \"stranded_win\"\ndefault = {stranded}\nrule = \"9.4\"\ntext = \"\"\n"
        );
        Arc::new(Edition::parse(&text).expect("an edition"))
    };
    let board = Board::builtin("london").expect("a board");
    let rules = Rules::new(edition(true), board.clone(), Default::default(), 4).expect("rules");
    assert!(rules.options().is_empty());
    let record = Record::whole(&dealt(&Arc::new(rules))).expect("a dealt game");
    let read = Record::parse(&record.to_string()).expect("it can be read");
    let later = read.rules(edition(false), board).expect("rules");
    assert_eq!(later.options().to_string(), "stranded_win=true", "as it was agreed");
    assert_eq!(Record::whole(&dealt(&Arc::new(later))).expect("a dealt game"), record);
}

#[test]
fn what_an_old_record_leaves_unsaid_is_what_was_the_custom_then() {
    let deal = "deal d1 13; d2 26; b1 29; b2 34; tile 45; crimes 10 21 82\n0. start 6";
    let tags = "[Edition \"holmes\"]\n[Board \"victorian\"]\n[Detectives \"2\"]\n";
    let read = |head: &str| Record::parse(&format!("{head}\n{tags}\n{deal}\n")).expect("a record");
    let stranded = |record: &Record| {
        let rules = record.builtin_rules().expect("its rules");
        rules.all_options().get(OptionKey::StrandedWin).expect("an option").to_string()
    };
    for version in ["1", "2"] {
        let record = read(&format!("[Fogbound \"{version}\"]"));
        assert_eq!(stranded(&record), "true");
        let rules = record.builtin_rules().expect("its rules");
        let Ok(Replay::Whole(game)) = record.replay(&rules) else { panic!("a whole record") };
        let again = Record::whole(&game).expect("a dealt game");
        assert_eq!((again.tag("Fogbound"), again.tag("Options")), (Some("1"), None));
    }
    assert_eq!(stranded(&read("[Fogbound \"1\"]\n[Options \"stranded_win=false\"]")), "false");
    assert_eq!(stranded(&read("[Fogbound \"3\"]")), "false");
    assert_eq!(stranded(&read("[Fogbound \"3\"]\n[Options \"stranded_win=true\"]")), "true");
}

#[test]
fn a_record_that_names_no_such_rules_says_why() {
    let fault = |tags: &str| {
        let record = Record::parse(&format!("[Fogbound \"3\"]\n{tags}\n")).expect("a record");
        record.builtin_rules().map(|_| ()).expect_err(tags).to_string()
    };
    let modern = "[Edition \"modern\"]\n[Board \"london\"]\n";
    assert_eq!(fault(""), "record: the tag Edition is missing");
    assert_eq!(fault("[Edition \"chess\"]"), "record: there is no edition 'chess' here");
    assert_eq!(fault("[Edition \"modern\"]"), "record: the tag Board is missing");
    assert_eq!(fault("[Edition \"modern\"]\n[Board \"mars\"]"), "record: there is no board 'mars' here");
    assert_eq!(fault(modern), "record: the tag Detectives is missing");
    assert_eq!(
        fault(&format!("{modern}[Detectives \"many\"]")),
        "record: the tag Detectives is no number: 'many'"
    );
    assert!(fault(&format!("{modern}[Detectives \"9\"]")).contains("not 9"));
    let option = fault(&format!("{modern}[Detectives \"4\"]\n[Options \"weather=fog\"]"));
    assert!(option.contains("no option 'weather'"), "{option}");
}

#[test]
fn a_version_that_is_not_known_is_refused() {
    let fault = |version: &str| {
        Record::parse(&format!("[Fogbound \"{version}\"]\n")).expect_err(version).to_string()
    };
    assert_eq!(fault("7"), "line 1: version 7 of the format is newer than this program; update it");
    assert!(fault("0").contains("this program reads 1 to 6"));
}

#[test]
fn r9_20_is_written_as_what_it_is() {
    let rules = common::rules("compact", &[], 3);
    let mut rng = fogbound_rules::Rng::new(1);
    let ended = (0..200).find_map(|_| {
        let game = common::random_game(&rules, &mut rng, |_, _| {});
        (game.outcome() == Some(Outcome::Immobile)).then_some(game)
    });
    let record = Record::of(&ended.expect("a game that ends so")).expect("a dealt game");
    let result = record.tag("Result").expect("a result");
    assert!(result.ends_with(" points: no detective can move any more"), "{result}");
    record.replay(&rules).expect("it holds");
}
