//! Somebody opens many sockets at a table of others and reads nothing: what the server keeps for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};

use super::watch::Watch;
use super::{Findings, Trial};
use crate::wire::Server;

/// Moves a second of the people at the table; each is told to everybody.
const RATE: f64 = 8.0;

/// How often one who reads nothing says something, so as to learn that the socket is gone.
const EVERY: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Counts {
    opened: AtomicU64,
    ended: AtomicU64,
    refused: AtomicU64,
}

pub(super) async fn sockets(mut trial: Trial) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let (table, people) = trial.play(RATE).await?;
    let watch = Watch::begin(&trial, &["fogbound_backlog_bytes", "fogbound_drops_total"]).await?;
    let stranger = trial.stranger()?.narrow();
    let until = Instant::now() + trial.span;
    let counts = Arc::new(Counts::default());
    let mut sockets = JoinSet::new();
    for _ in 0..trial.count {
        let (stranger, table, cookie) = (stranger.clone(), table.clone(), trial.cookie());
        let counts = Arc::clone(&counts);
        sockets.spawn(async move {
            let _ = timeout_at(until, read_nothing(&stranger, &table, &cookie, &counts)).await;
        });
    }
    while sockets.join_next().await.is_some() {}
    findings.tell("sockets at one time", trial.count);
    findings.tell("opened in all", counts.opened.load(Ordering::Relaxed));
    findings.tell("ended by the server", counts.ended.load(Ordering::Relaxed));
    findings.tell("refused", counts.refused.load(Ordering::Relaxed));
    watch.end(&mut findings);
    findings.people(people).await?;
    Ok(findings)
}

/// One socket after the other, of which nothing is read.
async fn read_nothing(server: &Server, table: &str, cookie: &str, counts: &Counts) {
    let add = |count: &AtomicU64| count.fetch_add(1, Ordering::Relaxed);
    loop {
        match server.socket(table, cookie).await {
            Ok(mut socket) => {
                add(&counts.opened);
                while socket.send("{\"type\":\"ping\"}".into()).await.is_ok() {
                    sleep(EVERY).await;
                }
                add(&counts.ended);
            }
            Err(_) => {
                add(&counts.refused);
                sleep(EVERY).await;
            }
        }
    }
}
