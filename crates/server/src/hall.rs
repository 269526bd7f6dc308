//! The tables of one node: loaded from the store, told apart, and driven where they drive
//! themselves.

mod driver;
mod keeper;
mod listener;
mod room;
mod thinker;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fogbound_rules::Side;
use serde::Serialize;
use tokio::sync::watch;

pub use keeper::Keeping;
pub(crate) use listener::frame;
pub use listener::{Frame, Listener};
pub use room::Room;
pub use thinker::Thinker;

use crate::Chance;
use crate::command::Command;
use crate::entry::Entry;
use crate::id::{Person, TableId};
use crate::leak;
use crate::metrics::Metrics;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Level, Occupant, Seat};
use crate::settings::{Clock, Settings, Visibility};
use crate::store::{Query, Row, Status, Store, StoreError};
use crate::table::{Context, Pace, Stage, Table, make};
use crate::time::TableClock;

/// What a hall is made of; all of it is handed in.
pub struct Parts {
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: TableClock,
    /// Names, salts, deals and draws.
    pub chance: Arc<dyn Chance>,
    /// Who thinks for bots.
    pub thinker: Thinker,
    /// How fast bots answer.
    pub pace: Pace,
    /// For how long tables are kept.
    pub keeping: Keeping,
}

/// The tables of one node. Clones are the same hall.
#[derive(Clone)]
pub struct Hall(Arc<Inner>);

struct Inner {
    parts: Parts,
    rooms: Mutex<BTreeMap<TableId, Arc<Room>>>,
    metrics: Metrics,
    closing: watch::Sender<bool>,
}

/// Who is to sit where when a table is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Sitter {
    /// Who makes the table.
    Me,
    /// Nobody yet.
    Open,
    /// A bot.
    Bot(Level),
}

/// What a list shows of a table. Nothing in it is secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Summary {
    /// Which table.
    pub table: String,
    /// The edition.
    pub edition: String,
    /// How many detectives hunt.
    pub detectives: u8,
    /// Whether the game has begun.
    pub playing: bool,
    /// The name of who made it.
    pub host: String,
    /// The open seats.
    pub open: Vec<Seat>,
    /// How many people have a seat.
    pub people: u8,
    /// How many seats bots have.
    pub bots: u8,
    /// How long people may think.
    pub clock: Clock,
}

impl Hall {
    /// A hall of these parts. [`Hall::open`] sets it going.
    pub fn new(parts: Parts) -> Hall {
        let (closing, _) = watch::channel(false);
        let metrics = Metrics::default();
        Hall(Arc::new(Inner { parts, rooms: Mutex::default(), metrics, closing }))
    }

    /// Sets it going: time is told, other nodes are listened to, tables that drive themselves are
    /// loaded, old ones are cleared away.
    pub async fn open(&self) -> Result<(), StoreError> {
        let gap = if self.store().is_shared() { keeper::MOST_GAP } else { Duration::ZERO };
        self.beat(gap).await?;
        let changes = self.store().changes().await?;
        tokio::spawn(self.clone().listen(changes));
        tokio::spawn(self.clone().keep());
        for row in self.store().list(Query::Driven, u32::MAX).await? {
            if let Err(refusal) = self.room(row.id).await {
                tracing::warn!(table = %row.id, %refusal, "a table cannot be loaded");
            }
        }
        Ok(())
    }

    /// Ends it: nothing begins any more, connections are told, the store finishes its work.
    pub async fn close(&self) {
        self.0.closing.send_replace(true);
        for room in self.rooms() {
            room.dismiss(Code::Unavailable, "the server stops; it will be back").await;
        }
        // Until now it ran: what people used of their time counts.
        if let Err(error) = self.beat(keeper::MOST_GAP).await {
            tracing::warn!(%error, "the store failed");
        }
        self.store().close().await;
    }

    /// Tells when the hall is closing.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    fn store(&self) -> &Arc<dyn Store> {
        &self.0.parts.store
    }

    /// The counters of this node.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The clock of this node.
    pub fn clock(&self) -> &TableClock {
        &self.0.parts.clock
    }

    /// The randomness of this node.
    pub fn chance(&self) -> &dyn Chance {
        &*self.0.parts.chance
    }

    fn context(&self) -> Context<'_> {
        Context { now: self.clock().now(), chance: self.chance() }
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        self.0.rooms.lock().expect("nothing panics while it is held").values().cloned().collect()
    }

    /// How many tables are loaded.
    pub fn loaded(&self) -> usize {
        self.0.rooms.lock().expect("nothing panics while it is held").len()
    }

    /// Whether the store answers.
    pub async fn is_healthy(&self) -> bool {
        !self.is_closing() && self.store().list(Query::Listed, 1).await.is_ok()
    }

    /// Makes a table, seats who is named, and starts the game if that is asked for.
    pub async fn make(
        &self,
        person: Person,
        name: &str,
        settings: Settings,
        sitters: &[(Seat, Sitter)],
        start: bool,
    ) -> Result<TableId, Refusal> {
        let id = TableId::new(self.chance());
        let mut entries = make(settings, person, name, &self.context())?;
        let mut table = Table::fold(id, entries.clone())?;
        let seated = sitters.iter().filter_map(|&(seat, sitter)| match sitter {
            Sitter::Me => Some(Command::Sit { seat }),
            Sitter::Bot(level) => Some(Command::Bot { seat, level }),
            Sitter::Open => None,
        });
        for command in seated.chain(start.then_some(Command::Start { fill: None })) {
            for entry in table.decide(person, &command, table.version, &self.context())? {
                entries.push(entry.clone());
                table.apply(entry)?;
            }
        }
        let row = self.row(&table);
        self.store().append(&row, 0, texts(&entries)).await.map_err(unavailable)?;
        self.metrics().tables_made.add(1);
        self.admit(table, true);
        Ok(id)
    }

    /// A table, loaded if need be.
    pub async fn room(&self, id: TableId) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = self.0.rooms.lock().expect("nothing panics while it is held").get(&id) {
            return Ok(Arc::clone(room));
        }
        let texts = self.store().read(id, 0).await.map_err(unavailable)?;
        if texts.is_empty() {
            return refuse(Code::NoTable, "there is no such table, or it was cleared away");
        }
        let table = Table::fold(id, parse(&texts)?)?;
        Ok(self.admit(table, !self.store().is_shared()))
    }

    /// Takes a table in, unless somebody else was faster. `own` if this node drives it.
    fn admit(&self, table: Table, own: bool) -> Arc<Room> {
        let id = table.id;
        self.clock().not_before(table.latest());
        let room = {
            let mut rooms = self.0.rooms.lock().expect("nothing panics while it is held");
            Arc::clone(rooms.entry(id).or_insert_with(|| Arc::new(Room::new(table, own))))
        };
        self.drive(&room);
        room
    }

    /// The tables that are listed.
    pub async fn list(&self) -> Result<Vec<Summary>, Refusal> {
        let rows = self.store().list(Query::Listed, LISTED).await.map_err(unavailable)?;
        Ok(rows.iter().filter_map(|row| serde_json::from_str(&row.summary).ok()).collect())
    }

    /// What the store is told of a table beside its entries.
    fn row(&self, table: &Table) -> Row {
        let mut summary = table.summary();
        leak::summary(table, &mut summary);
        let summary = serde_json::to_string(&summary).expect("made of words and numbers");
        Row {
            id: table.id,
            version: table.version,
            public: table.settings.visibility == Visibility::Public,
            status: match table.stage {
                Stage::Lobby => Status::Open,
                Stage::Playing => Status::Playing,
                Stage::Over | Stage::Abandoned => Status::Over,
            },
            driven: table.automatic(self.0.parts.pace).is_some(),
            touched: self.clock().wall().next_multiple_of(TOUCHED),
            summary,
        }
    }
}

/// When something last happened is told to the store in such steps, in milliseconds: a table whose
/// indexed columns stay the same is written with less work.
const TOUCHED: u64 = 60_000;

/// How many tables a list shows.
const LISTED: u32 = 100;

impl Table {
    fn summary(&self) -> Summary {
        let seats = || Seat::all(&self.rules);
        let open = seats().filter(|&seat| self.occupant(seat) == Occupant::Open);
        let sides = [Side::Fugitive, Side::Hunters];
        let mut people: Vec<GuestNumber> = sides.iter().flat_map(|&side| self.people(side)).collect();
        people.sort_unstable();
        people.dedup();
        let bots = seats().filter(|&seat| matches!(self.occupant(seat), Occupant::Bot { .. }));
        Summary {
            table: self.id.to_string(),
            edition: self.settings.edition.clone(),
            detectives: self.settings.detectives,
            playing: self.stage == Stage::Playing,
            host: self.guest(self.host()).map(|host| host.name.clone()).unwrap_or_default(),
            open: open.collect(),
            people: people.len() as u8,
            bots: bots.count() as u8,
            clock: self.settings.clock,
        }
    }
}

/// The words of the store are for the log of the host, not for people.
fn unavailable(error: StoreError) -> Refusal {
    tracing::error!(%error, "the store failed");
    Refusal::new(Code::Unavailable, "the server cannot reach its store; try again in a moment")
}

fn texts(entries: &[Entry]) -> Vec<String> {
    entries
        .iter()
        .map(|entry| serde_json::to_string(entry).expect("made of words and numbers"))
        .collect()
}

fn parse(texts: &[String]) -> Result<Vec<Entry>, Refusal> {
    let entries: Result<_, serde_json::Error> =
        texts.iter().map(|text| serde_json::from_str(text)).collect();
    // The error would quote what it read, which is secret.
    entries.map_err(|_| Refusal::new(Code::Unavailable, "the entries of this table cannot be read"))
}
