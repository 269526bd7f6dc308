//! Players that see only what their seat sees: belief, search, bots.
//!
//! This crate is pure: no input or output, no threads, no processes. Time comes in as a [`Clock`].

pub mod belief;
mod bot;
pub mod bots;
mod ground;
mod guarded;
mod odds;
mod policy;
mod reach;
mod search;
mod spec;
mod thinking;

pub use belief::{Belief, Exclusion};
pub use bot::{BotFailure, FugitiveBot, HunterBot, Pieces};
pub use guarded::Guarded;
pub use odds::Odds;
pub use policy::Policy;
pub use reach::Reach;
pub use spec::{BotName, BotSpec, Effort};
pub use thinking::{Budget, Clock, Info, Thinking};
