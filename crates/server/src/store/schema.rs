//! The schema of the databases, in steps. A database says which step it is at; those that it lacks
//! are taken when it is opened, all in one transaction. A step that was published is never changed:
//! a new one is added.

use super::OpenError;

/// The steps for SQLite: the first makes schema 1 out of nothing.
pub(super) const SQLITE: &[&str] = &[
    include_str!("schema/1.sqlite.sql"),
    include_str!("schema/2.sqlite.sql"),
    include_str!("schema/3.sqlite.sql"),
    include_str!("schema/4.sqlite.sql"),
    include_str!("schema/5.sqlite.sql"),
    include_str!("schema/6.sqlite.sql"),
];

/// The steps for PostgreSQL.
pub(super) const POSTGRES: &[&str] = &[
    include_str!("schema/1.postgres.sql"),
    include_str!("schema/2.postgres.sql"),
    include_str!("schema/3.postgres.sql"),
    include_str!("schema/4.postgres.sql"),
    include_str!("schema/5.postgres.sql"),
    include_str!("schema/6.postgres.sql"),
    include_str!("schema/7.postgres.sql"),
];

/// Makes the table that says which step a database is at.
pub(super) const MAKE_VERSION: &str =
    "CREATE TABLE fogbound_schema (version integer NOT NULL); INSERT INTO fogbound_schema VALUES (0)";

/// Reads it.
pub(super) const READ_VERSION: &str = "SELECT version FROM fogbound_schema";

/// Sets it.
pub(super) const SET_VERSION: &str = "UPDATE fogbound_schema SET version = $1";

/// The steps that a database lacks, each with the version that it leads to.
pub(super) fn lacking<'a>(
    steps: &'a [&'static str],
    found: i32,
    place: &str,
) -> Result<impl Iterator<Item = (i32, &'static str)> + 'a, OpenError> {
    let known = steps.len() as i32;
    if found > known {
        return Err(OpenError::Newer { place: place.into(), found, known });
    }
    let done = usize::try_from(found)
        .map_err(|_| OpenError::Damaged { place: place.into(), reason: format!("schema {found}") })?;
    Ok((1..).zip(steps).skip(done).map(|(version, step)| (version, *step)))
}
