//! Old tables: those that nobody plays any more are deleted, games that nobody goes on with end. However
//! many there are, those who play go first: it is done in small steps with pauses in between.

use std::time::Duration;

use fogbound_table::id::TableId;
use fogbound_table::{Context, Table};
use tokio::time::Instant;

use super::{Hall, HallError};
use crate::store::{Query, REPORTS_KEPT, Status};

/// For how long tables are kept after the last thing that happened there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keeping {
    /// Tables whose game has not begun.
    pub open: Duration,
    /// Games that go on; then they end as abandoned.
    pub playing: Duration,
    /// Games that are over.
    pub over: Duration,
}

impl Default for Keeping {
    fn default() -> Keeping {
        let days = |days: u64| Duration::from_secs(days * 24 * 3600);
        Keeping { open: days(1), playing: days(30), over: days(90) }
    }
}

/// How often it is looked whether tables have become old, and whether games were abandoned.
const EVERY: Duration = Duration::from_secs(30);
const ABANDONED_EVERY: Duration = Duration::from_secs(600);

/// A server that starts begins with it after this.
const FIRST: Duration = Duration::from_secs(1);

/// Tables that are seen to in one step; whoever plays waits no longer than for one.
const STEP: u32 = 4;

/// After a step, so many times as long as it took nothing is cleared; and at least so long.
const REST: u32 = 3;
const LEAST_REST: Duration = Duration::from_millis(20);

/// How far the search for abandoned games is.
#[derive(Default)]
struct Search {
    /// The last one that was looked at.
    after: Option<(u64, TableId)>,
    /// When the last search was done.
    done: Option<Instant>,
}

impl Hall {
    /// Clears old tables away as they become old.
    pub(super) async fn clear_old(self) {
        let mut closing = self.closing();
        let mut search = Search::default();
        let mut rest = FIRST;
        loop {
            tokio::select! {
                biased;
                _ = closing.changed() => return,
                () = tokio::time::sleep(rest) => {}
            }
            let begun = Instant::now();
            rest = match self.clear_some(&mut search).await {
                Ok(true) => LEAST_REST.max(begun.elapsed() * REST),
                Ok(false) => EVERY,
                Err(error) => {
                    tracing::warn!(%error, "old tables were not cleared away");
                    EVERY
                }
            };
        }
    }

    /// One step; whether there is more to do.
    async fn clear_some(&self, search: &mut Search) -> Result<bool, HallError> {
        let Keeping { open, over, .. } = self.shared.parts.keeping;
        let wall = self.clock().wall();
        self.shared.noted(self.store().clear_tallies(wall).await)?;
        let before = wall.saturating_sub(REPORTS_KEPT.as_millis() as u64);
        self.shared.noted(self.store().clear_reports(before).await)?;
        let mut more = false;
        for (status, keep) in [(Status::Open, open), (Status::Over, over)] {
            let since = wall.saturating_sub(keep.as_millis() as u64);
            let cleared = self.shared.noted(self.store().clear(status, since, STEP).await)?;
            more |= cleared.len() as u32 == STEP;
            self.metrics().tables_cleared.add(cleared.len() as u64);
            for id in cleared {
                self.forget(id).await;
            }
        }
        let searching = search.done.is_none_or(|done| done.elapsed() >= ABANDONED_EVERY);
        more |= searching && self.abandon_some(search).await?;
        Ok(more)
    }

    /// Ends some of the games with which nobody goes on; whether there may be more.
    async fn abandon_some(&self, search: &mut Search) -> Result<bool, HallError> {
        let Keeping { playing, over, .. } = self.shared.parts.keeping;
        let ago = |span: Duration| self.clock().wall().saturating_sub(span.as_millis() as u64);
        let query =
            Query::Untouched { status: Status::Playing, since: ago(playing), after: search.after };
        let rows = self.shared.noted(self.store().list(query, STEP).await)?;
        for row in &rows {
            match self.abandon(row.id).await {
                Ok(()) => {}
                // Nobody can play on at it, nor look at it. It is kept as long as others.
                Err(HallError::Corrupt(_)) if row.touched < ago(playing + over) => {
                    self.shared.noted(self.store().delete(row.id).await)?;
                }
                Err(error) => tracing::warn!(table = %row.id, %error, "a game was not ended"),
            }
        }
        let more = rows.len() as u32 == STEP;
        *search = match rows.last().filter(|_| more) {
            Some(row) => Search { after: Some((row.touched, row.id)), done: None },
            None => Search { after: None, done: Some(Instant::now()) },
        };
        Ok(more)
    }

    async fn abandon(&self, id: TableId) -> Result<(), HallError> {
        let room = self.room(id).await?;
        let abandon = |table: &Table, context: &Context<'_>| Ok(table.abandon(context));
        room.commit(abandon, |_, _| ()).await?;
        self.put_away(&room);
        Ok(())
    }
}
