use super::*;
use crate::exact::{Moment, best_fugitive, best_hunters, glasses};
use crate::{Sampled, wilson};
use fogbound_rules::Station;

fn bot(text: &str) -> BotSpec {
    text.parse().expect("a bot")
}

const SEARCHING: Searching = Searching { asks: 40, seeds: 8 };

/// How often the fugitive escapes when a side responds to a bot on the glasses map.
fn searched(policy: &str, side: Side, games: u64) -> u64 {
    let rules = glasses();
    let escapes = |start: &u64| {
        let (played, cost) = respond(&rules, (3, *start), bot(policy), side, SEARCHING);
        assert_eq!(played.result.forfeit, None);
        assert!(cost.decisions > 0 && cost.asked <= cost.decisions * SEARCHING.asks + 5 * 8 * 30);
        played.result.winner == Side::Fugitive
    };
    (1..=games).filter(escapes).count() as u64
}

/// The searcher is not told where the best response lies, and comes close to it on both sides; it is never
/// significantly better, as nothing can be.
#[test]
fn the_searcher_comes_close_to_the_exact_best_response() {
    let beginnings = Moment::beginnings(&glasses()).expect("a small game");
    let games = 100;
    for policy in ["random", "greedy"] {
        let sampled = || Sampled::new(bot(policy), 11, 64);
        let fled = best_fugitive(&beginnings, &mut sampled()).expect("a policy that decides");
        let hunted = best_hunters(&beginnings, &mut sampled()).expect("a policy that decides");
        let found = wilson(searched(policy, Side::Fugitive, games), games);
        assert!(found.low < fled + 0.02 && fled - 0.1 < found.high, "{policy}: {found:?}, {fled}");
        let found = wilson(searched(policy, Side::Hunters, games), games);
        assert!(found.high > hunted - 0.02 && found.low < hunted + 0.1, "{policy}: {found:?}, {hunted}");
    }
}

/// Hunters who know his policy never lose sight of him altogether, and know better than by counting
/// stations.
#[test]
fn suspects_hold_the_truth_and_weigh_it() {
    let rules = Arc::new(Rules::builtin("study", &[], 5).expect("an edition"));
    let policy = bot("greedy");
    let (mut weight, mut even, mut plies) = (0.0, 0.0, 0);
    for start in 1..=4 {
        let mut deal = Rng::for_game(9, start);
        let setup = Setup::deal(&rules, |n| deal.below(n));
        let mut game = Game::new(Arc::clone(&rules), setup).expect("a deal");
        let mut suspects = Suspects::of(&game);
        let mut known = Known::new(policy, Side::Fugitive, 5, 4);
        let mut fugitive = Opponent::new(policy, Side::Fugitive, 9, start);
        let mut hunters = Opponent::new(bot("random"), Side::Hunters, 9, start);
        while game.outcome().is_none() && game.position().public().round() <= 8 {
            let action = match game.turn() {
                Turn::Fugitive => fugitive.choose(&game),
                _ => hunters.choose(&game),
            };
            let before = game.events().len();
            game.play(action.expect("a decision").into()).expect("a legal one");
            suspects.follow(&game, before, &mut known).expect("a policy that decides");
            let chances = suspects.chances();
            let truth: Option<Station> = game.position().fugitive();
            let all: f64 = chances.iter().map(|(_, chance)| chance).sum();
            assert!(game.outcome().is_some() || (all - 1.0).abs() < 1e-9);
            let his = chances.iter().find(|(at, _)| *at == truth).map_or(0.0, |(_, chance)| *chance);
            assert!(game.outcome().is_some() || his > 0.0, "he is lost");
            if game.outcome().is_none() {
                weight += his;
                even += 1.0 / chances.len() as f64;
                plies += 1;
            }
        }
    }
    assert!(plies > 60 && weight > 1.5 * even, "{weight} against {even} in {plies} plies");
}

/// What the responder decides hangs on seed and start alone.
#[test]
fn the_same_seed_gives_the_same_game() {
    let rules = glasses();
    for side in [Side::Fugitive, Side::Hunters] {
        let play = |start| {
            let (played, cost) = respond(&rules, (7, start), bot("greedy"), side, SEARCHING);
            (played.game.plays().to_vec(), cost)
        };
        assert_eq!(play(2), play(2));
    }
}
