//! The file of an embedded store: how it is opened, and that it is ours, sound and of our schema.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Error};

use super::folder::private;
use crate::store::{OpenError, schema};

/// How long a statement waits for a lock of another process, such as a backup.
const BUSY: Duration = Duration::from_secs(5);

/// Files up to this size are checked as a whole when they are opened; with larger ones the start of
/// a server would take long.
const CHECKED: u64 = 256 << 20;

/// No database is shorter; SQLite takes such a file for an empty one.
const SHORTEST: u64 = 512;

/// A file with a database.
#[derive(Clone)]
pub(in crate::store) struct DatabaseFile(pub(in crate::store) PathBuf);

impl DatabaseFile {
    /// The file, as it is shown to the host.
    pub(in crate::store) fn name(&self) -> String {
        self.0.display().to_string()
    }

    /// Opens it to write, after it was made, checked and brought to our schema as needed.
    pub(in crate::store) async fn open(
        &self,
        steps: &[&'static str],
    ) -> Result<SqliteConnection, OpenError> {
        self.make()
            .map_err(|error| OpenError::Failed { place: self.name(), reason: error.to_string() })?;
        // Nothing is changed in a file before it is known to be ours; the mode of the journal is.
        let mut connection = self.connect(false).await.map_err(|error| self.error(&error))?;
        self.check(&mut connection).await?;
        write_ahead(&mut connection).await.map_err(|error| self.error(&error))?;
        self.migrate(&mut connection, steps).await?;
        Ok(connection)
    }

    /// Options to read it.
    pub(in crate::store) fn reading(&self) -> SqliteConnectOptions {
        self.options().read_only(true)
    }

    /// Connects without a look at what is in it.
    pub(in crate::store) async fn connect(&self, reading: bool) -> Result<SqliteConnection, Error> {
        match reading {
            true => self.reading().connect().await,
            false => self.options().connect().await,
        }
    }

    /// Its schema; none if there is nothing in it.
    pub(in crate::store) async fn schema(
        &self,
        connection: &mut SqliteConnection,
    ) -> Result<Option<i32>, OpenError> {
        let names: Vec<(String,)> =
            sqlx::query_as("SELECT name FROM sqlite_schema WHERE type = 'table'")
                .fetch_all(&mut *connection)
                .await
                .map_err(|error| self.error(&error))?;
        if names.is_empty() {
            return Ok(None);
        }
        if !names.iter().any(|(name,)| name == "fogbound_schema") {
            return Err(OpenError::Foreign { place: self.name() });
        }
        let version = sqlx::query_scalar(schema::READ_VERSION).fetch_one(connection).await;
        version.map(Some).map_err(|error| self.error(&error))
    }

    /// Looks through the whole file.
    pub(in crate::store) async fn verify(
        &self,
        connection: &mut SqliteConnection,
        pragma: &'static str,
    ) -> Result<(), OpenError> {
        let found: String = sqlx::query_scalar(pragma)
            .fetch_one(connection)
            .await
            .map_err(|error| self.error(&error))?;
        match found.as_str() {
            "ok" => Ok(()),
            // What SQLite found may quote what is stored.
            _ => Err(OpenError::Damaged {
                place: self.name(),
                reason: "the check of the file failed".into(),
            }),
        }
    }

    /// An error of the database.
    pub(in crate::store) fn error(&self, error: &Error) -> OpenError {
        OpenError::of_sqlite(&self.name(), error)
    }

    /// Makes an empty file. One that exists is not even opened: to close it again would take from
    /// this process the locks that SQLite has on it.
    fn make(&self) -> io::Result<()> {
        match private().create_new(true).open(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    fn options(&self) -> SqliteConnectOptions {
        SqliteConnectOptions::new()
            .filename(&self.0)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            .disable_statement_logging()
    }

    async fn check(&self, connection: &mut SqliteConnection) -> Result<(), OpenError> {
        let size = std::fs::metadata(&self.0).map(|data| data.len()).unwrap_or(0);
        if (1..SHORTEST).contains(&size) {
            return Err(OpenError::Damaged {
                place: self.name(),
                reason: "the file is too short".into(),
            });
        }
        if self.schema(connection).await?.is_some() && size <= CHECKED {
            self.verify(connection, "PRAGMA quick_check(1)").await?;
        }
        Ok(())
    }

    async fn migrate(
        &self,
        connection: &mut SqliteConnection,
        steps: &[&'static str],
    ) -> Result<(), OpenError> {
        let found = self.schema(connection).await?;
        let lacking: Vec<_> = schema::lacking(steps, found.unwrap_or(0), &self.name())?.collect();
        if lacking.is_empty() {
            return Ok(());
        }
        let steps = async {
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
            if found.is_none() {
                sqlx::raw_sql(schema::MAKE_VERSION).execute(&mut *transaction).await?;
            }
            for (version, step) in lacking {
                sqlx::raw_sql(step).execute(&mut *transaction).await?;
                sqlx::query(schema::SET_VERSION).bind(version).execute(&mut *transaction).await?;
            }
            transaction.commit().await
        };
        steps.await.map_err(|error: Error| self.error(&error))
    }
}

/// Sets the journal to a log that is written ahead, so that readers and the writer do not wait for
/// each other. Fails where the file system cannot do it.
async fn write_ahead(connection: &mut SqliteConnection) -> Result<(), Error> {
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode = WAL").fetch_one(connection).await?;
    match mode.eq_ignore_ascii_case("wal") {
        true => Ok(()),
        false => Err(Error::Io(io::Error::other(
            "this file system has no shared memory for the log of SQLite; choose a local folder",
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "CREATE TABLE kept (n integer); INSERT INTO kept VALUES (7)";
    const SECOND: &str = "ALTER TABLE kept ADD COLUMN more integer NOT NULL DEFAULT 3";
    const WRONG: &str = "UPDATE kept SET n = 8; CREATE TABLE kept (n integer)";

    #[tokio::test]
    async fn what_is_committed_survives_a_power_cut() {
        let dir = std::env::temp_dir().join(format!("fogbound-sync-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        let file = DatabaseFile(dir.join("fogbound.db"));
        let mut connection = file.open(&[FIRST]).await.expect("it opens");
        let mode: String =
            sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.expect("a word");
        let sync: i64 =
            sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut connection).await.expect("a number");
        // In this mode 2, which is full, flushes the log at each commit; 1 would not.
        assert_eq!((mode.as_str(), sync), ("wal", 2));
        connection.close().await.expect("it closes");
        std::fs::remove_dir_all(&dir).expect("it is removed");
    }

    #[tokio::test]
    async fn the_steps_that_are_lacking_are_taken_all_or_none() {
        let dir = std::env::temp_dir().join(format!("fogbound-migrate-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder");
        let file = DatabaseFile(dir.join("fogbound.db"));
        let kept = async |steps: &[&'static str], question: &'static str| {
            let mut connection = file.open(steps).await?;
            let found: i64 =
                sqlx::query_scalar(question).fetch_one(&mut connection).await.expect("a number");
            connection.close().await.expect("it closes");
            Ok::<_, OpenError>(found)
        };
        assert_eq!(kept(&[FIRST], "SELECT n FROM kept").await, Ok(7));
        let error = kept(&[FIRST, SECOND, WRONG], "SELECT n FROM kept").await;
        assert!(matches!(error, Err(OpenError::Failed { .. })), "{error:?}");
        assert_eq!(kept(&[FIRST], "SELECT n FROM kept").await, Ok(7));
        assert_eq!(kept(&[FIRST], "SELECT count(*) FROM pragma_table_info('kept')").await, Ok(1));
        assert_eq!(kept(&[FIRST, SECOND], "SELECT more FROM kept").await, Ok(3));
        assert_eq!(kept(&[FIRST, SECOND], "SELECT version FROM fogbound_schema").await, Ok(2));
        let newer = kept(&[FIRST], "SELECT n FROM kept").await;
        assert!(matches!(newer, Err(OpenError::Newer { found: 2, known: 1, .. })), "{newer:?}");
        std::fs::remove_dir_all(&dir).expect("it is removed");
    }
}
