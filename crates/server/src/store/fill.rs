//! Fills a store with many tables, faster than a server does: for measurements.

use sqlx::{Connection, Error};

use super::postgres::{self, Address, migrate};
use super::sqlite::{self, DatabaseFile, Folder};
use super::{BackupError, Contents, Place, Row, StoreError, schema};

/// Tables that are made durable together.
const TOGETHER: usize = 500;

/// A table that is to be put into a store: its row and its entries.
pub type FilledTable = (Row, Vec<String>);

impl Place {
    /// Puts new tables there; fastest if their names are in order. No server may run meanwhile.
    pub async fn fill(
        &self,
        tables: &mut (dyn Iterator<Item = FilledTable> + Send),
    ) -> Result<Contents, BackupError> {
        let fault = |error: Error| StoreError::of(&error);
        let mut contents = Contents::default();
        match self {
            Place::Folder(dir) => {
                let folder = Folder::new(dir);
                let _hold = folder.hold()?;
                let file = DatabaseFile(folder.database());
                let mut connection = file.open(schema::SQLITE).await?;
                while let Some(some) = next(tables, &mut contents) {
                    let mut transaction = connection.begin().await.map_err(fault)?;
                    for (row, entries) in some {
                        let done = sqlite::append(&mut transaction, &row, 0, &entries).await;
                        done.map_err(fault)?;
                    }
                    transaction.commit().await.map_err(fault)?;
                }
                connection.close().await.map_err(fault)?;
            }
            Place::Database(url) => {
                let address = Address::parse(url)?;
                let mut connection = address.connect().await?;
                migrate::migrate(&mut connection, &address, schema::POSTGRES).await?;
                while let Some(some) = next(tables, &mut contents) {
                    let mut transaction = connection.begin().await.map_err(fault)?;
                    for (row, entries) in some {
                        let done = postgres::append(&mut transaction, &row, 0, &entries, None).await;
                        done.map_err(fault)?;
                    }
                    transaction.commit().await.map_err(fault)?;
                }
                connection.close().await.map_err(fault)?;
            }
        }
        Ok(contents)
    }
}

/// The next tables that are made durable together; none if that was all.
fn next(
    tables: &mut (dyn Iterator<Item = FilledTable> + Send),
    contents: &mut Contents,
) -> Option<Vec<FilledTable>> {
    let some: Vec<FilledTable> = tables.take(TOGETHER).collect();
    contents.tables += some.len() as u64;
    contents.entries += some.iter().map(|(_, entries)| entries.len() as u64).sum::<u64>();
    (!some.is_empty()).then_some(some)
}
