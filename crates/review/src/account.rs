//! Where the result of a game came from: skill and luck.

use fogbound_rules::{Side, Station};
use serde::Serialize;

use crate::worth::Worth;

/// Where the result came from, in the hunters' chance from 0 to 1: `start` and all that follows add up to
/// `result`.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Account {
    /// The hunters' chance at the beginning, before anybody knew where he starts.
    pub start: f64,
    /// Skill of the fugitive: what his knowledge was worth after his decisions, less what it was worth before. Below 0
    /// he took something from them.
    pub fugitive: f64,
    /// Skill of the hunters: the same of theirs.
    pub hunters: f64,
    /// What came by chance: the deal, draws, and guesses that were right or wrong.
    pub luck: f64,
    /// What came of it for the hunters.
    pub result: f64,
}

impl Account {
    /// All but the result, which it is.
    pub fn sum(&self) -> f64 {
        self.start + self.fugitive + self.hunters + self.luck
    }

    /// What is left over: rounding.
    pub fn left(&self) -> f64 {
        self.result - self.sum()
    }

    pub(crate) fn skill(&mut self, side: Side) -> &mut f64 {
        match side {
            Side::Fugitive => &mut self.fugitive,
            Side::Hunters => &mut self.hunters,
        }
    }
}

/// What a decision of the hunters changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Change {
    /// The mean over where he may have been: what they could know of it.
    pub(crate) mean: f64,
    /// How much more the truth was changed: luck. Over where he may have been its mean is 0.
    pub(crate) luck: f64,
    /// How much of it was seen at once: the chance as it is judged after what was seen, less its mean over what could have been
    /// seen.
    pub(crate) seen: f64,
}

/// What a decision of the hunters changed. `after` tells the hunters' chance after it with the fugitive at a
/// station, and `alike` whether that would have looked to them as it did.
pub(crate) fn change(
    before: &Worth,
    truth: Station,
    after: impl Fn(Station) -> f64,
    alike: impl Fn(Station) -> bool,
) -> Change {
    let all = before.mean(|_| 1.0);
    let expected = before.mean(&after) / all;
    let mean = expected - before.judged() / all;
    let luck = after(truth) - before.at(truth) - mean;
    let seen = |at: Station| if alike(at) { 1.0 } else { 0.0 };
    let weight = before.mean(seen);
    let judged =
        if weight > 0.0 { before.mean(|at| seen(at) * after(at)) / weight } else { after(truth) };
    Change { mean, luck, seen: judged - expected }
}
