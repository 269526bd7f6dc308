//! What a game that is over tells of how it began: it is counted, and nothing of who played.

use fogbound_rules::{Outcome, Side, Station};

use crate::{Stage, Table};

/// How a game began and ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedGame {
    /// Its edition, by its id.
    pub edition: String,
    /// How many detectives hunted.
    pub detectives: u8,
    /// Where the fugitive started.
    pub start: Option<Station>,
    /// How many lines the nearest hunter was away.
    pub nearest: Option<u8>,
    /// How it ended, in a word or two.
    pub ending: &'static str,
    /// Who won; for points, who did better.
    pub winner: Side,
}

impl Table {
    /// The game, if it is over and says something of how it began: it was begun here, was played with the usual options,
    /// and nobody gave it up.
    pub fn ended_game(&self) -> Option<EndedGame> {
        let played = self.game.as_ref().filter(|_| self.stage == Stage::Over)?;
        let (game, rules) = (&played.game, &self.rules);
        let outcome = game.outcome().filter(|outcome| !matches!(outcome, Outcome::Conceded { .. }))?;
        if played.brought.is_some() || rules.options().iter().next().is_some() {
            return None;
        }
        let score = game.position().score(rules);
        Some(EndedGame {
            edition: rules.edition().id.clone(),
            detectives: rules.detectives() as u8,
            start: game.start(),
            nearest: game.nearest_start(),
            ending: outcome.cause(),
            winner: score.map_or(outcome.winner(), |score| rules.ahead(score)),
        })
    }
}
