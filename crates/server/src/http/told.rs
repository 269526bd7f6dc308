//! What everybody is told alike for a while: made once, however many ask.

use std::time::Duration;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::hall::HallError;

/// So long everybody is told the same.
pub(super) const FRESH: Duration = Duration::from_secs(60);

/// The same, said to browsers.
const A_MINUTE: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "public, max-age=60");

/// What was told last, and when.
#[derive(Default)]
pub(crate) struct Told(Mutex<Option<(Instant, Bytes)>>);

impl Told {
    /// What was told lately, or else what is made now. Whoever asks meanwhile waits for it.
    pub(super) async fn or_make(
        &self,
        make: impl AsyncFnOnce() -> Result<Value, HallError>,
    ) -> Result<Response, HallError> {
        let told = &mut *self.0.lock().await;
        let bytes = match told {
            Some((since, bytes)) if since.elapsed() < FRESH => bytes.clone(),
            _ => told.insert((Instant::now(), make().await?.to_string().into())).1.clone(),
        };
        Ok(([A_MINUTE, (CONTENT_TYPE, "application/json")], bytes).into_response())
    }
}
