//! How hard a puzzle is and how good a solver, by Glicko-2.

use std::fmt;
use std::str::FromStr;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period};

/// A rating by Glicko-2: of a puzzle, or of somebody who solves puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// 1500 to begin with.
    pub rating: f64,
    /// How far off it may be: 350 to begin with.
    pub deviation: f64,
    /// How much it swings: 0.06 to begin with.
    pub volatility: f64,
}

/// A puzzle that nobody but bots has tried is no surer than that.
const OPEN: f64 = 100.0;

impl Default for Rating {
    fn default() -> Rating {
        Glicko2Rating::new().into()
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
        Rating { rating, deviation, volatility }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

impl Rating {
    /// Of the bots' levels and the readers' grades, from 1 to 8, as the first solvers of every puzzle: a
    /// scale to begin with.
    pub fn of_level(level: u8) -> Rating {
        Rating { rating: 600.0 + 200.0 * f64::from(level), deviation: 60.0, volatility: 0.06 }
    }

    /// The first rating of a puzzle: after rounds of tries by solvers with fixed ratings, each round a rating period. What bots find hard
    /// people may not, so it stays open to what people find.
    pub fn first(rounds: impl IntoIterator<Item = Vec<(Rating, bool)>>) -> Rating {
        let rated = rounds.into_iter().fold(Rating::default(), Rating::after_tries);
        Rating { deviation: rated.deviation.max(OPEN), ..rated }
    }

    /// The ratings of solver and puzzle after a try.
    ///
    /// ```
    /// use fogbound_puzzles::Rating;
    /// let (solver, puzzle) = Rating::after_try(Rating::default(), Rating::default(), true);
    /// assert!(solver.rating > 1500.0 && puzzle.rating < 1500.0);
    /// assert!(solver.deviation < 350.0);
    /// ```
    pub fn after_try(solver: Rating, puzzle: Rating, solved: bool) -> (Rating, Rating) {
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (solver, puzzle) = glicko2(&solver.into(), &puzzle.into(), &outcome, &Glicko2Config::new());
        (solver.into(), puzzle.into())
    }

    /// The rating of a puzzle after tries of solvers with fixed ratings.
    pub fn after_tries(self, tries: impl IntoIterator<Item = (Rating, bool)>) -> Rating {
        let outcome = |solved| if solved { Outcomes::LOSS } else { Outcomes::WIN };
        let results: Vec<(Glicko2Rating, Outcomes)> =
            tries.into_iter().map(|(solver, solved)| (solver.into(), outcome(solved))).collect();
        glicko2_rating_period(&self.into(), &results, &Glicko2Config::new()).into()
    }
}

/// As files have it: rating and deviation.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} {:.0}", self.rating, self.deviation)
    }
}

impl FromStr for Rating {
    type Err = String;

    fn from_str(text: &str) -> Result<Rating, String> {
        let wrong = || format!("'{text}' is no rating: write rating and deviation, such as '1500 350'");
        let (rating, deviation) = text.split_once(' ').ok_or_else(wrong)?;
        let number = |word: &str| word.parse::<u16>().map(f64::from).map_err(|_| wrong());
        let (rating, deviation) = (number(rating)?, number(deviation)?);
        if rating > 5000.0 || !(10.0..=350.0).contains(&deviation) {
            return Err(wrong());
        }
        Ok(Rating { rating, deviation, ..Rating::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper() {
        // Glickman, Example of the Glicko-2 system: 1500/200 against 1400/30, 1550/100 and 1700/300.
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let solver = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let tries = [
            (solver(1400.0, 30.0), false),
            (solver(1550.0, 100.0), true),
            (solver(1700.0, 300.0), true),
        ];
        let after = player.after_tries(tries);
        assert!((after.rating - 1464.06).abs() < 0.1, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.1, "{after:?}");
    }

    #[test]
    fn who_is_beaten_more_often_is_rated_higher() {
        // So many of eight levels solve it, the strongest first, in each of eight rounds.
        let rated = |solved: u8| {
            let round = (1..=8).map(|level| (Rating::of_level(level), level > 8 - solved)).collect();
            Rating::first(vec![round; 8])
        };
        let all: Vec<Rating> = (0..=8).map(rated).collect();
        assert!(all.windows(2).all(|pair| pair[0].rating > pair[1].rating + 50.0), "{all:?}");
        // As many levels above it as below it: it is as strong as those between.
        assert!((all[4].rating - 1500.0).abs() < 30.0, "{all:?}");
        assert!(all.iter().all(|rating| rating.deviation >= OPEN), "{all:?}");
    }

    #[test]
    fn what_is_written_is_read() {
        let rating: Rating = "1432 210".parse().unwrap();
        assert_eq!(rating.to_string(), "1432 210");
        for wrong in ["", "1432", "1432 5", "9000 100", "a b", "1432 210 1"] {
            assert!(wrong.parse::<Rating>().is_err(), "{wrong}");
        }
    }
}
