//! More connections, requests and bytes than one address, or all together, may have.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use fogbound_server::http::HttpConfig;
use fogbound_server::limits;
use fogbound_table::Rate;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::net::{Answer, new_cookie, open, request, socket_request};
use crate::readers::BIG;
use crate::{ASSETS, Game, Server};

/// A connection from another address of this computer.
async fn connect_from(from: &str, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    let from: IpAddr = from.parse().expect("an address");
    socket.bind(SocketAddr::new(from, 0)).expect("this computer has all of them");
    socket.connect(to).await.expect("it listens")
}

/// A request for a path from another address; no answer if the connection is closed at once.
async fn get_from(from: &str, to: SocketAddr, path: &str, cookie: &str) -> Option<Answer> {
    let mut stream = connect_from(from, to).await;
    let head = format!(
        "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: fogbound={cookie}\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).await;
    let mut bytes = vec![];
    let _ = timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await.expect("an end");
    Answer::parse(&bytes)
}

/// The status of an answer, if there is one; after a moment in which the server sees who has come.
async fn at(server: &Server, path: &str) -> Option<u16> {
    tokio::time::sleep(Duration::from_millis(5)).await;
    Some(get_from("127.0.0.1", server.address, path, "").await?.status)
}

/// Whether whoever holds a seat, and health, find a place, and nobody else from this address does.
async fn kept_places(server: &Server, game: &Game, from: &str) {
    let at = server.address;
    let health = get_from(from, at, "/healthz", &new_cookie()).await.expect("health is told");
    assert_eq!(health.status, 200);
    for path in ["/", "/assets/app.js", "/api/tables", "/metrics"] {
        let refused = get_from(from, at, path, &new_cookie()).await.expect("an answer");
        assert_eq!(refused.status, 503, "{path}");
        let retry = refused.header("retry-after").and_then(|text| text.parse::<u32>().ok());
        assert!(retry.is_some_and(|seconds| seconds > 0), "{path}: {refused:?}");
        assert_eq!(refused.header("connection"), Some("close"), "{path}");
    }
    let cookie = &game.players[0].cookie;
    let path = format!("/api/tables/{}", game.name);
    let seen = get_from(from, at, &path, cookie).await.expect("an answer");
    assert_eq!((seen.status, &seen.json()["you"]["audience"]), (200, &"fugitive".into()));
    let request = socket_request(at, &game.name, cookie);
    let stream = connect_from(from, at).await;
    let (socket, _) = tokio_tungstenite::client_async(request, stream).await.expect("a socket");
    drop(socket);
    let stranger = socket_request(at, &game.name, &new_cookie());
    let stream = connect_from(from, at).await;
    assert!(tokio_tungstenite::client_async(stranger, stream).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_so_many_connections_and_no_more() {
    let http =
        HttpConfig { connections_each: 4, head: Duration::from_secs(60), ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let mut game = Game::begin(&server).await;
    let mut silent = vec![];
    while at(&server, "/").await == Some(200) {
        silent.push(TcpStream::connect(server.address).await.expect("it listens"));
    }
    assert!((50..=4 + 1 + 64).contains(&silent.len()), "{}", silent.len());
    kept_places(&server, &game, "127.0.0.1").await;
    let elsewhere = get_from("127.0.0.2", server.address, "/", &new_cookie()).await;
    assert_eq!(elsewhere.expect("others are not blamed").status, 200);
    // Whoever takes the places that are kept, and says nothing, gets so many of them, and loses them soon.
    let mut kept = vec![];
    while at(&server, "/healthz").await == Some(200) {
        kept.push(TcpStream::connect(server.address).await.expect("it listens"));
        assert!(kept.len() < 500, "it never ends");
    }
    let mut taken = 0;
    for stream in &kept {
        // One that was turned away, or let go on a slow machine, has an end to read.
        taken += usize::from(timeout(Duration::from_millis(1), stream.readable()).await.is_err());
    }
    assert!((5..=limits::RESERVED_EACH).contains(&taken), "{taken} of {}", kept.len());
    game.goes_on().await;
    tokio::time::sleep(limits::RESERVED_HEAD).await;
    assert_eq!(at(&server, "/healthz").await, Some(200), "health is told again");
    drop((silent, kept));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_all_places_are_taken_some_are_kept_for_health_and_for_those_who_have_a_seat() {
    let http = HttpConfig { connections: 4, head: Duration::from_secs(60), ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let mut game = Game::begin(&server).await;
    let mut silent = vec![];
    while at(&server, "/").await == Some(200) {
        let from = format!("127.0.1.{}", silent.len());
        silent.push(connect_from(&from, server.address).await);
    }
    // Some come while whoever asked is still being seen off, and take a place that is kept.
    assert!((50..=4 + 1 + 64 + 32).contains(&silent.len()), "{}", silent.len());
    kept_places(&server, &game, "127.0.0.1").await;
    game.goes_on().await;
    drop(silent);
    server.stop().await;
}

/// Whether the other end has closed a connection on which nothing was said.
fn is_closed(stream: &TcpStream) -> bool {
    match stream.try_read(&mut [0]) {
        Ok(bytes) => bytes == 0,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_places_that_are_kept_have_an_end_too() {
    let http = HttpConfig { connections: 4, head: Duration::from_secs(60), ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let mut game = Game::begin(&server).await;
    let mut silent = vec![];
    for number in 0..4 + 1 + 64 + limits::RESERVED + 50 {
        silent.push(connect_from(&format!("127.0.1.{number}"), server.address).await);
    }
    // Until all were looked at, and before the first are let go.
    tokio::time::sleep(limits::RESERVED_HEAD / 3).await;
    let held = silent.iter().filter(|stream| !is_closed(stream)).count();
    assert!((50..=4 + 1 + 64 + limits::RESERVED).contains(&held), "{held}");
    game.goes_on().await;
    drop(silent);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_a_seat_gets_some_more_sockets_and_no_more() {
    let server = Server::start(HttpConfig { connections_each: 2, ..HttpConfig::default() }, &[]).await;
    let game = Game::begin(&server).await;
    let player = async || {
        let request = socket_request(server.address, &game.name, &game.players[1].cookie);
        open(server.address, request).await
    };
    let mut more = vec![];
    for _ in 0..limits::RESERVED_EACH {
        more.push(player().await.expect("a socket"));
    }
    assert_eq!(player().await.err(), Some(Some(429)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_all_sockets_are_open_those_who_have_a_seat_still_get_one() {
    let http = HttpConfig { connections: 4, ..HttpConfig::default() };
    let server = Server::start(http, &[]).await;
    let game = Game::begin(&server).await;
    let [_one, _two] = [game.stranger(&server).await, game.stranger(&server).await];
    let stranger = socket_request(server.address, &game.name, &new_cookie());
    assert_eq!(open(server.address, stranger).await.err(), Some(Some(503)));
    let player = socket_request(server.address, &game.name, &game.players[1].cookie);
    assert!(open(server.address, player).await.is_ok());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_is_sent_so_many_bytes_and_no_more() {
    let bytes_each = Rate { most: 3 * BIG as u32 - 20_000, each_second: 2500 };
    let server = Server::start(HttpConfig { bytes_each, ..HttpConfig::default() }, ASSETS).await;
    let at = server.address;
    let big = async |from| get_from(from, at, "/assets/big.bin", "").await.expect("an answer");
    for _ in 0..3 {
        assert_eq!(big("127.0.0.1").await.status, 200);
    }
    let refused = big("127.0.0.1").await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &"limit".into()));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(server.get("/").await.status, 429, "whatever it is");
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(big("127.0.0.2").await.status, 200, "others are not blamed");
    // Each refusal takes a second.
    let mut again = 429;
    for _ in 0..20 {
        again = if again == 200 { again } else { server.get("/").await.status };
    }
    assert_eq!(again, 200, "after a while it may have some more");
    server.stop().await;
}

/// A long file goes out piece by piece: who breaks off after the first has not had all of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_taken_does_not_count() {
    let bytes_each = Rate { most: 600_000, each_second: 1 };
    let server = Server::start(HttpConfig { bytes_each, ..HttpConfig::default() }, ASSETS).await;
    let mut unread = crate::readers::narrow(server.address).await;
    unread.write_all(b"GET /assets/big.bin HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it is taken");
    assert!(unread.read(&mut [0; 100]).await.expect("it begins") > 0);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.get("/").await.status, 200);
    drop(unread);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_for_files_count_too() {
    let requests_each = Rate { most: 20, each_second: 1 };
    let server = Server::start(HttpConfig { requests_each, ..HttpConfig::default() }, ASSETS).await;
    let mut answered = 0;
    let refused = loop {
        let asked = Instant::now();
        let answer = server.get("/assets/app.js").await;
        if answer.status != 200 {
            assert!(asked.elapsed() >= limits::HESITATION, "who asks too often is told so later");
            break answer;
        }
        answered += 1;
        assert!(answered < 100, "it never ends");
    };
    assert!(answered >= 20, "{answered}");
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_one_address_has_so_many_requests_under_way_and_no_more() {
    let http = HttpConfig { behind_proxy: true, connections_each: 4, ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let get = |from: &str| {
        format!("GET /assets/big.bin HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {from}\r\n\r\n")
    };
    let mut unread = vec![];
    for _ in 0..4 + 1 + 64 {
        let mut stream = TcpStream::connect(server.address).await.expect("it listens");
        stream.write_all(get("1.2.3.4").as_bytes()).await.expect("it is taken");
        unread.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let ask = async |from: &'static str| {
        let headers = [("X-Forwarded-For", from)];
        request(server.address, "GET /", &headers, "").await.expect("an answer").status
    };
    assert_eq!(ask("1.2.3.4").await, 429);
    assert_eq!(ask("1.2.3.5").await, 200, "others are not blamed");
    drop(unread);
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if ask("1.2.3.4").await == 200 {
            return server.stop().await;
        }
    }
    panic!("they still count");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_is_kept_without_a_request_ends() {
    let http = HttpConfig { head: Duration::from_secs(1), ..HttpConfig::default() };
    let server = Server::start(http, ASSETS).await;
    let mut stream = TcpStream::connect(server.address).await.expect("it listens");
    for _ in 0..3 {
        stream.write_all(b"GET /assets/app.js HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it is taken");
        assert!(stream.read(&mut [0; 4096]).await.expect("an answer") > 0);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let end = timeout(Duration::from_secs(10), stream.read_to_end(&mut vec![])).await;
    assert!(end.is_ok(), "it is kept for ever");
    server.stop().await;
}
