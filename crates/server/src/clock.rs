//! The clock of a server. Table time stands still while no server runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use fogbound_table::Moment;
use tokio::time::Instant;

/// The clock of a server: steady, started from the wall's time, less the time in which no server
/// ran. It goes by tokio's clock, so a test that pauses that one owns this one too.
pub struct TableClock {
    base: u64,
    started: Instant,
    down: AtomicU64,
    /// How far it was put forward, so that nothing has happened in its future.
    ahead: AtomicU64,
}

impl TableClock {
    /// A clock that starts at the time on the wall.
    pub fn start() -> TableClock {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        TableClock::starting_at(wall.as_millis() as u64)
    }

    /// A clock that starts at this many milliseconds on the wall.
    pub fn starting_at(base: u64) -> TableClock {
        let (down, ahead) = (AtomicU64::new(0), AtomicU64::new(0));
        TableClock { base, started: Instant::now(), down, ahead }
    }

    /// The time on the wall, in milliseconds since 1970.
    pub fn wall(&self) -> u64 {
        self.base + self.started.elapsed().as_millis() as u64
    }

    /// The moment of table time.
    pub fn now(&self) -> Moment {
        let ahead = self.ahead.load(Ordering::Relaxed);
        Moment((self.wall() + ahead).saturating_sub(self.down.load(Ordering::Relaxed)))
    }

    /// Puts the clock forward to a moment at which something has happened. A server that dies has
    /// not said for how long it ran, so the next one begins a little before that; and the clocks of
    /// nodes differ.
    pub fn not_before(&self, moment: Moment) {
        let behind = self.now().until(moment).as_millis() as u64;
        self.ahead.fetch_add(behind, Ordering::Relaxed);
    }

    /// Sets for how long, in all, no server ran.
    pub fn set_down(&self, milliseconds: u64) {
        self.down.store(milliseconds, Ordering::Relaxed);
    }
}
