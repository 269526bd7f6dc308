//! What the shared store does by itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_server::store::{Change, OpenError, PostgresStore, Query, Status, Store, StoreError};
use fogbound_table::id::TableId;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection};
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::child;
use crate::contract::{entries, next, row, table};
use crate::postgres::server;
use crate::proxy::{Proxy, Way};

/// The name of a database in its URL.
fn name(url: &str) -> &str {
    let path = url.rsplit_once('?').map_or(url, |(path, _)| path);
    path.rsplit_once('/').expect("it has a name").1
}

async fn open(url: &str) -> Arc<PostgresStore> {
    Arc::new(PostgresStore::open(url).await.expect("it opens"))
}

async fn refusal(url: &str) -> OpenError {
    PostgresStore::open(url).await.err().expect("it is refused")
}

/// A connection past the store.
async fn connect(url: &str) -> PgConnection {
    server().connect(name(url)).await
}

async fn run(url: &str, sql: &str) {
    let sql = AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(&mut connect(url).await).await.expect("it is done");
}

/// Waits for the word that words may have been lost.
async fn unsure(changes: &mut Receiver<Change>) {
    let hear = async { while changes.recv().await.expect("it stays open") != Change::Unsure {} };
    timeout(Duration::from_secs(30), hear).await.expect("the loss is told");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_at_once_do_not_collide() {
    let url = server().database().await;
    let mut starts = JoinSet::new();
    for _ in 0..10 {
        let url = url.clone();
        starts.spawn(async move { open(&url).await });
    }
    let nodes = starts.join_all().await;
    let id = table();
    nodes[0].append(&row(id, 1), 0, entries([1])).await.expect("it is new");
    for node in nodes {
        assert_eq!(node.read(id, 0).await, Ok(entries([1])));
        node.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_stored_is_there_after_reopening_and_others_heard_of_it() {
    let url = server().database().await;
    let (store, other) = (open(&url).await, open(&url).await);
    let mut changes = other.changes().await.expect("asked for once");
    assert!(matches!(other.changes().await, Err(StoreError::Failed(_))), "asked for twice");
    let id = table();
    store.append(&row(id, 3), 0, entries(1..=3)).await.expect("it is new");
    store.close().await;
    store.close().await;
    assert_eq!(next(&mut changes).await, Change::Appended(id, 3));
    assert!(matches!(store.read(id, 0).await, Err(StoreError::Failed(_))));
    let store = open(&url).await;
    assert_eq!(store.read(id, 0).await, Ok(entries(1..=3)));
    store.close().await;
    other.close().await;
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let url = server().database().await;
    open(&url).await.close().await;
    run(&url, "UPDATE fogbound_schema SET version = 1000").await;
    let error = refusal(&url).await;
    assert!(matches!(error, OpenError::Newer { found: 1000, .. }), "{error}");
}

#[tokio::test]
async fn tables_of_another_program_are_refused() {
    let url = server().database().await;
    run(&url, "CREATE TABLE entries (day date)").await;
    let error = refusal(&url).await;
    assert!(matches!(error, OpenError::Foreign { .. }), "{error}");
    let found: Option<String> = sqlx::query_scalar("SELECT to_regclass('fogbound_schema')::text")
        .fetch_one(&mut connect(&url).await)
        .await
        .expect("it answers");
    assert_eq!(found, None, "nothing was made");
}

#[tokio::test]
async fn a_database_of_schema_1_is_opened() {
    let (url, fresh) = (server().database().await, server().database().await);
    run(&url, include_str!("fixtures/schema-1.postgres.sql")).await;
    let store = open(&url).await;
    let played: TableId = "k3v9x2m4p7qs".parse().expect("a name");
    let rows = store.list(Query::Listed, 10).await.expect("it answers");
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].id, rows[0].version, rows[0].status), (played, 2, Status::Playing));
    let stored = vec!["{\"n\":1}".to_owned(), "{\"n\":2,\"text\":\"it's\"}".to_owned()];
    assert_eq!(store.read(played, 0).await, Ok(stored));
    assert_eq!(store.beat(1_700_000_001_000, 0).await, Ok(6000));
    store.close().await;
    open(&fresh).await.close().await;
    let schema = "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, collation_name) \
         FROM information_schema.columns WHERE table_schema = 'public' \
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
         UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint \
         WHERE connamespace = 'public'::regnamespace ORDER BY 1";
    let fetch = async |url: &str| -> Vec<String> {
        sqlx::query_scalar(schema).fetch_all(&mut connect(url).await).await.expect("it answers")
    };
    assert_eq!(fetch(&url).await, fetch(&fresh).await, "an old one and a new one have the same schema");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_told_without_the_password() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let silent = silent.local_addr().expect("it has a port").port();
    for (port, sslmode) in [(1, "disable"), (silent, "disable"), (silent, "prefer")] {
        let begin = Instant::now();
        let url = format!("postgres://me:hunter2@127.0.0.1:{port}/db?sslmode={sslmode}");
        let error = refusal(&url).await;
        assert!(begin.elapsed() < Duration::from_secs(7), "it took {:?}", begin.elapsed());
        let text = format!("{error} {error:?}");
        assert!(!text.contains("hunter2"), "{text}");
        assert!(text.contains(&format!("the database db at 127.0.0.1:{port}")), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_lost_connections_are_made_up_for() {
    let url = server().database().await;
    let (here, there) = (open(&url).await, open(&url).await);
    let mut changes = there.changes().await.expect("asked for once");
    run(
        &url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .await;
    unsure(&mut changes).await;
    // Idle connections are tried before they are used; one in use may fail once.
    sleep(Duration::from_millis(1100)).await;
    let id = table();
    here.append(&row(id, 1), 0, entries([1])).await.expect("it connects again");
    assert_eq!(next(&mut changes).await, Change::Appended(id, 1));
    here.close().await;
    there.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_does_not_answer_fails_in_time_and_comes_back() {
    let url = server().database().await;
    let proxy = Proxy::to(server().socket()).await;
    let (here, there) = (open(&proxy.url(name(&url))).await, open(&url).await);
    let (mut heard_here, mut heard_there) =
        (here.changes().await.expect("once"), there.changes().await.expect("once"));
    let id = table();
    here.append(&row(id, 1), 0, entries([1])).await.expect("it is new");
    assert_eq!(next(&mut heard_there).await, Change::Appended(id, 1));
    for way in [Way::Blocked, Way::Cut] {
        proxy.set(way);
        let mut asked = JoinSet::new();
        for n in 0..20 {
            let here = here.clone();
            asked.spawn(async move {
                let begin = Instant::now();
                let result = match n % 4 {
                    0 => here.append(&row(table(), 1), 0, entries([1])).await,
                    1 => here.read(id, 0).await.map(drop),
                    2 => here.list(Query::Listed, 10).await.map(drop),
                    _ => here.beat(1, 1).await.map(drop),
                };
                (result, begin.elapsed())
            });
        }
        for (result, took) in asked.join_all().await {
            let Err(StoreError::Failed(reason)) = result else { panic!("it is not there") };
            assert!(!reason.contains("hunter2"), "{reason}");
            assert!(took < Duration::from_millis(6500), "it took {took:?}: {reason}");
        }
        let version = there.versions(&[id]).await.expect("it answers")[0].1;
        there.append(&row(id, version + 1), version, entries([2])).await.expect("the other goes on");
        proxy.set(Way::Open);
        let begin = Instant::now();
        while here.read(id, 0).await.is_err() {
            assert!(begin.elapsed() < Duration::from_secs(20), "it comes back");
        }
        // What was blocked arrives late; what was cut is lost, and that is told.
        match way {
            Way::Cut => unsure(&mut heard_here).await,
            _ => assert_eq!(next(&mut heard_here).await, Change::Appended(id, version + 1)),
        }
        here.append(&row(id, version + 2), version + 1, entries([3])).await.expect("it is back");
        while next(&mut heard_there).await != Change::Appended(id, version + 2) {}
    }
    here.close().await;
    there.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_somebody_holds_fails_in_time_and_no_other() {
    let url = server().database().await;
    let store = open(&url).await;
    let (held, free) = (table(), table());
    for id in [held, free] {
        store.append(&row(id, 1), 0, entries([1])).await.expect("it is new");
    }
    let mut connection = connect(&url).await;
    let mut transaction = connection.begin().await.expect("it begins");
    let lock = sqlx::query("UPDATE tables SET touched = 0 WHERE id = $1").bind(held.as_str());
    lock.execute(&mut *transaction).await.expect("it is held");
    let begin = Instant::now();
    let failed = store.append(&row(held, 2), 1, entries([2])).await;
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    assert!(begin.elapsed() < Duration::from_secs(5));
    store.append(&row(free, 2), 1, entries([2])).await.expect("it is free");
    transaction.rollback().await.expect("it ends");
    store.append(&row(held, 2), 1, entries([2])).await.expect("it is free again");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_words_at_once_are_all_heard() {
    let url = server().database().await;
    let (here, there) = (open(&url).await, open(&url).await);
    let mut changes = there.changes().await.expect("asked for once");
    let mut appends = JoinSet::new();
    for _ in 0..3000 {
        let (here, id) = (here.clone(), table());
        appends.spawn(async move {
            here.append(&row(id, 1), 0, entries([1])).await.expect("it is new");
            here.tell_present(id, "1 0").await.expect("it is told");
            id
        });
        if appends.len() >= 100 {
            appends.join_next().await;
        }
    }
    appends.join_all().await;
    here.close().await;
    // Only now somebody reads: meanwhile they have waited.
    let (mut appended, mut present) = (0, 0);
    while appended < 3000 || present < 3000 {
        match next(&mut changes).await {
            Change::Appended(..) => appended += 1,
            Change::Present(..) => present += 1,
            Change::Unsure => {}
        }
    }
    let long = there.tell_present(table(), &"x".repeat(9000)).await;
    assert!(matches!(long, Err(StoreError::Failed(_))), "{long:?}");
    there.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_node_leaves_tables_whole_and_free() {
    let url = server().database().await;
    let store = open(&url).await;
    let mut node = child::start("append", &url);
    let mut acknowledged = BTreeMap::new();
    for (n, words) in child::lines(&mut node).enumerate() {
        let [_, id, version] = &words[..] else { panic!("{words:?}") };
        acknowledged
            .insert(id.parse::<TableId>().expect("a name"), version.parse::<u64>().expect("a number"));
        if n == 200 {
            node.kill().expect("it runs");
        }
    }
    node.wait().expect("it ends");
    assert_eq!(acknowledged.len(), 8);
    for (id, acknowledged) in acknowledged {
        let begin = Instant::now();
        loop {
            let stored = store.read(id, 0).await.expect("it answers");
            let version = stored.len() as u64;
            assert!(
                version >= acknowledged && version.is_multiple_of(3),
                "{version} after {acknowledged}"
            );
            assert_eq!(stored, entries(1..=version));
            // What the node had sent before it died may still be done.
            match store.append(&row(id, version + 3), version, entries(version + 1..=version + 3)).await
            {
                Ok(()) => break,
                Err(error) => assert_eq!(error, StoreError::Conflict),
            }
            assert!(begin.elapsed() < Duration::from_secs(5));
        }
    }
    store.close().await;
}
