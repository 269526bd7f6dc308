//! Section 5: the hunters' move and the end.

use fogbound_rules::{Hunter, Illegal, PublicEvent, Purse, Side, Ticket, Turn};

use crate::table::{CLASSIC_FEW, MODERN_FEW, YARD, game, station, yard};

/// The fugitive's 1-2-3; the detectives' 10-11-12; a bus between them.
const TWO_STREETS: &str = "taxi 1-2-3\ntaxi 10-11-12\nbus 3-10\nbus 11-12";

fn hunter(name: &str) -> Hunter {
    name.parse().expect("a hunter")
}

#[test]
fn r5_1_every_hunter_that_can_move_must() {
    let mut table =
        game("modern").on(&format!("taxi 1-2-3-200\n{YARD}")).bobbies(&[105, 107]).at(1, &[101, 103]);
    table.play("taxi 2");
    for (index, step) in ["b2 108", "d1 taxi 102", "b1 106", "d2 taxi 104"].iter().enumerate() {
        assert_eq!(table.turn(), Turn::Hunters, "{index} have moved");
        assert!(matches!(table.refuses("end"), Illegal::NotNow(_)));
        table.play(step);
    }
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r5_1_once_a_round() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(1, &[11, 10]);
    table.play("taxi 2, d1 taxi 12");
    assert_eq!(table.refuses("d1 taxi 11"), Illegal::MovedAlready(hunter("d1")));
    table.play("d2 taxi 11, taxi 1, d2 taxi 10, d1 taxi 11");
    assert_eq!(table.station("d1"), 11, "and once more in the next round");
}

#[test]
fn r5_1_moves_count_in_order_of_arrival() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(1, &[10, 12]);
    table.play("taxi 2, d2 taxi 11");
    assert_eq!(table.refuses("d1 taxi 11"), Illegal::Occupied(station(11)), "d2 was there first");
    assert_eq!(table.refuses("d3 taxi 11"), Illegal::NoSuchHunter(hunter("d3")));
}

#[test]
fn r5_2_a_detective_pays_the_lines_ticket() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(1, &[10, 12]);
    table.play("taxi 2, d1 bus 3, d2 bus 11");
    assert_eq!([table.purse("d1"), table.purse("d2")], [Purse::new(11, 7, 4); 2]);
    table.play("taxi 1, d1 taxi 2, d2 taxi 12");
    assert_eq!([table.purse("d1"), table.purse("d2")], [Purse::new(10, 7, 4); 2]);
}

#[test]
fn r5_2_no_ticket_of_that_kind_no_move_on_that_line() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).purses(Purse::new(1, 0, 4)).at(1, &[11]);
    table.play("taxi 2");
    assert_eq!(table.refuses("d1 bus 12"), Illegal::NoTicket(Ticket::Bus));
    assert_eq!(table.actions(""), ["d1 taxi 10", "d1 taxi 12"]);
    assert_eq!(table.refuses("d1 12"), Illegal::TicketNeeded);
}

#[test]
fn r5_2_a_detective_never_uses_black_or_double_tickets() {
    let mut table = game(MODERN_FEW).on(&format!("{TWO_STREETS}\nferry 11-20\ntaxi 20-12")).at(1, &[11]);
    table.play("taxi 2");
    assert_eq!(table.refuses("d1 black 20"), Illegal::NoTicket(Ticket::Black));
    assert_eq!(table.refuses("d1 black 12"), Illegal::NoTicket(Ticket::Black));
    assert!("d1 double taxi 12".parse::<fogbound_rules::Action>().is_err());
}

#[test]
fn r5_3_a_bobby_rides_everything_but_the_ferry_and_pays_nothing() {
    let board = format!(
        "taxi 10-11 1-2-3-200\nbus 10-12 10-11\nunderground 10-13\nferry 10-14\ntaxi 12-14\ntaxi 10-200\n{YARD}"
    );
    let mut table = game("modern").on(&board).bobbies(&[10, 105]).at(1, &[101, 103]);
    table.play("taxi 2");
    assert_eq!(table.actions("b1"), ["b1 11", "b1 12", "b1 13", "b1 200"], "each station once");
    assert_eq!(table.refuses("b1 taxi 11"), Illegal::NoTicketNeeded);
    let before = (table.state().purses, table.state().stock);
    table.play("b1 12");
    assert_eq!((table.state().purses, table.state().stock), before);
    let free =
        PublicEvent::Hunted { hunter: hunter("b1"), ticket: None, to: station(12), captured: false };
    assert_eq!(table.last_event(), free);
}

#[test]
fn r5_3_a_bobby_moves_when_the_detectives_tickets_are_gone() {
    let plan = game("modern").on("taxi 1-2-3-13-12-11-10\nunderground 20-21 20-10 22-23 22-11");
    let mut table = plan.purses(Purse::new(0, 0, 1)).bobbies(&[10, 12]).at(1, &[20, 22]);
    table.play("taxi 2, b2 13, d1 underground 21, b1 11, d2 underground 23");
    assert_eq!(table.station("b1"), 11);
}

#[test]
fn r5_4_a_hunter_that_only_teammates_block_sits_out() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-3-4-13 13-11-10\nbus 11-12").at(1, &[10, 11]);
    table.play("taxi 2");
    assert!(table.actions("d1").is_empty());
    table.play("d2 taxi 13");
    assert_eq!(table.actions(""), ["d1 taxi 11"], "room has been made");

    let mut blocked = game(CLASSIC_FEW).on("taxi 1-2-3-4-13 13-11-10\nbus 11-12").at(1, &[10, 11]);
    blocked.play("taxi 2");
    assert_eq!(blocked.refuses("d1 taxi 11"), Illegal::MovedAlready(hunter("d1")));
    blocked.play("d2 taxi 13");
    assert_eq!((blocked.turn(), blocked.station("d1")), (Turn::Fugitive, 10));
    assert_eq!(blocked.purse("d1"), Purse::new(10, 8, 4), "sitting out costs nothing");
}

#[test]
fn r5_4_a_hunter_without_a_ticket_sits_out_while_others_move() {
    let plan = game(MODERN_FEW).on(TWO_STREETS);
    let mut table = plan.edit(|setup| setup.state.purses[0] = Purse::new(0, 0, 4)).at(1, &[12, 10]);
    table.play("taxi 2");
    assert!(table.actions("d1").is_empty());
    table.play("d2 taxi 11");
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r5_4_a_turn_in_which_nobody_can_move_is_passed_over() {
    let mut table =
        game(MODERN_FEW).on("taxi 1-2-3 10-11\nbus 3-10").purses(Purse::new(5, 0, 0)).at(1, &[10, 11]);
    table.play("taxi 2");
    assert_eq!(
        (table.turn(), table.state().round, table.outcome()),
        (Turn::Fugitive, 2, "not over".into())
    );
}

#[test]
fn r5_5_a_capture_ends_the_game_at_once() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(2, &[10, 12]);
    table.play("taxi 3, d1 bus 3");
    assert_eq!(table.outcome(), "captured by d1 at 3");
    assert_eq!(table.game.outcome().map(|outcome| outcome.winner()), Some(Side::Hunters));
    assert_eq!(table.refuses("d2 taxi 11"), Illegal::Over, "d2 has not moved");
    assert_eq!(table.refuses("taxi 2"), Illegal::Over);
    assert_eq!(table.purse("d1"), Purse::new(11, 7, 4), "the last move is paid for");
}

#[test]
fn r5_5_the_captured_fugitive_is_shown() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(2, &[10]);
    table.play("black 3");
    assert_eq!(table.log(), ["black ?"]);
    table.play("d1 bus 3");
    assert_eq!(table.log(), ["black 3"]);
    let hunted = PublicEvent::Hunted {
        hunter: hunter("d1"),
        ticket: Some(Ticket::Bus),
        to: station(3),
        captured: true,
    };
    assert_eq!(table.last_event(), hunted);
}

#[test]
fn r5_5_a_bobby_captures_too() {
    let plan = game("modern").on(&format!("taxi 1-2-3-10 3-200\n{YARD}")).bobbies(&[10, 105]);
    let mut table = plan.at(2, &[101, 103]);
    table.play("taxi 3, b1 3");
    assert_eq!(table.outcome(), "captured by b1 at 3");
}

#[test]
fn r5_5_passing_by_on_the_way_is_no_capture() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-3-10\nbus 1-10\ntaxi 2-4").at(1, &[10]);
    table.play("taxi 2, d1 bus 1");
    assert_eq!(table.outcome(), "not over");
}

#[test]
fn r5_6_captured_by_the_last_hunter_in_the_last_round() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).late(22, 22).at(2, &[12, 10]);
    table.play("taxi 3, d1 taxi 11");
    assert_eq!(table.outcome(), "not over");
    table.play("d2 bus 3");
    assert_eq!(table.outcome(), "captured by d2 at 3");
}

#[test]
fn r5_6_captured_with_the_last_ticket_of_all() {
    let plan = game(MODERN_FEW).on(TWO_STREETS).purses(Purse::new(0, 1, 0));
    let mut table = plan.at(2, &[10]);
    table.play("taxi 3, d1 bus 3");
    assert_eq!(table.outcome(), "captured by d1 at 3", "not stranded");
}

#[test]
fn r5_6_surrounded_when_the_last_round_ends_has_won() {
    let plan = |round| game(MODERN_FEW).on("taxi 1-2-10-11\ntaxi 11-12").late(round, round).at(2, &[10]);
    let mut last = plan(22);
    last.play("taxi 1, d1 taxi 2");
    assert_eq!(last.outcome(), "escaped");
    assert_eq!(last.game.outcome().map(|outcome| outcome.winner()), Some(Side::Fugitive));
    let mut earlier = plan(21);
    earlier.play("taxi 1, d1 taxi 2");
    assert_eq!(earlier.outcome(), "cornered at 1");
}

#[test]
fn r5_6_surrounded_by_stranded_detectives_has_won() {
    let plan = game(MODERN_FEW).on("taxi 1-2-10-11\nbus 11-12").purses(Purse::new(1, 3, 0));
    let mut table = plan.at(2, &[10]);
    table.play("taxi 1, d1 taxi 2");
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r5_7_either_side_may_concede_at_any_time() {
    for (side, winner) in [("fugitive", Side::Hunters), ("hunters", Side::Fugitive)] {
        for moves in ["", "taxi 2", "taxi 2, d1 taxi 102"] {
            let mut table = game(MODERN_FEW).on(&format!("taxi 1-2-3-200\n{YARD}")).at(1, &yard(2));
            if !moves.is_empty() {
                table.play(moves);
            }
            table.play(&format!("concede {side}"));
            assert_eq!(table.outcome(), format!("conceded by {side}"));
            assert_eq!(table.game.outcome().map(|outcome| outcome.winner()), Some(winner));
        }
    }
}

#[test]
fn r5_7_a_finished_game_cannot_be_conceded() {
    let mut table = game(MODERN_FEW).on(TWO_STREETS).at(2, &[10]);
    table.play("taxi 3, d1 bus 3");
    assert_eq!(table.refuses("concede fugitive"), Illegal::Over);
    assert_eq!(table.refuses("concede hunters"), Illegal::Over);
}
