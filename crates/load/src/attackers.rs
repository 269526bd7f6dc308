//! Clients that mean harm, for a time, from a few addresses of this machine; and a dummy for them, which
//! takes everything and does nothing.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use fogbound_rules::Rng;
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::wire::{Server, cookie};
use crate::{MOST, process, unwritten};

/// Who attacks what.
#[derive(Args)]
pub(crate) struct AttackersArgs {
    /// The server, at 127.0.0.1.
    #[arg(long)]
    url: String,
    /// Attack a dummy in place of it.
    #[arg(long)]
    dummy: bool,
    /// For how long.
    #[arg(long)]
    seconds: f64,
    /// From how many addresses.
    #[arg(long)]
    attackers: usize,
    /// How many connections of each kind from each address.
    #[arg(long)]
    connections: usize,
    /// Seconds of processors that they may use, evenly.
    #[arg(long)]
    processors: Option<f64>,
}

/// The network from whose addresses attackers come.
const NETWORK: u8 = 2;

/// The most addresses, and connections of a kind from each.
const BOUND: (usize, usize) = (200, 200);

/// Who was refused tries again after this.
const AGAIN: Duration = Duration::from_millis(20);

pub(crate) fn check(attackers: usize, connections: usize) -> Result<(), String> {
    let (most, each) = BOUND;
    match (1..=most).contains(&attackers) && (1..=each).contains(&connections) {
        true => Ok(()),
        false => Err(format!("at most {most} attackers with {each} connections of each kind")),
    }
}

/// Attacks, and prints what was tried, what came of it, and the processors that it took, as one line of JSON.
pub(crate) fn attackers(args: &AttackersArgs) -> Result<(), String> {
    check(args.attackers, args.connections)?;
    if !(0.1..=MOST.2).contains(&args.seconds) {
        return Err(format!("--seconds goes from 0.1 to {}", MOST.2));
    }
    process::need_files((args.attackers * args.connections * KINDS.len() * 2 + 100) as u64)?;
    let told = crate::runtime()?.block_on(run(args))?;
    writeln!(std::io::stdout(), "{told}").map_err(unwritten)
}

async fn run(args: &AttackersArgs) -> Result<Value, String> {
    let until = Instant::now() + Duration::from_secs_f64(args.seconds);
    let mut dummy = JoinSet::new();
    let url = match args.dummy {
        true => open_dummy(&mut dummy).await?,
        false => args.url.clone(),
    };
    let server = Server::parse(&url)?;
    let mut rng = Rng::new(std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64));
    let mut attacks = JoinSet::new();
    let counts = Counts::default();
    let brake = Brake::default();
    if let Some(most) = args.processors {
        dummy.spawn(hold_back(brake.clone(), most / args.seconds));
    }
    for address in 0..args.attackers {
        let server = server.seen_from(NETWORK, address)?;
        // A table of their own, to have one.
        let table = make_own(&server, &mut rng).await.unwrap_or_else(|_| "2222222222222".into());
        for kind in KINDS {
            for _ in 0..args.connections {
                let attacker = Attacker {
                    server: if kind.is_narrow() { server.narrow() } else { server.clone() },
                    table: table.clone(),
                    rng: Rng::new(rng.bits()),
                    kind,
                    counts: counts.clone(),
                    brake: brake.clone(),
                };
                attacks.spawn(async move {
                    let _ = timeout_at(until, attacker.go_on()).await;
                });
            }
        }
    }
    while attacks.join_next().await.is_some() {}
    let used = process::processor_time(std::process::id());
    Ok(json!({ "counts": counts.told(), "processor_s": used }))
}

/// Attackers wait while it is on.
#[derive(Clone, Default)]
struct Brake(Arc<AtomicBool>);

impl Brake {
    async fn wait(&self) {
        while self.0.load(Ordering::Relaxed) {
            sleep(AGAIN).await;
        }
    }
}

/// Sees to it that this process uses so many processors on average, and no more.
async fn hold_back(brake: Brake, processors: f64) {
    let begun = Instant::now();
    loop {
        let used = process::processor_time(std::process::id()).unwrap_or(0.0);
        brake.0.store(used > processors * begun.elapsed().as_secs_f64(), Ordering::Relaxed);
        sleep(AGAIN).await;
    }
}

async fn make_own(server: &Server, rng: &mut Rng) -> Result<String, String> {
    server.make_table(&settings(), &cookie(rng)).await
}

fn settings() -> Value {
    json!({ "edition": "modern", "detectives": 5, "assist": "weighted", "visibility": "public" })
}

/// A kind of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Messages as fast as they go.
    Flood,
    /// Sockets that do not read.
    SlowReader,
    /// Tables made without end, with bots that think hard.
    TableSpam,
    /// What is no message, no frame, no request.
    BadFrames,
    /// Many requests at once, of whose answers nothing is read.
    Pipeline,
}

const KINDS: [Kind; 5] =
    [Kind::Flood, Kind::SlowReader, Kind::TableSpam, Kind::BadFrames, Kind::Pipeline];

impl Kind {
    fn is_narrow(self) -> bool {
        matches!(self, Kind::SlowReader | Kind::Pipeline)
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Flood => "floods",
            Kind::SlowReader => "slow readers",
            Kind::TableSpam => "tables",
            Kind::BadFrames => "bad frames",
            Kind::Pipeline => "pipelines",
        }
    }
}

/// What was tried and what came of it, by kind and word.
#[derive(Clone, Default)]
struct Counts(Arc<Mutex<BTreeMap<(&'static str, &'static str), u64>>>);

impl Counts {
    fn add(&self, kind: Kind, what: &'static str) {
        let mut counts = self.0.lock().expect("nothing panics while it is held");
        *counts.entry((kind.name(), what)).or_default() += 1;
    }

    fn told(&self) -> Value {
        let mut told = json!({});
        for ((kind, what), count) in &*self.0.lock().expect("nothing panics while it is held") {
            told[*kind][*what] = (*count).into();
        }
        told
    }
}

/// One connection after the other, of one kind.
struct Attacker {
    server: Server,
    table: String,
    rng: Rng,
    kind: Kind,
    counts: Counts,
    brake: Brake,
}

impl Attacker {
    async fn go_on(mut self) {
        loop {
            let done = match self.kind {
                Kind::Flood => self.flood().await,
                Kind::SlowReader => self.read_nothing().await,
                Kind::TableSpam => self.make_tables().await,
                Kind::BadFrames => self.talk_nonsense().await,
                Kind::Pipeline => self.ask_for_much().await,
            };
            if let Err(error) = done {
                self.count(if error.contains("429") || error.contains("503") {
                    "refused"
                } else {
                    "cut off"
                });
                sleep(AGAIN).await;
            }
            // The dummy, and the others, have a turn.
            tokio::task::yield_now().await;
            self.brake.wait().await;
        }
    }

    fn count(&self, what: &'static str) {
        self.counts.add(self.kind, what);
    }

    /// Says things without a pause, and hears what comes.
    async fn flood(&mut self) -> Result<(), String> {
        let mut socket = self.server.socket(&self.table, &cookie(&mut self.rng)).await?;
        self.count("opened");
        for number in 0..5000u32 {
            let command = match number % 3 {
                0 => json!({ "do": "name", "name": format!("N {number}") }),
                1 => json!({ "do": "say", "to": "table", "text": "x".repeat(280) }),
                _ => json!({ "do": "sit", "seat": "d1" }),
            };
            let text =
                json!({ "type": "do", "id": format!("f{number}"), "version": 1, "command": command });
            socket.send(text.to_string()).await?;
            self.count("sent");
            while let Some(heard) = socket.next().now_or_never() {
                let heard = heard?;
                if heard.starts_with("{\"type\":\"done\"") {
                    self.count("done");
                } else if heard.starts_with("{\"type\":\"refused\"") {
                    self.count("messages refused");
                }
            }
            tokio::task::yield_now().await;
            self.brake.wait().await;
        }
        Ok(())
    }

    /// Asks for history and pongs, and never reads.
    async fn read_nothing(&mut self) -> Result<(), String> {
        let mut socket = self.server.socket(&self.table, &cookie(&mut self.rng)).await?;
        self.count("opened");
        for _ in 0..600 {
            socket.send("{\"type\":\"history\",\"until\":1000}".into()).await?;
            socket.send("{\"type\":\"ping\"}".into()).await?;
            sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    async fn make_tables(&mut self) -> Result<(), String> {
        let bots = (1..=5).map(|number| (format!("d{number}"), json!({ "bot": 8 })));
        let seats = [("fugitive".to_string(), json!("me"))].into_iter().chain(bots);
        let seats: Vec<Value> = seats.map(|(seat, who)| json!({ "seat": seat, "who": who })).collect();
        let body = json!({ "settings": settings(), "name": "Spam", "seats": seats, "start": true });
        let cookie = cookie(&mut self.rng);
        let (status, _) = self.server.exchange("POST /api/tables", &cookie, &body.to_string()).await?;
        match status {
            201 => self.count("made"),
            429 | 503 => return Err(status.to_string()),
            _ => self.count("answered otherwise"),
        }
        Ok(())
    }

    /// A socket that goes wrong after the handshake, or a request that goes wrong at once.
    async fn talk_nonsense(&mut self) -> Result<(), String> {
        let mut stream = self.server.connect().await?;
        let (host, table) = (self.server.host(), &self.table);
        let upgrade = format!(
            "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        let nonsense: Vec<u8> = (0..2000).map(|_| self.rng.bits() as u8).collect();
        let begins = match self.rng.below(5) {
            // A request that is none.
            0 => String::new(),
            // A frame of a gigabyte; one that is not masked; one of a kind that there is not; bytes.
            _ => upgrade,
        };
        let frame: &[u8] = match self.rng.below(4) {
            0 => &[0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4],
            1 => &[0x81, 0x05, b'h', b'e', b'l', b'l', b'o'],
            2 => &[0x8b, 0x80, 1, 2, 3, 4],
            _ => &[],
        };
        self.count("opened");
        for part in [begins.as_bytes(), frame, &nonsense] {
            stream.write_all(part).await.map_err(|error| error.to_string())?;
        }
        // Until the server has had enough.
        let mut answer = vec![];
        let mut bounded = stream.take(1 << 16);
        let _ = timeout(Duration::from_secs(5), bounded.read_to_end(&mut answer)).await;
        match answer.starts_with(b"HTTP/1.1 429") || answer.starts_with(b"HTTP/1.1 503") {
            true => Err("429".into()),
            false => Err("no more".into()),
        }
    }

    /// Many requests at once.
    async fn ask_for_much(&mut self) -> Result<(), String> {
        let mut stream = self.server.connect().await?;
        let host = self.server.host();
        let ask = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let all = [ask("/"), ask("/api/boards/london"), ask("/api/tables")].concat().repeat(40);
        self.count("opened");
        stream.write_all(all.as_bytes()).await.map_err(|error| error.to_string())?;
        // Nothing is read for long; then what is there.
        sleep(Duration::from_secs(3)).await;
        let mut beginning = vec![0; 2048];
        let read = timeout(Duration::from_secs(1), stream.read(&mut beginning)).await;
        let length = read.map_or(0, |read| read.unwrap_or(0));
        match beginning[..length].windows(12).any(|part| part == b"HTTP/1.1 429") {
            true => Err("429".into()),
            false => Ok(()),
        }
    }
}

/// A server that takes everything, opens every socket, and answers every request with nothing.
async fn open_dummy(tasks: &mut JoinSet<()>) -> Result<String, String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    tasks.spawn(async move {
        let mut served = JoinSet::new();
        loop {
            if let Ok((stream, _)) = listener.accept().await {
                served.spawn(swallow(stream));
            }
            while served.try_join_next().is_some() {}
        }
    });
    Ok(format!("http://{address}"))
}

async fn swallow(mut stream: TcpStream) {
    let mut head = vec![0; 4096];
    let Ok(length) = stream.peek(&mut head).await else { return };
    let is_socket =
        head[..length].windows(18).any(|part| part.eq_ignore_ascii_case(b"upgrade: websocket"));
    if is_socket {
        let Ok(mut socket) = tokio_tungstenite::accept_async(stream).await else { return };
        while let Some(Ok(_)) = futures_util::StreamExt::next(&mut socket).await {}
        return;
    }
    let answer = b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}";
    if stream.read(&mut head).await.is_ok() {
        let _ = stream.write_all(answer).await;
    }
}
