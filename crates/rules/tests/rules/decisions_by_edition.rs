//! Section 9 from 9.22 on: doubts about one edition each. 9.20 and 9.21 are with `compact`.

use fogbound_rules::{Illegal, Setup, SetupError, Turn};

use crate::table::{BEGINNER_FEW, HOLMES_FEW, Plan, YARD, game, station, yard};

/// Hide-outs 2 and 40, tiles 1-2 and 30-40.
fn case() -> Plan {
    let lines = "taxi 1-2-3 30-31 40-41\nbus 3-200 31-200 41-200\nhideout 2 40\nriver 1 2 3 40";
    let marks = "crimes 1 2 3 40\ntiles 1-2 30-40\nI 1\nII 2\nIII 3\nIV *";
    game(HOLMES_FEW).on(&format!("{lines}\n{marks}\n{YARD}"))
}

#[test]
fn r9_22_beginners_move_exactly_one_stop() {
    let table = game(BEGINNER_FEW).on("taxi 1-2-3-4-10-11").double(0).at(1, &[11]);
    assert_eq!(table.actions(""), ["2", "black 2"], "neither two stops nor none");
    let mut hunter = game(BEGINNER_FEW).on("taxi 1-2-3-4-10-11").at(1, &[11]);
    hunter.play("2");
    assert_eq!(hunter.actions(""), ["d1 10"]);
}

#[test]
fn r9_23_the_black_ticket_is_not_wasted_on_a_hidden_slot() {
    let mut table = game(BEGINNER_FEW).on("taxi 1-2-3-4-10-11").late(3, 2).at(1, &[11]);
    assert!(matches!(table.refuses("black 2"), Illegal::NotNow(_)));
    table.play("2");
    assert_eq!(table.log(), ["?"], "hidden all the same");
    assert_eq!(table.state().black, 1);
    table.pass();
    assert!(table.can("black 3"), "it is good for the next move");
}

#[test]
fn r9_24_a_token_at_any_moment_of_the_hunters_turn() {
    for moves in [["quarter", "d1 taxi 102", "d2 taxi 104"], ["d1 taxi 102", "quarter", "d2 taxi 104"]] {
        let mut table = case().at(1, &yard(2));
        table.play("taxi 2").play(&moves.join(", "));
        assert_eq!(table.turn(), Turn::Fugitive);
    }
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.turn(), Turn::Hunters, "it waits for a token, or for the word that there is none");
    table.play("quarter");
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r9_25_a_hide_out_on_which_the_balloon_lands_is_a_stop() {
    // A reveal slot: he is shown there, and takes a ticket all the same.
    let mut table = case().late(3, 2).at(2, &yard(2));
    table.play("balloon, tile 30, land 40 +black");
    assert_eq!((table.state().shown, table.state().black), (Some(station(40)), 1), "not his yet");
    table.pass();
    assert_eq!(table.state().black, 2, "after the hunters' turn it is");
}

#[test]
fn r9_26_a_balloon_between_a_hunter_and_a_roadblock_is_lost() {
    let blocked = |setup: &mut Setup| {
        setup.state.case.as_mut().expect("a case").roadblocks = vec![station(40)];
    };
    let mut table = case().edit(blocked).at(2, &[30, 101]);
    table.play("balloon, tile 30");
    assert_eq!(table.outcome(), "grounded");
}

#[test]
fn r9_27_tickets_taken_at_the_end_of_his_turn_leave_the_game() {
    let board = format!("taxi 1-2-3\nbus 3-200\n{YARD}");
    let mut table = game("classic").on(&board).option("voluntary_reveal=true").at(1, &yard(3));
    let before = table.state();
    table.play("taxi 2 show, take d1 taxi, take d2 bus, take d3 underground");
    let after = table.state();
    assert_eq!((after.black, after.double, after.stock), (before.black, before.double, before.stock));
    assert_eq!(table.turn(), Turn::Hunters);
}

#[test]
fn r9_28_the_order_of_the_seats_stands_whoever_holds_what() {
    let board = format!("taxi 1-2-3\nbus 3-200\n{YARD}");
    let mut table = game("classic").on(&board).at(1, &yard(4));
    table.play("taxi 2");
    for (hunter, to) in [("d1", 102), ("d2", 104), ("d3", 106), ("d4", 108)] {
        assert!(table.actions("").iter().all(|action| action.starts_with(hunter)));
        table.play(&format!("{hunter} taxi {to}"));
    }
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r9_29_pieces_are_placed_on_free_stations() {
    let rules = game("modern").rules(2);
    let stations = [13, 26, 29, 26].map(station);
    let setup = Setup::at(&rules, station(45), &stations);
    let refused = fogbound_rules::Position::new(&rules, &setup).expect_err("two on one station");
    assert_eq!(refused.reasons(), [SetupError::SharedStation(station(26))]);
}
