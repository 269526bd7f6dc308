//! How games end by how they begin is counted: each game that says something of it, once, when it ends.

use std::time::Duration;

use fogbound_rules::{Rng, Sides};
use fogbound_server::store::{CountedBy, MemoryStore, StartCell, Store};
use fogbound_table::command::{Command, Hearers};
use fogbound_table::settings::Settings;

use crate::brought::{game, on_a_device};
use crate::world::{Client, address, person, settings};
use crate::{Party, START, hall_over};

/// What was counted by something: what they have in common, how many games, how many the fugitive won.
async fn counted(store: &MemoryStore, by: CountedBy) -> Vec<(String, u64, u64)> {
    let cells = store.starts().await.expect("it answers").into_iter();
    let told = |cell: StartCell| (cell.cell, cell.games, cell.fugitive_wins);
    cells.filter(|cell| cell.by == by).map(told).collect()
}

async fn games(store: &MemoryStore) -> u64 {
    counted(store, CountedBy::Ending).await.iter().map(|(_, games, _)| games).sum()
}

#[tokio::test(start_paused = true)]
async fn a_game_counts_once_when_it_ends_and_not_before() {
    let store = MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(3);
    for _ in 0..5 {
        party.step(&mut rng).await;
        assert_eq!(store.starts().await, Ok(vec![]), "nothing is told of a game that goes on");
    }
    party.until(&mut rng, |_| false).await;
    let ending = party.game(0)["ending"].clone();
    let won = u64::from(party.game(0)["winner"] == "fugitive");
    let start = ending["start"].as_u64().expect("a station").to_string();
    assert_eq!(counted(&store, CountedBy::Start).await, [(start, 1, won)]);
    let cause = ending["outcome"]["cause"].as_str().expect("a word").to_string();
    assert_eq!(counted(&store, CountedBy::Ending).await, [(cause, 1, won)]);
    assert_eq!(counted(&store, CountedBy::Nearest).await.len(), 1);
    // What happens at the table afterwards is no end; nor does another server count it again.
    party.done(1, Command::Say { to: Hearers::Table, text: "well played".into() }).await;
    let other = hall_over(&store, 2).await;
    let mut again = Client::connect(&other, party.table, person(1)).await;
    again.command(Command::Say { to: Hearers::Table, text: "again?".into() }).await;
    assert_eq!(games(&store).await, 1);
    party.done(0, Command::Rematch { sides: Sides::Kept }).await;
    party.done(0, START).await;
    assert_eq!(games(&store).await, 1, "the next one has begun");
    party.until(&mut rng, |_| false).await;
    assert_eq!(games(&store).await, 2);
}

#[tokio::test(start_paused = true)]
async fn starts_that_are_chosen_are_told_apart() {
    for edition in ["beginner", "compact", "holmes"] {
        let store = MemoryStore::default();
        let hall = hall_over(&store, 1).await;
        let mut party = Party::playing(&hall, settings(edition, 3), &["fugitive", "d1 d2 d3"]).await;
        let mut rng = Rng::new(8);
        party.until(&mut rng, |_| false).await;
        let start = party.game(0)["ending"]["start"].as_u64().expect("a station").to_string();
        let starts = counted(&store, CountedBy::Start).await;
        assert_eq!(starts.iter().map(|(at, ..)| at).collect::<Vec<_>>(), [&start], "{edition}");
        let nearest = counted(&store, CountedBy::Nearest).await;
        let lines: u8 = nearest[0].0.parse().expect("a number");
        assert!((1..20).contains(&lines), "{edition}: {nearest:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_says_nothing_of_its_start_does_not_count() {
    let store = MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    // Given up.
    let mut given_up = Party::playing(&hall, settings("modern", 3), &["fugitive"]).await;
    given_up.done(0, Command::Yield).await;
    assert!(given_up.is_over());
    // With another option than usual.
    let unusual = Settings { options: vec!["length=log".into()], ..settings("modern", 3) };
    let mut unusual = Party::playing(&hall, unusual, &["fugitive", "d1 d2 d3"]).await;
    unusual.until(&mut Rng::new(2), |_| false).await;
    assert!(unusual.is_over());
    // Left.
    let mut left = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    left.wait(Duration::from_secs(31 * 24 * 3600)).await;
    assert_eq!(left.scene(0)["stage"], "abandoned");
    // Brought from elsewhere, which anybody can make up.
    for steps in [4, 2000] {
        let record = on_a_device("modern", 3, steps, 7).whole_record().expect("a record");
        let game = game(&record.to_string(), 3);
        let table = hall.bring(person(5), address(1), game).await.expect("a table");
        let mut client = Client::connect(&hall, table, person(5)).await;
        for _ in 0..2000 {
            if client.is_over() {
                break;
            }
            match client.actions().first() {
                Some(&action) => drop(client.act(action).await),
                None => tokio::time::sleep(Duration::from_secs(1)).await,
            }
            client.drain().await;
        }
        assert!(client.is_over(), "{steps}");
    }
    assert_eq!(store.starts().await, Ok(vec![]));
}
