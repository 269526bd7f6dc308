//! How well the weighted belief foretells: the logarithm of the chance that it gave to where he was.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use fogbound_engine::Odds;
use fogbound_engine::value::{Choices, Evaluator, Network};
use fogbound_rules::{Action, Game, Play};

use crate::samples::{each_game, is_held_out};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games; those that are held out of fitting are looked at.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Look at every game: nothing was fitted on these.
    #[arg(long)]
    all: bool,
    /// The weights of the choice; without it, those that come with the program.
    #[arg(long, value_name = "FILE")]
    choices: Option<PathBuf>,
}

/// Sums over moves: how many, and the logarithms for evenly spread weights, the rule of thumb, and the
/// learned choice.
type Sums = (u64, [f64; 3]);

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let choices = match &args.choices {
        Some(path) => Arc::new(crate::read_choices(path)?),
        None => Choices::trained(),
    };
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    let mut known: Option<Evaluator> = None;
    let mut key = String::new();
    each_game(&args.games, |number, kept, game, _| {
        if !args.all && !is_held_out(number) {
            return Ok(());
        }
        let rules = game.rules();
        let board = rules.edition().board.to_string();
        if known.is_none() || key != board {
            let evaluator = Evaluator::new(rules, Network::trained());
            known = Some(evaluator.choosing_by(Arc::clone(&choices)));
            key = board;
        }
        let evaluator = known.as_ref().expect("just made");
        let name = kept.fugitive.split(':').next().unwrap_or_default().to_owned();
        tell(game, kept.clean, evaluator, sums.entry(name).or_default())
    })?;
    println!("fugitive: moves, log-likelihood a move: even, rule of thumb, learned");
    for (name, (count, sums)) in sums {
        let [even, thumb, learned] = sums.map(|sum| sum / count.max(1) as f64);
        println!("{name}: {count}, {even:.3}, {thumb:.3}, {learned:.3}");
    }
    Ok(())
}

fn tell(game: &Game, clean: usize, evaluator: &Evaluator, sums: &mut Sums) -> Result<(), String> {
    let rules = game.rules();
    let mut again = Game::new(Arc::clone(rules), game.setup().clone()).map_err(|e| e.to_string())?;
    let mut view = again.hunters_view();
    let mut models = [Odds::of(&view), Odds::learned(&view, evaluator.clone())];
    for (number, &play) in game.plays().iter().enumerate() {
        for event in again.play(play).map_err(|e| e.to_string())? {
            view.apply(event.for_hunters()).expect("a game's own events follow one another");
        }
        let Play::Action(Action::Move(_)) = play else { continue };
        models.iter_mut().for_each(|odds| odds.follow(&view));
        let count = models[0].belief().possible().len();
        let Some(at) = again.position().fugitive().filter(|_| number >= clean && count > 1) else {
            continue;
        };
        sums.0 += 1;
        sums.1[0] -= (count as f64).ln();
        sums.1[1] += models[0].weight(at).max(1e-9).ln();
        sums.1[2] += models[1].weight(at).max(1e-9).ln();
    }
    Ok(())
}
