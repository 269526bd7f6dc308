//! Where tables are kept: one trait. An append is durable when it returns.

mod backup;
mod fault;
mod fill;
mod keys;
mod memory;
mod postgres;
mod puzzles;
mod report;
mod row;
mod rows;
mod schema;
mod sqlite;
mod starts;
mod tally;

use async_trait::async_trait;
use tokio::sync::mpsc;

pub use backup::{BackupError, Contents, Place};
pub use fill::FilledTable;
pub use keys::StoredKey;
pub use memory::{Failure, MemoryStore, Mishap};
pub use postgres::PostgresStore;
pub use puzzles::PuzzleRating;
pub use report::{KEPT as REPORTS_KEPT, NewReport, Report};
pub(crate) use row::STEP;
pub use row::{Row, Status};
pub use sqlite::SqliteStore;
pub use starts::{CountedBy, StartCell};
pub use tally::{Slot, TallyKind};

use fogbound_table::id::TableId;
use fogbound_table::{EndedGame, Moment, Version};

/// Which tables are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Those that are listed and not over, the last touched first.
    Listed,
    /// Those at which something is due by this moment, the earliest first.
    Due {
        /// By when.
        until: Moment,
        /// Those after this one alone.
        after: Option<(Moment, TableId)>,
    },
    /// Those of a status in which nothing has happened since this time on the wall, the longest untouched
    /// first.
    Untouched {
        /// Of which status.
        status: Status,
        /// Not since this time, in milliseconds.
        since: u64,
        /// Those after this one alone.
        after: Option<(u64, TableId)>,
    },
}

/// Why the store did not do something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else has appended in the meantime.
    #[error("somebody else was first")]
    Conflict,
    /// It does not work; the reason is for the log of the host.
    #[error("the store does not answer: {0}")]
    Failed(String),
}

/// Why a store could not be opened: one line for the host, which says what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// Another server has it.
    #[error("{place} is in use by another server{}: stop that one, or choose another folder",
        process.map(|process| format!(" (process {process})")).unwrap_or_default())]
    Held {
        /// The folder.
        place: String,
        /// Which process, if it says so.
        process: Option<u32>,
    },
    /// A newer version of the program wrote it.
    #[error(
        "{place} was written by a newer Fogbound (schema {found}, this one knows {known}): \
        use that one, or restore a backup into another place"
    )]
    Newer {
        /// The file or the database.
        place: String,
        /// The schema that it has.
        found: i32,
        /// The newest schema that is known.
        known: i32,
    },
    /// Another program wrote it.
    #[error("{place} belongs to another program: choose another place for Fogbound")]
    Foreign {
        /// The file or the database.
        place: String,
    },
    /// It cannot be read.
    #[error(
        "{place} is damaged, or no database of Fogbound ({reason}): move it away and restore a backup"
    )]
    Damaged {
        /// The file.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The text is no URL of a database.
    #[error("the database URL is not understood: {0}; it looks like postgres://user:password@host/name")]
    Url(&'static str),
    /// Something else.
    #[error("{place} cannot be opened: {reason}")]
    Failed {
        /// The file or the database.
        place: String,
        /// What went wrong.
        reason: String,
    },
}

/// Word that a table has new entries, from another node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// This table has at least this version.
    Appended(TableId, Version),
    /// Words may have been lost: everything has to be looked at.
    Unsure,
    /// How many people watch a table at another node: the node, the guests, the spectators.
    Present(TableId, String, String),
}

/// Where tables are kept.
#[async_trait]
pub trait Store: Send + Sync {
    /// Appends entries, as JSON, after the version that the table has, and sets its row. A table
    /// that does not exist has version 0. All or nothing; durable when it returns. After
    /// [`StoreError::Failed`] it is not known whether it was done.
    async fn append(&self, row: &Row, after: Version, entries: Vec<String>) -> Result<(), StoreError> {
        self.append_end(row, after, entries, None).await
    }

    /// The same, and with them, done as one, a game that they ended is counted among the [`Store::starts`].
    async fn append_end(
        &self,
        row: &Row,
        after: Version,
        entries: Vec<String>,
        ended: Option<EndedGame>,
    ) -> Result<(), StoreError>;

    /// How games ended by how they began, in the order of the cells.
    async fn starts(&self) -> Result<Vec<StartCell>, StoreError>;

    /// The entries of a table after a version, in order; empty if there is none.
    async fn read(&self, id: TableId, after: Version) -> Result<Vec<String>, StoreError>;

    /// The rows that a query asks for, at most so many.
    async fn list(&self, query: Query, most: u32) -> Result<Vec<Row>, StoreError>;

    /// The versions of those of the tables that exist.
    async fn versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, Version)>, StoreError>;

    /// Says when something happens by itself at a table, if it still has this version.
    async fn set_due(
        &self,
        id: TableId,
        version: Version,
        due: Option<Moment>,
    ) -> Result<(), StoreError>;

    /// Deletes a table.
    async fn delete(&self, id: TableId) -> Result<(), StoreError>;

    /// Deletes tables of a status in which nothing has happened since this time on the wall, at most so
    /// many, the longest untouched first. Which they were; others that write do not wait for long.
    async fn clear(&self, status: Status, since: u64, most: u32) -> Result<Vec<TableId>, StoreError>;

    /// Says that a server runs at this time on the wall. Gives for how long, in all, none did; time
    /// since the last such word counts as such if it is longer than `most_gap`.
    async fn beat(&self, wall: u64, most_gap: u64) -> Result<u64, StoreError>;

    /// Tells other nodes who is present at a table; at the nodes it comes as [`Change::Present`].
    async fn tell_present(&self, id: TableId, text: &str) -> Result<(), StoreError>;

    /// Words of what other nodes appended. Asked for once.
    async fn changes(&self) -> Result<mpsc::Receiver<Change>, StoreError>;

    /// Whether other nodes may serve the same tables.
    fn is_shared(&self) -> bool;

    /// Whether something can be written, durably.
    async fn check_writable(&self) -> Result<(), StoreError>;

    /// Counts something that an address did, over all nodes, and gives how often it did it lately. A store
    /// that one server alone uses counts nothing: that server does.
    async fn tally(&self, _kind: TallyKind, _address: &str, _wall: u64) -> Result<u32, StoreError> {
        Ok(0)
    }

    /// Where the store counts what an address does. Several addresses may share a slot; none is kept.
    fn slot(&self, _address: &str) -> Slot {
        0
    }

    /// The slots in which something was counted at least so often, and lately.
    async fn tallied(&self, _: TallyKind, _least: u32, _wall: u64) -> Result<Vec<Slot>, StoreError> {
        Ok(vec![])
    }

    /// Keeps a report, if there is room for it; whether there was.
    async fn report(&self, report: &NewReport) -> Result<bool, StoreError>;

    /// Removes reports of before this time on the wall.
    async fn clear_reports(&self, before: u64) -> Result<(), StoreError>;

    /// Forgets what was counted long ago.
    async fn clear_tallies(&self, _wall: u64) -> Result<(), StoreError> {
        Ok(())
    }

    /// How hard puzzles are by the tries of people: those that were tried.
    async fn puzzles(&self) -> Result<Vec<PuzzleRating>, StoreError>;

    /// How hard one puzzle is, if it was tried.
    async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRating>, StoreError>;

    /// Writes down how hard a puzzle is after one try more; whether that follows what is there. If not, somebody else was
    /// first, and nothing is changed.
    async fn rate_puzzle(&self, rating: &PuzzleRating) -> Result<bool, StoreError>;

    /// The keys with which games are signed, the oldest first. All nodes share them.
    async fn keys(&self) -> Result<Vec<StoredKey>, StoreError>;

    /// Adds a key with which games begin from now on.
    async fn add_key(&self, key: &StoredKey) -> Result<(), StoreError>;

    /// Finishes what is under way. Nothing is asked of the store afterwards.
    async fn close(&self);
}
