//! The file of a backup: a head, a line a key, a line a puzzle that people tried, a line a count of games, a line a table, an
//! end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::BackupError;
use crate::store::sqlite::private;
use crate::store::{CountedBy, PuzzleRating, Row, StartCell, Status, StoredKey};
use fogbound_rules::{Hex, PublicKey};
use fogbound_table::Moment;

/// The format that is written, and the newest that is read. The first said only whether something
/// happens by itself at a table, and not when; and had no keys. The second had no puzzles and no counts.
const FORMAT: u32 = 3;

/// The most bytes of a line: far more than a table may have.
const LONGEST: u64 = 256 << 20;

/// What a backup holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Contents {
    /// The number of tables.
    pub tables: u64,
    /// The number of their entries, all together.
    pub entries: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
enum Line {
    Head {
        fogbound_backup: u32,
        alive: Option<u64>,
        down: u64,
    },
    Key {
        public: PublicKey,
        secret: Hex<32>,
        made: u64,
        until: Option<u64>,
    },
    Puzzle {
        id: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
        tries: u64,
    },
    Start {
        edition: String,
        detectives: u8,
        by: String,
        cell: String,
        games: u64,
        fugitive_wins: u64,
    },
    Table {
        id: String,
        version: u64,
        public: bool,
        status: i16,
        #[serde(default, skip_serializing)]
        driven: bool,
        #[serde(default)]
        due: Option<u64>,
        touched: u64,
        summary: String,
        entries: Vec<String>,
    },
    End {
        #[serde(flatten)]
        contents: Contents,
        sha256: String,
    },
}

/// Writes a backup. Until it is finished it has another name; if it is not, it is removed.
pub(super) struct LineWriter {
    to: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    hash: Sha256,
    contents: Contents,
}

impl LineWriter {
    pub(super) fn create(to: &Path) -> Result<LineWriter, BackupError> {
        if to.exists() {
            return Err(BackupError::Exists(to.display().to_string()));
        }
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file =
            private().truncate(true).open(&part).map_err(|error| failed(&part, "written", &error))?;
        let file = BufWriter::with_capacity(1 << 20, file);
        Ok(LineWriter { to: to.into(), part, file, hash: Sha256::new(), contents: Contents::default() })
    }

    pub(super) fn head(&mut self, alive: Option<u64>, down: u64) -> Result<(), BackupError> {
        self.write(&Line::Head { fogbound_backup: FORMAT, alive, down })
    }

    pub(super) fn key(&mut self, key: &StoredKey) -> Result<(), BackupError> {
        let StoredKey { public, secret, made, until } = key.clone();
        self.write(&Line::Key { public, secret, made, until })
    }

    pub(super) fn puzzle(&mut self, rating: &PuzzleRating) -> Result<(), BackupError> {
        let PuzzleRating { id, rating, deviation, volatility, tries } = rating.clone();
        self.write(&Line::Puzzle { id, rating, deviation, volatility, tries })
    }

    pub(super) fn start(&mut self, cell: &StartCell) -> Result<(), BackupError> {
        let StartCell { edition, detectives, by, cell, games, fugitive_wins } = cell.clone();
        self.write(&Line::Start {
            edition,
            detectives,
            by: by.word().into(),
            cell,
            games,
            fugitive_wins,
        })
    }

    pub(super) fn table(&mut self, row: Row, entries: Vec<String>) -> Result<(), BackupError> {
        self.contents.tables += 1;
        self.contents.entries += entries.len() as u64;
        self.write(&Line::Table {
            id: row.id.to_string(),
            version: row.version,
            public: row.public,
            status: row.status.number(),
            driven: false,
            due: row.due.map(|due| due.0),
            touched: row.touched,
            summary: row.summary,
            entries,
        })
    }

    /// Writes the end, and gives the file its name when all of it is on the disk.
    pub(super) fn finish(mut self) -> Result<Contents, BackupError> {
        let sha256 = hex(self.hash.clone());
        self.write(&Line::End { contents: self.contents, sha256 })?;
        let end = |this: &mut LineWriter| {
            this.file.flush()?;
            this.file.get_ref().sync_all()?;
            std::fs::rename(&this.part, &this.to)?;
            sync_folder_of(&this.to)
        };
        end(&mut self).map_err(|error| failed(&self.to, "written", &error))?;
        Ok(self.contents)
    }

    fn write(&mut self, line: &Line) -> Result<(), BackupError> {
        let written = serde_json::to_vec(line).map_err(io::Error::from).and_then(|mut bytes| {
            bytes.push(b'\n');
            self.hash.update(&bytes);
            self.file.write_all(&bytes)
        });
        written.map_err(|error| failed(&self.part, "written", &error))
    }
}

impl Drop for LineWriter {
    fn drop(&mut self) {
        // After the end there is no such file any more.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Reads a backup.
pub(super) struct LineReader {
    name: String,
    file: BufReader<File>,
    line: u64,
    hash: Sha256,
    contents: Contents,
    keys: Vec<StoredKey>,
    puzzles: Vec<PuzzleRating>,
    starts: Vec<StartCell>,
}

/// Something that is wrong with a line.
type Wrong = &'static str;

impl LineReader {
    /// Opens a backup: gives with it when a server last ran, and for how long none did.
    pub(super) fn open(from: &Path) -> Result<(LineReader, Option<u64>, u64), BackupError> {
        let file = File::open(from).map_err(|error| failed(from, "read", &error))?;
        let mut reader = LineReader {
            name: from.display().to_string(),
            file: BufReader::with_capacity(1 << 20, file),
            line: 0,
            hash: Sha256::new(),
            contents: Contents::default(),
            keys: vec![],
            puzzles: vec![],
            starts: vec![],
        };
        match reader.next()? {
            Line::Head { fogbound_backup, .. } if fogbound_backup > FORMAT => {
                Err(reader.broken("it was written by a newer Fogbound: use that one; the format"))
            }
            Line::Head { alive, down, .. } => Ok((reader, alive, down)),
            _ => Err(reader.broken("there is no head")),
        }
    }

    /// The next table with its entries; nothing if that was all, and the end is right.
    pub(super) fn table(&mut self) -> Result<Option<(Row, Vec<String>)>, BackupError> {
        let mut sum = hex(self.hash.clone());
        let mut line = self.next()?;
        loop {
            match line {
                Line::Key { public, secret, made, until } => {
                    self.keys.push(StoredKey { public, secret, made, until });
                }
                Line::Puzzle { id, rating, deviation, volatility, tries } => {
                    self.puzzles.push(PuzzleRating { id, rating, deviation, volatility, tries });
                }
                Line::Start { edition, detectives, by, cell, games, fugitive_wins } => {
                    let by =
                        CountedBy::of_word(&by).map_err(|_| self.broken("there is no such count"))?;
                    let cell = StartCell { edition, detectives, by, cell, games, fugitive_wins };
                    self.starts.push(cell);
                }
                Line::Head { .. } | Line::Table { .. } | Line::End { .. } => break,
            }
            sum = hex(self.hash.clone());
            line = self.next()?;
        }
        match line {
            Line::Key { .. } | Line::Puzzle { .. } | Line::Start { .. } | Line::Head { .. } => {
                Err(self.broken("there is a second head"))
            }
            Line::Table { id, version, public, status, driven, due, touched, summary, entries } => {
                let id = id.parse().map_err(|_| self.broken("there is no name of a table"))?;
                let status =
                    Status::of_number(status).ok_or_else(|| self.broken("there is no such status"))?;
                if entries.len() as u64 != version {
                    return Err(self.broken("the number of entries is wrong"));
                }
                self.contents.tables += 1;
                self.contents.entries += version;
                // A server looks when it starts.
                let due = due.or(driven.then_some(0)).map(Moment);
                Ok(Some((Row { id, version, public, status, due, touched, summary }, entries)))
            }
            Line::End { contents, .. } if contents != self.contents => {
                Err(self.broken("some tables are missing"))
            }
            Line::End { sha256, .. } if sha256 != sum => {
                Err(self.broken("the file was changed; the sum"))
            }
            Line::End { .. } => Ok(None),
        }
    }

    /// The keys that were read.
    pub(super) fn keys(&self) -> &[StoredKey] {
        &self.keys
    }

    /// The ratings of puzzles that were read.
    pub(super) fn puzzles(&self) -> &[PuzzleRating] {
        &self.puzzles
    }

    /// How games ended by how they began, as it was read.
    pub(super) fn starts(&self) -> &[StartCell] {
        &self.starts
    }

    /// What was read.
    pub(super) fn contents(&self) -> Contents {
        self.contents
    }

    /// The error for a table that comes twice.
    pub(super) fn twice(&self) -> BackupError {
        self.broken("there is a table for the second time")
    }

    fn next(&mut self) -> Result<Line, BackupError> {
        let mut bytes = Vec::new();
        let read = self.file.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        read.map_err(|error| BackupError::File {
            file: self.name.clone(),
            action: "read",
            reason: error.to_string(),
        })?;
        self.line += 1;
        if bytes.last() != Some(&b'\n') {
            return Err(self.broken("the file ends too early"));
        }
        self.hash.update(&bytes);
        // What is wrong with the text could quote what is in it.
        serde_json::from_slice(&bytes).map_err(|_| self.broken("something is not understood"))
    }

    fn broken(&self, reason: Wrong) -> BackupError {
        BackupError::Broken { file: self.name.clone(), line: self.line, reason }
    }
}

/// The failure to do something with a file.
pub(super) fn failed(file: &Path, action: &'static str, error: &io::Error) -> BackupError {
    BackupError::File { file: file.display().to_string(), action, reason: error.to_string() }
}

/// Makes a new name in a folder durable.
pub(super) fn sync_folder_of(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    #[cfg(unix)]
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    let _ = folder;
    Ok(())
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
