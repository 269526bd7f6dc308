//! How hard puzzles are by the tries of people, as both databases store it.

use super::rows::unsigned;

/// How hard a puzzle is by the tries of people. Who tried is nowhere.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleRating {
    /// The name of the puzzle.
    pub id: String,
    /// Its rating by Glicko-2.
    pub rating: f64,
    /// How far off that may be.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
    /// How many tries moved it: the version of this row, too.
    pub tries: u64,
}

/// The columns of a rating: id, rating, deviation, volatility, tries.
pub(super) type PuzzleColumns = (String, f64, f64, f64, i64);

pub(super) const ALL: &str = "SELECT id, rating, deviation, volatility, tries FROM puzzles ORDER BY id";

pub(super) const ONE: &str =
    "SELECT id, rating, deviation, volatility, tries FROM puzzles WHERE id = $1";

/// Adds what was read from a backup.
pub(super) const ADD: &str = "INSERT INTO puzzles (id, rating, deviation, volatility, tries) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";

/// Follows the rating after one try fewer.
const NEXT: &str = "UPDATE puzzles SET rating = $2, deviation = $3, volatility = $4, tries = $5 \
     WHERE id = $1 AND tries = $5 - 1";

/// The statement that writes a rating down, if it follows the one that is there.
pub(super) fn statement(rating: &PuzzleRating) -> &'static str {
    if rating.tries == 1 { ADD } else { NEXT }
}

/// Adds a rating to a statement.
macro_rules! bind_rating {
    ($statement:expr, $rating:expr) => {{
        let rating: &$crate::store::PuzzleRating = $rating;
        sqlx::query($statement)
            .bind(rating.id.clone())
            .bind(rating.rating)
            .bind(rating.deviation)
            .bind(rating.volatility)
            .bind($crate::store::rows::signed(rating.tries))
    }};
}
pub(super) use bind_rating;

/// A rating out of its columns.
pub(super) fn rating((id, rating, deviation, volatility, tries): PuzzleColumns) -> PuzzleRating {
    PuzzleRating { id, rating, deviation, volatility, tries: unsigned(tries) }
}
