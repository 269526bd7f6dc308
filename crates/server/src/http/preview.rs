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
use fogbound_table::{Code, Refusal};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::Site;
use super::kept::Kept;
use super::table::{query, room};
use super::visitor::Visitor;
use crate::hall::HallError;
use crate::limits;
use crate::metrics::{Limit, Metrics};

/// A picture is drawn in less than this.
const SOON: Duration = Duration::from_secs(2);

/// Pictures that were drawn lately, and who may draw.
pub(crate) struct Previews {
    drawn: Mutex<Kept>,
    /// One is drawn at a time: it takes a core for a while.
    turn: Semaphore,
    /// So many may wait for it.
    queue: Semaphore,
}

impl Default for Previews {
    fn default() -> Previews {
        let queue = Semaphore::new(limits::PICTURE_QUEUE);
        let drawn = Mutex::new(Kept::new(limits::PICTURES, KEPT));
        Previews { drawn, turn: Semaphore::new(1), queue }
    }
}

/// For how long a picture is kept; a table may be deleted meanwhile.
const KEPT: Duration = Duration::from_secs(3600);

#[derive(Deserialize)]
pub(super) struct PictureQuery {
    game: Option<u16>,
}

/// Whoever shows the link shows the picture, on whatever site that is.
const PICTURE: [(HeaderName, &str); 3] = [
    (CONTENT_TYPE, "image/png"),
    (CACHE_CONTROL, "public, max-age=3600"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// The picture of a game that is over.
pub(super) async fn table_picture(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Query<PictureQuery>, QueryRejection>,
) -> Result<Response, HallError> {
    let PictureQuery { game } = query(asked)?;
    // Only pictures of games that are over are kept: their tables need not be read again.
    let kept = game.and_then(|number| site.previews.drawn().find(&format!("table {id} {number}")));
    if let Some(bytes) = kept {
        return Ok((PICTURE, bytes).into_response());
    }
    let room = room(&site, &id).await?;
    let number = match game {
        Some(number) => number,
        None => room.link_card().await?.games,
    };
    // It goes wherever the link is shown.
    if !room.is_shown_to_all().await? {
        return Err(Refusal::new(Code::NotYours, "this table is not shown to spectators").into());
    }
    // The same record as anybody may have; while the game goes on there is no way in it.
    let record = room.record(visitor.person(), Some(number)).await?;
    let Some(played) = finished(&record, site.hall.library()) else {
        return Err(Refusal::new(Code::NotNow, "the game is not over: his way is a secret").into());
    };
    let key = format!("table {} {number}", room.id());
    let Some(board) = site.hall.library().board(played.rules().board().id()) else {
        return Err(Refusal::new(Code::NoTable, "there is no such board").into());
    };
    Ok((PICTURE, site.previews.picture(key, board, way(&played), site.hall.metrics()).await?)
        .into_response())
}

/// The picture of a board.
pub(super) async fn board_picture(site: &Site, board: Arc<Board>) -> Result<Response, HallError> {
    let key = format!("board {}", board.id());
    Ok((PICTURE, site.previews.picture(key, board, vec![], site.hall.metrics()).await?).into_response())
}

fn finished(record: &Record, library: &Library) -> Option<Game> {
    let rules = Arc::new(record.rules_in(library).ok()?);
    match record.replay(&rules).ok()? {
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

    async fn picture(
        &self,
        key: String,
        board: Arc<Board>,
        way: Vec<PreviewLeg>,
        metrics: &Metrics,
    ) -> Result<Bytes, HallError> {
        if let Some(bytes) = self.drawn().find(&key) {
            return Ok(bytes);
        }
        let busy = |_| {
            metrics.limits.add(Limit::Pictures);
            let text = "too many pictures are wanted at once; try again";
            HallError::Later(Refusal::new(Code::Limit, text), SOON)
        };
        let _place = self.queue.try_acquire().map_err(busy)?;
        let closed = |_| Refusal::new(Code::Unavailable, "no more pictures are drawn");
        let _turn = self.turn.acquire().await.map_err(closed)?;
        // Whoever had the turn before may have drawn the same.
        if let Some(bytes) = self.drawn().find(&key) {
            return Ok(bytes);
        }
        let drawing = tokio::task::spawn_blocking(move || drawing::preview(&board, &way));
        let undrawn = |_| Refusal::new(Code::Unavailable, "the picture cannot be drawn");
        let bytes = Bytes::from(drawing.await.map_err(undrawn)?);
        self.drawn().keep(key, bytes.clone());
        Ok(bytes)
    }
}
