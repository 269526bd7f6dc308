//! Why he can be at a station, or why not: from the hunters' view alone.

use fogbound_engine::Exclusion;
use fogbound_rules::Station;
use serde::Serialize;

use crate::refusal::{Code, Refusal, refuse};
use crate::settings::Assist;
use crate::{Table, leak};

/// Why he can be at a station, or why not.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Explanation {
    /// Which station.
    pub station: Station,
    /// One way that fits everything, from the start on; none if he cannot be there.
    pub path: Option<Vec<Station>>,
    /// What excludes it.
    pub excluded: Option<ExclusionFace>,
}

/// What excludes a station.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExclusionFace {
    /// The slot that is spoken of; 0 is the start.
    pub slot: u8,
    /// How, in one word.
    pub reason: &'static str,
    /// The same in a sentence.
    pub text: String,
}

impl ExclusionFace {
    fn of(exclusion: &Exclusion) -> ExclusionFace {
        ExclusionFace {
            slot: exclusion.slot,
            reason: exclusion.reason.word(),
            text: exclusion.to_string(),
        }
    }
}

impl Table {
    /// Why he can be at a station, or why not, if help is allowed.
    pub fn explain(&self, station: Station) -> Result<Explanation, Refusal> {
        if self.settings.assist == Assist::Off {
            return refuse(Code::NotNow, "no help is allowed at this table");
        }
        let Some(game) = &self.game else { return refuse(Code::NotNow, "the game has not begun") };
        if !self.rules.board().stations().contains(station) {
            return refuse(Code::BadMessage, "there is no such station");
        }
        let mut explanation = game.with_odds(|odds| {
            let belief = odds.belief();
            Explanation {
                station,
                path: belief.path_to(station),
                excluded: belief.why_not(station).as_ref().map(ExclusionFace::of),
            }
        });
        leak::explanation(self, &mut explanation);
        Ok(explanation)
    }
}
