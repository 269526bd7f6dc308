//! A position: what everybody knows, and the secret. The only implementation of the rules.

mod actions;
mod answer;
mod play;

use std::fmt;

use crate::{Hunter, Outcome, Public, Rules, Station, StationSet, Turn};

pub use answer::Answer;
pub use play::Illegal;

/// What only the fugitive's player knows. It has no serial form: it leaves the process only inside
/// what the fugitive's side may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Secret {
    /// Where he is; 0 before he has a start station.
    pub(crate) at: u8,
    /// Where he was one and two moves ago.
    pub(crate) before: [u8; 2],
    /// His start tile, by its place in the list, counted from 1 (Holmes).
    pub(crate) tile: u8,
    /// The stations of his crime tiles (Holmes).
    pub(crate) crimes: [u8; 3],
    /// Which of them have been played, as bits.
    pub(crate) committed: u8,
}

impl Secret {
    /// Where he is, once he has a start station.
    pub fn station(&self) -> Option<Station> {
        Station::from_byte(self.at)
    }

    /// The stations of his crime tiles, and whether each has been played.
    pub fn crimes(&self) -> impl Iterator<Item = (Station, bool)> {
        let committed = self.committed;
        let stations = self.crimes.into_iter().enumerate();
        stations.filter_map(move |(index, byte)| {
            Station::from_byte(byte).map(|station| (station, committed >> index & 1 != 0))
        })
    }

    #[inline]
    pub(crate) fn step(&mut self, to: Station, crime: bool) {
        self.before = [self.at, self.before[0]];
        self.at = to.number();
        if crime {
            let index = self.crimes.iter().position(|&byte| byte == to.number());
            self.committed |= index.map_or(0, |index| 1 << index);
        }
    }

    /// The two stations of his start tile.
    pub fn tile(&self, rules: &Rules) -> Option<(Station, Station)> {
        let index = (self.tile as usize).checked_sub(1)?;
        rules.board().cards().tiles.get(index).copied()
    }
}

/// A position of a game: small, cheap to copy, without history.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) public: Public,
    pub(crate) secret: Secret,
}

impl Position {
    /// What everybody knows of it.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// What only the fugitive's player knows of it.
    pub fn secret(&self) -> &Secret {
        &self.secret
    }

    /// Who decides next.
    #[inline]
    pub fn turn(&self) -> Turn {
        self.public.turn()
    }

    /// How the game ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.public.outcome
    }

    /// The fugitive's points, in editions that count them.
    pub fn score(&self, rules: &Rules) -> Option<i16> {
        self.public.score(rules)
    }

    /// Where the fugitive is, once he has a start station.
    #[inline]
    pub fn fugitive(&self) -> Option<Station> {
        self.secret.station()
    }

    /// The stations that hunters stand on.
    pub fn occupied(&self, rules: &Rules) -> StationSet {
        rules.hunters().filter_map(|hunter: Hunter| self.public.station(hunter)).collect()
    }
}

/// Without what it holds: what is printed may end in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").finish_non_exhaustive()
    }
}
