//! The embedded store: one SQLite file in a folder that one server holds.
//!
//! The log is written ahead and flushed at each commit, so what was acknowledged is there after a
//! crash of the machine. One thread writes, several connections read, and neither waits for the other.

mod checkpoint;
mod file;
mod folder;
mod writer;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::{mpsc, oneshot};

use self::checkpoint::Checkpoint;
pub(super) use self::file::DatabaseFile;
pub(super) use self::folder::{Folder, private};
pub(super) use self::writer::append;
use self::writer::{Job, QUEUE, Work, Writer, Written};
use super::rows::{self, bind_bounds, signed, unsigned};
use super::{
    Change, NewReport, OpenError, PuzzleRating, Query, Row, StartCell, Status, Store, StoreError,
    StoredKey, keys, puzzles, schema, starts,
};
use fogbound_table::id::TableId;
use fogbound_table::{EndedGame, Moment, Version};

/// Connections that read.
const READERS: u32 = 4;

/// How long a reader waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Bytes that are written to see whether something can be written.
const PROBE: usize = 64 * 1024;

/// A store in a folder.
pub struct SqliteStore {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: SqlitePool,
    /// A file that is written only to see whether that can be done.
    probe: PathBuf,
    /// Nobody else serves these tables, so nothing is ever sent; but the channel stays open.
    changes: Mutex<Option<mpsc::Sender<Change>>>,
}

impl SqliteStore {
    /// Opens the store in a folder, which is made if it is missing. The folder is held until the
    /// store is closed; nobody else can open it meanwhile.
    pub async fn open(dir: &Path) -> Result<SqliteStore, OpenError> {
        let folder = Folder::new(dir);
        let hold = folder.hold()?;
        let file = DatabaseFile(folder.database());
        let mut connection = file.open(schema::SQLITE).await?;
        let checkpoint =
            Checkpoint::open(&file, &mut connection).await.map_err(|error| file.error(&error))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .connect_lazy_with(file.reading());
        let (sender, jobs) = mpsc::channel(QUEUE);
        let writer = Writer { connection, checkpoint, jobs, hold }.start();
        let writer = writer.map_err(|error| folder.failed(&error))?;
        Ok(SqliteStore {
            jobs: Mutex::new(Some(sender)),
            writer: Mutex::new(Some(writer)),
            readers,
            probe: dir.join("probe.tmp"),
            changes: Mutex::default(),
        })
    }

    async fn write(&self, work: Work) -> Result<Written, StoreError> {
        let jobs = self.jobs.lock().expect("nothing panics while it is held").clone();
        let (answer, outcome) = oneshot::channel();
        let jobs = jobs.ok_or_else(StoreError::closed)?;
        jobs.send(Job { work, answer }).await.map_err(|_| StoreError::closed())?;
        // The writer must be able to see that nobody asks any more.
        drop(jobs);
        outcome.await.map_err(|_| StoreError::closed())?
    }
}

/// Writes as much as a few moves take, durably, and removes it.
fn try_to_write(probe: &Path) -> std::io::Result<()> {
    let write = || {
        let mut file = std::fs::File::create(probe)?;
        file.write_all(&[0; PROBE])?;
        file.sync_all()
    };
    let written = write();
    let removed = std::fs::remove_file(probe);
    written.and(removed)
}

#[async_trait]
impl Store for SqliteStore {
    async fn append_end(
        &self,
        row: &Row,
        after: Version,
        entries: Vec<String>,
        ended: Option<EndedGame>,
    ) -> Result<(), StoreError> {
        rows::check(row, after, &entries)?;
        self.write(Work::Append { row: row.clone(), after, entries, ended }).await?;
        Ok(())
    }

    async fn read(&self, id: TableId, after: Version) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(rows::READ).bind(id.as_str()).bind(signed(after));
        query.fetch_all(&self.readers).await.map_err(|error| StoreError::of(&error))
    }

    async fn list(&self, query: Query, most: u32) -> Result<Vec<Row>, StoreError> {
        let select = sqlx::query_as(rows::select(query)).bind(i64::from(most));
        let select = bind_bounds!(select, query);
        let found = select.fetch_all(&self.readers).await.map_err(|error| StoreError::of(&error))?;
        found.into_iter().map(rows::row).collect()
    }

    async fn versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError> {
        let ids = serde_json::to_string(ids).map_err(|error| StoreError::Failed(error.to_string()))?;
        let found: Vec<(String, i64)> = sqlx::query_as(
            "SELECT id, version FROM tables WHERE id IN (SELECT value FROM json_each(?1))",
        )
        .bind(ids)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| StoreError::of(&error))?;
        found.into_iter().map(|(id, version)| Ok((rows::table(&id)?, unsigned(version)))).collect()
    }

    async fn delete(&self, id: TableId) -> Result<(), StoreError> {
        self.write(Work::Delete(id)).await?;
        Ok(())
    }

    async fn set_due(
        &self,
        id: TableId,
        version: Version,
        due: Option<Moment>,
    ) -> Result<(), StoreError> {
        self.write(Work::SetDue { id, version, due }).await?;
        Ok(())
    }

    async fn clear(&self, status: Status, since: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        let query = Query::Untouched { status, since, after: None };
        let ids: Vec<TableId> = self.list(query, most).await?.iter().map(|row| row.id).collect();
        if ids.is_empty() {
            return Ok(ids);
        }
        // They were not looked at for long. Whoever reads them fetches them from the disk; the writer, for
        // whom all wait, need not.
        for id in &ids {
            let read = sqlx::query("SELECT count(*) FROM entries WHERE table_id = $1").bind(id.as_str());
            read.fetch_one(&self.readers).await.map_err(|error| StoreError::of(&error))?;
        }
        match self.write(Work::Clear { ids, status, since }).await? {
            Written::Cleared(cleared) => Ok(cleared),
            _ => Ok(vec![]),
        }
    }

    async fn beat(&self, wall: u64, most_gap: u64) -> Result<u64, StoreError> {
        match self.write(Work::Beat { wall, most_gap }).await? {
            Written::Down(down) => Ok(down),
            _ => Ok(0),
        }
    }

    async fn report(&self, report: &NewReport) -> Result<bool, StoreError> {
        Ok(matches!(self.write(Work::Report(report.clone())).await?, Written::All))
    }

    async fn clear_reports(&self, before: u64) -> Result<(), StoreError> {
        self.write(Work::ClearReports { before }).await?;
        Ok(())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.write(Work::Nothing).await?;
        // The log may have room that it had before: whether the disk has some, a file of its own tells.
        let probe = self.probe.clone();
        let tried = tokio::task::spawn_blocking(move || try_to_write(&probe)).await;
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        tried.map_err(|_| StoreError::closed())?.map_err(failed)
    }

    async fn tell_present(&self, _: TableId, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn changes(&self) -> Result<mpsc::Receiver<Change>, StoreError> {
        let (sender, receiver) = mpsc::channel(1);
        *self.changes.lock().expect("nothing panics while it is held") = Some(sender);
        Ok(receiver)
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn starts(&self) -> Result<Vec<StartCell>, StoreError> {
        let found = sqlx::query_as(starts::ALL).fetch_all(&self.readers).await;
        found.map_err(|error| StoreError::of(&error))?.into_iter().map(starts::cell).collect()
    }

    async fn puzzles(&self) -> Result<Vec<PuzzleRating>, StoreError> {
        let found = sqlx::query_as(puzzles::ALL).fetch_all(&self.readers).await;
        Ok(found.map_err(|error| StoreError::of(&error))?.into_iter().map(puzzles::rating).collect())
    }

    async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRating>, StoreError> {
        let found = sqlx::query_as(puzzles::ONE).bind(id).fetch_optional(&self.readers).await;
        Ok(found.map_err(|error| StoreError::of(&error))?.map(puzzles::rating))
    }

    async fn rate_puzzle(&self, rating: &PuzzleRating) -> Result<bool, StoreError> {
        Ok(matches!(self.write(Work::RatePuzzle(rating.clone())).await?, Written::All))
    }

    async fn keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        let found = sqlx::query_as(keys::READ).fetch_all(&self.readers).await;
        found.map_err(|error| StoreError::of(&error))?.into_iter().map(keys::key).collect()
    }

    async fn add_key(&self, key: &StoredKey) -> Result<(), StoreError> {
        self.write(Work::AddKey(key.clone())).await?;
        Ok(())
    }

    async fn close(&self) {
        // The writer closes last: it alone can move the log into the file.
        self.readers.close().await;
        drop(self.jobs.lock().expect("nothing panics while it is held").take());
        let writer = self.writer.lock().expect("nothing panics while it is held").take();
        if let Some(writer) = writer {
            // It fails only if it panicked, and then there is nothing to finish.
            let _ = tokio::task::spawn_blocking(|| writer.join()).await;
        }
        drop(self.changes.lock().expect("nothing panics while it is held").take());
    }
}
