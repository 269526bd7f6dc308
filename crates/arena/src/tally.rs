//! What came of many games of one pairing.

use std::collections::BTreeMap;

use fogbound_rules::Side;

use crate::{Forfeit, GameResult, Interval, mean_interval, wilson};

/// What came of many games of one pairing. The order in which they are added does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many.
    pub games: u64,
    /// How many the fugitive won.
    pub fugitive_wins: u64,
    /// How many ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// Those that were lost because a bot failed, with the number of their start.
    pub forfeits: BTreeMap<u64, Forfeit>,
    rounds: u64,
    plays: u64,
    scored: u64,
    score: i64,
    score_squares: i64,
}

impl Tally {
    /// Adds a game with the number of its start.
    pub fn add(&mut self, start: u64, result: &GameResult) {
        self.games += 1;
        self.fugitive_wins += u64::from(result.winner == Side::Fugitive);
        *self.endings.entry(result.ending.clone()).or_default() += 1;
        self.forfeits.extend(result.forfeit.clone().map(|forfeit| (start, forfeit)));
        self.rounds += u64::from(result.rounds);
        self.plays += result.plays as u64;
        if let Some(score) = result.score.map(i64::from) {
            self.scored += 1;
            self.score += score;
            self.score_squares += score * score;
        }
    }

    /// How many the hunters won.
    pub fn hunters_wins(&self) -> u64 {
        self.games - self.fugitive_wins
    }

    /// How many were lost because the bot of this side failed.
    pub fn forfeits_of(&self, side: Side) -> usize {
        self.forfeits.values().filter(|forfeit| forfeit.side == side).count()
    }

    /// The part that the fugitive won; 0 without any game.
    pub fn fugitive_rate(&self) -> f64 {
        ratio(self.fugitive_wins, self.games)
    }

    /// The 95 % interval of that.
    pub fn interval(&self) -> Interval {
        wilson(self.fugitive_wins, self.games)
    }

    /// The rounds of a game, on average.
    pub fn mean_rounds(&self) -> f64 {
        ratio(self.rounds, self.games)
    }

    /// The decisions and draws of a game, on average.
    pub fn mean_plays(&self) -> f64 {
        ratio(self.plays, self.games)
    }

    /// The fugitive's points on average, in editions that count them.
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.score as f64 / self.scored as f64)
    }

    /// The 95 % interval of that, from two games on.
    pub fn score_interval(&self) -> Option<Interval> {
        mean_interval(self.scored, self.score, self.score_squares)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
