//! `fogbound-load attack`, in small: each thing that a stranger once did harm with, and that others hardly
//! notice it.

#![allow(missing_docs)]
#![cfg(target_os = "linux")]

mod common;

use std::time::Duration;

use common::{Server, load};
use fogbound_server::http::HttpConfig;
use fogbound_server::limits;
use fogbound_table::limits as of_table;
use serde_json::Value;

/// What an attack on a server of the test's own says.
fn attack(kind: &str, count: &str, seconds: &str, http: HttpConfig) -> Value {
    let server = Server::with(Server::folder(&format!("attack-{kind}")), http);
    let count = ["--count", count, "--seconds", seconds, "--json"];
    let (code, out, err) = load(&[&["attack", kind, "--url", &server.url][..], &count].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    serde_json::from_str(&out).expect("JSON")
}

fn number(found: &Value, what: &str) -> f64 {
    found[what].as_f64().unwrap_or_else(|| panic!("no {what}: {found}"))
}

#[test]
fn who_talks_without_end_does_not_lock_a_table() {
    let found = attack("talk", "200", "3", HttpConfig::default());
    let (taken, refused) = (number(&found, "lines taken"), number(&found, "lines refused"));
    assert!(taken >= 1.0 && taken + refused == 200.0, "{found}");
    let most = of_table::TALK_OF_TABLE;
    let seconds = number(&found, "in seconds").ceil();
    assert!(taken <= f64::from(most.most) + f64::from(most.each_second) * seconds, "{found}");
    assert!(number(&found, "the longest, bytes") < (of_table::PAGE + 24 * 1024) as f64, "{found}");
    assert_eq!(number(&found, "moves of people"), 15.0, "{found}");
}

#[test]
fn who_has_many_tables_with_bots_does_not_keep_others_waiting() {
    let found = attack("bots", "10", "7", HttpConfig::default());
    assert_eq!(found["the stranger's tables of bots alone"], "2 of 5", "{found}");
    assert_eq!(found["the stranger's tables against bots"], "5 of 5", "{found}");
    assert!(number(&found, "answers beside them") >= 1.0, "{found}");
    // One of theirs is thought about, and none of the other four comes before.
    let most = number(&found["the bot of level 3 beside them"], "max");
    assert!(most < 9_000.0, "{found}");
}

#[test]
fn what_is_not_read_takes_little_of_the_kernel() {
    const CONNECTIONS: usize = 20;
    let http = HttpConfig { write: Duration::from_secs(2), ..HttpConfig::default() };
    let found = attack("readers", &CONNECTIONS.to_string(), "6", http);
    assert_eq!(found["connections"], CONNECTIONS, "{found}");
    let unread = number(&found, "what it wrote to them unread, MB at most") * 1e6;
    assert!(unread < (CONNECTIONS * 2 * limits::SEND_BUFFER) as f64, "{found}");
    let gone = number(&found, "all were let go after, s");
    assert!(gone >= 1.0, "they are waited for a little: {found}");
    assert_eq!(number(&found, "moves of people"), 30.0, "{found}");
}

#[test]
fn sockets_that_are_not_read_take_little_of_the_server() {
    const SOCKETS: usize = 12;
    let found = attack("sockets", &SOCKETS.to_string(), "14", HttpConfig::default());
    assert!(number(&found, "fogbound_drops_total") >= 1.0, "{found}");
    let waits = number(&found, "fogbound_backlog_bytes");
    assert!(waits < (SOCKETS * (limits::QUEUE_BYTES + 64 * 1024)) as f64, "{found}");
    assert_eq!(number(&found, "moves of people"), 112.0, "{found}");
}

#[test]
fn what_cannot_be_is_said_in_one_line() {
    for (args, reason) in [
        (&["attack", "talk", "--count", "0"][..], "--count goes from 1"),
        (&["attack", "bots", "--seconds", "0"], "--seconds from 1"),
        (&["attack", "readers", "--url", "http://192.0.2.1:80"], "at 127.0.0.1 only"),
    ] {
        let (code, _, err) = load(args);
        assert_eq!((code, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}
