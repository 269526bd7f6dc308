//! What may be agreed before a game.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::Edition;
use crate::Character;

/// The switches that the engine knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKey {
    /// Rule 6.1.8.
    VoluntaryReveal,
    /// Rule 6.2.8.
    Pooled,
    /// Rule 9.1.
    Length,
    /// Rule 9.6.
    Supply,
    /// Rule 9.4.
    StrandedWin,
    /// Rule 9.8.
    LastReply,
    /// Rule 6.5.8.
    BlackTickets,
    /// Rule 6.4.1.
    Characters,
}

impl OptionKey {
    /// Every switch.
    pub const ALL: [OptionKey; 8] = [
        OptionKey::VoluntaryReveal,
        OptionKey::Pooled,
        OptionKey::Length,
        OptionKey::Supply,
        OptionKey::StrandedWin,
        OptionKey::LastReply,
        OptionKey::BlackTickets,
        OptionKey::Characters,
    ];

    /// The word for it in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            OptionKey::VoluntaryReveal => "voluntary_reveal",
            OptionKey::Pooled => "pooled",
            OptionKey::Length => "length",
            OptionKey::Supply => "supply",
            OptionKey::StrandedWin => "stranded_win",
            OptionKey::LastReply => "last_reply",
            OptionKey::BlackTickets => "black_tickets",
            OptionKey::Characters => "characters",
        }
    }

    /// The values that it takes, in words.
    pub const fn values(self) -> &'static str {
        match self {
            OptionKey::VoluntaryReveal
            | OptionKey::Pooled
            | OptionKey::StrandedWin
            | OptionKey::LastReply => "true or false",
            OptionKey::Length => "rounds or log",
            OptionKey::Supply => "box or unlimited",
            OptionKey::BlackTickets => "a number from 0 to 20",
            OptionKey::Characters => {
                "different names of holmes, watson, irene, mycroft, lestrade, with commas"
            }
        }
    }

    /// The values from which people choose; of a number, those that make sense at a table.
    pub(super) fn choices(self) -> Vec<OptionValue> {
        let words = |words: &[&str]| words.iter().map(|&word| OptionValue::Word(word.into())).collect();
        match self {
            OptionKey::VoluntaryReveal
            | OptionKey::Pooled
            | OptionKey::StrandedWin
            | OptionKey::LastReply => [false, true].map(OptionValue::Switch).to_vec(),
            OptionKey::Length => words(&["rounds", "log"]),
            OptionKey::Supply => words(&["box", "unlimited"]),
            OptionKey::BlackTickets => (0..=4).map(OptionValue::Number).collect(),
            OptionKey::Characters => words(&Character::ALL.map(Character::name)),
        }
    }

    /// Whether it can be agreed with so many detectives: a pool of an edition without a score is for
    /// exactly two (6.2.8).
    pub(crate) fn fits(self, edition: &Edition, detectives: u8) -> bool {
        self != OptionKey::Pooled || edition.score.is_some() || detectives == 2
    }

    /// Whether a value is one that this switch takes.
    pub fn takes(self, value: &OptionValue) -> bool {
        match (self, value) {
            (OptionKey::Length, OptionValue::Word(word)) => word == "rounds" || word == "log",
            (OptionKey::Supply, OptionValue::Word(word)) => word == "box" || word == "unlimited",
            (OptionKey::BlackTickets, OptionValue::Number(number)) => *number <= 20,
            (OptionKey::Characters, OptionValue::Word(word)) => characters(word).is_some(),
            (
                OptionKey::VoluntaryReveal
                | OptionKey::Pooled
                | OptionKey::StrandedWin
                | OptionKey::LastReply,
                OptionValue::Switch(_),
            ) => true,
            _ => false,
        }
    }
}

/// The characters that a list names; none if one is unknown or named twice.
pub(crate) fn characters(list: &str) -> Option<Vec<Character>> {
    let mut found = Vec::new();
    for name in list.split(',') {
        let character = Character::named(name.trim())?;
        if found.contains(&character) {
            return None;
        }
        found.push(character);
    }
    Some(found)
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(u8),
    /// A word, or words with commas.
    Word(String),
}

impl OptionValue {
    fn parse(text: &str) -> OptionValue {
        if let Ok(switch) = text.parse() {
            OptionValue::Switch(switch)
        } else if let Ok(number) = text.parse() {
            OptionValue::Number(number)
        } else {
            OptionValue::Word(text.into())
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Switch(switch) => switch.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => f.write_str(word),
        }
    }
}

/// An option as an edition offers it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionSpec {
    /// Which switch.
    pub key: OptionKey,
    /// What holds if nothing else was agreed.
    pub default: OptionValue,
    /// The rule that it belongs to.
    pub rule: String,
    /// What it does, in a sentence.
    pub text: String,
}

/// Why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum OptionError {
    #[error("write an option as KEY=VALUE, not '{0}'")]
    NoValue(String),
    #[error("edition {edition} has no option '{key}'; it has {known}")]
    Unknown { edition: String, key: String, known: String },
    #[error("option {key} cannot be '{value}'; it takes {takes}")]
    Value { key: &'static str, value: String, takes: &'static str },
    #[error("option {0} is given twice")]
    Twice(&'static str),
}

/// Values of options, each once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<OptionKey, OptionValue>);

impl Options {
    /// Reads texts of the form `KEY=VALUE`; what is the edition's default anyway is left out.
    pub fn parse<'t>(
        specs: &[OptionSpec],
        edition: &str,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<Options, OptionError> {
        let mut options = Options::read(specs, edition, texts)?;
        options
            .0
            .retain(|key, value| specs.iter().all(|spec| spec.key != *key || spec.default != *value));
        Ok(options)
    }

    /// Reads texts of the form `KEY=VALUE`, and keeps all of them.
    pub fn read<'t>(
        specs: &[OptionSpec],
        edition: &str,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<Options, OptionError> {
        let mut options = Options::default();
        for text in texts {
            let (key, value) = text.split_once('=').ok_or_else(|| OptionError::NoValue(text.into()))?;
            let (key, value) = (key.trim(), OptionValue::parse(value.trim()));
            let Some(spec) = specs.iter().find(|spec| spec.key.name() == key) else {
                let names: Vec<_> = specs.iter().map(|spec| spec.key.name()).collect();
                let known = if names.is_empty() { "none".into() } else { names.join(", ") };
                return Err(OptionError::Unknown { edition: edition.into(), key: key.into(), known });
            };
            if !spec.key.takes(&value) {
                let (key, takes) = (spec.key.name(), spec.key.values());
                return Err(OptionError::Value { key, value: value.to_string(), takes });
            }
            if options.0.insert(spec.key, value).is_some() {
                return Err(OptionError::Twice(spec.key.name()));
            }
        }
        Ok(options)
    }

    /// These without one.
    pub fn without(mut self, key: OptionKey) -> Options {
        self.0.remove(&key);
        self
    }

    /// These, but for the keys that the others have too: there the others hold.
    pub fn with(mut self, others: Options) -> Options {
        self.0.extend(others.0);
        self
    }

    /// Those whose value is not the same in the others.
    pub(crate) fn other_than(mut self, others: &Options) -> Options {
        self.0.retain(|key, value| others.get(*key) != Some(value));
        self
    }

    /// The value of an option, if it has one here.
    pub fn get(&self, key: OptionKey) -> Option<&OptionValue> {
        self.0.get(&key)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (OptionKey, &OptionValue)> {
        self.0.iter().map(|(&key, value)| (key, value))
    }
}

impl FromIterator<(OptionKey, OptionValue)> for Options {
    fn from_iter<I: IntoIterator<Item = (OptionKey, OptionValue)>>(values: I) -> Options {
        Options(values.into_iter().collect())
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (key, value)) in self.iter().enumerate() {
            write!(f, "{}{}={value}", if index == 0 { "" } else { "; " }, key.name())?;
        }
        Ok(())
    }
}
