//! The record of a game as anybody may have it: public while the game goes on, whole when it is over.

use fogbound_rules::{Chain, Earlier, Record};

use crate::entry::{Entry, EntryKind};
use crate::id::TableId;
use crate::refusal::{Code, Refusal, refuse};
use crate::{Stage, Table, leak};

/// What a record says of steps that were played elsewhere.
fn brought_words(record: &Record, table: TableId) -> String {
    let chain = record.chain();
    match chain.and_then(|chain| chain.earlier.as_ref()) {
        None => format!("all steps were played {}", place_of(chain)),
        Some(Earlier { steps, before }) => {
            let first = place_of(before.as_deref());
            match chain.is_some_and(|chain| chain.table == table.as_str()) {
                true => format!("the first {steps} steps were played {first}"),
                false => {
                    let then = place_of(chain);
                    format!("all steps were played {then}; the first {steps} of them {first}")
                }
            }
        }
    }
}

/// Where steps with these proofs were played. A signature was checked when the game came; whose key it is, is not known here.
fn place_of(chain: Option<&Chain>) -> String {
    match chain.map(|chain| chain.signature) {
        Some(Some((key, _))) => format!("where the key {key} signs, and have the proofs of there only"),
        Some(None) => "on a device, and have its proofs only, which nobody signed".into(),
        None => "elsewhere, and have no proofs of a chain".into(),
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
        record.set_variations(table_game.variations.clone());
        if table_game.brought.is_some() {
            record.set_tag("Brought", &brought_words(&record, self.id));
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
