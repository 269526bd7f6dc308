//! What addresses do is counted over all nodes that serve the same tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Body;
use axum::http::Request;
use fogbound_server::hall::Hall;
use fogbound_server::http::{HttpConfig, Site};
use fogbound_server::limits;
use fogbound_server::store::{Failure, MemoryStore, PostgresStore, Store, TallyKind};
use fogbound_table::chance::SeededChance;
use tower::ServiceExt;

use crate::world;

async fn nodes_of_postgres() -> [Arc<dyn Store>; 2] {
    let url = crate::postgres::server().database().await;
    let open = async || Arc::new(PostgresStore::open(&url).await.expect("it opens"));
    [open().await, open().await]
}

fn nodes_of_memory() -> [Arc<dyn Store>; 2] {
    let store = MemoryStore::default();
    let other = store.node(1);
    [Arc::new(store), Arc::new(other)]
}

async fn counts(nodes: [Arc<dyn Store>; 2]) {
    let [here, there] = nodes;
    let minute = 60_000;
    let flood = async |store: &Arc<dyn Store>, address: &str, wall| {
        store.tally(TallyKind::SocketFlooded, address, wall).await.expect("it answers")
    };
    assert_eq!(flood(&here, "1.2.3.4", minute).await, 1);
    assert_eq!(flood(&there, "1.2.3.4", 2 * minute).await, 2);
    assert_eq!(flood(&here, "5.6.7.8", 2 * minute).await, 1, "each for itself");
    assert_eq!(
        there.tally(TallyKind::TableMade, "1.2.3.4", 2 * minute).await,
        Ok(1),
        "each kind for itself"
    );
    let many = async |store: &Arc<dyn Store>, least, wall| {
        store.tallied(TallyKind::SocketFlooded, least, wall).await.expect("it answers")
    };
    let slot = here.slot("1.2.3.4");
    assert_eq!(slot, there.slot("1.2.3.4"));
    for node in [&here, &there] {
        assert_eq!(many(node, 2, 3 * minute).await, [slot]);
        assert_eq!(many(node, 3, 3 * minute).await, [] as [u16; 0]);
        assert_eq!(many(node, 2, 11 * minute).await, [] as [u16; 0], "it is long ago");
    }
    assert_eq!(flood(&here, "1.2.3.4", 11 * minute).await, 1, "it begins anew");
    here.clear_tallies(12 * minute).await.expect("it answers");
    assert_eq!(many(&there, 1, 3 * minute).await, [slot], "the others are gone");
    for node in [here, there] {
        node.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_counts() {
    counts(nodes_of_memory()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_counts() {
    counts(nodes_of_postgres().await).await;
}

/// A flood of addresses takes no more rows than there are slots, and no address is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_fall_into_slots() {
    let url = crate::postgres::server().database().await;
    let store = PostgresStore::open(&url).await.expect("it opens");
    let other = nodes_of_postgres().await;
    let slots: std::collections::BTreeSet<u16> =
        (0..2000).map(|n| store.slot(&format!("10.0.{}.{}", n / 250, n % 250))).collect();
    assert!(slots.len() > 1900, "they are spread: {}", slots.len());
    assert_ne!(store.slot("10.0.0.1"), other[0].slot("10.0.0.1"), "each database has its own salt");
    store.close().await;
}

struct Node {
    hall: Hall,
    site: Site,
}

impl Node {
    async fn start(store: Arc<dyn Store>, seed: u64) -> Node {
        let hall = Hall::new(world::parts(store, Arc::new(SeededChance::new(seed))));
        hall.open().await.expect("it opens");
        let http = HttpConfig { tables_each: 3, behind_proxy: true, ..HttpConfig::default() };
        Node { site: Site::new(hall.clone(), http, &[]), hall }
    }

    /// Makes a table; the status of the answer, and whether it says when to come again.
    async fn make(&self, from: &str) -> (u16, bool) {
        let body = r#"{"settings":{"edition":"modern","detectives":2},"name":"Ada"}"#;
        let request = Request::post("/api/tables")
            .header("content-type", "application/json")
            .header("x-forwarded-for", from);
        let request = request.body(Body::from(body)).expect("a request");
        let response = self.site.clone().router().oneshot(request).await.expect("an answer");
        (response.status().as_u16(), response.headers().contains_key("retry-after"))
    }

    /// Tries a puzzle; how many tries of it there were then.
    async fn try_puzzle(&self, from: &str) -> u64 {
        let request = Request::post(format!("/api/puzzles/{}/tries", puzzle()))
            .header("content-type", "application/json")
            .header("x-forwarded-for", from);
        let request = request.body(Body::from(r#"{"rating":"1500 100","solved":false}"#));
        let answer = self.site.clone().router().oneshot(request.expect("a request")).await;
        let body = axum::body::to_bytes(answer.expect("an answer").into_body(), 1 << 16).await;
        let told: serde_json::Value = serde_json::from_slice(&body.expect("a body")).expect("JSON");
        told["tries"].as_u64().unwrap_or_else(|| panic!("{told}"))
    }
}

/// A puzzle of the program.
fn puzzle() -> &'static str {
    let named = fogbound_puzzles::COMMITTED[0].1.split("[Id \"").nth(1);
    named.and_then(|rest| rest.split('"').next()).expect("a name")
}

/// Of one address a try counts once, at whichever node; tries of many at once at both nodes all count.
async fn tries_count_at_all_nodes([here, there]: [Arc<dyn Store>; 2]) {
    // Two addresses may share a slot: these do not.
    let mut slots = std::collections::BTreeSet::new();
    let all = (0..).map(|number| format!("10.0.0.{number}"));
    let mut own = all.filter(|from| slots.insert(here.slot(&format!("{from} {}", puzzle()))));
    let (first, others): (String, Vec<String>) = (own.next().expect("one"), own.take(24).collect());
    let nodes = [Node::start(here, 1).await, Node::start(there, 2).await];
    for (node, expected) in [(0, 1), (1, 1), (0, 1)] {
        assert_eq!(nodes[node].try_puzzle(&first).await, expected, "node {node}");
    }
    let both = nodes.iter().cycle().zip(&others);
    futures_util::future::join_all(both.map(|(node, from)| node.try_puzzle(from))).await;
    for node in &nodes {
        let rated = node.hall.puzzle(puzzle()).await.expect("it is there");
        assert_eq!(rated.tries, 25, "none is lost");
    }
    for node in nodes {
        node.hall.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn memory_counts_tries_of_puzzles_at_all_nodes() {
    tries_count_at_all_nodes(nodes_of_memory()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_counts_tries_of_puzzles_at_all_nodes() {
    tries_count_at_all_nodes(nodes_of_postgres().await).await;
}

async fn one_bound_for_all_nodes([here, there]: [Arc<dyn Store>; 2]) {
    let store = Arc::clone(&here);
    let [here, there] = [Node::start(here, 1).await, Node::start(there, 2).await];
    assert_eq!(here.make("1.2.3.4").await, (201, false));
    assert_eq!(there.make("1.2.3.4").await, (201, false));
    assert_eq!(here.make("1.2.3.4").await, (201, false));
    assert_eq!(there.make("1.2.3.4").await, (429, true), "three were made, whoever made them");
    assert_eq!(here.make("1.2.3.4").await, (429, true));
    assert_eq!(there.make("1.2.3.5").await, (201, false), "others are not blamed");
    // Floods at one node count at the other, after a beat.
    assert!(!there.hall.is_flooded("6.6.6.6"));
    for _ in 0..limits::FLOODS {
        here.hall.tally(TallyKind::SocketFlooded, "6.6.6.6").await.expect("it is counted");
    }
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    assert!(there.hall.is_flooded("6.6.6.6"));
    assert!(!there.hall.is_flooded("6.6.6.7"));
    here.hall.close().await;
    there.hall.close().await;
    store.close().await;
}

#[tokio::test(start_paused = true)]
async fn two_nodes_in_memory_have_one_bound() {
    one_bound_for_all_nodes(nodes_of_memory()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_on_postgresql_have_one_bound() {
    one_bound_for_all_nodes(nodes_of_postgres().await).await;
}

/// If others cannot be asked, each node counts for itself.
#[tokio::test(start_paused = true)]
async fn a_store_that_cannot_count_does_not_stop_anybody() {
    let calls = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&calls);
    // Of each table, the count fails, and then the table is written.
    let every_other =
        move || counted.fetch_add(1, Ordering::Relaxed).is_multiple_of(2).then_some(Failure::Lost);
    let store = MemoryStore::default().with_mishaps(Box::new(every_other));
    let node = Node::start(Arc::new(store), 1).await;
    for _ in 0..3 {
        assert_eq!(node.make("1.2.3.4").await, (201, false));
    }
    assert_eq!(calls.load(Ordering::Relaxed), 6);
    assert_eq!(node.make("1.2.3.4").await, (429, true), "its own bound holds");
    assert_eq!(node.hall.metrics().store_faults.get(), 3);
    node.hall.close().await;
}
