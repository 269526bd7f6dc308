//! A store as it is at one moment, whatever is appended to it meanwhile.

use sqlx::Connection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use super::{BackupError, Place};
use crate::store::postgres::{Address, migrate};
use crate::store::puzzles::{self, PuzzleColumns};
use crate::store::rows::{self, Columns, unsigned};
use crate::store::sqlite::{DatabaseFile, Folder};
use crate::store::starts::{self, StartColumns};
use crate::store::{OpenError, PuzzleRating, Row, StartCell, StoreError, StoredKey, keys, schema};
use fogbound_table::id::TableId;

/// Rows that are read at once.
const PAGE: i64 = 500;

/// A transaction that reads, open for as long as this is.
pub(super) enum Snapshot {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Asks either database the same question.
macro_rules! ask {
    ($snapshot:expr, $method:ident, $query:expr) => {
        match $snapshot {
            Snapshot::Sqlite(connection) => $query.$method(connection).await,
            Snapshot::Postgres(connection) => $query.$method(connection).await,
        }
        .map_err(|error| StoreError::of(&error))
    };
}

impl Snapshot {
    /// Of the store at a place. It must exist and have our schema: nothing is changed.
    pub(super) async fn of(place: &Place) -> Result<Snapshot, BackupError> {
        match place {
            Place::Folder(dir) => {
                let file = DatabaseFile(Folder::new(dir).database());
                let mut connection = file.connect(true).await.map_err(|error| file.error(&error))?;
                begin(&mut connection, "BEGIN").await?;
                let found = file.schema(&mut connection).await?;
                current(&file.name(), found, schema::SQLITE.len())?;
                Ok(Snapshot::Sqlite(connection))
            }
            Place::Database(url) => {
                let address = Address::parse(url)?;
                let mut connection = address.connect().await?;
                let mode = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                begin(&mut connection, mode).await?;
                let found = migrate::version(&mut connection, &address).await?;
                current(&address.name(), found, schema::POSTGRES.len())?;
                Ok(Snapshot::Postgres(connection))
            }
        }
    }

    /// When a server last said that it runs, and for how long none did.
    pub(super) async fn service(&mut self) -> Result<(Option<u64>, u64), StoreError> {
        let query = "SELECT alive, down FROM service";
        let (alive, down): (Option<i64>, i64) = ask!(self, fetch_one, sqlx::query_as(query))?;
        Ok((alive.map(unsigned), unsigned(down)))
    }

    /// The keys with which games are signed.
    pub(super) async fn keys(&mut self) -> Result<Vec<StoredKey>, StoreError> {
        let found: Vec<keys::KeyColumns> = ask!(self, fetch_all, sqlx::query_as(keys::READ))?;
        found.into_iter().map(keys::key).collect()
    }

    /// How hard puzzles are by the tries of people.
    pub(super) async fn puzzles(&mut self) -> Result<Vec<PuzzleRating>, StoreError> {
        let found: Vec<PuzzleColumns> = ask!(self, fetch_all, sqlx::query_as(puzzles::ALL))?;
        Ok(found.into_iter().map(puzzles::rating).collect())
    }

    /// How games ended by how they began.
    pub(super) async fn starts(&mut self) -> Result<Vec<StartCell>, StoreError> {
        let found: Vec<StartColumns> = ask!(self, fetch_all, sqlx::query_as(starts::ALL))?;
        found.into_iter().map(starts::cell).collect()
    }

    /// The next rows by the names of the tables.
    pub(super) async fn rows_after(&mut self, id: &str) -> Result<Vec<Row>, StoreError> {
        let query = "SELECT id, version, public, status, due, touched, summary FROM tables \
             WHERE id > $1 ORDER BY id LIMIT $2";
        let rows: Vec<Columns> = ask!(self, fetch_all, sqlx::query_as(query).bind(id).bind(PAGE))?;
        rows.into_iter().map(rows::row).collect()
    }

    /// The entries of a table.
    pub(super) async fn entries(&mut self, id: TableId) -> Result<Vec<String>, StoreError> {
        ask!(self, fetch_all, sqlx::query_scalar(rows::READ).bind(id.as_str()).bind(0_i64))
    }

    /// Ends it. It has written nothing, so nothing can be lost.
    pub(super) async fn end(self) {
        let _ = match self {
            Snapshot::Sqlite(connection) => connection.close().await,
            Snapshot::Postgres(connection) => connection.close().await,
        };
    }
}

/// Begins a transaction by hand, so that it is not bound to the life of a borrow.
async fn begin<'c, E>(connection: &'c mut E, how: &'static str) -> Result<(), StoreError>
where
    &'c mut E: sqlx::Executor<'c>,
{
    let begun = sqlx::raw_sql(how).execute(connection).await;
    begun.map(drop).map_err(|error| StoreError::of(&error))
}

/// Refuses any schema but the newest: only a server changes it.
pub(in crate::store) fn current(place: &str, found: Option<i32>, known: usize) -> Result<(), OpenError> {
    let (place, known) = (place.to_owned(), known as i32);
    match found {
        Some(found) if found == known => Ok(()),
        Some(found) if found > known => Err(OpenError::Newer { place, found, known }),
        Some(_) => Err(OpenError::Failed {
            place,
            reason: "it was written by an older Fogbound: start the server of this one once".into(),
        }),
        None => Err(OpenError::Failed { place, reason: "there is nothing in it".into() }),
    }
}
