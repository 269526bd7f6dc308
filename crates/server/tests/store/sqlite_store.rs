//! What the embedded store does by itself.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use fogbound_server::store::{OpenError, Query, SqliteStore, Status, Store, StoreError};
use fogbound_table::id::TableId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection};
use tokio::task::JoinSet;

use crate::contract::{entries, row, table};
use crate::{TempDir, child};

async fn open(dir: &TempDir) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(dir.path()).await.expect("it opens"))
}

async fn refusal(dir: &TempDir) -> OpenError {
    SqliteStore::open(dir.path()).await.err().expect("it is refused")
}

/// A connection past the store.
async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    SqliteConnection::connect_with(&options).await.expect("it is a database")
}

async fn run(file: &Path, sql: &str) {
    let mut connection = connect(file).await;
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("it is done");
    connection.close().await.expect("it closes");
}

async fn fetch(file: &Path, sql: &'static str) -> Vec<String> {
    let mut connection = connect(file).await;
    let found = sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("it is read");
    connection.close().await.expect("it closes");
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_reopening() {
    let dir = TempDir::new();
    let store = open(&dir).await;
    store.beat(1000, 0).await.expect("it beats");
    let mut appends = JoinSet::new();
    for _ in 0..300 {
        let (store, id) = (store.clone(), table());
        appends.spawn(async move { store.append(&row(id, 2), 0, entries(1..=2)).await.map(|()| id) });
    }
    // It closes while they are under way; those that come too late are refused.
    let first = appends.join_next().await;
    store.close().await;
    let results = appends.join_all().await.into_iter().chain(first.map(|first| first.expect("it ends")));
    let done: Vec<TableId> = results.filter_map(Result::ok).collect();
    assert!(!done.is_empty());
    assert!(matches!(store.append(&row(table(), 1), 0, entries([1])).await, Err(StoreError::Failed(_))));
    assert!(!dir.path().join("fogbound.db-wal").exists(), "the log is in the file");

    let store = open(&dir).await;
    assert_eq!(store.list(Query::Listed, 1000).await.map(|rows| rows.len()), Ok(done.len()));
    for id in done {
        assert_eq!(store.read(id, 0).await, Ok(entries(1..=2)));
    }
    assert_eq!(store.beat(3500, 0).await, Ok(2500));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_moved_into_the_file_while_it_is_written() {
    let dir = TempDir::new();
    let store = open(&dir).await;
    let size = |name: &str| dir.path().join(name).metadata().map_or(0, |data| data.len());
    let tables: Vec<TableId> = (0..50).map(|_| table()).collect();
    let text = "x".repeat(2000);
    let mut written = 0;
    for round in 0..120 {
        for &id in &tables {
            let row = row(id, round + 1);
            store.append(&row, round, vec![text.clone()]).await.expect("it is next");
            written += text.len() as u64;
        }
    }
    // Each append is written to two pages of the log at least.
    let log = size("fogbound.db-wal");
    assert!(log < 6000 * 4096 * 2, "the log is begun anew from time to time: {log}");
    let file = size("fogbound.db");
    assert!(file > written / 2, "{file} of {written} are in the file");
    store.close().await;
    assert_eq!(size("fogbound.db-wal"), 0);
    assert!(size("fogbound.db") > written);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let dir = TempDir::new();
    let inner = dir.path().join("a/b");
    let store = SqliteStore::open(&inner).await.expect("it makes the folder");
    store.append(&row(table(), 1), 0, entries([1])).await.expect("it is new");
    let mode = |path: &Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&inner), 0o700);
    let files: Vec<_> =
        inner.read_dir().expect("it is a folder").flatten().map(|file| file.path()).collect();
    assert_eq!(files.len(), 4, "the database, its log, its index, the lock: {files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    store.close().await;
}

#[tokio::test]
async fn a_second_server_is_refused() {
    let dir = TempDir::new();
    let store = open(&dir).await;
    let held =
        OpenError::Held { place: dir.path().display().to_string(), process: Some(std::process::id()) };
    assert_eq!(refusal(&dir).await, held);
    let mut second = child::start("open", &dir.path().display().to_string());
    let said: Vec<_> = child::lines(&mut second).map(|words| words.join(" ")).collect();
    assert_eq!(said, [format!("refused {held}")]);
    second.wait().expect("it ends");
    store.close().await;
    open(&dir).await.close().await;
}

#[tokio::test]
async fn a_newer_schema_is_refused_and_left_alone() {
    let dir = TempDir::new();
    open(&dir).await.close().await;
    let file = dir.path().join("fogbound.db");
    run(&file, "UPDATE fogbound_schema SET version = 1000; DROP TABLE entries").await;
    let before = std::fs::read(&file).expect("it is there");
    let error = refusal(&dir).await;
    assert!(matches!(error, OpenError::Newer { found: 1000, .. }), "{error}");
    assert!(error.to_string().contains("newer Fogbound"), "{error}");
    assert_eq!(std::fs::read(&file).expect("it is there"), before);
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_alone() {
    let dir = TempDir::new();
    let file = dir.path().join("fogbound.db");
    run(&file, "CREATE TABLE tables (legs integer); INSERT INTO tables VALUES (4)").await;
    let before = std::fs::read(&file).expect("it is there");
    assert_eq!(refusal(&dir).await, OpenError::Foreign { place: file.display().to_string() });
    assert_eq!(std::fs::read(&file).expect("it is there"), before);
    assert!(!dir.path().join("fogbound.db-wal").exists());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    for length in [1, 511, 512, 5000] {
        let content = vec![b'x'; length];
        let dir = TempDir::new();
        let file = dir.path().join("fogbound.db");
        std::fs::write(&file, &content).expect("it is written");
        let error = refusal(&dir).await;
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("restore a backup"), "{error}");
        assert_eq!(std::fs::read(&file).expect("it is there"), content);
    }
}

#[tokio::test]
async fn a_torn_file_is_refused() {
    let dir = TempDir::new();
    let store = open(&dir).await;
    for _ in 0..200 {
        store.append(&row(table(), 20), 0, entries(1..=20)).await.expect("it is new");
    }
    store.close().await;
    let file = dir.path().join("fogbound.db");
    let whole = std::fs::read(&file).expect("it is there");
    let mut garbage = whole.clone();
    let middle = whole.len() / 2 / 4096 * 4096;
    garbage[middle..middle + 4096].fill(0xa5);
    for torn in [garbage, whole[..middle].to_vec()] {
        std::fs::write(&file, torn).expect("it is written");
        let error = refusal(&dir).await;
        assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    }
    std::fs::write(&file, whole).expect("it is written");
    open(&dir).await.close().await;
}

#[tokio::test]
async fn a_database_of_schema_1_is_opened() {
    let (dir, fresh) = (TempDir::new(), TempDir::new());
    let file = dir.path().join("fogbound.db");
    run(&file, include_str!("fixtures/schema-1.sqlite.sql")).await;
    let store = open(&dir).await;
    let played: TableId = "k3v9x2m4p7qs".parse().expect("a name");
    let rows = store.list(Query::Listed, 10).await.expect("it answers");
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].id, rows[0].version, rows[0].status), (played, 2, Status::Playing));
    assert_eq!((rows[0].touched, rows[0].summary.as_str()), (1_700_000_000_000, "{\"name\":\"é\"}"));
    let stored = vec!["{\"n\":1}".to_owned(), "{\"n\":2,\"text\":\"it's\"}".to_owned()];
    assert_eq!(store.read(played, 0).await, Ok(stored));
    assert_eq!(store.beat(1_700_000_001_000, 0).await, Ok(6000));
    store.append(&row(played, 3), 2, entries([3])).await.expect("it follows");
    store.close().await;
    open(&fresh).await.close().await;
    let schema = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let made = fetch(&fresh.path().join("fogbound.db"), schema).await;
    assert_eq!(fetch(&file, schema).await, made, "an old one and a new one have the same schema");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_cannot_be_written_does_not_fail_those_it_is_together_with() {
    let dir = TempDir::new();
    open(&dir).await.close().await;
    // An entry without a table stands in the way of a table with this name.
    let blocked = table();
    let poison =
        format!("PRAGMA foreign_keys = OFF; INSERT INTO entries VALUES ('{blocked}', 1, '{{}}')");
    run(&dir.path().join("fogbound.db"), &poison).await;
    let store = open(&dir).await;
    let mut appends = JoinSet::new();
    for n in 0..200 {
        let store = store.clone();
        let id = if n % 20 == 10 { blocked } else { table() };
        appends.spawn(async move { (id, store.append(&row(id, 1), 0, entries([1])).await) });
    }
    for (id, result) in appends.join_all().await {
        match id == blocked {
            true => assert!(matches!(result, Err(StoreError::Failed(_))), "{result:?}"),
            false => assert_eq!(result, Ok(())),
        }
    }
    assert_eq!(store.versions(&[blocked]).await, Ok(vec![]));
    assert_eq!(store.list(Query::Listed, 1000).await.map(|rows| rows.len()), Ok(190));
    store.close().await;
}

#[tokio::test]
async fn it_goes_on_after_a_full_disk() {
    let dir = TempDir::new();
    let mut filler = child::start("fill", &dir.path().display().to_string());
    let rounds = child::lines(&mut filler).count();
    assert!(filler.wait().expect("it ends").success(), "what the child says is above");
    assert_eq!(rounds, 3);
    let store = open(&dir).await;
    let rows = store.list(Query::Listed, 100).await.expect("it answers");
    assert_eq!(rows.len(), 20);
    for row in rows {
        assert_eq!(store.read(row.id, 0).await.map(|entries| entries.len() as u64), Ok(row.version));
    }
    store.close().await;
    assert_eq!(fetch(&dir.path().join("fogbound.db"), "PRAGMA integrity_check").await, ["ok"]);
}

#[tokio::test]
async fn a_killed_server_loses_nothing_that_it_acknowledged() {
    let dir = TempDir::new();
    let mut server = child::start("append", &dir.path().display().to_string());
    let mut acknowledged = BTreeMap::new();
    for (n, words) in child::lines(&mut server).enumerate() {
        let [_, id, version] = &words[..] else { panic!("{words:?}") };
        acknowledged
            .insert(id.parse::<TableId>().expect("a name"), version.parse::<u64>().expect("a number"));
        if n == 200 {
            server.kill().expect("it runs");
        }
    }
    server.wait().expect("it ends");
    let store = open(&dir).await;
    assert_eq!(acknowledged.len(), 8);
    for (id, version) in acknowledged {
        let stored = store.read(id, 0).await.expect("it answers");
        assert!(stored.len() as u64 >= version, "{} < {version}", stored.len());
        assert_eq!(stored.len() % 3, 0, "an append is whole or not there");
        assert_eq!(stored, entries(1..=stored.len() as u64));
        assert_eq!(store.versions(&[id]).await, Ok(vec![(id, stored.len() as u64)]));
    }
    store.close().await;
}
