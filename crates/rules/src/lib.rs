//! The rules of Scotland Yard in every printed edition: boards, editions, games, events, views and
//! records.
//!
//! A game is a [`Position`] with its history. It is split into what everybody knows ([`Public`]) and
//! the fugitive's secret; a side's view is the fold of the events that the side saw. An edition is
//! data, and one engine reads it.
//!
//! A game is dealt, played and written down:
//!
//! ```
//! use fogbound_rules::{Game, Record, Rng, Rules, Setup, random_play};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Rules::builtin("modern", &[], 3)?);
//! let mut rng = Rng::new(1);
//! let mut game = Game::new(rules.clone(), Setup::deal(&rules, |n| rng.below(n)))?;
//! while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut vec![]) {
//!     game.play(play)?;
//! }
//! println!("{}", Record::of(&game)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What the hunters know is theirs alone, and holds no secret:
//!
//! ```
//! use fogbound_rules::{Game, Rules, Setup};
//! use std::sync::Arc;
//!
//! let rules = Arc::new(Rules::builtin("classic", &[], 4)?);
//! let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0))?;
//! let view = game.hunters_view();
//! assert_eq!(view.public().shown(), None); // nobody sees where he starts
//! assert!(view.actions().is_empty()); // he goes first
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What may be decided is listed; what may not is refused with its reason, and changes nothing:
//!
//! ```
//! use fogbound_rules::{Action, Position, Rules, Setup, Station};
//!
//! let rules = Rules::builtin("modern", &[], 5)?;
//! let at = |number| Station::new(number).unwrap();
//! let setup = Setup::at(&rules, at(45), &[13, 29, 34, 94, 123].map(at));
//! let mut position = Position::new(&rules, &setup)?;
//! let before = position;
//! let too_far: Action = "taxi 199".parse()?;
//! println!("{}", position.play(&rules, too_far.into()).unwrap_err());
//! assert_eq!(position, before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is pure: no input or output, no clock, no threads, no chance of its own. [`Rng`] is a
//! function of the seed that it is given.

mod action;
pub mod board;
pub mod edition;
mod event;
mod file;
mod game;
mod hex;
mod library;
mod outcome;
mod perft;
mod phase;
mod piece;
mod places;
mod position;
mod public;
mod random;
mod reasons;
mod record;
mod rng;
mod rules;
mod series;
mod setup;
mod shuffle;
mod station;
mod ticket;
mod transport;
mod view;

pub use action::{Ability, Action, ActionError, Draw, Landing, Move, Play, Token, TokenKind};
pub use board::{Board, Line, Link, Mark, Point, Quarter};
pub use edition::{Edition, Options};
pub use event::{Ending, Event, FugitiveEvent, PrivateEvent, PublicEvent};
pub use game::Game;
pub use hex::{Digest, Hex, NoHex, Number};
pub use library::{Library, LibraryError};
pub use outcome::Outcome;
pub use perft::perft;
pub use phase::{Leg, Phase, Turn};
pub use piece::{Character, Hunter, Side};
pub use position::{Answer, Illegal, Position, Secret};
pub use public::{Moved, Public, Stuck};
pub use random::{random_end, random_game, random_outcome, random_play};
pub use reasons::Reasons;
pub use record::{
    Chain, ChainLink, Deal, Dealt, Earlier, Item, LinkKind, Proof, PublicKey, Record, RecordError,
    RecordVersion, Replay, SALT_BYTES, Signature, Step, Variation, VeiledMove, signed_text,
};
pub use rng::Rng;
pub use rules::{Rules, RulesError, RulesErrors, Stock};
pub use series::{Match, MatchError, MatchGame, Player, Sides};
pub use setup::{CaseSetup, HunterState, SecretSetup, Setup, SetupError, SetupErrors, State};
pub use shuffle::{Contribution, Seed, Shuffle, commitment};
pub use station::{Station, StationSet, Stations};
pub use ticket::{Purse, Ticket};
pub use transport::{Transport, Transports};
pub use view::{Asked, FugitiveView, HunterView, Impossible, LogSlot};
