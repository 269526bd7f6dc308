//! Sockets that only listen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use fogbound_rules::Rng;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::wire::{ANSWER_TIMEOUT, Server, Socket, cookie};
use crate::{AT_ONCE, table};

/// Sockets that only listen, until this is dropped.
pub(crate) struct Listeners {
    counts: Arc<Counts>,
    _tasks: JoinSet<()>,
}

#[derive(Default)]
struct Counts {
    open: AtomicUsize,
    heard: AtomicU64,
}

impl Listeners {
    /// Opens so many, spread over the tables.
    pub(crate) async fn open(
        server: &Arc<Server>,
        tables: &[String],
        count: usize,
        rng: &mut Rng,
        errors: &mut BTreeMap<String, u64>,
    ) -> Listeners {
        let counts = Arc::new(Counts::default());
        let mut tasks = JoinSet::new();
        let mut opening = JoinSet::new();
        let mut settle = |opened: Result<Result<Socket, String>, tokio::task::JoinError>| match opened
            .unwrap_or_else(|error| Err(error.to_string()))
        {
            Ok(socket) => {
                counts.open.fetch_add(1, Ordering::Relaxed);
                tasks.spawn(listen(socket, Arc::clone(&counts)));
            }
            Err(error) => *errors.entry(format!("a listener: {error}")).or_default() += 1,
        };
        for table in tables.iter().cycle().take(count) {
            if opening.len() >= AT_ONCE
                && let Some(opened) = opening.join_next().await
            {
                settle(opened);
            }
            let (server, table, cookie) = (Arc::clone(server), table.clone(), cookie(rng));
            opening.spawn(async move { open(&server, &table, &cookie).await });
        }
        while let Some(opened) = opening.join_next().await {
            settle(opened);
        }
        Listeners { counts, _tasks: tasks }
    }

    /// How many are still open.
    pub(crate) fn held(&self) -> usize {
        self.counts.open.load(Ordering::Relaxed)
    }

    /// How many frames came after the first news.
    pub(crate) fn heard(&self) -> u64 {
        self.counts.heard.load(Ordering::Relaxed)
    }
}

/// Opens a socket and waits until it has heard how the table looks.
async fn open(server: &Server, table: &str, cookie: &str) -> Result<Socket, String> {
    let mut socket = server.socket(table, cookie).await?;
    let news = async {
        while !table::is_news(&socket.next().await?) {}
        Ok::<_, String>(())
    };
    timeout(ANSWER_TIMEOUT, news).await.map_err(|_| "no news in time")??;
    Ok(socket)
}

async fn listen(mut socket: Socket, counts: Arc<Counts>) {
    while socket.next().await.is_ok() {
        counts.heard.fetch_add(1, Ordering::Relaxed);
    }
    counts.open.fetch_sub(1, Ordering::Relaxed);
}
