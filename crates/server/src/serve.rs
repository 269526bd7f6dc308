//! A server from its first word to its last.

mod stream;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::response::Response;
use fogbound_rules::Library;
use fogbound_table::{Chance, Pace};
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::{Layer, Service};

use crate::hall::{BotTableLimits, Hall, Keeping, Parts, Thinker, Windows};
use crate::http::{Assets, HttpConfig, Permit, Place, Site};
use crate::store;
use crate::{OsChance, TableClock, limits};
use stream::WriteDeadlineStream;

/// How a server is to run.
#[derive(Clone)]
pub struct Config {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it keeps tables.
    pub place: store::Place,
    /// The editions and boards that may be played.
    pub library: Arc<Library>,
    /// Where chance comes from.
    pub chance: Arc<dyn Chance>,
    /// How it answers requests.
    pub http: HttpConfig,
    /// How fast bots answer.
    pub pace: Pace,
    /// How many bots think at once.
    pub thinkers: usize,
    /// Whether their thinking ends at a fixed time.
    pub windows: Windows,
    /// How many tables of bots alone may play.
    pub bot_tables: BotTableLimits,
    /// For how long tables are kept.
    pub keeping: Keeping,
    /// Bytes that may wait for all clients together.
    pub backlog: usize,
}

impl Config {
    /// The usual way to run.
    pub fn new(address: SocketAddr, place: store::Place) -> Config {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            address,
            place,
            library: Arc::default(),
            chance: Arc::new(OsChance),
            http: HttpConfig::default(),
            pace: Pace::default(),
            thinkers: processors.saturating_sub(1).max(1),
            windows: Windows::Kept,
            bot_tables: BotTableLimits::default(),
            keeping: Keeping::default(),
            backlog: limits::BACKLOG,
        }
    }
}

/// Connections that are under way have so long to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Runs a server until `stop` is told; `ready` is told the address. Both are boxed, so that all of it is
/// compiled here, once.
pub async fn serve(
    config: Config,
    assets: Assets,
    ready: Box<dyn FnOnce(SocketAddr) + Send>,
    mut stop: Pin<Box<dyn Future<Output = ()> + Send>>,
) -> Result<(), String> {
    let store = config.place.open().await.map_err(|error| error.to_string())?;
    let listener = TcpListener::bind(config.address).await.map_err(|error| {
        format!("cannot listen on {}: {error}; choose another with --addr", config.address)
    })?;
    let hall = Hall::new(Parts {
        library: config.library,
        store,
        clock: TableClock::start(),
        chance: config.chance,
        thinker: Thinker::pool(config.thinkers, config.windows),
        pace: config.pace,
        bot_tables: config.bot_tables,
        keeping: config.keeping,
        backlog: config.backlog,
    });
    hall.open().await.map_err(|error| error.to_string())?;
    bound_buffers(&listener);
    let (head, write) = (config.http.head, config.http.write);
    let site = Site::new(hall.clone(), config.http, assets);
    let (addresses, router) = (Arc::clone(&site.addresses), site.router());
    ready(listener.local_addr().map_err(|error| error.to_string())?);
    let (closing, closed) = watch::channel(false);
    let mut under_way = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, from)) => {
                let Some((place, permit)) = addresses.enter(from, hall.clock().now()) else {
                    continue;
                };
                let head = match place {
                    Place::Public => head,
                    Place::Reserved => head.min(limits::RESERVED_HEAD),
                };
                let service = axum::Extension(place).layer(router.clone());
                let service = axum::Extension(ConnectInfo(from)).layer(service);
                let closed = closed.clone();
                under_way.spawn(async move {
                    connect(with_deadline(stream, write, permit), service, head, closed).await;
                });
            }
            Err(error) => {
                // Too many open files, most likely: others will close.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
        while under_way.try_join_next().is_some() {}
    }
    tracing::info!("stopping");
    hall.close().await;
    let _ = closing.send(true);
    let all = async {
        while under_way.join_next().await.is_some() {}
        while hall.metrics().connections.get() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = tokio::time::timeout(FAREWELL, all).await;
    Ok(())
}

/// What the kernel keeps of each connection is bounded; connections have it from whoever listens.
fn bound_buffers(listener: &TcpListener) {
    let socket = SockRef::from(listener);
    let set = socket
        .set_send_buffer_size(limits::SEND_BUFFER)
        .and_then(|()| socket.set_recv_buffer_size(limits::RECEIVE_BUFFER));
    if let Err(error) = set {
        tracing::warn!(%error, "the buffers of connections are not bounded");
    }
}

/// A connection that is waited for so long, and has its place until it ends.
fn with_deadline(stream: TcpStream, write: Duration, permit: Permit) -> WriteDeadlineStream<Permit> {
    let _ = stream.set_nodelay(true);
    WriteDeadlineStream::new(stream, write, permit)
}

/// Serves one connection.
async fn connect<S>(
    stream: WriteDeadlineStream<Permit>,
    service: S,
    head: Duration,
    mut closed: watch::Receiver<bool>,
) where
    S: Service<Request<Incoming>, Response = Response, Error = Infallible> + Clone,
{
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(limits::HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Sends far more than any buffer holds, and reads it as fast as it comes.
    async fn hurry(mut from: &mut TcpStream, mut to: &mut TcpStream) {
        const BYTES: u64 = 64 << 20;
        let sending = async {
            tokio::io::copy(&mut tokio::io::repeat(0).take(BYTES), &mut from).await?;
            from.flush().await
        };
        let mut taken = (&mut to).take(BYTES);
        let reading = async {
            let mut buffer = vec![0; 1 << 20];
            while taken.read(&mut buffer).await? > 0 {}
            Ok(())
        };
        tokio::try_join!(sending, reading).expect("all of it arrives");
    }

    /// A kernel gives more to a connection in a hurry, unless it was told how much there is.
    #[tokio::test]
    async fn what_the_kernel_keeps_of_a_connection_does_not_grow() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        bound_buffers(&listener);
        let connecting = TcpStream::connect(listener.local_addr().expect("an address"));
        let (client, accepted) = tokio::join!(connecting, listener.accept());
        let (mut client, mut server) = (client.expect("it listens"), accepted.expect("somebody").0);
        hurry(&mut client, &mut server).await;
        hurry(&mut server, &mut client).await;
        // Linux takes twice of what it is told, for what it needs itself.
        let kept = SockRef::from(&server);
        let received = kept.recv_buffer_size().expect("it tells");
        let sent = kept.send_buffer_size().expect("it tells");
        assert!(received <= 2 * limits::RECEIVE_BUFFER, "{received} of what comes");
        assert!(sent <= 2 * limits::SEND_BUFFER, "{sent} of what goes");
    }
}
