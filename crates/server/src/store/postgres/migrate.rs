//! Brings a PostgreSQL database to our schema. Nodes that start at once wait for each other.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use super::address::Address;
use crate::store::{OpenError, schema};

/// Held by whoever changes the schema: "fogbound" in letters.
pub(in crate::store) const CHANGING: i64 = 0x666f_6762_6f75_6e64;

/// Held by every node that serves, together.
pub(in crate::store) const SERVING: i64 = CHANGING + 1;

/// The schema of the database: none if there is nothing of ours in it.
pub(in crate::store) async fn version(
    connection: &mut PgConnection,
    address: &Address,
) -> Result<Option<i32>, OpenError> {
    let ask = async {
        let exists = "SELECT to_regclass('fogbound_schema') IS NOT NULL, \
             to_regclass('tables') IS NOT NULL OR to_regclass('entries') IS NOT NULL \
             OR to_regclass('service') IS NOT NULL, current_setting('server_encoding')";
        let (ours, others, encoding): (bool, bool, String) =
            sqlx::query_as(exists).fetch_one(&mut *connection).await?;
        let version = match ours {
            true => Some(sqlx::query_scalar(schema::READ_VERSION).fetch_one(connection).await?),
            false => None,
        };
        Ok::<_, sqlx::Error>((version, others, encoding))
    };
    let (version, others, encoding) = ask.await.map_err(|error| address.error(&error))?;
    if version.is_none() && others {
        return Err(OpenError::Foreign { place: address.name() });
    }
    if encoding != "UTF8" {
        return Err(address.failed("its encoding is not UTF8; create it with ENCODING 'UTF8'"));
    }
    Ok(version)
}

/// Takes the steps that the database lacks.
pub(in crate::store) async fn migrate(
    connection: &mut PgConnection,
    address: &Address,
    steps: &[&'static str],
) -> Result<(), OpenError> {
    let failed = |error: sqlx::Error| address.error(&error);
    let mut transaction = connection.begin().await.map_err(failed)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(CHANGING)
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
    let found = version(&mut transaction, address).await?;
    if found.is_none() {
        sqlx::raw_sql(schema::MAKE_VERSION).execute(&mut *transaction).await.map_err(failed)?;
    }
    for (version, step) in schema::lacking(steps, found.unwrap_or(0), &address.name())? {
        sqlx::raw_sql(step).execute(&mut *transaction).await.map_err(failed)?;
        let set = sqlx::query(schema::SET_VERSION).bind(version).execute(&mut *transaction);
        set.await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}
