//! `fogbound-train`: makes the weights of the learned value. It plays games, one line each in a file,
//! fits the network to how they ended, and tries weights in play.

mod fit;
mod fit_choices;
mod game;
mod games;
mod ladder;
mod note;
mod odds;
mod samples;
mod trial;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use fogbound_engine::bots::MctsBot;
use fogbound_engine::value::{Choices, Network};

const EXAMPLES: &str = "Examples:
  fogbound-train games --out games.jsonl --games 5000 --seed 1 \\
    --fugitives phantom:nodes=200,pimbot:playouts=200 --hunters inspector:nodes=100,pimbot:playouts=300
  fogbound-train fit --games games.jsonl --out new.bin
  fogbound-train trial --weights new.bin --side fugitive --nodes 2000 --against inspector-1:nodes=600 --games 100";

/// Make the weights of the learned value.
#[derive(Parser)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games to learn from; a file that has some already is gone on with.
    Games(games::Args),
    /// Fit the network to games.
    Fit(fit::Args),
    /// Fit the learned choice to what searches preferred.
    FitChoices(fit_choices::Args),
    /// Tell how strong our own bots are with so many nodes and slips, for the levels.
    Ladder(ladder::Args),
    /// Tell how well the weighted belief foretells where he is.
    Odds(odds::Args),
    /// Play with weights that do not come with the program yet.
    Trial(trial::Args),
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Games(args) => games::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::FitChoices(args) => fit_choices::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Trial(args) => trial::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("fogbound-train: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// What our own bots have learnt.
struct Learned {
    network: Arc<Network>,
    choices: Arc<Choices>,
}

impl Learned {
    /// From files; without one, what comes with the program.
    fn read(network: Option<&Path>, choices: Option<&Path>) -> Result<Learned, String> {
        Ok(Learned {
            network: match network {
                Some(path) => Arc::new(read_network(path)?),
                None => Network::trained(),
            },
            choices: match choices {
                Some(path) => Arc::new(read_choices(path)?),
                None => Choices::trained(),
            },
        })
    }

    /// A bot of our own with it.
    fn bot(&self, seed: u64) -> MctsBot {
        MctsBot::own(seed, 0).valued_by(Arc::clone(&self.network)).choosing_by(Arc::clone(&self.choices))
    }
}

fn read_choices(path: &Path) -> Result<Choices, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot use {}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
    Choices::from_bytes(&bytes).map_err(|error| wrong(&error))
}

fn read_network(path: &Path) -> Result<Network, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot use {}: {error}", path.display());
    let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
    Network::from_bytes(&bytes).map_err(|error| wrong(&error))
}
