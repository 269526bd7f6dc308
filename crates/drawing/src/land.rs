//! Houses along the streets and trees in the parks.

use crate::geometry::{grain, inside, pair, smooth, to_segment};
use crate::routes::Routes;
use crate::water::Water;
use fogbound_rules::board::scenery::Scenery;
use fogbound_rules::{Board, Point, Transport};

/// A rectangle that nothing may be built on, by its middle and half its sides, turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    pub(crate) middle: Point,
    pub(crate) half: Point,
    /// The direction of its first side.
    pub(crate) along: Point,
}

impl Plot {
    pub(crate) fn upright(middle: Point, half: Point) -> Plot {
        Plot { middle, half, along: Point::new(1.0, 0.0) }
    }

    /// How far a point is outside, roughly; less than nothing inside.
    pub(crate) fn distance(&self, p: Point) -> f32 {
        let from = p - self.middle;
        let x = from.dot(self.along).abs() - self.half.x;
        let y = from.cross(self.along).abs() - self.half.y;
        x.max(y)
    }
}

/// The plots that names, landmarks, rose and scale take up.
pub(crate) fn plots(scenery: &Scenery) -> Vec<Plot> {
    let mut plots = Vec::new();
    for name in &scenery.names {
        let turn = name.turn.to_radians();
        let letters = name.text.chars().count() as f32;
        let half = Point::new(letters * name.size * 0.44, name.size * 0.55);
        plots.push(Plot { middle: name.at, half, along: Point::new(turn.cos(), turn.sin()) });
    }
    for landmark in &scenery.landmarks {
        let width = landmark.name.chars().count() as f32 * 3.1;
        let half =
            Point::new((landmark.size * 0.5).max(landmark.size / 100.0 * width), landmark.size * 0.55);
        plots.push(Plot::upright(landmark.at + Point::new(0.0, landmark.size * 0.02), half));
    }
    if let Some(rose) = scenery.rose {
        plots.push(Plot::upright(rose.at, Point::new(rose.size, rose.size) * 0.55));
    }
    if let Some(scale) = &scenery.scale {
        let middle = scale.at + Point::new(scale.length / 2.0, -3.0);
        plots.push(Plot::upright(middle, Point::new(scale.length / 2.0 + 8.0, 12.0)));
    }
    plots
}

/// What houses keep away from.
struct Site<'a> {
    board: &'a Board,
    radius: f32,
    streets: Vec<Vec<Point>>,
    parks: Vec<Vec<Point>>,
    plots: Vec<Plot>,
    water: &'a Water,
}

/// Streets longer than so many steps in all, on a board with tiny stations, are left without houses.
const MOST_STEPS: f32 = 60_000.0;

/// How many trees fit across a park.
const MOST_ACROSS: f32 = 120.0;

/// Rows of houses on both sides of every street, as three paths: each is drawn with a dash of its own,
/// so that one short path stands for many houses.
pub(crate) fn houses(board: &Board, routes: &Routes, water: &Water) -> [String; 3] {
    let radius = board.station_radius();
    let taxi = board.lines().iter().filter(|line| line.transport == Transport::Taxi);
    let streets = taxi.filter_map(|&line| routes.get(line)).map(|path| path.points()).collect();
    let parks = board.scenery().parks.iter().map(|park| smooth(&park.edge, true, 4)).collect();
    let site = Site { board, radius, streets, parks, plots: plots(board.scenery()), water };
    let mut rows = [String::new(), String::new(), String::new()];
    if site.steps() > MOST_STEPS {
        return rows;
    }
    for (i, street) in site.streets.iter().enumerate() {
        for (j, ends) in street.windows(2).enumerate() {
            for side in [-1.0, 1.0] {
                let group = (grain(i as u32, j as u32 * 2 + u32::from(side > 0.0)) * 2.999) as usize;
                rows[group] += &site.row(i, ends[0], ends[1], side);
            }
        }
    }
    rows
}

impl Site<'_> {
    fn step(&self) -> f32 {
        self.radius * 0.25
    }

    fn steps(&self) -> f32 {
        let pieces = self.streets.iter().flat_map(|street| street.windows(2));
        pieces.map(|ends| ends[0].distance(ends[1])).sum::<f32>() / self.step()
    }

    /// The houses on one side of a straight street, with gaps where something else is.
    fn row(&self, street: usize, a: Point, b: Point, side: f32) -> String {
        let near = self.near(street, a, b);
        let along = (b - a).unit();
        let set_back = along.turned() * (side * self.radius * 1.02);
        let step = self.step();
        let steps = (a.distance(b) / step) as usize;
        let mut row = String::new();
        let mut start: Option<Point> = None;
        let mut last = a;
        for i in 0..=steps {
            let at = a + along * (i as f32 * step) + set_back;
            let free = i < steps && self.free(at, &near);
            match start {
                None if free => start = Some(at),
                Some(from) if !free => {
                    if from.distance(last) > self.radius * 0.6 {
                        row += &format!("M{}L{}", pair(from), pair(last));
                    }
                    start = None;
                }
                _ => {}
            }
            last = at;
        }
        row
    }

    /// The pieces of other streets that may come near a row.
    fn near(&self, street: usize, a: Point, b: Point) -> Vec<(Point, Point)> {
        let (middle, reach) = (a.towards(b, 0.5), a.distance(b) / 2.0 + 3.0 * self.radius);
        let others = self.streets.iter().enumerate().filter(|&(i, _)| i != street);
        let pieces = others.flat_map(|(_, points)| points.windows(2).map(|ends| (ends[0], ends[1])));
        pieces.filter(|&(c, d)| to_segment(middle, c, d) < reach).collect()
    }

    fn free(&self, p: Point, near: &[(Point, Point)]) -> bool {
        near.iter().all(|&(c, d)| to_segment(p, c, d) > self.radius)
            && self
                .board
                .stations()
                .iter()
                .all(|s| self.board.position(s).distance(p) > self.radius * 1.55)
            && self.plots.iter().all(|plot| plot.distance(p) > self.radius * 0.5)
            && self.parks.iter().all(|park| !inside(p, park))
            && self.water.distance(p) > self.radius * 0.75
    }
}

/// Tree tops in all parks: dots on a jittered grid, off the streets and names.
pub(crate) fn trees(board: &Board, routes: &Routes, water: &Water) -> String {
    let radius = board.station_radius();
    let plots = plots(board.scenery());
    let streets: Vec<Vec<Point>> = board
        .lines()
        .iter()
        .filter(|line| matches!(line.transport, Transport::Taxi | Transport::Bus))
        .filter_map(|&line| routes.get(line).map(|path| path.points()))
        .collect();
    let mut trees = String::new();
    for park in &board.scenery().parks {
        let edge = smooth(&park.edge, true, 4);
        let low = edge
            .iter()
            .fold(Point::new(f32::MAX, f32::MAX), |m, p| Point::new(m.x.min(p.x), m.y.min(p.y)));
        let high = edge
            .iter()
            .fold(Point::new(f32::MIN, f32::MIN), |m, p| Point::new(m.x.max(p.x), m.y.max(p.y)));
        let step = (radius * 0.8).max((high.x - low.x).max(high.y - low.y) / MOST_ACROSS);
        let (columns, rows) = (((high.x - low.x) / step) as u32, ((high.y - low.y) / step) as u32);
        for cell in 0..columns * rows {
            let (x, y) = (cell % columns, cell / columns);
            let jitter = Point::new(grain(cell, 1), grain(cell, 2));
            let p = low + (Point::new(x as f32, y as f32) + jitter) * step;
            let rim = edge.iter().map(|q| q.distance(p)).fold(f32::INFINITY, f32::min);
            // Dense along the rim, a lawn with single trees in the middle.
            let wanted = grain(cell, 3) < if rim < radius * 1.4 { 0.8 } else { 0.16 };
            let clear = |street: &Vec<Point>| {
                street.windows(2).all(|e| to_segment(p, e[0], e[1]) > radius * 0.6)
            };
            let room = |plot: &Plot| plot.distance(p) > radius * 0.3;
            let standing = |s| board.position(s).distance(p) > radius * 1.35;
            if wanted
                && inside(p, &edge)
                && plots.iter().all(room)
                && water.distance(p) > radius * 0.3
                && board.stations().iter().all(standing)
                && streets.iter().all(clear)
            {
                trees += &format!("M{}h0", pair(p));
            }
        }
    }
    trees
}
