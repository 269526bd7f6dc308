//! A table: seats, settings, a game, talk. It is a list of entries that only grows; its state is
//! their fold. A command is decided into new entries or refused; what an audience is told is made
//! from entries in one place, [`audience`].
//!
//! This crate is pure: no input or output, no clock, no threads, no async. Time and chance are handed
//! in.

pub mod access;
pub mod audience;
mod bot;
pub mod chance;
pub mod command;
mod connection;
mod corrupt;
mod entry;
pub mod id;
pub mod leak;
pub mod limits;
pub mod message;
mod name;
mod new_table;
mod rate;
pub mod refusal;
pub mod seat;
pub mod settings;
mod shuffle;
mod signer;
mod table;
pub mod team;
mod time;

pub use bot::{BotQuestion, SideView, Thought};
pub use chance::Chance;
pub use connection::{Connection, Heard, Request};
pub use corrupt::CorruptTable;
pub use entry::{Cause, Entry, Version};
pub use new_table::{BroughtGame, NewSeat, NewTable};
pub use rate::{Bucket, Rate};
pub use refusal::{Code, Refusal};
pub use signer::{NoSigner, Signer};
pub use table::{
    Automatic, AutomaticDecision, Beginning, Context, Decider, Decision, EndedGame, Pace, Sitter, Stage,
    Table,
};
pub use time::Moment;
