//! A sequential test: is a candidate better than a baseline by so much, or not? It looks after every
//! pair of games and stops as soon as the answer is clear enough.
//!
//! A pair is one start that both have played against the same opponent. In games that are won or lost,
//! a bot that is d Elo stronger has 10^(d/400) times the odds to win, whatever the start is worth.
//! Then only pairs of which one was won and the other lost tell anything: of those the candidate has
//! won a share of 1 / (1 + 10^(-d/400)), and how hard the starts and the opponent are drops out. That
//! is the conditional likelihood of matched pairs, and Wald's test on it is exact.
//!
//! In games for points the differences of the pairs are taken to be normal, with the variance that is
//! found on the way (a generalised test).

/// How sure the answer is to be: a candidate that is no better than the first bound is accepted in one
/// case of twenty, one that is as good as the second rejected in one case of twenty.
pub(crate) const ERROR: f64 = 0.05;

/// Fewer differences of points do not tell their variance.
const LEAST_PAIRS: u64 = 30;

/// What is asked: whether the candidate is better by `low` or by `high`, in Elo, or in points where
/// points are counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    /// If it is better by no more than this, it is to be rejected.
    pub low: f64,
    /// If it is better by this, it is to be accepted.
    pub high: f64,
}

impl Hypotheses {
    /// The two; none unless the second is the greater.
    pub fn new(low: f64, high: f64) -> Option<Hypotheses> {
        (low.is_finite() && high.is_finite() && low < high).then_some(Hypotheses { low, high })
    }
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The candidate is better.
    Accepted,
    /// It is not.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What one start brought the candidate and the baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pair {
    /// Whether each won.
    Wins {
        /// The candidate.
        candidate: bool,
        /// The baseline.
        baseline: bool,
    },
    /// By how many points the candidate did better.
    Points(i64),
}

/// The test so far.
#[derive(Clone, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    pairs: u64,
    /// Pairs that only the candidate, and only the baseline, has won.
    only: [u64; 2],
    sum: f64,
    squares: f64,
    points: bool,
    verdict: Verdict,
}

impl Sprt {
    /// Begins a test.
    pub fn new(hypotheses: Hypotheses) -> Sprt {
        Sprt {
            hypotheses,
            pairs: 0,
            only: [0; 2],
            sum: 0.0,
            squares: 0.0,
            points: false,
            verdict: Verdict::Undecided,
        }
    }

    /// The bounds of the likelihood ratio: below the first it is rejected, above the second accepted.
    pub fn bounds() -> (f64, f64) {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        (-bound, bound)
    }

    /// Takes in a pair, in the order of the starts. After a verdict nothing changes any more: a pair
    /// that was under way when the test ended does not count.
    pub fn add(&mut self, pair: Pair) {
        if self.verdict != Verdict::Undecided {
            return;
        }
        self.pairs += 1;
        match pair {
            Pair::Wins { candidate: true, baseline: false } => self.only[0] += 1,
            Pair::Wins { candidate: false, baseline: true } => self.only[1] += 1,
            Pair::Wins { .. } => {}
            Pair::Points(more) => {
                self.points = true;
                self.sum += more as f64;
                self.squares += (more * more) as f64;
            }
        }
        let (low, high) = Sprt::bounds();
        self.verdict = match self.llr() {
            llr if llr >= high => Verdict::Accepted,
            llr if llr <= low => Verdict::Rejected,
            _ => Verdict::Undecided,
        };
    }

    /// The logarithm of how many times likelier the games are if the candidate is better by `high`
    /// than if it is by `low`.
    pub fn llr(&self) -> f64 {
        match self.points {
            true => self.points_llr(),
            false => self.wins_llr(),
        }
    }

    fn wins_llr(&self) -> f64 {
        let Hypotheses { low, high } = self.hypotheses;
        let [won, lost] = self.only.map(|count| count as f64);
        won * (expected(high) / expected(low)).ln() + lost * (expected(-high) / expected(-low)).ln()
    }

    fn points_llr(&self) -> f64 {
        let Hypotheses { low, high } = self.hypotheses;
        let n = self.pairs as f64;
        let mean = self.sum / n;
        let variance = (self.squares - self.sum * mean) / (n - 1.0);
        if self.pairs < LEAST_PAIRS || variance <= 0.0 {
            return 0.0;
        }
        (high - low) * (self.sum - n * (low + high) / 2.0) / variance
    }

    /// The answer so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// How many pairs count.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// How many of them only the candidate, and only the baseline, has won.
    pub fn only(&self) -> [u64; 2] {
        self.only
    }

    /// The mean of what the candidate did better, in points; none where wins are counted.
    pub fn mean_points(&self) -> Option<f64> {
        (self.points && self.pairs > 0).then(|| self.sum / self.pairs as f64)
    }

    /// By how many Elo the candidate seems to be better; none where that cannot be told yet. A test
    /// that stopped early exaggerates.
    pub fn elo(&self) -> Option<f64> {
        let [won, lost] = self.only.map(|count| count as f64);
        (won > 0.0 && lost > 0.0).then(|| 400.0 * (won / lost).log10())
    }
}

/// The share of decided pairs that a bot wins if it is so many Elo stronger.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use fogbound_rules::Rng;

    use super::*;

    fn test(low: f64, high: f64) -> Sprt {
        Sprt::new(Hypotheses::new(low, high).expect("two bounds"))
    }

    fn wins(candidate: bool, baseline: bool) -> Pair {
        Pair::Wins { candidate, baseline }
    }

    #[test]
    fn bounds_must_be_in_order() {
        assert_eq!(Hypotheses::new(30.0, 0.0), None);
        assert_eq!(Hypotheses::new(0.0, 0.0), None);
        assert_eq!(Hypotheses::new(f64::NAN, 1.0), None);
        let (low, high) = Sprt::bounds();
        // ln 19, as every table of Wald's test has it for 5 % and 5 %.
        assert!((high - 2.944_439).abs() < 1e-6 && low == -high);
    }

    #[test]
    fn expected_scores_are_those_of_the_elo_scale() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.640_065), (400.0, 10.0 / 11.0), (-191.0, 0.249_829)] {
            assert!((expected(elo) - score).abs() < 1e-5, "{elo}: {}", expected(elo));
        }
    }

    #[test]
    fn only_pairs_that_differ_tell_anything() {
        let mut sprt = test(0.0, 400.0);
        sprt.add(wins(true, true));
        sprt.add(wins(false, false));
        assert_eq!((sprt.llr(), sprt.pairs()), (0.0, 2));
        sprt.add(wins(true, false));
        // One won: ten of eleven against one of two. One lost: one of eleven against one of two.
        assert!((sprt.llr() - (20.0f64 / 11.0).ln()).abs() < 1e-12);
        sprt.add(wins(false, true));
        assert!((sprt.llr() - (20.0f64 / 11.0 * 2.0 / 11.0).ln()).abs() < 1e-12);
        assert_eq!(sprt.elo(), Some(0.0));
        // Ten of eleven against one of eleven, whichever way round.
        for (candidate, llr) in [(true, 10.0f64.ln()), (false, -(10.0f64.ln()))] {
            let mut sprt = test(-400.0, 400.0);
            sprt.add(wins(candidate, !candidate));
            assert!((sprt.llr() - llr).abs() < 1e-12);
        }
    }

    #[test]
    fn the_ratio_of_points_is_that_of_two_normal_distributions() {
        let mut sprt = test(0.0, 2.0);
        // Mean 1.5; variance of 0 and 3 in turn over 40 values: 2.25 · 40 / 39.
        for index in 0..40 {
            assert_eq!(sprt.llr() == 0.0, index < 30, "{index}");
            sprt.add(Pair::Points(if index % 2 == 0 { 0 } else { 3 }));
            if sprt.verdict() != Verdict::Undecided {
                break;
            }
        }
        let n = sprt.pairs() as f64;
        let variance = 2.25 * n / (n - 1.0);
        let density = |x: f64, mean: f64| -(x - mean) * (x - mean) / (2.0 * variance);
        let direct: f64 = (0..sprt.pairs())
            .map(|index| if index % 2 == 0 { 0.0 } else { 3.0 })
            .map(|x| density(x, 2.0) - density(x, 0.0))
            .sum();
        assert!((sprt.llr() - direct).abs() < 1e-9, "{} is not {direct}", sprt.llr());
        assert_eq!(sprt.verdict(), Verdict::Accepted);
    }

    #[test]
    fn what_comes_after_a_verdict_changes_nothing() {
        let mut sprt = test(0.0, 400.0);
        while sprt.verdict() == Verdict::Undecided {
            sprt.add(wins(true, false));
        }
        let (llr, pairs) = (sprt.llr(), sprt.pairs());
        (0..100).for_each(|_| sprt.add(wins(false, true)));
        assert_eq!((sprt.llr(), sprt.pairs(), sprt.verdict()), (llr, pairs, Verdict::Accepted));
    }

    /// A number from 0 to 1.
    fn share(rng: &mut Rng) -> f64 {
        (rng.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// How many of so many tests accept a candidate that is `elo` better, over starts that are worth
    /// from 10 to 90 % to the baseline.
    fn accepted(elo: f64, tests: u64, (low, high): (f64, f64)) -> u64 {
        let mut rng = Rng::new(41);
        let accepts = |_: &u64| {
            let mut sprt = test(low, high);
            while sprt.verdict() == Verdict::Undecided {
                let rate = 0.1 + 0.8 * share(&mut rng);
                let odds = rate / (1.0 - rate) * 10f64.powf(elo / 400.0);
                let candidate = share(&mut rng) < odds / (1.0 + odds);
                sprt.add(wins(candidate, share(&mut rng) < rate));
            }
            sprt.verdict() == Verdict::Accepted
        };
        (0..tests).filter(accepts).count() as u64
    }

    #[test]
    fn the_promised_error_rates_are_kept() {
        // 2,000 tests: one in twenty is 100, give or take 20 for two standard errors; the bounds are
        // crossed by a step, so that a little fewer are wrong.
        let wrongly_accepted = accepted(0.0, 2_000, (0.0, 60.0));
        assert!((60..=120).contains(&wrongly_accepted), "{wrongly_accepted} of 2000");
        let rightly_accepted = accepted(60.0, 2_000, (0.0, 60.0));
        assert!((1_880..=1_940).contains(&rightly_accepted), "{rightly_accepted} of 2000");
        let between = accepted(30.0, 400, (0.0, 60.0));
        assert!((150..=250).contains(&between), "{between} of 400");
        assert!(accepted(-60.0, 400, (0.0, 60.0)) <= 2);
        assert!(accepted(120.0, 400, (0.0, 60.0)) >= 398);
    }

    /// The same for points: differences of two dice, shifted.
    #[test]
    fn the_promised_error_rates_are_kept_for_points() {
        let mut rng = Rng::new(43);
        let mut accepted = |shift: f64| {
            let accepts = |_: &u64| {
                let mut sprt = test(0.0, 1.0);
                while sprt.verdict() == Verdict::Undecided {
                    let dice = rng.below(12) as f64 - rng.below(12) as f64;
                    // A shift of half a point, as whole points half of the time.
                    let more = dice + shift.floor() + f64::from(share(&mut rng) < shift.fract());
                    sprt.add(Pair::Points(more as i64));
                }
                sprt.verdict() == Verdict::Accepted
            };
            (0..1_000u64).filter(accepts).count()
        };
        let [none, half, whole] = [0.0, 0.5, 1.0].map(&mut accepted);
        assert!((25..=70).contains(&none), "{none} of 1000");
        assert!((430..=570).contains(&half), "{half} of 1000");
        assert!((930..=975).contains(&whole), "{whole} of 1000");
    }
}
