//! Clients and pages that mean harm, over real sockets: they are refused, bounded, and the table
//! does not notice.

#![allow(missing_docs)]

mod crowds;
mod floods;
#[path = "../net/mod.rs"]
mod net;
mod readers;
#[path = "../world/mod.rs"]
mod world;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_rules::{Rng, Rules};
use fogbound_server::OsChance;
use fogbound_server::http::{Asset, Assets, Content, HttpConfig};
use fogbound_server::limits as bounds;
use fogbound_server::serve::{Config, serve};
use fogbound_server::store::Place;
use fogbound_table::Chance;
use fogbound_table::Pace;
use fogbound_table::Rate;
use fogbound_table::Sitter;
use fogbound_table::limits;
use futures_util::{SinkExt, StreamExt};
use net::{Answer, Player, Socket, new_cookie, next, open, raw, request, socket_request};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

const ASSETS: Assets = &[
    Asset {
        path: "index.html",
        content_type: "text/html; charset=utf-8",
        content: Content::Plain(b"<!doctype html><title>the client</title>"),
        brotli: None,
        hash: "1",
        immutable: false,
    },
    Asset {
        path: "assets/app.js",
        content_type: "text/javascript",
        content: Content::Plain(b"'use strict'"),
        brotli: None,
        hash: "2",
        immutable: true,
    },
    Asset {
        path: "assets/big.bin",
        content_type: "application/octet-stream",
        content: Content::Plain(&[0; readers::BIG]),
        brotli: None,
        hash: "3",
        immutable: true,
    },
];

/// A server of the test's own.
struct Server {
    address: SocketAddr,
    dir: PathBuf,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<Result<(), String>>,
}

impl Server {
    async fn start(http: HttpConfig, assets: Assets) -> Server {
        let mut bytes = [0; 8];
        OsChance.fill(&mut bytes);
        let dir =
            std::env::temp_dir().join(format!("fogbound-hostile-{:016x}", u64::from_le_bytes(bytes)));
        let config = Config {
            http,
            pace: Pace { fugitive: Duration::from_millis(5), hunter: Duration::from_millis(2) },
            thinkers: 1,
            ..Config::new("127.0.0.1:0".parse().unwrap(), Place::Folder(dir.clone()))
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, address) = oneshot::channel();
        let task = tokio::spawn(async move {
            let ready = move |address| {
                let _ = ready.send(address);
            };
            let stopped = async move {
                let _ = stopped.await;
            };
            serve(config, assets, Box::new(ready), Box::pin(stopped)).await
        });
        Server { address: address.await.expect("it starts"), dir, stop: Some(stop), task }
    }

    async fn usual() -> Server {
        Server::start(HttpConfig::default(), &[]).await
    }

    async fn get(&self, path: &str) -> Answer {
        request(self.address, &format!("GET {path}"), &[], "").await.expect("an answer")
    }

    async fn post(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        let line = format!("POST {path}");
        request(self.address, &line, headers, &body.to_string()).await.expect("an answer")
    }

    /// A figure of `/metrics`.
    async fn figure(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.body;
        let line = text.lines().find(|line| line.split(' ').next() == Some(name));
        line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("such a figure")
    }

    /// It still stops when it is asked to.
    async fn stop(mut self) {
        let _ = self.stop.take().expect("it runs").send(());
        let ended = timeout(Duration::from_secs(20), &mut self.task).await.expect("it stops in time");
        ended.expect("no panic").expect("no failure");
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

fn table() -> Value {
    json!({
        "settings": {"edition": "modern", "detectives": 3, "visibility": "public"},
        "name": "X",
        "seats": [{"seat": "fugitive", "who": "me"}],
    })
}

/// Two people who want to play in peace.
struct Game {
    name: String,
    rules: Arc<Rules>,
    players: [Player; 2],
}

impl Game {
    async fn begin(server: &Server) -> Game {
        let at = watch::channel(server.address).1;
        let cookie = new_cookie();
        let name = net::make(server.address, &cookie, &table()).await.expect("a table");
        let mut fugitive = Player::new(&at, &name, &cookie, 1);
        let mut hunter = Player::new(&at, &name, &new_cookie(), 2);
        for seat in ["d1", "d2", "d3"] {
            let answer = hunter.command(json!({"do": "sit", "seat": seat})).await.unwrap();
            assert_eq!(answer["type"], "done");
        }
        let answer = fugitive.command(json!({"do": "start"})).await.unwrap();
        assert_eq!(answer["type"], "done");
        let rules = world::settings("modern", 3).rules(&fogbound_rules::Library::default()).unwrap();
        Game { name, rules, players: [fugitive, hunter] }
    }

    /// A game in which some decisions were taken and somebody is to move: one that a lucky hunter ended
    /// at once is followed by another.
    async fn under_way(server: &Server) -> Game {
        loop {
            let mut game = Game::begin(server).await;
            game.goes_on().await;
            let newest = game.players.iter().map(Player::newest).max().unwrap_or(0);
            for player in &mut game.players {
                player.wait_for(newest).await.expect("it is told");
            }
            if !game.players[0].is_over() {
                return game;
            }
        }
    }

    /// A few more decisions are taken, acknowledged and told, without delay.
    async fn goes_on(&mut self) {
        let started = Instant::now();
        for _ in 0..3 {
            let newest = self.players.iter().map(Player::newest).max().unwrap_or(0);
            for player in &mut self.players {
                player.wait_for(newest).await.expect("it is told");
            }
            if self.players[0].is_over() {
                return;
            }
            let rules = self.rules.clone();
            let own = |player: &&mut Player| !player.choices(&rules).is_empty();
            let player = self.players.iter_mut().find(own).expect("somebody is to move");
            let action = player.choices(&rules)[0];
            let answer = player.command(json!({"do": "act", "action": action})).await.unwrap();
            assert_eq!(answer["type"], "done", "{answer}");
        }
        assert!(started.elapsed() < Duration::from_secs(5), "the table notices");
        for player in &self.players {
            assert_eq!(player.connects, 1, "nobody else is thrown out");
        }
    }

    async fn stranger(&self, server: &Server) -> Socket {
        hello(open(server.address, socket_request(server.address, &self.name, &new_cookie())).await)
            .await
    }
}

/// Says hello and takes in the three words of welcome.
async fn hello(socket: Result<Socket, Option<u16>>) -> Socket {
    let mut socket = socket.expect("the socket opens");
    say(&mut socket, r#"{"type":"hello","protocol":3}"#).await;
    for expected in ["welcome", "you", "news"] {
        assert_eq!(heard(&mut socket).await.expect("a word")["type"], expected);
    }
    socket
}

async fn say(socket: &mut Socket, text: &str) {
    let _ = socket.send(Message::text(text)).await;
}

/// The next message but for word of who is present and news; none if the connection ends.
async fn heard(socket: &mut Socket) -> Option<Value> {
    timeout(Duration::from_secs(10), next(socket)).await.expect("an answer in time")
}

async fn answer(socket: &mut Socket) -> Option<Value> {
    loop {
        let message = heard(socket).await?;
        if !matches!(message["type"].as_str(), Some("present" | "news")) {
            return Some(message);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_make_no_sense_are_refused_and_the_connection_goes_on() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let mut stranger = game.stranger(&server).await;
    let deep = "[".repeat(2000);
    let senseless = [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "{}",
        "1e999",
        "\"\\ud800\"",
        &deep,
        r#"{"type":"surprise"}"#,
        r#"{"type":"do"}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"win"}}"#,
        r#"{"type":"do","id":"a","version":-1,"command":{"do":"yield"}}"#,
        r#"{"type":"do","id":"a","version":1.5,"command":{"do":"yield"}}"#,
        r#"{"type":"do","id":7,"version":1,"command":{"do":"yield"}}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"yield"},"extra":1}"#,
        r#"{"type":"ping","extra":1}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"sit","seat":"d9"}}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"sit","seat":"d1","by":1}}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"bot","seat":"d1","level":9}}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"point","at":-4}}"#,
        r#"{"type":"do","id":"a","version":1,"command":{"do":"act","action":{"kind":"teleport"}}}"#,
        r#"{"type":"look","audience":"god"}"#,
        r#"{"type":"explain","station":100000}"#,
        r#"{"type":"hello","protocol":3}"#,
    ];
    for text in senseless {
        say(&mut stranger, text).await;
        let answer = answer(&mut stranger).await.unwrap_or_else(|| panic!("it ended after {text:?}"));
        assert_eq!(
            (&answer["type"], &answer["code"]),
            (&json!("refused"), &json!("bad_message")),
            "{text}"
        );
    }
    stranger.send(Message::binary(vec![0u8, 159, 146, 150])).await.unwrap();
    assert_eq!(answer(&mut stranger).await.expect("an answer")["code"], "bad_message");
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_that_are_too_long_end_the_connection() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let long = "x".repeat(limits::MESSAGE + 1);
    let huge = "x".repeat(8 << 20);
    for text in [&long, &huge] {
        let mut stranger = game.stranger(&server).await;
        say(&mut stranger, text).await;
        while heard(&mut stranger).await.is_some() {}
        game.goes_on().await;
    }
    // In many small frames.
    let mut stranger = game.stranger(&server).await;
    for part in 0..10_000 {
        let kind = OpCode::Data(if part == 0 { Data::Text } else { Data::Continue });
        let header = FrameHeader { is_final: false, opcode: kind, ..FrameHeader::default() };
        let frame = Frame::from_payload(header, vec![b'x'; 100].into());
        if stranger.send(Message::Frame(frame)).await.is_err() {
            break;
        }
    }
    while heard(&mut stranger).await.is_some() {}
    // The longest that is allowed is read.
    let mut stranger = game.stranger(&server).await;
    say(&mut stranger, &"x".repeat(limits::MESSAGE)).await;
    assert_eq!(answer(&mut stranger).await.expect("an answer")["code"], "bad_message");
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_proper_hello_there_is_no_conversation() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let wrong = [
        r#"{"type":"do","id":"a","version":1,"command":{"do":"yield"}}"#,
        r#"{"type":"look","audience":"fugitive"}"#,
        r#"{"type":"explain","station":1}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"hello","protocol":0}"#,
        r#"{"type":"hello","protocol":1}"#,
        r#"{"type":"hello","protocol":2}"#,
        r#"{"type":"hello","protocol":4294967295}"#,
    ];
    for text in wrong {
        let request = socket_request(server.address, &game.name, &new_cookie());
        let mut socket = open(server.address, request).await.expect("the socket opens");
        say(&mut socket, text).await;
        // What is sent after that changes nothing.
        say(&mut socket, r#"{"type":"hello","protocol":3}"#).await;
        assert_eq!(heard(&mut socket).await.expect("a word")["type"], "bye", "{text}");
        assert!(heard(&mut socket).await.is_none(), "{text}");
    }
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_floods_is_refused_and_then_let_go_and_the_others_do_not_notice() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let stranger = game.stranger(&server).await;
    let (mut up, mut down) = stranger.split();
    let flood = tokio::spawn(async move {
        for n in 0..20_000 {
            let text = format!(
                r#"{{"type":"do","id":"f{n}","version":1,"command":{{"do":"say","to":"table","text":"spam"}}}}"#
            );
            if up.send(Message::text(text)).await.is_err() {
                return;
            }
        }
    });
    let reading = tokio::spawn(async move {
        let (mut refused, mut bye) = (0, 0);
        while let Some(Ok(message)) = down.next().await {
            let Ok(text) = message.into_text() else { continue };
            refused += u32::from(text.contains("slow down"));
            bye += u32::from(text.starts_with(r#"{"type":"bye""#));
        }
        (refused, bye)
    });
    game.goes_on().await;
    let (refused, bye) = timeout(Duration::from_secs(20), reading).await.expect("it ends").unwrap();
    flood.abort();
    assert!(refused <= limits::WARNINGS, "{refused}");
    assert!(bye <= 1);
    let most = u64::from(limits::MESSAGES.most + 10 * limits::MESSAGES.each_second);
    let version = game.players[0].version;
    assert!(version < most + 30, "what it could say is bounded: {version}");
    assert!(server.figure("fogbound_floods_total").await > 0);
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_acts_for_others_out_of_turn_or_twice() {
    let server = Server::usual().await;
    let mut game = Game::under_way(&server).await;
    let newest = game.players.iter().map(Player::newest).max().unwrap_or(0);
    let rules = game.rules.clone();
    let own = |player: &Player| player.choices(&rules).first().copied();
    let action = game.players.iter().find_map(own).expect("somebody is to move");
    let act = |id: &str, version: u64| {
        let command = json!({"do": "act", "action": action});
        json!({"type": "do", "id": id, "version": version, "command": command}).to_string()
    };
    let mut stranger = game.stranger(&server).await;
    for (id, version, code) in [
        ("a", newest, "not_yours"),
        ("b", 1, "stale"),
        ("c", u64::MAX, "stale"),
        // The ids of others are nothing to a stranger.
        ("d", newest, "not_yours"),
    ] {
        say(&mut stranger, &act(id, version)).await;
        let answer = answer(&mut stranger).await.expect("an answer");
        assert_eq!((&answer["id"], &answer["code"]), (&json!(id), &json!(code)));
    }
    for id in game.players[0].sent.keys() {
        say(&mut stranger, &act(id, newest)).await;
        assert_eq!(answer(&mut stranger).await.expect("an answer")["code"], "not_yours");
    }
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessed_names_and_keys_open_nothing() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let guess: String = (0..12).map(|_| char::from(b"23456789abcdefgh"[rng.below(16)])).collect();
        assert_eq!(server.get(&format!("/api/tables/{guess}")).await.status, 404);
        assert_eq!(server.get(&format!("/api/tables/{guess}/record")).await.status, 404);
        let request = socket_request(server.address, &guess, &new_cookie());
        assert_eq!(open(server.address, request).await.err(), Some(Some(404)));
        let key = format!("{:016x}{:016x}", rng.bits(), rng.bits());
        let path = format!("/api/tables/{}/claim", game.name);
        assert_eq!(server.post(&path, &[], &json!({"key": key})).await.status, 403);
    }
    for odd in ["..", "%2e%2e", "AAAAAAAAAAAA", "0", "%00", "a%0d%0aSet-Cookie:%20x=1", "'%20OR%201=1"] {
        let answer = server.get(&format!("/api/tables/{odd}")).await;
        assert_eq!(answer.status, 404, "{odd}");
        assert!(answer.header("set-cookie").is_none(), "{odd}");
    }
    let path = format!("/api/tables/{}/claim", game.name);
    for wrong in [json!({"key": ""}), json!({"key": "zz"}), json!({}), json!({"key": 1}), json!([])] {
        assert_eq!(server.post(&path, &[], &wrong).await.status, 400, "{wrong}");
    }
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_can_do_nothing() {
    let own = "https://play.example.org";
    let http = HttpConfig { origins: vec![own.into()], ..HttpConfig::default() };
    let [server, strict] = [Server::usual().await, Server::start(http, &[]).await];
    let mut game = Game::begin(&server).await;
    let here = format!("http://{}", server.address);
    let other_port = "http://127.0.0.1:1";
    for origin in ["https://evil.example", "null", "", other_port, &format!("{here}.evil.example")] {
        let answer = server.post("/api/tables", &[("Origin", origin)], &table()).await;
        assert_eq!(answer.status, 403, "{origin}");
        let path = format!("/api/tables/{}/claim", game.name);
        let answer = server.post(&path, &[("Origin", origin)], &json!({"key": "0".repeat(32)})).await;
        assert_eq!(answer.json()["text"], "a page of another site may not do that");
        let mut request = socket_request(server.address, &game.name, &game.players[0].cookie);
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert_eq!(open(server.address, request).await.err(), Some(Some(403)), "{origin}");
    }
    assert_eq!(server.post("/api/tables", &[("Origin", &here)], &table()).await.status, 201);
    // A name that points to this server by a trick of DNS does not fit the page's own.
    let tricked = [("Host", "evil.example"), ("Origin", here.as_str())];
    assert_eq!(server.post("/api/tables", &tricked, &table()).await.status, 403);
    let mut request = socket_request(server.address, &game.name, &new_cookie());
    request.headers_mut().insert("origin", here.parse().unwrap());
    hello(open(server.address, request).await).await;
    // Where the own address is known, only that one counts.
    let there = format!("http://{}", strict.address);
    assert_eq!(strict.post("/api/tables", &[("Origin", &there)], &table()).await.status, 403);
    assert_eq!(strict.post("/api/tables", &[("Origin", own)], &table()).await.status, 201);
    assert_eq!(strict.post("/api/tables", &[], &table()).await.status, 201, "no page at all");
    game.goes_on().await;
    server.stop().await;
    strict.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_is_known_by_a_cookie_that_pages_cannot_read_and_by_nothing_else() {
    let http = HttpConfig { secure: true, ..HttpConfig::default() };
    let [server, secure] = [Server::usual().await, Server::start(http, &[]).await];
    let answer = server.post("/api/tables", &[], &table()).await;
    let cookie = answer.header("set-cookie").expect("who makes a table gets one").to_string();
    let parts: Vec<&str> = cookie.split("; ").collect();
    let secret = parts[0].strip_prefix("fogbound=").expect("its name");
    assert!(secret.len() == 32 && secret.bytes().all(|c| c.is_ascii_hexdigit()));
    assert_eq!(parts[1..], ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"]);
    let answer = secure.post("/api/tables", &[], &table()).await;
    assert!(answer.header("set-cookie").unwrap().ends_with("; Secure"));
    let path = format!("/api/tables/{}", Game::begin(&server).await.name);
    let mut seen = std::collections::BTreeSet::from([secret.to_string()]);
    for forged in
        ["", "fogbound", "fogbound=", "fogbound=x", "other=1", &format!("fogbound={}", "g".repeat(32))]
    {
        let headers = [("Cookie", forged)];
        let line = format!("GET {path}");
        let answer = request(server.address, &line, &headers, "").await.unwrap();
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json()["you"]["audience"], "spectator");
        let answer = server.post("/api/tables", &headers, &table()).await;
        let cookie = answer.header("set-cookie").expect("another one").to_string();
        assert!(seen.insert(cookie[9..41].to_string()), "each visitor gets one of his own");
    }
    // Who opens a socket can be somebody at the table from then on.
    let mut hello = socket_request(server.address, &path[12..], "");
    hello.headers_mut().remove("cookie");
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (_, answer) = tokio_tungstenite::client_async(hello, stream).await.expect("a socket");
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    assert!(seen.insert(cookie[9..41].to_string()), "one more visitor");
    // One that was never given out is as good as any: it belongs to nobody.
    let own = format!("fogbound={}", new_cookie());
    let answer = request(server.address, &format!("GET {path}"), &[("Cookie", &own)], "").await.unwrap();
    assert!(answer.header("set-cookie").is_none());
    assert_eq!(answer.json()["you"]["audience"], "spectator");
    server.stop().await;
    secure.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_carries_the_headers_that_bind_the_browser() {
    let [server, site] = [Server::usual().await, Server::start(HttpConfig::default(), ASSETS).await];
    let game = Game::begin(&server).await;
    let name = &game.name;
    let mut answers = vec![];
    for (line, headers, body) in [
        ("GET /", vec![], ""),
        ("GET /nothing", vec![], ""),
        ("GET /t/abc", vec![], ""),
        ("GET /healthz", vec![], ""),
        ("GET /metrics", vec![], ""),
        ("GET /api/tables", vec![], ""),
        ("GET /api/nothing", vec![], ""),
        ("GET /api/tables/xxxxxxxxxxxx", vec![], ""),
        (&format!("GET /api/tables/{name}"), vec![], ""),
        (&format!("GET /api/tables/{name}/record"), vec![], ""),
        (&format!("GET /api/tables/{name}/socket"), vec![], ""),
        ("GET /api/boards/london.svg", vec![], ""),
        ("GET /api/boards/nowhere", vec![], ""),
        ("POST /api/tables", vec![], "no JSON"),
        ("POST /api/tables", vec![], "{}"),
        ("POST /api/tables", vec![("Origin", "https://evil.example")], "{}"),
        ("POST /api/replay", vec![], "no record"),
        ("DELETE /api/tables", vec![], ""),
        ("PUT /", vec![], ""),
        ("OPTIONS /api/tables", vec![("Origin", "https://evil.example")], ""),
        ("GET /assets/app.js", vec![], ""),
        ("GET /assets/none.js", vec![], ""),
    ] {
        for server in [&server, &site] {
            let answer = request(server.address, line, &headers, body).await.expect("an answer");
            answers.push((line.to_string(), answer));
        }
    }
    let statuses: std::collections::BTreeSet<u16> =
        answers.iter().map(|(_, answer)| answer.status).collect();
    for status in [200, 400, 403, 404, 405] {
        assert!(statuses.contains(&status), "{statuses:?}");
    }
    for (line, answer) in &answers {
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{line}"));
        // A module of our own may be compiled, and nothing else that is not a file of ours.
        let rest = policy.replacen("script-src 'self' 'wasm-unsafe-eval';", "script-src 'self';", 1);
        assert!(rest.starts_with("default-src 'none'") && !rest.contains("unsafe"), "{policy}");
        for part in
            ["script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]
        {
            assert!(policy.contains(part), "{part}");
        }
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{line}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{line}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{line}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{line}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{line}");
        assert!(answer.header("cache-control").is_some(), "{line}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{line}");
        if line.contains(name) {
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{line}");
        }
    }
    server.stop().await;
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_paths_do_not_get_into_headers_or_the_file_system() {
    let [server, site] = [Server::usual().await, Server::start(HttpConfig::default(), ASSETS).await];
    let mut new = table();
    new["name"] = json!("x\r\nSet-Cookie: evil=1\r\n\r\n\"; filename=\"evil.exe");
    new["seats"] = json!(["fugitive", "d1", "d2", "d3"].map(|seat| json!({"seat": seat, "who": "me"})));
    new["start"] = json!(true);
    let answer = server.post("/api/tables", &[], &new).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let name = answer.json()["table"].as_str().unwrap().to_string();
    let record = server.get(&format!("/api/tables/{name}/record?x=%0d%0aEvil:%201")).await;
    let expected = format!("attachment; filename=\"fogbound-{name}.fog\"");
    assert_eq!(record.header("content-disposition"), Some(expected.as_str()));
    assert!(record.header("evil").is_none() && !record.body.contains("Set-Cookie"));
    let shown = server.get(&format!("/api/tables/{name}")).await.json();
    let host = shown["scene"]["guests"][0]["name"].as_str().unwrap();
    assert!(!host.contains(['\r', '\n']) && host.chars().count() <= limits::NAME, "{host:?}");
    for path in [
        "/../../../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../../../etc/passwd",
        "/assets/..%5c..%5cetc/passwd",
        "//etc/passwd",
        "/etc/passwd%00.js",
        "/assets/app.js/../../Cargo.toml",
        "/api/boards/..%2f..%2fCargo",
        "/api/../../Cargo.toml",
    ] {
        for server in [&server, &site] {
            let answer = server.get(path).await;
            assert!(!answer.body.contains("root:") && !answer.body.contains("[workspace]"), "{path}");
            let page = answer.status == 200 && answer.body.contains("the client");
            assert!(page || answer.status == 404 || answer.status == 400, "{path}: {}", answer.status);
        }
    }
    // A file that is missing is not the page: a browser would take it for a script.
    assert_eq!(site.get("/assets/old.js").await.status, 404);
    assert_eq!(site.get("/t/whatever").await.status, 200);
    server.stop().await;
    site.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_and_heads_are_bounded() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let mut huge = table();
    huge["name"] = json!("x".repeat(1 << 20));
    let answer = server.post("/api/tables", &[], &huge).await;
    assert!((400..500).contains(&answer.status), "{}", answer.status);
    assert!(answer.body.len() < 1000, "what was sent is not sent back");
    let announced = "POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                     Content-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n{";
    let answer = timeout(Duration::from_secs(5), raw(server.address, announced.as_bytes())).await;
    assert!((400..500).contains(&answer.expect("at once").expect("an answer").status));
    let mut chunked = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                        Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        .to_vec();
    for _ in 0..1000 {
        chunked.extend(b"400\r\n");
        chunked.extend([b' '; 1024]);
        chunked.extend(b"\r\n");
    }
    let answer = timeout(Duration::from_secs(5), raw(server.address, &chunked)).await.expect("at once");
    assert!(answer.is_err() || (400..500).contains(&answer.unwrap().status));
    let long_path =
        format!("GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "x".repeat(1 << 20));
    let answer = timeout(Duration::from_secs(5), raw(server.address, long_path.as_bytes())).await;
    assert!(answer.expect("at once").is_ok_and(|answer| (400..500).contains(&answer.status)));
    for (bytes, expected) in [(bounds::HEAD / 2, 200), (bounds::HEAD + 1, 431)] {
        let head = format!(
            "GET /healthz HTTP/1.1\r\nHost: x\r\nX: {}\r\nConnection: close\r\n\r\n",
            "x".repeat(bytes)
        );
        let answer = timeout(Duration::from_secs(5), raw(server.address, head.as_bytes())).await;
        assert_eq!(answer.expect("at once").expect("an answer").status, expected, "{bytes}");
    }
    for nonsense in
        ["\0\0\0\0", "GET\r\n\r\n", "HELO example.org\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\r\n\r\n"]
    {
        let _ = timeout(Duration::from_secs(5), raw(server.address, nonsense.as_bytes())).await;
    }
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_slowly_is_let_go() {
    let http = HttpConfig {
        head: Duration::from_millis(300),
        request: Duration::from_millis(600),
        ..HttpConfig::default()
    };
    let server = Server::start(http, &[]).await;
    let mut game = Game::begin(&server).await;
    let begin = Instant::now();
    let mut silent = TcpStream::connect(server.address).await.unwrap();
    let mut head = TcpStream::connect(server.address).await.unwrap();
    let mut body = TcpStream::connect(server.address).await.unwrap();
    head.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").await.unwrap();
    let start = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                  Content-Length: 1000\r\n\r\n{";
    body.write_all(start).await.unwrap();
    // A little at a time, for as long as anybody listens.
    let trickle = async |stream: &mut TcpStream, bit: &[u8]| {
        let (mut read, mut write) = stream.split();
        let writing = async {
            while write.write_all(bit).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let mut answer = vec![];
        tokio::select! {
            () = writing => {}
            _ = read.read_to_end(&mut answer) => {}
        }
        Answer::parse(&answer).map(|answer| answer.status)
    };
    let all = async {
        let mut nothing = vec![];
        let _ = silent.read_to_end(&mut nothing).await;
        trickle(&mut head, b"X: y\r\n").await;
        trickle(&mut body, b" ").await
    };
    let status = timeout(Duration::from_secs(10), all).await.expect("they are let go");
    assert!(status.is_none_or(|status| status == 408), "{status:?}");
    assert!(begin.elapsed() < Duration::from_secs(8));
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_so_many_sockets_and_tables_and_no_more() {
    let http = HttpConfig { connections_each: 4, tables_each: 2, ..HttpConfig::default() };
    let server = Server::start(http, &[]).await;
    let mut game = Game::begin(&server).await;
    let one = game.stranger(&server).await;
    let two = game.stranger(&server).await;
    let refused = async || {
        let request = socket_request(server.address, &game.name, &new_cookie());
        open(server.address, request).await.err()
    };
    assert_eq!(refused().await, Some(Some(429)));
    // Nobody believes what a client says of its address.
    let mut request = socket_request(server.address, &game.name, &new_cookie());
    request.headers_mut().insert("x-forwarded-for", "9.9.9.9".parse().unwrap());
    assert_eq!(open(server.address, request).await.err(), Some(Some(429)));
    drop(one);
    let mut again = refused().await;
    for _ in 0..100 {
        if again.is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        again = refused().await;
    }
    assert_eq!(again, None, "a place that is free again");
    drop(two);
    let spoofed = |last: &'static str| [("X-Forwarded-For", last)];
    assert_eq!(server.post("/api/tables", &spoofed("1.1.1.1"), &table()).await.status, 201);
    assert_eq!(server.post("/api/tables", &spoofed("2.2.2.2"), &table()).await.status, 429);
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_asks_so_often_and_no_more() {
    let requests_each = Rate { most: 30, each_second: 1 };
    let http = HttpConfig { behind_proxy: true, requests_each, ..HttpConfig::default() };
    let server = Server::start(http, &[]).await;
    let mut game = Game::begin(&server).await;
    let ask = async |from: &'static str| {
        let headers = [("X-Forwarded-For", from)];
        let answer = request(server.address, "GET /api/tables", &headers, "").await;
        answer.expect("it answers").status
    };
    let mut answered = 0;
    while ask("1.2.3.4").await == 200 {
        answered += 1;
        assert!(answered < 100, "it never ends");
    }
    assert!(answered >= 30, "{answered}");
    // The refusal took a second, after which one more is answered.
    let (one, other) = tokio::join!(ask("1.2.3.4"), ask("1.2.3.4"));
    assert!([one, other].contains(&429), "{one} and {other}");
    assert_eq!(ask("5.6.7.8").await, 200, "others are not blamed");
    assert_eq!(server.get("/healthz").await.status, 200);
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_the_last_address_counts_which_is_the_proxys_own_word() {
    let http = HttpConfig { behind_proxy: true, tables_each: 2, ..HttpConfig::default() };
    let server = Server::start(http, &[]).await;
    let make =
        async |headers: &[(&str, &str)]| server.post("/api/tables", headers, &table()).await.status;
    let forwarded = "X-Forwarded-For";
    assert_eq!(make(&[(forwarded, "1.2.3.4")]).await, 201);
    assert_eq!(make(&[(forwarded, "6.6.6.6, 1.2.3.4")]).await, 201);
    assert_eq!(
        make(&[(forwarded, "7.7.7.7,1.2.3.4")]).await,
        429,
        "what the client wrote is not believed"
    );
    assert_eq!(make(&[(forwarded, "7.7.7.7"), (forwarded, "1.2.3.4")]).await, 429);
    assert_eq!(make(&[(forwarded, "1.2.3.4, 8.8.8.8")]).await, 201, "another one is not blamed");
    // One household has a whole network of version 6.
    assert_eq!(make(&[(forwarded, "2001:db8:1:2::1")]).await, 201);
    assert_eq!(make(&[(forwarded, "2001:db8:1:2:ffff::2")]).await, 201);
    assert_eq!(make(&[(forwarded, "2001:db8:1:2:3:4:5:6")]).await, 429);
    assert_eq!(make(&[(forwarded, "::ffff:1.2.3.4")]).await, 429, "the same by another name");
    for nonsense in ["", "unknown", "1.2.3.4:80x", "<script>"] {
        assert!(matches!(make(&[(forwarded, nonsense)]).await, 201 | 429), "{nonsense}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_lets_bots_play_at_many_tables_does_not_keep_others_waiting() {
    let http = HttpConfig { behind_proxy: true, ..HttpConfig::default() };
    let server = Server::start(http, &[]).await;
    let make = async |from: &str, fugitive: u8, hunters: Value| {
        let hunting = ["d1", "d2", "d3"].map(|seat| json!({"seat": seat, "who": hunters}));
        let mut seats = vec![json!({"seat": "fugitive", "who": {"bot": fugitive}})];
        seats.extend(hunting);
        let table = json!({"settings": {"edition": "modern", "detectives": 3}, "name": "X",
            "seats": seats, "start": true});
        server.post("/api/tables", &[("X-Forwarded-For", from)], &table).await
    };
    for expected in [201, 201, 429] {
        assert_eq!(make("6.6.6.6", 8, json!({"bot": 8})).await.status, expected);
    }
    for _ in 0..12 {
        assert_eq!(make("6.6.6.6", 8, json!("me")).await.status, 201);
    }
    let begun = Instant::now();
    let made: Value = serde_json::from_str(&make("1.2.3.4", 3, json!("me")).await.body).expect("JSON");
    let path = format!("/api/tables/{}", made["table"].as_str().expect("a table"));
    let moved = async || {
        let scene: Value = serde_json::from_str(&server.get(&path).await.body).expect("JSON");
        scene["scene"]["game"]["state"]["filled"] != 0
    };
    while !moved().await {
        // All of theirs would take half a minute.
        assert!(begun.elapsed() < Duration::from_secs(15), "the bot does not answer");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(server.figure("fogbound_questions_waiting").await > 5, "the others still wait");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_come_and_go_by_the_thousand_leave_nothing_behind() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    for _ in 0..2000 {
        drop(TcpStream::connect(server.address).await.expect("it listens"));
    }
    for round in 0..150 {
        let request = socket_request(server.address, &game.name, &new_cookie());
        let mut socket = open(server.address, request).await.expect("the socket opens");
        match round % 3 {
            0 => drop(socket),
            1 => say(&mut socket, r#"{"type":"hello","protocol":3}"#).await,
            // Half a frame, and gone.
            _ => {
                let _ = socket.get_mut().write_all(&[0x81, 0xfe, 0x0f]).await;
            }
        }
    }
    game.goes_on().await;
    for _ in 0..200 {
        if server.figure("fogbound_connections").await == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.figure("fogbound_connections").await, 2, "the two who play");
    assert_eq!(server.figure("fogbound_listeners").await, 2);
    server.stop().await;
}

/// A random text of the protocol's own pieces.
fn pieces(rng: &mut Rng, depth: u32) -> Value {
    const WORDS: [&str; 44] = [
        "type", "hello", "do", "look", "explain", "protocol", "have", "audience", "id", "version",
        "command", "station", "name", "sit", "seat", "d1", "d5", "fugitive", "bot", "level", "resume",
        "free", "settle", "settings", "ready", "start", "fill", "act", "action", "kind", "move", "hunt",
        "hunter", "ticket", "black", "to", "say", "text", "table", "team", "point", "at", "mute",
        "guest",
    ];
    match rng.below(if depth == 0 { 6 } else { 9 }) {
        0 => json!(WORDS[rng.below(WORDS.len())]),
        1 => json!(rng.below(250)),
        2 => json!(rng.bits()),
        3 => json!(-(rng.below(9) as i64)),
        4 => Value::Null,
        5 => json!(rng.below(2) == 0),
        6 => (0..rng.below(4)).map(|_| pieces(rng, depth - 1)).collect(),
        _ => {
            let fields = (0..rng.below(6))
                .map(|_| (WORDS[rng.below(WORDS.len())].to_string(), pieces(rng, depth - 1)));
            Value::Object(fields.collect())
        }
    }
}

/// A command of the right shape with contents of any kind.
fn shaped(rng: &mut Rng) -> Value {
    let seat = ["fugitive", "d1", "d2", "d3", "d5"][rng.below(5)];
    let action = match rng.below(6) {
        0 => json!({"kind": "hunt", "hunter": "d1", "ticket": "taxi", "to": 1 + rng.below(199)}),
        1 => json!({"kind": "move", "ticket": "black", "to": 1 + rng.below(199), "double": true}),
        2 => json!({"kind": "end_turn"}),
        3 => json!({"kind": "concede", "side": "hunters"}),
        4 => json!({"kind": "place", "hunter": "d2", "at": 1 + rng.below(199)}),
        _ => json!({"kind": "token", "token": "quarter"}),
    };
    let text: String =
        (0..rng.below(400)).map(|_| char::from_u32(rng.below(0x3000) as u32).unwrap_or('x')).collect();
    let to = ["table", "team"][rng.below(2)];
    let command = match rng.below(14) {
        0 => json!({"do": "name", "name": text}),
        1 => json!({"do": "sit", "seat": seat}),
        2 => json!({"do": "rise", "seat": seat}),
        3 => json!({"do": "bot", "seat": seat, "level": rng.below(10)}),
        4 => json!({"do": "resume", "seat": seat}),
        5 => json!({"do": "free", "seat": seat}),
        6 => json!({"do": "start", "fill": 1}),
        7 => json!({"do": "act", "action": action}),
        8 => json!({"do": "ask_undo"}),
        9 => json!({"do": "answer_undo", "agree": true}),
        10 => json!({"do": "say", "to": to, "text": text}),
        11 => json!({"do": "point", "at": rng.below(260)}),
        12 => json!({"do": "mute", "guest": rng.below(9), "muted": true}),
        _ => json!({"do": "rematch", "sides": "rotated"}),
    };
    let version = [0, 3, rng.below(400) as u64, rng.bits()][rng.below(4)];
    json!({"type": "do", "id": format!("z{}", rng.below(50)), "version": version, "command": command})
}

/// One of the above, or a proper message with a few bytes of damage.
fn garbage(rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => pieces(rng, 4).to_string(),
        1 => shaped(rng).to_string(),
        2 => {
            let mut bytes = shaped(rng).to_string().into_bytes();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(bytes.len());
                match rng.below(3) {
                    0 => bytes[at] = rng.below(256) as u8,
                    1 => {
                        bytes.remove(at);
                    }
                    _ => bytes.insert(at, b"{}[]\",:0\\"[rng.below(9)]),
                }
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => {
            (0..rng.below(60)).map(|_| char::from_u32(rng.below(0x250) as u32).unwrap_or('?')).collect()
        }
    }
}

/// How many messages the fuzzer sends; `FOGBOUND_FUZZ` asks for more.
fn messages() -> u64 {
    std::env::var("FOGBOUND_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

#[tokio::test(start_paused = true)]
async fn whatever_is_sent_is_answered_or_ends_the_connection_and_the_game_is_unharmed() {
    use fogbound_server::hall;
    let hall = world::hall(1).await;
    let mut sitters = world::all(3, Sitter::Open);
    sitters[0].1 = Sitter::Me;
    let settings = world::settings("modern", 3);
    let table =
        hall.make(world::person(1), world::address(1), "X", settings, &sitters, false).await.unwrap();
    let [mut fugitive, mut hunter] = [
        world::Client::connect(&hall, table, world::person(1)).await,
        world::Client::connect(&hall, table, world::person(2)).await,
    ];
    for seat in world::seats(3).skip(1) {
        hunter.command(fogbound_table::command::Command::Sit { seat }).await;
    }
    fugitive.command(fogbound_table::command::Command::Start { fill: None }).await;
    let mut rng = Rng::new(2026);
    let mut connection: Option<hall::Client> = None;
    let (mut sent, mut ends, mut frames) = (0, 0, 0);
    while sent < messages() {
        let mut open = match connection.take() {
            Some(open) => open,
            None => {
                // Strangers only: what players send counts, of course.
                let person = world::person(100 + rng.below(20) as u64);
                let room = hall.room(table).await.expect("the table is there");
                let mut open = hall::Client::new(room, person, world::address(1));
                if rng.below(4) > 0 {
                    open.receive(r#"{"type":"hello","protocol":3}"#).await;
                }
                open
            }
        };
        open.receive(&garbage(&mut rng)).await;
        sent += 1;
        tokio::time::sleep(Duration::from_millis(rng.below(120) as u64)).await;
        let mut ended = false;
        while let Some(frame) = futures_util::FutureExt::now_or_never(open.next()) {
            let Some(frame) = frame else {
                ended = true;
                break;
            };
            let message: Value = serde_json::from_str(&frame).expect("what is answered is JSON");
            assert!(message["type"].is_string());
            frames += 1;
        }
        ends += u32::from(ended);
        if !ended && rng.below(100) > 0 {
            connection = Some(open);
        }
    }
    drop(connection);
    println!("{sent} messages, {frames} frames, {ends} connections ended");
    assert!(frames > sent / 2 && ends > 0);
    // Reconnected, as the queues of those who did not listen have run over.
    let mut fugitive = world::Client::connect(&hall, table, world::person(1)).await;
    let mut hunter = world::Client::connect(&hall, table, world::person(2)).await;
    assert_eq!(fugitive.scene()["audience"], "fugitive");
    assert_eq!(hunter.scene()["audience"], "hunters");
    while !hunter.is_over() {
        let one = if fugitive.actions().is_empty() { &mut hunter } else { &mut fugitive };
        let actions = one.actions();
        let answer = one.act(actions[rng.below(actions.len())]).await;
        assert_eq!(answer["type"], "done", "{answer}");
        fugitive.drain().await;
        hunter.drain().await;
    }
}
