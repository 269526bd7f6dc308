//! Numbers that are counted: up, or up and down.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Figure;

/// A number that is counted up.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts up.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Figure for Counter {
    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name}_total {help}\n# TYPE {name}_total counter");
        let _ = writeln!(text, "{name}_total {}", self.get());
    }
}

/// A number that is counted up and down.
#[derive(Default)]
pub struct Gauge(AtomicU64);

impl Gauge {
    /// Counts up.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// Counts down.
    pub fn sub(&self, n: u64) {
        self.0.fetch_sub(n, Ordering::Relaxed);
    }

    /// The number.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Figure for Gauge {
    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
        let _ = writeln!(text, "{name} {}", self.get());
    }
}
