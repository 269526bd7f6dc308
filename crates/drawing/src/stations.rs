//! Station shapes, their numbers and marks.

use crate::geometry::{number, to_segment};
use crate::land::{self, Plot};
use crate::routes::Routes;
use crate::water::Water;
use fogbound_rules::{Board, Mark, Point, Station, Transport};

/// The outline of a station: told apart by shape, not only by colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// Taxi only: a ring.
    Ring {
        /// Its outer radius.
        radius: f32,
    },
    /// With a bus: the lower part of the ring is filled.
    Half {
        /// Its outer radius.
        radius: f32,
    },
    /// With an underground: a name-plate across the ring.
    Plate {
        /// The outer radius of the ring.
        radius: f32,
        /// Half the width of the plate.
        half_width: f32,
        /// Half the height of the plate.
        half_height: f32,
    },
}

impl Shape {
    /// Whether a point, as seen from the middle of the station, is covered, `margin` added all round.
    pub fn covers(self, from_middle: Point, margin: f32) -> bool {
        let round = |radius: f32| from_middle.length() < radius + margin;
        match self {
            Shape::Ring { radius } | Shape::Half { radius } => round(radius),
            Shape::Plate { radius, half_width, half_height } => {
                let (x, y) = (from_middle.x.abs(), from_middle.y.abs());
                round(radius) || x < half_width + margin && y < half_height + margin
            }
        }
    }
}

/// The shape of a station, given the radius of the stations of its board.
pub fn shape(board: &Board, station: Station, radius: f32) -> Shape {
    let transports = board.transports(station);
    if transports.contains(Transport::Underground) {
        Shape::Plate { radius, half_width: radius * 1.2, half_height: radius * 0.66 }
    } else if transports.contains(Transport::Bus) {
        Shape::Half { radius }
    } else {
        Shape::Ring { radius }
    }
}

/// The shapes that all stations share, drawn once.
pub(crate) fn definitions(radius: f32) -> String {
    let n = number;
    let (r, chord) = (radius * 0.9, radius * 0.9);
    let (dx, dy) = (chord * 0.87, chord * 0.5);
    let disc = format!("<circle class=\"fb-disc\" r=\"{}\"/>", n(r));
    let lower = format!(
        "<path class=\"fb-lower\" d=\"M-{x} {y}A{r} {r} 0 0 0 {x} {y}Z\"/><path class=\"fb-half\" d=\"M-{r} 0A{r} {r} 0 0 0 {r} 0\"/>",
        x = n(dx),
        y = n(dy),
        r = n(r)
    );
    let (w, h) = (radius * 1.2, radius * 0.66);
    let plate = format!(
        "<rect class=\"fb-plate\" x=\"-{}\" y=\"-{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
        n(w),
        n(h),
        n(2.0 * w),
        n(2.0 * h),
        n(radius * 0.2)
    );
    let anchor = format!(
        "<g id=\"fb-anchor\" transform=\"scale({:.3})\"><circle class=\"fb-buoy\" r=\"6.2\"/><path class=\"fb-anchor\" d=\"M0-2.4V3.6M-2-1h4M-3.4 1.2C-3 3-1.6 3.8 0 3.8S3 3 3.4 1.2\"/><circle class=\"fb-anchor\" cy=\"-3.2\" r=\".9\"/></g>",
        radius / 9.0
    );
    format!(
        "<g id=\"fb-taxi\">{disc}</g><g id=\"fb-bus\">{disc}{lower}</g><g id=\"fb-tube\">{disc}{plate}</g><g id=\"fb-tubebus\">{disc}{lower}{plate}</g>{anchor}"
    )
}

/// One station with its number.
pub(crate) fn draw(board: &Board, station: Station, radius: f32) -> String {
    let transports = board.transports(station);
    let (bus, tube) = (transports.contains(Transport::Bus), transports.contains(Transport::Underground));
    let symbol = match (bus, tube) {
        (true, true) => "tubebus",
        (false, true) => "tube",
        (true, false) => "bus",
        (false, false) => "taxi",
    };
    let at = board.position(station);
    let text = if tube { " class=\"on-plate\"" } else { "" };
    // Three digits get a fixed length, so that a wide fallback face still fits into the ring.
    let fit = if station.number() >= 100 {
        let share = if tube { 1.6 } else { 1.3 };
        format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(radius * share))
    } else {
        String::new()
    };
    let lift = if bus && !tube { 0.26 } else { 0.4 };
    format!(
        "<g id=\"fb-s{s}\" data-station=\"{s}\" transform=\"translate({x},{y})\"><use href=\"#fb-{symbol}\"/><text{text} y=\"{dy}\"{fit}>{s}</text></g>\n",
        s = station,
        x = number(at.x),
        y = number(at.y),
        dy = number(radius * lift),
    )
}

/// A small sign beside a station.
pub(crate) struct Badge {
    /// The station that it belongs to.
    pub(crate) station: Station,
    /// What it shows; `None` is a pier's anchor.
    pub(crate) mark: Option<Mark>,
    /// Its middle.
    pub(crate) at: Point,
}

/// How large a badge is, as a share of a station's radius.
pub(crate) const BADGE: f32 = 0.66;

/// Puts every badge where it touches no station and no other badge, off the lines if it can be.
pub(crate) fn badges(board: &Board, routes: &Routes, water: &Water) -> Vec<Badge> {
    let radius = board.station_radius();
    let streets: Vec<Vec<Point>> = board
        .lines()
        .iter()
        .filter(|line| line.transport != Transport::Ferry)
        .filter_map(|&line| routes.get(line).map(|path| path.points()))
        .collect();
    let plots = land::plots(board.scenery());
    let mut badges: Vec<Badge> = Vec::new();
    for station in board.stations() {
        let mut marks: Vec<Option<Mark>> = Vec::new();
        if board.transports(station).contains(Transport::Ferry) {
            marks.push(None);
        }
        let shown = [Mark::Hideout, Mark::River, Mark::Park, Mark::Monument];
        marks.extend(shown.into_iter().filter(|&m| board.marked(m).contains(station)).map(Some));
        for mark in marks {
            let at = place(board, station, mark, radius, (&streets, &badges, &plots, water));
            badges.push(Badge { station, mark, at });
        }
    }
    badges
}

type Taken<'a> = (&'a [Vec<Point>], &'a [Badge], &'a [Plot], &'a Water);

fn place(board: &Board, station: Station, mark: Option<Mark>, radius: f32, taken: Taken<'_>) -> Point {
    let (streets, badges, plots, water) = taken;
    let middle = board.position(station);
    let size = radius * BADGE;
    let plate = board.transports(station).contains(Transport::Underground);
    let close = |p: Point| p.distance(middle) < radius * 6.0;
    let others: Vec<Station> =
        board.stations().into_iter().filter(|&s| s != station && close(board.position(s))).collect();
    let pieces: Vec<&[Point]> = streets
        .iter()
        .flat_map(|street| street.windows(2))
        .filter(|ends| to_segment(middle, ends[0], ends[1]) < radius * 5.0)
        .collect();
    let price = |at: Point| {
        let covered = |s: Station| shape(board, s, radius).covers(at - board.position(s), size);
        let hit = others.iter().filter(|&&s| covered(s)).count();
        let own = shape(board, station, radius).covers(at - middle, size * 0.9);
        let badge = badges.iter().filter(|badge| badge.at.distance(at) < size * 2.1).count();
        let near =
            pieces.iter().map(|ends| to_segment(at, ends[0], ends[1])).fold(f32::INFINITY, f32::min);
        let crossed = (size + 2.0 - near).max(0.0);
        let written = plots.iter().filter(|plot| plot.distance(at) < size * 0.6).count();
        let dry = if mark.is_none() { (water.distance(at) + size).max(0.0) } else { 0.0 };
        let room = [(at.x, board.size().x), (at.y, board.size().y)];
        let outside = room.iter().any(|&(value, size)| !(-0.01 * size..=1.01 * size).contains(&value));
        (hit + badge + usize::from(own) + usize::from(outside)) as f32 * 1000.0
            + written as f32 * 5.0
            + crossed
            + dry * 2.0
    };
    let mut best = (f32::INFINITY, middle);
    for ring in [1.75, 1.95, 2.25] {
        for step in 0..32 {
            let angle = step as f32 / 32.0 * std::f32::consts::TAU;
            let stretch = if plate { 1.15 } else { 1.0 };
            let at = middle + Point::new(angle.cos() * stretch, angle.sin()) * (radius * ring);
            let price = price(at) + (ring - 1.75) * 4.0;
            if price < best.0 {
                best = (price, at);
            }
        }
    }
    best.1
}

pub(crate) fn draw_badge(badge: &Badge) -> String {
    let glyph = match badge.mark {
        None => "anchor",
        Some(mark) => mark.name(),
    };
    let at = format!("x=\"{}\" y=\"{}\"", number(badge.at.x), number(badge.at.y));
    let station = badge.station;
    format!("<use data-mark=\"{glyph}\" data-of=\"{station}\" href=\"#fb-{glyph}\" {at}/>\n")
}

/// The signs that marks are shown with, each in a disc of radius 6 for stations of radius 9.
pub(crate) fn mark_definitions(radius: f32) -> String {
    let scale = radius / 9.0;
    let glyphs = [
        (
            "hideout",
            "M-4.6 2.9C-3 3.6 3 3.6 4.6 2.9V2C3.4 2.3 2.7 2.2 2.4 2.1L2.7-3.8H-2.7L-2.4 2.1C-2.7 2.2-3.4 2.3-4.6 2z",
        ),
        ("river", "M-4-1.6c1.3-1.6 2.7-1.6 4 0s2.7 1.6 4 0M-4 1.8c1.3-1.6 2.7-1.6 4 0s2.7 1.6 4 0"),
        ("park", "M0 4V1M0-4.2C-2.6-4.2-3.6-1-2.4.6C-1.4 1.6 1.4 1.6 2.4.6C3.6-1 2.6-4.2 0-4.2z"),
        ("monument", "M-3.6 3.6h7.2M-2.6 3V-.8M0 3V-.8M2.6 3V-.8M-3.8-1.2h7.6L0-4z"),
    ];
    glyphs
        .map(|(name, path)| {
            format!(
                "<g id=\"fb-{name}\" transform=\"scale({scale:.3})\"><circle class=\"fb-seal fb-{name}\" r=\"5.9\"/><path class=\"fb-sign fb-{name}\" d=\"{path}\"/></g>"
            )
        })
        .concat()
}
