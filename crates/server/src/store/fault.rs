//! What went wrong, in words for the host. They hold nothing of what was stored: an entry or a
//! password must not end in a log.

use sqlx::Error;

use super::{OpenError, StoreError};

/// The words for an error of a database.
pub(super) fn words(error: &Error) -> String {
    match error {
        // The message alone: PostgreSQL puts values into the details.
        Error::Database(fault) => match fault.code() {
            Some(code) => format!("{} ({code})", fault.message()),
            None => fault.message().into(),
        },
        Error::Io(fault) => fault.to_string(),
        Error::Tls(fault) => format!("no secure connection: {fault}"),
        Error::PoolTimedOut => "no connection to the database in time".into(),
        Error::PoolClosed | Error::WorkerCrashed => "the store is closed".into(),
        Error::ColumnDecode { index, .. } => format!("column {index} is not what it should be"),
        Error::RowNotFound => "a row is missing".into(),
        _ => "the database driver failed".into(),
    }
}

impl StoreError {
    /// For an error of a database.
    pub(super) fn of(error: &Error) -> StoreError {
        StoreError::Failed(words(error))
    }

    /// For a store that was closed.
    pub(super) fn closed() -> StoreError {
        StoreError::Failed("the store is closed".into())
    }
}

impl OpenError {
    /// For an error of SQLite: those that mean a bad file are told apart.
    pub(super) fn of_sqlite(place: &str, error: &Error) -> OpenError {
        let (place, reason) = (place.into(), words(error));
        let code = error.as_database_error().and_then(|fault| fault.code()?.parse::<i32>().ok());
        // The lower byte of an extended code is the primary one; 11 is "corrupt", 26 "not a database".
        match code.map(|code| code & 0xff) {
            Some(11 | 26) => OpenError::Damaged { place, reason },
            _ => OpenError::Failed { place, reason },
        }
    }
}
