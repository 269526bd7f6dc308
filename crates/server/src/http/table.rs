//! Making, joining, listing and exporting tables.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, RequestExt};
use fogbound_table::id::{SeatKey, TableId};
use fogbound_table::refusal::refuse;
use fogbound_table::seat::{GuestNumber, Seat};
use fogbound_table::{Beginning, BroughtGame, Code, NewTable, Refusal, leak};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::Site;
use super::address::address;
use super::kept::{Kept, KeptAnswer};
use super::visitor::Visitor;
use crate::hall::{HallError, Room};
use crate::limits;
use crate::store::TallyKind;

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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Default)]
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

/// The name of the table of a path.
pub(super) fn table_id(id: &str) -> Result<TableId, Refusal> {
    let words = "there is no such table: its name has 12 letters and digits";
    id.parse().map_err(|_| Refusal::new(Code::NoTable, words))
}

/// The table of a path.
pub(super) async fn room(site: &Site, id: &str) -> Result<Arc<Room>, HallError> {
    site.hall.room(table_id(id)?).await
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
    let NewTable { settings, name, seats, start, commitment } = body(request).await?;
    if seats.len() > Seat::MOST {
        return Ok(refuse(Code::BadMessage, "there are more seats than a game has")?);
    }
    admit_table(&site, from).await?;
    let sitters: Vec<_> = seats.iter().map(|new| (new.seat, new.who)).collect();
    let id = {
        let beginning = Beginning { start, commitment };
        site.hall.make(visitor.person(), from.into(), &name, settings, &sitters, beginning).await?
    };
    Ok(made(&site, &visitor, id))
}

/// Lets one more table be made from an address, by what this node and all nodes have counted.
async fn admit_table(site: &Site, from: IpAddr) -> Result<(), HallError> {
    let now = site.hall.clock().now();
    site.addresses.admit_table(from, now)?;
    if let Some(made) = site.hall.tally(TallyKind::TableMade, &from.to_string()).await {
        site.addresses.admit_table_of_all(from, now, made)?;
    }
    Ok(())
}

fn made(site: &Site, visitor: &Visitor, id: TableId) -> Response {
    let location = [(header::LOCATION, format!("/t/{id}"))];
    let table = Json(json!({ "table": id }));
    (StatusCode::CREATED, visitor.cookie(site), location, table).into_response()
}

/// A game from elsewhere: it counts as a table that is made, also if it is refused, so that what an address lets be played
/// again is bounded.
pub(super) async fn bring(
    State(site): State<Site>,
    visitor: Visitor,
    request: Request,
) -> Result<Response, HallError> {
    let from = address(&site.config, request.headers(), request.extensions());
    let game: BroughtGame = body(request).await?;
    if game.seats.len() > Seat::MOST {
        return Ok(refuse(Code::BadMessage, "there are more seats than a game has")?);
    }
    admit_table(&site, from).await?;
    let id = site.hall.bring(visitor.person(), from.into(), game).await?;
    Ok(made(&site, &visitor, id))
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

/// A report of somebody to whoever runs the server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReport {
    guest: GuestNumber,
    #[serde(default)]
    text: String,
}

pub(super) async fn report(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, HallError> {
    let from = address(&site.config, request.headers(), request.extensions());
    let NewReport { guest, text } = body(request).await?;
    let room = room(&site, &id).await?;
    site.addresses.admit_report(from, site.hall.clock().now())?;
    room.report(visitor.person(), guest, &text).await?;
    Ok((StatusCode::ACCEPTED, Json(json!({ "table": room.id() }))).into_response())
}

/// For how long the record of a finished game is kept, here and by browsers; its table may be deleted
/// meanwhile.
const KEPT: Duration = Duration::from_secs(600);

/// Where the records of finished games are kept.
pub(super) fn kept_records() -> Kept {
    Kept::new(limits::RECORDS, KEPT)
}

/// The record of a game, for whoever may see the table. That of a game that is over is kept if everybody
/// may see it: it stays as it is, and to read it again takes the whole table.
pub(super) async fn record(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    asked: Result<Query<RecordQuery>, QueryRejection>,
) -> Result<Response, HallError> {
    let RecordQuery { form, game } = query(asked)?;
    let kept = || site.records.lock().expect("nothing panics while it is held");
    let (table, person) = (table_id(&id)?, visitor.person());
    let name = game.map(|game| format!("{id} {game} {form:?}"));
    let found = name.as_ref().and_then(|name| kept().find(name));
    let (bytes, over) = match found {
        Some(KeptAnswer { bytes, open }) => {
            site.hall.may_watch(table, person, open).await?;
            (bytes, true)
        }
        None => {
            let room = site.hall.room(table).await?;
            let open = room.may_watch(person).await?;
            let record = room.record(person, game).await?;
            let bytes = Bytes::from(match form {
                RecordForm::Json => record.to_json().to_string(),
                RecordForm::Text => record.to_string(),
            });
            // While a game goes on its record grows.
            let over = record.tag("Result") != Some("*");
            if let Some(name) = name.filter(|_| over) {
                kept().keep(name, KeptAnswer { bytes: bytes.clone(), open });
            }
            (bytes, over)
        }
    };
    let mut response = match over {
        true => unchanging(&headers, bytes),
        false => bytes.into_response(),
    };
    let kind = match form {
        RecordForm::Json => "application/json",
        RecordForm::Text => "text/plain; charset=utf-8",
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let file = format!("attachment; filename=\"fogbound-{id}.fog\"");
    if form == RecordForm::Text
        && let Ok(file) = file.parse()
    {
        headers.insert(header::CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

/// An answer that a browser may keep for a while, and ask for only if it is another by then.
fn unchanging(asked: &HeaderMap, bytes: Bytes) -> Response {
    let digest = Sha256::digest(&bytes);
    // Weak, as the text may be sent compressed or not.
    let tag: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{tag}\"");
    let known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let keep = format!("private, max-age={}", KEPT.as_secs());
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, keep)];
    match known {
        true => (StatusCode::NOT_MODIFIED, headers).into_response(),
        false => (headers, bytes).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_take_so_many_bytes_and_no_more() {
        super::super::kept::tests::takes_no_more_than(limits::RECORDS, kept_records());
    }
}
