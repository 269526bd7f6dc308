//! The editions and boards that a program knows.

mod compiled;

use std::sync::Arc;

use compiled::{Compiled, RulesKey};

use crate::{Board, Edition, Options, RecordVersion, Rules, RulesError, RulesErrors};

/// The editions and boards that come with the program, and more of somebody's own.
///
/// ```
/// use fogbound_rules::{Edition, Library};
/// let mut library = Library::default();
/// let own = "format = 1\nid = \"quick\"\ntitle = \"Quick\"\nbased_on = \"modern\"\n[end]\nrounds = 12";
/// library.add_edition(Edition::parse(own).unwrap()).unwrap();
/// let rules = library.rules("quick", &[], 3).unwrap();
/// assert_eq!(rules.rounds(), Some(12));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    editions: Vec<Arc<Edition>>,
    boards: Vec<Arc<Board>>,
    /// Rules that somebody has, by what they were made of.
    compiled: Arc<Compiled>,
}

/// Why an edition or a board cannot be taken in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LibraryError {
    /// Another edition has that id.
    #[error("there is an edition '{0}' already; choose another id")]
    EditionTaken(String),
    /// Another board has that id.
    #[error("there is a board '{0}' already; choose another id")]
    BoardTaken(String),
    /// The edition's board is not there.
    #[error("the edition '{edition}' is played on the board '{board}', which is not there")]
    NoBoard {
        /// Which edition.
        edition: String,
        /// Its board.
        board: String,
    },
    /// The edition cannot be played on its board.
    #[error("the edition '{edition}' cannot be played on its board: {errors}")]
    Unplayable {
        /// Which edition.
        edition: String,
        /// Why not.
        errors: RulesErrors,
    },
}

impl Library {
    /// Takes a board in.
    pub fn add_board(&mut self, board: Board) -> Result<(), LibraryError> {
        if self.board(board.id()).is_some() {
            return Err(LibraryError::BoardTaken(board.id().into()));
        }
        self.boards.push(Arc::new(board));
        self.compiled = Arc::default();
        Ok(())
    }

    /// Takes an edition in, if it can be played on its board with every number of detectives.
    pub fn add_edition(&mut self, edition: Edition) -> Result<(), LibraryError> {
        let id = edition.id.clone();
        if self.edition(&id).is_some() {
            return Err(LibraryError::EditionTaken(id));
        }
        let Some(board) = self.board(&edition.board) else {
            return Err(LibraryError::NoBoard { edition: id, board: edition.board });
        };
        let edition = Arc::new(edition);
        for &detectives in &edition.pieces.detectives {
            let (edition, board) = (Arc::clone(&edition), Arc::clone(&board));
            if let Err(errors) = Rules::new(edition, board, Options::default(), detectives.into()) {
                return Err(LibraryError::Unplayable { edition: id, errors });
            }
        }
        self.editions.push(edition);
        self.compiled = Arc::default();
        Ok(())
    }

    /// All editions: those that come with the program first.
    pub fn editions(&self) -> impl Iterator<Item = &Arc<Edition>> {
        Edition::builtins().iter().chain(&self.editions)
    }

    /// An edition by its id.
    pub fn edition(&self, id: &str) -> Option<Arc<Edition>> {
        self.editions().find(|edition| edition.id == id).cloned()
    }

    /// A board by its id.
    pub fn board(&self, id: &str) -> Option<Arc<Board>> {
        let own = self.boards.iter().find(|board| board.id() == id).cloned();
        own.or_else(|| Board::builtin(id))
    }

    /// The rules of an edition on its board. Options are `KEY=VALUE`. Whoever asks for the same gets
    /// the same, as long as somebody has them: they take tens of kilobytes.
    pub fn rules(
        &self,
        edition: &str,
        options: &[&str],
        detectives: usize,
    ) -> Result<Arc<Rules>, RulesErrors> {
        let unknown = || RulesError::UnknownEdition(edition.into());
        let edition = self.edition(edition).ok_or_else(unknown)?;
        let no_board = || RulesError::UnknownBoard(edition.board.clone());
        let board = self.board(&edition.board).ok_or_else(no_board)?;
        let options = Options::parse(&edition.options, &edition.id, options.iter().copied())
            .map_err(RulesError::from)?;
        self.compile(edition, board, options, detectives, RecordVersion::NEWEST)
    }

    /// The rules of an edition and a board of this library, for games that are written in a version.
    pub(crate) fn compile(
        &self,
        edition: Arc<Edition>,
        board: Arc<Board>,
        options: Options,
        detectives: usize,
        version: RecordVersion,
    ) -> Result<Arc<Rules>, RulesErrors> {
        let options = options.other_than(&RecordVersion::NEWEST.defaults(&edition));
        let key = RulesKey {
            edition: edition.id.clone(),
            board: board.id().into(),
            options: options.clone(),
            detectives,
            version,
        };
        let new = || Ok(Rules::new(edition, board, options, detectives)?.written_in(version));
        self.compiled.get_or_insert(key, new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_rules_are_there_once_and_as_long_as_somebody_has_them() {
        let library = Library::default();
        let rules = |options: &[&str], detectives| {
            library.rules("modern", options, detectives).expect("they can be played")
        };
        let (one, other) = (rules(&[], 2), rules(&["pooled=false"], 2));
        assert!(Arc::ptr_eq(&one, &other), "what is the default may be said or not");
        assert!(!Arc::ptr_eq(&one, &rules(&["pooled=true"], 2)));
        assert!(!Arc::ptr_eq(&one, &rules(&[], 3)));
        assert!(library.rules("modern", &[], 9).is_err());
        let gone = Arc::downgrade(&one);
        drop((one, other));
        assert!(gone.upgrade().is_none(), "what nobody has is not kept");
        let _ = rules(&[], 4);
        assert_eq!(library.compiled.len(), 1, "and not known of either");
    }

    #[test]
    fn a_library_that_grows_does_not_change_the_rules_of_another() {
        let mut library = Library::default();
        let other = library.clone();
        let own = |rounds| {
            let text =
                "format = 1\nid = \"quick\"\ntitle = \"Quick\"\nbased_on = \"modern\"\n[end]\nrounds = ";
            Edition::parse(&format!("{text}{rounds}")).expect("an edition")
        };
        let mut longer = other.clone();
        library.add_edition(own(12)).expect("it is new");
        longer.add_edition(own(14)).expect("it is new there");
        let rounds = |library: &Library| library.rules("quick", &[], 3).map(|rules| rules.rounds()).ok();
        assert_eq!((rounds(&library), rounds(&longer)), (Some(Some(12)), Some(Some(14))));
        assert_eq!(rounds(&other), None);
    }
}
