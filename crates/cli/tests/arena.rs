//! `fogbound arena` and `fogbound bot` as other tools rely on them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

#[path = "arena/measures.rs"]
mod measures;

const FOGBOUND: &str = env!("CARGO_BIN_EXE_fogbound");

fn fogbound(args: &[&str]) -> Output {
    Command::new(FOGBOUND).args(args).output().expect("the program runs")
}

fn text(args: &[&str]) -> String {
    let output = fogbound(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "fogbound {args:?}: {error}");
    assert!(error.is_empty(), "no progress where there is no terminal: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn arena(args: &[&str]) -> Value {
    let text = text(&[&["arena", "--json"], args].concat());
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    value.as_object_mut().expect("an object").remove("seconds").expect("a time");
    value
}

fn refused(args: &[&str], words: &str) {
    let output = fogbound(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "fogbound {args:?}: {error}");
    assert!(error.starts_with("error: ") && error.contains(words), "fogbound {args:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    assert!(output.stdout.is_empty(), "fogbound {args:?} printed something");
}

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn python_bot() -> String {
    let python = Command::new("python3").arg("--version").output();
    assert!(
        python.is_ok_and(|output| output.status.success()),
        "python3 is missing: install it, as the example bot of docs/bot-protocol.md is tested with it"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/bot.py");
    format!("cmd:python3 '{}'", path.display())
}

const RANDOM: [&str; 4] = ["--fugitive", "random", "--hunters", "random"];

#[test]
fn one_pairing_gives_rates_with_intervals() {
    let args = ["--edition", "modern", "--games", "200", "--seed", "7"];
    let result = arena(&[&args, &RANDOM[..]].concat());
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key} in {result}"));
    assert_eq!(number("games"), 200.0);
    assert_eq!(number("fugitive_wins") + number("hunters_wins"), 200.0);
    assert_eq!(number("fugitive_rate"), number("fugitive_wins") / 200.0);
    assert!(number("low") < number("fugitive_rate") && number("fugitive_rate") < number("high"));
    assert!(number("high") - number("low") < 0.15);
    let endings = result["endings"].as_object().expect("an object");
    assert_eq!(endings.values().filter_map(Value::as_u64).sum::<u64>(), 200);
    for (key, value) in [("edition", "modern"), ("fugitive", "random"), ("hunters", "random")] {
        assert_eq!(result[key], value);
    }
    assert_eq!(
        (&result["seed"], &result["pieces"], &result["mean_score"]),
        (&7.into(), &5.into(), &Value::Null)
    );
    assert_eq!(result["forfeits"], serde_json::json!([]));
    for threads in ["1", "5"] {
        assert_eq!(result, arena(&[&args, &RANDOM[..], &["--threads", threads]].concat()));
    }
    assert_ne!(result["endings"], arena(&[&args[..5], &["8"], &RANDOM[..]].concat())["endings"]);
    let words = text(&[&["arena"], &args[..], &RANDOM[..]].concat());
    assert!(words.contains(" 200 games in") || words.contains("\n200 games in"), "{words}");
}

#[test]
fn a_scored_edition_has_a_mean_score() {
    let result = arena(&[&["--edition", "compact", "--games", "60"], &RANDOM[..]].concat());
    let [low, mean, high] =
        ["score_low", "mean_score", "score_high"].map(|key| result[key].as_f64().expect(key));
    assert!(low < mean && mean < high && mean < 40.0, "{result}");
}

#[test]
fn a_cross_table_plays_each_start_with_both_assignments() {
    let records = folder("matrix-records");
    let other = format!("cmd:{FOGBOUND} bot random");
    let list = format!("random,{other}");
    let place = records.to_string_lossy();
    let args =
        ["--edition", "classic", "--pieces", "3", "--games", "3", "--matrix", &list, "--record", &place];
    let table = arena(&args);
    let cells = table["cells"].as_array().expect("cells");
    let pairs: BTreeSet<_> =
        cells.iter().map(|cell| (cell["fugitive"].to_string(), cell["hunters"].to_string())).collect();
    assert_eq!((cells.len(), pairs.len()), (4, 4));
    // The same bot in another process gets the same dice, and plays the same games.
    for cell in cells {
        assert_eq!((&cell["endings"], &cell["games"]), (&cells[0]["endings"], &3.into()));
    }
    let bots = table["bots"].as_array().expect("bots");
    for bot in bots {
        assert_eq!((&bot["games"], &bot["games_as_fugitive"]), (&6.into(), &3.into()));
    }
    assert_eq!(bots[0]["wins"].as_u64().unwrap() + bots[1]["wins"].as_u64().unwrap(), 6);
    let record = |pairing| {
        let path = records.join(format!("classic-1-2-{pairing}.fog"));
        fs::read_to_string(path).expect("a record")
    };
    assert!(record(2).contains(&format!("[Seats \"fugitive: random; hunters: {other}\"]")));
    let moves = |text: String| text.split("\n\n").nth(1).expect("moves").to_string();
    assert_eq!(moves(record(1)), moves(record(4)));
    let files: Vec<_> = fs::read_dir(&records).unwrap().map(|file| file.unwrap().path()).collect();
    let files: Vec<_> = files.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(files.len(), 12);
    text(&[&["record", "check"], &files[..]].concat());
}

#[test]
fn a_cross_table_of_many_fits_the_screen() {
    let own = [4, 5, 6, 7].map(|n| format!("cmd:{FOGBOUND} bot pimbot:playouts={n}"));
    let list = ["random", "greedy", "alphabeta:nodes=1", "inspector:level=1", "phantom:level=1"];
    let args = ["arena", "--edition", "classic", "--pieces", "3", "--games", "1", "--matrix"];
    let words = text(&[&args[..], &[&list.join(",")]].concat());
    let (_, table) = words.split_once("columns are the hunters\n").expect("a table");
    let (table, _) = table.split_once("\n\nwins").expect("sums");
    assert!(table.lines().all(|line| line.len() <= 100), "{table}");
    let rows = |name: &str| table.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((rows("phantom"), rows("random"), rows("inspector")), (1, 1, 0), "{table}");
    let head = table.lines().next().expect("a head");
    assert!(head.contains("inspector:level=1") && !head.contains("alphabeta"), "{table}");
    // Long names lose their middle; columns that do not fit stand below.
    let list = [&["random".to_string()], &own[..]].concat().join(",");
    let words = text(&[&args[..], &[&list]].concat());
    let (_, table) = words.split_once("columns are the hunters\n").expect("a table");
    let (table, _) = table.split_once("\n\nwins").expect("sums");
    assert!(table.lines().all(|line| line.len() <= 100), "{table}");
    assert_eq!(table.lines().filter(|line| line.starts_with("fugitive")).count(), 3, "{table}");
    assert!(table.contains("bot:playouts=7"), "{table}");
}

#[test]
fn the_example_bot_plays_both_sides() {
    let python = python_bot();
    for (fugitive, hunters, edition) in
        [("random", &*python, "modern"), (&*python, "random", "holmes"), (&*python, &*python, "compact")]
    {
        let args = ["--edition", edition, "--fugitive", fugitive, "--hunters", hunters, "--games", "3"];
        let result = arena(&args);
        assert_eq!((&result["games"], &result["forfeits"]), (&3.into(), &serde_json::json!([])));
        assert!(result["mean_moves"].as_f64() > Some(10.0), "{result}");
    }
}

/// The last word of a bot that fails is its forfeit; the arena goes on and ends well.
#[test]
fn failures_of_bots_are_forfeits_and_not_the_arenas() {
    let records = folder("forfeit-records");
    let place = records.to_string_lossy();
    let crash = "cmd:python3 -c 'import sys; input(); print(\"ready\", flush=True); input(); 1/0'";
    python_bot();
    let args = ["--edition", "modern", "--games", "2", "--fugitive", "random", "--record", &place];
    let result = arena(&[&args[..], &["--hunters", crash]].concat());
    assert_eq!((&result["fugitive_wins"], &result["endings"]["forfeit"]), (&2.into(), &2.into()));
    let forfeit = &result["forfeits"][1];
    assert_eq!((&forfeit["start"], &forfeit["side"]), (&2.into(), &"hunters".into()));
    let reason = forfeit["reason"].as_str().expect("words");
    assert!(reason.contains("died (exit status: 1); its last words: ZeroDivisionError"), "{reason}");
    let record = fs::read_to_string(records.join("modern-1-1.fog")).expect("a record");
    assert!(
        record.contains("concede hunters") && record.contains("[Forfeit \"hunters: 'python3"),
        "{record}"
    );
    let hang = "cmd:sh -c 'read a; echo ready; sleep 100'";
    let started = Instant::now();
    let words = text(&[
        "arena",
        "-e",
        "modern",
        "--games",
        "2",
        "--fugitive",
        hang,
        "--hunters",
        "random",
        "--bot-timeout",
        "0.2",
    ]);
    assert!(
        words.contains("forfeits: 2") && words.contains("did not say 'bestaction' within 0.2 s"),
        "{words}"
    );
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_stopped() {
    let folder = folder("results");
    let file = folder.join("run.jsonl");
    let path = file.to_string_lossy();
    let args = ["--edition", "modern", "--games", "15000", "--seed", "3"];
    let whole = arena(&[&args[..], &RANDOM].concat());
    let with_results = [&args[..], &RANDOM, &["--results", &path]].concat();
    let mut child = Command::new(FOGBOUND)
        .args([&["arena"], &with_results[..]].concat())
        .args(["--threads", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let lines = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let deadline = Instant::now() + Duration::from_secs(20);
    while lines() < 20 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("killed");
    child.wait().expect("waited for");
    assert!((20..15_001).contains(&lines()), "{} lines: it was to be killed in its middle", lines());
    let mut file = fs::OpenOptions::new().append(true).open(&file).expect("the file");
    file.write_all(b"{\"start\":14999,\"pair").expect("a torn line");
    assert_eq!(arena(&with_results), whole);
    assert_eq!(lines(), 15_001);
    assert_eq!(arena(&with_results), whole, "nothing is left to play");
    let longer = ["--edition", "modern", "--games", "15010", "--seed", "3", "--results", &path];
    assert_eq!(arena(&[&longer, &RANDOM[..]].concat())["games"], 15_010);
    let words = text(&[&["arena"], &longer[..3], &["15013"], &longer[4..], &RANDOM[..]].concat());
    assert!(words.contains("\n15013 games, 3 of them played now in "), "{words}");
    let other = ["arena", "--edition", "classic", "--games", "1", "--seed", "3", "--results", &path];
    refused(&[&other, &RANDOM[..]].concat(), "it is of another run (edition 'modern', not 'classic'");
}

#[test]
fn wrong_usage_is_refused_in_one_line() {
    let base = ["arena", "--edition", "modern", "--games", "1"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refused(&with(&[]), "--fugitive");
    refused(&with(&["--fugitive", "random"]), "--hunters");
    refused(&with(&["--fugitive", "nobody", "--hunters", "random"]), "there is no bot 'nobody'");
    refused(&with(&["--matrix", "random", "--hunters", "random"]), "--matrix");
    refused(&with(&["--matrix", "random,random"]), "names 'random' twice");
    refused(&with(&["--fugitive", "random", "--hunters", "cmd:./none"]), "cannot start './none'");
    refused(&with(&["--fugitive", "random", "--hunters", "cmd:'a"]), "is not closed");
    refused(&with(&["--fugitive", "random", "--hunters", "cmd:"]), "a program is missing");
    refused(&with(&["--matrix", "random", "--budget", "level=3"]), "--budget is ms=N or nodes=N");
    refused(&with(&["--matrix", "random", "--budget", "hours=3"]), "is no budget");
    refused(&with(&["--matrix", "random", "--bot-timeout", "0"]), "--bot-timeout");
    refused(&with(&["--matrix", "random", "--results", "/"]), "cannot use /");
    refused(&["bot", "nobody"], "there is no bot 'nobody'");
}

/// What `fogbound bot` answers to these lines.
fn bot_says(lines: &str) -> Vec<String> {
    let mut child = Command::new(FOGBOUND)
        .args(["bot", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("its input").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_string).collect()
}

#[test]
fn the_bots_end_of_the_protocol_answers_every_bad_line_and_goes_on() {
    let game = r#"newgame {"side":"hunters","pieces":["d1"],"edition":"modern","board":"london","options":{},"detectives":2,"bobbies":2,"seed":1}"#;
    let lines = [
        ("fogbound 1", "id name random"),
        ("", "option budget"),
        ("", "ready"),
        ("fogbound 2", "error this bot speaks version 1 only"),
        ("hello", "error 'hello' is no word of the protocol"),
        ("go {\"budget\":{\"ms\":1}}", "error there is no game: send newgame first"),
        ("event {}", "error there is no game: send newgame first"),
        ("newgame nonsense", "error expected"),
        (&game.replace("modern", "mars"), "error there is no edition 'mars'"),
        (&game.replace("\"detectives\":2", "\"detectives\":9"), "error edition modern is played with"),
        (game, ""),
        ("go {}", "error missing field `budget`"),
        ("go {\"budget\":{\"ms\":1}}", "error nothing was seen of the game"),
        ("event {\"event\":\"turn_ended\"}", "error a game begins with its set-up"),
        ("event {\"event\":\"fly\"}", "error unknown variant"),
        ("setoption speed 3", "error there is one option"),
        ("setoption budget nodes=5", "error 'random' does not search"),
        ("quit", ""),
        ("fogbound 1", ""),
    ];
    let input: String =
        lines.iter().filter(|(line, _)| !line.is_empty()).map(|(line, _)| format!("{line}\n")).collect();
    let answers = bot_says(&input);
    let expected: Vec<&str> =
        lines.iter().map(|(_, answer)| *answer).filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), expected.len(), "{answers:#?}");
    for (answer, expected) in answers.iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer} begins with {expected}");
    }
}
