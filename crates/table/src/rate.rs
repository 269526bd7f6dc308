//! How often somebody may do something.

use std::time::Duration;

use crate::Moment;

/// How often something may be done: so many times at once, and so many more each second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// At once.
    pub most: u32,
    /// More each second.
    pub each_second: u32,
}

/// A token bucket: what somebody may still do. It fills by itself.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    tokens: f64,
    filled: Moment,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate, now: Moment) -> Bucket {
        Bucket { rate, tokens: f64::from(rate.most), filled: now }
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, now: Moment) -> bool {
        self.fill(now);
        let some = self.tokens >= 1.0;
        if some {
            self.tokens -= 1.0;
        }
        some
    }

    /// Whether there is a token.
    pub fn has_some(&mut self, now: Moment) -> bool {
        self.fill(now);
        self.tokens >= 1.0
    }

    /// Takes so many tokens, also those that will only be there later.
    pub fn spend(&mut self, tokens: u32, now: Moment) {
        self.fill(now);
        self.tokens -= f64::from(tokens);
    }

    /// How long it takes, after it was last looked at, until there is a token.
    pub fn wait(&self) -> Duration {
        let lacking = (1.0 - self.tokens).max(0.0);
        Duration::from_secs_f64(lacking / f64::from(self.rate.each_second.max(1)))
    }

    /// Whether nothing was taken out of it lately.
    pub fn is_full(&mut self, now: Moment) -> bool {
        self.fill(now);
        self.tokens >= f64::from(self.rate.most)
    }

    fn fill(&mut self, now: Moment) {
        let since = self.filled.until(now).as_secs_f64();
        let tokens = self.tokens + since * f64::from(self.rate.each_second);
        self.tokens = tokens.min(f64::from(self.rate.most));
        self.filled = self.filled.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_at_once_and_so_many_more_each_second() {
        let mut bucket = Bucket::full(Rate { most: 3, each_second: 2 }, Moment(0));
        let mut at = |milliseconds| {
            let now = Moment(milliseconds);
            (bucket.is_full(now), [(); 5].map(|()| bucket.take(now)))
        };
        assert_eq!(at(0), (true, [true, true, true, false, false]));
        assert_eq!(at(1_000), (false, [true, true, false, false, false]));
        assert_eq!(at(101_000), (true, [true, true, true, false, false]));
        assert_eq!(at(50_000), (false, [false; 5]), "time that runs back fills nothing");
    }

    #[test]
    fn what_is_spent_in_advance_is_waited_for() {
        let mut bucket = Bucket::full(Rate { most: 100, each_second: 10 }, Moment(0));
        assert!(bucket.has_some(Moment(0)));
        bucket.spend(149, Moment(0));
        assert!(!bucket.has_some(Moment(4_900)));
        assert!(bucket.has_some(Moment(5_000)));
        bucket.spend(51, Moment(5_000));
        assert_eq!(bucket.wait(), Duration::from_millis(5100));
    }
}
