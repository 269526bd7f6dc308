//! The fuzz targets on mutated samples, bounded and repeatable.

mod common;
#[path = "fuzz/mutation.rs"]
mod mutation;
#[path = "fuzz/targets.rs"]
mod targets;

use mutation::{boards, files, run};

use fogbound_rules::{Record, Rng};

#[test]
fn records_never_panic() {
    let mut samples = Vec::new();
    for (index, rules) in common::variants().iter().enumerate().step_by(3) {
        let mut rng = Rng::for_game(8, index as u64);
        let mut cut = None;
        let game = common::random_game(rules, &mut rng, |game, rng| {
            if rng.below(10) == 0 {
                cut = Some(Record::of(game).expect("a dealt game").to_string());
            }
        });
        samples.push(Record::of(&game).expect("a dealt game").to_string().into_bytes());
        samples.push(Record::of(&game).expect("a dealt game").to_json().to_string().into_bytes());
        samples.extend(cut.map(String::into_bytes));
    }
    for example in [
        include_str!("../../../docs/examples/shuffled.fog"),
        include_str!("../../../docs/examples/varied.fog"),
    ] {
        samples.push(example.into());
        samples.push(Record::parse(example).expect("the example").to_json().to_string().into_bytes());
    }
    run(&samples, targets::record);
}

#[test]
fn boards_never_panic() {
    run(&boards(), targets::board);
}

#[test]
fn editions_never_panic() {
    run(&files("editions"), targets::edition);
}

#[test]
fn decisions_never_panic() {
    let mut samples = Vec::new();
    for (index, rules) in common::variants().iter().enumerate() {
        let mut rng = Rng::for_game(7, index as u64);
        let game = common::random_game(rules, &mut rng, |_, _| {});
        let lines: Vec<_> = game.plays().iter().map(ToString::to_string).collect();
        samples.push(format!("{}{}", char::from(index as u8), lines.join("\n")).into_bytes());
        let json = game.plays().iter().filter_map(|play| match play {
            fogbound_rules::Play::Action(action) => serde_json::to_string(action).ok(),
            fogbound_rules::Play::Draw(_) => None,
        });
        samples.push(
            format!("{}{}", char::from(index as u8), json.collect::<Vec<_>>().join("\n")).into_bytes(),
        );
    }
    run(&samples, targets::actions);
}
