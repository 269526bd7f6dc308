//! The bots.

mod alphabeta;
mod greedy;
mod mcts;
mod memory;
mod random;
mod sampler;
mod solver;

pub use alphabeta::AlphaBetaBot;
pub use greedy::GreedyBot;
pub use mcts::{MctsBot, Plan, Tuning};
pub use random::RandomBot;
pub use solver::SolverBot;

use memory::Memory;
