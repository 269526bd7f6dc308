//! Changes that wait to be sent to other nodes, or to be read: one a table, the newest. However slow the
//! other end is, they take no more room than this.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tokio::sync::Notify;

use crate::store::Change;
use fogbound_table::Version;
use fogbound_table::id::TableId;

/// The most changes that wait; beyond this all that is said is [`Change::Unsure`].
const MOST: usize = 10_000;

/// Changes that wait.
#[derive(Default)]
pub(super) struct ChangeQueue {
    waiting: Mutex<Waiting>,
    added: Notify,
}

#[derive(Default)]
struct Waiting {
    closed: bool,
    unsure: bool,
    appended: BTreeMap<TableId, Version>,
    present: BTreeMap<(TableId, String), String>,
}

impl ChangeQueue {
    /// Puts a change in.
    pub(super) fn put(&self, change: Change) {
        let mut waiting = self.waiting.lock().expect("nothing panics while it is held");
        match change {
            Change::Unsure => waiting.unsure = true,
            Change::Appended(id, version) => {
                let newest = waiting.appended.entry(id).or_default();
                *newest = version.max(*newest);
            }
            Change::Present(id, node, text) => {
                waiting.present.insert((id, node), text);
            }
        }
        if waiting.appended.len() + waiting.present.len() > MOST {
            *waiting = Waiting { unsure: true, closed: waiting.closed, ..Waiting::default() };
        }
        drop(waiting);
        self.added.notify_one();
    }

    /// Waits until there are changes, and takes them all; nothing if there are none and it is closed.
    pub(super) async fn take(&self) -> Option<Vec<Change>> {
        loop {
            let (taken, closed) = self.take_now();
            if !taken.is_empty() {
                return Some(taken);
            }
            if closed {
                return None;
            }
            self.added.notified().await;
        }
    }

    /// Ends the waiting for further changes.
    pub(super) fn close(&self) {
        self.waiting.lock().expect("nothing panics while it is held").closed = true;
        self.added.notify_one();
    }

    fn take_now(&self) -> (Vec<Change>, bool) {
        let mut waiting = self.waiting.lock().expect("nothing panics while it is held");
        let closed = waiting.closed;
        let waiting = std::mem::replace(&mut *waiting, Waiting { closed, ..Waiting::default() });
        let unsure = waiting.unsure.then_some(Change::Unsure);
        let appended = waiting.appended.into_iter().map(|(id, version)| Change::Appended(id, version));
        let present =
            waiting.present.into_iter().map(|((id, node), text)| Change::Present(id, node, text));
        (unsure.into_iter().chain(appended).chain(present).collect(), closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OsChance;

    #[test]
    fn the_newest_change_of_a_table_is_kept() {
        let queue = ChangeQueue::default();
        let id = TableId::new(&OsChance);
        for version in [1, 3, 2] {
            queue.put(Change::Appended(id, version));
        }
        for text in ["one", "two"] {
            queue.put(Change::Present(id, "node".into(), text.into()));
        }
        let present = Change::Present(id, "node".into(), "two".into());
        assert_eq!(queue.take_now().0, [Change::Appended(id, 3), present]);
        assert_eq!(queue.take_now().0, []);
    }

    #[test]
    fn too_many_changes_become_one() {
        let queue = ChangeQueue::default();
        for _ in 0..=MOST {
            queue.put(Change::Appended(TableId::new(&OsChance), 1));
        }
        assert_eq!(queue.take_now().0, [Change::Unsure]);
    }
}
