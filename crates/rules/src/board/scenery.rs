//! What a board file says about the land: water, parks, landmarks and names.

use serde::{Deserialize, Serialize};

use super::Point;

/// The manner in which a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Face {
    /// A paper map in ink.
    #[default]
    Map,
    /// A sepia engraving, hatched.
    Engraving,
    /// Bright and simple.
    Bright,
}

/// What is drawn and not played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenery {
    /// Rivers; ferries follow the first.
    pub rivers: Vec<River>,
    /// Ponds and basins.
    pub lakes: Vec<Area>,
    /// Parks.
    pub parks: Vec<Area>,
    /// Drawings of buildings.
    pub landmarks: Vec<Landmark>,
    /// Names of districts.
    pub names: Vec<Name>,
    /// The compass rose.
    pub rose: Option<Rose>,
    /// The scale.
    pub scale: Option<Scale>,
}

/// A river.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    /// x, y and the width there, from one end to the other.
    pub course: Vec<(f32, f32, f32)>,
}

/// A piece of land or water with a rounded edge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// Points of the edge, all the way round.
    pub edge: Vec<Point>,
}

/// A drawing of a building.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landmark {
    /// Which one.
    pub kind: LandmarkKind,
    /// Where its middle stands.
    pub at: Point,
    /// How wide and high it is.
    pub size: f32,
    /// What is written below it.
    #[serde(default)]
    pub name: String,
}

/// The buildings that can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum LandmarkKind {
    Abbey,
    Bridge,
    Clock,
    Column,
    Dome,
    Gasworks,
    Hall,
    Keep,
    Palace,
    Portico,
    Ship,
    Terminus,
}

/// A name in wide-set italics.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// The letters.
    pub text: String,
    /// The middle.
    pub at: Point,
    /// The height of the letters.
    pub size: f32,
    /// Degrees clockwise.
    #[serde(default)]
    pub turn: f32,
    /// Whether it is a name on the water.
    #[serde(default)]
    pub water: bool,
}

/// A compass rose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rose {
    /// The middle.
    pub at: Point,
    /// How wide and high it is.
    pub size: f32,
}

/// A scale.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The left end.
    pub at: Point,
    /// How long it is.
    pub length: f32,
    /// What that length stands for.
    pub text: String,
}

/// How far beyond the board's edge scenery may reach, as a share of its size.
const MARGIN: f32 = 0.1;
const MOST_FEATURES: usize = 64;
const MOST_POINTS: usize = 400;
const MOST_LETTERS: usize = 60;

impl Scenery {
    /// Every reason why the scenery cannot be drawn on a board of this size, with its place.
    pub fn faults(&self, size: Point) -> Vec<(String, String)> {
        let mut faults = Faults { size, found: Vec::new() };
        faults.count("scenery.rivers", self.rivers.len());
        for (i, river) in self.rivers.iter().enumerate() {
            let place = format!("scenery.rivers[{i}]");
            faults.outline(&place, 2, river.course.iter().map(|&(x, y, _)| Point { x, y }).collect());
            for &(_, _, width) in &river.course {
                faults.length(&place, width);
            }
        }
        for (list, areas) in [("lakes", &self.lakes), ("parks", &self.parks)] {
            faults.count(&format!("scenery.{list}"), areas.len());
            for (i, area) in areas.iter().enumerate() {
                faults.outline(&format!("scenery.{list}[{i}]"), 3, area.edge.clone());
            }
        }
        faults.count("scenery.landmarks", self.landmarks.len());
        for (i, landmark) in self.landmarks.iter().enumerate() {
            faults.thing(&format!("scenery.landmarks[{i}]"), landmark.at, landmark.size, &landmark.name);
        }
        faults.count("scenery.names", self.names.len());
        for (i, name) in self.names.iter().enumerate() {
            let place = format!("scenery.names[{i}]");
            faults.thing(&place, name.at, name.size, &name.text);
            if !name.turn.is_finite() {
                faults.add(&place, "the turn is not a number of degrees");
            }
        }
        if let Some(rose) = &self.rose {
            faults.thing("scenery.rose", rose.at, rose.size, "");
        }
        if let Some(scale) = &self.scale {
            faults.thing("scenery.scale", scale.at, scale.length, &scale.text);
        }
        faults.found
    }
}

/// Every reason why some lines cannot be drawn on a board of this size, with its place.
pub(super) fn line_faults(list: &str, lines: &[Vec<Point>], size: Point) -> Vec<(String, String)> {
    let mut faults = Faults { size, found: Vec::new() };
    faults.count(list, lines.len());
    for (i, line) in lines.iter().enumerate() {
        faults.outline(&format!("{list}[{i}]"), 2, line.clone());
    }
    faults.found
}

struct Faults {
    size: Point,
    found: Vec<(String, String)>,
}

impl Faults {
    fn add(&mut self, place: &str, reason: &str) {
        self.found.push((place.into(), reason.into()));
    }

    fn count(&mut self, list: &str, count: usize) {
        if count > MOST_FEATURES {
            self.add(list, &format!("more than {MOST_FEATURES} entries"));
        }
    }

    fn outline(&mut self, place: &str, least: usize, points: Vec<Point>) {
        if points.len() < least || points.len() > MOST_POINTS {
            self.add(place, &format!("needs from {least} to {MOST_POINTS} points"));
        }
        for point in points {
            self.point(place, point);
        }
    }

    fn thing(&mut self, place: &str, at: Point, size: f32, text: &str) {
        self.point(place, at);
        self.length(place, size);
        if text.chars().count() > MOST_LETTERS || text.chars().any(char::is_control) {
            self.add(place, &format!("the text may have {MOST_LETTERS} letters on one line"));
        }
    }

    fn point(&mut self, place: &str, point: Point) {
        let fits = |value: f32, size: f32| (-MARGIN * size..=size * (1.0 + MARGIN)).contains(&value);
        if !fits(point.x, self.size.x) || !fits(point.y, self.size.y) {
            let reason = format!("({}, {}) lies outside the board and its margin", point.x, point.y);
            self.add(place, &reason);
        }
    }

    fn length(&mut self, place: &str, length: f32) {
        if !(length > 0.0 && length <= self.size.x.max(self.size.y)) {
            self.add(place, &format!("{length} is no size that fits the board"));
        }
    }
}
