//! The one writer of an embedded store. What waits while it writes is put into one transaction and
//! made durable at once: a flush of the disk is paid by all who wait for it.

use std::thread::JoinHandle;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Error};
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::Checkpoint;
use super::folder::Hold;
use crate::store::puzzles::{self, bind_rating};
use crate::store::report::{self, bind_report};
use crate::store::rows::{self, signed, unsigned};
use crate::store::starts::{self, bind_cell};
use crate::store::{NewReport, PuzzleRating, Row, Status, StoreError, StoredKey, keys};
use fogbound_table::id::TableId;
use fogbound_table::{EndedGame, Moment, Version};

/// What waits to be written; beyond this those who want to write wait for a place.
pub(super) const QUEUE: usize = 1024;

/// The most that is put into one transaction.
const GROUP: usize = 256;

/// Something to write.
pub(super) enum Work {
    /// See [`crate::store::Store::append_end`].
    Append { row: Row, after: Version, entries: Vec<String>, ended: Option<EndedGame> },
    /// See [`crate::store::Store::set_due`].
    SetDue { id: TableId, version: Version, due: Option<Moment> },
    /// Deletes a table.
    Delete(TableId),
    /// Deletes those of the tables that are of this status and were not touched since.
    Clear { ids: Vec<TableId>, status: Status, since: u64 },
    /// See [`crate::store::Store::beat`].
    Beat { wall: u64, most_gap: u64 },
    /// See [`crate::store::Store::report`].
    Report(NewReport),
    /// See [`crate::store::Store::clear_reports`].
    ClearReports { before: u64 },
    /// See [`crate::store::Store::rate_puzzle`].
    RatePuzzle(PuzzleRating),
    /// See [`crate::store::Store::add_key`].
    AddKey(StoredKey),
    /// Changes nothing, but is written.
    Nothing,
}

/// What was written.
pub(super) enum Written {
    /// What was to be written.
    All,
    /// There is no room for it, or somebody else was first.
    NotThis,
    /// For how long no server ran.
    Down(u64),
    /// The tables that were deleted.
    Cleared(Vec<TableId>),
}

/// What came of it.
pub(super) type Outcome = Result<Written, StoreError>;

/// Something to write, and who waits for it.
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) answer: oneshot::Sender<Outcome>,
}

/// The writer, with the connection that is its alone.
pub(super) struct Writer {
    pub(super) connection: SqliteConnection,
    pub(super) checkpoint: Checkpoint,
    pub(super) jobs: mpsc::Receiver<Job>,
    pub(super) hold: Hold,
}

/// Why a transaction was not done.
enum Undone {
    /// It was rolled back before its end: certainly nothing was written.
    Certainly(StoreError),
    /// Its end failed.
    Perhaps(StoreError),
}

impl Writer {
    /// Writes on a thread of its own. Each statement goes to SQLite and back; among all other tasks each of
    /// these ways would wait for its turn behind whatever strangers ask for.
    pub(super) fn start(self) -> std::io::Result<JoinHandle<()>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("writer".into()).spawn(move || runtime.block_on(self.run()))
    }

    /// Writes until nobody can ask for it any more, then closes the database and gives the folder free.
    async fn run(mut self) {
        let mut jobs = Vec::with_capacity(GROUP);
        while self.jobs.recv_many(&mut jobs, GROUP).await > 0 {
            let outcomes = self.group(&jobs).await;
            let written = jobs.len();
            for (job, outcome) in jobs.drain(..).zip(outcomes) {
                // Whoever does not wait any more has to look what was stored.
                let _ = job.answer.send(outcome);
            }
            self.checkpoint.after(written, &mut self.connection).await;
        }
        self.checkpoint.close().await;
        if let Err(error) = self.connection.close().await {
            tracing::warn!(error = crate::store::fault::words(&error), "closing the database failed");
        }
        drop(self.hold);
    }

    /// Does everything together. If that fails before the end, each is tried alone, so that one that
    /// cannot be written does not fail the others.
    async fn group(&mut self, jobs: &[Job]) -> Vec<Outcome> {
        match self.together(jobs).await {
            Ok(outcomes) => outcomes,
            Err(Undone::Certainly(_)) if jobs.len() > 1 => {
                let mut outcomes = Vec::with_capacity(jobs.len());
                for job in jobs {
                    outcomes.extend(match self.together(std::slice::from_ref(job)).await {
                        Ok(outcomes) => outcomes,
                        Err(Undone::Certainly(error) | Undone::Perhaps(error)) => vec![Err(error)],
                    });
                }
                outcomes
            }
            Err(Undone::Certainly(error) | Undone::Perhaps(error)) => {
                jobs.iter().map(|_| Err(error.clone())).collect()
            }
        }
    }

    /// One transaction. It is begun and ended by hand: after a full disk SQLite has rolled back by
    /// itself, and the driver's own count of transactions would be wrong from then on.
    async fn together(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Undone> {
        let steps = async |connection: &mut SqliteConnection| {
            sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
            let mut outcomes = Vec::with_capacity(jobs.len());
            for job in jobs {
                outcomes.push(write(connection, &job.work).await?);
            }
            Ok::<_, Error>(outcomes)
        };
        let result = match steps(&mut self.connection).await {
            Ok(outcomes) => match sqlx::query("COMMIT").execute(&mut self.connection).await {
                Ok(_) => return Ok(outcomes),
                Err(error) => Undone::Perhaps(StoreError::of(&error)),
            },
            Err(error) => Undone::Certainly(StoreError::of(&error)),
        };
        // This fails if SQLite has done it already.
        let _ = sqlx::query("ROLLBACK").execute(&mut self.connection).await;
        Err(result)
    }
}

/// Writes one thing. An error is one of the database; a conflict has written nothing.
async fn write(connection: &mut SqliteConnection, work: &Work) -> Result<Outcome, Error> {
    match work {
        Work::Append { row, after, entries, ended } => {
            let done = append(connection, row, *after, entries).await?;
            for cell in ended.iter().filter(|_| done).flat_map(starts::cells) {
                bind_cell!(starts::ADD, &cell).execute(&mut *connection).await?;
            }
            Ok(if done { Ok(Written::All) } else { Err(StoreError::Conflict) })
        }
        Work::Delete(id) => {
            sqlx::query(rows::DELETE).bind(id.as_str()).execute(connection).await?;
            Ok(Ok(Written::All))
        }
        Work::SetDue { id, version, due } => {
            let query = sqlx::query(rows::SET_DUE).bind(id.as_str()).bind(signed(*version));
            query.bind(rows::stored(*due)).execute(connection).await?;
            Ok(Ok(Written::All))
        }
        Work::Clear { ids, status, since } => {
            let mut cleared = Vec::with_capacity(ids.len());
            for id in ids {
                let statement = "DELETE FROM tables WHERE id = $1 AND status = $2 AND touched < $3";
                let query = sqlx::query(statement).bind(id.as_str()).bind(status.number());
                let done = query.bind(signed(*since)).execute(&mut *connection).await?;
                cleared.extend((done.rows_affected() > 0).then_some(*id));
            }
            Ok(Ok(Written::Cleared(cleared)))
        }
        Work::Report(new) => {
            let done = bind_report!(sqlx::query(report::INSERT), new).execute(connection).await?;
            Ok(Ok(if done.rows_affected() > 0 { Written::All } else { Written::NotThis }))
        }
        Work::ClearReports { before } => {
            sqlx::query(report::CLEAR).bind(signed(*before)).execute(connection).await?;
            Ok(Ok(Written::All))
        }
        Work::RatePuzzle(rating) => {
            let statement = puzzles::statement(rating);
            let done = bind_rating!(statement, rating).execute(connection).await?;
            Ok(Ok(if done.rows_affected() > 0 { Written::All } else { Written::NotThis }))
        }
        Work::AddKey(key) => {
            keys::rotate_sqlite(connection, key).await?;
            Ok(Ok(Written::All))
        }
        Work::Nothing => {
            sqlx::query("UPDATE service SET one = 1").execute(connection).await?;
            Ok(Ok(Written::All))
        }
        Work::Beat { wall, most_gap } => {
            let down: i64 = sqlx::query_scalar(rows::BEAT)
                .bind(signed(*wall))
                .bind(signed(*most_gap))
                .fetch_one(connection)
                .await?;
            Ok(Ok(Written::Down(unsigned(down))))
        }
    }
}

/// Appends, if the table has this version; whether it had. Both statements go to the database in one:
/// a way there and back costs more than what is done there.
pub(in crate::store) async fn append(
    connection: &mut SqliteConnection,
    row: &Row,
    after: Version,
    entries: &[String],
) -> Result<bool, Error> {
    let statements = match after {
        0 => {
            "INSERT INTO tables (id, version, public, status, due, touched, summary) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (id) DO UPDATE SET version = $2, public = $3, status = $4, due = $5, \
             touched = $6, summary = $7 WHERE version = $8; \
             INSERT INTO entries (table_id, version, entry) \
             SELECT $1, $8 + 1 + key, value FROM json_each($9) WHERE changes() > 0"
        }
        _ => {
            "UPDATE tables SET version = $2, public = $3, status = $4, due = $5, touched = $6, \
             summary = $7 WHERE id = $1 AND version = $8; \
             INSERT INTO entries (table_id, version, entry) \
             SELECT $1, $8 + 1 + key, value FROM json_each($9) WHERE changes() > 0"
        }
    };
    let done = sqlx::query(statements)
        .bind(row.id.as_str())
        .bind(signed(row.version))
        .bind(row.public)
        .bind(row.status.number())
        .bind(rows::stored(row.due))
        .bind(signed(row.touched))
        .bind(row.summary.as_str())
        .bind(signed(after))
        .bind(serde_json::Value::from(entries).to_string())
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}
