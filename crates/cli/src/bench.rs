//! `fogbound bench`

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_engine::{Belief, BotSpec, Budget, Clock, Pieces, Policy, PossibleStations, Thinking};
use fogbound_rules::{
    Game, Position, Record, Replay, Rng, Rules, Setup, Station, Turn, perft, random_outcome,
};
use serde_json::json;

use crate::failure::Failure;

#[derive(clap::Args)]
#[command(after_help = "One core, fixed inputs, the best of several passes:
  random games  whole games of `classic` with 5 detectives, every decision with the same chance
  perft         `modern`, fugitive on 45, detectives on 13, 29, 34, 94, 123, depth 5, every node played
  belief        where he can be, event by event, over 20 games of `modern`; and of `classic`, `holmes`
  playouts      by the published heuristics, from every decision of 20 games of `study`
  search        nodes of `phantom` in the middle of a game of `modern`: the same that the module of the page is timed with
  overrun       how much longer than 20 ms `inspector` thinks with a budget of 20 ms, at worst

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
    let belief = belief_plies(time, &games_of("modern"));
    let classic = belief_plies(time, &games_of("classic"));
    let holmes = belief_plies(time, &games_of("holmes"));
    let study = games_of("study");
    let playouts = playouts(time, &study);
    let search = best_rate(time, || fogbound_wasm::bench::nodes(SEARCHED));
    let overrun = overrun(&study);
    let mut out = std::io::stdout().lock();
    if args.json {
        let figures = json!({
            "random_games_per_s": games,
            "perft_nodes_per_s": nodes,
            "belief_ns_per_ply": 1e9 / belief,
            "belief_classic_ns_per_ply": 1e9 / classic,
            "belief_holmes_ns_per_ply": 1e9 / holmes,
            "playouts_per_s": playouts,
            "search_nodes_per_s": search,
            "overrun_ms": overrun.as_secs_f64() * 1e3,
        });
        writeln!(out, "{figures}")?;
    } else {
        writeln!(out, "random games  {games:>13.0} a second")?;
        writeln!(out, "perft nodes   {nodes:>13.0} a second")?;
        for (edition, rate) in [("modern", belief), ("classic", classic), ("holmes", holmes)] {
            writeln!(out, "belief        {:>13.0} ns a ply ({edition})", 1e9 / rate)?;
        }
        writeln!(out, "playouts      {playouts:>13.0} a second")?;
        writeln!(out, "search nodes  {search:>13.0} a second")?;
        writeln!(out, "overrun       {:>13.2} ms beyond 20 ms", overrun.as_secs_f64() * 1e3)?;
    }
    Ok(())
}

/// The nodes of one pass of the search.
const SEARCHED: u64 = 20_000;

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

/// The games of an edition that are played again for measuring.
fn games_of(edition: &str) -> Vec<Game> {
    let text = match edition {
        "classic" => include_str!("../games/classic.fog"),
        "holmes" => include_str!("../games/holmes.fog"),
        "modern" => include_str!("../games/modern.fog"),
        _ => include_str!("../games/study.fog"),
    };
    let records = Record::parse_all(text).expect("the games are well written");
    let rules = |record: &Record| record.builtin_rules().expect("the games are of our editions");
    let replay = |record: &Record| match record.replay(&rules(record)) {
        Ok(Replay::Whole(game)) => *game,
        _ => unreachable!("the games are whole and legal"),
    };
    records.iter().map(replay).collect()
}

/// Plies of belief a second: a ply is a decision of either side.
fn belief_plies(time: Duration, games: &[Game]) -> f64 {
    let views: Vec<_> = games.iter().map(Game::hunters_view).collect();
    let plies: u64 = games.iter().map(|game| game.plays().len() as u64).sum();
    best_rate(time, || {
        for _ in 0..20 {
            for view in &views {
                let mut belief = Belief::new(view.rules());
                for (event, after) in view.events().iter().zip(view.states()) {
                    belief.observe(event, after);
                }
                std::hint::black_box(belief.possible());
            }
        }
        20 * plies
    })
}

/// Every moment of a game where somebody decides, with what the hunters know.
fn moments(games: &[Game]) -> Vec<(Position, PossibleStations)> {
    let mut moments = Vec::new();
    for game in games {
        let mut again = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("legal before");
        let mut view = again.hunters_view();
        for &play in game.plays() {
            if again.turn() != Turn::Chance {
                moments.push((*again.position(), PossibleStations(Belief::of(&view).possible())));
            }
            let events = again.play(play).expect("legal before");
            events.iter().for_each(|event| view.apply(event.for_hunters()).expect("its own events"));
        }
    }
    moments
}

fn playouts(time: Duration, games: &[Game]) -> f64 {
    let rules = games[0].rules();
    let moments = moments(games);
    let mut policy = Policy::new(rules);
    let mut rng = Rng::new(1);
    best_rate(time, || {
        for (position, reach) in &moments {
            for _ in 0..4 {
                std::hint::black_box(policy.play_out(rules, *position, *reach, &mut rng));
            }
        }
        4 * moments.len() as u64
    })
}

/// How much longer a bot thinks than it may, at worst.
fn overrun(games: &[Game]) -> Duration {
    let may = Duration::from_millis(20);
    let spec: BotSpec = "inspector".parse().expect("a bot");
    let begun = Instant::now();
    let clock = || begun.elapsed();
    let mut worst = Duration::ZERO;
    for game in games {
        let half = &game.plays()[..game.plays().len() / 2];
        let mut again = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("legal before");
        half.iter().for_each(|&play| assert!(again.play(play).is_ok(), "legal before"));
        let view = again.hunters_view();
        let mut bot = spec.hunters(1).expect("it hunts");
        let started = clock.now();
        let mut thinking = Thinking::new(Budget::Time(may), &clock);
        if bot.choose(&view, Pieces::ALL, &mut thinking).is_ok() {
            worst = worst.max((clock.now() - started).saturating_sub(may));
        }
    }
    worst
}
