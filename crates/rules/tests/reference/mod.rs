//! A second implementation of the rules: slow, obvious, written from the rule text alone.
//!
//! It knows decisions as strings, keeps the whole game in plain vectors and looks at nothing of the
//! crate under test but the lists of a board. The fast engine is tested against it.
//!
//! | file | holds |
//! | --- | --- |
//! | `board` | stations, lines, marks and tiles as plain numbers |
//! | `start` | what was drawn or chosen before the first move |
//! | `edition` | the numbers of each edition |
//! | `game` | the state, whose turn it is, the order of endings |
//! | `fugitive`, `balloon`, `hunters`, `tokens` | what each may do, and what follows from it |
//! | `public` | what the hunters may know |
//! | `perft` | counting, and the table files |

#![allow(dead_code, missing_docs, unreachable_pub, unused_imports)]

mod balloon;
mod board;
mod edition;
mod fugitive;
mod game;
mod hunters;
mod perft;
mod public;
mod start;
mod tokens;

pub use board::RefBoard;
pub use game::Reference;
pub use perft::{SetUp, perft};
pub use public::Public;
pub use start::Start;
