//! Counters for who runs the server. None of them depends on a secret.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that is counted up, or up and down.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
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

macro_rules! metrics {
    ($($name:ident $kind:literal $help:literal)*) => {
        /// The counters of one node.
        #[derive(Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $name: Counter,)*
        }

        impl Metrics {
            /// The counters in the text format of Prometheus.
            pub fn text(&self) -> String {
                let mut text = String::new();
                $(
                    let name = concat!("fogbound_", stringify!($name));
                    let suffix = if $kind == "counter" { "_total" } else { "" };
                    let _ = writeln!(text, "# HELP {name}{suffix} {}", $help);
                    let _ = writeln!(text, "# TYPE {name}{suffix} {}", $kind);
                    let _ = writeln!(text, "{name}{suffix} {}", self.$name.get());
                )*
                text
            }
        }
    };
}

metrics! {
    tables_made "counter" "Tables made at this node."
    listeners "gauge" "Sockets that listen to a table."
    connections "gauge" "Open sockets."
    commands "counter" "Commands of people."
    refusals "counter" "Commands that were refused."
    appends "counter" "Appends to the store."
    entries "counter" "Entries appended to the store."
    conflicts "counter" "Appends for which another node was first."
    automatic "counter" "Decisions of bots and clocks."
    frames "counter" "News sent to listeners."
    floods "counter" "Messages refused because there were too many."
    requests "counter" "Requests over HTTP."
}
