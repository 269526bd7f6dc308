//! A game as readable text, and as JSON. The format is described in `docs/records.md`.

mod chain;
mod export;
mod item;
mod json;
mod proof;
mod replay;
mod rules;
mod text;
mod variation;
mod version;

use std::fmt;

use crate::{Game, Hunter, Outcome, Rules, Station};

pub use chain::{Chain, ChainLink, Earlier, LinkKind, PublicKey, Signature, Step, signed_text};
pub use item::{Item, VeiledMove};
pub use proof::{Proof, SALT_BYTES};
pub use replay::Replay;
pub use variation::Variation;
pub use version::RecordVersion;

/// The tag that begins a record, and bears its version.
const VERSION_TAG: &str = "Fogbound";

/// A game written down: tags, what was dealt, and every decision and draw. It is whole, or it is
/// the public part of a game that is not over.
///
/// ```
/// use std::sync::Arc;
/// use fogbound_rules::{Game, Record, Rules, Setup};
/// let rules = Arc::new(Rules::builtin("classic", &[], 3).unwrap());
/// let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).unwrap();
/// let record = Record::of(&game).unwrap(); // not over: the public part
/// assert!(record.to_string().contains("x ?"));
/// assert_eq!(Record::parse(&record.to_string()).unwrap(), record);
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    tags: Vec<(String, String)>,
    deal: Deal,
    items: Vec<RecordedItem>,
    proofs: Proofs,
    variations: Vec<Variation>,
}

/// What a record has to show that it was not changed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Proofs {
    /// Nothing, and it claims nothing.
    None,
    /// Seals of the fugitive's moves, as servers published them up to version 3.
    Seals(Vec<Proof>),
    /// A link for every step.
    Chain(Box<Chain>),
}

/// What was dealt before the first decision.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deal {
    /// The start stations of the hunters that were dealt one.
    pub hunters: Vec<(Hunter, Station)>,
    /// The fugitive's start station.
    pub fugitive: Dealt<Station>,
    /// The first station of the fugitive's start tile (Holmes).
    pub tile: Dealt<Station>,
    /// The fugitive's crime tiles (Holmes).
    pub crimes: Dealt<Vec<Station>>,
}

/// Something that may have been dealt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Dealt<T> {
    /// Nothing was dealt.
    #[default]
    Nothing,
    /// It was dealt, and is secret.
    Secret,
    /// This was dealt.
    Open(T),
}

impl<T> Dealt<T> {
    fn open(self) -> Option<T> {
        match self {
            Dealt::Open(value) => Some(value),
            Dealt::Nothing | Dealt::Secret => None,
        }
    }
}

/// One item of a record, with the round that it belongs to and where it stands in the file.
#[derive(Clone, Debug)]
struct RecordedItem {
    place: Place,
    round: u8,
    item: Item,
}

/// Where something stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A line of text, counted from 1.
    Line(usize),
    /// A play of a round in JSON, both counted from 1.
    Play(u8, usize),
    /// The beginning, or nowhere: the record was not read from a file.
    Nowhere,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}"),
            Place::Play(round, play) => write!(f, "round {round}, play {play}"),
            Place::Nowhere => f.write_str("record"),
        }
    }
}

/// Why a record cannot be used: where, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct RecordError {
    place: Place,
    reason: String,
}

impl RecordError {
    fn new(place: Place, reason: impl Into<String>) -> RecordError {
        RecordError { place, reason: reason.into() }
    }

    /// The line of the file, if the error belongs to one.
    pub fn line(&self) -> Option<usize> {
        match self.place {
            Place::Line(line) => Some(line),
            _ => None,
        }
    }

    /// The reason alone.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let items = |record: &Record| -> Vec<(u8, Item)> {
            record.items.iter().map(|item| (item.round, item.item)).collect()
        };
        self.tags == other.tags
            && self.deal == other.deal
            && items(self) == items(other)
            && self.proofs == other.proofs
            && self.variations == other.variations
    }
}

impl Record {
    /// The version of the format that it is written in. Up to version 2 that was the oldest one that
    /// could hold it, and so it stays with records of that time.
    pub fn version(&self) -> RecordVersion {
        let named = self.tag(VERSION_TAG).and_then(|text| text.parse().ok());
        match named.and_then(RecordVersion::new) {
            Some(version) if version.names_all_options() => version,
            _ if self.proofs == Proofs::None => RecordVersion::First,
            _ => RecordVersion::Proofs,
        }
    }

    /// All tags, in the order of the file; the first is the version of the format.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; one that is there keeps its place. Names of tags are made of letters, digits, `-`
    /// and `_`; what a value may not hold is left out of it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        debug_assert!(text::check_tag_name(name).is_ok(), "{name}");
        let value: String = value.chars().filter(|c| !c.is_control()).take(250).collect();
        let value = value.as_str();
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }

    /// What was dealt.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Every item with its round.
    pub fn items(&self) -> impl Iterator<Item = (u8, &Item)> {
        self.items.iter().map(|step| (step.round, &step.item))
    }

    /// Whether anything in it is veiled, so that it shows the hunters' side only.
    pub fn is_public(&self) -> bool {
        let veiled = |step: &RecordedItem| matches!(step.item, Item::Veiled(_) | Item::VeiledStart);
        self.deal.fugitive == Dealt::Secret
            || self.deal.tile == Dealt::Secret
            || self.deal.crimes == Dealt::Secret
            || self.items.iter().any(veiled)
    }
}

impl Record {
    /// How a game stands, as the tag `Result` tells it.
    pub fn result(game: &Game) -> String {
        let rules = game.rules();
        result_text(rules, game.outcome(), game.position().score(rules))
    }
}

/// The text of the tag `Result`.
pub(crate) fn result_text(rules: &Rules, outcome: Option<Outcome>, score: Option<i16>) -> String {
    match (outcome, score) {
        (None, _) => "*".into(),
        (Some(outcome), Some(score)) if rules.is_scored() => format!("{score} points: {outcome}"),
        (Some(outcome), _) => format!("{}: {outcome}", outcome.winner()),
    }
}
