//! A board as JSON, for programs.

use serde_json::json;

use super::Board;
use crate::{Mark, Station};

/// A coordinate as it is written in a file; the nearest double has many digits.
fn written(coordinate: f32) -> f64 {
    (f64::from(coordinate) * 100.0).round() / 100.0
}

impl Board {
    /// The board as JSON: stations with their marks, how large they are drawn, lines, cards.
    pub fn to_json(&self) -> serde_json::Value {
        let stations = self.stations().iter().map(|station| {
            let at = self.position(station);
            json!({
                "id": station, "x": written(at.x), "y": written(at.y),
                "marks": self.mark_names(station),
            })
        });
        json!({
            "name": self.id(), "title": self.title(), "note": self.note(),
            "width": self.size().x, "height": self.size().y,
            "station_radius": written(self.station_radius()),
            "stations": stations.collect::<Vec<_>>(), "lines": self.lines(), "cards": self.cards(),
        })
    }

    fn mark_names(&self, station: Station) -> Vec<String> {
        let marks = Mark::ALL.into_iter().filter(|&mark| self.marked(mark).contains(station));
        let quarter = self.quarter_of(station).map(|quarter| format!("quarter-{}", quarter.name()));
        marks.map(|mark| mark.name().to_string()).chain(quarter).collect()
    }
}
