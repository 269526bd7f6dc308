//! Samples and their mutations, bounded and repeatable, for every test that feeds them to a parser.

#![allow(dead_code, unreachable_pub)]

use std::fs;
use std::path::Path;

use fogbound_rules::Rng;

const ROUNDS: u64 = 1500;

/// Words that bring a mutation past the first check of a parser.
const WORDS: [&str; 28] = [
    "double ", "taxi ", "black ", " crime", " low", " +black", " show", "balloon", "tile 35", "land 35",
    "d1 ", "b1 ", "?", ";", "\n", "255", "0", "256", "-1", "[", "]", "\"", "=", "{}", "[[1, 2]]",
    "true", "1e9", "é",
];

fn mutate(sample: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut data = sample.to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(data.len() + 1);
        let end = (at + rng.below(24)).min(data.len());
        match rng.below(6) {
            0 if at < data.len() => data[at] ^= 1 << rng.below(8),
            1 => drop(data.drain(at..end)),
            2 => drop(data.splice(at..end, WORDS[rng.below(WORDS.len())].bytes())),
            3 => drop(data.splice(at..at, rng.below(300).to_string().bytes())),
            4 => {
                let from = rng.below(other.len().max(1));
                let until = (from + rng.below(60)).min(other.len());
                drop(data.splice(at..end, other[from..until].iter().copied()));
            }
            _ => {
                let line = data[at..end].to_vec();
                drop(data.splice(at..at, line));
            }
        }
    }
    data
}

pub fn run(samples: &[Vec<u8>], target: fn(&[u8])) {
    assert!(!samples.is_empty());
    samples.iter().for_each(|sample| target(sample));
    for round in 0..ROUNDS {
        let mut rng = Rng::for_game(9, round);
        let [sample, other] = [0; 2].map(|_| &samples[rng.below(samples.len())]);
        target(&mutate(sample, other, &mut rng));
    }
}

pub fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules").join(folder);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a file")).collect()
}

pub fn boards() -> Vec<Vec<u8>> {
    let mut samples = files("boards");
    // Small boards are mutated in places that matter more often than large ones.
    samples.extend([SMALL_BOARD; 8].map(|board| board.as_bytes().to_vec()));
    samples
}

const SMALL_BOARD: &str = r#"
format = 1
id = "small"
title = "Small"
size = [100, 100]
stations = [[1, 10, 10], [2, 50, 10], [3, 90, 10], [4, 10, 90], [5, 50, 90], [6, 90, 90], [7, 50, 50]]
[lines]
taxi = [[1, 2], [2, 3], [3, 6], [6, 5], [5, 4], [4, 1], [2, 7], [5, 7]]
bus = [[1, 3], [3, 5]]
underground = [[1, 6], [6, 7], [7, 4]]
ferry = [[4, 6]]
[cards]
common = [1, 2, 3, 4, 5, 6]
hunters = [1, 2, 3, 4, 5]
fugitive = [6, 7]
tickets = [1, 2, 3, 4, 5, 6, 7]
"#;
