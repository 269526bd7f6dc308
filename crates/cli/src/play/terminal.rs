//! The terminal, or what stands in for it: lines come in, text goes out.

use std::io::{BufRead, Read, Write};

use crate::failure::Failure;

/// The longest line that is read in one go.
const MOST_BYTES: u64 = 4096;

/// Where lines come from and text goes to.
pub(crate) struct Terminal<I, O> {
    pub(crate) input: I,
    pub(crate) output: O,
    /// Whether lines are printed as they are read, because nobody types them.
    pub(crate) echo: bool,
    /// Whether what is printed can be wiped away again.
    pub(crate) lively: bool,
}

impl<I: BufRead, O: Write> Terminal<I, O> {
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write_all(text.as_bytes())?;
        Ok(self.output.flush()?)
    }

    /// Prints a prompt and reads a line; none at the end of input.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.print(prompt)?;
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(MOST_BYTES).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::usage(format!("cannot read the input: {error}")))?;
        if bytes.is_empty() {
            self.print("\n")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line: String = line.trim().chars().filter(|c| !c.is_control()).collect();
        if self.echo {
            self.print(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Shows that somebody thinks, until something else is printed.
    pub(crate) fn thinking(&mut self, who: &str) -> Result<(), Failure> {
        if self.lively { self.print(&format!("{who} ...\r")) } else { Ok(()) }
    }

    pub(crate) fn wipe(&mut self) -> Result<(), Failure> {
        if self.lively { self.print("\x1b[K") } else { Ok(()) }
    }
}
