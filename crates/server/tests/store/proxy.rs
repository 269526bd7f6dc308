//! A way to a database that can be blocked and cut, as networks are.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;

/// What a way does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Everything goes through.
    Open,
    /// Nothing goes through, and nobody is told.
    Blocked,
    /// All connections end, and no new ones are made.
    Cut,
}

/// A way to a database by a port of this machine.
pub(crate) struct Proxy {
    port: u16,
    way: Arc<watch::Sender<Way>>,
}

impl Proxy {
    /// A way to a socket.
    pub(crate) async fn to(socket: PathBuf) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has a port").port();
        let way = Arc::new(watch::Sender::new(Way::Open));
        let ways = way.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = UnixStream::connect(&socket).await else { return };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass(from_client, to_server, ways.subscribe()));
                tokio::spawn(pass(from_server, to_client, ways.subscribe()));
            }
        });
        Proxy { port, way }
    }

    /// The URL of a database by this way, with a password that nobody asks for.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres:hunter2@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// Opens, blocks or cuts it.
    pub(crate) fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

/// Passes bytes on, as the way allows.
async fn pass(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut way: watch::Receiver<Way>,
) {
    let mut bytes = [0; 8192];
    loop {
        let now = *way.borrow_and_update();
        if now == Way::Cut {
            return;
        }
        tokio::select! {
            _ = way.changed() => {}
            read = from.read(&mut bytes), if now == Way::Open => {
                let Ok(read @ 1..) = read else { return };
                if to.write_all(&bytes[..read]).await.is_err() {
                    return;
                }
            }
            () = tokio::time::sleep(Duration::from_millis(50)), if now == Way::Blocked => {}
        }
    }
}
