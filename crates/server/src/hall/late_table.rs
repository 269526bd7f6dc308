//! The table as those see it who are told some moves late. It is a table of its own, made of the entries
//! up to an earlier version: whatever is told from it cannot know more.

use std::collections::VecDeque;
use std::sync::Arc;

use fogbound_rules::Library;
use fogbound_table::id::{Person, TableId};
use fogbound_table::refusal::refuse;
use fogbound_table::{Code, CorruptTable, Entry, Signer, Table, Version};

use super::room::{RoomState, bye};
use super::subscriber::frame;
use super::{HallError, Room};

/// What somebody was told who is told late.
pub(super) struct Late {
    /// The version up to which; none if everything has to be told anew.
    pub(super) have: Option<Version>,
}

/// A table some moves ago.
pub(super) struct LateTable {
    table: Table,
    /// What happened since.
    hidden: VecDeque<Entry>,
}

impl LateTable {
    /// Of all entries of a table those up to a version.
    pub(super) fn new(
        id: TableId,
        (library, signer): (&Arc<Library>, &Arc<dyn Signer>),
        mut entries: Vec<Entry>,
        shown: Version,
    ) -> Result<LateTable, CorruptTable> {
        let hidden = entries.split_off((shown as usize).min(entries.len())).into();
        Ok(LateTable { table: Table::fold(id, library, signer, entries)?, hidden })
    }

    /// What is seen.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    /// More has happened.
    pub(super) fn add(&mut self, entries: &[Entry]) {
        self.hidden.extend(entries.iter().cloned());
    }

    /// Shows what happened up to a version. Whether that could be: nobody forgets what was shown.
    pub(super) fn show(&mut self, shown: Version) -> Result<bool, CorruptTable> {
        while self.table.version() < shown
            && let Some(entry) = self.hidden.pop_front()
        {
            self.table.apply(entry)?;
        }
        Ok(self.table.version() == shown)
    }
}

impl Room {
    /// The table as a person sees it: as it is, or some moves late.
    pub(super) async fn seen<'s>(
        &self,
        state: &'s mut RoomState,
        person: Person,
    ) -> Result<&'s Table, HallError> {
        let Some(moves) = state.table.delay(person) else { return Ok(&state.table) };
        let shown = state.table.version_before(moves);
        let kept = match &mut state.late {
            Some(late) => late.show(shown)?,
            None => false,
        };
        if !kept {
            let texts = self.shared.noted(self.shared.store().read(self.id, 0).await)?;
            let mut entries = Entry::parse_all(&texts, 0)?;
            if (entries.len() as Version) < state.table.version() {
                return Ok(refuse(Code::NoTable, "this table was cleared away")?);
            }
            // What another node has appended meanwhile is not known here yet.
            entries.truncate(state.table.version() as usize);
            let made_with = (self.shared.library(), &self.shared.signer);
            state.late = Some(LateTable::new(self.id, made_with, entries, shown)?);
        }
        Ok(state.late.as_ref().map_or(&state.table, LateTable::table))
    }

    /// Tells those who are told late what they may know by now. If the table some moves ago is not at hand it
    /// is read before, in a task of its own, which nobody can give up half-way.
    pub(super) fn tell_late(self: &Arc<Room>, state: &mut RoomState) {
        let mut delays = state.subscribers.iter().filter_map(|one| state.table.delay(one.person));
        let Some(moves) = delays.next() else {
            state.late = None;
            return;
        };
        let shown = state.table.version_before(moves);
        let ready = |late: &mut LateTable| matches!(late.show(shown), Ok(true));
        state.late.take_if(|late| !ready(late));
        let RoomState { table, subscribers, late: Some(late), .. } = state else {
            return self.read_late();
        };
        let (seen, now) = (late.table(), self.now());
        subscribers.retain_mut(|one| {
            let Some(told) = &mut one.late else { return true };
            let have = told.have.replace(seen.version());
            let viewer = table.viewer(table.guest_of(one.person), one.audience);
            have == Some(seen.version()) || one.tell(frame(&seen.news(have, viewer, now)))
        });
    }

    /// Reads the table for those who are told late, and tells them. Where that cannot be, they are let go, and
    /// come back.
    fn read_late(self: &Arc<Room>) {
        let room = Arc::clone(self);
        tokio::spawn(async move {
            let mut state = room.lock().await;
            let late = state.subscribers.iter().find(|one| one.late.is_some());
            let Some(person) = late.map(|one| one.person) else { return };
            // What is in doubt is told when it is certain.
            if state.gone || state.unsure {
                return;
            }
            match room.seen(&mut state, person).await.map(drop) {
                Ok(()) => room.tell_late(&mut state),
                Err(error) => {
                    tracing::warn!(table = %room.id, %error, "a table is not told to those who are told late");
                    let text = "the server cannot reach its store; come back in a moment";
                    let bye = bye(Code::Unavailable, text);
                    let told_late = state.subscribers.extract_if(.., |one| one.late.is_some());
                    for one in told_late {
                        one.tell(bye.clone());
                    }
                }
            }
        });
    }
}
