//! What happened, in sentences.

use fogbound_rules::{
    Ability, Action, Answer, Character, Event, Game, Hunter, Leg, Mark, Moved, Phase, Play, Public,
    PublicEvent, Rules, Side, Station, Token,
};

use super::layout::prose;
use super::session::Session;
use super::side_view::SideView;
use super::words::{Words, character_name, listed};

impl Session {
    /// What happened since that event.
    pub(super) fn events_text(&self, from: usize, side_view: SideView<'_>) -> String {
        let rules = self.game.rules();
        let mut slot = usize::from(self.game.position().public().filled());
        let mut lines = Vec::new();
        for event in self.game.events()[from..].iter().rev().map(Event::for_hunters) {
            // Going backwards, the station of each of his moves is that of its slot.
            let at = side_view.fugitive().and_then(|view| match slot {
                0 => view.start(),
                slot => view.route().get(slot - 1).copied(),
            });
            lines.extend(sentence(&self.words, rules, event, at));
            slot -= usize::from(matches!(event, PublicEvent::Moved(_)));
        }
        lines.iter().rev().map(|line| prose(line)).collect()
    }
}

/// An event in a sentence; none for what the screen shows by itself. `at` is where the fugitive
/// is, for those who may know.
fn sentence(words: &Words, rules: &Rules, event: &PublicEvent, at: Option<Station>) -> Option<String> {
    let him = &words.fugitive;
    let colours = words.colours;
    Some(match event {
        PublicEvent::SetUp { .. } | PublicEvent::Ended(_) => return None,
        PublicEvent::Placed { hunter, at } => format!("{hunter} takes its place at {at}."),
        PublicEvent::Started { at: Some(at) } => {
            format!("{him} begins at {}, in plain sight.", colours.seen(&at.to_string()))
        }
        PublicEvent::Started { at: None } => match at {
            Some(at) => format!("{him} begins at {at}; the hunters do not see where."),
            None => format!("{him} has chosen where to begin."),
        },
        PublicEvent::Moved(moved) => move_sentence(words, moved, at),
        PublicEvent::Ballooned { leg } => match leg {
            Leg::First => format!("{him} plays a double, and calls the balloon."),
            _ => format!("{him} calls the balloon."),
        },
        PublicEvent::TileTurned { first, second } => {
            format!("The tile that is turned shows {first} and {second}.")
        }
        PublicEvent::Opened { slot, at } => {
            format!("Slot {slot} is opened: {him} was at {}.", colours.seen(&at.to_string()))
        }
        PublicEvent::Taken { from, ticket } => {
            format!("{him} takes {} from {from}.", words.a_ticket(*ticket))
        }
        PublicEvent::Hunted { hunter, ticket, to, captured } => {
            let by = ticket.map_or(String::new(), |ticket| format!(" by {}", words.ticket(ticket)));
            let caught = if *captured { format!(" and captures {him}!") } else { ".".into() };
            format!("{} goes{by} to {to}{caught}", words.piece(rules, *hunter))
        }
        PublicEvent::Asked { token, answer } => token_sentence(words, *token, *answer),
        PublicEvent::TurnEnded => "The hunters end their turn.".into(),
        PublicEvent::Conceded { side: Side::Fugitive } => format!("{him} gives up."),
        PublicEvent::Conceded { side: Side::Hunters } => "The hunters give up.".into(),
    })
}

/// Who is passed over in the step that was made last, because no way is open.
pub(crate) fn skipped(words: &Words, rules: &Rules, before: &Public, game: &Game) -> String {
    let after = game.position().public();
    let mover = match game.plays().last() {
        Some(Play::Action(Action::EndTurn)) => return String::new(),
        Some(Play::Action(Action::Hunt { hunter, .. })) => Some(*hunter),
        _ => None,
    };
    let passed = |hunter: &Hunter| match (before.phase(), after.phase()) {
        (Phase::Hunters, Phase::Fugitive) => mover != Some(*hunter) && !before.has_moved(*hunter),
        (Phase::Hunters, Phase::Hunters) => {
            mover != Some(*hunter) && !before.has_moved(*hunter) && after.has_moved(*hunter)
        }
        (_, Phase::Hunters) => after.has_moved(*hunter),
        _ => false,
    };
    let names: Vec<String> =
        rules.hunters().filter(passed).map(|hunter| words.piece(rules, hunter)).collect();
    match names.len() {
        0 => String::new(),
        1 => format!("{} cannot move and is passed over.\n", names[0]),
        _ => prose(&format!("{} cannot move and are passed over.", listed(&names, "and"))),
    }
}

fn move_sentence(words: &Words, moved: &Moved, at: Option<Station>) -> String {
    let him = &words.fugitive;
    let mut text = match moved.leg {
        Leg::First if !moved.balloon => format!("{him} plays a double. First move: "),
        Leg::Second => format!("{him}, second move: "),
        Leg::First | Leg::Single => format!("{him}: "),
    };
    match (moved.balloon, moved.ticket) {
        (true, _) => text.push_str("the balloon lands"),
        (false, Some(ticket)) => {
            text.push_str(&format!("{} for slot {}", words.a_ticket(ticket), moved.slot));
        }
        (false, None) if moved.at.is_some() => text.push_str("moves"),
        (false, None) => text.push_str("moves out of sight"),
    }
    match (moved.at, at) {
        (Some(at), _) => {
            let how = match (moved.balloon, moved.ticket) {
                (true, _) => " at",
                (false, None) => " to",
                (false, Some(_)) => "; he shows himself at",
            };
            text.push_str(&format!("{how} {}", words.colours.seen(&at.to_string())));
        }
        (None, Some(at)) => text.push_str(&format!(", to {at} unseen")),
        (None, None) => {}
    }
    if moved.crime {
        text.push_str("; he commits a crime");
    }
    text.push_str(match moved.ability {
        None => "",
        Some(Ability::LieLow) => "; he lies low in a hide-out",
        Some(Ability::TakeBlack) => "; in a hide-out, he takes a black ticket",
        Some(Ability::TakeDouble) => "; in a hide-out, he takes a double ticket",
    });
    text.push('.');
    text
}

fn token_sentence(words: &Words, token: Token, answer: Answer) -> String {
    let who = |character| character_name(character);
    match token {
        Token::Quarter => {
            format!("{} asks for the quarter: {answer}.", who(Character::Holmes))
        }
        Token::Symbol { symbol } => {
            format!("{} asks for {}: {answer}.", who(Character::Watson), symbol_words(symbol))
        }
        Token::Ban { ticket } => {
            format!("{} bans {} tickets in his next turn.", who(Character::Irene), words.ticket(ticket))
        }
        Token::Trail => {
            format!("{} asks for the station two moves ago: {answer}.", who(Character::Mycroft))
        }
        Token::Block { at } => {
            format!("{} sets a roadblock at {at}.", who(Character::Lestrade))
        }
    }
}

fn symbol_words(symbol: Mark) -> String {
    let article = if symbol == Mark::River { "the" } else { "a" };
    format!("{article} {}", symbol.name())
}
