//! Elo on each side, from games of some fugitives against some hunters.
//!
//! A fugitive with rating f escapes hunters with rating h in 1 / (1 + 10^((h - f)/400)) of the games.
//! The ratings are those that make the games likeliest, and one bot of each side is the anchor that
//! they are counted from. As sides are never compared with each other, the anchors are both at 0, and
//! how even the game is between them is a number of its own.
//!
//! Each pair of bots is given half a game won and half a game lost besides, so that a bot that won
//! everything has a rating. The 95 % interval of a rating is where the likelihood, with all others
//! fitted anew, is at most e^1.92 times smaller than at its best.

use crate::Interval;

/// What came of one pair of bots, each by its place in its side's list.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// Which fugitive.
    pub fugitive: usize,
    /// Which hunters.
    pub hunters: usize,
    /// The games that the fugitive won.
    pub won: u64,
    /// The games that he lost.
    pub lost: u64,
}

/// A rating in Elo, and its 95 % interval; an anchor has none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// How many Elo above the anchor of its side.
    pub elo: f64,
    /// Where the truth is to be expected.
    pub interval: Option<Interval>,
}

/// The ratings of both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The fugitives, in the order of their list; the first is the anchor.
    pub fugitives: Vec<Rating>,
    /// The hunters; the first is the anchor.
    pub hunters: Vec<Rating>,
    /// By how many Elo the anchor of the fugitives is ahead of that of the hunters.
    pub advantage: f64,
}

/// Elo to natural logarithms.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// Half of the 95 % quantile of the χ² distribution with one degree of freedom.
const DROP: f64 = 1.920_729_410_347_062;
/// What every pair is given on both sides.
const VIRTUAL: f64 = 0.5;
/// No rating is looked for beyond this.
const MOST: f64 = 4000.0;

/// The ratings of so many fugitives and hunters. Everybody must have played.
pub fn ratings(fugitives: usize, hunters: usize, scores: &[Score]) -> Ratings {
    let model = Model { fugitives, scores };
    let mut best = vec![0.0; fugitives + hunters];
    // All but the first fugitive are free; counting from the first hunters comes after.
    model.fit(&mut best, None);
    let top = model.likelihood(&best);
    let rating = |index: usize, anchor: usize| Rating {
        elo: (best[index] - best[anchor]) / SCALE,
        interval: (index != anchor).then(|| model.interval(&best, top, index, anchor)),
    };
    Ratings {
        fugitives: (0..fugitives).map(|index| rating(index, 0)).collect(),
        hunters: (0..hunters).map(|index| rating(fugitives + index, fugitives)).collect(),
        advantage: (best[0] - best[fugitives]) / SCALE,
    }
}

/// Parameters: the fugitives, then the hunters, all on one scale in natural logarithms.
struct Model<'a> {
    fugitives: usize,
    scores: &'a [Score],
}

/// A difference that is held while the others are fitted.
#[derive(Clone, Copy)]
struct Held {
    index: usize,
    anchor: usize,
}

impl Model<'_> {
    fn likelihood(&self, values: &[f64]) -> f64 {
        let pair = |score: &Score| {
            let lead = values[score.fugitive] - values[self.fugitives + score.hunters];
            let (won, lost) = (score.won as f64 + VIRTUAL, score.lost as f64 + VIRTUAL);
            -won * (-lead).exp().ln_1p() - lost * lead.exp().ln_1p()
        };
        self.scores.iter().map(pair).sum()
    }

    /// How the likelihood changes if some parameters grow together: its first two derivatives.
    fn slope(&self, values: &[f64], moves: impl Fn(usize) -> bool) -> (f64, f64) {
        let mut slope = (0.0, 0.0);
        for score in self.scores {
            let (fugitive, hunters) = (score.fugitive, self.fugitives + score.hunters);
            let sign = f64::from(moves(fugitive)) - f64::from(moves(hunters));
            let chance = 1.0 / (1.0 + (values[hunters] - values[fugitive]).exp());
            let games = (score.won + score.lost) as f64 + 2.0 * VIRTUAL;
            slope.0 += sign * (score.won as f64 + VIRTUAL - games * chance);
            slope.1 -= sign * sign * games * chance * (1.0 - chance);
        }
        slope
    }

    /// Climbs to the best values, one parameter after the other; the likelihood has one summit.
    fn fit(&self, values: &mut [f64], held: Option<Held>) {
        for _ in 0..2_000 {
            let mut change = 0.0f64;
            for index in 1..values.len() {
                if held.is_some_and(|held| held.index == index) {
                    continue;
                }
                // What is held at a distance from this one moves with it.
                let with = held.filter(|held| held.anchor == index).map(|held| held.index);
                let (first, second) = self.slope(values, |moved| moved == index || Some(moved) == with);
                if second < 0.0 {
                    let step = (-first / second).clamp(-1.0, 1.0);
                    values[index] += step;
                    if let Some(with) = with {
                        values[with] += step;
                    }
                    change = change.max(step.abs());
                }
            }
            if change < 1e-9 {
                break;
            }
        }
    }

    /// Where the likelihood has dropped by no more than it may.
    fn interval(&self, best: &[f64], top: f64, index: usize, anchor: usize) -> Interval {
        let found = best[index] - best[anchor];
        let drop = |by: f64| {
            let mut values = best.to_vec();
            values[index] = values[anchor] + by;
            self.fit(&mut values, Some(Held { index, anchor }));
            values[index] = values[anchor] + by;
            top - self.likelihood(&values)
        };
        let end = |direction: f64| {
            let (mut inside, mut outside) = (found, found + direction * MOST * SCALE);
            for _ in 0..40 {
                let middle = (inside + outside) / 2.0;
                match drop(middle) <= DROP {
                    true => inside = middle,
                    false => outside = middle,
                }
            }
            inside / SCALE
        };
        Interval { low: end(-1.0), high: end(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use fogbound_rules::Rng;

    use super::*;
    use crate::sprt::expected;

    fn score(fugitive: usize, hunters: usize, won: u64, lost: u64) -> Score {
        Score { fugitive, hunters, won, lost }
    }

    fn near(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() <= tolerance, "{found} is not {wanted}");
    }

    #[test]
    fn two_bots_against_one_opponent_differ_by_their_odds() {
        // Odds of 75.5 to 25.5 against 50.5 to 50.5, with the half games.
        let ratings = ratings(2, 1, &[score(0, 0, 50, 50), score(1, 0, 75, 25)]);
        near(ratings.fugitives[1].elo, 400.0 * (75.5f64 / 25.5).log10(), 1e-6);
        near(ratings.advantage, 0.0, 1e-6);
        assert_eq!((ratings.fugitives[0].elo, ratings.fugitives[0].interval), (0.0, None));
        // The interval of a logarithm of an odds ratio, by its standard error, is nearly the same.
        let error = (1.0f64 / 75.5 + 1.0 / 25.5 + 2.0 / 50.5).sqrt() * 1.959_964 / SCALE;
        let interval = ratings.fugitives[1].interval.expect("an interval");
        near(interval.high - ratings.fugitives[1].elo, error, 3.0);
        near(ratings.fugitives[1].elo - interval.low, error, 3.0);
    }

    #[test]
    fn known_ratings_are_found_again_and_intervals_hold_them() {
        let fugitives = [0.0, 120.0, -80.0];
        let hunters = [0.0, 60.0, -150.0];
        let advantage = 40.0;
        let mut rng = Rng::new(7);
        let (mut held, mut all) = (0, 0);
        for _ in 0..60 {
            let mut scores = vec![];
            for (f, fugitive) in fugitives.iter().enumerate() {
                for (h, hunter) in hunters.iter().enumerate() {
                    let chance = expected(advantage + fugitive - hunter);
                    let win = |_: &u64| rng.below(1_000_000) < (chance * 1e6) as usize;
                    let won = (0..150u64).filter(win).count() as u64;
                    scores.push(score(f, h, won, 150 - won));
                }
            }
            let found = ratings(3, 3, &scores);
            let pairs = found.fugitives.iter().zip(fugitives).chain(found.hunters.iter().zip(hunters));
            for (rating, truth) in pairs {
                let Some(interval) = rating.interval else { continue };
                all += 1;
                held += u32::from(interval.low <= truth && truth <= interval.high);
                assert!(interval.low < rating.elo && rating.elo < interval.high);
            }
        }
        // 95 % of 240, give or take three standard errors.
        assert_eq!(all, 240);
        assert!((218..=238).contains(&held), "{held} of {all}");
    }

    #[test]
    fn a_bot_that_won_everything_has_a_rating_with_an_interval() {
        let found = ratings(
            2,
            2,
            &[score(0, 0, 10, 10), score(0, 1, 5, 15), score(1, 0, 20, 0), score(1, 1, 20, 0)],
        );
        let best = found.fugitives[1];
        let interval = best.interval.expect("an interval");
        assert!(best.elo > 300.0 && interval.low > 200.0 && interval.high < MOST, "{best:?}");
        assert!(interval.high - best.elo > best.elo - interval.low, "{best:?}");
    }

    #[test]
    fn who_is_listed_first_changes_differences_of_nobody() {
        let scores =
            [score(0, 0, 30, 70), score(1, 0, 50, 50), score(0, 1, 10, 90), score(1, 1, 35, 65)];
        let swapped = scores.map(|s| Score { fugitive: 1 - s.fugitive, hunters: 1 - s.hunters, ..s });
        let (one, other) = (ratings(2, 2, &scores), ratings(2, 2, &swapped));
        near(one.fugitives[1].elo, -other.fugitives[1].elo, 1e-5);
        near(one.hunters[1].elo, -other.hunters[1].elo, 1e-5);
        let [a, b] = [&one, &other].map(|ratings| ratings.hunters[1].interval.expect("an interval"));
        near(a.low, -b.high, 1e-3);
        near(a.high, -b.low, 1e-3);
    }
}
