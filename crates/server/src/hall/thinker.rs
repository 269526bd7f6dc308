//! Thinking for bots: on a bounded pool, off the paths of requests.

use std::sync::Arc;
use std::time::Instant;

use fogbound_rules::Action;
use fogbound_table::BotQuestion;
use tokio::sync::Semaphore;

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
    pub(super) async fn think(&self, question: BotQuestion) -> Option<Action> {
        match self {
            Thinker::Inline => answer(question),
            Thinker::Pool(places) => {
                let _place = places.acquire().await.ok()?;
                tokio::task::spawn_blocking(move || answer(question)).await.ok()?
            }
        }
    }
}

fn answer(question: BotQuestion) -> Option<Action> {
    let begun = Instant::now();
    question.answer(&|| begun.elapsed())
}
