//! Reports of people to whoever runs the server: kept in the store, listed and removed by a command.

use std::time::Duration;

use fogbound_table::audience::Complaint;
use fogbound_table::id::TableId;
use sqlx::Connection;

use super::postgres::{Address, migrate};
use super::rows::{self, unsigned};
use super::sqlite::{DatabaseFile, Folder};
use super::{BackupError, Place, StoreError, schema};

/// A report that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number.
    pub id: i64,
    /// At which table.
    pub table: TableId,
    /// When, in milliseconds of the time on the wall.
    pub wall: u64,
    /// What it says.
    pub complaint: Complaint,
}

/// A report that is to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReport {
    /// At which table.
    pub table: TableId,
    /// Who reports: the hash by which a table knows a person, of which again a hash.
    pub person: String,
    /// When.
    pub wall: u64,
    /// What it says, as JSON.
    pub complaint: String,
}

/// For how long reports are kept.
pub const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

pub(super) const DAY: u64 = 24 * 3600 * 1000;

/// Keeps a report if there is room: table, person, wall, complaint; a day before; most, of a table, of a
/// person.
pub(super) const INSERT: &str = "INSERT INTO reports (table_id, person, wall, complaint) \
     SELECT $1, $2, CAST($3 AS bigint), $4 \
     WHERE (SELECT count(*) FROM reports) < $6 \
     AND (SELECT count(*) FROM reports WHERE table_id = $1) < $7 \
     AND (SELECT count(*) FROM reports WHERE person = $2 AND wall > $5) < $8";

/// Adds what is inserted to the statement.
macro_rules! bind_report {
    ($insert:expr, $report:expr) => {{
        let report: &$crate::store::NewReport = $report;
        let yesterday = report.wall.saturating_sub($crate::store::report::DAY);
        $insert
            .bind(report.table.to_string())
            .bind(report.person.clone())
            .bind($crate::store::rows::signed(report.wall))
            .bind(report.complaint.clone())
            .bind($crate::store::rows::signed(yesterday))
            .bind($crate::limits::REPORTS)
            .bind($crate::limits::REPORTS_OF_TABLE)
            .bind($crate::limits::REPORTS_OF_PERSON)
    }};
}
pub(super) use bind_report;

/// Removes those that are old.
pub(super) const CLEAR: &str = "DELETE FROM reports WHERE wall < $1";

const LIST: &str = "SELECT id, table_id, wall, complaint FROM reports ORDER BY id";

const REMOVE: &str = "DELETE FROM reports WHERE id = $1";

impl Place {
    /// The reports there, the oldest first. Servers may run meanwhile.
    pub async fn reports(&self) -> Result<Vec<Report>, BackupError> {
        let found: Vec<(i64, String, i64, String)> = match self.connect().await? {
            Connected::Sqlite(mut connection) => sqlx::query_as(LIST).fetch_all(&mut connection).await,
            Connected::Postgres(mut connection) => sqlx::query_as(LIST).fetch_all(&mut connection).await,
        }
        .map_err(|error| StoreError::of(&error))?;
        let report = |(id, table, wall, complaint): (i64, String, i64, String)| {
            let wrong = |_| StoreError::Failed("a report in the database is not one of ours".into());
            let complaint = serde_json::from_str(&complaint).map_err(wrong)?;
            Ok(Report { id, table: rows::table(&table)?, wall: unsigned(wall), complaint })
        };
        found.into_iter().map(report).collect::<Result<_, StoreError>>().map_err(Into::into)
    }

    /// Removes a report; whether there was one of this number.
    pub async fn remove_report(&self, id: i64) -> Result<bool, BackupError> {
        let removed = match self.connect().await? {
            Connected::Sqlite(mut connection) => {
                let done = sqlx::query(REMOVE).bind(id).execute(&mut connection).await;
                done.map(|done| done.rows_affected())
            }
            Connected::Postgres(mut connection) => {
                let done = sqlx::query(REMOVE).bind(id).execute(&mut connection).await;
                done.map(|done| done.rows_affected())
            }
        };
        Ok(removed.map_err(|error| StoreError::of(&error))? > 0)
    }

    /// A connection to a store of the newest schema, beside those of servers.
    async fn connect(&self) -> Result<Connected, BackupError> {
        match self {
            Place::Folder(dir) => {
                let file = DatabaseFile(Folder::new(dir).database());
                // Nothing is made where nothing is.
                let mut reading = file.connect(true).await.map_err(|error| file.error(&error))?;
                let found = file.schema(&mut reading).await?;
                super::backup::current(&file.name(), found, schema::SQLITE.len())?;
                let _ = reading.close().await;
                let connection = file.connect(false).await.map_err(|error| file.error(&error))?;
                Ok(Connected::Sqlite(connection))
            }
            Place::Database(url) => {
                let address = Address::parse(url)?;
                let mut connection = address.connect().await?;
                let found = migrate::version(&mut connection, &address).await?;
                super::backup::current(&address.name(), found, schema::POSTGRES.len())?;
                Ok(Connected::Postgres(connection))
            }
        }
    }
}

enum Connected {
    Sqlite(sqlx::sqlite::SqliteConnection),
    Postgres(sqlx::postgres::PgConnection),
}
