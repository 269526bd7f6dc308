//! Section 9: decisions where the rulebooks leave doubt, and the switches for other readings.

use fogbound_rules::edition::Score;
use fogbound_rules::{Board, Edition, Event, Illegal, PublicEvent, Purse, Ticket, Transport, Turn};

use crate::table::{
    BEGINNER_FEW, CLASSIC_FEW, HOLMES_FEW, MODERN_FEW, Plan, Table, YARD, game, station, yard,
};

/// 1-2-3 for the fugitive, by every transport, and the yard.
fn ground() -> String {
    format!("taxi 1-2-3\nbus 1-2\nunderground 1-2\nbus 3-200\n{YARD}")
}

/// Hide-outs 2 and 3, crimes on 1, 2 and 3, tiles 1-2 and 30-31.
fn case() -> Plan {
    let marks = "taxi 30-31-3\nhideout 2 3\nriver 1 2 3 30\ncrimes 1 2 3 30\ntiles 1-2 30-31";
    let quarters = "I 1\nII 2\nIII 3\nIV *";
    game(HOLMES_FEW).on(&format!("{}\n{marks}\n{quarters}", ground()))
}

#[test]
fn r9_1_22_rounds() {
    let mut table = game(MODERN_FEW).on(&ground()).late(22, 21).at(1, &yard(1));
    table.play("taxi 2").pass();
    assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 22));
}

#[test]
fn r9_1_or_the_whole_log() {
    let plan = game(MODERN_FEW).on(&ground()).option("length=log");
    let mut table = plan.late(22, 21).at(1, &yard(1));
    table.rounds(2, &["taxi 2", "taxi 1"]);
    assert_eq!((table.outcome(), table.state().filled), ("not over".into(), 23));
    table.play("taxi 2");
    assert_eq!(table.outcome(), "not over", "the hunters' turn comes first");
    table.pass();
    assert_eq!((table.outcome(), table.state().filled), ("escaped".into(), 24));
}

#[test]
fn r9_2_the_pool_is_twice_a_detectives_tickets() {
    let plan = game("modern").on(&ground()).option("pooled=true").bobbies(&[105, 107]);
    assert_eq!(plan.at(1, &yard(2)).state().purses, [Purse::new(22, 16, 8)]);
}

#[test]
fn r9_3_the_ferry_goes_from_115_to_108() {
    let board = Board::builtin("london-1983").expect("a board");
    let ferries = board.neighbours(station(115), Transport::Ferry);
    assert!(ferries.contains(station(108)) && !ferries.contains(station(118)));
}

#[test]
fn r9_3_as_many_black_tickets_as_detectives() {
    for detectives in [3, 4, 5] {
        let state = game("classic").on(&ground()).at(1, &yard(detectives)).state();
        assert_eq!(usize::from(state.black), detectives, "not three more");
    }
}

#[test]
fn r9_4_a_stranded_detective_holds_no_ticket_for_any_line_of_his_station() {
    let board = "taxi 1-2-3-10\nbus 10-11-12\nunderground 12-13-3";
    let plan = || game(MODERN_FEW).on(board).purses(Purse::new(3, 1, 3));
    let mut table = plan().at(1, &[12]);
    table.play("taxi 2, d1 bus 11");
    assert_eq!(table.outcome(), "detectives stranded", "with six tickets that are of no use there");
    let mut table = plan().at(1, &[11]);
    table.play("taxi 2, d1 bus 12");
    assert_eq!(table.outcome(), "not over", "the underground stops at 12");
}

#[test]
fn r9_4_a_hemmed_in_detective_is_not_stranded() {
    let mut table =
        game("modern").on("taxi 1-2-3-4-12-10-11-12 13-12").bobbies(&[11, 12]).at(1, &[10, 13]);
    table.play("taxi 2");
    assert!(table.actions("d1").is_empty() && table.actions("d2").is_empty());
    table.play("b2 4, d2 taxi 12");
    assert_eq!((table.outcome(), table.turn()), ("not over".into(), Turn::Fugitive));
    let mut all =
        game(MODERN_FEW).on("taxi 1-2-3 10-11\nbus 3-10").purses(Purse::new(9, 0, 0)).at(1, &[10, 11]);
    all.play("taxi 2");
    assert_eq!((all.outcome(), all.state().round), ("not over".into(), 2), "all of them hemmed in");
}

#[test]
fn r9_4_right_after_a_voluntary_reveal_took_tickets() {
    for round in [1, 22] {
        let plan = game(CLASSIC_FEW).on(&ground()).option("voluntary_reveal=true");
        let mut table = plan.late(round, round - 1).purses(Purse::new(1, 0, 0)).at(1, &yard(2));
        table.play("taxi 2 show, take d1 taxi");
        assert_eq!(table.outcome(), "not over");
        table.play("take d2 taxi");
        assert_eq!(table.outcome(), "detectives stranded", "before the hunters' turn");
    }
}

#[test]
fn r9_4_does_not_hold_in_holmes_unless_it_is_switched_on() {
    let plan = || case().purses(Purse::new(1, 0, 0));
    let mut table = plan().at(1, &yard(2));
    table.play("taxi 2").pass();
    assert_eq!(table.outcome(), "not over");
    let mut table = plan().option("stranded_win=true").at(1, &yard(2));
    table.play("taxi 2").pass();
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r9_4_holds_in_holmes_original() {
    let plan = game("holmes-original").on(&format!("{}\ntiles 1-2 30-31\ntaxi 30-31-3", ground()));
    let mut table = plan.purses(Purse::new(1, 0, 0)).bobbies(&[107, 109]).at(1, &yard(2));
    table.play("taxi 2").pass();
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r9_4_unless_it_is_switched_off() {
    for edition in [MODERN_FEW, CLASSIC_FEW] {
        let plan = game(edition).on(&ground()).option("stranded_win=false");
        let mut table = plan.purses(Purse::new(1, 0, 0)).at(1, &yard(2));
        table.play("taxi 2").pass();
        assert_eq!(table.outcome(), "not over");
        table.play("taxi 1");
        assert_eq!((table.turn(), table.state().round), (Turn::Fugitive, 3), "nobody can move");
    }
}

#[test]
fn r9_5_the_turn_lasts_until_no_unmoved_hunter_can_move() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-3-4-12-11-10").at(1, &[10, 11]);
    table.play("taxi 2");
    assert!(table.actions("d1").is_empty(), "d2 is in the way");
    table.play("d2 taxi 12");
    assert_eq!(table.actions(""), ["d1 taxi 11"], "and must move now that it can");
}

#[test]
fn r9_5_hunters_may_block_one_another_by_their_order() {
    let board = "taxi 1-2-3-4-11 10-11-12\nbus 12-13";
    let mut table = game(MODERN_FEW).on(board).at(1, &[10, 12]);
    table.play("taxi 2, d2 taxi 11");
    assert_eq!((table.turn(), table.station("d1")), (Turn::Fugitive, 10), "d1 sits out");
    let mut other = game(MODERN_FEW).on(board).at(1, &[10, 12]);
    other.play("taxi 2, d2 bus 13, d1 taxi 11");
    assert_eq!(other.station("d1"), 11);
}

#[test]
fn r9_6_the_supply_may_run_dry() {
    let dry = |plan: Plan| plan.stock(Purse::new(1, 0, 0)).black(0).double(0);
    let mut table = dry(game(MODERN_FEW).on("taxi 1-2-3 10-11-12\nbus 3-10")).at(1, &[11]);
    table.play("taxi 2");
    assert_eq!(table.state().stock, Purse::default());
    table.play("d1 taxi 12");
    assert!(table.can("taxi 3"), "what the detective paid can be used");
    let no_help = "taxi 1-2-3\nbus 10-11-12-3";
    let mut table = dry(game(MODERN_FEW).on(no_help)).at(1, &[11]);
    table.play("taxi 2, d1 bus 10");
    assert_eq!(table.outcome(), "cornered at 2", "a bus ticket is of no use at 2");
}

#[test]
fn r9_6_unless_it_is_unlimited() {
    let plan = game(MODERN_FEW).on("taxi 1-2-3\nbus 10-11-12-3").option("supply=unlimited");
    let mut table = plan.stock(Purse::default()).black(0).at(1, &[11]);
    table.play("taxi 2, d1 bus 10");
    assert_eq!(table.outcome(), "not over");
    assert_eq!(table.state().stock, Purse::default(), "nor is it counted");
}

#[test]
fn r9_7_a_blocked_fugitive_has_lost_in_classic() {
    let mut table = game(CLASSIC_FEW).on("taxi 1-2-10-11").at(2, &[10]);
    table.play("taxi 1, d1 taxi 2");
    assert_eq!(table.outcome(), "cornered at 1");
}

#[test]
fn r9_7_one_double_a_turn_in_classic() {
    let mut table = game("classic").on(&ground()).at(1, &yard(3));
    table.play("double taxi 2");
    assert_eq!(table.refuses("double taxi 3"), Illegal::NoDouble);
}

fn sixteenth(plan: Plan) -> Table {
    let before = |setup: &mut fogbound_rules::Setup| setup.secret.before = [Some(station(2)); 2];
    plan.late(16, 15).edit(before).at(1, &[101, 3])
}

#[test]
fn r9_8_holmes_ends_on_the_16th_move() {
    let mut table = sixteenth(case());
    table.play("taxi 2");
    assert_eq!(table.outcome(), "escaped");
}

#[test]
fn r9_8_or_after_the_hunters_reply() {
    let mut table = sixteenth(case().option("last_reply=true"));
    table.play("taxi 2");
    assert_eq!((table.outcome(), table.turn()), ("not over".into(), Turn::Hunters));
    let mut captured = table.clone();
    captured.play("d2 taxi 2");
    assert_eq!(captured.outcome(), "captured by d2 at 2");
    table.pass();
    assert_eq!(table.outcome(), "escaped");
}

#[test]
fn r9_9_no_two_pieces_on_one_station_in_compact() {
    let board = format!("{}\ntickets 1 2 3 101", ground());
    let mut table = game("compact").on(&board).at(1, &[200, 101, 103]);
    table.play("2");
    assert_eq!(table.refuses("d2 underground 200"), Illegal::Occupied(station(200)));
    let blocked = game("compact").on(&board).at(1, &[2, 101, 103]);
    assert_eq!(blocked.outcome(), "cornered at 1", "2 is taken and there is no other way");
}

#[test]
fn r9_10_three_points_off_and_one_boat_step_for_each_black_ticket() {
    let board = format!("{}\nferry 1-4-5\ntaxi 4-5-3\ntickets 1 2 3 101", ground());
    let mut table = game("compact").on(&board).option("black_tickets=4").at(1, &yard(3));
    assert!(matches!(table.refuses("black 5"), Illegal::NoLine { .. }), "one step");
    table.play("black 4").pass();
    assert_eq!(table.score(), 3 - 3);
    table.play("5").pass().play("black 4").pass();
    assert_eq!(table.score(), 9 - 6);
}

#[test]
fn r9_11_the_whole_log_is_opened_when_a_game_ends() {
    let compact = game("compact").on(&format!("{}\ntickets 1 2 3 101", ground()));
    let games = [
        (game("classic").on(&ground()), 3, "taxi 2"),
        (game("study").on(&ground()), 5, "taxi 2"),
        (game("modern").on(&ground()), 4, "black 2"),
        (case(), 2, "taxi 2"),
        (compact, 3, "black 2"),
    ];
    for (plan, detectives, step) in games {
        let mut table = plan.at(1, &yard(detectives));
        let ticket = step.trim_end_matches(" 2");
        table.play(step);
        assert_eq!(table.log(), [format!("{ticket} ?")]);
        table.play("concede fugitive");
        assert_eq!(table.log(), [step]);
    }
}

#[test]
fn r9_11_a_covered_slot_is_opened_too() {
    let mut table = game(BEGINNER_FEW).on(&ground()).late(13, 12).at(1, &[101]);
    table.play("2").pass();
    let Some(PublicEvent::Ended(ending)) = table.game.events().last().map(Event::for_hunters) else {
        panic!("round 13 is the last")
    };
    assert_eq!((ending.route.as_slice(), table.log()), ([station(2)].as_slice(), vec!["2".to_string()]));
}

#[test]
fn r9_12_a_ban_a_roadblock_or_an_empty_supply_may_leave_no_move() {
    let banned = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").ban = Some(Ticket::Bus);
    };
    let only_bus = "bus 1-2 2-10\ntaxi 10-11-12-13-14\ntaxi 14-15 2-3\nriver 1 2 3\ncrimes 1 2 3\n\
                    tiles 1-2 14-15\nI 1\nII 2\nIII 10\nIV *";
    let plan = || game(HOLMES_FEW).on(only_bus).black(0);
    assert_eq!(plan().at(1, &[10, 12]).outcome(), "not over");
    assert_eq!(plan().edit(banned).at(1, &[10, 12]).outcome(), "cornered at 1");
    assert_eq!(plan().stock(Purse::new(9, 0, 9)).at(1, &[10, 12]).outcome(), "cornered at 1");
    let blocked = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").roadblocks = vec![station(2)];
    };
    assert_eq!(plan().edit(blocked).at(1, &[10, 12]).outcome(), "cornered at 1");
    assert_eq!(plan().black(1).edit(banned).at(1, &[10, 12]).outcome(), "not over", "black rides");
}

#[test]
fn r9_13_each_crime_tile_names_one_station_of_a_public_list() {
    let table = case().at(1, &yard(2));
    let scenes = &table.game.rules().board().cards().crimes;
    assert_eq!(scenes.len(), 4);
    let drawn: Vec<_> = table.game.position().secret().crimes().map(|(at, _)| at).collect();
    assert!(drawn.len() == 3 && drawn.iter().all(|at| scenes.contains(at)));
    let other = case().edit(|setup| setup.secret.crimes[0].0 = station(30)).at(1, &yard(2));
    assert_eq!(table.sent_to_hunters(), other.sent_to_hunters(), "which were drawn is secret");
}

#[test]
fn r9_14_holmes_original_has_the_rounds_and_reveals_of_modern() {
    let [original, modern] =
        ["holmes-original", "modern"].map(|id| Edition::builtin(id).expect("an edition"));
    assert_eq!((&original.log, &original.end), (&modern.log, &modern.end));
    assert_eq!(original.end.rounds, Some(22));
    assert_eq!(original.log.reveal, [3, 8, 13, 18, 24]);
}

#[test]
fn r9_15_reveals_go_by_slot_not_by_turn() {
    let mut table = game(MODERN_FEW).on(&ground()).at(1, &yard(1));
    table.play("double taxi 2, taxi 1").pass().play("taxi 2");
    assert_eq!(table.state().round, 2);
    assert_eq!(table.log(), ["double taxi ?", "taxi ?", "taxi 2"], "slot 3 in turn 2");
    table.pass().play("taxi 1");
    assert_eq!(table.log()[3], "taxi ?", "turn 3 is slot 4");
}

#[test]
fn r9_16_a_move_onto_a_hunter_is_refused_and_loses_nothing() {
    let table = case().at(1, &[2, 101]);
    assert_eq!(table.outcome(), "cornered at 1", "no other way");
    let table = case().at(2, &[3, 101]);
    assert_eq!(table.refuses("taxi 3"), Illegal::Occupied(station(3)));
    assert_eq!(table.outcome(), "not over");
}

#[test]
fn r9_17_a_double_that_cannot_be_finished_is_refused() {
    let plan = || game(MODERN_FEW).on(&ground()).stock(Purse::new(1, 0, 0)).black(0);
    assert_eq!(plan().at(1, &yard(1)).refuses("double taxi 2"), Illegal::NoSecondMove);
    assert!(plan().black(1).at(1, &yard(1)).can("double taxi 2"));
}

#[test]
fn r9_17_but_for_a_balloon_as_its_first_move() {
    // Wherever it lands, nothing can be paid for the second move.
    let mut table = case().stock(Purse::default()).black(0).at(2, &yard(2));
    table.play("double balloon, tile 30, land 30");
    assert_eq!(table.outcome(), "grounded");
}

#[test]
fn r9_18_compact_prices() {
    let edition = Edition::builtin("compact").expect("an edition");
    assert_eq!(edition.score, Some(Score { prices: Purse::new(1, 2, 3), black: 3 }));
}

#[test]
fn r9_19_a_capture_counts_at_once_not_at_the_end_of_a_round() {
    let mut table = case().at(1, &[3, 101]);
    table.play("taxi 2, d1 taxi 2");
    assert_eq!(table.outcome(), "captured by d1 at 2", "d2 has not moved");
}
