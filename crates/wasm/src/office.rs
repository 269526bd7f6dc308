//! What is asked as over HTTP, and needs no server: a table, a record, boards, editions, a replay.

use fogbound_drawing::{self as drawing, Theme};
use fogbound_rules::Record;
use fogbound_table::audience::{AudienceScene, Replayed, You};
use fogbound_table::refusal::refuse;
use fogbound_table::{Code, Entry, Refusal, Table};
use serde::Serialize;

use crate::local_table::{LocalTable, Tools};

/// The answer to a request, as the server would give it.
pub(crate) fn answer<'t>(
    tools: &Tools,
    find: impl Fn(&str) -> Option<&'t LocalTable>,
    path: &str,
    body: Option<&str>,
    now: u64,
) -> Result<String, Refusal> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let open = |id: &str| find(id).ok_or_else(|| nothing("this table is not open here"));
    match (&parts[..], body) {
        (["api", "editions"], None) => {
            let list: Vec<_> = tools.library.editions().map(|edition| edition.summary()).collect();
            Ok(written(&list))
        }
        (["api", "boards", name], None) => board(tools, name, query),
        (["api", "replay"], Some(record)) => Ok(written(&Replayed::of(record, &tools.library)?)),
        (["api", "keys"], None) => Ok("{\"keys\":[]}".into()),
        (["api", "tables"], None) => Ok("{\"tables\":[]}".into()),
        (["api", "tables", id], None) => {
            let local = open(id)?;
            let table = local.table();
            let audience = table.audiences(table.guest_of(tools.person))[0];
            let scene = table.scene(audience, local.now(now));
            Ok(written(&Shown { scene, you: table.you(tools.person, audience) }))
        }
        (["api", "tables", id, "record"], None) => {
            let game = query.split('&').find_map(|pair| pair.strip_prefix("game=")?.parse().ok());
            Ok(record(tools, open(id)?, game)?.to_string())
        }
        _ => Err(nothing("there is nothing here")),
    }
}

/// How a table looks.
#[derive(Serialize)]
struct Shown {
    scene: AudienceScene,
    you: You,
}

/// Straight to text: by way of values, all that is ever told would be in the module twice.
fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("made of words and numbers")
}

fn nothing(text: &str) -> Refusal {
    Refusal::new(Code::NoTable, text)
}

fn board(tools: &Tools, name: &str, query: &str) -> Result<String, Refusal> {
    let (id, form) = name.split_once('.').unwrap_or((name, ""));
    let board = tools.library.board(id).ok_or_else(|| nothing("there is no such board"))?;
    match (form, query) {
        ("", _) => Ok(board.to_json().to_string()),
        ("svg", "theme=variables") => Ok(drawing::svg_with_variables(&board)),
        ("svg", "theme=night") => Ok(drawing::svg(&board, Theme::Night)),
        ("svg", _) => Ok(drawing::svg(&board, Theme::Day)),
        _ => Err(nothing("a board has a picture in svg")),
    }
}

/// The record of a game by its number, or of the last one: public while it goes on, whole when it is over.
fn record(tools: &Tools, local: &LocalTable, number: Option<u16>) -> Result<Record, Refusal> {
    let (games, present) = local.table().games();
    let number = number.unwrap_or(games);
    if number > games || number == 0 {
        return refuse(Code::NotNow, "that game has not begun");
    }
    if present && number == games {
        return local.table().record();
    }
    let damaged = |_| Refusal::new(Code::Unavailable, "what is kept of this table is damaged");
    let entries = Table::entries_of_game(Entry::parse_all(local.texts(), 0).map_err(damaged)?, number);
    let table = Table::fold(local.id(), &tools.library, &tools.signer, entries).map_err(damaged)?;
    table.record()
}
