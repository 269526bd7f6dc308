//! `fogbound record`

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Subcommand, ValueEnum};
use fogbound_rules::{
    Ability, Board, Edition, Game, HunterView, Leg, Match, Outcome, Record, Replay, Rules,
};
use serde_json::json;

use crate::failure::Failure;
use crate::record_proofs::Witnesses;
use crate::rules::{self, Choices};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound record check game.fog
  fogbound record show game.fog --view hunters
  fogbound record convert game.fog --to json")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play records again and check all that they say.
    #[command(after_help = "Examples:
  fogbound record check game.fog other.json
  fogbound record check game.fog --keys keys.json --heads heads.json
  fogbound record check game.fog --edition my-edition.toml")]
    Check {
        /// The files; - reads standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        witnesses: Witnesses,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show what a side knows at the end of a record.
    #[command(after_help = "Examples:
  fogbound record show game.fog --view hunters
  fogbound record show game.fog --view fugitive --json")]
    Show {
        /// The file; - reads standard input.
        file: PathBuf,
        /// Whose view.
        #[arg(long, value_enum, default_value = "hunters")]
        view: ViewArg,
        /// Stop after so many decisions and draws.
        #[arg(long, value_name = "N")]
        plays: Option<usize>,
        #[command(flatten)]
        source: Source,
        /// Print the view as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write a record in its other form.
    #[command(after_help = "Examples:
  fogbound record convert game.fog --to json > game.json
  fogbound record convert game.json --to text")]
    Convert {
        /// The file; - reads standard input.
        file: PathBuf,
        /// The form to write.
        #[arg(long, value_enum)]
        to: Form,
    },
}

/// Where the rules of a record come from, if not from its tags.
#[derive(clap::Args)]
struct Source {
    /// A file of the edition that the record names.
    #[arg(long, value_name = "NAME|FILE")]
    edition: Option<String>,
    /// A file of the board that the record names.
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ViewArg {
    Hunters,
    Fugitive,
    Spectators,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    Text,
    Json,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Check { files, source, witnesses, json } => check(&files, &source, &witnesses, json),
        Command::Show { file, view, plays, source, json } => show(&file, view, plays, &source, json),
        Command::Convert { file, to } => convert(&file, to),
    }
}

/// The whole game that a file records.
pub(crate) fn whole_game(
    path: &Path,
    edition: Option<&str>,
    choices: &Choices,
) -> Result<Game, Failure> {
    whole_record(path, edition, choices).map(|(_, game)| game)
}

/// The last record of a file and its game, which must be whole.
pub(crate) fn whole_record(
    path: &Path,
    edition: Option<&str>,
    choices: &Choices,
) -> Result<(Record, Game), Failure> {
    let mut records = read(path)?;
    let source = Source { edition: edition.map(Into::into), board: choices.board.clone() };
    let record = records.pop().expect("a file that was read has a record");
    match replay(&record, &source).map_err(|failure| failure.in_file(path))? {
        Replay::Whole(game) => Ok((record, *game)),
        Replay::Public(_) => {
            let reason = "the record is public only; the fugitive's moves are needed here";
            Err(Failure::usage(format!("{}: {reason}", path.display())))
        }
    }
}

impl Failure {
    fn in_file(self, path: &Path) -> Failure {
        match self {
            Failure::Check(reason) => Failure::Check(format!("{}: {reason}", path.display())),
            Failure::Usage(reason) => Failure::Usage(format!("{}: {reason}", path.display())),
            Failure::Closed => Failure::Closed,
        }
    }
}

const MOST_BYTES: u64 = 1 << 20;

fn read(path: &Path) -> Result<Vec<Record>, Failure> {
    let mut bytes = Vec::new();
    let file: Result<Box<dyn Read>, _> = match path == Path::new("-") {
        true => Ok(Box::new(std::io::stdin())),
        false => fs::File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    // One byte more than a record may have: the reader of records tells why that is too much.
    let read = file.and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::unreadable(path, error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::check("this is no text: records are UTF-8").in_file(path))?;
    Record::parse_any(&text).map_err(|error| Failure::check(error).in_file(path))
}

fn rules_of(record: &Record, source: &Source) -> Result<Arc<Rules>, Failure> {
    let missing = |tag: &str| Failure::check(format!("the tag {tag} is missing"));
    let id = record.tag("Edition").ok_or_else(|| missing("Edition"))?;
    let board = record.tag("Board").ok_or_else(|| missing("Board"))?;
    // A record is not trusted to name a file: those come from the command line only.
    let edition = match &source.edition {
        Some(edition) => rules::edition(edition)?,
        None => Edition::builtin(id).ok_or_else(|| {
            Failure::usage(format!("there is no edition '{id}' here; give its file with --edition"))
        })?,
    };
    if source.board.is_none() && Board::builtin(board).is_none() {
        return Err(Failure::usage(format!(
            "there is no board '{board}' here; give its file with --board"
        )));
    }
    if edition.id != id {
        return Err(Failure::usage(format!("the record is of edition '{id}', not '{}'", edition.id)));
    }
    let own = rules::board(source.board.as_deref().unwrap_or(board))?;
    if own.id() != board {
        return Err(Failure::usage(format!("the record is of board '{board}', not '{}'", own.id())));
    }
    record.rules(edition, own).map(Arc::new).map_err(|error| Failure::check(error.reason()))
}

fn replay(record: &Record, source: &Source) -> Result<Replay, Failure> {
    record.replay(&rules_of(record, source)?).map_err(Failure::check)
}

fn check(files: &[PathBuf], source: &Source, witnesses: &Witnesses, json: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let mut failed = 0;
    let mut reports = Vec::new();
    for path in files {
        let checked = read(path).and_then(|records| check_records(&records, source, witnesses));
        match checked {
            Ok(words) if json => reports.push(json!({"file": path, "ok": true, "games": words})),
            Ok(words) => writeln!(out, "{}: ok: {}", path.display(), words.join("; "))?,
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) if files.len() == 1 && !json => return Err(failure.in_file_once(path)),
            Err(failure) => {
                failed += 1;
                let failure = failure.in_file_once(path);
                match json {
                    true => reports.push(json!({"file": path, "ok": false, "reason": failure.reason()})),
                    false => eprintln!("error: {}", failure.reason()),
                }
            }
        }
    }
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&reports).map_err(Failure::usage)?)?;
    }
    match failed {
        0 => Ok(()),
        _ => Err(Failure::check(format!("{failed} of {} files are not right", files.len()))),
    }
}

impl Failure {
    fn reason(&self) -> &str {
        match self {
            Failure::Check(reason) | Failure::Usage(reason) => reason,
            Failure::Closed => "",
        }
    }

    fn in_file_once(self, path: &Path) -> Failure {
        if self.reason().contains(&path.display().to_string()) { self } else { self.in_file(path) }
    }
}

fn check_records(
    records: &[Record],
    source: &Source,
    witnesses: &Witnesses,
) -> Result<Vec<String>, Failure> {
    let mut words = Vec::new();
    let mut outcomes: Vec<(Outcome, Option<i16>)> = Vec::new();
    let mut rules = None;
    for record in records {
        let played_by = rules_of(record, source)?;
        let replay = record.replay(&played_by).map_err(Failure::check)?;
        let public = *replay.hunters_view().public();
        let score = public.score(&played_by);
        let result = match (public.outcome(), score) {
            (None, _) => "not over".into(),
            (Some(outcome), Some(score)) => format!("{score} points, {outcome}"),
            (Some(outcome), None) => format!("{} won, {outcome}", outcome.winner()),
        };
        let part = if matches!(replay, Replay::Public(_)) { " (public part)" } else { "" };
        let proofs = witnesses.check(record)?;
        let (edition, round) = (&played_by.edition().id, public.round());
        let variations = match record.variations().len() {
            0 => String::new(),
            1 => ", 1 variation".into(),
            several => format!(", {several} variations"),
        };
        words.push(format!("{edition}, round {round}, {result}{part}{proofs}{variations}"));
        outcomes.extend(public.outcome().map(|outcome| (outcome, score)));
        rules = Some(played_by);
    }
    if let Some(rules) = rules
        && let Some(players) = whole_match(records)
        && outcomes.len() == players
    {
        words.push(standing(&rules, &outcomes)?);
    }
    Ok(words)
}

/// The number of players, if the tags `Game` say "1 of n", "2 of n" up to the last.
fn whole_match(records: &[Record]) -> Option<usize> {
    let numbered = |(index, record): (usize, &Record)| {
        record.tag("Game") == Some(&format!("{} of {}", index + 1, records.len()))
    };
    records.iter().enumerate().all(numbered).then_some(records.len())
}

/// The points of a match whose games stand in one file.
fn standing(rules: &Rules, outcomes: &[(Outcome, Option<i16>)]) -> Result<String, Failure> {
    let mut games = Match::new(rules, outcomes.len()).map_err(Failure::check)?;
    for &(outcome, score) in outcomes {
        games.add(outcome, score).map_err(Failure::check)?;
    }
    let points =
        games.players().map(|player| format!("player {} {}", player.number(), games.points(player)));
    let points = points.collect::<Vec<_>>().join(", ");
    let winners = games.winners().unwrap_or_default();
    let winners: Vec<_> = winners.iter().map(|player| player.number().to_string()).collect();
    Ok(if winners.is_empty() {
        format!("points: {points}")
    } else {
        format!("points: {points}; won by player {}", winners.join(" and "))
    })
}

fn show(
    path: &Path,
    view: ViewArg,
    plays: Option<usize>,
    source: &Source,
    json: bool,
) -> Result<(), Failure> {
    let records = read(path)?;
    let record = records.last().expect("a file that was read has a record");
    let replay = replay(record, source).map_err(|failure| failure.in_file(path))?;
    let replay = match (replay, plays) {
        (Replay::Whole(game), Some(plays)) => Replay::Whole(Box::new(until(&game, plays)?)),
        (Replay::Public(_), Some(_)) => {
            return Err(Failure::usage("--plays needs a whole record; this one is public only"));
        }
        (replay, None) => replay,
    };
    let mut out = std::io::stdout().lock();
    let value = match (view, &replay) {
        (ViewArg::Fugitive, Replay::Whole(game)) => serde_json::to_value(game.fugitive_view()),
        (ViewArg::Fugitive, Replay::Public(_)) => {
            return Err(Failure::usage(
                "the record is public only: it does not know the fugitive's view",
            ));
        }
        (ViewArg::Hunters | ViewArg::Spectators, replay) => serde_json::to_value(replay.hunters_view()),
    };
    if json {
        let value = value.map_err(Failure::usage)?;
        writeln!(out, "{}", serde_json::to_string_pretty(&value).map_err(Failure::usage)?)?;
        return Ok(());
    }
    describe(&replay, matches!(view, ViewArg::Fugitive), &mut out)?;
    Ok(())
}

/// The game after its first steps.
fn until(game: &Game, plays: usize) -> Result<Game, Failure> {
    let mut shorter =
        Game::new(Arc::clone(game.rules()), game.setup().clone()).map_err(Failure::check)?;
    for &play in game.plays().iter().take(plays) {
        shorter.play(play).map_err(Failure::check)?;
    }
    Ok(shorter)
}

fn describe(replay: &Replay, whole: bool, out: &mut impl Write) -> std::io::Result<()> {
    let view = replay.hunters_view();
    let (rules, public) = (view.rules(), view.public());
    writeln!(out, "{} on {}, round {}", rules.edition().title, rules.board().title(), public.round())?;
    for hunter in rules.hunters() {
        let station = public.station(hunter).map_or("not placed".into(), |at| format!("at {at}"));
        let purse = public.purse(rules, hunter);
        match rules.rides_free(hunter) {
            true => writeln!(out, "  {hunter} {station}")?,
            false => writeln!(out, "  {hunter} {station}, {purse:?}")?,
        }
    }
    let fugitive = match (replay, whole, public.shown()) {
        (Replay::Whole(game), true, _) => game.position().fugitive().map(|at| format!("at {at}")),
        (_, _, Some(at)) => Some(format!("seen at {at}")),
        _ => None,
    };
    let (black, double) = (public.black(), public.double());
    let where_to = fugitive.unwrap_or_else(|| "out of sight".into());
    writeln!(out, "  fugitive {where_to}, {black} black, {double} double")?;
    describe_extras(&view, out)?;
    for (index, slot) in view.log().iter().enumerate() {
        let route = match replay {
            Replay::Whole(game) if whole => game.route().get(index).copied(),
            _ => slot.moved.at,
        };
        let station = route.map_or("?".into(), |at| at.to_string());
        let ticket = match (slot.moved.balloon, slot.moved.ticket) {
            (true, _) => "balloon",
            (false, Some(ticket)) => ticket.name(),
            (false, None) => "move",
        };
        let deeds = [
            (slot.moved.leg == Leg::First, " double"),
            (slot.moved.crime, " crime"),
            (slot.moved.ability == Some(Ability::LieLow), " lies low at a hide-out"),
            (slot.moved.ability == Some(Ability::TakeBlack), " takes a black ticket"),
            (slot.moved.ability == Some(Ability::TakeDouble), " takes a double ticket"),
            (slot.moved.show, " shows himself"),
        ];
        let deeds: String = deeds.iter().filter(|(done, _)| *done).map(|(_, words)| *words).collect();
        writeln!(
            out,
            "  slot {:>2}  round {:>2}  {ticket:<12}{station}{deeds}",
            slot.moved.slot, slot.round
        )?;
    }
    match public.outcome() {
        Some(outcome) => writeln!(out, "over: {outcome}"),
        None => writeln!(out, "not over"),
    }
}

/// What only some editions have: points, and the abilities of the Holmes variant.
fn describe_extras(view: &HunterView, out: &mut impl Write) -> std::io::Result<()> {
    let (rules, public) = (view.rules(), view.public());
    if let Some(score) = public.score(rules) {
        writeln!(out, "  {score} points so far")?;
    }
    let characters = rules.hunters().filter_map(|hunter| Some((hunter, rules.character(hunter)?)));
    for (hunter, character) in characters {
        writeln!(out, "  {hunter} is {}, tokens left: {}", character.name(), public.tokens(hunter))?;
    }
    for asked in view.asked() {
        let answer = asked.answer.to_string();
        let answer = if answer.is_empty() { String::new() } else { format!(" = {answer}") };
        writeln!(out, "  after slot {}: {}{answer}", asked.after_slot, asked.token)?;
    }
    let roadblocks: Vec<_> = public.roadblocks().map(|at| at.to_string()).collect();
    if !roadblocks.is_empty() {
        writeln!(out, "  roadblocks at {}", roadblocks.join(", "))?;
    }
    if public.crimes() > 0 {
        writeln!(out, "  crimes: {}", public.crimes())?;
    }
    Ok(())
}

fn convert(path: &Path, to: Form) -> Result<(), Failure> {
    let records = read(path)?;
    let mut out = std::io::stdout().lock();
    match to {
        Form::Text => {
            let texts: Vec<_> = records.iter().map(Record::to_string).collect();
            write!(out, "{}", texts.join("\n"))?;
        }
        Form::Json => {
            let values: Vec<_> = records.iter().map(Record::to_json).collect();
            let text = match &values[..] {
                [value] => serde_json::to_string_pretty(value),
                values => serde_json::to_string_pretty(values),
            };
            writeln!(out, "{}", text.map_err(Failure::usage)?)?;
        }
    }
    Ok(())
}
