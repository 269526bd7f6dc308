//! A line in front of work that takes a core for a while: one at a time, and so many may wait.

use std::sync::Arc;
use std::time::Duration;

use fogbound_table::{Code, Refusal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinError;

use super::address::Permit;
use crate::hall::HallError;
use crate::metrics::{Limit, Metrics};

/// What is asked for is done in less than this.
pub(super) const SOON: Duration = Duration::from_secs(2);

/// Who may work, and who may wait.
pub(crate) struct Line {
    turn: Arc<Semaphore>,
    places: Arc<Semaphore>,
    limit: Limit,
}

/// The right to work.
pub(super) struct Turn {
    _place: OwnedSemaphorePermit,
    _turn: OwnedSemaphorePermit,
    _permit: Option<Permit>,
}

impl Turn {
    /// Works on a thread that may be busy for a while. The turn lasts as long as the work does, also if nobody waits for it any
    /// more: whoever asks and hangs up has not made room for another.
    pub(super) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let worked = tokio::task::spawn_blocking(move || {
            let _turn = self;
            work()
        });
        worked.await
    }
}

impl Line {
    /// One with so many places; whoever finds none counts for this limit.
    pub(super) fn new(places: usize, limit: Limit) -> Line {
        Line { turn: Arc::new(Semaphore::new(1)), places: Arc::new(Semaphore::new(places)), limit }
    }

    /// Waits until it is one's turn; refused at once if too many wait. What counts for an address meanwhile does so until the
    /// work is done.
    pub(super) async fn wait(
        &self,
        metrics: &Metrics,
        permit: Option<Permit>,
    ) -> Result<Turn, HallError> {
        let busy = |_| {
            metrics.limits.add(self.limit);
            HallError::Later(Refusal::new(Code::Limit, "too many ask for this at once; try again"), SOON)
        };
        let place = self.places.clone().try_acquire_owned().map_err(busy)?;
        let closed = |_| Refusal::new(Code::Unavailable, "nothing is done any more");
        let turn = self.turn.clone().acquire_owned().await.map_err(closed)?;
        Ok(Turn { _place: place, _turn: turn, _permit: permit })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::*;

    /// So many may wait in this line, and no more.
    pub(in crate::http) async fn takes_no_more_than(places: usize, line: Line) {
        let (line, metrics) = (Arc::new(line), Arc::new(Metrics::default()));
        let ask = || {
            let (line, metrics) = (line.clone(), metrics.clone());
            async move { line.wait(&metrics, None).await.is_ok() }
        };
        let first = line.wait(&metrics, None).await;
        assert!(first.is_ok());
        let mut waiting = JoinSet::new();
        for _ in 1..places {
            waiting.spawn(ask());
        }
        tokio::task::yield_now().await;
        let answered = tokio::time::timeout(SOON, ask()).await;
        assert_eq!(answered, Ok(false), "one more is refused at once");
        drop(first);
        assert_eq!(waiting.join_all().await, vec![true; places - 1], "the others have their turn");
    }

    #[tokio::test]
    async fn the_work_of_somebody_who_hung_up_keeps_its_turn() {
        let (line, metrics) = (Line::new(1, Limit::Replays), Metrics::default());
        let (end, ended) = mpsc::channel::<()>();
        let turn = line.wait(&metrics, None).await.expect("nobody waits");
        let asked = tokio::spawn(turn.work(move || ended.recv()));
        tokio::task::yield_now().await;
        asked.abort();
        assert!(asked.await.is_err(), "nobody waits for it any more");
        assert!(line.wait(&metrics, None).await.is_err(), "but it is still at work");
        drop(end);
        while line.wait(&metrics, None).await.is_err() {
            tokio::task::yield_now().await;
        }
    }
}
