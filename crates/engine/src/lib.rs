//! Players that see only what their seat sees, and what plays them against each other.

pub mod arena;
pub mod belief;
mod bot;
pub mod bots;
mod external;
mod ground;
mod guarded;
mod odds;
mod policy;
pub mod protocol;
mod reach;
mod search;
mod spec;
mod thinking;

pub use belief::{Belief, Exclusion};
pub use bot::{BotFailure, FugitiveBot, HunterBot, Pieces};
pub use external::{ExternalBot, Patience, Program};
pub use guarded::Guarded;
pub use odds::Odds;
pub use policy::Policy;
pub use reach::Reach;
pub use spec::{BotName, BotSpec, Effort};
pub use thinking::{Budget, Clock, Info, Thinking, WallClock};
