//! Which way each line takes over the board.

use std::collections::BTreeMap;

use crate::geometry::{crossing, to_segment};
use crate::path::Path;
use crate::water::Water;
use crate::weave::Weaver;
use fogbound_rules::{Board, Line, Point, Station, Transport};

/// The courses of all lines of a board.
#[derive(Clone, Debug)]
pub struct Routes {
    paths: BTreeMap<Line, Path>,
    junctions: Vec<(Transport, Point)>,
}

/// The course of one line, from `line.a` to `line.b`, if the board has the line. Who needs many asks
/// [`Routes`].
///
/// ```
/// use fogbound_drawing as drawing;
/// use fogbound_rules::Board;
/// let london = Board::builtin("london").unwrap();
/// let line = london.lines()[0];
/// let path = drawing::route(&london, line).unwrap();
/// assert_eq!(path.at(0.0), london.position(line.a));
/// assert_eq!(path.at(1.0), london.position(line.b));
/// ```
pub fn route(board: &Board, line: Line) -> Option<Path> {
    Routes::of(board).paths.remove(&line)
}

impl Routes {
    /// Finds a way for every line.
    pub fn of(board: &Board) -> Routes {
        let mut routes = Routes { paths: BTreeMap::new(), junctions: Vec::new() };
        let weaver = Weaver::of(board);
        for &line in of(board, Transport::Taxi) {
            let path = weaver.street(line.a, line.b);
            routes.paths.insert(line, path);
        }
        routes.add_buses(board, &weaver);
        let mut drawn = Vec::new();
        for line in shortest_first(board, Transport::Underground) {
            let path = routes.turn_off(board, line);
            let path = path.unwrap_or_else(|| weaver.weave(line.a, line.b, &drawn));
            drawn.push(path.clone());
            routes.paths.insert(line, path);
        }
        let water = Water::of(board.scenery());
        for &line in of(board, Transport::Ferry) {
            let voyage = water.voyage(board.position(line.a), board.position(line.b));
            routes.paths.insert(line, voyage.unwrap_or_else(|| weaver.weave(line.a, line.b, &[])));
        }
        routes
    }

    /// The course of a line, from `line.a` to `line.b`.
    pub fn get(&self, line: Line) -> Option<&Path> {
        self.paths.get(&line)
    }

    /// The crossings where one may turn off from one line into another.
    pub fn junctions(&self) -> &[(Transport, Point)] {
        &self.junctions
    }

    /// The way of a line that runs to or over such a crossing.
    fn turn_off(&mut self, board: &Board, line: Line) -> Option<Path> {
        let (path, spot) = turn_off(board, line)?;
        let junction = (line.transport, spot);
        if !self.junctions.iter().any(|(_, other)| other.distance(spot) < board.station_radius()) {
            self.junctions.push(junction);
        }
        Some(path)
    }

    fn street(&self, from: Station, to: Station) -> Path {
        let line = Line { transport: Transport::Taxi, a: from.min(to), b: from.max(to) };
        if from < to { self.paths[&line].clone() } else { self.paths[&line].reversed() }
    }

    /// Buses follow the streets where that is not too far round. The short lines choose first; the
    /// others rather keep off streets and corners that are taken, so that lines can be told apart.
    fn add_buses(&mut self, board: &Board, weaver: &Weaver) {
        let mut traffic = Traffic::default();
        for line in shortest_first(board, Transport::Bus) {
            let path = match self.turn_off(board, line) {
                Some(path) => path,
                None => match self.bus_stops(board, line, &traffic) {
                    Some(stops) => {
                        traffic.add(&stops);
                        let parts: Vec<Path> =
                            stops.windows(2).map(|ends| self.street(ends[0], ends[1])).collect();
                        Path::chain(&parts)
                    }
                    None => weaver.weave(line.a, line.b, &[]),
                },
            };
            self.paths.insert(line, path);
        }
    }

    /// The stations that a bus passes, its two stops included, if the streets offer a decent way.
    fn bus_stops(&self, board: &Board, line: Line, traffic: &Traffic) -> Option<Vec<Station>> {
        let mut best: BTreeMap<Station, (f32, f32, Station)> = BTreeMap::new();
        let mut open = vec![(0.0f32, 0.0f32, line.a, line.a)];
        while let Some(next) = (0..open.len()).min_by(|&a, &b| open[a].0.total_cmp(&open[b].0)) {
            let (cost, length, at, before) = open.swap_remove(next);
            if best.contains_key(&at) {
                continue;
            }
            best.insert(at, (cost, length, before));
            if at == line.b {
                break;
            }
            if at != line.a && board.transports(at).contains(Transport::Bus) {
                continue;
            }
            for to in board.neighbours(at, Transport::Taxi).iter() {
                let step = self.street(at, to).length();
                let price = step * (1.0 + traffic.on(at, to)) + traffic.at(to);
                open.push((cost + price, length + step, to, at));
            }
        }
        let &(_, length, _) = best.get(&line.b)?;
        let straight = board.position(line.a).distance(board.position(line.b));
        if length > straight * 1.7 {
            return None;
        }
        let mut stops = vec![line.b];
        while stops[stops.len() - 1] != line.a {
            stops.push(best[&stops[stops.len() - 1]].2);
        }
        stops.reverse();
        Some(stops)
    }
}

fn of(board: &Board, transport: Transport) -> impl Iterator<Item = &Line> {
    board.lines().iter().filter(move |line| line.transport == transport)
}

fn shortest_first(board: &Board, transport: Transport) -> Vec<Line> {
    let mut lines: Vec<Line> = of(board, transport).copied().collect();
    let straight = |line: &Line| board.position(line.a).distance(board.position(line.b));
    lines.sort_by(|a, b| straight(a).total_cmp(&straight(b)));
    lines
}

/// Which streets and corners buses use already.
#[derive(Default)]
struct Traffic {
    streets: BTreeMap<(Station, Station), u8>,
    corners: BTreeMap<Station, u8>,
}

impl Traffic {
    fn add(&mut self, stops: &[Station]) {
        for ends in stops.windows(2) {
            *self.streets.entry((ends[0].min(ends[1]), ends[0].max(ends[1]))).or_default() += 1;
        }
        for &corner in &stops[1..stops.len() - 1] {
            *self.corners.entry(corner).or_default() += 1;
        }
    }

    fn on(&self, a: Station, b: Station) -> f32 {
        0.35 * f32::from(self.streets.get(&(a.min(b), a.max(b))).copied().unwrap_or(0))
    }

    fn at(&self, corner: Station) -> f32 {
        4.0 + 25.0 * f32::from(self.corners.get(&corner).copied().unwrap_or(0))
    }
}

/// Where two lines of one transport cross and one may turn off (rule 6.5.3), all six pairs of their
/// four stops are lines. The two that cross run straight; the others run over the crossing.
fn turn_off(board: &Board, line: Line) -> Option<(Path, Point)> {
    let stops = |station| board.neighbours(station, line.transport);
    let common: Vec<Station> = stops(line.a).intersection(stops(line.b)).into_iter().collect();
    let at = |station| board.position(station);
    for (i, &c) in common.iter().enumerate() {
        for &d in common[i + 1..].iter().filter(|&&d| stops(c).contains(d)) {
            let roomy = |spot: &Point| {
                [line.a, line.b, c, d]
                    .iter()
                    .all(|&s| at(s).distance(*spot) > 2.5 * board.station_radius())
            };
            if let Some(spot) = crossing(at(line.a), at(line.b), at(c), at(d)).filter(roomy) {
                return Some((Path::straight(vec![at(line.a), at(line.b)]), spot));
            }
            for (c, d) in [(c, d), (d, c)] {
                let spot = crossing(at(line.a), at(c), at(line.b), at(d)).filter(roomy);
                let direct = |p| to_segment(p, at(line.a), at(line.b)) > board.station_radius();
                if let Some(spot) = spot.filter(|&spot| direct(spot)) {
                    return Some((Path::straight(vec![at(line.a), spot, at(line.b)]), spot));
                }
            }
        }
    }
    None
}
