//! What a side may decide, what chance may bring, and how both are written.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Hunter, Mark, Side, Station, Ticket, Transport};

/// One decision of one side. A fugitive's move carries all that he decides with it, so that what
/// he declines leaves no trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A detective takes a start station (beginner, compact).
    Place {
        /// Who.
        hunter: Hunter,
        /// Where.
        at: Station,
    },
    /// The fugitive chooses one station of his start tile (Holmes).
    Start {
        /// Where.
        at: Station,
    },
    /// The fugitive moves along a line.
    Move(Move),
    /// The fugitive calls the balloon (Holmes).
    Balloon {
        /// Whether this is the first move of a double.
        #[serde(default, skip_serializing_if = "is_false")]
        double: bool,
    },
    /// The balloon comes down (Holmes).
    Land(Landing),
    /// After showing himself of his own will, the fugitive takes a ticket of a detective.
    Take {
        /// From whom.
        from: Hunter,
        /// Which.
        ticket: Ticket,
    },
    /// A hunter moves along a line.
    Hunt {
        /// Who.
        hunter: Hunter,
        /// The ticket that is paid, if one is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ticket: Option<Ticket>,
        /// Where to.
        to: Station,
    },
    /// A detective spends a character token (Holmes).
    Token(Token),
    /// The hunters call the end of their turn (Holmes).
    EndTurn,
    /// A side gives the game up. Always possible and never listed; in compact the hunters may do
    /// so in their turn only.
    Concede {
        /// Who gives up.
        side: Side,
    },
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A fugitive's move along a line, with everything that he decides together with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The ticket on the log; none where none is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<Ticket>,
    /// Where to.
    pub to: Station,
    /// Whether this is the first move of a double.
    #[serde(default, skip_serializing_if = "is_false")]
    pub double: bool,
    /// Whether he commits a crime there (Holmes).
    #[serde(default, skip_serializing_if = "is_false")]
    pub crime: bool,
    /// What he uses a hide-out for (Holmes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<Ability>,
    /// Whether he shows himself of his own will (classic).
    #[serde(default, skip_serializing_if = "is_false")]
    pub show: bool,
}

impl Move {
    /// A plain move: nothing decided but ticket and target.
    pub const fn plain(ticket: Option<Ticket>, to: Station) -> Move {
        Move { ticket, to, double: false, crime: false, ability: None, show: false }
    }
}

/// The landing of a balloon, with everything that is decided together with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Which of the tile's stations.
    pub at: Station,
    /// Whether he commits a crime there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub crime: bool,
    /// What he uses a hide-out for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<Ability>,
}

/// What a hide-out is good for on arrival (rule 6.4.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// To stay hidden on a reveal slot.
    LieLow,
    /// To take a black ticket from the reserve.
    TakeBlack,
    /// To take a double ticket from the reserve.
    TakeDouble,
}

impl Ability {
    const fn suffix(self) -> &'static str {
        match self {
            Ability::LieLow => "low",
            Ability::TakeBlack => "+black",
            Ability::TakeDouble => "+double",
        }
    }
}

/// The use of a character token (rule 6.4.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "token", rename_all = "snake_case", deny_unknown_fields)]
pub enum Token {
    /// Sherlock Holmes asks for the quarter.
    Quarter,
    /// Dr Watson asks for a symbol: park, monument or river.
    Symbol {
        /// Which.
        symbol: Mark,
    },
    /// Irene Adler bans a ticket: bus or underground.
    Ban {
        /// Which.
        ticket: Ticket,
    },
    /// Mycroft Holmes asks for the station two moves ago.
    Trail,
    /// Inspector Lestrade blocks a station.
    Block {
        /// Which.
        at: Station,
    },
}

/// What chance brings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Draw {
    /// The ticket that names the fugitive's start (compact).
    Ticket {
        /// The number on it.
        at: Station,
    },
    /// A tile of the balloon pile (Holmes), named by its first station.
    Tile {
        /// The first station on it.
        first: Station,
    },
}

/// A step of a game: a decision or a draw. What a game is made of, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// A side decided.
    Action(Action),
    /// Chance decided.
    Draw(Draw),
}

impl From<Action> for Play {
    fn from(action: Action) -> Play {
        Play::Action(action)
    }
}

impl From<Draw> for Play {
    fn from(draw: Draw) -> Play {
        Play::Draw(draw)
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
        if self.double {
            f.write_str("double ")?;
        }
        if let Some(ticket) = self.ticket {
            write!(f, "{ticket} ")?;
        }
        write!(f, "{}", self.to)?;
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

impl Transport {
    /// The ticket that pays for it, if not only a black one does.
    pub const fn ticket(self) -> Option<Ticket> {
        match self {
            Transport::Taxi => Some(Ticket::Taxi),
            Transport::Bus => Some(Ticket::Bus),
            Transport::Underground => Some(Ticket::Underground),
            Transport::Ferry => None,
        }
    }
}
