//! What is learned from games, for a page: reviews of finished games, moments of them to play anew, hints, and puzzles. A
//! Worker of the page holds this module, which is fetched when somebody first asks for one of these.
//!
//! It knows what it is told and nothing else: a review or a moment takes a whole record of a game that is over, a hint the
//! public record of a game that goes on and, for the fugitive, what his own side saw.
//!
//! As a plain library it is the same: tests call [`Host::call`].

mod call;
#[cfg(target_arch = "wasm32")]
#[path = "../../wasm/src/exports.rs"]
mod exports;
mod host;
mod lesson;
mod puzzle_box;

pub use call::{Answer, Call, Refused};
pub use host::Host;

/// The version of the calls. A page and a module of different versions do not work together.
pub const INTERFACE: u32 = 1;

/// The most nodes that somebody may ask for at once.
pub(crate) const MOST_NODES: u64 = 100_000;
