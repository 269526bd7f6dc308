//! Backups: all tables in one file, of either store into either store.
//!
//! The file has a line of JSON for each table, not the pages of a database. So one format serves
//! both stores, a host moves from SQLite to PostgreSQL and back with it, a newer version reads what
//! an older one wrote whatever became of the schema, and a text tool can look into it. It is read
//! from one snapshot while servers go on, a table at a time, so neither the size of the database nor
//! the load on it matters. The last line counts what was written and holds its SHA-256: a file that
//! was cut short or changed is refused before anything is replaced.
//!
//! A backup holds every secret of every game, and the keys with which games are signed. It is made for its owner alone to read.

mod line;
mod restore;
mod snapshot;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::line::LineWriter;
use self::snapshot::Snapshot;
use super::{OpenError, PostgresStore, SqliteStore, Store, StoreError};

pub use self::line::Contents;
pub(super) use self::snapshot::current;

/// Where a store is. No `Debug`: a URL may hold a password.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// In a folder, see [`SqliteStore`].
    Folder(PathBuf),
    /// In a PostgreSQL database, by its URL, see [`PostgresStore`].
    Database(String),
}

/// Why there is no backup, or why it was not restored: one line for the host, which says what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BackupError {
    /// The place cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The place does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file would be overwritten.
    #[error("{0} exists already: choose another name")]
    Exists(String),
    /// Tables would be overwritten.
    #[error("{0} holds tables already: choose another place, or replace them with --force")]
    Occupied(String),
    /// A server is at work there.
    #[error("a server uses {0}: stop it first")]
    Serving(String),
    /// A file cannot be read or written.
    #[error("{file} cannot be {action}: {reason}")]
    File {
        /// Which file.
        file: String,
        /// What was tried.
        action: &'static str,
        /// What went wrong.
        reason: String,
    },
    /// The file is not a whole backup.
    #[error("{file} is no whole backup, nothing was restored: {reason} in line {line}")]
    Broken {
        /// Which file.
        file: String,
        /// Where.
        line: u64,
        /// What is wrong.
        reason: &'static str,
    },
}

impl Place {
    /// Opens the store there.
    pub async fn open(&self) -> Result<Arc<dyn Store>, OpenError> {
        Ok(match self {
            Place::Folder(dir) => Arc::new(SqliteStore::open(dir).await?),
            Place::Database(url) => Arc::new(PostgresStore::open(url).await?),
        })
    }

    /// Writes all tables into a new file, as they are at this moment. Servers may run meanwhile.
    pub async fn back_up(&self, to: &Path) -> Result<Contents, BackupError> {
        let mut snapshot = Snapshot::of(self).await?;
        let mut lines = LineWriter::create(to)?;
        let (alive, down) = snapshot.service().await?;
        lines.head(alive, down)?;
        for key in snapshot.keys().await? {
            lines.key(&key)?;
        }
        for rating in snapshot.puzzles().await? {
            lines.puzzle(&rating)?;
        }
        for cell in snapshot.starts().await? {
            lines.start(&cell)?;
        }
        let mut last = String::new();
        loop {
            let rows = snapshot.rows_after(&last).await?;
            let Some(row) = rows.last() else { break };
            last = row.id.to_string();
            for row in rows {
                let entries = snapshot.entries(row.id).await?;
                lines.table(row, entries)?;
            }
        }
        snapshot.end().await;
        lines.finish()
    }

    /// Puts the tables of a backup there. What is there already is replaced if `force` says so, and
    /// only when all of the backup was read; no server may run meanwhile.
    pub async fn restore(&self, from: &Path, force: bool) -> Result<Contents, BackupError> {
        match self {
            Place::Folder(dir) => restore::into_folder(from, dir, force).await,
            Place::Database(url) => restore::into_database(from, url, force).await,
        }
    }
}
