//! `fogbound selfplay`

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use fogbound_rules::{Game, Match, Record, Rng, Rules, Side, random_game};
use serde_json::json;

use crate::failure::Failure;
use crate::rules::RulesArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound selfplay --edition classic --games 1000 --seed 1
  fogbound selfplay --edition holmes --pieces 3 --games 5 --seed 2 --record games
  fogbound selfplay --edition compact --players 4 --games 10 --seed 3 --record matches")]
pub(crate) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// The number of detectives; by default the greatest that the edition allows.
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Play matches between so many players in place of single games.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// How many games, or matches.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write a record of each game, or match, into this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What came of the games.
#[derive(Default)]
struct Tally {
    games: u64,
    fugitive_wins: u64,
    hunters_wins: u64,
    rounds: u64,
    moves: u64,
    points: i64,
    causes: BTreeMap<&'static str, u64>,
}

impl Tally {
    fn add(&mut self, game: &Game) {
        let Some(outcome) = game.outcome() else { return };
        self.games += 1;
        match outcome.winner() {
            Side::Fugitive => self.fugitive_wins += 1,
            Side::Hunters => self.hunters_wins += 1,
        }
        self.rounds += u64::from(game.position().public().round());
        self.moves += game.plays().len() as u64;
        self.points += i64::from(game.position().score(game.rules()).unwrap_or(0));
        *self.causes.entry(outcome.cause()).or_default() += 1;
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let rules = args.rules.rules(args.pieces)?;
    if let Some(folder) = &args.record {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
    }
    let started = Instant::now();
    let mut tally = Tally::default();
    for number in 1..=args.games {
        let mut rng = Rng::for_game(args.seed, number);
        let records = match args.players {
            Some(players) => play_match(&rules, players, &mut rng, &mut tally)?,
            None => {
                let game = random_game(&rules, &mut rng);
                tally.add(&game);
                match args.record {
                    Some(_) => vec![Record::of(&game).map_err(Failure::check)?],
                    None => vec![],
                }
            }
        };
        if let Some(folder) = &args.record {
            let name = format!("{}-{}-{number}.fog", rules.edition().id, args.seed);
            write(&folder.join(name), &records)?;
        }
    }
    report(&args, &rules, &tally, started.elapsed().as_secs_f64())
}

/// A match as the edition has it: each player is the fugitive once.
fn play_match(
    rules: &Arc<Rules>,
    players: usize,
    rng: &mut Rng,
    tally: &mut Tally,
) -> Result<Vec<Record>, Failure> {
    let mut games = Match::new(rules, players).map_err(Failure::usage)?;
    let mut records = Vec::new();
    while let Some(fugitive) = games.next_fugitive().filter(|_| records.len() < players) {
        let game = random_game(rules, rng);
        tally.add(&game);
        let mut record = Record::of(&game).map_err(Failure::check)?;
        record.set_tag("Game", &format!("{} of {players}", records.len() + 1));
        record.set_tag("Seats", &format!("fugitive: player {}", fugitive.number()));
        records.push(record);
        if let Some(outcome) = game.outcome() {
            games.add(outcome, game.position().score(rules)).map_err(Failure::usage)?;
        }
    }
    Ok(records)
}

fn write(path: &Path, records: &[Record]) -> Result<(), Failure> {
    let text = records.iter().map(Record::to_string).collect::<Vec<_>>().join("\n");
    fs::write(path, text).map_err(|error| Failure::unwritable(path, error))
}

fn report(args: &Args, rules: &Rules, tally: &Tally, seconds: f64) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let mean = |sum: f64| sum / tally.games as f64;
    let points = rules.is_scored().then(|| mean(tally.points as f64));
    if args.json {
        let json = json!({
            "edition": rules.edition().id, "pieces": rules.detectives(), "games": tally.games,
            "fugitive_wins": tally.fugitive_wins, "hunters_wins": tally.hunters_wins,
            "mean_rounds": mean(tally.rounds as f64), "mean_moves": mean(tally.moves as f64),
            "mean_points": points, "causes": tally.causes, "seconds": seconds,
        });
        writeln!(out, "{json}")?;
        return Ok(());
    }
    let bobbies = match rules.bobbies() {
        0 => String::new(),
        1 => ", 1 bobby".into(),
        bobbies => format!(", {bobbies} bobbies"),
    };
    writeln!(out, "{}, {} detectives{bobbies}", rules.edition().id, rules.detectives())?;
    let games = if tally.games == 1 { "1 game".into() } else { format!("{} games", tally.games) };
    writeln!(out, "{games} in {seconds:.2} s, seed {}", args.seed)?;
    match points {
        Some(points) => writeln!(out, "the fugitive's mean: {points:.1} points")?,
        None => {
            let share = 100.0 * mean(tally.hunters_wins as f64);
            writeln!(
                out,
                "hunters won {} ({share:.1} %), fugitive {}",
                tally.hunters_wins, tally.fugitive_wins
            )?;
        }
    }
    let (rounds, moves) = (mean(tally.rounds as f64), mean(tally.moves as f64));
    writeln!(out, "on average {rounds:.1} rounds, {moves:.1} decisions and draws")?;
    for (cause, count) in &tally.causes {
        writeln!(out, "  {cause:<16}{count:>9}")?;
    }
    Ok(())
}
