//! Who makes a request: a random secret in a cookie, and nothing else.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::Site;
use crate::id::{Cookie, Person};

/// The name of the cookie.
const NAME: &str = "fogbound";

/// Who makes the request; put there by [`recognise`].
#[derive(Clone, Copy)]
pub(super) struct Visitor(pub(super) Person);

/// Recognises a visitor by the cookie, or gives one to a new visitor.
pub(super) async fn recognise(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let known = cookie(request.headers());
    let cookie = known.unwrap_or_else(|| Cookie::new(site.hall.chance()));
    request.extensions_mut().insert(Visitor(cookie.person()));
    let mut response = next.run(request).await;
    // What is the same for everybody may be kept by caches between, and one person's secret must not
    // reach another that way.
    let shared = response
        .headers()
        .get(CACHE_CONTROL)
        .is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("public")));
    if known.is_none() && !shared {
        let secure = if site.manners.secure { "; Secure" } else { "" };
        let text = cookie.text();
        let header = format!("{NAME}={text}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}");
        if let Ok(value) = HeaderValue::from_str(&header) {
            response.headers_mut().append(SET_COOKIE, value);
        }
    }
    response
}

fn cookie(headers: &HeaderMap) -> Option<Cookie> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(name, value)| (name.trim() == NAME).then(|| Cookie::parse(value.trim()))?)
}
