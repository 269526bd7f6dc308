//! A decision that a bot has to take: what its side sees, and nothing else.

use fogbound_engine::{Clock, FugitiveBot, Guarded, HunterBot, Pieces, Thinking};
use fogbound_rules::{Action, FugitiveView, HunterView, Rng};

use crate::Decider;

/// What a side sees: one or the other, never both.
pub enum SideView {
    /// The fugitive's side.
    Fugitive(FugitiveView),
    /// The hunters' side, and the pieces that are to be moved.
    Hunters(HunterView, Pieces),
}

/// A decision to be thought about.
pub struct BotQuestion {
    pub(crate) view: SideView,
    pub(crate) decider: Decider,
    pub(crate) seed: u64,
}

impl BotQuestion {
    /// Thinks; none if there is nothing to decide.
    pub fn answer(self, clock: &dyn Clock) -> Option<Action> {
        let chosen = match self.decider {
            Decider::Bot(spec) => {
                let thinking = &mut Thinking::new(spec.budget(), clock);
                match &self.view {
                    SideView::Fugitive(view) => spec.fugitive(self.seed).and_then(|bot| {
                        Guarded::<dyn FugitiveBot>::new(bot).choose(view, thinking).ok()
                    }),
                    SideView::Hunters(view, pieces) => spec.hunters(self.seed).and_then(|bot| {
                        Guarded::<dyn HunterBot>::new(bot).choose(view, *pieces, thinking).ok()
                    }),
                }
            }
            Decider::Random => None,
        };
        // A bot that fails does not hold a table up: chance decides for it.
        chosen.or_else(|| {
            let actions = match &self.view {
                SideView::Fugitive(view) => view.actions(),
                SideView::Hunters(view, pieces) => pieces.actions(view),
            };
            let pick = Rng::new(self.seed).below(actions.len().max(1));
            actions.get(pick).copied()
        })
    }
}
