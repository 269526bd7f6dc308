//! How many appends a second a store takes. Not a test: run it by
//! `cargo test -p fogbound-server --release --test store -- --ignored --nocapture speed`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fogbound_server::store::{Place, Store};
use tokio::task::JoinSet;

use crate::TempDir;
use crate::contract::{row, table};
use crate::postgres::server;

const SPAN: Duration = Duration::from_secs(3);

/// Appends for a while to so many tables at once; prints what it came to.
async fn measure(name: &str, store: &Arc<dyn Store>, tables: usize) {
    let done = Arc::new(AtomicU64::new(0));
    let end = Instant::now() + SPAN;
    let mut appends = JoinSet::new();
    for _ in 0..tables {
        let (store, done) = (store.clone(), done.clone());
        appends.spawn(async move {
            let (id, mut slowest) = (table(), Duration::ZERO);
            // As long as a move is: two entries.
            let entries = vec![format!("{{\"text\":\"{}\"}}", "x".repeat(150)); 2];
            for version in (0..).step_by(2) {
                let begin = Instant::now();
                if begin >= end {
                    break;
                }
                let row = row(id, version + 2);
                store.append(&row, version, entries.clone()).await.expect("it follows");
                slowest = slowest.max(begin.elapsed());
                done.fetch_add(1, Ordering::Relaxed);
            }
            slowest
        });
    }
    let slowest = appends.join_all().await.into_iter().max().unwrap_or_default();
    let rate = done.load(Ordering::Relaxed) as f64 / SPAN.as_secs_f64();
    println!("{name}, {tables:2} tables: {rate:6.0} appends/s, the slowest {slowest:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it measures"]
async fn speed() {
    let dir = TempDir::new();
    let places = [
        ("SQLite", Place::Folder(dir.path().into())),
        ("PostgreSQL", Place::Database(server().database().await)),
    ];
    for (name, place) in places {
        let store = place.open().await.expect("it opens");
        for tables in [1, 8, 16, 64] {
            measure(name, &store, tables).await;
        }
        store.close().await;
    }
}
