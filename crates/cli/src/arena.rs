//! `fogbound arena`

mod report;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use fogbound_arena::Timeouts;
use fogbound_arena::{
    Arena, Cell, Entrant, ExternalSettings, GameResult, Journal, Pairing, Played, RunId, Tally, Task,
    run as play, split_entrants,
};
use fogbound_engine::{Budget, Effort};
use fogbound_rules::{Record, Side};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::rules::RulesArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound arena --edition modern --fugitive random --hunters random --games 1000 --seed 7
  fogbound arena --edition classic --fugitive random --hunters 'cmd:python3 bot.py' --games 100
  fogbound arena --edition modern --matrix random,'cmd:./mybot' --games 500 --results run.jsonl

Bots: random, greedy, basic-mcts, greedy-mcts and pimbot play both sides, phantom and alphabeta the
fugitive, inspector the hunters; phantom-1 and inspector-1 are the two as they were before. Behind the
name, a budget: phantom:level=1 (kind) to phantom:level=8 (hard), pimbot:playouts=1000, inspector:ms=250.
docs/bots.md tells more.")]
pub(crate) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// The number of detectives; by default the greatest that the edition allows.
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Who plays the fugitive: NAME, NAME:BUDGET, or cmd:PROGRAM for a program of your own.
    #[arg(long, value_name = "BOT", required_unless_present = "matrix", requires = "hunters")]
    fugitive: Option<String>,
    /// Who plays the hunters.
    #[arg(long, value_name = "BOT", required_unless_present = "matrix", requires = "fugitive")]
    hunters: Option<String>,
    /// A cross table in their place: each bot as the fugitive against each as the hunters.
    #[arg(long, value_name = "BOT,BOT,...", conflicts_with_all = ["fugitive", "hunters"])]
    matrix: Vec<String>,
    /// How many starts; each pairing plays every one of them.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The same seed gives the same starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// What a program of your own may spend on a decision: ms=N or nodes=N.
    #[arg(long, default_value = "ms=250")]
    budget: String,
    /// How long to wait for a decision of a program of your own; by default ten times its budget
    /// and 5 s, or 60 s if the budget is in nodes.
    #[arg(long, value_name = "SECONDS")]
    bot_timeout: Option<f64>,
    /// Write a record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Keep the result of each game in this file; a run that was cut off goes on from it.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// How many games are played at once; by default one for each core.
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let entrants = args.entrants()?;
    let arena = args.arena(&entrants)?;
    for entrant in &entrants {
        if let Entrant::External(program) = entrant {
            program.check().map_err(Failure::usage)?;
        }
    }
    if let Some(folder) = &args.record {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
    }
    let started = Instant::now();
    let (results, played_now) = args.play(&arena)?;
    let mut cells: Vec<Cell> = arena.pairings.iter().cloned().map(empty_cell).collect();
    for (task, result) in &results {
        cells[task.pairing].tally.add(task.start, result);
    }
    let report = report::Report {
        arena: &arena,
        entrants: &entrants,
        cells: &cells,
        played_now,
        seconds: started.elapsed().as_secs_f64(),
    };
    match (args.json, args.matrix.is_empty()) {
        (true, true) => report.json(),
        (true, false) => report.matrix_json(),
        (false, true) => report.words(),
        (false, false) => report.matrix_words(),
    }
}

fn empty_cell(pairing: Pairing) -> Cell {
    Cell { pairing, tally: Tally::default() }
}

impl Args {
    /// All who take part, each once.
    fn entrants(&self) -> Result<Vec<Entrant>, Failure> {
        let texts = self.matrix.iter().flat_map(|list| split_entrants(list));
        let texts = texts.chain(self.fugitive.as_deref()).chain(self.hunters.as_deref());
        let mut entrants: Vec<Entrant> = Vec::new();
        for text in texts {
            let entrant: Entrant = text.parse().map_err(Failure::usage)?;
            match entrants.contains(&entrant) {
                true if !self.matrix.is_empty() => {
                    return Err(Failure::usage(format!("--matrix names '{entrant}' twice")));
                }
                true => {}
                false => entrants.push(entrant),
            }
        }
        Ok(entrants)
    }

    /// The pairings: the one that was asked for, or all of a cross table that can be played.
    fn pairings(&self, entrants: &[Entrant]) -> Result<Vec<Pairing>, Failure> {
        let (Some(first), Some(last)) = (entrants.first(), entrants.last()) else {
            return Err(Failure::usage("--matrix names nobody"));
        };
        let all = entrants.iter().flat_map(|fugitive| {
            let pair = |hunters: &Entrant| (fugitive.clone(), hunters.clone());
            entrants.iter().map(pair).collect::<Vec<_>>()
        });
        let asked_for = [(first.clone(), last.clone())];
        let pairs = if self.matrix.is_empty() { asked_for.to_vec() } else { all.collect() };
        let pairings = pairs.into_iter().map(|(fugitive, hunters)| Pairing { fugitive, hunters });
        let (playable, rest): (Vec<_>, Vec<_>) = pairings.partition(|pairing| {
            pairing.fugitive.plays(Side::Fugitive) && pairing.hunters.plays(Side::Hunters)
        });
        match (playable.is_empty(), rest.first()) {
            (true, Some(pairing)) => {
                let (who, side) = match pairing.fugitive.plays(Side::Fugitive) {
                    true => (&pairing.hunters, Side::Hunters),
                    false => (&pairing.fugitive, Side::Fugitive),
                };
                Err(Failure::usage(format!("'{who}' does not play the {side}")))
            }
            _ => Ok(playable),
        }
    }

    fn arena(&self, entrants: &[Entrant]) -> Result<Arena, Failure> {
        let budget = match self.budget.parse::<Effort>().map_err(Failure::usage)? {
            Effort::Nodes(nodes) => Budget::Nodes(nodes),
            Effort::Milliseconds(ms) => Budget::Time(Duration::from_millis(ms)),
            Effort::Level(_) => return Err(Failure::usage("--budget is ms=N or nodes=N")),
        };
        let decision = self.bot_timeout.map(|seconds| match seconds > 0.0 && seconds <= 86_400.0 {
            true => Ok(Duration::from_secs_f64(seconds)),
            false => Err(Failure::usage("--bot-timeout is more than 0 and at most 86400 seconds")),
        });
        let timeouts = Timeouts { decision: decision.transpose()?, ..Timeouts::USUAL };
        Ok(Arena {
            rules: self.rules.rules(self.pieces)?,
            seed: self.seed,
            pairings: self.pairings(entrants)?,
            external: ExternalSettings { budget, timeouts },
        })
    }

    /// Plays what is missing. Gives the results of all games that were asked for, and how many were
    /// played now.
    fn play(&self, arena: &Arena) -> Result<(BTreeMap<Task, GameResult>, u64), Failure> {
        let (mut journal, mut results) = match &self.results {
            Some(path) => {
                let wrong = |error| Failure::usage(format!("cannot use {}: {error}", path.display()));
                let (journal, results) = Journal::open(path, &RunId::of(arena)).map_err(wrong)?;
                (Some((journal, path)), results)
            }
            None => (None, BTreeMap::new()),
        };
        results.retain(|task, _| task.start <= self.games);
        let pairings = 0..arena.pairings.len();
        let all = (1..=self.games)
            .flat_map(|start| pairings.clone().map(move |pairing| Task { start, pairing }));
        let missing: Vec<Task> = all.filter(|task| !results.contains_key(task)).collect();
        let bar = progress(missing.len() as u64);
        let threads =
            self.threads.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        play(arena, &missing, threads, |task, played| {
            // The record first: where there is a result there is a record.
            if let Some(folder) = &self.record {
                write_record(folder, arena, task, &played)?;
            }
            if let Some((journal, path)) = &mut journal {
                let written = journal.add(task, &played.result);
                written.map_err(|error| Failure::unwritable(path, error))?;
            }
            results.insert(task, played.result);
            bar.inc(1);
            Ok::<(), Failure>(())
        })?;
        bar.finish_and_clear();
        Ok((results, missing.len() as u64))
    }
}

/// A bar on standard error; nothing is drawn if that is no terminal.
fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left");
    ProgressBar::new(games).with_style(style.expect("a template of our own"))
}

fn write_record(folder: &Path, arena: &Arena, task: Task, played: &Played) -> Result<(), Failure> {
    let mut record = Record::whole(&played.game).map_err(Failure::check)?;
    let Pairing { fugitive, hunters } = &arena.pairings[task.pairing];
    record.set_tag("Seats", &format!("fugitive: {fugitive}; hunters: {hunters}"));
    record.set_tag("Seed", &arena.seed.to_string());
    record.set_tag("Start", &task.start.to_string());
    if let Some(forfeit) = &played.result.forfeit {
        record.set_tag("Forfeit", &format!("{}: {}", forfeit.side, forfeit.reason));
    }
    let pairing = match arena.pairings.len() {
        1 => String::new(),
        _ => format!("-{}", task.pairing + 1),
    };
    let name = format!("{}-{}-{}{pairing}.fog", arena.rules.edition().id, arena.seed, task.start);
    let path = folder.join(name);
    fs::write(&path, record.to_string()).map_err(|error| Failure::unwritable(&path, error))
}
