//! The pieces of the hunters, the two sides, and the characters of the Holmes edition.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Side {
    /// The one who hides.
    Fugitive,
    /// Detectives and bobbies.
    Hunters,
}

impl Side {
    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::Fugitive => Side::Hunters,
            Side::Hunters => Side::Fugitive,
        }
    }

    /// The word for it in records and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Fugitive => "fugitive",
            Side::Hunters => "hunters",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece of the hunters' side: detective `d1` to `d5`, or bobby `b1` to `b3`.
///
/// ```
/// use fogbound_rules::Hunter;
/// assert_eq!("b2".parse::<Hunter>().unwrap(), Hunter::bobby(2).unwrap());
/// assert_eq!(Hunter::detective(1).unwrap().to_string(), "d1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Hunter(u8);

impl Hunter {
    /// The most detectives that a game can have.
    pub const MOST_DETECTIVES: usize = 5;
    /// The most bobbies that a game can have.
    pub const MOST_BOBBIES: usize = 3;
    pub(crate) const PLACES: usize = Hunter::MOST_DETECTIVES + Hunter::MOST_BOBBIES;

    /// The n-th detective, counted from 1.
    pub const fn detective(n: usize) -> Option<Hunter> {
        if n >= 1 && n <= Hunter::MOST_DETECTIVES { Some(Hunter(n as u8 - 1)) } else { None }
    }

    /// The n-th bobby, counted from 1.
    pub const fn bobby(n: usize) -> Option<Hunter> {
        if n >= 1 && n <= Hunter::MOST_BOBBIES {
            Some(Hunter((Hunter::MOST_DETECTIVES + n - 1) as u8))
        } else {
            None
        }
    }

    /// Whether it is a bobby.
    pub const fn is_bobby(self) -> bool {
        self.0 as usize >= Hunter::MOST_DETECTIVES
    }

    /// Its number among its kind, counted from 1.
    pub const fn number(self) -> usize {
        if self.is_bobby() { self.0 as usize - Hunter::MOST_DETECTIVES + 1 } else { self.0 as usize + 1 }
    }

    /// Its place in tables: detectives from 0, bobbies behind them.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn at_place(place: usize) -> Hunter {
        debug_assert!(place < Hunter::PLACES);
        Hunter(place as u8)
    }

    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl fmt::Display for Hunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_bobby() { 'b' } else { 'd' }, self.number())
    }
}

impl fmt::Debug for Hunter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hunter {
    type Err = String;

    fn from_str(text: &str) -> Result<Hunter, String> {
        let wrong =
            || format!("'{text}' is no piece: write d1 to d5 for detectives, b1 to b3 for bobbies");
        let number = text.get(1..).and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
        match text.as_bytes()[0] {
            b'd' => Hunter::detective(number),
            b'b' => Hunter::bobby(number),
            _ => None,
        }
        .ok_or_else(wrong)
    }
}

impl TryFrom<String> for Hunter {
    type Error = String;

    fn try_from(text: String) -> Result<Hunter, String> {
        text.parse()
    }
}

impl From<Hunter> for String {
    fn from(hunter: Hunter) -> String {
        hunter.to_string()
    }
}

/// A detective with an ability (rule 6.4.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Character {
    /// Asks for the quarter.
    Holmes,
    /// Asks for a symbol.
    Watson,
    /// Bans a ticket.
    Irene,
    /// Asks for an earlier station.
    Mycroft,
    /// Places a roadblock.
    Lestrade,
}

impl Character {
    /// In the order of the rules.
    pub const ALL: [Character; 5] = [
        Character::Holmes,
        Character::Watson,
        Character::Irene,
        Character::Mycroft,
        Character::Lestrade,
    ];

    /// The word for it in options.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Holmes => "holmes",
            Character::Watson => "watson",
            Character::Irene => "irene",
            Character::Mycroft => "mycroft",
            Character::Lestrade => "lestrade",
        }
    }

    /// The character of that name.
    pub fn named(name: &str) -> Option<Character> {
        Character::ALL.into_iter().find(|character| character.name() == name)
    }
}
