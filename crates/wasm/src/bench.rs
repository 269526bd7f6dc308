//! Nodes to be timed, to be held against other machines.

use fogbound_engine::bots::{MctsBot, Plan};
use fogbound_engine::signature::positions;
use fogbound_rules::Turn;

/// Spends so many nodes of our own fugitive in the middle of a game of `modern`; how many it spent.
pub fn nodes(nodes: u64) -> u64 {
    let games = positions("modern", 3);
    let game = games.iter().rev().find(|game| game.turn() == Turn::Fugitive);
    let Some(game) = game else { return 0 };
    match MctsBot::own(7, 0).plan_fugitive(&game.fugitive_view()) {
        Ok(Plan::Search(mut search)) => {
            search.step(nodes);
            search.nodes()
        }
        _ => 0,
    }
}
