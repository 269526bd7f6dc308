//! Texts that are the same for everybody, plain and compressed: each is made once, however often it is asked
//! for.

use std::io::Write;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A text, plain and compressed. Clones share it.
#[derive(Clone)]
pub(super) struct ZippedText {
    plain: Bytes,
    gzip: Option<Bytes>,
}

impl ZippedText {
    /// Compresses a text, which takes some time.
    pub(super) fn new(text: impl Into<Bytes>) -> ZippedText {
        let plain = text.into();
        let mut zip = GzEncoder::new(vec![], Compression::default());
        let gzip = zip.write_all(&plain).and_then(|()| zip.finish()).ok().map(Bytes::from);
        ZippedText { plain, gzip }
    }

    /// The answer for who asks so.
    pub(super) fn response(&self, kind: &'static str, asked: &HeaderMap) -> Response {
        let gzip = self.gzip.clone().filter(|_| takes(asked, "gzip"));
        let mut response = match gzip {
            Some(gzip) => ([(CONTENT_ENCODING, "gzip")], gzip).into_response(),
            None => self.plain.clone().into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// Whether who asks can read what is compressed in this form.
pub(super) fn takes(asked: &HeaderMap, form: &str) -> bool {
    let takes = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    takes.split(',').any(|word| word.split(';').next().map(str::trim) == Some(form))
}
