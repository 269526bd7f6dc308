//! How hard puzzles are, by the first tries of people. What a browser says of itself is not trusted: so a try moves a puzzle
//! only a little, whatever it says.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fogbound_puzzles::{COMMITTED, Rating};
use fogbound_rules::Record;
use fogbound_table::{Code, Refusal};

use super::{Hall, HallError};
use crate::limits;
use crate::store::PuzzleRating;

/// So often somebody else may be first before a try is given up.
const ATTEMPTS: u32 = 20;

/// How much a rating may swing, which grows where tries contradict each other.
const VOLATILITY: std::ops::RangeInclusive<f64> = 0.03..=0.12;

/// The puzzles that come with the program, with their first ratings.
static KNOWN: LazyLock<BTreeMap<String, Rating>> = LazyLock::new(|| {
    let records = COMMITTED.iter().filter_map(|(_, text)| Record::parse_all(text).ok()).flatten();
    let rated = |record: Record| Some((record.tag("Id")?.into(), record.tag("Rating")?.parse().ok()?));
    records.filter_map(rated).collect()
});

impl Hall {
    /// How hard a puzzle is that nobody has tried; a refusal if there is no such puzzle.
    fn first_rating(id: &str) -> Result<PuzzleRating, Refusal> {
        let Some(Rating { rating, deviation, volatility }) = KNOWN.get(id).copied() else {
            return Err(Refusal::new(Code::NoTable, "there is no such puzzle"));
        };
        Ok(PuzzleRating { id: id.into(), rating, deviation, volatility, tries: 0 })
    }

    /// How hard a puzzle is now.
    pub async fn puzzle(&self, id: &str) -> Result<PuzzleRating, HallError> {
        let first = Hall::first_rating(id)?;
        Ok(self.shared.noted(self.store().puzzle(id).await)?.unwrap_or(first))
    }

    /// How hard the puzzles are that somebody has tried.
    pub async fn puzzles(&self) -> Result<Vec<PuzzleRating>, HallError> {
        let mut all = self.shared.noted(self.store().puzzles().await)?;
        // Another version of the program may have had others.
        all.retain(|rating| KNOWN.contains_key(&rating.id));
        Ok(all)
    }

    /// Somebody of this rating tried a puzzle for the first time: how hard it is then.
    pub async fn try_puzzle(
        &self,
        id: &str,
        solver: Rating,
        solved: bool,
    ) -> Result<PuzzleRating, HallError> {
        for _ in 0..ATTEMPTS {
            let after = after_try(&self.puzzle(id).await?, solver, solved);
            if self.shared.noted(self.store().rate_puzzle(&after).await)? {
                return Ok(after);
            }
        }
        Ok(Err(Refusal::new(Code::Unavailable, "too many try this puzzle at once; try again"))?)
    }
}

/// How hard a puzzle is after a try of somebody who says to be so good.
fn after_try(before: &PuzzleRating, solver: Rating, solved: bool) -> PuzzleRating {
    let PuzzleRating { ref id, rating, deviation, volatility, tries } = *before;
    let (least, most) = limits::PUZZLE_RATINGS;
    let solver = Rating {
        rating: solver.rating.clamp(least, most),
        deviation: solver.deviation.max(limits::PUZZLE_DEVIATION),
        ..Rating::default()
    };
    let (_, after) = Rating::after_try(solver, Rating { rating, deviation, volatility }, solved);
    let step = (after.rating - rating).clamp(-limits::PUZZLE_STEP, limits::PUZZLE_STEP);
    // Rounded, so that every store and every backup has the same.
    let rounded = |number: f64, parts: f64| (number * parts).round() / parts;
    PuzzleRating {
        id: id.clone(),
        rating: rounded((rating + step).clamp(least, most), 1e3),
        deviation: rounded(after.deviation.max(limits::PUZZLE_DEVIATION), 1e3),
        volatility: rounded(after.volatility.clamp(*VOLATILITY.start(), *VOLATILITY.end()), 1e6),
        tries: tries + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: PuzzleRating =
        PuzzleRating { id: String::new(), rating: 1500.0, deviation: 350.0, volatility: 0.06, tries: 0 };

    fn solver(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, ..Rating::default() }
    }

    /// So many tries in a row, all with this outcome.
    fn after_tries(solver: Rating, solved: bool, tries: usize) -> PuzzleRating {
        (0..tries).fold(PUZZLE, |puzzle, _| after_try(&puzzle, solver, solved))
    }

    #[test]
    fn all_puzzles_of_the_program_are_known() {
        let written: usize = COMMITTED.iter().map(|(_, text)| text.matches("[Answer ").count()).sum();
        assert!(written > 600);
        assert_eq!(KNOWN.len(), written);
    }

    #[test]
    fn one_try_moves_a_puzzle_a_little_whatever_it_says() {
        for rating in [0.0, 1500.0, 5000.0] {
            for deviation in [10.0, 350.0] {
                for solved in [false, true] {
                    let after = after_try(&PUZZLE, solver(rating, deviation), solved);
                    let moved = after.rating - PUZZLE.rating;
                    assert!(moved.abs() <= limits::PUZZLE_STEP && (moved < 0.0) == solved, "{after:?}");
                }
            }
        }
    }

    #[test]
    fn a_rating_stays_alive_and_within_bounds() {
        let (least, most) = limits::PUZZLE_RATINGS;
        let hard = after_tries(solver(5000.0, 10.0), false, 3000);
        let easy = after_tries(solver(0.0, 10.0), true, 3000);
        assert!(hard.rating <= most && easy.rating >= least, "{hard:?} {easy:?}");
        assert!(hard.rating > 2000.0 && easy.rating < 1000.0, "they went far: {hard:?} {easy:?}");
        // One that hardly swings would end far below.
        let steady = PuzzleRating { volatility: *VOLATILITY.start(), ..PUZZLE };
        let near: PuzzleRating = (0..3000).fold(steady, |puzzle, number| {
            let rating = puzzle.rating;
            after_try(&puzzle, solver(rating, 60.0), number % 2 == 0)
        });
        assert_eq!(near.deviation, limits::PUZZLE_DEVIATION, "it has met many");
        let next = after_try(&near, solver(1500.0, 60.0), false);
        assert!(next.rating > near.rating + 2.0, "and is still moved: {near:?} {next:?}");
    }

    #[test]
    fn people_move_a_puzzle_to_where_it_belongs() {
        // Whoever has 1800 solves it every other time.
        let tries = (0..400)
            .fold(PUZZLE, |puzzle, number| after_try(&puzzle, solver(1800.0, 80.0), number % 2 == 0));
        assert!((tries.rating - 1800.0).abs() < 60.0, "{tries:?}");
        assert_eq!(tries.tries, 400);
    }
}
