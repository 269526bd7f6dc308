//! Counts the ways in which a game can go on: `cargo run --release -p fogbound-rules --example perft`.

use fogbound_rules::{Position, Rules, Setup, Station, perft};

fn main() {
    let rules = Rules::builtin("modern", &[], 5).expect("an edition");
    let station = |number| Station::new(number).expect("not 0");
    let setup = Setup::at(&rules, station(45), &[13, 29, 34, 94, 123].map(station));
    let position = Position::new(&rules, &setup).expect("a legal set-up");
    for depth in 1..=4 {
        println!("{depth}: {}", perft(&rules, &position, depth));
    }
}
