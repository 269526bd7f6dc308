//! What each fuzz target does with the bytes that it is given: nothing may panic, and what is
//! accepted must be sound. `tests/fuzz.rs` runs them on mutated samples, `fuzz/` under libFuzzer.

#![allow(dead_code, missing_docs, unreachable_pub)]

use std::sync::Arc;

use fogbound_rules::{
    Action, Board, Edition, Game, Options, Play, Position, Record, RecordVersion, Replay, Rng, Rules,
    Setup, random_play,
};

/// Records in text and in JSON.
pub fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for records in [Record::parse_all(&text), Record::parse_json(&text)].into_iter().flatten() {
        for record in records {
            let again =
                Record::parse(&record.to_string()).expect("what was read can be written and read");
            assert_eq!(again, record);
            replay(&record);
        }
    }
}

fn replay(record: &Record) {
    let Ok(rules) = record.builtin_rules() else { return };
    let Ok(Replay::Whole(game)) = record.replay(&rules) else { return };
    let again = Record::whole(&game).expect("a game that was recorded has a record");
    // Proofs raise it, and so do those of a game that moved, and variations: the game itself has none of these.
    let usual = |version: RecordVersion| version.clamp(RecordVersion::Proofs, RecordVersion::NEWEST);
    assert_eq!(usual(again.version()), usual(record.version()));
    let rules = again.builtin_rules().expect("what was played can be played again");
    assert_eq!(rules.all_options(), game.rules().all_options());
}

/// Board files; an accepted board can be played on.
pub fn board(data: &[u8]) {
    let Ok(board) = Board::parse(&String::from_utf8_lossy(data)) else { return };
    let board = Arc::new(board);
    for edition in Edition::builtins() {
        for &detectives in &edition.pieces.detectives {
            let rules =
                Rules::new(edition.clone(), board.clone(), Options::default(), detectives.into());
            if let Ok(rules) = rules {
                play_on(rules, u64::from(detectives));
            }
        }
    }
}

/// Edition files; an accepted edition can be played.
pub fn edition(data: &[u8]) {
    let Ok(edition) = Edition::parse(&String::from_utf8_lossy(data)) else { return };
    let edition = Arc::new(edition);
    let Some(board) = Board::builtin(&edition.board) else { return };
    for &detectives in &edition.pieces.detectives {
        let rules = Rules::new(edition.clone(), board.clone(), Options::default(), detectives.into());
        if let Ok(rules) = rules {
            play_on(rules, data.len() as u64);
        }
    }
}

fn play_on(rules: Rules, seed: u64) {
    let rules = Arc::new(rules);
    let mut rng = Rng::new(seed);
    let Ok(mut game) = Game::new(rules.clone(), Setup::deal(&rules, |n| rng.below(n))) else { return };
    let mut buffer = Vec::new();
    let mut steps = 0;
    while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) {
        game.play(play).expect("a listed step is legal");
        steps += 1;
        assert!(steps < 3000, "a game must end");
    }
    assert_eq!(game.hunters_view().public(), game.position().public());
    let record = Record::of(&game).expect("a dealt game").to_string();
    let again = Record::parse(&record).and_then(|record| record.replay(&rules));
    assert!(again.is_ok(), "{:?} in\n{record}", again.err());
}

/// Decisions in text and in JSON against a game: each is played or refused.
pub fn actions(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let editions = Edition::builtins();
    let edition = &editions[head as usize % editions.len()];
    let detectives = edition.pieces.detectives[0].into();
    let Ok(rules) = Rules::builtin(&edition.id, &[], detectives) else { return };
    let mut rng = Rng::new(head.into());
    let setup = Setup::deal(&rules, |n| rng.below(n));
    let Ok(mut position) = Position::new(&rules, &setup) else { return };
    for line in String::from_utf8_lossy(rest).lines().take(200) {
        let action = line.parse::<Action>().ok().or_else(|| serde_json::from_str(line).ok());
        let before = position;
        match action.map(|action| position.play(&rules, action.into())) {
            Some(Ok(())) => assert_ne!(before, position),
            Some(Err(_)) => assert_eq!(before, position),
            None => step(&rules, &mut position, &mut rng),
        }
    }
}

/// A line that is no decision lets the game go on by itself, so that later ones meet new positions.
fn step(rules: &Rules, position: &mut Position, rng: &mut Rng) {
    let play: Option<Play> = random_play(rules, position, rng, &mut Vec::new());
    if let Some(play) = play {
        position.play(rules, play).expect("a listed step is legal");
    }
}
