//! A bucket of drops that fills by itself: how often somebody may do something.

use tokio::time::Instant;

/// How often something may be done: so many times at once, and so many more each second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// At once.
    pub most: u32,
    /// More each second.
    pub each_second: u32,
}

/// What somebody may still do at this moment.
pub(crate) struct Bucket {
    rate: Rate,
    drops: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Bucket {
        Bucket { rate, drops: f64::from(rate.most), filled: Instant::now() }
    }

    /// Takes a drop, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        self.fill();
        let some = self.drops >= 1.0;
        if some {
            self.drops -= 1.0;
        }
        some
    }

    /// Whether nothing was taken out of it lately.
    pub(crate) fn is_full(&mut self) -> bool {
        self.fill();
        self.drops >= f64::from(self.rate.most)
    }

    fn fill(&mut self) {
        let now = Instant::now();
        let since = now.duration_since(self.filled).as_secs_f64();
        let drops = self.drops + since * f64::from(self.rate.each_second);
        self.drops = drops.min(f64::from(self.rate.most));
        self.filled = now;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn so_many_at_once_and_so_many_more_each_second() {
        let mut bucket = Bucket::full(Rate { most: 3, each_second: 2 });
        assert!(bucket.is_full());
        assert_eq!([(); 5].map(|()| bucket.take()), [true, true, true, false, false]);
        assert!(!bucket.is_full());
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!([(); 3].map(|()| bucket.take()), [true, true, false]);
        tokio::time::sleep(Duration::from_secs(100)).await;
        assert!(bucket.is_full());
        assert_eq!([(); 5].map(|()| bucket.take()), [true, true, true, false, false]);
    }
}
