//! How games end by how they begin, as both databases store it.

use fogbound_rules::Side;
use fogbound_table::EndedGame;

use super::StoreError;
use super::rows::unsigned;

/// By what games are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CountedBy {
    /// How they ended. Each counts once.
    Ending,
    /// How many lines the nearest hunter started away.
    Nearest,
    /// Where the fugitive started.
    Start,
}

impl CountedBy {
    const ALL: [CountedBy; 3] = [CountedBy::Ending, CountedBy::Nearest, CountedBy::Start];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            CountedBy::Ending => "ending",
            CountedBy::Nearest => "nearest",
            CountedBy::Start => "start",
        }
    }

    /// What a word stands for.
    pub(super) fn of_word(word: &str) -> Result<CountedBy, StoreError> {
        let known = CountedBy::ALL.into_iter().find(|by| by.word() == word);
        known.ok_or_else(|| StoreError::Failed("a count in the database is not one of ours".into()))
    }
}

/// So many games that have something in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartCell {
    /// Their edition.
    pub edition: String,
    /// How many detectives hunted.
    pub detectives: u8,
    /// By what they are counted.
    pub by: CountedBy,
    /// What they have in common.
    pub cell: String,
    /// How many there are.
    pub games: u64,
    /// How many of them the fugitive won.
    pub fugitive_wins: u64,
}

/// The columns of a cell: edition, detectives, by, cell, games, fugitive_wins.
pub(super) type StartColumns = (String, i16, String, String, i64, i64);

pub(super) const ALL: &str = "SELECT edition, detectives, counted_by, cell, games, fugitive_wins FROM starts \
     ORDER BY edition, detectives, counted_by, cell";

/// Adds games to a cell: edition, detectives, by, cell, games, fugitive_wins.
pub(super) const ADD: &str = "INSERT INTO starts (edition, detectives, counted_by, cell, games, fugitive_wins) \
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (edition, detectives, counted_by, cell) \
     DO UPDATE SET games = starts.games + excluded.games, \
     fugitive_wins = starts.fugitive_wins + excluded.fugitive_wins";

/// Adds a cell to a statement.
macro_rules! bind_cell {
    ($statement:expr, $cell:expr) => {{
        let cell: &$crate::store::StartCell = $cell;
        sqlx::query($statement)
            .bind(cell.edition.clone())
            .bind(i16::from(cell.detectives))
            .bind(cell.by.word())
            .bind(cell.cell.clone())
            .bind($crate::store::rows::signed(cell.games))
            .bind($crate::store::rows::signed(cell.fugitive_wins))
    }};
}
pub(super) use bind_cell;

/// The cells in which a game counts, in the order of the table: whoever writes several locks them in that order.
pub(super) fn cells(ended: &EndedGame) -> Vec<StartCell> {
    let named = [
        (CountedBy::Ending, Some(ended.ending.to_string())),
        (CountedBy::Nearest, ended.nearest.map(|lines| lines.to_string())),
        (CountedBy::Start, ended.start.map(|at| at.to_string())),
    ];
    let cell = |(by, cell): (CountedBy, Option<String>)| {
        Some(StartCell {
            edition: ended.edition.clone(),
            detectives: ended.detectives,
            by,
            cell: cell?,
            games: 1,
            fugitive_wins: u64::from(ended.winner == Side::Fugitive),
        })
    };
    named.into_iter().filter_map(cell).collect()
}

/// A cell out of its columns.
pub(super) fn cell(columns: StartColumns) -> Result<StartCell, StoreError> {
    let (edition, detectives, by, cell, games, fugitive_wins) = columns;
    Ok(StartCell {
        edition,
        detectives: u8::try_from(detectives).unwrap_or(0),
        by: CountedBy::of_word(&by)?,
        cell,
        games: unsigned(games),
        fugitive_wins: unsigned(fugitive_wins),
    })
}
