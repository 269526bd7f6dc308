//! Bots take turns: whose question is thought about first, who is told that it waits, when the answer
//! comes, and how many tables bots may have for themselves. Time stands still while a bot searches, so
//! all moments are exact.

use std::sync::Arc;
use std::time::Duration;

use fogbound_server::hall::{Address, BotTableLimits, Hall, Parts, Thinker, Windows};
use fogbound_server::limits::QUESTIONS_EACH;
use fogbound_server::store::MemoryStore;
use fogbound_table::Sitter;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::TableId;
use fogbound_table::seat::Seat;
use serde_json::Value;
use tokio::time::Instant;

use crate::seat;
use crate::world::{Client, address, all, level, parts, person, settings};

/// A hall in which one bot thinks at a time.
async fn hall() -> Hall {
    hall_of(BotTableLimits { all: 1000, each: 1000 }).await
}

async fn hall_of(bot_tables: BotTableLimits) -> Hall {
    let parts = Parts {
        thinker: Thinker::pool(1, Windows::Kept),
        bot_tables,
        ..parts(Arc::new(MemoryStore::default()), Arc::new(SeededChance::new(9)))
    };
    let hall = Hall::new(parts);
    hall.open().await.expect("a store in memory opens");
    hall
}

/// A bot is the fugitive, and who makes the table hunts.
fn against(bot: u8) -> Vec<(Seat, Sitter)> {
    let mut sitters = all(3, Sitter::Me);
    sitters[0].1 = Sitter::Bot(level(bot));
    sitters
}

async fn make(hall: &Hall, from: Address, sitters: &[(Seat, Sitter)]) -> TableId {
    let settings = settings("modern", 3);
    hall.make(person(1), from, "A", settings, sitters, true).await.expect("a table")
}

/// Somebody with so many tables against a bot of this level.
async fn crowd(hall: &Hall, from: Address, tables: usize, bot: u8) {
    for _ in 0..tables {
        make(hall, from, &against(bot)).await;
    }
}

/// When the first move at a table was made, counted from the beginning of its game.
async fn first_answer(hall: &Hall, table: TableId) -> Duration {
    let mut client = Client::connect_from(hall, table, person(77), address(77)).await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(200) {
        let events = events(&client);
        let moment = |what: &str| events.iter().find(|event| event["what"] == what)?["at"].as_u64();
        if let (Some(began), Some(played)) = (moment("began"), moment("played")) {
            return Duration::from_millis(played - began);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        client.drain().await;
    }
    panic!("no bot answers");
}

fn events(client: &Client) -> Vec<Value> {
    let messages = client.messages();
    messages
        .iter()
        .flat_map(|message| message["events"].as_array().cloned().unwrap_or_default())
        .collect()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[tokio::test(start_paused = true)]
async fn many_tables_of_one_address_do_not_starve_another() {
    let hall = hall().await;
    crowd(&hall, address(9), 40, 6).await;
    let table = make(&hall, address(2), &against(3)).await;
    // One of theirs is thought about; none of the others comes before.
    assert_eq!(first_answer(&hall, table).await, ms(400 + 100));
}

#[tokio::test(start_paused = true)]
async fn a_table_takes_turns_as_whoever_of_its_people_came_last_and_watchers_do_not_count() {
    for (comes, expected) in [(person(1), 400 + 100), (person(5), 20 * 400 + 100)] {
        let hall = hall().await;
        // It was made from the crowded address; the game begins when somebody has come from another.
        let settings = settings("modern", 3);
        let table = hall.make(person(1), address(9), "A", settings, &against(3), false).await.unwrap();
        let mut host = Client::connect_from(&hall, table, person(1), address(9)).await;
        let _other = Client::connect_from(&hall, table, comes, address(2)).await;
        crowd(&hall, address(9), 20, 6).await;
        assert_eq!(host.command(Command::Start { fill: None }).await["type"], "done");
        let waited = first_answer(&hall, table).await;
        let most = ms(expected);
        assert!(waited <= most && waited + ms(900) > most, "{waited:?}, expected {most:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn bots_alone_think_when_no_person_waits() {
    let hall = hall().await;
    crowd(&hall, address(9), 1, 6).await;
    let bots = all(3, Sitter::Bot(level(6)));
    let alone = make(&hall, address(3), &bots).await;
    let table = make(&hall, address(9), &against(3)).await;
    assert_eq!(first_answer(&hall, table).await, ms(400 + 100));
    // Whoever doubles is thought for twice.
    let waited = first_answer(&hall, alone).await;
    assert!(waited >= ms(400 + 100 + 400), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn the_fugitive_answers_when_its_window_ends_however_long_it_searched() {
    for (bot, window) in [(1, 100), (3, 100), (5, 200), (6, 400), (7, 1000)] {
        let hall = hall().await;
        let tables = [make(&hall, address(2), &against(bot)).await, {
            make(&hall, address(3), &against(bot)).await
        }];
        // The second begins when the place of the first is free: after a whole window, not earlier.
        for (place, table) in (1..).zip(tables) {
            assert_eq!(first_answer(&hall, table).await, ms(place * window), "level {bot}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_longer_than_a_second_is_told_how_many_come_before() {
    let hall = hall().await;
    crowd(&hall, address(2), 20, 6).await;
    let table = make(&hall, address(2), &against(3)).await;
    let mut host = Client::connect_from(&hall, table, person(1), address(2)).await;
    tokio::time::sleep(ms(950)).await;
    host.drain().await;
    let told = |client: &Client| -> Vec<u64> {
        let messages = client.messages();
        messages.iter().filter_map(|message| message["ahead"].as_u64()).collect()
    };
    assert_eq!(told(&host), [0; 0], "it has not waited long");
    tokio::time::sleep(ms(100)).await;
    host.drain().await;
    // After a second the third of the twenty is thought about.
    assert_eq!(told(&host), [17]);
    let mut late = Client::connect_from(&hall, table, person(5), address(5)).await;
    late.drain().await;
    assert_eq!(told(&late), [17]);
    tokio::time::sleep(ms(20 * 400)).await;
    host.drain().await;
    assert_eq!(told(&host), [17, 12, 7, 2, 0]);
    let kinds: Vec<Value> = host.messages().iter().map(|message| message["type"].clone()).collect();
    assert_eq!(kinds.last().expect("it was told something"), "news", "the move comes at last");
}

#[tokio::test(start_paused = true)]
async fn a_bot_that_finds_the_queue_full_decides_without_a_search() {
    let hall = hall().await;
    crowd(&hall, address(2), QUESTIONS_EACH + 1, 1).await;
    let table = make(&hall, address(2), &against(8)).await;
    tokio::time::sleep(ms(1)).await;
    assert_eq!(hall.questions_waiting(), QUESTIONS_EACH);
    assert_eq!(first_answer(&hall, table).await, ms(1500), "it keeps its window, and does not wait");
    assert_eq!(hall.metrics().quick_answers.get(), 1);
    assert!(hall.metrics().text().contains("fogbound_bot_wait_seconds_count "));
}

#[tokio::test(start_paused = true)]
async fn a_question_that_is_not_asked_any_more_leaves_the_queue() {
    let hall = hall().await;
    crowd(&hall, address(9), 2, 6).await;
    let table = make(&hall, address(2), &against(1)).await;
    let mut host = Client::connect_from(&hall, table, person(1), address(2)).await;
    assert_eq!(hall.questions_waiting(), 2);
    assert_eq!(host.command(Command::Yield).await["type"], "done");
    assert!(host.is_over());
    tokio::time::sleep(ms(1)).await;
    assert_eq!(hall.questions_waiting(), 1);
}

/// Tries to let bots play alone; the word of the refusal.
async fn alone(hall: &Hall, from: Address) -> Result<TableId, (String, String)> {
    let settings = settings("modern", 3);
    let bots = all(3, Sitter::Bot(level(1)));
    let made = hall.make(person(1), from, "A", settings, &bots, true).await;
    made.map_err(|error| {
        let refusal = error.into_refusal();
        (format!("{:?}", refusal.code), refusal.text)
    })
}

#[tokio::test(start_paused = true)]
async fn bots_have_few_tables_for_themselves_and_an_address_two_of_them() {
    let hall = hall_of(BotTableLimits::default()).await;
    let refused = |made: Result<TableId, (String, String)>, word: &str| {
        let (code, text) = made.expect_err("too many");
        assert!(code == "Limit" && text.contains(word), "{code}: {text}");
    };
    for _ in 0..2 {
        alone(&hall, address(2)).await.unwrap();
    }
    refused(alone(&hall, address(2)).await, "your address");
    for _ in 0..2 {
        alone(&hall, address(3)).await.unwrap();
    }
    refused(alone(&hall, address(4)).await, "play already");
    // Whoever takes a seat is not concerned, nor is a table that has not begun.
    make(&hall, address(2), &against(1)).await;
    let settings = settings("modern", 3);
    let table = hall.make(person(1), address(4), "A", settings, &[], false).await.unwrap();
    let mut host = Client::connect_from(&hall, table, person(1), address(4)).await;
    let fill = || Command::Start { fill: Some(level(1)) };
    let answer = host.command(fill()).await;
    assert_eq!((&answer["type"], &answer["code"]), (&"refused".into(), &"limit".into()));
    assert_eq!(host.scene()["stage"], "lobby");
    // When games are over there is room again.
    tokio::time::sleep(Duration::from_secs(300)).await;
    assert_eq!(host.command(fill()).await["type"], "done");
    alone(&hall, address(4)).await.unwrap();
    refused(alone(&hall, address(4)).await, "your address");
}

#[tokio::test(start_paused = true)]
async fn a_server_may_forbid_tables_of_bots_alone_but_ends_what_has_begun() {
    let store = MemoryStore::default();
    let before = crate::hall_over(&store, 1).await;
    let table = alone(&before, address(2)).await.unwrap();
    before.close().await;
    let parts = Parts {
        bot_tables: BotTableLimits { all: 0, each: 2 },
        ..parts(Arc::new(store.node(2)), Arc::new(SeededChance::new(2)))
    };
    let hall = Hall::new(parts);
    hall.open().await.unwrap();
    let (code, text) = alone(&hall, address(2)).await.unwrap_err();
    assert!(code == "Limit" && text.contains("take a seat"), "{code}: {text}");
    tokio::time::sleep(Duration::from_secs(100)).await;
    let client = Client::connect(&hall, table, person(1)).await;
    assert!(client.is_over());
}

/// A person for whom a bot plays has a seat all the same.
#[tokio::test(start_paused = true)]
async fn a_table_with_a_stand_in_is_not_one_of_bots_alone() {
    let hall = hall_of(BotTableLimits { all: 0, each: 0 }).await;
    let table = make(&hall, address(2), &against(1)).await;
    let mut host = Client::connect_from(&hall, table, person(1), address(2)).await;
    for word in ["d1", "d2", "d3"] {
        let bot = Command::Bot { seat: seat(word), level: level(1) };
        assert_eq!(host.command(bot).await["type"], "done");
    }
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        host.drain().await;
    }
    assert!(host.is_over());
}
