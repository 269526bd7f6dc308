//! The stores: what all of them promise, and what each does by itself.

mod backup;
mod child;
mod contract;
#[path = "../postgres/mod.rs"]
mod postgres;
mod postgres_store;
mod proxy;
mod shared_limits;
mod sqlite_store;
#[path = "../world/mod.rs"]
mod world;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fogbound_server::OsChance;
use fogbound_server::store::{MemoryStore, PostgresStore, SqliteStore};
use fogbound_table::Chance;

/// A new folder that is removed when it is dropped.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new() -> TempDir {
        let mut bytes = [0; 8];
        OsChance.fill(&mut bytes);
        let name = format!("fogbound-test-{:016x}", u64::from_le_bytes(bytes));
        let dir = std::env::temp_dir().join(name);
        std::fs::create_dir(&dir).expect("a temporary folder can be made");
        TempDir(dir)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn memory() -> ((), contract::Nodes) {
    let store = MemoryStore::default();
    let other = store.node(1);
    ((), [Arc::new(store), Arc::new(other)])
}

async fn sqlite() -> (TempDir, contract::Nodes) {
    let dir = TempDir::new();
    let store = Arc::new(SqliteStore::open(dir.path()).await.expect("it opens"));
    (dir, [store.clone(), store])
}

async fn postgresql() -> ((), contract::Nodes) {
    let url = postgres::server().database().await;
    let here = PostgresStore::open(&url).await.expect("it opens");
    let there = PostgresStore::open(&url).await.expect("it opens");
    ((), [Arc::new(here), Arc::new(there)])
}

macro_rules! contract {
    ($($name:ident)*) => {
        contract!(memory: $($name)*);
        contract!(sqlite: $($name)*);
        contract!(postgresql: $($name)*);
    };
    ($store:ident: $($name:ident)*) => {
        mod $store {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let (_kept, nodes) = super::$store().await;
                    let stores = nodes.clone();
                    super::contract::$name(nodes).await;
                    for store in stores {
                        store.close().await;
                    }
                }
            )*
        }
    };
}

contract! {
    appended_entries_are_read_in_order
    the_row_is_set_by_each_append
    a_conflict_changes_nothing
    an_append_is_all_or_nothing
    queries_find_what_they_ask_for
    when_a_table_is_due_can_be_set
    old_tables_are_cleared_some_at_a_time
    what_is_touched_is_not_cleared
    versions_are_of_the_tables_that_exist
    a_deleted_table_is_gone
    reports_are_kept_as_long_as_there_is_room
    a_new_key_ends_the_one_before
    a_rating_follows_the_one_before
    of_rival_tries_none_is_lost
    a_game_is_counted_with_the_entries_that_end_it
    games_that_end_at_once_are_all_counted
    time_without_a_server_is_counted
    beats_at_once_count_a_gap_once
    nodes_are_told_of_each_other
    of_rivals_one_wins_each_version
    a_thousand_appends_at_once_are_all_done
}
