//! What people are told of the rules of a game.

use serde::Serialize;

use super::Rules;
use crate::edition::Fares;
use crate::{Hunter, Transport};

/// What the normal tickets are that lie beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Stock {
    /// Nothing: they are not counted.
    Uncounted,
    /// The supply from which the fugitive takes (6.2.2).
    Supply,
    /// His own tickets (6.1.9).
    Own,
    /// What was paid to him (6.5.6).
    Paid,
}

impl Rules {
    /// What the tickets are that lie beside the board.
    pub fn stock(&self) -> Stock {
        match self.edition.fugitive.fares {
            _ if self.is_scored() => Stock::Paid,
            Fares::Supply { .. } if self.counted => Stock::Supply,
            Fares::Own { .. } => Stock::Own,
            Fares::Supply { .. } | Fares::Unlimited | Fares::Free => Stock::Uncounted,
        }
    }

    /// The transports that nobody may use.
    pub fn closed(&self) -> &[Transport] {
        &self.edition.pieces.closed
    }

    /// The purse from which a hunter pays, by its place among those of the position; none for those who
    /// pay nothing.
    pub fn purse_of(&self, hunter: Hunter) -> Option<usize> {
        (!self.rides_free(hunter)).then(|| usize::from(self.purse_of[hunter.place()]))
    }

    /// Whether there are double tickets: his own, or some to be had.
    pub fn has_doubles(&self) -> bool {
        self.double > 0 || self.case.as_ref().is_some_and(|case| case.reserve.double > 0)
    }

    /// Whether the detectives may agree to share their tickets (6.2.8).
    pub fn offers_pool(&self) -> bool {
        self.edition.offers_pool(self.detectives)
    }
}
