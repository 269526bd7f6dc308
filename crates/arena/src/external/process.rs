//! A running program and the lines to and from it. Everything is bounded: how long a line is, how
//! many there are, how long they are waited for, and what is kept of its errors.

use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Program, group};
use crate::protocol::{Heard, PROTOCOL_VERSION, read_line};

/// The longest line that is read.
const MOST_BYTES: usize = 1 << 16;
/// How many lines beside the answer are read for one question.
const MOST_LINES: usize = 1000;
/// How many lines wait to be read, and how many questions to be written.
const QUEUE: usize = 16;
/// How much is kept of what it writes to standard error.
const LAST_BYTES: usize = 2000;
/// How long it has to end by itself after `quit`, or after closing its output.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often a look is taken whether it is still there.
const LOOK: Duration = Duration::from_millis(50);

/// A running program.
pub(super) struct Process {
    child: Child,
    ended: bool,
    heard: Receiver<Heard>,
    to: Option<SyncSender<String>>,
    errors: Receiver<String>,
}

impl Process {
    /// Starts a program and waits until it is ready. An error says what it did, as in
    /// "the program (did) ...".
    pub(super) fn start(program: &Program, limit: Duration) -> Result<Process, String> {
        let mut command = program.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            unreachable!("all three were asked for");
        };
        let mut process = Process {
            child,
            ended: false,
            heard: listen(stdout),
            to: Some(speak(stdin)),
            errors: collect(stderr),
        };
        let greeted = process.greet(limit);
        match greeted {
            Ok(()) => Ok(process),
            Err(reason) => {
                let last_words = process.end_at_once();
                Err(last_words
                    .map_or(reason.clone(), |words| format!("{reason}; its last words: {words}")))
            }
        }
    }

    fn greet(&mut self, limit: Duration) -> Result<(), String> {
        self.say(format!("fogbound {PROTOCOL_VERSION}\n"))?;
        let mine = |word: &str| matches!(word, "id" | "option" | "info");
        self.await_word("ready", limit, mine).map(|_| ())
    }

    /// Puts a question and gives what stands behind `bestaction`.
    pub(super) fn ask(&mut self, question: String, limit: Duration) -> Result<String, String> {
        self.hear_nothing()?;
        self.say(question)?;
        self.await_word("bestaction", limit, |word| word == "info")
    }

    /// Writes lines. They go out in the background; a program that lets them pile up has failed.
    pub(super) fn say(&mut self, lines: String) -> Result<(), String> {
        let to = self.to.as_ref().ok_or("was told to quit")?;
        match to.try_send(lines) {
            // If its input is closed, its answer is missing: that tells more.
            Ok(()) | Err(std::sync::mpsc::TrySendError::Disconnected(_)) => Ok(()),
            Err(std::sync::mpsc::TrySendError::Full(_)) => Err("does not read its input".into()),
        }
    }

    /// Between its answer and the next question a program has nothing to say.
    fn hear_nothing(&mut self) -> Result<(), String> {
        for _ in 0..MOST_LINES {
            match self.heard.try_recv() {
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return Ok(()),
                Ok(Heard::Line(line)) if line.split(' ').next() == Some("info") => {}
                Ok(Heard::Line(line)) => {
                    return Err(format!("said '{}' without being asked", short(&line)));
                }
                Ok(other) => return Err(self.explain(other)),
            }
        }
        Err(too_many_lines())
    }

    fn await_word(
        &mut self,
        wanted: &str,
        limit: Duration,
        may_come_first: impl Fn(&str) -> bool,
    ) -> Result<String, String> {
        let started = Instant::now();
        for _ in 0..=MOST_LINES {
            let line = match self.hear(started + limit) {
                Some(Heard::Line(line)) => line,
                Some(other) => return Err(self.explain(other)),
                None => return Err(format!("did not say '{wanted}' within {} s", limit.as_secs_f64())),
            };
            let line = line.trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" => {}
                "error" => return Err(format!("reports an error: {}", short(rest))),
                _ if word == wanted => return Ok(rest.trim().into()),
                _ if may_come_first(word) => {}
                _ => return Err(format!("said '{}' where '{wanted}' was expected", short(line))),
            }
        }
        Err(too_many_lines())
    }

    /// What it says next; none if that does not come in time.
    fn hear(&mut self, deadline: Instant) -> Option<Heard> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(LOOK)) {
                Ok(heard) => return Some(heard),
                Err(RecvTimeoutError::Disconnected) => return Some(Heard::Closed),
                // Its output may be held open by something that it started.
                Err(RecvTimeoutError::Timeout) if group::has_ended(&mut self.child) => {
                    return Some(self.heard.recv_timeout(LOOK).unwrap_or(Heard::Closed));
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What a program did that gave no line.
    fn explain(&mut self, heard: Heard) -> String {
        match heard {
            Heard::TooLong => format!("wrote a line of more than {MOST_BYTES} bytes"),
            Heard::NotText => "wrote a line that is not UTF-8".into(),
            Heard::Line(_) | Heard::Closed => match self.end_by_itself(FAREWELL) {
                Some(status) => format!("died ({status})"),
                None => "closed its output".into(),
            },
        }
    }

    /// Waits for its end; none if it does not come in time.
    fn end_by_itself(&mut self, limit: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        while !group::has_ended(&mut self.child) {
            if started.elapsed() > limit {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.end().ok()
    }

    /// Ends it with all that it started.
    fn end(&mut self) -> std::io::Result<ExitStatus> {
        if !self.ended {
            group::kill(&mut self.child);
            self.ended = true;
        }
        self.child.wait()
    }

    /// Ends it without a word of farewell. Gives the last line that it wrote to standard error.
    pub(super) fn end_at_once(mut self) -> Option<String> {
        let _ = self.end();
        let errors = self.errors.recv_timeout(FAREWELL).ok()?;
        errors.lines().map(str::trim).rfind(|line| !line.is_empty()).map(short)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.say("quit\n".into());
            // Closes its input once all is written.
            self.to = None;
            self.end_by_itself(FAREWELL);
            let _ = self.end();
        }
    }
}

fn too_many_lines() -> String {
    format!("wrote more than {MOST_LINES} lines for one decision")
}

/// Not more of a line than a message should hold.
fn short(line: &str) -> String {
    const MOST: usize = 120;
    let text: String = line.chars().take(MOST).flat_map(char::escape_debug).collect();
    if line.chars().nth(MOST).is_some() { format!("{text}...") } else { text }
}

/// The lines of a program, as they come. The queue is short: a program that floods has to wait.
fn listen(stdout: ChildStdout) -> Receiver<Heard> {
    let (to, heard) = sync_channel(QUEUE);
    thread::spawn(move || {
        let mut input = BufReader::new(stdout);
        loop {
            let line = read_line(&mut input, MOST_BYTES);
            let more = matches!(line, Heard::Line(_));
            if to.send(line).is_err() || !more {
                return;
            }
        }
    });
    heard
}

fn speak(mut stdin: ChildStdin) -> SyncSender<String> {
    let (to, words) = sync_channel::<String>(QUEUE);
    thread::spawn(move || {
        for text in words {
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    to
}

/// Keeps the last of what a program writes to standard error, and gives it when that is over.
fn collect(mut stderr: ChildStderr) -> Receiver<String> {
    let (to, errors) = sync_channel(1);
    thread::spawn(move || {
        let mut last = VecDeque::new();
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = stderr.read(&mut buffer) {
            last.extend(&buffer[..count]);
            last.drain(..last.len().saturating_sub(LAST_BYTES));
        }
        let last: Vec<u8> = last.into();
        let _ = to.send(String::from_utf8_lossy(&last).into_owned());
    });
    errors
}
