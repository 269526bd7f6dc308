//! The solvers against brute force: slow, without any of their short cuts, on small boards. It holds whole
//! games, one for each secret that fits, tells them apart by the events that hunters see, and tries every
//! decision in every order.

#![allow(missing_docs, unreachable_pub)]

#[allow(dead_code)]
#[path = "../../rules/tests/rules/small_board.rs"]
mod small_board;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_puzzles::{Limit, courses, force};
use fogbound_rules::{
    Board, Edition, Event, Game, Options, Outcome, Phase, Play, Position, Rng, Rules, SecretSetup,
    Setup, Side, StationSet, Turn, random_play,
};

/// Two rings that share a side, with short cuts by bus and underground, and a ferry.
const RINGS: &str = "
    taxi 1-2-3-4-5-6-1 4-7-8-9-5 3-10-11-7 2-12-10 9-13-6
    bus 1-4-9 3-7 12-11 13-8
    underground 1-7-13 10-9-2
    ferry 6-12-8
    fugitive 1 3 5 7 9 11
    hunters 2 4 6 8 10 12 13
    common 1 2 3 4 5 6 7 8 9 10 11 12 13
    tickets 1 2 3 5 6 8 11
    tiles 1-3 5-11
    crimes 3 7 8 12
    hideout 2 5 8 11
    river 6 8 12
    park 3 7
    monument 9 13
    I 1 2 3
    II 4 5 6 7
    III 8 9 10
    IV *
";

fn rules(board: &Arc<Board>, edition: &str, detectives: usize) -> Arc<Rules> {
    let edition = Edition::builtin(edition).expect("an edition");
    Arc::new(Rules::new(edition, Arc::clone(board), Options::default(), detectives).expect("rules"))
}

/// A moment of a random game in this phase, at the beginning of a turn, some rounds on.
fn moment(rules: &Arc<Rules>, rng: &mut Rng, phase: Phase) -> Option<Game> {
    let mut game = Game::new(Arc::clone(rules), Setup::deal(rules, |n| rng.below(n))).expect("a deal");
    let rounds = 1 + rng.below(7) as u8;
    let mut before = Phase::Over;
    loop {
        let public = game.position().public();
        if public.phase() == phase && before != phase && public.round() >= rounds {
            return Some(game);
        }
        before = public.phase();
        game.play(random_play(rules, game.position(), rng, &mut vec![])?).expect("a listed play");
    }
}

fn won_by(outcome: Option<Outcome>, side: Side) -> bool {
    outcome.is_some_and(|outcome| outcome.winner() == side)
}

/// Games that look alike to the hunters after a play of each, by what they saw of it.
fn apart(games: impl IntoIterator<Item = (Game, Play)>) -> Vec<Vec<Game>> {
    let mut groups: BTreeMap<String, Vec<Game>> = BTreeMap::new();
    for (mut game, play) in games {
        let events = game.play(play).expect("a listed play");
        let seen = format!("{:?}", events.iter().map(Event::for_hunters).collect::<Vec<_>>());
        groups.entry(seen).or_default().push(game);
    }
    groups.into_values().collect()
}

fn hunters_force(games: &[Game], turns: u8) -> bool {
    let actions = games[0].hunters_view().actions();
    actions.into_iter().any(|action| {
        let after = apart(games.iter().map(|game| (game.clone(), Play::from(action))));
        after.iter().all(|group| match group[0].turn() {
            Turn::Over => group.iter().all(|game| won_by(game.outcome(), Side::Hunters)),
            Turn::Hunters => hunters_force(group, turns),
            _ => turns > 1 && he_is_lost(group, turns - 1),
        })
    })
}

fn he_is_lost(games: &[Game], turns: u8) -> bool {
    let plays = games.iter().flat_map(|game| {
        let actions = game.position().actions(game.rules());
        actions.into_iter().map(|action| (game.clone(), Play::from(action)))
    });
    apart(plays).iter().all(|group| match group[0].turn() {
        Turn::Over => group.iter().all(|game| won_by(game.outcome(), Side::Hunters)),
        Turn::Hunters => hunters_force(group, turns),
        _ => he_is_lost(group, turns),
    })
}

/// A game for every station where he can be.
fn assumed(game: &Game, possible: &StationSet) -> Vec<Game> {
    let rules = game.rules();
    let of = |at| {
        let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
        let setup = Setup { state: game.position().public().state(rules), secret };
        Game::new(Arc::clone(rules), setup).expect("he can be there")
    };
    possible.iter().map(of).collect()
}

#[test]
fn nets_close_where_brute_force_says_so() {
    let board = small_board::board(RINGS);
    let mut found = [0, 0];
    for (edition, detectives, deepest, tries) in [
        ("classic", 3, 2, 400),
        ("study", 5, 2, 40),
        ("modern", 2, 1, 100),
        ("modern", 3, 1, 100),
        ("compact", 3, 2, 150),
        ("holmes-original", 3, 1, 100),
    ] {
        let rules = rules(&board, edition, detectives);
        let mut rng = Rng::new(7);
        for _ in 0..tries {
            let Some(game) = moment(&rules, &mut rng, Phase::Hunters) else { continue };
            let mut possible = Belief::of(&game.hunters_view()).possible();
            // Fewer stations make a net likelier; which ones are held possible is free to choose.
            while possible.len() > 3 {
                possible.remove(possible.nth(rng.below(possible.len())).expect("in the set"));
            }
            let games = assumed(&game, &possible);
            for turns in 1..=deepest {
                let expected = hunters_force(&games, turns);
                let public = game.position().public();
                let line =
                    force(&rules, public, possible, turns, Limit::default()).expect("a small board");
                assert_eq!(
                    line.is_some(),
                    expected,
                    "{edition}, {turns} turns, {possible:?}, {public:?}"
                );
                found[usize::from(expected)] += 1;
            }
        }
    }
    assert!(found[0] > 30 && found[1] > 30, "closed and open nets: {found:?}");
}

/// Whether nobody can catch him within so many turns, everything known.
fn safe(
    rules: &Rules,
    position: &Position,
    turns: u8,
    known: &mut HashMap<(Position, u8), bool>,
) -> bool {
    if let Some(&safe) = known.get(&(*position, turns)) {
        return safe;
    }
    let after = |play: Play| {
        let mut next = *position;
        next.play(rules, play).expect("a listed play");
        let passed =
            position.turn() == Turn::Hunters && !matches!(next.turn(), Turn::Hunters | Turn::Over);
        (next, turns - u8::from(passed))
    };
    let actions = || position.actions(rules).into_iter().map(Play::from);
    let is_safe = match position.turn() {
        Turn::Over => won_by(position.outcome(), Side::Fugitive),
        _ if turns == 0 => true,
        Turn::Fugitive => actions().map(after).any(|(next, turns)| safe(rules, &next, turns, known)),
        Turn::Hunters => actions().map(after).all(|(next, turns)| safe(rules, &next, turns, known)),
        Turn::Chance => {
            let draws = position.draws(rules).into_iter().map(Play::from);
            draws.map(after).all(|(next, turns)| safe(rules, &next, turns, known))
        }
    };
    known.insert((*position, turns), is_safe);
    is_safe
}

#[test]
fn ways_out_are_those_of_brute_force() {
    let board = small_board::board(RINGS);
    let mut found = [0, 0];
    for (edition, detectives, tries) in [
        ("classic", 3, 100),
        ("study", 5, 25),
        ("modern", 3, 40),
        ("modern", 2, 40),
        ("compact", 3, 100),
        ("holmes", 2, 15),
        ("holmes", 3, 15),
    ] {
        let rules = rules(&board, edition, detectives);
        let mut rng = Rng::new(11);
        for _ in 0..tries {
            let Some(game) = moment(&rules, &mut rng, Phase::Fugitive) else { continue };
            for turns in 1..=2 {
                let mut known = HashMap::new();
                let all =
                    courses(&rules, game.position(), turns, Limit::default()).expect("a small board");
                assert!(!all.is_empty());
                for course in all {
                    let mut after = *game.position();
                    course
                        .actions
                        .iter()
                        .for_each(|&action| after.play(&rules, action.into()).expect("listed"));
                    let expected = safe(&rules, &after, turns, &mut known);
                    let public = game.position().public();
                    assert_eq!(
                        course.safe, expected,
                        "{edition}, {turns} turns, {course:?}, {public:?}"
                    );
                    found[usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(found[0] > 100 && found[1] > 100, "caught and safe: {found:?}");
}
