//! The puzzles that come with the program: each is solved anew; what was changed is refused.

use std::collections::{BTreeMap, BTreeSet};

use fogbound_engine::Belief;
use fogbound_puzzles::{
    Answer, COMMITTED, Judged, Kind, LEVELS, Limit, Puzzle, PuzzleError, Rating, TRIES, Verdict,
    find_alike, of_day, parse, write,
};
use fogbound_rules::{
    Action, Event, Game, Library, Position, PublicEvent, Record, Rules, SecretSetup, Setup, Station,
    StationSet, Turn,
};

fn committed() -> Vec<Puzzle> {
    let library = Library::default();
    let read = |(name, text): (&str, &str)| {
        parse(text, &library).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    COMMITTED.into_iter().flat_map(read).collect()
}

/// What a browser checks while somebody waits: a second at most.
const LIMIT: Limit = Limit::new(500_000);

#[test]
fn every_puzzle_is_solved_anew() {
    for puzzle in committed() {
        puzzle.check(LIMIT).unwrap_or_else(|error| panic!("{}: {error}\n{puzzle}", puzzle.id()));
        assert_eq!(puzzle.judge(puzzle.answer()), Ok(Verdict::Right), "{}", puzzle.id());
    }
}

#[test]
fn there_are_enough_and_no_two_are_alike() {
    let puzzles = committed();
    assert!(puzzles.len() >= 600, "{} puzzles", puzzles.len());
    let mut editions: BTreeMap<Kind, BTreeSet<String>> = BTreeMap::new();
    for puzzle in &puzzles {
        editions.entry(puzzle.kind()).or_default().insert(puzzle.rules().edition().id.clone());
    }
    for kind in Kind::ALL {
        assert!(editions[&kind].len() >= 4, "{kind:?}: {:?}", editions[&kind]);
    }
    let ids: BTreeSet<&str> = puzzles.iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), puzzles.len());
    let alike = find_alike(&puzzles).map(|(a, b)| (puzzles[a].id(), puzzles[b].id()));
    assert_eq!(alike, None);
    // One that is there twice would be found.
    let twice = [puzzles[0].clone(), puzzles[1].clone(), puzzles[0].clone()];
    assert_eq!(find_alike(&twice), Some((0, 2)));
}

/// First ratings tell puzzles apart: hardly two of a kind have the same, and they are spread over the whole scale.
#[test]
fn first_ratings_are_spread() {
    let puzzles = committed();
    for kind in Kind::ALL {
        let of_kind = puzzles.iter().filter(|puzzle| puzzle.kind() == kind);
        let mut ratings: Vec<f64> = of_kind.map(|puzzle| puzzle.rating().rating).collect();
        ratings.sort_by(f64::total_cmp);
        let at = |share: f64| ratings[((ratings.len() - 1) as f64 * share) as usize];
        let most = ratings.chunk_by(|a, b| a == b).map(<[f64]>::len).max().unwrap_or(0);
        assert!(most * 20 <= ratings.len(), "{kind:?}: {most} of {} have one rating", ratings.len());
        assert!(at(0.9) - at(0.1) > 600.0, "{kind:?}: from {} to {}", at(0.1), at(0.9));
        assert!(at(0.5) > 1000.0 && at(0.5) < 1600.0, "{kind:?}: {}", at(0.5));
    }
    assert!(puzzles.iter().all(|puzzle| puzzle.rating().deviation >= 100.0));
}

/// How many of these puzzles a level solves, in tries that no rating comes from.
fn solved(puzzles: &[&Puzzle], level: u8) -> usize {
    let tries = puzzles.iter().flat_map(|puzzle| (TRIES..TRIES + 4).map(move |number| (puzzle, number)));
    tries.filter(|(puzzle, number)| puzzle.is_solved_by(level, *number) == Ok(true)).count()
}

#[test]
fn stronger_levels_solve_more_and_what_is_rated_higher_is_solved_less() {
    let puzzles = committed();
    for kind in Kind::ALL {
        let mut of_kind: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.kind() == kind).collect();
        of_kind.sort_by(|a, b| a.rating().rating.total_cmp(&b.rating().rating));
        let some: Vec<&Puzzle> = of_kind.iter().step_by(of_kind.len() / 32).copied().collect();
        let by_level: Vec<usize> = (1..=LEVELS).map(|level| solved(&some, level)).collect();
        println!("{kind:?}: {by_level:?} of {}", 4 * some.len());
        // Those who find all but the hardest are about equal, and chance does the rest.
        for (level, pair) in by_level.windows(3).enumerate() {
            assert!(pair[2] + some.len() / 4 > pair[0], "{kind:?}: {by_level:?} at {}", level + 1);
        }
        assert!(by_level[7] > by_level[0] + some.len(), "{kind:?}: {by_level:?}");
        let third = of_kind.len() / 3;
        let thirds: Vec<usize> = of_kind
            .chunks(third)
            .take(3)
            .map(|third| solved(&third.iter().step_by(2).copied().collect::<Vec<_>>(), 4))
            .collect();
        println!("{kind:?} by thirds: {thirds:?} of {}", 2 * third);
        assert!(thirds[0] > thirds[1] && thirds[1] > thirds[2], "{kind:?}: {thirds:?}");
    }
}

#[test]
fn the_files_are_those_of_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let names =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<String> = names.map(|name| name.into_string().expect("a name")).collect();
    assert_eq!(names, COMMITTED.iter().map(|(name, _)| name.to_string()).collect());
}

#[test]
fn what_is_written_is_read() {
    let puzzles: Vec<Puzzle> = committed().into_iter().step_by(20).collect();
    let again = parse(&write(&puzzles), &Library::default()).expect("puzzles");
    assert_eq!(write(&again), write(&puzzles));
}

/// The puzzle with some tags changed; its name is mended, as a forger would.
fn forged(puzzle: &Puzzle, tags: &[(&str, &str)]) -> Result<Puzzle, PuzzleError> {
    let mut record = puzzle.record().clone();
    tags.iter().for_each(|(tag, value)| record.set_tag(tag, value));
    match Puzzle::read(record.clone(), &Library::default()) {
        Err(PuzzleError::Name { found, .. }) => {
            record.set_tag("Id", &found);
            Puzzle::read(record, &Library::default())
        }
        other => other,
    }
}

fn refused(puzzle: &Puzzle, tags: &[(&str, &str)]) -> PuzzleError {
    let checked = forged(puzzle, tags).and_then(|forged| forged.check(LIMIT));
    checked.expect_err(&format!("{} with {tags:?}\n{puzzle}", puzzle.id()))
}

#[test]
fn a_changed_answer_is_refused() {
    let mut tried = BTreeMap::new();
    for puzzle in committed().iter().step_by(3) {
        *tried.entry(puzzle.kind()).or_insert(0) += 1;
        match puzzle.answer() {
            Answer::Stations(set) => {
                let mut more = *set;
                let free = puzzle.rules().board().stations().difference(set);
                more.insert(free.iter().next().expect("a station"));
                let more = Answer::Stations(more).to_string();
                assert!(matches!(refused(puzzle, &[("Answer", &more)]), PuzzleError::Answer { .. }));
                let mut fewer = *set;
                fewer.remove(set.iter().next().expect("a station"));
                let fewer = Answer::Stations(fewer).to_string();
                let error = refused(puzzle, &[("Answer", &fewer)]);
                assert!(
                    matches!(error, PuzzleError::Answer { .. } | PuzzleError::Tag { .. }),
                    "{error}"
                );
            }
            Answer::Line(line) => {
                let short = fogbound_puzzles::words(&line[..line.len() - 1]);
                let error = refused(puzzle, &[("Answer", &short)]);
                assert!(matches!(error, PuzzleError::Unfinished | PuzzleError::Tag { .. }), "{error}");
                if let Some(wrong) = other_end(puzzle) {
                    let wrong = fogbound_puzzles::words(&wrong);
                    assert!(matches!(refused(puzzle, &[("Answer", &wrong)]), PuzzleError::Line(_)));
                }
            }
            right => {
                for wrong in
                    ["to 1", "black", "double"].into_iter().filter(|text| *text != right.to_string())
                {
                    assert!(matches!(refused(puzzle, &[("Answer", wrong)]), PuzzleError::Answer { .. }));
                }
            }
        }
    }
    assert!(Kind::ALL.iter().all(|kind| tried[kind] > 20), "{tried:?}");
}

/// A first turn that lets him escape: a decision that is judged wrong, after those that are right.
fn other_end(puzzle: &Puzzle) -> Option<Vec<Action>> {
    let mut line = Vec::new();
    let mut attempt = puzzle.attempt()?;
    loop {
        let mut actions = Vec::new();
        attempt.public().for_each_hunters_action(puzzle.rules(), &mut |action| actions.push(action));
        let mut right = None;
        for action in actions {
            let mut next = attempt.clone();
            match next.play(action).expect("a puzzle of ours") {
                Judged::Wrong(_) => {
                    line.push(action);
                    return Some(line);
                }
                Judged::Right => right = Some((action, next)),
                _ => {}
            }
        }
        let (action, next) = right?;
        line.push(action);
        attempt = next;
    }
}

#[test]
fn a_puzzle_that_claims_too_much_or_too_little_is_refused() {
    let (mut several, mut sooner, mut escapes) = (0, 0, 0);
    for puzzle in committed() {
        match (puzzle.kind(), puzzle.turns()) {
            // After one turn of the hunters there are more ways out than after two.
            (Kind::Slip, 2) => match refused(&puzzle, &[("Puzzle", "slip 1")]) {
                PuzzleError::Several(_) => several += 1,
                error => panic!("{}: {error}", puzzle.id()),
            },
            (Kind::Close, 1) => match refused(&puzzle, &[("Puzzle", "close 2")]) {
                PuzzleError::Sooner => sooner += 1,
                error => panic!("{}: {error}", puzzle.id()),
            },
            (Kind::Close, 2) => match refused(&puzzle, &[("Puzzle", "close 1")]) {
                PuzzleError::Escapes => escapes += 1,
                error => panic!("{}: {error}", puzzle.id()),
            },
            _ => {}
        }
    }
    assert!(several > 5 && sooner > 0 && escapes > 50, "{several} {sooner} {escapes}");
}

#[test]
fn other_tags_and_moments_are_refused() {
    let puzzles = committed();
    let first = |kind| puzzles.iter().find(|puzzle| puzzle.kind() == kind).expect("one of each kind");
    for kind in Kind::ALL {
        let puzzle = first(kind);
        for tag in ["Puzzle", "Answer", "Themes", "Rating"] {
            assert!(matches!(refused(puzzle, &[(tag, "nonsense")]), PuzzleError::Tag { .. }), "{tag}");
        }
        assert!(matches!(refused(puzzle, &[("Themes", "crime corner")]), PuzzleError::Themes { .. }));
        let mut record = puzzle.record().clone();
        record.set_tag("Id", "0000000000");
        let error = Puzzle::read(record, &Library::default()).expect_err("another name");
        assert!(matches!(error, PuzzleError::Name { .. }));
    }
    let error = refused(first(Kind::Close), &[("Puzzle", "slip 1"), ("Answer", "black")]);
    assert!(matches!(error, PuzzleError::Moment(_)), "{error}");
    let bare = Record::parse(&first(Kind::Where).record().to_string().replace("[Puzzle ", "[Riddle "))
        .expect("a record");
    assert!(matches!(
        Puzzle::read(bare, &Library::default()),
        Err(PuzzleError::Tag { tag: "Puzzle", .. })
    ));
}

/// Where he can be, by playing every secret through the rules: a set of positions that hunters cannot tell
/// apart. For rules without a case.
fn played(rules: &std::sync::Arc<Rules>, events: &[PublicEvent]) -> StationSet {
    let mut belief = Belief::new(rules);
    let PublicEvent::SetUp { state } = &events[0] else { panic!("a set-up") };
    let public = fogbound_rules::Public::new(rules, state).expect("a set-up");
    belief.observe(&events[0], &public);
    let begin = |at: Station| {
        let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
        Game::new(rules.clone(), Setup { state: state.clone(), secret })
            .ok()
            .map(|game| *game.position())
    };
    let mut positions: BTreeMap<u8, Position> = BTreeMap::new();
    positions.extend(belief.possible().iter().filter_map(|at| Some((at.number(), begin(at)?))));
    for event in &events[1..] {
        let mut next = BTreeMap::new();
        for position in positions.values() {
            for action in position.actions(rules) {
                // What would have been seen of it, by the events of a game that begins here.
                let Some(at) = position.fugitive() else { continue };
                let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
                let setup = Setup { state: position.public().state(rules), secret };
                let mut game = Game::new(rules.clone(), setup).expect("a moment");
                let seen = game.play(action.into()).expect("a listed play");
                if seen.len() == 1 && seen.iter().map(Event::for_hunters).eq([event]) {
                    next.insert(
                        game.position().fugitive().expect("he has begun").number(),
                        *game.position(),
                    );
                }
            }
        }
        positions = next;
    }
    positions.keys().filter_map(|&byte| Station::new(byte)).collect()
}

#[test]
fn where_he_is_agrees_with_playing_every_secret() {
    let mut compared = 0;
    for puzzle in committed().iter().filter(|puzzle| puzzle.kind() == Kind::Where).step_by(4) {
        let view = puzzle.view();
        if puzzle.rules().has_case() {
            continue; // the tests of belief play crimes and answers through
        }
        assert_eq!(
            Answer::Stations(played(puzzle.rules(), view.events())),
            *puzzle.answer(),
            "{}",
            puzzle.id()
        );
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_line_of_ones_own_is_followed_to_the_capture() {
    let mut to_the_end = 0;
    for puzzle in committed().iter().filter(|puzzle| puzzle.turns() == 2).step_by(5) {
        let Some(mut attempt) = puzzle.attempt() else { continue };
        // Any decision that is not wrong is right, to the very end.
        'play: loop {
            let mut actions = Vec::new();
            attempt.public().for_each_hunters_action(puzzle.rules(), &mut |action| actions.push(action));
            for action in actions.into_iter().rev() {
                let mut next = attempt.clone();
                match next.play(action).expect("a puzzle of ours") {
                    Judged::Caught => {
                        to_the_end += 1;
                        break 'play;
                    }
                    Judged::Right | Judged::Replied(_) => {
                        attempt = next;
                        continue 'play;
                    }
                    Judged::Wrong(_) => {}
                    Judged::Impossible => panic!("it was listed"),
                }
            }
            panic!("{}: nothing is right", puzzle.id());
        }
    }
    assert!(to_the_end > 10, "{to_the_end}");
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_all_and_none_comes_twice() {
    let puzzles = committed();
    let ids: Vec<&str> = puzzles.iter().map(Puzzle::id).collect();
    let mut turned = ids.clone();
    turned.reverse();
    let mut seen = BTreeSet::new();
    let length = ids.len() as u32;
    for day in 7 * length..8 * length {
        let id = ids[of_day(&ids, day).expect("a puzzle")];
        assert_eq!(
            id,
            turned[of_day(&turned, day).expect("a puzzle")],
            "whatever the order of the files is"
        );
        assert!(seen.insert(id), "{id} comes twice");
    }
    let first = |day| of_day(&ids, day).expect("a puzzle");
    assert!((0..20).any(|day| first(day) != first(day + length)), "each cycle has an order of its own");
}

#[test]
fn a_rating_follows_tries() {
    let (solver, puzzle) = (Rating::default(), Rating { rating: 1700.0, ..Rating::default() });
    let (better, easier) = Rating::after_try(solver, puzzle, true);
    let (worse, harder) = Rating::after_try(solver, puzzle, false);
    assert!(better.rating > solver.rating && easier.rating < puzzle.rating);
    assert!(worse.rating < solver.rating && harder.rating > puzzle.rating);
    assert!(
        better.rating - solver.rating > solver.rating - worse.rating,
        "to solve what is hard counts more"
    );
}

#[test]
fn slips_are_for_his_own_turn() {
    for puzzle in committed().iter().filter(|puzzle| puzzle.kind() == Kind::Slip) {
        assert_eq!(puzzle.game().map(Game::turn), Some(Turn::Fugitive));
        assert!(!puzzle.record().is_public());
    }
    for puzzle in committed().iter().filter(|puzzle| puzzle.kind() != Kind::Slip) {
        assert!(puzzle.game().is_none(), "nothing but what everybody knows");
    }
}
