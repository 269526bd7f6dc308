//! The results of an arena in a file, a line a game, so that a run that was cut off goes on where
//! it stopped.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Arena, GameResult, Task};
use fogbound_engine::Budget;
use fogbound_engine::signature::SIGNATURE;

/// The version of the format.
const FORMAT: u32 = 1;

/// What tells a run from another: the first line of a journal. The number of games is not in it,
/// so that a run can be made longer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunId {
    /// The version of the journal's format.
    pub fogbound_arena: u32,
    /// The version of the program.
    pub version: String,
    /// The signature of its bots, which change without it too; empty in old files.
    #[serde(default)]
    pub signature: String,
    /// The edition.
    pub edition: String,
    /// The board.
    pub board: String,
    /// Every option of the edition: a default may be another one day.
    pub options: String,
    /// The number of detectives.
    pub pieces: usize,
    /// The fugitive and the hunters of each pairing.
    pub bots: Vec<(String, String)>,
    /// What programs of somebody else's may spend on a decision.
    pub budget: String,
    /// The source of all chance.
    pub seed: u64,
}

impl RunId {
    /// The run of an arena.
    pub fn of(arena: &Arena) -> RunId {
        let rules = &arena.rules;
        let names =
            |pairing: &super::Pairing| (pairing.fugitive.to_string(), pairing.hunters.to_string());
        RunId {
            fogbound_arena: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            signature: format!("{SIGNATURE:016x}"),
            edition: rules.edition().id.clone(),
            board: rules.board().id().into(),
            options: rules.all_options().to_string(),
            pieces: rules.detectives(),
            bots: arena.pairings.iter().map(names).collect(),
            budget: match arena.external.budget {
                Budget::Time(time) => format!("ms={}", time.as_millis()),
                Budget::Nodes(nodes) => format!("nodes={nodes}"),
            },
            seed: arena.seed,
        }
    }

    /// What differs between two runs, in words.
    fn differences(&self, other: &RunId) -> String {
        let texts = |run: &RunId| {
            let bots = run.bots.iter().map(|(a, b)| format!("{a} against {b}")).collect::<Vec<_>>();
            [
                ("version", run.version.clone()),
                ("bots of signature", run.signature.clone()),
                ("edition", run.edition.clone()),
                ("board", run.board.clone()),
                ("options", run.options.clone()),
                ("pieces", run.pieces.to_string()),
                ("bots", bots.join(", ")),
                ("budget", run.budget.clone()),
                ("seed", run.seed.to_string()),
            ]
        };
        let pairs = texts(self).into_iter().zip(texts(other)).filter(|(mine, theirs)| mine != theirs);
        let words = pairs.map(|((what, mine), (_, theirs))| format!("{what} '{theirs}', not '{mine}'"));
        words.collect::<Vec<_>>().join("; ")
    }
}

/// One game of a journal.
#[derive(Serialize, Deserialize)]
struct Line {
    start: u64,
    pairing: usize,
    #[serde(flatten)]
    result: GameResult,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// The file cannot be read or written.
    File(std::io::Error),
    /// Another arena writes to it.
    InUse,
    /// It does not begin as a journal does.
    NoJournal,
    /// It belongs to another run: what differs.
    OtherRun(String),
    /// A line in its middle makes no sense.
    Line(usize, String),
    /// Its rules are not known here.
    Rules(String),
}

impl std::fmt::Display for JournalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            JournalError::File(error) => write!(f, "{error}"),
            JournalError::InUse => f.write_str("another arena is writing to it"),
            JournalError::NoJournal => f.write_str("it holds no results of an arena: choose a new file"),
            JournalError::OtherRun(differences) => {
                write!(f, "it is of another run ({differences}): choose a new file")
            }
            JournalError::Rules(reason) => write!(f, "its rules are not known here: {reason}"),
            JournalError::Line(line, reason) => write!(f, "line {line} is no result: {reason}"),
        }
    }
}

impl std::error::Error for JournalError {}

impl From<std::io::Error> for JournalError {
    fn from(error: std::io::Error) -> JournalError {
        JournalError::File(error)
    }
}

/// The open file.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens a journal, or begins one, and gives the games that it holds. A last line that was cut
    /// off in its middle is dropped from the file; a file of another run is left as it is.
    pub fn open(
        path: &Path,
        run: &RunId,
    ) -> Result<(Journal, BTreeMap<Task, GameResult>), JournalError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let first = serde_json::to_string(run).expect("words and numbers") + "\n";
        if whole == 0 {
            // Nothing, or a first line of this very run that was cut off.
            if !first.as_bytes().starts_with(&bytes) {
                return Err(JournalError::NoJournal);
            }
            file.set_len(0)?;
            file.write_all(first.as_bytes())?;
            return Ok((Journal { file }, BTreeMap::new()));
        }
        let games = read(&bytes[..whole], run)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Journal { file }, games))
    }

    /// Adds a game. It is in the file when this returns.
    pub fn add(&mut self, task: Task, result: &GameResult) -> std::io::Result<()> {
        let line = Line { start: task.start, pairing: task.pairing, result: result.clone() };
        let line = serde_json::to_string(&line).expect("words and numbers") + "\n";
        self.file.write_all(line.as_bytes())
    }
}

/// A file that was just let go may be held for a moment by a program that is being started.
fn lock(file: &File) -> Result<(), JournalError> {
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Err(JournalError::InUse)
}

fn read(bytes: &[u8], run: &RunId) -> Result<BTreeMap<Task, GameResult>, JournalError> {
    let (first, games) = read_any(bytes)?;
    match first == *run {
        true => Ok(games),
        false => Err(JournalError::OtherRun(run.differences(&first))),
    }
}

/// Reads a journal of any run. A last line that was cut off is left out.
pub(crate) fn read_any(bytes: &[u8]) -> Result<(RunId, BTreeMap<Task, GameResult>), JournalError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let text = std::str::from_utf8(&bytes[..whole]).map_err(|_| JournalError::NoJournal)?;
    let mut lines = text.lines();
    let run: RunId = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .filter(|run: &RunId| run.fogbound_arena == FORMAT)
        .ok_or(JournalError::NoJournal)?;
    let mut games = BTreeMap::new();
    for (index, line) in lines.enumerate() {
        let wrong = |reason: String| JournalError::Line(index + 2, reason);
        let Line { start, pairing, result } =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if pairing >= run.bots.len() || start == 0 {
            return Err(wrong("there is no such game".into()));
        }
        games.insert(Task { start, pairing }, result);
    }
    Ok((run, games))
}
