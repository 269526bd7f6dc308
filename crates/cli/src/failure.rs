//! Errors as the command line reports them: one line that says what to do, and an exit code.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// Why a command ended without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was asked for something that cannot be: exit code 2.
    Usage(String),
    /// What it looked at is not right: exit code 1.
    Check(String),
    /// Whoever reads the output has stopped reading: nothing to report.
    Closed,
}

impl Failure {
    pub(crate) fn usage(reason: impl Display) -> Failure {
        Failure::Usage(reason.to_string())
    }

    pub(crate) fn check(reason: impl Display) -> Failure {
        Failure::Check(reason.to_string())
    }

    /// Arguments that make no sense: the parser's words in one line.
    pub(crate) fn misread(error: &clap::Error) -> Failure {
        let text = error.to_string();
        let lines = text.lines().map(str::trim);
        let lines =
            lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
        let words: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let words = words.join(" ");
        Failure::Usage(format!("{} (--help tells more)", words.trim_start_matches("error: ")))
    }

    pub(crate) fn unreadable(path: &Path, error: std::io::Error) -> Failure {
        Failure::Usage(format!("cannot read {}: {error}", path.display()))
    }

    pub(crate) fn unwritable(path: &Path, error: std::io::Error) -> Failure {
        Failure::Usage(format!("cannot write {}: {error}", path.display()))
    }

    pub(crate) fn report(self) -> ExitCode {
        let (reason, code) = match self {
            Failure::Usage(reason) => (reason, 2),
            Failure::Check(reason) => (reason, 1),
            Failure::Closed => return ExitCode::SUCCESS,
        };
        eprintln!("error: {}", reason.replace('\n', " "));
        ExitCode::from(code)
    }
}

/// Output that fails, because its reader is gone or its disk is full.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Usage(format!("cannot write the output: {error}")),
        }
    }
}
