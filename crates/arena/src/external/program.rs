//! A program and its arguments, as written on a command line.

use std::fmt;
use std::process::{Command, Stdio};
use std::str::FromStr;

use super::group;

/// A program and its arguments. It is started without a shell: words are split at spaces, quotes
/// keep them together, and nothing else has a meaning.
///
/// ```
/// use fogbound_arena::Program;
/// let program: Program = "./bot 'a file' x\\ y".parse().unwrap();
/// assert_eq!(program.words(), ["./bot", "a file", "x y"]);
/// assert!("./bot 'a file".parse::<Program>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    text: String,
    words: Vec<String>,
}

impl Program {
    /// The program, and its arguments behind it.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether it can be started at all; otherwise why not.
    pub fn check(&self) -> Result<(), String> {
        let child =
            self.command().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|error| self.not_started(&error))?;
        group::kill(&mut child);
        let _ = child.wait();
        Ok(())
    }

    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        group::apart(&mut command);
        command
    }

    pub(super) fn not_started(&self, error: &std::io::Error) -> String {
        format!("cannot start '{}': {error}", self.words[0])
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let text = text.trim();
        let words = split(text)?;
        match words.first().is_some_and(|word| !word.is_empty()) {
            true => Ok(Program { text: text.into(), words }),
            false => Err("a program is missing: write cmd:PROGRAM with its arguments".into()),
        }
    }
}

/// The words of a command line, as a shell splits them.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => match chars.next() {
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err(format!("nothing follows the last \\ of: {text}")),
            },
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    match quote {
        Some(quote) => Err(format!("a {quote} is not closed in: {text}")),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        for (text, words) in [
            ("a b  c", vec!["a", "b", "c"]),
            ("  a\tb ", vec!["a", "b"]),
            ("a 'b c' d", vec!["a", "b c", "d"]),
            (r#"a "b \" c"'d'e"#, vec!["a", "b \" cde"]),
            (r"a\ b c\\", vec!["a b", "c\\"]),
            (r"a '\n' ''", vec!["a", r"\n", ""]),
            ("sh -c 'cat | x > $HOME; y'", vec!["sh", "-c", "cat | x > $HOME; y"]),
        ] {
            assert_eq!(split(text).unwrap(), words, "{text}");
        }
        for wrong in ["'a", "a \"b", "a\\"] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
        assert!("  ".parse::<Program>().is_err());
    }
}
