//! How long something took, counted in steps, as Prometheus wants it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::Figure;

/// The upper ends of the steps, in microseconds. The last step has no end.
const STEPS: [u64; 16] = [
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    30_000_000,
    100_000_000,
];

/// How long something took, each time.
#[derive(Default)]
pub struct Histogram {
    /// How often it ended within each step, and after the last one.
    steps: [AtomicU64; STEPS.len() + 1],
    /// Microseconds in all.
    sum: AtomicU64,
}

impl Histogram {
    /// It took so long once more.
    pub fn observe(&self, took: Duration) {
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let step = STEPS.partition_point(|&end| end < took);
        self.steps[step].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add(took, Ordering::Relaxed);
    }
}

/// Microseconds as seconds.
fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

impl Figure for Histogram {
    fn write(&self, name: &str, help: &str, text: &mut String) {
        let _ = writeln!(text, "# HELP {name}_seconds {help}\n# TYPE {name}_seconds histogram");
        let mut count = 0;
        for (step, number) in self.steps.iter().enumerate() {
            count += number.load(Ordering::Relaxed);
            let end = STEPS.get(step).map_or("+Inf".into(), |&end| seconds(end).to_string());
            let _ = writeln!(text, "{name}_seconds_bucket{{le=\"{end}\"}} {count}");
        }
        let sum = seconds(self.sum.load(Ordering::Relaxed));
        let _ = writeln!(text, "{name}_seconds_sum {sum}\n{name}_seconds_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_counts_what_took_no_longer_than_its_end() {
        let histogram = Histogram::default();
        for micros in [0, 500, 501, 1_000_000, 99_000_000] {
            histogram.observe(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write("took", "How long.", &mut text);
        let has = |line: &str| assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        has("# TYPE took_seconds histogram");
        has("took_seconds_bucket{le=\"0.0005\"} 2");
        has("took_seconds_bucket{le=\"0.001\"} 3");
        has("took_seconds_bucket{le=\"0.5\"} 3");
        has("took_seconds_bucket{le=\"1\"} 4");
        has("took_seconds_bucket{le=\"10\"} 4");
        has("took_seconds_bucket{le=\"+Inf\"} 5");
        has("took_seconds_sum 100.001001");
        has("took_seconds_count 5");
    }
}
