//! What every store promises. Each function is one test, run against each store.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Side, Station};
use fogbound_server::OsChance;
use fogbound_server::keys::new_key;
use fogbound_server::store::{
    Change, CountedBy, NewReport, PuzzleRating, Query, Row, Status, Store, StoreError,
};
use fogbound_table::id::TableId;
use fogbound_table::{EndedGame, Moment, Version};
use tokio::sync::mpsc::Receiver;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The nodes on one store: two where it can be shared, otherwise the same one twice.
pub(crate) type Nodes = [Arc<dyn Store>; 2];

/// A new table.
pub(crate) fn table() -> TableId {
    TableId::new(&OsChance)
}

/// The row of a table with so many entries.
pub(crate) fn row(id: TableId, version: Version) -> Row {
    let summary = format!("{{\"version\":{version}}}");
    Row { id, version, public: true, status: Status::Open, due: None, touched: version, summary }
}

/// Entries with these versions.
pub(crate) fn entries(versions: impl IntoIterator<Item = Version>) -> Vec<String> {
    versions
        .into_iter()
        .map(|version| format!("{{\"n\":{version},\"text\":\"é\\u0000\\n'\"}}"))
        .collect()
}

/// How hard a puzzle is after so many tries.
pub(crate) fn rating(id: &str, tries: u64) -> PuzzleRating {
    let rating = 1500.25 + tries as f64;
    PuzzleRating { id: id.into(), rating, deviation: 123.45, volatility: 0.061234, tries }
}

/// A game that was won by the fugitive or not, from this start.
pub(crate) fn ended(start: u8, won: bool) -> EndedGame {
    let winner = if won { Side::Fugitive } else { Side::Hunters };
    let ending = if won { "escaped" } else { "captured" };
    let edition = "modern".to_string();
    EndedGame { edition, detectives: 4, start: Station::new(start), nearest: Some(3), ending, winner }
}

/// How many games a store has counted, and how many of them the fugitive won, by what they have in common.
async fn counted(store: &Arc<dyn Store>) -> Vec<(CountedBy, String, u64, u64)> {
    let cells = store.starts().await.expect("it answers").into_iter();
    cells.map(|cell| (cell.by, cell.cell, cell.games, cell.fugitive_wins)).collect()
}

async fn put(store: &Arc<dyn Store>, row: &Row) {
    let entries = entries(1..=row.version);
    store.append(row, 0, entries).await.expect("it is new");
}

pub(crate) async fn appended_entries_are_read_in_order([store, _]: Nodes) {
    let id = table();
    assert_eq!(store.read(id, 0).await, Ok(vec![]));
    store.append(&row(id, 3), 0, entries(1..=3)).await.expect("first");
    store.append(&row(id, 4), 3, entries(4..=4)).await.expect("second");
    store.append(&row(id, 30), 4, entries(5..=30)).await.expect("third");
    assert_eq!(store.read(id, 0).await, Ok(entries(1..=30)));
    assert_eq!(store.read(id, 4).await, Ok(entries(5..=30)));
    assert_eq!(store.read(id, 30).await, Ok(vec![]));
    assert_eq!(store.read(id, 100).await, Ok(vec![]));
    assert_eq!(store.read(table(), 0).await, Ok(vec![]));
}

pub(crate) async fn the_row_is_set_by_each_append([store, _]: Nodes) {
    let id = table();
    put(&store, &row(id, 1)).await;
    let last = Row {
        id,
        version: 2,
        public: true,
        status: Status::Playing,
        due: Some(Moment(1_700_000_060_000)),
        touched: 1_700_000_000_000,
        summary: "{\"name\":\"é\"}".into(),
    };
    store.append(&last, 1, entries(2..=2)).await.expect("it follows");
    assert_eq!(store.list(Query::Listed, 10).await, Ok(vec![last.clone()]));
    // A row without new entries.
    let quiet = Row { due: None, ..last };
    store.append(&quiet, 2, vec![]).await.expect("it follows");
    assert_eq!(store.list(Query::Listed, 10).await, Ok(vec![quiet]));
    assert_eq!(store.read(id, 0).await, Ok(entries(1..=2)));
}

pub(crate) async fn a_conflict_changes_nothing([store, other]: Nodes) {
    let id = table();
    // Nothing follows what is not there.
    assert_eq!(store.append(&row(id, 3), 2, entries(3..=3)).await, Err(StoreError::Conflict));
    assert_eq!(store.versions(&[id]).await, Ok(vec![]));
    put(&store, &row(id, 2)).await;
    for (after, version) in [(0, 1), (1, 2), (3, 4)] {
        let late = Row { status: Status::Over, ..row(id, version) };
        let result = other.append(&late, after, entries([99])).await;
        assert_eq!(result, Err(StoreError::Conflict), "after {after}");
    }
    assert_eq!(store.read(id, 0).await, Ok(entries(1..=2)));
    assert_eq!(other.list(Query::Listed, 10).await, Ok(vec![row(id, 2)]));
}

pub(crate) async fn an_append_is_all_or_nothing([store, _]: Nodes) {
    let id = table();
    put(&store, &row(id, 1)).await;
    // A row that does not count its entries.
    let result = store.append(&row(id, 9), 1, entries(2..=3)).await;
    assert!(matches!(result, Err(StoreError::Failed(_))), "{result:?}");
    assert_eq!(store.read(id, 0).await, Ok(entries(1..=1)));
    assert_eq!(store.versions(&[id]).await, Ok(vec![(id, 1)]));
}

/// Tables of every kind, in the order in which they were touched.
async fn many(store: &Arc<dyn Store>) -> Vec<Row> {
    let mut rows = Vec::new();
    for touched in 1..=24 {
        let status = Status::ALL[touched as usize % 3];
        let due = (touched % 4 < 2).then_some(Moment(100 - touched / 2));
        rows.push(Row { public: touched % 2 == 0, status, due, touched, ..row(table(), 1) });
    }
    for row in &rows {
        put(store, row).await;
    }
    rows
}

pub(crate) async fn queries_find_what_they_ask_for([store, _]: Nodes) {
    let rows = many(&store).await;
    let check = async |query: Query, most: usize, mut expected: Vec<Row>| {
        expected.truncate(most);
        assert!(expected.len() >= 2, "the test asks for something");
        assert_eq!(store.list(query, most as u32).await, Ok(expected), "{query:?}");
    };
    let those = |fits: &dyn Fn(&&Row) -> bool| rows.iter().filter(fits).cloned().collect::<Vec<_>>();
    for most in [3, 1000] {
        let mut listed = those(&|row| row.public && row.status != Status::Over);
        listed.reverse();
        check(Query::Listed, most, listed).await;
        let mut due = those(&|row| row.due.is_some_and(|due| due <= Moment(95)));
        due.sort_by_key(|row| (row.due, row.id));
        check(Query::Due { until: Moment(95), after: None }, most, due.clone()).await;
        let after = Some((due[3].due.expect("it is due"), due[3].id));
        check(Query::Due { until: Moment(95), after }, most, due[4..].to_vec()).await;
        for status in Status::ALL {
            let old = those(&|row| row.status == status && row.touched < 20);
            check(Query::Untouched { status, since: 20, after: None }, most, old.clone()).await;
            let after = Some((old[1].touched, old[1].id));
            check(Query::Untouched { status, since: 20, after }, most, old[2..].to_vec()).await;
        }
    }
    let all = Query::Untouched { status: Status::Open, since: u64::MAX, after: None };
    assert_eq!(store.list(all, u32::MAX).await.map(|rows| rows.len()), Ok(8));
}

pub(crate) async fn when_a_table_is_due_can_be_set([store, other]: Nodes) {
    let [early, late] = [table(), table()];
    put(&store, &Row { due: Some(Moment(5)), ..row(early, 2) }).await;
    put(&store, &Row { due: Some(Moment(70)), ..row(late, 2) }).await;
    let due = async |until| {
        let rows = other.list(Query::Due { until: Moment(until), after: None }, 10).await;
        rows.expect("it answers").iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!((due(69).await, due(70).await), (vec![early], vec![early, late]));
    store.set_due(early, 1, None).await.expect("it answers");
    assert_eq!(due(69).await, [early], "another version was meant");
    store.set_due(early, 2, Some(Moment(80))).await.expect("it answers");
    assert_eq!((due(79).await, due(80).await), (vec![late], vec![late, early]));
    store.set_due(late, 2, None).await.expect("it answers");
    assert_eq!(due(u64::MAX).await, [early]);
    store.set_due(table(), 2, None).await.expect("a table that is not there is nothing to worry about");
}

pub(crate) async fn old_tables_are_cleared_some_at_a_time([store, other]: Nodes) {
    let rows = many(&store).await;
    let old: Vec<TableId> = rows
        .iter()
        .filter(|row| row.status == Status::Over && row.touched < 20)
        .map(|row| row.id)
        .collect();
    let mut cleared = store.clear(Status::Over, 20, 4).await.expect("it clears");
    let mut first = old[..4].to_vec();
    cleared.sort();
    first.sort();
    assert_eq!(cleared, first, "the longest untouched go first");
    assert_eq!(other.clear(Status::Over, 20, 4).await.map(|ids| ids.len()), Ok(old.len() - 4));
    assert_eq!(store.clear(Status::Over, 20, 4).await, Ok(vec![]));
    for row in &rows {
        let left = if old.contains(&row.id) { vec![] } else { entries(1..=1) };
        assert_eq!(store.read(row.id, 0).await, Ok(left), "{row:?}");
    }
}

pub(crate) async fn what_is_touched_is_not_cleared([store, other]: Nodes) {
    let tables: Vec<TableId> = (0..200).map(|_| table()).collect();
    for id in &tables {
        put(&store, &row(*id, 1)).await;
    }
    // Half of them are touched while all are cleared; each is either gone or goes on.
    let mut touching = JoinSet::new();
    for id in tables.iter().copied().step_by(2) {
        let store = other.clone();
        touching.spawn(async move { (id, store.append(&row(id, 100), 1, entries(2..=100)).await) });
    }
    while !store.clear(Status::Open, 50, 7).await.expect("it clears").is_empty() {}
    for (id, touched) in touching.join_all().await {
        let left = store.read(id, 0).await.expect("it answers").len();
        match touched {
            Ok(()) => assert_eq!(left, 100),
            Err(error) => assert_eq!((error, left), (StoreError::Conflict, 0)),
        }
    }
    while !store.clear(Status::Open, 50, 7).await.expect("it clears").is_empty() {}
    for id in tables.iter().skip(1).step_by(2) {
        assert_eq!(store.read(*id, 0).await, Ok(vec![]));
    }
}

pub(crate) async fn versions_are_of_the_tables_that_exist([store, other]: Nodes) {
    let (a, b) = (table(), table());
    put(&store, &row(a, 3)).await;
    put(&store, &row(b, 5)).await;
    let mut found = other.versions(&[table(), b, table(), a]).await.expect("it answers");
    found.sort_by_key(|(_, version)| *version);
    assert_eq!(found, [(a, 3), (b, 5)]);
    assert_eq!(store.versions(&[]).await, Ok(vec![]));
    let many: Vec<TableId> = (0..5000).map(|_| table()).chain([a]).collect();
    assert_eq!(store.versions(&many).await, Ok(vec![(a, 3)]));
}

pub(crate) async fn a_deleted_table_is_gone([store, other]: Nodes) {
    let (id, kept) = (table(), table());
    put(&store, &row(id, 3)).await;
    put(&store, &row(kept, 1)).await;
    store.delete(id).await.expect("it is deleted");
    store.delete(id).await.expect("it may be deleted twice");
    assert_eq!(other.read(id, 0).await, Ok(vec![]));
    assert_eq!(store.list(Query::Listed, 10).await, Ok(vec![row(kept, 1)]));
    assert_eq!(store.append(&row(id, 4), 3, entries([4])).await, Err(StoreError::Conflict));
    // Its name could come again; nothing of the old one does.
    store.append(&row(id, 1), 0, entries([7])).await.expect("it is new");
    assert_eq!(store.read(id, 0).await, Ok(entries([7])));
}

pub(crate) async fn a_new_key_ends_the_one_before([store, other]: Nodes) {
    let before = store.keys().await.expect("it answers").len();
    let [first, second] = [5000, 7000].map(|wall| new_key(&OsChance, wall));
    store.add_key(&first).await.expect("it is kept");
    other.add_key(&second).await.expect("it is kept");
    for store in [store, other] {
        let keys = store.keys().await.expect("it answers");
        let found: Vec<_> = keys[before..].iter().map(|key| (key.public, key.made, key.until)).collect();
        assert_eq!(found, [(first.public, 5000, Some(7000)), (second.public, 7000, None)]);
        assert!(keys[before..].iter().map(|key| key.secret).eq([first.secret, second.secret]));
    }
}

pub(crate) async fn time_without_a_server_is_counted([store, other]: Nodes) {
    assert_eq!(store.beat(1_000_000, 0).await, Ok(0));
    assert_eq!(other.beat(1_000_900, 1000).await, Ok(0));
    assert_eq!(store.beat(1_001_900, 1000).await, Ok(0));
    assert_eq!(store.beat(1_002_901, 1000).await, Ok(1001));
    assert_eq!(other.beat(1_003_000, 0).await, Ok(1100));
    // A clock that is set back counts as nothing.
    assert_eq!(store.beat(1_002_000, 0).await, Ok(1100));
    assert_eq!(store.beat(1_007_000, 1000).await, Ok(6100));
}

pub(crate) async fn beats_at_once_count_a_gap_once([store, other]: Nodes) {
    store.beat(1_000_000, 0).await.expect("it beats");
    let mut beats = JoinSet::new();
    for n in 0..20 {
        let store = if n % 2 == 0 { store.clone() } else { other.clone() };
        beats.spawn(async move { store.beat(2_000_000, 1000).await });
    }
    let down: BTreeSet<u64> =
        beats.join_all().await.into_iter().map(|down| down.expect("beats")).collect();
    assert_eq!(down, BTreeSet::from([1_000_000]));
}

/// The next change that is not [`Change::Unsure`].
pub(crate) async fn next(changes: &mut Receiver<Change>) -> Change {
    loop {
        let change = timeout(Duration::from_secs(10), changes.recv()).await.expect("a word comes");
        match change.expect("the channel stays open") {
            Change::Unsure => {}
            change => return change,
        }
    }
}

pub(crate) async fn nodes_are_told_of_each_other([here, there]: Nodes) {
    let mut heard_here = here.changes().await.expect("asked for once");
    if !here.is_shared() {
        here.append(&row(table(), 1), 0, entries([1])).await.expect("it is new");
        here.tell_present(table(), "3 1").await.expect("nobody listens, and that is fine");
        let silence = timeout(Duration::from_millis(200), heard_here.recv()).await;
        assert!(silence.is_err(), "nothing comes, and the channel stays open: {silence:?}");
        return;
    }
    let mut heard_there = there.changes().await.expect("asked for once");
    let id = table();
    here.append(&row(id, 2), 0, entries(1..=2)).await.expect("it is new");
    assert_eq!(next(&mut heard_there).await, Change::Appended(id, 2));
    assert_eq!(there.read(id, 0).await, Ok(entries(1..=2)));
    there.append(&row(id, 3), 2, entries([3])).await.expect("it follows");
    // The first word is of the other: what a node did itself it is not told.
    assert_eq!(next(&mut heard_here).await, Change::Appended(id, 3));
    here.tell_present(id, "3 guests\n\"é\"").await.expect("it is told");
    let Change::Present(table, node, text) = next(&mut heard_there).await else {
        panic!("who is there")
    };
    assert_eq!((table, text.as_str()), (id, "3 guests\n\"é\""));
    assert!(!node.is_empty());
    // A refused append is no news.
    assert_eq!(here.append(&row(id, 3), 2, entries([3])).await, Err(StoreError::Conflict));
    here.append(&row(id, 4), 3, entries([4])).await.expect("it follows");
    assert_eq!(next(&mut heard_there).await, Change::Appended(id, 4));
}

pub(crate) async fn of_rivals_one_wins_each_version(nodes: Nodes) {
    let id = table();
    let mut rivals = JoinSet::new();
    for rival in 0..6 {
        let store = nodes[rival % 2].clone();
        rivals.spawn(async move {
            let mut won = Vec::new();
            for version in 0..30 {
                let entry = vec![format!("{{\"by\":{rival},\"n\":{version}}}")];
                match store.append(&row(id, version + 1), version, entry.clone()).await {
                    Ok(()) => won.push((version, entry[0].clone())),
                    Err(StoreError::Conflict) => {}
                    Err(error) => panic!("{error}"),
                }
                // Whoever lost has to wait until the winner's is there.
                while store.versions(&[id]).await.expect("it answers") < vec![(id, version + 1)] {}
            }
            won
        });
    }
    let mut won: Vec<_> = rivals.join_all().await.into_iter().flatten().collect();
    won.sort();
    assert_eq!(won.iter().map(|(version, _)| *version).collect::<Vec<_>>(), (0..30).collect::<Vec<_>>());
    let stored = nodes[1].read(id, 0).await.expect("it answers");
    assert_eq!(won.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>(), stored);
}

pub(crate) async fn a_thousand_appends_at_once_are_all_done(nodes: Nodes) {
    let tables: Vec<TableId> = (0..50).map(|_| table()).collect();
    for round in 0..20 {
        let mut appends = JoinSet::new();
        for (n, id) in tables.iter().copied().enumerate() {
            let store = nodes[n % 2].clone();
            appends.spawn(async move {
                store
                    .append(&row(id, round + 1), round, entries([round + 1]))
                    .await
                    .expect("it follows");
                // Among them some that lose.
                let late = store.append(&row(id, round + 1), round, entries([0])).await;
                assert_eq!(late, Err(StoreError::Conflict));
            });
        }
        appends.join_all().await;
    }
    for id in tables {
        assert_eq!(nodes[0].read(id, 0).await, Ok(entries(1..=20)));
    }
}

fn report(table: TableId, person: &str, wall: u64) -> NewReport {
    NewReport { table, person: person.into(), wall, complaint: "{\"text\":\"é\"}".into() }
}

pub(crate) async fn reports_are_kept_as_long_as_there_is_room([store, other]: Nodes) {
    const DAY: u64 = 24 * 3600 * 1000;
    let now = 1_700_000_000_000;
    let tables: Vec<TableId> = (0..10).map(|_| table()).collect();
    let keep = async |report: NewReport| store.report(&report).await.expect("it answers");
    for table in &tables[..5] {
        assert!(keep(report(*table, "ada", now)).await);
    }
    assert!(!keep(report(tables[6], "ada", now)).await, "the sixth of a person in a day");
    assert!(keep(report(tables[6], "ada", now + DAY + 1)).await, "but not of the next day");
    for number in 0..20 {
        assert!(keep(report(tables[9], &format!("person {number}"), now)).await);
    }
    assert!(!keep(report(tables[9], "another", now)).await, "the twenty-first of a table");
    for number in 0..974 {
        assert!(keep(report(table(), &format!("more {number}"), now)).await, "{number}");
    }
    assert!(!keep(report(table(), "late", now)).await, "more than a thousand");
    other.clear_reports(now + 1).await.expect("it clears");
    assert!(keep(report(tables[9], "another", now)).await, "old ones make room");
}

pub(crate) async fn a_rating_follows_the_one_before([here, there]: Nodes) {
    assert_eq!(here.puzzles().await, Ok(vec![]));
    assert_eq!(here.puzzle("a1").await, Ok(None));
    assert_eq!(here.rate_puzzle(&rating("a1", 2)).await, Ok(false), "there is none before it");
    assert_eq!(here.rate_puzzle(&rating("a1", 1)).await, Ok(true));
    assert_eq!(there.rate_puzzle(&rating("a1", 1)).await, Ok(false), "somebody was first");
    assert_eq!(there.rate_puzzle(&rating("a1", 2)).await, Ok(true));
    for late in [0, 1, 2, 4] {
        assert_eq!(here.rate_puzzle(&rating("a1", late)).await, Ok(false), "{late}");
    }
    assert_eq!(here.rate_puzzle(&rating("'; --", 1)).await, Ok(true));
    assert_eq!(there.puzzle("a1").await, Ok(Some(rating("a1", 2))));
    assert_eq!(there.puzzles().await, Ok(vec![rating("'; --", 1), rating("a1", 2)]));
}

pub(crate) async fn of_rival_tries_none_is_lost(nodes: Nodes) {
    let mut rivals = JoinSet::new();
    for number in 0..8 {
        let store = nodes[number % 2].clone();
        rivals.spawn(async move {
            let mut written = 0;
            while written < 10 {
                let before = store.puzzle("a1").await.expect("it answers").map_or(0, |it| it.tries);
                let next = rating("a1", before + 1);
                written += u64::from(store.rate_puzzle(&next).await.expect("it answers"));
            }
        });
    }
    rivals.join_all().await;
    assert_eq!(nodes[0].puzzle("a1").await, Ok(Some(rating("a1", 80))));
}

pub(crate) async fn a_game_is_counted_with_the_entries_that_end_it([here, there]: Nodes) {
    assert_eq!(here.starts().await, Ok(vec![]));
    let id = table();
    put(&here, &row(id, 1)).await;
    let end = async |store: &Arc<dyn Store>, version, ended| {
        store.append_end(&row(id, version), version - 1, entries([version]), Some(ended)).await
    };
    assert_eq!(end(&here, 2, ended(103, true)).await, Ok(()));
    assert_eq!(end(&there, 2, ended(103, true)).await, Err(StoreError::Conflict), "it is done");
    assert_eq!(end(&there, 9, ended(103, true)).await, Err(StoreError::Conflict), "nothing is before");
    let first = |by, cell: &str| (by, cell.to_string(), 1, 1);
    let [escaped, near, start] =
        [(CountedBy::Ending, "escaped"), (CountedBy::Nearest, "3"), (CountedBy::Start, "103")]
            .map(|(by, cell)| first(by, cell));
    assert_eq!(counted(&there).await, [escaped.clone(), near, start.clone()]);
    // The next game at this table, and a table that is made and over at once.
    assert_eq!(end(&there, 3, ended(112, false)).await, Ok(()));
    let other = row(table(), 1);
    let nowhere = EndedGame { start: None, nearest: None, ..ended(1, false) };
    here.append_end(&other, 0, entries([1]), Some(nowhere)).await.expect("it is new");
    let captured = (CountedBy::Ending, "captured".to_string(), 2, 0);
    let near = (CountedBy::Nearest, "3".to_string(), 2, 1);
    let elsewhere = (CountedBy::Start, "112".to_string(), 1, 0);
    assert_eq!(counted(&here).await, [captured, escaped, near, start, elsewhere]);
    assert_eq!(here.read(other.id, 0).await, Ok(entries([1])));
}

pub(crate) async fn games_that_end_at_once_are_all_counted(nodes: Nodes) {
    let mut ends = JoinSet::new();
    for number in 0..60 {
        let store = nodes[number % 2].clone();
        ends.spawn(async move {
            let won = number % 3 == 0;
            let done = store.append_end(&row(table(), 1), 0, entries([1]), Some(ended(103, won))).await;
            done.expect("it is new");
        });
    }
    ends.join_all().await;
    let all = counted(&nodes[0]).await;
    let games =
        |by| all.iter().filter(|(other, ..)| *other == by).map(|(.., games, _)| games).sum::<u64>();
    let won: u64 = all.iter().filter(|(by, ..)| *by == CountedBy::Start).map(|(.., won)| won).sum();
    assert_eq!((games(CountedBy::Ending), games(CountedBy::Nearest), won), (60, 60, 20));
}
