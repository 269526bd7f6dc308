//! The folder of an embedded store: who may read it, and who has it.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::store::OpenError;

/// The folder in which an embedded store is.
#[derive(Clone)]
pub(in crate::store) struct Folder(PathBuf);

/// The folder is held as long as this exists. The system gives it free when the process dies.
pub(in crate::store) struct Hold {
    _file: File,
}

impl Folder {
    /// This folder; it need not exist.
    pub(in crate::store) fn new(dir: &Path) -> Folder {
        Folder(dir.into())
    }

    /// The file of the database.
    pub(in crate::store) fn database(&self) -> PathBuf {
        self.0.join("fogbound.db")
    }

    /// Makes the folder if it is missing, for its owner alone, and holds it.
    pub(in crate::store) fn hold(&self) -> Result<Hold, OpenError> {
        self.make().map_err(|error| self.failed(&error))?;
        let path = self.0.join("fogbound.lock");
        let mut file = private().read(true).open(path).map_err(|error| self.failed(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                // Who has it is only told if it can be read.
                let _ = file.read_to_string(&mut text);
                return Err(OpenError::Held { place: self.name(), process: text.trim().parse().ok() });
            }
            Err(TryLockError::Error(error)) => return Err(self.failed(&error)),
        }
        let say = |file: &mut File| {
            file.set_len(0)?;
            writeln!(file, "{}", std::process::id())
        };
        say(&mut file).map_err(|error| self.failed(&error))?;
        Ok(Hold { _file: file })
    }

    /// The folder, as it is shown to the host.
    pub(in crate::store) fn name(&self) -> String {
        self.0.display().to_string()
    }

    /// The failure to do something with the folder.
    pub(in crate::store) fn failed(&self, error: &io::Error) -> OpenError {
        OpenError::Failed { place: self.name(), reason: error.to_string() }
    }

    fn make(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&self.0)
    }
}

/// Options that make a file which only its owner may read, if it is missing.
pub(in crate::store) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
