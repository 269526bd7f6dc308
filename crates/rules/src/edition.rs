//! An edition: the rules of one printed game, as data that one engine reads.

mod check;
mod library;
mod options;
mod summary;

use serde::{Deserialize, Serialize};

pub use check::{EditionError, EditionErrors};
pub(crate) use options::characters;
pub use options::{OptionError, OptionKey, OptionSpec, OptionValue, Options};
pub use summary::{EditionSummary, OptionSummary};

use crate::{Purse, Station, Transport};

/// An edition as it is written in a file (see `docs/editions.md`). Every value of this type that
/// [`Edition::parse`] gives has been checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// The version of this format: 1.
    pub format: u32,
    /// The name by which files and commands refer to the edition.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// When it was printed.
    #[serde(default)]
    pub published: Option<String>,
    /// What is special about it, in a sentence.
    #[serde(default)]
    pub summary: String,
    /// Another edition whose fields hold where this file does not give its own.
    #[serde(default)]
    pub based_on: Option<String>,
    /// The board that it is played on.
    pub board: String,
    /// The least and the greatest number of players.
    pub players: (u8, u8),
    /// How long a game takes, about.
    #[serde(default)]
    pub minutes: Option<u8>,
    /// The words for what runs along the lines.
    #[serde(default)]
    pub theme: Theme,
    /// The printed game whose words it uses.
    #[serde(default)]
    pub words: Words,
    /// Whether something of the board or the rules is our own reconstruction.
    #[serde(default)]
    pub reconstructed: bool,
    /// The hunters.
    pub pieces: Pieces,
    /// The fugitive.
    pub fugitive: Fugitive,
    /// The travel log.
    pub log: Log,
    /// How the start stations are found.
    pub start: Start,
    /// When the game is over.
    #[serde(default)]
    pub end: End,
    /// The rules of the Holmes variant.
    #[serde(default)]
    pub case: Option<Case>,
    /// Points in place of winning and losing.
    #[serde(default)]
    pub score: Option<Score>,
    /// What may be agreed before the game.
    #[serde(default)]
    pub options: Vec<OptionSpec>,
    /// The edition that lists these options: this one, or the one that it is based on.
    #[serde(skip)]
    options_of: String,
}

/// The words for what runs along the lines, and for the tickets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Theme {
    /// Taxi, bus and underground.
    #[default]
    London,
    /// Carriage, omnibus and metro.
    Victorian,
}

/// The printed game whose words an edition uses for what all editions have: the travel log, the ferry,
/// the black ticket. Printings in one language differ in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Words {
    /// Of 2013 and 2014.
    #[default]
    Modern,
    /// Of 1983.
    Classic,
    /// Of the Sherlock Holmes edition.
    Holmes,
    /// Of the compact one.
    Compact,
}

/// The hunters of an edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    /// The numbers of detectives that it allows.
    pub detectives: Vec<u8>,
    /// The number that is proposed; the greatest if nothing is said.
    #[serde(default)]
    pub usual: Option<u8>,
    /// How many bobbies go with each of those numbers.
    pub bobbies: Vec<u8>,
    /// The order in which hunters move.
    pub order: Order,
    /// The tickets of each detective. Without these and without a pool, detectives ride free.
    #[serde(default)]
    pub detective_tickets: Option<Purse>,
    /// One purse for all detectives.
    #[serde(default)]
    pub pool: Option<Purse>,
    /// Transports that nobody may use; a closed ferry is closed to black tickets too.
    #[serde(default)]
    pub closed: Vec<Transport>,
}

/// The order in which hunters move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// In the order of the seats.
    Seats,
    /// As they like.
    Any,
}

/// The fugitive of an edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fugitive {
    /// The name on the screen.
    pub name: String,
    /// His black tickets.
    pub black: BlackTickets,
    /// His double tickets.
    pub double: u8,
    /// Where his normal tickets come from.
    pub fares: Fares,
}

/// A number of black tickets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BlackTickets {
    /// So many.
    Count(u8),
    /// As many as there are detectives.
    PerDetective(PerDetective),
}

/// The word `detectives`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PerDetective {
    /// As many as there are detectives.
    Detectives,
}

/// Where the fugitive's normal tickets come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Fares {
    /// He pays, but has always enough.
    Unlimited,
    /// He pays from these and from what the detectives paid.
    Own {
        /// What he starts with.
        tickets: Purse,
    },
    /// He pays from a supply, into which the detectives pay.
    Supply {
        /// What the box holds; the supply is what the detectives were not dealt.
        #[serde(rename = "box")]
        stock: Purse,
    },
    /// He pays nothing, and his moves do not tell the transport.
    Free,
}

/// The travel log of an edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// How many moves it holds.
    pub slots: u8,
    /// The slots after which he shows himself.
    #[serde(default)]
    pub reveal: Vec<u8>,
    /// Whether his piece stands on the board after each move.
    #[serde(default)]
    pub open: bool,
    /// In an open log: the slots that are hidden until his next turn.
    #[serde(default)]
    pub hidden: Vec<u8>,
}

/// How the start stations are found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Start {
    /// Everybody draws from one pile.
    Pile,
    /// Hunters and fugitive draw from decks of their own.
    Cards,
    /// Hunters draw cards, the fugitive a tile of two stations.
    Tiles {
        /// Whether he may start on either; otherwise it is the first.
        #[serde(default)]
        either: bool,
    },
    /// The fugitive has a fixed start; the detectives choose in the order of the seats.
    Chosen {
        /// His station.
        fugitive: Station,
        /// Theirs: as many of the first of these as there are detectives.
        detectives: Vec<Station>,
    },
    /// The detectives choose underground stations; then the fugitive turns over a ticket.
    Placed,
}

/// When the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct End {
    /// The number of rounds; without it, the log is the only limit.
    pub rounds: Option<u8>,
    /// Whether the hunters have a turn after the move that fills the log.
    pub last_reply: bool,
}

impl Default for End {
    fn default() -> End {
        End { rounds: None, last_reply: true }
    }
}

/// The rules of the Holmes variant (6.4.1 to 6.4.10).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The character tokens of each detective, for each number of detectives.
    pub tokens: Vec<u8>,
    /// What hide-outs offer.
    pub reserve: Reserve,
    /// How many crime tiles he draws, and must play to win.
    pub crimes: u8,
}

/// The black and double tickets that hide-outs offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reserve {
    /// Black tickets.
    pub black: u8,
    /// Double tickets.
    pub double: u8,
}

/// Points in place of winning and losing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The points for each ticket paid to the fugitive.
    pub prices: Purse,
    /// The points off for each black ticket used.
    pub black: u8,
}
