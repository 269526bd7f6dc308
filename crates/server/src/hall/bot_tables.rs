//! Tables of bots alone that play at this node: they use its processors although nobody waits for
//! them, so there are few.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use fogbound_table::refusal::refuse;
use fogbound_table::{Code, Refusal};

use super::Address;

/// How many tables of bots alone may play at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotTableLimits {
    /// In all.
    pub all: usize,
    /// Of one address.
    pub each: usize,
}

impl Default for BotTableLimits {
    fn default() -> BotTableLimits {
        BotTableLimits { all: 4, each: 2 }
    }
}

/// The tables of bots alone that play.
pub(super) struct BotTables {
    limits: BotTableLimits,
    playing: Mutex<BTreeMap<Address, usize>>,
}

impl BotTables {
    pub(super) fn new(limits: BotTableLimits) -> Arc<BotTables> {
        Arc::new(BotTables { limits, playing: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Address, usize>> {
        self.playing.lock().expect("nothing panics while it is held")
    }

    /// Lets one more begin.
    pub(super) fn admit(self: &Arc<BotTables>, address: Address) -> Result<BotTable, Refusal> {
        let BotTableLimits { all, each } = self.limits;
        let mut playing = self.lock();
        if all == 0 {
            return refuse(Code::Limit, "bots do not play alone at this server; take a seat yourself");
        }
        if playing.get(&address).is_some_and(|&own| own >= each) {
            return refuse(
                Code::Limit,
                format!(
                    "{each} tables of bots alone that were made from your address play already; wait until one is over, or take a seat yourself"
                ),
            );
        }
        if playing.values().sum::<usize>() >= all {
            return refuse(
                Code::Limit,
                format!(
                    "{all} tables of bots alone play already, and this server has no more; wait until one is over, or take a seat yourself"
                ),
            );
        }
        Ok(self.count(&mut playing, address))
    }

    /// Counts one that plays already.
    pub(super) fn take_in(self: &Arc<BotTables>, address: Address) -> BotTable {
        self.count(&mut self.lock(), address)
    }

    fn count(
        self: &Arc<BotTables>,
        playing: &mut BTreeMap<Address, usize>,
        address: Address,
    ) -> BotTable {
        *playing.entry(address).or_default() += 1;
        BotTable { all: Arc::clone(self), address }
    }
}

/// A table of bots alone that plays; it counts until this is dropped.
pub(super) struct BotTable {
    all: Arc<BotTables>,
    address: Address,
}

impl Drop for BotTable {
    fn drop(&mut self) {
        let mut playing = self.all.lock();
        if let Some(own) = playing.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                playing.remove(&self.address);
            }
        }
    }
}
