//! A game that moves: taken from one table as its whole record, and brought to another.

use std::sync::Arc;

use fogbound_rules::{Library, Record, RecordVersion, Shuffle, signed_text};

use super::decide::draws;
use super::{Context, GameProofs, Table};
use crate::audience::{check_courses, check_length};
use crate::entry::{Entry, EntryKind};
use crate::id::{Person, TableId};
use crate::new_table::{BroughtGame, NewSeat};
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{Occupant, Seat};
use crate::settings::{Assist, Settings};

impl Table {
    /// The whole record of the present game, also while it goes on: it tells where he is, what was taken back, and what the
    /// game was shuffled from. It is for whoever keeps the table, who may bring it elsewhere.
    pub fn whole_record(&self) -> Result<Record, Refusal> {
        let Some(game) = &self.game else {
            return refuse(Code::NotNow, "that game has not begun");
        };
        let unwritable = |_| Refusal::new(Code::Unavailable, "the game cannot be written down");
        let mut record = Record::whole(&game.game).map_err(unwritable)?;
        match &game.proofs {
            GameProofs::Seals(seals) => record.set_proofs(seals.clone()),
            // What came here without proofs leaves without them, to go on elsewhere: those of here are of its end alone.
            GameProofs::Chain(proofs)
                if proofs.chain.earlier.as_ref().is_some_and(|earlier| earlier.before.is_none())
                    && game.game.outcome().is_none() => {}
            GameProofs::Chain(proofs) => record.set_chain(proofs.chain.clone()),
        }
        record.set_variations(game.variations.clone());
        Ok(record)
    }

    /// Makes a table of a game that was played elsewhere. One that is over can be seen there; another one goes on, if
    /// somebody is on every seat. The same game of the same person, with the same seats, always makes the table of the same
    /// name: of whoever did not hear the answer and asks again, there is one table.
    pub fn bring(
        library: &Arc<Library>,
        brought: BroughtGame,
        person: Person,
        context: &Context<'_>,
    ) -> Result<(Table, Vec<Entry>), Refusal> {
        let BroughtGame { record, name, seats, assist } = brought;
        let wrong = |reason: String| Refusal::new(Code::BadMessage, reason);
        let mut records = Record::parse_any(&record).map_err(|error| wrong(error.to_string()))?;
        let (Some(record), true) = (records.pop(), records.is_empty()) else {
            return refuse(Code::BadMessage, "games come one at a time: this has several records");
        };
        let rules = record.rules_in(library).map_err(|error| wrong(error.reason().into()))?;
        check_length(&record)?;
        let game = record.replay_to_go_on(&rules).map_err(|error| wrong(error.to_string()))?;
        let goes_on = game.outcome().is_none();
        check_origin(&record, goes_on, context)?;
        check_courses(&record, &game)?;
        let seats: Vec<NewSeat> = seats.into_iter().filter(|_| goes_on).collect();
        let id = TableId::of(person, &told_apart(&record, &seats, assist));

        let options = rules.all_options();
        let options = options.iter().map(|(key, value)| format!("{}={value}", key.name())).collect();
        let (edition, detectives) = (rules.edition().id.clone(), rules.detectives() as u8);
        let (clock, visibility) = Default::default();
        let settings =
            Settings { edition, options, detectives, clock, visibility, assist, hints: false };
        let sitters: Vec<_> = seats.iter().map(|new| (new.seat, new.who)).collect();
        let (mut table, mut entries) =
            Table::make(library, settings, person, &name, &sitters, false, context)?;
        table.id = id;
        if goes_on && Seat::all(&rules).any(|seat| table.occupant(seat) == Occupant::Open) {
            return refuse(Code::NotNow, "every seat needs somebody: a bot plays until a friend comes");
        }

        let number = goes_on.then(|| context.chance.number());
        let key = context.signer.key().filter(|_| goes_on);
        let seed = context.chance.generator().bits();
        // What else the record says, of people and otherwise, is not kept.
        let mut plain = Record::whole(&game).map_err(|error| wrong(error.to_string()))?;
        match record.chain() {
            Some(chain) => plain.set_chain(chain.clone()),
            None => plain.set_proofs(record.proofs().to_vec()),
        }
        plain.set_variations(record.variations().to_vec());
        let mut kinds = vec![EntryKind::Brought { record: plain.to_string(), number, key, seed }];
        let shuffle = number.and_then(|number| Shuffle::new(number, []).seed());
        kinds.extend(draws(game, shuffle.as_ref(), context)?);
        for kind in kinds {
            let entry = context.entry(Some(table.host()), kind);
            entries.push(entry.clone());
            let unplayable = |_| wrong("this record cannot be gone on with".into());
            table.apply(entry).map_err(unplayable)?;
        }
        Ok((table, entries))
    }
}

/// What tells apart what one person brings: the game, as far as it went, and how it is to go on. Where the game has proofs, they
/// stand for it: then nothing that is told of the table depends on where he is. Variations, which only a game has that is over, are
/// told apart too: with another one it is another table.
fn told_apart(record: &Record, seats: &[NewSeat], assist: Assist) -> String {
    let game = match record.chain() {
        Some(chain) if record.variations().is_empty() => {
            let (link, head) = chain.last();
            signed_text(&chain.table, chain.game, link, head)
        }
        _ => record.to_string(),
    };
    let how = serde_json::to_string(&(seats, assist)).expect("made of words and numbers");
    format!("{how}\n{game}")
}

/// Whether a game can come here, by what its record says of where it was.
fn check_origin(record: &Record, goes_on: bool, context: &Context<'_>) -> Result<(), Refusal> {
    let chain = record.chain();
    let before = chain.and_then(|chain| chain.earlier.as_ref()?.before.as_deref());
    for chain in [chain, before].into_iter().flatten() {
        if chain.table.parse::<TableId>().is_err() {
            return refuse(Code::BadMessage, "its proofs are of no table");
        }
        let Some((key, signature)) = chain.signature else { continue };
        let (link, head) = chain.last();
        let text = signed_text(&chain.table, chain.game, link, head);
        if !context.signer.verify(key, &text, signature) {
            return refuse(Code::BadMessage, "its signature is not by the key that it names");
        }
    }
    if goes_on && chain.is_some_and(|chain| chain.earlier.is_some()) {
        return refuse(Code::BadMessage, "this game has moved before; it can move once");
    }
    if goes_on && record.version() < RecordVersion::NEWEST {
        return refuse(
            Code::BadMessage,
            "a record of an older version can be shown, and not gone on with",
        );
    }
    Ok(())
}
