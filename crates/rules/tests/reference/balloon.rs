//! The balloon (6.4.7, 6.4.9): declare, draw, land.

use super::fugitive::Step;
use super::game::{Phase, Reference};

impl Reference {
    /// Standing on a hide-out, once a game; not where the stop's ability was used on arrival.
    pub fn may_fly(&self) -> bool {
        let here = self.fugitive.expect("he has a station");
        let used = self.log.last().is_some_and(|slot| slot.low || slot.take.is_some());
        self.is_hideout(here) && !self.balloon_used && !used
    }

    pub fn take_off(&mut self, double: bool) {
        if double {
            self.double -= 1;
        }
        self.balloon_used = true;
        self.phase = Phase::TileDraw { double };
    }

    /// The pile: all tiles but his own.
    pub fn tile_draws(&self) -> Vec<String> {
        let own = self.fixed.start.tile;
        let pile = self.fixed.board.tiles.iter().filter(|&&tile| Some(tile) != own);
        pile.map(|tile| format!("tile {}", tile.0)).collect()
    }

    /// Both stations closed: he has lost (6.4.9).
    pub fn turn_tile(&mut self, first: u8, double: bool) {
        let tiles = &self.fixed.board.tiles;
        let tile = *tiles.iter().find(|tile| tile.0 == first).expect("a tile of the pile");
        self.balloon_tile = Some(tile);
        self.phase = Phase::Landing { double, tile };
        if self.landings(tile).is_empty() {
            self.end("grounded".to_string());
        }
    }

    pub fn landings(&self, tile: (u8, u8)) -> Vec<String> {
        let mut landings = Vec::new();
        for station in [tile.0, tile.1] {
            if !self.closed_to_fugitive(station) {
                for choice in self.choices_on_arrival(station, true) {
                    landings.push(format!("land {station}{choice}"));
                }
            }
        }
        landings
    }

    /// No second move after a first one by balloon: he has lost (6.4.9).
    pub fn play_landing(&mut self, text: &str, double: bool) {
        let mut step = Step::read(text);
        step.double = double;
        self.travel(&step);
        if self.crimes_done == 3 {
            return self.end("crimes".to_string());
        }
        if !double {
            return self.end_fugitives_turn();
        }
        self.phase = Phase::Moving { second: true };
        if self.actions().is_empty() {
            self.end("grounded".to_string());
        }
    }
}
