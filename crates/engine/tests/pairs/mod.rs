//! Pairs of games with different secrets and the same public history.

#![allow(missing_docs, unreachable_pub)]

use std::sync::Arc;

use fogbound_rules::{Action, Game, Play, PublicEvent, Rng, Setup, Turn};

/// A game, and the same with the secret of another deal; none if a hunter stands where that is.
/// Where nothing is secret at first, the two are the same, and part at the first hidden move.
pub fn pair(first: Game, other: &Game) -> Option<[Game; 2]> {
    let secret = other.setup().secret.clone();
    let setup = Setup { state: first.setup().state.clone(), secret };
    let second = Game::new(Arc::clone(first.rules()), setup).ok()?;
    Some([first, second])
}

/// Two steps of the fugitive, one in each game, that look the same to the hunters.
pub fn alike(games: &[Game; 2], rng: &mut Rng) -> Option<[Action; 2]> {
    let mut pairs = Vec::new();
    let after = |game: &Game, action: Action| {
        let mut copy = game.clone();
        let events = copy.play(action.into()).expect("legal").iter();
        events.map(|event| event.for_hunters().clone()).collect::<Vec<_>>()
    };
    let lists = games.each_ref().map(|game| {
        let actions = game.position().actions(game.rules());
        actions.into_iter().map(|action| (action, after(game, action))).collect::<Vec<_>>()
    });
    for (first, seen) in &lists[0] {
        let same = lists[1].iter().filter(|(_, other)| other == seen);
        pairs.extend(same.map(|(second, _)| [*first, *second]));
    }
    // Steps that differ are what this is about.
    if pairs.iter().any(|[first, second]| first != second) && rng.below(4) > 0 {
        pairs.retain(|[first, second]| first != second);
    }
    if pairs.is_empty() { None } else { Some(pairs[rng.below(pairs.len())]) }
}

/// Plays a pair; `choose` gives the hunters' decision in each, which must be the same. Gives the
/// number of their decisions while the secrets differed, at most `most`.
pub fn play_alike(
    games: &mut [Game; 2],
    rng: &mut Rng,
    most: usize,
    mut choose: impl FnMut(&[Game; 2]) -> [Action; 2],
) -> usize {
    let mut decisions = 0;
    while decisions < most {
        let plays: [Play; 2] = match games[0].turn() {
            Turn::Fugitive => match alike(games, rng) {
                Some(plays) => plays.map(Play::from),
                None => break,
            },
            Turn::Hunters => {
                let choices = choose(games);
                assert_eq!(choices[0], choices[1]);
                let secrets = games.each_ref().map(|game| *game.position().secret());
                decisions += usize::from(secrets[0] != secrets[1]);
                choices.map(Play::from)
            }
            Turn::Chance => {
                let draws = games.each_ref().map(|game| game.position().draws(game.rules()));
                let both: Vec<_> = draws[0].iter().filter(|draw| draws[1].contains(draw)).collect();
                let draw = *both[rng.below(both.len())];
                [Play::from(draw); 2]
            }
            Turn::Over => break,
        };
        let seen: [Vec<PublicEvent>; 2] = [0, 1].map(|i| {
            let events = games[i].play(plays[i]).expect("legal").iter();
            events.map(|event| event.for_hunters().clone()).collect()
        });
        // A capture in one of them only: from here on they are no pair.
        if seen[0] != seen[1] {
            break;
        }
    }
    decisions
}
