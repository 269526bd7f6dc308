//! The rules that a record names.

use std::sync::Arc;

use super::{Place, Record, RecordError};
use crate::{Board, Edition, Library, Options, Rules};

fn wrong(reason: impl ToString) -> RecordError {
    RecordError::new(Place::Nowhere, reason.to_string())
}

impl Record {
    /// The rules of the game that was recorded, of this edition on this board: with the options and
    /// detectives that the record names. What it leaves unsaid is what was the custom at the time of
    /// its version; a game that is played on by these rules is written in that version again.
    pub fn rules(&self, edition: Arc<Edition>, board: Arc<Board>) -> Result<Rules, RecordError> {
        let detectives = self.needed("Detectives")?;
        let detectives = detectives
            .parse()
            .map_err(|_| wrong(format!("the tag Detectives is no number: '{detectives}'")))?;
        let version = self.version();
        let texts = self.tag("Options").unwrap_or("").split(';').map(str::trim);
        let texts = texts.filter(|text| !text.is_empty());
        let named = Options::read(&edition.options, &edition.id, texts).map_err(wrong)?;
        let options = version.defaults(&edition).with(named);
        Ok(Rules::new(edition, board, options, detectives).map_err(wrong)?.written_in(version))
    }

    /// The same for the edition and the board that the record names, if the library has them.
    pub fn rules_in(&self, library: &Library) -> Result<Rules, RecordError> {
        let id = self.needed("Edition")?;
        let edition = library.edition(id);
        let edition = edition.ok_or_else(|| wrong(format!("there is no edition '{id}' here")))?;
        let id = self.needed("Board")?;
        let board = library.board(id);
        let board = board.ok_or_else(|| wrong(format!("there is no board '{id}' here")))?;
        self.rules(edition, board)
    }

    /// The same for an edition and a board that come with the program.
    pub fn builtin_rules(&self) -> Result<Rules, RecordError> {
        self.rules_in(&Library::default())
    }

    fn needed(&self, tag: &str) -> Result<&str, RecordError> {
        self.tag(tag).ok_or_else(|| wrong(format!("the tag {tag} is missing")))
    }
}
