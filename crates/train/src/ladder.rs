//! Which nodes and slips make a bot how strong: fugitives and hunters of our own, each pair on the same starts, and
//! their Elo on one scale. The levels of the program are read off it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use fogbound_arena::{Score, ratings};
use fogbound_engine::Budget;
use fogbound_engine::bots::MctsBot;
use fogbound_rules::{Rng, Rules};

use crate::game::{Players, deal, play, share};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fugitives: nodes a decision, and of a hundred decisions how many are slips.
    #[arg(long, value_name = "NODES/SLIPS,...", value_delimiter = ',', required = true)]
    fugitives: Vec<Rung>,
    /// Hunters, written in the same way.
    #[arg(long, value_name = "NODES/SLIPS,...", value_delimiter = ',', required = true)]
    hunters: Vec<Rung>,
    #[arg(long, default_value = "modern")]
    edition: String,
    #[arg(long, default_value_t = 4)]
    detectives: usize,
    /// How many games a pair plays.
    #[arg(long)]
    games: u64,
    /// Pairs further apart in their lists than this do not play: they would tell little.
    #[arg(long, default_value_t = 4)]
    apart: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One way to play.
#[derive(Clone, Copy)]
struct Rung {
    nodes: u64,
    slips: u8,
}

impl FromStr for Rung {
    type Err = String;

    fn from_str(text: &str) -> Result<Rung, String> {
        let wrong = || format!("'{text}' is not written NODES/SLIPS, such as 50/30");
        let (nodes, slips) = text.split_once('/').ok_or_else(wrong)?;
        let rung = Rung {
            nodes: nodes.parse().map_err(|_| wrong())?,
            slips: slips.parse().map_err(|_| wrong())?,
        };
        if rung.nodes == 0 || rung.slips > 100 { Err(wrong()) } else { Ok(rung) }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.nodes, self.slips)
    }
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let rules = Rules::builtin(&args.edition, &[], args.detectives);
    let rules = Arc::new(rules.map_err(|error| error.to_string())?);
    let mut scores = vec![];
    for (fugitive, &flees) in args.fugitives.iter().enumerate() {
        for (hunters, &hunts) in args.hunters.iter().enumerate() {
            if fugitive.abs_diff(hunters) > args.apart {
                continue;
            }
            let won = meet(&rules, flees, hunts, args)?;
            println!("{flees} escapes {hunts} in {won} of {}", args.games);
            scores.push(Score { fugitive, hunters, won, lost: args.games - won });
        }
    }
    let found = ratings(args.fugitives.len(), args.hunters.len(), &scores);
    // On one scale: a fugitive and hunters with the same number are even.
    for (rung, rating) in args.fugitives.iter().zip(&found.fugitives) {
        println!("fugitive {rung}: {:.0}", rating.elo + found.advantage);
    }
    for (rung, rating) in args.hunters.iter().zip(&found.hunters) {
        println!("hunters {rung}: {:.0}", rating.elo);
    }
    Ok(())
}

/// How many games the fugitive wins.
fn meet(rules: &Arc<Rules>, flees: Rung, hunts: Rung, args: &Args) -> Result<u64, String> {
    let mut won = 0;
    for number in 1..=args.games {
        let mut rng = Rng::for_game(args.seed, number);
        let game = deal(rules, &mut rng);
        let mut players = Players {
            fugitive: Box::new(MctsBot::own(rng.bits(), flees.slips)),
            hunters: Box::new(MctsBot::own(rng.bits(), hunts.slips)),
            budgets: [Budget::Nodes(flees.nodes), Budget::Nodes(hunts.nodes)],
        };
        let game = play(game, &mut players, &mut rng, |_, _| None)?;
        won += u64::from(share(&game) > 0.5);
    }
    Ok(won)
}
