//! `fogbound`: the command line. It parses, calls and prints; the rest lives in the other crates.

mod arena;
mod backup;
mod bench;
mod board;
mod bot;
mod editions;
mod failure;
mod keys;
mod perft;
mod play;
mod puzzles;
mod record;
mod record_proofs;
mod reports;
mod review;
mod rules;
mod selfplay;
mod serve;
mod site;
mod starts;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use failure::Failure;

/// Scotland Yard in every printed edition: serve it for browsers, play it in the terminal, let bots
/// play each other, look at rules, boards and records. Without a command, the game is served.
#[derive(Parser)]
#[command(
    name = "fogbound",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Args,
}

const EXAMPLES: &str = "Examples:
  fogbound                                  serves the game and prints the address
  fogbound editions                         what can be played
  fogbound play                             a game in the terminal
  fogbound board london                     a board in figures
  fogbound board victorian --svg > map.svg  a board as a picture
  fogbound arena --edition modern --fugitive phantom:level=5 --hunters greedy --games 20
  fogbound record check game.fog

Exit codes: 0 fine, 1 the check failed, 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    /// Serve the game for browsers and programs.
    Serve(serve::Args),
    /// Write the game as a folder of files for any web host.
    Site(site::Args),
    /// Show a board: stations, lines and marks, or a picture of it.
    Board(board::Args),
    /// List the editions and their options.
    Editions(editions::Args),
    /// Play a game in the terminal.
    Play(play::Args),
    /// Count sequences of decisions.
    Perft(perft::Args),
    /// Play random games.
    Selfplay(selfplay::Args),
    /// Play bots against each other.
    Arena(Box<arena::Args>),
    /// Speak the bot protocol for a bot that comes with the program.
    Bot(bot::Args),
    /// Check, show and convert records of games.
    Record(record::Args),
    /// Review a finished game: mistakes apart from luck.
    Review(review::Args),
    /// Make, prove and solve puzzles.
    Puzzles(puzzles::Args),
    /// Tell how games end by where he starts, from results of arenas.
    Starts(starts::Args),
    /// Write all tables of a server into a file.
    Backup(backup::BackupArgs),
    /// Put the tables of such a file into a server's place.
    Restore(backup::RestoreArgs),
    /// List what people have reported to whoever runs the server.
    Reports(reports::Args),
    /// List the keys with which a server signs games, or make a new one.
    Keys(keys::Args),
    /// Measure the speed of the engine.
    Bench(bench::Args),
    /// Print a completion script for a shell.
    #[command(after_help = "Example:\n  fogbound completions bash > /etc/bash_completion.d/fogbound")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(help) if !help.use_stderr() => {
            let printed = write!(std::io::stdout(), "{}", help.render()).map_err(Failure::from);
            return printed.map_or_else(Failure::report, |()| ExitCode::SUCCESS);
        }
        Err(error) => return Failure::misread(&error).report(),
    };
    let result = match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(args) => serve::run(args),
        Command::Site(args) => site::run(args),
        Command::Starts(args) => starts::run(args),
        Command::Backup(args) => backup::back_up(args),
        Command::Restore(args) => backup::restore(args),
        Command::Reports(args) => reports::run(args),
        Command::Board(args) => board::run(args),
        Command::Editions(args) => editions::run(args),
        Command::Play(args) => play::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Selfplay(args) => selfplay::run(args),
        Command::Arena(args) => arena::run(&args),
        Command::Bot(args) => bot::run(args),
        Command::Record(args) => record::run(args),
        Command::Review(args) => review::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Keys(args) => keys::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "fogbound", &mut script);
            std::io::stdout().write_all(&script).map_err(Into::into)
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
