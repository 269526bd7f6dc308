//! The tables of counts in `tests/perft`, against the reference.
//!
//! `UPDATE_PERFT=1` writes them anew, each set-up as deep as the reference gets in a few seconds.

mod reference;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reference::{SetUp, perft};

/// Counts above this are left to the fast engine.
const LIMIT: u64 = 40_000;

fn tables() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let files = fs::read_dir(folder).expect("the folder of tables");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "perft"));
    paths.sort();
    paths
}

fn is_set_up(line: &str) -> bool {
    !line.starts_with('#') && !line.trim().is_empty()
}

/// As many depths as fit into some five seconds; a ply is taken to cost what its last one did.
fn count_anew(set_up: &SetUp) -> Vec<u64> {
    let reference = set_up.reference();
    let mut counts: Vec<u64> = Vec::new();
    loop {
        let begun = Instant::now();
        counts = perft(&reference, counts.len() + 1);
        let last = counts[counts.len() - 1];
        let growth = last / counts.len().checked_sub(2).map_or(1, |before| counts[before].max(1));
        if last == 0 || begun.elapsed() * growth as u32 > Duration::from_secs(5) {
            return counts;
        }
    }
}

fn update(path: &Path) {
    let text = fs::read_to_string(path).expect("a table");
    let mut lines = Vec::new();
    for line in text.lines() {
        if !is_set_up(line) {
            lines.push(line.to_string());
            continue;
        }
        let set_up = SetUp::read(line);
        let counts: Vec<String> = count_anew(&set_up).iter().map(u64::to_string).collect();
        lines.push(format!("{} | {}", set_up.text, counts.join(" ")));
    }
    fs::write(path, lines.join("\n") + "\n").expect("a table that can be written");
}

#[test]
fn the_tables_hold() {
    let mut checked = 0;
    for path in tables() {
        if std::env::var_os("UPDATE_PERFT").is_some() {
            update(&path);
        }
        let text = fs::read_to_string(&path).expect("a table");
        for line in text.lines().filter(|line| is_set_up(line)) {
            let set_up = SetUp::read(line);
            let small = set_up.counts.iter().take_while(|&&count| count <= LIMIT).count();
            assert_eq!(perft(&set_up.reference(), small), set_up.counts[..small], "{line}");
            checked += small;
        }
    }
    assert!(checked > 100, "only {checked} counts were small enough");
}
