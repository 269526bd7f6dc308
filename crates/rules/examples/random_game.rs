//! Plays a random game and prints its record: `cargo run -p fogbound-rules --example random_game`.

use std::sync::Arc;

use fogbound_rules::{Record, Rng, Rules, random_game};

fn main() {
    let rules = Arc::new(Rules::builtin("classic", &[], 4).expect("an edition"));
    let game = random_game(&rules, &mut Rng::new(7));
    println!("{}", Record::of(&game).expect("a dealt game"));
}
