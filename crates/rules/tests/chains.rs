//! Chains: a game that was shuffled from numbers is proved step by step, and nothing of it can be changed.

#![allow(missing_docs)]

mod common;

use std::sync::Arc;

use fogbound_rules::{
    Chain, Draw, Game, Hex, LinkKind, Phase, Play, Record, RecordVersion, Rng, Rules, Shuffle, Step,
    Turn, commitment, random_play,
};

const GAMES: [(&str, usize); 7] = [
    ("classic", 3),
    ("study", 5),
    ("modern", 3),
    ("beginner", 4),
    ("holmes-original", 3),
    ("holmes", 3),
    ("compact", 3),
];

/// A shuffle of the server and two people, of whom the second is left out.
fn shuffle(seed: u8) -> Shuffle {
    let number = |byte: u8| Hex([byte; 32]);
    let promised = [(1, commitment(number(1))), (3, commitment(number(3)))];
    let mut shuffle = Shuffle::new(number(seed), promised);
    shuffle.contributions[0].number = Some(number(1));
    shuffle
}

fn draws_so_far(game: &Game) -> usize {
    game.plays().iter().filter(|play| matches!(play, Play::Draw(_))).count()
}

/// Plays a step, and adds its link.
fn step(game: &mut Game, chain: &mut Chain, play: Play) -> Step {
    let before = *game.hunters_view().public();
    let event = game.play(play).expect("it is legal")[0].clone();
    let step = Step::of(&before, &event, play).expect("a step");
    chain.add(step, game);
    step
}

/// What is played next: by chance, but draws by the seed.
fn next(game: &Game, chain: &Chain, rng: &mut Rng) -> Option<Play> {
    if game.turn() == Turn::Chance {
        let seed = chain.shuffle.seed().expect("it is known");
        return Some(seed.draw(draws_so_far(game), &game.position().draws(game.rules())).into());
    }
    random_play(game.rules(), game.position(), rng, &mut vec![])
}

fn dealt(rules: &Arc<Rules>, seed: u8) -> (Game, Chain) {
    let shuffle = shuffle(seed);
    let setup = shuffle.seed().expect("it is known").deal(rules);
    let game = Game::new(rules.clone(), setup).expect("a legal deal");
    let chain = Chain::begin("abc".into(), 2, shuffle, &Record::whole(&game).expect("it was dealt"));
    (game, chain)
}

/// A whole game with its chain; some steps are taken back on the way.
fn played(rules: &Arc<Rules>, seed: u8) -> Record {
    let (mut game, mut chain) = dealt(rules, seed);
    let mut rng = Rng::new(seed.into());
    while let Some(play) = next(&game, &chain, &mut rng) {
        let before = game.clone();
        let step = step(&mut game, &mut chain, play);
        if matches!(play, Play::Action(_))
            && game.turn() != Turn::Chance
            && rng.below(9) == 0
            && game.outcome().is_none()
        {
            chain.undo(step);
            game = before;
        }
    }
    let mut record = Record::of(&game).expect("it was dealt");
    record.set_chain(chain);
    record
}

#[test]
fn a_game_of_each_edition_is_proved() {
    let (mut undone, mut draws) = (0, 0);
    for (edition, detectives) in GAMES {
        let rules = common::rules(edition, &[], detectives);
        for seed in 0..20 {
            let record = played(&rules, seed);
            record.replay(&rules).unwrap_or_else(|error| panic!("{edition} {seed}: {error}"));
            let text = record.to_string();
            assert_eq!(Record::parse(&text).expect("it can be read"), record);
            let json = record.to_json().to_string();
            assert_eq!(Record::parse_json(&json).expect("the JSON form"), [record]);
            undone += text.matches(" undo\n").count();
            draws += text.matches("; tile ").count();
        }
    }
    assert!(undone > 20 && draws > 5, "{undone} steps were taken back, {draws} tiles drawn");
}

/// A game that goes on elsewhere after some steps, with numbers of its own.
fn moved(rules: &Arc<Rules>, seed: u8, steps: usize) -> Option<Record> {
    let (mut game, mut chain) = dealt(rules, seed);
    let mut rng = Rng::new(seed.into());
    for _ in 0..steps {
        let play = next(&game, &chain, &mut rng)?;
        step(&mut game, &mut chain, play);
    }
    game.outcome().is_none().then_some(())?;
    let mut record = Record::whole(&game).expect("it was dealt");
    record.set_chain(chain);
    assert!(record.replay(rules).is_err(), "a game that stops is none that is over");
    let read = Record::parse(&record.to_string()).expect("it can be read");
    let mut game = read.replay_to_go_on(rules).expect("but it can be gone on with");
    let shuffle = Shuffle::new(Hex([seed + 100; 32]), []);
    let mut chain = Chain::go_on("def".into(), 1, shuffle, &read);
    while let Some(play) = next(&game, &chain, &mut rng) {
        step(&mut game, &mut chain, play);
    }
    let mut record = Record::of(&game).expect("it was dealt");
    record.set_chain(chain);
    Some(record)
}

#[test]
fn a_game_that_moved_is_proved_by_both_places() {
    let (mut games, mut draws) = (0, 0);
    for (edition, detectives) in GAMES {
        let rules = common::rules(edition, &[], detectives);
        for seed in 0..12 {
            let Some(record) = moved(&rules, seed, usize::from(seed) * 2) else { continue };
            record.replay(&rules).unwrap_or_else(|error| panic!("{edition} {seed}: {error}"));
            assert_eq!(record.version(), RecordVersion::Moved);
            let text = record.to_string();
            assert_eq!(Record::parse(&text).expect("it can be read"), record);
            assert_eq!(
                Record::parse_json(&record.to_json().to_string()).expect("JSON"),
                std::slice::from_ref(&record)
            );
            // Such lines are of this version only, and neither place can be left out.
            assert!(Record::parse(&text.replace("[Fogbound \"5\"]", "[Fogbound \"4\"]")).is_err());
            let without = |word: &str| {
                let lines = text.lines().filter(|line| !line.starts_with(word));
                lines.map(|line| format!("{line}\n")).collect::<String>()
            };
            for changed in [without("before "), without("moved "), without("head ")] {
                let read = Record::parse(&changed).ok();
                assert!(read.is_none_or(|record| record.replay(&rules).is_err()), "{changed}");
            }
            games += 1;
            draws += text.matches("; tile ").count();
        }
    }
    assert!(games > 40 && draws > 3, "{games} games, {draws} tiles");
}

/// It was written from the text of the protocol, by another program.
#[test]
fn the_example_of_a_game_that_moved_holds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/moved.fog");
    let text = std::fs::read_to_string(path).expect("an example");
    let record = Record::parse(&text).expect("it can be read");
    record.replay(&record.builtin_rules().expect("an edition of ours")).expect("both chains hold");
    assert_eq!(record.to_string(), text);
}

#[test]
fn a_record_that_claims_proofs_has_one_for_each_step() {
    let rules = common::rules("modern", &[], 3);
    let text = played(&rules, 1).to_string();
    let fault = |text: &str| {
        let record = Record::parse(text).expect("it can be read");
        record.replay(&rules).map(drop).expect_err("it is found").to_string()
    };
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("head ")).collect();
    for missing in [heads[0], heads[1], heads[heads.len() - 1]] {
        let reason = fault(&text.replace(&format!("{missing}\n"), ""));
        assert!(reason.contains("each needs one") || reason.contains("does not fit"), "{reason}");
    }
    // Without the server's number nothing is proved, and the game is over.
    let chain = text.lines().find(|line| line.starts_with("chain ")).expect("a chain");
    let (kept, _) = chain.rsplit_once(' ').expect("a number");
    assert!(fault(&text.replace(chain, &format!("{kept} ?"))).contains("not opened"));
    // A game that was cut short, with all its proofs up to there.
    let (mut game, mut chain) = dealt(&rules, 1);
    let mut rng = Rng::new(1);
    for _ in 0..5 {
        let play = next(&game, &chain, &mut rng).expect("it goes on");
        step(&mut game, &mut chain, play);
    }
    let mut short = Record::whole(&game).expect("it was dealt");
    short.set_chain(chain.clone());
    assert!(fault(&short.to_string()).contains("stop before the end"));
    chain.abandon();
    short.set_chain(chain.clone());
    short.replay(&rules).expect("but it may be abandoned");
    let mut public = Record::of(&game).expect("it was dealt");
    public.set_chain(chain.closed());
    assert!(fault(&public.to_string()).contains("not opened"));
}

#[test]
fn a_deal_or_a_draw_that_does_not_follow_from_the_numbers_is_found() {
    let rules = common::rules("compact", &[], 3);
    let (mut game, mut chain) = dealt(&rules, 4);
    let mut rng = Rng::new(4);
    while let Some(play) = next(&game, &chain, &mut rng) {
        let draws = game.position().draws(&rules);
        // The server draws what it likes, and proves that.
        let play = match play {
            Play::Draw(draw) => {
                Play::Draw(*draws.iter().find(|other| **other != draw).expect("another one"))
            }
            action => action,
        };
        step(&mut game, &mut chain, play);
    }
    let mut record = Record::of(&game).expect("it was dealt");
    record.set_chain(chain);
    let reason = record.replay(&rules).map(drop).expect_err("it is found").to_string();
    assert!(reason.contains("the draw is not the one"), "{reason}");
    record.replay_as_told(&rules).expect("it can be looked at");

    let rules = common::rules("modern", &[], 3);
    let game = Game::new(rules.clone(), shuffle(9).seed().expect("known").deal(&rules)).expect("a deal");
    let mut record = Record::whole(&game).expect("it was dealt");
    let mut chain = Chain::begin("abc".into(), 1, shuffle(8), &record);
    chain.abandon();
    record.set_chain(chain);
    let reason = record.replay(&rules).map(drop).expect_err("it is found").to_string();
    assert!(reason.contains("the deal is not the one"), "{reason}");
}

/// A balloon tile that was turned and taken back is the next one again, whatever happened in between.
#[test]
fn a_tile_that_was_taken_back_stays_the_next_one() {
    let rules = common::rules("holmes", &[], 3);
    let mut found = 0;
    for seed in 0..60 {
        let (mut game, mut chain) = dealt(&rules, seed);
        let mut rng = Rng::new(seed.into());
        while let Some(play) = next(&game, &chain, &mut rng) {
            let waits = game.clone();
            let step = step(&mut game, &mut chain, play);
            if let Play::Draw(draw @ Draw::Tile { .. }) = play
                && waits.position().public().phase() == Phase::BalloonDraw
            {
                let (back, mut chain) = (waits.clone(), chain.clone());
                chain.undo(step);
                assert_eq!(next(&back, &chain, &mut Rng::new(99)), Some(draw.into()));
                // The one after it is drawn anew, from the same pile.
                found += 1;
            }
        }
        let kinds: Vec<LinkKind> = chain.links.iter().map(|link| link.kind).collect();
        assert!(kinds.iter().all(|kind| *kind == LinkKind::Standing));
    }
    assert!(found > 3, "{found}");
}
