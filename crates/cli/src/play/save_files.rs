//! The files of one game: where it is saved, and which files it may write anew.

use std::path::{Path, PathBuf};

use super::save;
use super::session::Session;
use crate::failure::Failure;

/// Where a game is saved. What is there already and is not this game is never overwritten.
#[derive(Default)]
pub(crate) struct SaveFiles {
    /// The file that is written after every move.
    autosave_path: Option<PathBuf>,
    /// The files that hold this game.
    own: Vec<PathBuf>,
}

impl SaveFiles {
    /// The files of a game that is saved into a file, or goes on from one and is saved into it.
    pub(crate) fn new(save: Option<&Path>, resume: Option<&Path>) -> Result<SaveFiles, Failure> {
        let own = resume.and_then(|path| path.canonicalize().ok()).into_iter().collect();
        let files = SaveFiles { autosave_path: save.or(resume).map(Into::into), own };
        save.map_or(Ok(()), |path| files.check(path))?;
        Ok(files)
    }

    pub(crate) fn autosave_path(&self) -> Option<&Path> {
        self.autosave_path.as_deref()
    }

    /// Refuses a file that is something else.
    fn check(&self, path: &Path) -> Result<(), Failure> {
        let Ok(real) = path.canonicalize() else { return Ok(()) };
        let name = path.display();
        if self.own.contains(&real) {
            Ok(())
        } else if real.is_dir() {
            Err(Failure::usage(format!("{name} is a folder: write the name of a file")))
        } else {
            Err(Failure::usage(format!(
                "{name} is there already and is not this game: choose another name, or go on with \
                 that game by 'fogbound play --resume {name}'"
            )))
        }
    }

    fn write(&mut self, session: &Session, path: &Path) -> Result<(), Failure> {
        self.check(path)?;
        save::write(path, &session.record().map_err(Failure::check)?)?;
        let real = path.canonicalize().map_err(|error| Failure::unwritable(path, error))?;
        if !self.own.contains(&real) {
            self.own.push(real);
        }
        Ok(())
    }

    /// Saves into the file that is written after every move, if there is one.
    pub(crate) fn autosave(&mut self, session: &Session) -> Result<(), Failure> {
        match self.autosave_path.clone() {
            Some(path) => self.write(session, &path),
            None => Ok(()),
        }
    }

    /// Saves because it was asked for. The first file of a game is written after every move from
    /// then on. One that cannot be written is no reason to end the game.
    pub(crate) fn save(&mut self, session: &Session, path: Option<PathBuf>) -> String {
        let Some(path) = path.or(self.autosave_path.clone()) else {
            return "Where to? Write 'save FILE'.\n".into();
        };
        match self.write(session, &path) {
            Ok(()) => {
                let first = self.autosave_path.is_none();
                self.autosave_path.get_or_insert(path.clone());
                let on = if first { ", and from now on after every move" } else { "" };
                format!("Saved in {}{on}. The file holds the secret.\n", path.display())
            }
            Err(Failure::Usage(reason) | Failure::Check(reason)) => format!("Not saved: {reason}.\n"),
            Err(Failure::Closed) => String::new(),
        }
    }

    /// How to go on later.
    pub(crate) fn how_to_resume(&self) -> String {
        how_to_resume(self.autosave_path())
    }
}

/// How to go on with a game later.
pub(crate) fn how_to_resume(saved: Option<&Path>) -> String {
    match saved {
        None => "The game was not saved.\n".into(),
        Some(path) => format!("To go on: fogbound play --resume {}\n", path.display()),
    }
}
