//! The picture that a link to a table brings along where it is posted: a board by night, and the way of
//! the fugitive once it is no secret. Link readers take no SVG and show it small, so it is a PNG, and it
//! has no houses, numbers and names.

use crate::canvas::{Canvas, Pen, colour};
use crate::geometry::smooth;
use crate::palette::{Theme, palette};
use crate::png::png;
use crate::routes::Routes;
use crate::water::Water;
use fogbound_rules::{Board, Line, Point, Station, Transport, Transports};
use tiny_skia::Color;

/// The size of the picture in pixels, as link readers like it.
pub const PREVIEW_SIZE: (u32, u32) = (1200, 630);

/// One step of a way that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreviewLeg {
    /// Where it begins.
    pub from: Station,
    /// Where it ends.
    pub to: Station,
    /// What it may have gone by; nothing where no line was taken.
    pub via: Transports,
}

/// The width of the part beside the board, where the name of the game stands.
const BESIDE: f32 = 360.0;
/// The name of the game as an outline, 458 units wide, on its base line.
const WORDMARK: &str = include_str!("wordmark.path");
/// The coat and the hat of the figure that stands for the fugitive; its feet are at the origin.
const COAT: &str = "M-7.4 0 C-8 -6.4 -4.8 -9.6 -3.2 -12.2 L3.2 -12.2 C4.8 -9.6 8 -6.4 7.4 0 Z";
const HAT: &str = "M-7.4 -17.4 H-4.2 V-25 H4.2 V-17.4 H7.4 V-15.6 H-7.4 Z";

/// Draws the picture for links: the board, and a way on it.
///
/// ```
/// use fogbound_drawing as drawing;
/// use fogbound_rules::Board;
/// let png = drawing::preview(&Board::builtin("london").unwrap(), &[]);
/// assert!(png.starts_with(b"\x89PNG") && png.len() < 100_000);
/// ```
pub fn preview(board: &Board, way: &[PreviewLeg]) -> Vec<u8> {
    let (width, height) = PREVIEW_SIZE;
    let tones = Tones::of(board);
    let mut canvas = Canvas::new(width, height, tones.get("paper")).expect("the picture has a size");
    let size = board.size();
    // The board is as high as the picture, or as wide as there is room.
    let unit = (height as f32 / size.y).min((width as f32 - BESIDE) / size.x);
    let corner = Point::new(width as f32, height as f32) - size * unit;
    canvas.place(Point::new(corner.x, corner.y / 2.0), unit);
    let routes = Routes::of(board);
    land(&mut canvas, board, &tones);
    lines(&mut canvas, board, &routes, &tones, if way.is_empty() { 1.0 } else { 0.45 });
    stations(&mut canvas, board, &tones);
    draw_way(&mut canvas, board, &routes, way, &tones);
    beside(&mut canvas, corner.x, &tones);
    png(width, height, canvas.colours())
}

/// The colours of a board by night.
struct Tones(Vec<(&'static str, &'static str)>);

impl Tones {
    fn of(board: &Board) -> Tones {
        Tones(palette(board.face(), Theme::Night).collect())
    }

    fn get(&self, name: &str) -> Color {
        self.faint(name, 1.0)
    }

    fn faint(&self, name: &str, opacity: f32) -> Color {
        let found = self.0.iter().find(|(other, _)| *other == name);
        colour(found.map_or("#000000", |(_, value)| value), opacity)
    }
}

fn land(canvas: &mut Canvas, board: &Board, tones: &Tones) {
    for park in &board.scenery().parks {
        canvas.area(&smooth(&park.edge, true, 6), tones.get("park"));
    }
    for shore in Water::of(board.scenery()).shores() {
        let shore = smooth(&shore, true, 6);
        canvas.area(&shore, tones.get("water"));
        let closed: Vec<Point> = shore.iter().chain(shore.first()).copied().collect();
        canvas.line(&closed, Pen { colour: tones.faint("bank", 0.7), width: 1.2, dash: None });
    }
}

fn lines(canvas: &mut Canvas, board: &Board, routes: &Routes, tones: &Tones, opacity: f32) {
    let unit = board.station_radius() / 9.0;
    let layers = [
        (Transport::Underground, "tube", 2.6, Some((9.0, 5.0))),
        (Transport::Bus, "bus", 3.6, None),
        (Transport::Taxi, "taxi", 1.4, None),
        (Transport::Ferry, "ferry", 2.2, Some((2.5, 4.0))),
    ];
    for (transport, name, width, dash) in layers {
        let dash = dash.map(|(line, gap): (f32, f32)| (line * unit, gap * unit));
        let pen = Pen { colour: tones.faint(name, opacity), width: width * unit, dash };
        for &line in board.lines().iter().filter(|line| line.transport == transport) {
            if let Some(path) = routes.get(line) {
                canvas.line(&path.points(), pen);
            }
        }
    }
}

fn stations(canvas: &mut Canvas, board: &Board, tones: &Tones) {
    let radius = board.station_radius();
    for station in board.stations().iter() {
        let transports = board.transports(station);
        let (edge, inner) = match () {
            () if transports.contains(Transport::Underground) => ("plate", "plate"),
            () if transports.contains(Transport::Bus) => ("bus", "disc"),
            () => ("taxi", "disc"),
        };
        let at = board.position(station);
        canvas.disc(at, radius * 0.66, tones.get(edge));
        canvas.disc(at, radius * 0.46, tones.get(inner));
    }
}

fn draw_way(canvas: &mut Canvas, board: &Board, routes: &Routes, way: &[PreviewLeg], tones: &Tones) {
    let radius = board.station_radius();
    let courses: Vec<Vec<Point>> = way.iter().map(|leg| course(board, routes, leg)).collect();
    for (name, width) in [("paper", 1.0), ("glow", 0.62)] {
        let pen = Pen { colour: tones.get(name), width: radius * width, dash: None };
        for points in &courses {
            canvas.line(points, pen);
        }
    }
    let stops = way.iter().map(|leg| leg.to).chain(way.first().map(|leg| leg.from));
    for at in stops.map(|station| board.position(station)) {
        canvas.disc(at, radius * 0.9, tones.get("paper"));
        canvas.disc(at, radius * 0.66, tones.get("glow"));
    }
    if let Some(leg) = way.last() {
        let at = board.position(leg.to);
        canvas.disc(at, radius * 1.7, tones.get("glow"));
        canvas.disc(at, radius * 1.3, tones.get("plate"));
    }
}

/// The way of a leg: along a line that fits, or straight where there is none.
fn course(board: &Board, routes: &Routes, leg: &PreviewLeg) -> Vec<Point> {
    let (a, b) = (leg.from.min(leg.to), leg.from.max(leg.to));
    let mut paths = leg.via.iter().filter_map(|transport| routes.get(Line { transport, a, b }));
    match paths.next() {
        Some(path) => path.points(),
        None => vec![board.position(leg.from), board.position(leg.to)],
    }
}

/// The figure and the name of the game.
fn beside(canvas: &mut Canvas, edge: f32, tones: &Tones) {
    let height = PREVIEW_SIZE.1 as f32;
    canvas.place(Point::new(0.0, 0.0), 1.0);
    let corner = |x: f32, y: f32| Point::new(x, y);
    // Fog lies over the edge of the board, in steps, as smooth shades would take many bytes.
    for step in 0..12 {
        let right = edge + 9.0 * step as f32;
        let area = [corner(0.0, 0.0), corner(right, 0.0), corner(right, height), corner(0.0, height)];
        canvas.area(&area, tones.faint("fog", 0.22));
    }
    let middle = edge / 2.0;
    canvas.place(Point::new(middle, 318.0), 8.4);
    canvas.outline(COAT, colour("#ece7dc", 1.0));
    canvas.disc(Point::new(0.0, -15.8), 4.8, colour("#ece7dc", 1.0));
    canvas.outline(HAT, colour("#c8442a", 1.0));
    let unit = (edge - 76.0) / 458.0;
    canvas.place(Point::new(38.0, 420.0), unit);
    canvas.outline(WORDMARK, colour("#ece7dc", 1.0));
}
