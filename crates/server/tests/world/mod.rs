//! A hall in memory whose time, chance and network belong to the test.

#![allow(missing_docs, unreachable_pub, dead_code)]

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Action, Edition, Rng};
use fogbound_server::TableClock;
use fogbound_server::hall;
use fogbound_server::hall::{Address, BotTableLimits, Hall, Keeping, Parts, Thinker};
use fogbound_server::store::{MemoryStore, Store};
use fogbound_table::Sitter;
use fogbound_table::audience::Audience;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::{Person, PersonKey, TableId};
use fogbound_table::message::{ClientMessage, PROTOCOL};
use fogbound_table::seat::{Level, Seat};
use fogbound_table::settings::{Assist, Clock, Settings, Visibility};
use fogbound_table::{Chance, Pace};
use serde_json::Value;

/// Every edition with its smallest and its greatest team.
pub const GAMES: [(&str, u8); 13] = [
    ("classic", 3),
    ("classic", 5),
    ("modern", 2),
    ("modern", 3),
    ("modern", 5),
    ("beginner", 3),
    ("beginner", 4),
    ("holmes-original", 2),
    ("holmes-original", 5),
    ("holmes", 2),
    ("holmes", 5),
    ("compact", 3),
    ("study", 5),
];

pub fn settings(edition: &str, detectives: u8) -> Settings {
    Settings {
        edition: edition.into(),
        options: vec![],
        detectives,
        clock: Clock::None,
        visibility: Visibility::Public,
        assist: Assist::Weighted,
        hints: false,
    }
}

/// Says whether there is a pool where one would be proposed, so that the rules are known beforehand.
pub fn decide_pool(settings: &mut Settings, rng: &mut Rng) {
    let edition = Edition::builtin(&settings.edition).expect("an edition");
    if edition.offers_pool(settings.detectives) {
        settings.options.push(format!("pooled={}", rng.below(2) == 0));
    }
}

pub fn parts(store: Arc<dyn Store>, chance: Arc<dyn Chance>) -> Parts {
    Parts {
        library: Arc::default(),
        store,
        clock: TableClock::starting_at(1_000_000),
        chance,
        thinker: Thinker::Inline,
        pace: Pace { fugitive: Duration::from_millis(100), hunter: Duration::from_millis(10) },
        bot_tables: BotTableLimits { all: 1000, each: 1000 },
        keeping: Keeping::default(),
        backlog: fogbound_server::limits::BACKLOG,
    }
}

pub async fn hall(seed: u64) -> Hall {
    let hall = Hall::new(parts(Arc::new(MemoryStore::default()), Arc::new(SeededChance::new(seed))));
    hall.open().await.expect("a store in memory opens");
    hall
}

/// Where somebody comes from.
pub fn address(number: u8) -> Address {
    IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)).into()
}

pub fn message(frame: &str) -> Value {
    serde_json::from_str(frame).expect("JSON")
}

pub fn person(number: u64) -> Person {
    PersonKey::new(&SeededChance::new(number)).person()
}

pub fn level(level: u8) -> Level {
    Level::new(level).expect("a level")
}

pub fn seats(detectives: u8) -> impl Iterator<Item = Seat> {
    let hunters = (1..=usize::from(detectives)).filter_map(Seat::detective);
    std::iter::once(Seat::FUGITIVE).chain(hunters)
}

/// Everybody on the seats is who makes the table.
pub fn all(detectives: u8, who: Sitter) -> Vec<(Seat, Sitter)> {
    seats(detectives).map(|seat| (seat, who)).collect()
}

/// A client without a network.
pub struct Client {
    pub connection: hall::Client,
    pub frames: Vec<String>,
    scene: Value,
    /// How many commands it has sent; the next id follows from it.
    pub commands: u64,
}

impl Client {
    pub async fn connect(hall: &Hall, table: TableId, person: Person) -> Client {
        Client::connect_as(hall, table, person, None, None).await
    }

    pub async fn connect_as(
        hall: &Hall,
        table: TableId,
        person: Person,
        have: Option<u64>,
        audience: Option<Audience>,
    ) -> Client {
        let hello = ClientMessage::Hello { protocol: PROTOCOL, have, audience };
        Client::greet(hall, table, person, address(1), &hello).await
    }

    pub async fn connect_from(hall: &Hall, table: TableId, person: Person, address: Address) -> Client {
        let hello = ClientMessage::Hello { protocol: PROTOCOL, have: None, audience: None };
        Client::greet(hall, table, person, address, &hello).await
    }

    async fn greet(
        hall: &Hall,
        table: TableId,
        person: Person,
        address: Address,
        hello: &ClientMessage,
    ) -> Client {
        let room = hall.room(table).await.expect("the table is there");
        let connection = hall::Client::new(room, person, address);
        let mut client = Client { connection, frames: vec![], scene: Value::Null, commands: 0 };
        client.send(hello).await;
        client
    }

    pub async fn send(&mut self, message: &ClientMessage) {
        self.send_text(&serde_json::to_string(message).expect("made of words")).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.connection.receive(text).await;
        self.drain().await;
    }

    /// Takes in what has arrived, and waits for nothing.
    pub async fn drain(&mut self) {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        while let Some(frame) = self.next_frame() {
            self.look(&frame);
            self.frames.push(frame);
        }
    }

    /// The next message, if it is there already.
    fn next_frame(&mut self) -> Option<String> {
        let next = std::pin::pin!(self.connection.next());
        futures_util::FutureExt::now_or_never(next).flatten().map(|frame| frame.to_string())
    }

    pub async fn command(&mut self, command: Command) -> Value {
        // People do not click faster.
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.drain().await;
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let version = self.version();
        self.send(&ClientMessage::Do { id: id.clone(), version, command }).await;
        self.answer(&id)
    }

    pub async fn act(&mut self, action: Action) -> Value {
        self.command(Command::Act { action }).await
    }

    /// The answer to a command.
    pub fn answer(&self, id: &str) -> Value {
        let name = format!("\"{id}\"");
        let named = self.frames.iter().rev().filter(|frame| frame.contains(&name));
        named.map(|frame| message(frame)).find(|message| message["id"] == id).unwrap_or(Value::Null)
    }

    pub fn messages(&self) -> Vec<Value> {
        self.frames.iter().map(|frame| message(frame)).collect()
    }

    /// How the table looked at last.
    pub fn scene(&self) -> &Value {
        assert!(!self.scene.is_null(), "there was news");
        &self.scene
    }

    /// Takes in how the table looks now.
    fn look(&mut self, frame: &str) {
        if !frame.starts_with("{\"type\":\"news\"") {
            return;
        }
        let mut news = message(frame);
        let events = news["events"].as_array().map_or(0, Vec::len) as u64;
        let version = news["from"].as_u64().expect("a version") + events;
        if !news["scene"].is_null() {
            self.scene = news["scene"].take();
        }
        self.scene["version"] = version.into();
    }

    pub fn version(&self) -> u64 {
        self.scene()["version"].as_u64().expect("a version")
    }

    pub fn actions(&self) -> Vec<Action> {
        serde_json::from_value(self.scene()["game"]["actions"].clone()).expect("actions")
    }

    pub fn is_over(&self) -> bool {
        self.scene()["stage"] == "over"
    }
}
