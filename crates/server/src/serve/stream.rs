//! A connection that waits for its reader, but not for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep};

use crate::limits;

/// A stream whose writer has patience: waiting uses it up, and what the reader takes earns some of it
/// back. So whoever takes nothing is let go after a while, and whoever takes a byte now and then not
/// much later.
pub(super) struct WriteDeadlineStream<T: Send + 'static> {
    /// Gone when it was given up, and when it is seen off. The other part is held as long.
    open: Option<(TcpStream, T)>,
    /// Whether anything was ever written.
    spoke: bool,
    /// The most patience that there is.
    most: Duration,
    left: Duration,
    /// Since when is waited, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<T: Send + 'static> WriteDeadlineStream<T> {
    /// `held` is held until the connection has ended, also when it has become a socket.
    pub(super) fn new(stream: TcpStream, most: Duration, held: T) -> WriteDeadlineStream<T> {
        WriteDeadlineStream { open: Some((stream, held)), spoke: false, most, left: most, waiting: None }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        match &mut self.open {
            Some((stream, _)) => Ok(Pin::new(stream)),
            None => Err(io::ErrorKind::TimedOut.into()),
        }
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
                self.spoke = true;
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
        if let Some((stream, _)) = self.open.take() {
            give_up(&stream);
        }
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// What waits in the kernel goes with the stream: it would be kept for minutes otherwise.
fn give_up(stream: &TcpStream) {
    let _ = stream.set_zero_linger();
}

/// A stream ends. What was written last is still read by whoever reads, and what was sent last and not
/// read here does not take it away; the connection counts meanwhile.
async fn see_off(mut stream: TcpStream) {
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(&stream).set_tcp_user_timeout(Some(limits::LAST_WORDS));
    let end = async {
        stream.shutdown().await?;
        while stream.read(&mut [0; 4096]).await? > 0 {}
        Ok::<_, io::Error>(())
    };
    if !matches!(tokio::time::timeout(limits::LAST_WORDS, end).await, Ok(Ok(()))) {
        give_up(&stream);
    }
}

impl<T: Send + 'static> Drop for WriteDeadlineStream<T> {
    fn drop(&mut self) {
        let open = self.open.take().filter(|_| self.spoke);
        if let (Some((stream, held)), Ok(runtime)) = (open, Handle::try_current()) {
            runtime.spawn(async move {
                see_off(stream).await;
                drop(held);
            });
        }
    }
}

impl<T: Send + Unpin + 'static> AsyncRead for WriteDeadlineStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(cx, buffer)
    }
}

impl<T: Send + Unpin + 'static> AsyncWrite for WriteDeadlineStream<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let answer = self.stream()?.poll_write(cx, bytes);
        self.written(cx, answer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let answer = self.stream()?.poll_write_vectored(cx, bytes);
        self.written(cx, answer)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::{TcpListener, TcpSocket};
    use tokio::sync::oneshot;

    use super::*;

    /// A stream with a deadline, and a reader that holds little.
    async fn pair<T: Send + 'static>(most: Duration, held: T) -> (WriteDeadlineStream<T>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let reader = TcpSocket::new_v4().expect("a socket");
        reader.set_recv_buffer_size(4096).expect("a small buffer");
        let address = listener.local_addr().expect("an address");
        let (reader, accepted) = tokio::join!(reader.connect(address), listener.accept());
        let stream = accepted.expect("a connection").0;
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(4096);
        (WriteDeadlineStream::new(stream, most, held), reader.expect("a connection"))
    }

    /// Writes without end; how long that goes on.
    async fn writes(mut stream: WriteDeadlineStream<()>) -> Duration {
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
        let (stream, reader) = pair(Duration::from_millis(300), ()).await;
        let took = tokio::time::timeout(Duration::from_secs(10), writes(stream)).await;
        assert!(took.expect("it ends") >= Duration::from_millis(300));
        drop(reader);
    }

    #[tokio::test]
    async fn who_takes_a_byte_now_and_then_is_let_go_too() {
        // Longer than the kernel takes to tell that something was read.
        const PATIENCE: Duration = Duration::from_secs(4);
        let (stream, mut reader) = pair(PATIENCE, ()).await;
        let reading = async {
            // About 2,000 bytes a second, where twice as many is the least.
            while reader.read(&mut [0; 200]).await.is_ok_and(|bytes| bytes > 0) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            std::future::pending().await
        };
        tokio::select! {
            took = writes(stream) => assert!(took >= PATIENCE, "{took:?}"),
            () = reading => unreachable!("it never ends"),
            () = tokio::time::sleep(Duration::from_secs(20)) => panic!("it is waited for"),
        }
    }

    #[tokio::test]
    async fn who_reads_is_waited_for() {
        let (mut stream, mut reader) = pair(Duration::from_millis(600), ()).await;
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

    /// What is held tells that it was dropped.
    async fn ended(
        stream: WriteDeadlineStream<oneshot::Sender<()>>,
        end: oneshot::Receiver<()>,
    ) -> Duration {
        let begun = Instant::now();
        drop(stream);
        let _ = end.await;
        begun.elapsed()
    }

    #[tokio::test]
    async fn a_connection_counts_until_its_last_words_are_taken() {
        let (held, end) = oneshot::channel();
        let (mut stream, mut reader) = pair(Duration::from_secs(60), held).await;
        stream.write_all(b"last words").await.expect("it is taken");
        reader.write_all(b"what nobody reads").await.expect("it is taken");
        let mut heard = vec![];
        let reading = async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            reader.read_to_end(&mut heard).await.expect("nothing is lost");
            drop(reader);
        };
        let (took, ()) = tokio::join!(ended(stream, end), reading);
        assert_eq!(heard, b"last words");
        assert!((Duration::from_millis(300)..limits::LAST_WORDS).contains(&took), "{took:?}");
    }

    #[tokio::test]
    async fn whoever_does_not_take_last_words_is_not_waited_for_long() {
        let (held, end) = oneshot::channel();
        let (mut stream, reader) = pair(Duration::from_secs(60), held).await;
        stream.write_all(&[0; 3000]).await.expect("it is taken");
        let took = tokio::time::timeout(2 * limits::LAST_WORDS, ended(stream, end)).await;
        assert!(took.expect("it ends") >= limits::LAST_WORDS);
        drop(reader);
    }
}
