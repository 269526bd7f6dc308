//! Many games at once.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use crate::Task;

/// Plays all tasks on so many threads, and hands what came of each to `done` as it finishes, on the
/// thread of the caller. After an error of `done` no further game is begun.
pub fn run<T: Send, E>(
    play: impl Fn(Task) -> T + Sync,
    tasks: &[Task],
    threads: NonZeroUsize,
    mut done: impl FnMut(Task, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (to, games) = sync_channel(2 * threads.get());
    thread::scope(|scope| {
        for _ in 0..threads.get().min(tasks.len()) {
            let (to, next, stop, play) = (to.clone(), &next, &stop, &play);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
                    && to.send((task, play(task))).is_ok()
                {}
            });
        }
        drop(to);
        for (task, played) in games {
            if let Err(error) = done(task, played) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}
