//! The built-in boards against the facts known of them.

use std::sync::Arc;

use fogbound_rules::{Board, Mark, Point, Quarter, Station, StationSet, Transport, Transports};

const ORIGINAL_STARTS: [u8; 13] = [35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172];
const HUNTER_STARTS: [u8; 16] = [13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174];
const SYMBOLS: [Mark; 3] = [Mark::River, Mark::Park, Mark::Monument];

fn board(id: &str) -> Arc<Board> {
    Board::builtin(id).unwrap()
}

fn s(number: u8) -> Station {
    Station::new(number).unwrap()
}

fn numbers(set: impl IntoIterator<Item = Station>) -> Vec<u8> {
    set.into_iter().map(Station::number).collect()
}

fn stops(board: &Board, from: u8, transport: Transport) -> Vec<u8> {
    numbers(*board.neighbours(s(from), transport))
}

fn served(board: &Board, transports: Transports) -> Vec<Station> {
    let stops = |st: &Station| !board.transports(*st).intersection(transports).is_empty();
    board.stations().into_iter().filter(stops).collect()
}

/// The greatest distance within a network, and whether a pair is that far apart.
fn diameter(board: &Board, transports: Transports, a: u8, b: u8) -> (u8, bool) {
    let stops = served(board, transports);
    let distance = |from, to: Station| board.distances_over(transports, from)[usize::from(to.number())];
    let pairs = stops.iter().flat_map(|&from| stops.iter().map(move |&to| distance(from, to)));
    let farthest = pairs.max().unwrap();
    (farthest, distance(s(a), s(b)) == farthest)
}

fn connected(board: &Board, transport: Transport) -> bool {
    let served = served(board, Transports::only(transport));
    let distances = board.distances_over(Transports::only(transport), served[0]);
    served.iter().all(|stop| distances[usize::from(stop.number())] != Board::UNREACHABLE)
}

#[test]
fn r8_1_statistics_of_london() {
    let london = board("london");
    assert_eq!(london.stations().len(), 199);
    assert_eq!(london.lines().len(), 467);
    let networks = Transport::ALL.map(|transport| london.network(transport));
    assert_eq!(networks, [(199, 345), (62, 99), (14, 20), (4, 3)]);
    let only = Transports::only;
    assert_eq!(diameter(&london, only(Transport::Taxi), 1, 175), (20, true));
    assert_eq!(diameter(&london, only(Transport::Bus), 7, 93), (12, true));
    assert_eq!(diameter(&london, only(Transport::Underground), 1, 185), (5, true));
    assert_eq!(diameter(&london, only(Transport::Ferry), 108, 194), (3, true));
    assert_eq!(diameter(&london, Transports::LAND, 7, 121), (10, true));
    let land_links = |station: Station| {
        let links = london.links(station).iter();
        links.filter(|link| !link.by.intersection(Transports::LAND).is_empty()).count()
    };
    let pairs = london.stations().into_iter().map(land_links).sum::<usize>() / 2;
    assert_eq!(pairs, 433);
    let busiest = london.stations().into_iter().max_by_key(|&station| land_links(station));
    assert_eq!(busiest.map(|station| (station, land_links(station))), Some((s(67), 13)));
}

#[test]
fn r8_1_kinds_of_stations_of_london() {
    use Transport::{Bus, Taxi, Underground};
    let london = board("london");
    let kinds = |wanted: &[Transport]| {
        let wanted: Transports = wanted.iter().copied().collect();
        let land = |st: &Station| london.transports(*st).intersection(Transports::LAND) == wanted;
        london.stations().into_iter().filter(land).count()
    };
    assert_eq!([kinds(&[Taxi]), kinds(&[Taxi, Bus]), kinds(&[Taxi, Bus, Underground])], [137, 48, 14]);
    let underground = served(&london, Transports::only(Underground));
    assert_eq!(numbers(underground), [1, 13, 46, 67, 74, 79, 89, 93, 111, 128, 140, 153, 163, 185]);
}

#[test]
fn r8_1_printed_facts_of_london() {
    for london in ["london", "london-1983"].map(board) {
        assert_eq!(stops(&london, 74, Transport::Taxi), [58, 73, 75, 92]);
        assert_eq!(stops(&london, 74, Transport::Bus), [58, 94]);
        assert_eq!(stops(&london, 74, Transport::Underground), [46]);
        assert_eq!(stops(&london, 100, Transport::Taxi), [80, 81, 101, 112, 113]);
        assert_eq!(stops(&london, 100, Transport::Bus), [63, 82, 111]);
        assert_eq!(stops(&london, 115, Transport::Ferry), [108, 157]);
        assert_eq!(stops(&london, 157, Transport::Ferry), [115, 194]);
    }
}

#[test]
fn r8_1_the_1983_board_has_one_line_more() {
    let (old, new) = (board("london-1983"), board("london"));
    assert_eq!(old.lines().len(), 468);
    let more: Vec<_> = old.lines().iter().filter(|line| !new.lines().contains(line)).collect();
    assert_eq!(more.len(), 1);
    assert_eq!((more[0].transport, more[0].a, more[0].b), (Transport::Taxi, s(13), s(14)));
    assert_eq!(diameter(&old, Transports::only(Transport::Taxi), 1, 175), (20, true));
}

#[test]
fn r3_1_start_cards_of_london() {
    let common = [13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198];
    assert_eq!(numbers(board("london-1983").cards().common.clone()), common);
    assert_eq!(numbers(board("london").cards().hunters.clone()), HUNTER_STARTS);
    assert_eq!(numbers(board("london").cards().fugitive.clone()), ORIGINAL_STARTS);
}

#[test]
fn r2_2_every_station_has_a_taxi() {
    for id in Board::builtin_ids() {
        let board = board(id);
        let taxis = served(&board, Transports::only(Transport::Taxi));
        assert_eq!(taxis.len(), board.stations().len(), "{id}");
    }
}

#[test]
fn r8_2_printed_facts_of_victorian() {
    let victorian = board("victorian");
    assert_eq!(victorian.stations().len(), 199);
    assert_eq!(victorian.lines().len(), 466);
    assert_eq!(stops(&victorian, 165, Transport::Taxi), [149, 151, 179, 180]);
    assert_eq!(stops(&victorian, 165, Transport::Bus), [123, 180]);
    assert!(stops(&victorian, 165, Transport::Underground).is_empty());
    assert_eq!(stops(&victorian, 115, Transport::Ferry), [108, 157]);
    assert_eq!(stops(&victorian, 157, Transport::Ferry), [115, 194]);
    assert_eq!(victorian.quarter_of(s(132)), Some(Quarter::III));
    assert!(victorian.note().unwrap().contains("reconstruction"));
}

#[test]
fn r8_2_quarters_are_even_and_every_station_is_in_one() {
    let victorian = board("victorian");
    let sizes = Quarter::ALL.map(|quarter| victorian.quarter(quarter).len());
    assert!(sizes.iter().all(|size| (49..=51).contains(size)), "{sizes:?}");
    assert_eq!(sizes.iter().sum::<usize>(), 199);
    let middle = |quarter| {
        let set = victorian.quarter(quarter);
        let spots: Vec<Point> = set.iter().map(|st| victorian.position(st)).collect();
        let mean = |value: fn(&Point) -> f32| spots.iter().map(value).sum::<f32>() / spots.len() as f32;
        (mean(|p| p.x), mean(|p| p.y))
    };
    let [i, ii, iii, iv] = Quarter::ALL.map(middle);
    assert!(i.0 < ii.0 && iv.0 < iii.0, "west before east");
    assert!(i.1 < iv.1 && ii.1 < iii.1, "north before south");
}

#[test]
fn r8_2_the_drawn_borders_part_the_quarters() {
    let victorian = board("victorian");
    let [across, north, south] = victorian.borders() else { panic!("three borders") };
    let below = |line: &[Point], p: Point| {
        let ends = line.windows(2).find(|ends| ends[1].x >= p.x).unwrap();
        let share = (p.x - ends[0].x) / (ends[1].x - ends[0].x);
        p.y > ends[0].y + (ends[1].y - ends[0].y) * share
    };
    let turned = |p: Point| Point { x: p.y, y: p.x };
    let right = |line: &[Point], p: Point| {
        below(&line.iter().map(|&q| turned(q)).collect::<Vec<_>>(), turned(p))
    };
    for station in victorian.stations() {
        let p = victorian.position(station);
        let found = match below(across, p) {
            false if right(north, p) => Quarter::II,
            false => Quarter::I,
            true if right(south, p) => Quarter::III,
            true => Quarter::IV,
        };
        assert_eq!(victorian.quarter_of(station), Some(found), "{station}");
    }
}

#[test]
fn r8_2_symbols_and_crime_scenes() {
    let victorian = board("victorian");
    for mark in SYMBOLS {
        assert!((12..=20).contains(&victorian.marked(mark).len()), "{mark:?}");
    }
    for pier in [108, 115, 127, 157, 194] {
        assert!(victorian.marked(Mark::River).contains(s(pier)), "{pier}");
    }
    let crimes = victorian.marked(Mark::Crime);
    assert_eq!(crimes.len(), 15);
    let by_symbol = SYMBOLS.map(|mark| crimes.intersection(victorian.marked(mark)).len());
    assert_eq!(by_symbol, [5, 5, 5]);
}

#[test]
fn r6_4_7_hideouts_are_spread_and_off_the_underground() {
    let victorian = board("victorian");
    let hideouts = victorian.marked(Mark::Hideout);
    assert!((8..=12).contains(&hideouts.len()));
    for quarter in Quarter::ALL {
        assert!(victorian.quarter(quarter).intersection(hideouts).len() >= 2, "{quarter:?}");
    }
    assert!(hideouts.iter().all(|st| !victorian.transports(st).contains(Transport::Underground)));
}

#[test]
fn r6_4_4_tiles_of_victorian() {
    let victorian = board("victorian");
    let cards = victorian.cards();
    assert_eq!(numbers(cards.tiles.iter().map(|tile| tile.0)), ORIGINAL_STARTS);
    assert_eq!(numbers(cards.hunters.clone()), HUNTER_STARTS);
    let both: StationSet = cards.tiles.iter().flat_map(|&(a, b)| [a, b]).collect();
    assert_eq!(both.len(), 26);
    assert!(cards.hunters.iter().all(|&hunter| !both.contains(hunter)));
    assert!(cards.tiles.iter().all(|&(a, b)| victorian.distance(a, b) >= 4));
    let hidden = both.intersection(victorian.marked(Mark::Hideout)).len();
    assert!((1..=6).contains(&hidden), "{hidden} tile stations are hide-outs");
}

#[test]
fn r8_3_printed_facts_of_compact() {
    let compact = board("compact");
    assert_eq!(stops(&compact, 8, Transport::Taxi), [3, 7, 9, 21]);
    assert_eq!(stops(&compact, 8, Transport::Bus), [6, 9]);
    assert_eq!(stops(&compact, 8, Transport::Underground), [13, 40]);
    assert_eq!(stops(&compact, 7, Transport::Bus), [21, 22, 39]);
    assert_eq!(stops(&compact, 47, Transport::Ferry), [36]);
    assert_eq!(stops(&compact, 36, Transport::Ferry), [47, 84]);
    assert_eq!(stops(&compact, 84, Transport::Ferry), [36, 112]);
    assert_eq!(stops(&compact, 112, Transport::Ferry), [84]);
    assert!(compact.note().unwrap().contains("reconstruction"));
}

#[test]
fn r6_5_3_turning_off_works_from_all_four_sides() {
    let compact = board("compact");
    let corners = [7, 21, 22, 39];
    for a in corners {
        let bus = stops(&compact, a, Transport::Bus);
        assert!(corners.into_iter().filter(|&b| b != a).all(|b| bus.contains(&b)), "{a}");
    }
    let at = |number| compact.position(s(number));
    assert!(cross(at(7), at(39), at(21), at(22)));
}

#[test]
fn r8_3_networks_and_starts_of_compact() {
    let compact = board("compact");
    assert!((110..=120).contains(&compact.stations().len()));
    assert_eq!(compact.stations().iter().last(), Station::new(compact.stations().len() as u8));
    assert!(Transport::ALL.into_iter().all(|transport| connected(&compact, transport)));
    assert!((10..=14).contains(&compact.network(Transport::Underground).0));
    let tickets = &compact.cards().tickets;
    assert_eq!(tickets.len(), 24);
    let at = |station| compact.position(station);
    let near = |a, b| (at(a).x - at(b).x).hypot(at(a).y - at(b).y) < 100.0;
    assert!(tickets.iter().enumerate().all(|(i, &a)| tickets[..i].iter().all(|&b| !near(a, b))));
}

#[test]
fn r8_3_taxi_lines_of_compact_neither_cross_nor_touch_a_third_station() {
    let compact = board("compact");
    let streets: Vec<_> =
        compact.lines().iter().filter(|line| line.transport == Transport::Taxi).collect();
    let at = |station| compact.position(station);
    for (i, one) in streets.iter().enumerate() {
        for two in &streets[..i] {
            assert!(!cross(at(one.a), at(one.b), at(two.a), at(two.b)), "{one:?} and {two:?}");
        }
        for station in compact.stations().into_iter().filter(|&st| st != one.a && st != one.b) {
            let free = distance(at(station), at(one.a), at(one.b));
            assert!(free > 15.0, "{one:?} runs through {station}");
        }
    }
}

fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |a: Point, b: Point, p: Point| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

fn distance(p: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    let share = share.clamp(0.0, 1.0);
    (p.x - a.x - share * dx).hypot(p.y - a.y - share * dy)
}
