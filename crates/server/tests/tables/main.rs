//! What people do at tables, from the first chair to the last rematch: in memory, in time that
//! stands still unless a test lets it pass.

#![allow(missing_docs)]

mod access;
mod bots;
mod brought;
mod clocks;
mod flood;
mod hints;
mod keeping;
mod late;
mod links;
mod nodes;
mod proofs;
mod reports;
mod seats;
mod series;
mod sessions;
mod settings;
mod shuffle;
mod starts;
mod talk;
mod team;
mod turns;
mod undo;
mod verifier;
#[path = "../world/mod.rs"]
mod world;

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Action, Rng};
use fogbound_server::hall::Hall;
use fogbound_server::store::{MemoryStore, Query, Row, Store};
use fogbound_table::Sitter;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::TableId;
use fogbound_table::seat::Seat;
use fogbound_table::settings::Settings;
use serde_json::Value;
use world::{Client, address, person};

/// A table and the people at it. The first is the host, who made it.
pub(crate) struct Party {
    pub(crate) hall: Hall,
    pub(crate) table: TableId,
    pub(crate) people: Vec<Client>,
}

/// Seats in words, such as `d1 d2`.
pub(crate) fn seat(word: &str) -> Seat {
    word.parse().expect("a seat")
}

pub(crate) fn sit(word: &str) -> Command {
    Command::Sit { seat: seat(word) }
}

/// The game starts; bots have the seats that are left.
pub(crate) const START: Command = Command::Start { fill: None };

pub(crate) fn fill() -> Command {
    Command::Start { fill: Some(world::level(1)) }
}

impl Party {
    /// A table at which each of these people has seats; one without any watches.
    pub(crate) async fn new(hall: &Hall, settings: Settings, people: &[&str]) -> Party {
        let own: Vec<_> = people[0].split_whitespace().map(|word| (seat(word), Sitter::Me)).collect();
        let table =
            hall.make(person(1), address(1), "Ada", settings, &own, false).await.expect("a table");
        let mut party = Party { hall: hall.clone(), table, people: vec![] };
        for (index, seats) in people.iter().enumerate() {
            party.join(index as u64 + 1).await;
            for word in seats.split_whitespace().filter(|_| index > 0) {
                party.done(index, sit(word)).await;
            }
        }
        party
    }

    /// The same with the game begun.
    pub(crate) async fn playing(hall: &Hall, settings: Settings, people: &[&str]) -> Party {
        let mut party = Party::new(hall, settings, people).await;
        party.done(0, fill()).await;
        party
    }

    /// One more person comes; gives the place in the list.
    pub(crate) async fn join(&mut self, number: u64) -> usize {
        let client = Client::connect(&self.hall, self.table, person(number)).await;
        self.people.push(client);
        self.hear().await;
        self.people.len() - 1
    }

    pub(crate) async fn hear(&mut self) {
        for client in &mut self.people {
            client.drain().await;
        }
    }

    pub(crate) async fn wait(&mut self, span: Duration) {
        tokio::time::sleep(span).await;
        self.hear().await;
    }

    pub(crate) async fn does(&mut self, who: usize, command: Command) -> Value {
        let answer = self.people[who].command(command).await;
        self.hear().await;
        answer
    }

    pub(crate) async fn done(&mut self, who: usize, command: Command) {
        let answer = self.does(who, command.clone()).await;
        assert_eq!(answer["type"], "done", "{who} {command:?}: {answer}");
    }

    /// Somebody asks for a bot's seat while the game goes on, and the host grants it.
    pub(crate) async fn take_over(&mut self, who: usize, word: &str) {
        self.done(who, Command::AskSeat { seat: seat(word) }).await;
        let asked = self.scene(0)["seat_requests"][0]["guest"].clone();
        let guest = serde_json::from_value(asked).expect("somebody asks");
        self.done(0, Command::AnswerSeat { guest, agree: true }).await;
    }

    /// It is refused with this word, and nothing that this person did happens; bots may go on.
    pub(crate) async fn refused(&mut self, who: usize, command: Command, code: &str) {
        let before = self.people[who].version();
        let answer = self.does(who, command.clone()).await;
        assert_eq!(answer["type"], "refused", "{command:?}: {answer}");
        assert_eq!(answer["code"], code, "{command:?}: {answer}");
        assert!(answer["text"].as_str().is_some_and(|text| text.len() > 8), "{answer}");
        if self.people[who].version() > before {
            let mut new = self.events(who);
            new.retain(|event| event["version"].as_u64() > Some(before));
            assert!(new.iter().all(|event| event["by"].is_null()), "{command:?} was done: {new:?}");
        }
    }

    pub(crate) fn scene(&self, who: usize) -> Value {
        self.people[who].scene().clone()
    }

    pub(crate) fn game(&self, who: usize) -> Value {
        self.scene(who)["game"].clone()
    }

    pub(crate) fn due(&self) -> Vec<Seat> {
        serde_json::from_value(self.game(0)["due"].clone()).unwrap_or_default()
    }

    /// Who is on a seat, as the table tells it.
    pub(crate) fn occupant(&self, word: &str) -> Value {
        let seats = self.scene(0)["seats"].clone();
        let found = seats.as_array().into_iter().flatten().find(|face| face["seat"] == word);
        found.expect("there is such a seat")["occupant"].clone()
    }

    /// The person of the seat that is due, and a decision for that seat.
    pub(crate) fn choice(&self, rng: &mut Rng) -> Option<(usize, Action)> {
        let due = *self.due().first()?;
        let occupant = self.occupant(&due.to_string());
        // A bot that stands in decides by itself.
        let guest = occupant["guest"].as_u64().filter(|_| occupant["kind"] == "guest")?;
        let who = guest as usize - 1;
        let actions = self.people[who].actions();
        let own = |action: &Action| match *action {
            Action::Hunt { hunter, .. } | Action::Place { hunter, .. } => seat_of(hunter) == Some(due),
            _ => true,
        };
        let mine: Vec<Action> = actions.iter().copied().filter(own).collect();
        let mine = if mine.is_empty() { actions } else { mine };
        (!mine.is_empty()).then(|| (who, mine[rng.below(mine.len())]))
    }

    /// Whoever is due decides something.
    pub(crate) async fn step(&mut self, rng: &mut Rng) -> Option<Action> {
        let (who, action) = self.choice(rng)?;
        self.done(who, Command::Act { action }).await;
        Some(action)
    }

    /// Everybody goes on until this holds of the game as the host sees it.
    pub(crate) async fn until(&mut self, rng: &mut Rng, holds: impl Fn(&Value) -> bool) {
        for _ in 0..2000 {
            if holds(&self.game(0)) || self.is_over() {
                return;
            }
            if self.step(rng).await.is_none() {
                self.wait(Duration::from_millis(50)).await;
            }
        }
        panic!("it never comes to that: {}", self.game(0));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.people[0].is_over()
    }

    /// Forgets what was sent but for the last news: they are all read again and again.
    pub(crate) fn forget(&mut self) {
        for client in &mut self.people {
            let news = |frame: &String| frame.starts_with("{\"type\":\"news\"");
            let last = client.frames.iter().rposition(news).unwrap_or(0);
            client.frames.drain(..last);
        }
    }

    /// Everything that was ever sent to a person, in one text.
    pub(crate) fn heard(&self, who: usize) -> String {
        self.people[who].frames.join("\n")
    }

    /// What happened, as a person was told it, each version once.
    pub(crate) fn events(&self, who: usize) -> Vec<Value> {
        let mut events: std::collections::BTreeMap<u64, Value> = Default::default();
        for message in self.people[who].messages() {
            for event in message["events"].as_array().into_iter().flatten() {
                events.insert(event["version"].as_u64().expect("a version"), event.clone());
            }
        }
        events.into_values().collect()
    }

    pub(crate) fn last_event(&self, who: usize) -> Value {
        self.events(who).pop().expect("something happened")
    }
}

pub(crate) fn seat_of(hunter: fogbound_rules::Hunter) -> Option<Seat> {
    (1..=5).filter_map(Seat::detective).find(|seat| seat.hunter() == Some(hunter))
}

/// A hall over a store that the test keeps.
pub(crate) async fn hall_over(store: &MemoryStore, node: u64) -> Hall {
    let parts = world::parts(Arc::new(store.node(node)), Arc::new(SeededChance::new(node)));
    let hall = Hall::new(parts);
    hall.open().await.expect("a store in memory opens");
    hall
}

/// A store with a table whose entries were changed.
pub(crate) async fn changed(
    store: &MemoryStore,
    table: TableId,
    change: impl FnOnce(&mut Vec<String>),
) -> MemoryStore {
    let rows = store.list(Query::Listed, 100).await.expect("rows");
    let known = rows.into_iter().find(|row| row.id == table);
    let mut entries = store.read(table, 0).await.expect("entries");
    change(&mut entries);
    let version = entries.len() as u64;
    let row = Row {
        id: table,
        version,
        public: true,
        status: known.map_or(fogbound_server::store::Status::Over, |row| row.status),
        due: None,
        touched: 1_000_000,
        summary: "{}".into(),
    };
    let other = MemoryStore::default();
    other.append(&row, 0, entries).await.expect("it is empty");
    other
}
