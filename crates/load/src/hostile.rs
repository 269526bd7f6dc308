//! People who play beside attackers.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use clap::Args;
use fogbound_rules::Rng;
use serde_json::{Value, json};

use crate::wire::Server;
use crate::{MOST, Report, attackers, make_tables, process, unwritten};

/// Who plays, and who attacks.
#[derive(Args)]
pub(crate) struct HostileArgs {
    /// The server, at 127.0.0.1.
    #[arg(long, default_value = "http://127.0.0.1:7199")]
    url: String,
    /// Tables of people, two at each.
    #[arg(long, value_name = "N", default_value_t = 200)]
    tables: usize,
    /// Moves a second at all tables together.
    #[arg(long, value_name = "MOVES", default_value_t = 100.0)]
    rate: f64,
    /// How long each part takes: the attack on a dummy, and that on the server.
    #[arg(long, value_name = "S", default_value_t = 30.0)]
    seconds: f64,
    /// Addresses from which the attack comes.
    #[arg(long, value_name = "N", default_value_t = 4)]
    attackers: usize,
    /// Connections of each kind of attack from each of them.
    #[arg(long, value_name = "N", default_value_t = 8)]
    connections: usize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The network from whose addresses people come.
const PEOPLE: u8 = 1;

/// Tables of people at most: each has an address.
const TABLES: usize = 10_000;

/// Runs it, and says how many moves of people went wrong.
pub(crate) fn hostile(args: &HostileArgs) -> Result<u64, String> {
    let (_, rate, seconds) = MOST;
    if !(1..=TABLES).contains(&args.tables) {
        return Err(format!("--tables goes from 1 to {TABLES}"));
    }
    if !(0.1..=rate).contains(&args.rate) || !(1.0..=seconds).contains(&args.seconds) {
        return Err(format!("--rate goes from 0.1 to {rate}, --seconds from 1 to {seconds}"));
    }
    attackers::check(args.attackers, args.connections)?;
    process::need_files(2 * args.tables as u64 + 100)?;
    let runtime = crate::runtime()?;
    let attacked = runtime.block_on(part(args, Target::Server))?;
    // As much of the processors is burnt beside the server as the attackers had.
    let idle = runtime.block_on(part(args, Target::Dummy { processors: attacked.processors }))?;
    print(args, &idle, &attacked).map_err(unwritten)?;
    Ok(idle.report.errors.values().sum::<u64>() + attacked.report.errors.values().sum::<u64>())
}

/// What the attackers are at.
#[derive(Clone, Copy)]
enum Target {
    Server,
    /// It takes everything and does nothing. They use so many seconds of processors, if that is known.
    Dummy {
        processors: Option<f64>,
    },
}

/// What came of one part.
struct Part {
    report: Report,
    /// What the attackers tried, and what came of it.
    counts: Value,
    /// Seconds of processors that they used.
    processors: Option<f64>,
}

/// People play while the attackers are at work; what both say of it.
async fn part(args: &HostileArgs, target: Target) -> Result<Part, String> {
    let server = Server::parse(&args.url)?;
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let settings = json!({ "edition": "modern", "detectives": 4, "assist": "off" });
    let people: Result<Vec<_>, _> =
        (0..args.tables).map(|number| server.seen_from(PEOPLE, number).map(Arc::new)).collect();
    let (playing, _) = make_tables(people?, &settings, &mut Rng::new(seed)).await?;
    let mut attackers = start(args, target)?;
    let mut report = Report { asked: args.rate, ..Report::default() };
    let tables = report.play(playing, args.seconds).await;
    let told = end(&mut attackers)?;
    drop(tables);
    let processors = told["processor_s"].as_f64();
    Ok(Part { report, counts: told["counts"].clone(), processors })
}

/// Starts the attackers, as a process of their own.
fn start(args: &HostileArgs, target: Target) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["attackers", "--url", &args.url]);
    command.args(["--seconds", &args.seconds.to_string()]);
    command.args(["--attackers", &args.attackers.to_string()]);
    command.args(["--connections", &args.connections.to_string()]);
    if let Target::Dummy { processors } = target {
        command.arg("--dummy");
        command.args(processors.map(|seconds| format!("--processors={seconds}")));
    }
    command.stdout(Stdio::piped()).spawn().map_err(|error| format!("no attackers: {error}"))
}

/// Waits for the end of the attackers, which end by themselves; what they did.
fn end(attackers: &mut Child) -> Result<Value, String> {
    let mut line = String::new();
    if let Some(out) = attackers.stdout.take() {
        BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    }
    let ended = attackers.wait().map_err(|error| error.to_string())?;
    match serde_json::from_str(&line) {
        Ok(told) if ended.success() => Ok(told),
        _ => Err("the attackers did not say what they did".into()),
    }
}

fn print(args: &HostileArgs, idle: &Part, attacked: &Part) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let p99 = |part: &Part| part.report.acknowledged.json()["p99"].as_f64().unwrap_or(0.0);
    let ratio = p99(attacked) / p99(idle);
    if args.json {
        let figures = |Part { report, processors, .. }: &Part| {
            json!({
                "moves": report.acknowledged.len(), "acknowledged_ms": report.acknowledged.json(),
                "errors": report.errors, "attackers_processor_s": processors,
            })
        };
        let (dummy, under_attack) = (figures(idle), figures(attacked));
        let counts = &attacked.counts;
        let all =
            json!({ "dummy": dummy, "attacked": under_attack, "p99_ratio": ratio, "attack": counts });
        return writeln!(out, "{all}");
    }
    for (name, Part { report, processors, .. }) in [("on a dummy ", idle), ("on the server", attacked)] {
        writeln!(out, "attack {name}  {} moves: {}", report.acknowledged.len(), report.acknowledged)?;
        if let Some(seconds) = processors {
            writeln!(out, "attackers' processors {seconds:.1} s")?;
        }
        for (error, times) in &report.errors {
            writeln!(out, "went wrong            {times} times: {error}")?;
        }
    }
    writeln!(out, "p99 beside the dummy  {ratio:.2} times")?;
    for (kind, counts) in attacked.counts.as_object().into_iter().flatten() {
        writeln!(out, "{kind:<21} {counts}")?;
    }
    Ok(())
}
