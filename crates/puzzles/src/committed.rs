//! The puzzles that come with the program.

/// The files of the folder `puzzles` of this crate: name and text. They were made by `scripts/puzzles.sh`.
pub const COMMITTED: [(&str, &str); 0] = [];
