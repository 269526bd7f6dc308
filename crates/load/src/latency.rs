//! How long things took.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

/// How long things took, each of them: percentiles are exact.
#[derive(Default)]
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn add(&mut self, latency: Duration) {
        self.0.push(latency);
    }

    pub(crate) fn extend(&mut self, others: Latencies) {
        self.0.extend(others.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// In milliseconds: half are below the first, 90 %, 99 % and all below the others.
    fn percentiles(&self) -> [f64; 4] {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        [0.5, 0.9, 0.99, 1.0].map(|share| {
            // The smallest that at least this share does not exceed.
            let rank = (share * sorted.len() as f64).ceil() as usize;
            let found = sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default();
            found.as_secs_f64() * 1e3
        })
    }

    pub(crate) fn json(&self) -> Value {
        let [p50, p90, p99, max] = self.percentiles();
        json!({ "p50": p50, "p90": p90, "p99": p99, "max": max })
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p90, p99, max] = self.percentiles();
        write!(f, "p50 {p50:.2} ms, p90 {p90:.2}, p99 {p99:.2}, max {max:.2}")
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn percentiles_are_of_what_was_added() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.percentiles(), [0.0; 4]);
        for ms in (1..=200).rev() {
            latencies.add(Duration::from_millis(ms));
        }
        assert_eq!(latencies.percentiles(), [100.0, 180.0, 198.0, 200.0]);
    }
}
