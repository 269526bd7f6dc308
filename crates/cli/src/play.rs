//! `fogbound play`: a game in the terminal.

mod bots;
mod colours;
mod commands;
mod curtain;
mod deduction;
mod display;
mod event_text;
mod fitting;
mod game_loop;
mod help;
mod input;
mod interrupt;
mod layout;
mod offers;
mod pool;
mod questions;
mod rejection;
mod save;
mod save_files;
mod screen;
mod seats;
mod session;
mod side_view;
mod spelling;
mod start;
mod terminal;
mod travel_log;
mod typed_move;
mod undo;
mod words;

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::rules::Choices;
use colours::Colours;
use save_files::SaveFiles;
use seats::{Helper, Who};
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

Bots: random, greedy, novice, basic-mcts, greedy-mcts, pimbot and solver play both sides, phantom and
alphabeta the fugitive, inspector the hunters; phantom-1 and inspector-1 are the two as they were
before. phantom and inspector have levels, from phantom:level=1 (kind) to phantom:level=8 (hard);
they play on level 4 if no bot is named. docs/bots.md tells more.")]
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
    let interactive = std::io::stdin().is_terminal();
    let mut terminal = Terminal {
        input: std::io::stdin().lock(),
        output: std::io::stdout(),
        echo: !interactive,
        can_erase: interactive && std::io::stdout().is_terminal(),
    };
    let files = SaveFiles::new(args.save.as_deref(), args.resume.as_deref())?;
    let begun = match &args.resume {
        Some(path) => Some(start::resume(&args, path)?),
        None => start::begin(&args, interactive, &mut terminal)?,
    };
    let Some(mut session) = begun else { return Ok(()) };
    game_loop::run(&mut session, &mut terminal, files, interactive)
}
