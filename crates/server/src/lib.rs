//! Tables over the net: seats, clocks, the store, HTTP and WebSocket.
//!
//! A table is a list of entries that only grows; its state is their fold. A command is checked,
//! appended durably, acknowledged, and told to everybody, in this order. What an audience is told
//! goes through one place, [`face`].

mod bucket;
pub mod chance;
pub mod command;
pub mod connection;
mod entry;
pub mod explain;
pub mod face;
pub mod hall;
pub mod http;
pub mod id;
pub mod leak;
pub mod limits;
pub mod message;
pub mod metrics;
pub mod refusal;
pub mod scene;
pub mod seat;
pub mod serve;
pub mod settings;
pub mod store;
mod table;
pub mod time;

pub use chance::Chance;
pub use entry::{Cause, Version};
pub use table::{Pace, Stage};
