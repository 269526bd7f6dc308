//! HTTP: tables are made, joined, listed and exported here; play goes over the socket.

mod account;
mod address;
mod board;
mod guard;
mod kept;
mod line;
mod page;
mod preview;
mod puzzle;
mod replay;
mod review;
mod sent;
mod site;
mod socket;
mod starts;
mod table;
#[cfg(test)]
mod testing;
mod told;
mod visitor;
mod zipped;

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, extract::State};
pub use fogbound_table::{BroughtGame, NewSeat, NewTable};
use fogbound_table::{Code, Rate, Refusal};
use serde_json::json;
use tokio::sync::Semaphore;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

pub use guard::PAGE_POLICY;
pub use puzzle::{PuzzleFace, PuzzleTry};
pub use site::{Asset, Assets, Content};
pub use starts::{StartCount, StartsFace};

use crate::hall::{Hall, HallError};
use crate::limits;
use crate::store::TallyKind;
pub(crate) use address::{AddressLimits, Permit, Place};
use kept::Kept;

/// How the server answers requests.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Addresses come from the header `X-Forwarded-For` of a proxy.
    pub behind_proxy: bool,
    /// The origins, such as `https://play.example.org`, from which pages may use the server; if
    /// there is none, only pages of the host itself may.
    pub origins: Vec<String>,
    /// Whether cookies go over TLS only.
    pub secure: bool,
    /// Open sockets in all.
    pub connections: usize,
    /// Open sockets from one address.
    pub connections_each: usize,
    /// Tables made from one address in an hour.
    pub tables_each: usize,
    /// Requests to the interface from one address.
    pub requests_each: Rate,
    /// Bytes of answers to one address.
    pub bytes_each: Rate,
    /// A client has so long to send the head of a request.
    pub head: Duration,
    /// A request, its body included, has so long to be answered.
    pub request: Duration,
    /// A client that does not read is waited for so long.
    pub write: Duration,
}

impl Default for HttpConfig {
    fn default() -> HttpConfig {
        HttpConfig {
            behind_proxy: false,
            origins: vec![],
            secure: false,
            connections: 20_000,
            connections_each: 200,
            tables_each: 120,
            requests_each: Rate { most: 600, each_second: 60 },
            bytes_each: Rate { most: 32 << 20, each_second: 2 << 20 },
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            write: Duration::from_secs(20),
        }
    }
}

/// What every request may use. Clones are the same.
#[derive(Clone)]
pub struct Site(Arc<SiteParts>);

/// The parts of a site.
pub struct SiteParts {
    pub(crate) hall: Hall,
    pub(crate) config: HttpConfig,
    pub(crate) addresses: Arc<AddressLimits>,
    pub(crate) assets: Assets,
    pub(crate) boards: board::Boards,
    pub(crate) previews: preview::Previews,
    pub(crate) replays: line::Line,
    pub(crate) reviews: line::Line,
    pub(crate) puzzles_told: told::Told,
    pub(crate) starts_told: told::Told,
    pub(crate) puzzles_tried: Mutex<puzzle::Tried>,
    pub(crate) records: Mutex<Kept>,
    /// How many refusals may wait to be told.
    pub(crate) refusals: Semaphore,
}

impl std::ops::Deref for Site {
    type Target = SiteParts;

    fn deref(&self) -> &SiteParts {
        &self.0
    }
}

impl Site {
    /// A site over a hall.
    pub fn new(hall: Hall, config: HttpConfig, assets: Assets) -> Site {
        let addresses = AddressLimits::new(&config, hall.metrics());
        let (boards, previews) = (board::Boards::default(), preview::Previews::default());
        let records = Mutex::new(table::kept_records());
        let refusals = Semaphore::new(limits::REFUSALS);
        let (replays, reviews) = (replay::line(), review::line());
        let parts = SiteParts {
            hall,
            config,
            addresses,
            assets,
            boards,
            previews,
            replays,
            reviews,
            puzzles_told: Default::default(),
            starts_told: Default::default(),
            puzzles_tried: Default::default(),
            records,
            refusals,
        };
        Site(Arc::new(parts))
    }

    /// A socket from this address was ended for far too many messages: that counts, at all nodes.
    fn flooded(&self, from: IpAddr) {
        self.addresses.flooded(from, self.hall.clock().now());
        let hall = self.hall.clone();
        tokio::spawn(async move { hall.tally(TallyKind::SocketFlooded, &from.to_string()).await });
    }

    /// Everything that is served.
    pub fn router(self) -> Router {
        let api = Router::new()
            .route("/tables", get(table::list).post(table::make))
            .route("/tables/{id}", get(table::show))
            .route("/tables/{id}/claim", post(table::claim))
            .route("/tables/{id}/record", get(table::record))
            .route("/tables/{id}/reports", post(table::report))
            .route("/tables/{id}/picture", get(preview::table_picture))
            .route("/tables/{id}/socket", get(socket::open))
            .route("/games", post(table::bring).layer(DefaultBodyLimit::max(limits::BROUGHT)))
            .route("/editions", get(board::editions))
            .route("/boards/{name}", get(board::board))
            .route("/replay", post(replay::replay).layer(DefaultBodyLimit::max(limits::RECORD)))
            .route("/review", post(review::review).layer(DefaultBodyLimit::max(limits::RECORD)))
            .route("/puzzles", get(puzzle::list))
            .route("/puzzles/{puzzle}/tries", post(puzzle::attempt))
            .route("/starts", get(starts::list))
            .route("/keys", get(site::keys))
            .route("/openapi.json", get(site::openapi))
            .fallback(nothing_here)
            .method_not_allowed_fallback(wrong_method);
        Router::new()
            .nest("/api", api)
            .route("/healthz", get(site::healthz))
            .route("/readyz", get(site::readyz))
            .route("/metrics", get(site::metrics))
            .fallback(site::asset)
            // What is compressed again for everybody who asks has to be compressed quickly.
            .layer(CompressionLayer::new().gzip(true).quality(CompressionLevel::Fastest))
            .layer(DefaultBodyLimit::max(limits::BODY))
            .layer(middleware::from_fn_with_state(self.clone(), guard::guard))
            .with_state(self)
    }
}

async fn nothing_here() -> HallError {
    Refusal::new(Code::NoTable, "there is nothing here; /api/openapi.json tells what there is").into()
}

async fn wrong_method(State(_): State<Site>) -> Response {
    let refusal = Refusal::new(Code::BadMessage, "that cannot be done here; see /api/openapi.json");
    (StatusCode::METHOD_NOT_ALLOWED, Json(refusal_body(&refusal))).into_response()
}

fn refusal_body(refusal: &Refusal) -> serde_json::Value {
    json!({ "code": refusal.code, "text": refusal.text })
}

/// The one place where a refusal becomes a status.
impl IntoResponse for HallError {
    fn into_response(self) -> Response {
        let retry = match &self {
            HallError::Later(_, retry) => Some(*retry),
            _ => None,
        };
        let refusal = self.into_refusal();
        let status = match refusal.code {
            Code::BadMessage | Code::BadSettings => StatusCode::BAD_REQUEST,
            Code::NoTable => StatusCode::NOT_FOUND,
            Code::NotYours => StatusCode::FORBIDDEN,
            Code::Stale | Code::NotNow | Code::NotAgreed | Code::Illegal => StatusCode::CONFLICT,
            Code::Limit => StatusCode::TOO_MANY_REQUESTS,
            Code::TooLong | Code::TakesTooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        let mut response = (status, Json(refusal_body(&refusal))).into_response();
        if let Some(retry) = retry {
            // Rounded up: whoever comes when told is let in.
            let seconds = retry.as_secs() + 1;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
