//! What waits to be sent to one client: bounded in frames and in bytes, and in bytes over all clients
//! together. A client that does not keep up is let go, and what waited for it is forgotten at once.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::limits;
use crate::metrics::Metrics;

/// A message as it goes over the wire; clones share the text.
pub type Frame = Utf8Bytes;

/// What keeping a frame takes beside its text.
const OVERHEAD: usize = 64;

/// A queue may have this part of what is free for all, so the longest are let go first, and whoever
/// keeps up is told something as long as anything is free.
const PART: usize = 16;

/// What waits for all clients of a node; how much that is, is one of the figures.
pub(super) struct Backlog {
    pub(super) most: usize,
    pub(super) metrics: Arc<Metrics>,
}

impl Backlog {
    /// How many bytes may wait for one client before the next frame.
    fn share(&self) -> usize {
        let free = self.most.saturating_sub(self.metrics.backlog_bytes.get() as usize);
        (free / PART).min(limits::QUEUE_BYTES)
    }
}

/// What waits for one client.
pub(super) struct Queue {
    backlog: Arc<Backlog>,
    state: Mutex<QueueState>,
    /// Something waits, or nothing more comes.
    told: Notify,
    let_go: Notify,
}

struct QueueState {
    frames: VecDeque<(Frame, Instant)>,
    /// Of what waits, and of what is being written.
    bytes: usize,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Open,
    /// Nothing more comes; what waits is still sent.
    Ending,
    /// The client did not keep up.
    LetGo,
}

fn weight(frame: &Frame) -> usize {
    frame.len() + OVERHEAD
}

impl Queue {
    pub(super) fn new(backlog: &Arc<Backlog>) -> Arc<Queue> {
        let state = QueueState { frames: VecDeque::new(), bytes: 0, phase: Phase::Open };
        Arc::new(Queue {
            backlog: Arc::clone(backlog),
            state: Mutex::new(state),
            told: Notify::new(),
            let_go: Notify::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().expect("nothing panics while it is held")
    }

    /// Queues a frame, unless the client does not keep up: then it is let go.
    pub(super) fn put(&self, frame: Frame) -> bool {
        let mut state = self.lock();
        if state.phase != Phase::Open {
            return false;
        }
        let kept = state.frames.len() < limits::QUEUE && state.bytes < self.backlog.share();
        if kept {
            state.bytes += weight(&frame);
            self.backlog.metrics.backlog_bytes.add(weight(&frame) as u64);
            state.frames.push_back((frame, Instant::now()));
        } else {
            state.phase = Phase::LetGo;
            let lost: usize = state.frames.drain(..).map(|(frame, _)| weight(&frame)).sum();
            state.bytes -= lost;
            self.backlog.metrics.backlog_bytes.sub(lost as u64);
            self.backlog.metrics.drops.add(1);
            self.let_go.notify_one();
        }
        self.told.notify_one();
        kept
    }

    /// Nothing more comes; what waits is still sent.
    pub(super) fn finish(&self) {
        let mut state = self.lock();
        if state.phase == Phase::Open {
            state.phase = Phase::Ending;
            self.told.notify_one();
        }
    }

    /// The next frame; none if the connection is to be closed. Nothing is lost if this is dropped while
    /// it waits.
    pub(super) async fn next(self: &Arc<Queue>) -> Option<QueuedFrame> {
        loop {
            {
                let mut state = self.lock();
                if let Some((text, since)) = state.frames.pop_front() {
                    return Some(QueuedFrame { text, since, queue: Arc::clone(self) });
                }
                if state.phase != Phase::Open {
                    return None;
                }
            }
            self.told.notified().await;
        }
    }

    /// Ends when the client was let go.
    pub(super) async fn let_go(&self) {
        while self.lock().phase != Phase::LetGo {
            self.let_go.notified().await;
        }
    }

    fn written(&self, bytes: usize) {
        self.lock().bytes -= bytes;
        self.backlog.metrics.backlog_bytes.sub(bytes as u64);
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let left: usize = self.lock().frames.iter().map(|(frame, _)| weight(frame)).sum();
        self.backlog.metrics.backlog_bytes.sub(left as u64);
    }
}

/// A frame on its way. It counts as waiting until it is dropped, which is when it was written.
pub struct QueuedFrame {
    text: Frame,
    since: Instant,
    queue: Arc<Queue>,
}

impl QueuedFrame {
    /// What it says.
    pub fn text(&self) -> Frame {
        self.text.clone()
    }
}

impl Deref for QueuedFrame {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Drop for QueuedFrame {
    fn drop(&mut self) {
        self.queue.backlog.metrics.queue.observe(self.since.elapsed());
        self.queue.written(weight(&self.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backlog(most: usize) -> Arc<Backlog> {
        Arc::new(Backlog { most, metrics: Arc::default() })
    }

    fn frame(bytes: usize) -> Frame {
        "x".repeat(bytes - OVERHEAD).into()
    }

    /// How many frames of this size a queue takes.
    fn takes(queue: &Queue, bytes: usize) -> usize {
        (0..10_000).take_while(|_| queue.put(frame(bytes))).count()
    }

    #[tokio::test]
    async fn a_queue_is_bounded_in_frames_and_in_bytes_and_is_emptied_when_it_is_full() {
        let backlog = backlog(usize::MAX);
        let [many, long] = [Queue::new(&backlog), Queue::new(&backlog)];
        assert_eq!(takes(&many, 100), limits::QUEUE);
        assert_eq!(takes(&long, 10 * 1024), limits::QUEUE_BYTES.div_ceil(10 * 1024));
        for queue in [&many, &long] {
            assert!(queue.next().await.is_none(), "it was let go");
            queue.let_go().await;
            assert!(!queue.put(frame(100)), "nothing more is taken");
        }
        assert_eq!(backlog.metrics.drops.get(), 2);
        assert_eq!(backlog.metrics.backlog_bytes.get(), 0, "what waited is forgotten");
    }

    #[tokio::test]
    async fn what_is_being_written_still_counts() {
        let backlog = backlog(usize::MAX);
        let queue = Queue::new(&backlog);
        assert!(queue.put(frame(limits::QUEUE_BYTES)));
        let writing = queue.next().await.expect("a frame");
        assert_eq!(backlog.metrics.backlog_bytes.get(), limits::QUEUE_BYTES as u64);
        assert!(!queue.put(frame(100)), "the socket holds as much as may wait");
        drop(writing);
        assert_eq!(backlog.metrics.backlog_bytes.get(), 0);
    }

    #[tokio::test]
    async fn all_queues_together_are_bounded_and_the_longest_go_first() {
        const MOST: usize = 1024 * 1024;
        let backlog = backlog(MOST);
        let [slow, quick] = [Queue::new(&backlog), Queue::new(&backlog)];
        while backlog.metrics.drops.get() == 0 {
            assert!(quick.put(frame(1000)));
            drop(quick.next().await.expect("it keeps up"));
            slow.put(frame(1000));
        }
        assert!(quick.put(frame(1000)), "only the one that does not keep up is let go");
        let idle: Vec<_> = (0..4000).map(|_| Queue::new(&backlog)).collect();
        let taken = idle.iter().filter(|queue| queue.put(frame(1000))).count();
        assert!((900..=1049).contains(&taken), "{taken}");
        assert!(backlog.metrics.backlog_bytes.get() <= MOST as u64 + 1000);
        drop((idle, slow, quick));
        assert_eq!(backlog.metrics.backlog_bytes.get(), 0);
    }

    #[tokio::test]
    async fn what_waits_at_the_end_is_still_sent() {
        let queue = Queue::new(&backlog(usize::MAX));
        queue.put("bye".into());
        queue.finish();
        assert!(!queue.put("more".into()));
        assert_eq!(queue.next().await.as_deref(), Some("bye"));
        assert!(queue.next().await.is_none());
    }
}
