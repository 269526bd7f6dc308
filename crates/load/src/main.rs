//! `fogbound-load`: many clients at a running server, and what they saw of it.

mod attack;
mod attackers;
mod fill;
mod hostile;
mod latency;
mod line;
mod listener;
mod process;
mod solo;
mod survive;
mod survivor;
mod table;
mod wire;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Parser, Subcommand};
use fogbound_rules::Rng;
use fogbound_server::store::Contents;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use attack::AttackArgs;
use attackers::AttackersArgs;
use fill::FillArgs;
use hostile::HostileArgs;
use latency::Latencies;
use listener::Listeners;
use solo::SoloArgs;
use survive::SurviveArgs;
use table::{PlayingTable, Schedule, Tally};
use wire::Server;

const EXAMPLES: &str = "The server must let one address do so much. Start it with
  fogbound serve --max-connections-each 20000 --max-tables-each 100000 \
    --max-requests-each 100000

Examples:
  fogbound-load --tables 200 --rate 1000 --seconds 30
  fogbound-load --sockets 10000 --quiet 1000 --tables 0 --server-pid 4711
  fogbound-load --sockets 10000 --quiet 2000 --tables 200 --rate 500 --json

Two clients play at each table, random legal moves, one decision after the other; a move is sent
when it is due, however the server fares. A socket may send 10 messages a second: use a table for
every five moves a second, or more. Exit code 1 if anything went wrong.";

/// Put a running server under load, and measure how it fares.
#[derive(Parser)]
#[command(name = "fogbound-load", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    load: LoadArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Fill the place of a server with tables, as they come together in months. No server may run there.
    #[command(after_help = "Example:
  fogbound-load fill --data /tmp/load --over 9000 --lobbies 500 --playing 500")]
    Fill(FillArgs),
    /// Play on whatever happens to the server, and find out what was lost, what was doubled, and when
    /// everybody was back.
    #[command(after_help = SURVIVE)]
    Survive(SurviveArgs),
    /// People play beside attackers: how long their moves take, with the server under attack and with the
    /// same attackers on a dummy. For a server at 127.0.0.1.
    #[command(after_help = HOSTILE)]
    Hostile(HostileArgs),
    /// People play alone against bots: at the server, or in the page, where they cost it their files.
    #[command(after_help = SOLO)]
    Solo(SoloArgs),
    /// One thing that a stranger does to a server, and what others notice of it. For a server at 127.0.0.1.
    #[command(after_help = ATTACK)]
    Attack(AttackArgs),
    /// The attackers alone; `hostile` starts them.
    #[command(hide = true)]
    Attackers(AttackersArgs),
}

const ATTACK: &str = "The server runs with its usual limits. The stranger comes from 127.2.0.1, the people who play meanwhile
from 127.1.0.1, and whoever looks at the server from 127.3.0.1. Exit code 1 if people noticed more than
that it took longer.

Examples:
  fogbound serve --data /tmp/attack &
  fogbound-load attack talk
  fogbound-load attack sockets --server-pid 4711";

const HOSTILE: &str =
    "The server runs with its usual limits: each table of people comes from an address of its own,
127.1.0.1 and so on, and so do the attackers, from 127.2.0.1 on. Of each kind of attack there are
--connections from each of their addresses: floods of messages, readers that do not read, tables
made without end, frames that are none, and many requests at once whose answers nobody reads.
Exit code 1 if a move of the people went wrong.

Example:
  fogbound serve --data /tmp/hostile &
  fogbound-load hostile --seconds 300 --tables 200 --rate 100";

const SOLO: &str = "The server runs with its usual limits, at 127.0.0.1: each person comes from an address of their own.

Examples:
  fogbound-load solo --players 1000 --seconds 60 --server-pid 4711
  fogbound-load solo --players 1000 --seconds 60 --server-pid 4711 --here";

const SURVIVE: &str =
    "Clients come back when their connection breaks, as docs/protocol.md says, and send again what was
not answered. A line on standard input says that something happens to the server now; the word
'playing' on standard error says when to begin. Who has no connection, hears no news for three
moves of its table and 5 seconds, or waits 2 seconds for an answer, is away. In the end the records
of all games are held against what was acknowledged. Exit code 1 if a move was lost or doubled.

Example:
  (sleep 20; kill -9 4711; echo killed; sleep 20) |
    fogbound-load survive --tables 100 --sockets 500 --rate 30 --seconds 40";

/// How much load, and on what.
#[derive(clap::Args)]
struct LoadArgs {
    /// The server.
    #[arg(long, default_value = "http://127.0.0.1:7199")]
    url: String,
    /// Sockets that only listen, spread over all tables.
    #[arg(long, value_name = "N", default_value_t = 0)]
    sockets: usize,
    /// Tables that play, with two more sockets each.
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// Tables that do not play; there is one if nothing plays.
    #[arg(long, value_name = "N", default_value_t = 0)]
    quiet: usize,
    /// Moves a second at all tables together.
    #[arg(long, value_name = "MOVES", default_value_t = 100.0)]
    rate: f64,
    /// How long to play and to hold the sockets.
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// What is played.
    #[arg(long, default_value = "modern")]
    edition: String,
    /// How many detectives hunt.
    #[arg(long, default_value_t = 4)]
    detectives: u8,
    /// What help the tables allow: off, set or weighted.
    #[arg(long, default_value = "off")]
    assist: String,
    /// The process of the server, to read its memory; on this machine, on Linux.
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The most that is asked for: the run ends by itself, and its figures fit into memory.
const MOST: (usize, f64, f64) = (100_000, 100_000.0, 3600.0);

/// How long the server has to calm down before its memory is read.
const CALM: Duration = Duration::from_secs(2);

/// How many tables and sockets are opened at the same time.
const AT_ONCE: usize = 32;

fn main() -> ExitCode {
    let Cli { command, load } = Cli::parse();
    let went_wrong = match command {
        Some(Command::Fill(args)) => fill(&args).map(|()| 0),
        Some(Command::Survive(args)) => survive::survive(&args),
        Some(Command::Hostile(args)) => hostile::hostile(&args),
        Some(Command::Solo(args)) => solo::solo(&args),
        Some(Command::Attack(args)) => attack::attack(&args),
        Some(Command::Attackers(args)) => attackers::attackers(&args).map(|()| 0),
        None => run(load).map(|report| report.errors.values().sum::<u64>()),
    };
    match went_wrong {
        Ok(0) => ExitCode::SUCCESS,
        Ok(n) => {
            eprintln!("error: {n} things went wrong");
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("error: {}", reason.replace('\n', " "));
            ExitCode::from(2)
        }
    }
}

/// One thread: the server needs the other processors.
fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())
}

fn fill(args: &FillArgs) -> Result<(), String> {
    let Contents { tables, entries } = runtime()?.block_on(fill::fill(args))?;
    writeln!(std::io::stdout(), "{tables} tables with {entries} entries").map_err(unwritten)
}

fn unwritten(error: std::io::Error) -> String {
    format!("cannot write the output: {error}")
}

fn run(args: LoadArgs) -> Result<Report, String> {
    let (sockets, rate, seconds) = MOST;
    if args.sockets > sockets || args.tables > sockets || args.quiet > sockets {
        return Err(format!("at most {sockets} sockets and tables"));
    }
    if !(0.0..=rate).contains(&args.rate) || !(0.1..=seconds).contains(&args.seconds) {
        return Err(format!("--rate goes to {rate}, --seconds from 0.1 to {seconds}"));
    }
    process::need_files((args.sockets + 2 * args.tables + 100) as u64)?;
    let report = runtime()?.block_on(load(&args))?;
    report.print(args.json).map_err(unwritten)?;
    Ok(report)
}

async fn load(args: &LoadArgs) -> Result<Report, String> {
    let server = Arc::new(Server::parse(&args.url)?);
    let settings = json!({
        "edition": args.edition, "detectives": args.detectives, "assist": args.assist,
    });
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let mut rng = Rng::new(seed ^ u64::from(std::process::id()));
    let quiet = args.quiet.max(usize::from(args.tables == 0));
    let everybody = vec![Arc::clone(&server); args.tables];
    let (playing, mut ids) = make_tables(everybody, &settings, &mut rng).await?;
    for _ in 0..quiet {
        ids.push(server.make_table(&settings, &wire::cookie(&mut rng)).await?);
    }

    tokio::time::sleep(if args.sockets > 0 { CALM } else { Duration::ZERO }).await;
    let before = args.server_pid.and_then(process::resident);
    let mut report = Report { asked: args.rate, wanted: args.sockets, ..Report::default() };
    let listeners = Listeners::open(&server, &ids, args.sockets, &mut rng, &mut report.errors).await;
    tokio::time::sleep(if args.sockets > 0 { CALM } else { Duration::ZERO }).await;
    let after = args.server_pid.and_then(process::resident);
    report.memory = before.zip(after);

    let _tables = report.play(playing, args.seconds).await;
    report.held = listeners.held();
    report.heard = listeners.heard();
    report.lost(report.wanted.saturating_sub(report.held));
    Ok(report)
}

/// The tables that play, one for each way to the server, each at the beginning of its game, and their names.
async fn make_tables(
    servers: Vec<Arc<Server>>,
    settings: &Value,
    rng: &mut Rng,
) -> Result<(Vec<PlayingTable>, Vec<String>), String> {
    let (mut tables, mut ids) = (vec![], vec![]);
    let mut making = JoinSet::new();
    for server in servers {
        if making.len() >= AT_ONCE {
            take_table(making.join_next().await, &mut tables, &mut ids)?;
        }
        let settings = settings.clone();
        let rng = Rng::new(rng.bits());
        making.spawn(async move { PlayingTable::make(&server, &settings, rng).await });
    }
    while !making.is_empty() {
        take_table(making.join_next().await, &mut tables, &mut ids)?;
    }
    Ok((tables, ids))
}

type Made = Result<Result<PlayingTable, String>, tokio::task::JoinError>;

fn take_table(
    made: Option<Made>,
    tables: &mut Vec<PlayingTable>,
    ids: &mut Vec<String>,
) -> Result<(), String> {
    let table = made.ok_or("no table is on its way")?.map_err(|error| error.to_string())??;
    ids.push(table.id.clone());
    tables.push(table);
    Ok(())
}

/// What was seen.
#[derive(Default)]
struct Report {
    wanted: usize,
    held: usize,
    tables: usize,
    /// Bytes that the server had in memory before the listeners came, and after.
    memory: Option<(u64, u64)>,
    asked: f64,
    seconds: f64,
    acknowledged: Latencies,
    told: Latencies,
    /// How much later than due a move was sent: because the one before was still under way.
    late: Latencies,
    games: u64,
    /// Frames that reached the listeners.
    heard: u64,
    /// What went wrong, and how often.
    errors: BTreeMap<String, u64>,
}

impl Report {
    /// Plays at all tables for so long; gives them back, still open.
    async fn play(&mut self, playing: Vec<PlayingTable>, seconds: f64) -> Vec<PlayingTable> {
        let started = Instant::now();
        let until = started + Duration::from_secs_f64(seconds);
        let mut tallies = JoinSet::new();
        self.tables = playing.len();
        for (place, table) in playing.into_iter().enumerate() {
            let schedule = Schedule::new(started, until, self.asked, place, self.tables);
            tallies.spawn(table.play(schedule));
        }
        tokio::time::sleep_until(until).await;
        // The last moves are still under way.
        let mut tables = vec![];
        while let Some(tally) = tallies.join_next().await {
            match tally {
                Ok((tally, table)) => {
                    self.take_in(tally);
                    tables.push(table);
                }
                Err(error) => self.count(error.to_string()),
            }
        }
        self.seconds = started.elapsed().as_secs_f64();
        tables
    }

    fn take_in(&mut self, tally: Tally) {
        self.acknowledged.extend(tally.acknowledged);
        self.told.extend(tally.told);
        self.late.extend(tally.late);
        self.games += tally.games;
        if let Some(error) = tally.error {
            self.count(error);
        }
    }

    fn count(&mut self, error: String) {
        *self.errors.entry(error).or_default() += 1;
    }

    fn lost(&mut self, sockets: usize) {
        if sockets > 0 && !self.errors.keys().any(|error| error.starts_with("a listener")) {
            *self.errors.entry("a listener's socket was closed".into()).or_default() += sockets as u64;
        }
    }

    fn memory_each(&self) -> Option<f64> {
        let (before, after) = self.memory?;
        (self.held > 0).then(|| after.saturating_sub(before) as f64 / self.held as f64)
    }

    fn print(&self, json: bool) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        let rate = self.acknowledged.len() as f64 / self.seconds;
        if json {
            let figures = json!({
                "sockets": self.held,
                "tables": self.tables,
                "bytes_per_socket": self.memory_each(),
                "server_bytes": self.memory.map(|(before, after)| json!([before, after])),
                "seconds": self.seconds,
                "moves": self.acknowledged.len(),
                "moves_per_s": rate,
                "asked_per_s": self.asked,
                "acknowledged_ms": self.acknowledged.json(),
                "told_ms": self.told.json(),
                "late_ms": self.late.json(),
                "games": self.games,
                "frames_to_listeners": self.heard,
                "errors": self.errors,
            });
            writeln!(out, "{figures}")?;
            return Ok(());
        }
        writeln!(out, "sockets that listen   {} of {}", self.held, self.wanted)?;
        if let (Some(each), Some((before, after))) = (self.memory_each(), self.memory) {
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            let (before, after) = (megabytes(before), megabytes(after));
            let each = each / 1e3;
            writeln!(
                out,
                "memory a socket       {each:.1} kB ({before:.1} MB before, {after:.1} after)"
            )?;
        }
        if self.tables > 0 && self.asked > 0.0 {
            let (tables, moves) = (self.tables, self.acknowledged.len());
            writeln!(out, "tables that play      {tables}, {} games ended", self.games)?;
            writeln!(
                out,
                "moves acknowledged    {rate:.0} a second, of {} due; {moves} in all",
                self.asked
            )?;
            writeln!(out, "until acknowledged    {}", self.acknowledged)?;
            writeln!(out, "until others know     {}", self.told)?;
            writeln!(out, "sent after it was due {}", self.late)?;
        }
        writeln!(out, "frames to listeners   {}", self.heard)?;
        for (error, times) in &self.errors {
            writeln!(out, "went wrong            {times} times: {error}")?;
        }
        Ok(())
    }
}
