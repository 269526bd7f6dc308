//! Clients that do not read what they are sent.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use fogbound_server::http::HttpConfig;
use fogbound_server::limits;
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};

use crate::net::{Socket, new_cookie, socket_request};
use crate::{ASSETS, Game, Server, say};

/// A connection whose end holds as little as it can.
pub(crate) async fn narrow(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(2048).expect("a small buffer");
    socket.connect(address).await.expect("it listens")
}

/// Somebody who says hello and never reads.
async fn never_reading(server: &Server, table: &str) -> Socket {
    let request = socket_request(server.address, table, &new_cookie());
    let stream = narrow(server.address).await;
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.expect("it opens");
    say(&mut socket, r#"{"type":"hello","protocol":3}"#).await;
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_let_go_before_much_waits() {
    const SOCKETS: u64 = 12;
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let mut sockets = vec![];
    for _ in 0..SOCKETS {
        sockets.push(never_reading(&server, &game.name).await);
    }
    let begun = Instant::now();
    let mut most = 0;
    // Each name brings the whole scene to everybody.
    while server.figure("fogbound_drops_total").await < SOCKETS {
        assert!(begun.elapsed() < Duration::from_secs(15), "they are still there: {most} bytes");
        for (index, player) in game.players.iter_mut().enumerate() {
            let name = format!("Name {index} {}", player.version);
            let answer = player.command(json!({"do": "name", "name": name})).await;
            assert_eq!(answer.expect("an answer")["type"], "done");
        }
        most = most.max(server.figure("fogbound_backlog_bytes").await);
    }
    assert!(most < SOCKETS * (limits::QUEUE_BYTES as u64 + 64 * 1024), "{most}");
    let left = async || server.figure("fogbound_listeners").await;
    while left().await > 2 {
        assert!(begun.elapsed() < Duration::from_secs(20), "their connections end at once");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // What waits for those who read is soon gone.
    while server.figure("fogbound_backlog_bytes").await > 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "something is left");
        game.goes_on().await;
    }
    drop(sockets);
    server.stop().await;
}

/// Bytes of an asset that is longer than what a kernel keeps.
pub(crate) const BIG: usize = 1 << 20;

/// How many connections do not read; `FOGBOUND_READERS` asks for more.
#[cfg(target_os = "linux")]
fn readers() -> usize {
    std::env::var("FOGBOUND_READERS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

/// How many connections of the server there are, and what the kernel keeps for them of what they were
/// sent.
#[cfg(target_os = "linux")]
fn kept_by_the_kernel(server: &Server) -> (usize, u64) {
    let table = std::fs::read_to_string("/proc/net/tcp").expect("the kernel tells");
    let port = format!(":{:04X}", server.address.port());
    let rows = table.lines().skip(1).filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (local, _, state) = (words.next()?, words.next()?, words.next()?);
        let sent = words.next()?.split(':').next()?;
        // Those that listen, and those that are only remembered, are not counted.
        let open = local.ends_with(&port) && !["0A", "06"].contains(&state);
        open.then(|| u64::from_str_radix(sent, 16).unwrap_or(0))
    });
    rows.fold((0, 0), |(count, sum), sent| (count + 1, sum + sent))
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_reads_takes_little_of_the_kernel_and_not_for_long() {
    use tokio::io::AsyncWriteExt;

    let connections = readers();
    let http = HttpConfig { write: Duration::from_secs(2), ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let mut game = Game::begin(&server).await;
    let (before, _) = kept_by_the_kernel(&server);
    let mut unread = vec![];
    for _ in 0..connections {
        let mut stream = narrow(server.address).await;
        let get = "GET /assets/big.bin HTTP/1.1\r\nHost: x\r\n\r\n".repeat(100);
        stream.write_all(get.as_bytes()).await.expect("it is taken");
        unread.push(stream);
    }
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_millis(700)).await;
    let (count, kept) = kept_by_the_kernel(&server);
    println!("{count} connections, {kept} bytes");
    assert!(kept < (connections * 2 * limits::SEND_BUFFER) as u64, "{kept}");
    game.goes_on().await;
    while kept_by_the_kernel(&server).0 > before {
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", kept_by_the_kernel(&server));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(unread);
    server.stop().await;
}
