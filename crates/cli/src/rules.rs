//! The arguments that choose edition, board and options.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fogbound_rules::edition::{OptionKey, OptionValue};
use fogbound_rules::{Board, Edition, Library, Options, Rules};

use crate::failure::Failure;

/// Which rules to play by.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct RulesArgs {
    /// The edition: a name of `fogbound editions`, or a file of your own.
    #[arg(long, short, value_name = "NAME|FILE")]
    pub(crate) edition: String,
    #[command(flatten)]
    pub(crate) choices: Choices,
}

/// What may be chosen beside the edition.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Choices {
    /// A board in place of the edition's own: a name, or a file of your own.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) board: Option<String>,
    /// An option of the edition; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Short for --option pooled=true: the two-player game of the modern edition.
    #[arg(long)]
    pub(crate) pooled: bool,
}

impl RulesArgs {
    /// The edition that was asked for.
    pub(crate) fn edition(&self) -> Result<Arc<Edition>, Failure> {
        edition(&self.edition)
    }

    /// The rules for a number of detectives; by default the greatest that the edition allows.
    pub(crate) fn rules(&self, detectives: Option<usize>) -> Result<Arc<Rules>, Failure> {
        rules(self.edition()?, &self.choices, detectives)
    }
}

impl Choices {
    /// The options that were chosen, checked against the edition.
    pub(crate) fn parse(&self, edition: &Edition) -> Result<Options, String> {
        let pooled = self.pooled.then_some("pooled=true");
        let texts = self.options.iter().map(String::as_str).chain(pooled);
        Options::parse(&edition.options, &edition.id, texts).map_err(|error| error.to_string())
    }
}

/// The rules of an edition with what was chosen.
pub(crate) fn rules(
    edition: Arc<Edition>,
    choices: &Choices,
    detectives: Option<usize>,
) -> Result<Arc<Rules>, Failure> {
    let board = board(choices.board.as_ref().unwrap_or(&edition.board))?;
    let options = choices.parse(&edition).map_err(Failure::usage)?;
    let pooled = options.get(OptionKey::Pooled) == Some(&OptionValue::Switch(true));
    let most = edition.pieces.detectives.iter().copied().max().unwrap_or(0);
    let detectives = detectives.unwrap_or(if pooled { 2 } else { most.into() });
    Rules::new(edition, board, options, detectives).map(Arc::new).map_err(Failure::usage)
}

/// A built-in edition, or one from a file.
pub(crate) fn edition(name: &str) -> Result<Arc<Edition>, Failure> {
    if let Some(edition) = Edition::builtin(name) {
        return Ok(edition);
    }
    let edition = own_edition(name)?;
    if Edition::builtin(&edition.id).is_some() {
        let reason = format!("the id '{}' is a built-in edition's; choose another", edition.id);
        return Err(wrong(name, reason));
    }
    Ok(Arc::new(edition))
}

/// A built-in board, or one from a file.
pub(crate) fn board(name: &str) -> Result<Arc<Board>, Failure> {
    if let Some(board) = Board::builtin(name) {
        return Ok(board);
    }
    let board = own_board(name)?;
    if Board::builtin(board.id()).is_some() {
        let reason = format!("the id '{}' is a built-in board's; choose another", board.id());
        return Err(wrong(name, reason));
    }
    Ok(Arc::new(board))
}

/// The editions and boards that come with the program, and those of these files. An edition may name
/// its board by the path of a file, too.
pub(crate) fn library(editions: &[String], boards: &[String]) -> Result<Library, Failure> {
    let mut library = Library::default();
    let mut ids = BTreeMap::new();
    let mut add_board = |library: &mut Library, name: &str| -> Result<String, Failure> {
        if let Some(id) = ids.get(name) {
            return Ok(String::clone(id));
        }
        let board = own_board(name)?;
        let id = board.id().to_string();
        library.add_board(board).map_err(|error| wrong(name, error))?;
        ids.insert(name.to_string(), id.clone());
        Ok(id)
    };
    for name in boards {
        add_board(&mut library, name)?;
    }
    for name in editions {
        let mut edition = own_edition(name)?;
        if library.board(&edition.board).is_none() {
            edition.board = add_board(&mut library, &edition.board)?;
        }
        library.add_edition(edition).map_err(|error| wrong(name, error))?;
    }
    Ok(library)
}

fn own_edition(name: &str) -> Result<Edition, Failure> {
    let names = Edition::builtins().iter().map(|edition| edition.id.as_str());
    let text = read_named("edition", name, names)?;
    Edition::parse(&text).map_err(|errors| wrong(name, errors))
}

fn own_board(name: &str) -> Result<Board, Failure> {
    let text = read_named("board", name, Board::builtin_ids())?;
    Board::parse(&text).map_err(|errors| wrong(name, errors))
}

fn wrong(name: &str, reason: impl Display) -> Failure {
    Failure::usage(format!("{name}: {reason}"))
}

const MOST_BYTES: u64 = 1 << 20;

fn read_named<'n>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'n str>,
) -> Result<String, Failure> {
    let path = Path::new(name);
    if !path.is_file() {
        let known = known.collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!(
            "there is no {what} '{name}', and no such file; there are {known}"
        )));
    }
    let size = fs::metadata(path).map_err(|error| Failure::unreadable(path, error))?.len();
    if size > MOST_BYTES {
        return Err(Failure::usage(format!("{name} is longer than 1 MiB: this is no {what}")));
    }
    fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))
}
