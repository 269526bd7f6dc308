//! Why he cannot be at a station.

use std::fmt;

use fogbound_rules::{Answer, Hunter, Mark, Rules, Station, StationSet, Ticket, Token};

/// What excludes a station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exclusion {
    /// The slot that is spoken of; 0 is the start.
    pub slot: u8,
    /// The station.
    pub station: Station,
    /// The event that excluded it, by its place among the public events; none if it is the move
    /// that filled the slot, or no single event.
    pub event: Option<usize>,
    /// How.
    pub reason: Reason,
}

/// How a station is excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The board has no such station.
    NoStation,
    /// No start card names it.
    NoStart,
    /// A hunter or a roadblock was there when he moved.
    Occupied,
    /// No line for the ticket leads there from where he could be.
    NoWay {
        /// The ticket; none where none is paid.
        ticket: Option<Ticket>,
        /// Where he would have had to come from.
        from: StationSet,
    },
    /// He was seen elsewhere.
    Shown {
        /// Where.
        at: Station,
    },
    /// It became known later where he was.
    Told {
        /// Where.
        at: Station,
    },
    /// A hunter came there and did not find him.
    Entered {
        /// Who.
        hunter: Hunter,
    },
    /// It does not fit an answer.
    Answered {
        /// What was asked.
        token: Token,
        /// What was answered.
        answer: Answer,
    },
    /// He was at a hide-out.
    HideOut,
    /// He was at a crime scene.
    CrimeScene,
    /// He was at a crime scene whose tile was not played yet.
    SceneUsed,
    /// His start tile is not the one that the balloon turned up.
    Tile {
        /// The first station on it.
        first: Station,
        /// The second station on it.
        second: Station,
    },
    /// He could not have moved on from there, and the game went on.
    Stuck {
        /// The stations of which that is true.
        stations: StationSet,
    },
    /// No way on from there fits what came later.
    DeadEnd,
}

impl Reason {
    /// The word for it, for programs.
    pub const fn word(&self) -> &'static str {
        match self {
            Reason::NoStation => "no_station",
            Reason::NoStart => "no_start",
            Reason::Occupied => "occupied",
            Reason::NoWay { .. } => "no_way",
            Reason::Shown { .. } => "shown",
            Reason::Told { .. } => "told",
            Reason::Entered { .. } => "entered",
            Reason::Answered { .. } => "answered",
            Reason::HideOut => "hide_out",
            Reason::CrimeScene => "crime_scene",
            Reason::SceneUsed => "scene_used",
            Reason::Tile { .. } => "tile",
            Reason::Stuck { .. } => "stuck",
            Reason::DeadEnd => "dead_end",
        }
    }
}

/// That an event excluded stations of a layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) layer: u8,
    pub(super) event: usize,
    /// The one station that is excluded, where it is one.
    pub(super) station: Option<Station>,
    pub(super) reason: Reason,
}

impl Note {
    pub(super) fn excludes(&self, rules: &Rules, station: Station) -> bool {
        let board = rules.board();
        if let Some(excluded) = self.station {
            return excluded == station;
        }
        match self.reason {
            Reason::Shown { at } | Reason::Told { at } => at != station,
            Reason::Answered { answer: Answer::Quarter(quarter), .. } => {
                !board.quarter(quarter).contains(station)
            }
            Reason::Answered { token: Token::Symbol { symbol }, answer: Answer::Symbol(bears) } => {
                board.marked(symbol).contains(station) != bears
            }
            Reason::HideOut => !board.marked(Mark::Hideout).contains(station),
            Reason::CrimeScene => !board.marked(Mark::Crime).contains(station),
            Reason::Tile { first, second } => {
                let mut others = board.cards().tiles.iter().filter(|&&tile| tile != (first, second));
                (station == first || station == second)
                    && !others.any(|&(a, b)| a == station || b == station)
            }
            Reason::Stuck { stations } => stations.contains(station),
            _ => false,
        }
    }
}

/// A list of stations in words, a few of them.
fn some(stations: &StationSet) -> String {
    let numbers: Vec<_> = stations.iter().map(|station| station.to_string()).collect();
    match numbers.as_slice() {
        [one] => one.clone(),
        [many @ .., last] if numbers.len() <= 8 => format!("{} or {last}", many.join(", ")),
        many => format!("one of {} stations", many.len()),
    }
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exclusion { slot, station, .. } = self;
        let when = match slot {
            0 => "at the start".to_string(),
            slot => format!("in slot {slot}"),
        };
        match self.reason {
            Reason::NoStation => write!(f, "the board has no station {station}"),
            Reason::NoStart => write!(f, "no start card that he can have drawn names {station}"),
            Reason::Occupied => {
                write!(f, "{station} was closed to him {when}: a hunter or a roadblock was there")
            }
            Reason::NoWay { ticket, from } if from.is_empty() => match ticket {
                Some(ticket) => {
                    write!(f, "{when} he played {ticket}, and no such line goes to {station}")
                }
                None => write!(f, "no line that was open {when} goes to {station}"),
            },
            Reason::NoWay { ticket, from } => {
                let with = ticket.map_or(String::new(), |ticket| format!(" with the {ticket} ticket"));
                let from = some(&from);
                write!(
                    f,
                    "to be at {station} {when}{with} he must have come from {from}, where he was not"
                )
            }
            Reason::Shown { at } => write!(f, "{when} he was seen at {at}"),
            Reason::Told { at } => write!(f, "{when} he was at {at}, as became known later"),
            Reason::Entered { hunter } => {
                write!(f, "{hunter} came to {station} after slot {slot} and did not find him there")
            }
            Reason::Answered { token, answer } => {
                write!(
                    f,
                    "asked '{token}' after slot {slot} he answered '{answer}', which {station} does not fit"
                )
            }
            Reason::HideOut => write!(f, "{when} he was at a hide-out, and {station} is none"),
            Reason::CrimeScene => write!(f, "{when} he was at a crime scene, and {station} is none"),
            Reason::SceneUsed => {
                write!(f, "{when} he committed a crime, and the tile of {station} was played before")
            }
            Reason::Tile { first, second } => {
                write!(f, "the balloon turned up the tile {first}/{second}, so he did not start with it")
            }
            Reason::Stuck { .. } => {
                write!(
                    f,
                    "from {station} he could not have moved on after slot {slot}, and the game went on"
                )
            }
            Reason::DeadEnd => write!(f, "no way on from {station} {when} fits what came later"),
        }
    }
}
