//! A table to be made, as a client asks for it: a new one, or one for a game that was played elsewhere.

use fogbound_rules::Digest;
use serde::{Deserialize, Serialize};

use crate::Sitter;
use crate::seat::Seat;
use crate::settings::{Assist, Settings};

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewTable {
    /// What is agreed.
    pub settings: Settings,
    /// The name of who makes it.
    pub name: String,
    /// Who sits where; seats that are not named stay open.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// Whether the game starts at once; all seats must be taken.
    #[serde(default)]
    pub start: bool,
    /// What who makes it promises for the shuffle: the SHA-256 of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub commitment: Option<Digest>,
}

/// A game that was played elsewhere, to be shown or to be gone on with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BroughtGame {
    /// Its whole record, as text or as JSON.
    pub record: String,
    /// The name of who brings it.
    pub name: String,
    /// Who sits where; a game that goes on needs somebody on every seat.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// What help is allowed.
    #[serde(default)]
    pub assist: Assist,
}

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewSeat {
    /// Which.
    pub seat: Seat,
    /// Who.
    pub who: Sitter,
}
