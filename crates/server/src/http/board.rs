//! Boards and editions: the same for everybody, so browsers may keep them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use fogbound_drawing::{self as drawing, Theme};
use fogbound_rules::Board;
use fogbound_table::{Code, Refusal};
use serde::Deserialize;

use super::Site;
use super::preview::board_picture;
use super::table::query;
use crate::hall::HallError;

/// Pictures of boards that were drawn once; drawing takes a fifth of a second.
#[derive(Default)]
pub(crate) struct Boards(Mutex<BTreeMap<(String, Colours), Bytes>>);

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum Colours {
    #[default]
    Day,
    Night,
    /// Colours by CSS variables, for a page that is light or dark, and may set some of them.
    Variables,
}

#[derive(Deserialize)]
pub(super) struct BoardQuery {
    #[serde(default)]
    theme: Colours,
}

/// A host may start the server anew with another list.
const A_MINUTE: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "public, max-age=60");
const AN_HOUR: (axum::http::HeaderName, &str) = (CACHE_CONTROL, "public, max-age=3600");

pub(super) async fn editions(State(site): State<Site>) -> Response {
    let list: Vec<_> = site.hall.library().editions().map(|edition| edition.summary()).collect();
    ([A_MINUTE], Json(list)).into_response()
}

pub(super) async fn board(
    State(site): State<Site>,
    Path(name): Path<String>,
    theme: Result<Query<BoardQuery>, QueryRejection>,
) -> Result<Response, HallError> {
    let BoardQuery { theme } = query(theme)?;
    let (id, form) = name.split_once('.').unwrap_or((&name, ""));
    let Some(board) = site.hall.library().board(id) else {
        return Err(Refusal::new(Code::NoTable, "there is no such board").into());
    };
    match form {
        "" => Ok(([AN_HOUR], Json(board.to_json())).into_response()),
        "svg" => {
            let svg = site.boards.picture(&board, theme).await;
            Ok(([AN_HOUR, (CONTENT_TYPE, "image/svg+xml")], svg).into_response())
        }
        "png" => board_picture(&site, board).await,
        _ => Err(Refusal::new(Code::NoTable, "a board has pictures in svg and png").into()),
    }
}

impl Boards {
    async fn picture(&self, board: &Arc<Board>, colours: Colours) -> Bytes {
        let key = (board.id().to_string(), colours);
        if let Some(svg) = self.0.lock().expect("nothing panics while it is held").get(&key) {
            return svg.clone();
        }
        let board = Arc::clone(board);
        let drawn = tokio::task::spawn_blocking(move || match colours {
            Colours::Day => drawing::svg(&board, Theme::Day),
            Colours::Night => drawing::svg(&board, Theme::Night),
            Colours::Variables => drawing::svg_with_variables(&board),
        });
        let svg = Bytes::from(drawn.await.unwrap_or_default());
        self.0.lock().expect("nothing panics while it is held").insert(key, svg.clone());
        svg
    }
}
