//! `greedy`: one ply with the heuristics of the published playouts; `novice`: the same with slips.

use fogbound_rules::{Action, FugitiveView, HunterView, Rng};

use super::Memory;
use crate::{BotFailure, FugitiveBot, HunterBot, Pieces, PossibleStations, Thinking};

/// Takes the best decision by the published heuristics, looking no further.
pub struct GreedyBot {
    memory: Memory,
    /// In how many of a hundred decisions it takes any.
    slips: usize,
}

impl GreedyBot {
    /// The bot of a seed.
    pub fn new(seed: u64) -> GreedyBot {
        GreedyBot { memory: Memory::new(seed), slips: 0 }
    }

    /// One that stands in for a beginner: in fifteen of a hundred decisions it takes any.
    pub fn novice(seed: u64) -> GreedyBot {
        GreedyBot { memory: Memory::new(seed), slips: 15 }
    }
}

/// Any decision, if this is a slip.
fn slip(slips: usize, actions: &[Action], rng: &mut Rng) -> Option<Action> {
    (slips > 0 && rng.below(100) < slips).then(|| actions[rng.below(actions.len())])
}

impl FugitiveBot for GreedyBot {
    fn choose(&mut self, view: &FugitiveView, _: &mut Thinking<'_>) -> Result<Action, BotFailure> {
        let actions = view.actions();
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        let public = *view.hunters().public();
        let slips = self.slips;
        let (belief, policy, mut rng) = self.memory.recall(view.hunters());
        if let Some(action) = slip(slips, &actions, &mut rng) {
            return Ok(action);
        }
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
        let slips = self.slips;
        let (belief, policy, mut rng) = self.memory.recall(view);
        if let Some(action) = slip(slips, &actions, &mut rng) {
            return Ok(action);
        }
        let possible = PossibleStations(belief.possible());
        Ok(policy.pick_hunters(view.rules(), view.public(), &possible, &actions, &mut rng))
    }
}
