//! Pictures for links: a board, and on it the way of the fugitive through a game that is over.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use fogbound_drawing::{self as drawing, PreviewLeg};
use fogbound_rules::{Board, Game, Library, Record, Replay, Transports};
use fogbound_table::{Code, Refusal, Version};
use serde::Deserialize;

use super::Site;
use super::kept::{Kept, KeptAnswer};
use super::line::Line;
use super::table::{query, table_id};
use super::visitor::Visitor;
use crate::hall::HallError;
use crate::limits;
use crate::metrics::{Limit, Metrics};

/// Pictures that were drawn lately, and who may draw.
pub(crate) struct Previews {
    drawn: Mutex<Kept>,
    line: Line,
}

impl Default for Previews {
    fn default() -> Previews {
        let line = Line::new(limits::PICTURE_QUEUE, Limit::Pictures);
        let drawn = Kept::new(limits::PICTURES, KEPT);
        Previews { drawn: Mutex::new(drawn), line }
    }
}

/// For how long a picture is kept; a table may be deleted meanwhile.
const KEPT: Duration = Duration::from_secs(3600);

#[derive(Deserialize)]
pub(super) struct PictureQuery {
    game: Option<u16>,
}

/// A picture, which whoever shows the link shows, on whatever site that is. One that not everybody may see
/// is kept by nobody in between.
fn answer(KeptAnswer { bytes, open }: KeptAnswer) -> Response {
    let keep = if open.is_some() { "public, max-age=3600" } else { "private, max-age=3600" };
    let resource = HeaderName::from_static("cross-origin-resource-policy");
    let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, keep), (resource, "cross-origin")];
    (headers, bytes).into_response()
}

/// The picture of a game that is over.
pub(super) async fn table_picture(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Query<PictureQuery>, QueryRejection>,
) -> Result<Response, HallError> {
    let PictureQuery { game } = query(asked)?;
    let (table, person) = (table_id(&id)?, visitor.person());
    // Only pictures of games that are over are kept: their tables need not be read again.
    let kept = game.and_then(|number| site.previews.drawn().find(&format!("table {table} {number}")));
    if let Some(kept) = kept {
        let open = site.hall.may_watch(table, person, kept.open).await?;
        return Ok(answer(KeptAnswer { open, ..kept }));
    }
    let room = site.hall.room(table).await?;
    let open = room.may_watch(person).await?;
    let number = match game {
        Some(number) => number,
        None => room.link_card().await?.games,
    };
    // The same record as anybody may have; while the game goes on there is no way in it.
    let record = room.record(person, Some(number)).await?;
    let Some(played) = finished(&record, site.hall.library()) else {
        return Err(Refusal::new(Code::NotNow, "the game is not over: his way is a secret").into());
    };
    let key = format!("table {table} {number}");
    let Some(board) = site.hall.library().board(played.rules().board().id()) else {
        return Err(Refusal::new(Code::NoTable, "there is no such board").into());
    };
    let wanted = Wanted { key, open, board, way: way(&played) };
    Ok(answer(site.previews.picture(wanted, site.hall.metrics()).await?))
}

/// A picture that is wanted.
struct Wanted {
    /// Under which name it is kept.
    key: String,
    /// See [`KeptAnswer::open`].
    open: Option<Version>,
    board: Arc<Board>,
    way: Vec<PreviewLeg>,
}

/// The picture of a board.
pub(super) async fn board_picture(site: &Site, board: Arc<Board>) -> Result<Response, HallError> {
    // A board is everybody's.
    let wanted = Wanted { key: format!("board {}", board.id()), open: Some(0), board, way: vec![] };
    Ok(answer(site.previews.picture(wanted, site.hall.metrics()).await?))
}

fn finished(record: &Record, library: &Library) -> Option<Game> {
    let rules = record.rules_in(library).ok()?;
    match record.replay_as_told(&rules).ok()? {
        Replay::Whole(game) if game.outcome().is_some() => Some(*game),
        Replay::Whole(_) | Replay::Public(_) => None,
    }
}

/// The way from his start on, each step by what its ticket pays for.
fn way(game: &Game) -> Vec<PreviewLeg> {
    let view = game.hunters_view();
    let via = view.log().iter().map(|slot| match (slot.moved.balloon, slot.moved.ticket) {
        (true, _) => Transports::default(),
        (false, ticket) => ticket.map_or(Transports::ALL, |ticket| ticket.transports()),
    });
    let stations: Vec<_> = game.start().into_iter().chain(game.route().iter().copied()).collect();
    let ends = stations.windows(2).map(|ends| (ends[0], ends[1]));
    ends.zip(via).map(|((from, to), via)| PreviewLeg { from, to, via }).collect()
}

impl Previews {
    fn drawn(&self) -> MutexGuard<'_, Kept> {
        self.drawn.lock().expect("nothing panics while it is held")
    }

    async fn picture(&self, wanted: Wanted, metrics: &Metrics) -> Result<KeptAnswer, HallError> {
        let Wanted { key, open, board, way } = wanted;
        if let Some(drawn) = self.drawn().find(&key) {
            return Ok(drawn);
        }
        let turn = self.line.wait(metrics, None).await?;
        // Whoever had the turn before may have drawn the same.
        if let Some(drawn) = self.drawn().find(&key) {
            return Ok(drawn);
        }
        let drawing = turn.work(move || drawing::preview(&board, &way));
        let undrawn = |_| Refusal::new(Code::Unavailable, "the picture cannot be drawn");
        let drawn = KeptAnswer { bytes: Bytes::from(drawing.await.map_err(undrawn)?), open };
        self.drawn().keep(key, drawn.clone());
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_take_so_many_bytes_and_no_more() {
        let kept = Previews::default().drawn.into_inner().expect("nobody held it");
        super::super::kept::tests::takes_no_more_than(limits::PICTURES, kept);
    }

    #[tokio::test(start_paused = true)]
    async fn so_many_pictures_wait_to_be_drawn_and_no_more() {
        super::super::line::tests::takes_no_more_than(limits::PICTURE_QUEUE, Previews::default().line)
            .await;
    }
}
