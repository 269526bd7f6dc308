//! Several games in a row: the manhunts of the compact edition, and rematches.

use serde::{Deserialize, Serialize};

use crate::{Outcome, Rules, Side};

/// A person at the table, counted from 1 in the order of the seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Player {
    /// The n-th player, counted from 1.
    pub const fn new(number: u8) -> Option<Player> {
        if number == 0 { None } else { Some(Player(number)) }
    }

    /// The number of the seat, counted from 1.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// Who is the fugitive in the next game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// The same player again.
    Kept,
    /// The next player in the order of the seats.
    Rotated,
}

/// Why a match cannot be set up or go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MatchError {
    #[error("edition {edition} is for {least} to {most} players, not {players}")]
    Players { edition: String, least: u8, most: u8, players: usize },
    #[error("the match is over")]
    Over,
}

/// One finished game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchGame {
    /// Who was the fugitive.
    pub fugitive: Player,
    /// How it ended.
    pub outcome: Outcome,
    /// The fugitive's points, in editions that count them.
    pub score: Option<i16>,
}

/// Several games in a row between the same players.
///
/// ```
/// use fogbound_rules::{Match, Outcome, Rules};
/// let rules = Rules::builtin("compact", &[], 3).unwrap();
/// let mut hunt = Match::new(&rules, 2).unwrap();
/// hunt.add(Outcome::OutOfTickets, Some(40)).unwrap();
/// hunt.add(Outcome::GaveUp, Some(36)).unwrap();
/// assert_eq!(hunt.winners().unwrap()[0].number(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Match {
    players: u8,
    sides: Sides,
    /// How many games it has; none if it goes on as long as the players like.
    length: Option<u8>,
    games: Vec<MatchGame>,
}

impl Match {
    /// A match as the edition has it: in a scored edition as many manhunts as players, each of
    /// whom is the fugitive once (rule 6.5.1); otherwise rematches without end, sides rotated.
    pub fn new(rules: &Rules, players: usize) -> Result<Match, MatchError> {
        let (least, most) = rules.edition().players;
        if players < least as usize || players > most as usize {
            let edition = rules.edition().id.clone();
            return Err(MatchError::Players { edition, least, most, players });
        }
        Ok(Match::unchecked(rules, players))
    }

    /// The same for people of whom some play several seats: there may be fewer than the edition is
    /// for, but two at least.
    pub fn among(rules: &Rules, players: usize) -> Result<Match, MatchError> {
        let (least, _) = rules.edition().players;
        match (2..usize::from(least)).contains(&players) {
            true => Ok(Match::unchecked(rules, players)),
            false => Match::new(rules, players),
        }
    }

    fn unchecked(rules: &Rules, players: usize) -> Match {
        let length = rules.is_scored().then_some(players as u8);
        Match { players: players as u8, sides: Sides::Rotated, length, games: vec![] }
    }

    /// The same with other sides in rematches; a match of a fixed length always rotates them.
    pub fn with_sides(self, sides: Sides) -> Match {
        let sides = if self.length.is_some() { Sides::Rotated } else { sides };
        Match { sides, ..self }
    }

    /// Who is the fugitive in the next game; none if the match is over.
    pub fn next_fugitive(&self) -> Option<Player> {
        if self.is_over() {
            return None;
        }
        let last = self.games.last().map_or(0, |game| game.fugitive.0);
        Some(match self.sides {
            Sides::Kept => Player(last.max(1)),
            Sides::Rotated => Player(last % self.players + 1),
        })
    }

    /// Adds a finished game.
    pub fn add(&mut self, outcome: Outcome, score: Option<i16>) -> Result<(), MatchError> {
        let fugitive = self.next_fugitive().ok_or(MatchError::Over)?;
        self.games.push(MatchGame { fugitive, outcome, score });
        Ok(())
    }

    /// How many games it has; none if it goes on as long as the players like.
    pub fn length(&self) -> Option<u8> {
        self.length
    }

    /// Whether all its games have been played.
    pub fn is_over(&self) -> bool {
        self.length.is_some_and(|length| self.games.len() >= length as usize)
    }

    /// The finished games.
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// The players.
    pub fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (1..=self.players).map(Player)
    }

    /// A player's points: those of his manhunts, or a point for each game that his side won.
    pub fn points(&self, player: Player) -> i32 {
        let points = |game: &MatchGame| match game.score {
            Some(score) if game.fugitive == player => i32::from(score),
            Some(_) => 0,
            None => i32::from((game.outcome.winner() == Side::Fugitive) == (game.fugitive == player)),
        };
        self.games.iter().map(points).sum()
    }

    /// Who has won, once the match is over: all with the most points (rule 6.5.7).
    pub fn winners(&self) -> Option<Vec<Player>> {
        if !self.is_over() {
            return None;
        }
        let most = self.players().map(|player| self.points(player)).max();
        Some(self.players().filter(|&player| Some(self.points(player)) == most).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compact() -> Rules {
        Rules::builtin("compact", &[], 3).unwrap()
    }

    #[test]
    fn r6_5_1_each_player_is_the_fugitive_once() {
        let mut hunts = Match::new(&compact(), 3).unwrap();
        let mut fugitives = vec![];
        while let Some(fugitive) = hunts.next_fugitive() {
            fugitives.push(fugitive.number());
            hunts.add(Outcome::GaveUp, Some(10)).unwrap();
        }
        assert_eq!(fugitives, [1, 2, 3]);
        assert_eq!(hunts.add(Outcome::GaveUp, Some(1)), Err(MatchError::Over));
    }

    #[test]
    fn r6_5_7_equal_points_share_the_win() {
        let mut hunts = Match::new(&compact(), 3).unwrap();
        for score in [12, -3, 12] {
            assert_eq!(hunts.winners(), None);
            hunts.add(Outcome::OutOfTickets, Some(score)).unwrap();
        }
        let winners = hunts.winners().unwrap();
        assert_eq!(winners.iter().map(|player| player.number()).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn rematches_rotate_or_keep_the_sides() {
        let rules = Rules::builtin("modern", &[], 2).unwrap();
        let mut series = Match::new(&rules, 2).unwrap();
        series.add(Outcome::Escaped, None).unwrap();
        assert_eq!(series.next_fugitive(), Player::new(2));
        series.add(Outcome::Escaped, None).unwrap();
        assert_eq!(series.next_fugitive(), Player::new(1));
        assert_eq!(series.points(Player(1)), 1);
        assert_eq!(series.with_sides(Sides::Kept).next_fugitive(), Player::new(2));
        assert!(Match::new(&rules, 7).is_err());
    }
}
