//! `fogbound play`: a game in the terminal.

mod bots;
mod colours;
mod commands;
mod curtain;
mod deduction;
mod display;
mod event_text;
mod fitting;
mod help;
mod input;
mod interrupt;
mod layout;
mod offers;
mod questions;
mod rejection;
mod save;
mod save_files;
mod screen;
mod seats;
mod session;
mod side_view;
mod spelling;
mod terminal;
mod travel_log;
mod typed_move;
mod undo;
mod words;

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use fogbound_engine::Rng;
use fogbound_rules::{Game, Rules, Setup, Side, Turn};

use crate::failure::Failure;
use crate::record;
use crate::rules::{self, Choices};
use colours::Colours;
use input::Effect;
use interrupt::Interrupt;
use save_files::SaveFiles;
use seats::{Helper, Seats, Who, default_bot};
use session::{Next, Session};
use terminal::Terminal;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound play                                   asks what to play
  fogbound play --edition holmes --fugitive me    you hide, bots hunt
  fogbound play --fugitive me --hunters me        several people, one terminal
  fogbound play --hunters me --bot d4,d5=greedy   a bot helps the hunters
  fogbound play --fugitive phantom:level=7        a harder opponent
  fogbound play --save game.fog
  fogbound play --resume game.fog

Bots: random, greedy, basic-mcts, greedy-mcts and pimbot play both sides, phantom and alphabeta the
fugitive, inspector the hunters. phantom and inspector have levels, from phantom:level=1 (kind) to
phantom:level=8 (hard); they play on level 4 if no bot is named. docs/bots.md tells more.")]
pub(crate) struct Args {
    /// The edition: a name of `fogbound editions`, or a file of your own; modern if not given.
    #[arg(long, short, value_name = "NAME|FILE")]
    edition: Option<String>,
    #[command(flatten)]
    choices: Choices,
    /// The number of detectives; by default the greatest that the edition allows.
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// Who plays the fugitive: me, or a bot.
    #[arg(long, value_name = "me|BOT")]
    fugitive: Option<Who>,
    /// Who plays the hunters: me, or a bot.
    #[arg(long, value_name = "me|BOT")]
    hunters: Option<Who>,
    /// A bot for some hunters among people.
    #[arg(long = "bot", value_name = "PIECES=BOT")]
    helper: Option<Helper>,
    /// The same seed deals the same cards.
    #[arg(long)]
    seed: Option<u64>,
    /// Save into this file after every move. It holds the secret.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of this file, and save into it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pieces", "seed", "options", "pooled"])]
    resume: Option<PathBuf>,
    /// Colours; auto asks the terminal and NO_COLOR.
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColourChoice,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ColourChoice {
    Auto,
    Always,
    Never,
}

impl ColourChoice {
    fn colours(self) -> Colours {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Colours(match self {
            ColourChoice::Auto => wanted && std::io::stdout().is_terminal(),
            ColourChoice::Always => true,
            ColourChoice::Never => false,
        })
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let typed = std::io::stdin().is_terminal();
    let mut terminal = Terminal {
        input: std::io::stdin().lock(),
        output: std::io::stdout(),
        echo: !typed,
        can_erase: typed && std::io::stdout().is_terminal(),
    };
    let files = SaveFiles::new(args.save.as_deref(), args.resume.as_deref())?;
    let begun = match &args.resume {
        Some(path) => Some(resume(&args, path)?),
        None => begin(&args, typed, &mut terminal)?,
    };
    let Some(mut session) = begun else { return Ok(()) };
    hold(&mut session, &mut terminal, files, typed)
}

/// A new game; none if nobody wants one.
fn begin<I: BufRead, O: Write>(
    args: &Args,
    typed: bool,
    terminal: &mut Terminal<I, O>,
) -> Result<Option<Session>, Failure> {
    let edition = match &args.edition {
        Some(edition) => Some(edition.clone()),
        None if typed && args.fugitive.is_none() && args.hunters.is_none() => {
            questions::edition(terminal)?
        }
        None => Some("modern".into()),
    };
    let Some(edition) = edition else { return Ok(None) };
    let rules = rules::rules(rules::edition(&edition)?, &args.choices, args.pieces)?;
    let sides = match (args.fugitive, args.hunters) {
        (None, None) if typed && args.helper.is_none() => questions::sides(terminal)?,
        given => Some(sides(given)),
    };
    let Some((fugitive, hunters)) = sides else { return Ok(None) };
    let seats = Seats { fugitive, hunters, helper: args.helper.clone() };
    seats.check(&rules).map_err(Failure::usage)?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("fogbound"));
    let game = deal(&rules, seed);
    Ok(Some(Session::new(game, seats, seed, args.color.colours())))
}

/// A side of which nothing is said is played by a bot if a person plays the other, else by a person
/// if it is the hunters'.
fn sides((fugitive, hunters): (Option<Who>, Option<Who>)) -> (Who, Who) {
    let bot = |side| Who::Bot(default_bot(side));
    match (fugitive, hunters) {
        (Some(fugitive), Some(hunters)) => (fugitive, hunters),
        (Some(Who::Person), None) => (Who::Person, bot(Side::Hunters)),
        (fugitive, None) => (fugitive.unwrap_or(bot(Side::Fugitive)), Who::Person),
        (None, Some(Who::Person)) => (bot(Side::Fugitive), Who::Person),
        (None, Some(hunters)) => (Who::Person, hunters),
    }
}

fn deal(rules: &Arc<Rules>, seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let setup = Setup::deal(rules, |n| rng.below(n));
    Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal")
}

/// The game of a file, with those who played it.
fn resume(args: &Args, path: &Path) -> Result<Session, Failure> {
    let (record, game) = record::whole_record(path, args.edition.as_deref(), &args.choices)?;
    if let Some(outcome) = game.outcome() {
        let path = path.display();
        return Err(Failure::usage(format!(
            "the game of {path} is over ({outcome}); 'fogbound record show {path}' shows it"
        )));
    }
    let (fugitive, hunters) = sides((args.fugitive, args.hunters));
    let otherwise = Seats { fugitive, hunters, helper: args.helper.clone() };
    let mut seats = save::seats(&record, &otherwise)?;
    seats.fugitive = args.fugitive.unwrap_or(seats.fugitive);
    seats.hunters = args.hunters.unwrap_or(seats.hunters);
    // The helper of the file is for people and goes with them; one that is asked for now is checked.
    let recorded = seats.helper.filter(|_| seats.hunters == Who::Person);
    seats.helper = args.helper.clone().or(recorded);
    seats.check(game.rules()).map_err(Failure::usage)?;
    let seed = save::seed(&record).unwrap_or_else(|| RandomState::new().hash_one("fogbound"));
    Ok(Session::new(game, seats, seed, args.color.colours()))
}

/// Plays the session on the terminal until it is over, or whoever plays has had enough.
fn hold<I: BufRead, O: Write>(
    session: &mut Session,
    terminal: &mut Terminal<I, O>,
    mut files: SaveFiles,
    typed: bool,
) -> Result<(), Failure> {
    let interrupt = Interrupt::watch(session.is_shared());
    terminal.print(&session.opening())?;
    files.autosave(session)?;
    interrupt.saved(files.autosave_path());
    if let Some(path) = files.autosave_path() {
        let secret = if session.keeps_a_secret() { "; it holds the secret, so do not look" } else { "" };
        terminal.print(&format!("Saved after every move in {}{secret}.\n", path.display()))?;
    }
    loop {
        let plays = session.plays();
        match session.next() {
            Next::Over => {
                terminal.print(&session.ending())?;
                if let Some(path) = files.autosave_path() {
                    terminal.print(&format!("'fogbound record show {}' shows it.\n", path.display()))?;
                }
                return Ok(());
            }
            Next::Advance(turn) => {
                if turn == Turn::Fugitive && session.is_round_watched() {
                    terminal.print(&session.watched())?;
                    if typed && stops(terminal.ask("Enter goes on, q stops: ")?) {
                        return leave(session, terminal, &mut files);
                    }
                }
                terminal.thinking(session.thinker(turn))?;
                let text = session.advance().map_err(Failure::check)?;
                terminal.erase_line()?;
                terminal.print(&text)?;
            }
            Next::Person(_) | Next::Curtain => {
                terminal.print(&session.text_before_prompt())?;
                let Some(line) = terminal.ask(&session.prompt())? else {
                    return leave(session, terminal, &mut files);
                };
                let (text, effect) = session.line(&line);
                terminal.print(&text)?;
                match effect {
                    Effect::Nothing => {}
                    Effect::Quit => return leave(session, terminal, &mut files),
                    Effect::Save(path) => terminal.print(&files.save(session, path))?,
                }
            }
        }
        if session.plays() != plays {
            files.autosave(session)?;
        }
        interrupt.saved(files.autosave_path());
    }
}

fn stops(line: Option<String>) -> bool {
    line.is_none_or(|line| matches!(line.to_lowercase().as_str(), "q" | "quit" | "exit"))
}

/// Stops before the end.
fn leave<I: BufRead, O: Write>(
    session: &Session,
    terminal: &mut Terminal<I, O>,
    files: &mut SaveFiles,
) -> Result<(), Failure> {
    terminal.print(session.leave())?;
    files.autosave(session)?;
    terminal.print(&files.how_to_resume())
}
