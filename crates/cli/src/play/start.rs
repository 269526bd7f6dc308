//! How a game begins: anew, or from a file.

use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use fogbound_rules::{Game, Rng, Rules, Setup, Side};

use super::seats::{Seats, Who, default_bot};
use super::session::Session;
use super::terminal::Terminal;
use super::{Args, pool, questions, save};
use crate::failure::Failure;
use crate::record;
use crate::rules;

/// A new game; none if nobody wants one.
pub(crate) fn begin<I: BufRead, O: Write>(
    args: &Args,
    interactive: bool,
    terminal: &mut Terminal<I, O>,
) -> Result<Option<Session>, Failure> {
    let asks = interactive && args.fugitive.is_none() && args.hunters.is_none();
    let edition = match &args.edition {
        Some(edition) => Some(edition.clone()),
        None if asks => questions::edition(terminal)?,
        None => Some("modern".into()),
    };
    let Some(edition) = edition else { return Ok(None) };
    let edition = rules::edition(&edition)?;
    let mut rules = rules::rules(Arc::clone(&edition), &args.choices, args.pieces)?;
    let sides = match args.helper {
        None if asks => questions::sides(terminal)?,
        _ => Some(sides((args.fugitive, args.hunters))),
    };
    let Some((fugitive, hunters)) = sides else { return Ok(None) };
    let seats = Seats { fugitive, hunters, helper: args.helper.clone() };
    seats.check(&rules).map_err(Failure::usage)?;
    if pool::is_proposed(&rules, &args.choices, &seats) {
        let pooled = if asks { questions::pool(terminal)? } else { Some(true) };
        let Some(pooled) = pooled else { return Ok(None) };
        rules = rules::rules(edition, &pool::answered(&args.choices, pooled), args.pieces)?;
    }
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
pub(crate) fn resume(args: &Args, path: &Path) -> Result<Session, Failure> {
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    /// Whether the game that a person begins with these arguments and answers has a pool of tickets,
    /// and whether that was asked for; none if no game begins.
    fn pooled(args: &[&str], lines: &str) -> Option<(bool, bool)> {
        let args = Command::parse_from([&["play"], args].concat()).args;
        let (echo, can_erase) = (false, false);
        let mut terminal = Terminal { input: lines.as_bytes(), output: Vec::new(), echo, can_erase };
        let session = begin(&args, true, &mut terminal).unwrap_or_else(|_| panic!("{lines:?}"))?;
        let printed = String::from_utf8(terminal.output).expect("UTF-8");
        Some((session.game.rules().is_pooled(), printed.contains("share one pool of tickets")))
    }

    #[test]
    fn r6_2_8_the_questions_show_the_pool_and_let_it_be_switched_off() {
        // The lines answer edition, side, level and pool.
        for (args, lines, expected) in [
            (&["--pieces", "2"][..], "\n\n\n\n", Some((true, true))),
            (&["--pieces", "2"], "\n\n\nperhaps\nYES\n", Some((true, true))),
            (&["--pieces", "2"], "\n\n\nn\n", Some((false, true))),
            (&["--pieces", "2"], "\nboth\nno\n", Some((false, true))),
            (&["--pieces", "2"], "\n\n\n", None),
            (&["--pieces", "2", "--bot", "d1,d2=random"], "\nno\n", Some((false, true))),
            (&["--pieces", "2", "--bot", "d2=random"], "\n", Some((false, false))),
            (&["--pieces", "2", "--option", "pooled=false"], "\n\n\n", Some((false, false))),
            (&["--pooled"], "\n\n\n", Some((true, false))),
            (&["--pieces", "2"], "holmes-original\n\n\n", Some((false, false))),
            (&[], "\n\n\n", Some((false, false))),
            (&["--pieces", "2", "--hunters", "me"], "", Some((true, false))),
        ] {
            assert_eq!(pooled(args, lines), expected, "{args:?} {lines:?}");
        }
    }
}
