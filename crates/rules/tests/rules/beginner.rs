//! Section 6.3: the edition `beginner`.

use fogbound_rules::{Edition, Illegal, PublicEvent, Rules, Ticket, Turn};

use crate::table::{BEGINNER_FEW, Plan, Table, game, station};

/// A ring 1-2-3-4 of taxi and bus for the fugitive, and 10-11-12 far enough away; an underground
/// and a ferry that are closed.
const RING: &str = "
    taxi 1-2 3-4
    bus 2-3 4-1 2-4
    underground 1-9
    ferry 1-8
    taxi 8-9-20-21-10-11-12-10
    bus 4-8
";

fn ring() -> Plan {
    game(BEGINNER_FEW).on(RING)
}

fn placed() -> Table {
    game("beginner").deal(3, |_| 0)
}

fn openings(table: &Table) -> Vec<(u8, u8)> {
    let events = table.game.events().iter().map(fogbound_rules::Event::for_hunters);
    let opened = events.filter_map(|event| match event {
        PublicEvent::Opened { slot, at } => Some((*slot, at.number())),
        _ => None,
    });
    opened.collect()
}

#[test]
fn r6_3_0_three_or_four_detectives_and_no_bobbies() {
    for (detectives, fits) in [(2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(Rules::builtin("beginner", &[], detectives).is_ok(), fits, "{detectives}");
    }
    assert_eq!(Rules::builtin("beginner", &[], 3).expect("beginner").bobbies(), 0);
    assert_eq!(Edition::builtin("beginner").expect("an edition").players, (4, 5));
}

#[test]
fn r6_3_1_everybody_rides_free() {
    let mut table = ring().at(1, &[10]);
    assert!(table.state().purses.is_empty());
    assert_eq!(table.refuses("taxi 2"), Illegal::NoTicketNeeded);
    table.play("2");
    assert_eq!(table.refuses("d1 taxi 11"), Illegal::NoTicketNeeded);
    assert_eq!(table.actions(""), ["d1 11", "d1 12", "d1 21"]);
}

#[test]
fn r6_3_1_underground_and_ferry_are_closed() {
    let table = ring().double(0).at(1, &[10]);
    assert_eq!(table.actions(""), ["2", "black 2", "4", "black 4"], "to black tickets too");
    assert!(!table.can("9") && !table.can("black 9") && !table.can("8") && !table.can("black 8"));
    let mut hunter = ring().at(3, &[1]);
    hunter.play("2");
    assert!(!hunter.can("d1 9") && !hunter.can("d1 8"));
    assert_eq!(hunter.actions(""), ["d1 2", "d1 4"]);
}

#[test]
fn r6_3_2_the_fugitive_starts_at_82_in_plain_sight() {
    let table = placed();
    assert_eq!((table.fugitive(), table.state().shown), (82, Some(station(82))));
    assert!(table.hunters_read(82));
}

#[test]
fn r6_3_2_the_detectives_choose_in_seat_order() {
    let mut table = placed();
    assert_eq!(table.turn(), Turn::Hunters);
    assert_eq!(table.actions(""), ["d1 at 41", "d1 at 46", "d1 at 124"]);
    assert!(!table.can("d2 at 41") && !table.can("d1 at 142"));
    table.play("d1 at 46");
    assert_eq!(table.actions(""), ["d2 at 41", "d2 at 124"], "one each");
    table.play("d2 at 124, d3 at 41");
    assert_eq!(table.turn(), Turn::Fugitive);
    assert_eq!([table.station("d1"), table.station("d2"), table.station("d3")], [46, 124, 41]);
}

#[test]
fn r6_3_2_142_with_a_fourth() {
    let mut table = game("beginner").deal(4, |_| 0);
    assert_eq!(table.actions(""), ["d1 at 41", "d1 at 46", "d1 at 124", "d1 at 142"]);
    table.play("d1 at 142, d2 at 41, d3 at 46, d4 at 124");
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r6_3_3_thirteen_rounds_and_moves_without_the_double() {
    let mut table = ring().at(1, &[10]);
    table.rounds(12, &["2", "1"]);
    assert_eq!((table.outcome(), table.state().round), ("not over".into(), 13));
    table.play("2").pass();
    assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 13));
}

#[test]
fn r6_3_3_fourteen_moves_with_the_double_whenever_it_was_played() {
    for double_in in 1..=13 {
        let mut table = ring().at(1, &[10]);
        while table.outcome() == "not over" {
            let there = if table.fugitive() == 1 { 2 } else { 1 };
            let back = 3 - there;
            if table.state().round == double_in {
                table.play(&format!("double {there}, {back}")).pass();
            } else {
                table.play(&there.to_string()).pass();
            }
        }
        let state = table.state();
        assert_eq!((state.filled, state.round), (14, 13), "double in round {double_in}");
        assert_eq!(table.outcome(), "escaped");
    }
}

#[test]
fn r6_3_3_the_piece_stands_on_the_board_after_each_move() {
    let mut table = ring().at(1, &[10]);
    table.play("2");
    assert_eq!((table.state().shown, table.log()), (Some(station(2)), vec!["2".to_string()]));
    table.pass().play("3");
    assert_eq!((table.state().shown, table.log()), (Some(station(3)), vec!["2".into(), "3".into()]));
}

#[test]
fn r6_3_4_slots_3_8_and_13_are_hidden() {
    let rules = Rules::builtin("beginner", &[], 3).expect("beginner");
    let hidden: Vec<u8> = (1..=rules.slots()).filter(|&slot| rules.is_hidden(slot)).collect();
    assert_eq!((rules.slots(), &hidden), (14, &vec![3, 8, 13]));
    for slot in hidden {
        let mut table = ring().late(slot, slot - 1).at(1, &[10]);
        table.play("2");
        assert_eq!((table.state().shown, table.log()), (None, vec!["?".to_string()]), "slot {slot}");
    }
}

#[test]
fn r6_3_4_neither_station_nor_transport_is_shown() {
    // By taxi to 2, or by bus to 4.
    let sent = ["2", "4"].map(|to| {
        let mut table = ring().late(3, 2).at(1, &[10]);
        table.play(to).play("d1 11");
        let events = table.game.events();
        let hidden: Vec<_> = events.iter().map(fogbound_rules::Event::for_hunters).take(3).collect();
        serde_json::to_string(&hidden).expect("JSON")
    });
    assert_eq!(sent[0], sent[1]);
}

#[test]
fn r6_3_4_a_hidden_slot_is_opened_at_the_start_of_his_next_turn() {
    let plan = r#"
        based_on = "beginner"
        [pieces]
        detectives = [2]
        bobbies = [0]
        order = "any"
        closed = ["underground", "ferry"]
        [start]
        kind = "cards"
    "#;
    let mut table = game(plan).on(RING).late(3, 2).at(1, &[10, 20]);
    table.play("2, d1 11");
    assert_eq!((table.log(), openings(&table)), (vec!["?".to_string()], vec![]));
    table.play("d2 21");
    assert_eq!((table.log(), openings(&table)), (vec!["2".to_string()], vec![(3, 2)]));
    assert_eq!((table.turn(), table.state().shown), (Turn::Fugitive, Some(station(2))));
}

#[test]
fn r6_3_4_a_detective_who_enters_the_hidden_station_captures_him() {
    let mut table = ring().late(3, 2).at(1, &[3]);
    table.play("2, d1 2");
    assert_eq!(table.outcome(), "captured by d1 at 2");
}

#[test]
fn r6_3_4_a_set_up_in_which_a_slot_is_covered_goes_on() {
    let hidden = |setup: &mut fogbound_rules::Setup| {
        setup.state.phase = fogbound_rules::Phase::Hunters;
        (setup.state.shown, setup.state.covered) = (None, vec![3]);
    };
    let mut table = ring().late(3, 3).edit(hidden).at(2, &[10]);
    table.play("d1 11");
    assert_eq!(openings(&table), [(3, 2)]);
    assert_eq!(table.game.hunters_view().public().shown(), Some(station(2)));
    table.play("3");
    assert_eq!(table.log(), ["3"]);
}

#[test]
fn r6_3_5_the_black_ticket_hides_one_more_move() {
    let mut table = ring().at(1, &[10]);
    table.play("black 2");
    assert_eq!((table.log(), table.state().shown), (vec!["black ?".to_string()], None));
    table.pass();
    assert_eq!((table.log(), table.state().shown), (vec!["black 2".into()], Some(station(2))));
    assert_eq!(table.refuses("black 3"), Illegal::NoTicket(Ticket::Black), "there is one");
}

#[test]
fn r6_3_5_it_is_refused_on_a_slot_that_is_hidden_anyway() {
    for slot in [3, 8, 13] {
        let table = ring().late(slot, slot - 1).at(1, &[10]);
        assert!(matches!(table.refuses("black 2"), Illegal::NotNow(_)), "slot {slot}");
        assert!(table.can("2"));
    }
}

#[test]
fn r6_3_6_the_piece_ends_on_the_second_move_of_a_double() {
    let mut table = ring().at(1, &[10]);
    table.play("double 2, 3");
    assert_eq!(
        (table.log(), table.state().shown),
        (vec!["double 2".into(), "3".into()], Some(station(3)))
    );
    table.pass();
    assert_eq!(table.refuses("double 2"), Illegal::NoDouble, "there is one");
}

#[test]
fn r6_3_6_hidden_slots_stay_hidden_in_a_double() {
    for slot in [2, 7, 12] {
        let mut table = ring().late(slot, slot - 1).at(1, &[10]);
        table.play("double 2");
        assert_eq!(table.state().shown, Some(station(2)));
        assert!(!table.can("black 3"), "6.3.5 holds for the second move too");
        table.play("3");
        assert_eq!((table.log(), table.state().shown), (vec!["double 2".into(), "?".into()], None));
        table.pass();
        assert_eq!(openings(&table), [(slot + 1, 3)]);
    }
}

#[test]
fn r6_3_6_black_hides_either_move_of_a_double() {
    let mut second = ring().at(1, &[10]);
    second.play("double 2, black 3");
    assert_eq!(second.log(), ["double 2", "black ?"]);
    let mut first = ring().at(1, &[10]);
    first.play("double black 2");
    assert_eq!(first.actions(""), ["1", "3", "4"], "and not both");
    first.play("3");
    assert_eq!(first.log(), ["double black ?", "3"]);
}

#[test]
fn r6_3_6_first_hidden_second_open() {
    let mut table = ring().late(3, 2).at(1, &[10]);
    table.play("double 2, 3");
    assert_eq!(table.state().shown, Some(station(3)), "the piece stands on the second");
    assert_eq!((table.log(), table.state().covered), (vec!["double ?".into(), "3".into()], vec![3]));
    table.pass();
    assert_eq!((openings(&table), table.log()), (vec![(3, 2)], vec!["double 2".into(), "3".into()]));
    assert_eq!(table.state().shown, Some(station(3)));
}

#[test]
fn r6_3_6_both_moves_hidden() {
    let mut table = ring().late(2, 1).at(1, &[10]);
    table.play("double black 2, 3");
    assert_eq!((table.log(), table.state().shown), (vec!["double black ?".into(), "?".into()], None));
    table.pass();
    assert_eq!(openings(&table), [(2, 2), (3, 3)]);
    assert_eq!(table.log(), ["double black 2", "3"]);
}

#[test]
fn r6_3_6_in_round_13_the_double_gives_moves_13_and_14() {
    let mut table = ring().late(13, 12).at(1, &[10]);
    table.play("double 2");
    assert_eq!(table.state().shown, None, "13 is hidden");
    table.play("3");
    assert_eq!((table.state().shown, table.turn()), (Some(station(3)), Turn::Hunters), "14 is open");
    table.play("d1 11");
    assert_eq!(table.outcome(), "escaped", "after their one turn");
    let mut black = ring().late(13, 12).at(1, &[10]);
    black.play("double 2, black 3");
    assert_eq!(black.log(), ["double ?", "black ?"], "unless black hides it");
}

#[test]
fn r6_3_6_move_14_after_an_earlier_double_is_open() {
    let mut table = ring().late(13, 13).double(0).at(1, &[10]);
    table.play("2");
    assert_eq!(table.log(), ["2"]);
    table.pass();
    assert_eq!(table.outcome(), "escaped");
}

#[test]
fn r6_3_7_hunters_move_in_any_order() {
    let mut table = placed();
    table.play("d1 at 41, d2 at 46, d3 at 124").play("67");
    for start in ["d3", "d1", "d2"] {
        let step = table.actions(start).into_iter().find(|step| !step.ends_with(" 67")).expect("a move");
        table.play(&step);
    }
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r6_3_7_detectives_win_by_capture_or_when_he_cannot_move() {
    let mut captured = ring().at(1, &[3]);
    captured.play("2, d1 2");
    assert_eq!(captured.outcome(), "captured by d1 at 2");
    let mut cornered = game(BEGINNER_FEW).on("taxi 1-2-10-11").at(2, &[10]);
    cornered.play("1, d1 2");
    assert_eq!(cornered.outcome(), "cornered at 1");
}

#[test]
fn r6_3_7_he_wins_after_the_detectives_turn_of_round_13() {
    let mut table = ring().late(13, 12).at(1, &[10]);
    table.play("2");
    assert_eq!(table.outcome(), "not over");
    table.pass();
    assert_eq!(table.outcome(), "escaped");
}
