//! Tables over the net: the tables of a node, where they are kept, HTTP and WebSocket.
//!
//! What a table is, what may be done at it and what each audience sees of it is in
//! `fogbound_table`, which is pure. Here a command is checked, appended durably, acknowledged, and
//! told to everybody, in this order.

mod clock;
mod entropy;
pub mod hall;
pub mod http;
pub mod keys;
pub mod limits;
pub mod metrics;
pub mod serve;
pub mod store;

pub use clock::TableClock;
pub use entropy::{OsChance, TestChance};
