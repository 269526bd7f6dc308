//! One item of a record: a decision, a draw or an announcement, written as a few words.

use std::fmt;

use crate::{Ability, Action, Answer, Draw, Move, Play, Quarter, Station, Ticket, Token};

/// One item of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A decision or a draw, whole.
    Play(Play),
    /// A fugitive's move whose station is secret.
    Veiled(VeiledMove),
    /// The choice of a start station, which is secret.
    VeiledStart,
    /// A token, with what was answered.
    Asked(Token, Answer),
    /// A covered slot of an open log was opened.
    Opened {
        /// Which.
        slot: u8,
        /// Where he was.
        at: Station,
    },
}

/// A fugitive's move without its station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VeiledMove {
    /// The ticket on the log.
    pub ticket: Option<Ticket>,
    /// Whether it is the first of a double.
    pub double: bool,
    /// Whether he committed a crime.
    pub crime: bool,
    /// What he used a hide-out for.
    pub ability: Option<Ability>,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Play(play) => play.fmt(f),
            Item::Veiled(veiled) => {
                let VeiledMove { ticket, double, crime, ability } = *veiled;
                let m = Move { ticket, double, crime, ability, ..Move::plain(None, stand_in()) };
                m.write_to(f, &'?')
            }
            Item::VeiledStart => f.write_str("start ?"),
            Item::Asked(token, Answer::None) => token.fmt(f),
            Item::Asked(token, answer) => write!(f, "{token} = {answer}"),
            Item::Opened { slot, at } => write!(f, "open {slot} = {at}"),
        }
    }
}

/// Any station, where a veiled move has none.
fn stand_in() -> Station {
    Station::known(1)
}

impl Item {
    pub(super) fn parse(text: &str) -> Result<Item, String> {
        let text = text.trim();
        if let Some((left, right)) = text.split_once('=') {
            return parse_announcement(left.trim(), right.trim());
        }
        let first = text.split_whitespace().next().unwrap_or("");
        if first == "tile" || first == "ticket" {
            let draw: Draw = text.parse().map_err(|error: crate::ActionError| error.to_string())?;
            return Ok(Item::Play(draw.into()));
        }
        let veiled = text.split_whitespace().any(|word| word == "?");
        let plain = if veiled { text.replace('?', &stand_in().to_string()) } else { text.into() };
        let action: Action = plain.parse().map_err(|error: crate::ActionError| error.to_string())?;
        match action {
            Action::Move(Move { ticket, double, crime, ability, show: false, .. }) if veiled => {
                Ok(Item::Veiled(VeiledMove { ticket, double, crime, ability }))
            }
            Action::Start { .. } if veiled => Ok(Item::VeiledStart),
            _ if veiled => Err(format!("'{text}' cannot be secret")),
            Action::Token(token @ (Token::Ban { .. } | Token::Block { .. })) => {
                Ok(Item::Asked(token, Answer::None))
            }
            Action::Token(token) => Err(format!("'{token}' needs its answer: write '{token} = ...'")),
            _ => Ok(Item::Play(action.into())),
        }
    }
}

fn parse_announcement(left: &str, right: &str) -> Result<Item, String> {
    let station = || right.parse().ok().and_then(Station::new).ok_or(format!("'{right}' is no station"));
    if let Some(slot) = left.strip_prefix("open ") {
        let slot = slot.trim().parse().map_err(|_| format!("'{slot}' is no slot"))?;
        return Ok(Item::Opened { slot, at: station()? });
    }
    let action: Action = left.parse().map_err(|error: crate::ActionError| error.to_string())?;
    let Action::Token(token) = action else {
        return Err(format!("'{left}' has no answer"));
    };
    let answer = match token {
        Token::Quarter => Quarter::ALL.into_iter().find(|q| q.name() == right).map(Answer::Quarter),
        Token::Symbol { .. } => match right {
            "yes" => Some(Answer::Symbol(true)),
            "no" => Some(Answer::Symbol(false)),
            _ => None,
        },
        Token::Trail => Some(Answer::Trail(station()?)),
        Token::Ban { .. } | Token::Block { .. } => None,
    };
    answer.map(|answer| Item::Asked(token, answer)).ok_or(format!("'{right}' is no answer to '{left}'"))
}
