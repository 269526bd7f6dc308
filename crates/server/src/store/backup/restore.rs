//! Puts the tables of a backup into a store.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Error};

use super::line::{LineReader, failed, sync_folder_of};
use super::{BackupError, Contents};
use crate::store::postgres::{self, Address, migrate};
use crate::store::puzzles::{self, bind_rating};
use crate::store::rows::signed;
use crate::store::sqlite::{self, DatabaseFile, Folder};
use crate::store::starts::{self, bind_cell};
use crate::store::{StoreError, keys, schema};

/// Tables that are made durable together.
const TOGETHER: u64 = 500;

/// Sets when a server last ran, and for how long none did.
const SERVICE: &str = "UPDATE service SET alive = $1, down = $2";

/// What SQLite puts beside a file.
const BESIDE: [&str; 3] = ["", "-wal", "-shm"];

/// Restores into a folder: into a new file, which takes the place of the old one when it is whole
/// and sound. The old one is kept beside it.
pub(super) async fn into_folder(from: &Path, dir: &Path, force: bool) -> Result<Contents, BackupError> {
    let (mut lines, alive, down) = LineReader::open(from)?;
    let folder = Folder::new(dir);
    let _hold = folder.hold()?;
    let database = folder.database();
    if database.exists() && !force {
        return Err(BackupError::Occupied(folder.name()));
    }
    let new = DatabaseFile(beside(&database, ".restoring"));
    remove(&new.0).map_err(|error| failed(&new.0, "removed", &error))?;
    let filled = fill_file(&new, &mut lines, alive, down).await;
    if filled.is_err() {
        // What is left of it does no harm.
        let _ = remove(&new.0);
    }
    filled?;
    let replace = || {
        let old = beside(&database, ".replaced");
        remove(&old)?;
        for end in BESIDE {
            rename(&beside(&database, end), &beside(&old, end))?;
        }
        std::fs::rename(&new.0, &database)?;
        sync_folder_of(&database)
    };
    replace().map_err(|error| failed(&database, "replaced", &error))?;
    Ok(lines.contents())
}

async fn fill_file(
    new: &DatabaseFile,
    lines: &mut LineReader,
    alive: Option<u64>,
    down: u64,
) -> Result<(), BackupError> {
    let mut connection = new.open(schema::SQLITE).await?;
    let run = async |connection: &mut SqliteConnection, statement: &'static str| {
        sqlx::query(statement).execute(connection).await.map_err(|error| StoreError::of(&error))
    };
    run(&mut connection, "BEGIN").await?;
    while let Some((row, entries)) = lines.table()? {
        let done = sqlite::append(&mut connection, &row, 0, &entries).await;
        if !done.map_err(|error| StoreError::of(&error))? {
            return Err(lines.twice());
        }
        if lines.contents().tables.is_multiple_of(TOGETHER) {
            run(&mut connection, "COMMIT").await?;
            run(&mut connection, "BEGIN").await?;
        }
    }
    for key in lines.keys() {
        keys::add_sqlite(&mut connection, key).await.map_err(|error| StoreError::of(&error))?;
    }
    for rating in lines.puzzles() {
        let added = bind_rating!(puzzles::ADD, rating).execute(&mut connection).await;
        added.map_err(|error| StoreError::of(&error))?;
    }
    for cell in lines.starts() {
        let added = bind_cell!(starts::ADD, cell).execute(&mut connection).await;
        added.map_err(|error| StoreError::of(&error))?;
    }
    let service = sqlx::query(SERVICE).bind(alive.map(signed)).bind(signed(down));
    service.execute(&mut connection).await.map_err(|error| StoreError::of(&error))?;
    run(&mut connection, "COMMIT").await?;
    new.verify(&mut connection, "PRAGMA integrity_check(1)").await?;
    // This moves the log into the file, and makes that durable.
    connection.close().await.map_err(|error| new.error(&error))?;
    match beside(&new.0, "-wal").exists() {
        true => Err(failed(&new.0, "finished", &io::Error::other("its log is left over"))),
        false => Ok(()),
    }
}

/// How often it is looked whether a server uses the database, and the time in between.
const LOOKS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(100);

/// Restores into a PostgreSQL database, in one transaction.
pub(super) async fn into_database(from: &Path, url: &str, force: bool) -> Result<Contents, BackupError> {
    let (mut lines, alive, down) = LineReader::open(from)?;
    let address = Address::parse(url)?;
    let mut connection = address.connect().await?;
    migrate::migrate(&mut connection, &address, schema::POSTGRES).await?;
    let fault = |error: Error| StoreError::of(&error);
    let mut transaction = connection.begin().await.map_err(fault)?;
    let ask = async |connection: &mut PgConnection, question: &'static str, lock: Option<i64>| {
        let question = sqlx::query_scalar::<_, bool>(question);
        let question = lock.into_iter().fold(question, |question, lock| question.bind(lock));
        question.fetch_one(connection).await.map_err(fault)
    };
    let alone = "SELECT pg_try_advisory_xact_lock($1)";
    // The database may need a moment to notice that a server has just ended.
    let mut left = LOOKS;
    while !ask(&mut transaction, alone, Some(migrate::SERVING)).await? {
        left -= 1;
        if left == 0 {
            return Err(BackupError::Serving(address.name()));
        }
        tokio::time::sleep(PAUSE).await;
    }
    if ask(&mut transaction, "SELECT EXISTS (SELECT FROM tables)", None).await? {
        if !force {
            return Err(BackupError::Occupied(address.name()));
        }
        let clear = sqlx::raw_sql("TRUNCATE tables, entries");
        clear.execute(&mut *transaction).await.map_err(fault)?;
    }
    let counted = sqlx::raw_sql("TRUNCATE puzzles, starts");
    counted.execute(&mut *transaction).await.map_err(fault)?;
    while let Some((row, entries)) = lines.table()? {
        if !postgres::append(&mut transaction, &row, 0, &entries, None).await.map_err(fault)? {
            return Err(lines.twice());
        }
    }
    for key in lines.keys() {
        keys::add_postgres(&mut transaction, key).await.map_err(fault)?;
    }
    for rating in lines.puzzles() {
        bind_rating!(puzzles::ADD, rating).execute(&mut *transaction).await.map_err(fault)?;
    }
    for cell in lines.starts() {
        bind_cell!(starts::ADD, cell).execute(&mut *transaction).await.map_err(fault)?;
    }
    let service = sqlx::query(SERVICE).bind(alive.map(signed)).bind(signed(down));
    service.execute(&mut *transaction).await.map_err(fault)?;
    transaction.commit().await.map_err(fault)?;
    Ok(lines.contents())
}

/// The file with something after its name.
fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Removes a database, if it is there, with all that belongs to it.
fn remove(database: &Path) -> io::Result<()> {
    BESIDE.iter().try_for_each(|end| missing_is_fine(std::fs::remove_file(beside(database, end))))
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    missing_is_fine(std::fs::rename(from, to))
}

fn missing_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
