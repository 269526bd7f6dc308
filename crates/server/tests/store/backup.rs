//! Backups of either store, restored into either.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fogbound_server::OsChance;
use fogbound_server::keys::new_key;
use fogbound_server::store::{BackupError, Contents, OpenError, Place, Query, Row, Status, Store};

use fogbound_table::Moment;

use crate::TempDir;
use crate::contract::{ended, entries, rating, row, table};
use crate::postgres::server;

/// Puts tables of all kinds into a store: 90 of them with 805 entries.
async fn fill(store: &dyn Store) {
    for n in 0..90 {
        let row = Row {
            public: n % 2 == 0,
            status: Status::ALL[n as usize % 3],
            due: (n % 5 == 0).then_some(Moment(n)),
            touched: 1_700_000_000_000 + n % 7,
            ..row(table(), n % 20)
        };
        // Some of them end games: of two starts, and won by either side.
        let ended = (n % 9 == 0).then(|| ended(100 + n as u8 % 2, n % 4 == 0));
        let entries = entries(1..=row.version);
        store.append_end(&row, 0, entries, ended).await.expect("it is new");
    }
    for wall in [1, 2] {
        store.add_key(&new_key(&OsChance, wall)).await.expect("a key");
    }
    for tries in 1..=2 {
        assert_eq!(store.rate_puzzle(&rating("a1", tries)).await, Ok(true));
    }
    store.beat(1000, 0).await.expect("it beats");
    store.beat(5000, 0).await.expect("it beats");
}

/// All rows of a store.
async fn rows(store: &dyn Store) -> Vec<Row> {
    let mut rows = Vec::new();
    for status in Status::ALL {
        let all = Query::Untouched { status, since: u64::MAX, after: None };
        rows.extend(store.list(all, 1000).await.expect("it answers"));
    }
    rows
}

const FILLED: Contents = Contents { tables: 90, entries: 805 };

fn folder(dir: &TempDir) -> Place {
    Place::Folder(dir.path().join("data"))
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).expect("it is there")
}

#[tokio::test]
async fn a_backup_goes_from_store_to_store_unchanged() {
    let (dir, again) = (TempDir::new(), TempDir::new());
    let [first, second, third] = ["1", "2", "3"].map(|name| dir.path().join(name));
    let store = folder(&dir).open().await.expect("it opens");
    fill(&*store).await;
    let filled = rows(&*store).await;
    let keys = store.keys().await.expect("it answers");
    let (puzzles, starts) = (store.puzzles().await, store.starts().await);
    assert_eq!((filled.len(), keys.len()), (90, 2));
    assert_eq!(puzzles, Ok(vec![rating("a1", 2)]));
    assert_eq!(starts.as_ref().map(Vec::len), Ok(5), "two endings, two starts, one distance");
    assert_eq!(folder(&dir).back_up(&first).await, Ok(FILLED));
    store.close().await;

    let database = Place::Database(server().database().await);
    assert_eq!(database.restore(&first, false).await, Ok(FILLED));
    assert_eq!(database.back_up(&second).await, Ok(FILLED));
    assert_eq!(read(&second), read(&first));
    assert_eq!(folder(&again).restore(&second, false).await, Ok(FILLED));
    assert_eq!(folder(&again).back_up(&third).await, Ok(FILLED));
    assert_eq!(read(&third), read(&first));

    for place in [database, folder(&again)] {
        let store = place.open().await.expect("it opens");
        assert_eq!(store.beat(6000, 0).await, Ok(5000), "it goes on from when the backup was made");
        assert_eq!(rows(&*store).await, filled);
        assert!(store.keys().await.expect("it answers") == keys, "games are signed as before");
        assert_eq!((store.puzzles().await, store.starts().await), (puzzles.clone(), starts.clone()));
        for row in &filled {
            assert_eq!(store.read(row.id, 0).await, Ok(entries(1..=row.version)));
        }
        store.close().await;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = first.metadata().expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "a backup holds secrets");
    }
}

/// Backs up while tables grow; what is restored is how each was at one moment.
async fn backed_up_while_writing(place: Place, into: Place) {
    let dir = TempDir::new();
    let store = place.open().await.expect("it opens");
    let tables = [table(), table()];
    let stop = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (store, stop) = (store.clone(), stop.clone());
        async move {
            let mut version = 0;
            while !stop.load(Ordering::Relaxed) || version < 60 {
                // First the one, then the other: at no moment is the second ahead.
                for id in tables {
                    let two = entries(version + 1..=version + 2);
                    store.append(&row(id, version + 2), version, two).await.expect("it follows");
                }
                version += 2;
            }
            version
        }
    });
    while store.versions(&tables[1..]).await.expect("it answers").is_empty() {}
    let mut contents = Vec::new();
    for n in 0..5 {
        contents.push(place.back_up(&dir.path().join(n.to_string())).await.expect("it is made"));
    }
    stop.store(true, Ordering::Relaxed);
    let written = writing.await.expect("it ends");
    store.close().await;
    assert!(contents.iter().all(|contents| contents.tables == 2));
    assert!(contents.is_sorted_by_key(|contents| contents.entries));

    let last = dir.path().join("4");
    into.restore(&last, true).await.expect("it is restored");
    let store = into.open().await.expect("it opens");
    let [first, second] = tables;
    let first = store.read(first, 0).await.expect("it answers");
    let second = store.read(second, 0).await.expect("it answers");
    assert_eq!(first, entries(1..=first.len() as u64));
    assert_eq!(second, entries(1..=second.len() as u64));
    assert!(first.len() - second.len() <= 2, "both are of one moment");
    assert_eq!((first.len() + second.len()) as u64, contents[4].entries);
    assert!(first.len() as u64 <= written);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_is_backed_up_while_a_server_writes() {
    let (dir, into) = (TempDir::new(), TempDir::new());
    backed_up_while_writing(folder(&dir), folder(&into)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_backed_up_while_a_server_writes() {
    let (url, into) = (server().database().await, server().database().await);
    backed_up_while_writing(Place::Database(url), Place::Database(into)).await;
}

#[tokio::test]
async fn nothing_is_overwritten_by_mistake() {
    let dir = TempDir::new();
    let file = dir.path().join("backup");
    for place in [folder(&dir), Place::Database(server().database().await)] {
        let store = place.open().await.expect("it opens");
        fill(&*store).await;
        place.back_up(&file).await.expect("it is made");
        assert!(matches!(place.back_up(&file).await, Err(BackupError::Exists(_))));
        // A server runs.
        let error = place.restore(&file, true).await.expect_err("it is refused");
        assert!(
            matches!(error, BackupError::Serving(_) | BackupError::Open(OpenError::Held { .. })),
            "{error}"
        );
        let late = row(table(), 1);
        store
            .append(&Row { touched: u64::MAX, ..late.clone() }, 0, entries([1]))
            .await
            .expect("it is new");
        store.close().await;
        let error = place.restore(&file, false).await.expect_err("it is refused");
        assert!(matches!(error, BackupError::Occupied(_)), "{error}");
        let store = place.open().await.expect("it opens");
        assert_eq!(store.read(late.id, 0).await, Ok(entries([1])), "it is as it was");
        store.close().await;
        assert_eq!(place.restore(&file, true).await, Ok(FILLED));
        let store = place.open().await.expect("it opens");
        assert_eq!(store.read(late.id, 0).await, Ok(vec![]), "it is as in the backup");
        assert_eq!(rows(&*store).await.len(), 90);
        store.close().await;
        std::fs::remove_file(&file).expect("it is there");
    }
    assert!(dir.path().join("data/fogbound.db.replaced").exists(), "the old one is kept");
}

#[tokio::test]
async fn a_backup_that_is_not_whole_is_refused_and_changes_nothing() {
    let dir = TempDir::new();
    let file = dir.path().join("backup");
    let places = [folder(&dir), Place::Database(server().database().await)];
    for place in &places {
        let store = place.open().await.expect("it opens");
        fill(&*store).await;
        store.close().await;
    }
    places[0].back_up(&file).await.expect("it is made");
    let whole = read(&file);
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let is_table = |line: &&str| line.starts_with("{\"line\":\"table\"");
    let table = lines.iter().position(is_table).expect("there are tables");
    let without_a_table = [&lines[..table], &lines[table + 1..]].concat().concat();
    let a_table_twice = [&lines[..table + 1], &lines[table..]].concat().concat();
    let broken = [
        (String::new(), "too early"),
        ("hello\n".into(), "not understood"),
        (lines[1..].concat(), "no head"),
        (whole[..whole.len() - 1].into(), "too early"),
        (whole[..whole.floor_char_boundary(whole.len() / 2)].into(), "too early"),
        (lines[..lines.len() - 1].concat(), "too early"),
        (without_a_table, "missing"),
        (a_table_twice, "second time"),
        (whole.replacen("\\\"n\\\":7", "\\\"n\\\":8", 1), "changed"),
        (whole.replacen("\"fogbound_backup\":3", "\"fogbound_backup\":4", 1), "newer Fogbound"),
    ];
    let before = dir.path().join("before");
    for place in &places {
        place.back_up(&before).await.expect("it is made");
        for (text, expected) in &broken {
            std::fs::write(&file, text).expect("it is written");
            let error = place.restore(&file, true).await.expect_err(expected).to_string();
            assert!(error.contains(expected), "{error} should speak of {expected}");
            assert!(!error.contains("text"), "{error} quotes an entry");
        }
        let after = dir.path().join("after");
        place.back_up(&after).await.expect("it is made");
        assert_eq!(read(&after), read(&before));
        for file in [before.clone(), after] {
            std::fs::remove_file(file).expect("it is there");
        }
    }
    let left: Vec<_> = dir.path().join("data").read_dir().expect("a folder").flatten().collect();
    assert!(
        left.iter().all(|file| !file.path().display().to_string().contains("restoring")),
        "{left:?}"
    );
}

#[tokio::test]
async fn a_damaged_database_is_replaced_by_a_backup() {
    let dir = TempDir::new();
    let file = dir.path().join("backup");
    let store = folder(&dir).open().await.expect("it opens");
    fill(&*store).await;
    folder(&dir).back_up(&file).await.expect("it is made");
    store.close().await;
    std::fs::write(dir.path().join("data/fogbound.db"), "garbage".repeat(1000)).expect("it is written");
    let error = folder(&dir).open().await.err().expect("it is refused");
    assert!(matches!(error, OpenError::Damaged { .. }), "{error}");
    assert_eq!(folder(&dir).restore(&file, true).await, Ok(FILLED));
    let store = folder(&dir).open().await.expect("it opens");
    assert_eq!(rows(&*store).await.len(), 90);
    store.close().await;
}

#[tokio::test]
async fn where_nothing_is_there_is_no_backup() {
    let dir = TempDir::new();
    let file = dir.path().join("backup");
    for place in [folder(&dir), Place::Database(server().database().await)] {
        let error = place.back_up(&file).await.expect_err("there is nothing");
        assert!(matches!(error, BackupError::Open(_)), "{error}");
        let error = place.restore(&file, true).await.expect_err("there is no backup");
        assert!(matches!(error, BackupError::File { .. }), "{error}");
    }
    assert_eq!(dir.path().read_dir().expect("a folder").count(), 0, "nothing was made");
}

/// The first format said whether something happens by itself at a table, and not when.
#[tokio::test]
async fn a_backup_of_format_1_is_restored() {
    let dir = TempDir::new();
    let file = dir.path().join("old.jsonl");
    std::fs::write(&file, include_str!("fixtures/backup-1.jsonl")).expect("it is written");
    let place = Place::Folder(dir.path().join("data"));
    let contents = place.restore(&file, false).await;
    assert_eq!(contents, Ok(Contents { tables: 2, entries: 3 }));
    let store = place.open().await.expect("it opens");
    let query = Query::Due { until: Moment(0), after: None };
    let due: Vec<Row> = store.list(query, 10).await.expect("it answers");
    assert_eq!(due.iter().map(|row| row.id.to_string()).collect::<Vec<_>>(), ["k3v9x2m4p7qs"]);
    store.close().await;
}
