//! Clocks, and the moments at which bots answer.

use fogbound_rules::Rng;
use std::sync::Arc;
use std::time::Duration;

use fogbound_server::TableClock;
use fogbound_server::hall::{Hall, Parts};
use fogbound_server::store::{
    Change, MemoryStore, NewReport, PuzzleRating, Query, Row, StartCell, Status, Store, StoreError,
    StoredKey,
};
use fogbound_table::EndedGame;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::TableId;
use fogbound_table::settings::{Clock, Expiry, Settings};
use fogbound_table::{Moment, Sitter};
use tokio::sync::mpsc::Receiver;
use tokio::time::Instant;

use crate::world::{Client, address, hall, level, parts, person, settings};
use crate::{Party, seat};

pub(crate) fn with(clock: Clock) -> Settings {
    Settings { clock, ..settings("modern", 3) }
}

fn time_left(party: &Party) -> Duration {
    Duration::from_millis(party.game(0)["time_left"].as_u64().expect("a clock runs"))
}

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn a_clock_for_each_move_runs_out_and_somebody_else_decides() {
    for expiry in [Expiry::Bot, Expiry::Random] {
        let hall = hall(1).await;
        let clock = Clock::Move { seconds: 30, expiry };
        let mut party = Party::playing(&hall, with(clock), &["fugitive", "d1 d2 d3"]).await;
        let began = Instant::now();
        assert!(time_left(&party) > 29 * SECOND);
        let version = party.people[0].version();
        party.wait(29 * SECOND).await;
        assert_eq!(party.people[0].version(), version);
        party.wait(2 * SECOND).await;
        assert_eq!(party.people[0].version(), version + 1);
        assert_eq!(
            (party.last_event(0)["cause"].as_str(), began.elapsed().as_secs()),
            (Some("clock"), 31)
        );
        assert!(party.last_event(0)["by"].is_null());
        // Each decision of the hunters has the whole time again.
        let mut rng = Rng::new(1);
        party.wait(20 * SECOND).await;
        party.step(&mut rng).await;
        party.wait(20 * SECOND).await;
        assert_eq!(party.people[0].version(), version + 2);
        // A table to which nobody comes back is played to its end.
        for _ in 0..3 * 60 {
            party.wait(60 * SECOND).await;
        }
        assert!(party.is_over(), "{expiry:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_clock_for_each_turn_is_shared_by_the_decisions_of_a_side() {
    let hall = hall(2).await;
    let clock = Clock::Turn { seconds: 60, expiry: Expiry::Random };
    let mut party = Party::playing(&hall, with(clock), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(2);
    party.wait(50 * SECOND).await;
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    assert!(time_left(&party) > 59 * SECOND, "the turn of the other side has all its time");
    party.wait(40 * SECOND).await;
    party.step(&mut rng).await;
    assert!(time_left(&party) < 20 * SECOND, "a decision does not wind it up");
    let version = party.people[0].version();
    party.wait(21 * SECOND).await;
    let late = party.events(0).into_iter().filter(|event| event["version"].as_u64() > Some(version));
    let causes: Vec<_> = late.map(|event| event["cause"].clone()).collect();
    assert!(causes.len() >= 2 && causes.iter().all(|cause| cause == "clock"), "{causes:?}");
    assert_eq!(party.game(0)["turn"], "fugitive");
}

#[tokio::test(start_paused = true)]
async fn a_clock_may_have_days() {
    let hall = hall(3).await;
    let day = 24 * 3600;
    let clock = Clock::Move { seconds: 3 * day, expiry: Expiry::Random };
    let mut party = Party::playing(&hall, with(clock), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    party.wait(Duration::from_secs(u64::from(3 * day) - 60)).await;
    assert_eq!(party.people[0].version(), version);
    party.wait(120 * SECOND).await;
    assert_eq!(party.people[0].version(), version + 1);
}

#[tokio::test(start_paused = true)]
async fn talk_does_not_wind_the_clock_up_nor_does_a_seat_that_is_handed_over_and_taken_back() {
    let expiry = Expiry::Random;
    for clock in [Clock::Turn { seconds: 60, expiry }, Clock::Move { seconds: 60, expiry }] {
        let hall = hall(4).await;
        let mut party = Party::playing(&hall, with(clock), &["fugitive", "d1", "d2 d3"]).await;
        party.until(&mut Rng::new(4), |game| game["turn"] == "hunters").await;
        party.wait(40 * SECOND).await;
        let to = fogbound_table::command::Hearers::Table;
        party.done(0, Command::Say { to, text: "hm".into() }).await;
        // Talk brings no scene; whoever comes anew is told one.
        party.people[0] = crate::world::Client::connect(&hall, party.table, crate::person(1)).await;
        party.people[0].commands = 100;
        assert!(time_left(&party) < 20 * SECOND, "{clock:?}");
        // The bot waits for the other person.
        party.done(1, Command::Bot { seat: seat("d1"), level: level(1) }).await;
        party.done(1, Command::Resume { seat: seat("d1") }).await;
        assert!(time_left(&party) < 20 * SECOND, "{clock:?} {:?}", time_left(&party));
        assert_eq!(party.game(0)["turn"], "hunters");
    }
}

/// A hall that starts at this time on the wall.
pub(crate) async fn hall_at(store: &MemoryStore, node: u64, wall: u64) -> Hall {
    let parts = Parts {
        clock: TableClock::starting_at(wall),
        ..parts(Arc::new(OneNode(store.node(node))), Arc::new(SeededChance::new(node)))
    };
    let hall = Hall::new(parts);
    hall.open().await.expect("it opens");
    hall
}

/// A store that only one server uses.
struct OneNode(MemoryStore);

#[async_trait::async_trait]
impl Store for OneNode {
    async fn append_end(
        &self,
        row: &Row,
        after: u64,
        entries: Vec<String>,
        ended: Option<EndedGame>,
    ) -> Result<(), StoreError> {
        self.0.append_end(row, after, entries, ended).await
    }

    async fn starts(&self) -> Result<Vec<StartCell>, StoreError> {
        self.0.starts().await
    }

    async fn read(&self, id: TableId, after: u64) -> Result<Vec<String>, StoreError> {
        self.0.read(id, after).await
    }

    async fn list(&self, query: Query, most: u32) -> Result<Vec<Row>, StoreError> {
        self.0.list(query, most).await
    }

    async fn versions(&self, ids: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        self.0.versions(ids).await
    }

    async fn set_due(&self, id: TableId, version: u64, due: Option<Moment>) -> Result<(), StoreError> {
        self.0.set_due(id, version, due).await
    }

    async fn delete(&self, id: TableId) -> Result<(), StoreError> {
        self.0.delete(id).await
    }

    async fn clear(&self, status: Status, since: u64, most: u32) -> Result<Vec<TableId>, StoreError> {
        self.0.clear(status, since, most).await
    }

    async fn beat(&self, wall: u64, gap: u64) -> Result<u64, StoreError> {
        self.0.beat(wall, gap).await
    }

    async fn tell_present(&self, id: TableId, text: &str) -> Result<(), StoreError> {
        self.0.tell_present(id, text).await
    }

    async fn changes(&self) -> Result<Receiver<Change>, StoreError> {
        self.0.changes().await
    }

    fn is_shared(&self) -> bool {
        false
    }

    async fn report(&self, report: &NewReport) -> Result<bool, StoreError> {
        self.0.report(report).await
    }

    async fn clear_reports(&self, before: u64) -> Result<(), StoreError> {
        self.0.clear_reports(before).await
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.0.check_writable().await
    }

    async fn puzzles(&self) -> Result<Vec<PuzzleRating>, StoreError> {
        self.0.puzzles().await
    }

    async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRating>, StoreError> {
        self.0.puzzle(id).await
    }

    async fn rate_puzzle(&self, rating: &PuzzleRating) -> Result<bool, StoreError> {
        self.0.rate_puzzle(rating).await
    }

    async fn keys(&self) -> Result<Vec<StoredKey>, StoreError> {
        self.0.keys().await
    }

    async fn add_key(&self, key: &StoredKey) -> Result<(), StoreError> {
        self.0.add_key(key).await
    }

    async fn close(&self) {}
}

#[tokio::test(start_paused = true)]
async fn clocks_stand_still_while_no_server_runs() {
    let store = MemoryStore::default();
    let first = hall_at(&store, 1, 1_000_000).await;
    let clock = Clock::Move { seconds: 60, expiry: Expiry::Random };
    let mut party = Party::playing(&first, with(clock), &["fugitive", "d1 d2 d3"]).await;
    party.wait(23 * SECOND).await;
    first.close().await;
    let used = 23_100;
    // Ten days on the wall.
    let wall = 1_000_000 + used + 10 * 24 * 3600 * 1000;
    let second = hall_at(&store, 2, wall).await;
    let mut again = Client::connect(&second, party.table, person(1)).await;
    let left = again.scene()["game"]["time_left"].as_u64().expect("a clock runs");
    assert!((36_000..=37_100).contains(&left), "{left} ms are left of 60 s less 23 s");
    let version = again.version();
    tokio::time::sleep(36 * SECOND).await;
    again.drain().await;
    assert_eq!(again.version(), version, "the down time was not counted");
    tokio::time::sleep(2 * SECOND).await;
    again.drain().await;
    assert_eq!(again.version(), version + 1);
}

#[tokio::test(start_paused = true)]
async fn time_does_not_go_back_behind_what_has_happened() {
    let store = MemoryStore::default();
    let first = hall_at(&store, 1, 1_000_000).await;
    let mut party = Party::playing(&first, settings("modern", 3), &["fugitive"]).await;
    party.wait(4 * SECOND).await;
    let mut rng = Rng::new(1);
    party.step(&mut rng).await;
    // It dies before it could say for how long it ran; the bots' answers were due at once.
    let second = hall_at(&store, 2, 1_005_000).await;
    drop(first);
    let mut again = Client::connect(&second, party.table, person(1)).await;
    let version = again.version();
    tokio::time::sleep(Duration::from_millis(200)).await;
    again.drain().await;
    assert!(again.version() > version, "the bots go on");
    let at: Vec<u64> = again
        .messages()
        .iter()
        .flat_map(|message| message["events"].as_array().cloned().unwrap_or_default())
        .map(|event| event["at"].as_u64().expect("a moment"))
        .collect();
    assert!(at.is_sorted(), "{at:?}");
}

/// The moments at which a bot answered as the fugitive, counted from the decision before; the first from the beginning.
async fn answers(hall: &Hall, bot: u8) -> Vec<u64> {
    let mut sitters = vec![(seat("fugitive"), Sitter::Bot(level(bot)))];
    sitters.extend(["d1", "d2", "d3"].map(|word| (seat(word), Sitter::Me)));
    let table =
        hall.make(person(1), address(1), "A", settings("modern", 3), &sitters, true).await.unwrap();
    let client = Client::connect(hall, table, person(1)).await;
    let mut party = Party { hall: hall.clone(), table, people: vec![client] };
    let mut rng = Rng::new(bot.into());
    for _ in 0..30 {
        if party.step(&mut rng).await.is_none() {
            party.wait(Duration::from_millis(150)).await;
        }
        if party.is_over() {
            break;
        }
    }
    let events = party.events(0);
    let at = |index: usize| events[index]["at"].as_u64().expect("a moment");
    let of_bot = |index: &usize| events[*index]["cause"] == "bot";
    (1..events.len()).filter(of_bot).map(|index| at(index) - at(index - 1)).collect()
}

#[tokio::test(start_paused = true)]
async fn a_fugitives_bot_answers_at_fixed_moments_whatever_its_level() {
    for bot in [1, 3, 5] {
        let hall = hall(9).await;
        let spans = answers(&hall, bot).await;
        assert!(spans.len() > 3, "{spans:?}");
        // For the first nobody waits.
        assert_eq!(spans[0], 0, "level {bot}: {spans:?}");
        assert!(spans[1..].iter().all(|&span| span == 100), "level {bot}: {spans:?}");
    }
}
