//! A connection to a table that comes back by itself, as the protocol says and as the browser does.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::Rng;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::wire::{Server, Socket};

/// How long to wait before the first attempt to come back; each further one waits twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(400);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
/// After so long without a word the server is asked whether it still hears.
const QUIET: Duration = Duration::from_secs(20);
/// So long an answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long it may take to come in: a proxy may have to find out that a node is gone.
const OPENING: Duration = Duration::from_secs(20);

/// A connection to a table that comes back by itself.
pub(crate) struct Line {
    server: Arc<Server>,
    table: String,
    cookie: String,
    rng: Rng,
    socket: Option<Socket>,
    /// Everything up to this version is known.
    pub(crate) have: u64,
    wait: Duration,
    heard: Instant,
    /// Something must be heard by then.
    expected: Option<Instant>,
    pub(crate) absences: Absences,
}

/// What comes of waiting for something.
pub(crate) enum Arrival {
    Frame(Utf8Bytes),
    /// The time is over.
    Due,
}

impl Line {
    /// A line with a socket that is open already.
    pub(crate) fn new(
        server: &Arc<Server>,
        table: &str,
        cookie: &str,
        rng: Rng,
        silence: Duration,
    ) -> Line {
        Line {
            server: Arc::clone(server),
            table: table.into(),
            cookie: cookie.into(),
            rng,
            socket: None,
            have: 0,
            wait: Duration::ZERO,
            heard: Instant::now(),
            expected: None,
            absences: Absences::new(silence),
        }
    }

    /// Goes on with a socket that is open and has brought news up to a version.
    pub(crate) fn with_socket(mut self, socket: Socket, have: u64) -> Line {
        self.socket = Some(socket);
        self.have = have;
        self.wait = FIRST_WAIT;
        self.absences.news();
        self
    }

    /// The next message of the server, whatever has to be done for it, or that a time is over. While the
    /// line comes back the time is not looked at.
    pub(crate) async fn next(&mut self, due: Option<Instant>) -> Arrival {
        loop {
            let Some(socket) = &mut self.socket else {
                self.open().await;
                continue;
            };
            let deadline = self.expected.unwrap_or(self.heard + QUIET);
            tokio::select! {
                biased;
                frame = socket.next() => match frame {
                    Ok(frame) => {
                        self.heard = Instant::now();
                        self.expected = None;
                        return Arrival::Frame(frame);
                    }
                    Err(_) => self.lose(),
                },
                () = sleep_until(deadline) => match self.expected {
                    Some(_) => self.lose(),
                    None => self.send("{\"type\":\"ping\"}".into()).await,
                },
                () = sleep_until(due.unwrap_or(deadline)), if due.is_some() => return Arrival::Due,
            }
        }
    }

    /// Says something, if there is a socket. What is said into a broken one is lost.
    pub(crate) async fn send(&mut self, text: String) {
        let Some(socket) = &mut self.socket else { return };
        match timeout(PATIENCE, socket.send(text)).await {
            Ok(Ok(())) => {
                self.expected.get_or_insert(Instant::now() + PATIENCE);
            }
            _ => self.lose(),
        }
    }

    /// The server has said hello.
    pub(crate) fn welcomed(&mut self) {
        self.wait = FIRST_WAIT;
    }

    /// The socket is gone, or of no use.
    pub(crate) fn lose(&mut self) {
        self.socket = None;
        self.absences.cut();
    }

    async fn open(&mut self) {
        let share = 0.75 + self.rng.below(1000) as f64 / 2000.0;
        sleep(self.wait.mul_f64(share)).await;
        self.wait = (self.wait * 2).clamp(FIRST_WAIT, LONGEST_WAIT);
        let have = (self.have > 0).then_some(self.have);
        let opening = self.server.socket_from(&self.table, &self.cookie, have);
        if let Ok(Ok(socket)) = timeout(OPENING, opening).await {
            self.socket = Some(socket);
            self.heard = Instant::now();
            self.expected = Some(self.heard + PATIENCE);
        }
    }
}

/// When a client was away: its connection was gone, or it heard no news for longer than is usual.
pub(crate) struct Absences {
    /// Who hears no news for so long is away.
    silence: Duration,
    last_news: Instant,
    is_cut: bool,
    /// When each of them ended.
    ends: Vec<Instant>,
}

impl Absences {
    fn new(silence: Duration) -> Absences {
        Absences { silence, last_news: Instant::now(), is_cut: false, ends: vec![] }
    }

    fn cut(&mut self) {
        self.is_cut = true;
    }

    /// There was news.
    pub(crate) fn news(&mut self) {
        let now = Instant::now();
        if self.is_cut || now - self.last_news > self.silence {
            self.ends.push(now);
        }
        (self.is_cut, self.last_news) = (false, now);
    }

    /// A command was answered only after so long.
    pub(crate) fn answered_after(&mut self, waited: Duration) {
        if waited > self.silence.min(SLOW_ANSWER) {
            self.ends.push(Instant::now());
        }
    }

    /// Whether it is away still.
    pub(crate) fn is_away(&self) -> bool {
        self.is_cut || self.last_news.elapsed() > self.silence
    }

    /// When it was back from the last absence that ended between two moments.
    pub(crate) fn last_return(&self, from: Instant, until: Instant) -> Option<Instant> {
        self.ends.iter().copied().filter(|&end| from < end && end <= until).max()
    }
}

/// Who waits longer for an answer is away.
const SLOW_ANSWER: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_was_cut_off_or_heard_nothing_for_long_was_away() {
        let silence = Duration::from_secs(5);
        let mut absences = Absences::new(silence);
        let start = Instant::now();
        let back = |absences: &Absences| {
            let last = absences.last_return(start, Instant::now());
            last.map(|last| (last - start).as_secs())
        };
        for _ in 0..3 {
            sleep(Duration::from_secs(4)).await;
            absences.news();
        }
        assert_eq!(back(&absences), None, "news came all the time");
        absences.cut();
        assert!(absences.is_away());
        sleep(Duration::from_secs(1)).await;
        absences.news();
        assert_eq!(back(&absences), Some(13), "the connection was gone");
        sleep(Duration::from_secs(6)).await;
        assert!(absences.is_away(), "nothing is heard");
        absences.news();
        assert_eq!(back(&absences), Some(19));
        sleep(Duration::from_secs(3)).await;
        absences.answered_after(Duration::from_secs(3));
        assert_eq!(back(&absences), Some(22), "an answer was slow");
    }
}
