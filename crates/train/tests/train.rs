//! `fogbound-train` from games to weights, small.

#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn run(folder: &Path, arguments: &str) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_fogbound-train"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output();
    program.expect("the program")
}

fn said(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{arguments}: {text}");
    text
}

fn games(count: u64) -> String {
    format!(
        "games --out games.jsonl --games {count} --seed 3 --fugitives greedy,phantom:nodes=5 --hunters greedy,random"
    )
}

#[test]
fn games_that_were_cut_off_are_gone_on_with() {
    let folder = folder("cut");
    said(&folder, &games(12));
    let path = folder.join("games.jsonl");
    let whole = fs::read(&path).expect("games");
    assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 12);
    for kept in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..kept]).expect("a file");
        said(&folder, &games(12));
        assert_eq!(fs::read(&path).expect("games"), whole, "from {kept} bytes on");
    }
}

#[test]
fn the_same_games_give_the_same_weights_and_they_foresee_others() {
    let folder = folder("fit");
    said(&folder, &games(300));
    let told = said(&folder, "fit --games games.jsonl --out a.bin --passes 3");
    said(&folder, "fit --games games.jsonl --out b.bin --passes 3");
    let [a, b] = ["a.bin", "b.bin"].map(|file| fs::read(folder.join(file)).expect("weights"));
    assert!(a == b, "the weights differ");
    let last = told.lines().find(|line| line.starts_with("pass 3")).expect("a line a pass");
    let auc = last.split("AUC ").nth(1).and_then(|rest| rest.split(';').next()).expect("it is told");
    assert!(auc.parse::<f64>().expect("a number") > 0.7, "{last}");
    said(&folder, "fit-choices --games games.jsonl --out c.bin --passes 2");
    said(&folder, "fit-choices --games games.jsonl --out d.bin --passes 2");
    let [c, d] = ["c.bin", "d.bin"].map(|file| fs::read(folder.join(file)).expect("weights"));
    assert!(c == d, "the weights of the choice differ");
    let told = said(
        &folder,
        "trial --weights a.bin --choices c.bin --side hunters --nodes 5 --against random --games 10 --edition beginner --detectives 4",
    );
    assert!(told.contains("10 games: the hunters won"), "{told}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder("wrong");
    fs::write(folder.join("short.bin"), [0; 16]).expect("a file");
    for (arguments, reason) in [
        ("games --out g.jsonl --games 1 --fugitives random", "--hunters"),
        ("games --out g.jsonl --games 1 --fugitives inspector --hunters random", "does not play"),
        ("fit --games nowhere.jsonl --out a.bin", "cannot read nowhere.jsonl"),
        ("trial --weights short.bin --side fugitive --nodes 1 --against random --games 1", "bytes"),
        ("trial --choices short.bin --side fugitive --nodes 1 --against random --games 1", "bytes"),
    ] {
        let output = run(&folder, arguments);
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!output.status.success() && text.contains(reason), "{arguments}: {text}");
    }
}
