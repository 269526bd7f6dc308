//! `fogbound bench`

use std::io::Write;
use std::time::{Duration, Instant};

use fogbound_engine::{Rng, random_outcome};
use fogbound_rules::{Position, Rules, Setup, Station, perft};
use serde_json::json;

use crate::failure::Failure;

#[derive(clap::Args)]
#[command(after_help = "One core, fixed inputs, the best of several passes:
  random games  whole games of `classic` with 5 detectives, every decision with the same chance
  perft         `modern`, fugitive on 45, detectives on 13, 29, 34, 94, 123, depth 5, every node played

Examples:
  fogbound bench
  fogbound bench --json --seconds 5")]
pub(crate) struct Args {
    /// How long to measure each figure.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if !(0.01..=3600.0).contains(&args.seconds) {
        return Err(Failure::usage("--seconds must be from 0.01 to 3600"));
    }
    let time = Duration::from_secs_f64(args.seconds);
    let games = random_games(time).map_err(Failure::usage)?;
    let nodes = perft_nodes(time).map_err(Failure::usage)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({"random_games_per_s": games, "perft_nodes_per_s": nodes}))?;
    } else {
        writeln!(out, "random games  {games:>13.0} a second")?;
        writeln!(out, "perft nodes   {nodes:>13.0} a second")?;
    }
    Ok(())
}

/// The best rate of passes that together take about `time`. The best, as noise only slows down.
fn best_rate(time: Duration, mut pass: impl FnMut() -> u64) -> f64 {
    let started = Instant::now();
    let mut best = 0.0f64;
    loop {
        let pass_started = Instant::now();
        let done = pass();
        best = best.max(done as f64 / pass_started.elapsed().as_secs_f64());
        if started.elapsed() >= time {
            return best;
        }
    }
}

fn random_games(time: Duration) -> Result<f64, fogbound_rules::RulesErrors> {
    const GAMES: u64 = 20_000;
    let rules = Rules::builtin("classic", &[], 5)?;
    let mut rng = Rng::new(1);
    let mut buffer = Vec::new();
    Ok(best_rate(time, || {
        for _ in 0..GAMES {
            let position = Position::deal(&rules, |n| rng.below(n));
            std::hint::black_box(random_outcome(&rules, position, &mut rng, &mut buffer));
        }
        GAMES
    }))
}

fn perft_nodes(time: Duration) -> Result<f64, fogbound_rules::RulesErrors> {
    let rules = Rules::builtin("modern", &[], 5)?;
    let station = |number| Station::new(number).expect("not 0");
    let setup = Setup::at(&rules, station(45), &[13, 29, 34, 94, 123].map(station));
    let position = Position::new(&rules, &setup).expect("a fixed set-up is legal");
    Ok(best_rate(time, || (1..=5).map(|depth| perft(&rules, &position, depth)).sum()))
}
