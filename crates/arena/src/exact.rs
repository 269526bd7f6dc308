//! Games small enough to be looked at whole: what the best response to a policy brings, and what best
//! play brings both sides.
//!
//! Everything here is over *moments*: all games that look alike to the hunters so far, one for each
//! way the fugitive may have taken. Hunters decide by the moment alone, the fugitive by the game.

mod best_response;
mod glasses;
mod moment;
mod solver;

pub use best_response::{against, best_fugitive, best_hunters};
pub use glasses::glasses;
pub(crate) use moment::escape;
pub use moment::{Moment, TooLarge};
pub use solver::{Solution, Solver};

/// A chance of escape as a payoff: 1 if he escapes, -1 if he is caught.
pub fn payoff(escape: f64) -> f64 {
    2.0 * escape - 1.0
}

#[cfg(test)]
mod tests;
