//! Why something was not done: a word for programs, and a sentence for people.

use fogbound_rules::Illegal;
use serde::Serialize;

/// The word for a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Code {
    /// The message makes no sense.
    BadMessage,
    /// The settings make no sense.
    BadSettings,
    /// There is no such table, or no longer.
    NoTable,
    /// Things have moved on since the version that the command answers.
    Stale,
    /// Only somebody else may do that.
    NotYours,
    /// That cannot be done now.
    NotNow,
    /// Hints may be taken at this table, and not all who play have agreed to that.
    NotAgreed,
    /// The rules forbid it.
    Illegal,
    /// Too much of something.
    Limit,
    /// This is longer than anything that is taken.
    TooLong,
    /// This would take longer than anybody is waited for here.
    TakesTooLong,
    /// The store does not answer.
    Unavailable,
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// For people: what is wrong, and what to do.
    pub text: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: Code, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }
}

/// A refusal as a result.
pub fn refuse<T>(code: Code, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, text))
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::new(Code::Illegal, illegal.to_string())
    }
}
