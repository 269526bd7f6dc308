//! `fogbound serve`, and `fogbound` alone.

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use fogbound_server::TestChance;
use fogbound_server::hall::{BotTableLimits, Keeping, Windows};
use fogbound_server::http::HttpConfig;
use fogbound_server::serve::{Config, serve};
use fogbound_server::store::Place;
use fogbound_table::{Chance, Pace, Rate};
use tracing_subscriber::filter::LevelFilter;

use crate::failure::Failure;
use crate::rules;

const EXAMPLES: &str = "Examples:
  fogbound                                   on this computer, http://127.0.0.1:7199
  fogbound --addr 0.0.0.0:7199               for everybody in the house
  fogbound --data /var/lib/fogbound --behind-proxy --secure --origin https://play.example.org
  fogbound --database postgres://fogbound@db.example.org/fogbound

Each option can be given in the environment too: FOGBOUND_ADDR, FOGBOUND_DATA, ...
docs/hosting.md tells how to run a public server.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where to listen. Only this computer can reach 127.0.0.1.
    #[arg(long, value_name = "ADDRESS:PORT", env = "FOGBOUND_ADDR", default_value = "127.0.0.1:7199")]
    addr: SocketAddr,
    #[command(flatten)]
    place: PlaceArgs,
    /// An edition of your own, listed beside the built-in ones. May be given several times, or with
    /// commas.
    #[arg(long, value_name = "FILE", env = "FOGBOUND_EDITION", value_delimiter = ',')]
    edition: Vec<String>,
    /// A board of your own, for an edition of your own. May be given several times, or with commas.
    #[arg(long, value_name = "FILE", env = "FOGBOUND_BOARD", value_delimiter = ',')]
    board: Vec<String>,
    /// For tests alone: the same deal, draws and bots in every game. Everybody can know them then, so
    /// it is taken on this computer only, and never behind a proxy or with a shared database.
    #[arg(long, value_name = "N", hide = true, conflicts_with_all = ["behind_proxy", "database", "origin", "secure"])]
    test_seed: Option<u64>,
    /// The server stands behind a proxy, whose header X-Forwarded-For names the client.
    #[arg(long, env = "FOGBOUND_BEHIND_PROXY")]
    behind_proxy: bool,
    /// The address under which people reach the server; pages of others are refused. May be given
    /// several times, or with commas.
    #[arg(long, value_name = "URL", env = "FOGBOUND_ORIGIN", value_delimiter = ',')]
    origin: Vec<String>,
    /// Cookies go over TLS only. For a server behind a proxy with TLS.
    #[arg(long, env = "FOGBOUND_SECURE")]
    secure: bool,
    /// Open sockets in all.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_CONNECTIONS", default_value_t = 20_000)]
    max_connections: usize,
    /// Open sockets from one address.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_CONNECTIONS_EACH", default_value_t = 200)]
    max_connections_each: usize,
    /// Tables made from one address in an hour.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_TABLES_EACH", default_value_t = 120)]
    max_tables_each: usize,
    /// Requests from one address in a second; ten times as many at once.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_REQUESTS_EACH", default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_requests_each: u32,
    /// Mebibytes of answers to one address in a second; sixteen times as many at once.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_MEGABYTES_EACH", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=255))]
    max_megabytes_each: u32,
    /// Mebibytes that may wait to be sent to all clients together.
    #[arg(long, value_name = "N", env = "FOGBOUND_MAX_BACKLOG", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..))]
    max_backlog: u32,
    /// How many bots think at once; as many as there are processors, less one, if nothing is said.
    #[arg(long, value_name = "N", env = "FOGBOUND_THINKERS")]
    thinkers: Option<usize>,
    /// Tables of bots alone that play at one time, at most two of them from one address; 0 forbids
    /// them. They think when no person waits.
    #[arg(long, value_name = "N", env = "FOGBOUND_BOT_TABLES", default_value_t = 4)]
    bot_tables: usize,
    /// After how many milliseconds a bot answers as the fugitive. Always the same, so that nobody
    /// sees how long it thought. At less than 1500 a bot of a high level still takes its own time.
    #[arg(long, value_name = "MS", env = "FOGBOUND_FUGITIVE_PACE", default_value_t = 1500)]
    fugitive_pace: u64,
    /// After how many milliseconds each bot among the hunters answers.
    #[arg(long, value_name = "MS", env = "FOGBOUND_HUNTER_PACE", default_value_t = 700)]
    hunter_pace: u64,
    /// Days after which a table whose game has not begun is deleted.
    #[arg(
        long,
        value_name = "DAYS",
        env = "FOGBOUND_KEEP_OPEN",
        allow_negative_numbers = true,
        default_value_t = 1
    )]
    keep_open: u64,
    /// Days without a deed of a person after which a game ends as abandoned.
    #[arg(
        long,
        value_name = "DAYS",
        env = "FOGBOUND_KEEP_PLAYING",
        allow_negative_numbers = true,
        default_value_t = 30
    )]
    keep_playing: u64,
    /// Days after which a finished game is deleted.
    #[arg(
        long,
        value_name = "DAYS",
        env = "FOGBOUND_KEEP_OVER",
        allow_negative_numbers = true,
        default_value_t = 90
    )]
    keep_over: u64,
    /// How much the log tells.
    #[arg(long, value_enum, env = "FOGBOUND_LOG", default_value = "info")]
    log: Log,
    /// The form of the log.
    #[arg(long, value_enum, env = "FOGBOUND_LOG_FORM", default_value = "text")]
    log_form: LogForm,
}

/// Open files beside the sockets: the store, and requests that come and go.
#[cfg(unix)]
const SPARE_FILES: u64 = 100;

/// Where tables are kept.
#[derive(clap::Args)]
pub(crate) struct PlaceArgs {
    /// The folder for the database; it is made if it is not there.
    #[arg(long, value_name = "DIR", env = "FOGBOUND_DATA", default_value = "fogbound-data")]
    data: PathBuf,
    /// PostgreSQL in place of a folder, for many servers at once.
    #[arg(long, value_name = "URL", env = "FOGBOUND_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl PlaceArgs {
    pub(crate) fn place(self) -> Place {
        match self.database {
            Some(url) => Place::Database(url),
            None => Place::Folder(self.data),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Log {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

impl Args {
    fn config(self) -> Result<Config, Failure> {
        if self.test_seed.is_some() && !self.addr.ip().is_loopback() {
            return Err(Failure::usage(
                "--test-seed is for tests on this computer: everybody can know its deals; leave it out, or listen on 127.0.0.1",
            ));
        }
        let library = Arc::new(rules::library(&self.edition, &self.board)?);
        let days = |days: u64| Duration::from_secs(days.saturating_mul(24 * 3600));
        let usual = Config::new(self.addr, self.place.place());
        let chance: Arc<dyn Chance> = match self.test_seed {
            Some(seed) => Arc::new(TestChance { seed }),
            None => usual.chance,
        };
        Ok(Config {
            library,
            chance,
            http: HttpConfig {
                behind_proxy: self.behind_proxy,
                origins: self.origin.iter().map(|url| url.trim_end_matches('/').into()).collect(),
                secure: self.secure,
                connections: self.max_connections,
                connections_each: self.max_connections_each,
                tables_each: self.max_tables_each,
                requests_each: Rate {
                    most: self.max_requests_each.saturating_mul(10),
                    each_second: self.max_requests_each,
                },
                bytes_each: Rate {
                    most: self.max_megabytes_each << 24,
                    each_second: self.max_megabytes_each << 20,
                },
                ..HttpConfig::default()
            },
            pace: Pace {
                fugitive: Duration::from_millis(self.fugitive_pace),
                hunter: Duration::from_millis(self.hunter_pace),
            },
            thinkers: self.thinkers.unwrap_or(usual.thinkers),
            // A game of a known seed must not depend on how busy the computer is.
            windows: if self.test_seed.is_some() { Windows::Open } else { Windows::Kept },
            bot_tables: BotTableLimits { all: self.bot_tables, ..usual.bot_tables },
            keeping: Keeping {
                open: days(self.keep_open),
                playing: days(self.keep_playing),
                over: days(self.keep_over),
            },
            backlog: (self.max_backlog as usize) << 20,
            ..usual
        })
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    start_log(args.log, args.log_form);
    // A socket is an open file, and the usual limit is for a thousand.
    #[cfg(unix)]
    if let Ok(files) = rlimit::increase_nofile_limit(u64::MAX)
        && files < args.max_connections as u64 + SPARE_FILES
    {
        tracing::info!(files, "the limit on open files is below --max-connections");
    }
    let config = args.config()?;
    let ready = |address: SocketAddr| {
        // Whoever started it in a terminal looks for an address to click on.
        println!("Fogbound is served at http://{}", reachable(address));
        let _ = std::io::stdout().flush();
    };
    let served = async { serve(config, fogbound_webapp::assets(), Box::new(ready), stopped()).await };
    runtime()?.block_on(served).map_err(Failure::usage)
}

/// An address that a browser on this computer can use.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new([127, 0, 0, 1].into(), address.port()),
        false => address,
    }
}

/// So many tasks of its own a thread looks after before it looks whether others wait for all of them: the
/// answers of the store come so, and must not wait for whatever strangers ask for. The usual is 61.
const OTHERS: u32 = 4;

/// The threads on which the server runs.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.enable_all().global_queue_interval(OTHERS).build().map_err(Failure::usage)
}

fn start_log(log: Log, form: LogForm) {
    let level = match log {
        Log::Off => LevelFilter::OFF,
        Log::Error => LevelFilter::ERROR,
        Log::Warn => LevelFilter::WARN,
        Log::Info => LevelFilter::INFO,
        Log::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => log.json().init(),
    }
}

/// Ends when the server is told to stop; also if that was before it is waited for.
fn stopped() -> Pin<Box<dyn Future<Output = ()> + Send>> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
        if let [Ok(mut interrupt), Ok(mut terminate)] = signals {
            return Box::pin(async move {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
            });
        }
    }
    Box::pin(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
