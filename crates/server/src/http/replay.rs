//! A record played again.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::StatusCode;
use fogbound_table::audience::Replayed;
use fogbound_table::{Code, Refusal};

use super::Site;
use crate::hall::HallError;

pub(super) async fn replay(
    State(site): State<Site>,
    body: Result<String, StringRejection>,
) -> Result<Json<Replayed>, HallError> {
    let body = body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLong, "the record is too long"),
        _ => Refusal::new(Code::BadMessage, error.body_text()),
    })?;
    // A record of any length is played in milliseconds, but not on the threads of the network.
    let played = tokio::task::spawn_blocking(move || Replayed::of(&body, site.hall.library())).await;
    let unplayable = |_| Err(Refusal::new(Code::BadMessage, "this record cannot be played"));
    Ok(Json(played.unwrap_or_else(unplayable)?))
}
