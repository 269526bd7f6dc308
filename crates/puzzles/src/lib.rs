//! Puzzles from games of Scotland Yard: made from games between bots, proven by exhaustive search, rated.
//!
//! A puzzle is a record up to a moment, with tags that say what is asked and what the answer is. There are
//! three kinds ([`Kind`]). What is proven, and against whom, is in `docs/puzzles.md`.
//!
//! This crate is pure: no input or output, no clock, no threads. It runs in a browser.

mod committed;
mod hash;
mod hunt;
mod make;
mod net;
mod puzzle;
mod rating;
mod set;
mod slip;
mod solvers;
mod theme;

pub use committed::COMMITTED;
pub use hunt::{Limit, TooLong};
pub use make::{Maker, Recipe};
pub use net::{Attempt, Escape, Judged, Reply, Sighting, force, forces_after};
pub use puzzle::{Answer, Kind, Puzzle, PuzzleError, Verdict, words};
pub use rating::Rating;
pub use set::{SetError, find_alike, of_day, parse, write};
pub use slip::{Course, courses};
pub use solvers::{LEVELS, TRIES};
pub use theme::Theme;
