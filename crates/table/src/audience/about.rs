//! What follows from the settings of a table: all of the rules that a client has to know.

use fogbound_rules::edition::{Order, Theme, Words};
use fogbound_rules::{Character, Hunter, Rules, Stock, TokenKind, Transport};
use serde::Serialize;

/// What follows from the settings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct About {
    /// The name of the edition.
    pub title: String,
    /// What is special about it, in a sentence.
    pub summary: String,
    /// The fugitive's name.
    pub fugitive: String,
    /// The words for the tickets.
    pub theme: Theme,
    /// The printed game whose words the edition uses.
    pub words: Words,
    /// The board.
    pub board: String,
    /// The transports that nobody may use.
    pub closed: Vec<Transport>,
    /// The slots of the travel log.
    pub slots: u8,
    /// Those on which he shows himself.
    pub reveals: Vec<u8>,
    /// Those on which he hides, in an open log.
    pub hidden: Vec<u8>,
    /// The last round, if one is.
    pub rounds: Option<u8>,
    /// The hunters: detectives in the order of the seats, then bobbies.
    pub hunters: Vec<HunterAbout>,
    /// How many bobbies hunt.
    pub bobbies: u8,
    /// Whether the detectives move in the order of the seats.
    pub in_order: bool,
    /// Whether the detectives share their tickets.
    pub pooled: bool,
    /// Whether that is a proposal which nobody has answered yet (6.2.8).
    pub pool_proposed: bool,
    /// What the normal tickets are that lie beside the board.
    pub stock: Stock,
    /// Whether there are double tickets.
    pub doubles: bool,
    /// How many crimes he must commit; 0 where there are none.
    pub crimes: u8,
    /// Whether points count in place of winning.
    pub scored: bool,
    /// Whether his moves are seen unless they are hidden.
    pub open_log: bool,
    /// The options that are not as the edition has them; all of them are in the settings.
    pub changed: Vec<ChangedOption>,
}

/// What stays the same of a hunter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HunterAbout {
    /// Which.
    pub hunter: Hunter,
    /// Its place in the list of purses; none if it pays nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub purse: Option<u8>,
    /// Who it is (Holmes).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub character: Option<Character>,
    /// What its tokens do (Holmes).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub token: Option<TokenKind>,
}

/// An option that is not as the edition has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangedOption {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
}

impl About {
    /// What follows from these rules.
    pub fn of(rules: &Rules) -> About {
        let edition = rules.edition();
        let hunters = rules.hunters().map(|hunter| HunterAbout {
            hunter,
            purse: rules.purse_of(hunter).map(|purse| purse as u8),
            character: rules.character(hunter),
            token: rules.character(hunter).map(Character::token),
        });
        let changed = rules.options().iter();
        let changed = changed
            .map(|(key, value)| ChangedOption { key: key.name().into(), value: value.to_string() });
        About {
            title: edition.title.clone(),
            summary: edition.summary.clone(),
            fugitive: edition.fugitive.name.clone(),
            theme: edition.theme,
            words: edition.words,
            board: rules.board().id().into(),
            closed: rules.closed().to_vec(),
            slots: rules.slots(),
            reveals: (1..=rules.slots()).filter(|&slot| rules.is_reveal(slot)).collect(),
            hidden: (1..=rules.slots()).filter(|&slot| rules.is_hidden(slot)).collect(),
            rounds: rules.rounds(),
            hunters: hunters.collect(),
            bobbies: rules.bobbies() as u8,
            in_order: edition.pieces.order == Order::Seats,
            pooled: rules.is_pooled(),
            pool_proposed: false,
            stock: rules.stock(),
            doubles: rules.has_doubles(),
            crimes: rules.crimes() as u8,
            scored: rules.is_scored(),
            open_log: rules.is_open_log(),
            changed: changed.collect(),
        }
    }
}
