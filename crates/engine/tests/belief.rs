//! Where the fugitive can be: the fast belief against a slow reference, after every step of games
//! of every edition.
//!
//! A step is compared with all that follows from it by itself (slots that are opened, an end that
//! did not come): only then has anybody something to decide, and that the game went on is known.

#![allow(missing_docs, unreachable_pub)]

#[path = "../../rules/tests/common/mod.rs"]
mod common;
#[path = "belief/games.rs"]
mod games;
#[path = "belief/naive.rs"]
mod naive;
#[path = "belief/reference.rs"]
mod reference;
#[allow(dead_code)]
#[path = "../../rules/tests/rules/small_board.rs"]
mod small_board;

use std::collections::BTreeSet;
use std::sync::Arc;

use fogbound_engine::belief::Reason;
use fogbound_engine::{Belief, Exclusion};
use fogbound_rules::{Event, Game, HunterView, PublicEvent, Rng, Rules, StationSet};

use games::Features;
use naive::Naive;
use reference::{Mistake, Reference};

/// A belief reduced to what is compared: where he can be, and where he can have been.
#[derive(PartialEq, Eq, Debug)]
struct Sets {
    now: StationSet,
    slots: Vec<StationSet>,
}

impl Sets {
    fn of_reference(reference: &Reference) -> Sets {
        let slots = (0..=reference.filled()).map(|slot| reference.slot(slot)).collect();
        Sets { now: reference.now(), slots }
    }

    fn of_belief(belief: &Belief, filled: usize) -> Sets {
        let slots = (0..=filled).map(|slot| belief.slot(slot as u8)).collect();
        Sets { now: belief.possible(), slots }
    }

    /// What differs, in words: stations that one has too many.
    fn difference(&self, expected: &Sets) -> Option<String> {
        let of = |name: String, has: &StationSet, should: &StationSet| {
            let (more, less) = (has.difference(should), should.difference(has));
            (has != should).then(|| format!("{name}: too many {more:?}, missing {less:?}"))
        };
        let slots = self.slots.iter().zip(&expected.slots).enumerate();
        let mut found: Vec<String> =
            slots.filter_map(|(slot, (has, should))| of(format!("slot {slot}"), has, should)).collect();
        found.extend(of("now".into(), &self.now, &expected.now));
        if self.slots.len() != expected.slots.len() {
            found.push(format!("{} slots, not {}", self.slots.len(), expected.slots.len()));
        }
        if found.is_empty() { None } else { Some(found.join("; ")) }
    }
}

/// The public faces of events.
fn faces(events: &[Event]) -> Vec<PublicEvent> {
    events.iter().map(|event| event.for_hunters().clone()).collect()
}

/// Plays a game that seeks what is rare, with the reference following. `look` sees them at the
/// beginning and after each step, as long as the game goes on; if it says so, the game is left.
fn follow(
    rules: &Arc<Rules>,
    rng: &mut Rng,
    features: &mut Features,
    mut look: impl FnMut(&Game, &Reference, &[PublicEvent], &mut Rng) -> bool,
) {
    let mut game = games::deal(rules, rng);
    if game.outcome().is_some() {
        return;
    }
    let mut reference = Reference::new(rules, &game.setup().state, None);
    let mut news = faces(game.events());
    while look(&game, &reference, &news, rng) {
        let Some(play) = games::next_play(&game, &reference.now(), rng) else { break };
        let before = game.clone();
        let known = game.events().len();
        game.play(play).expect("a listed step is legal");
        let events = &game.events()[known..];
        features.look(&before, &game, events);
        news = faces(events);
        if game.outcome().is_some() {
            break;
        }
        let sets = Sets::of_reference(&reference);
        reference.step(&news);
        let earlier = |slot: &usize| reference.slot(*slot) != sets.slots[*slot];
        features.add("hindsight", usize::from((0..sets.slots.len() - 1).any(|slot| earlier(&slot))));
        assert!(
            reference.publics().all(|public| public == game.position().public()),
            "a hypothesis looks different: {}",
            common::name(rules)
        );
    }
    let dropped = &reference.dropped;
    features.add("entered without a capture", dropped.entered);
    features.add("would have been cornered", dropped.cornered);
    features.add("own tile cannot be turned", dropped.own_tile);
    features.add("answer excludes", dropped.answers);
    features.add("trail excludes", dropped.trails);
}

/// The fast belief and the reference over a game; gives the number of comparisons.
fn compare(rules: &Arc<Rules>, seed: u64, number: u64, features: &mut Features) -> usize {
    let mut rng = Rng::for_game(seed, number);
    let mut compared = 0;
    let mut view: Option<HunterView> = None;
    let mut belief = Belief::new(rules);
    // A belief that looks now and then must come to the same.
    let mut seldom = Belief::new(rules);
    follow(rules, &mut rng, features, |game, reference, news, rng| {
        match &mut view {
            None => view = Some(game.hunters_view()),
            Some(view) => news.iter().for_each(|event| view.apply(event).expect("the next event")),
        }
        let view = view.as_ref().expect("it was made above");
        belief.follow(view);
        let expected = Sets::of_reference(reference);
        let place = || {
            let record = fogbound_rules::Record::whole(game).expect("a dealt game");
            format!("{}, game {seed}/{number}, after {news:?}\n{record}", common::name(rules))
        };
        let truth = game.position().fugitive();
        assert!(truth.is_none_or(|at| expected.now.contains(at)), "the reference errs: {}", place());
        if let Some(found) = Sets::of_belief(&belief, reference.filled()).difference(&expected) {
            panic!("{found}\n{}", place());
        }
        if rng.below(6) == 0 {
            seldom.follow(view);
            if let Some(found) = Sets::of_belief(&seldom, reference.filled()).difference(&expected) {
                panic!("looking seldom: {found}\n{}", place());
            }
        }
        // On the large boards asking for every station takes long: now and then will do.
        if rules.board().stations().len() < 50 || rng.below(8) == 0 {
            check_stations(&belief, reference, &expected, &place);
        }
        compared += 1;
        true
    });
    compared
}

/// For every station a path there, or the reason against it.
fn check_stations(belief: &Belief, reference: &Reference, sets: &Sets, place: &dyn Fn() -> String) {
    for station in reference.rules().board().stations() {
        let possible = sets.now.contains(station);
        let path = belief.path_to(station);
        assert_eq!(path.is_some(), possible, "path to {station}: {}", place());
        if let Some(path) = path {
            assert_eq!(path.last(), Some(&station), "{path:?}: {}", place());
            assert!(reference.is_path(&path), "no path: {path:?}: {}", place());
        }
        let reason = belief.why_not(station).map(|reason| reason.to_string());
        assert_eq!(reason.is_none(), possible, "{station}: {reason:?}: {}", place());
        assert!(reason.is_none_or(|reason| !reason.is_empty()), "{station}: {}", place());
        let slots = sets.slots.iter().enumerate();
        for (slot, set) in slots.filter(|_| reference.rules().board().stations().len() < 50) {
            let excluded = belief.why_not_at(slot as u8, station);
            assert_eq!(excluded.is_none(), set.contains(station), "{station}, slot {slot}: {}", place());
            if let Some(Exclusion { reason: Reason::NoWay { from, .. }, .. }) = excluded {
                let was = from.intersection(&sets.slots[slot - 1]);
                assert!(was.is_empty(), "{excluded:?}, but he can have been at {was:?}: {}", place());
            }
        }
    }
}

#[test]
fn r7_4_the_belief_is_exact_on_a_small_board() {
    let mut features = Features::default();
    let mut compared = 0;
    for (index, rules) in games::small_variants().iter().enumerate() {
        compared +=
            (0..100).map(|game| compare(rules, 5000 + index as u64, game, &mut features)).sum::<usize>();
    }
    features.require(0);
    assert!(compared > 20_000, "only {compared} moments were compared");
}

#[test]
fn r7_4_the_belief_is_exact_in_every_edition() {
    let mut features = Features::default();
    let mut compared = 0;
    for (index, rules) in common::variants().iter().enumerate() {
        compared +=
            (0..14).map(|game| compare(rules, 6000 + index as u64, game, &mut features)).sum::<usize>();
    }
    features.require(1);
    assert!(compared > 4_000, "only {compared} moments were compared");
}

/// The reference is held to every secret and every path, one by one.
#[test]
fn the_reference_is_what_counting_everything_gives() {
    const MOST: usize = 4_000;
    let mut compared = 0;
    let mut features = Features::default();
    for (index, rules) in games::small_variants().iter().enumerate() {
        for number in 0..24 {
            let mut rng = Rng::for_game(7000 + index as u64, number);
            let mut naive: Option<Naive> = None;
            follow(rules, &mut rng, &mut features, |game, reference, news, _| {
                match &mut naive {
                    None => naive = Some(Naive::new(rules, &game.setup().state)),
                    Some(naive) => naive.step(news),
                }
                let naive = naive.as_ref().expect("it was made above");
                if game.start().is_some() {
                    let name = common::name(rules);
                    for slot in 0..=reference.filled() {
                        assert_eq!(naive.slot(slot), reference.slot(slot), "slot {slot} of {name}");
                    }
                    let paths: BTreeSet<_> = naive.paths().collect();
                    assert_eq!(paths, reference.paths(), "paths of {name}");
                    assert!(paths.iter().all(|path| reference.is_path(path)), "paths of {name}");
                    compared += 1;
                }
                naive.count() <= MOST
            });
        }
    }
    features.require(2);
    assert!(compared > 3_000, "only {compared} moments were compared");
}

/// A belief with any of these mistakes would not pass: the comparison finds each of them.
#[test]
fn planted_mistakes_are_found() {
    let mut found = [0; Mistake::ALL.len()];
    for (index, rules) in games::small_variants().iter().enumerate() {
        for number in 0..10 {
            let mut features = Features::default();
            let mut rng = Rng::for_game(8000 + index as u64, number);
            let mut mistaken: Vec<Reference> = Vec::new();
            follow(rules, &mut rng, &mut features, |game, reference, news, _| {
                let expected = Sets::of_reference(reference);
                if mistaken.is_empty() {
                    let state = &game.setup().state;
                    let begin = |&mistake| Reference::new(rules, state, Some(mistake));
                    mistaken = Mistake::ALL.iter().map(begin).collect();
                } else {
                    mistaken.iter_mut().for_each(|mistaken| mistaken.step(news));
                }
                for (found, mistaken) in found.iter_mut().zip(&mistaken) {
                    let differs = Sets::of_reference(mistaken).difference(&expected).is_some();
                    *found += usize::from(differs);
                }
                true
            });
        }
    }
    for (mistake, found) in Mistake::ALL.iter().zip(found) {
        assert!(found > 10, "{mistake:?} was found {found} times");
    }
}

/// A game in which everybody does what is rare, given to `look` before each step and at its end.
fn wander(rules: &Arc<Rules>, rng: &mut Rng, mut look: impl FnMut(&Game)) -> Game {
    let mut game = games::deal(rules, rng);
    while let Some(play) = games::next_play(&game, &StationSet::EMPTY, rng) {
        look(&game);
        game.play(play).expect("a listed step is legal");
    }
    look(&game);
    game
}

/// Once the game is over, the belief is the opened log.
#[test]
fn r9_11_after_the_end_nothing_is_in_doubt() {
    for (index, rules) in games::small_variants().iter().enumerate() {
        for number in 0..50 {
            let mut rng = Rng::for_game(9000 + index as u64, number);
            let mut belief = Belief::new(rules);
            let game = wander(rules, &mut rng, |game| belief.follow(&game.hunters_view()));
            let stations = game.start().into_iter().chain(game.route().iter().copied());
            for (slot, at) in stations.enumerate() {
                let only = StationSet::from_iter([at]);
                let has = belief.slot(slot as u8);
                let record = fogbound_rules::Record::whole(&game).expect("a dealt game");
                assert_eq!(has, only, "slot {slot}: {:?}\n{record}", game.outcome());
            }
        }
    }
}

/// A view whose game took another course after moves were taken back is read anew.
#[test]
fn a_course_that_was_taken_back_is_forgotten() {
    for (index, rules) in games::small_variants().iter().enumerate() {
        for number in 0..100 {
            let mut rng = Rng::for_game(10_000 + index as u64, number);
            let mut moments = Vec::new();
            wander(rules, &mut rng, |game| moments.push(game.clone()));
            moments.retain(|game| game.outcome().is_none());
            let kept = rng.below(moments.len());
            let later = (kept + 1 + rng.below(4)).min(moments.len() - 1);
            let mut other = moments[kept].clone();
            for _ in 0..6 {
                let play = games::next_play(&other, &StationSet::EMPTY, &mut rng);
                let mut next = other.clone();
                if let Some(play) = play {
                    next.play(play).expect("a listed step is legal");
                }
                if next.outcome().is_none() {
                    other = next;
                }
            }
            let mut belief = Belief::of(&moments[later].hunters_view());
            belief.follow(&other.hunters_view());
            let filled = usize::from(other.position().public().filled());
            let fresh = Sets::of_belief(&Belief::of(&other.hunters_view()), filled);
            let found = Sets::of_belief(&belief, filled).difference(&fresh);
            let faces = [&moments[later], &other].map(|game| faces(&game.events()[1..]));
            assert!(found.is_none(), "{found:?} of {}\n{faces:#?}", common::name(rules));
        }
    }
}
