//! Section 6.5: the edition `compact`, one manhunt.

use fogbound_rules::{
    Edition, Event, Illegal, Outcome, PublicEvent, Purse, Rules, Setup, Side, Ticket, Turn,
};

use crate::table::{Plan, Table, YARD, game, station, yard};

/// 1-2-3 by taxi, bus and underground, a taxi to 6, a ferry from 1 to 4, and the yard.
fn ground() -> String {
    format!("taxi 1-2 4-5 6-3-200\nbus 2-3 5-200\nunderground 3-1\nferry 1-4\ntickets 1 2 3 101\n{YARD}")
}

fn compact() -> Plan {
    game("compact").on(&ground())
}

fn manhunt() -> Table {
    compact().at(1, &yard(3))
}

/// The detectives' turn: each goes to and fro by taxi.
fn taxis(table: &mut Table) {
    for (hunter, pair) in [("d1", [101, 102]), ("d2", [103, 104]), ("d3", [105, 106])] {
        let to = if table.station(hunter) == pair[0] { pair[1] } else { pair[0] };
        table.play(&format!("{hunter} taxi {to}"));
    }
}

#[test]
fn r6_5_0_no_bobbies_and_no_doubles() {
    let edition = Edition::builtin("compact").expect("an edition");
    assert_eq!((edition.players, edition.fugitive.double), ((2, 4), 0));
    assert_eq!(compact().rules(3).bobbies(), 0);
    assert_eq!(manhunt().refuses("double 2"), Illegal::NoDouble);
}

#[test]
fn r6_5_1_three_detectives_move_in_any_order() {
    assert!(Rules::builtin("compact", &[], 2).is_err() && Rules::builtin("compact", &[], 4).is_err());
    let mut table = manhunt();
    table.play("2, d3 taxi 106, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.turn(), Turn::Fugitive);
}

#[test]
fn r6_5_2_one_pool_of_24_tickets() {
    let table = manhunt();
    assert_eq!(table.state().purses, [Purse::new(12, 8, 4)]);
    assert_eq!(table.state().stock, Purse::default(), "nothing was paid yet");
    assert_eq!(table.score(), 0);
}

#[test]
fn r6_5_2_the_detectives_place_themselves_on_underground_stations() {
    let mut table = compact().deal(3, |_| 0);
    assert_eq!(table.turn(), Turn::Hunters);
    let stops = [1, 3, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 200];
    assert_eq!(table.actions(""), stops.map(|stop| format!("d1 at {stop}")));
    assert!(matches!(table.refuses("d1 at 2"), Illegal::NotNow(_)), "no underground there");
    table.play("d1 at 101");
    assert!(!table.can("d2 at 101"), "one each");
    table.play("d2 at 103, d3 at 1");
    assert_eq!(table.turn(), Turn::Chance);
}

#[test]
fn r6_5_2_a_ticket_names_his_start_in_plain_sight() {
    let mut table = compact().deal(3, |_| 0);
    table.play("d1 at 103, d2 at 105, d3 at 107");
    assert_eq!(table.draws(), ["ticket 1", "ticket 2", "ticket 3", "ticket 101"]);
    table.play("ticket 2");
    assert_eq!(table.last_event(), PublicEvent::Started { at: Some(station(2)) });
    assert_eq!((table.state().shown, table.turn()), (Some(station(2)), Turn::Fugitive));
    assert_eq!(table.state().purses, [Purse::new(12, 8, 4)], "the ticket goes back");
}

#[test]
fn r6_5_2_if_a_detective_stands_there_another_is_turned() {
    let mut table = compact().deal(3, |_| 0);
    table.play("d1 at 101, d2 at 103, d3 at 1");
    assert_eq!(table.draws(), ["ticket 2", "ticket 3"]);
    assert!(matches!(table.refuses("ticket 101"), Illegal::NoSuchDraw(_)));
}

#[test]
fn r6_5_3_he_moves_in_plain_sight_and_pays_nothing() {
    let mut table = manhunt();
    assert_eq!(table.refuses("taxi 2"), Illegal::NoTicketNeeded);
    let before = table.state();
    table.play("3");
    assert_eq!((table.state().shown, table.log()), (Some(station(3)), vec!["3".to_string()]));
    assert_eq!((table.state().purses, table.state().stock), (before.purses, before.stock));
}

#[test]
fn r6_5_3_ferries_are_closed_to_open_moves() {
    let table = manhunt();
    assert_eq!(table.actions(""), ["2", "black 2", "3", "black 3", "black 4"]);
    assert!(matches!(table.refuses("4"), Illegal::NotNow(_)));
}

#[test]
fn r6_5_4_each_detective_must_move_and_pays_from_the_pool_to_the_fugitive() {
    let mut table = manhunt();
    table.play("2, d1 taxi 102, d2 bus 104");
    assert_eq!((table.turn(), table.state().purses), (Turn::Hunters, vec![Purse::new(11, 7, 4)]));
    assert_eq!(table.state().stock, Purse::new(1, 1, 0));
    table.play("d3 underground 106");
    assert_eq!(table.score(), 1 + 2 + 3);
}

#[test]
fn r6_5_4_a_detective_without_a_fitting_ticket_stays() {
    // Only the taxi goes from 6.
    let mut table = compact().purses(Purse::new(0, 8, 0)).at(1, &[6, 101, 103]);
    for (to, bus) in [("2", "d2 bus 102, d3 bus 104"), ("1", "d2 bus 101, d3 bus 103")] {
        table.play(to);
        assert!(table.actions("d1").is_empty());
        table.play(bus);
        assert_eq!((table.turn(), table.station("d1")), (Turn::Fugitive, 6), "the others go on");
    }
}

#[test]
fn r6_5_4_a_small_pool_serves_whom_they_choose() {
    let mut table = compact().purses(Purse::new(1, 0, 1)).at(1, &yard(3));
    table.play("2, d3 taxi 106");
    assert!(table.can("d1 underground 102") && table.can("d2 underground 104"));
    assert_eq!(table.refuses("d1 taxi 102"), Illegal::NoTicket(Ticket::Taxi));
    table.play("d2 underground 104");
    assert_eq!((table.station("d1"), table.outcome()), (101, "out of tickets".into()));
}

#[test]
fn r6_5_5_the_black_ticket_hides_one_step() {
    let mut table = manhunt();
    table.play("black 4");
    assert_eq!((table.fugitive(), table.state().shown), (4, None), "the ferry is allowed");
    assert_eq!(table.log(), ["black ?"]);
    taxis(&mut table);
    assert_eq!((table.log(), table.state().shown), (vec!["black 4".to_string()], Some(station(4))));
    assert_eq!(table.actions(""), ["5"], "the one black ticket is spent");
}

#[test]
fn r6_5_5_the_transport_is_not_told() {
    let sent = ["black 2", "black 3", "black 4"].map(|step| {
        let mut table = manhunt();
        table.play(step).play("d1 taxi 102");
        table.sent_to_hunters()
    });
    assert!(sent[0] == sent[1] && sent[1] == sent[2]);
}

#[test]
fn r6_5_5_he_reappears_after_the_detectives_turn_not_before() {
    let mut table = manhunt();
    table.play("black 2, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.state().shown, None);
    table.play("d3 taxi 106");
    assert_eq!(table.last_event(), PublicEvent::Opened { slot: 1, at: station(2) });
    assert!(table.can("3") && !table.can("4"), "from there he goes on");
}

#[test]
fn r6_5_5_a_detective_who_enters_the_hidden_station_captures_him() {
    let mut table = compact().at(1, &[101, 103, 200]);
    table.play("black 3, d3 taxi 3");
    assert_eq!(table.outcome(), "captured by d3 at 3");
    assert_eq!((table.score(), table.log()), (1 - 3, vec!["black 3".to_string()]), "and he is shown");
}

#[test]
fn r6_5_6_the_capturing_move_counts() {
    let mut table = compact().at(1, &[101, 103, 3]);
    table.play("2, d1 underground 102, d3 bus 2");
    assert_eq!((table.outcome().as_str(), table.score()), ("captured by d3 at 2", 3 + 2));
}

#[test]
fn r6_5_6_a_score_may_be_negative() {
    let mut table = compact().at(1, &[200, 101, 103]);
    table.play("black 3, d1 taxi 3");
    assert_eq!(table.score(), -2);
    let PublicEvent::Ended(ending) = table.game.events().last().map(Event::for_hunters).expect("an end")
    else {
        panic!("the game is over")
    };
    assert_eq!(ending.score, Some(-2));
}

#[test]
fn r6_5_6_no_legal_move_counts_as_captured() {
    let board = "taxi 1-2-10-11-12-13 10-14\nunderground 11-12-13-14\ntickets 1 2 10 11";
    let mut table = game("compact").on(board).at(2, &[10, 12, 13]);
    table.play("1, d1 taxi 2, d2 taxi 11, d3 taxi 12");
    assert_eq!((table.outcome().as_str(), table.score()), ("cornered at 1", 3));
    assert_eq!(table.game.outcome().map(Outcome::winner), Some(Side::Hunters));
}

#[test]
fn r6_5_6_ends_when_the_detectives_have_no_ticket_left() {
    let mut table = manhunt();
    let mut rounds = 0;
    while table.outcome() == "not over" {
        table.play(if table.fugitive() == 1 { "2" } else { "1" }).pass();
        rounds += 1;
    }
    assert_eq!((table.outcome().as_str(), rounds), ("out of tickets", 8));
    assert_eq!(table.score(), 12 + 2 * 8 + 3 * 4);
}

#[test]
fn r6_5_6_giving_up_leaves_all_tickets_to_the_fugitive() {
    let mut table = manhunt();
    table.play("2, d1 taxi 102, concede hunters");
    assert_eq!((table.outcome().as_str(), table.score()), ("gave up", 12 + 2 * 8 + 3 * 4));
    assert!(table.state().purses.iter().all(Purse::is_empty));
}

#[test]
fn r6_5_6_giving_up_against_a_black_ticket() {
    let mut table = manhunt();
    table.play("black 4, concede hunters");
    assert_eq!(table.score(), 40 - 3);
    assert_eq!(table.log(), ["black 4"], "if he is hidden when it ends, his station is shown");
}

#[test]
fn r6_5_6_they_give_up_in_their_own_turn_only() {
    assert_eq!(manhunt().refuses("concede hunters"), Illegal::GiveUpInTurnOnly);
    let placing = compact().deal(3, |_| 0);
    assert_eq!(placing.refuses("concede hunters"), Illegal::GiveUpInTurnOnly);
}

/// Nobody holds a ticket for a line of the station where he stands, but two tickets are left.
fn useless_tickets() -> Table {
    let board = "taxi 1-2-3\nunderground 10-11-12-13-10\nbus 3-10\ntickets 1 2 3 10";
    game("compact").on(board).purses(Purse::new(2, 0, 0)).at(1, &[10, 11, 12])
}

#[test]
fn r6_5_6_tickets_left_but_nobody_can_move_ends_the_manhunt_and_is_scored_as_giving_up() {
    let mut table = useless_tickets();
    table.play("2");
    assert_eq!((table.turn(), table.score()), (Turn::Over, 2));
    assert!(table.state().purses.iter().all(Purse::is_empty), "all tickets went to the fugitive");
    assert_eq!(table.game.outcome().map(Outcome::winner), Some(Side::Fugitive));
}

#[test]
fn r9_20_no_detective_can_move_is_told_as_what_it_is() {
    let mut table = useless_tickets();
    table.play("2");
    assert_eq!(table.outcome(), "no detective can move any more");
    let PublicEvent::Ended(ending) = table.game.events().last().map(Event::for_hunters).expect("an end")
    else {
        panic!("the manhunt is over")
    };
    let told = serde_json::to_value(ending.outcome).expect("JSON");
    assert_eq!(told, serde_json::json!({"cause": "immobile"}));
}

#[test]
fn r9_20_hemmed_in_by_each_other_too() {
    let board = "taxi 1-2-3 10-11-12\nunderground 10-11-12\nbus 3-20-10\ntickets 1 2 3 10";
    let mut table = game("compact").on(board).purses(Purse::new(3, 0, 1)).at(1, &[10, 11, 12]);
    table.play("2");
    let told = (table.outcome(), table.score());
    assert_eq!(told, ("no detective can move any more".into(), 3 + 3));
}

#[test]
fn r9_20_a_hidden_fugitive_is_shown_and_his_black_ticket_counted() {
    let mut table = useless_tickets();
    table.play("black 2");
    assert_eq!((table.score(), table.log()), (2 - 3, vec!["black 2".to_string()]));
}

#[test]
fn r9_20_an_empty_pool_is_out_of_tickets_and_not_that() {
    let mut table = compact().purses(Purse::default()).at(1, &yard(3));
    table.play("2");
    assert_eq!((table.outcome().as_str(), table.score()), ("out of tickets", 0));
}

#[test]
fn r9_21_a_fugitive_who_concedes_counts_as_captured_and_keeps_what_was_paid() {
    let mut table = manhunt();
    table.play("black 2, d1 underground 102, concede fugitive");
    assert_eq!((table.outcome().as_str(), table.score()), ("conceded by fugitive", 3 - 3));
    assert_eq!(table.game.outcome().map(Outcome::winner), Some(Side::Hunters));
    assert_eq!(table.state().purses, [Purse::new(12, 8, 3)], "the rest stays with the detectives");
    assert_eq!(table.log(), ["black 2"], "and he is shown");
}

#[test]
fn r9_21_so_does_one_who_cannot_move() {
    let board = "taxi 1-2-10-11-12-13 10-14\nunderground 11-12-13-14\ntickets 1 2 10 11";
    let mut table = game("compact").on(board).at(2, &[10, 12, 13]);
    table.play("black 1, d1 taxi 2, d2 taxi 11, d3 taxi 12");
    assert_eq!((table.outcome().as_str(), table.score()), ("cornered at 1", 3 - 3));
    assert_eq!(table.game.outcome().map(Outcome::winner), Some(Side::Hunters));
    assert_eq!(table.state().purses, [Purse::new(9, 8, 4)]);
}

fn four() -> Plan {
    compact().option("black_tickets=4")
}

#[test]
fn r6_5_8_four_black_tickets_never_in_two_turns_running() {
    let mut table = four().at(1, &yard(3));
    assert_eq!(table.state().black, 4);
    table.play("black 2");
    taxis(&mut table);
    assert!(matches!(table.refuses("black 3"), Illegal::NotNow(_)));
    table.play("3");
    taxis(&mut table);
    table.play("black 1");
    taxis(&mut table);
    assert_eq!((table.state().black, table.score()), (2, 9 - 6), "3 off for each one used");
}

#[test]
fn r6_5_8_who_may_not_play_black_and_has_no_other_move_has_lost() {
    let board = "ferry 1-2\ntaxi 2-10-11-12-13-14 1-13\nunderground 10-11-12-13\ntickets 1 2 10 11";
    let plan = || game("compact").option("black_tickets=4").on(board);
    let rested = |setup: &mut Setup| setup.state.black_last_turn = true;
    assert_eq!(plan().edit(rested).at(1, &[13, 11, 12]).outcome(), "cornered at 1");
    assert_eq!(plan().at(1, &[13, 11, 12]).outcome(), "not over");
}
