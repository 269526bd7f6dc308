//! Bridges, wherever a street or a bus crosses water.

use crate::path::polyline;
use crate::routes::Routes;
use crate::water::Water;
use fogbound_rules::{Board, Point, Transport};

pub(crate) fn draw(board: &Board, routes: &Routes, water: &Water) -> String {
    let radius = board.station_radius();
    let mut spans: Vec<(Point, Point)> = Vec::new();
    for transport in [Transport::Taxi, Transport::Bus] {
        let lines = board.lines().iter().filter(|line| line.transport == transport);
        for (from, to) in lines.filter_map(|&line| routes.get(line)).flat_map(|path| water.spans(path)) {
            let middle = from.towards(to, 0.5);
            // A bus that follows a street shares its bridge.
            if spans.iter().all(|&(a, b)| a.towards(b, 0.5).distance(middle) > radius * 0.5) {
                spans.push((from, to));
            }
        }
    }
    spans.into_iter().map(|(from, to)| bridge(from, to, radius / 9.0)).collect()
}

/// A roadway a little longer than the water is wide, with walls that open towards the ends.
fn bridge(from: Point, to: Point, unit: f32) -> String {
    let along = (to - from).unit();
    let side = along.turned() * (5.4 * unit);
    let (from, to) = (from - along * (3.0 * unit), to + along * (3.0 * unit));
    let (flare, end) = (side * 0.5, along * (3.0 * unit));
    let corners = [
        from + side + flare - end,
        from + side,
        to + side,
        to + side + flare + end,
        to - side - flare + end,
        to - side,
        from - side,
        from - side - flare - end,
    ];
    format!("<path class=\"bridge\" d=\"{}Z\"/>", polyline(&corners))
}
