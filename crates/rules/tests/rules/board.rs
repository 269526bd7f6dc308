//! Section 2: the board.

use fogbound_rules::{Board, Illegal, SetupError, Ticket, Transport};

use crate::table::{MODERN_FEW, game, station};

/// The next stops of one transport on the London board.
fn stops(board: &str, from: u8, transport: Transport) -> Vec<u8> {
    let board = Board::builtin(board).expect("a built-in board");
    board.neighbours(station(from), transport).iter().map(|stop| stop.number()).collect()
}

#[test]
fn r2_1_a_detective_goes_to_the_next_stop_of_each_line() {
    let mut table = game("modern").at(1, &[74, 199, 100, 171]);
    table.play("taxi 8");
    let printed = [
        "d1 underground 46",
        "d1 taxi 58",
        "d1 bus 58",
        "d1 taxi 73",
        "d1 taxi 75",
        "d1 taxi 92",
        "d1 bus 94",
    ];
    assert_eq!(table.actions("d1"), printed);
}

#[test]
fn r2_1_the_fugitive_goes_to_the_next_stop_of_each_line() {
    let table = game("modern").black(0).double(0).at(100, &[1, 199, 171, 175]);
    let printed =
        ["bus 63", "taxi 80", "taxi 81", "bus 82", "taxi 101", "bus 111", "taxi 112", "taxi 113"];
    assert_eq!(table.actions(""), printed);
}

#[test]
fn r2_1_exactly_one_stop() {
    let mut table = game(MODERN_FEW).on("bus 1-2-3-10-11-12").at(1, &[10]);
    let [one, three] = [1, 3].map(station);
    assert_eq!(table.refuses("bus 3"), Illegal::NoLine { from: one, to: three });
    table.play("bus 2");
    let [ten, twelve] = [10, 12].map(station);
    assert_eq!(table.refuses("d1 bus 12"), Illegal::NoLine { from: ten, to: twelve });
    assert!(table.can("d1 bus 11"));
}

#[test]
fn r2_1_nobody_stays_where_he_is() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-10-11").at(1, &[10]);
    assert_eq!(table.refuses("taxi 1"), Illegal::NoLine { from: station(1), to: station(1) });
    table.play("taxi 2");
    assert_eq!(table.refuses("d1 taxi 10"), Illegal::NoLine { from: station(10), to: station(10) });
}

#[test]
fn r2_1_back_along_the_same_line_next_time() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-3 2-10-11").at(1, &[10]);
    table.play("taxi 2, d1 taxi 11, taxi 1, d1 taxi 10");
    assert_eq!((table.fugitive(), table.station("d1")), (1, 10));
}

#[test]
fn r2_2_only_the_transports_of_the_stations_lines() {
    let mut table = game(MODERN_FEW).on("taxi 1-2 10-11\nbus 2-10").at(1, &[10]);
    let [one, two, ten, eleven] = [1, 2, 10, 11].map(station);
    let refused = Illegal::NoLineFor { ticket: Ticket::Bus, from: one, to: two };
    assert_eq!(table.refuses("bus 2"), refused);
    table.play("taxi 2");
    let refused = Illegal::NoLineFor { ticket: Ticket::Underground, from: ten, to: eleven };
    assert_eq!(table.refuses("d1 underground 11"), refused);
    assert_eq!(table.actions(""), ["d1 bus 2", "d1 taxi 11"]);
}

#[test]
fn r2_2_every_station_of_the_large_boards_has_taxi() {
    for id in ["london", "london-1983", "victorian"] {
        let board = Board::builtin(id).expect("a built-in board");
        let without = |stop: &_| !board.transports(*stop).contains(Transport::Taxi);
        assert_eq!(board.stations().iter().filter(without).count(), 0, "{id}");
        assert_eq!(board.stations().len(), 199, "{id}");
    }
}

#[test]
fn r2_3_the_fugitive_may_not_move_onto_a_hunter() {
    let plan = game("modern").on("taxi 1-2 1-3 1-4 2-10-11-12 3-13 4-14").bobbies(&[3, 10]);
    let table = plan.at(1, &[2, 12]);
    assert_eq!(table.refuses("taxi 2"), Illegal::Occupied(station(2)), "a detective");
    assert_eq!(table.refuses("taxi 3"), Illegal::Occupied(station(3)), "a bobby");
    assert_eq!(table.refuses("black 2"), Illegal::Occupied(station(2)));
    assert!(table.can("taxi 4"));
}

#[test]
fn r2_3_a_hunter_may_not_move_onto_a_hunter() {
    let plan = game("modern").on("taxi 1-2 2-9 9-10-11-12-13-14").bobbies(&[12, 14]);
    let mut table = plan.at(1, &[10, 11]);
    table.play("taxi 2");
    assert_eq!(table.refuses("d1 taxi 11"), Illegal::Occupied(station(11)), "a detective");
    assert_eq!(table.refuses("d2 taxi 12"), Illegal::Occupied(station(12)), "a bobby");
    assert_eq!(table.refuses("b1 11"), Illegal::Occupied(station(11)), "a bobby onto a detective");
}

#[test]
fn r2_3_the_fugitives_station_is_not_occupied() {
    let mut table = game(MODERN_FEW).on("taxi 1-2-10-11").at(1, &[10]);
    table.play("taxi 2");
    assert!(table.actions("").contains(&"d1 taxi 2".to_string()));
    table.play("d1 taxi 2");
    assert_eq!(table.outcome(), "captured by d1 at 2");
}

#[test]
fn r2_3_two_pieces_never_share_a_station_from_the_start() {
    let shared = |fugitive: u8, detectives: [u8; 2]| {
        let rules = game(MODERN_FEW).on("taxi 1-2-10-11").rules(2);
        let setup = fogbound_rules::Setup::at(&rules, station(fugitive), &detectives.map(station));
        fogbound_rules::Position::new(&rules, &setup).map_err(|errors| errors.reasons().to_vec())
    };
    assert_eq!(shared(1, [10, 10]), Err(vec![SetupError::SharedStation(station(10))]));
    assert_eq!(shared(10, [10, 11]), Err(vec![SetupError::SharedStation(station(10))]));
    assert!(shared(1, [10, 11]).is_ok());
}

#[test]
fn r2_4_the_ferry_takes_black_tickets_only() {
    let table = game(MODERN_FEW).on("ferry 1-2\ntaxi 1-3-2 3-10-11").at(1, &[10]);
    for ticket in [Ticket::Taxi, Ticket::Bus, Ticket::Underground] {
        let refused = Illegal::NoLineFor { ticket, from: station(1), to: station(2) };
        assert_eq!(table.refuses(&format!("{ticket} 2")), refused);
    }
    assert!(table.can("black 2"));
    let spent = game(MODERN_FEW).on("ferry 1-2\ntaxi 1-3-2 3-10-11").black(0).at(1, &[10]);
    assert_eq!(spent.refuses("black 2"), Illegal::NoTicket(Ticket::Black));
}

#[test]
fn r2_4_the_ferry_carries_no_hunter() {
    let plan = game("modern").on("taxi 1-2-3-10-11 10-12 11-13 12-14\nferry 10-20 12-21\ntaxi 20-21-3");
    let mut table = plan.bobbies(&[12, 13]).at(1, &[10, 11]);
    table.play("taxi 2");
    assert_eq!(table.actions("d1"), ["d1 taxi 3"]);
    assert_eq!(table.actions("b1"), ["b1 14"]);
    assert!(!table.can("d1 taxi 20") && !table.can("b1 21") && !table.can("d1 black 20"));
}

#[test]
fn r2_4_the_printed_ferries_run_194_157_115_108() {
    for board in ["london", "london-1983"] {
        assert_eq!(stops(board, 194, Transport::Ferry), [157]);
        assert_eq!(stops(board, 157, Transport::Ferry), [115, 194]);
        assert_eq!(stops(board, 115, Transport::Ferry), [108, 157]);
        assert_eq!(stops(board, 108, Transport::Ferry), [115]);
        let ends = Board::builtin(board).expect("a built-in board").network(Transport::Ferry);
        assert_eq!(ends, (4, 3));
    }
}
