use super::*;
use fogbound_rules::{Game, Setup};

/// A game of London after so many random rounds, with the fugitive to decide.
fn london(rounds: u8) -> (Arc<Rules>, Game) {
    let rules = Arc::new(Rules::builtin("study", &[], 5).expect("an edition"));
    let mut rng = Rng::new(3);
    let mut game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |n| rng.below(n))).expect("a deal");
    while game.position().public().round() <= rounds || game.turn() != Turn::Fugitive {
        let actions = game.position().actions(&rules);
        // Whoever hunts keeps away, so that the game goes on.
        let at = game.position().fugitive();
        let keeps = |action: &&Action| !matches!(action, Action::Hunt { to, .. } if Some(*to) == at);
        let kept: Vec<_> = actions.iter().filter(keeps).collect();
        game.play((*kept[rng.below(kept.len())]).into()).expect("legal");
    }
    (rules, game)
}

fn solver(rules: &Arc<Rules>, tools: &mut Tools, game: &Game) -> Solver {
    let view = game.hunters_view();
    let possible = crate::Belief::of(&view).possible();
    let range: Vec<_> = possible.iter().map(|at| (at, 1.0)).collect();
    let task = Task { public: *view.public(), range: &range, actions: &[], promise: None, moment: 1 };
    Solver::new(rules, tools, &task)
}

#[test]
fn steps_of_any_size_come_to_the_same() {
    let (rules, game) = london(4);
    let mut tools = Tools::new(&rules, Network::trained());
    let (mut once, mut often) = (solver(&rules, &mut tools, &game), solver(&rules, &mut tools, &game));
    once.step(&mut tools, 90);
    for size in [1, 29, 60] {
        often.step(&mut tools, size);
    }
    let at = game.position().fugitive();
    let chances = |solver: &Solver| solver.chances(&solver.root(), at);
    assert_eq!(chances(&once), chances(&often));
    assert_eq!(once.value(Side::Fugitive).to_bits(), often.value(Side::Fugitive).to_bits());
    let all: f64 = chances(&once).iter().map(|(_, chance)| chance).sum();
    assert!((all - 1.0).abs() < 1e-5, "{all}");
}

/// What he plays carries the range on: nothing is lost but what hunters have looked at in vain.
#[test]
fn the_range_follows_from_the_whole_play() {
    let (rules, game) = london(4);
    let mut tools = Tools::new(&rules, Network::trained());
    let mut solver = solver(&rules, &mut tools, &game);
    solver.step(&mut tools, 60);
    let mut seen = 0.0;
    let mut observed: Vec<Vec<PublicEvent>> = vec![];
    let view = game.hunters_view();
    for at in crate::Belief::of(&view).possible() {
        let secret = fogbound_rules::SecretSetup { at: Some(at), ..Default::default() };
        let position = fogbound_rules::Position::imagine(&rules, view.public(), &secret);
        for action in position.actions(&rules) {
            // What hunters would see of it, whoever he is.
            let Action::Move(m) = action else { panic!("he moves") };
            let leg = if m.double { fogbound_rules::Leg::First } else { fogbound_rules::Leg::Single };
            let shown = view.public().would_show(&rules, m).then_some(m.to);
            let moved = fogbound_rules::Moved {
                slot: view.public().filled() + 1,
                ticket: m.ticket,
                balloon: false,
                leg,
                at: shown,
                crime: false,
                ability: None,
                show: false,
            };
            let events = vec![PublicEvent::Moved(moved)];
            if !observed.contains(&events) {
                let place = solver.find(&events);
                let range = place.map_or(vec![], |place| solver.range(&place));
                seen += range.iter().map(|(_, chance)| chance).sum::<f32>();
                observed.push(events);
            }
        }
    }
    assert!(observed.len() > 3, "he has a choice");
    assert!((seen - 1.0).abs() < 1e-4, "{seen}");
}

/// In the last round all is known to the end, and no value comes from outside.
#[test]
fn the_end_of_a_game_is_exact() {
    let edition = include_str!("../../../arena/games/glasses.edition.toml");
    let board = include_str!("../../../arena/games/glasses.board.toml");
    let edition = fogbound_rules::Edition::parse(edition).expect("an edition");
    let board = fogbound_rules::Board::parse(board).expect("a board");
    let rules = Rules::new(Arc::new(edition), Arc::new(board), fogbound_rules::Options::default(), 2);
    let rules = Arc::new(rules.expect("they fit each other"));
    let game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |_| 0)).expect("a deal");
    let mut tools = Tools::new(&rules, Network::trained());
    let mut solver = solver(&rules, &mut tools, &game);
    assert!(solver.is_whole());
    solver.step(&mut tools, 300);
    // One in nine, as other programs have found.
    let value = solver.value(Side::Fugitive);
    assert!((value - 1.0 / 9.0).abs() < 0.002, "{value}");
}

#[test]
fn what_is_seldom_is_left_out() {
    let mut chances = [0.5, 0.05, 0.2, 0.15, 0.1];
    purify(&mut chances);
    assert_eq!(chances.iter().filter(|chance| **chance > 0.0).count(), 3);
    assert!((chances[0] - 0.5 / 0.85).abs() < 1e-6, "{chances:?}");
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

/// Without the gadget hunters who believe a wrong range may give the other stations away; with it they
/// keep what they promised.
#[test]
fn a_promise_is_kept_where_the_range_says_nothing() {
    let edition = include_str!("../../../arena/games/glasses.edition.toml");
    let board = include_str!("../../../arena/games/glasses.board.toml");
    let edition = fogbound_rules::Edition::parse(edition).expect("an edition");
    let board = fogbound_rules::Board::parse(board).expect("a board");
    let rules = Rules::new(Arc::new(edition), Arc::new(board), fogbound_rules::Options::default(), 2);
    let rules = Arc::new(rules.expect("they fit each other"));
    let mut game = Game::new(Arc::clone(&rules), Setup::deal(&rules, |_| 0)).expect("a deal");
    let mut tools = Tools::new(&rules, Network::trained());
    let mut first = solver(&rules, &mut tools, &game);
    first.step(&mut tools, 400);
    let before = game.hunters_view().events().len();
    let action = game.position().actions(&rules)[0];
    game.play(action.into()).expect("legal");
    let view = game.hunters_view();
    let place = first.find(&view.events()[before..]).expect("in the tree");
    let promise = first.promise(&place);
    assert_eq!(promise.len(), 2, "left or right of the bridge");
    let mut actions = vec![];
    view.public().for_each_hunters_action(&rules, &mut |action| actions.push(action));
    crate::search::one_piece(&mut actions);
    // They are told that he went to the first of the two for certain.
    let range: Vec<_> = promise.iter().zip([1.0, 0.0]).map(|((at, _), chance)| (*at, chance)).collect();
    let worst = |promise: Option<&Promise>, tools: &mut Tools| {
        let task = Task { public: *view.public(), range: &range, actions: &actions, promise, moment: 2 };
        let mut solver = Solver::new(&rules, tools, &task);
        solver.step(tools, 400);
        solver.promise(&solver.root())[1].1
    };
    let (safe, unsafe_one) = (worst(Some(&promise), &mut tools), worst(None, &mut tools));
    assert!(unsafe_one > promise[1].1 + 0.1, "{unsafe_one} {promise:?}");
    assert!(safe < unsafe_one - 0.05, "{safe} {unsafe_one}");
}
