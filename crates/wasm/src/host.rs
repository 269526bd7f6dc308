//! Who holds the tables of a page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Hex, Library};
use fogbound_table::id::{PersonKey, TableId};
use fogbound_table::{BroughtGame, Code, NewTable, NoSigner, Pace, Refusal, Signer};
use serde::de::DeserializeOwned;

use crate::call::{Answer, Call};
use crate::chance::HandedChance;
use crate::local_table::{LocalTable, Tools};
use crate::{INTERFACE, bench, office};

/// The tables of a page, and what they share.
pub struct Host {
    tools: Tools,
    tables: BTreeMap<TableId, LocalTable>,
}

impl Default for Host {
    /// Without chance: that comes with the first call.
    fn default() -> Host {
        let signer: Arc<dyn Signer> = Arc::new(NoSigner);
        // Nobody else comes to this table, so the person needs no secret.
        let person = PersonKey::parse("00000000000000000000000000000000").expect("32 digits").person();
        let chance = HandedChance::new(Hex([0; 32]));
        let library = Arc::new(Library::default());
        Host {
            tools: Tools { library, signer, person, chance, pace: Pace::default() },
            tables: BTreeMap::new(),
        }
    }
}

impl Host {
    /// Carries out a call that is written as JSON; the answer as JSON.
    pub fn call_bytes(&mut self, question: &[u8]) -> Vec<u8> {
        let text = str::from_utf8(question);
        let text = text.map_err(|_| Refusal::new(Code::BadMessage, "a call is text"));
        let answer = match text.and_then(Call::parse) {
            Ok(call) => self.call(call),
            Err(refusal) => refusal.into(),
        };
        serde_json::to_vec(&answer).expect("made of words and numbers")
    }

    /// Carries out a call.
    pub fn call(&mut self, call: Call) -> Answer {
        self.carry_out(call).unwrap_or_else(Answer::from)
    }

    fn carry_out(&mut self, call: Call) -> Result<Answer, Refusal> {
        let Host { tools, tables } = self;
        match call {
            Call::Begin { entropy, pace } => {
                tools.chance = HandedChance::new(entropy);
                let pace = pace.map(Duration::from_millis);
                tools.pace =
                    pace.map_or_else(Pace::default, |pace| Pace { fugitive: pace, hunter: pace });
                Ok(Answer { interface: Some(INTERFACE), ..Answer::default() })
            }
            Call::Make { wanted, now } => {
                let (table, answer) = LocalTable::make(tools, read::<NewTable>(&wanted)?, now)?;
                tables.insert(table.id(), table);
                Ok(answer)
            }
            Call::Adopt { game, now } => {
                let (table, answer) = LocalTable::adopt(tools, read::<BroughtGame>(&game)?, now)?;
                tables.insert(table.id(), table);
                Ok(answer)
            }
            Call::Open { table, entries, now } => {
                let (opened, answer) = LocalTable::open(tools, table, entries, now)?;
                tables.insert(table, opened);
                Ok(answer)
            }
            Call::Close { table } => {
                tables.remove(&table);
                Ok(Answer::default())
            }
            Call::Connect { table, client, now } => {
                let table = find(tables, table)?;
                table.connect(client, now);
                Ok(Answer::default())
            }
            Call::Leave { table, client, now } => Ok(find(tables, table)?.leave(tools, client, now)),
            Call::Hear { table, client, text, now } => {
                Ok(find(tables, table)?.hear(tools, client, &text, now))
            }
            Call::Stored { table, now } => find(tables, table)?.stored(tools, now),
            Call::Unstored { table, now } => {
                let local = find(tables, table)?;
                let answer = local.unstored(tools, now);
                if !local.is_kept() {
                    tables.remove(&table);
                }
                Ok(answer)
            }
            Call::Drive { table, nodes, now } => find(tables, table)?.drive(tools, nodes, now),
            Call::Help { table, stream, nodes, now } => {
                Ok(find(tables, table)?.help(tools, stream, nodes, now))
            }
            Call::Found { table, stream, found } => {
                find(tables, table)?.take_found(stream, found);
                Ok(Answer::default())
            }
            Call::Request { path, body, now } => {
                let find = |id: &str| tables.get(&id.parse().ok()?);
                let body = office::answer(tools, find, &path, body.as_deref(), now)?;
                Ok(Answer { body: Some(body), ..Answer::default() })
            }
            Call::Pack { table } => {
                let record = find(tables, table)?.table().whole_record()?;
                Ok(Answer { body: Some(record.to_string()), ..Answer::default() })
            }
            Call::Signature => Ok(Answer {
                body: Some(fogbound_engine::signature::signature_of_play()),
                ..Answer::default()
            }),
            Call::Nodes { nodes } => {
                Ok(Answer { body: Some(bench::nodes(nodes).to_string()), ..Answer::default() })
            }
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::new(Code::BadMessage, error.to_string()))
}

fn find(tables: &mut BTreeMap<TableId, LocalTable>, table: TableId) -> Result<&mut LocalTable, Refusal> {
    let absent = || Refusal::new(Code::NoTable, "this table is not open here");
    tables.get_mut(&table).ok_or_else(absent)
}
