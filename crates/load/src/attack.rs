//! One thing that a stranger does to a server, and what others notice of it.

mod bots;
mod readers;
mod sockets;
mod talk;
mod watch;

use std::io::Write;
use std::time::Duration;

use clap::{Args, ValueEnum};
use fogbound_rules::Rng;
use serde_json::{Map, Value, json};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::latency::Latencies;
use crate::table::{PlayingTable, Schedule, Tally};
use crate::wire::{Server, cookie};
use crate::{MOST, process, unwritten};

/// What the stranger does, and where.
#[derive(Args)]
pub(crate) struct AttackArgs {
    /// What the stranger does.
    #[arg(value_enum)]
    kind: Kind,
    /// The server, at 127.0.0.1.
    #[arg(long, default_value = "http://127.0.0.1:7199")]
    url: String,
    /// How many lines, tables, connections or sockets; as many as once did harm, if nothing is said.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// How long people play meanwhile.
    #[arg(long, value_name = "S", default_value_t = 40.0)]
    seconds: f64,
    /// The process of the server, to read its memory; on this machine, on Linux.
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// Says so many lines at a table at which others play.
    Talk,
    /// Has so many tables with bots of level 8, while somebody plays against one of level 3.
    Bots,
    /// Asks for a file 120 times on each of so many connections, and reads nothing.
    Readers,
    /// Opens so many sockets at a table at which others play, and reads nothing.
    Sockets,
}

impl Kind {
    /// As many as once did harm.
    fn usual(self) -> usize {
        match self {
            Kind::Talk => 1560,
            Kind::Bots => 110,
            Kind::Readers => 299,
            Kind::Sockets => 195,
        }
    }
}

/// The most that is asked for.
const BOUND: usize = 10_000;

/// Runs it, and says how many things went wrong for others.
pub(crate) fn attack(args: &AttackArgs) -> Result<u64, String> {
    let count = args.count.unwrap_or(args.kind.usual());
    if !(1..=BOUND).contains(&count) || !(1.0..=MOST.2).contains(&args.seconds) {
        return Err(format!("--count goes from 1 to {BOUND}, --seconds from 1 to {}", MOST.2));
    }
    process::need_files(count as u64 + 100)?;
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let trial = Trial {
        server: Server::parse(&args.url)?,
        count,
        span: Duration::from_secs_f64(args.seconds),
        process: args.server_pid,
        rng: Rng::new(seed),
    };
    let found = crate::runtime()?.block_on(async {
        match args.kind {
            Kind::Talk => talk::talk(trial).await,
            Kind::Bots => bots::bots(trial).await,
            Kind::Readers => readers::readers(trial).await,
            Kind::Sockets => sockets::sockets(trial).await,
        }
    })?;
    found.print(args.json).map_err(unwritten)?;
    Ok(found.wrongs)
}

/// What is tried, and on what.
struct Trial {
    server: Server,
    count: usize,
    span: Duration,
    process: Option<u32>,
    rng: Rng,
}

impl Trial {
    /// The server as people who play see it, the stranger, and whoever looks at it.
    fn people(&self) -> Result<Server, String> {
        self.server.seen_from(1, 0)
    }

    fn stranger(&self) -> Result<Server, String> {
        self.server.seen_from(2, 0)
    }

    fn visitor(&self) -> Result<Server, String> {
        self.server.seen_from(3, 0)
    }

    fn cookie(&mut self) -> String {
        cookie(&mut self.rng)
    }

    /// Two people play from now on, so many moves a second; their table.
    async fn play(&mut self, rate: f64) -> Result<(String, JoinHandle<Tally>), String> {
        let settings = json!({ "edition": "modern", "detectives": 4, "assist": "off" });
        let rng = Rng::new(self.rng.bits());
        let table = PlayingTable::make(&self.people()?, &settings, rng).await?;
        let id = table.id.clone();
        let begun = Instant::now();
        let schedule = Schedule::new(begun, begun + self.span, rate, 0, 1);
        Ok((id, tokio::spawn(async move { table.play(schedule).await.0 })))
    }
}

/// What was seen, in the order in which it is told.
#[derive(Default)]
struct Findings {
    told: Vec<(&'static str, Value)>,
    /// How much went wrong for others than the stranger.
    wrongs: u64,
}

impl Findings {
    fn tell(&mut self, what: &'static str, value: impl Into<Value>) {
        self.told.push((what, value.into()));
    }

    /// Tells a number of seconds, or of other things that are not counted.
    fn measure(&mut self, what: &'static str, value: f64) {
        self.tell(what, (value * 100.0).round() / 100.0);
    }

    fn wrong(&mut self, what: String) {
        self.wrongs += 1;
        self.tell("went wrong", what);
    }

    fn latencies(&mut self, what: &'static str, latencies: &Latencies) {
        self.tell(what, latencies.json());
    }

    /// Waits until people have played; what came of it.
    async fn people(&mut self, playing: JoinHandle<Tally>) -> Result<(), String> {
        let tally = playing.await.map_err(|error| error.to_string())?;
        self.tell("moves of people", tally.acknowledged.len());
        self.latencies("until acknowledged", &tally.acknowledged);
        if let Some(error) = tally.error {
            self.wrong(error);
        }
        Ok(())
    }

    fn print(&self, json: bool) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        if json {
            let all: Map<String, Value> =
                self.told.iter().map(|(what, value)| (what.to_string(), value.clone())).collect();
            return writeln!(out, "{}", Value::Object(all));
        }
        for (what, value) in &self.told {
            let ms = |share: &str| format!("{share} {:.1} ms", value[share].as_f64().unwrap_or(0.0));
            match value {
                Value::String(text) => writeln!(out, "{what:<42} {text}")?,
                Value::Object(_) => {
                    writeln!(out, "{what:<42} {}, {}, {}", ms("p50"), ms("p99"), ms("max"))?
                }
                number => writeln!(out, "{what:<42} {number}")?,
            }
        }
        Ok(())
    }
}
