//! Boards and editions: the same for everybody, so browsers may keep them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use fogbound_drawing::{self as drawing, Theme};
use fogbound_rules::Board;
use fogbound_table::{Code, Refusal};
use serde::Deserialize;

use super::Site;
use super::preview::board_picture;
use super::table::query;
use super::zipped::ZippedText;
use crate::hall::HallError;

/// What was made of boards once: drawing one takes a fifth of a second, and compressing it a part of that.
#[derive(Default)]
pub(crate) struct Boards(Mutex<BTreeMap<(String, Form), ZippedText>>);

/// What a board is told as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Json,
    Svg(Colours),
}

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
    headers: HeaderMap,
) -> Result<Response, HallError> {
    let BoardQuery { theme } = query(theme)?;
    let (id, form) = name.split_once('.').unwrap_or((&name, ""));
    let Some(board) = site.hall.library().board(id) else {
        return Err(Refusal::new(Code::NoTable, "there is no such board").into());
    };
    match form {
        "" => {
            let json = site.boards.text(&board, Form::Json).await;
            Ok(([AN_HOUR], json.response("application/json", &headers)).into_response())
        }
        "svg" => {
            let svg = site.boards.text(&board, Form::Svg(theme)).await;
            Ok(([AN_HOUR], svg.response("image/svg+xml", &headers)).into_response())
        }
        "png" => board_picture(&site, board).await,
        _ => Err(Refusal::new(Code::NoTable, "a board has pictures in svg and png").into()),
    }
}

impl Boards {
    async fn text(&self, board: &Arc<Board>, form: Form) -> ZippedText {
        let key = (board.id().to_string(), form);
        if let Some(text) = self.0.lock().expect("nothing panics while it is held").get(&key) {
            return text.clone();
        }
        let board = Arc::clone(board);
        let made = tokio::task::spawn_blocking(move || {
            ZippedText::new(match form {
                Form::Json => board.to_json().to_string(),
                Form::Svg(Colours::Day) => drawing::svg(&board, Theme::Day),
                Form::Svg(Colours::Night) => drawing::svg(&board, Theme::Night),
                Form::Svg(Colours::Variables) => drawing::svg_with_variables(&board),
            })
        });
        let Ok(text) = made.await else { return ZippedText::new("") };
        self.0.lock().expect("nothing panics while it is held").insert(key, text.clone());
        text
    }
}
