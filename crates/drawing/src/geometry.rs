//! The little plane geometry that the drawing needs.

use fogbound_rules::Point;

/// The least distance from a point to a segment.
pub(crate) fn to_segment(p: Point, a: Point, b: Point) -> f32 {
    let along = b - a;
    let square = along.dot(along);
    let share = if square > 0.0 { ((p - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + along * share)
}

/// Where two segments cross, their ends not counted.
pub(crate) fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (along, other) = (b - a, d - c);
    let square = along.cross(other);
    if square == 0.0 {
        return None;
    }
    let s = (c - a).cross(other) / square;
    let t = (c - a).cross(along) / square;
    let inside = |share: f32| share > 1e-4 && share < 1.0 - 1e-4;
    (inside(s) && inside(t)).then(|| a + along * s)
}

/// Whether a point lies inside a closed outline.
pub(crate) fn inside(p: Point, outline: &[Point]) -> bool {
    let mut odd = false;
    for (i, &a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

/// Points on the smooth curve through some points, `steps` for each stretch.
pub(crate) fn smooth(points: &[Point], closed: bool, steps: usize) -> Vec<Point> {
    let count = points.len();
    if count < 3 {
        return points.to_vec();
    }
    let at = |index: isize| {
        let last = count as isize - 1;
        let index = if closed { index.rem_euclid(count as isize) } else { index.clamp(0, last) };
        points[index as usize]
    };
    let stretches = if closed { count } else { count - 1 };
    let mut curve = Vec::with_capacity(stretches * steps + 1);
    for stretch in 0..stretches as isize {
        let (p0, p1, p2, p3) = (at(stretch - 1), at(stretch), at(stretch + 1), at(stretch + 2));
        for step in 0..steps {
            let t = step as f32 / steps as f32;
            let bend = p0 * 2.0 - p1 * 5.0 + p2 * 4.0 - p3;
            let twist = p1 * 3.0 - p0 - p2 * 3.0 + p3;
            curve.push((p1 * 2.0 + (p2 - p0) * t + bend * (t * t) + twist * (t * t * t)) * 0.5);
        }
    }
    if !closed {
        curve.push(points[count - 1]);
    }
    curve
}

/// A number that looks random but is the same in every drawing, from 0 to 1.
pub(crate) fn grain(a: u32, b: u32) -> f32 {
    let mut hash = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77);
    hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
    hash = (hash ^ hash >> 12).wrapping_mul(0x297a_2d39);
    (hash ^ hash >> 15) as f32 / u32::MAX as f32
}

/// A coordinate as it is written: one decimal at most.
pub(crate) fn number(value: f32) -> String {
    let tenths = (value * 10.0).round() as i32;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (0, rest) if tenths < 0 => format!("-.{}", -rest),
        (0, rest) => format!(".{rest}"),
        (whole, rest) => format!("{whole}.{}", rest.abs()),
    }
}

/// A point as it is written in a path.
pub(crate) fn pair(point: Point) -> String {
    let (x, y) = (number(point.x), number(point.y));
    if y.starts_with('-') { x + &y } else { format!("{x} {y}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        let written = [0.0, 0.04, -0.04, 0.5, -0.5, 12.34, -12.36, 100.0].map(number);
        assert_eq!(written, ["0", "0", "0", ".5", "-.5", "12.3", "-12.4", "100"]);
    }

    #[test]
    fn segments_cross_or_do_not() {
        let p = Point::new;
        let found = crossing(p(0.0, 0.0), p(2.0, 2.0), p(0.0, 2.0), p(2.0, 0.0));
        assert_eq!(found, Some(p(1.0, 1.0)));
        assert_eq!(crossing(p(0.0, 0.0), p(2.0, 2.0), p(0.0, 0.0), p(2.0, 0.0)), None);
        assert!(inside(p(1.0, 1.0), &[p(0.0, 0.0), p(3.0, 0.0), p(0.0, 3.0)]));
        assert!(!inside(p(2.0, 2.0), &[p(0.0, 0.0), p(3.0, 0.0), p(0.0, 3.0)]));
    }
}
