//! The record of a game as anybody may have it: public while the game goes on, whole when it is over.

use fogbound_rules::Record;

use crate::entry::{Entry, EntryKind};
use crate::refusal::{Code, Refusal, refuse};
use crate::{Stage, Table, leak};

/// What a record says of steps that were played elsewhere.
fn brought_words(record: &Record, steps: usize) -> String {
    let chain = record.chain();
    let before = match chain.and_then(|chain| chain.earlier.as_ref()) {
        Some(earlier) => earlier.before.as_deref(),
        None => chain,
    };
    let proved = match before {
        Some(chain) if chain.signature.is_some() => "at another server, and have its proofs only",
        Some(_) => "on a device, and have its proofs only",
        None => "elsewhere, and have no proofs of a chain",
    };
    match record.chain().is_some_and(|chain| chain.earlier.is_some()) {
        true => format!("the first {steps} steps were played {proved}"),
        false => format!("all steps were played {proved}"),
    }
}

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
        if let Some(steps) = table_game.brought {
            record.set_tag("Brought", &brought_words(&record, steps));
        }
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
            let begins = matches!(entry.kind, EntryKind::Began { .. } | EntryKind::Brought { .. });
            begun += u16::from(begins);
            begun == number && matches!(entry.kind, EntryKind::Rematched { .. })
        });
        entries.truncate(next.unwrap_or(entries.len()));
        entries
    }
}
