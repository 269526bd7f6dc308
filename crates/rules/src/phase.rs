//! Whose decision is due, and which part of a turn a move is.

use serde::{Deserialize, Serialize};

/// What has to be decided next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Phase {
    /// Detectives take their start stations (beginner, compact).
    Placing,
    /// The fugitive's start is drawn (compact).
    StartDraw,
    /// The fugitive chooses a station of his tile (Holmes).
    StartChoice,
    /// The fugitive moves.
    Fugitive,
    /// The fugitive makes the second move of a double.
    Second,
    /// A balloon tile is turned (Holmes).
    BalloonDraw,
    /// The fugitive chooses where the balloon lands (Holmes).
    BalloonLanding,
    /// The fugitive takes tickets after a voluntary reveal (classic).
    Taking,
    /// The hunters move.
    Hunters,
    /// The game is over.
    Over,
}

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Turn {
    /// The fugitive.
    Fugitive,
    /// The hunters.
    Hunters,
    /// Nobody: something is drawn.
    Chance,
    /// Nobody any more.
    Over,
}

/// Which part of a turn a fugitive's move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Leg {
    /// All of it.
    Single,
    /// The first move of a double.
    First,
    /// The second move of a double.
    Second,
}
