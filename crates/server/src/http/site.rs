//! The pages, and what who runs the server wants to know.

use std::borrow::Cow;
use std::io::Read;
use std::sync::LazyLock;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use flate2::read::GzDecoder;
use fogbound_table::{Code, Refusal};

use super::Site;
use super::page::page;
use super::zipped::{ZippedText, takes};
use crate::hall::HallError;
use crate::keys::KeyList;

/// A file of the browser client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its path, without the first slash.
    pub path: &'static str,
    /// Its kind.
    pub content_type: &'static str,
    /// What it holds.
    pub content: Content,
    /// The same in Brotli's form, of large files.
    pub brotli: Option<&'static [u8]>,
    /// A word that changes with what it holds.
    pub hash: &'static str,
    /// Whether its name changes with what it holds, so that it may be kept for ever.
    pub immutable: bool,
}

/// What a file holds, in the forms that are kept of it.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// As it is.
    Plain(&'static [u8]),
    /// As it is, and compressed.
    Both(&'static [u8], &'static [u8]),
    /// Compressed alone: a large file. Nearly everybody takes it so.
    Gzip(&'static [u8]),
}

impl Content {
    /// As it is.
    pub fn plain(self) -> Cow<'static, [u8]> {
        match self {
            Content::Plain(bytes) | Content::Both(bytes, _) => bytes.into(),
            Content::Gzip(gzip) => {
                let mut bytes = vec![];
                GzDecoder::new(gzip).read_to_end(&mut bytes).expect("what the build compressed");
                bytes.into()
            }
        }
    }

    fn gzip(self) -> Option<&'static [u8]> {
        match self {
            Content::Plain(_) => None,
            Content::Both(_, gzip) | Content::Gzip(gzip) => Some(gzip),
        }
    }
}

/// The browser client; without one, a plain page tells how the server is.
pub type Assets = &'static [Asset];

/// The page that every address of the client begins with.
const INDEX: &str = "index.html";

/// The process lives: nothing is asked of anything else.
pub(super) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can do its work.
pub(super) async fn readyz(State(site): State<Site>) -> Response {
    match site.hall.is_ready().await {
        true => "ready\n".into_response(),
        false => {
            let why = "the store does not answer, or cannot write, or the server stops\n";
            (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
        }
    }
}

pub(super) async fn metrics(State(site): State<Site>) -> Response {
    let mut text = site.hall.metrics().text();
    let loaded = site.hall.loaded();
    text += "# HELP fogbound_tables_loaded Tables in memory.\n# TYPE fogbound_tables_loaded gauge\n";
    text += &format!("fogbound_tables_loaded {loaded}\n");
    let waiting = site.hall.questions_waiting();
    text += "# HELP fogbound_questions_waiting Questions of bots that wait to be thought about.\n";
    text += "# TYPE fogbound_questions_waiting gauge\n";
    text += &format!("fogbound_questions_waiting {waiting}\n");
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// The keys with which games are signed.
pub(super) async fn keys(State(site): State<Site>) -> Json<KeyList> {
    Json(site.hall.keys())
}

pub(super) async fn openapi(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<ZippedText> = LazyLock::new(|| ZippedText::new(include_str!("openapi.json")));
    TEXT.response("application/json", &headers)
}

pub(super) async fn asset(State(site): State<Site>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if site.assets.is_empty() {
        return plain_page(&site, request.uri.path());
    }
    let path = request.uri.path().trim_start_matches('/');
    let find = |path: &str| site.assets.iter().find(|asset| asset.path == path);
    // A path without a file is an address inside the client; a missing file is one.
    let index = || if path.contains('.') { None } else { find(INDEX) };
    match find(path).or_else(index) {
        Some(index) if index.path == INDEX => page(&site, index, &request).await,
        Some(asset) => asset.response(&request.headers),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

impl Asset {
    fn response(&self, headers: &HeaderMap) -> Response {
        let tag = format!("\"{}\"", self.hash);
        let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
        let forms = [("br", self.brotli), ("gzip", self.content.gzip())];
        let zipped = forms
            .into_iter()
            .find_map(|(form, bytes)| Some((form, bytes?)).filter(|_| takes(headers, form)));
        let mut response = match (known, zipped) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, Some((form, bytes))) => ([(CONTENT_ENCODING, form)], bytes).into_response(),
            (false, None) => self.content.plain().into_response(),
        };
        let keep = if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// What is shown where no client is built in.
fn plain_page(site: &Site, path: &str) -> Response {
    if path != "/" && !path.starts_with("/t/") {
        let refusal = Refusal::new(Code::NoTable, "there is nothing here");
        return HallError::from(refusal).into_response();
    }
    let metrics = site.hall.metrics();
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fogbound</title>\
         <h1>Fogbound</h1><p>The server runs: {} tables in memory, {} people connected.</p>\
         <p>Programs play over its <a href=\"/api/openapi.json\">interface</a>; \
         <a href=\"/api/tables\">public tables</a>, <a href=\"/api/editions\">editions</a>, \
         <a href=\"/metrics\">figures</a>, <a href=\"/healthz\">health</a>.</p></html>",
        site.hall.loaded(),
        metrics.connections.get(),
    ))
    .into_response()
}
