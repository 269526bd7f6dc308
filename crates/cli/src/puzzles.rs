//! `fogbound puzzles`

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Subcommand, ValueEnum};
use fogbound_engine::{BotSpec, Budget};
use fogbound_puzzles::{
    Answer, COMMITTED, Escape, Kind, Limit, Maker, Puzzle, Recipe, Reply, Verdict, find_alike, of_day,
};
use fogbound_rules::{Library, Side, StationSet};
use serde_json::json;

use crate::failure::Failure;
use crate::rules::RulesArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound puzzles check
  fogbound puzzles make --kind close --edition modern --pieces 4 --count 5 --seed 1 --out nets.txt
  fogbound puzzles solve 0123456789 \"d1 taxi 45; d2 bus 67\" --file nets.txt")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make puzzles from games between bots.
    #[command(after_help = "Example:
  fogbound puzzles make --kind where --edition classic --count 10 --seed 1 --out where.txt")]
    Make(Box<MakeArgs>),
    /// Prove puzzles: solve each anew, and compare.
    #[command(after_help = "Examples:
  fogbound puzzles check
  fogbound puzzles check my-puzzles.txt --json")]
    Check {
        /// Files of puzzles; without any, those that come with the program. - reads standard input.
        files: Vec<PathBuf>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a puzzle, or say whether an answer to it is right.
    #[command(after_help = "Examples:
  fogbound puzzles solve 0123456789
  fogbound puzzles solve 0123456789 \"45 67\"
  fogbound puzzles solve 0123456789 \"d1 taxi 45; d2 bus 67\" --file my-puzzles.txt
  fogbound puzzles solve --day 20000")]
    Solve {
        /// The name of the puzzle.
        #[arg(required_unless_present = "day")]
        id: Option<String>,
        /// The answer: stations, moves of the hunters, or 'to STATION', 'black', 'double'.
        answer: Option<String>,
        /// A file of puzzles in place of those that come with the program; - reads standard input.
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
        /// The puzzle of a day, counted from 1970-01-01.
        #[arg(long, value_name = "N", conflicts_with = "id")]
        day: Option<u32>,
    },
}

#[derive(clap::Args)]
struct MakeArgs {
    /// What is asked.
    #[arg(long, value_enum)]
    kind: KindArg,
    #[command(flatten)]
    rules: RulesArgs,
    /// The number of detectives; by default the greatest that the edition allows.
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// How many puzzles.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Stop after so many games, however few puzzles there are.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The same seed gives the same puzzles.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays the fugitive; it must count nodes.
    #[arg(long, value_name = "BOT", default_value = "phantom:nodes=50")]
    fugitive: BotSpec,
    /// Who plays the hunters; it must count nodes.
    #[arg(long, value_name = "BOT", default_value = "inspector:nodes=50")]
    hunters: BotSpec,
    /// For how many turns of the hunters: 1 or 2; any if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    turns: Option<u8>,
    /// The highest level of the solvers that try each puzzle for its first rating.
    #[arg(long, value_name = "L", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=8))]
    levels: u8,
    /// Files with puzzles that no new one may be like.
    #[arg(long, value_name = "FILE")]
    unlike: Vec<PathBuf>,
    /// Write them into this file; otherwise they are printed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindArg {
    Where,
    Close,
    Slip,
}

impl KindArg {
    fn kind(self) -> Kind {
        match self {
            KindArg::Where => Kind::Where,
            KindArg::Close => Kind::Close,
            KindArg::Slip => Kind::Slip,
        }
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Make(args) => make(&args),
        Command::Check { files, json } => check(&files, json),
        Command::Solve { id, answer, file, day } => solve(id, answer, file.as_deref(), day),
    }
}

fn make(args: &MakeArgs) -> Result<(), Failure> {
    let kind = args.kind.kind();
    let rules = args.rules.rules(args.pieces)?;
    if kind == Kind::Close && rules.has_case() {
        let reason = format!(
            "no nets are made in {}: what hunters know of crimes is not searched; choose another edition",
            rules.edition().id
        );
        return Err(Failure::usage(reason));
    }
    for (spec, plays, side) in [
        (args.fugitive, args.fugitive.name.plays_fugitive(), Side::Fugitive),
        (args.hunters, args.hunters.name.plays_hunters(), Side::Hunters),
    ] {
        if !plays {
            return Err(Failure::usage(format!(
                "'{spec}' does not play the {side}: choose another bot"
            )));
        }
        if matches!(spec.budget(), Budget::Time(_)) {
            return Err(Failure::usage(format!(
                "'{spec}' thinks by the clock: give it nodes=N or a level"
            )));
        }
    }
    let mut known = Vec::new();
    for file in &args.unlike {
        known.extend(read(file)?);
    }
    let (fugitive, hunters) = (args.fugitive, args.hunters);
    let (seed, levels, turns) = (args.seed, args.levels, args.turns);
    let recipe = Recipe { kind, rules, fugitive, hunters, seed, levels, turns };
    let mut maker = Maker::new(recipe, known);
    let mut made = Vec::new();
    while made.len() < args.count as usize && maker.games() < args.games {
        made.extend(maker.next_game().map_err(Failure::check)?);
    }
    let text = fogbound_puzzles::write(&made);
    match &args.out {
        Some(path) => fs::write(path, text).map_err(|error| Failure::unwritable(path, error))?,
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
    }
    if made.len() < args.count as usize {
        let (made, games) = (made.len(), maker.games());
        let reason =
            format!("{made} puzzles in {games} games: allow more with --games, or ask for fewer");
        return Err(Failure::check(reason));
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<Puzzle>, Failure> {
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    let text = text.map_err(|error| Failure::unreadable(path, error))?;
    parse(&path.display().to_string(), &text)
}

fn parse(name: &str, text: &str) -> Result<Vec<Puzzle>, Failure> {
    fogbound_puzzles::parse(text, &Library::default())
        .map_err(|error| Failure::check(format!("{name}: {error}")))
}

/// The puzzles that come with the program.
fn committed() -> Result<Vec<Puzzle>, Failure> {
    let mut puzzles = Vec::new();
    for (name, text) in COMMITTED {
        puzzles.extend(parse(name, text)?);
    }
    Ok(puzzles)
}

fn check(files: &[PathBuf], as_json: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut puzzles = Vec::new();
    if files.is_empty() {
        puzzles = committed()?;
    }
    for file in files {
        puzzles.extend(read(file)?);
    }
    for puzzle in &puzzles {
        puzzle
            .check(Limit::default())
            .map_err(|error| Failure::check(format!("puzzle {}: {error}", puzzle.id())))?;
    }
    if let Some((a, b)) = find_alike(&puzzles) {
        let (a, b) = (puzzles[a].id(), puzzles[b].id());
        return Err(Failure::check(format!("puzzles {a} and {b} are nearly the same: take one out")));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    let count = |kind: Kind| puzzles.iter().filter(|puzzle| puzzle.kind() == kind).count();
    if as_json {
        let kinds: serde_json::Map<String, serde_json::Value> =
            Kind::ALL.iter().map(|&kind| (kind.name().into(), count(kind).into())).collect();
        writeln!(out, "{}", json!({ "puzzles": puzzles.len(), "kinds": kinds, "seconds": seconds }))?;
        return Ok(());
    }
    let kinds = Kind::ALL.map(|kind| format!("{} {}", count(kind), kind.name()));
    writeln!(out, "{} puzzles proven in {seconds:.2} s, {}", puzzles.len(), kinds.join(", "))?;
    Ok(())
}

fn solve(
    id: Option<String>,
    answer: Option<String>,
    file: Option<&Path>,
    day: Option<u32>,
) -> Result<(), Failure> {
    let puzzles = match file {
        Some(file) => read(file)?,
        None => committed()?,
    };
    let ids: Vec<&str> = puzzles.iter().map(Puzzle::id).collect();
    let index = match (&id, day) {
        (Some(id), _) => ids.iter().position(|other| other == id),
        (None, day) => day.and_then(|day| of_day(&ids, day)),
    };
    let Some(puzzle) = index.map(|index| &puzzles[index]) else {
        let id = id.unwrap_or_default();
        return Err(Failure::usage(format!(
            "there is no puzzle '{id}' in {} puzzles: look for its Id",
            ids.len()
        )));
    };
    let mut out = std::io::stdout().lock();
    let Some(answer) = answer else {
        return show(puzzle, &mut out);
    };
    let answer = Answer::parse(puzzle.kind(), &answer).map_err(Failure::usage)?;
    let verdict = puzzle.judge(&answer).map_err(Failure::check)?;
    match reason(puzzle, &verdict) {
        None => Ok(writeln!(out, "right")?),
        Some(reason) => Err(Failure::check(format!("wrong: {reason}"))),
    }
}

/// The question, and the record up to the moment, without what gives the answer away.
fn show(puzzle: &Puzzle, out: &mut impl Write) -> Result<(), Failure> {
    let turns = if puzzle.turns() == 1 {
        "in this turn".into()
    } else {
        format!("within {} turns", puzzle.turns())
    };
    let question = match (puzzle.kind(), puzzle.answer()) {
        (Kind::Where, _) => "Where is he? Name every station where he can be.".into(),
        (Kind::Close, _) => {
            format!("Close the net: the hunters are to move and catch him {turns}, wherever he is.")
        }
        (Kind::Slip, Answer::To(_)) => {
            format!("Slip away: where must his turn end, so that nobody can catch him {turns}?")
        }
        (Kind::Slip, _) => {
            format!("Slip away: must he play 'black' or 'double', so that nobody can catch him {turns}?")
        }
    };
    writeln!(out, "{} {}: {question}\n", puzzle.id(), puzzle.rating().rating.round())?;
    let spoils = |line: &&str| {
        ["[Answer ", "[Themes ", "[Rating ", "[Id ", "[Puzzle "].iter().any(|tag| line.starts_with(tag))
    };
    for line in puzzle.to_string().lines().filter(|line| !spoils(line)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Why an answer is wrong; none if it is right.
fn reason(puzzle: &Puzzle, verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::Right => return None,
        Verdict::Stations { missing, wrong } => {
            let mut parts = Vec::new();
            if !missing.is_empty() {
                parts.push(format!("{} more are possible", missing.len()));
            }
            if !wrong.is_empty() {
                parts.push(format!("he cannot be at {}", list(wrong)));
            }
            parts.join(", and ")
        }
        Verdict::Line { action, escape: None } => format!("'{action}' is not possible there"),
        Verdict::Line { action, escape: Some(Escape::Still) } => {
            format!("after '{action}' no rest of the turn holds him")
        }
        Verdict::Line { action, escape: Some(Escape::Won) } => format!("after '{action}' he has won"),
        Verdict::Line { action, escape: Some(Escape::By(reply)) } => {
            format!("after '{action}' he escapes with {}", seen(puzzle, reply))
        }
        Verdict::Unfinished => {
            "right so far, but the turn is not over: name the moves of all hunters".into()
        }
        Verdict::Answered => "the hunters have an answer to it, or it is not needed".into(),
        Verdict::NoSuchCourse => "he cannot do that".into(),
    })
}

fn list(set: &StationSet) -> String {
    set.iter().map(|at| at.to_string()).collect::<Vec<_>>().join(", ")
}

/// A turn of his as hunters see it.
fn seen(puzzle: &Puzzle, reply: &Reply) -> String {
    let moves = reply.moves.iter().map(|sight| {
        let ticket = match sight.seen.ticket {
            Some(ticket) => format!("a {ticket} ticket"),
            None => "a move".into(),
        };
        let double = if sight.seen.double { "a double and " } else { "" };
        match sight.shown {
            Some(at) => format!("{double}{ticket} to {at}"),
            None => format!("{double}{ticket}"),
        }
    });
    let moves = moves.collect::<Vec<_>>().join(", then ");
    let most = puzzle.rules().hunters().count();
    if reply.possible.len() > most {
        return format!("{moves}: he can be at {} stations then", reply.possible.len());
    }
    format!("{moves}: he can be at {} then", list(&reply.possible))
}
