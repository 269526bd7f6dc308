//! The table as those see it who are told some moves late. It is a table of its own, made of the entries
//! up to an earlier version: whatever is told from it cannot know more.

use std::collections::VecDeque;
use std::sync::Arc;

use fogbound_rules::Library;
use fogbound_table::id::{Person, TableId};
use fogbound_table::{Code, CorruptTable, Entry, Signer, Table, Version};

use super::room::{RoomState, bye};
use super::subscriber::Subscriber;
use super::{HallError, Room};

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
            // What another node has appended meanwhile is not known here yet.
            entries.truncate(state.table.version() as usize);
            let made_with = (self.shared.library(), &self.shared.signer);
            state.late = Some(LateTable::new(self.id, made_with, entries, shown)?);
        }
        Ok(state.late.as_ref().map_or(&state.table, LateTable::table))
    }

    /// Sees to it that those who are told late can be told something. Where that cannot be, they are let
    /// go, and come back.
    pub(super) async fn prepare_late(&self, state: &mut RoomState) {
        let late = |one: &&Subscriber| state.table.delay(one.person).is_some();
        let Some(person) = state.subscribers.iter().find(late).map(|one| one.person) else {
            state.late = None;
            return;
        };
        if let Err(error) = self.seen(state, person).await {
            tracing::warn!(table = %self.id, %error, "a table is not told to those who are told late");
            let RoomState { table, subscribers, .. } = state;
            let bye = bye(Code::Unavailable, "the server cannot reach its store; come back in a moment");
            subscribers.retain(|one| {
                let late = table.delay(one.person).is_some();
                if late {
                    one.tell(bye.clone());
                }
                !late
            });
        }
    }
}
