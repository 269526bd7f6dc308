//! How nodes tell each other what they appended. Changes are sent after the commit, by one task that
//! puts together what has come up while it sent: a `NOTIFY` within each append would make all appends
//! of all nodes wait for one lock.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::address::Address;
use super::migrate::SERVING;
use super::payload;
use super::queue::ChangeQueue;
use crate::store::{Change, fault};

const CHANNEL: &str = "fogbound";

/// A node says something at least so often, and hears it.
const ECHO: Duration = Duration::from_secs(5);

/// A node that has not even heard itself for so long has lost its connection.
const SILENCE: Duration = Duration::from_secs(16);

/// The time to send, or to connect.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// The first and the longest pause before something is tried again.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// Sends what comes into the queue, until that is closed and empty.
pub(super) async fn send(pool: PgPool, node: String, outgoing: Arc<ChangeQueue>) {
    let mut pause = PAUSES.0;
    loop {
        let changes = match timeout(ECHO, outgoing.take()).await {
            Ok(Some(changes)) => changes,
            Ok(None) => return,
            // The node has nothing to say but that it is there, to itself.
            Err(_) => Vec::new(),
        };
        if say(&pool, &node, &changes).await {
            pause = PAUSES.0;
            continue;
        }
        // They stay in the queue, where newer ones take their place.
        for change in changes {
            outgoing.put(change);
        }
        sleep(pause).await;
        pause = PAUSES.1.min(pause * 2);
    }
}

/// Sends a payload to all nodes; whether it went well.
async fn say(pool: &PgPool, node: &str, changes: &[Change]) -> bool {
    let payloads = payload::write(node, changes);
    let query = sqlx::query("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload");
    let sent = timeout(QUERY_TIMEOUT, query.bind(CHANNEL).bind(payloads).execute(pool)).await;
    match sent {
        Ok(Ok(_)) => true,
        Ok(Err(error)) => {
            tracing::warn!(error = fault::words(&error), "other nodes could not be told");
            false
        }
        Err(_) => {
            tracing::warn!("other nodes could not be told in time");
            false
        }
    }
}

/// A connection that hears what nodes say. While it lasts, the database knows that a node serves.
pub(super) async fn listen(address: &Address) -> Result<PgListener, String> {
    let connect = async {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(None)
            .acquire_timeout(QUERY_TIMEOUT)
            .connect_with(address.options())
            .await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.eager_reconnect(false);
        let serves: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock_shared($1)")
            .bind(SERVING)
            .fetch_one(&mut listener)
            .await?;
        listener.listen(CHANNEL).await?;
        Ok::<_, sqlx::Error>((listener, serves))
    };
    match timeout(QUERY_TIMEOUT, connect).await {
        Ok(Ok((listener, true))) => Ok(listener),
        Ok(Ok((_, false))) => Err("a backup is being restored into it".into()),
        Ok(Err(error)) => Err(fault::words(&error)),
        Err(_) => Err("it does not answer".into()),
    }
}

/// Puts what others say into a queue, for ever; connects again when the connection is lost.
pub(super) async fn hear(
    mut listener: PgListener,
    address: Address,
    node: String,
    incoming: Arc<ChangeQueue>,
) {
    loop {
        while let Ok(Ok(Some(word))) = timeout(SILENCE, listener.try_recv()).await {
            for change in payload::read(&node, word.payload()) {
                incoming.put(change);
            }
        }
        tracing::warn!("the connection on which other nodes are heard is lost");
        let mut pause = PAUSES.0;
        listener = loop {
            match listen(&address).await {
                Ok(listener) => break listener,
                Err(error) => tracing::warn!(error, "other nodes are not heard"),
            }
            sleep(pause).await;
            pause = PAUSES.1.min(pause * 2);
        };
        incoming.put(Change::Unsure);
    }
}

/// Hands on what came into the queue, as fast as it is taken.
pub(super) async fn hand_on(incoming: Arc<ChangeQueue>, changes: mpsc::Sender<Change>) {
    while let Some(words) = incoming.take().await {
        for change in words {
            if changes.send(change).await.is_err() {
                return;
            }
        }
    }
}
