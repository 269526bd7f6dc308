//! `random`: every decision with the same chance.

use fogbound_rules::{Action, FugitiveView, HunterView, Rng};

use crate::{BotFailure, FugitiveBot, HunterBot, Pieces, Thinking};

/// Every decision with the same chance.
#[derive(Clone, Copy, Debug)]
pub struct RandomBot {
    seed: u64,
}

impl RandomBot {
    /// The bot of a seed.
    pub fn new(seed: u64) -> RandomBot {
        RandomBot { seed }
    }

    fn pick(&self, events: usize, actions: &[Action]) -> Result<Action, BotFailure> {
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        Ok(actions[Rng::for_game(self.seed, events as u64).below(actions.len())])
    }
}

impl FugitiveBot for RandomBot {
    fn choose(&mut self, view: &FugitiveView, _: &mut Thinking<'_>) -> Result<Action, BotFailure> {
        self.pick(view.hunters().events().len(), &view.actions())
    }
}

impl HunterBot for RandomBot {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        _: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.pick(view.events().len(), &pieces.actions(view))
    }
}
