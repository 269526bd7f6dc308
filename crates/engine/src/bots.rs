//! The bots.

mod alphabeta;
mod greedy;
mod mcts;
mod memory;
mod random;
mod sampler;

pub use alphabeta::AlphaBetaBot;
pub use greedy::GreedyBot;
pub use mcts::{MctsBot, Plan, Tuning};
pub use random::RandomBot;

use memory::Memory;
