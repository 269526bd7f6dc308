//! A canvas of pixels on which lines and areas of a board are drawn.

use fogbound_rules::Point;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// Pixels, and where the plane of what is drawn lies on them.
pub(crate) struct Canvas {
    pixels: Pixmap,
    place: Transform,
}

/// How a line looks; its widths are those of the plane.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) colour: Color,
    pub(crate) width: f32,
    /// The lengths of dashes and of the gaps between them.
    pub(crate) dash: Option<(f32, f32)>,
}

/// A colour of the palette, which is written as `#rrggbb`.
pub(crate) fn colour(text: &str, opacity: f32) -> Color {
    let part = |at: usize| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let parts = [1, 3, 5].map(|at| f32::from(part(at).unwrap_or(0)) / 255.0);
    Color::from_rgba(parts[0], parts[1], parts[2], opacity).unwrap_or(Color::BLACK)
}

impl Canvas {
    /// A canvas of one colour.
    pub(crate) fn new(width: u32, height: u32, ground: Color) -> Option<Canvas> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(ground);
        Some(Canvas { pixels, place: Transform::identity() })
    }

    /// From now on the origin of the plane is at `origin`, and its unit so many pixels long.
    pub(crate) fn place(&mut self, origin: Point, unit: f32) {
        self.place = Transform::from_row(unit, 0.0, 0.0, unit, origin.x, origin.y);
    }

    pub(crate) fn line(&mut self, points: &[Point], pen: Pen) {
        let Some(path) = polygon(points, false) else { return };
        let dash = pen.dash.and_then(|(line, gap)| StrokeDash::new(vec![line, gap], 0.0));
        let cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
        let stroke = Stroke {
            width: pen.width,
            line_cap: cap,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        self.pixels.stroke_path(&path, &paint(pen.colour), &stroke, self.place, None);
    }

    pub(crate) fn area(&mut self, outline: &[Point], colour: Color) {
        if let Some(path) = polygon(outline, true) {
            self.fill(&path, colour);
        }
    }

    pub(crate) fn disc(&mut self, middle: Point, radius: f32, colour: Color) {
        if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, radius) {
            self.fill(&path, colour);
        }
    }

    /// Fills an outline in the words of an SVG path; of those it knows the upper-case `M`, `L`, `H`, `V`,
    /// `Q`, `C` and `Z`.
    pub(crate) fn outline(&mut self, words: &str, colour: Color) {
        if let Some(path) = parsed(words) {
            self.fill(&path, colour);
        }
    }

    fn fill(&mut self, path: &Path, colour: Color) {
        self.pixels.fill_path(path, &paint(colour), FillRule::Winding, self.place, None);
    }

    /// The pixels, row by row, as red, green and blue.
    pub(crate) fn colours(&self) -> impl Iterator<Item = [u8; 3]> {
        self.pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
    }
}

fn paint(colour: Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour);
    paint
}

fn polygon(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.x, first.y);
    for point in rest {
        path.line_to(point.x, point.y);
    }
    if closed {
        path.close();
    }
    path.finish()
}

fn parsed(words: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (mut letter, mut numbers) = (' ', Vec::new());
    let (mut x, mut y) = (0.0, 0.0);
    for word in words.split_whitespace() {
        let number = match word.strip_prefix(|c: char| c.is_ascii_alphabetic()) {
            Some(rest) => {
                (letter, numbers) = (word.chars().next()?, Vec::new());
                rest
            }
            None => word,
        };
        numbers.extend(number.parse::<f32>());
        match (letter, numbers.as_slice()) {
            ('M', &[to_x, to_y]) => path.move_to(to_x, to_y),
            ('L', &[to_x, to_y]) => path.line_to(to_x, to_y),
            ('H', &[to_x]) => path.line_to(to_x, y),
            ('V', &[to_y]) => path.line_to(x, to_y),
            ('Q', &[a, b, to_x, to_y]) => path.quad_to(a, b, to_x, to_y),
            ('C', &[a, b, c, d, to_x, to_y]) => path.cubic_to(a, b, c, d, to_x, to_y),
            ('Z', _) => path.close(),
            _ => continue,
        }
        if let Some(last) = path.last_point() {
            (x, y) = (last.x, last.y);
        }
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_filled_and_nothing_else() {
        let (paper, ink) = (colour("#ffffff", 1.0), colour("#102030", 1.0));
        let mut canvas = Canvas::new(4, 2, paper).unwrap();
        canvas.place(Point::new(1.0, 0.0), 1.0);
        canvas.outline("M0 0 H2 V1 L0 1 Z", ink);
        let inked: Vec<bool> = canvas.colours().map(|pixel| pixel == [0x10, 0x20, 0x30]).collect();
        assert_eq!(inked, [false, true, true, false, false, false, false, false]);
    }
}
