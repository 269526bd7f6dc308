//! What the hunters put on the board for each other: marks at stations, and where a hunter is to go.
//! It is a help for the talk of a team; no rule knows of it.

use fogbound_rules::{Action, Hunter, Play, Station};
use serde::{Deserialize, Serialize};

use crate::seat::GuestNumber;

/// What a mark says of a station. A closed list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Sign {
    /// He is here, or may be.
    Here,
    /// He is not here.
    NotHere,
    /// Somebody should keep an eye on it.
    Watch,
}

/// A mark at a station; a station has at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamMark {
    /// Where.
    pub station: Station,
    /// What it says.
    pub sign: Sign,
    /// Who put it there.
    pub guest: GuestNumber,
}

/// Where a hunter is to go; a hunter has at most one plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TeamPlan {
    /// Which hunter.
    pub hunter: Hunter,
    /// Where to.
    pub to: Station,
    /// Who proposes it.
    pub guest: GuestNumber,
}

/// The marks and plans of a game. They end with it.
#[derive(Default)]
pub(crate) struct TeamBoard {
    pub(crate) marks: Vec<TeamMark>,
    pub(crate) plans: Vec<TeamPlan>,
}

impl TeamBoard {
    /// What is marked at a station.
    pub(crate) fn sign(&self, station: Station) -> Option<Sign> {
        self.marks.iter().find(|mark| mark.station == station).map(|mark| mark.sign)
    }

    /// Where a hunter is to go.
    pub(crate) fn plan(&self, hunter: Hunter) -> Option<Station> {
        self.plans.iter().find(|plan| plan.hunter == hunter).map(|plan| plan.to)
    }

    /// Marks a station anew, or not at all.
    pub(crate) fn mark(&mut self, guest: GuestNumber, station: Station, sign: Option<Sign>) {
        self.marks.retain(|mark| mark.station != station);
        self.marks.extend(sign.map(|sign| TeamMark { station, sign, guest }));
    }

    /// Plans anew for a hunter, or nothing.
    pub(crate) fn set_plan(&mut self, guest: GuestNumber, hunter: Hunter, to: Option<Station>) {
        self.plans.retain(|plan| plan.hunter != hunter);
        self.plans.extend(to.map(|to| TeamPlan { hunter, to, guest }));
    }

    /// A hunter who has moved has no plan any more.
    pub(crate) fn follow(&mut self, play: Play) {
        if let Play::Action(Action::Hunt { hunter, .. } | Action::Place { hunter, .. }) = play {
            self.plans.retain(|plan| plan.hunter != hunter);
        }
    }
}
