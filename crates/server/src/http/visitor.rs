//! Who makes a request: a random secret in a cookie, and nothing else.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, HeaderName, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::AppendHeaders;
use fogbound_table::id::{Person, PersonKey};

use super::Site;

/// The name of the cookie.
const NAME: &str = "fogbound";

/// Who makes the request: the person of the cookie, or somebody new.
#[derive(Clone, Copy)]
pub(super) struct Visitor {
    key: PersonKey,
    new: bool,
}

impl Visitor {
    pub(super) fn person(&self) -> Person {
        self.key.person()
    }

    /// The cookie for somebody new, to go with an answer that makes this person known at a table, and
    /// with no other: of two answers on their way at once, each with a cookie, one would be lost.
    pub(super) fn cookie(&self, site: &Site) -> AppendHeaders<Option<(HeaderName, String)>> {
        AppendHeaders(self.new.then(|| {
            let secure = if site.config.secure { "; Secure" } else { "" };
            let text = self.key.text();
            let header =
                format!("{NAME}={text}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}");
            (SET_COOKIE, header)
        }))
    }
}

impl FromRequestParts<Site> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Visitor, Infallible> {
        let known = cookie(&parts.headers);
        let key = known.unwrap_or_else(|| PersonKey::new(site.hall.chance()));
        Ok(Visitor { key, new: known.is_none() })
    }
}

/// The person of the cookie, if there is one.
pub(super) fn known(headers: &HeaderMap) -> Option<Person> {
    cookie(headers).map(|key| key.person())
}

fn cookie(headers: &HeaderMap) -> Option<PersonKey> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find_map(|(name, value)| (name.trim() == NAME).then(|| PersonKey::parse(value.trim()))?)
}
