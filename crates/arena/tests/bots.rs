//! What must hold of every bot: it plays every edition to the end, never sees the secret, decides
//! the same by the same seed and nodes, and stops when its time is up.

#[path = "../../engine/tests/pairs/mod.rs"]
mod pairs;

use std::cell::Cell;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_arena::{Arena, Entrant, ExternalSettings, Pairing, Task, run};
use fogbound_engine::bots::SolverBot;
use fogbound_engine::{BotName, BotSpec, Budget, Clock, Effort, FugitiveBot, Odds, Pieces, Thinking};
use fogbound_rules::{
    Action, Edition, FugitiveView, Game, HunterView, Rng, Rules, Setup, Side, Turn, random_play,
};

const GAMES: u64 = 10_000;

/// Every edition at every size, and the options that change what is decided.
fn variants() -> Vec<Arc<Rules>> {
    let mut variants = Vec::new();
    let mut add = |edition: &str, options: &[&str], detectives: usize| {
        variants.push(Arc::new(Rules::builtin(edition, options, detectives).expect("a variant")));
    };
    for edition in Edition::builtins() {
        edition.pieces.detectives.iter().for_each(|&count| add(&edition.id, &[], count.into()));
    }
    add("modern", &["pooled=true"], 2);
    add("classic", &["voluntary_reveal=true"], 4);
    add("compact", &["black_tickets=4"], 3);
    add("holmes", &["characters=lestrade,mycroft"], 2);
    variants
}

fn spec(name: BotName, nodes: u64) -> BotSpec {
    let searches = !matches!(name, BotName::Random | BotName::Greedy | BotName::Novice);
    // One that is woken up solves again what came before: a few nodes each are enough here.
    let nodes = if name == BotName::Solver { nodes.min(6) } else { nodes };
    BotSpec { name, effort: searches.then_some(Effort::Nodes(nodes)) }
}

fn dealt(rules: &Arc<Rules>, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    Game::new(Arc::clone(rules), Setup::deal(rules, |n| rng.below(n))).expect("a dealt set-up")
}

fn hunters_choice(spec: BotSpec, seed: u64, view: &HunterView) -> Action {
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let mut bot = spec.hunters(seed).expect("it hunts");
    bot.choose(view, Pieces::ALL, &mut Thinking::new(spec.budget(), &clock)).expect("a decision")
}

fn fugitives_choice(spec: BotSpec, seed: u64, view: &FugitiveView) -> Action {
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let mut bot = spec.fugitive(seed).expect("it flees");
    bot.choose(view, &mut Thinking::new(spec.budget(), &clock)).expect("a decision")
}

fn players(side: Side) -> Vec<BotName> {
    let plays = |bot: &BotName| match side {
        Side::Fugitive => bot.plays_fugitive(),
        Side::Hunters => bot.plays_hunters(),
    };
    BotName::ALL.into_iter().filter(plays).collect()
}

#[test]
fn every_bot_plays_every_edition_to_its_end() {
    let variants = variants();
    let (fugitives, hunters) = (players(Side::Fugitive), players(Side::Hunters));
    let mut played = 0;
    for (index, rules) in variants.iter().enumerate() {
        let entrant = |&name: &BotName| Entrant::Own(spec(name, 3));
        let pairings = fugitives.iter().flat_map(|fugitive| {
            hunters
                .iter()
                .map(move |hunters| Pairing { fugitive: entrant(fugitive), hunters: entrant(hunters) })
        });
        let arena = Arena {
            rules: Arc::clone(rules),
            seed: 100 + index as u64,
            pairings: pairings.collect(),
            external: ExternalSettings::default(),
        };
        let starts = GAMES / (variants.len() * arena.pairings.len()) as u64 + 1;
        let tasks: Vec<Task> = (1..=starts)
            .flat_map(|start| (0..arena.pairings.len()).map(move |pairing| Task { start, pairing }))
            .collect();
        let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        run(
            |task| arena.play(task),
            &tasks,
            threads,
            |task, one| {
                let pairing = &arena.pairings[task.pairing];
                assert_eq!(one.result.forfeit, None, "{pairing:?} {task:?} of {:?}", arena.rules);
                assert!(one.game.outcome().is_some());
                played += 1;
                Ok::<(), ()>(())
            },
        )
        .expect("nothing to fail");
    }
    assert!(played >= GAMES, "only {played} games");
}

#[test]
fn r7_2_hunters_decide_the_same_whatever_the_secret_is() {
    for name in players(Side::Hunters) {
        for rules in variants() {
            let mut decisions = 0;
            for seed in 0..12 {
                let Some(mut games) = pairs::pair(dealt(&rules, seed), &dealt(&rules, seed + 50)) else {
                    continue;
                };
                let choose = |games: &[Game; 2]| {
                    games.each_ref().map(|game| hunters_choice(spec(name, 40), 9, &game.hunters_view()))
                };
                decisions += pairs::play_alike(&mut games, &mut Rng::new(seed), 12, choose);
            }
            assert!(decisions >= 10, "{name:?}, {rules:?}: only {decisions} decisions were compared");
        }
    }
}

/// The decisions of one game: a bot that was there all the time, one that is woken up for each
/// decision, and both again.
#[test]
fn the_same_seed_and_nodes_give_the_same_decision() {
    for rules in variants() {
        for (index, name) in BotName::ALL.into_iter().enumerate() {
            let mut game = dealt(&rules, index as u64);
            let mut rng = Rng::new(index as u64);
            let (mut hunters, mut fugitive) = (spec(name, 40).hunters(5), spec(name, 40).fugitive(5));
            let begun = Instant::now();
            let clock = || begun.elapsed();
            let mut buffer = Vec::new();
            for _ in 0..30 {
                match game.turn() {
                    Turn::Hunters => {
                        if let Some(bot) = &mut hunters {
                            let view = game.hunters_view();
                            let mut thinking = Thinking::new(spec(name, 40).budget(), &clock);
                            let chosen = bot.choose(&view, Pieces::ALL, &mut thinking);
                            assert_eq!(chosen, Ok(hunters_choice(spec(name, 40), 5, &view)), "{name:?}");
                        }
                    }
                    Turn::Fugitive => {
                        if let Some(bot) = &mut fugitive {
                            let view = game.fugitive_view();
                            let mut thinking = Thinking::new(spec(name, 40).budget(), &clock);
                            let chosen = bot.choose(&view, &mut thinking);
                            assert_eq!(
                                chosen,
                                Ok(fugitives_choice(spec(name, 40), 5, &view)),
                                "{name:?}"
                            );
                        }
                    }
                    Turn::Chance | Turn::Over => {}
                }
                let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) else {
                    break;
                };
                game.play(play).expect("legal");
            }
        }
    }
}

/// What hunters may expect of the solver's fugitive hangs on what everybody sees: where he really is
/// moves him, but not his range.
#[test]
fn r7_2_the_range_of_the_solver_hangs_on_public_history_alone() {
    let (mut compared, mut moved_otherwise) = (0, 0);
    for rules in [("study", 5), ("modern", 3)] {
        let rules = Arc::new(Rules::builtin(rules.0, &[], rules.1).expect("an edition"));
        for seed in 0..10 {
            let Some(mut games) = pairs::pair(dealt(&rules, seed), &dealt(&rules, seed + 50)) else {
                continue;
            };
            let mut bots = [SolverBot::new(1), SolverBot::new(1)];
            let spec = spec(BotName::Solver, 6);
            let clock = || Duration::ZERO;
            let mut rng = Rng::new(seed);
            for _ in 0..24 {
                let plays = match games[0].turn() {
                    Turn::Fugitive => {
                        let mut chosen = vec![];
                        for (bot, game) in bots.iter_mut().zip(&games) {
                            let mut thinking = Thinking::new(spec.budget(), &clock);
                            let chances =
                                FugitiveBot::chances(bot, &game.fugitive_view(), &mut thinking);
                            chosen.push(chances.expect("it mixes"));
                        }
                        let ranges = [0, 1].map(|index| {
                            let mut thinking = Thinking::new(spec.budget(), &clock);
                            bots[index].range(&games[index].hunters_view(), &mut thinking)
                        });
                        assert_eq!(ranges[0], ranges[1]);
                        assert!(ranges[0].is_some());
                        compared += 1;
                        moved_otherwise += usize::from(chosen[0] != chosen[1]);
                        let Some(plays) = pairs::alike(&games, &mut rng) else { break };
                        plays
                    }
                    Turn::Hunters => {
                        let actions = games[0].position().actions(&rules);
                        [actions[rng.below(actions.len())]; 2]
                    }
                    Turn::Chance | Turn::Over => break,
                };
                for (game, play) in games.iter_mut().zip(plays) {
                    game.play(play.into()).expect("legal");
                }
                if games.iter().any(|game| game.outcome().is_some()) {
                    break;
                }
            }
        }
    }
    assert!(compared >= 30 && moved_otherwise >= 20, "{compared} {moved_otherwise}");
}

/// Another seed, another decision, somewhere: otherwise the test above could not fail.
#[test]
fn another_seed_gives_another_decision_somewhere() {
    let rules = Arc::new(Rules::builtin("modern", &[], 5).expect("an edition"));
    for name in players(Side::Fugitive) {
        let views: Vec<_> = (0..10).map(|seed| dealt(&rules, seed).fugitive_view()).collect();
        let differs = |view: &FugitiveView| {
            (0..10).any(|seed| {
                fugitives_choice(spec(name, 40), seed, view)
                    != fugitives_choice(spec(name, 40), seed + 1, view)
            })
        };
        assert!(views.iter().any(differs), "{name:?}");
    }
}

/// Each look at it takes a millisecond.
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(self.0.get())
    }
}

#[test]
fn a_search_ends_soon_after_its_time() {
    let rules = Arc::new(Rules::builtin("modern", &[], 5).expect("an edition"));
    let mut game = dealt(&rules, 3);
    for name in BotName::ALL.into_iter().filter(|&name| spec(name, 1).effort.is_some()) {
        let clock = Ticking(Cell::new(0));
        let budget = Budget::Time(Duration::from_millis(10));
        if let Some(mut bot) = spec(name, 1).fugitive(1) {
            let mut thinking = Thinking::new(budget, &clock);
            bot.choose(&game.fugitive_view(), &mut thinking).expect("a decision");
            assert_eq!(thinking.nodes(), 9 * Thinking::NODES_BETWEEN_LOOKS, "{name:?}");
        }
    }
    let action = game.position().actions(&rules)[0];
    game.play(action.into()).expect("legal");
    for name in players(Side::Hunters).into_iter().filter(|&name| spec(name, 1).effort.is_some()) {
        let clock = Ticking(Cell::new(0));
        let budget = Budget::Time(Duration::from_millis(10));
        let mut bot = spec(name, 1).hunters(1).expect("it hunts");
        let mut thinking = Thinking::new(budget, &clock);
        bot.choose(&game.hunters_view(), Pieces::ALL, &mut thinking).expect("a decision");
        assert_eq!(thinking.nodes(), 9 * Thinking::NODES_BETWEEN_LOOKS, "{name:?}");
    }
}

#[test]
fn a_bot_moves_only_the_pieces_that_it_was_given() {
    for rules in variants() {
        let mut rng = Rng::new(2);
        let mut game = dealt(&rules, 2);
        let mut buffer = Vec::new();
        while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) {
            let last = rules.hunters().last().expect("somebody hunts");
            let mine: Pieces = [last].into_iter().collect();
            let view = game.hunters_view();
            for name in players(Side::Hunters) {
                let begun = Instant::now();
                let clock = || begun.elapsed();
                let mut bot = spec(name, 5).hunters(1).expect("it hunts");
                let mut thinking = Thinking::new(spec(name, 5).budget(), &clock);
                match bot.choose(&view, mine, &mut thinking) {
                    Ok(action) => assert!(mine.actions(&view).contains(&action), "{name:?} {action}"),
                    Err(_) => assert!(mine.actions(&view).is_empty(), "{name:?}"),
                }
            }
            game.play(play).expect("legal");
        }
    }
}

/// The weighted belief is spread over exactly what is possible, and never surprised.
#[test]
fn every_possible_station_has_a_weight_and_no_other() {
    for rules in variants() {
        for seed in 0..8 {
            let mut rng = Rng::new(seed);
            let mut game = dealt(&rules, seed);
            let mut odds = Odds::of(&game.hunters_view());
            let mut buffer = Vec::new();
            while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) {
                game.play(play).expect("legal");
                if game.outcome().is_some() {
                    break;
                }
                let view = game.hunters_view();
                odds.follow(&view);
                let possible = odds.belief().possible();
                let all: f64 = rules.board().stations().iter().map(|at| odds.weight(at)).sum();
                assert!((all - 1.0).abs() < 1e-4, "{all}");
                for at in rules.board().stations() {
                    assert_eq!(odds.weight(at) > 0.0, possible.contains(at));
                }
                if let Some(at) = game.position().fugitive() {
                    assert!(odds.weight(at) >= 0.07 / possible.len() as f64);
                }
                let fresh = Odds::of(&view);
                let differs = |&at: &_| (fresh.weight(at) - odds.weight(at)).abs() > 1e-6;
                assert!(!possible.iter().any(|at| differs(&at)), "read anew it is another");
            }
        }
    }
}
