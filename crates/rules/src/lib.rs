//! Boards, editions, game, events, views and records of Scotland Yard.
//!
//! This crate is pure: no input or output, no clock, no randomness, no threads.

pub mod board;
pub mod drawing;
mod station;
mod transport;

pub use board::{Board, Line, Link, Mark, Point, Quarter};
pub use station::{Station, StationSet, Stations};
pub use transport::{Transport, Transports};
