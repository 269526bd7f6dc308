//! Who sees what. Every channel goes through here: sockets, answers over HTTP, exports, lists.
//!
//! What hunters and spectators are told is a type that cannot hold a private part: a
//! [`TableEvent`] of [`fogbound_rules::PublicEvent`]s and a [`Scene`] with [`NoSecret`].

mod about;
mod event;
mod explanation;
mod link;
mod news;
mod proof;
mod record;
mod replay;
mod report;
mod scene;
mod summary;

use fogbound_rules::Side;
use serde::{Deserialize, Serialize};

pub use about::{About, ChangedOption, HunterAbout};
pub use event::{TableEvent, TableEventKind};
pub use explanation::{ExclusionFace, Explanation};
pub use link::LinkCard;
pub use news::{AudienceHistory, AudienceNews, DeviceFace, History, News, You};
pub use proof::{ContributionFace, ProofFace, ShuffleFace, SignedHead};
pub use replay::{ReplayEvent, ReplayFrame, Replayed, ReplayedVariation};
pub(crate) use replay::{check_courses, check_length};
pub use report::{Complaint, Named, TalkLine};
pub use scene::{
    AssistFace, AudienceScene, GameFace, GuestFace, HintsFace, HunterActions, MoversFace, NoSecret,
    OwnFace, Scene, SeatFace, SecretPart, SeriesFace, SeriesGameFace, StuckFace,
};
pub use summary::Summary;

use crate::seat::GuestNumber;
use crate::{Table, Version};

/// Who is told something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Audience {
    /// The fugitive's player.
    Fugitive,
    /// The hunters.
    Hunters,
    /// Everybody else: what the hunters see, without their talk.
    Spectator,
}

impl Audience {
    /// Every audience.
    pub const ALL: [Audience; 3] = [Audience::Fugitive, Audience::Hunters, Audience::Spectator];
}

/// Who is told something: an audience, and since when the talk of its team is theirs to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// The audience.
    pub audience: Audience,
    /// The version of the first entry of which the talk of the team is told.
    pub(crate) hunts_since: Version,
}

impl Viewer {
    /// Everybody of an audience who was there all the time.
    pub fn all(audience: Audience) -> Viewer {
        Viewer { audience, hunts_since: 0 }
    }
}

impl Table {
    /// A guest as one of an audience.
    pub fn viewer(&self, guest: Option<GuestNumber>, audience: Audience) -> Viewer {
        let since = guest.and_then(|guest| self.guest(guest)?.hunts_since);
        Viewer { audience, hunts_since: since.unwrap_or(self.version + 1) }
    }

    /// The audiences that a person belongs to, the usual one first. Who plays both sides is told
    /// what the hunters see unless asked otherwise.
    pub fn audiences(&self, guest: Option<GuestNumber>) -> Vec<Audience> {
        let sits = |side| guest.is_some_and(|guest| self.sits_on(guest, side));
        match (sits(Side::Hunters), sits(Side::Fugitive)) {
            (true, true) => vec![Audience::Hunters, Audience::Fugitive],
            (true, false) => vec![Audience::Hunters],
            (false, true) => vec![Audience::Fugitive],
            (false, false) => vec![Audience::Spectator],
        }
    }
}
