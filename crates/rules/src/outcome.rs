//! How a game ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Hunter, Side, Station};

/// How a game ended, with its cause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "cause", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Outcome {
    /// A hunter moved onto his station (5.5).
    Captured {
        /// Who.
        by: Hunter,
        /// Where.
        at: Station,
    },
    /// He had no legal move at the start of his turn (4.6).
    Cornered {
        /// Where.
        at: Station,
    },
    /// His balloon could not land, or he could not go on after it (6.4.9).
    Grounded,
    /// The last round, or the last slot of the log, is over (6.1.7, 6.2.7, 6.3.7, 6.4.5).
    Escaped,
    /// No detective can ever move again (9.4).
    Stranded,
    /// His last crime is done (6.4.5).
    Crimes,
    /// The detectives of a scored manhunt have no ticket left (6.5.6).
    OutOfTickets,
    /// The detectives of a scored manhunt gave up (6.5.6).
    GaveUp,
    /// The detectives of a scored manhunt have tickets left, but none can move any more (9.20).
    Immobile,
    /// A side conceded (5.7).
    Conceded {
        /// Which.
        side: Side,
    },
}

impl Outcome {
    /// The cause in a word or two, without who and where.
    pub const fn cause(self) -> &'static str {
        match self {
            Outcome::Captured { .. } => "captured",
            Outcome::Cornered { .. } => "cornered",
            Outcome::Grounded => "grounded",
            Outcome::Escaped => "escaped",
            Outcome::Stranded => "stranded",
            Outcome::Crimes => "crimes",
            Outcome::OutOfTickets => "out of tickets",
            Outcome::GaveUp => "gave up",
            Outcome::Immobile => "immobile",
            Outcome::Conceded { .. } => "conceded",
        }
    }

    /// Who has won, in editions where a game is won or lost.
    pub const fn winner(self) -> Side {
        match self {
            Outcome::Captured { .. } | Outcome::Cornered { .. } | Outcome::Grounded => Side::Hunters,
            Outcome::Escaped
            | Outcome::Stranded
            | Outcome::Crimes
            | Outcome::OutOfTickets
            | Outcome::GaveUp
            | Outcome::Immobile => Side::Fugitive,
            Outcome::Conceded { side } => side.other(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Captured { by, at } => write!(f, "captured by {by} at {at}"),
            Outcome::Cornered { at } => write!(f, "cornered at {at}"),
            Outcome::Grounded => f.write_str("grounded"),
            Outcome::Escaped => f.write_str("escaped"),
            Outcome::Stranded => f.write_str("detectives stranded"),
            Outcome::Crimes => f.write_str("crimes done"),
            Outcome::OutOfTickets => f.write_str("out of tickets"),
            Outcome::GaveUp => f.write_str("gave up"),
            Outcome::Immobile => f.write_str("no detective can move any more"),
            Outcome::Conceded { side } => write!(f, "conceded by {side}"),
        }
    }
}
