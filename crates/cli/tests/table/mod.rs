//! A game that a test types at, line by line.
#![allow(dead_code, reason = "no test uses all of it")]
#![allow(unreachable_pub, reason = "it is a part of each test")]

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

/// What clears the screen and what was scrolled away.
pub const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// A game that somebody types at.
pub struct Table {
    pub program: Child,
    output: ChildStdout,
    /// All that was printed.
    pub seen: String,
}

impl Table {
    pub fn new(args: &[&str]) -> Table {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fogbound"))
            .arg("play")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let output = program.stdout.take().expect("an output");
        Table { program, output, seen: String::new() }
    }

    /// What is printed up to the next question; none if the program has ended.
    pub fn read(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while self.output.read(&mut byte).is_ok_and(|count| count == 1) {
            bytes.push(byte[0]);
            if bytes.ends_with(b"> ") {
                let text = String::from_utf8(bytes).expect("UTF-8");
                self.seen.push_str(&text);
                return Some(text);
            }
        }
        self.seen.push_str(&String::from_utf8(bytes).expect("UTF-8"));
        None
    }

    pub fn write(&mut self, line: &str) {
        let input = self.program.stdin.as_mut().expect("an input");
        writeln!(input, "{line}").expect("the program listens");
    }

    /// Types a line and gives what is printed then.
    pub fn type_line(&mut self, line: &str) -> String {
        self.write(line);
        self.read().unwrap_or_else(|| panic!("it ended after '{line}': {}", self.seen))
    }

    /// Plays the first move of each list until the game is over.
    pub fn play_out(&mut self) {
        for _ in 0..2000 {
            let Some(text) = self.read() else { return };
            match text.ends_with("curtain> ") {
                true => self.write("ready"),
                false => {
                    let line = first_offer(&text).unwrap_or_else(|| panic!("nothing offered: {text}"));
                    self.write(&line);
                }
            }
        }
        panic!("the game does not end: {}", self.seen);
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A decision that the screen offers, as one would type it.
fn first_offer(text: &str) -> Option<String> {
    let offers = text.rsplit("| ").next().unwrap_or(text);
    for line in offers.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["you", "(at", _, ticket, ..] if ticket.parse::<u8>().is_ok() => return Some(ticket.into()),
            ["you", "(at", _, ticket, to, ..] => return Some(format!("{ticket} {to}")),
            [piece, "(at", _, to, ..] if to.parse::<u8>().is_ok() => {
                return Some(format!("{piece} {to}"));
            }
            [piece, "(at", _, ticket, to, ..] => return Some(format!("{piece} {ticket} {to}")),
            [_, "begins", "at", to, ..] => return Some(to.into()),
            ["begin", "at", to, ..] => return Some(format!("start {to}")),
            ["land", "at", to, ..] => return Some(to.into()),
            ["end:", ..] => return Some("end".into()),
            _ => {}
        }
    }
    None
}

/// Runs the program on lines that are all there from the beginning.
pub fn piped(args: &[&str], lines: &str) -> Output {
    let mut table = Table::new(args);
    let mut input = table.program.stdin.take().expect("an input");
    // A program that ends early does not read all of them.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    while table.read().is_some() {}
    let mut error = String::new();
    table.program.stderr.take().expect("errors").read_to_string(&mut error).expect("UTF-8");
    let status = table.program.wait().expect("it ends");
    Output { status, stdout: table.seen.clone().into_bytes(), stderr: error.into_bytes() }
}

pub fn printed(args: &[&str], lines: &str) -> String {
    let output = piped(args, lines);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{args:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

pub fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path.to_string_lossy().into_owned()
}
