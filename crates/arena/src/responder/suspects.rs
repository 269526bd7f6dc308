//! Where the fugitive may be for hunters who know his policy, and how likely that is.

use std::sync::Arc;

use fogbound_rules::{Event, Game, Phase, Play, Rng, SecretSetup, Setup, Turn};

use super::known::Known;
use super::trail::Trail;
use fogbound_engine::{Belief, BotFailure};

/// The chance that he does something that he was not seen to do with any of the dice, spread evenly.
const FLOOR: f64 = 0.05;
/// Where he is less likely than this, his policy is not asked.
const LEAST: f64 = 0.001;

/// Games that may be the true one, one for each station, with their chances.
pub(super) struct Suspects {
    trails: Vec<(Trail, f64)>,
}

impl Suspects {
    /// At the beginning: every secret that the cards allow.
    pub(super) fn of(game: &Game) -> Suspects {
        let (rules, setup) = (game.rules(), game.setup());
        let secrets = match setup.state.phase {
            Phase::Fugitive if setup.state.shown.is_none() => {
                let stations = Belief::of(&game.hunters_view()).possible();
                let secret = |at| SecretSetup { at: Some(at), ..SecretSetup::default() };
                stations.iter().map(secret).collect()
            }
            // He has no station yet, or stands in plain sight.
            _ => vec![setup.secret.clone()],
        };
        let share = 1.0 / secrets.len() as f64;
        let trail = |secret| {
            let setup = Setup { state: setup.state.clone(), secret };
            let game = Game::new(Arc::clone(rules), setup).expect("a station where he can be");
            (Trail::of(game), share)
        };
        Suspects { trails: secrets.into_iter().map(trail).collect() }
    }

    /// One of them, by their chances.
    pub(super) fn sample(&self, rng: &mut Rng) -> &Trail {
        let mut mark = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let hit = self.trails.iter().find(|(_, chance)| {
            mark -= chance;
            mark < 0.0
        });
        &hit.unwrap_or(&self.trails[0]).0
    }

    /// Takes in what the hunters saw of the last play of the true game, which had `before` events.
    pub(super) fn follow(
        &mut self,
        truth: &Game,
        before: usize,
        known: &mut Known,
    ) -> Result<(), BotFailure> {
        if truth.outcome().is_some() {
            return Ok(());
        }
        let seen = |game: &Game| -> Vec<_> {
            game.events()[before..].iter().map(Event::for_hunters).cloned().collect()
        };
        let wanted = seen(truth);
        let mut next: Vec<(Trail, f64)> = vec![];
        for (trail, chance) in std::mem::take(&mut self.trails) {
            for (play, share) in plays(&trail, chance, truth, known)? {
                let mut trail = trail.clone();
                trail.play(play);
                if seen(&trail.game) != wanted {
                    continue;
                }
                let at = trail.game.position().fugitive();
                match next.iter_mut().find(|(other, _)| other.game.position().fugitive() == at) {
                    Some((_, sum)) => *sum += chance * share,
                    None => next.push((trail, chance * share)),
                }
            }
        }
        let all: f64 = next.iter().map(|(_, chance)| chance).sum();
        next.iter_mut().for_each(|(_, chance)| *chance /= all);
        // The likeliest first: they are found sooner.
        next.sort_by(|a, b| b.1.total_cmp(&a.1));
        self.trails = next;
        Ok(())
    }

    #[cfg(test)]
    pub(super) fn chances(&self) -> Vec<(Option<fogbound_rules::Station>, f64)> {
        self.trails.iter().map(|(trail, chance)| (trail.game.position().fugitive(), *chance)).collect()
    }
}

/// What may have been played in a game, with its chance.
fn plays(
    trail: &Trail,
    chance: f64,
    truth: &Game,
    known: &mut Known,
) -> Result<Vec<(Play, f64)>, BotFailure> {
    let (game, rules) = (&trail.game, trail.game.rules());
    Ok(match game.turn() {
        // What hunters do is the same whatever the truth is.
        Turn::Hunters => truth.plays().last().map(|&play| (play, 1.0)).into_iter().collect(),
        Turn::Chance => {
            let draws = game.position().draws(rules);
            let share = 1.0 / draws.len() as f64;
            draws.into_iter().map(|draw| (draw.into(), share)).collect()
        }
        Turn::Fugitive => {
            let actions = game.position().actions(rules);
            let even = 1.0 / actions.len() as f64;
            let mixture = if chance >= LEAST { Some(known.mixture(trail)?) } else { None };
            let share = |action| match &mixture {
                Some(mixture) => FLOOR * even + (1.0 - FLOOR) * mixture.chance(action),
                None => even,
            };
            actions.into_iter().map(|action| (action.into(), share(action))).collect()
        }
        Turn::Over => vec![],
    })
}
