//! Thinking for bots: on a bounded pool, off the paths of requests, and in turns.

mod queue;

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use fogbound_rules::{Action, Side};
use fogbound_table::BotQuestion;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::Instant;

pub(super) use queue::{Asker, Full, Rank};
use queue::{Queue, Ticket};

/// Who thinks for bots.
#[derive(Clone)]
pub enum Thinker {
    /// So many at once, each on a thread; the others wait.
    Pool(Arc<Pool>),
    /// At once and in place: for tests that own the time.
    Inline,
}

/// Whether thinking ends at a fixed time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Windows {
    /// A fugitive's bot takes exactly its window, and a hunters' bot no longer than that.
    Kept,
    /// Each thinks until it is done, so that the same seed gives the same game however busy the
    /// machine is. For tests whose secrets everybody can know.
    Open,
}

/// Places for those who think, and a queue for those who wait for one.
pub struct Pool {
    windows: Windows,
    places: Mutex<Places>,
}

struct Places {
    free: usize,
    queue: Queue<oneshot::Sender<()>>,
}

impl Thinker {
    /// A pool that thinks about so many decisions at once.
    pub fn pool(threads: usize, windows: Windows) -> Thinker {
        let places = Places { free: threads.max(1), queue: Queue::new() };
        Thinker::Pool(Arc::new(Pool { windows, places: Mutex::new(places) }))
    }

    /// How many questions wait.
    pub(super) fn waiting(&self) -> usize {
        match self {
            Thinker::Pool(pool) => pool.lock().queue.len(),
            Thinker::Inline => 0,
        }
    }
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Places> {
        self.places.lock().expect("nothing panics while it is held")
    }

    /// Asks for a place to think.
    pub(super) fn ask(self: &Arc<Pool>, asker: Asker) -> Result<Waiter, Full> {
        let (give, given) = oneshot::channel();
        let mut places = self.lock();
        let ticket = places.queue.push(asker, give)?;
        places.serve();
        Ok(Waiter { pool: Arc::clone(self), ticket, given: Some(given) })
    }
}

impl Places {
    /// Gives free places to those whose turn it is.
    fn serve(&mut self) {
        while self.free > 0
            && let Some(give) = self.queue.pop()
        {
            // One that does not wait any more leaves the place to the next.
            self.free -= usize::from(give.send(()).is_ok());
        }
    }

    fn give_back(&mut self) {
        self.free += 1;
        self.serve();
    }
}

/// Somebody who waits for a place. Whoever drops it waits no more.
pub(super) struct Waiter {
    pool: Arc<Pool>,
    ticket: Ticket,
    given: Option<oneshot::Receiver<()>>,
}

impl Waiter {
    /// The place, when it is given; none if the table has asked something else since. Nothing is lost
    /// if this is dropped while it waits.
    pub(super) async fn place(&mut self) -> Option<Place> {
        self.given.as_mut()?.await.ok()?;
        self.given = None;
        Some(Place(Arc::clone(&self.pool)))
    }

    /// How many are thought about before.
    pub(super) fn ahead(&self) -> usize {
        self.pool.lock().queue.ahead(self.ticket)
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let Some(mut given) = self.given.take() else { return };
        let mut places = self.pool.lock();
        match given.try_recv() {
            // It was given, and nobody took it.
            Ok(()) => places.give_back(),
            Err(_) => places.queue.cancel(self.ticket),
        }
    }
}

/// The right to think, until it is dropped.
pub(super) struct Place(Arc<Pool>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.lock().give_back();
    }
}

impl Place {
    /// Thinks, and keeps the place meanwhile, even if nobody waits for the answer any more. None if
    /// there is nothing to decide.
    ///
    /// The fugitive's answer comes when its window ends, and the place is free then and not before:
    /// neither who waits for him nor who waits for the place sees how long he searched.
    pub(super) async fn think(self, question: BotQuestion) -> Option<Action> {
        let begun = Instant::now();
        let clock = move || begun.elapsed();
        let until = match self.0.windows {
            Windows::Kept => Some(search_time(question.window())),
            Windows::Open => None,
        };
        if question.side() == Side::Hunters || until.is_none() {
            let think = move || {
                let action = question.answer(&clock, until);
                drop(self);
                action
            };
            return spawn_blocking(think).await.ok()?;
        }
        let window = async move {
            let end = begun + question.window();
            let quick = question.quick();
            let search = spawn_blocking(move || question.answer(&clock, until));
            let found = tokio::time::timeout_at(end, search).await;
            tokio::time::sleep_until(end).await;
            drop(self);
            // A thread that did not get a processor in time has found nothing.
            found.ok().and_then(Result::ok).flatten().or(quick)
        };
        tokio::spawn(window).await.ok()?
    }
}

/// How much of a window is for the search. The rest is for threads that come late to a processor.
fn search_time(window: Duration) -> Duration {
    window * 4 / 5
}

/// Thinks at once and in place.
pub(super) fn think_inline(question: &BotQuestion) -> Option<Action> {
    let begun = std::time::Instant::now();
    question.answer(&|| begun.elapsed(), None)
}
