//! Against brute force that knows nothing of the rules crate: the map is a list of pairs.

use super::*;
use crate::mixture::{Even, FugitivePolicy, HunterPolicy, Mixture, Sampled};
use fogbound_engine::BotFailure;
use fogbound_rules::{Action, FugitiveView, HunterView, Station};

const LINES: [(u8, u8); 12] =
    [(1, 2), (2, 3), (2, 4), (3, 5), (4, 5), (5, 6), (6, 7), (7, 8), (7, 9), (8, 10), (9, 10), (10, 11)];

fn neighbours(at: u8) -> Vec<u8> {
    let ends = LINES.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    ends.filter(|&(from, _)| from == at).map(|(_, to)| to).collect()
}

fn free(at: u8, taken: &[u8]) -> Vec<u8> {
    neighbours(at).into_iter().filter(|to| !taken.contains(to)).collect()
}

/// The chance of escape of a fugitive who moves at random from hunters who move along a fixed plan: as
/// they never see him, a plan is a list of moves. All plans are tried, and the least chance is given.
fn best_plan_against_random(fugitives: &[(u8, f64)], hunters: [u8; 2], rounds: u32) -> f64 {
    if rounds == 0 {
        return fugitives.iter().map(|(_, chance)| chance).sum();
    }
    let mut spread = vec![];
    for &(at, chance) in fugitives {
        let ways = free(at, &hunters);
        spread.extend(ways.iter().map(|&to| (to, chance / ways.len() as f64)));
    }
    let mut best = f64::INFINITY;
    let first_moves = match free(hunters[0], &hunters) {
        moves if moves.is_empty() => vec![hunters[0]],
        moves => moves,
    };
    for first in first_moves {
        let second_moves = match free(hunters[1], &[first]) {
            moves if moves.is_empty() => vec![hunters[1]],
            moves => moves,
        };
        for second in second_moves {
            let left: Vec<_> =
                spread.iter().copied().filter(|(at, _)| *at != first && *at != second).collect();
            best = best.min(best_plan_against_random(&left, [first, second], rounds - 1));
        }
    }
    best
}

/// The chance of escape of the best fugitive from hunters who move at random.
fn best_way_from_random(at: u8, hunters: [u8; 2], rounds: u32) -> f64 {
    if rounds == 0 {
        return 1.0;
    }
    let after = |to: u8| {
        let mut chance = 0.0;
        let first_moves = match free(hunters[0], &hunters) {
            moves if moves.is_empty() => vec![hunters[0]],
            moves => moves,
        };
        for &first in &first_moves {
            if first == to {
                continue;
            }
            let second_moves = match free(hunters[1], &[first]) {
                moves if moves.is_empty() => vec![hunters[1]],
                moves => moves,
            };
            for &second in second_moves.iter().filter(|&&second| second != to) {
                let share = 1.0 / (first_moves.len() * second_moves.len()) as f64;
                chance += share * best_way_from_random(to, [first, second], rounds - 1);
            }
        }
        chance
    };
    free(at, &hunters).into_iter().map(after).fold(0.0, f64::max)
}

fn beginnings() -> Vec<(Moment, f64)> {
    Moment::beginnings(&glasses()).expect("a small game")
}

fn near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} is not {wanted}");
}

#[test]
fn the_best_response_to_random_play_is_that_of_brute_force() {
    let beginnings = beginnings();
    assert_eq!(beginnings.len(), 2, "either detective on 1");
    let hunted = best_hunters(&beginnings, &mut Even).expect("a policy that decides");
    near(hunted, best_plan_against_random(&[(6, 1.0)], [1, 11], 5), 1e-12);
    let fled = best_fugitive(&beginnings, &mut Even).expect("a policy that decides");
    near(fled, best_way_from_random(6, [1, 11], 5), 1e-12);
    // Neither is all or nothing, so that a mistake would show.
    assert!(0.01 < hunted && hunted < fled && fled < 0.99, "{hunted} {fled}");
    let both = against(&beginnings, &mut Even, &mut Even).expect("policies that decide");
    assert!(hunted < both && both < fled, "{hunted} {both} {fled}");
}

/// A bot that tells its chances is known without an error, whatever the number of seeds.
#[test]
fn a_bot_that_tells_its_chances_needs_no_counting() {
    let beginnings = beginnings();
    let random = || Sampled::new("random".parse().expect("a bot"), 1, 2);
    let best = [
        best_hunters(&beginnings, &mut random()).expect("a policy that decides"),
        best_fugitive(&beginnings, &mut random()).expect("a policy that decides"),
    ];
    near(best[0], best_plan_against_random(&[(6, 1.0)], [1, 11], 5), 1e-9);
    near(best[1], best_way_from_random(6, [1, 11], 5), 1e-9);
}

/// A fugitive who always takes the first decision of his list.
struct First;

impl FugitivePolicy for First {
    fn mixture(&mut self, view: &FugitiveView) -> Result<Mixture, BotFailure> {
        Ok(Mixture::only(view.actions()[0]))
    }
}

impl HunterPolicy for First {
    fn mixture(&mut self, view: &HunterView) -> Result<Mixture, BotFailure> {
        Ok(Mixture::only(view.actions()[0]))
    }
}

#[test]
fn who_never_mixes_is_found_out() {
    let beginnings = beginnings();
    let hunted = best_hunters(&beginnings, &mut First).expect("a policy that decides");
    assert_eq!(hunted, 0.0, "hunters who know where he goes wait for him");
    let fled = best_fugitive(&beginnings, &mut First).expect("a policy that decides");
    assert_eq!(fled, 1.0, "he knows where they will be");
}

#[test]
fn best_play_has_nothing_to_fear() {
    let beginnings = beginnings();
    let mut solver = Solver::new(&beginnings).expect("a small game");
    solver.learn(300);
    let mut solution = solver.solution();
    let hunted = best_hunters(&beginnings, &mut solution).expect("a solved game");
    let fled = best_fugitive(&beginnings, &mut solution).expect("a solved game");
    // The value of the game is about one in nine, as other programs have found.
    assert!(hunted <= fled, "{hunted} {fled}");
    near(hunted, 1.0 / 9.0, 0.003);
    near(fled, 1.0 / 9.0, 0.003);
    let exploitability = (payoff(fled) - payoff(hunted)) / 2.0;
    assert!(exploitability < 0.002, "{exploitability}");
    // Play that nobody can exploit exploits others a little.
    let mut other = Solver::new(&beginnings).expect("a small game");
    other.learn(20);
    let both = against(&beginnings, &mut Even, &mut other.solution()).expect("policies that decide");
    assert!(both < hunted, "{both}");
}

/// A bot that solves again at every turn, with a tree of its own each time, gives next to nothing away.
#[test]
fn solving_again_each_turn_is_safe_for_both_sides() {
    let beginnings = beginnings();
    let bot = || Sampled::new("solver:nodes=150".parse().expect("a bot"), 1, 1);
    // Best play is one in nine.
    let hunted = best_hunters(&beginnings, &mut bot()).expect("a policy that decides");
    let exploitability = payoff(1.0 / 9.0) - payoff(hunted);
    assert!(exploitability < 0.002, "the fugitive gives {exploitability} away");
    let fled = best_fugitive(&beginnings, &mut bot()).expect("a policy that decides");
    let exploitability = payoff(fled) - payoff(1.0 / 9.0);
    assert!(exploitability < 0.002, "the hunters give {exploitability} away");
}

#[test]
fn a_large_game_is_refused() {
    let london = fogbound_rules::Rules::builtin("study", &[], 5).expect("an edition");
    assert!(matches!(Moment::beginnings(&std::sync::Arc::new(london)), Err(TooLarge)));
}

#[test]
fn chances_are_of_decisions_that_were_listed() {
    let to = |number| Station::new(number).expect("a station");
    let moves = [5, 7].map(|number| Action::Move(fogbound_rules::Move::plain(None, to(number))));
    let mixture = Mixture::weighted([(moves[0], 3.0), (moves[1], 1.0)]);
    assert_eq!(moves.map(|action| mixture.chance(action)), [0.75, 0.25]);
    assert_eq!(Mixture::weighted([(moves[0], 0.0), (moves[1], 2.0)]), Mixture::only(moves[1]));
}
