//! What all tables of a node share.

use std::sync::Arc;

use fogbound_rules::Library;
use fogbound_table::{Chance, Context, Pace, Signer, Table};
use tokio::sync::watch;

use super::bot_tables::BotTables;
use super::queue::Backlog;
use super::readiness::Readiness;
use super::seat_holders::SeatHolders;
use super::tallies::FloodedAddresses;
use super::{BotTableLimits, Keeping, Thinker};
use crate::TableClock;
use crate::keys::Keyring;
use crate::metrics::Metrics;
use crate::store::{Row, Store, StoreError};

/// What a hall is made of; all of it is handed in.
pub struct Parts {
    /// The editions and boards that may be played.
    pub library: Arc<Library>,
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
    /// How many tables of bots alone may play.
    pub bot_tables: BotTableLimits,
    /// For how long tables are kept.
    pub keeping: Keeping,
    /// Bytes that may wait for all clients together.
    pub backlog: usize,
}

/// What all tables of a node share.
pub(super) struct Shared {
    pub(super) parts: Parts,
    pub(super) keys: Arc<Keyring>,
    /// The same, for tables.
    pub(super) signer: Arc<dyn Signer>,
    pub(super) bot_tables: Arc<BotTables>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) backlog: Arc<Backlog>,
    pub(super) seat_holders: SeatHolders,
    pub(super) readiness: Readiness,
    pub(super) flooded_addresses: FloodedAddresses,
    pub(super) closing: watch::Sender<bool>,
}

impl Shared {
    pub(super) fn new(parts: Parts) -> Shared {
        let (closing, _) = watch::channel(false);
        let metrics = Arc::new(Metrics::default());
        let backlog = Arc::new(Backlog { most: parts.backlog, metrics: Arc::clone(&metrics) });
        let bot_tables = BotTables::new(parts.bot_tables);
        let keys: Arc<Keyring> = Arc::default();
        Shared {
            parts,
            signer: Arc::clone(&keys) as Arc<dyn Signer>,
            keys,
            bot_tables,
            metrics,
            backlog,
            seat_holders: SeatHolders::default(),
            readiness: Readiness::default(),
            flooded_addresses: FloodedAddresses::default(),
            closing,
        }
    }

    pub(super) fn store(&self) -> &Arc<dyn Store> {
        &self.parts.store
    }

    /// What the store answered; its faults are counted.
    pub(super) fn noted<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Failed(_)) = answer {
            self.metrics.store_faults.add(1);
        }
        answer
    }

    pub(super) fn clock(&self) -> &TableClock {
        &self.parts.clock
    }

    pub(super) fn library(&self) -> &Arc<Library> {
        &self.parts.library
    }

    pub(super) fn context(&self) -> Context<'_> {
        Context { now: self.clock().now(), chance: &*self.parts.chance, signer: &self.signer }
    }

    pub(super) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// What the store is told of a table beside its entries.
    pub(super) fn row(&self, table: &Table) -> Row {
        Row::of(table, self.parts.pace, self.clock().wall())
    }
}
