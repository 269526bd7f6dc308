//! What a number of games tells of the truth.

/// The factor of a 95 % interval: 2.5 % of the normal distribution lie beyond it on each side.
const Z: f64 = 1.959_963_984_540_054;

/// Where the truth is to be expected, in 95 of 100 cases.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The 95 % interval of a rate after so many wins in so many games, by Wilson's formula. It stays
/// between 0 and 1, and is right for few games too.
///
/// ```
/// use fogbound_arena::wilson;
/// let interval = wilson(8, 10);
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "0.490 0.943");
/// ```
pub fn wilson(wins: u64, games: u64) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = games as f64;
    let rate = wins as f64 / n;
    let centre = rate + Z * Z / (2.0 * n);
    let spread = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    let low = if wins == 0 { 0.0 } else { (centre - spread) / scale };
    let high = if wins == games { 1.0 } else { (centre + spread) / scale };
    Interval { low, high }
}

/// The 95 % interval of a mean, from the sum of the values and of their squares; none with fewer
/// than two values.
pub fn mean_interval(count: u64, sum: i64, squares: i64) -> Option<Interval> {
    if count < 2 {
        return None;
    }
    let n = count as f64;
    let mean = sum as f64 / n;
    let variance = (squares as f64 - mean * sum as f64).max(0.0) / (n - 1.0);
    let spread = Z * (variance / n).sqrt();
    Some(Interval { low: mean - spread, high: mean + spread })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        let close = (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5;
        assert!(close, "{interval:?} is not {low} to {high}");
    }

    #[test]
    fn wilson_gives_the_published_values() {
        // The worked examples of Newcombe, Statistics in Medicine 17 (1998), table I.
        near(wilson(81, 263), 0.2553, 0.3662);
        near(wilson(15, 148), 0.0624, 0.1605);
        near(wilson(0, 20), 0.0, 0.1611);
        near(wilson(1, 29), 0.0061, 0.1718);
        near(wilson(20, 20), 1.0 - 0.1611, 1.0);
        near(wilson(0, 0), 0.0, 1.0);
    }

    #[test]
    fn a_mean_has_an_interval_from_two_values_on() {
        assert_eq!(mean_interval(1, 5, 25), None);
        let interval = mean_interval(4, 20, 4 + 16 + 36 + 64).unwrap(); // 2 4 6 8
        let spread = 1.959_964 * (20.0_f64 / 3.0 / 4.0).sqrt();
        near(interval, 5.0 - spread, 5.0 + spread);
        near(mean_interval(3, 9, 27).unwrap(), 3.0, 3.0);
    }
}
