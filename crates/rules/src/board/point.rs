//! A point of the plane in which a board is drawn.

use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// A point of the drawing; the origin is the top left corner.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(f32, f32)", into = "(f32, f32)")]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (f32, f32) {
    fn from(point: Point) -> (f32, f32) {
        (point.x, point.y)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, factor: f32) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// How far it is from the origin.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// How far it is from another.
    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }

    /// The cross product: twice the area between two directions.
    pub fn cross(self, other: Point) -> f32 {
        self.x * other.y - self.y * other.x
    }

    /// The dot product.
    pub fn dot(self, other: Point) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The same direction with length 1; no direction stays none.
    pub fn unit(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// A quarter turn clockwise on the screen.
    pub fn turned(self) -> Point {
        Point { x: -self.y, y: self.x }
    }

    /// The point on the way to another, by a share of it.
    pub fn towards(self, other: Point, share: f32) -> Point {
        self + (other - self) * share
    }
}
