//! What a list shows of a table.

use fogbound_rules::Side;
use serde::{Deserialize, Serialize};

use crate::seat::{GuestNumber, Occupant, Seat};
use crate::settings::Clock;
use crate::{Table, leak};

/// What a list shows of a table. Nothing in it is secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Summary {
    /// Which table.
    pub table: String,
    /// The edition.
    pub edition: String,
    /// How many detectives hunt.
    pub detectives: u8,
    /// Whether the game has begun.
    pub playing: bool,
    /// The name of who made it.
    pub host: String,
    /// The open seats.
    pub open: Vec<Seat>,
    /// How many people have a seat.
    pub people: u8,
    /// How many seats bots have.
    pub bots: u8,
    /// How long people may think.
    pub clock: Clock,
}

impl Table {
    /// What a list shows of it.
    pub fn summary(&self) -> Summary {
        let seats = || Seat::all(&self.rules);
        let open = seats().filter(|&seat| self.occupant(seat) == Occupant::Open);
        let sides = [Side::Fugitive, Side::Hunters];
        let mut people: Vec<GuestNumber> = sides.iter().flat_map(|&side| self.people(side)).collect();
        people.sort_unstable();
        people.dedup();
        let bots = seats().filter(|&seat| matches!(self.occupant(seat), Occupant::Bot { .. }));
        let mut summary = Summary {
            table: self.id.to_string(),
            edition: self.settings.edition.clone(),
            detectives: self.settings.detectives,
            playing: self.is_playing(),
            host: self.guest(self.host()).map(|host| host.name.clone()).unwrap_or_default(),
            open: open.collect(),
            people: people.len() as u8,
            bots: bots.count() as u8,
            clock: self.settings.clock,
        };
        leak::summary(self, &mut summary);
        summary
    }
}
