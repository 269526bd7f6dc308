//! What must hold of every review.

use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::{Belief, BotSpec, Pieces, Thinking};
use fogbound_review::{Certainty, Class, Foreseen, Judge, Mover, Report, Review, ReviewError, Settings};
use fogbound_rules::{
    Action, Game, HunterView, Phase, Play, Rng, Rules, Setup, Side, Station, Turn, random_game,
    random_play,
};

const EDITIONS: [(&str, usize); 7] = [
    ("classic", 4),
    ("study", 5),
    ("modern", 2),
    ("beginner", 3),
    ("holmes-original", 3),
    ("holmes", 3),
    ("compact", 3),
];

fn rules(edition: &str, detectives: usize) -> Arc<Rules> {
    Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"))
}

fn reviewed(game: &Game, nodes: u64, seed: u64) -> Report {
    let mut review = Review::new(game, Settings { nodes, seed }).expect("it is over");
    while review.step() {}
    review.report().clone()
}

/// What came of the game, of which nothing hangs on closer looks.
fn account_of(game: &Game, nodes: u64, seed: u64) -> Report {
    let review = Review::new(game, Settings { nodes, seed }).expect("it is over");
    let mut review = review.with_patience(0);
    while review.step() {}
    review.report().clone()
}

/// A game between bots that count nodes.
fn game_of_bots(rules: &Arc<Rules>, nodes: u64, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let setup = Setup::deal(rules, |n| rng.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a deal");
    let spec = |name: &str| format!("{name}:nodes={nodes}").parse::<BotSpec>().expect("a bot");
    let (phantom, inspector) = (spec("phantom"), spec("inspector"));
    let mut fugitive = phantom.fugitive(seed).expect("it plays him");
    let mut hunters = inspector.hunters(seed).expect("it plays them");
    let clock = || Duration::ZERO;
    while game.turn() != Turn::Over {
        let mut thinking = Thinking::new(phantom.budget(), &clock);
        let play: Play = match game.turn() {
            Turn::Fugitive => fugitive.choose(&game.fugitive_view(), &mut thinking).expect("one").into(),
            Turn::Hunters => {
                let view = game.hunters_view();
                hunters.choose(&view, Pieces::ALL, &mut thinking).expect("one").into()
            }
            _ => {
                let draws = game.position().draws(rules);
                draws[rng.below(draws.len())].into()
            }
        };
        game.play(play).expect("legal");
    }
    game
}

/// The first steps of a game.
fn beginning(game: &Game, plays: usize) -> Game {
    let mut begun = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("it was begun so");
    game.plays()[..plays].iter().for_each(|&play| {
        begun.play(play).expect("it was played so");
    });
    begun
}

#[test]
fn a_game_that_is_not_over_is_refused() {
    for (edition, detectives) in EDITIONS {
        let game = random_game(&rules(edition, detectives), &mut Rng::new(3));
        for plays in [0, 1, game.plays().len() - 1] {
            let refused = Review::new(&beginning(&game, plays), Settings::default()).err();
            assert_eq!(refused, Some(ReviewError::NotOver), "{edition} after {plays}");
        }
        assert!(Review::new(&game, Settings::default()).is_ok());
    }
}

/// Start, skill of both and luck are the result, as a whole and from decision to decision.
#[test]
fn the_account_adds_up_in_every_edition() {
    for (edition, detectives) in EDITIONS {
        let rules = rules(edition, detectives);
        for seed in 1..=2 {
            let game = if seed == 1 {
                random_game(&rules, &mut Rng::new(seed))
            } else {
                game_of_bots(&rules, 10, seed)
            };
            let report = reviewed(&game, 20, 1);
            let what = format!("{edition}, seed {seed}, {:?}", report.account);
            assert!(report.account.left().abs() < 1e-9, "{what}");
            for (side, skill) in
                [(Side::Fugitive, report.account.fugitive), (Side::Hunters, report.account.hunters)]
            {
                let each = report.decisions.iter().filter(|d| d.side == side).map(|d| d.skill);
                assert!((skill - each.sum::<f64>()).abs() < 1e-9, "{what}");
            }
            let decided = game.plays().iter().filter(|play| matches!(play, Play::Action(_))).count();
            assert_eq!(report.decisions.len(), decided, "{what}");
            assert!(report.decisions.iter().all(|decision| decision.judgement.cost >= 0.0));
            assert!((0.0..=1.0).contains(&report.account.result), "{what}");
            // The same once more, from what is told of each decision.
            let known: Vec<_> = report.decisions.iter().filter(|d| d.chance.is_some()).collect();
            for pair in known.windows(2) {
                let [before, after] = [pair[0], pair[1]];
                let change = after.chance.expect("known").known - before.chance.expect("known").known;
                let between = before.play + 1..after.play;
                let drawn = report.drawn.iter().filter(|drawn| between.contains(&drawn.play));
                let parts = before.skill + before.luck.unwrap_or(0.0);
                let parts = parts + drawn.map(|drawn| drawn.luck).sum::<f64>();
                assert!((change - parts).abs() < 1e-9, "{what}, {before:?}");
            }
        }
    }
}

/// Who gives up decided nothing that another decision is held against: it is no mark, and no accuracy hangs on it. What was given away
/// by it is in the account.
#[test]
fn giving_up_is_told_apart_from_mistakes() {
    for (edition, detectives) in EDITIONS {
        let game = random_game(&rules(edition, detectives), &mut Rng::new(6));
        for side in [Side::Fugitive, Side::Hunters] {
            for plays in [game.plays().len() / 2, game.plays().len() - 1] {
                let mut begun = beginning(&game, plays);
                if begun.play(Action::Concede { side }.into()).is_err() {
                    assert_eq!(edition, "compact", "elsewhere it is always legal");
                    continue;
                }
                let report = account_of(&begun, 20, 1);
                let what = format!("{edition}, {side} after {plays}");
                let last = report.decisions.last().expect("one");
                assert_eq!(
                    (last.judgement.class, last.judgement.cost),
                    (Class::Conceded, 0.0),
                    "{what}"
                );
                assert!(last.judgement.better.is_none() && !last.judgement.class.is_mistake());
                let index = report.decisions.len() - 1;
                assert!(!report.swings().contains(&fogbound_review::Swing::Mistake(index)), "{what}");
                let chosen = |one: &&fogbound_review::Decision| {
                    one.side == side && one.judgement.class != Class::Forced
                };
                let chosen = report.decisions[..index].iter().filter(chosen).count();
                assert_eq!(report.side(side).decisions, chosen, "{what}");
                assert!(report.account.left().abs() < 1e-9, "{what}: {:?}", report.account);
                if let (Some(chance), Side::Fugitive) = (last.chance, side) {
                    let lost = report.account.result - chance.known;
                    assert!((last.skill - lost).abs() < 1e-9, "{what}: {} and {lost}", last.skill);
                }
            }
        }
    }
}

/// The same game up to a moment, with the fugitive on another way that looks the same to the hunters.
fn otherwise(game: &Game, path: &[Station]) -> Option<Game> {
    let mut setup = game.setup().clone();
    // Where he chooses his start, that is a step of the game.
    setup.secret.at = setup.secret.at.map(|_| path[0]);
    let mut other = Game::new(Arc::clone(game.rules()), setup).ok()?;
    let mut next = path[1..].iter();
    for &play in game.plays() {
        let play = match play {
            Play::Action(Action::Move(mut m)) => {
                m.to = *next.next()?;
                Action::Move(m).into()
            }
            Play::Action(Action::Start { .. }) => Action::Start { at: path[0] }.into(),
            play => play,
        };
        other.play(play).ok()?;
    }
    (other.hunters_view() == game.hunters_view()).then_some(other)
}

/// Luck at a decision of the hunters, weighed by belief over all places where he may have been: each is played out as a
/// game of its own, in which he is caught or not. Not where he is seen at once, as then what he would have shown elsewhere is not searched.
#[test]
fn luck_is_nought_on_average_over_where_he_may_have_been() {
    let (mut checked, mut caught) = (0, 0);
    for (edition, detectives) in [("modern", 3), ("classic", 4), ("study", 5), ("beginner", 3)] {
        let (before, rules) = (checked, rules(edition, detectives));
        for seed in 1..=12 {
            let game = random_game(&rules, &mut Rng::new(seed));
            let moments = (0..game.plays().len()).filter(|&plays| {
                matches!(game.plays()[plays], Play::Action(Action::Hunt { to, .. }) if {
                    let belief = Belief::of(&beginning(&game, plays).hunters_view()).possible();
                    (2..=12).contains(&belief.len()) && belief.contains(to)
                })
            });
            for plays in moments.take(2) {
                let before = beginning(&game, plays);
                let belief = Belief::of(&before.hunters_view());
                let after = beginning(&game, plays + 1).hunters_view();
                if after.public().outcome().is_none() && Belief::of(&after).possible().len() == 1 {
                    continue;
                }
                let settings = Settings { nodes: 20, seed: 5 };
                let mut judge = Judge::new(&rules, settings);
                let worth = judge.worth(&before.hunters_view()).expect("somebody decides");
                let (mut sum, mut seen, mut weights) = (0.0, 0.0, 0.0);
                for at in belief.possible().iter() {
                    let path = belief.path_to(at).expect("he can be there");
                    let mut world = otherwise(&before, &path).expect("it looks the same");
                    world.play(game.plays()[plays]).expect("legal wherever he is");
                    if world.turn() == Turn::Over {
                        caught += 1;
                    } else {
                        world
                            .play(Action::Concede { side: Side::Hunters }.into())
                            .expect("always legal");
                    }
                    let report = account_of(&world, 20, 5);
                    let decision = report.decisions.iter().find(|d| d.play == plays).expect("it");
                    sum += worth.weight(at) * decision.luck.expect("hunters decide");
                    seen += worth.weight(at) * decision.seen.expect("hunters decide");
                    weights += worth.weight(at);
                }
                assert!((weights - 1.0).abs() < 1e-4, "{weights}");
                assert!(sum.abs() < 1e-4, "{edition}, seed {seed}, after {plays}: luck {sum}");
                assert!(seen.abs() < 1e-4, "{edition}, seed {seed}, after {plays}: seen {seen}");
                checked += 1;
            }
        }
        assert!(checked > before, "{edition}: no moment");
    }
    assert!(checked >= 16 && caught >= 8, "{checked} moments, {caught} captures");
}

/// What a move tells, weighed over all that could have been seen.
#[test]
fn what_moves_tell_is_nought_on_average() {
    let mut checked = 0;
    for (edition, detectives) in [("modern", 3), ("study", 5), ("holmes-original", 2)] {
        let rules = rules(edition, detectives);
        let game = random_game(&rules, &mut Rng::new(2));
        for plays in (0..game.plays().len()).step_by(7) {
            let view = beginning(&game, plays).hunters_view();
            if view.public().phase() != Phase::Fugitive {
                continue;
            }
            let mut judge = Judge::new(&rules, Settings { nodes: 1, seed: 1 });
            let foreseen = judge.foresee(&view);
            let all: f64 = foreseen.iter().map(|each| each.chance).sum();
            assert!((all - 1.0).abs() < 1e-3, "{edition}: something is seen for sure, {all}");
            let told =
                |each: &Foreseen| each.chance * judge.told(&view, each.moved).expect("foreseen").luck;
            let luck: f64 = foreseen.iter().map(told).sum();
            assert!(luck.abs() < 1e-4, "{edition} after {plays}: {luck}");
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn a_seed_and_a_budget_give_one_review_and_its_beginning_is_there_before_its_end() {
    let rules = rules("modern", 4);
    let game = game_of_bots(&rules, 20, 7);
    let whole = reviewed(&game, 30, 4);
    let json = |report: &Report| serde_json::to_string(report).expect("JSON");
    assert_eq!(json(&whole), json(&reviewed(&game, 30, 4)));
    assert_ne!(json(&whole), json(&reviewed(&game, 30, 5)), "another seed, other searches");
    let mut review = Review::new(&game, Settings { nodes: 30, seed: 4 }).expect("over");
    for step in 1..=10 {
        assert!(review.step());
        assert_eq!(review.progress(), (step, game.plays().len()));
        let found = &review.report().decisions;
        for (decision, last) in found.iter().zip(&whole.decisions) {
            assert_eq!(decision.judgement, last.judgement);
        }
        assert_eq!(found.len(), step);
    }
}

/// Moments where he stands in plain sight and one hunter alone can enter.
fn in_plain_sight() -> Vec<(HunterView, Action, Action)> {
    let rules = rules("modern", 4);
    let mut found = vec![];
    for seed in 1..200 {
        let mut rng = Rng::new(seed);
        let setup = Setup::deal(&rules, |n| rng.below(n));
        let mut game = Game::new(Arc::clone(&rules), setup).expect("a deal");
        while game.turn() != Turn::Over {
            let view = game.hunters_view();
            if let (Phase::Hunters, Some(shown)) = (view.public().phase(), view.public().shown()) {
                let hunts = view.actions();
                let to = |action: &Action| match action {
                    Action::Hunt { hunter, to, .. } => Some((*hunter, *to)),
                    _ => None,
                };
                let catching: Vec<_> =
                    hunts.iter().filter(|a| to(a).is_some_and(|(_, to)| to == shown)).collect();
                let hunters: std::collections::BTreeSet<_> =
                    catching.iter().filter_map(|a| to(a).map(|(hunter, _)| hunter)).collect();
                let other = hunts.iter().find(|a| {
                    to(a).is_some_and(|(hunter, to)| hunters.contains(&hunter) && to != shown)
                });
                if let (1, Some(&catch), Some(&other)) = (hunters.len(), catching.first(), other) {
                    found.push((view.clone(), *catch, other));
                    break;
                }
            }
            let play = random_play(&rules, game.position(), &mut rng, &mut vec![]).expect("not over");
            game.play(play).expect("legal");
        }
        if found.len() == 10 {
            break;
        }
    }
    found
}

#[test]
fn who_passes_by_a_fugitive_in_plain_sight_errs_and_that_is_proven() {
    let moments = in_plain_sight();
    assert_eq!(moments.len(), 10);
    let (mut mistakes, mut blunders) = (0, 0);
    for (view, catch, other) in &moments {
        let judge = |nodes, action| {
            let mut judge = Judge::new(view.rules(), Settings { nodes, seed: 1 });
            judge.judge(Mover::Hunters(view), action).0
        };
        let caught = judge(200, *catch);
        assert_eq!((caught.class, caught.cost), (Class::Best, 0.0), "{catch}");
        let passed = judge(200, *other);
        // He may be lost elsewhere too: then it costs little.
        if judge(4000, *other).class.is_mistake() {
            mistakes += 1;
            assert!(passed.class.is_mistake(), "{other}: {}", passed.cost);
        }
        if passed.class == Class::Blunder {
            blunders += 1;
            let better = passed.better.expect("there is one");
            assert_eq!(better.certainty, Certainty::Proven, "{other}");
            let Action::Hunt { to, .. } = better.action else { panic!("a hunt") };
            assert_eq!(Some(to), view.public().shown());
        }
    }
    assert!(mistakes >= 5, "{mistakes} of 10");
    assert!(blunders >= 5, "{blunders} of 10");
}

/// Marks of two seeds: how many both gave, and how many either gave.
fn agreement(one: &Report, other: &Report) -> (usize, usize) {
    let marks = one.decisions.iter().zip(&other.decisions);
    let marks = marks.map(|(a, b)| (a.judgement.class.is_mistake(), b.judgement.class.is_mistake()));
    marks.fold((0, 0), |(both, either), (a, b)| {
        (both + usize::from(a && b), either + usize::from(a || b))
    })
}

#[test]
fn two_seeds_agree_on_most_marks() {
    let rules = rules("modern", 4);
    let (mut both, mut either) = (0, 0);
    for seed in 1..=2 {
        let game = random_game(&rules, &mut Rng::new(seed));
        let (a, b) = agreement(&reviewed(&game, 150, 1), &reviewed(&game, 150, 2));
        (both, either) = (both + a, either + b);
    }
    assert!(either >= 4, "random play has mistakes: {either}");
    assert!(both * 10 >= either * 6, "{both} of {either}");
}
