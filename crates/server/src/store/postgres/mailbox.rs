//! Words between nodes that wait to be sent or to be read: one a table, the newest. However slow the
//! other end is, they take no more room than this.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tokio::sync::Notify;

use crate::store::Change;
use fogbound_table::Version;
use fogbound_table::id::TableId;

/// The most words that wait; beyond this all that is said is [`Change::Unsure`].
const MOST: usize = 10_000;

/// Words that wait.
#[derive(Default)]
pub(super) struct Mailbox {
    words: Mutex<Words>,
    ring: Notify,
}

#[derive(Default)]
struct Words {
    closed: bool,
    unsure: bool,
    appended: BTreeMap<TableId, Version>,
    present: BTreeMap<(TableId, String), String>,
}

impl Mailbox {
    /// Puts a word in.
    pub(super) fn put(&self, change: Change) {
        let mut words = self.words.lock().expect("nothing panics while it is held");
        match change {
            Change::Unsure => words.unsure = true,
            Change::Appended(id, version) => {
                let newest = words.appended.entry(id).or_default();
                *newest = version.max(*newest);
            }
            Change::Present(id, node, text) => {
                words.present.insert((id, node), text);
            }
        }
        if words.appended.len() + words.present.len() > MOST {
            *words = Words { unsure: true, closed: words.closed, ..Words::default() };
        }
        drop(words);
        self.ring.notify_one();
    }

    /// Waits until there are words, and takes them all; nothing if there are none and it is closed.
    pub(super) async fn take(&self) -> Option<Vec<Change>> {
        loop {
            let (taken, closed) = self.take_now();
            if !taken.is_empty() {
                return Some(taken);
            }
            if closed {
                return None;
            }
            self.ring.notified().await;
        }
    }

    /// Ends the waiting for further words.
    pub(super) fn close(&self) {
        self.words.lock().expect("nothing panics while it is held").closed = true;
        self.ring.notify_one();
    }

    fn take_now(&self) -> (Vec<Change>, bool) {
        let mut words = self.words.lock().expect("nothing panics while it is held");
        let closed = words.closed;
        let words = std::mem::replace(&mut *words, Words { closed, ..Words::default() });
        let unsure = words.unsure.then_some(Change::Unsure);
        let appended = words.appended.into_iter().map(|(id, version)| Change::Appended(id, version));
        let present =
            words.present.into_iter().map(|((id, node), text)| Change::Present(id, node, text));
        (unsure.into_iter().chain(appended).chain(present).collect(), closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OsChance;

    #[test]
    fn the_newest_word_of_a_table_is_kept() {
        let mailbox = Mailbox::default();
        let id = TableId::new(&OsChance);
        for version in [1, 3, 2] {
            mailbox.put(Change::Appended(id, version));
        }
        for text in ["one", "two"] {
            mailbox.put(Change::Present(id, "node".into(), text.into()));
        }
        let present = Change::Present(id, "node".into(), "two".into());
        assert_eq!(mailbox.take_now().0, [Change::Appended(id, 3), present]);
        assert_eq!(mailbox.take_now().0, []);
    }

    #[test]
    fn too_many_words_become_one() {
        let mailbox = Mailbox::default();
        for _ in 0..=MOST {
            mailbox.put(Change::Appended(TableId::new(&OsChance), 1));
        }
        assert_eq!(mailbox.take_now().0, [Change::Unsure]);
    }
}
