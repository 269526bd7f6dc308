//! People who play alone against bots: at the server, or in the page, where they cost it their files and nothing more.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::Rng;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::latency::Latencies;
use crate::process;
use crate::table::Client;
use crate::wire::{Server, cookie};
use crate::{AT_ONCE, runtime, unwritten};

/// How many play alone, where, and for how long.
#[derive(clap::Args)]
pub(crate) struct SoloArgs {
    /// The server, at 127.0.0.1.
    #[arg(long, default_value = "http://127.0.0.1:7199")]
    url: String,
    /// People who hide from bots, each from an address of their own.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    players: usize,
    /// They play in the page: they fetch its files once, and that is all.
    #[arg(long)]
    here: bool,
    /// How well the bots play, 1 to 8.
    #[arg(long, default_value_t = 3)]
    level: u8,
    /// How long a person thinks about a move, in seconds.
    #[arg(long, value_name = "S", default_value_t = 5.0)]
    think: f64,
    /// How long to play.
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    seconds: f64,
    /// The process of the server, to read the time of processors that it takes; on this machine, on Linux.
    #[arg(long, value_name = "PID")]
    server_pid: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What one person saw.
#[derive(Default)]
struct Seen {
    /// From a move to one's next turn.
    waits: Latencies,
    bytes: u64,
    error: Option<String>,
}

/// Plays, and prints what was seen; how many things went wrong.
pub(crate) fn solo(args: &SoloArgs) -> Result<u64, String> {
    if !(1..=10_000).contains(&args.players) || !(0.1..=3600.0).contains(&args.seconds) {
        return Err("--players goes from 1 to 10000, --seconds from 0.1 to 3600".into());
    }
    if !(0.1..=600.0).contains(&args.think) || !(1..=8).contains(&args.level) {
        return Err("--think goes from 0.1 to 600, --level from 1 to 8".into());
    }
    process::need_files(args.players as u64 + 100)?;
    runtime()?.block_on(run(args))
}

async fn run(args: &SoloArgs) -> Result<u64, String> {
    let server = Server::parse(&args.url)?;
    let (decided, used) = (decided(&server).await?, args.server_pid.and_then(process::processor_time));
    let begun = Instant::now();
    let until = begun + Duration::from_secs_f64(args.seconds);
    let mut players = JoinSet::new();
    let gate = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    for number in 0..args.players {
        let (server, gate) = (server.seen_from(1, number)?, Arc::clone(&gate));
        let rng = Rng::new(number as u64 + 1);
        let (here, level, think) = (args.here, args.level, args.think);
        players.spawn(async move {
            let mut seen = Seen::default();
            let came = match here {
                true => fetch(&server, &gate, &mut seen).await,
                false => play(&server, &gate, level, think, until, rng, &mut seen).await,
            };
            seen.error = came.err();
            seen
        });
    }
    let (mut all, mut errors) = (Seen::default(), BTreeMap::<String, u64>::new());
    while let Some(seen) = players.join_next().await {
        let Seen { waits, bytes, error } = seen.map_err(|error| error.to_string())?;
        all.waits.extend(waits);
        all.bytes += bytes;
        error.into_iter().for_each(|error| *errors.entry(error).or_default() += 1);
    }
    sleep_until(until).await;
    let used = used.zip(args.server_pid.and_then(process::processor_time)).map(|(was, is)| is - was);
    let report = json!({
        "players": args.players,
        "seconds": begun.elapsed().as_secs_f64(),
        "moves": all.waits.len(),
        "wait_ms": all.waits.json(),
        "bot_decisions": self::decided(&server).await? - decided,
        "megabytes_of_files": all.bytes as f64 / 1e6,
        "server_processor_s": used,
        "errors": errors,
    });
    print(&report, args.json).map_err(unwritten)?;
    Ok(errors.values().sum())
}

fn print(report: &Value, json: bool) -> std::io::Result<()> {
    let out = &mut std::io::stdout();
    if json {
        return writeln!(out, "{report}");
    }
    for (name, value) in report.as_object().into_iter().flatten() {
        writeln!(out, "{:<20} {value}", name.replace('_', " "))?;
    }
    Ok(())
}

/// How many decisions bots have taken at the server.
async fn decided(server: &Server) -> Result<u64, String> {
    let (_, figures) = server.exchange("GET /metrics", "", "").await?;
    let line = figures.lines().find_map(|line| line.strip_prefix("fogbound_automatic_total "));
    line.and_then(|number| number.trim().parse().ok()).ok_or_else(|| "no figure of bots".into())
}

/// What a page that plays by itself asks for: the page and all its files, once.
async fn fetch(server: &Server, gate: &tokio::sync::Semaphore, seen: &mut Seen) -> Result<(), String> {
    let _turn = gate.acquire().await.map_err(|error| error.to_string())?;
    let (_, worker) = server.exchange("GET /sw.js", "", "").await?;
    let list = worker.split("const FILES = [").nth(1).and_then(|rest| rest.split(']').next());
    let files = list.ok_or("the page keeps no files")?.split(',').map(|name| name.trim_matches('"'));
    for file in ["/"].into_iter().chain(files) {
        seen.bytes += server.bytes_of(file).await?;
    }
    Ok(())
}

/// Hides from bots until the time is over; another game when one has ended.
async fn play(
    server: &Server,
    gate: &tokio::sync::Semaphore,
    level: u8,
    think: f64,
    until: Instant,
    mut rng: Rng,
    seen: &mut Seen,
) -> Result<(), String> {
    while Instant::now() < until {
        let mut person = {
            let _turn = gate.acquire().await.map_err(|error| error.to_string())?;
            begin(server, level, &mut rng).await?
        };
        let mut sent: Option<Instant> = None;
        while !person.is_over() {
            match person.choice.take() {
                None => match timeout_at(until, person.hear()).await {
                    Ok(heard) => heard?,
                    Err(_) => return Ok(()),
                },
                Some(action) => {
                    if let Some(sent) = sent.take() {
                        seen.waits.add(sent.elapsed());
                    }
                    // Between half as long and half as long again.
                    let span = think * (0.5 + rng.below(1000) as f64 / 1000.0);
                    let due = Instant::now() + Duration::from_secs_f64(span);
                    if due >= until {
                        return Ok(());
                    }
                    sleep_until(due).await;
                    sent = Some(Instant::now());
                    person.send(&format!("{{\"do\":\"act\",\"action\":{action}}}")).await?;
                }
            }
        }
    }
    Ok(())
}

/// A game of `modern` against four bots, as its fugitive.
async fn begin(server: &Server, level: u8, rng: &mut Rng) -> Result<Client, String> {
    let cookie = cookie(rng);
    let bots = (1..=4).map(|number| json!({ "seat": format!("d{number}"), "who": { "bot": level } }));
    let seats: Vec<Value> =
        [json!({ "seat": "fugitive", "who": "me" })].into_iter().chain(bots).collect();
    let settings = json!({ "edition": "modern", "detectives": 4 });
    let body = json!({ "settings": settings, "name": "Load", "seats": seats, "start": true });
    let (_, made) = server.exchange("POST /api/tables", &cookie, &body.to_string()).await?;
    let made: Value = serde_json::from_str(&made).unwrap_or_default();
    let table = made["table"].as_str().ok_or_else(|| format!("no table was made: {made}"))?;
    Ok(Client::new(server.socket(table, &cookie).await?, cookie, Rng::new(rng.bits())))
}
