//! Sets of puzzles: files of them, the ones that come with the program, and the puzzle of a day.

use fogbound_rules::{Library, Record};

use crate::hash::lasting;
use crate::puzzle::{Puzzle, PuzzleError};

/// Why a text is no set of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{error}", .id.as_ref().map_or(String::new(), |id| format!("puzzle {id}: ")))]
pub struct SetError {
    /// Which puzzle, if it has a name.
    pub id: Option<String>,
    /// What is wrong with it.
    pub error: PuzzleError,
}

/// Reads a text of puzzles: records with the tags that make them puzzles.
pub fn parse(text: &str, library: &Library) -> Result<Vec<Puzzle>, SetError> {
    let records = Record::parse_all(text).map_err(|error| SetError { id: None, error: error.into() })?;
    let read = |record: Record| {
        let id = record.tag("Id").map(str::to_string);
        Puzzle::read(record, library).map_err(|error| SetError { id, error })
    };
    records.into_iter().map(read).collect()
}

/// Writes puzzles down.
pub fn write(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(Puzzle::to_string).collect::<Vec<_>>().join("\n")
}

/// Two puzzles that are nearly the same, if there are any: by their places in the list.
pub fn find_alike(puzzles: &[Puzzle]) -> Option<(usize, usize)> {
    let pairs = (0..puzzles.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
    pairs.into_iter().find(|&(a, b)| puzzles[a].is_like(&puzzles[b]))
}

/// The puzzle of a day, by its place in a list of names: the same for all who have the same set. Days are
/// counted from any day on; no puzzle comes again before all others have come.
///
/// ```
/// use fogbound_puzzles::of_day;
/// let ids = ["a1", "b2", "c3"];
/// let mut days: Vec<_> = (0..3).map(|day| of_day(&ids, day).unwrap()).collect();
/// days.sort();
/// assert_eq!(days, [0, 1, 2]);
/// assert_eq!(of_day(&[], 5), None);
/// ```
pub fn of_day(ids: &[&str], day: u32) -> Option<usize> {
    let length = u32::try_from(ids.len()).ok().filter(|&length| length > 0)?;
    let (cycle, place) = (day / length, day % length);
    let mut order: Vec<(u64, &str, usize)> = ids
        .iter()
        .enumerate()
        .map(|(index, id)| (lasting(cycle.to_le_bytes().into_iter().chain(id.bytes())), *id, index))
        .collect();
    order.sort_unstable();
    order.get(place as usize).map(|&(_, _, index)| index)
}
