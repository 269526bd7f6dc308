//! The bots.

mod random;

pub use random::RandomBot;
