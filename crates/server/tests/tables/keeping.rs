//! Tables to which nobody comes back.

use std::time::Duration;

use fogbound_table::command::Command;
use fogbound_table::refusal::Code;

use crate::Party;
use crate::world::{Client, hall, person, settings};

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
    assert_eq!(Client::connect(&hall, table, person(1)).await.scene(), scene);
}
