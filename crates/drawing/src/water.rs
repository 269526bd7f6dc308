//! Rivers and lakes, their banks, and the bridges over them.

use crate::geometry::{inside, smooth, to_segment};
use crate::path::{Path, curve};
use fogbound_rules::Point;
use fogbound_rules::board::scenery::Scenery;

/// All water of a board.
pub(crate) struct Water {
    rivers: Vec<Vec<PossibleStations>>,
    lakes: Vec<Vec<Point>>,
}

/// A point of a river's middle.
#[derive(Clone, Copy)]
struct PossibleStations {
    at: Point,
    half: f32,
}

/// Points of the course between two that the file gives.
const STEPS: usize = 5;

impl Water {
    pub(crate) fn of(scenery: &Scenery) -> Water {
        let rivers = scenery.rivers.iter().map(|river| {
            let middle: Vec<Point> = river.course.iter().map(|&(x, y, _)| Point { x, y }).collect();
            // The width is smoothed like a coordinate, so that the banks have no corners.
            let width: Vec<Point> = river.course.iter().map(|&(_, _, w)| Point::new(w, 0.0)).collect();
            let widths = smooth(&width, false, STEPS);
            let points = smooth(&middle, false, STEPS).into_iter().zip(widths);
            points.map(|(at, width)| PossibleStations { at, half: width.x / 2.0 }).collect()
        });
        let lakes = scenery.lakes.iter().map(|lake| smooth(&lake.edge, true, STEPS));
        Water { rivers: rivers.collect(), lakes: lakes.collect() }
    }

    /// How far a point is from the water; less than nothing in it.
    pub(crate) fn distance(&self, p: Point) -> f32 {
        let mut least = f32::INFINITY;
        for river in &self.rivers {
            for ends in river.windows(2) {
                let half = (ends[0].half + ends[1].half) / 2.0;
                least = least.min(to_segment(p, ends[0].at, ends[1].at) - half);
            }
        }
        for lake in &self.lakes {
            let edge = (0..lake.len()).map(|i| to_segment(p, lake[i], lake[(i + 1) % lake.len()]));
            let edge = edge.fold(f32::INFINITY, f32::min);
            least = least.min(if inside(p, lake) { -edge } else { edge });
        }
        least
    }

    /// A way by boat from one pier to another along the first river.
    pub(crate) fn voyage(&self, from: Point, to: Point) -> Option<Path> {
        let river = self.rivers.first()?;
        let nearest = |p: Point| {
            let order =
                |&a: &usize, &b: &usize| river[a].at.distance(p).total_cmp(&river[b].at.distance(p));
            (0..river.len()).min_by(order)
        };
        let (first, last) = (nearest(from)?, nearest(to)?);
        let mut middle: Vec<Point> =
            river[first.min(last)..=first.max(last)].iter().map(|reach| reach.at).collect();
        if first > last {
            middle.reverse();
        }
        // The boat heads for midstream at once and turns there, short of the point beside the pier.
        let turn = 0.8 * from.distance(river[first].at).max(to.distance(river[last].at));
        middle.retain(|p| p.distance(river[first].at) > turn && p.distance(river[last].at) > turn);
        let leave = |pier: Point, beside: PossibleStations| {
            pier.towards(beside.at, 1.0 - 0.55 * beside.half / pier.distance(beside.at).max(beside.half))
        };
        let inner = middle.into_iter().step_by(3);
        let (out, back) = (leave(from, river[first]), leave(to, river[last]));
        let knots = [from, out].into_iter().chain(inner).chain([back, to]);
        Some(Path::curved(knots.collect()))
    }

    /// The points through which the outline of each water runs smoothly.
    pub(crate) fn shores(&self) -> impl Iterator<Item = Vec<Point>> {
        let rivers = self.rivers.iter().map(|river| {
            let mut bank = bank(river, -1.0, 0.0);
            bank.extend(self::bank(river, 1.0, 0.0).into_iter().rev());
            bank
        });
        rivers.chain(self.lakes.iter().map(|lake| every_third(lake)))
    }

    /// The outlines of all water.
    pub(crate) fn outlines(&self) -> String {
        self.shores().map(|shore| curve(&shore, true)).collect()
    }

    /// Lines along the banks, the way engravers draw water, each further out than the last.
    pub(crate) fn ripples(&self, inset: f32) -> String {
        let both = |river: &Vec<PossibleStations>| {
            [-1.0, 1.0].map(|side| curve(&bank(river, side, inset), false)).concat()
        };
        self.rivers.iter().map(both).collect()
    }

    /// The stretches of a street that lie over water.
    pub(crate) fn spans(&self, street: &Path) -> Vec<(Point, Point)> {
        let length = street.length();
        let steps = (length / 2.0).ceil().max(1.0) as usize;
        let mut spans = Vec::new();
        let mut entered: Option<Point> = None;
        for step in 0..=steps {
            let at = street.at(step as f32 / steps as f32);
            let wet = self.distance(at) < 1.0;
            match entered {
                None if wet => entered = Some(at),
                Some(from) if !wet => {
                    spans.push((from, at));
                    entered = None;
                }
                _ => {}
            }
        }
        spans
    }
}

fn every_third(points: &[Point]) -> Vec<Point> {
    points.iter().step_by(3).copied().collect()
}

/// One bank of a river, moved towards the middle by `inset`.
fn bank(river: &[PossibleStations], side: f32, inset: f32) -> Vec<Point> {
    let last = river.len() - 1;
    let mut points = Vec::new();
    for i in (0..last).step_by(3).chain([last]) {
        let along = (river[(i + 1).min(last)].at - river[i.saturating_sub(1)].at).unit();
        let reach = river[i];
        points.push(reach.at + along.turned() * (side * (reach.half - inset).max(0.0)));
    }
    points
}
