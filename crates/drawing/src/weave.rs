//! Gentle curves that keep clear of stations they do not stop at.

use crate::geometry::{smooth, to_segment};
use crate::path::Path;
use fogbound_rules::{Board, Point, Station};

/// Finds curves between the stations of one board.
pub(crate) struct Weaver<'a> {
    board: &'a Board,
    radius: f32,
}

/// How strongly a curve may lean to a side at first, as a share of its length.
const LEANS: [f32; 15] =
    [0.0, 0.03, -0.03, 0.06, -0.06, 0.09, -0.09, 0.13, -0.13, 0.17, -0.17, 0.22, -0.22, 0.3, -0.3];

/// The same for curves that lean to one side first and to the other then.
const WAVES: [f32; 6] = [0.04, -0.04, 0.08, -0.08, 0.14, -0.14];

impl Weaver<'_> {
    pub(crate) fn of(board: &Board) -> Weaver<'_> {
        Weaver { board, radius: board.station_radius() }
    }

    /// A street: straight unless it would run into a third station.
    pub(crate) fn street(&self, from: Station, to: Station) -> Path {
        let (a, b) = (self.board.position(from), self.board.position(to));
        let obstacles = self.obstacles(from, to);
        for lean in [0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24] {
            let knots = bow(a, b, lean, if lean == 0.0 { 1 } else { 4 });
            if self.closest(&knots, &obstacles) >= self.radius * 1.5 {
                return Path::curved(knots);
            }
        }
        Path::straight(vec![a, b])
    }

    /// A line of its own: the gentlest curve that passes no other station too closely and does not run
    /// along one of the curves drawn before it.
    pub(crate) fn weave(&self, from: Station, to: Station, drawn: &[Path]) -> Path {
        let (a, b) = (self.board.position(from), self.board.position(to));
        let obstacles = self.obstacles(from, to);
        let stretches = ((a.distance(b) / (4.5 * self.radius)) as usize).clamp(3, 24);
        let drawn: Vec<Point> = drawn.iter().flat_map(Path::points).collect();
        let price = |start: Vec<Point>| {
            let knots = self.relaxed(start, &obstacles);
            let path = smooth(&knots, false, 4);
            let near = (self.radius * 1.8 - self.closest(&path, &obstacles)).max(0.0);
            let length: f32 = path.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
            let along = self.shared(&path, &drawn) * self.radius * 2.0;
            (near * 20.0 + length + along + bends(&knots) * self.radius * 11.0, knots)
        };
        let bows = LEANS.into_iter().map(|lean| bow(a, b, lean, stretches));
        let waves = WAVES.into_iter().map(|lean| wave(a, b, lean, stretches));
        let tries = bows.chain(waves).map(price);
        let best = tries.min_by(|a, b| a.0.total_cmp(&b.0));
        Path::curved(best.map_or_else(|| vec![a, b], |(_, knots)| knots))
    }

    /// How many points of a curve run close to curves drawn before, its ends not counted.
    fn shared(&self, path: &[Point], drawn: &[Point]) -> f32 {
        let (first, last) = (path[0], path[path.len() - 1]);
        let inner = path
            .iter()
            .filter(|p| p.distance(first) > 5.0 * self.radius && p.distance(last) > 5.0 * self.radius);
        inner.filter(|p| drawn.iter().any(|q| q.distance(**p) < 1.4 * self.radius)).count() as f32
    }

    /// The other stations that a curve between two could come near.
    fn obstacles(&self, from: Station, to: Station) -> Vec<Point> {
        let (a, b) = (self.board.position(from), self.board.position(to));
        let reach = 0.35 * a.distance(b) + 4.0 * self.radius;
        let others = self.board.stations().into_iter().filter(|&s| s != from && s != to);
        let spots = others.map(|station| self.board.position(station));
        spots.filter(|&spot| to_segment(spot, a, b) < reach).collect()
    }

    fn closest(&self, knots: &[Point], obstacles: &[Point]) -> f32 {
        let near = |p: &Point| {
            let pieces = knots.windows(2).map(|ends| to_segment(*p, ends[0], ends[1]));
            pieces.fold(f32::INFINITY, f32::min)
        };
        obstacles.iter().map(near).fold(f32::INFINITY, f32::min)
    }

    /// Pushes the curve away from stations and pulls it straight again, many times over. The knots are
    /// far apart, so that a push bends a long stretch a little and not a short one much.
    fn relaxed(&self, mut knots: Vec<Point>, obstacles: &[Point]) -> Vec<Point> {
        let clearance = self.radius * 1.95;
        let last = knots.len() - 1;
        for _ in 0..80 {
            let before = knots.clone();
            for i in 1..last {
                knots[i] = before[i].towards(before[i - 1].towards(before[i + 1], 0.5), 0.2);
            }
            for &obstacle in obstacles {
                for i in 0..last {
                    let (a, b) = (knots[i], knots[i + 1]);
                    let along = b - a;
                    let share = ((obstacle - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
                    let away = a.towards(b, share) - obstacle;
                    let lack = clearance - away.length();
                    if lack <= 0.0 {
                        continue;
                    }
                    let push = away.unit() * (lack * 0.8);
                    if i > 0 {
                        knots[i] = knots[i] + push * (1.0 - share);
                    }
                    if i + 1 < last {
                        knots[i + 1] = knots[i + 1] + push * share;
                    }
                }
            }
        }
        knots
    }
}

/// How much a curve turns in all, in half turns.
fn bends(knots: &[Point]) -> f32 {
    let turn = |three: &[Point]| {
        let (before, after) = (three[1] - three[0], three[2] - three[1]);
        before.cross(after).atan2(before.dot(after)).abs()
    };
    knots.windows(3).map(turn).sum::<f32>() / std::f32::consts::PI
}

/// A bow from one point to another that leans to a side.
fn bow(a: Point, b: Point, lean: f32, stretches: usize) -> Vec<Point> {
    let side = (b - a).turned();
    let knot = |i: usize| {
        let share = i as f32 / stretches as f32;
        a.towards(b, share) + side * (lean * 4.0 * share * (1.0 - share))
    };
    (0..=stretches).map(knot).collect()
}

/// A curve from one point to another that leans to one side and then to the other.
fn wave(a: Point, b: Point, lean: f32, stretches: usize) -> Vec<Point> {
    let side = (b - a).turned();
    let knot = |i: usize| {
        let share = i as f32 / stretches as f32;
        a.towards(b, share) + side * (lean * (share * std::f32::consts::TAU).sin())
    };
    (0..=stretches).map(knot).collect()
}
