//! The commands beside moves.

use std::path::PathBuf;

use fogbound_rules::{Side, Station};

use super::paint::prose;
use super::session::{Effect, Next, Session};
use super::{deduction, screen, travel_log};

/// What can be asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    State,
    Moves,
    Log,
    Look(String),
    Where,
    Why(String),
    Hint,
    Save(Option<PathBuf>),
    Concede,
    Quit,
}

/// The commands by name, for finding the one that was meant.
pub(crate) const NAMES: [&str; 11] =
    ["help", "state", "moves", "log", "look", "where", "why", "hint", "save", "concede", "quit"];

const HELP: &str = "\
A move is a ticket and a station, in any order; a hunter's piece comes with it:
  taxi 58          short: t 58; b, u and x stand for bus, underground and black
  d1 bus 58        or 1 b 58; the piece may be left out if only one can go there
  58               if there is only one way
  double taxi 58   begins a double; the second move is asked for next
Commands:
  Enter, state     the whole state again
  moves            what may be decided now
  log              the travel log
  look 58          the lines of a station (or: board 58)
  where            where the fugitive can be, by all that the hunters know
  why 58           why he can be there, or why not
  hint             what a bot would do
  save [FILE]      writes the game to a file; play --resume FILE goes on with it
  concede          gives the game up
  quit             stops (so does Ctrl-D)
";

impl Command {
    /// The command that a line holds, if it is one.
    pub(crate) fn read(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or("").to_lowercase();
        let rest = words.collect::<Vec<_>>().join(" ");
        let alone = rest.is_empty();
        Some(match name.as_str() {
            "" => Command::State,
            "help" | "?" | "h" if alone => Command::Help,
            "state" | "show" if alone => Command::State,
            "moves" if alone => Command::Moves,
            "log" if alone => Command::Log,
            "look" | "board" | "l" => Command::Look(rest),
            "where" if alone => Command::Where,
            "why" => Command::Why(rest),
            "hint" if alone => Command::Hint,
            "save" => Command::Save((!alone).then(|| rest.into())),
            "concede" | "resign" if alone => Command::Concede,
            "quit" | "q" | "exit" | "bye" if alone => Command::Quit,
            _ => return None,
        })
    }
}

/// Carries a command out.
pub(crate) fn run(session: &mut Session, command: Command) -> (String, Effect) {
    let text = match command {
        Command::Quit => return (String::new(), Effect::Quit),
        Command::Save(path) => return (String::new(), Effect::Save(path)),
        Command::Help => HELP.into(),
        Command::State => session.state() + &session.offers(),
        Command::Moves => session.offers(),
        Command::Log => {
            let route = session.eyes().fugitive().map(|view| view.route());
            travel_log::travel_log(session.eyes().hunters(), route, &session.words)
        }
        Command::Look(word) => at_station(session, &word, "look", |session, station| {
            screen::look(session.eyes().hunters(), station, &session.words)
        }),
        Command::Where => {
            let eyes = session.eyes();
            deduction::places(eyes.hunters(), eyes.fugitive().and(eyes.at()), &session.words)
        }
        Command::Why(word) => at_station(session, &word, "why", |session, station| {
            deduction::reason(session.eyes().hunters(), station, &session.words)
        }),
        Command::Hint => hint(session),
        Command::Concede => session.concede(),
    };
    (text, Effect::Nothing)
}

fn at_station(
    session: &Session,
    word: &str,
    name: &str,
    say: impl Fn(&Session, Station) -> String,
) -> String {
    let board = session.game.rules().board();
    match word.parse().ok().and_then(|number| board.station(number)) {
        Some(station) => say(session, station),
        None if word.is_empty() => format!("Which station? Write '{name} 58'.\n"),
        None => format!("There is no station '{word}' on this board.\n"),
    }
}

fn hint(session: &Session) -> String {
    let Next::Person(side) = session.next() else { return "Nobody is to decide.\n".into() };
    let bot = super::seats::adviser(side);
    match session.hint(side) {
        Ok(action) => {
            let who = if side == Side::Fugitive { "in your place" } else { "for the hunters" };
            prose(&format!("The bot {bot} would play, {who}: {}", session.words.action(action)))
        }
        Err(reason) => prose(&format!("No hint: {reason}.")),
    }
}
