//! Real sockets: requests over HTTP, and clients that play by themselves and come back when the
//! connection breaks.

#![allow(missing_docs, unreachable_pub, dead_code)]

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::Pieces;
use fogbound_rules::{Action, Rng, Rules, Side};
use fogbound_server::OsChance;
use fogbound_table::id::PersonKey;
use fogbound_table::seat::Seat;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;

pub type Socket = WebSocketStream<TcpStream>;

/// The answer to a request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    /// Reads an answer that ends with its connection.
    pub fn parse(bytes: &[u8]) -> Option<Answer> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_string()));
        Some(Answer { status, headers: headers.collect(), body: body.to_string() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

/// Sends a request as it is written, and reads until the connection ends.
pub async fn raw(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(address).await?;
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(request).await;
    let mut bytes = vec![];
    let _ = stream.read_to_end(&mut bytes).await;
    Answer::parse(&bytes).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// A request with these headers.
pub async fn request(
    address: SocketAddr,
    line: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<Answer> {
    let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        text += &format!("Host: {address}\r\n");
    }
    if !body.is_empty() {
        text += "Content-Type: application/json\r\n";
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    text += "\r\n";
    text += body;
    raw(address, text.as_bytes()).await
}

pub fn new_cookie() -> String {
    PersonKey::new(&OsChance).text()
}

/// Makes a table; its name, once the server has answered.
pub async fn make(address: SocketAddr, cookie: &str, table: &Value) -> Option<String> {
    let cookie = format!("fogbound={cookie}");
    let answer =
        request(address, "POST /api/tables", &[("Cookie", &cookie)], &table.to_string()).await.ok()?;
    assert!(matches!(answer.status, 201 | 503), "{answer:?}");
    if answer.status != 201 { None } else { answer.json()["table"].as_str().map(Into::into) }
}

/// A request for the socket of a table, which headers can be added to.
pub fn socket_request(address: SocketAddr, table: &str, cookie: &str) -> Request {
    let url = format!("ws://{address}/api/tables/{table}/socket");
    let mut request = url.into_client_request().expect("a URL");
    let cookie = format!("fogbound={cookie}").parse().expect("a header");
    request.headers_mut().insert("cookie", cookie);
    request
}

/// Opens a socket; the status of the answer if there is none.
pub async fn open(address: SocketAddr, request: Request) -> Result<Socket, Option<u16>> {
    use tokio_tungstenite::tungstenite::Error;
    let stream = TcpStream::connect(address).await.map_err(|_| None)?;
    let _ = stream.set_nodelay(true);
    match timeout(Duration::from_secs(5), tokio_tungstenite::client_async(request, stream)).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(Error::Http(answer))) => Err(Some(answer.status().as_u16())),
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// The next message of the server; none if the connection has ended.
pub async fn next(socket: &mut Socket) -> Option<Value> {
    loop {
        match socket.next().await? {
            Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

/// A command that is not answered yet.
struct Pending {
    id: String,
    text: String,
    version: u64,
    sent: u32,
}

/// A client that plays by itself: it takes legal decisions of its own pieces at random, and comes
/// back with what it has when the connection breaks.
pub struct Player {
    pub cookie: String,
    pub table: String,
    /// Where the server is at the moment.
    pub address: watch::Receiver<SocketAddr>,
    pub version: u64,
    pub scene: Value,
    pub you: Value,
    pub seats: Vec<Seat>,
    /// Everything that was ever sent, by its id.
    pub sent: BTreeMap<String, Value>,
    pub acknowledged: BTreeMap<String, u64>,
    /// How many were carried out by a server that died, and acknowledged by the next one.
    pub late: u32,
    pub connects: u32,
    pub refusals: Vec<Value>,
    pub byes: Vec<Value>,
    /// What happened, by version, as this player was told.
    pub events: BTreeMap<u64, Value>,
    /// Now and then it says something.
    pub chatty: bool,
    /// It does nothing more once the table has this version.
    pub until: u64,
    /// How long it thinks.
    pub thinks: Duration,
    answer: Value,
    pending: Option<Pending>,
    socket: Option<Socket>,
    /// It acts again when the table has this version.
    wait_for: u64,
    rng: Rng,
}

impl Player {
    pub fn new(address: &watch::Receiver<SocketAddr>, table: &str, cookie: &str, seed: u64) -> Player {
        Player {
            cookie: cookie.into(),
            table: table.into(),
            address: address.clone(),
            version: 0,
            scene: Value::Null,
            you: Value::Null,
            seats: vec![],
            sent: BTreeMap::new(),
            acknowledged: BTreeMap::new(),
            late: 0,
            connects: 0,
            refusals: vec![],
            byes: vec![],
            events: BTreeMap::new(),
            chatty: false,
            until: u64::MAX,
            thinks: Duration::ZERO,
            answer: Value::Null,
            pending: None,
            socket: None,
            wait_for: 0,
            rng: Rng::new(seed),
        }
    }

    pub fn is_over(&self) -> bool {
        self.scene["stage"] == "over"
    }

    pub fn is_done(&self) -> bool {
        (self.is_over() || self.version >= self.until) && self.pending.is_none()
    }

    /// Breaks the connection.
    pub fn drop_socket(&mut self) {
        self.socket = None;
    }

    /// Plays until the game is over, or as far as it should.
    pub async fn play(&mut self, rules: &Arc<Rules>) -> Result<(), String> {
        while !self.is_done() {
            if self.socket.is_some() && self.pending.is_none() && self.version >= self.wait_for {
                self.decide(rules).await;
            }
            self.turn().await?;
        }
        Ok(())
    }

    /// Listens for a while.
    pub async fn listen(&mut self, span: Duration) -> Result<(), String> {
        let end = tokio::time::Instant::now() + span;
        while tokio::time::Instant::now() < end {
            if let Ok(result) = tokio::time::timeout_at(end, self.turn()).await {
                result?;
            }
        }
        Ok(())
    }

    /// The newest version that this player knows to exist.
    pub fn newest(&self) -> u64 {
        self.version.max(self.wait_for)
    }

    /// Listens until the table has this version.
    pub async fn wait_for(&mut self, version: u64) -> Result<(), String> {
        while self.version < version {
            self.turn().await?;
        }
        Ok(())
    }

    /// Listens until every seat is taken.
    pub async fn full_table(&mut self) -> Result<(), String> {
        let open = |scene: &Value| {
            let seats = scene["seats"].as_array();
            seats.is_none_or(|seats| seats.iter().any(|seat| seat["occupant"]["kind"] == "open"))
        };
        while open(&self.scene) {
            self.turn().await?;
        }
        Ok(())
    }

    /// Sends a command and waits for its answer, however often the connection breaks.
    pub async fn command(&mut self, command: Value) -> Result<Value, String> {
        self.begin(command).await?;
        self.finish().await
    }

    /// Sends a command once the table is known.
    pub async fn begin(&mut self, command: Value) -> Result<(), String> {
        while self.scene.is_null() || self.version < self.wait_for {
            self.turn().await?;
        }
        self.submit(command).await;
        Ok(())
    }

    /// Waits for the answer to what was sent.
    pub async fn finish(&mut self) -> Result<Value, String> {
        while self.pending.is_some() {
            self.turn().await?;
        }
        Ok(self.answer.clone())
    }

    /// One message, or a new connection.
    pub async fn turn(&mut self) -> Result<(), String> {
        if self.socket.is_none() {
            return self.connect().await;
        }
        let Some(socket) = &mut self.socket else { return Ok(()) };
        match timeout(Duration::from_secs(20), next(socket)).await {
            Ok(Some(message)) => self.take(message).await,
            Ok(None) => {
                self.socket = None;
                Ok(())
            }
            Err(_) => Err(format!("nothing happens at {}: {}", self.table, self.scene["game"]["due"])),
        }
    }

    async fn connect(&mut self) -> Result<(), String> {
        let address = *self.address.borrow_and_update();
        match open(address, socket_request(address, &self.table, &self.cookie)).await {
            Ok(socket) => self.socket = Some(socket),
            Err(None | Some(503)) => {
                tokio::time::sleep(Duration::from_millis(5)).await;
                return Ok(());
            }
            Err(Some(status)) => return Err(format!("the socket is answered with {status}")),
        }
        self.connects += 1;
        let have = (self.version > 0).then_some(self.version);
        self.send(json!({"type": "hello", "protocol": 3, "have": have}).to_string()).await;
        if let Some(pending) = &mut self.pending {
            pending.sent += 1;
            let text = pending.text.clone();
            self.send(text).await;
        }
        Ok(())
    }

    async fn send(&mut self, text: String) {
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(text)).await.is_err()
        {
            self.socket = None;
        }
    }

    async fn submit(&mut self, command: Value) {
        let id = format!("{:016x}", self.rng.bits());
        let version = self.version;
        let message = json!({"type": "do", "id": id, "version": version, "command": command});
        let text = message.to_string();
        self.sent.insert(id.clone(), command);
        self.pending = Some(Pending { id, text: text.clone(), version, sent: 1 });
        self.send(text).await;
    }

    async fn take(&mut self, message: Value) -> Result<(), String> {
        match message["type"].as_str() {
            Some("news") => self.take_news(&message)?,
            Some("you") => {
                self.seats = serde_json::from_value(message["seats"].clone()).unwrap_or_default();
                self.you = message;
            }
            Some("done") => {
                let id = message["id"].as_str().unwrap_or_default().to_string();
                let version = message["version"].as_u64().ok_or("no version")?;
                let before = self.acknowledged.insert(id.clone(), version);
                if before.is_some_and(|before| before != version) {
                    return Err(format!("{id} was acknowledged at {before:?} and at {version}"));
                }
                if let Some(pending) = self.pending.take_if(|pending| pending.id == id) {
                    // It was told as news before: another server carried it out.
                    self.late += u32::from(pending.sent > 1 && version <= self.version);
                    self.wait_for = version;
                    self.answer = message;
                }
            }
            Some("refused") => self.take_refusal(message).await,
            Some("bye") => self.byes.push(message),
            _ => {}
        }
        Ok(())
    }

    async fn take_refusal(&mut self, message: Value) {
        let again = message["code"] == "unavailable" || message["code"] == "limit";
        if again {
            tokio::time::sleep(Duration::from_millis(150)).await;
            if let Some(pending) = &mut self.pending {
                pending.sent += 1;
                let text = pending.text.clone();
                self.send(text).await;
            }
            return;
        }
        if let Some(pending) = self.pending.take_if(|pending| message["id"] == pending.id.as_str())
            && message["code"] == "stale"
        {
            self.wait_for = pending.version + 1;
        }
        if message["code"] != "stale" {
            self.refusals.push(message.clone());
        }
        self.answer = message;
    }

    fn take_news(&mut self, news: &Value) -> Result<(), String> {
        let from = news["from"].as_u64().ok_or("no version")?;
        let reset = news["reset"] == true;
        if !reset && from != self.version {
            return Err(format!("news from {from}, but the client has {}", self.version));
        }
        if reset {
            self.version = from;
        }
        for event in news["events"].as_array().into_iter().flatten() {
            self.version += 1;
            if event["version"].as_u64() != Some(self.version) {
                return Err(format!("version {} is missing", self.version));
            }
            // A server that was killed must not tell another story afterwards.
            let before = self.events.insert(self.version, event.clone());
            if before.is_some_and(|before| before != *event) && !reset {
                return Err(format!("version {} was something else before", self.version));
            }
        }
        if news["scene"].is_null() {
            self.scene["version"] = self.version.into();
        } else {
            self.scene = news["scene"].clone();
        }
        Ok(())
    }

    /// The decisions that are this player's to take now.
    pub fn choices(&self, rules: &Rules) -> Vec<Action> {
        let game = &self.scene["game"];
        let actions: Vec<Action> = serde_json::from_value(game["actions"].clone()).unwrap_or_default();
        let own: Pieces = self.seats.iter().filter_map(|seat| seat.hunter()).collect();
        let hunts = self.seats.iter().any(|seat| seat.side() == Side::Hunters);
        let shared = |action| match action {
            Action::Hunt { hunter, .. } | Action::Place { hunter, .. } => {
                hunter.is_bobby() || rules.is_pooled()
            }
            _ => false,
        };
        let may = |&action: &Action| match action.side() {
            Side::Fugitive => true,
            Side::Hunters => own.may(rules, action) || hunts && shared(action),
        };
        actions.into_iter().filter(may).collect()
    }

    /// Takes a decision if the table waits for this player first.
    async fn decide(&mut self, rules: &Arc<Rules>) {
        if self.chatty && !self.seats.is_empty() && self.rng.below(12) == 0 {
            let team = self.you["audience"] == "hunters" && self.rng.below(2) == 0;
            let to = if team { "team" } else { "table" };
            self.submit(json!({"do": "say", "to": to, "text": "hm"})).await;
            return;
        }
        let due: Vec<Seat> =
            serde_json::from_value(self.scene["game"]["due"].clone()).unwrap_or_default();
        let choices = self.choices(rules);
        if due.first().is_none_or(|seat| !self.seats.contains(seat)) || choices.is_empty() {
            return;
        }
        if !self.thinks.is_zero() {
            tokio::time::sleep(self.thinks).await;
        }
        let action = choices[self.rng.below(choices.len())];
        self.submit(json!({"do": "act", "action": action})).await;
    }
}
