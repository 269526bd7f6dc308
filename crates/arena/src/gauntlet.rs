//! A gauntlet: new bots against a fixed field, side by side with a bot that is known.

use fogbound_rules::Side;

use crate::{Cell, Entrant, Pairing, Rating, Score, ratings};

/// Whom a new bot meets: bots that stay as they are, of both sides. The first of each side is the anchor:
/// it runs the gauntlet beside the new bots, and their Elo is counted from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Those who flee.
    pub fugitives: Vec<Entrant>,
    /// Those who hunt.
    pub hunters: Vec<Entrant>,
}

/// The field of the editions whose games are long, and of those whose games are short or whose moves are
/// dear. A field is not changed: a new bot would be measured against something else than the one before.
const LONG: Bots = Bots {
    fugitives: &["phantom-1:nodes=1000", "pimbot:nodes=1000", "alphabeta:nodes=2000", "greedy"],
    hunters: &["inspector-1:nodes=1000", "pimbot:nodes=1000", "greedy"],
};
const SHORT: Bots = Bots {
    fugitives: &["phantom-1:nodes=300", "pimbot:nodes=300", "alphabeta:nodes=2000", "greedy"],
    hunters: &["inspector-1:nodes=300", "pimbot:nodes=300", "greedy"],
};

struct Bots {
    fugitives: &'static [&'static str],
    hunters: &'static [&'static str],
}

impl Field {
    /// The field of an edition.
    pub fn of(edition: &str) -> Field {
        let bots = match edition {
            "classic" | "study" | "modern" => LONG,
            _ => SHORT,
        };
        let entrants =
            |names: &[&str]| names.iter().map(|name| name.parse().expect("a bot of ours")).collect();
        Field { fugitives: entrants(bots.fugitives), hunters: entrants(bots.hunters) }
    }

    /// Those of these bots who play each side.
    pub fn among(entrants: &[Entrant]) -> Field {
        let playing = |side| entrants.iter().filter(|entrant| entrant.plays(side)).cloned().collect();
        Field { fugitives: playing(Side::Fugitive), hunters: playing(Side::Hunters) }
    }

    fn of_side(&self, side: Side) -> &[Entrant] {
        match side {
            Side::Fugitive => &self.fugitives,
            Side::Hunters => &self.hunters,
        }
    }
}

/// The gauntlet of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauntlet {
    /// Which side runs it.
    pub side: Side,
    /// Who runs it: the anchor, then the new bots.
    pub runners: Vec<Entrant>,
    /// Whom they meet.
    pub opponents: Vec<Entrant>,
}

/// A runner, what came of it, and what it met.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// Who.
    pub runner: &'a Entrant,
    /// Its Elo, counted from the anchor.
    pub rating: Rating,
    /// Its games against each opponent.
    pub cells: Vec<&'a Cell>,
}

impl Gauntlet {
    /// The gauntlet of a side for those of the new bots that play it; none if nobody does, or if the
    /// field has nobody on either side.
    pub fn new(side: Side, candidates: &[Entrant], field: &Field) -> Option<Gauntlet> {
        let opponents = field.of_side(side.other()).to_vec();
        let anchor = field.of_side(side).first()?;
        let new = candidates.iter().filter(|entrant| entrant.plays(side) && *entrant != anchor);
        let runners: Vec<Entrant> = [anchor].into_iter().chain(new).cloned().collect();
        (runners.len() > 1 && !opponents.is_empty()).then_some(Gauntlet { side, runners, opponents })
    }

    /// Who plays whom.
    pub fn pairings(&self) -> Vec<Pairing> {
        let pairing = |runner: &Entrant, opponent: &Entrant| match self.side {
            Side::Fugitive => Pairing { fugitive: runner.clone(), hunters: opponent.clone() },
            Side::Hunters => Pairing { fugitive: opponent.clone(), hunters: runner.clone() },
        };
        let all = self
            .runners
            .iter()
            .flat_map(|runner| self.opponents.iter().map(move |opponent| pairing(runner, opponent)));
        all.collect()
    }

    /// What came of it, from the cells of its pairings in their order.
    pub fn standings<'a>(&'a self, cells: &'a [Cell]) -> Vec<Standing<'a>> {
        let each = self.opponents.len();
        let score = |(index, cell): (usize, &Cell)| {
            let (runner, opponent) = (index / each, index % each);
            let (won, lost) = (cell.tally.fugitive_wins, cell.tally.hunters_wins());
            match self.side {
                Side::Fugitive => Score { fugitive: runner, hunters: opponent, won, lost },
                Side::Hunters => Score { fugitive: opponent, hunters: runner, won, lost },
            }
        };
        let scores: Vec<Score> = cells.iter().enumerate().map(score).collect();
        let found = match self.side {
            Side::Fugitive => ratings(self.runners.len(), each, &scores).fugitives,
            Side::Hunters => ratings(each, self.runners.len(), &scores).hunters,
        };
        let cells = cells.chunks(each);
        let standing = |((runner, rating), cells): ((&'a Entrant, Rating), &'a [Cell])| Standing {
            runner,
            rating,
            cells: cells.iter().collect(),
        };
        self.runners.iter().zip(found).zip(cells).map(standing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Tally};
    use fogbound_rules::Edition;

    fn entrants(names: &[&str]) -> Vec<Entrant> {
        names.iter().map(|name| name.parse().expect("a bot")).collect()
    }

    #[test]
    fn every_edition_has_a_field_whose_bots_play_their_sides() {
        for edition in Edition::builtins() {
            let field = Field::of(&edition.id);
            for side in [Side::Fugitive, Side::Hunters] {
                assert!(field.of_side(side).len() >= 3);
                assert!(field.of_side(side).iter().all(|entrant| entrant.plays(side)));
            }
        }
    }

    #[test]
    fn the_anchor_runs_beside_the_new_bots() {
        let field = Field::of("study");
        let new = entrants(&["phantom:nodes=9", "inspector:nodes=9", "pimbot:nodes=9"]);
        let gauntlet = Gauntlet::new(Side::Fugitive, &new, &field).expect("a gauntlet");
        assert_eq!(
            gauntlet.runners,
            entrants(&["phantom-1:nodes=1000", "phantom:nodes=9", "pimbot:nodes=9"])
        );
        assert_eq!(gauntlet.pairings().len(), 9);
        assert_eq!(Gauntlet::new(Side::Fugitive, &new[1..2], &field), None);
        assert_eq!(Gauntlet::new(Side::Fugitive, &field.fugitives[..1], &field), None);
        let no_hunters = Field::among(&entrants(&["phantom", "alphabeta"]));
        assert_eq!(Gauntlet::new(Side::Fugitive, &new, &no_hunters), None);
    }

    /// Each side's Elo grows with its own wins.
    #[test]
    fn who_wins_more_stands_higher_on_both_sides() {
        let field = Field::among(&entrants(&["random", "greedy"]));
        for side in [Side::Fugitive, Side::Hunters] {
            let gauntlet =
                Gauntlet::new(side, &entrants(&["pimbot", "greedy"]), &field).expect("a gauntlet");
            let cell = |(index, pairing): (usize, Pairing)| {
                let mut tally = Tally::default();
                // The anchor wins 10 of 20 games, pimbot 15, greedy 5.
                let wins = [10, 15, 5][index / 2];
                for start in 0..20 {
                    let winner = if start < wins { side } else { side.other() };
                    let ending = "over".into();
                    let game = GameResult {
                        winner,
                        ending,
                        rounds: 1,
                        plays: 1,
                        score: None,
                        began_at: None,
                        nearest: None,
                        forfeit: None,
                    };
                    tally.add(start, &game);
                }
                Cell { pairing, tally }
            };
            let cells: Vec<Cell> = gauntlet.pairings().into_iter().enumerate().map(cell).collect();
            let standings = gauntlet.standings(&cells);
            let elo: Vec<f64> = standings.iter().map(|standing| standing.rating.elo).collect();
            assert!(elo[0] == 0.0 && elo[1] > 150.0 && elo[2] < -150.0, "{side}: {elo:?}");
            assert!((elo[1] + elo[2]).abs() < 1e-6, "{elo:?}");
            assert_eq!(standings[1].cells[1].tally.games, 20);
        }
    }
}
