//! `fogbound bot`

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use fogbound_arena::protocol::{NewGame, serve};
use fogbound_engine::BotSpec;
use fogbound_rules::{Board, Edition, Rules};

use crate::failure::Failure;
use crate::rules::{self, Choices};

#[derive(clap::Args)]
#[command(after_help = "Example:
  fogbound arena --edition modern --fugitive random --hunters 'cmd:fogbound bot random' --games 10
  fogbound arena --edition modern --fugitive greedy --hunters 'cmd:fogbound bot inspector --cores 2' \\
    --budget ms=1000 --threads 1 --games 10")]
pub(crate) struct Args {
    /// The bot: NAME or NAME:BUDGET. A budget that stands here wins over that of the other side.
    #[arg(value_name = "BOT")]
    bot: String,
    /// On how many cores phantom and inspector think.
    #[arg(long, value_name = "N", default_value = "1", value_parser = cores)]
    cores: NonZeroUsize,
    /// The file of an edition of your own.
    #[arg(long, value_name = "FILE")]
    edition: Option<PathBuf>,
    /// The file of a board of your own.
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
}

/// More would take more memory than anybody means to give.
const MOST_CORES: usize = 64;

fn cores(text: &str) -> Result<NonZeroUsize, String> {
    let wrong = || format!("'{text}' is no number of cores: write one from 1 to {MOST_CORES}");
    text.parse().ok().filter(|cores: &NonZeroUsize| cores.get() <= MOST_CORES).ok_or_else(wrong)
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let spec: BotSpec = args.bot.parse().map_err(Failure::usage)?;
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    let edition = args.edition.as_ref().map(|path| rules::edition(&name(path))).transpose()?;
    let board = args.board.as_ref().map(|path| rules::board(&name(path))).transpose()?;
    let rules = |game: &NewGame| rules_of(game, edition.as_ref(), board.as_ref());
    serve(spec, args.cores, rules, std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}

/// The rules of a game that was announced. It is not trusted to name a file: those come from the
/// command line only.
fn rules_of(
    game: &NewGame,
    edition: Option<&Arc<Edition>>,
    board: Option<&Arc<Board>>,
) -> Result<Arc<Rules>, String> {
    let edition = edition.filter(|own| own.id == game.edition).cloned();
    let edition = edition.or_else(|| Edition::builtin(&game.edition));
    let edition = edition.ok_or_else(|| {
        format!("there is no edition '{}'; give its file with --edition", game.edition)
    })?;
    let board = board.filter(|own| own.id() == game.board).cloned();
    let board = board.or_else(|| Board::builtin(&game.board));
    let board = board
        .ok_or_else(|| format!("there is no board '{}'; give its file with --board", game.board))?;
    let options = game.options.iter().map(|(key, value)| format!("{}={value}", key.name())).collect();
    let options = Choices { board: None, options, pooled: false }.parse(&edition)?;
    let rules = Rules::new(edition, board, options, game.detectives);
    rules.map(Arc::new).map_err(|errors| errors.to_string())
}
