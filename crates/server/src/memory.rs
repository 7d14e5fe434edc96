//! The memory that bodies and answers on their way take, for all clients together: whoever sends without
//! end or takes nothing holds a share of it, and where too little is left a question is refused.

use crate::error::ApiError;
use axum::body::Body;
use hyper::body::{Bytes, Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::StreamExt;

/// Bytes on their way, counted in kibibytes.
pub(crate) struct InFlight {
    left: Arc<Semaphore>,
}

/// What one body holds of it until it is dropped.
#[derive(Default)]
pub(crate) struct Share {
    held: Option<OwnedSemaphorePermit>,
}

/// A body as small as this is not counted, so that short questions are heard whatever else arrives.
const FREE: usize = 16 << 10;
/// An answer is handed to the network in pieces of this many bytes.
const PIECE: usize = 32 << 10;

impl InFlight {
    /// At most `bytes` on their way.
    pub fn new(bytes: usize) -> InFlight {
        InFlight { left: Arc::new(Semaphore::new(bytes.div_ceil(1 << 10))) }
    }

    /// Lets `share` grow to `bytes`.
    fn grow(&self, share: &mut Share, bytes: usize) -> Result<(), ApiError> {
        let wanted = if bytes <= FREE { 0 } else { bytes.div_ceil(1 << 10) };
        let held = share.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Some(more) = wanted.checked_sub(held).filter(|more| *more > 0) else { return Ok(()) };
        let more = u32::try_from(more).map_err(|_| ApiError::busy())?;
        let more = self.left.clone().try_acquire_many_owned(more).map_err(|_| ApiError::busy())?;
        match &mut share.held {
            Some(held) => held.merge(more),
            None => share.held = Some(more),
        }
        Ok(())
    }

    /// Reads a body of at most `most` bytes to its end.
    pub async fn read(&self, body: Body, most: usize) -> Result<(Vec<u8>, Share), ApiError> {
        let (mut bytes, mut share) = (Vec::new(), Share::default());
        let mut parts = body.into_data_stream();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|error| {
                ApiError::bad("unreadable", format!("the body cannot be read: {error}"))
            })?;
            let length = bytes.len() + part.len();
            if length > most {
                return Err(ApiError::too_large(most));
            }
            if length > bytes.capacity() {
                let capacity = length.max(2 * bytes.len()).min(most);
                self.grow(&mut share, capacity)?;
                bytes.reserve_exact(capacity - bytes.len());
            }
            bytes.extend_from_slice(&part);
        }
        Ok((bytes, share))
    }

    /// An answer of these bytes, which holds its share until they are gone.
    pub fn answer(&self, bytes: Vec<u8>) -> Result<Body, ApiError> {
        if bytes.len() <= FREE {
            return Ok(Body::from(bytes));
        }
        let mut share = Share::default();
        self.grow(&mut share, bytes.capacity())?;
        Ok(Body::new(Outgoing { bytes, sent: 0, _share: share }))
    }
}

/// A large answer. The network gets copies of its pieces: a piece that the client does not take shall not
/// keep the rest.
struct Outgoing {
    bytes: Vec<u8>,
    sent: usize,
    _share: Share,
}

impl hyper::body::Body for Outgoing {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let rest = &self.bytes[self.sent..];
        if rest.is_empty() {
            return Poll::Ready(None);
        }
        let piece = Bytes::copy_from_slice(&rest[..rest.len().min(PIECE)]);
        self.sent += piece.len();
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.sent == self.bytes.len()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact((self.bytes.len() - self.sent) as u64)
    }
}
