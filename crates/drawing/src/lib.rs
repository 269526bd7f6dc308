//! How a board is drawn: one drawing for the command line, the documents and the browser.
//!
//! A drawing is an SVG in layers. Each station is a group with the id `fb-s<number>` and the
//! attribute `data-station`; each line is a path with `data-a` and `data-b` in the group of its
//! transport. All colours are in the style sheet, and day and night differ in nothing else.

mod bridges;
mod canvas;
mod furniture;
mod geometry;
mod land;
mod landmarks;
mod palette;
mod path;
mod png;
mod preview;
mod routes;
mod stations;
mod water;
mod weave;

use std::fmt::Write as _;

pub use palette::{Theme, palette};
pub use path::Path;
pub use preview::{PREVIEW_SIZE, PreviewLeg, preview};
pub use routes::{Routes, route};
pub use stations::{Shape, shape};

use fogbound_rules::board::scenery::{Area, Scenery};
use fogbound_rules::{Board, Point, Transport};
use geometry::number;
use water::Water;

/// Draws a board by day or by night, every colour written out.
///
/// ```
/// use fogbound_drawing as drawing;
/// use fogbound_rules::Board;
/// let svg = drawing::svg(&Board::builtin("london").unwrap(), drawing::Theme::Day);
/// assert!(svg.starts_with("<svg"));
/// ```
pub fn svg(board: &Board, theme: Theme) -> String {
    palette::fixed(draw(board, ""), board.face(), theme)
}

/// Draws a board with its colours as custom properties `--fb-<name>`: a page embeds it once, its
/// `color-scheme` chooses between day and night, and it may set colours of its own for parts of it.
pub fn svg_with_variables(board: &Board) -> String {
    draw(board, &format!(".fogbound{{{}}}\n", palette::variables(board.face())))
}

/// The drawing, its colours as variables, with a style that goes before its own.
fn draw(board: &Board, style: &str) -> String {
    let radius = board.station_radius();
    let routes = Routes::of(board);
    let water = Water::of(board.scenery());
    let (low, size) = extent(board);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fogbound\" viewBox=\"{} {} {} {}\" role=\"img\">\n<title>{}</title>\n{}",
        number(low.x),
        number(low.y),
        number(size.x),
        number(size.y),
        escape(board.title()),
        board.note().map_or(String::new(), |note| format!("<desc>{}</desc>\n", escape(note)))
    );
    let _ = writeln!(svg, "<style>{style}{}</style>", palette::style(board.face(), radius));
    let inset = size.x / 1056.0 * 10.0;
    let clip = rectangle("", low + Point::new(inset, inset), size - Point::new(inset, inset) * 2.0);
    let clip = format!("<clipPath id=\"fb-clip\">{clip}</clipPath>");
    let _ = writeln!(svg, "<defs>{clip}{}</defs>", definitions(radius));
    svg += &rectangle("class=\"paper\"", low, size);
    let land = ground(board, &routes, &water) + &group("fog", &furniture::fog(low, size));
    svg += &group("land\" clip-path=\"url(#fb-clip)", &land);
    svg += &writing(board.scenery());
    svg += &lines(board, &routes, &water);
    svg += &group("borders", &furniture::borders(board));
    let badges = stations::badges(board, &routes, &water);
    svg += &group("badges", &badges.iter().map(stations::draw_badge).collect::<String>());
    let drawn: String = board.stations().iter().map(|s| stations::draw(board, s, radius)).collect();
    svg += &group("stations", &drawn);
    let unit = size.x / 1056.0;
    svg +=
        &group("names", &board.note().map_or(String::new(), |note| furniture::caption(note, low, size)));
    svg += &group("edge", &furniture::frame(low, size, unit));
    svg + "</svg>\n"
}

/// The top left corner and the size of the drawing, its margin included.
pub fn extent(board: &Board) -> (Point, Point) {
    let margin = 0.028 * board.size().x.max(board.size().y);
    let low = Point::new(-margin, -margin);
    (low, board.size() - low * 2.0)
}

fn group(class: &str, content: &str) -> String {
    if content.is_empty() { String::new() } else { format!("<g class=\"{class}\">\n{content}</g>\n") }
}

fn rectangle(attributes: &str, low: Point, size: Point) -> String {
    let (x, y, w, h) = (number(low.x), number(low.y), number(size.x), number(size.y));
    format!("<rect {attributes} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn definitions(radius: f32) -> String {
    let gradient = |id: &str, class: &str, stops: &[(&str, &str)]| {
        let stops = stops.iter().map(|(offset, opacity)| {
            format!("<stop class=\"{class}\" offset=\"{offset}\" stop-opacity=\"{opacity}\"/>")
        });
        format!("<radialGradient id=\"{id}\">{}</radialGradient>", stops.collect::<String>())
    };
    let veil = gradient("fb-veil", "fog-stop", &[("0", "0"), (".72", "0"), ("1", ".8")])
        .replace("id=\"fb-veil\"", "id=\"fb-veil\" r=\".74\"");
    let wisp = gradient("fb-wisp", "fog-stop", &[("0", ".75"), (".5", ".4"), ("1", "0")]);
    let lamp = gradient("fb-lamp", "glow-stop", &[("0", ".42"), (".4", ".16"), ("1", "0")]);
    veil + &wisp + &lamp + &stations::definitions(radius) + &stations::mark_definitions(radius)
}

/// Parks, water and houses.
fn ground(board: &Board, routes: &Routes, water: &Water) -> String {
    let scenery = board.scenery();
    let unit = board.station_radius() / 9.0;
    let edge = |park: &Area| format!("<path class=\"park\" d=\"{}\"/>", path::curve(&park.edge, true));
    let mut parks: String = scenery.parks.iter().map(edge).collect();
    if !parks.is_empty() {
        let _ = write!(parks, "<path class=\"tree\" d=\"{}\"/>", land::trees(board, routes, water));
    }
    let mut wet = String::new();
    let outlines = water.outlines();
    if !outlines.is_empty() {
        let _ = write!(wet, "<path class=\"water\" d=\"{outlines}\"/>");
        for (class, inset) in [("r1", 3.0), ("r2", 6.5), ("r3", 11.0)] {
            let _ = write!(wet, "<path class=\"{class}\" d=\"{}\"/>", water.ripples(inset * unit));
        }
        let _ = write!(wet, "<path class=\"bank\" d=\"{outlines}\"/>");
    }
    let mut houses = String::new();
    let mut windows = String::new();
    for (i, row) in
        land::houses(board, routes, water).iter().enumerate().filter(|(_, row)| !row.is_empty())
    {
        let _ = write!(houses, "<g class=\"h{i}\"><path id=\"fb-row{i}\" d=\"{row}\"/></g>");
        let _ = write!(windows, "<use href=\"#fb-row{i}\"/>");
    }
    let lamps =
        board.stations().into_iter().filter(|&s| board.transports(s).contains(Transport::Underground));
    let lamps = lamps.map(|station| {
        let at = board.position(station);
        let (x, y, r) = (number(at.x), number(at.y), number(62.0 * unit));
        format!("<circle fill=\"url(#fb-lamp)\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>")
    });
    let lamps: String = lamps.collect();
    group("parks", &parks)
        + &group("waters", &wet)
        + &group("houses", &houses)
        + &group("lamps", &lamps)
        + &group("windows", &windows)
}

/// Names and landmarks, the rose and the scale.
fn writing(scenery: &Scenery) -> String {
    let names: String = scenery.names.iter().map(furniture::name).collect();
    let mut things: String = scenery.landmarks.iter().map(landmarks::draw).collect();
    things.extend(scenery.rose.map(furniture::rose));
    things.extend(scenery.scale.iter().map(furniture::scale));
    group("names", &names) + &group("landmarks", &things)
}

/// The four networks, the underground at the bottom.
fn lines(board: &Board, routes: &Routes, water: &Water) -> String {
    let layer = |transport: Transport| {
        let mut casing = String::new();
        let mut paths = String::new();
        for &line in board.lines().iter().filter(|line| line.transport == transport) {
            let Some(path) = routes.get(line) else {
                continue;
            };
            let path = path.svg();
            let _ = writeln!(paths, "<path data-a=\"{}\" data-b=\"{}\" d=\"{path}\"/>", line.a, line.b);
            casing += &path;
        }
        if transport != Transport::Ferry && !casing.is_empty() {
            paths.insert_str(0, &format!("<path class=\"casing\" d=\"{casing}\"/>\n"));
        }
        group(transport.name(), &paths)
    };
    layer(Transport::Underground)
        + &group("bridges", &bridges::draw(board, routes, water))
        + &layer(Transport::Bus)
        + &layer(Transport::Taxi)
        + &layer(Transport::Ferry)
        + &group("junctions", &junctions(board, routes))
}

/// A knot where one may turn off from one line into another.
fn junctions(board: &Board, routes: &Routes) -> String {
    let size = number(board.station_radius() * 0.55);
    let knot = |&(transport, at): &(Transport, Point)| {
        let (x, y) = (number(at.x), number(at.y));
        format!("<circle class=\"knot-{transport}\" cx=\"{x}\" cy=\"{y}\" r=\"{size}\"/>\n")
    };
    routes.junctions().iter().map(knot).collect()
}
