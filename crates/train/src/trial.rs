//! Weights on trial: a bot with them against another bot, before they come with the program.

use std::path::PathBuf;
use std::sync::Arc;

use fogbound_arena::wilson;
use fogbound_engine::bots::Tuning;
use fogbound_engine::{BotSpec, Budget};
use fogbound_rules::{Rng, Rules, Side};

use crate::Learned;
use crate::game::{Players, deal, play, share};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The weights of our own bot; without it, those that come with the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The weights of its choice; without it, those that come with the program.
    #[arg(long, value_name = "FILE")]
    choices: Option<PathBuf>,
    /// How much what is little tried is tried more.
    #[arg(long)]
    exploration: Option<f32>,
    /// Whether what promises most is trusted less.
    #[arg(long)]
    doubts: Option<bool>,
    /// Whether the learned choice says what promises most.
    #[arg(long)]
    learned: Option<bool>,
    /// Whether its weighted belief goes by the learned choice.
    #[arg(long)]
    foresees: Option<bool>,
    /// Whether hunters in the fugitive's tree learn nothing from walks that begin with the truth.
    #[arg(long)]
    blind: Option<bool>,
    /// What is tried at least this often, as a share of how often the favourite is, may be chosen too.
    #[arg(long)]
    mixing: Option<f32>,
    /// After how many nodes a new tree is begun.
    #[arg(long)]
    tree_nodes: Option<u64>,
    /// The side that our own bot plays.
    #[arg(long, value_parser = ["fugitive", "hunters"])]
    side: String,
    /// How many nodes it spends on a decision.
    #[arg(long)]
    nodes: u64,
    /// Who plays the other side.
    #[arg(long, value_name = "BOT")]
    against: BotSpec,
    #[arg(long, default_value = "study")]
    edition: String,
    #[arg(long, default_value_t = 5)]
    detectives: usize,
    #[arg(long)]
    games: u64,
    /// Begin with this game, to go on with a trial that was cut off.
    #[arg(long, default_value_t = 1)]
    first: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let trained = Learned::read(args.weights.as_deref(), args.choices.as_deref())?;
    let Args { exploration, doubts, learned, foresees, blind, mixing, tree_nodes, .. } = *args;
    let tuning = Tuning { exploration, doubts, learned, foresees, blind, mixing, tree_nodes };
    let rules = Rules::builtin(&args.edition, &[], args.detectives);
    let rules = Arc::new(rules.map_err(|error| error.to_string())?);
    let hunts = args.side == "hunters";
    let not = || format!("'{}' does not play the other side", args.against);
    let mut won = 0.0;
    for number in args.first..=args.games {
        let mut rng = Rng::for_game(args.seed, number);
        let game = deal(&rules, &mut rng);
        let own = trained.bot(rng.bits()).tuned(&tuning);
        let (seed, nodes) = (rng.bits(), Budget::Nodes(args.nodes));
        let mut players = match hunts {
            true => Players {
                fugitive: args.against.fugitive(seed).ok_or_else(not)?,
                hunters: Box::new(own),
                budgets: [args.against.budget(), nodes],
            },
            false => Players {
                fugitive: Box::new(own),
                hunters: args.against.hunters(seed).ok_or_else(not)?,
                budgets: [nodes, args.against.budget()],
            },
        };
        let game = play(game, &mut players, &mut rng, |_, _| None)?;
        won += f64::from(if hunts { 1.0 - share(&game) } else { share(&game) });
        if number % 10 == 0 || number == args.games {
            let played = number + 1 - args.first;
            let interval = wilson(won.round() as u64, played);
            let percent = |part: f64| 100.0 * part;
            eprintln!(
                "{played} games: the {} won {:.1} % ({:.1} to {:.1})",
                if hunts { Side::Hunters } else { Side::Fugitive },
                percent(won / played as f64),
                percent(interval.low),
                percent(interval.high)
            );
        }
    }
    Ok(())
}
