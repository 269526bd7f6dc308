//! The keys of an installation, as both databases store them.

use fogbound_rules::{Hex, PublicKey};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Error};

use super::backup::current;
use super::postgres::{Address, migrate};
use super::rows::{signed, unsigned};
use super::sqlite::{DatabaseFile, Folder};
use super::{BackupError, Place, StoreError, schema};

/// A key with which games are signed. No `Debug`: it holds a secret.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The part that everybody may know.
    pub public: PublicKey,
    /// The part that signs.
    pub secret: Hex<32>,
    /// Since when games begin with it, in milliseconds of the time on the wall.
    pub made: u64,
    /// Until when they did; none for the one that is used now.
    pub until: Option<u64>,
}

/// The columns of a key: public, secret, made, until.
pub(super) type KeyColumns = (String, String, i64, Option<i64>);

pub(super) const READ: &str = "SELECT public, secret, made, until FROM keys ORDER BY made, public";

/// Games begin with the keys before no more.
const END: &str = "UPDATE keys SET until = $1 WHERE until IS NULL";

const ADD: &str = "INSERT INTO keys (public, secret, made, until) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (public) DO NOTHING";

/// A key out of its columns.
pub(super) fn key((public, secret, made, until): KeyColumns) -> Result<StoredKey, StoreError> {
    let damaged = |_| StoreError::Failed("a key in the database is not one of ours".into());
    Ok(StoredKey {
        public: public.parse().map_err(damaged)?,
        secret: secret.parse().map_err(damaged)?,
        made: unsigned(made),
        until: until.map(unsigned),
    })
}

/// Asks either database the same.
macro_rules! run {
    ($connection:expr, $key:expr) => {{
        sqlx::query(ADD)
            .bind($key.public.to_string())
            .bind($key.secret.to_string())
            .bind(signed($key.made))
            .bind($key.until.map(signed))
            .execute(&mut *$connection)
            .await
            .map(drop)
    }};
}

/// Adds a key as it is.
pub(super) async fn add_sqlite(connection: &mut SqliteConnection, key: &StoredKey) -> Result<(), Error> {
    run!(connection, key)
}

/// The same.
pub(super) async fn add_postgres(connection: &mut PgConnection, key: &StoredKey) -> Result<(), Error> {
    run!(connection, key)
}

/// Adds a key with which games begin from now on.
pub(super) async fn rotate_sqlite(
    connection: &mut SqliteConnection,
    key: &StoredKey,
) -> Result<(), Error> {
    sqlx::query(END).bind(signed(key.made)).execute(&mut *connection).await?;
    add_sqlite(connection, key).await
}

/// The same.
pub(super) async fn rotate_postgres(
    connection: &mut PgConnection,
    key: &StoredKey,
) -> Result<(), Error> {
    sqlx::query(END).bind(signed(key.made)).execute(&mut *connection).await?;
    add_postgres(connection, key).await
}

impl Place {
    /// The keys that are kept there, the oldest first. Servers may run meanwhile.
    pub async fn keys(&self) -> Result<Vec<StoredKey>, BackupError> {
        let fault = |error: Error| StoreError::of(&error);
        let found: Vec<KeyColumns> = match self {
            Place::Folder(dir) => {
                let mut connection = folder(dir, true).await?;
                sqlx::query_as(READ).fetch_all(&mut connection).await.map_err(fault)?
            }
            Place::Database(url) => {
                let mut connection = database(url).await?;
                sqlx::query_as(READ).fetch_all(&mut connection).await.map_err(fault)?
            }
        };
        Ok(found.into_iter().map(key).collect::<Result<_, _>>()?)
    }

    /// Adds a key with which games begin from now on. Servers may run meanwhile: they look for it.
    pub async fn rotate_key(&self, key: &StoredKey) -> Result<(), BackupError> {
        let fault = |error: Error| StoreError::of(&error);
        match self {
            Place::Folder(dir) => {
                let mut connection = folder(dir, false).await?;
                let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(fault)?;
                rotate_sqlite(&mut transaction, key).await.map_err(fault)?;
                transaction.commit().await.map_err(fault)?;
            }
            Place::Database(url) => {
                let mut connection = database(url).await?;
                let mut transaction = connection.begin().await.map_err(fault)?;
                rotate_postgres(&mut transaction, key).await.map_err(fault)?;
                transaction.commit().await.map_err(fault)?;
            }
        }
        Ok(())
    }
}

/// A connection to the database of a folder, which may be in use.
async fn folder(dir: &std::path::Path, reading: bool) -> Result<SqliteConnection, BackupError> {
    let file = DatabaseFile(Folder::new(dir).database());
    let mut connection = file.connect(reading).await.map_err(|error| file.error(&error))?;
    let found = file.schema(&mut connection).await?;
    current(&file.name(), found, schema::SQLITE.len())?;
    Ok(connection)
}

async fn database(url: &str) -> Result<PgConnection, BackupError> {
    let address = Address::parse(url)?;
    let mut connection = address.connect().await?;
    let found = migrate::version(&mut connection, &address).await?;
    current(&address.name(), found, schema::POSTGRES.len())?;
    Ok(connection)
}
