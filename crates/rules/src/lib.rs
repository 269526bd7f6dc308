//! Boards, editions, game, events, views and records of Scotland Yard.
//!
//! This crate is pure: no input or output, no clock, no randomness, no threads.

mod action;
pub mod board;
pub mod drawing;
pub mod edition;
mod event;
mod game;
mod outcome;
mod perft;
mod phase;
mod piece;
mod places;
mod position;
mod public;
mod reasons;
mod record;
mod rules;
mod series;
mod setup;
mod station;
mod ticket;
mod transport;
mod view;

pub use action::{Ability, Action, ActionError, Draw, Landing, Move, Play, Token};
pub use board::{Board, Line, Link, Mark, Point, Quarter};
pub use edition::{Edition, Options};
pub use event::{Ending, Event, FugitiveEvent, PrivateEvent, PublicEvent};
pub use game::Game;
pub use outcome::Outcome;
pub use perft::perft;
pub use phase::{Leg, Phase, Turn};
pub use piece::{Character, Hunter, Side};
pub use position::{Answer, Illegal, Position, Secret};
pub use public::{Moved, Public};
pub use reasons::Reasons;
pub use record::{
    Deal, Dealt, Item, Proof, Record, RecordError, RecordVersion, Replay, SALT_BYTES, VeiledMove,
};
pub use rules::{Rules, RulesError, RulesErrors};
pub use series::{Match, MatchError, MatchGame, Player, Sides};
pub use setup::{CaseSetup, HunterState, SecretSetup, Setup, SetupError, SetupErrors, State};
pub use station::{Station, StationSet, Stations};
pub use ticket::{Purse, Ticket};
pub use transport::{Transport, Transports};
pub use view::{Asked, FugitiveView, HunterView, Impossible, LogSlot};
