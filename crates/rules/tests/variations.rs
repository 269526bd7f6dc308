//! Records with variations: how a game was played anew.

use std::sync::Arc;

use fogbound_rules::{Game, Record, RecordVersion, Rng, Rules, random_game, random_play};

fn rules(edition: &str, detectives: usize) -> Arc<Rules> {
    Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"))
}

/// The first steps of a game, and then others.
fn branch(game: &Game, plays: usize, seed: u64) -> Game {
    let rules = game.rules();
    let mut other = Game::new(Arc::clone(rules), game.setup().clone()).expect("a deal");
    for &play in &game.plays()[..plays] {
        other.play(play).expect("it was played so");
    }
    let (mut rng, mut buffer) = (Rng::new(seed), vec![]);
    while let Some(play) = random_play(rules, other.position(), &mut rng, &mut buffer) {
        other.play(play).expect("legal");
    }
    other
}

fn varied(edition: &str, detectives: usize, seed: u64) -> (Game, Vec<Game>, Record) {
    let game = random_game(&rules(edition, detectives), &mut Rng::new(seed));
    let steps = game.plays().len();
    let branches = [steps / 4, steps / 2, steps - 1].map(|plays| branch(&game, plays, seed + 50));
    let mut record = Record::whole(&game).expect("a record");
    let mut taken = vec![];
    for branch in branches {
        if record.add_variation(&game, &branch).is_ok() {
            taken.push(branch);
        }
    }
    assert!(!taken.is_empty(), "{edition}");
    (game, taken, record)
}

#[test]
fn variations_come_back_as_they_were_in_text_and_json() {
    for (edition, detectives) in
        [("classic", 4), ("modern", 3), ("study", 5), ("holmes", 3), ("compact", 3), ("beginner", 3)]
    {
        for seed in 1..=3 {
            let (game, branches, record) = varied(edition, detectives, seed);
            assert_eq!(record.version(), RecordVersion::Variations);
            let text = record.to_string();
            let read = Record::parse(&text).expect("a record");
            assert_eq!((&read, read.to_string()), (&record, text), "{edition}");
            let json = Record::parse_json(&record.to_json().to_string()).expect("JSON");
            assert_eq!(json, std::slice::from_ref(&record), "{edition}");
            let fugitive_replay = read.replay(game.rules()).expect("it can be played");
            assert_eq!(fugitive_replay.hunters_view(), game.hunters_view());
            for (variation, branch) in read.variations().iter().zip(&branches) {
                let again = read.replay_variation(game.rules(), variation).expect("it can be played");
                assert_eq!(again.plays(), branch.plays(), "{edition}, seed {seed}");
                assert_eq!(variation.result(), Record::result(branch));
            }
        }
    }
}

#[test]
fn a_record_without_variations_is_written_as_before() {
    let game = random_game(&rules("modern", 3), &mut Rng::new(1));
    let record = Record::whole(&game).expect("a record");
    assert_eq!(record.version(), RecordVersion::NEWEST);
    assert!(!record.to_string().contains("variation") && record.to_json().get("variations").is_none());
    // A game that is gone on with from a record of a later version is written as any other.
    let (varied, _, record) = varied("modern", 3, 1);
    let rules = record.builtin_rules().expect("rules");
    assert_eq!(rules.record_version(), RecordVersion::Variations);
    let again = branch(&Game::new(rules, varied.setup().clone()).expect("a deal"), 0, 1);
    assert_eq!(Record::whole(&again).expect("a record").version(), RecordVersion::NEWEST);
}

#[test]
fn what_is_no_variation_is_refused() {
    let (game, branches, mut record) = varied("modern", 3, 1);
    let rules = game.rules();
    assert!(record.add_variation(&game, &game).is_err(), "nothing else is played");
    let other = random_game(rules, &mut Rng::new(2));
    assert!(record.add_variation(&game, &other).is_err(), "it was dealt otherwise");
    let mut full = Record::whole(&game).expect("a record");
    for _ in 0..32 {
        full.add_variation(&game, &branches[0]).expect("there is room");
    }
    assert!(full.add_variation(&game, &branches[0]).is_err());
    let too_many = format!("{full}variation 1 *\n");
    assert!(Record::parse(&too_many).unwrap_err().to_string().contains("at most 32"));

    let text = record.to_string();
    let at = text.find("variation ").expect("one");
    let line = text[at..].lines().next().expect("a line");
    let rest = &text[at + line.len()..];
    let replaced = |with: &str| format!("{}{with}{rest}", &text[..at]);
    for (with, words) in [
        (line.replacen("variation ", "variation 9999", 1), "after step"),
        (line.replace(": ", ": never "), "says"),
    ] {
        let read = Record::parse(&replaced(&with)).expect("it can be read");
        let error = read.replay(rules).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(words), "{with}: {error}");
    }
    for wrong in ["variation", "variation x *", "variation 3", "variation 3 "] {
        let text = replaced(wrong);
        assert!(Record::parse(&text).is_err(), "{wrong}");
    }
    let old = text.replacen("\"6\"", "\"5\"", 1);
    assert!(Record::parse(&old).unwrap_err().to_string().contains("no variations"));
    let proof = format!("{text}chain x 1 y z\n");
    assert!(Record::parse(&proof).unwrap_err().to_string().contains("after the proofs"));
    // A game that goes on has none.
    let mut running = Game::new(Arc::clone(rules), game.setup().clone()).expect("a deal");
    game.plays()[..4].iter().for_each(|&play| {
        running.play(play).expect("it was played so");
    });
    let running = Record::whole(&running).expect("a record").to_string();
    let running = format!("{}variation 1 *\n", running.replacen("\"4\"", "\"6\"", 1));
    let read = Record::parse(&running).expect("it can be read");
    assert!(read.replay(rules).map(|_| ()).unwrap_err().to_string().contains("that is over"));
}
