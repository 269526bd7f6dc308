//! How decisions are called, and the curve of accuracy.

use serde::Serialize;

/// What a decision is called, by what it cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The game was given up: no decision that is held against another.
    Conceded,
    /// There was nothing else to decide.
    Forced,
    /// It cost nothing: what the search prefers, or so near to it that the search cannot tell.
    Best,
    /// It cost less than an inaccuracy.
    Good,
    /// It cost 5 points of a hundred or more.
    Inaccuracy,
    /// 10 or more.
    Mistake,
    /// 20 or more.
    Blunder,
}

/// From which cost on a decision is a mistake.
pub(crate) const MISTAKE: f64 = 0.10;

impl Class {
    /// What a decision with a choice is called that cost so much of the game, from 0 to 1.
    pub fn of(cost: f64) -> Class {
        match cost {
            cost if cost >= 0.20 => Class::Blunder,
            cost if cost >= MISTAKE => Class::Mistake,
            cost if cost >= 0.05 => Class::Inaccuracy,
            cost if cost > 0.0 => Class::Good,
            _ => Class::Best,
        }
    }

    /// Whether there was something to choose that it is judged by.
    pub fn is_judged(self) -> bool {
        self > Class::Forced
    }

    /// Whether it is marked as a mistake: one, or worse.
    pub fn is_mistake(self) -> bool {
        self >= Class::Mistake
    }
}

/// The accuracy of one decision, from 0 to 100: it halves with every 10 points of a hundred that it cost, so that
/// a mistake has 50 at most and a blunder 25.
///
/// ```
/// use fogbound_review::accuracy;
/// assert_eq!((accuracy(0.0), accuracy(0.1)), (100.0, 50.0));
/// ```
pub fn accuracy(cost: f64) -> f64 {
    100.0 * libm::exp2(-cost.max(0.0) / MISTAKE)
}
