//! The tables of one node: loaded from the store, told apart, and driven where they drive
//! themselves.

mod address;
mod bot_tables;
mod clearing;
mod client;
mod driver;
mod error;
mod keeper;
mod late_table;
mod presence;
mod puzzles;
mod queue;
mod readiness;
mod room;
mod seat_holders;
mod shared;
mod starts;
mod subscriber;
mod tallies;
mod thinker;
mod waking;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use fogbound_rules::Library;
use fogbound_table::audience::Summary;
use fogbound_table::id::{Person, TableId};
use fogbound_table::refusal::refuse;
use fogbound_table::seat::Seat;
use fogbound_table::settings::Settings;
use fogbound_table::{
    Beginning, BroughtGame, Chance, Code, Entry, Refusal, Sitter, Stage, Table, Version,
};
use tokio::sync::watch;

pub use address::Address;
pub use bot_tables::BotTableLimits;
pub use clearing::Keeping;
pub use client::Client;
pub use error::HallError;
pub use queue::{Frame, QueuedFrame};
pub use room::Room;
pub use shared::Parts;
pub use subscriber::Subscription;
pub use thinker::{Thinker, Windows};

use crate::TableClock;
use crate::keys::KeyList;
use crate::metrics::Metrics;
use crate::store::{Query, Store, StoreError};
use bot_tables::BotTable;
use shared::Shared;

/// The tables of one node. Clones are the same hall.
#[derive(Clone)]
pub struct Hall {
    shared: Arc<Shared>,
    rooms: Arc<Mutex<Rooms>>,
}

type Rooms = BTreeMap<TableId, Arc<Room>>;

impl Hall {
    /// A hall of these parts. [`Hall::open`] sets it going.
    pub fn new(parts: Parts) -> Hall {
        Hall { shared: Arc::new(Shared::new(parts)), rooms: Arc::default() }
    }

    /// Sets it going: time is told, other nodes are listened to, tables at which something is due are
    /// woken, old ones are cleared away.
    pub async fn open(&self) -> Result<(), StoreError> {
        let gap = if self.store().is_shared() { keeper::MOST_GAP } else { Duration::ZERO };
        self.beat(gap).await?;
        let wall = self.clock().wall();
        self.shared.keys.open(&**self.store(), self.chance(), wall).await?;
        tokio::spawn(self.clone().follow_keys());
        let changes = self.store().changes().await?;
        tokio::spawn(self.clone().listen(changes));
        tokio::spawn(self.clone().keep());
        tokio::spawn(self.clone().wake());
        tokio::spawn(self.clone().clear_old());
        Ok(())
    }

    /// Looks from time to time whether games are to be signed with another key.
    async fn follow_keys(self) {
        let mut closing = self.closing();
        while tokio::time::timeout(KEYS, closing.changed()).await.is_err() {
            if let Err(error) = self.shared.keys.refresh(&**self.store()).await {
                tracing::warn!(%error, "the keys cannot be read");
            }
        }
    }

    /// The public keys with which games are signed.
    pub fn keys(&self) -> KeyList {
        self.shared.keys.list()
    }

    /// Ends it: nothing begins any more, connections are told, the store finishes its work.
    pub async fn close(&self) {
        self.shared.closing.send_replace(true);
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
        self.shared.closing.subscribe()
    }

    fn store(&self) -> &Arc<dyn Store> {
        self.shared.store()
    }

    /// The counters of this node.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.shared.metrics
    }

    /// The clock of this node.
    pub fn clock(&self) -> &TableClock {
        self.shared.clock()
    }

    /// The randomness of this node.
    pub fn chance(&self) -> &dyn Chance {
        &*self.shared.parts.chance
    }

    /// The editions and boards that may be played.
    pub fn library(&self) -> &Arc<Library> {
        self.shared.library()
    }

    fn lock_rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().expect("nothing panics while it is held")
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        self.lock_rooms().values().cloned().collect()
    }

    /// Whether this person has a seat at some table, or had one lately, as far as this node knows.
    pub fn has_seat(&self, person: Person) -> bool {
        self.shared.seat_holders.knows(person, self.clock().now())
    }

    fn is_loaded(&self, id: TableId) -> bool {
        self.lock_rooms().contains_key(&id)
    }

    /// How many tables are loaded.
    pub fn loaded(&self) -> usize {
        self.lock_rooms().len()
    }

    /// How many questions of bots wait to be thought about.
    pub fn questions_waiting(&self) -> usize {
        self.shared.parts.thinker.waiting()
    }

    /// Makes a table, seats who is named, and starts the game if that is asked for.
    pub async fn make(
        &self,
        person: Person,
        address: Address,
        name: &str,
        settings: Settings,
        sitters: &[(Seat, Sitter)],
        beginning: impl Into<Beginning>,
    ) -> Result<TableId, HallError> {
        let context = self.shared.context();
        let made = Table::make(self.library(), settings, person, name, sitters, beginning, &context)?;
        self.take_in(made, address).await
    }

    /// Makes a table of a game that was played elsewhere; what was brought before is where it was.
    pub async fn bring(
        &self,
        person: Person,
        address: Address,
        game: BroughtGame,
    ) -> Result<TableId, HallError> {
        // It is played again in milliseconds, but not on the threads of the network.
        let hall = self.clone();
        let played = tokio::task::spawn_blocking(move || {
            Table::bring(hall.library(), game, person, &hall.shared.context())
        });
        let unplayable = |_| Err(Refusal::new(Code::BadMessage, "this record cannot be played"));
        let made = played.await.unwrap_or_else(unplayable)?;
        let id = made.0.id();
        match self.take_in(made, address).await {
            Err(HallError::Store(StoreError::Conflict)) => Ok(id),
            taken => taken,
        }
    }

    /// Keeps a table that was made, and takes it in.
    async fn take_in(
        &self,
        (table, entries): (Table, Vec<Entry>),
        address: Address,
    ) -> Result<TableId, HallError> {
        let alone = table.stage() == Stage::Playing && table.is_of_bots_alone();
        let bot_table = alone.then(|| self.shared.bot_tables.admit(address)).transpose()?;
        let texts = entries.iter().map(Entry::to_text).collect();
        let row = self.shared.row(&table);
        self.shared.noted(self.store().append_end(&row, 0, texts, table.ended_game()).await)?;
        self.metrics().tables_made.add(1);
        Ok(self.admit(table, true, address, bot_table).id())
    }

    /// A table, loaded if need be.
    pub async fn room(&self, id: TableId) -> Result<Arc<Room>, HallError> {
        if let Some(room) = self.lock_rooms().get(&id) {
            return Ok(Arc::clone(room));
        }
        let texts = self.shared.noted(self.store().read(id, 0).await)?;
        if texts.is_empty() {
            return Ok(refuse(Code::NoTable, "there is no such table, or it was cleared away")?);
        }
        let table = Table::fold(id, self.library(), &self.shared.signer, Entry::parse_all(&texts, 0)?)?;
        Ok(self.admit(table, !self.store().is_shared(), Address::UNKNOWN, None))
    }

    /// Takes a table in, unless somebody else was faster. `own` if this node drives it.
    fn admit(
        &self,
        table: Table,
        own: bool,
        address: Address,
        bot_table: Option<BotTable>,
    ) -> Arc<Room> {
        self.clock().not_before(table.latest());
        let id = table.id();
        let new = || Arc::new(Room::new(Arc::clone(&self.shared), table, own, address, bot_table));
        let room = Arc::clone(self.lock_rooms().entry(id).or_insert_with(new));
        room.drive();
        room
    }

    /// Whether a person may see what happens at a table; the version at which everybody may, if that is so.
    /// If that was so at the version `open`, and nothing has changed since, the table is not loaded.
    pub async fn may_watch(
        &self,
        id: TableId,
        person: Person,
        open: Option<Version>,
    ) -> Result<Option<Version>, HallError> {
        if let Some(open) = open.filter(|_| !self.is_loaded(id)) {
            let versions = self.shared.noted(self.store().versions(&[id]).await)?;
            if versions == [(id, open)] {
                return Ok(Some(open));
            }
        }
        self.room(id).await?.may_watch(person).await
    }

    /// The tables that are listed.
    pub async fn list(&self) -> Result<Vec<Summary>, HallError> {
        let rows = self.shared.noted(self.store().list(Query::Listed, LISTED).await)?;
        Ok(rows.iter().filter_map(|row| serde_json::from_str(&row.summary).ok()).collect())
    }
}

/// How often it is looked for another key.
const KEYS: Duration = Duration::from_secs(60);

/// How many tables a list shows.
const LISTED: u32 = 100;
