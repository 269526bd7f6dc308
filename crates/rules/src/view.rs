//! What one side knows: the fold of the events that it saw, and of nothing else.

mod fugitive;
mod hunters;

use serde::Serialize;

use crate::Moved;

pub use fugitive::FugitiveView;
pub use hunters::{Asked, HunterView};

/// One slot of the travel log as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LogSlot {
    /// The round in which it was filled.
    pub round: u8,
    /// What was seen of the move, completed by what was told later.
    #[serde(flatten)]
    pub moved: Moved,
}

/// An event that cannot follow the ones before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Impossible(pub(crate) String);

fn impossible<T>(reason: impl Into<String>) -> Result<T, Impossible> {
    Err(Impossible(reason.into()))
}
