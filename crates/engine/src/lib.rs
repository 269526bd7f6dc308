//! Players that see only what their seat sees, and what plays them against each other.

mod random;
mod rng;

pub use random::{random_game, random_outcome, random_play};
pub use rng::Rng;
