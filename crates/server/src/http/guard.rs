//! What holds for every request: pages of others stay outside, and every answer carries headers
//! that bind the browser.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY,
    RETRY_AFTER, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fogbound_table::{Code, Refusal};

use super::address::{FULL, Permit, Place, address};
use super::sent::CountedBody;
use super::{HttpConfig, Site, visitor};
use crate::hall::HallError;
use crate::limits;
use crate::metrics::Class;

/// What is answered whoever asks, and however full the server is.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// After so many seconds whoever is refused for a while may come again, if nothing else is said.
const RETRY: &str = "5";

/// No scripts, styles or requests but our own; and the module of the game, which is compiled in the page.
macro_rules! page_policy {
    () => {
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; \
         base-uri 'none'; form-action 'self'"
    };
}

/// What a page may do, for pages that come without a server.
pub const PAGE_POLICY: &str = page_policy!();

/// The same, and no frame of others may hold it, which only a server can say.
const POLICY: &str = concat!(page_policy!(), "; frame-ancestors 'none'");

pub(super) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    site.hall.metrics().requests.add(1);
    let place = request.extensions().get().copied().unwrap_or(Place::Public);
    let mut response = match admit(&site, &request, place) {
        Ok(permit) => {
            let response = answer(&site, request, next).await;
            match permit {
                Some(permit) if response.status() != StatusCode::SWITCHING_PROTOCOLS => {
                    response.map(|body| Body::new(CountedBody::new(body, site.clone(), permit)))
                }
                _ => response,
            }
        }
        Err(refusal) => refusal.into_response(),
    };
    site.hall.metrics().answers.add(Class::of(response.status().as_u16()));
    let later =
        matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    if response.status() == StatusCode::TOO_MANY_REQUESTS && place == Place::Public {
        hesitate(&site).await;
    }
    let headers = response.headers_mut();
    let always: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Seat links hold a secret; no other site learns them.
        (REFERRER_POLICY, "no-referrer"),
        (X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let own = HeaderValue::from_static("same-origin");
    headers.entry(HeaderName::from_static("cross-origin-resource-policy")).or_insert(own);
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if later && place == Place::Reserved {
        // The place is for somebody else.
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if later {
        headers.entry(RETRY_AFTER).or_insert(HeaderValue::from_static(RETRY));
    }
    response
}

/// Whoever runs into a limit is told so after a while: a refusal costs the server as much as many an answer,
/// and who would ask again at once asks seldom then.
async fn hesitate(site: &Site) {
    if let Ok(_waits) = site.refusals.try_acquire() {
        tokio::time::sleep(limits::HESITATION).await;
    }
}

/// Lets a request in, unless too much comes from its address, or it comes in a place that is kept free
/// for others. Health is always told: it costs nothing.
fn admit(site: &Site, request: &Request, place: Place) -> Result<Option<Permit>, HallError> {
    if HEALTH.contains(&request.uri().path()) {
        return Ok(None);
    }
    let has_seat = |person| site.hall.has_seat(person);
    if place == Place::Reserved && !visitor::known(request.headers()).is_some_and(has_seat) {
        let refusal = Refusal::new(Code::Unavailable, "the server is full; try again later");
        return Err(HallError::Later(refusal, FULL));
    }
    let from = address(&site.config, request.headers(), request.extensions());
    site.addresses.admit_request(from, site.hall.clock().now()).map(Some)
}

/// The answer to a request that was let in.
async fn answer(site: &Site, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = request.headers().contains_key("sec-websocket-key");
    if (changes || socket) && !is_own_page(&site.config, request.headers()) {
        return refused(Code::NotYours, "a page of another site may not do that");
    }
    if is_too_long(request.headers()) {
        return refused(Code::TooLong, "the request is too long");
    }
    // A body that never ends must not hold a connection for ever.
    let late = |_| (StatusCode::REQUEST_TIMEOUT, "the request took too long\n").into_response();
    tokio::time::timeout(site.config.request, next.run(request)).await.unwrap_or_else(late)
}

fn refused(code: Code, text: &str) -> Response {
    HallError::from(Refusal::new(code, text)).into_response()
}

/// Whether a request announces more than any may have: nobody waits for that.
fn is_too_long(headers: &HeaderMap) -> bool {
    let length = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.is_some_and(|length: u64| length > limits::RECORD as u64)
}

/// Whether a request comes from a page of this site, or from no page at all.
fn is_own_page(config: &HttpConfig, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if !config.origins.is_empty() {
        return config.origins.iter().any(|own| own == origin);
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let of_origin = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == of_origin
}
