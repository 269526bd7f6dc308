//! Section 6.1: the editions `classic` and `study`.

use fogbound_rules::{Board, Edition, Hunter, Illegal, PublicEvent, Purse, Rules, Ticket, Turn};

use crate::table::{CLASSIC_FEW, Plan, YARD, game, station, yard};

/// 1-2-3 for the fugitive, by every transport, and the yard.
fn ground() -> String {
    format!("taxi 1-2-3\nbus 1-2\nunderground 1-2\nbus 3-200\n{YARD}")
}

fn classic() -> Plan {
    game("classic").on(&ground())
}

fn detective(n: usize) -> Hunter {
    Hunter::detective(n).expect("a detective")
}

#[test]
fn r6_1_1_three_four_or_five_detectives() {
    for (detectives, fits) in [(1, false), (2, false), (3, true), (4, true), (5, true), (6, false)] {
        assert_eq!(Rules::builtin("classic", &[], detectives).is_ok(), fits, "{detectives}");
    }
    assert_eq!(Edition::builtin("classic").expect("an edition").players, (3, 6));
}

#[test]
fn r6_1_1_each_of_four_pieces_has_its_own_tickets_and_start() {
    let mut table = game("classic").deal(4, |n| n - 1);
    let starts: Vec<_> = table.state().hunters.iter().map(|hunter| hunter.station).collect();
    let board = Board::builtin("london-1983").expect("a board");
    assert!(starts.iter().all(|start| board.cards().common.contains(&start.expect("a station"))));
    let first = table.actions("taxi")[0].clone();
    table.play(&first);
    let taxi = table.actions("d1 taxi")[0].clone();
    table.play(&taxi);
    assert_eq!((table.purse("d1"), table.purse("d2")), (Purse::new(9, 8, 4), Purse::new(10, 8, 4)));
}

#[test]
fn r6_1_2_tickets_of_a_detective() {
    let table = classic().at(1, &yard(5));
    assert_eq!(table.state().purses, [Purse::new(10, 8, 4); 5]);
}

#[test]
fn r6_1_3_as_many_black_tickets_as_detectives_and_two_doubles() {
    for detectives in [3, 4, 5] {
        let state = classic().at(1, &yard(detectives)).state();
        assert_eq!((state.black, state.double), (detectives as u8, 2));
    }
}

#[test]
fn r6_1_3_his_normal_tickets_are_not_counted() {
    let mut table = classic().at(1, &yard(3));
    let stock = table.state().stock;
    table.rounds(20, &["underground 2", "underground 1"]);
    assert_eq!((table.outcome(), table.state().filled), ("not over".into(), 20), "more than 3");
    assert_eq!(table.state().stock, stock);
}

#[test]
fn r6_1_4_eighteen_start_cards_in_one_pile() {
    let board = Board::builtin("london-1983").expect("a board");
    assert_eq!(board.cards().common.len(), 18);
    for (index, &card) in board.cards().common.iter().enumerate() {
        let table = game("classic").deal(3, move |n| if n == 18 { index } else { 0 });
        assert_eq!(table.state().hunters[0].station, Some(card), "d1 draws from the whole pile");
        let table = game("classic").deal(3, move |n| if n == 15 { index % 15 } else { 0 });
        assert!(board.cards().common.contains(&station(table.fugitive())), "and so does he");
    }
}

#[test]
fn r6_1_5_detectives_move_in_a_fixed_order() {
    let mut table = classic().at(1, &yard(3));
    table.play("taxi 2");
    assert_eq!(table.refuses("d2 taxi 104"), Illegal::OutOfOrder(detective(2)));
    assert_eq!(table.refuses("d3 taxi 106"), Illegal::OutOfOrder(detective(3)));
    table.play("d1 taxi 102");
    assert_eq!(table.refuses("d3 taxi 106"), Illegal::OutOfOrder(detective(3)));
    table.play("d2 taxi 104, d3 taxi 106, taxi 1");
    assert!(table.actions("").iter().all(|action| action.starts_with("d1")), "always the same order");
}

#[test]
fn r6_1_5_who_cannot_move_is_skipped_not_deferred() {
    // d1 is hemmed in by d2, and d2 by d1 and d3.
    let board = "taxi 1-2-3-14-13-12-11-10\nbus 14-20-21";
    let mut table = game("classic").on(board).at(1, &[10, 11, 12, 20]);
    table.play("taxi 2");
    assert_eq!(table.actions(""), ["d3 taxi 13"]);
    assert_eq!(table.refuses("d1 taxi 11"), Illegal::MovedAlready(detective(1)));
    table.play("d3 taxi 13");
    assert_eq!(
        table.refuses("d2 taxi 12"),
        Illegal::MovedAlready(detective(2)),
        "though 12 is free now"
    );
    table.play("d4 bus 21");
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r6_1_6_24_slots_and_reveals_3_8_13_18() {
    let rules = Rules::builtin("classic", &[], 3).expect("classic");
    assert_eq!(rules.slots(), 24);
    let reveals: Vec<u8> = (1..=24).filter(|&slot| rules.is_reveal(slot)).collect();
    assert_eq!(reveals, [3, 8, 13, 18]);
    let mut table = classic().at(1, &yard(3));
    table.rounds(21, &["taxi 2", "taxi 1"]);
    let shown: Vec<usize> = table
        .log()
        .iter()
        .enumerate()
        .filter(|(_, slot)| !slot.contains('?'))
        .map(|(n, _)| n + 1)
        .collect();
    assert_eq!(shown, reveals.iter().map(|&slot| usize::from(slot)).collect::<Vec<_>>());
}

#[test]
fn r6_1_6_the_log_is_opened_at_the_end_of_the_game() {
    let mut table = classic().late(22, 21).at(1, &yard(3));
    table.play("double taxi 2, taxi 3");
    assert_eq!(table.log(), ["double taxi ?", "taxi ?"]);
    table.pass();
    assert_eq!(table.log(), ["double taxi 2", "taxi 3"]);
}

#[test]
fn r6_1_7_no_bobbies() {
    for detectives in [3, 4, 5] {
        assert_eq!(Rules::builtin("classic", &[], detectives).expect("classic").bobbies(), 0);
    }
}

#[test]
fn r6_1_7_the_detectives_win_by_capture() {
    let mut table = game("classic").on("taxi 1-2-10-11-12-13-14").at(1, &[10, 12, 14]);
    table.play("taxi 2, d1 taxi 2");
    assert_eq!(table.outcome(), "captured by d1 at 2");
}

#[test]
fn r6_1_7_the_detectives_win_when_he_cannot_move() {
    let mut table = game("classic").on("taxi 1-2-3 2-10-11-12-13-14").at(2, &[10, 12, 14]);
    table.play("taxi 1, d1 taxi 2, d2 taxi 11, d3 taxi 13");
    assert_eq!(table.outcome(), "cornered at 1");
}

#[test]
fn r6_1_7_the_fugitive_wins_when_all_detectives_are_stranded() {
    let mut table = classic().purses(Purse::new(1, 0, 0)).at(1, &yard(3));
    table.play("taxi 2, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.outcome(), "not over");
    table.play("d3 taxi 106");
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r6_1_7_at_the_latest_after_round_22() {
    let mut table = classic().at(1, &yard(3));
    table.rounds(21, &["taxi 2", "taxi 1"]);
    assert_eq!((table.outcome(), table.state().round), ("not over".into(), 22));
    table.play("taxi 1");
    assert_eq!(table.outcome(), "not over", "the detectives have their turn");
    table.pass();
    assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 22));
}

#[test]
fn r6_1_7_round_22_is_the_last_whoever_still_holds_tickets() {
    // The only way out of 10 and 11 is the underground, for which nobody holds a ticket.
    let plan = game(CLASSIC_FEW).on("taxi 1-2-3 10-11\nunderground 3-10");
    let mut table = plan.purses(Purse::new(10, 8, 0)).at(1, &[11, 10]);
    table.rounds(22, &["taxi 2", "taxi 1"]);
    assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 22));
    assert_eq!(table.purse("d1"), Purse::new(10, 8, 0), "hemmed in from the start");
}

fn showing() -> Plan {
    game(CLASSIC_FEW).on(&ground()).option("voluntary_reveal=true")
}

#[test]
fn r6_1_8_only_where_it_was_agreed() {
    let table = game(CLASSIC_FEW).on(&ground()).at(1, &yard(2));
    assert!(matches!(table.refuses("taxi 2 show"), Illegal::NotNow(_)));
    assert!(showing().at(1, &yard(2)).can("taxi 2 show"));
}

#[test]
fn r6_1_8_he_shows_himself_at_the_end_of_his_turn() {
    let mut table = showing().at(1, &yard(2));
    table.play("taxi 2 show");
    assert_eq!((table.log(), table.state().shown), (vec!["taxi 2 show".into()], Some(station(2))));
    assert_eq!(table.turn(), Turn::Fugitive, "he has tickets to take");
    table.play("take d1 bus, take d2 bus, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.state().shown, Some(station(2)), "4.3: until his next move");
    table.play("taxi 3");
    assert_eq!(table.state().shown, None);
}

#[test]
fn r6_1_8_not_when_the_last_slot_is_a_reveal_slot() {
    let table = showing().late(3, 2).at(1, &yard(2));
    assert!(matches!(table.refuses("taxi 2 show"), Illegal::NotNow(_)));
    assert!(table.can("taxi 2"));
}

#[test]
fn r6_1_8_after_the_second_move_of_a_double_not_after_the_first() {
    let mut table = showing().at(1, &yard(2));
    assert!(!table.can("double taxi 2 show"));
    table.play("double taxi 2");
    assert!(table.can("taxi 3 show"));
    let may_show_after_the_second = |table: &mut crate::table::Table| {
        table.play("double taxi 2");
        table.can("taxi 3 show")
    };
    assert!(!may_show_after_the_second(&mut showing().late(2, 1).at(1, &yard(2))));
    assert!(may_show_after_the_second(&mut showing().late(3, 2).at(1, &yard(2))), "the first one was");
}

#[test]
fn r6_1_8_he_names_a_ticket_for_each_piece() {
    let mut table = showing().at(1, &yard(2));
    table.play("taxi 2 show");
    assert_eq!(table.actions(""), ["take d1 taxi", "take d1 bus", "take d1 underground"]);
    table.play("take d1 underground");
    let taken = PublicEvent::Taken { from: detective(1), ticket: Ticket::Underground };
    assert_eq!(table.last_event(), taken);
    assert_eq!(table.actions(""), ["take d2 taxi", "take d2 bus", "take d2 underground"]);
    table.play("take d2 taxi");
    assert_eq!((table.purse("d1"), table.purse("d2")), (Purse::new(10, 8, 3), Purse::new(9, 8, 4)));
    assert_eq!(table.turn(), Turn::Hunters);
}

#[test]
fn r6_1_8_none_where_a_piece_holds_none() {
    let plan = showing().edit(|setup| setup.state.purses[0] = Purse::default());
    let mut table = plan.at(1, &yard(2));
    table.play("taxi 2 show");
    assert!(table.actions("take d1").is_empty());
    table.play("take d2 taxi");
    assert_eq!(table.turn(), Turn::Hunters);
    let no_bus = showing().edit(|setup| setup.state.purses[0] = Purse::new(1, 0, 1));
    let mut table = no_bus.at(1, &yard(2));
    table.play("taxi 2 show");
    assert!(!table.can("take d1 bus"), "a kind that it does not hold");
}

#[test]
fn r6_1_8_those_tickets_leave_the_game() {
    let mut table = showing().at(1, &yard(2));
    let all = |table: &crate::table::Table| {
        let state = table.state();
        state.purses.iter().map(Purse::total).sum::<u16>() + state.stock.total()
    };
    let before = all(&table);
    table.play("taxi 2 show, take d1 taxi, take d2 taxi");
    assert_eq!(all(&table), before - 2);
}

#[test]
fn r6_1_8_any_number_of_times_once_a_turn() {
    let mut table = showing().at(1, &yard(2));
    for to in [2, 1] {
        table.play(&format!("taxi {to} show, take d1 bus, take d2 bus")).pass();
    }
    assert_eq!(table.purse("d1"), Purse::new(8, 6, 4), "two to the fugitive, two rides");
    assert_eq!(table.log(), ["taxi 2 show", "taxi 1 show"]);
}

fn study() -> Plan {
    game("study").on(&ground())
}

#[test]
fn r6_1_9_the_study_has_five_detectives_and_five_black_tickets() {
    assert!(Rules::builtin("study", &[], 4).is_err());
    let state = study().at(1, &yard(5)).state();
    assert_eq!((state.black, state.double, state.hunters.len()), (5, 2, 5));
    assert_eq!(state.purses, [Purse::new(10, 8, 4); 5], "based on classic");
    assert_eq!(Edition::builtin("study").expect("an edition").board, "london-1983");
}

#[test]
fn r6_1_9_his_tickets_are_counted() {
    let mut table = study().at(1, &yard(5));
    assert_eq!(table.state().stock, Purse::new(4, 3, 3));
    table.play("underground 2");
    assert_eq!(table.state().stock, Purse::new(4, 3, 2), "what he plays leaves the game");
    table.play("d1 bus 102");
    assert_eq!(table.state().stock, Purse::new(4, 4, 2), "he gets what the detectives pay");
    table.pass().rounds(2, &["underground 1", "underground 2"]);
    assert_eq!(table.refuses("underground 1"), Illegal::NoTicket(Ticket::Underground));
}

#[test]
fn r6_1_9_24_slots_and_reveals_to_the_last() {
    let rules = Rules::builtin("study", &[], 5).expect("study");
    let reveals: Vec<u8> = (1..=24).filter(|&slot| rules.is_reveal(slot)).collect();
    assert_eq!((rules.slots(), reveals), (24, vec![3, 8, 13, 18, 24]));
}

#[test]
fn r6_1_9_he_wins_after_the_reply_to_his_24th_move() {
    let mut table = study().late(23, 23).at(1, &yard(5));
    table.play("taxi 2");
    assert_eq!((table.outcome(), table.log()), ("not over".into(), vec!["taxi 2".into()]));
    table.pass();
    assert_eq!(table.outcome(), "escaped");
    let mut earlier = study().late(22, 22).at(1, &yard(5));
    earlier.play("taxi 2").pass();
    assert_eq!(earlier.outcome(), "not over", "22 rounds are no limit here");
}

#[test]
fn r6_1_9_he_wins_when_all_are_stranded() {
    let mut table = study().purses(Purse::new(1, 0, 0)).at(1, &yard(5));
    table.play("taxi 2").pass();
    assert_eq!(table.outcome(), "detectives stranded");
}
