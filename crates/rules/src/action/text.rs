//! How decisions and draws are written and read: see `docs/records.md`.

use std::fmt;
use std::str::FromStr;

use super::{Ability, Action, Draw, Landing, Move, Play, Token};
use crate::{Hunter, Mark, Side, Station, Ticket};

impl Ability {
    const fn suffix(self) -> &'static str {
        match self {
            Ability::LieLow => "low",
            Ability::TakeBlack => "+black",
            Ability::TakeDouble => "+double",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Place { hunter, at } => write!(f, "{hunter} at {at}"),
            Action::Start { at } => write!(f, "start {at}"),
            Action::Move(m) => m.fmt(f),
            Action::Balloon { double } => f.write_str(if double { "double balloon" } else { "balloon" }),
            Action::Land(landing) => {
                write!(f, "land {}", landing.at)?;
                suffixes(f, landing.crime, landing.ability, false)
            }
            Action::Take { from, ticket } => write!(f, "take {from} {ticket}"),
            Action::Hunt { hunter, ticket: Some(ticket), to } => write!(f, "{hunter} {ticket} {to}"),
            Action::Hunt { hunter, ticket: None, to } => write!(f, "{hunter} {to}"),
            Action::Token(token) => token.fmt(f),
            Action::EndTurn => f.write_str("end"),
            Action::Concede { side } => write!(f, "concede {side}"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f, &self.to)
    }
}

impl Move {
    /// The words of a move with something else in the place of its station.
    pub(crate) fn write_to(
        &self,
        f: &mut fmt::Formatter<'_>,
        station: &dyn fmt::Display,
    ) -> fmt::Result {
        if self.double {
            f.write_str("double ")?;
        }
        if let Some(ticket) = self.ticket {
            write!(f, "{ticket} ")?;
        }
        write!(f, "{station}")?;
        suffixes(f, self.crime, self.ability, self.show)
    }
}

fn suffixes(
    f: &mut fmt::Formatter<'_>,
    crime: bool,
    ability: Option<Ability>,
    show: bool,
) -> fmt::Result {
    if crime {
        f.write_str(" crime")?;
    }
    if let Some(ability) = ability {
        write!(f, " {}", ability.suffix())?;
    }
    if show {
        f.write_str(" show")?;
    }
    Ok(())
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Quarter => f.write_str("quarter"),
            Token::Symbol { symbol } => write!(f, "symbol {}", symbol.name()),
            Token::Ban { ticket } => write!(f, "ban {ticket}"),
            Token::Trail => f.write_str("trail"),
            Token::Block { at } => write!(f, "block {at}"),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Draw::Ticket { at } => write!(f, "ticket {at}"),
            Draw::Tile { first } => write!(f, "tile {first}"),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Play::Action(action) => action.fmt(f),
            Play::Draw(draw) => draw.fmt(f),
        }
    }
}

/// Why a text is no decision.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is no move: {reason}")]
pub struct ActionError {
    text: String,
    reason: String,
}

/// The words of one decision, read from the left.
struct Words<'t> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'t>>,
}

impl<'t> Words<'t> {
    fn skip(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    fn next(&mut self, what: &str) -> Result<&'t str, String> {
        self.words.next().ok_or_else(|| format!("{what} is missing"))
    }

    fn station(&mut self) -> Result<Station, String> {
        let word = self.next("the station")?;
        let number = word.parse().ok().and_then(Station::new);
        number.ok_or_else(|| format!("'{word}' is no station number"))
    }

    fn normal_ticket(&mut self) -> Result<Ticket, String> {
        let word = self.next("the ticket")?;
        let ticket = Ticket::named(word).filter(|&ticket| ticket != Ticket::Black);
        ticket.ok_or_else(|| format!("'{word}' is no ticket: write taxi, bus or underground"))
    }

    fn ticket(&mut self) -> Option<Ticket> {
        let ticket = self.words.peek().and_then(|word| Ticket::named(word))?;
        self.words.next();
        Some(ticket)
    }

    fn ability(&mut self) -> Option<Ability> {
        [Ability::LieLow, Ability::TakeBlack, Ability::TakeDouble]
            .into_iter()
            .find(|ability| self.skip(ability.suffix()))
    }

    fn finish<T>(mut self, value: T) -> Result<T, String> {
        match self.words.next() {
            None => Ok(value),
            Some(word) => Err(format!("'{word}' does not belong there")),
        }
    }
}

fn parse_action(text: &str) -> Result<Action, String> {
    let mut words = Words { words: text.split_whitespace().peekable() };
    let first = *words.words.peek().ok_or("it is empty")?;
    if let Ok(hunter) = first.parse::<Hunter>() {
        words.words.next();
        let action = if words.skip("at") {
            Action::Place { hunter, at: words.station()? }
        } else {
            Action::Hunt { hunter, ticket: words.ticket(), to: words.station()? }
        };
        return words.finish(action);
    }
    let action = match first {
        "start" | "land" | "take" | "quarter" | "symbol" | "ban" | "trail" | "block" | "end"
        | "concede" => {
            words.words.next();
            parse_named(first, &mut words)?
        }
        _ => {
            let double = words.skip("double");
            if words.skip("balloon") {
                Action::Balloon { double }
            } else {
                Action::Move(Move {
                    double,
                    ticket: words.ticket(),
                    to: words.station()?,
                    crime: words.skip("crime"),
                    ability: words.ability(),
                    show: words.skip("show"),
                })
            }
        }
    };
    words.finish(action)
}

fn parse_named(name: &str, words: &mut Words<'_>) -> Result<Action, String> {
    Ok(match name {
        "start" => Action::Start { at: words.station()? },
        "land" => Action::Land(Landing {
            at: words.station()?,
            crime: words.skip("crime"),
            ability: words.ability(),
        }),
        "take" => {
            Action::Take { from: words.next("the detective")?.parse()?, ticket: words.normal_ticket()? }
        }
        "quarter" => Action::Token(Token::Quarter),
        "symbol" => {
            let word = words.next("the symbol")?;
            let symbols = [Mark::River, Mark::Park, Mark::Monument];
            let symbol = symbols.into_iter().find(|symbol| symbol.name() == word);
            let symbol =
                symbol.ok_or_else(|| format!("'{word}' is no symbol: write river, park or monument"))?;
            Action::Token(Token::Symbol { symbol })
        }
        "ban" => Action::Token(Token::Ban { ticket: words.normal_ticket()? }),
        "trail" => Action::Token(Token::Trail),
        "block" => Action::Token(Token::Block { at: words.station()? }),
        "end" => Action::EndTurn,
        _ => {
            let word = words.next("the side")?;
            let side = [Side::Fugitive, Side::Hunters].into_iter().find(|side| side.name() == word);
            Action::Concede {
                side: side.ok_or_else(|| format!("'{word}' is no side: write fugitive or hunters"))?,
            }
        }
    })
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        parse_action(text)
            .map_err(|reason| ActionError { text: text.chars().take(80).collect(), reason })
    }
}

impl FromStr for Draw {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Draw, ActionError> {
        let mut words = Words { words: text.split_whitespace().peekable() };
        let draw = if words.skip("ticket") {
            words.station().map(|at| Draw::Ticket { at })
        } else if words.skip("tile") {
            words.station().map(|first| Draw::Tile { first })
        } else {
            Err("write 'ticket N' or 'tile N'".into())
        };
        draw.and_then(|draw| words.finish(draw))
            .map_err(|reason| ActionError { text: text.chars().take(80).collect(), reason })
    }
}
