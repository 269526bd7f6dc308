//! The bot protocol: lines of text between a program that keeps the game and one that plays a
//! side. `docs/bot-protocol.md` describes it.

mod line;
mod serve;

use std::time::Duration;

use fogbound_rules::{Action, Hunter, Options, Rules, Side};
use serde::{Deserialize, Serialize};

pub use serve::serve;

pub(crate) use line::{Heard, read_line};

use fogbound_engine::{Budget, Pieces};

/// The version of the protocol that this program speaks.
pub const PROTOCOL_VERSION: u32 = 1;

/// What a bot is told at the beginning of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NewGame {
    /// The side that it plays.
    pub side: Side,
    /// The pieces that it moves; none if it is the fugitive.
    pub pieces: Vec<Hunter>,
    /// The edition.
    pub edition: String,
    /// The board.
    pub board: String,
    /// What was agreed, where it differs from the edition's defaults.
    pub options: Options,
    /// How many detectives there are.
    pub detectives: usize,
    /// How many bobbies there are.
    pub bobbies: usize,
    /// A number for its own dice. It is below 2⁵³, so that every reader of JSON keeps it whole.
    pub seed: u64,
}

impl NewGame {
    pub(crate) fn of(rules: &Rules, side: Side, pieces: Pieces, seed: u64) -> NewGame {
        let hunters = rules.hunters().filter(|&hunter| pieces.contains(hunter));
        NewGame {
            side,
            pieces: if side == Side::Hunters { hunters.collect() } else { vec![] },
            edition: rules.edition().id.clone(),
            board: rules.board().id().into(),
            options: rules.options().clone(),
            detectives: rules.detectives(),
            bobbies: rules.bobbies(),
            seed,
        }
    }
}

/// A budget as the protocol writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BudgetForm {
    /// Milliseconds.
    Ms(u64),
    /// Nodes or playouts.
    Nodes(u64),
}

impl From<Budget> for BudgetForm {
    fn from(budget: Budget) -> BudgetForm {
        match budget {
            Budget::Nodes(nodes) => BudgetForm::Nodes(nodes),
            Budget::Time(time) => BudgetForm::Ms(time.as_millis().try_into().unwrap_or(u64::MAX)),
        }
    }
}

impl From<BudgetForm> for Budget {
    fn from(form: BudgetForm) -> Budget {
        match form {
            BudgetForm::Nodes(nodes) => Budget::Nodes(nodes),
            BudgetForm::Ms(ms) => Budget::Time(Duration::from_millis(ms)),
        }
    }
}

/// What a bot is asked to decide.
#[derive(Serialize)]
pub(crate) struct Go<'v, V: Serialize> {
    pub(crate) budget: BudgetForm,
    pub(crate) view: &'v V,
    pub(crate) actions: Vec<Listed>,
}

/// A decision that is possible, as text and in parts.
#[derive(Serialize)]
pub(crate) struct Listed {
    text: String,
    #[serde(flatten)]
    action: Action,
}

impl From<Action> for Listed {
    fn from(action: Action) -> Listed {
        Listed { text: action.to_string(), action }
    }
}

/// Reads the decision of a bot: the text of one, or the JSON, as it stands in a list or without
/// its `text`.
pub(crate) fn parse_answer(answer: &str) -> Result<Action, String> {
    if !answer.starts_with('{') {
        return answer.parse().map_err(|error: fogbound_rules::ActionError| error.to_string());
    }
    let mut value: serde_json::Value =
        serde_json::from_str(answer).map_err(|error| format!("no JSON: {error}"))?;
    if let Some(object) = value.as_object_mut() {
        object.remove("text");
    }
    serde_json::from_value(value).map_err(|error| format!("no decision: {error}"))
}

/// A line of the protocol: a word, and JSON behind it.
pub(crate) fn line(word: &str, value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("views, events and decisions have a JSON form");
    format!("{word} {json}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_text_or_json_with_or_without_its_text() {
        let action: Action = "double taxi 14".parse().unwrap();
        let listed = serde_json::to_string(&Listed::from(action)).unwrap();
        assert!(listed.starts_with(r#"{"text":"double taxi 14","kind":"move""#), "{listed}");
        let bare = serde_json::to_string(&action).unwrap();
        for answer in ["double taxi 14", &listed, &bare] {
            assert_eq!(parse_answer(answer), Ok(action), "{answer}");
        }
        for answer in ["", "taxi", "{}", "{", r#"{"kind":"move","to":14,"fly":true}"#] {
            assert!(parse_answer(answer).is_err(), "{answer}");
        }
    }

    #[test]
    fn budgets_are_one_word_and_a_number() {
        let json = |budget| serde_json::to_string(&BudgetForm::from(budget)).unwrap();
        assert_eq!(json(Budget::Time(Duration::from_millis(250))), r#"{"ms":250}"#);
        assert_eq!(json(Budget::Nodes(7)), r#"{"nodes":7}"#);
    }
}
