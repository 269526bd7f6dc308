//! What is agreed when a table is made.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::edition::{OptionKey, Options};
use fogbound_rules::{Edition, Library, RecordVersion, Rules};
use serde::{Deserialize, Serialize};

use crate::entry::EntryVersion;
use crate::limits;
use crate::refusal::{Code, Refusal};

/// What is agreed for a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// The edition, by its id.
    pub edition: String,
    /// The options, each `KEY=VALUE`. A table completes those that are not given: with the edition's
    /// default, but for a pool, which it proposes or not until somebody decides (6.2.8).
    #[serde(default)]
    pub options: Vec<String>,
    /// How many detectives hunt.
    pub detectives: u8,
    /// How long people may think.
    #[serde(default)]
    pub clock: Clock,
    /// Who finds the table.
    #[serde(default)]
    pub visibility: Visibility,
    /// What help is allowed.
    #[serde(default)]
    pub assist: Assist,
    /// Whether people may take hints although others play. Who plays against bots alone may anyway.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub hints: bool,
}

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

/// How long people may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So long for each decision.
    Move {
        /// Seconds, 5 to 14 days.
        seconds: u32,
        /// What happens when they are over.
        expiry: Expiry,
    },
    /// So long for all decisions of a side's turn.
    Turn {
        /// Seconds, 5 to 14 days.
        seconds: u32,
        /// What happens when they are over.
        expiry: Expiry,
    },
}

impl Clock {
    /// How long it runs, and what happens then.
    pub fn span(self) -> Option<(Duration, Expiry)> {
        match self {
            Clock::None => None,
            Clock::Move { seconds, expiry } | Clock::Turn { seconds, expiry } => {
                Some((Duration::from_secs(seconds.into()), expiry))
            }
        }
    }
}

/// Who decides when the time is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Expiry {
    /// A bot.
    Bot,
    /// Chance, among what is legal.
    Random,
}

/// Who finds a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Visibility {
    /// Whoever has the link.
    #[default]
    Link,
    /// Everybody: it is listed.
    Public,
}

/// What help is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Assist {
    /// None.
    #[default]
    Off,
    /// The stations where he can be.
    Set,
    /// The same with how likely each is.
    Weighted,
}

impl Settings {
    /// The rules that they stand for, if they make sense.
    pub fn rules(&self, library: &Library) -> Result<Arc<Rules>, Refusal> {
        let wrong = |reason: String| Refusal::new(Code::BadSettings, reason);
        let too_long = |text: &String| text.len() > limits::OPTION;
        if self.options.len() > limits::OPTIONS || self.options.iter().any(too_long) {
            return Err(wrong("there are too many options, or one is too long".into()));
        }
        if let Some((span, _)) = self.clock.span()
            && !(limits::CLOCK.0..=limits::CLOCK.1).contains(&span)
        {
            return Err(wrong("a clock has 5 seconds to 14 days".into()));
        }
        if library.edition(&self.edition).is_none() {
            let known: Vec<_> = library.editions().map(|edition| edition.id.as_str()).collect();
            let reason = format!("there is no such edition; there are {}", known.join(", "));
            return Err(wrong(reason));
        }
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let rules = library.rules(&self.edition, &options, usize::from(self.detectives));
        rules.map_err(|errors| wrong(errors.to_string()))
    }

    /// The same with every option named, as it is kept; a pool is left open if it is.
    pub(crate) fn completed(&self, library: &Library) -> Result<Settings, Refusal> {
        let rules = self.rules(library)?;
        let options = match self.leaves_pool_open(library) || !rules.offers_pool() {
            true => rules.all_options().without(OptionKey::Pooled),
            false => rules.all_options(),
        };
        Ok(Settings { options: written(&options), ..self.clone() })
    }

    /// The settings of an entry. Those of the first version left out what was the custom at the time.
    pub(crate) fn as_kept(&self, version: EntryVersion, library: &Library) -> Option<Settings> {
        if version > EntryVersion::First {
            return Some(self.clone());
        }
        let edition = library.edition(&self.edition)?;
        let named = self.named(&edition)?;
        let options = RecordVersion::Proofs.defaults(&edition).with(named);
        Some(Settings { options: written(&options), ..self.clone() })
    }

    /// Whether nobody has decided about a pool, which the edition offers so many detectives.
    pub(crate) fn leaves_pool_open(&self, library: &Library) -> bool {
        let Some(edition) = library.edition(&self.edition) else { return false };
        let unnamed = |named: Options| named.get(OptionKey::Pooled).is_none();
        edition.offers_pool(self.detectives) && self.named(&edition).is_some_and(unnamed)
    }

    /// The same with a pool.
    pub(crate) fn with_pool(&self) -> Settings {
        let mut settings = self.clone();
        settings.options.push(format!("{}=true", OptionKey::Pooled.name()));
        settings
    }

    fn named(&self, edition: &Edition) -> Option<Options> {
        let texts = self.options.iter().map(String::as_str);
        Options::read(&edition.options, &edition.id, texts).ok()
    }
}

fn written(options: &Options) -> Vec<String> {
    options.iter().map(|(key, value)| format!("{}={value}", key.name())).collect()
}
