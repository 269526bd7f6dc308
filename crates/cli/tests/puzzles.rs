//! `fogbound puzzles`: output, exit codes and errors.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use fogbound_puzzles::{Answer, COMMITTED, Kind, Puzzle};
use fogbound_rules::Library;

fn fogbound(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fogbound"))
        .arg("puzzles")
        .args(args)
        .output()
        .expect("the program runs")
}

/// Exit code, output and errors.
fn ran(args: &[&str]) -> (i32, String, String) {
    let output = fogbound(args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn first(kind: Kind) -> Puzzle {
    let texts = COMMITTED.iter().filter(|(name, _)| name.starts_with(kind.name()));
    let (_, text) = texts.into_iter().next().expect("a file of that kind");
    fogbound_puzzles::parse(text, &Library::default()).expect("puzzles").remove(0)
}

#[test]
fn the_puzzles_that_come_with_the_program_are_proven() {
    let (code, out, _) = ran(&["check", "--json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(json["puzzles"].as_u64() >= Some(600), "{json}");
    assert!(json["seconds"].as_f64().is_some_and(|seconds| seconds < 120.0), "{json}");
}

#[test]
fn a_right_answer_is_right_and_a_wrong_one_tells_why() {
    for kind in Kind::ALL {
        let puzzle = first(kind);
        let (code, out, _) = ran(&["solve", puzzle.id(), &puzzle.answer().to_string()]);
        assert_eq!((code, out.as_str()), (0, "right\n"), "{}", puzzle.id());
    }
    let puzzle = first(Kind::Where);
    let (code, out, error) = ran(&["solve", puzzle.id(), "1 2"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(error.starts_with("error: wrong: ") && error.contains("he cannot be at"), "{error}");
    let puzzle = first(Kind::Close);
    let Answer::Line(line) = puzzle.answer() else { panic!("a line") };
    let (code, _, error) = ran(&["solve", puzzle.id(), &line[0].to_string()]);
    assert_eq!(code, 1);
    assert!(error.contains("the turn is not over"), "{error}");
    let (code, _, error) = ran(&["solve", puzzle.id(), "d1 taxi 1"]);
    assert_eq!(code, 1);
    assert!(error.contains("is not possible there") || error.contains("after 'd1 taxi 1'"), "{error}");
    let (code, _, error) = ran(&["solve", first(Kind::Slip).id(), "to 1"]);
    assert_eq!(code, 1);
    assert!(error.starts_with("error: wrong: "), "{error}");
}

#[test]
fn a_puzzle_is_shown_without_its_answer() {
    for kind in Kind::ALL {
        let (code, out, _) = ran(&["solve", first(kind).id()]);
        assert_eq!(code, 0);
        assert!(
            out.contains("[Edition ") && !out.contains("[Answer ") && !out.contains("[Themes "),
            "{out}"
        );
    }
    let (code, today, _) = ran(&["solve", "--day", "20000"]);
    assert_eq!((code, today), (0, ran(&["solve", "--day", "20000"]).1));
}

/// The set is what today's program makes: one small file of each kind, byte by byte.
#[test]
#[cfg(unix)]
fn the_puzzles_that_come_with_the_program_are_those_that_it_makes() {
    let folder = folder("puzzles-anew");
    let names = ["where-holmes-2", "close1-beginner-4", "slip-modern-3"];
    let is_made = |file: &str| names.iter().any(|name| file == format!("{name}.txt"));
    for (file, text) in COMMITTED.into_iter().filter(|(file, _)| !is_made(file)) {
        fs::write(folder.join(file), text).expect("a file");
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let ended = Command::new("sh")
        .arg(root.join("scripts/puzzles.sh"))
        .arg(env!("CARGO_BIN_EXE_fogbound"))
        .arg(&folder)
        .args(names)
        .status()
        .expect("the script runs");
    assert!(ended.success());
    let mut compared = 0;
    for (file, text) in COMMITTED.into_iter().filter(|(file, _)| is_made(file)) {
        let made = fs::read_to_string(folder.join(file)).expect("a file");
        assert!(made == text, "{file} is not what scripts/puzzles.sh makes: make the set anew");
        compared += 1;
    }
    assert_eq!(compared, names.len());
}

#[test]
fn what_makes_no_sense_is_refused_with_what_to_do() {
    let id = first(Kind::Where).id().to_string();
    for (args, words) in [
        (vec!["solve", "nobody"], "there is no puzzle 'nobody'"),
        (vec!["solve", &id, "somewhere"], "'somewhere' is no station"),
        (vec!["solve"], "--help tells more"),
        (vec!["check", "no-such-file.txt"], "cannot read no-such-file.txt"),
        (
            vec!["make", "--kind", "close", "--edition", "holmes", "--count", "1"],
            "choose another edition",
        ),
        (
            vec![
                "make",
                "--kind",
                "slip",
                "--edition",
                "modern",
                "--count",
                "1",
                "--hunters",
                "phantom:nodes=1",
            ],
            "choose another bot",
        ),
        (
            vec![
                "make",
                "--kind",
                "slip",
                "--edition",
                "modern",
                "--count",
                "1",
                "--hunters",
                "inspector:ms=1",
            ],
            "give it nodes=N",
        ),
    ] {
        let (code, _, error) = ran(&args);
        assert_eq!(code, 2, "{args:?}: {error}");
        assert!(error.starts_with("error: ") && error.contains(words), "{args:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_a_forged_one_is_found() {
    let folder = folder("puzzles-made");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_string();
    let make = |name: &str, kind: &str, seed: &str| {
        let out = path(name);
        let bots = ["--fugitive", "greedy", "--hunters", "greedy", "--levels", "1"];
        let mut args = vec![
            "make",
            "--kind",
            kind,
            "--edition",
            "modern",
            "--count",
            "2",
            "--seed",
            seed,
            "--out",
            &out,
        ];
        args.extend(bots);
        let (code, _, error) = ran(&args);
        assert_eq!(code, 0, "{error}");
        fs::read_to_string(out).expect("a file")
    };
    for kind in ["where", "close", "slip"] {
        let made = make(&format!("{kind}.txt"), kind, "5");
        assert_eq!(made, make("again.txt", kind, "5"));
        assert_ne!(made, make("other.txt", kind, "6"));
        let (code, out, error) = ran(&["check", &path(&format!("{kind}.txt"))]);
        assert_eq!(code, 0, "{error}");
        assert!(out.starts_with("2 puzzles proven in "), "{out}");
    }
    let made = fs::read_to_string(path("where.txt")).expect("a file");
    let forged = made.replacen("[Answer \"", "[Answer \"1 ", 1);
    fs::write(path("forged.txt"), forged).expect("a file");
    let (code, _, error) = ran(&["check", &path("forged.txt")]);
    assert_eq!(code, 1);
    assert!(error.contains("the answer is '"), "{error}");
    // Few games give few puzzles, and that is said.
    let (code, _, error) = ran(&[
        "make",
        "--kind",
        "close",
        "--edition",
        "modern",
        "--count",
        "50",
        "--games",
        "1",
        "--fugitive",
        "greedy",
        "--hunters",
        "greedy",
        "--out",
        &path("few.txt"),
    ]);
    assert_eq!(code, 1);
    assert!(error.contains("allow more with --games"), "{error}");
}
