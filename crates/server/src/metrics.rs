//! Counters for who runs the server. None of them depends on a secret.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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

/// How often something took how long.
#[derive(Default)]
pub struct Histogram {
    counts: [Counter; BOUNDS.len() + 1],
    milliseconds: Counter,
}

/// The bounds between which is counted, in seconds.
const BOUNDS: [f64; 9] = [0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0];

impl Histogram {
    /// Counts something that took so long.
    pub fn observe(&self, took: Duration) {
        let index = BOUNDS.iter().position(|bound| took.as_secs_f64() <= *bound);
        self.counts[index.unwrap_or(BOUNDS.len())].add(1);
        self.milliseconds.add(took.as_millis() as u64);
    }

    /// The counts in the text format of Prometheus.
    fn write(&self, text: &mut String, name: &str) {
        let mut sum = 0;
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".into()]);
        for (count, bound) in self.counts.iter().zip(bounds) {
            sum += count.get();
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let _ = writeln!(text, "{name}_sum {}", self.milliseconds.get() as f64 / 1000.0);
        let _ = writeln!(text, "{name}_count {sum}");
    }
}

macro_rules! metrics {
    (
        $($name:ident $kind:literal $help:literal)*;
        $($histogram:ident $meaning:literal)*
    ) => {
        /// The counters of one node.
        #[derive(Default)]
        pub struct Metrics {
            $(#[doc = $help] pub $name: Counter,)*
            $(#[doc = $meaning] pub $histogram: Histogram,)*
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
                $(
                    let name = concat!("fogbound_", stringify!($histogram));
                    let _ = writeln!(text, "# HELP {name} {}", $meaning);
                    let _ = writeln!(text, "# TYPE {name} histogram");
                    self.$histogram.write(&mut text, name);
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
    quick_answers "counter" "Decisions of bots without a search, as too many waited.";
    bot_wait_seconds "How long questions of bots waited to be thought about."
}
