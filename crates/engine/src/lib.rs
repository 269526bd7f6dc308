//! Players of Scotland Yard that see only what their seat sees: belief, odds, search, bots.
//!
//! A bot takes a view and gives a decision. The same view, seed and number of nodes give the same
//! decision on every machine:
//!
//! ```
//! use fogbound_engine::{BotSpec, Budget, Pieces, Thinking};
//! use fogbound_rules::{Game, Rng, Rules, Setup, Turn};
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! let rules = Arc::new(Rules::builtin("modern", &[], 3)?);
//! let mut rng = Rng::new(1);
//! let mut game = Game::new(rules.clone(), Setup::deal(&rules, |n| rng.below(n)))?;
//! let mut bot = "phantom".parse::<BotSpec>()?.fugitive(7).unwrap();
//! let clock = || Duration::ZERO; // nodes are counted, not time
//! let action = bot.choose(&game.fugitive_view(), &mut Thinking::new(Budget::Nodes(50), &clock))?;
//! game.play(action.into())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Belief is exact: where he can be, and why he cannot be elsewhere:
//!
//! ```
//! use fogbound_engine::Belief;
//! use fogbound_rules::{Game, Rules, Setup};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Rules::builtin("modern", &[], 3)?);
//! let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0))?;
//! let belief = Belief::of(&game.hunters_view());
//! assert_eq!(belief.possible().len(), 13); // his start cards
//! let d1 = game.position().public().station(rules.hunters().next().unwrap()).unwrap();
//! println!("{}", belief.why_not(d1).unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A search can be stopped after any node and gone on with, and several can be put together:
//!
//! ```
//! use fogbound_engine::bots::{MctsBot, Plan};
//! use fogbound_rules::{Game, Rules, Setup};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Rules::builtin("modern", &[], 3)?);
//! let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0))?;
//! let roots = [0, 1].map(|stream| {
//!     match MctsBot::own(7, 0).plan_fugitive(&game.fugitive_view()).unwrap() {
//!         Plan::Decided(_) => unreachable!("he has a choice"),
//!         Plan::Search(mut search) => {
//!             search.diverge(stream);
//!             search.step(50);
//!             search.root()
//!         }
//!     }
//! });
//! let [mut both, other] = roots;
//! both.merge(&other);
//! println!("{}", both.favourite().0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is pure: no input or output, no threads, no processes. Time comes in as a [`Clock`].

pub mod belief;
mod bot;
pub mod bots;
mod distances;
mod guarded;
mod odds;
mod policy;
mod possible_stations;
mod search;
pub mod signature;
mod solver;
mod spec;
mod thinking;
pub mod value;

pub use belief::{Belief, Exclusion};
pub use bot::{BotFailure, FugitiveBot, HunterBot, Pieces};
pub use guarded::Guarded;
pub use odds::Odds;
pub use policy::{Policy, fugitive_share};
pub use possible_stations::PossibleStations;
pub use search::{Root, RootEdge, Search, alternatives};
pub use spec::{BotName, BotSpec, Effort};
pub use thinking::{Budget, Clock, Info, Thinking};
