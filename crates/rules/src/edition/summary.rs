//! What one has to know of an edition to choose it, for programs.

use serde::Serialize;

use super::{Edition, OptionKey, OptionSpec, OptionValue, Theme, Words};
use crate::Transport;

/// What one has to know of an edition to choose it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EditionSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// When it was printed.
    pub published: Option<String>,
    /// What is special about it, in a sentence.
    pub summary: String,
    /// The board.
    pub board: String,
    /// The least and the greatest number of players.
    pub players: (u8, u8),
    /// How long a game takes, about.
    pub minutes: Option<u8>,
    /// The words for the tickets.
    pub theme: Theme,
    /// The printed game whose words it uses.
    pub words: Words,
    /// The transports that nobody may use.
    pub closed: Vec<Transport>,
    /// Whether something of it is our own reconstruction.
    pub reconstructed: bool,
    /// The fugitive's name.
    pub fugitive: String,
    /// The numbers of detectives that it allows.
    pub detectives: Vec<u8>,
    /// The number that is proposed.
    pub usual: u8,
    /// How many bobbies go with each number of detectives.
    pub bobbies: Vec<u8>,
    /// What may be agreed.
    pub options: Vec<OptionSummary>,
}

/// What may be agreed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OptionSummary {
    /// Its key.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub key: OptionKey,
    /// What holds if nothing else was agreed.
    #[cfg_attr(feature = "typescript", ts(type = "boolean | number | string"))]
    pub default: OptionValue,
    /// The rule that it belongs to.
    pub rule: String,
    /// What it does, in a sentence.
    pub text: String,
    /// The values that it takes, in words.
    pub values: &'static str,
    /// The values to choose from, where there are few.
    #[cfg_attr(feature = "typescript", ts(type = "Array<boolean | number | string>"))]
    pub choices: Vec<OptionValue>,
    /// Whether the value is a list of different choices, one for each detective.
    pub each: bool,
    /// The numbers of detectives for which it can be set.
    pub detectives: Vec<u8>,
}

impl Edition {
    /// What one has to know to choose it.
    pub fn summary(&self) -> EditionSummary {
        EditionSummary {
            id: self.id.clone(),
            title: self.title.clone(),
            published: self.published.clone(),
            summary: self.summary.clone(),
            board: self.board.clone(),
            players: self.players,
            minutes: self.minutes,
            theme: self.theme,
            words: self.words,
            closed: self.pieces.closed.clone(),
            reconstructed: self.reconstructed,
            fugitive: self.fugitive.name.clone(),
            detectives: self.pieces.detectives.clone(),
            usual: self.usual_detectives(),
            bobbies: self.pieces.bobbies.clone(),
            options: self.options.iter().map(|option| self.option_summary(option)).collect(),
        }
    }

    /// The number of detectives that is proposed.
    pub fn usual_detectives(&self) -> u8 {
        let most = self.pieces.detectives.iter().copied().max();
        self.pieces.usual.or(most).expect("an edition that was checked has detectives")
    }

    /// Whether so many detectives may agree to share their tickets (6.2.8).
    pub fn offers_pool(&self, detectives: u8) -> bool {
        let listed = self.options.iter().any(|option| option.key == OptionKey::Pooled);
        listed && OptionKey::Pooled.fits(self, detectives)
    }

    fn option_summary(&self, option: &OptionSpec) -> OptionSummary {
        let fits = |&&detectives: &&u8| option.key.fits(self, detectives);
        OptionSummary {
            key: option.key,
            default: option.default.clone(),
            rule: option.rule.clone(),
            text: option.text.clone(),
            values: option.key.values(),
            choices: option.key.choices(),
            each: option.key == OptionKey::Characters,
            detectives: self.pieces.detectives.iter().filter(fits).copied().collect(),
        }
    }
}
