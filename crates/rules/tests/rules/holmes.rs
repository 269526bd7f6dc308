//! Section 6.4: the editions `holmes-original` and `holmes`.

#[path = "holmes/balloon.rs"]
mod balloon;
#[path = "holmes/crimes.rs"]
mod crimes;
#[path = "holmes/hideouts.rs"]
mod hideouts;
#[path = "holmes/tokens.rs"]
mod tokens;

use fogbound_rules::edition::Reserve;
use fogbound_rules::{
    Ability, Answer, Character, Edition, Hunter, Illegal, Moved, Outcome, PublicEvent, Purse, Quarter,
    Rules, Side, Ticket, Token, Turn,
};

use crate::table::{HOLMES_FEW, Plan, Table, YARD, board, game, station, yard};

/// A ring 1-2-3-4 with the hide-outs 2 and 4; 20 and 21 behind it; 30, 31, 40, 41 for the balloon.
const GROUND: &str = "
    taxi 1-2-3 3-20-21-5 30-31 40-41
    bus 3-4 2-4 20-200 31-200 40-200
    underground 4-1
    ferry 1-5
    hideout 2 4 40
    river 2 5
    park 2 3
    monument 4 40
    crimes 2 3 4 40
    tiles 1-2 30-40 31-41
    I 1 2
    II 3 4
    III 30 31 40 41
    IV *
";

fn ground() -> String {
    format!("{GROUND}\n{YARD}")
}

/// The variant without bobbies. He holds the crime tiles 2, 3 and 4.
fn case() -> Plan {
    game(HOLMES_FEW).on(&ground())
}

fn hunter(name: &str) -> Hunter {
    name.parse().expect("a hunter")
}

fn last_move(table: &Table) -> Moved {
    match table.last_event() {
        PublicEvent::Moved(moved) => moved,
        event => panic!("{event:?} is no move"),
    }
}

fn answer(table: &Table) -> Answer {
    match table.last_event() {
        PublicEvent::Asked { answer, .. } => answer,
        event => panic!("{event:?} is no answer"),
    }
}

/// In the middle of a game; where he was before does not matter.
fn later(plan: Plan, round: u8, filled: u8) -> Plan {
    plan.late(round, filled).edit(|setup| setup.secret.before = [Some(station(1)); 2])
}

mod original {
    use super::*;

    fn original() -> Plan {
        game("holmes-original").on(&ground())
    }

    #[test]
    fn r6_4_original_tickets_and_box() {
        let state = original().at(1, &yard(5)).state();
        assert_eq!(state.purses, [Purse::new(11, 8, 4); 5]);
        assert_eq!(state.stock, Purse::new(58 - 55, 44 - 40, 23 - 20));
        assert_eq!((state.black, state.double), (5, 2));
    }

    #[test]
    fn r6_4_original_knows_no_tokens_hideouts_or_crimes() {
        let mut table = original().bobbies(&[105, 107]).at(1, &yard(2));
        assert_eq!(table.state().case, None);
        assert!(!table.can("taxi 2 +black") && !table.can("taxi 2 crime"));
        table.play("taxi 2");
        assert!(!table.can("quarter"));
        table.pass();
        assert!(!table.can("balloon"));
    }

    #[test]
    fn r6_4_original_two_characters_have_their_own_tickets_and_two_bobbies() {
        for edition in ["holmes-original", "holmes"] {
            let table = game(edition).on(&ground()).bobbies(&[105, 107]).at(1, &yard(2));
            assert_eq!(table.state().purses.len(), 2, "no pool");
            assert_eq!(table.state().hunters.len(), 4);
            let offered = &Edition::builtin(edition).expect("an edition").options;
            assert!(offered.iter().all(|option| option.key.name() != "pooled"));
        }
    }

    #[test]
    fn r6_4_original_is_played_like_modern() {
        let mut table = original().late(22, 22).at(1, &yard(4));
        table.play("double taxi 2, taxi 3");
        assert_eq!(table.log(), ["double taxi ?", "taxi 3"]);
        table.pass();
        assert_eq!(table.outcome(), "escaped");
    }
}

mod set_up {
    use super::*;

    #[test]
    fn r6_4_1_holmes_and_watson_first() {
        let rules = case().rules(2);
        assert_eq!(rules.character(hunter("d1")), Some(Character::Holmes));
        assert_eq!(rules.character(hunter("d2")), Some(Character::Watson));
    }

    #[test]
    fn r6_4_1_each_player_picks_a_character() {
        let rules = case().option("characters=lestrade,irene").rules(2);
        assert_eq!(rules.character(hunter("d1")), Some(Character::Lestrade));
        assert_eq!(rules.player_of(Character::Irene), Some(hunter("d2")));
        assert_eq!(rules.player_of(Character::Holmes), None);
        let specs = &Edition::builtin("holmes").expect("an edition").options;
        let parse = |text| fogbound_rules::Options::parse(specs, "holmes", [text]);
        assert!(parse("characters=irene,irene").is_err(), "nobody twice");
        assert!(parse("characters=moriarty").is_err());
    }

    #[test]
    fn r6_4_1_small_teams_get_bobbies() {
        for (detectives, bobbies) in [(2, 2), (3, 1), (4, 0), (5, 0)] {
            assert_eq!(game("holmes").on(&ground()).rules(detectives).bobbies(), bobbies);
        }
    }

    #[test]
    fn r6_4_2_tickets_and_reserve() {
        let state = game("holmes").on(&ground()).at(1, &yard(4)).state();
        assert_eq!(state.purses, [Purse::new(10, 7, 4); 4]);
        assert_eq!(state.stock, Purse::new(58 - 40, 44 - 28, 23 - 16));
        assert_eq!((state.black, state.double), (1, 1));
        assert_eq!(state.case.expect("a case").reserve, Reserve { black: 5, double: 2 });
    }

    #[test]
    fn r6_4_2_spent_tickets_never_go_back_to_the_reserve() {
        let mut table = case().at(1, &yard(2));
        table.play("double black 2, taxi 3").pass();
        let state = table.state();
        assert_eq!((state.black, state.double), (0, 0));
        assert_eq!(state.case.expect("a case").reserve, Reserve { black: 5, double: 2 });
    }

    #[test]
    fn r6_4_3_tokens() {
        for (detectives, tokens) in [(2, 2), (3, 2), (4, 1), (5, 1)] {
            let table = case().at(1, &yard(detectives));
            assert!(table.state().hunters.iter().all(|hunter| hunter.tokens == tokens));
        }
    }

    #[test]
    fn r6_4_3_bobbies_have_no_tokens() {
        let table = game("holmes").on(&ground()).bobbies(&[105, 107]).at(1, &yard(2));
        let tokens: Vec<u8> = table.state().hunters.iter().map(|hunter| hunter.tokens).collect();
        assert_eq!(tokens, [2, 2, 0, 0]);
    }

    #[test]
    fn r6_4_4_he_secretly_starts_on_either_station_of_his_tile() {
        let sent = ["start 1", "start 2"].map(|start| {
            let mut table = case().deal(2, |_| 0);
            assert_eq!(table.actions(""), ["start 1", "start 2"]);
            assert!(!table.can("start 3") && !table.can("start 30"));
            table.play(start);
            assert_eq!(table.last_event(), PublicEvent::Started { at: None });
            assert_eq!(format!("start {}", table.fugitive()), start);
            table.sent_to_hunters()
        });
        assert_eq!(sent[0], sent[1]);
    }

    #[test]
    fn r6_4_4_the_other_tiles_are_the_balloon_pile() {
        let mut own = case().at(2, &yard(2));
        own.play("balloon");
        assert_eq!(own.draws(), ["tile 30", "tile 31"]);
        let mut other = case().at(40, &yard(2));
        other.play("balloon");
        assert_eq!(other.draws(), ["tile 1", "tile 31"]);
        assert!(matches!(other.refuses("tile 30"), Illegal::NoSuchDraw(_)), "his own");
    }

    #[test]
    fn r6_4_4_he_draws_three_crime_tiles() {
        for first in 0..4 {
            let table = case().deal(2, move |n| if n == 4 { first } else { 0 });
            let crimes: Vec<_> = table.game.position().secret().crimes().collect();
            assert_eq!(crimes.len(), 3);
            assert!(crimes.iter().all(|(at, played)| [2, 3, 4, 40].contains(&at.number()) && !played));
            assert!(crimes.iter().enumerate().all(|(n, tile)| !crimes[..n].contains(tile)));
        }
    }
}

mod end {
    use super::*;

    #[test]
    fn r6_4_5_sixteen_slots_and_reveals_3_8_13() {
        let rules = case().rules(2);
        let reveals: Vec<u8> = (1..=16).filter(|&slot| rules.is_reveal(slot)).collect();
        assert_eq!((rules.slots(), rules.rounds(), reveals), (16, None, vec![3, 8, 13]));
    }

    #[test]
    fn r6_4_5_he_wins_as_soon_as_his_16th_move_is_done() {
        let mut table = case().at(1, &yard(2));
        table.rounds(15, &["taxi 2", "taxi 1"]);
        assert_eq!(table.outcome(), "not over");
        table.play("taxi 1");
        assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 16));
    }

    #[test]
    fn r6_4_5_the_second_move_of_a_double_may_be_the_16th() {
        let mut table = later(case(), 15, 14).at(1, &yard(2));
        table.play("double taxi 2");
        assert_eq!(table.outcome(), "not over");
        table.play("taxi 3");
        assert_eq!(table.outcome(), "escaped");
    }

    #[test]
    fn r6_4_5_stranded_detectives_sit_out_and_that_alone_ends_nothing() {
        let mut table = case().purses(Purse::new(1, 0, 0)).at(1, &yard(2));
        table.play("taxi 2").pass();
        for (round, to) in (2..16).zip(["taxi 1", "taxi 2"].into_iter().cycle()) {
            assert_eq!((table.outcome(), table.state().round), ("not over".into(), round));
            table.play(to);
            assert!(table.actions("d").is_empty(), "nobody holds a ticket");
            table.pass();
        }
        table.play("taxi 1");
        assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 16));
    }

    #[test]
    fn r6_4_5_he_wins_at_once_with_his_third_crime() {
        let mut table = case().at(1, &yard(2));
        table.play("taxi 2 crime").pass().play("taxi 3 crime").pass();
        assert_eq!(table.outcome(), "not over");
        table.play("bus 4 crime");
        assert_eq!(table.outcome(), "crimes done");
        assert_eq!(table.game.outcome().map(Outcome::winner), Some(Side::Fugitive));
    }

    #[test]
    fn r6_4_5_the_third_crime_may_be_the_first_move_of_a_double() {
        let played = |setup: &mut fogbound_rules::Setup| {
            setup.secret.crimes[0].1 = true;
            setup.secret.crimes[1].1 = true;
            setup.state.case.as_mut().expect("a case").crimes = 2;
        };
        let mut table = case().edit(played).at(3, &yard(2));
        table.play("double bus 4 crime");
        assert_eq!(table.outcome(), "crimes done");
    }
}

#[test]
fn r6_4_4_a_board_must_offer_tiles_scenes_and_quarters() {
    let edition = Edition::builtin("holmes").expect("an edition");
    let bare = board("taxi 1-2-10-11-12-13");
    let errors =
        Rules::new(edition, bare, fogbound_rules::Options::default(), 2).expect_err("a bare board");
    assert_eq!(errors.reasons().len(), 3, "{errors}");
}
