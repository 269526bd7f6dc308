//! What came of one game.

use fogbound_rules::{Game, Outcome, Rules, Side, Station};
use serde::{Deserialize, Serialize};

/// A game that was lost because a bot failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// Whose bot failed.
    pub side: Side,
    /// What it did.
    pub reason: String,
}

/// What came of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won.
    pub winner: Side,
    /// How it ended, in a word or two; `forfeit` if a bot failed.
    pub ending: String,
    /// The round in which it ended.
    pub rounds: u8,
    /// The decisions and draws.
    pub plays: usize,
    /// The fugitive's points, in editions that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Where the fugitive started; journals had nothing of it once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub began_at: Option<Station>,
    /// How many lines the nearest hunter was away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<u8>,
    /// Whose bot failed, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

impl GameResult {
    pub(super) fn of(game: &Game, forfeit: Option<Forfeit>) -> GameResult {
        let score = score(game, forfeit.as_ref());
        let winner = match (&forfeit, game.outcome(), score) {
            (Some(forfeit), ..) => forfeit.side.other(),
            (None, Some(Outcome::Conceded { side }), _) => side.other(),
            (None, _, Some(score)) => game.rules().ahead(score),
            (None, Some(outcome), None) => outcome.winner(),
            (None, None, None) => unreachable!("a game that is not over was forfeited"),
        };
        let ending = match (&forfeit, game.outcome()) {
            (None, Some(outcome)) => outcome.cause(),
            _ => "forfeit",
        };
        GameResult {
            winner,
            ending: ending.into(),
            rounds: game.position().public().round(),
            plays: game.plays().len(),
            score,
            began_at: game.start(),
            nearest: game.nearest_start(),
            forfeit,
        }
    }
}

/// The points, so that a bot never gains by failing: a fugitive that forfeits has none, and hunters
/// that forfeit have given him all their tickets.
fn score(game: &Game, forfeit: Option<&Forfeit>) -> Option<i16> {
    let score = game.position().score(game.rules())?;
    Some(match forfeit.map(|forfeit| forfeit.side) {
        None => score,
        Some(Side::Fugitive) => score.min(0),
        Some(Side::Hunters) if game.outcome().is_some() => score,
        Some(Side::Hunters) => worth(game.rules()),
    })
}

/// What all tickets that the hunters begin with are worth to the fugitive.
fn worth(rules: &Rules) -> i16 {
    rules.score_range().map_or(0, |(_, most)| most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r6_5_2_the_pool_of_compact_is_worth_40() {
        let rules = Rules::builtin("compact", &[], 3).unwrap();
        assert_eq!(worth(&rules), 40);
        assert_eq!([20, 21].map(|score| rules.ahead(score)), [Side::Hunters, Side::Fugitive]);
    }
}
