//! Reviews of finished games: what each decision was worth to who took it, given what they knew; and luck
//! on its own. The method and its figures are in `docs/review.md`.
//!
//! ```
//! use fogbound_review::{Review, Settings};
//! use fogbound_rules::{Rng, Rules, random_game};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Rules::builtin("beginner", &[], 3)?);
//! let game = random_game(&rules, &mut Rng::new(1));
//! let mut review = Review::new(&game, Settings { nodes: 20, seed: 1 })?;
//! while review.step() {
//!     let (done, of) = review.progress();
//!     assert!(done <= of); // what is found so far can be looked at: review.report()
//! }
//! let report = review.report();
//! assert!((report.account.sum() - report.account.result).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is pure: no input or output, no clock, no threads. It runs in a browser.

mod account;
mod class;
mod comparison;
mod hint;
mod judge;
mod purse;
mod reason;
mod report;
mod review;
mod told;
mod words;
mod worth;

pub use account::Account;
pub use class::{Class, accuracy};
pub use comparison::Gap;
pub use hint::Hint;
pub use judge::{Better, Certainty, Judge, Judgement, Mover, Settings};
pub use reason::{Note, Reason};
pub use report::{
    Accuracies, Accuracy, Chance, Decision, Drawn, PieceAccuracy, Report, Round, Summary, Swing,
};
pub use review::{Review, ReviewError, moments};
pub use told::{Foreseen, Told};
pub use worth::Worth;
