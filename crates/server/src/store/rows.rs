//! Rows of tables as both databases store them, and the questions that both understand.

use super::{Query, Row, Status, StoreError};
use fogbound_table::Version;
use fogbound_table::id::TableId;

/// The columns of a row: id, version, public, status, driven, touched, summary.
pub(super) type Columns = (String, i64, bool, i16, bool, i64, String);

/// The rows of a query; what they take is [`bounds`].
pub(super) const fn select(query: Query) -> &'static str {
    match query {
        Query::Listed => {
            "SELECT id, version, public, status, driven, touched, summary FROM tables \
             WHERE public AND status < 2 ORDER BY touched DESC, id LIMIT $1"
        }
        Query::Driven => {
            "SELECT id, version, public, status, driven, touched, summary FROM tables \
             WHERE driven ORDER BY touched DESC, id LIMIT $1"
        }
        Query::Untouched { .. } => {
            "SELECT id, version, public, status, driven, touched, summary FROM tables \
             WHERE status = $2 AND touched < $3 ORDER BY touched DESC, id LIMIT $1"
        }
    }
}

/// The entries of a table after a version.
pub(super) const READ: &str =
    "SELECT entry FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version";

/// Deletes a table, and by the reference its entries.
pub(super) const DELETE: &str = "DELETE FROM tables WHERE id = $1";

/// See [`super::Store::beat`].
pub(super) const BEAT: &str = "UPDATE service SET \
     down = down + CASE WHEN $1 - alive > $2 THEN $1 - alive ELSE 0 END, alive = $1 RETURNING down";

/// A number as the databases store it.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number that a database stored.
pub(super) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// A row out of its columns.
pub(super) fn row(columns: Columns) -> Result<Row, StoreError> {
    let (id, version, public, status, driven, touched, summary) = columns;
    Ok(Row {
        id: table(&id)?,
        version: unsigned(version),
        public,
        status: Status::of_number(status).ok_or_else(|| damaged("the status of a table"))?,
        driven,
        touched: unsigned(touched),
        summary,
    })
}

/// The name of a table.
pub(super) fn table(id: &str) -> Result<TableId, StoreError> {
    id.parse().map_err(|_| damaged("the name of a table"))
}

fn damaged(what: &str) -> StoreError {
    StoreError::Failed(format!("{what} in the database is not one of ours"))
}

/// Whether the row counts the entries. One that does not would make the table unreadable.
pub(super) fn check(row: &Row, after: Version, entries: &[String]) -> Result<(), StoreError> {
    match after.checked_add(entries.len() as u64) == Some(row.version) {
        true => Ok(()),
        false => Err(StoreError::Failed("the version of a row is not the number of its entries".into())),
    }
}
