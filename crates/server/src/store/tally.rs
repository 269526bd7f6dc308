//! What addresses do, counted over all nodes. The place for that is bounded: an address falls into one
//! of so many slots, and is itself not kept.

use std::time::Duration;

use sha2::{Digest, Sha256};

/// Where something is counted.
pub type Slot = u16;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TallyKind {
    /// A table was made.
    TableMade,
    /// A socket was ended for far too many messages.
    SocketFlooded,
    /// A puzzle was tried, each by each address counted apart.
    PuzzleTried,
}

impl TallyKind {
    /// For how long it counts, from the first one on.
    pub const fn span(self) -> Duration {
        match self {
            TallyKind::TableMade => Duration::from_secs(3600),
            TallyKind::SocketFlooded => Duration::from_secs(600),
            TallyKind::PuzzleTried => Duration::from_secs(24 * 3600),
        }
    }

    /// The number under which it is stored.
    pub(super) const fn number(self) -> i16 {
        match self {
            TallyKind::TableMade => 0,
            TallyKind::SocketFlooded => 1,
            TallyKind::PuzzleTried => 2,
        }
    }
}

/// The slot of an address. The salt is of the database: nobody can look for addresses that share one.
pub(super) fn slot(salt: &str, address: &str) -> Slot {
    let digest = Sha256::new().chain_update(salt).chain_update([0]).chain_update(address).finalize();
    Slot::from_le_bytes([digest[0], digest[1]])
}
