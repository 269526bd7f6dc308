//! Games in files: the whole record, with who plays it as tags.

use std::fs;
use std::path::Path;

use fogbound_rules::{Game, Record, RecordError, Side};

use super::seats::{Helper, Seats, Who};
use crate::failure::Failure;

/// The tags that tell who plays, and what chance goes on from.
const FUGITIVE: &str = "Fugitive";
const HUNTERS: &str = "Hunters";
const HELPER: &str = "Helper";
const SEED: &str = "Seed";

/// The whole game with who plays it.
pub(crate) fn record(game: &Game, seats: &Seats, seed: u64) -> Result<Record, RecordError> {
    let mut record = Record::whole(game)?;
    record.set_tag(FUGITIVE, &seats.fugitive.to_string());
    record.set_tag(HUNTERS, &seats.hunters.to_string());
    if let Some(helper) = &seats.helper {
        record.set_tag(HELPER, &helper.to_string());
    }
    record.set_tag(SEED, &seed.to_string());
    Ok(record)
}

/// Who plays a recorded game; where it does not say, what is given.
pub(crate) fn seats(record: &Record, otherwise: &Seats) -> Result<Seats, Failure> {
    let who = |tag: &str, side: Side, otherwise: Who| match record.tag(tag) {
        None => Ok(otherwise),
        Some(text) => text.parse::<Who>().and_then(|who| who.on(side)).map_err(|reason| {
            Failure::check(format!("the tag {tag} cannot be used: {reason}; give --{side}"))
        }),
    };
    let helper = match record.tag(HELPER) {
        None => otherwise.helper.clone(),
        Some(text) => Some(text.parse::<Helper>().map_err(Failure::check)?),
    };
    Ok(Seats {
        fugitive: who(FUGITIVE, Side::Fugitive, otherwise.fugitive)?,
        hunters: who(HUNTERS, Side::Hunters, otherwise.hunters)?,
        helper,
    })
}

/// What chance goes on from.
pub(crate) fn seed(record: &Record) -> Option<u64> {
    record.tag(SEED)?.parse().ok()
}

/// Writes the file so that at any moment there is a whole one: a file beside it first, which then
/// takes its place.
pub(crate) fn write(path: &Path, record: &Record) -> Result<(), Failure> {
    let unwritable = |error| Failure::unwritable(path, error);
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    fs::write(part, record.to_string()).map_err(unwritable)?;
    fs::rename(part, path).map_err(|error| {
        let _ = fs::remove_file(part);
        unwritable(error)
    })
}
