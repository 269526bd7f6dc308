//! The command line as other tools rely on it: output, exit codes and errors.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn fogbound(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fogbound")).args(args).output().expect("the program runs")
}

fn text(args: &[&str]) -> String {
    let output = fogbound(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "fogbound {args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(args)).expect("JSON")
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn file(folder: &std::path::Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_string_lossy().into_owned()
}

/// Refused with one line on standard error that holds these words.
fn refused(args: &[&str], code: i32, words: &str) {
    let output = fogbound(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "fogbound {args:?}: {error}");
    assert!(error.contains(words), "fogbound {args:?}: {error}");
    assert!(error.starts_with("error: ") && !error.contains("panicked"), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    assert!(output.stdout.is_empty(), "fogbound {args:?} printed something");
}

#[test]
fn board_counts_stations_and_lines() {
    for (name, stations, lines) in
        [("london", 199, 467), ("london-1983", 199, 468), ("victorian", 199, 466)]
    {
        let board = json(&["board", name, "--json"]);
        assert_eq!(board["name"], name);
        assert_eq!(board["stations"].as_array().map(Vec::len), Some(stations));
        assert_eq!(board["lines"].as_array().map(Vec::len), Some(lines));
    }
    let board = json(&["board", "london", "--json"]);
    assert_eq!(board["stations"][0], serde_json::json!({"id": 1, "x": 115.8, "y": 26.6, "marks": []}));
    assert_eq!(board["lines"][0], serde_json::json!({"transport": "taxi", "a": 1, "b": 8}));
    let words = text(&["board", "london"]);
    for row in
        ["199     345  20 (1-175)", "62      99  12 (7-93)", "14      20  5 (1-185)", "433  10 (7-121)"]
    {
        assert!(words.contains(row), "{row} in {words}");
    }
}

#[test]
fn board_draws() {
    for theme in ["day", "night"] {
        let svg = text(&["board", "compact", "--svg", "--theme", theme]);
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    }
}

#[test]
fn editions_lists_all_with_their_options() {
    let editions = json(&["editions", "--json"]);
    let ids: Vec<_> = editions.as_array().expect("an array").iter().map(|e| e["id"].clone()).collect();
    let all = ["modern", "classic", "beginner", "holmes", "holmes-original", "compact", "study"];
    assert_eq!(ids, all);
    let option = &editions[1]["options"][0];
    assert_eq!(
        (&option["key"], &option["default"], &option["rule"]),
        (&"voluntary_reveal".into(), &false.into(), &"6.1.8".into())
    );
    assert!(all.iter().all(|id| text(&["editions"]).contains(id)));
}

#[test]
fn perft_counts_each_depth() {
    let args = ["perft", "--edition", "modern", "--fugitive", "45", "--detectives", "13,26"];
    let args = [&args[..], &["--bobbies", "29,34", "--depth", "3", "--json"]].concat();
    let counts = json(&args);
    assert_eq!(counts["nodes"].as_array().map(Vec::len), Some(3));
    let pooled = json(&[&args[..], &["--pooled"]].concat());
    assert_eq!(counts["nodes"][0], pooled["nodes"][0]);
    assert_eq!(pooled["nodes"], json(&[&args[..], &["--option", "pooled=true"]].concat())["nodes"]);
}

#[test]
fn every_edition_and_size_plays_to_its_end_and_its_records_hold() {
    let records = folder("selfplay");
    let mut sizes = 0;
    for edition in json(&["editions", "--json"]).as_array().expect("an array") {
        let id = edition["id"].as_str().expect("a name");
        for pieces in edition["detectives"].as_array().expect("an array") {
            let (pieces, folder) = (pieces.to_string(), records.join(format!("{id}-{pieces}")));
            let folder = folder.to_string_lossy().into_owned();
            let args = ["selfplay", "--edition", id, "--pieces", &pieces, "--games", "3", "--seed", "5"];
            let played = json(&[&args[..], &["--json", "--record", &folder]].concat());
            assert_eq!(played["games"], 3);
            let wins = played["fugitive_wins"].as_u64().unwrap_or(0)
                + played["hunters_wins"].as_u64().unwrap_or(0);
            assert_eq!(wins, 3);
            for number in 1..=3 {
                let path = format!("{folder}/{id}-5-{number}.fog");
                assert!(text(&["record", "check", &path]).contains(": ok: "));
                check_forms(&path);
            }
            sizes += 1;
        }
    }
    assert_eq!(sizes, 19);
}

/// Text to JSON and back, both right; and the views at its end and in its middle.
fn check_forms(path: &str) {
    let as_json = text(&["record", "convert", path, "--to", "json"]);
    let other = format!("{path}.json");
    fs::write(&other, as_json).expect("a file");
    assert!(text(&["record", "check", &other]).contains(": ok: "));
    assert_eq!(
        text(&["record", "convert", &other, "--to", "text"]),
        fs::read_to_string(path).expect("a file")
    );
    let view = json(&["record", "show", path, "--view", "hunters", "--plays", "4", "--json"]);
    assert!(view["state"]["hunters"].is_array() && view.get("route").is_none());
    let view = json(&["record", "show", path, "--view", "fugitive", "--json"]);
    assert!(view["route"].is_array());
    assert!(text(&["record", "show", path]).contains("over: "));
}

#[test]
fn a_match_of_manhunts_is_counted() {
    let records = folder("match").to_string_lossy().into_owned();
    text(&[
        "selfplay",
        "--edition",
        "compact",
        "--players",
        "3",
        "--games",
        "1",
        "--seed",
        "2",
        "--record",
        &records,
    ]);
    let checked = text(&["record", "check", &format!("{records}/compact-2-1.fog")]);
    assert!(checked.contains("points: player 1 ") && checked.contains("won by player"), "{checked}");
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let play = |seed: &str| {
        let mut report =
            json(&["selfplay", "--edition", "holmes", "--games", "20", "--seed", seed, "--json"]);
        report["seconds"] = Value::Null;
        report
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

#[test]
fn perft_goes_on_from_a_record() {
    let records = folder("from");
    let path = file(&records, "start.fog", RECORD);
    let counts = json(&["perft", "--from", &path, "--depth", "2", "--json"]);
    assert!(counts["nodes"][0].as_u64() > Some(0));
    let public =
        file(&records, "public.fog", &RECORD.replace("x 45", "x ?").replace("taxi 46", "taxi ?"));
    refused(&["perft", "--from", &public, "--depth", "2"], 2, "public only");
    refused(&["perft", "--from", &path, "--pooled", "--depth", "2"], 2, "names its own options");
    assert!(text(&["record", "check", &public]).contains("public part"));
    refused(&["record", "show", &public, "--view", "fugitive"], 2, "public only");
}

const RECORD: &str = r#"[Fogbound "1"]
[Edition "modern"]
[Board "london"]
[Detectives "4"]
[Venue "a kitchen table"]
[Result "*"]

deal d1 13; d2 26; d3 29; d4 34; x 45
1. taxi 46; d1 taxi 24
"#;

#[test]
fn bench_gives_the_agreed_keys() {
    let bench = json(&["bench", "--seconds", "0.01", "--json"]);
    for key in ["random_games_per_s", "perft_nodes_per_s"] {
        assert!(bench[key].as_f64() > Some(0.0), "{bench}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&["completions", shell]).contains("fogbound"));
    }
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "serve",
        "backup",
        "restore",
        "board",
        "editions",
        "perft",
        "selfplay",
        "bench",
        "completions",
        "record",
    ] {
        assert!(text(&[command, "--help"]).contains("Example"), "{command}");
    }
    for command in ["check", "show", "convert"] {
        assert!(text(&["record", command, "--help"]).contains("Examples"), "{command}");
    }
    assert!(text(&["--version"]).starts_with("fogbound "));
}

#[test]
fn wrong_usage_is_refused_with_the_way_out() {
    let perft = |rest: &[&'static str]| {
        [&["perft", "--edition", "classic", "--depth", "2", "--fugitive"][..], rest].concat()
    };
    refused(&["board", "paris"], 2, "there are london");
    refused(&["selfplay", "--edition", "deluxe", "--games", "1"], 2, "there are modern, classic");
    refused(
        &["selfplay", "--edition", "classic", "--pieces", "2", "--games", "1"],
        2,
        "played with 3, 4, 5",
    );
    refused(
        &["selfplay", "--edition", "classic", "--games", "1", "--option", "pooled=true"],
        2,
        "has no option",
    );
    refused(
        &["selfplay", "--edition", "modern", "--games", "1", "--option", "length=short"],
        2,
        "rounds or log",
    );
    refused(&["selfplay", "--edition", "modern", "--games", "1", "--option", "length"], 2, "KEY=VALUE");
    refused(
        &["selfplay", "--edition", "modern", "--pieces", "3", "--pooled", "--games", "1"],
        2,
        "2 detectives",
    );
    refused(
        &["selfplay", "--edition", "beginner", "--board", "compact", "--games", "1"],
        2,
        "has no station",
    );
    refused(&["selfplay", "--edition", "holmes", "--board", "london", "--games", "1"], 2, "start tiles");
    refused(
        &["selfplay", "--edition", "compact", "--players", "5", "--games", "1"],
        2,
        "2 to 4 players",
    );
    refused(&["selfplay", "--edition", "compact", "--games", "0"], 2, "games");
    refused(&perft(&["45", "--detectives", "13,26,13"]), 2, "two pieces stand on 13");
    refused(&perft(&["13", "--detectives", "13,26,29"]), 2, "two pieces stand on 13");
    refused(&perft(&["45", "--detectives", "13,26,250"]), 2, "has no station 250");
    refused(&perft(&["0", "--detectives", "13,26,29"]), 2, "has no station 0");
    refused(&perft(&["45", "--detectives", "13,26"]), 2, "played with 3, 4, 5");
    refused(&perft(&["45", "--detectives", "13,26,29", "--bobbies", "50"]), 2, "has 0 bobbies, not 1");
    refused(
        &["perft", "--edition", "modern", "--depth", "2", "--fugitive", "45", "--detectives", "1,2,3"],
        2,
        "with --bobbies",
    );
    refused(&["bench", "--seconds", "0"], 2, "--seconds");
    refused(&["perft", "--depth", "2"], 2, "--edition");
    refused(&["perft", "--depth", "2", "--colour"], 2, "--colour");
    refused(&["chess"], 2, "unrecognized subcommand 'chess'");
    refused(&["record", "check", "no-such-file.fog"], 2, "cannot read no-such-file.fog");
    refused(
        &["selfplay", "--edition", "classic", "--games", "1", "--record", "/proc/no"],
        2,
        "cannot write",
    );
}

#[test]
fn broken_records_are_refused_with_line_and_reason() {
    let records = folder("broken");
    let cases: [(&str, &str, &str); 14] = [
        ("[Fogbound \"1\"]", "", "begins with [Fogbound"),
        ("[Fogbound \"1\"]", "[Fogbound \"7\"]", "line 1: version 7 of the format is newer"),
        ("[Edition \"modern\"]", "", "the tag Edition is missing"),
        ("\"modern\"", "\"deluxe\"", "there is no edition 'deluxe'"),
        ("[Detectives \"4\"]", "[Detectives \"many\"]", "no number: 'many'"),
        ("[Result \"*\"]", "[Result *]", "line 6: a tag is written"),
        ("[Result \"*\"]", "[Result \"hunters: escaped\"]", "the tag Result says"),
        ("taxi 46", "taxi 99", "line 9: no line goes from 45 to 99"),
        ("taxi 46", "tram 46", "line 9: 'tram 46' is no move: 'tram' is no station number"),
        ("taxi 46", "bus 32", "line 9: no bus line goes from 45 to 32"),
        ("d1 taxi 24", "d1 black 24", "line 9: no black ticket is left"),
        ("1. taxi", "2. taxi", "line 9: this is played in round 1, not in round 2"),
        ("d4 34; x 45", "d4 45; x 45", "45 is not on a start card"),
        ("deal d1 13; ", "deal ", "deal: d1 has no station yet"),
    ];
    for (index, (old, new, words)) in cases.into_iter().enumerate() {
        assert!(RECORD.contains(old));
        let path = file(&records, &format!("{index}.fog"), &RECORD.replace(old, new));
        let code = if words.contains("there is no edition") { 2 } else { 1 };
        refused(&["record", "check", &path], code, words);
    }
    let binary = records.join("binary.fog");
    fs::write(&binary, [0xff, 0xfe, 0]).expect("a file");
    refused(&["record", "check", &binary.to_string_lossy()], 1, "UTF-8");
    let path = file(&records, "bad.json", "{\"fogbound\": 1,\n  \"tags\": [");
    refused(&["record", "check", &path], 1, "line 2");
}

#[test]
fn several_files_are_checked_in_one_go() {
    let records = folder("several");
    let good = file(&records, "good.fog", RECORD);
    let bad = file(&records, "bad.fog", "nothing");
    let output = fogbound(&["record", "check", &bad, &good]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("good.fog: ok"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 of 2 files"));
    let output = fogbound(&["record", "check", &bad, &good, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report[0]["ok"], &report[1]["ok"]), (&false.into(), &true.into()));
}

#[test]
fn a_board_and_an_edition_of_the_users_own_work_everywhere() {
    let own = folder("own");
    let board = file(&own, "ring.toml", RING);
    let edition = file(
        &own,
        "quick.toml",
        "format = 1\nid = \"quick\"\ntitle = \"Quick\"\nbased_on = \"classic\"\nboard = \"ring\"\n\
         [end]\nrounds = 5\n[log]\nslots = 7\nreveal = [2]\n",
    );
    assert!(text(&["board", &board]).contains("8 stations"));
    assert!(text(&["board", &board, "--svg"]).contains("<svg"));
    let records = own.to_string_lossy().into_owned();
    let rules = ["--edition", &edition, "--board", &board];
    text(
        &[&["selfplay"], &rules[..], &["--pieces", "3", "--games", "4", "--record", &records]].concat(),
    );
    let record = format!("{records}/quick-1-1.fog");
    assert!(text(&[&["record", "check", &record], &rules[..]].concat()).contains("ok: quick"));
    refused(&["record", "check", &record], 2, "there is no edition 'quick'");
    let stations = ["--fugitive", "1", "--detectives", "3,5,7", "--depth", "2"];
    text(&[&["perft"], &rules[..], &stations[..]].concat());
}

const RING: &str = include_str!("files/ring.toml");

#[test]
fn malformed_boards_and_editions_give_all_reasons() {
    let own = folder("malformed");
    let board = file(
        &own,
        "ring.toml",
        &RING.replace("[8, 1]]", "[8, 1], [9, 9], [1, 2]]").replace("50, 5]", "50, 500]"),
    );
    let output = fogbound(&["board", &board]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for reason in ["1 lies outside", "names station 9", "9-9 leads nowhere", "1-2 is listed twice"] {
        assert!(error.contains(reason), "{reason} in {error}");
    }
    let taken = file(&own, "london.toml", &RING.replace("\"ring\"", "\"london\""));
    refused(&["board", &taken], 2, "is a built-in board's");
    let edition =
        file(&own, "bad.toml", "format = 2\nid = \"B\"\ntitle = \"B\"\nbased_on = \"modern\"\n");
    refused(&["selfplay", "--edition", &edition, "--games", "1"], 2, "format 2 is not known");
    refused(&["selfplay", "--edition", &edition, "--games", "1"], 2, "may hold only small letters");
    let garbage = file(&own, "garbage.toml", "format = [");
    refused(&["selfplay", "--edition", &garbage, "--games", "1"], 2, "not an edition file");
}
