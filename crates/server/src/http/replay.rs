//! A record played again.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::StatusCode;
use fogbound_table::audience::Replayed;
use fogbound_table::{Code, Refusal};

use super::Site;
use super::line::Line;
use crate::hall::HallError;
use crate::limits;
use crate::metrics::Limit;

/// Who may have a record played, and who may wait for it.
pub(super) fn line() -> Line {
    Line::new(limits::REPLAY_QUEUE, Limit::Replays)
}

/// The record in the body of a request.
pub(super) fn text_of(body: Result<String, StringRejection>) -> Result<String, Refusal> {
    body.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLong, "the record is too long"),
        _ => Refusal::new(Code::BadMessage, error.body_text()),
    })
}

pub(super) async fn replay(
    State(site): State<Site>,
    body: Result<String, StringRejection>,
) -> Result<Json<Replayed>, HallError> {
    let body = text_of(body)?;
    // Where he could be is looked for at up to 2,000 moments: not on the threads of the network, and one record at a time.
    let turn = site.replays.wait(site.hall.metrics(), None).await?;
    let played = turn.work(move || Replayed::of(&body, site.hall.library())).await;
    let unplayable = |_| Err(Refusal::new(Code::BadMessage, "this record cannot be played"));
    Ok(Json(played.unwrap_or_else(unplayable)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn so_many_records_wait_to_be_played_and_no_more() {
        super::super::line::tests::takes_no_more_than(limits::REPLAY_QUEUE, line()).await;
    }
}
