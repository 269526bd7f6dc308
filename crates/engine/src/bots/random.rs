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

/// All of these with the same chance; none if there is nothing to decide.
fn even(actions: &[Action]) -> Option<Vec<(Action, f64)>> {
    let share = 1.0 / actions.len() as f64;
    (!actions.is_empty()).then(|| actions.iter().map(|&action| (action, share)).collect())
}

impl FugitiveBot for RandomBot {
    fn chances(&mut self, view: &FugitiveView, _: &mut Thinking<'_>) -> Option<Vec<(Action, f64)>> {
        even(&view.actions())
    }

    fn choose(&mut self, view: &FugitiveView, _: &mut Thinking<'_>) -> Result<Action, BotFailure> {
        self.pick(view.hunters().events().len(), &view.actions())
    }
}

impl HunterBot for RandomBot {
    fn chances(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        _: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        even(&pieces.actions(view))
    }

    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        _: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.pick(view.events().len(), &pieces.actions(view))
    }
}
