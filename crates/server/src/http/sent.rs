//! What is sent to an address is counted as it is sent: a file goes out in pieces, each when the one
//! before it has left.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use super::Site;
use super::address::Permit;
use crate::limits;

/// The body of an answer. The request is under way until it is dropped.
pub(super) struct CountedBody {
    body: Body,
    /// What is left of what the body gave last.
    rest: Bytes,
    site: Site,
    permit: Permit,
}

impl CountedBody {
    pub(super) fn new(body: Body, site: Site, permit: Permit) -> CountedBody {
        CountedBody { body, rest: Bytes::new(), site, permit }
    }

    /// The next piece, counted.
    fn piece(&mut self) -> Frame<Bytes> {
        let piece = self.rest.split_to(self.rest.len().min(limits::PIECE));
        self.permit.spend(piece.len(), self.site.hall.clock().now());
        Frame::data(piece)
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Some(Ok(self.piece())));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| match frame?.into_data() {
            Ok(bytes) => {
                self.rest = bytes;
                Ok(self.piece())
            }
            Err(other) => Ok(other),
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (hint, rest) = (self.body.size_hint(), self.rest.len() as u64);
        let mut all = SizeHint::new();
        all.set_lower(hint.lower() + rest);
        if let Some(upper) = hint.upper() {
            all.set_upper(upper + rest);
        }
        all
    }
}
