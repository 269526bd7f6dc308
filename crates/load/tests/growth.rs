//! A server on a place in which much was played: what it loads, how soon it is there, and that it clears
//! away what is old while others play.

#![allow(missing_docs)]

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{Server, load};

/// A figure of the server.
fn figure(server: &Server, name: &str) -> u64 {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("the server is there");
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is taken");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("figures");
    let line = answer.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.trim().parse().ok()).unwrap_or_else(|| panic!("no {name}: {answer}"))
}

#[test]
fn a_server_with_many_tables_starts_at_once_and_clears_while_others_play() {
    let data = Server::folder("grown");
    let place = data.display().to_string();
    let counts = ["--over", "600", "--old", "300", "--lobbies", "150", "--playing", "150"];
    let (code, out, err) = load(&[&["fill", "--data", &place][..], &counts].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("1200 tables with "), "{out}");
    let entries: u64 = out.split_whitespace().nth(3).and_then(|n| n.parse().ok()).expect("a number");
    assert!(entries >= 900 * 60, "a game that is over has 60 entries or more: {out}");

    let begun = Instant::now();
    let server = Server::on(data);
    let started = begun.elapsed();
    assert!(started < Duration::from_secs(5), "{started:?} until it answers");
    assert_eq!(figure(&server, "fogbound_tables_loaded"), 0, "nothing is due");

    let playing = ["--tables", "4", "--rate", "40", "--seconds", "8", "--json"];
    let (code, out, err) = load(&[&["--url", &server.url][..], &playing].concat());
    assert_eq!(code, 0, "{out}{err}");
    let figures: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(figures["moves"], 320, "{out}");
    let until = Instant::now() + Duration::from_secs(60);
    while figure(&server, "fogbound_tables_cleared_total") < 300 {
        assert!(Instant::now() < until, "old tables are still there");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(figure(&server, "fogbound_tables_cleared_total"), 300, "and no others");
    assert!(figure(&server, "fogbound_tables_loaded") <= 4, "those that were played");
}

#[test]
fn the_same_seed_gives_the_same_tables() {
    let fill = |name: &str, seed: &str| {
        let data = Server::folder(name);
        let place = data.display().to_string();
        let counts = ["--over", "3", "--playing", "4", "--lobbies", "2", "--at", "1700000000000"];
        let (code, out, err) =
            load(&[&["fill", "--data", &place, "--seed", seed][..], &counts].concat());
        assert_eq!(code, 0, "{out}{err}");
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let file = data.join("tables.jsonl");
        let place = fogbound_server::store::Place::Folder(data.clone());
        runtime.block_on(place.back_up(&file)).expect("a backup");
        let text = std::fs::read_to_string(&file).expect("it is read");
        std::fs::remove_dir_all(&data).expect("it is removed");
        text
    };
    let (one, same, other) = (fill("one", "7"), fill("same", "7"), fill("other", "8"));
    assert!(one == same, "the same tables");
    assert!(one != other, "other tables");
}
