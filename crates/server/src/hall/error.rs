//! Why something at a table was not done.

use std::time::Duration;

use fogbound_table::{Code, CorruptTable, Refusal};

use crate::store::StoreError;

/// Why something at a table was not done.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// The person may not, or cannot now.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// There is too much of something; after this time it is worth another try.
    #[error("{0}")]
    Later(Refusal, Duration),
    /// What is stored makes no sense. Only who runs the server can do something about it.
    #[error("{0}")]
    Corrupt(#[from] CorruptTable),
    /// The store does not answer.
    #[error("the store failed: {0}")]
    Store(#[from] StoreError),
}

impl HallError {
    /// What the person is told. The words of the store are for the log of the host, not for people.
    pub fn into_refusal(self) -> Refusal {
        match self {
            HallError::Refused(refusal) | HallError::Later(refusal, _) => refusal,
            HallError::Corrupt(corrupt) => {
                tracing::error!(%corrupt, "a table is damaged");
                let words = "what is stored of this table is damaged; tell whoever runs this server";
                Refusal::new(Code::Unavailable, words)
            }
            HallError::Store(error) => {
                tracing::error!(%error, "the store failed");
                let words = "the server cannot reach its store; try again in a moment";
                Refusal::new(Code::Unavailable, words)
            }
        }
    }
}
