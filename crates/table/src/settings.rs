//! What is agreed when a table is made.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Library, Rules};
use serde::{Deserialize, Serialize};

use crate::limits;
use crate::refusal::{Code, Refusal};

/// What is agreed for a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// The edition, by its id.
    pub edition: String,
    /// What differs from the edition's defaults, each `KEY=VALUE`.
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
        rules.map(Arc::new).map_err(|errors| wrong(errors.to_string()))
    }
}
