//! Two decisions looked at equally hard, closer and closer.

use fogbound_engine::Search;
use fogbound_engine::bots::MctsBot;
use fogbound_rules::Action;
use serde::Serialize;

use crate::class::MISTAKE;
use crate::judge::Mover;

/// One look at a decision by itself.
struct Look {
    /// How many times the nodes of the first look each search has.
    times: u64,
    /// How many searches, each with chance of its own.
    searches: usize,
    /// From which gap on, with its spread, it is looked at closer.
    closer: f64,
    /// Up to which spread that is believed, so that a gap may be clear: two searches may both have missed what matters.
    believed: f64,
}

/// How closely two decisions are compared. A search may find a plan or miss it, and with it a third of a game, so that more searches tell
/// more than longer ones: a mark should not hang on chance.
const LOOKS: [Look; 5] = [
    Look { times: 1, searches: 2, closer: 0.01, believed: 0.0 },
    Look { times: 4, searches: 2, closer: 0.025, believed: 0.0 },
    Look { times: 16, searches: 2, closer: 0.06, believed: 0.005 },
    Look { times: 16, searches: 4, closer: 0.06, believed: f64::INFINITY },
    Look { times: 16, searches: 8, closer: f64::INFINITY, believed: f64::INFINITY },
];

/// So many times two decisions may be looked at closer.
pub(crate) const PATIENCE: usize = LOOKS.len() - 1;

/// A gap is clear that is so many times its spread from what makes a mistake.
const CLEAR: f64 = 3.0;

/// What one decision brings more than another, by searches of the same size below each.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Gap {
    /// How much, of a game.
    pub mean: f64,
    /// The standard error of that, by searches with chance of their own.
    pub spread: f64,
}

/// What the only decision of a search brings.
pub(crate) fn mean_of(search: &Search) -> f64 {
    search.root().edges().first().map_or(0.0, |edge| edge.mean())
}

impl Gap {
    fn of(better: &[f64], played: &[f64]) -> Gap {
        let gaps: Vec<f64> = better.iter().zip(played).map(|(better, played)| better - played).collect();
        if gaps.len() < 2 {
            return Gap { mean: 0.0, spread: 0.0 };
        }
        let n = gaps.len() as f64;
        let mean = gaps.iter().sum::<f64>() / n;
        let squares: f64 = gaps.iter().map(|gap| (gap - mean) * (gap - mean)).sum();
        Gap { mean, spread: (squares / (n - 1.0) / n).sqrt() }
    }
}

/// A decision that is looked at by itself, closer and closer.
pub(crate) struct Looked {
    pub(crate) action: Action,
    searches: Vec<Search>,
    /// What it brought by each search, at each of the [`LOOKS`] so far.
    means: Vec<Vec<f64>>,
}

impl Looked {
    pub(crate) fn new(action: Action) -> Looked {
        Looked { action, searches: vec![], means: vec![] }
    }

    /// Looks as closely as the look of this number, if that was not done yet.
    fn look(&mut self, bot: &mut MctsBot, mover: Mover<'_>, nodes: u64, closeness: usize) {
        while self.means.len() <= closeness {
            let Look { times, searches, .. } = LOOKS[self.means.len()];
            for stream in self.searches.len()..searches {
                let Some(mut search) = mover.search(bot, vec![self.action]) else { break };
                search.diverge(stream as u64 + 1);
                self.searches.push(*search);
            }
            for search in &mut self.searches {
                search.step((times * nodes).saturating_sub(search.nodes()));
            }
            self.means.push(self.searches.iter().map(mean_of).collect());
        }
    }

    /// How many nodes it takes to look as closely as the look of this number.
    fn price(&self, nodes: u64, closeness: usize) -> u64 {
        let Look { times, searches, .. } = LOOKS[closeness];
        let spent: u64 = self.searches.iter().map(Search::nodes).sum();
        (times.saturating_mul(nodes).saturating_mul(searches as u64)).saturating_sub(spent)
    }

    /// How many nodes the next comparison with another decision takes.
    pub(crate) fn price_with(&self, other: &Looked, nodes: u64) -> u64 {
        let closeness = self.means.len();
        let others = if other.means.len() > closeness { 0 } else { other.price(nodes, closeness) };
        self.price(nodes, closeness).saturating_add(others)
    }

    /// Looks at this and another decision equally hard, and closer than it was looked at before: what this one brings more. The searches
    /// of the first look have so many nodes.
    pub(crate) fn compare(
        &mut self,
        other: &mut Looked,
        bot: &mut MctsBot,
        mover: Mover<'_>,
        nodes: u64,
    ) -> Gap {
        let closeness = self.means.len();
        self.look(bot, mover, nodes, closeness);
        other.look(bot, mover, nodes, closeness);
        if self.means.len() == LOOKS.len() {
            self.searches.clear();
        }
        Gap::of(&self.means[closeness], &other.means[closeness])
    }

    /// Whether there is no need to look closer, as this was found last, or it may not be looked closer any more.
    pub(crate) fn is_settled(&self, gap: Gap, patience: usize) -> bool {
        self.means.len() > patience || LOOKS[self.means.len() - 1].settles(gap)
    }
}

impl Look {
    /// Whether it is enough if it found this.
    fn settles(&self, gap: Gap) -> bool {
        let clear = (gap.mean - MISTAKE).abs() > CLEAR * gap.spread;
        (gap.spread < self.believed && clear) || gap.mean + gap.spread < self.closer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_has_the_standard_error_of_its_mean() {
        // 0.1, 0.3, 0.2, 0.2: variance 0.02 / 3, of the mean a quarter of that.
        let gap = Gap::of(&[0.5, 0.7, 0.6, 0.6], &[0.4; 4]);
        assert!((gap.mean - 0.2).abs() < 1e-12);
        assert!((gap.spread - (0.02f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(Gap::of(&[0.5], &[0.4]), Gap { mean: 0.0, spread: 0.0 });
    }

    #[test]
    fn what_may_be_a_mistake_is_looked_at_closer_until_it_is_clear() {
        let gap = |mean, spread| Gap { mean, spread };
        let [first, _, third, fourth, _] = &LOOKS;
        assert!(first.settles(gap(0.005, 0.001)) && !first.settles(gap(0.005, 0.006)));
        assert!(!first.settles(gap(0.359, 0.0)), "too few nodes to tell");
        // Two searches may both have missed what matters, unless they agree closely.
        assert!(!third.settles(gap(0.359, 0.013)) && third.settles(gap(0.359, 0.001)));
        assert!(!third.settles(gap(0.028, 0.035)) && third.settles(gap(0.04, 0.01)));
        assert!(fourth.settles(gap(0.359, 0.02)) && !fourth.settles(gap(0.12, 0.02)));
        assert!(fourth.settles(gap(0.07, 0.005)), "clearly none");
    }
}
