//! `fogbound-load` against a real server.

#![allow(missing_docs)]

mod common;

use std::process::Command;

use common::{Server, load};

#[test]
fn sockets_are_held_and_moves_acknowledged() {
    let server = Server::start("plays");
    let process = std::process::id().to_string();
    let common = ["--url", &server.url, "--server-pid", &process, "--seconds", "2", "--json"];
    let wish = ["--tables", "4", "--rate", "40", "--quiet", "2", "--sockets", "30"];
    let (code, out, err) = load(&[&common[..], &wish].concat());
    assert_eq!(code, 0, "{out}{err}");
    let figures: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(figures["sockets"], 30, "{out}");
    assert_eq!(figures["moves"], 80, "{out}");
    // Five listeners at each of the four tables that play hear of every move there.
    assert!(figures["frames_to_listeners"].as_u64() >= Some(5 * 80), "{out}");
    for key in ["acknowledged_ms", "told_ms"] {
        let [p50, p99, max] = ["p50", "p99", "max"].map(|part| figures[key][part].as_f64());
        assert!(p50 > Some(0.0) && p50 <= p99 && p99 <= max, "{out}");
    }
    assert_eq!(figures["errors"], serde_json::json!({}));
}

#[test]
fn who_plays_alone_makes_bots_think() {
    let server = Server::start("alone");
    let common = ["solo", "--url", &server.url, "--seconds", "2", "--json"];
    let (code, out, err) =
        load(&[&common[..], &["--players", "3", "--level", "1", "--think", "0.1"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    let figures: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(figures["moves"].as_u64() > Some(0) && figures["bot_decisions"].as_u64() > Some(0), "{out}");
    // This server has no page.
    let (code, out, _) = load(&[&common[..], &["--players", "2", "--here"]].concat());
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("keeps no files") || out.contains("errors"), "{out}");
}

#[test]
fn what_the_server_refuses_is_told() {
    let server = Server::start("refuses");
    let (code, out, err) =
        load(&["--url", &server.url, "--tables", "0", "--sockets", "210", "--seconds", "0.1"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("sockets that listen   200 of 210"), "{out}");
    assert!(out.contains("10 times: a listener: no socket") && out.contains("429"), "{out}");
    let (code, _, err) = load(&["--url", &server.url, "--edition", "moderm"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no such edition"), "{err}");
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    for (args, reason) in [
        (&["--url", "127.0.0.1:7199"][..], "no address like http://"),
        (&["--url", "http://127.0.0.1:1"], "no connection"),
        (&["--sockets", "1000000"], "at most 100000"),
        (&["--seconds", "0"], "--seconds from 0.1"),
    ] {
        let (code, _, err) = load(args);
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains(reason), "{err}");
    }
    let few = format!("ulimit -n 64; exec {} --sockets 100", env!("CARGO_BIN_EXE_fogbound-load"));
    let output = Command::new("sh").args(["-c", &few]).output().expect("a shell");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("400 open files are needed, and this process may have 64"), "{err}");
}
