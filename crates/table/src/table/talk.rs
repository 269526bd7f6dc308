//! How much is said at a table: what of it is kept, and what may still be said.

use std::collections::VecDeque;

use crate::entry::Version;
use crate::seat::GuestNumber;
use crate::{Bucket, Moment, limits};

/// How much was said at a table.
pub(super) struct Talk {
    /// The lines that are kept, the oldest first.
    kept: VecDeque<Line>,
    /// Bytes that were ever said, and those of people without a seat.
    ever: usize,
    ever_of_watchers: usize,
    pub(super) bucket: Bucket,
}

struct Line {
    version: Version,
    by: GuestNumber,
    bytes: usize,
}

impl Talk {
    pub(super) fn new(at: Moment) -> Talk {
        let bucket = Bucket::full(limits::TALK_OF_TABLE, at);
        Talk { kept: VecDeque::new(), ever: 0, ever_of_watchers: 0, bucket }
    }

    /// Whether there is room for so many bytes more.
    pub(super) fn has_room(&self, bytes: usize, watcher: bool) -> bool {
        self.ever + bytes <= limits::TALK_EVER
            && (!watcher || self.ever_of_watchers + bytes <= limits::TALK_EVER_OF_WATCHERS)
    }

    /// Takes a line in. The versions of the lines that are let go for it: first of those of the same
    /// person, so that nobody talks the others out of sight.
    pub(super) fn add(
        &mut self,
        version: Version,
        by: GuestNumber,
        bytes: usize,
        watcher: bool,
    ) -> Vec<Version> {
        self.ever += bytes;
        self.ever_of_watchers += if watcher { bytes } else { 0 };
        self.kept.push_back(Line { version, by, bytes });
        let mut gone = vec![];
        while self.bytes_of(by) > limits::TALK_KEPT_EACH {
            gone.extend(self.let_go(|line| line.by == by));
        }
        while self.kept.iter().map(|line| line.bytes).sum::<usize>() > limits::TALK_KEPT {
            gone.extend(self.let_go(|_| true));
        }
        gone
    }

    fn bytes_of(&self, by: GuestNumber) -> usize {
        self.kept.iter().filter(|line| line.by == by).map(|line| line.bytes).sum()
    }

    fn let_go(&mut self, which: impl Fn(&Line) -> bool) -> Option<Version> {
        let oldest = self.kept.iter().position(which)?;
        self.kept.remove(oldest).map(|line| line.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_talks_much_loses_own_lines_first() {
        let mut talk = Talk::new(Moment(0));
        assert_eq!(talk.add(1, GuestNumber(1), 100, false), [0; 0]);
        let half = limits::TALK_KEPT_EACH / 2;
        assert_eq!(talk.add(2, GuestNumber(2), half, false), [0; 0]);
        assert_eq!(talk.add(3, GuestNumber(2), half, false), [0; 0]);
        assert_eq!(talk.add(4, GuestNumber(2), 1, false), [2]);
        for guest in 3..7 {
            talk.add(u64::from(guest) + 2, GuestNumber(guest), limits::TALK_KEPT_EACH - 200, false);
        }
        let kept: usize = talk.kept.iter().map(|line| line.bytes).sum();
        assert!(kept <= limits::TALK_KEPT, "{kept}");
        assert!(talk.kept.iter().all(|line| line.version > 1), "the oldest went for the table's sake");
    }

    #[test]
    fn those_who_watch_use_up_a_part_only() {
        let mut talk = Talk::new(Moment(0));
        talk.add(1, GuestNumber(1), limits::TALK_EVER_OF_WATCHERS, true);
        assert!(!talk.has_room(1, true));
        assert!(talk.has_room(1, false));
        talk.add(2, GuestNumber(2), limits::TALK_EVER - limits::TALK_EVER_OF_WATCHERS, false);
        assert!(!talk.has_room(1, false));
    }
}
