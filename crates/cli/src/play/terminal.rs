//! The terminal, or what stands in for it: lines come in, text goes out.

use std::io::{BufRead, Read, Write};

use crate::failure::Failure;

/// The longest line that is taken.
const MOST_CHARACTERS: usize = 1000;
/// Enough bytes for it.
const MOST_BYTES: u64 = 4096;

/// Where lines come from and text goes to.
pub(crate) struct Terminal<I, O> {
    pub(crate) input: I,
    pub(crate) output: O,
    /// Whether lines are printed as they are read, because nobody types them.
    pub(crate) echo: bool,
    /// Whether what is printed can be erased again.
    pub(crate) can_erase: bool,
}

impl<I: BufRead, O: Write> Terminal<I, O> {
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write_all(text.as_bytes())?;
        Ok(self.output.flush()?)
    }

    /// Prints a prompt and reads a line; none at the end of input.
    pub(crate) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        loop {
            self.print(prompt)?;
            let bytes = self.read()?;
            if bytes.is_empty() {
                self.print("\n")?;
                return Ok(None);
            }
            let line = plain(&String::from_utf8_lossy(&bytes));
            let long = line.chars().count() > MOST_CHARACTERS || bytes.len() as u64 == MOST_BYTES;
            if self.echo {
                self.print(if long { "...\n" } else { &line })?;
                self.print(if long { "" } else { "\n" })?;
            }
            if !long {
                return Ok(Some(line));
            }
            self.skip_line(&bytes)?;
            self.print("That line is too long: at most 1,000 characters are read.\n")?;
        }
    }

    /// A line, or as much of it as is taken.
    fn read(&mut self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(MOST_BYTES).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::usage(format!("cannot read the input: {error}")))?;
        Ok(bytes)
    }

    /// Reads the rest of a line that began with these bytes.
    fn skip_line(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let mut ends = bytes.ends_with(b"\n");
        while !ends {
            let more = self.read()?;
            ends = more.is_empty() || more.ends_with(b"\n");
        }
        Ok(())
    }

    /// Shows that somebody thinks, until something else is printed.
    pub(crate) fn thinking(&mut self, who: &str) -> Result<(), Failure> {
        if self.can_erase { self.print(&format!("{who} ...\r")) } else { Ok(()) }
    }

    /// Erases what `thinking` has printed.
    pub(crate) fn erase_line(&mut self) -> Result<(), Failure> {
        if self.can_erase { self.print("\x1b[K") } else { Ok(()) }
    }
}

/// The text without what arrows and other keys send.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => match chars.next_if(|c| matches!(c, '[' | 'O')) {
                Some('[') => while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
                Some(_) => drop(chars.next()),
                None => {}
            },
            '\t' => plain.push(' '),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain.trim().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &str) -> (Vec<String>, String) {
        let (echo, can_erase) = (false, false);
        let mut terminal = Terminal { input: input.as_bytes(), output: Vec::new(), echo, can_erase };
        let mut lines = Vec::new();
        while let Some(line) = terminal.ask("").expect("a line") {
            lines.push(line);
        }
        (lines, String::from_utf8(terminal.output).expect("UTF-8"))
    }

    #[test]
    fn arrows_and_their_like_leave_nothing() {
        let (lines, _) = lines("\x1b[A\x1b[1;5Cbus\t\x1bOP58\x1b[D \x07\nx\x1b\n\x1b[A\n");
        assert_eq!(lines, ["bus 58", "x", ""]);
    }

    #[test]
    fn long_lines_are_refused_as_a_whole() {
        for length in [1001, 4095, 4096, 4097, 50_000] {
            let (lines, output) = lines(&format!("{}\nbus 58\n", "b".repeat(length)));
            assert_eq!((&lines[..], output.matches("too long").count()), (&["bus 58".into()][..], 1));
        }
        assert_eq!(lines(&"b".repeat(1000)).0[0].len(), 1000);
    }
}
