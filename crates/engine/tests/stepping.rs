//! A search can be stopped and gone on with, and several can be put together.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::bots::{MctsBot, Plan, Tuning};
use fogbound_engine::{Belief, Budget, FugitiveBot, HunterBot, Pieces, Root, Search, Thinking};
use fogbound_rules::{FugitiveView, Game, Rng, Rules, Setup, Turn, random_play};

/// Where he can be, for all the hunters know.
fn possible(game: &Game) -> usize {
    let mut belief = Belief::new(game.rules());
    belief.follow(&game.hunters_view());
    belief.possible().len()
}

/// A game in its middle, with this side to decide; he was not seen for a while, so that there is
/// something to assume.
fn game(turn: Turn) -> Game {
    let rules = Arc::new(Rules::builtin("modern", &[], 3).expect("an edition"));
    let mut rng = Rng::new(5);
    let mut game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |n| rng.below(n))).expect("a deal");
    while game.plays().len() < 30 || game.turn() != turn || possible(&game) < 5 {
        let play = random_play(&rules, game.position(), &mut rng, &mut vec![]).expect("not over");
        game.play(play).expect("a listed step is legal");
    }
    game
}

fn search(turn: Turn) -> Box<Search> {
    let game = game(turn);
    let mut bot = MctsBot::own(3, 0);
    let plan = match turn {
        Turn::Fugitive => bot.plan_fugitive(&game.fugitive_view()),
        _ => bot.plan_hunters(&game.hunters_view(), Pieces::ALL),
    };
    match plan.expect("there is something to decide") {
        Plan::Search(search) => search,
        Plan::Decided(_) => panic!("there is something to search"),
    }
}

#[test]
fn steps_of_any_size_come_to_the_same() {
    for turn in [Turn::Fugitive, Turn::Hunters] {
        let (mut once, mut often) = (search(turn), search(turn));
        once.step(600);
        for size in [1, 99, 250, 250] {
            often.step(size);
        }
        assert_eq!(once.nodes(), often.nodes());
        assert_eq!(once.root(), often.root());
    }
}

#[test]
fn a_bot_decides_what_its_search_finds() {
    let clock = || Duration::ZERO;
    let mut thinking = Thinking::new(Budget::Nodes(300), &clock);
    let mut bot = MctsBot::own(3, 0);
    let chosen = FugitiveBot::choose(&mut bot, &game(Turn::Fugitive).fugitive_view(), &mut thinking);
    let mut own = search(Turn::Fugitive);
    own.step(300);
    assert_eq!(chosen, Ok(own.decision(&[]).0));
    let mut thinking = Thinking::new(Budget::Nodes(300), &clock);
    let view = game(Turn::Hunters).hunters_view();
    let chosen = HunterBot::choose(&mut bot, &view, Pieces::ALL, &mut thinking);
    let mut own = search(Turn::Hunters);
    own.step(300);
    assert_eq!(own.decision(&[]), own.root().favourite(), "hunters take the favourite");
    assert_eq!(chosen, Ok(own.decision(&[]).0));
}

/// What bots of many seeds decide as the fugitive at the same moment.
fn decisions_of_seeds(slips: u8, view: &FugitiveView) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for seed in 0..60 {
        let clock = || Duration::ZERO;
        let mut thinking = Thinking::new(Budget::Nodes(60), &clock);
        let mut bot = MctsBot::own(seed, slips);
        let chosen = FugitiveBot::choose(&mut bot, view, &mut thinking).expect("a decision");
        *found.entry(chosen.to_string()).or_default() += 1;
    }
    found
}

#[test]
fn the_fugitive_mixes_among_what_he_tried_often() {
    let mut searched = search(Turn::Fugitive);
    searched.step(400);
    let root = searched.root();
    let most = root.edges().iter().map(|edge| edge.visits).max().expect("decisions");
    let (chosen, mean) = searched.decision(&[]);
    let edge = root.edges().iter().find(|edge| edge.action == chosen).expect("one of them");
    assert!(edge.visits * 4 >= most && edge.mean() == mean);
    assert!(
        decisions_of_seeds(0, &game(Turn::Fugitive).fugitive_view()).len() > 1,
        "he always does the same"
    );
}

#[test]
fn after_so_many_nodes_a_new_tree_is_begun_and_what_was_found_is_kept() {
    let view = game(Turn::Fugitive).fugitive_view();
    let tuning = Tuning { tree_nodes: Some(100), ..Tuning::default() };
    let Ok(Plan::Search(mut search)) = MctsBot::own(5, 0).tuned(&tuning).plan_fugitive(&view) else {
        panic!("there is something to search")
    };
    let found = |root: &Root| -> u32 { root.edges().iter().map(|edge| edge.visits).sum() };
    let in_this_tree =
        |search: &Search| search.first_reply(&view.position()).map_or(0, |(visits, _)| visits);
    search.step(100);
    let first = search.root();
    assert!(found(&first) >= 40 && in_this_tree(&search) >= 10);
    search.step(1);
    assert!(in_this_tree(&search) <= 1, "the old tree goes on");
    assert!((found(&first)..=found(&first) + 1).contains(&found(&search.root())), "something is lost");
    search.step(249);
    assert!(found(&search.root()) >= 3 * found(&first) && in_this_tree(&search) <= 50);
    for edge in first.edges() {
        let now = search.root().edges().iter().find(|now| now.action == edge.action).copied();
        let now = now.expect("the same decisions");
        assert!(now.visits >= edge.visits && now.reward >= edge.reward);
    }
}

#[test]
fn a_bot_stops_when_more_nodes_cannot_change_what_it_decides() {
    const NODES: u64 = 3000;
    let clock = || Duration::ZERO;
    let (fugitive, hunters) = (game(Turn::Fugitive), game(Turn::Hunters));
    let mut saved = [0; 2];
    for seed in 0..20 {
        for (saved, turn) in saved.iter_mut().zip([Turn::Fugitive, Turn::Hunters]) {
            let (mut bot, mut whole) = (MctsBot::own(seed, 0), MctsBot::own(seed, 0));
            let mut thinking = Thinking::new(Budget::Nodes(NODES), &clock);
            let (chosen, plan) = if turn == Turn::Fugitive {
                let view = fugitive.fugitive_view();
                (FugitiveBot::choose(&mut bot, &view, &mut thinking), whole.plan_fugitive(&view))
            } else {
                let view = hunters.hunters_view();
                let chosen = HunterBot::choose(&mut bot, &view, Pieces::ALL, &mut thinking);
                (chosen, whole.plan_hunters(&view, Pieces::ALL))
            };
            let Ok(Plan::Search(mut search)) = plan else { panic!("there is something to search") };
            search.step(NODES);
            assert_eq!(chosen, Ok(search.decision(&[]).0), "{turn:?}, seed {seed}");
            *saved += NODES - thinking.nodes();
        }
    }
    // He mixes, so that for him more than the favourite has to be clear.
    assert!(saved[1] > 20 * NODES / 5, "{saved:?}");
}

#[test]
fn a_slip_is_what_comes_to_ones_mind_and_no_dear_ticket_at_the_first_move() {
    let rules = Arc::new(Rules::builtin("modern", &[], 4).expect("an edition"));
    let mut rng = Rng::new(8);
    let mut most = 0;
    for _ in 0..5 {
        let game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |n| rng.below(n))).expect("a deal");
        let found = decisions_of_seeds(100, &game.fugitive_view());
        most = most.max(found.len());
        let dear = |decided: &String| decided.contains("black") || decided.contains("double");
        assert!(!found.keys().any(dear), "{found:?}");
    }
    assert!(most > 1, "it always does the same");
}

#[test]
fn roots_are_put_together() {
    let mut searches: Vec<_> = (0..3).map(|_| search(Turn::Hunters)).collect();
    for (stream, search) in (0..).zip(&mut searches) {
        search.diverge(stream);
        search.step(200);
    }
    let roots: Vec<_> = searches.iter().map(|search| search.root()).collect();
    assert_ne!(roots[0], roots[1], "each has chance of its own");
    let mut all = roots[0].clone();
    all.merge(&roots[1]);
    all.merge(&roots[2]);
    for edge in all.edges() {
        let parts = roots.iter().map(|root| {
            let found = root.edges().iter().find(|part| part.action == edge.action);
            found.expect("the same decisions")
        });
        assert_eq!(edge.visits, parts.clone().map(|part| part.visits).sum::<u32>());
        let reward: f64 = parts.map(|part| part.reward).sum();
        assert!((edge.reward - reward).abs() < 1e-9);
    }
    let visits = |action| all.edges().iter().find(|edge| edge.action == action).map(|edge| edge.visits);
    assert_eq!(visits(all.favourite().0), all.edges().iter().map(|edge| edge.visits).max());
}
