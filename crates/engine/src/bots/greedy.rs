//! `greedy`: one ply with the heuristics of the published playouts.

use fogbound_rules::{Action, FugitiveView, HunterView};

use super::Memory;
use crate::{BotFailure, FugitiveBot, HunterBot, Pieces, PossibleStations, Thinking};

/// Takes the best decision by the published heuristics, looking no further.
pub struct GreedyBot {
    memory: Memory,
}

impl GreedyBot {
    /// The bot of a seed.
    pub fn new(seed: u64) -> GreedyBot {
        GreedyBot { memory: Memory::new(seed) }
    }
}

impl FugitiveBot for GreedyBot {
    fn choose(&mut self, view: &FugitiveView, _: &mut Thinking<'_>) -> Result<Action, BotFailure> {
        let actions = view.actions();
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        let public = *view.hunters().public();
        let (belief, policy, mut rng) = self.memory.recall(view.hunters());
        let possible = PossibleStations(belief.possible());
        Ok(policy.pick_fugitive(view.rules(), &public, &possible, &actions, &mut rng, false))
    }
}

impl HunterBot for GreedyBot {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        _: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let actions = pieces.actions(view);
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        let (belief, policy, mut rng) = self.memory.recall(view);
        let possible = PossibleStations(belief.possible());
        Ok(policy.pick_hunters(view.rules(), view.public(), &possible, &actions, &mut rng))
    }
}
