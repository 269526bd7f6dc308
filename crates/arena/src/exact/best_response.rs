//! The best response to a policy, exactly.

use fogbound_rules::{Action, Play, Turn};

use super::Moment;
use super::moment::{Place, Reached};
use crate::mixture::{FugitivePolicy, HunterPolicy};
use fogbound_engine::BotFailure;

/// The chance of escape of a fugitive who knows the policy of the hunters, and responds best.
///
/// What he may do hangs on where he is and on what was seen, and so does what the hunters do: so each
/// game is worth the best of what its decisions lead to.
pub fn best_fugitive(
    beginnings: &[(Moment, f64)],
    hunters: &mut dyn HunterPolicy,
) -> Result<f64, BotFailure> {
    sum(beginnings, |moment| {
        let worth = flee(moment, hunters)?;
        Ok(worth.iter().sum::<f64>() / worth.len() as f64)
    })
}

/// The chance of escape from hunters who know the policy of the fugitive, and respond best.
///
/// They do not know which of the games of a moment is the true one, but how likely each is: that
/// follows from his policy. So a moment is worth the least of what their decisions lead to on average.
pub fn best_hunters(
    beginnings: &[(Moment, f64)],
    fugitive: &mut dyn FugitivePolicy,
) -> Result<f64, BotFailure> {
    sum(beginnings, |moment| hunt(moment, &even(moment), &mut None, fugitive))
}

/// The chance of escape of one policy from the other.
pub fn against(
    beginnings: &[(Moment, f64)],
    fugitive: &mut dyn FugitivePolicy,
    hunters: &mut dyn HunterPolicy,
) -> Result<f64, BotFailure> {
    let mut hunters = Some(hunters);
    sum(beginnings, |moment| hunt(moment, &even(moment), &mut hunters, fugitive))
}

fn sum(
    beginnings: &[(Moment, f64)],
    mut worth: impl FnMut(&Moment) -> Result<f64, BotFailure>,
) -> Result<f64, BotFailure> {
    beginnings.iter().map(|(moment, chance)| Ok(chance * worth(moment)?)).sum()
}

fn even(moment: &Moment) -> Vec<f64> {
    vec![1.0 / moment.games.len() as f64; moment.games.len()]
}

/// The decisions of the side that is to decide in each game; hunters have the same in all of them.
fn listed(moment: &Moment, game: usize) -> Vec<Action> {
    let game = &moment.games[game];
    game.position().actions(game.rules())
}

/// What each game of a moment is worth to a fugitive who responds best.
fn flee(moment: &Moment, hunters: &mut dyn HunterPolicy) -> Result<Vec<f64>, BotFailure> {
    let games = 0..moment.games.len();
    let mut worth = vec![0.0; games.len()];
    match moment.turn() {
        Turn::Hunters => {
            let mixture = hunters.mixture(&moment.games[0].hunters_view())?;
            for &(action, chance) in mixture.chances() {
                let plays = games.clone().map(|game| (game, 0, action.into()));
                for (reached, value) in follow(moment, plays, hunters)? {
                    worth[reached.from] += chance * value;
                }
            }
        }
        Turn::Fugitive => {
            let plays = games.flat_map(|game| {
                listed(moment, game).into_iter().map(move |action| (game, 0, action.into()))
            });
            for (reached, value) in follow(moment, plays, hunters)? {
                worth[reached.from] = value.max(worth[reached.from]);
            }
        }
        Turn::Chance => {
            let draws = |game: usize| moment.games[game].position().draws(moment.games[game].rules());
            let plays =
                games.flat_map(|game| draws(game).into_iter().map(move |draw| (game, 0, draw.into())));
            for (reached, value) in follow(moment, plays, hunters)? {
                worth[reached.from] += value / draws(reached.from).len() as f64;
            }
        }
        Turn::Over => unreachable!("moments are of games that go on"),
    }
    Ok(worth)
}

/// What each play leads to, with its worth.
fn follow(
    moment: &Moment,
    plays: impl Iterator<Item = (usize, usize, Play)>,
    hunters: &mut dyn HunterPolicy,
) -> Result<Vec<(Reached, f64)>, BotFailure> {
    let (moments, reached) = moment.try_all(plays);
    let worth =
        moments.iter().map(|moment| flee(moment, hunters)).collect::<Result<Vec<_>, BotFailure>>()?;
    let value = |reached: Reached| {
        let value = match reached.place {
            Place::End(value) => value,
            Place::Game { moment, game } => worth[moment][game],
        };
        (reached, value)
    };
    Ok(reached.into_iter().map(value).collect())
}

/// The part of all games that runs through a moment and ends in an escape. `reach` is how likely each
/// of its games is; without a policy the hunters respond best.
fn hunt(
    moment: &Moment,
    reach: &[f64],
    hunters: &mut Option<&mut dyn HunterPolicy>,
    fugitive: &mut dyn FugitivePolicy,
) -> Result<f64, BotFailure> {
    let mut plays = vec![];
    let mut chances = vec![];
    match moment.turn() {
        Turn::Hunters => return decide(moment, reach, hunters, fugitive),
        Turn::Fugitive => {
            for (game, reach) in reach.iter().enumerate() {
                let mixture = fugitive.mixture(&moment.games[game].fugitive_view())?;
                for &(action, chance) in mixture.chances() {
                    plays.push((game, chances.len(), action.into()));
                    chances.push(reach * chance);
                }
            }
        }
        Turn::Chance => {
            for (game, reach) in reach.iter().enumerate() {
                let draws = moment.games[game].position().draws(moment.games[game].rules());
                for draw in &draws {
                    plays.push((game, chances.len(), (*draw).into()));
                    chances.push(reach / draws.len() as f64);
                }
            }
        }
        Turn::Over => unreachable!("moments are of games that go on"),
    }
    onward(moment, plays, &chances, hunters, fugitive)
}

/// The same where the hunters decide.
fn decide(
    moment: &Moment,
    reach: &[f64],
    hunters: &mut Option<&mut dyn HunterPolicy>,
    fugitive: &mut dyn FugitivePolicy,
) -> Result<f64, BotFailure> {
    let plays = |action: Action| (0..reach.len()).map(move |game| (game, game, action.into())).collect();
    if let Some(policy) = hunters {
        let mixture = policy.mixture(&moment.games[0].hunters_view())?;
        let mut all = 0.0;
        for &(action, chance) in mixture.chances() {
            all += chance * onward(moment, plays(action), reach, hunters, fugitive)?;
        }
        return Ok(all);
    }
    let mut least = f64::INFINITY;
    for action in listed(moment, 0) {
        least = least.min(onward(moment, plays(action), reach, hunters, fugitive)?);
    }
    Ok(least)
}

/// The same after these plays; `chances` is how likely each of them is, by its number.
fn onward(
    moment: &Moment,
    plays: Vec<(usize, usize, Play)>,
    chances: &[f64],
    hunters: &mut Option<&mut dyn HunterPolicy>,
    fugitive: &mut dyn FugitivePolicy,
) -> Result<f64, BotFailure> {
    let (moments, reached) = moment.try_all(plays);
    let mut reach: Vec<Vec<f64>> = moments.iter().map(|moment| vec![0.0; moment.games.len()]).collect();
    let mut escaped = 0.0;
    for Reached { play, place, .. } in reached {
        match place {
            Place::End(value) => escaped += chances[play] * value,
            Place::Game { moment, game } => reach[moment][game] = chances[play],
        }
    }
    for (moment, reach) in moments.iter().zip(&reach) {
        escaped += hunt(moment, reach, hunters, fugitive)?;
    }
    Ok(escaped)
}
