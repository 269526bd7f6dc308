//! Why a typed line is not played, and what may have been meant.

use fogbound_rules::{Action, Asked, Hunter, Illegal, Move, Rules, Station};

use super::side_view::SideView;
use super::spelling::{distance, nearest};
use super::typed_move::{MOVE_WORDS, Misread, TypedMove};
use super::words::{Words, cut, listed};

/// What is said of a line that cannot be read.
pub(crate) fn misread(misread: &Misread, rules: &Rules, commands: &[&'static str]) -> String {
    match misread {
        Misread::Unknown(word) => match nearest(word, commands.iter().copied().chain(MOVE_WORDS)) {
            Some(meant) => format!("I do not know '{}'. Did you mean '{meant}'?", cut(word)),
            None => {
                let word = cut(word);
                format!("I do not know '{word}'. 'moves' lists what you may do, 'help' tells how.")
            }
        },
        Misread::NoStation(word) => {
            let stations = rules.board().stations();
            let last = stations.iter().last().map_or(0, Station::number);
            let word = cut(word);
            format!("There is no station {word}: they are numbered from 1 to {last}.")
        }
        Misread::Twice(what) => format!("One {what} at a time, please."),
    }
}

/// Several decisions fit: what has to be added.
pub(crate) fn several_fit(fitting: &[Action], words: &Words) -> String {
    let texts: Vec<String> =
        fitting.iter().take(6).map(|&action| format!("'{}'", words.action(action))).collect();
    let more = if fitting.len() > texts.len() { ", or others ('moves' lists them)" } else { "" };
    format!("Which one: {}{more}?", listed(&texts, "or"))
}

/// Only a black ticket leads there, and that is too valuable to be played unasked.
pub(crate) fn only_black(action: Action, words: &Words) -> String {
    let to = match action {
        Action::Move(m) => m.to.to_string(),
        _ => "there".into(),
    };
    format!("Only a black ticket goes to {to}: write '{}'.", words.action(action))
}

/// No decision fits. The game is asked for the reason: it tells a side only what it may know.
pub(crate) fn nothing_fits(
    typed: &TypedMove,
    legal: &[Action],
    side_view: SideView<'_>,
    check: impl Fn(Action) -> Result<(), Illegal>,
    words: &Words,
) -> String {
    let rules = side_view.hunters().rules();
    if let Some(reason) = deed_reason(typed, legal, side_view) {
        return reason;
    }
    let spent = |asked: Asked| asked.after_slot == side_view.hunters().public().filled();
    if typed.is_token() && side_view.hunters().asked().last().copied().is_some_and(spent) {
        return "One token a turn: it is spent. 'moves' lists what is possible.".into();
    }
    let Some(to) = typed.station else {
        return without_station(typed, legal, words);
    };
    let hunts = legal.iter().any(|action| matches!(action, Action::Hunt { .. }));
    let mover = typed.hunter.or_else(|| only_mover(legal));
    let action = match (hunts, mover) {
        (true, Some(hunter)) => hunt(typed, hunter, to, rules),
        (true, None) => {
            return format!(
                "No hunter can go there like that. {}",
                alternatives(legal, typed, to, words)
            );
        }
        (false, _) => Action::Move(Move { double: typed.double, ..Move::plain(typed.ticket, to) }),
    };
    if !hunts && !legal.iter().any(|action| matches!(action, Action::Move(_))) {
        return "This is not what has to be decided now; 'moves' lists what you may do.".into();
    }
    let reason = match check(action) {
        Err(Illegal::TicketNeeded) | Ok(()) => format!("{to} cannot be reached that way"),
        Err(Illegal::NotNow(_)) => "this is not possible now".into(),
        Err(reason) => reason.to_string(),
    };
    let reason = words.translated(&reason);
    format!("{}. {}", capital(&reason), alternatives(legal, typed, to, words)).trim_end().into()
}

fn hunt(typed: &TypedMove, hunter: Hunter, to: Station, rules: &Rules) -> Action {
    let ticket = typed.ticket.filter(|_| !rules.rides_free(hunter));
    Action::Hunt { hunter, ticket, to }
}

/// A deed that is not possible where a plain move would be.
fn deed_reason(typed: &TypedMove, legal: &[Action], side_view: SideView<'_>) -> Option<String> {
    let plain = TypedMove { crime: false, ability: None, show: false, ..*typed };
    if plain == *typed || !legal.iter().any(|&action| plain.fits(action, side_view)) {
        return None;
    }
    let word = match (typed.crime, typed.ability.is_some()) {
        (true, _) => "commit a crime",
        (_, true) => "use a hide-out like that",
        _ => "show yourself",
    };
    Some(format!("You cannot {word} with this move; without it, it is possible."))
}

fn only_mover(legal: &[Action]) -> Option<Hunter> {
    let mut movers = legal.iter().filter_map(|action| match *action {
        Action::Hunt { hunter, .. } | Action::Place { hunter, .. } => Some(hunter),
        _ => None,
    });
    let first = movers.next()?;
    movers.all(|hunter| hunter == first).then_some(first)
}

fn without_station(typed: &TypedMove, legal: &[Action], words: &Words) -> String {
    let moves = legal.iter().any(|action| matches!(action, Action::Hunt { .. } | Action::Move(_)));
    match typed.ticket {
        _ if typed.verb.is_some() => "That is not possible now; 'moves' lists what is.".into(),
        Some(ticket) if moves => format!(
            "Nobody can ride by {} now, or a station is missing; 'moves' lists what is possible.",
            words.plain_ticket(ticket)
        ),
        _ if moves => "Where to? Write a station, as in 'bus 58'; 'moves' lists them.".into(),
        _ => "That is not possible now; 'moves' lists what is.".into(),
    }
}

/// Where one can go instead.
fn alternatives(legal: &[Action], typed: &TypedMove, to: Station, words: &Words) -> String {
    let targets = |any_ticket: bool| -> Vec<Station> {
        let mut stations: Vec<Station> = legal
            .iter()
            .filter_map(|action| match *action {
                Action::Hunt { hunter, ticket, to }
                    if typed.hunter.is_none_or(|h| h == hunter)
                        && (any_ticket || typed.ticket == ticket) =>
                {
                    Some(to)
                }
                Action::Move(m) if any_ticket || typed.ticket == m.ticket => Some(m.to),
                Action::Place { at, .. } | Action::Start { at } => Some(at),
                Action::Land(landing) => Some(landing.at),
                _ => None,
            })
            .collect();
        stations.sort_unstable();
        stations.dedup();
        stations
    };
    let by_ticket = targets(false);
    let (stations, how) = match typed.ticket.is_some() && !by_ticket.is_empty() {
        true => {
            let by = typed.ticket.map_or("", |ticket| words.plain_ticket(ticket));
            (by_ticket, format!("By {by} you reach"))
        }
        false => (targets(true), "You reach".into()),
    };
    let meant: Vec<&Station> = stations
        .iter()
        .filter(|at| distance(&at.to_string(), &to.to_string()) <= 1 && **at != to)
        .collect();
    if let [only] = meant[..] {
        return format!("Did you mean {only}?");
    }
    let stations: Vec<String> = stations.iter().map(|at| at.to_string()).collect();
    match stations.is_empty() || stations.len() > 16 {
        true => "'moves' lists where you can go.".into(),
        false => format!("{how} {}.", listed(&stations, "or")),
    }
}

/// A sentence begins with a capital, unless it begins with a piece.
fn capital(text: &str) -> String {
    if text.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
        return text.into();
    }
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
