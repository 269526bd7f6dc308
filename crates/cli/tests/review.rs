//! `fogbound review`: output, exit codes and errors.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Exit code, output and errors.
fn ran(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fogbound"))
        .arg("review")
        .args(args)
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

fn written(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

fn example() -> String {
    fs::read_to_string(root().join("docs/examples/game.fog")).expect("the example")
}

#[test]
fn a_finished_game_is_reviewed() {
    let path = written("review-over.fog", &example());
    let (code, out, error) = ran(&[&path, "--nodes", "30"]);
    assert_eq!((code, error.as_str()), (0, ""));
    for part in ["hunters won", "Where the result came from", "accuracy", "Turning points", "slot  1"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, out, _) = ran(&[&path, "--nodes", "30", "--json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(json["account"]["result"], 1.0);
    assert_eq!(json["settings"]["nodes"], 30);
    assert_eq!(json["decisions"].as_array().map(Vec::len), Some(30));
    assert!(json["accuracy"]["hunters"]["accuracy"].is_number(), "{json}");
    assert!(json["swings"].is_array());
}

#[test]
fn who_gave_up_is_told_with_how_it_stood() {
    let text = example().replace("hunters: captured by d2 at 29", "fugitive: conceded by hunters");
    let path = written(
        "review-given-up.fog",
        &text.replace("d3 bus 123; d2 taxi 29", "d3 bus 123; concede hunters"),
    );
    let (code, out, error) = ran(&[&path, "--nodes", "20"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains(": the hunters gave up; the hunters' chance was "), "{out}");
}

#[test]
fn what_cannot_be_reviewed_is_refused() {
    let example = example();
    let lines: Vec<&str> = example.lines().collect();
    let until = |count: usize| lines[..count].join("\n").replace("hunters: captured by d2 at 29", "*");
    let (whole, public) = (until(lines.len() - 1), until(8).replace("x 35", "x ?"));
    for (name, text, code, words) in [
        ("review-running.fog", whole.as_str(), 2, "not over"),
        ("review-public.fog", public.as_str(), 2, "public only"),
        ("review-bad.fog", &example.replace("black 65", "black 176"), 1, "line"),
        ("review-nonsense.fog", "nonsense", 1, "line"),
    ] {
        let (ended, out, error) = ran(&[&written(name, text)]);
        assert_eq!((ended, out.as_str()), (code, ""), "{name}: {error}");
        assert!(error.starts_with("error: ") && error.contains(words), "{name}: {error}");
        assert_eq!(error.lines().count(), 1);
    }
    let (code, _, error) = ran(&["there-is-no-such.fog"]);
    assert_eq!(code, 2);
    assert!(error.contains("cannot read"), "{error}");
    let (code, _, error) = ran(&[&written("review-nodes.fog", &example), "--nodes", "0"]);
    assert_eq!(code, 2);
    assert!(error.contains("--nodes"), "{error}");
}
