//! A site in memory, behind a proxy that says where requests come from.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use tower::ServiceExt;

use super::{HttpConfig, Site};
use crate::clock::TableClock;
use crate::hall::{Hall, Keeping, Parts, Thinker};
use crate::store::MemoryStore;
use fogbound_table::chance::SeededChance;

/// A site over an empty store.
pub(super) fn site() -> Site {
    let parts = Parts {
        library: Arc::default(),
        store: Arc::new(MemoryStore::default()),
        clock: TableClock::starting_at(1_000_000),
        chance: Arc::new(SeededChance::new(1)),
        thinker: Thinker::Inline,
        pace: Default::default(),
        bot_tables: Default::default(),
        keeping: Keeping::default(),
        backlog: crate::limits::BACKLOG,
    };
    let config = HttpConfig { behind_proxy: true, ..HttpConfig::default() };
    Site::new(Hall::new(parts), config, &[])
}

/// The headers of who comes from an address.
pub(super) fn from(address: &str) -> HeaderMap {
    let value = address.parse().expect("a header");
    HeaderMap::from_iter([("x-forwarded-for".parse().expect("a name"), value)])
}

/// What somebody is answered who sends this.
pub(super) async fn status(site: &Site, address: &str, path: &str, body: &str) -> StatusCode {
    let request = Request::post(path).header("content-type", "application/json");
    let mut request = request.body(Body::from(body.to_owned())).expect("a request");
    request.headers_mut().extend(from(address));
    site.clone().router().oneshot(request).await.expect("an answer").status()
}
