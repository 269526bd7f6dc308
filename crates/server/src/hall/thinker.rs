//! Thinking for bots: on a bounded pool, off the paths of requests.

use std::sync::Arc;
use std::time::Instant;

use fogbound_engine::{FugitiveBot, Guarded, HunterBot, Pieces, Thinking};
use fogbound_rules::{Action, FugitiveView, HunterView, Rng};
use tokio::sync::Semaphore;

use crate::table::Mind;

/// What a side sees: one or the other, never both.
pub(super) enum Sight {
    Fugitive(FugitiveView),
    Hunters(HunterView, Pieces),
}

/// A decision to be thought about.
pub(super) struct Question {
    pub(super) sight: Sight,
    pub(super) mind: Mind,
    pub(super) seed: u64,
}

/// Who thinks for bots.
#[derive(Clone)]
pub enum Thinker {
    /// So many at once, each on a thread.
    Pool(Arc<Semaphore>),
    /// At once and in place: for tests that own the time.
    Inline,
}

impl Thinker {
    /// A pool that thinks about so many decisions at once.
    pub fn pool(threads: usize) -> Thinker {
        Thinker::Pool(Arc::new(Semaphore::new(threads.max(1))))
    }

    /// The decision; none if there is nothing to decide.
    pub(super) async fn think(&self, question: Question) -> Option<Action> {
        match self {
            Thinker::Inline => question.answer(),
            Thinker::Pool(places) => {
                let _place = places.acquire().await.ok()?;
                tokio::task::spawn_blocking(move || question.answer()).await.ok()?
            }
        }
    }
}

impl Question {
    fn answer(self) -> Option<Action> {
        let bot = match self.mind {
            Mind::Bot(spec) => {
                let begun = Instant::now();
                let clock = || begun.elapsed();
                let thinking = &mut Thinking::new(spec.budget(), &clock);
                match &self.sight {
                    Sight::Fugitive(view) => spec.fugitive(self.seed).and_then(|bot| {
                        Guarded::<dyn FugitiveBot>::new(bot).choose(view, thinking).ok()
                    }),
                    Sight::Hunters(view, pieces) => spec.hunters(self.seed).and_then(|bot| {
                        Guarded::<dyn HunterBot>::new(bot).choose(view, *pieces, thinking).ok()
                    }),
                }
            }
            Mind::Random => None,
        };
        // A bot that fails does not hold a table up: chance decides for it.
        bot.or_else(|| {
            let actions = match &self.sight {
                Sight::Fugitive(view) => view.actions(),
                Sight::Hunters(view, pieces) => pieces.actions(view),
            };
            let pick = Rng::new(self.seed).below(actions.len().max(1));
            actions.get(pick).copied()
        })
    }
}
