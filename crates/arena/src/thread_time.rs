//! The clock of bots that think in the thread of their game.

use std::time::Duration;

/// For how long a processor has worked for this thread, so that a bot's time is not taken by whatever else the machine does.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Where that cannot be asked: the time on the wall.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn only_what_this_thread_works_counts() {
        let before = thread_time();
        std::thread::spawn(|| while thread_time() < Duration::from_millis(40) {})
            .join()
            .expect("it ends");
        std::thread::sleep(Duration::from_millis(40));
        // Beginning a thread, ending it and looking at the clock are work of this one, and far less than that.
        assert!(thread_time() - before < Duration::from_millis(20));
        let (begun, before) = (Instant::now(), thread_time());
        while thread_time() - before < Duration::from_millis(20) {}
        // Two clocks need not agree to the last bit.
        assert!(begun.elapsed() >= Duration::from_millis(19));
    }
}
