//! What the fugitive must answer when a detective spends a token (rule 6.4.6).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Position, Quarter, Rules, Station, Token};

/// A true answer, given to all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// Nothing had to be told.
    None,
    /// The quarter that he is in.
    Quarter(Quarter),
    /// Whether his station bears the symbol.
    Symbol(bool),
    /// The station of the slot before the one before the last.
    Trail(Station),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::None => Ok(()),
            Answer::Quarter(quarter) => f.write_str(quarter.name()),
            Answer::Symbol(true) => f.write_str("yes"),
            Answer::Symbol(false) => f.write_str("no"),
            Answer::Trail(station) => station.fmt(f),
        }
    }
}

impl Position {
    pub(crate) fn answer(&self, rules: &Rules, token: Token) -> Answer {
        let at = Station::known(self.secret.at);
        match token {
            Token::Quarter => rules.board().quarter_of(at).map_or(Answer::None, Answer::Quarter),
            Token::Symbol { symbol } => Answer::Symbol(rules.board().marked(symbol).contains(at)),
            Token::Trail => Answer::Trail(Station::known(self.secret.before[1])),
            Token::Ban { .. } | Token::Block { .. } => Answer::None,
        }
    }
}
