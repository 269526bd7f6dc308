//! All games that look alike to the hunters so far.

use std::sync::Arc;

use fogbound_rules::{Event, Game, Play, Position, Rules, Setup, Side, Turn};

/// All games that look alike to the hunters so far, one for each way the fugitive may have taken.
#[derive(Clone)]
pub struct Moment {
    pub(super) games: Vec<Game>,
}

/// There are too many deals or moments to look at all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the game is too large to be looked at whole")
    }
}

impl std::error::Error for TooLarge {}

const MOST_DEALS: usize = 64;

/// What came of one play in one game of a moment.
pub(super) struct Reached {
    /// Which game.
    pub(super) from: usize,
    /// Which of the plays that were tried, as its caller numbers them.
    pub(super) play: usize,
    pub(super) place: Place,
}

/// Where a play led.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// To the end: what it is worth to the fugitive, from 0 to 1.
    End(f64),
    /// To a game of a following moment.
    Game { moment: usize, game: usize },
}

impl Moment {
    /// The beginnings of a game, each with its chance. Deals that look alike are one moment, and its
    /// secrets are equally likely.
    pub fn beginnings(rules: &Arc<Rules>) -> Result<Vec<(Moment, f64)>, TooLarge> {
        let deals = deals(rules)?;
        let share = 1.0 / deals.len() as f64;
        let mut beginnings: Vec<(Moment, f64)> = vec![];
        for game in deals {
            let alike = beginnings.iter_mut().find(|(moment, _)| seen(&moment.games[0], 0, &game));
            match alike {
                Some((moment, chance)) => {
                    moment.games.push(game);
                    *chance += share;
                }
                None => beginnings.push((Moment { games: vec![game] }, share)),
            }
        }
        Ok(beginnings)
    }

    pub(super) fn turn(&self) -> Turn {
        self.games[0].turn()
    }

    /// Tries plays, each in one game of the moment: the moments that follow, and where each play led.
    pub(super) fn try_all(
        &self,
        plays: impl IntoIterator<Item = (usize, usize, Play)>,
    ) -> (Vec<Moment>, Vec<Reached>) {
        let known = self.games[0].events().len();
        let mut moments: Vec<Moment> = vec![];
        let mut reached = vec![];
        for (from, number, play) in plays {
            let mut game = self.games[from].clone();
            game.play(play).expect("a listed play is legal");
            let place = if game.outcome().is_some() {
                Place::End(escape(game.rules(), game.position()))
            } else {
                let alike = moments.iter().position(|moment| seen(&moment.games[0], known, &game));
                let moment = alike.unwrap_or(moments.len());
                if alike.is_none() {
                    moments.push(Moment { games: vec![] });
                }
                moments[moment].games.push(game);
                Place::Game { moment, game: moments[moment].games.len() - 1 }
            };
            reached.push(Reached { from, play: number, place });
        }
        (moments, reached)
    }
}

/// Whether the hunters saw the same in two games, from an event on.
fn seen(one: &Game, from: usize, other: &Game) -> bool {
    let events = |game: &Game| game.events()[from..].iter().map(Event::for_hunters).cloned().collect();
    let [one, other]: [Vec<_>; 2] = [events(one), events(other)];
    one == other
}

/// What the end of a game is worth to the fugitive, from 0 to 1.
pub(crate) fn escape(rules: &Rules, last: &Position) -> f64 {
    match (last.score(rules), rules.score_range()) {
        (Some(score), Some((least, most))) => {
            (f64::from(score) - f64::from(least)) / (f64::from(most) - f64::from(least))
        }
        _ => {
            let outcome = last.outcome().expect("a game that is over");
            f64::from(outcome.winner() == Side::Fugitive)
        }
    }
}

/// Every deal of the cards, all equally likely.
fn deals(rules: &Arc<Rules>) -> Result<Vec<Game>, TooLarge> {
    let mut deals = vec![];
    // The cards that are picked, counted through like the digits of a number.
    let mut picks: Vec<(usize, usize)> = vec![];
    loop {
        let mut drawn = 0;
        let setup = Setup::deal(rules, |bound| {
            if picks.len() == drawn {
                picks.push((0, bound));
            }
            drawn += 1;
            picks[drawn - 1].0
        });
        deals.push(Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal"));
        if deals.len() > MOST_DEALS {
            return Err(TooLarge);
        }
        while picks.last().is_some_and(|&(pick, bound)| pick + 1 == bound) {
            picks.pop();
        }
        match picks.last_mut() {
            Some((pick, _)) => *pick += 1,
            None => return Ok(deals),
        }
    }
}
