//! A cross table: who did what against whom, and in all.

use fogbound_rules::Side;

use crate::{Entrant, Interval, Pairing, Tally, wilson};

/// One field of a cross table.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Who played.
    pub pairing: Pairing,
    /// What came of it.
    pub tally: Tally,
}

/// What one bot did in all its games against others, in both roles. Games against itself say
/// nothing about its strength, and are left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Totals {
    /// Who.
    pub entrant: Entrant,
    /// Its games as the fugitive, and its wins among them.
    pub as_fugitive: (u64, u64),
    /// Its games as the hunters, and its wins among them.
    pub as_hunters: (u64, u64),
    /// How many it lost because it failed.
    pub forfeits: usize,
}

impl Totals {
    /// Its games in both roles.
    pub fn games(&self) -> u64 {
        self.as_fugitive.0 + self.as_hunters.0
    }

    /// Its wins in both roles.
    pub fn wins(&self) -> u64 {
        self.as_fugitive.1 + self.as_hunters.1
    }

    /// The part that it won, and its 95 % interval; none without a game.
    pub fn rate(&self) -> Option<(f64, Interval)> {
        let (wins, games) = (self.wins(), self.games());
        (games > 0).then(|| (wins as f64 / games as f64, wilson(wins, games)))
    }
}

/// What each bot did in all.
pub fn totals(entrants: &[Entrant], cells: &[Cell]) -> Vec<Totals> {
    let total = |entrant: &Entrant| {
        let mut total =
            Totals { entrant: entrant.clone(), as_fugitive: (0, 0), as_hunters: (0, 0), forfeits: 0 };
        for Cell { pairing, tally } in cells {
            if pairing.fugitive == pairing.hunters {
                continue;
            }
            if pairing.fugitive == *entrant {
                total.as_fugitive.0 += tally.games;
                total.as_fugitive.1 += tally.fugitive_wins;
                total.forfeits += tally.forfeits_of(Side::Fugitive);
            }
            if pairing.hunters == *entrant {
                total.as_hunters.0 += tally.games;
                total.as_hunters.1 += tally.hunters_wins();
                total.forfeits += tally.forfeits_of(Side::Hunters);
            }
        }
        total
    };
    entrants.iter().map(total).collect()
}
