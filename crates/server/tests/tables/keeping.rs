//! Tables to which nobody comes back.

use std::time::Duration;

use fogbound_rules::Rng;
use fogbound_server::hall::Hall;
use fogbound_server::store::{MemoryStore, Query, Row, Status, Store};
use fogbound_table::Moment;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::TableId;
use fogbound_table::refusal::Code;
use fogbound_table::settings::{Clock, Expiry};

use crate::clocks::{hall_at, with};
use crate::world::{Client, hall, person, settings};
use crate::{Party, hall_over};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// The tables that are kept for a day, a month and three months.
#[tokio::test(start_paused = true)]
async fn tables_are_deleted_after_the_stated_time() {
    let hall = hall(1).await;
    let open = Party::new(&hall, settings("modern", 3), &["fugitive"]).await;
    let mut over = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    over.done(0, Command::Yield).await;
    let mut playing = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let there = async |party: &Party| match hall.room(party.table).await {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.into_refusal().code, Code::NoTable);
            false
        }
    };
    tokio::time::sleep(DAY - DAY / 24).await;
    assert!(there(&open).await && there(&playing).await && there(&over).await);
    tokio::time::sleep(DAY / 12).await;
    assert!(!there(&open).await, "a table whose game has not begun");
    assert!(there(&playing).await && there(&over).await);
    tokio::time::sleep(29 * DAY - DAY / 12).await;
    playing.hear().await;
    assert_eq!(playing.scene(0)["stage"], "playing");
    tokio::time::sleep(DAY / 12).await;
    playing.hear().await;
    assert_eq!(playing.scene(0)["stage"], "abandoned", "a game that nobody goes on with");
    assert!(there(&playing).await && there(&over).await);
    tokio::time::sleep(60 * DAY).await;
    assert!(!there(&over).await, "a game that is over");
    assert!(there(&playing).await);
    tokio::time::sleep(31 * DAY).await;
    assert!(!there(&playing).await, "an abandoned game is over, too");
}

#[tokio::test(start_paused = true)]
async fn who_still_looks_at_a_deleted_table_is_told_so() {
    let hall = hall(2).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive"]).await;
    tokio::time::sleep(2 * DAY).await;
    party.hear().await;
    let bye = party.people[0].messages().pop().expect("a last word");
    assert_eq!((bye["type"].as_str(), bye["code"].as_str()), (Some("bye"), Some("no_table")));
    assert!(party.people[0].connection.next().await.is_none(), "the connection ends");
}

#[tokio::test(start_paused = true)]
async fn whatever_a_person_does_keeps_a_table() {
    let hall = hall(3).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive"]).await;
    for ready in [true, false, true, false] {
        tokio::time::sleep(DAY - DAY / 12).await;
        party.done(0, Command::Ready { ready }).await;
    }
    assert_eq!(party.scene(0)["stage"], "lobby");
}

#[tokio::test(start_paused = true)]
async fn a_table_at_which_nobody_listens_is_put_away_and_comes_back() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let (table, scene) = (party.table, party.scene(0));
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(hall.loaded(), 1, "somebody listens");
    party.people.clear();
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(hall.loaded(), 0);
    assert_eq!(Client::connect(&hall, table, person(1)).await.scene(), &scene);
}

const DAILY: Clock = Clock::Move { seconds: 24 * 3600, expiry: Expiry::Random };

/// How many tables with a clock of a day and nobody at them there are soon.
async fn leave_clocked_tables(hall: &Hall, count: usize) -> Vec<TableId> {
    let mut tables = vec![];
    for _ in 0..count {
        tables.push(Party::playing(hall, with(DAILY), &["fugitive", "d1 d2 d3"]).await.table);
    }
    tokio::time::sleep(Duration::from_secs(120)).await;
    tables
}

#[tokio::test(start_paused = true)]
async fn a_table_with_a_clock_is_put_away_too_and_its_clock_runs_out_in_time() {
    let store = MemoryStore::default();
    let hall = hall_at(&store, 1, 1_000_000).await;
    let table = leave_clocked_tables(&hall, 1).await[0];
    assert_eq!(hall.loaded(), 0, "it waits for a day, and nobody is there");
    let version = store.versions(&[table]).await.expect("it answers")[0].1;
    tokio::time::sleep(DAY - Duration::from_secs(150)).await;
    assert_eq!(store.versions(&[table]).await, Ok(vec![(table, version)]));
    tokio::time::sleep(Duration::from_secs(32)).await;
    assert_eq!(store.versions(&[table]).await, Ok(vec![(table, version + 1)]), "to the second");
    tokio::time::sleep(Duration::from_secs(120)).await;
    assert_eq!(hall.loaded(), 0, "and is put away again");
    let mut again = Client::connect(&hall, table, person(1)).await;
    again.drain().await;
    assert_eq!(again.version(), version + 1);
    let left = again.scene()["game"]["time_left"].as_u64().expect("a clock runs");
    let expected = DAY.as_millis() as u64 - 122_000;
    assert!(left.abs_diff(expected) < 10_000, "{left} ms are left, not {expected}");
}

/// Where several nodes serve the same tables, none of them has one that waits, and one sees to it.
#[tokio::test(start_paused = true)]
async fn a_clock_runs_out_at_a_shared_store_though_its_node_is_gone() {
    let store = MemoryStore::default();
    let [first, second] = [hall_over(&store, 1).await, hall_over(&store, 2).await];
    let table = leave_clocked_tables(&first, 1).await[0];
    assert_eq!((first.loaded(), second.loaded()), (0, 0));
    first.close().await;
    let version = store.versions(&[table]).await.expect("it answers")[0].1;
    tokio::time::sleep(DAY).await;
    assert_eq!(store.versions(&[table]).await, Ok(vec![(table, version + 1)]));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_starts_loads_only_the_tables_at_which_something_is_due() {
    let store = MemoryStore::default();
    let first = hall_at(&store, 1, 1_000_000).await;
    leave_clocked_tables(&first, 20).await;
    let mut bots = Party::playing(&first, settings("modern", 3), &["d1 d2 d3"]).await;
    let mut rng = Rng::new(1);
    bots.until(&mut rng, |game| game["turn"] == "hunters").await;
    while bots.game(0)["turn"] == "hunters" {
        bots.step(&mut rng).await;
    }
    // The bot is to move, and the server stops.
    first.close().await;
    let second = hall_at(&store, 2, 2_000_000).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(second.loaded(), 1, "one of 21");
    let version = store.versions(&[bots.table]).await.expect("it answers")[0].1;
    assert!(version > bots.people[0].version(), "the bot has moved");
}

/// A server of an earlier version did not say when something is due.
#[tokio::test(start_paused = true)]
async fn when_something_is_due_is_found_out_and_kept() {
    let store = MemoryStore::default();
    let first = hall_at(&store, 1, 1_000_000).await;
    let table = leave_clocked_tables(&first, 1).await[0];
    first.close().await;
    let due = async || {
        let query = Query::Due { until: Moment(u64::MAX), after: None };
        store.list(query, 10).await.expect("it answers").pop().and_then(|row| row.due)
    };
    let known = due().await;
    let version = store.versions(&[table]).await.expect("it answers")[0].1;
    store.set_due(table, version, Some(Moment(0))).await.expect("it answers");
    let second = hall_at(&store, 2, 1_200_000).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!((due().await, second.loaded()), (known, 1));
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!((due().await, second.loaded()), (known, 0));
}

/// Puts a table there that was not touched since the first second.
async fn put_old(store: &MemoryStore, number: u64, status: Status, entry: &str) -> TableId {
    let id = TableId::new(&SeededChance::new(number));
    let row = Row {
        id,
        version: 1,
        public: false,
        status,
        due: None,
        touched: 1000 + number,
        summary: "{}".into(),
    };
    store.append(&row, 0, vec![entry.into()]).await.expect("it is new");
    id
}

/// A million games a day are twelve each second.
#[tokio::test(start_paused = true)]
async fn clearing_keeps_pace_with_a_million_games_a_day() {
    let store = MemoryStore::default();
    for number in 0..20_000 {
        put_old(&store, number, Status::Over, "{}").await;
    }
    let _hall = hall_at(&store, 1, 100 * 24 * 3600 * 1000).await;
    let left = async || {
        let query = Query::Untouched { status: Status::Over, since: u64::MAX, after: None };
        store.list(query, u32::MAX).await.expect("it answers").len()
    };
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(left().await, 0, "20,000 tables in ten minutes");
}

#[tokio::test(start_paused = true)]
async fn a_damaged_table_does_not_keep_others_from_being_cleared() {
    let store = MemoryStore::default();
    let damaged = put_old(&store, 1, Status::Playing, "no entry").await;
    let over = put_old(&store, 2, Status::Over, "{}").await;
    let _hall = hall_at(&store, 1, 100 * 24 * 3600 * 1000).await;
    let there = async |id| !store.versions(&[id]).await.expect("it answers").is_empty();
    tokio::time::sleep(Duration::from_secs(1200)).await;
    assert_eq!((there(damaged).await, there(over).await), (true, false));
    tokio::time::sleep(21 * DAY).await;
    assert!(!there(damaged).await, "what nobody can read is kept no longer than others");
}
