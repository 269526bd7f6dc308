//! Ctrl-C: a shared screen is cleared, and how to go on is told.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use super::curtain::CLEAR;
use super::save_files::how_to_resume;

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// What is to be done when Ctrl-C comes.
#[derive(Clone)]
pub(crate) struct Interrupt {
    /// Whether the screen may show somebody's secret to others.
    shared: bool,
    saved: Arc<Mutex<Option<PathBuf>>>,
}

impl Interrupt {
    /// From now on Ctrl-C ends the program in an orderly way. Where the system does not allow that,
    /// it ends it as it always does.
    pub(crate) fn watch(shared: bool) -> Interrupt {
        let interrupt = Interrupt { shared, saved: Arc::default() };
        let watching = interrupt.clone();
        let _ = ctrlc::set_handler(move || watching.end());
        interrupt
    }

    /// The game is in this file now.
    pub(crate) fn saved(&self, path: Option<&Path>) {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if saved.as_deref() != path {
            *saved = path.map(Into::into);
        }
    }

    fn end(&self) -> ! {
        let saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let clear = if self.shared { CLEAR } else { "\n" };
        // Whoever holds the output is the last to print.
        let mut output = std::io::stdout().lock();
        let _ = write!(output, "{clear}{}", how_to_resume(saved.as_deref()));
        let _ = output.flush();
        process::exit(INTERRUPTED)
    }
}
