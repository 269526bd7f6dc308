//! A connection that waits for its reader, but not for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use crate::limits;

/// A stream whose writer has patience: waiting uses it up, and what the reader takes earns some of it
/// back. So whoever takes nothing is let go after a while, and whoever takes a byte now and then not
/// much later.
pub(super) struct PatientStream<T> {
    stream: TcpStream,
    /// Held until the connection ends, also when it has become a socket.
    _held: T,
    /// The most patience that there is.
    most: Duration,
    left: Duration,
    /// Since when is waited, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<T> PatientStream<T> {
    pub(super) fn new(stream: TcpStream, most: Duration, held: T) -> PatientStream<T> {
        PatientStream { stream, _held: held, most, left: most, waiting: None }
    }

    /// What comes of a write that the stream answered so.
    fn written(
        &mut self,
        cx: &mut Context<'_>,
        answer: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = answer {
            if let Some((since, _)) = self.waiting.take() {
                self.left = self.left.saturating_sub(since.elapsed());
            }
            if let Ok(bytes) = result {
                let earned = Duration::from_secs_f64(bytes as f64 / limits::LEAST_READ);
                self.left = self.most.min(self.left + earned);
            }
            return Poll::Ready(result);
        }
        let left = self.left;
        let (_, end) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(tokio::time::sleep_until(now + left)))
        });
        ready!(end.as_mut().poll(cx));
        // What waits in the kernel goes too: it would be kept for minutes otherwise.
        let _ = self.stream.set_zero_linger();
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<T: Unpin> AsyncRead for PatientStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<T: Unpin> AsyncWrite for PatientStream<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let answer = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, answer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let answer = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.written(cx, answer)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpSocket};

    use super::*;

    /// A patient stream, and a reader that holds little.
    async fn pair(most: Duration) -> (PatientStream<()>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let reader = TcpSocket::new_v4().expect("a socket");
        reader.set_recv_buffer_size(4096).expect("a small buffer");
        let address = listener.local_addr().expect("an address");
        let (reader, accepted) = tokio::join!(reader.connect(address), listener.accept());
        let stream = accepted.expect("a connection").0;
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(4096);
        (PatientStream::new(stream, most, ()), reader.expect("a connection"))
    }

    /// Writes without end; how long that goes on.
    async fn writes(mut stream: PatientStream<()>) -> Duration {
        let begun = Instant::now();
        let error = loop {
            if let Err(error) = stream.write_all(&[0; 64 * 1024]).await {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        begun.elapsed()
    }

    #[tokio::test]
    async fn who_takes_nothing_is_let_go() {
        let (stream, reader) = pair(Duration::from_millis(300)).await;
        let took = tokio::time::timeout(Duration::from_secs(10), writes(stream)).await;
        assert!(took.expect("it ends") >= Duration::from_millis(300));
        drop(reader);
    }

    #[tokio::test]
    async fn who_takes_a_byte_now_and_then_is_let_go_too() {
        let (stream, mut reader) = pair(Duration::from_millis(600)).await;
        let reading = async {
            // About 2,000 bytes a second, where twice as many is the least.
            while reader.read(&mut [0; 200]).await.is_ok_and(|bytes| bytes > 0) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            std::future::pending().await
        };
        tokio::select! {
            took = writes(stream) => assert!(took >= Duration::from_millis(600), "{took:?}"),
            () = reading => unreachable!("it never ends"),
            () = tokio::time::sleep(Duration::from_secs(20)) => panic!("it is waited for"),
        }
    }

    #[tokio::test]
    async fn who_reads_is_waited_for() {
        let (mut stream, mut reader) = pair(Duration::from_millis(600)).await;
        let writing = async {
            for _ in 0..8 {
                stream.write_all(&[0; 8 * 1024]).await.expect("it is read");
            }
            drop(stream);
        };
        let reading = async {
            let mut all = 0;
            loop {
                let read = reader.read(&mut [0; 4096]).await.expect("it is sent");
                if read == 0 {
                    return all;
                }
                all += read;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let ((), all) = tokio::join!(writing, reading);
        assert_eq!(all, 8 * 8 * 1024);
    }
}
