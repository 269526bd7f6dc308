//! The course of a line on the board.

use crate::geometry::{pair, smooth};
use fogbound_rules::Point;

/// A course that a piece can be moved along: points so close together that the straight pieces
/// between them look like one curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// Where the curve is pinned; the drawing runs smoothly or straight through these.
    knots: Vec<Point>,
    curved: bool,
}

/// How many points a curve has between two knots.
const STEPS: usize = 6;

impl Path {
    pub(crate) fn straight(knots: Vec<Point>) -> Path {
        Path { knots, curved: false }
    }

    pub(crate) fn curved(knots: Vec<Point>) -> Path {
        let curved = knots.len() > 2;
        Path { knots, curved }
    }

    /// One path after another; each begins where the one before ends.
    pub(crate) fn chain(parts: &[Path]) -> Path {
        let curved = parts.iter().any(|part| part.curved);
        let mut knots = Vec::new();
        for part in parts {
            let points = if curved { part.points() } else { part.knots.clone() };
            knots.extend(points.into_iter().skip(usize::from(!knots.is_empty())));
        }
        Path { knots, curved: false }
    }

    pub(crate) fn reversed(&self) -> Path {
        Path { knots: self.knots.iter().rev().copied().collect(), curved: self.curved }
    }

    /// The points of the course, from its first station to its last.
    pub fn points(&self) -> Vec<Point> {
        if self.curved { smooth(&self.knots, false, STEPS) } else { self.knots.clone() }
    }

    /// How long the course is.
    pub fn length(&self) -> f32 {
        self.points().windows(2).map(|ends| ends[0].distance(ends[1])).sum()
    }

    /// The point after a share of the course, from 0 to 1.
    pub fn at(&self, share: f32) -> Point {
        let points = self.points();
        let mut left = self.length() * share.clamp(0.0, 1.0);
        for ends in points.windows(2) {
            let step = ends[0].distance(ends[1]);
            if left <= step && step > 0.0 {
                return ends[0].towards(ends[1], left / step);
            }
            left -= step;
        }
        points[points.len() - 1]
    }

    /// The course in the words of an SVG path.
    pub fn svg(&self) -> String {
        if self.curved { curve(&self.knots, false) } else { polyline(&self.knots) }
    }
}

/// Straight pieces through some points.
pub(crate) fn polyline(points: &[Point]) -> String {
    let mut path = format!("M{}", pair(points[0]));
    for &point in &points[1..] {
        path += "L";
        path += &pair(point);
    }
    path
}

/// The smooth curve through some points; the same one as [`smooth`] computes.
pub(crate) fn curve(points: &[Point], closed: bool) -> String {
    let count = points.len() as isize;
    if count < 3 {
        return polyline(points);
    }
    let at = |index: isize| {
        let index = if closed { index.rem_euclid(count) } else { index.clamp(0, count - 1) };
        points[index as usize]
    };
    let mut path = format!("M{}", pair(points[0]));
    for i in 0..if closed { count } else { count - 1 } {
        let first = at(i) + (at(i + 1) - at(i - 1)) * (1.0 / 6.0);
        let second = at(i + 1) - (at(i + 2) - at(i)) * (1.0 / 6.0);
        for (letter, point) in [("C", first), (" ", second), (" ", at(i + 1))] {
            let point = pair(point);
            if letter == "C" || !point.starts_with('-') {
                path += letter;
            }
            path += &point;
        }
    }
    if closed { path + "Z" } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_moves_evenly_along_its_course() {
        let p = Point::new;
        let path = Path::straight(vec![p(0.0, 0.0), p(10.0, 0.0), p(10.0, 30.0)]);
        assert_eq!(path.length(), 40.0);
        assert_eq!(path.at(0.0), p(0.0, 0.0));
        assert_eq!(path.at(0.5), p(10.0, 10.0));
        assert_eq!(path.at(2.0), p(10.0, 30.0));
        assert_eq!(path.svg(), "M0 0L10 0L10 30");
        assert_eq!(path.reversed().at(0.0), p(10.0, 30.0));
    }
}
