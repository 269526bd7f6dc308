//! Rows of tables as both databases store them, and the questions that both understand.

use super::{Query, Row, Status, StoreError};
use fogbound_table::id::TableId;
use fogbound_table::{Moment, Version};

/// The columns of a row: id, version, public, status, due, touched, summary.
pub(super) type Columns = (String, i64, bool, i16, Option<i64>, i64, String);

/// The rows of a query: how many are wanted is $1, what [`bounds`] gives follows.
pub(super) const fn select(query: Query) -> &'static str {
    match query {
        Query::Listed => {
            "SELECT id, version, public, status, due, touched, summary FROM tables \
             WHERE public AND status < 2 ORDER BY touched DESC, id LIMIT $1"
        }
        Query::Due { .. } => {
            "SELECT id, version, public, status, due, touched, summary FROM tables \
             WHERE due <= $2 AND (due, id) > ($3, $4) ORDER BY due, id LIMIT $1"
        }
        Query::Untouched { .. } => {
            "SELECT id, version, public, status, due, touched, summary FROM tables \
             WHERE touched < $2 AND (touched, id) > ($3, $4) AND status = $5 \
             ORDER BY touched, id LIMIT $1"
        }
    }
}

/// What a query takes, beside how many rows are wanted: up to when; after when, and after which; of which
/// status, or nothing.
pub(super) type Bounds = (i64, i64, String, Option<i16>);

/// The bounds of a query, if it has some.
pub(super) fn bounds(query: Query) -> Option<Bounds> {
    let after = |after: Option<(u64, TableId)>| match after {
        Some((at, id)) => (signed(at), id.to_string()),
        None => (-1, String::new()),
    };
    match query {
        Query::Listed => None,
        Query::Due { until, after: last } => {
            let (at, id) = after(last.map(|(Moment(at), id)| (at, id)));
            Some((signed(until.0), at, id, None))
        }
        Query::Untouched { status, since, after: last } => {
            let (at, id) = after(last);
            Some((signed(since), at, id, Some(status.number())))
        }
    }
}

/// Adds the bounds of a query to it.
macro_rules! bind_bounds {
    ($select:expr, $query:expr) => {{
        let mut select = $select;
        if let Some((until, after, id, status)) = $crate::store::rows::bounds($query) {
            select = select.bind(until).bind(after).bind(id);
            if let Some(status) = status {
                select = select.bind(status);
            }
        }
        select
    }};
}
pub(super) use bind_bounds;

/// The entries of a table after a version.
pub(super) const READ: &str =
    "SELECT entry FROM entries WHERE table_id = $1 AND version > $2 ORDER BY version";

/// Deletes a table, and by the reference its entries.
pub(super) const DELETE: &str = "DELETE FROM tables WHERE id = $1";

/// See [`super::Store::set_due`].
pub(super) const SET_DUE: &str = "UPDATE tables SET due = $3 WHERE id = $1 AND version = $2";

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

/// When something is due, as the databases store it.
pub(super) fn stored(due: Option<Moment>) -> Option<i64> {
    due.map(|due| signed(due.0))
}

/// A row out of its columns.
pub(super) fn row(columns: Columns) -> Result<Row, StoreError> {
    let (id, version, public, status, due, touched, summary) = columns;
    Ok(Row {
        id: table(&id)?,
        version: unsigned(version),
        public,
        status: Status::of_number(status).ok_or_else(|| damaged("the status of a table"))?,
        due: due.map(|due| Moment(unsigned(due))),
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
