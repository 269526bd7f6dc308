//! Reading a line without reading for ever.

use std::io::{BufRead, Read};

/// What was heard of the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is longer than it may be, or has no end.
    TooLong,
    /// Bytes that are no UTF-8.
    NotText,
    /// Nothing more will come.
    Closed,
}

/// The next line, if it is at most `most` bytes long. After [`Heard::TooLong`] the rest of the
/// line is still there to be read.
pub(crate) fn read_line(input: &mut impl BufRead, most: usize) -> Heard {
    let mut bytes = Vec::new();
    let read = input.take(most as u64 + 1).read_until(b'\n', &mut bytes);
    if read.is_err() || bytes.is_empty() {
        return Heard::Closed;
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > most {
        return Heard::TooLong;
    }
    match String::from_utf8(bytes) {
        Ok(line) => Heard::Line(line.trim_end_matches('\r').into()),
        Err(_) => Heard::NotText,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_limit() {
        let mut input = &b"12345\n123456\nab\r\n\xff\nlast"[..];
        let mut next = || read_line(&mut input, 5);
        let line = |text: &str| Heard::Line(text.into());
        assert_eq!([next(), next(), next()], [line("12345"), Heard::TooLong, line("")]);
        assert_eq!([next(), next()], [line("ab"), Heard::NotText]);
        assert_eq!([next(), next()], [line("last"), Heard::Closed]);
    }
}
