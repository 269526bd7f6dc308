//! The commands beside moves.

use std::path::PathBuf;

use fogbound_rules::{Side, Station};

use super::help::help;
use super::input::Effect;
use super::layout::prose;
use super::session::{Next, Session};
use super::words::cut;
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
    Undo,
    Save(Option<PathBuf>),
    Concede,
    Quit,
    /// One that is written alone, with more words behind it.
    ExtraWords(String),
}

/// The commands by name, for finding the one that was meant.
pub(crate) const NAMES: [&str; 12] =
    ["help", "state", "moves", "log", "look", "where", "why", "hint", "undo", "save", "concede", "quit"];

impl Command {
    /// The command that a line holds, if it is one.
    pub(crate) fn read(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or("").to_lowercase();
        let rest = words.collect::<Vec<_>>().join(" ");
        let alone = rest.is_empty();
        let command = match name.as_str() {
            "" | "state" => Command::State,
            "show" if alone => Command::State,
            "help" | "?" | "h" => Command::Help,
            "moves" => Command::Moves,
            "log" => Command::Log,
            "look" | "board" | "l" => return Some(Command::Look(rest)),
            "where" => Command::Where,
            "why" => return Some(Command::Why(rest)),
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "save" => return Some(Command::Save((!alone).then(|| rest.into()))),
            "give" if rest == "up" => return Some(Command::Concede),
            "concede" | "resign" => Command::Concede,
            "quit" | "q" | "exit" | "bye" => Command::Quit,
            _ => return None,
        };
        Some(if alone { command } else { Command::ExtraWords(name) })
    }
}

/// Carries a command out.
pub(crate) fn run(session: &mut Session, command: Command) -> (String, Effect) {
    let text = match command {
        Command::Quit => return (String::new(), Effect::Quit),
        Command::Save(path) => return (String::new(), Effect::Save(path)),
        Command::Help => help(session.game.rules(), &session.words),
        Command::ExtraWords(name) => format!("'{name}' takes nothing more: write it alone.\n"),
        Command::State => session.state() + &session.offers(),
        Command::Moves => session.offers(),
        Command::Log => {
            let route = session.side_view().fugitive().map(|view| view.route());
            travel_log::travel_log(session.side_view().hunters(), route, &session.words)
        }
        Command::Look(word) => at_station(session, &word, "look", |session, station| {
            screen::look(session.side_view().hunters(), station, &session.words)
        }),
        Command::Where => {
            let side_view = session.side_view();
            deduction::places(
                side_view.hunters(),
                side_view.fugitive().and(side_view.at()),
                &session.words,
            )
        }
        Command::Why(word) => at_station(session, &word, "why", |session, station| {
            deduction::reason(session.side_view().hunters(), station, &session.words)
        }),
        Command::Hint => hint(session),
        Command::Undo => session.undo(),
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
        None => format!("There is no station '{}' on this board.\n", cut(word)),
    }
}

fn hint(session: &Session) -> String {
    let Next::Person(side) = session.next() else { return "Nobody is to decide.\n".into() };
    let bot = super::seats::hint_bot(side);
    match session.hint(side) {
        Ok(action) => {
            let who = if side == Side::Fugitive { "in your place" } else { "for the hunters" };
            prose(&format!("The bot {bot} would play, {who}: {}", session.words.action(action)))
        }
        Err(reason) => prose(&format!("No hint: {reason}.")),
    }
}
