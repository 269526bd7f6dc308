//! The shared store: a PostgreSQL database that any number of nodes serve.
//!
//! An append is one statement, so it is one transaction and one way to the database and back. It
//! names the version that it follows; of two nodes that append to one table at once, one has a
//! conflict.

mod address;
pub(super) mod migrate;
mod notify;
mod payload;
mod queue;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection, Error, Postgres};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

pub(super) use self::address::Address;
use self::queue::ChangeQueue;
use super::puzzles::{self, bind_rating};
use super::report::{self, bind_report};
use super::rows::{self, bind_bounds, signed, unsigned};
use super::{
    Change, NewReport, OpenError, PuzzleRating, Query, Row, Slot, StartCell, Status, Store, StoreError,
    StoredKey, TallyKind, keys, schema, starts, tally,
};
use crate::OsChance;
use fogbound_rules::Side;
use fogbound_table::id::TableId;
use fogbound_table::{Chance, EndedGame, Moment, Version};

/// Connections of a node, beside the one on which it hears others.
const CONNECTIONS: u32 = 8;

/// How long is waited for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(2500);

/// How long is waited for an answer.
const QUERY_TIMEOUT: Duration = Duration::from_millis(2500);

/// A connection that was not used for so long is tried before it is used.
const IDLE: Duration = Duration::from_secs(1);

/// Words of other nodes that wait for whoever asked for them.
const CHANGES: usize = 1024;

/// What holds for every connection. The database ends what takes longer than anybody waits for it,
/// and gives the locks of a node free that has died within a transaction.
const SESSION: &str = "SET statement_timeout = 2500; SET lock_timeout = 2000; \
     SET idle_in_transaction_session_timeout = 5000; \
     SELECT set_config('synchronous_commit', 'on', false) \
     WHERE current_setting('synchronous_commit') = 'off'";

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    pool: PgPool,
    node: String,
    /// With which addresses fall into slots.
    salt: String,
    outgoing: Arc<ChangeQueue>,
    changes: Mutex<Option<mpsc::Receiver<Change>>>,
    sending: Mutex<JoinSet<()>>,
    hearing: Mutex<JoinSet<()>>,
}

impl PostgresStore {
    /// Opens the store in the database that a URL names. Its tables are made if they are missing.
    pub async fn open(url: &str) -> Result<PostgresStore, OpenError> {
        let address = Address::parse(url)?;
        let mut connection = address.connect().await?;
        migrate::migrate(&mut connection, &address, schema::POSTGRES).await?;
        let salt = sqlx::query_scalar("SELECT salt FROM tally_salt").fetch_one(&mut connection).await;
        let salt = salt.map_err(|error| address.error(&error))?;
        // Whatever it says to that, it is not needed any more.
        let _ = connection.close().await;

        let mut bytes = [0; 8];
        OsChance.fill(&mut bytes);
        let node = format!("{:016x}", u64::from_le_bytes(bytes));
        let pool = pool(&address);
        let listener = notify::listen(&address).await.map_err(|reason| address.failed(&reason))?;
        let (outgoing, incoming) = (Arc::new(ChangeQueue::default()), Arc::new(ChangeQueue::default()));
        let (sender, changes) = mpsc::channel(CHANGES);
        let (mut sending, mut hearing) = (JoinSet::new(), JoinSet::new());
        sending.spawn(notify::send(pool.clone(), node.clone(), outgoing.clone()));
        hearing.spawn(notify::hear(listener, address, node.clone(), incoming.clone()));
        hearing.spawn(notify::hand_on(incoming, sender));
        Ok(PostgresStore {
            pool,
            node,
            salt,
            outgoing,
            changes: Mutex::new(Some(changes)),
            sending: Mutex::new(sending),
            hearing: Mutex::new(hearing),
        })
    }

    async fn connection(&self) -> Result<PoolConnection<Postgres>, StoreError> {
        self.pool.acquire().await.map_err(|error| StoreError::of(&error))
    }
}

fn pool(address: &Address) -> PgPool {
    PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, usage| {
            Box::pin(async move {
                match usage.idle_for > IDLE {
                    true => {
                        Ok(timeout(IDLE, connection.ping()).await.is_ok_and(|answer| answer.is_ok()))
                    }
                    false => Ok(true),
                }
            })
        })
        .after_connect(|connection, _| {
            Box::pin(async move {
                sqlx::raw_sql(SESSION).execute(connection).await?;
                Ok(())
            })
        })
        .connect_lazy_with(address.options())
}

/// Waits for an answer, but not for ever: a connection on which none came is not used again.
async fn answer<T>(
    connection: &mut PoolConnection<Postgres>,
    question: impl AsyncFnOnce(&mut PgConnection) -> Result<T, Error>,
) -> Result<T, StoreError> {
    match timeout(QUERY_TIMEOUT, question(connection)).await {
        Ok(result) => result.map_err(|error| StoreError::of(&error)),
        Err(_) => {
            connection.close_on_drop();
            Err(StoreError::Failed("the database does not answer in time".into()))
        }
    }
}

/// The statement of an append: how the row is set, and what else is done with it.
macro_rules! appending {
    ($set:literal, $more:literal) => {
        concat!(
            "WITH done AS (",
            $set,
            " WHERE tables.id = $1 AND tables.version = $8 RETURNING id), ",
            "new AS (INSERT INTO entries (table_id, version, entry) ",
            "SELECT id, $8 + place, entry FROM done, unnest($9::text[]) WITH ORDINALITY AS given (entry, place))",
            $more,
            " SELECT count(*) FROM done"
        )
    };
    (first $more:literal) => {
        appending!(
            "INSERT INTO tables (id, version, public, status, due, touched, summary) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (id) DO UPDATE SET version = $2, public = $3, status = $4, due = $5, \
             touched = $6, summary = $7",
            $more
        )
    };
    (next $more:literal) => {
        appending!(
            "UPDATE tables SET version = $2, public = $3, status = $4, due = $5, touched = $6, summary = $7",
            $more
        )
    };
    (first) => {
        appending!(first "")
    };
    (next) => {
        appending!(next "")
    };
    ($which:ident, ended) => {
        appending!(
            $which
            ", counted AS (INSERT INTO starts (edition, detectives, counted_by, cell, games, fugitive_wins) \
             SELECT $10, $11, counted_by, cell, 1, $12 FROM done, unnest($13::text[], $14::text[]) AS counts (counted_by, cell) \
             ORDER BY counted_by, cell ON CONFLICT (edition, detectives, counted_by, cell) \
             DO UPDATE SET games = starts.games + excluded.games, \
             fugitive_wins = starts.fugitive_wins + excluded.fugitive_wins)"
        )
    };
}

/// Appends, if the table has this version; whether it had. With it a game that ended is counted.
pub(super) async fn append(
    connection: &mut PgConnection,
    row: &Row,
    after: Version,
    entries: &[String],
    ended: Option<&EndedGame>,
) -> Result<bool, Error> {
    let statement = match (after, ended) {
        (0, None) => appending!(first),
        (0, Some(_)) => appending!(first, ended),
        (_, None) => appending!(next),
        (_, Some(_)) => appending!(next, ended),
    };
    let mut statement = sqlx::query_scalar(statement)
        .bind(row.id.as_str())
        .bind(signed(row.version))
        .bind(row.public)
        .bind(row.status.number())
        .bind(rows::stored(row.due))
        .bind(signed(row.touched))
        .bind(row.summary.as_str())
        .bind(signed(after))
        .bind(entries);
    if let Some(ended) = ended {
        let cells = starts::cells(ended);
        let (by, named): (Vec<&str>, Vec<String>) =
            cells.into_iter().map(|cell| (cell.by.word(), cell.cell)).unzip();
        statement = statement
            .bind(ended.edition.as_str())
            .bind(i16::from(ended.detectives))
            .bind(i64::from(ended.winner == Side::Fugitive))
            .bind(by)
            .bind(named);
    }
    let done: i64 = statement.fetch_one(connection).await?;
    Ok(done > 0)
}

#[async_trait]
impl Store for PostgresStore {
    async fn append_end(
        &self,
        row: &Row,
        after: Version,
        entries: Vec<String>,
        ended: Option<EndedGame>,
    ) -> Result<(), StoreError> {
        rows::check(row, after, &entries)?;
        let mut connection = self.connection().await?;
        let (row, outgoing) = (row.clone(), self.outgoing.clone());
        // A task of its own: even if nobody waits for it any more, others must be told of it.
        let done = tokio::spawn(async move {
            let done = answer(&mut connection, async |connection| {
                append(connection, &row, after, &entries, ended.as_ref()).await
            });
            let done = done.await?;
            if done {
                outgoing.put(Change::Appended(row.id, row.version));
            }
            Ok(done)
        });
        match done.await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(StoreError::Conflict),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(StoreError::closed()),
        }
    }

    async fn read(&self, id: TableId, after: Version) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(rows::READ).bind(id.as_str()).bind(signed(after));
        answer(&mut self.connection().await?, async |connection| query.fetch_all(connection).await).await
    }

    async fn list(&self, query: Query, most: u32) -> Result<Vec<Row>, StoreError> {
        let select = sqlx::query_as(rows::select(query)).bind(i64::from(most));
        let select = bind_bounds!(select, query);
        let mut connection = self.connection().await?;
        let found =
            answer(&mut connection, async |connection| select.fetch_all(connection).await).await?;
        found.into_iter().map(rows::row).collect()
    }

    async fn versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError> {
        let ids: Vec<String> = ids.iter().map(TableId::to_string).collect();
        let query = sqlx::query_as("SELECT id, version FROM tables WHERE id = ANY($1)").bind(ids);
        let mut connection = self.connection().await?;
        let found: Vec<(String, i64)> =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        found.into_iter().map(|(id, version)| Ok((rows::table(&id)?, unsigned(version)))).collect()
    }

    async fn delete(&self, id: TableId) -> Result<(), StoreError> {
        let query = sqlx::query(rows::DELETE).bind(id.as_str());
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(())
    }

    async fn set_due(
        &self,
        id: TableId,
        version: Version,
        due: Option<Moment>,
    ) -> Result<(), StoreError> {
        let query = sqlx::query(rows::SET_DUE).bind(id.as_str()).bind(signed(version));
        let query = query.bind(rows::stored(due));
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(())
    }

    async fn clear(&self, status: Status, since: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        let query = sqlx::query_scalar(
            "DELETE FROM tables WHERE id IN (SELECT id FROM tables WHERE status = $1 AND touched < $2 \
             ORDER BY touched, id LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id",
        );
        let query = query.bind(status.number()).bind(signed(since)).bind(i64::from(most));
        let mut connection = self.connection().await?;
        let cleared: Vec<String> =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        cleared.iter().map(|id| rows::table(id)).collect()
    }

    async fn beat(&self, wall: u64, most_gap: u64) -> Result<u64, StoreError> {
        let query = sqlx::query_scalar(rows::BEAT).bind(signed(wall)).bind(signed(most_gap));
        let mut connection = self.connection().await?;
        let down = answer(&mut connection, async |connection| query.fetch_one(connection).await).await?;
        Ok(unsigned(down))
    }

    async fn tell_present(&self, id: TableId, text: &str) -> Result<(), StoreError> {
        let present = Change::Present(id, self.node.clone(), text.into());
        payload::check(&present)?;
        self.outgoing.put(present);
        Ok(())
    }

    async fn changes(&self) -> Result<mpsc::Receiver<Change>, StoreError> {
        let changes = self.changes.lock().expect("nothing panics while it is held").take();
        changes
            .ok_or_else(|| StoreError::Failed("the words of other nodes were asked for before".into()))
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn report(&self, report: &NewReport) -> Result<bool, StoreError> {
        let insert = bind_report!(sqlx::query(report::INSERT), report);
        let mut connection = self.connection().await?;
        let done = answer(&mut connection, async |connection| insert.execute(connection).await).await?;
        Ok(done.rows_affected() > 0)
    }

    async fn clear_reports(&self, before: u64) -> Result<(), StoreError> {
        let query = sqlx::query(report::CLEAR).bind(signed(before));
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE service SET one = 1");
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(())
    }

    async fn tally(&self, kind: TallyKind, address: &str, wall: u64) -> Result<u32, StoreError> {
        let until = wall.saturating_add(kind.span().as_millis() as u64);
        let query = sqlx::query_scalar(
            "INSERT INTO tallies (deed, slot, count, until) VALUES ($1, $2, 1, $3) \
             ON CONFLICT (deed, slot) DO UPDATE SET \
             count = CASE WHEN tallies.until <= $4 THEN 1 ELSE least(tallies.count + 1, 1000000) END, \
             until = CASE WHEN tallies.until <= $4 THEN $3 ELSE tallies.until END RETURNING count",
        );
        let slot = i32::from(self.slot(address));
        let query = query.bind(kind.number()).bind(slot).bind(signed(until)).bind(signed(wall));
        let mut connection = self.connection().await?;
        let count: i32 =
            answer(&mut connection, async |connection| query.fetch_one(connection).await).await?;
        Ok(count.unsigned_abs())
    }

    fn slot(&self, address: &str) -> Slot {
        tally::slot(&self.salt, address)
    }

    async fn tallied(&self, kind: TallyKind, least: u32, wall: u64) -> Result<Vec<Slot>, StoreError> {
        let query = "SELECT slot FROM tallies WHERE deed = $1 AND count >= $2 AND until > $3";
        let least = i32::try_from(least).unwrap_or(i32::MAX);
        let query = sqlx::query_scalar(query).bind(kind.number()).bind(least).bind(signed(wall));
        let mut connection = self.connection().await?;
        let slots: Vec<i32> =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        Ok(slots.into_iter().filter_map(|slot| slot.try_into().ok()).collect())
    }

    async fn clear_tallies(&self, wall: u64) -> Result<(), StoreError> {
        let query = sqlx::query("DELETE FROM tallies WHERE until <= $1").bind(signed(wall));
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(())
    }

    async fn starts(&self) -> Result<Vec<StartCell>, StoreError> {
        let query = sqlx::query_as(starts::ALL);
        let mut connection = self.connection().await?;
        let found =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        found.into_iter().map(starts::cell).collect()
    }

    async fn puzzles(&self) -> Result<Vec<PuzzleRating>, StoreError> {
        let query = sqlx::query_as(puzzles::ALL);
        let mut connection = self.connection().await?;
        let found =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        Ok(found.into_iter().map(puzzles::rating).collect())
    }

    async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRating>, StoreError> {
        let query = sqlx::query_as(puzzles::ONE).bind(id);
        let mut connection = self.connection().await?;
        let found =
            answer(&mut connection, async |connection| query.fetch_optional(connection).await).await?;
        Ok(found.map(puzzles::rating))
    }

    async fn rate_puzzle(&self, rating: &PuzzleRating) -> Result<bool, StoreError> {
        let query = bind_rating!(puzzles::statement(rating), rating);
        let mut connection = self.connection().await?;
        let done = answer(&mut connection, async |connection| query.execute(connection).await).await?;
        Ok(done.rows_affected() > 0)
    }

    async fn keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        let query = sqlx::query_as(keys::READ);
        let mut connection = self.connection().await?;
        let found =
            answer(&mut connection, async |connection| query.fetch_all(connection).await).await?;
        found.into_iter().map(keys::key).collect()
    }

    async fn add_key(&self, key: &StoredKey) -> Result<(), StoreError> {
        let mut connection = self.connection().await?;
        answer(&mut connection, async |connection| {
            let mut transaction = connection.begin().await?;
            keys::rotate_postgres(&mut transaction, key).await?;
            transaction.commit().await
        })
        .await
    }

    async fn close(&self) {
        self.outgoing.close();
        let take = |tasks: &Mutex<JoinSet<()>>| {
            std::mem::take(&mut *tasks.lock().expect("nothing panics while it is held"))
        };
        let (mut sending, mut hearing) = (take(&self.sending), take(&self.hearing));
        // What was appended is still told, if that is possible.
        let _ = timeout(QUERY_TIMEOUT, sending.join_next()).await;
        sending.shutdown().await;
        hearing.shutdown().await;
        self.pool.close().await;
    }
}
