//! The rules that a record names.

use std::sync::Arc;

use super::{Place, Record, RecordError};
use crate::{Board, Edition, Library, Options, Rules};

fn wrong(reason: impl ToString) -> RecordError {
    RecordError::new(Place::Nowhere, reason.to_string())
}

impl Record {
    /// The rules of the game that was recorded, if the library has its edition and its board: with the
    /// options and detectives that the record names. What it leaves unsaid is what was the custom at the
    /// time of its version; a game that is played on by these rules is written in that version again.
    pub fn rules_in(&self, library: &Library) -> Result<Arc<Rules>, RecordError> {
        let id = self.needed("Edition")?;
        let edition = library.edition(id);
        let edition = edition.ok_or_else(|| wrong(format!("there is no edition '{id}' here")))?;
        let id = self.needed("Board")?;
        let board = library.board(id);
        let board = board.ok_or_else(|| wrong(format!("there is no board '{id}' here")))?;
        let (options, detectives) = self.agreed(&edition)?;
        library.compile(edition, board, options, detectives, self.version()).map_err(wrong)
    }

    /// The same for an edition and a board of somebody's own.
    pub fn rules(&self, edition: Arc<Edition>, board: Arc<Board>) -> Result<Rules, RecordError> {
        let (options, detectives) = self.agreed(&edition)?;
        let rules = Rules::new(edition, board, options, detectives).map_err(wrong)?;
        Ok(rules.written_in(self.version()))
    }

    /// The same for an edition and a board that come with the program.
    pub fn builtin_rules(&self) -> Result<Arc<Rules>, RecordError> {
        self.rules_in(&Library::default())
    }

    /// The options and the number of detectives.
    fn agreed(&self, edition: &Edition) -> Result<(Options, usize), RecordError> {
        let detectives = self.needed("Detectives")?;
        let detectives = detectives
            .parse()
            .map_err(|_| wrong(format!("the tag Detectives is no number: '{detectives}'")))?;
        let texts = self.tag("Options").unwrap_or("").split(';').map(str::trim);
        let texts = texts.filter(|text| !text.is_empty());
        let named = Options::read(&edition.options, &edition.id, texts).map_err(wrong)?;
        Ok((self.version().defaults(edition).with(named), detectives))
    }

    fn needed(&self, tag: &str) -> Result<&str, RecordError> {
        self.tag(tag).ok_or_else(|| wrong(format!("the tag {tag} is missing")))
    }
}
