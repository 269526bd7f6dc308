//! What happens in a game, born with its public face and its secret together.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    Action, Answer, Draw, Hunter, Leg, Moved, Outcome, Play, Position, Rules, SecretSetup, Side, State,
    Station, Ticket, Token,
};

/// What happened, as hunters and spectators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PublicEvent {
    /// The game was set up.
    SetUp {
        /// What everybody knows at its beginning.
        state: State,
    },
    /// A detective took a start station.
    Placed {
        /// Who.
        hunter: Hunter,
        /// Where.
        at: Station,
    },
    /// The fugitive has his start station.
    Started {
        /// Where, if that is to be seen.
        at: Option<Station>,
    },
    /// The fugitive moved, or landed with the balloon.
    Moved(Moved),
    /// The fugitive called the balloon.
    Ballooned {
        /// Which part of his turn it is.
        leg: Leg,
    },
    /// A balloon tile was turned.
    TileTurned {
        /// Its first station.
        first: Station,
        /// Its second station.
        second: Station,
    },
    /// A covered slot of an open log was opened.
    Opened {
        /// Which.
        slot: u8,
        /// Where he was.
        at: Station,
    },
    /// The fugitive took a ticket of a detective.
    Taken {
        /// From whom.
        from: Hunter,
        /// Which.
        ticket: Ticket,
    },
    /// A hunter moved.
    Hunted {
        /// Who.
        hunter: Hunter,
        /// The ticket that was paid, if one was.
        ticket: Option<Ticket>,
        /// Where to.
        to: Station,
        /// Whether that captured the fugitive.
        captured: bool,
    },
    /// A detective spent a token.
    Asked {
        /// What for.
        token: Token,
        /// What the fugitive answered.
        answer: Answer,
    },
    /// The hunters called the end of their turn.
    TurnEnded,
    /// A side gave up.
    Conceded {
        /// Which.
        side: Side,
    },
    /// The game is over and everything is open (rule 9.11).
    Ended(Ending),
}

/// The end of a game, with all that was secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ending {
    /// How it ended.
    pub outcome: Outcome,
    /// The fugitive's points, in editions that count them.
    pub score: Option<i16>,
    /// Where he started; none if he had no start station yet.
    pub start: Option<Station>,
    /// The station of each slot.
    pub route: Vec<Station>,
    /// His start tile (Holmes).
    pub tile: Option<(Station, Station)>,
    /// His crime tiles, and whether each was played (Holmes).
    pub crimes: Vec<(Station, bool)>,
}

/// What only the fugitive's side sees of an event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PrivateEvent {
    /// What he drew.
    Dealt {
        /// His start station, if he has it already.
        at: Option<Station>,
        /// Where he was one and two moves ago, if the game was set up in its middle.
        before: [Option<Station>; 2],
        /// His start tile (Holmes).
        tile: Option<(Station, Station)>,
        /// His crime tiles (Holmes).
        crimes: Vec<(Station, bool)>,
    },
    /// Where he is now.
    At(Station),
}

impl PrivateEvent {
    /// Where he is after it, if it tells.
    pub const fn station(&self) -> Option<Station> {
        match self {
            PrivateEvent::Dealt { at, .. } => *at,
            PrivateEvent::At(at) => Some(*at),
        }
    }
}

/// What happened, as the fugitive's side sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FugitiveEvent {
    /// What everybody sees of it.
    #[serde(flatten)]
    pub public: PublicEvent,
    /// What only this side sees of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub private: Option<PrivateEvent>,
}

/// What happened. It has no serial form of its own: what leaves the process is the part that an
/// audience may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    public: PublicEvent,
    private: Option<PrivateEvent>,
}

impl Event {
    fn open(public: PublicEvent) -> Event {
        Event { public, private: None }
    }

    fn secret(public: PublicEvent, private: PrivateEvent) -> Event {
        Event { public, private: Some(private) }
    }

    /// What hunters and spectators see of it.
    pub fn for_hunters(&self) -> &PublicEvent {
        &self.public
    }

    /// What the fugitive's side sees of it.
    pub fn for_fugitive(&self) -> FugitiveEvent {
        FugitiveEvent { public: self.public.clone(), private: self.private.clone() }
    }

    /// The event that begins a game.
    pub(crate) fn set_up(rules: &Rules, position: &Position) -> Event {
        let setup = position.setup(rules);
        let SecretSetup { at, before, tile, crimes } = setup.secret;
        let private = PrivateEvent::Dealt { at, before, tile, crimes };
        Event::secret(PublicEvent::SetUp { state: setup.state }, private)
    }

    /// The event of a step, seen from the position before it.
    pub(crate) fn of_play(rules: &Rules, before: &Position, play: Play) -> Event {
        match play {
            Play::Action(action) => Event::of_action(rules, before, action),
            Play::Draw(Draw::Ticket { at }) => {
                Event::secret(PublicEvent::Started { at: Some(at) }, PrivateEvent::At(at))
            }
            Play::Draw(Draw::Tile { first }) => {
                let tiles = &rules.board().cards().tiles;
                let second = tiles.iter().find(|tile| tile.0 == first).map_or(first, |tile| tile.1);
                Event::open(PublicEvent::TileTurned { first, second })
            }
        }
    }

    fn of_action(rules: &Rules, before: &Position, action: Action) -> Event {
        match action {
            Action::Place { hunter, at } => Event::open(PublicEvent::Placed { hunter, at }),
            Action::Start { at } => {
                Event::secret(PublicEvent::Started { at: None }, PrivateEvent::At(at))
            }
            Action::Move(m) => {
                Event::secret(PublicEvent::Moved(before.sight(rules, m)), PrivateEvent::At(m.to))
            }
            Action::Balloon { double } => {
                Event::open(PublicEvent::Ballooned { leg: before.public.next_leg(double) })
            }
            Action::Land(landing) => Event::secret(
                PublicEvent::Moved(before.sight_of_landing(landing)),
                PrivateEvent::At(landing.at),
            ),
            Action::Take { from, ticket } => Event::open(PublicEvent::Taken { from, ticket }),
            Action::Hunt { hunter, ticket, to } => {
                let captured = before.fugitive() == Some(to);
                Event::open(PublicEvent::Hunted { hunter, ticket, to, captured })
            }
            Action::Token(token) => {
                Event::open(PublicEvent::Asked { token, answer: before.answer(rules, token) })
            }
            Action::EndTurn => Event::open(PublicEvent::TurnEnded),
            Action::Concede { side } => Event::open(PublicEvent::Conceded { side }),
        }
    }

    pub(crate) fn opened(slot: u8, at: Station) -> Event {
        Event::open(PublicEvent::Opened { slot, at })
    }

    pub(crate) fn ended(ending: Ending) -> Event {
        Event::open(PublicEvent::Ended(ending))
    }
}

/// Without what it holds: what is printed may end in a log.
impl fmt::Debug for PrivateEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateEvent").finish_non_exhaustive()
    }
}
