//! What people complain of to whoever runs the server.

use std::sync::Arc;
use std::time::Duration;

use fogbound_server::hall::Hall;
use fogbound_server::store::MemoryStore;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::{Command, Hearers};
use fogbound_table::seat::GuestNumber;
use serde_json::Value;

use crate::Party;
use crate::world::{parts, person, settings};

fn kept(store: &MemoryStore) -> Vec<Value> {
    store.reports().iter().map(|text| serde_json::from_str(text).expect("JSON")).collect()
}

fn lines(report: &Value) -> Vec<&str> {
    let talk = report["talk"].as_array().expect("talk");
    talk.iter().map(|line| line["text"].as_str().expect("a text")).collect()
}

/// A table at which something was said to all and to the team.
async fn talking() -> (MemoryStore, Party) {
    let store = MemoryStore::default();
    let hall = Hall::new(parts(Arc::new(store.node(1)), Arc::new(SeededChance::new(1))));
    hall.open().await.expect("a store in memory opens");
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2", "d3"]).await;
    for (who, to, text) in [(0, Hearers::Table, "you fool"), (1, Hearers::Team, "he is at 45")] {
        party.done(who, Command::Say { to, text: text.into() }).await;
    }
    (store, party)
}

#[tokio::test(start_paused = true)]
async fn a_report_holds_what_who_reports_could_see_and_nobody_learns_of_it() {
    let (store, mut party) = talking().await;
    let room = party.hall.room(party.table).await.expect("the table is there");
    let before: Vec<usize> = party.people.iter().map(|client| client.frames.len()).collect();
    room.report(person(3), GuestNumber(1), "rude\u{7}").await.expect("it is kept");
    room.report(person(99), GuestNumber(1), "").await.expect("also of who only watches");
    party.wait(Duration::from_secs(1)).await;
    let after: Vec<usize> = party.people.iter().map(|client| client.frames.len()).collect();
    assert_eq!(before, after, "nobody is told");
    let reports = kept(&store);
    assert_eq!((&reports[0]["of"]["guest"], &reports[0]["by"]["guest"]), (&1.into(), &3.into()));
    assert_eq!(reports[0]["text"], "rude");
    assert_eq!(lines(&reports[0]), ["you fool", "he is at 45"]);
    assert_eq!((&reports[1]["by"], lines(&reports[1])), (&Value::Null, vec!["you fool"]));
    for (who, of) in [(person(3), 3), (person(3), 77)] {
        assert!(room.report(who, GuestNumber(of), "").await.is_err(), "oneself, or nobody");
    }
    assert!(room.report(person(3), GuestNumber(1), &"x".repeat(281)).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn reports_are_few_and_are_forgotten() {
    let (store, mut party) = talking().await;
    let room = party.hall.room(party.table).await.expect("the table is there");
    for number in 0..30 {
        let to = Hearers::Table;
        party.done(0, Command::Say { to, text: format!("line {number}") }).await;
        party.wait(Duration::from_secs(2)).await;
    }
    let mut taken = 0;
    for _ in 0..8 {
        taken += usize::from(room.report(person(2), GuestNumber(1), "").await.is_ok());
    }
    assert_eq!(taken, 5, "of one person in a day");
    assert_eq!(lines(&kept(&store)[0]).len(), 20, "the last lines alone");
    assert_eq!(lines(&kept(&store)[0])[19], "line 29");
    tokio::time::sleep(Duration::from_secs(31 * 24 * 3600)).await;
    assert_eq!(kept(&store), Vec::<Value>::new());
}
