//! Tables at which something happens by itself while nobody is there: the store knows when, so they need
//! not be in memory until then.

use std::time::Duration;

use fogbound_table::Moment;
use fogbound_table::id::TableId;

use super::{Hall, HallError};
use crate::store::{Query, STEP, StoreError};

/// How often it is looked what is due.
const EVERY: Duration = Duration::from_secs(5);

/// A store of this node alone is asked so long before: a table is there when its time comes.
const AHEAD: Duration = Duration::from_secs(STEP.as_secs() + 2 * EVERY.as_secs());

/// Tables that are asked for at once.
const PAGE: u32 = 500;

impl Hall {
    /// Wakes tables when something is due there, from now on.
    pub(super) async fn wake(self) {
        let mut closing = self.closing();
        loop {
            if let Err(error) = self.wake_due().await {
                tracing::warn!(%error, "tables at which something is due were not found");
            }
            tokio::select! {
                biased;
                _ = closing.changed() => return,
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    /// Loads the tables at which something is due. Where other nodes serve them too, most are driven by
    /// one of these: only what is late is looked after.
    async fn wake_due(&self) -> Result<(), StoreError> {
        let ahead = if self.store().is_shared() { Duration::ZERO } else { AHEAD };
        let until = self.clock().now().after(ahead);
        let mut after = None;
        loop {
            let rows = self.shared.noted(self.store().list(Query::Due { until, after }, PAGE).await)?;
            for row in &rows {
                if !self.shared.is_closing() {
                    self.wake_one(row.id, row.due).await;
                }
            }
            match rows.last().filter(|_| rows.len() as u32 == PAGE) {
                Some(last) => after = last.due.map(|due| (due, last.id)),
                None => return Ok(()),
            }
        }
    }

    async fn wake_one(&self, id: TableId, due: Option<Moment>) {
        if self.is_loaded(id) {
            return;
        }
        let room = match self.room(id).await {
            Ok(room) => room,
            Err(HallError::Corrupt(corrupt)) => {
                tracing::warn!(table = %id, %corrupt, "a table cannot be loaded");
                // It would be tried for ever.
                if let Ok(versions) = self.store().versions(&[id]).await {
                    for (id, version) in versions {
                        let _ = self.shared.noted(self.store().set_due(id, version, None).await);
                    }
                }
                return;
            }
            Err(error) => return tracing::warn!(table = %id, %error, "a table cannot be loaded"),
        };
        room.correct_due(due).await;
    }
}
