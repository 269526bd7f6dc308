//! Seats, who sits on them, and the people at a table.

use std::fmt;
use std::str::FromStr;

use fogbound_rules::{Digest, Hunter, Rules, Side};
use serde::{Deserialize, Serialize};

use crate::entry::Version;
use crate::id::{Person, SeatKey};
use crate::{Bucket, Moment, limits};

/// A seat: the fugitive's, or that of a detective. Bobbies have none; whoever hunts moves them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Seat(u8);

impl Seat {
    /// The most seats that a game has.
    pub const MOST: usize = Hunter::MOST_DETECTIVES + 1;

    /// The seat of the fugitive.
    pub const FUGITIVE: Seat = Seat(0);

    /// The seat of the n-th detective, counted from 1.
    pub fn detective(n: usize) -> Option<Seat> {
        Hunter::detective(n).map(|_| Seat(n as u8))
    }

    /// All seats of a game.
    pub fn all(rules: &Rules) -> impl Iterator<Item = Seat> + Clone + use<> {
        (0..=rules.detectives() as u8).map(Seat)
    }

    /// Which side it plays.
    pub fn side(self) -> Side {
        if self.0 == 0 { Side::Fugitive } else { Side::Hunters }
    }

    /// The detective that belongs to it.
    pub fn hunter(self) -> Option<Hunter> {
        Hunter::detective(usize::from(self.0))
    }

    /// Its place in a list of seats: the fugitive's comes first.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hunter() {
            None => f.write_str("fugitive"),
            Some(hunter) => hunter.fmt(f),
        }
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        if text == "fugitive" {
            return Ok(Seat::FUGITIVE);
        }
        let hunter: Hunter = text.parse().map_err(|_| wrong_seat())?;
        if hunter.is_bobby() { Err(wrong_seat()) } else { Ok(Seat(hunter.number() as u8)) }
    }
}

fn wrong_seat() -> String {
    "a seat is 'fugitive' or a detective, 'd1' to 'd5'".into()
}

impl TryFrom<String> for Seat {
    type Error = String;

    fn try_from(text: String) -> Result<Seat, String> {
        text.parse()
    }
}

impl From<Seat> for String {
    fn from(seat: Seat) -> String {
        seat.to_string()
    }
}

/// How well a bot plays: 1 (kind) to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct Level(u8);

impl Level {
    /// Of a bot that plays where a person is no more, or whose time is over.
    pub(crate) const REPLACING: Level = Level(4);

    /// A level from 1 to 8.
    pub fn new(level: u8) -> Option<Level> {
        (1..=8).contains(&level).then_some(Level(level))
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = &'static str;

    fn try_from(level: u8) -> Result<Level, &'static str> {
        Level::new(level).ok_or("a level is 1 to 8")
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

/// A person at a table, counted from 1 in the order of arrival. It stands for the person in all
/// that others see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GuestNumber(pub u16);

/// Who is on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Occupant {
    /// Nobody.
    Open,
    /// A person.
    Guest {
        /// Who.
        guest: GuestNumber,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
    /// A person for whom a bot plays at the moment.
    StandIn {
        /// Who.
        guest: GuestNumber,
        /// How well the bot plays.
        level: Level,
    },
}

impl Occupant {
    /// The person to whom the seat belongs.
    pub fn guest(self) -> Option<GuestNumber> {
        match self {
            Occupant::Guest { guest } | Occupant::StandIn { guest, .. } => Some(guest),
            Occupant::Open | Occupant::Bot { .. } => None,
        }
    }

    /// The bot that plays.
    pub fn level(self) -> Option<Level> {
        match self {
            Occupant::Bot { level } | Occupant::StandIn { level, .. } => Some(level),
            Occupant::Open | Occupant::Guest { .. } => None,
        }
    }
}

/// A person as a table keeps it. No `Debug`: it holds a secret.
#[derive(Clone)]
pub(crate) struct Guest {
    /// Where the person plays from; the first is that of the first command.
    pub(crate) devices: Vec<Device>,
    /// The secret of the link by which another device of the person comes in. It fits once.
    pub(crate) key: SeatKey,
    pub(crate) name: String,
    pub(crate) muted: bool,
    pub(crate) banned: bool,
    pub(crate) ready: bool,
    /// What the person has promised to add to the shuffle of the next game.
    pub(crate) commitment: Option<Digest>,
    /// The version since which the person hunts; talk of the team before it was not meant for them.
    pub(crate) hunts_since: Option<Version>,
    /// When the person spoke last.
    pub(crate) spoke: Option<Moment>,
    /// What the person may still show and mark, say, and do besides moves.
    pub(crate) gestures: Bucket,
    pub(crate) talk: Bucket,
    pub(crate) commands: Bucket,
}

/// A browser of a person, by the secret in it.
#[derive(Clone)]
pub(crate) struct Device {
    /// Its number among those that the person ever had.
    pub(crate) number: u8,
    pub(crate) person: Person,
    pub(crate) since: Moment,
}

impl Guest {
    /// Somebody who does something for the first time.
    pub(crate) fn new(person: Person, key: SeatKey, name: String, at: Moment) -> Guest {
        Guest {
            devices: vec![Device { number: 1, person, since: at }],
            key,
            name,
            muted: false,
            banned: false,
            ready: false,
            commitment: None,
            hunts_since: None,
            spoke: None,
            gestures: Bucket::full(limits::GESTURES, at),
            talk: Bucket::full(limits::TALK, at),
            commands: Bucket::full(limits::COMMANDS, at),
        }
    }

    /// Whether this is one of the person's devices.
    pub(crate) fn is(&self, person: Person) -> bool {
        self.devices.iter().any(|device| device.person == person)
    }

    /// One device more.
    pub(crate) fn add_device(&mut self, person: Person, since: Moment) {
        let number = self.devices.iter().map(|device| device.number).max().unwrap_or(0).wrapping_add(1);
        self.devices.push(Device { number, person, since });
    }
}
