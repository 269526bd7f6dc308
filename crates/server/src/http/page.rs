//! The page of the client, with what programs that show links read in its head.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use fogbound_table::Stage;
use fogbound_table::audience::LinkCard;
use fogbound_table::id::TableId;
use sha2::{Digest, Sha256};

use super::{Asset, HttpConfig, Site};

/// What is told of a link: a title, a sentence, a picture and the address of what it leads to.
struct Link {
    title: String,
    text: String,
    picture: String,
    path: String,
}

const ABOUT: &str =
    "Scotland Yard in every printed edition: against bots, with friends, or around one screen.";

/// The board of the picture where no table is meant.
const BOARD: &str = "london";

/// The page for an address of the client.
pub(super) async fn page(site: &Site, index: &'static Asset, request: &Parts) -> Response {
    let link = link(site, request).await;
    let head = origin(&site.config, &request.headers).map(|origin| tags(&origin, &link));
    let bytes = index.content.plain();
    let text = str::from_utf8(&bytes).unwrap_or_default();
    let text = match (text.split_once("</head>"), head) {
        (Some((before, after)), Some(head)) => format!("{before}{head}</head>{after}"),
        _ => text.into(),
    };
    let digest = Sha256::digest(&text);
    let tag: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak, as the text may be sent compressed or not.
    let tag = format!("W/\"{tag}\"");
    let known =
        request.headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => text.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(index.content_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

/// What there is to tell of an address: of a table, of one of its games, or of the game in general.
async fn link(site: &Site, request: &Parts) -> Link {
    let general = Link {
        title: "Fogbound".into(),
        text: ABOUT.into(),
        picture: format!("/api/boards/{BOARD}.png"),
        path: "/".into(),
    };
    let parts: Vec<&str> = request.uri.path().split('/').filter(|part| !part.is_empty()).collect();
    let (id, game) = match parts[..] {
        ["t", id] => (id.parse::<TableId>(), None),
        ["t", id, game] => match game.parse::<u16>() {
            Ok(game) => (id.parse(), Some(game)),
            Err(_) => return general,
        },
        // The link of a seat holds a secret; nothing is told of it.
        _ => return general,
    };
    let Ok(id) = id else { return general };
    let Ok(room) = site.hall.room(id).await else { return general };
    match room.link_card().await {
        Ok(card) => of_table(site, id, game, &card),
        Err(_) => general,
    }
}

fn of_table(site: &Site, id: TableId, game: Option<u16>, card: &LinkCard) -> Link {
    let edition = site.hall.library().edition(&card.edition);
    let title = edition.map_or(String::new(), |edition| format!("{} · ", edition.title));
    let over = game.map_or(card.stage == Stage::Over, |game| card.is_over(game));
    let text = match card.stage {
        _ if over => "The hunt is over. See his whole way, move by move.".into(),
        Stage::Lobby if card.open == 0 => "The hunt is about to begin.".into(),
        Stage::Lobby if card.open == 1 => "One seat is free. Join the hunt.".into(),
        Stage::Lobby => format!("{} seats are free. Join the hunt.", card.open),
        Stage::Playing => "The hunt is on. Come and watch.".into(),
        Stage::Over | Stage::Abandoned => ABOUT.into(),
    };
    let number = game.unwrap_or(card.games);
    Link {
        title: format!("{title}Fogbound"),
        text,
        picture: match over {
            true => format!("/api/tables/{id}/picture?game={number}"),
            false => format!("/api/boards/{}.png", card.board),
        },
        path: game.map_or(format!("/t/{id}"), |game| format!("/t/{id}/{game}")),
    }
}

/// The address at which people reach the server: what the host has set, or else what the browser asked
/// for, if it looks like a host at all.
fn origin(config: &HttpConfig, headers: &HeaderMap) -> Option<String> {
    if let Some(origin) = config.origins.first() {
        return Some(origin.clone());
    }
    let host = headers.get(HOST)?.to_str().ok().filter(|host| is_host(host))?;
    Some(format!("{}://{host}", if config.secure { "https" } else { "http" }))
}

/// A name or an address, and perhaps a port: anybody can write anything there.
fn is_host(text: &str) -> bool {
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (text, None),
    };
    let named = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.');
    let numbered = |name: &str| name.bytes().all(|c| c.is_ascii_hexdigit() || matches!(c, b':' | b'.'));
    let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let fits = inner.map_or_else(|| name.bytes().all(named), numbered);
    text.len() <= 255
        && !name.is_empty()
        && fits
        && port.is_none_or(|port| !port.is_empty() && port.parse::<u16>().is_ok())
}

fn tags(origin: &str, Link { title, text, picture, path }: &Link) -> String {
    let (width, height) = fogbound_drawing::PREVIEW_SIZE;
    let graph = [
        ("og:type", "website".to_string()),
        ("og:site_name", "Fogbound".into()),
        ("og:title", title.clone()),
        ("og:description", text.clone()),
        ("og:url", format!("{origin}{path}")),
        ("og:image", format!("{origin}{picture}")),
        ("og:image:type", "image/png".into()),
        ("og:image:width", width.to_string()),
        ("og:image:height", height.to_string()),
        ("og:image:alt", "A map of the city by night, with its lines and stations.".into()),
    ];
    let card = [
        ("twitter:card", "summary_large_image".to_string()),
        ("twitter:title", title.clone()),
        ("twitter:description", text.clone()),
        ("twitter:image", format!("{origin}{picture}")),
    ];
    let tag = |kind: &str, (name, value): &(&str, String)| {
        format!("<meta {kind}=\"{name}\" content=\"{}\" />\n", escaped(value))
    };
    let graph: String = graph.iter().map(|pair| tag("property", pair)).collect();
    graph + &card.iter().map(|pair| tag("name", pair)).collect::<String>()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::is_host;

    #[test]
    fn a_host_is_a_name_or_an_address_with_or_without_a_port() {
        for host in ["play.example.org", "localhost:8080", "127.0.0.1", "[::1]:80", "[2001:db8::7]"] {
            assert!(is_host(host), "{host}");
        }
        let long = "a".repeat(256);
        for text in [
            "",
            ":80",
            "a b",
            "evil\"><script>",
            "a/b",
            "user@host",
            "host:",
            "host:99999",
            "[::1",
            "[",
            &long,
        ] {
            assert!(!is_host(text), "{text}");
        }
    }
}
