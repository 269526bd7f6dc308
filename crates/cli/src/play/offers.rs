//! What may be decided now, grouped so that it can be read at a glance.

use fogbound_rules::{Ability, Action, Hunter, HunterView, Landing, Move, Station, Ticket, Token};

use super::layout::{left, prose, wrapped};
use super::side_view::SideView;
use super::words::{Words, listed};

/// The decisions in groups.
pub(crate) fn offers(actions: &[Action], side_view: SideView<'_>, words: &Words) -> String {
    let view = side_view.hunters();
    let mut text = hunter_offers(actions, view, words);
    text.push_str(&place_offers(actions, words));
    text.push_str(&token_offers(actions, words));
    text.push_str(&fugitive_offers(actions, side_view, words));
    text
}

fn hunter_offers(actions: &[Action], view: &HunterView, words: &Words) -> String {
    let (rules, public) = (view.rules(), view.public());
    let mut text = String::new();
    for hunter in rules.hunters() {
        let ways: Vec<(Option<Ticket>, Station)> = actions
            .iter()
            .filter_map(|action| match *action {
                Action::Hunt { hunter: who, ticket, to } if who == hunter => Some((ticket, to)),
                _ => None,
            })
            .collect();
        if let Some(at) = public.station(hunter).filter(|_| !ways.is_empty()) {
            text.push_str(&ways_line(&left(&format!("  {hunter} (at {at})"), 15), &ways, words));
        }
    }
    text
}

/// Stations by ticket, behind a head.
fn ways_line(head: &str, ways: &[(Option<Ticket>, Station)], words: &Words) -> String {
    let mut items: Vec<String> = Vec::new();
    for ticket in [None].into_iter().chain(Ticket::ALL.map(Some)) {
        let stations: Vec<Station> =
            ways.iter().filter(|way| way.0 == ticket).map(|way| way.1).collect();
        let last = stations.len().saturating_sub(1);
        for (index, to) in stations.iter().enumerate() {
            let word = ticket.filter(|_| index == 0).map(|ticket| words.ticket(ticket) + " ");
            let gap = if index == last { " " } else { "" };
            items.push(format!("{}{to}{gap}", word.unwrap_or_default()));
        }
    }
    let text = wrapped(head, items);
    text.trim_end().to_string() + "\n"
}

fn place_offers(actions: &[Action], words: &Words) -> String {
    let of = |action: &Action| match *action {
        Action::Place { hunter, at } => Some((format!("  {hunter} begins at"), at)),
        Action::Start { at } => Some(("  begin at".into(), at)),
        Action::Land(Landing { at, crime: false, ability: None }) => Some(("  land at".into(), at)),
        _ => None,
    };
    let places: Vec<(String, Station)> = actions.iter().filter_map(of).collect();
    let mut text = String::new();
    if let Some((head, _)) = places.first() {
        text.push_str(&wrapped(&format!("{head} "), places.iter().map(|(_, at)| at.to_string())));
    }
    let takes: Vec<(Hunter, Ticket)> = actions
        .iter()
        .filter_map(|action| match *action {
            Action::Take { from, ticket } => Some((from, ticket)),
            _ => None,
        })
        .collect();
    if let Some((from, _)) = takes.first() {
        let tickets: Vec<String> = takes.iter().map(|(_, ticket)| words.ticket(*ticket)).collect();
        text.push_str(&format!("  take from {from}: {}\n", listed(&tickets, "or")));
    }
    text
}

fn token_offers(actions: &[Action], words: &Words) -> String {
    let mut lines: Vec<String> = Vec::new();
    for action in actions {
        let line = match *action {
            Action::Token(token) => token_offer(words, token),
            Action::EndTurn => "end: the hunters end their turn".into(),
            _ => continue,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let tokens = actions.iter().any(|action| matches!(action, Action::Token(Token::Quarter | _)));
    let head = if tokens { "  one token a turn:\n" } else { "" };
    head.to_string() + &lines.iter().map(|line| format!("    {line}\n")).collect::<String>()
}

/// What a token is good for, in a few words.
fn token_offer(words: &Words, token: Token) -> String {
    match token {
        Token::Quarter => "quarter: Holmes asks which quarter he is in".into(),
        Token::Symbol { .. } => "symbol park, monument or river: Watson asks for it".into(),
        Token::Ban { .. } => format!(
            "ban {} or {}: Irene Adler forbids it in his next turn",
            words.plain_ticket(Ticket::Bus),
            words.plain_ticket(Ticket::Underground)
        ),
        Token::Trail => "trail: Mycroft asks where he was two moves ago".into(),
        Token::Block { at } => format!("block {at}: Lestrade closes {at} to him"),
    }
}

fn fugitive_offers(actions: &[Action], side_view: SideView<'_>, words: &Words) -> String {
    let moves: Vec<Move> = actions
        .iter()
        .filter_map(|action| match *action {
            Action::Move(m) => Some(m),
            _ => None,
        })
        .collect();
    let plain: Vec<(Option<Ticket>, Station)> =
        moves.iter().filter(|m| **m == Move::plain(m.ticket, m.to)).map(|m| (m.ticket, m.to)).collect();
    let mut text = String::new();
    if !plain.is_empty() {
        let at = side_view.at().map_or(String::new(), |at| format!("(at {at})"));
        text.push_str(&his_ways(&left(&format!("  you {at}"), 15), &plain, words));
    }
    if moves.iter().any(|m| m.double) {
        text.push_str("  'double' before a move begins a double\n");
    }
    text.push_str(&deed_offers(actions, words));
    if moves.iter().any(|m| m.show) {
        text.push_str("  'show' behind a move: show yourself, and take a ticket of each detective\n");
    }
    text
}

/// The fugitive's stations, a line for each ticket. What black tickets reach beside is a ferry's.
fn his_ways(head: &str, ways: &[(Option<Ticket>, Station)], words: &Words) -> String {
    let mut text = String::new();
    let mut head = head.to_string();
    let normal = |to: Station| ways.iter().any(|way| way.0 != Some(Ticket::Black) && way.1 == to);
    for ticket in [None].into_iter().chain(Ticket::ALL.map(Some)) {
        let stations = ways.iter().filter(|way| way.0 == ticket).map(|way| way.1);
        let black = ticket == Some(Ticket::Black) && ways.iter().any(|way| way.0 != ticket);
        let only: Vec<Station> = stations.clone().filter(|&to| !black || !normal(to)).collect();
        if stations.clone().next().is_none() {
            continue;
        }
        let mut items: Vec<String> = ticket.map(|ticket| words.ticket(ticket)).into_iter().collect();
        if black && stations.count() > only.len() {
            items.push(
                if only.is_empty() { "to any of these" } else { "to any of these, and to" }.into(),
            );
        }
        items.extend(only.iter().map(ToString::to_string));
        text.push_str(&wrapped(&head, items));
        head = " ".repeat(15);
    }
    text
}

/// The abilities of the Holmes variant, by the station where they can be used.
fn deed_offers(actions: &[Action], words: &Words) -> String {
    let deeds: Vec<(Station, bool, Option<Ability>)> = actions
        .iter()
        .filter_map(|action| match *action {
            Action::Move(m) => Some((m.to, m.crime, m.ability)),
            Action::Land(landing) => Some((landing.at, landing.crime, landing.ability)),
            _ => None,
        })
        .collect();
    let stations = |fits: &dyn Fn(bool, Option<Ability>) -> bool| {
        let mut stations: Vec<u8> =
            deeds.iter().filter(|deed| fits(deed.1, deed.2)).map(|deed| deed.0.number()).collect();
        stations.sort_unstable();
        stations.dedup();
        let words: Vec<String> = stations.iter().map(ToString::to_string).collect();
        words
    };
    let black = words.plain_ticket(Ticket::Black);
    let offers = [
        ("crime".into(), "commit your crime", stations(&|crime, _| crime)),
        ("low".into(), "stay unseen in the hide-out", stations(&|_, a| a == Some(Ability::LieLow))),
        (
            format!("+{black}"),
            "take a black ticket in the hide-out",
            stations(&|_, a| a == Some(Ability::TakeBlack)),
        ),
        (
            "+double".into(),
            "take a double ticket in the hide-out",
            stations(&|_, a| a == Some(Ability::TakeDouble)),
        ),
    ];
    let mut text = String::new();
    for (word, what, at) in offers {
        if !at.is_empty() {
            let line = format!("'{word}' behind the move: {what} (at {})", listed(&at, "or"));
            text.push_str(&wrapped("  ", prose(&line).split_whitespace()));
        }
    }
    if actions.iter().any(|action| matches!(action, Action::Balloon { .. })) {
        text.push_str("  'balloon': fly from this hide-out to a station that chance shows\n");
    }
    text
}
