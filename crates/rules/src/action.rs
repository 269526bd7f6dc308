//! What a side may decide, and what chance may bring.

mod text;

pub use text::ActionError;

use serde::{Deserialize, Serialize};

use crate::{Character, Hunter, Mark, Side, Station, Ticket, Transport};

/// One decision of one side. A fugitive's move carries all that he decides with it, so that what
/// he declines leaves no trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
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
        #[cfg_attr(feature = "typescript", ts(optional))]
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

impl Action {
    /// The side whose decision this is.
    pub const fn side(self) -> Side {
        match self {
            Action::Place { .. } | Action::Hunt { .. } | Action::Token(_) | Action::EndTurn => {
                Side::Hunters
            }
            Action::Start { .. }
            | Action::Move(_)
            | Action::Balloon { .. }
            | Action::Land(_)
            | Action::Take { .. } => Side::Fugitive,
            Action::Concede { side } => side,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A fugitive's move along a line, with everything that he decides together with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Move {
    /// The ticket on the log; none where none is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ticket: Option<Ticket>,
    /// Where to.
    pub to: Station,
    /// Whether this is the first move of a double.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub double: bool,
    /// Whether he commits a crime there (Holmes).
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub crime: bool,
    /// What he uses a hide-out for (Holmes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ability: Option<Ability>,
    /// Whether he shows himself of his own will (classic).
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Landing {
    /// Which of the tile's stations.
    pub at: Station,
    /// Whether he commits a crime there.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub crime: bool,
    /// What he uses a hide-out for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ability: Option<Ability>,
}

/// What a hide-out is good for on arrival (rule 6.4.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Ability {
    /// To stay hidden on a reveal slot.
    LieLow,
    /// To take a black ticket from the reserve.
    TakeBlack,
    /// To take a double ticket from the reserve.
    TakeDouble,
}

/// The use of a character token (rule 6.4.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "token", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// What a token does, without at whom or what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TokenKind {
    /// Asks for the quarter.
    Quarter,
    /// Asks for a symbol.
    Symbol,
    /// Bans a ticket.
    Ban,
    /// Asks for an earlier station.
    Trail,
    /// Blocks a station.
    Block,
}

impl Character {
    /// What the tokens of this character do.
    pub const fn token(self) -> TokenKind {
        match self {
            Character::Holmes => TokenKind::Quarter,
            Character::Watson => TokenKind::Symbol,
            Character::Irene => TokenKind::Ban,
            Character::Mycroft => TokenKind::Trail,
            Character::Lestrade => TokenKind::Block,
        }
    }
}

impl Token {
    /// Whose token it is.
    pub const fn character(self) -> Character {
        match self {
            Token::Quarter => Character::Holmes,
            Token::Symbol { .. } => Character::Watson,
            Token::Ban { .. } => Character::Irene,
            Token::Trail => Character::Mycroft,
            Token::Block { .. } => Character::Lestrade,
        }
    }
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
