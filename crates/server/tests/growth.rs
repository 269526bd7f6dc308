//! How much memory tables take, and that it is given back.

#![allow(missing_docs)]

mod world;

use std::sync::Arc;
use std::time::Duration;

use fogbound_server::hall::Hall;
use fogbound_server::store::MemoryStore;
use fogbound_table::Sitter;
use fogbound_table::chance::SeededChance;
use fogbound_table::seat::Seat;
use world::{Client, address, parts, person, settings};

/// The bytes that this process has in memory; none where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

const TABLES: usize = 5_000;

/// A lobby, what the store in memory keeps of it included. Where each had rules of its own it was three
/// times as much.
const LOBBY: usize = 12_000;

#[tokio::test(start_paused = true)]
async fn a_lobby_takes_little_memory_and_is_put_away_when_nobody_is_there() {
    let hall = Hall::new(parts(Arc::new(MemoryStore::default()), Arc::new(SeededChance::new(1))));
    hall.open().await.expect("a store in memory opens");
    let make = async |number: usize| {
        let seats = [(Seat::FUGITIVE, Sitter::Me)];
        let host = person(number as u64);
        hall.make(host, address(1), "Host", settings("modern", 4), &seats, false).await.expect("a table")
    };
    let first = make(0).await;
    let before = resident();
    for number in 1..=TABLES {
        make(number).await;
    }
    assert_eq!(hall.loaded(), TABLES + 1);
    if let Some((before, after)) = before.zip(resident()) {
        let each = after.saturating_sub(before) / TABLES;
        println!("{each} bytes a lobby");
        assert!(each < LOBBY, "{each} bytes a lobby, {before} before and {after} after");
    }
    let _somebody = Client::connect(&hall, first, person(0)).await;
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(hall.loaded(), 1, "where somebody is");
}
