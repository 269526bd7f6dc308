//! `fogbound arena`

mod best_response;
mod gauntlet;
mod report;
mod sprt;

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
  fogbound arena --edition study --gauntlet phantom:nodes=3000 --games 200 --results run.jsonl
  fogbound arena --edition study --sprt 0,30 --candidate phantom:nodes=3000 --baseline phantom:nodes=1000 \\
    --against pimbot --games 2000
  fogbound arena --edition study --best-response inspector:nodes=100 --nodes 300 --games 20

Bots: random, greedy, novice, basic-mcts, greedy-mcts, pimbot and solver play both sides, phantom and alphabeta the
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
    #[arg(long, value_name = "BOT", required_unless_present_any = MODES, requires = "hunters")]
    fugitive: Option<String>,
    /// Who plays the hunters.
    #[arg(long, value_name = "BOT", required_unless_present_any = MODES, requires = "fugitive")]
    hunters: Option<String>,
    /// A cross table in their place: each bot as the fugitive against each as the hunters.
    #[arg(long, value_name = "BOT,BOT,...", conflicts_with_all = ["fugitive", "hunters"])]
    matrix: Vec<String>,
    #[command(flatten)]
    gauntlet: gauntlet::GauntletArgs,
    #[command(flatten)]
    sprt: sprt::SprtArgs,
    #[command(flatten)]
    best_response: best_response::BestResponseArgs,
    /// The side that is asked about, where a bot plays both.
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["fugitive", "hunters", "matrix"])]
    side: Option<SideName>,
    /// How many starts; each pairing plays every one of them.
    #[arg(
        long,
        required_unless_present = "exact",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000)
    )]
    games: Option<u64>,
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

/// What may be asked for in place of one pair of bots.
const MODES: [&str; 4] = ["matrix", "gauntlet", "sprt", "best_response"];

/// A side, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum SideName {
    Fugitive,
    Hunters,
}

impl From<SideName> for Side {
    fn from(name: SideName) -> Side {
        match name {
            SideName::Fugitive => Side::Fugitive,
            SideName::Hunters => Side::Hunters,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.gauntlet.is_asked_for() {
        return gauntlet::run(args);
    }
    if args.sprt.is_asked_for() {
        return sprt::run(args);
    }
    if args.best_response.is_asked_for() {
        return best_response::run(args);
    }
    let entrants = args.entrants()?;
    let arena = args.arena(args.pairings(&entrants)?)?;
    let started = Instant::now();
    let (results, played_now) = args.play(&arena)?;
    let cells = cells(&arena, &results);
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

/// The results by pairing.
fn cells(arena: &Arena, results: &BTreeMap<Task, GameResult>) -> Vec<Cell> {
    let empty = |pairing: &Pairing| Cell { pairing: pairing.clone(), tally: Tally::default() };
    let mut cells: Vec<Cell> = arena.pairings.iter().map(empty).collect();
    for (task, result) in results {
        cells[task.pairing].tally.add(task.start, result);
    }
    cells
}

/// The bots of a list.
fn entrants(lists: &[String]) -> Result<Vec<Entrant>, Failure> {
    let texts = lists.iter().flat_map(|list| split_entrants(list));
    texts.map(|text| text.parse().map_err(Failure::usage)).collect()
}

/// Why a run ended before its last game.
enum Stop {
    Enough,
    Failed(Failure),
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

    fn arena(&self, pairings: Vec<Pairing>) -> Result<Arena, Failure> {
        for Pairing { fugitive, hunters } in &pairings {
            for entrant in [fugitive, hunters] {
                if let Entrant::External(program) = entrant {
                    program.check().map_err(Failure::usage)?;
                }
            }
        }
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
            pairings,
            external: ExternalSettings { budget, timeouts },
        })
    }

    /// Plays what is missing. Gives the results of all games that were asked for, and how many were
    /// played now.
    fn play(&self, arena: &Arena) -> Result<(BTreeMap<Task, GameResult>, u64), Failure> {
        self.play_until(arena, &RunId::of(arena), |task| arena.play(task), |_, _| false)
    }

    /// The same with games that are played in another way, until there are enough of them. `enough` is
    /// asked before the first game and after each.
    fn play_until(
        &self,
        arena: &Arena,
        id: &RunId,
        play_one: impl Fn(Task) -> Played + Sync,
        mut enough: impl FnMut(&BTreeMap<Task, GameResult>, &ProgressBar) -> bool,
    ) -> Result<(BTreeMap<Task, GameResult>, u64), Failure> {
        if let Some(folder) = &self.record {
            fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
        }
        let (mut journal, mut results) = match &self.results {
            Some(path) => {
                let wrong = |error| Failure::usage(format!("cannot use {}: {error}", path.display()));
                let (journal, results) = Journal::open(path, id).map_err(wrong)?;
                (Some((journal, path)), results)
            }
            None => (None, BTreeMap::new()),
        };
        let games = self.games.unwrap_or(0);
        results.retain(|task, _| task.start <= games);
        let pairings = 0..arena.pairings.len();
        let all =
            (1..=games).flat_map(|start| pairings.clone().map(move |pairing| Task { start, pairing }));
        let missing: Vec<Task> = all.filter(|task| !results.contains_key(task)).collect();
        let bar = progress(missing.len() as u64);
        let mut played_now = 0;
        if enough(&results, &bar) {
            return Ok((results, played_now));
        }
        let ended = play(play_one, &missing, self.threads(), |task, played| {
            // The record first: where there is a result there is a record.
            if let Some(folder) = &self.record {
                write_record(folder, arena, id, task, &played).map_err(Stop::Failed)?;
            }
            if let Some((journal, path)) = &mut journal {
                let written = journal.add(task, &played.result);
                written.map_err(|error| Stop::Failed(Failure::unwritable(path, error)))?;
            }
            results.insert(task, played.result);
            played_now += 1;
            bar.inc(1);
            if enough(&results, &bar) { Err(Stop::Enough) } else { Ok(()) }
        });
        bar.finish_and_clear();
        match ended {
            Err(Stop::Failed(failure)) => Err(failure),
            Ok(()) | Err(Stop::Enough) => Ok((results, played_now)),
        }
    }

    fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// The sides that are asked about.
    fn sides(&self) -> Vec<Side> {
        match self.side {
            Some(side) => vec![side.into()],
            None => vec![Side::Fugitive, Side::Hunters],
        }
    }
}

/// A bar on standard error; nothing is drawn if that is no terminal.
fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left{msg}");
    ProgressBar::new(games).with_style(style.expect("a template of our own"))
}

fn write_record(
    folder: &Path,
    arena: &Arena,
    id: &RunId,
    task: Task,
    played: &Played,
) -> Result<(), Failure> {
    let mut record = Record::whole(&played.game).map_err(Failure::check)?;
    let (fugitive, hunters) = &id.bots[task.pairing];
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
