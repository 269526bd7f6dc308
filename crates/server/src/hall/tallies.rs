//! What addresses do, counted with all other nodes. Where that cannot be asked, each node counts for
//! itself.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::timeout;

use super::Hall;
use crate::limits;
use crate::store::{Slot, TallyKind};

/// Nobody waits longer for what other nodes have counted.
const PATIENCE: Duration = Duration::from_millis(500);

/// Where too many sockets were ended for floods, at any node.
#[derive(Default)]
pub(super) struct FloodedAddresses(Mutex<BTreeSet<Slot>>);

impl Hall {
    /// Counts something that an address did, and gives how often it did it at all nodes; nothing if no
    /// other node serves these tables, or the store does not answer.
    pub async fn tally(&self, kind: TallyKind, address: &str) -> Option<u32> {
        if !self.store().is_shared() {
            return None;
        }
        let asked = self.store().tally(kind, address, self.clock().wall());
        self.shared.noted(timeout(PATIENCE, asked).await.ok()?).ok()
    }

    /// Whether too many sockets of this address were ended for floods at other nodes.
    pub fn is_flooded(&self, address: &str) -> bool {
        let slots = self.shared.flooded_addresses.0.lock().expect("nothing panics while it is held");
        !slots.is_empty() && slots.contains(&self.store().slot(address))
    }

    /// Learns what other nodes have counted.
    pub(super) async fn learn_flooded_addresses(&self) {
        if !self.store().is_shared() {
            return;
        }
        let slots =
            self.store().tallied(TallyKind::SocketFlooded, limits::FLOODS, self.clock().wall()).await;
        if let Ok(slots) = self.shared.noted(slots) {
            let mut known =
                self.shared.flooded_addresses.0.lock().expect("nothing panics while it is held");
            *known = slots.into_iter().collect();
        }
    }
}
