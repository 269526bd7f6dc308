//! `fogbound starts`: output, exit codes and errors.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn fogbound(args: &[&str]) -> (i32, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_fogbound")).args(args).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.display().to_string()
}

fn played(edition: &str, seed: &str, name: &str) -> String {
    let path = file(name);
    let bots = ["--fugitive", "random", "--hunters", "random"];
    let run = ["--games", "40", "--seed", seed, "--results", &path, "--json"];
    let (code, _, error) =
        fogbound(&[&["arena", "--edition", edition][..], &bots[..], &run[..]].concat());
    assert_eq!(code, 0, "{error}");
    path
}

#[test]
fn results_are_added_up_by_start_and_by_distance() {
    let one = played("modern", "1", "starts-1.jsonl");
    let two = played("modern", "2", "starts-2.jsonl");
    let placed = played("compact", "1", "starts-3.jsonl");
    let (code, out, error) = fogbound(&["starts", &one, &two, &placed, "--json"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let [compact, modern] = &found.as_array().expect("a list")[..] else { panic!("{found}") };
    assert_eq!((&modern["edition"], &modern["all"]["games"]), (&"modern".into(), &80.into()));
    for cells in ["by_start", "by_nearest"] {
        let cells = modern[cells].as_object().expect("cells");
        let sum = |key: &str| cells.values().map(|cell| cell[key].as_u64().expect("one")).sum::<u64>();
        assert_eq!(sum("games"), 80);
        assert_eq!(sum("fugitive_wins"), modern["all"]["fugitive_wins"].as_u64().expect("one"));
        for cell in cells.values() {
            let number = |key: &str| cell[key].as_f64().expect("a number");
            assert!(number("low") <= number("rate") && number("rate") <= number("high"), "{cell}");
            assert_eq!(cell["thin"], number("games") < 30.0, "{cell}");
        }
    }
    // Starts that are chosen are told apart, too.
    for cells in ["by_start", "by_nearest"] {
        let cells = compact[cells].as_object().expect("cells");
        assert!(cells.len() > 1, "{cells:?}");
        let games = cells.values().map(|cell| cell["games"].as_u64().expect("one"));
        assert_eq!(games.sum::<u64>(), 40);
    }
    assert_eq!(compact["tiles"], false);
    let (_, out, _) = fogbound(&["starts", &one]);
    assert!(out.contains("few games") && out.contains("nearest"), "{out}");
}

#[test]
fn what_is_no_result_of_an_arena_is_refused() {
    let wrong = file("starts-wrong.jsonl");
    fs::write(&wrong, "{}\n").expect("a file");
    let (code, out, error) = fogbound(&["starts", &wrong]);
    assert_eq!((code, out.as_str()), (1, ""), "{error}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
    assert_eq!(fogbound(&["starts", &file("there-is-none.jsonl")]).0, 2);
    assert_eq!(fogbound(&["starts"]).0, 2);
}
