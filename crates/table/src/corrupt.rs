//! Entries that cannot be what they are said to be.

use crate::Version;

/// The stored entries of a table make no sense. Nobody at the table can do anything about it: this is
/// for whoever runs the server. It quotes nothing of what was read, which is secret.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the stored entries of this table cannot be read, from version {after} on: {reason}")]
pub struct CorruptTable {
    /// The last version that could be read.
    pub after: Version,
    /// What is wrong, without what was read.
    pub reason: &'static str,
}
