//! The words of the screen: those of the edition.

use fogbound_rules::edition::Theme;
use fogbound_rules::{Action, Character, Hunter, Rules, Side, Ticket};

use super::colours::Colours;

/// How things are called in one game, and in which colours.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub(crate) colours: Colours,
    /// The fugitive's name.
    pub(crate) fugitive: String,
    theme: Theme,
}

impl Words {
    pub(crate) fn new(rules: &Rules, colours: Colours) -> Words {
        let edition = rules.edition();
        Words { colours, fugitive: edition.fugitive.name.clone(), theme: edition.theme }
    }

    /// The word for a ticket.
    pub(crate) fn plain_ticket(&self, ticket: Ticket) -> &'static str {
        match (ticket, self.theme) {
            (Ticket::Taxi, Theme::Victorian) => "carriage",
            (Ticket::Bus, Theme::Victorian) => "omnibus",
            (Ticket::Underground, Theme::Victorian) => "metro",
            _ => ticket.name(),
        }
    }

    /// The word for a ticket, in its colour.
    pub(crate) fn ticket(&self, ticket: Ticket) -> String {
        self.colours.ticket(ticket, self.plain_ticket(ticket))
    }

    /// A ticket with its article.
    pub(crate) fn a_ticket(&self, ticket: Ticket) -> String {
        let vowel = self.plain_ticket(ticket).starts_with(['o', 'u']);
        format!("{} {} ticket", if vowel { "an" } else { "a" }, self.ticket(ticket))
    }

    /// A decision as one would type it, in the words of the edition.
    pub(crate) fn action(&self, action: Action) -> String {
        self.translated(&action.to_string())
    }

    /// A text with the edition's words for tickets.
    pub(crate) fn translated(&self, text: &str) -> String {
        Ticket::NORMAL.iter().fold(text.to_string(), |text, &ticket| {
            text.replace(ticket.name(), self.plain_ticket(ticket))
        })
    }

    /// A side as a sentence begins with it.
    pub(crate) fn side(&self, side: Side) -> &str {
        match side {
            Side::Fugitive => &self.fugitive,
            Side::Hunters => "The hunters",
        }
    }

    /// A piece, with its character if it has one.
    pub(crate) fn piece(&self, rules: &Rules, hunter: Hunter) -> String {
        match rules.character(hunter) {
            Some(character) => format!("{hunter} {}", character_name(character)),
            None => hunter.to_string(),
        }
    }
}

pub(crate) fn character_name(character: Character) -> &'static str {
    match character {
        Character::Holmes => "Sherlock Holmes",
        Character::Watson => "Dr Watson",
        Character::Irene => "Irene Adler",
        Character::Mycroft => "Mycroft Holmes",
        Character::Lestrade => "Inspector Lestrade",
    }
}

/// A ticket as people write it.
pub(crate) fn ticket_named(word: &str) -> Option<Ticket> {
    Some(match word {
        "t" | "taxi" | "taxis" | "cab" | "c" | "carriage" => Ticket::Taxi,
        "b" | "bus" | "o" | "omnibus" => Ticket::Bus,
        "u" | "underground" | "under" | "ug" | "tube" | "m" | "metro" | "subway" => Ticket::Underground,
        "x" | "black" | "bl" | "blk" | "secret" | "ferry" | "boat" => Ticket::Black,
        _ => return None,
    })
}

/// What is quoted back of a word that may be long.
pub(crate) fn cut(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.into(),
    }
}

/// A count with its noun.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Words with commas, and the last with `and` or `or`.
pub(crate) fn listed<S: AsRef<str>>(items: &[S], last: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().into(),
        [rest @ .., end] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", rest.join(", "), end.as_ref())
        }
    }
}
