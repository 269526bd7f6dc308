//! Housekeeping: time is told, other nodes are heard, idle tables are put away, old ones deleted.

use std::time::Duration;

use fogbound_table::id::TableId;
use fogbound_table::{Context, Table};
use tokio::sync::mpsc;

use super::{Hall, HallError};
use crate::store::{Change, Query, Status, StoreError};

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

/// How often a node says that it runs.
const BEAT: Duration = Duration::from_secs(5);

/// If no node has said so for longer than this, none ran.
pub(super) const MOST_GAP: Duration = Duration::from_secs(15);

/// How many beats pass between two looks for idle tables, and for old ones.
const IDLE_BEATS: u64 = 6;
const OLD_BEATS: u64 = 120;

/// How many old tables are seen to at once.
const AT_ONCE: u32 = 500;

impl Hall {
    /// Says that this node runs, and learns for how long none did.
    pub(super) async fn beat(&self, most_gap: Duration) -> Result<(), StoreError> {
        let beat = self.store().beat(self.clock().wall(), most_gap.as_millis() as u64).await;
        let down = self.shared.noted(beat)?;
        self.clock().set_down(down);
        Ok(())
    }

    pub(super) async fn keep(self) {
        let mut closing = self.closing();
        for beats in 1u64.. {
            tokio::select! {
                biased;
                _ = closing.changed() => return,
                () = tokio::time::sleep(BEAT) => {}
            }
            if let Err(error) = self.beat(MOST_GAP).await {
                tracing::error!(%error, "the store failed");
                continue;
            }
            self.hear_of_outcasts().await;
            if beats.is_multiple_of(IDLE_BEATS) {
                self.put_idle_away().await;
                self.check_versions().await;
            }
            if beats.is_multiple_of(OLD_BEATS)
                && let Err(error) = self.clear_old().await
            {
                tracing::warn!(%error, "old tables were not cleared away");
            }
        }
    }

    /// Hears what other nodes append.
    pub(super) async fn listen(self, mut changes: mpsc::Receiver<Change>) {
        while let Some(change) = changes.recv().await {
            let loaded = |id| self.lock_rooms().get(&id).cloned();
            match change {
                Change::Appended(id, version) => {
                    if let Some(room) = loaded(id) {
                        room.refresh(version).await;
                    }
                }
                Change::Present(id, node, text) => {
                    if let Some(room) = loaded(id) {
                        room.present_elsewhere(node, &text).await;
                    }
                }
                Change::Unsure => self.check_versions().await,
            }
        }
    }

    /// Looks whether the store holds more than is known here; a word of another node may be lost.
    async fn check_versions(&self) {
        if !self.store().is_shared() {
            return;
        }
        let rooms = self.rooms();
        let ids: Vec<_> = rooms.iter().map(|room| room.id()).collect();
        for some in ids.chunks(500) {
            let Ok(versions) = self.store().versions(some).await else { return };
            for room in rooms.iter().filter(|room| some.contains(&room.id())) {
                match versions.iter().find(|(id, _)| *id == room.id()) {
                    Some(&(_, version)) => room.refresh(version).await,
                    None => self.forget(room.id()).await,
                }
            }
        }
    }

    async fn put_idle_away(&self) {
        for room in self.rooms() {
            if room.is_idle().await {
                let mut rooms = self.lock_rooms();
                // One hand is this list's, one is `room`: nobody else has come meanwhile.
                if std::sync::Arc::strong_count(&room) <= 2 {
                    rooms.remove(&room.id());
                }
            }
        }
    }

    async fn clear_old(&self) -> Result<(), HallError> {
        let Keeping { open, playing, over } = self.shared.parts.keeping;
        let wall = self.clock().wall();
        self.shared.noted(self.store().clear_tallies(wall).await)?;
        for (status, keep) in [(Status::Open, open), (Status::Playing, playing), (Status::Over, over)] {
            let since = wall.saturating_sub(keep.as_millis() as u64);
            let query = Query::Untouched { status, since };
            for row in self.store().list(query, AT_ONCE).await? {
                if status == Status::Playing {
                    let room = self.room(row.id).await?;
                    let abandon = |table: &Table, context: &Context<'_>| Ok(table.abandon(context));
                    room.commit(abandon, |_| ()).await?;
                } else {
                    self.store().delete(row.id).await?;
                    self.forget(row.id).await;
                }
            }
        }
        Ok(())
    }

    async fn forget(&self, id: TableId) {
        let room = self.lock_rooms().remove(&id);
        if let Some(room) = room {
            room.vanish().await;
        }
    }
}
