//! Secrets that fit what the hunters know: what a search assumes, walk by walk.

use fogbound_rules::edition::Start;
use fogbound_rules::{HunterView, Mark, Phase, Position, Public, Rng, Rules, SecretSetup, Station};

use crate::distances::Distances;
use crate::search::Pool;
use crate::{Belief, Odds};

/// How many secrets are drawn where there are too many to weigh them all.
const DRAWN: usize = 256;

/// How likely a possible station is held to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sampling {
    /// All the same.
    Even,
    /// By its class: the distance to the nearest hunter, as published.
    Categories,
    /// By the weighted belief.
    Weighted,
}

/// How often the fugitive was in a class of how often the class was present, by the distance to
/// the nearest detective: 1, 2, 3, 4, 5 and more (Nijssen and Winands 2011).
const CATEGORIES: [(f64, f64); 5] =
    [(2454.0, 12523.0), (9735.0, 14502.0), (4047.0, 7491.0), (1109.0, 2890.0), (344.0, 1756.0)];

fn category(rules: &Rules, public: &Public, distances: &Distances, at: Station) -> f64 {
    let distance = usize::from(distances.nearest(rules, public, at)).clamp(1, CATEGORIES.len());
    let (there, present) = CATEGORIES[distance - 1];
    there / present
}

/// The weight of each possible station.
pub(super) fn weights(
    view: &HunterView,
    sampling: Sampling,
    belief: &Belief,
    odds: Option<&Odds>,
    distances: &Distances,
) -> Vec<(Station, f64)> {
    let weight = |at: Station| match sampling {
        Sampling::Even => 1.0,
        Sampling::Categories => category(view.rules(), view.public(), distances, at),
        Sampling::Weighted => odds.map_or(1.0, |odds| odds.weight(at)),
    };
    belief.possible().iter().map(|at| (at, weight(at))).collect()
}

/// The positions that a search may assume.
pub(super) fn pool(
    view: &HunterView,
    belief: &Belief,
    weights: &[(Station, f64)],
    rng: &mut Rng,
) -> Pool {
    let (rules, public) = (view.rules(), view.public());
    let imagine = |secret: &SecretSetup| Position::imagine(rules, public, secret);
    let unstarted = public.phase() == Phase::Placing && matches!(rules.edition().start, Start::Placed);
    if unstarted {
        return Pool::new([(imagine(&SecretSetup::default()), 1.0)]);
    }
    if !rules.has_case() {
        let at = |at| SecretSetup { at: Some(at), ..SecretSetup::default() };
        return Pool::new(weights.iter().map(|&(station, weight)| (imagine(&at(station)), weight)));
    }
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let drawn = (0..DRAWN).filter_map(|_| {
        let mut mark = rng.below(1 << 30) as f64 / f64::from(1 << 30) * all;
        let station = weights.iter().find(|(_, weight)| {
            mark -= weight;
            mark < 0.0
        });
        let (station, _) = station.or(weights.last())?;
        Some((imagine(&case_secret(view, belief, *station, rng)?), 1.0))
    });
    let drawn: Vec<_> = drawn.collect();
    Pool::new(drawn)
}

/// A whole secret of the Holmes variant with the fugitive at a station.
fn case_secret(view: &HunterView, belief: &Belief, at: Station, rng: &mut Rng) -> Option<SecretSetup> {
    let board = view.rules().board();
    let path = belief.trace(at, |n| rng.below(n))?;
    let back = |n: usize| path.len().checked_sub(n + 1).map(|index| path[index]);
    let turned = view.public().balloon_tile(view.rules());
    let tiles = board.cards().tiles.iter().copied().filter(|&tile| Some(tile) != turned);
    let own: Vec<_> = tiles.clone().filter(|&(a, b)| a == path[0] || b == path[0]).collect();
    let all: Vec<_> = tiles.collect();
    let choice = if own.is_empty() { &all } else { &own };
    let tile = choice[rng.below(choice.len())];
    let mut crimes: Vec<_> = belief.scenes(&path).into_iter().map(|scene| (scene, true)).collect();
    let most = view.rules().edition().case.as_ref().map_or(0, |case| usize::from(case.crimes));
    let mut open = *board.marked(Mark::Crime);
    crimes.iter().for_each(|(scene, _)| open.remove(*scene));
    while crimes.len() < most && !open.is_empty() {
        let scene = open.nth(rng.below(open.len()))?;
        open.remove(scene);
        // Crimes of before a game was set up in its middle may have happened anywhere.
        crimes.push((scene, crimes.len() < usize::from(view.public().crimes())));
    }
    // Two moves ago he was nowhere yet if the game has just begun: the start stands for it.
    let before = [back(1), back(2).or(Some(path[0]).filter(|_| view.public().filled() >= 2))];
    Some(SecretSetup { at: Some(at), before, tile: Some(tile), crimes })
}
