//! Making, joining, listing and exporting tables.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, RequestExt};
use fogbound_table::id::{SeatKey, TableId};
use fogbound_table::refusal::refuse;
use fogbound_table::seat::Seat;
use fogbound_table::settings::Settings;
use fogbound_table::{Code, Refusal, Sitter, leak};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Site;
use super::address::address;
use super::visitor::Visitor;
use crate::hall::{HallError, Room};

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewTable {
    /// What is agreed.
    pub settings: Settings,
    /// The name of who makes it.
    pub name: String,
    /// Who sits where; seats that are not named stay open.
    #[serde(default)]
    pub seats: Vec<NewSeat>,
    /// Whether the game starts at once; all seats must be taken.
    #[serde(default)]
    pub start: bool,
}

/// Who sits on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewSeat {
    /// Which.
    pub seat: Seat,
    /// Who.
    pub who: Sitter,
}

/// The secret of a seat link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    key: SeatKey,
}

#[derive(Deserialize)]
pub(super) struct RecordQuery {
    #[serde(default)]
    form: RecordForm,
    game: Option<u16>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
enum RecordForm {
    #[default]
    Text,
    Json,
}

/// The body as JSON; what is wrong with it, in one sentence.
pub(super) async fn body<T: serde::de::DeserializeOwned + 'static>(
    request: Request,
) -> Result<T, Refusal> {
    let read: Result<Json<T>, JsonRejection> = request.extract().await;
    read.map(|Json(value)| value).map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(Code::TooLong, "the request is too long"),
        _ => Refusal::new(Code::BadMessage, error.body_text()),
    })
}

/// What stands behind the question mark of an address.
pub(super) fn query<T>(read: Result<Query<T>, QueryRejection>) -> Result<T, Refusal> {
    read.map(|Query(value)| value).map_err(|error| Refusal::new(Code::BadMessage, error.body_text()))
}

/// The table of a path.
pub(super) async fn room(site: &Site, id: &str) -> Result<Arc<Room>, HallError> {
    let Ok(id) = id.parse::<TableId>() else {
        let words = "there is no such table: its name has 12 letters and digits";
        return Ok(refuse(Code::NoTable, words)?);
    };
    site.hall.room(id).await
}

pub(super) async fn list(State(site): State<Site>) -> Result<Json<serde_json::Value>, HallError> {
    Ok(Json(json!({ "tables": site.hall.list().await? })))
}

pub(super) async fn make(
    State(site): State<Site>,
    visitor: Visitor,
    request: Request,
) -> Result<Response, HallError> {
    let from = address(&site.config, request.headers(), request.extensions());
    let NewTable { settings, name, seats, start } = body(request).await?;
    if seats.len() > Seat::MOST {
        return Ok(refuse(Code::BadMessage, "there are more seats than a game has")?);
    }
    site.addresses.admit_table(from, site.hall.clock().now())?;
    let sitters: Vec<_> = seats.iter().map(|new| (new.seat, new.who)).collect();
    let id = site.hall.make(visitor.person(), from.into(), &name, settings, &sitters, start).await?;
    let location = [(header::LOCATION, format!("/t/{id}"))];
    let table = Json(json!({ "table": id }));
    Ok((StatusCode::CREATED, visitor.cookie(&site), location, table).into_response())
}

pub(super) async fn show(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, HallError> {
    let (scene, you) = room(&site, &id).await?.scene(visitor.person()).await?;
    let mut response = Json(json!({ "scene": scene, "you": you })).into_response();
    if let Some(value) = leak::header().and_then(|text| text.parse().ok()) {
        response.headers_mut().insert("x-fog", value);
    }
    Ok(response)
}

pub(super) async fn claim(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, HallError> {
    let Claim { key } = body(request).await?;
    let room = room(&site, &id).await?;
    room.claim(visitor.person(), key).await?;
    Ok((visitor.cookie(&site), Json(json!({ "table": room.id() }))).into_response())
}

pub(super) async fn record(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    asked: Result<Query<RecordQuery>, QueryRejection>,
) -> Result<Response, HallError> {
    let RecordQuery { form, game } = query(asked)?;
    let room = room(&site, &id).await?;
    let record = room.record(visitor.person(), game).await?;
    Ok(match form {
        RecordForm::Json => Json(record.to_json()).into_response(),
        RecordForm::Text => {
            let name = format!("attachment; filename=\"fogbound-{}.fog\"", room.id());
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, &name),
            ];
            (headers, record.to_string()).into_response()
        }
    })
}
