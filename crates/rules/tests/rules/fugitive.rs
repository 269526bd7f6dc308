//! Section 4: the fugitive's move.

use fogbound_rules::{Illegal, Moved, Phase, PublicEvent, Purse, Ticket, Turn};

use crate::table::{MODERN_FEW, Plan, Table, YARD, game, station, yard};

/// 1-2-3-4 by taxi, with a bus and a ferry between the ends, and detectives in their yard.
fn street() -> Plan {
    game(MODERN_FEW).on(&format!("taxi 1-2-3-4\nbus 1-4\nferry 1-4\nbus 4-200\n{YARD}"))
}

fn last_move(table: &Table) -> Moved {
    match table.last_event() {
        PublicEvent::Moved(moved) => moved,
        event => panic!("{event:?} is no move"),
    }
}

#[test]
fn r4_1_a_move_fills_the_next_slot_and_shows_its_ticket_only() {
    let mut table = street().at(1, &yard(1));
    table.play("bus 4");
    assert_eq!(table.fugitive(), 4);
    let moved = last_move(&table);
    assert_eq!((moved.slot, moved.ticket, moved.at), (1, Some(Ticket::Bus), None));
    table.pass().play("taxi 3");
    let moved = last_move(&table);
    assert_eq!((moved.slot, moved.ticket, moved.at), (2, Some(Ticket::Taxi), None));
    assert_eq!(table.log(), ["bus ?", "taxi ?"]);
    assert_eq!(table.game.route(), [4, 3].map(station));
}

#[test]
fn r4_1_the_lines_own_ticket_or_a_black_one() {
    let table = street().double(0).at(1, &yard(1));
    assert_eq!(table.actions(""), ["taxi 2", "black 2", "bus 4", "black 4"]);
    assert_eq!(table.refuses("2"), Illegal::TicketNeeded);
}

#[test]
fn r4_2_a_black_ticket_pays_for_any_transport() {
    let lines = format!("taxi 1-2\nbus 1-3\nunderground 1-4\nferry 1-5\ntaxi 5-200-3\nbus 4-2\n{YARD}");
    for to in [2, 3, 4, 5] {
        let mut table = game(MODERN_FEW).on(&lines).at(1, &yard(1));
        table.play(&format!("black {to}"));
        assert_eq!(table.fugitive(), to);
    }
}

#[test]
fn r4_2_a_black_ticket_hides_which_transport_it_was() {
    let sent = ["1-4", "1-3-4"].map(|bus| {
        let board = format!("taxi 1-2-3-4\nferry 1-4\nbus {bus}\nbus 4-200\n{YARD}");
        let mut table = game(MODERN_FEW).on(&board).at(1, &yard(1));
        table.play("black 4");
        table.sent_to_hunters()
    });
    assert_eq!(sent[0], sent[1], "by ferry, or perhaps by bus");
    let mut table = street().at(1, &yard(1));
    table.play("black 2");
    assert!(!table.sent_to_hunters().contains("\"ticket\":\"taxi\""));
}

#[test]
fn r4_2_a_black_ticket_needs_nothing_from_the_supply() {
    let mut table = street().stock(Purse::new(0, 0, 0)).at(1, &yard(1));
    assert_eq!(table.refuses("taxi 2"), Illegal::NoTicket(Ticket::Taxi));
    table.play("black 2");
    assert_eq!((table.state().stock, table.state().black), (Purse::new(0, 0, 0), 4));
}

#[test]
fn r4_2_a_spent_black_ticket_is_gone() {
    let mut table = street().black(1).at(1, &yard(1));
    table.play("black 2").pass();
    assert_eq!(table.state().black, 0);
    assert_eq!(table.refuses("black 3"), Illegal::NoTicket(Ticket::Black));
}

#[test]
fn r4_3_he_shows_himself_after_a_reveal_slot() {
    let mut table = street().at(1, &yard(1));
    table.rounds(4, &["taxi 2", "taxi 1"]);
    assert_eq!(table.log(), ["taxi ?", "taxi ?", "taxi 2", "taxi ?"]);
}

#[test]
fn r4_3_a_black_ticket_does_not_spare_the_reveal() {
    let mut table = street().late(3, 2).at(1, &yard(1));
    table.play("black 4");
    assert_eq!(table.log(), ["black 4"]);
}

#[test]
fn r4_3_his_piece_stays_until_his_next_move() {
    let mut table = street().late(3, 2).at(1, &yard(2));
    assert_eq!(table.state().shown, None);
    table.play("taxi 2");
    assert_eq!(table.state().shown, Some(station(2)));
    table.play("d1 taxi 102");
    assert_eq!(table.state().shown, Some(station(2)));
    table.pass();
    assert_eq!((table.turn(), table.state().shown), (Turn::Fugitive, Some(station(2))));
    table.play("taxi 3");
    assert_eq!(table.state().shown, None);
}

#[test]
fn r4_4_a_double_is_two_moves_in_one_turn() {
    let mut table = street().at(1, &yard(1));
    table.play("double taxi 2");
    assert_eq!((table.turn(), table.state().phase), (Turn::Fugitive, Phase::Second));
    assert_eq!(table.refuses("d1 taxi 102"), Illegal::NotTheirTurn(fogbound_rules::Side::Hunters));
    table.play("taxi 3");
    assert_eq!((table.turn(), table.state().filled, table.state().round), (Turn::Hunters, 2, 1));
    assert_eq!(table.log(), ["double taxi ?", "taxi ?"]);
}

#[test]
fn r4_4_any_pair_of_tickets() {
    for pair in ["double taxi 2, black 3", "double black 4, taxi 3", "double black 4, black 1"] {
        let mut table = street().at(1, &yard(1));
        table.play(pair);
        assert_eq!(table.state().filled, 2, "{pair}");
    }
    let mut table = street().at(1, &yard(1));
    table.play("double bus 4, taxi 3");
    assert_eq!(table.log(), ["double bus ?", "taxi ?"]);
}

#[test]
fn r4_4_two_equal_legs_need_two_tickets() {
    let one = street().stock(Purse::new(1, 0, 0)).black(0).at(1, &yard(1));
    assert_eq!(one.refuses("double taxi 2"), Illegal::NoSecondMove);
    let mut two = street().stock(Purse::new(2, 0, 0)).black(0).at(1, &yard(1));
    two.play("double taxi 2, taxi 3");
    assert_eq!(two.state().stock.total(), 0);
}

#[test]
fn r4_4_two_black_legs_need_two_black_tickets() {
    let board = format!("ferry 1-2-3\ntaxi 3-4-200-2\ntaxi 1-4\n{YARD}");
    let dry = |black| game(MODERN_FEW).on(&board).stock(Purse::default()).black(black).at(1, &yard(1));
    assert_eq!(dry(1).refuses("double black 2"), Illegal::NoSecondMove);
    assert!(dry(1).can("black 2"));
    let mut table = dry(2);
    table.play("double black 2, black 3");
    assert_eq!(table.state().black, 0);
}

#[test]
fn r4_4_the_first_leg_is_carried_out_before_the_second_is_chosen() {
    let mut table = street().late(3, 2).at(1, &yard(1));
    table.play("double taxi 2");
    assert_eq!((table.fugitive(), table.state().filled), (2, 3));
    assert_eq!(table.state().shown, Some(station(2)), "with all that follows from it");
    assert_eq!(table.actions(""), ["taxi 1", "black 1", "taxi 3", "black 3"]);
}

#[test]
fn r4_4_back_to_the_start_in_a_double() {
    let mut table = street().at(1, &yard(1));
    table.play("double taxi 2, taxi 1");
    assert_eq!(table.fugitive(), 1);
    assert_eq!(table.game.route(), [2, 1].map(station));
}

#[test]
fn r4_4_the_double_ticket_leaves_the_game() {
    let mut table = street().at(1, &yard(1));
    table.play("double taxi 2");
    assert_eq!(table.state().double, 1);
    table.play("taxi 3").pass();
    assert_eq!(table.state().double, 1);
    table.play("double taxi 2, taxi 3").pass();
    assert_eq!(table.state().double, 0);
    assert_eq!(table.refuses("double taxi 2"), Illegal::NoDouble);
}

#[test]
fn r4_4_at_most_one_double_a_turn() {
    let mut table = street().at(1, &yard(1));
    table.play("double taxi 2");
    assert_eq!(table.refuses("double taxi 3"), Illegal::NoDouble);
    assert!(table.actions("double").is_empty());
}

#[test]
fn r4_4_both_moves_keep_off_the_hunters() {
    let board = format!("taxi 1-2-3-4 3-10-11\nbus 4-200\n{YARD}");
    let mut table = game(MODERN_FEW).on(&board).at(1, &[3, 10]);
    table.play("double taxi 2");
    assert_eq!(table.refuses("taxi 3"), Illegal::Occupied(station(3)));
    assert_eq!(table.actions(""), ["taxi 1", "black 1"]);
}

#[test]
fn r4_4_a_double_needs_two_free_slots() {
    let two = street().late(22, 22).at(1, &yard(1));
    assert!(two.can("double taxi 2"));
    let one = street().late(22, 23).at(1, &yard(1));
    assert_eq!(one.refuses("double taxi 2"), Illegal::NoDouble);
    assert!(one.can("taxi 2"));
}

#[test]
fn r4_4_a_double_needs_a_second_move() {
    // From 2 only the bus goes on or back, and the supply holds a single bus ticket.
    let board = format!("bus 1-2\ntaxi 1-3\ntaxi 3-200\n{YARD}");
    let table = game(MODERN_FEW).on(&board).stock(Purse::new(9, 1, 9)).black(0).at(1, &yard(1));
    assert!(table.can("bus 2") && table.can("double taxi 3"));
    assert_eq!(table.refuses("double bus 2"), Illegal::NoSecondMove);
}

#[test]
fn r4_4_hunters_do_not_move_between_the_two_moves() {
    let mut table = street().at(1, &yard(2));
    table.play("double taxi 2, taxi 3");
    assert_eq!((table.station("d1"), table.station("d2")), (101, 103));
    assert_eq!(table.purse("d1"), Purse::new(11, 8, 4));
}

#[test]
fn r4_5_first_leg_of_a_double_is_shown() {
    let mut table = street().late(3, 2).at(1, &yard(1));
    table.play("double taxi 2");
    assert_eq!(last_move(&table).at, Some(station(2)));
    table.play("taxi 3");
    assert_eq!((last_move(&table).at, table.state().shown), (None, None), "and he vanishes again");
    assert_eq!(table.log(), ["double taxi 2", "taxi ?"]);
}

#[test]
fn r4_5_second_leg_of_a_double_is_shown() {
    let mut table = street().late(2, 1).at(1, &yard(1));
    table.play("double taxi 2, taxi 3");
    assert_eq!(table.log(), ["double taxi ?", "taxi 3"]);
    assert_eq!(table.state().shown, Some(station(3)));
}

#[test]
fn r4_6_a_boxed_in_fugitive_has_lost() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-3-10 2-11-12").at(2, &[10, 12]);
    table.play("taxi 1, d1 taxi 3, d2 taxi 11");
    assert_eq!(table.outcome(), "not over", "he has a way out");
    table = game(MODERN_FEW).on("taxi 1-2-3-10 2-11-12").at(2, &[3, 11]);
    table.play("taxi 1, d2 taxi 12");
    assert_eq!(table.outcome(), "not over", "the hunters' turn goes on");
    table.play("d1 taxi 2");
    assert_eq!(table.outcome(), "cornered at 1");
    let winner = table.game.outcome().map(|outcome| outcome.winner());
    assert_eq!(winner, Some(fogbound_rules::Side::Hunters));
}

#[test]
fn r4_6_a_set_up_without_a_move_is_lost() {
    let table = game(MODERN_FEW).on("taxi 1-10-11").at(1, &[10]);
    assert_eq!((table.outcome(), table.turn()), ("cornered at 1".into(), Turn::Over));
    assert_eq!(table.refuses("taxi 10"), Illegal::Over);
}

#[test]
fn r4_6_a_black_ticket_for_the_ferry_is_a_legal_move() {
    let plan = || game(MODERN_FEW).on("taxi 1-10-11-2\nferry 1-2");
    assert_eq!(plan().at(1, &[10]).outcome(), "not over");
    assert_eq!(plan().black(0).at(1, &[10]).outcome(), "cornered at 1");
}

#[test]
fn r4_6_only_the_start_of_his_turn_counts() {
    let mut table = game(MODERN_FEW).on("taxi 1-10-11-12 1-2").at(2, &[11]);
    table.play("taxi 1, d1 taxi 10");
    assert_eq!(table.outcome(), "not over");
    table = game(MODERN_FEW).on("taxi 1-2-10-11").at(2, &[10, 11]);
    table.play("taxi 1");
    assert_eq!((table.outcome(), table.turn()), ("not over".into(), Turn::Hunters), "not yet blocked");
}
