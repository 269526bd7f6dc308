//! The drawings of the built-in boards.

use std::sync::Arc;

use fogbound_drawing::{
    PREVIEW_SIZE, PreviewLeg, Routes, Theme, extent, palette, preview, shape, svg, svg_with_variables,
};
use fogbound_rules::board::scenery::Face;
use fogbound_rules::{Board, Line, Point, Station, Transport, Transports};

fn boards() -> impl Iterator<Item = Arc<Board>> {
    Board::builtin_ids().map(|id| Board::builtin(id).unwrap())
}

fn apart(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// The tags of a drawing; fails where they do not nest, or where an attribute is not quoted.
fn tags(svg: &str) -> Vec<&str> {
    let mut open: Vec<&str> = Vec::new();
    let mut tags = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'));
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_matches('/').split(' ').next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            tags.push(tag);
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && !rest.contains('>'));
    tags
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

#[test]
fn every_station_and_line_is_drawn_once() {
    for board in boards() {
        let drawing = svg(&board, Theme::Day);
        let tags = tags(&drawing);
        let stations: Vec<_> = tags.iter().filter_map(|tag| attribute(tag, "data-station")).collect();
        let expected: Vec<String> = board.stations().iter().map(|s| s.to_string()).collect();
        assert_eq!(stations, expected);
        for transport in Transport::ALL {
            let layer = format!("g class=\"{transport}\"");
            let start = tags.iter().position(|tag| *tag == layer).unwrap() + 1;
            let drawn = tags[start..].iter().take_while(|tag| !tag.starts_with('g'));
            let ends =
                drawn.filter_map(|tag| Some((attribute(tag, "data-a")?, attribute(tag, "data-b")?)));
            let ends: Vec<_> = ends.map(|(a, b)| (a.to_string(), b.to_string())).collect();
            let lines = board.lines().iter().filter(|line| line.transport == transport);
            let expected: Vec<_> = lines.map(|line| (line.a.to_string(), line.b.to_string())).collect();
            assert_eq!(ends, expected, "{} {transport}", board.id());
        }
        let ids: Vec<_> = tags.iter().filter_map(|tag| attribute(tag, "id")).collect();
        let unique: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len());
        for used in tags.iter().filter_map(|tag| attribute(tag, "href")) {
            assert!(ids.contains(&used.trim_start_matches('#')), "{used}");
        }
    }
}

#[test]
fn a_drawing_is_small_stands_alone_and_is_always_the_same() {
    for board in boards() {
        for theme in Theme::ALL {
            let drawing = svg(&board, theme);
            assert!(drawing.len() < 150_000, "{} is {} bytes", board.id(), drawing.len());
            assert_eq!(drawing, svg(&board, theme));
            assert!(!drawing.contains("var(") && !drawing.contains("NaN"));
            assert_eq!(drawing.matches("http").count(), 1, "nothing but the name of the format");
        }
    }
}

#[test]
fn day_and_night_differ_only_in_colours() {
    for board in boards() {
        let bare = |theme| {
            let drawing = svg(&board, theme);
            let parts = drawing.split('#').map(|part| match part.as_bytes().get(..6) {
                Some(six) if six.iter().all(u8::is_ascii_hexdigit) => part[6..].to_string(),
                _ => part.to_string(),
            });
            parts.collect::<Vec<_>>().join("#")
        };
        assert_eq!(bare(Theme::Day), bare(Theme::Night));
        let drawing = svg_with_variables(&board);
        for variable in drawing.split("var(").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(drawing.contains(&format!("{variable}:light-dark(#")), "{variable}");
        }
        let colours = Theme::ALL.map(|theme| palette(board.face(), theme).collect::<Vec<_>>());
        for ((name, day), (_, night)) in colours[0].iter().zip(&colours[1]) {
            assert!(drawing.contains(&format!("--fb-{name}:light-dark({day},{night})")), "{name}");
        }
    }
}

#[test]
fn no_two_stations_overlap() {
    for board in boards() {
        let radius = board.station_radius();
        let stations: Vec<_> = board.stations().into_iter().collect();
        for (i, &a) in stations.iter().enumerate() {
            let outline = outline(&board, a);
            for &b in &stations[..i] {
                let middle = board.position(b);
                let seen = |p: &Point| Point { x: p.x - middle.x, y: p.y - middle.y };
                let free = outline.iter().all(|p| !shape(&board, b, radius).covers(seen(p), 0.5));
                assert!(free, "{}: {a} and {b}", board.id());
            }
        }
    }
}

/// Points all round a station.
fn outline(board: &Board, station: Station) -> Vec<Point> {
    let (middle, shape) = (board.position(station), shape(board, station, board.station_radius()));
    let ray = |step: i32| {
        let (sin, cos) = (step as f32 / 48.0 * std::f32::consts::TAU).sin_cos();
        let covered = |reach: f32| shape.covers(Point { x: cos * reach, y: sin * reach }, 0.0);
        let mut reach = 0.0;
        while covered(reach) {
            reach += 0.2;
        }
        Point { x: middle.x + cos * reach, y: middle.y + sin * reach }
    };
    (0..48).map(ray).collect()
}

#[test]
fn lines_join_their_stations_and_keep_off_the_others() {
    for board in boards() {
        let routes = Routes::of(&board);
        for &line in board.lines() {
            let path = routes.get(line).unwrap();
            assert_eq!(path.at(0.0), board.position(line.a));
            assert!(apart(path.at(1.0), board.position(line.b)) < 0.01);
            let mut passed = passed(&board, &routes, line);
            if line.transport == Transport::Bus {
                // A bus passes the corners of the streets that it follows, but none where buses stop.
                passed.retain(|&station| board.transports(station).contains(Transport::Bus));
            }
            assert!(passed.is_empty(), "{} {line:?} passes {passed:?}", board.id());
        }
    }
}

/// The stations whose number a line would run under.
fn passed(board: &Board, routes: &Routes, line: Line) -> Vec<Station> {
    let reach = board.station_radius() * 1.15;
    let points = dense(&routes.get(line).unwrap().points());
    let near = |s: Station| points.iter().any(|&p| apart(p, board.position(s)) < reach);
    board.stations().into_iter().filter(|&s| s != line.a && s != line.b && near(s)).collect()
}

fn dense(points: &[Point]) -> Vec<Point> {
    let between = |ends: &[Point]| {
        let (a, b) = (ends[0], ends[1]);
        let steps = (apart(a, b) / 2.0).ceil().max(1.0) as i32;
        let at = move |i: i32| {
            let share = i as f32 / steps as f32;
            Point { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
        };
        (0..=steps).map(at).collect::<Vec<_>>()
    };
    points.windows(2).flat_map(between).collect()
}

#[test]
fn ferries_stay_on_the_water() {
    for board in boards() {
        let routes = Routes::of(&board);
        let shore = board.station_radius() * 2.4;
        for &line in board.lines().iter().filter(|line| line.transport == Transport::Ferry) {
            for at in dense(&routes.get(line).unwrap().points()) {
                let ashore =
                    [line.a, line.b].iter().any(|&pier| apart(board.position(pier), at) < shore);
                assert!(ashore || afloat(&board, at), "{} {line:?} at {at:?}", board.id());
            }
        }
    }
}

/// A plain second look at the river: within half its width of a straight course.
fn afloat(board: &Board, at: Point) -> bool {
    board.scenery().rivers[0].course.windows(2).any(|ends| {
        let ((ax, ay, aw), (bx, by, bw)) = (ends[0], ends[1]);
        let (dx, dy) = (bx - ax, by - ay);
        let share = (((at.x - ax) * dx + (at.y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        let away = (at.x - ax - share * dx).hypot(at.y - ay - share * dy);
        away < (aw + (bw - aw) * share) / 2.0
    })
}

#[test]
fn stations_stand_on_dry_land() {
    for board in boards() {
        for station in board.stations() {
            assert!(!afloat(&board, board.position(station)), "{} {station}", board.id());
        }
    }
}

#[test]
fn names_and_landmarks_touch_no_station_and_no_other() {
    for board in boards() {
        let (scenery, radius) = (board.scenery(), board.station_radius());
        let mut boxes: Vec<(String, Vec<Point>)> = Vec::new();
        for name in &scenery.names {
            let half = name.text.chars().count() as f32 * name.size * 0.43;
            boxes.push((name.text.clone(), grid(name.at, half, name.size * 0.38, name.turn)));
        }
        for landmark in &scenery.landmarks {
            let half = landmark.size * 0.5;
            boxes.push((format!("{:?}", landmark.kind), grid(landmark.at, half * 0.96, half, 0.0)));
        }
        if let Some(rose) = scenery.rose {
            boxes.push(("rose".into(), grid(rose.at, rose.size * 0.4, rose.size * 0.5, 0.0)));
        }
        for (i, (name, points)) in boxes.iter().enumerate() {
            for station in board.stations() {
                let at = board.position(station);
                let hit = |p: &Point| {
                    shape(&board, station, radius).covers(Point { x: p.x - at.x, y: p.y - at.y }, 0.0)
                };
                assert!(!points.iter().any(hit), "{}: {name} covers {station}", board.id());
            }
            for (other, others) in &boxes[..i] {
                if apart(points[0], others[0]) > 300.0 {
                    continue;
                }
                let close = |p: &Point| others.iter().any(|&q| apart(*p, q) < 2.0);
                assert!(!points.iter().any(close), "{}: {name} and {other}", board.id());
            }
        }
    }
}

fn grid(middle: Point, half_width: f32, half_height: f32, turn: f32) -> Vec<Point> {
    let (sin, cos) = turn.to_radians().sin_cos();
    let steps = |half: f32| (half / 1.2).ceil() as i32;
    let (columns, rows) = (steps(half_width), steps(half_height));
    let at = |i: i32, j: i32| {
        let (x, y) = (half_width * i as f32 / columns as f32, half_height * j as f32 / rows as f32);
        Point { x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos }
    };
    (-columns..=columns)
        .flat_map(|i| (-rows..=rows).map(move |j| (i, j)))
        .map(|(i, j)| at(i, j))
        .collect()
}

#[test]
fn badges_cover_no_station_and_no_other_badge() {
    for board in boards() {
        let drawing = svg(&board, Theme::Day);
        let badge = |tag: &&str| {
            attribute(tag, "data-mark")?;
            let value = |name| attribute(tag, name).and_then(|text| text.parse().ok());
            Some(Point { x: value("x")?, y: value("y")? })
        };
        let badges: Vec<Point> = tags(&drawing).iter().filter_map(badge).collect();
        let radius = board.station_radius();
        let size = radius * 0.6;
        for (i, &one) in badges.iter().enumerate() {
            assert!(
                badges[..i].iter().all(|&two| apart(one, two) > 1.9 * size),
                "{} {one:?}",
                board.id()
            );
            for station in board.stations() {
                let at = board.position(station);
                let seen = Point { x: one.x - at.x, y: one.y - at.y };
                assert!(!shape(&board, station, radius).covers(seen, size), "{} {station}", board.id());
            }
        }
    }
}

#[test]
fn colours_can_be_told_from_their_ground() {
    for face in [Face::Map, Face::Engraving, Face::Bright] {
        for theme in Theme::ALL {
            let colour =
                |wanted: &str| palette(face, theme).find(|(name, _)| *name == wanted).unwrap().1;
            let least = |front: &str, ground: &str, ratio: f32| {
                let found = contrast(colour(front), colour(ground));
                assert!(found >= ratio, "{face:?} {theme:?}: {front} on {ground} is {found:.2}");
            };
            for line in ["taxi", "bus", "tube", "ferry", "border"] {
                least(line, "paper", 3.0);
            }
            least("ferry", "water", 3.0);
            for (text, ground) in
                [("number", "disc"), ("on-plate", "plate"), ("soft", "paper"), ("sign", "seal")]
            {
                least(text, ground, 4.5);
            }
        }
    }
}

fn contrast(one: &str, two: &str) -> f32 {
    let (one, two) = (luminance(one), luminance(two));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

fn luminance(colour: &str) -> f32 {
    let channel = |at: usize| {
        let value = f32::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

#[test]
fn every_station_fits_into_the_frame() {
    for board in boards() {
        let (low, size) = extent(&board);
        let room = board.station_radius() * 2.0;
        for station in board.stations() {
            let at = board.position(station);
            let fits = |value: f32, low: f32, size: f32| value - low > room && low + size - value > room;
            assert!(fits(at.x, low.x, size.x) && fits(at.y, low.y, size.y), "{} {station}", board.id());
        }
    }
}

#[test]
fn a_board_of_two_stations_can_be_drawn() {
    let file = "format = 1\nid = \"a\"\ntitle = \"<A & B>\"\nsize = [9, 9]\nstations = [[1, 1, 1], [2, 8, 8]]\n[lines]\ntaxi = [[1, 2]]\nbus = [[1, 2]]\nunderground = [[1, 2]]\nferry = [[1, 2]]\n";
    let drawing = svg(&Board::parse(file).unwrap(), Theme::Night);
    assert!(tags(&drawing).len() > 20);
    assert!(drawing.contains("<title>&lt;A &amp; B&gt;</title>") && !drawing.contains("NaN"));
}

/// The picture in the documents is the drawing of today; `UPDATE_PICTURES=1` writes it anew.
#[test]
fn the_picture_in_the_documents_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures/london.svg");
    let now = svg(&Board::builtin("london").unwrap(), Theme::Day);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == now,
        "UPDATE_PICTURES=1 mends docs/pictures/london.svg"
    );
}

/// The size and the number of colours that a PNG names.
fn png_head(png: &[u8]) -> (u32, u32, usize) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") && png.ends_with(b"IEND\xaeB`\x82"));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[37..41], b"PLTE");
    (number(16), number(20), number(33) as usize / 3)
}

#[test]
fn a_preview_is_small_and_always_the_same() {
    for board in boards() {
        let drawn = preview(&board, &[]);
        let (width, height, colours) = png_head(&drawn);
        assert_eq!((width, height), PREVIEW_SIZE);
        assert!((8..=64).contains(&colours), "{colours}");
        assert!(drawn.len() < 100_000, "{}: {}", board.id(), drawn.len());
        assert!(drawn == preview(&board, &[]));
    }
}

#[test]
fn a_preview_shows_the_way_that_it_is_given() {
    let board = Board::builtin("compact").unwrap();
    let line = board.lines()[0];
    let leg = |via| PreviewLeg { from: line.a, to: line.b, via };
    let along = preview(&board, &[leg(Transports::ALL)]);
    let back = preview(&board, &[PreviewLeg { from: line.b, to: line.a, via: Transports::ALL }]);
    assert!(along != preview(&board, &[]) && along != back);
    // Without a line it goes straight; that is drawn too.
    png_head(&preview(&board, &[leg(Transports::default())]));
}
