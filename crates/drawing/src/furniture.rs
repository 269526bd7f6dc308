//! What a map has besides land and lines: names, a rose, a scale, a frame and fog.

use crate::escape;
use crate::geometry::{number, pair};
use crate::path::curve;
use fogbound_rules::board::scenery::{Name, Rose, Scale};
use fogbound_rules::{Board, Point, Quarter};

/// A district's name, as long as its letters ask whatever face the reader has.
pub(crate) fn name(name: &Name) -> String {
    let class = if name.water { " class=\"on-water\"" } else { "" };
    let turn = if name.turn == 0.0 { String::new() } else { format!(" rotate({})", number(name.turn)) };
    let length = name.text.chars().count() as f32 * name.size * 0.86;
    format!(
        "<text{class} transform=\"translate({} {}){turn}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\">{}</text>\n",
        number(name.at.x),
        number(name.at.y),
        number(name.size * 0.35),
        number(name.size),
        number(length),
        escape(&name.text),
    )
}

/// The gist of the board's note along the lower edge: its words up to the first stop.
pub(crate) fn caption(note: &str, low: Point, size: Point) -> String {
    let gist: String = note.split([':', '.']).next().unwrap_or("").chars().take(60).collect();
    let letters = size.x / 1056.0 * 9.0;
    let at = low + Point::new(size.x / 2.0, size.y - letters * 2.0);
    name(&Name { text: gist, at, size: letters, turn: 0.0, water: false })
}

/// A compass rose of eight points, each half dark.
pub(crate) fn rose(rose: Rose) -> String {
    let half = rose.size / 2.0;
    let mut dark = String::new();
    let mut light = String::new();
    for i in 0..8 {
        let angle = i as f32 * std::f32::consts::FRAC_PI_4;
        let tip = Point::new(angle.sin(), -angle.cos()) * (half * if i % 2 == 0 { 0.8 } else { 0.46 });
        for (side, path) in [(-1.0, &mut light), (1.0, &mut dark)] {
            let angle = angle + side * std::f32::consts::FRAC_PI_8;
            let notch = Point::new(angle.sin(), -angle.cos()) * (half * 0.2);
            *path += &format!("M0 0L{}L{}Z", pair(tip), pair(notch));
        }
    }
    let n = number;
    format!(
        "<g class=\"rose\" stroke-width=\"1\" transform=\"translate({} {})\"><circle class=\"frame\" r=\"{}\"/><circle class=\"frame\" r=\"{}\"/><path d=\"{light}\"/><path class=\"needle\" d=\"{dark}\"/><text y=\"{}\" font-size=\"{}\">N</text></g>\n",
        n(rose.at.x),
        n(rose.at.y),
        n(half * 0.56),
        n(half * 0.52),
        n(-half * 0.86),
        n(half * 0.36),
    )
}

/// A scale of four fields.
pub(crate) fn scale(scale: &Scale) -> String {
    let n = number;
    let field = scale.length / 4.0;
    let dark = [0.0, 2.0].map(|i| {
        format!(
            "<rect class=\"needle\" x=\"{}\" y=\"-4\" width=\"{}\" height=\"4\"/>",
            n(i * field),
            n(field)
        )
    });
    format!(
        "<g class=\"scale\" stroke-width=\"1\" transform=\"translate({} {})\">{}<rect class=\"frame\" y=\"-4\" width=\"{}\" height=\"4\"/><text x=\"{}\" y=\"-8\" font-size=\"9\">{}</text></g>\n",
        n(scale.at.x),
        n(scale.at.y),
        dark.concat(),
        n(scale.length),
        n(scale.length / 2.0),
        escape(&scale.text),
    )
}

/// The frame: two thin lines and a ladder between them.
pub(crate) fn frame(low: Point, size: Point, unit: f32) -> String {
    let rect = |class: &str, inset: f32, width: f32, rest: &str| {
        let inset = Point::new(inset, inset) * unit;
        let width = number(width * unit);
        let line =
            crate::rectangle(&format!("class=\"{class}\"{rest}"), low + inset, size - inset * 2.0);
        format!("<g stroke-width=\"{width}\">{line}</g>")
    };
    let dash = format!(" stroke-dasharray=\"{0} {0}\"", number(22.0 * unit));
    rect("frame", 4.0, 0.9, "") + &rect("ladder", 7.0, 3.4, &dash) + &rect("frame", 10.0, 0.9, "")
}

/// Fog at the edges: one veil for all, and banks that a browser may let drift.
pub(crate) fn fog(low: Point, size: Point) -> String {
    let mut fog = format!(
        "<rect fill=\"url(#fb-veil)\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        number(low.x),
        number(low.y),
        number(size.x),
        number(size.y)
    );
    let banks = [
        (0.02, 0.1, 0.2, 0.1),
        (0.1, 0.97, 0.24, 0.09),
        (0.97, 0.08, 0.2, 0.1),
        (0.98, 0.72, 0.12, 0.16),
        (0.62, 1.0, 0.26, 0.07),
        (0.45, 0.0, 0.3, 0.06),
        (0.0, 0.62, 0.09, 0.16),
        (0.95, 0.98, 0.2, 0.1),
    ];
    for (x, y, w, h) in banks {
        let at = low + Point::new(x * size.x, y * size.y);
        fog += &format!(
            "<ellipse class=\"wisp\" fill=\"url(#fb-wisp)\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
            number(at.x),
            number(at.y),
            number(w * size.x),
            number(h * size.y)
        );
    }
    fog
}

/// The borders of the quarters and their numerals.
pub(crate) fn borders(board: &Board) -> String {
    let lines = board
        .borders()
        .iter()
        .map(|border| format!("<path class=\"border\" d=\"{}\"/>", curve(border, false)));
    let size = board.size();
    let numerals = Quarter::ALL.into_iter().filter(|&quarter| !board.quarter(quarter).is_empty());
    let numerals = numerals.map(|quarter| {
        let at = match quarter {
            Quarter::I => Point::new(0.022, 0.045),
            Quarter::II => Point::new(0.978, 0.045),
            Quarter::III => Point::new(0.975, 0.985),
            Quarter::IV => Point::new(0.026, 0.985),
        };
        format!(
            "<text class=\"numeral\" x=\"{}\" y=\"{}\">{}</text>",
            number(at.x * size.x),
            number(at.y * size.y),
            quarter.name()
        )
    });
    lines.chain(numerals).collect()
}
