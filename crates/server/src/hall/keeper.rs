//! Housekeeping: time is told, other nodes are heard, idle tables are put away.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fogbound_table::id::TableId;
use tokio::sync::mpsc;

use super::{Hall, Room};
use crate::store::{Change, StoreError};

/// How often a node says that it runs.
const BEAT: Duration = Duration::from_secs(5);

/// If no node has said so for longer than this, none ran.
pub(super) const MOST_GAP: Duration = Duration::from_secs(15);

/// How many beats pass between two looks for idle tables.
const IDLE_BEATS: u64 = 6;

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
            self.learn_flooded_addresses().await;
            if beats.is_multiple_of(IDLE_BEATS) {
                self.put_idle_away();
                self.check_versions().await;
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
        for some in self.rooms().chunks(500) {
            let ids: Vec<_> = some.iter().map(|room| room.id()).collect();
            let Ok(versions) = self.store().versions(&ids).await else { return };
            let versions: BTreeMap<_, _> = versions.into_iter().collect();
            for room in some {
                match versions.get(&room.id()) {
                    Some(&version) => room.refresh(version).await,
                    None => self.forget(room.id()).await,
                }
            }
        }
    }

    fn put_idle_away(&self) {
        for room in self.rooms() {
            self.put_away(&room);
        }
    }

    /// Puts a table away, if it is idle.
    pub(super) fn put_away(&self, room: &Arc<Room>) {
        let mut rooms = self.lock_rooms();
        // One hand is this list's, one is who asks for it: nobody else has come meanwhile. Who waits for
        // its time takes it in hand only to find that it was put away.
        if Arc::strong_count(room) <= 2 && room.retire_if_idle() {
            rooms.remove(&room.id());
        }
    }

    pub(super) async fn forget(&self, id: TableId) {
        let room = self.lock_rooms().remove(&id);
        if let Some(room) = room {
            room.vanish().await;
        }
    }
}
