//! Moving what is in the log into the file. SQLite would do it at the end of some commit, and all who
//! wait for that commit would wait for the whole file to be flushed. Here another connection does it
//! meanwhile; the writer moves only the little that came since, after which the log begins anew.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Error};
use tokio::task::JoinHandle;

use super::file::DatabaseFile;

/// After so many things were written the log is moved; each takes some 20 kB of it.
const EVERY: usize = 1000;

/// The other connection, and how far it is.
pub(super) struct Checkpoint {
    written: usize,
    state: State,
}

enum State {
    Idle(SqliteConnection),
    Moving(JoinHandle<SqliteConnection>),
    /// The connection was lost in a panic; the writer does everything.
    Alone,
}

impl Checkpoint {
    /// From now on the writer, whose connection this is, does not move the log by itself.
    pub(super) async fn open(
        file: &DatabaseFile,
        writer: &mut SqliteConnection,
    ) -> Result<Checkpoint, Error> {
        sqlx::query("PRAGMA wal_autocheckpoint = 0").execute(writer).await?;
        Ok(Checkpoint { written: 0, state: State::Idle(file.connect(false).await?) })
    }

    /// So many things more were written by the writer, whose connection this is.
    pub(super) async fn after(&mut self, written: usize, writer: &mut SqliteConnection) {
        self.written += written;
        self.state = match std::mem::replace(&mut self.state, State::Alone) {
            State::Idle(mut connection) if self.written >= EVERY => {
                self.written = 0;
                State::Moving(tokio::spawn(async move {
                    shift(&mut connection).await;
                    connection
                }))
            }
            State::Moving(task) if task.is_finished() => {
                shift(writer).await;
                task.await.map_or(State::Alone, State::Idle)
            }
            State::Alone if self.written >= EVERY => {
                self.written = 0;
                shift(writer).await;
                State::Alone
            }
            state => state,
        };
    }

    /// Waits for what is under way, and closes the connection.
    pub(super) async fn close(self) {
        let connection = match self.state {
            State::Idle(connection) => Some(connection),
            State::Moving(task) => task.await.ok(),
            State::Alone => None,
        };
        if let Some(connection) = connection {
            // The writer, which closes last, moves what is left.
            let _ = connection.close().await;
        }
    }
}

/// Moves as much as can be moved without waiting for anybody.
async fn shift(connection: &mut SqliteConnection) {
    let moved = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await;
    if let Err(error) = moved {
        // Nothing is lost: the log grows until it works again.
        tracing::warn!(
            error = crate::store::fault::words(&error),
            "moving the log into the file failed"
        );
    }
}
