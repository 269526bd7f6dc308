//! The record of a game as anybody may have it: public while the game goes on, whole when it is over.

use fogbound_rules::Record;

use crate::entry::{Entry, EntryKind};
use crate::refusal::{Code, Refusal, refuse};
use crate::{Stage, Table, leak};

impl Table {
    /// The record of the present game.
    pub fn record(&self) -> Result<Record, Refusal> {
        let Some(table_game) = &self.game else {
            return refuse(Code::NotNow, "that game has not begun");
        };
        let game = &table_game.game;
        let unwritable = |_| Refusal::new(Code::Unavailable, "the game cannot be written down");
        // A game to which nobody came back is as open as one that is over.
        let record = match self.stage {
            Stage::Abandoned => Record::whole(game),
            _ => Record::of(game),
        };
        let mut record = record.map_err(unwritable)?;
        self.prove(&mut record, &table_game.proofs);
        Ok(leak::record(self, record))
    }

    /// How many games have begun, and whether the last of them is still there to look at.
    pub fn games(&self) -> (u16, bool) {
        (self.games, self.game.is_some())
    }

    /// The entries up to the end of a game, by its number: the table as it was before the rematch.
    pub fn entries_of_game(mut entries: Vec<Entry>, number: u16) -> Vec<Entry> {
        let mut begun = 0;
        let next = entries.iter().position(|entry| {
            begun += u16::from(matches!(entry.kind, EntryKind::Began { .. }));
            begun == number && matches!(entry.kind, EntryKind::Rematched { .. })
        });
        entries.truncate(next.unwrap_or(entries.len()));
        entries
    }
}
