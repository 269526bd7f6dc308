//! Records that older programs wrote (`tests/old_records`): each opens, checks, converts, and is
//! played on as it was then.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fogbound_rules::{
    Board, Edition, Game, Outcome, Proof, Record, RecordVersion, Replay, Rng, Rules, random_play,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old_records")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The name and the text of each file of the text form.
fn texts() -> Vec<(String, String)> {
    let files = fs::read_dir(folder()).expect("the folder of old records");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".fog")).collect();
    names.sort();
    assert!(names.len() > 100, "{} files", names.len());
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// Every record with the name of its file.
fn records() -> Vec<(String, Record)> {
    let all = texts().into_iter().flat_map(|(name, text)| {
        let records = Record::parse_all(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        records.into_iter().map(move |record| (name.clone(), record))
    });
    all.collect()
}

/// The rules that a record names: of an edition of ours, or of one whose file stands beside it.
fn rules(record: &Record) -> Arc<Rules> {
    let id = record.tag("Edition").expect("an edition");
    let edition = Edition::builtin(id)
        .unwrap_or_else(|| Arc::new(Edition::parse(&read(&format!("{id}.toml"))).expect("an edition")));
    let board = Board::builtin(record.tag("Board").expect("a board")).expect("a board of ours");
    Arc::new(record.rules(edition, board).unwrap_or_else(|error| panic!("{id}: {error}")))
}

fn replay(name: &str, record: &Record) -> Replay {
    record.replay(&rules(record)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The games of all whole records, with their records.
fn games() -> Vec<(String, Record, Game)> {
    let whole = |(name, record): (String, Record)| match replay(&name, &record) {
        Replay::Whole(game) => Some((name, record, *game)),
        Replay::Public(_) => None,
    };
    records().into_iter().filter_map(whole).collect()
}

/// The tags that the rules crate writes itself.
const TAGS: [&str; 6] = ["Fogbound", "Edition", "Board", "Options", "Detectives", "Result"];

/// The record of a game with the proofs that another one has.
fn written(game: &Game, proofs: &[Proof]) -> Record {
    let mut record = Record::whole(game).expect("a dealt game");
    if !proofs.is_empty() {
        record.set_proofs(proofs.to_vec());
    }
    record
}

#[test]
fn every_old_record_replays_to_the_result_that_it_states() {
    for (name, record) in records() {
        assert!(record.version() <= RecordVersion::Proofs, "{name}");
        let view = replay(&name, &record).hunters_view();
        let over = view.public().outcome().is_some();
        assert_eq!(record.tag("Result") != Some("*"), over, "{name}");
        assert!(!record.is_public() || !over, "{name}");
    }
}

#[test]
fn there_is_one_of_every_edition_and_every_ending() {
    let mut editions = BTreeSet::new();
    let mut causes = BTreeSet::new();
    let (mut public, mut unfinished, mut proved) = (0, 0, 0);
    for (name, record) in records() {
        editions.insert(record.tag("Edition").expect("an edition").to_string());
        let outcome = replay(&name, &record).hunters_view().public().outcome();
        causes.extend(outcome.map(|outcome| match outcome {
            Outcome::Conceded { side } => format!("conceded by {side}"),
            outcome => outcome.cause().into(),
        }));
        public += usize::from(record.is_public());
        unfinished += usize::from(!record.is_public() && outcome.is_none());
        proved += usize::from(record.proofs().iter().any(|proof| proof.salt.is_some()));
    }
    assert!(Edition::builtins().iter().all(|edition| editions.contains(&edition.id)), "{editions:?}");
    let endings = "captured, conceded by fugitive, conceded by hunters, cornered, crimes, escaped, gave up, \
                   grounded, out of tickets, stranded";
    assert_eq!(causes.into_iter().collect::<Vec<_>>().join(", "), endings);
    assert!(public > 5 && unfinished > 4 && proved > 10, "{public} {unfinished} {proved}");
}

#[test]
fn what_was_read_is_written_again_letter_by_letter() {
    for (name, text) in texts() {
        let records = Record::parse_all(&text).expect("a record");
        let again = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(again, text, "{name}");
    }
}

#[test]
fn both_forms_are_turned_into_each_other_as_they_were() {
    let mut compared = 0;
    for (name, text) in texts() {
        let json = folder().join(name.replace(".fog", ".json"));
        let Ok(json) = fs::read_to_string(json) else { continue };
        let records = Record::parse_all(&text).expect("a record");
        assert_eq!(Record::parse_json(&json).expect("a record"), records, "{name}");
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let values: Vec<_> = records.iter().map(Record::to_json).collect();
        match &values[..] {
            [one] => assert_eq!(*one, value, "{name}"),
            many => assert_eq!(serde_json::json!(many), value, "{name}"),
        }
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn a_game_of_an_old_record_is_written_in_its_own_version() {
    for (name, record, game) in games() {
        let again = written(&game, record.proofs());
        for tag in TAGS {
            assert_eq!(again.tag(tag), record.tag(tag), "{name}: {tag}");
        }
        assert_eq!(again.deal(), record.deal(), "{name}");
        assert_eq!(again.items().collect::<Vec<_>>(), record.items().collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn proofs_that_were_published_are_made_again_move_by_move() {
    let mut made = 0;
    for (name, record, game) in games() {
        let mut played = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("a deal");
        for count in 0..=game.plays().len() {
            for proof in record.proofs().iter().filter(|proof| proof.plays == count) {
                // Of an open game that goes on nothing is hidden but the salts.
                let Some(salt) = proof.salt else { continue };
                assert_eq!(Proof::of(&written(&played, &[]), salt), *proof, "{name} after {count}");
                made += 1;
            }
            if let Some(&play) = game.plays().get(count) {
                played.play(play).expect("it was played before");
            }
        }
    }
    assert!(made > 100, "{made}");
}

#[test]
fn an_old_game_is_played_on_to_its_end_and_stays_what_it_was() {
    let mut rng = Rng::new(3);
    for (name, record, game) in games() {
        // From its beginning, and from where the record ends.
        for plays in [0, game.plays().len()] {
            let mut on = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("a deal");
            for &play in &game.plays()[..plays] {
                on.play(play).expect("it was played before");
            }
            let mut buffer = Vec::new();
            while let Some(play) = random_play(on.rules(), on.position(), &mut rng, &mut buffer) {
                on.play(play).expect("a listed step is legal");
            }
            assert_ne!(on.outcome(), Some(Outcome::Immobile), "{name}: that was no ending yet");
            let text = written(&on, &[]).to_string();
            let again = Record::parse(&text).expect("it can be read");
            assert_eq!(again.version(), RecordVersion::First, "{name}");
            assert_eq!(again.tag("Options"), record.tag("Options"), "{name}");
            again.replay(&rules(&again)).unwrap_or_else(|error| panic!("{name}: {error} in\n{text}"));
        }
    }
}

#[test]
fn r9_4_in_holmes_older_games_end_stranded() {
    for name in ["holmes-2-stranded.fog", "served-over-holmes-stranded.fog", "own-case-stranded.fog"] {
        let record = Record::parse(&read(name)).expect("a record");
        let then = rules(&record);
        assert!(then.options().to_string().contains("stranded_win=true"), "{name}");
        let Replay::Whole(game) = replay(name, &record) else { panic!("{name} is whole") };
        assert_eq!(game.outcome(), Some(Outcome::Stranded), "{name}");
    }
    let own = Record::parse(&read("own-options-escaped.fog")).expect("a record");
    assert!(rules(&own).options().is_empty(), "an edition's own default is not that of its base");
}

#[test]
fn r9_20_older_manhunts_without_a_move_are_told_as_giving_up() {
    for name in
        ["compact-3-gave-up.fog", "served-over-compact-without-a-move.fog", "own-manhunt-gave-up.fog"]
    {
        let record = Record::parse(&read(name)).expect("a record");
        assert!(record.items().all(|(_, item)| item.to_string() != "concede hunters"), "{name}");
        let Replay::Whole(game) = replay(name, &record) else { panic!("{name} is whole") };
        assert_eq!(game.outcome(), Some(Outcome::GaveUp), "{name}");
        // The same moves by the rules of today.
        let now = Arc::new((*rules(&record)).clone().written_in(RecordVersion::NEWEST));
        let mut today = Game::new(now, game.setup().clone()).expect("a deal");
        game.plays().iter().for_each(|&play| _ = today.play(play).expect("the same moves"));
        assert_eq!(today.outcome(), Some(Outcome::Immobile), "{name}");
        let score = |game: &Game| game.position().score(game.rules());
        assert_eq!(score(&today), score(&game), "{name}");
    }
}
