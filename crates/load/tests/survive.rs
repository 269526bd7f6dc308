//! `fogbound-load survive` against a server that goes away and comes back.

#![allow(missing_docs)]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Server, load};

#[test]
fn clients_come_back_and_no_acknowledged_move_is_lost_or_doubled() {
    let mut server = Server::start("survives");
    let mut clients = Command::new(env!("CARGO_BIN_EXE_fogbound-load"))
        .args(["survive", "--url", &server.url, "--tables", "4", "--sockets", "20", "--rate", "20"])
        .args(["--seconds", "15", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut said = String::new();
    let mut errors = BufReader::new(clients.stderr.take().expect("it is piped"));
    errors.read_line(&mut said).expect("a word");
    assert_eq!(said, "playing\n");
    std::thread::sleep(Duration::from_secs(3));
    let stdin = clients.stdin.as_mut().expect("it is piped");
    stdin.write_all(b"restart\n").expect("it is told");
    server.restart_after(Duration::from_secs(1));

    let mut out = String::new();
    clients.stdout.take().expect("it is piped").read_to_string(&mut out).expect("text");
    let ended = clients.wait().expect("it ends");
    errors.read_to_string(&mut said).expect("text");
    let figures: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(ended.code(), Some(0), "{out}{said}");
    assert_eq!(figures["clients"], 20, "{out}");
    for key in ["lost", "doubled", "still_away"] {
        assert_eq!(figures[key], 0, "{key}: {out}");
    }
    assert!(figures["moves"].as_u64() >= Some(40), "{out}");
    let after = &figures["interruptions"][0];
    assert_eq!((&after["name"], &after["away"]), (&"restart".into(), &20.into()), "{out}");
    assert!(
        after["s_until_99_percent"].as_f64() >= Some(1.0),
        "nobody is back before the server: {out}"
    );
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    for (args, reason) in [
        (&["survive", "--tables", "10", "--sockets", "19"][..], "two sockets for each table"),
        (&["survive", "--rate", "0"], "--rate goes from"),
        (
            &["survive", "--url", "http://127.0.0.1:1", "--tables", "1", "--sockets", "2"],
            "no connection",
        ),
        (&["hostile", "--tables", "0"], "--tables goes from 1"),
        (&["hostile", "--attackers", "1000"], "at most 200 attackers"),
        (&["hostile", "--url", "http://192.0.2.1:80"], "at 127.0.0.1 only"),
    ] {
        let (code, _, err) = load(args);
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}
