//! Whether a node can do its work: its store answers, and can write.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::Hall;
use crate::store::{Query, StoreError};

/// What was found holds for so long: anybody may ask, and each answer takes a write.
const FRESH: Duration = Duration::from_secs(1);

/// A store that takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was found, and when.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Hall {
    /// Whether the store answers and can write, and the node is not about to stop.
    pub async fn is_ready(&self) -> bool {
        if self.shared.is_closing() {
            return false;
        }
        let mut found = self.shared.readiness.0.lock().await;
        if let Some((when, ready)) = *found
            && when.elapsed() < FRESH
        {
            return ready;
        }
        let ready = match timeout(PATIENCE, self.try_store()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the store failed");
                false
            }
            Err(_) => false,
        };
        *found = Some((Instant::now(), ready));
        ready
    }

    async fn try_store(&self) -> Result<(), StoreError> {
        self.shared.noted(self.store().list(Query::Listed, 1).await)?;
        self.shared.noted(self.store().check_writable().await)
    }
}
