//! What an audience may see. Every channel goes through here: sockets, answers over HTTP, exports.

use fogbound_rules::{FugitiveEvent, Side, Sides, Station};
use serde::{Deserialize, Serialize};

use crate::command::Hearers;
use crate::entry::{Cause, Version, What};
use crate::leak;
use crate::seat::{GuestNumber, Level, Seat};
use crate::settings::Settings;
use crate::table::{Happened, Table};
use crate::time::Moment;

/// Whose eyes look.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum View {
    /// The fugitive's player.
    Fugitive,
    /// The hunters.
    Hunters,
    /// Everybody else: what the hunters see, without their talk.
    Spectator,
}

impl View {
    /// Every view.
    pub const ALL: [View; 3] = [View::Fugitive, View::Hunters, View::Spectator];
}

/// Something that happened at a table, as one audience sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableEvent {
    /// The version of the table after it.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: Version,
    /// When, in milliseconds of table time.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at: Moment,
    /// Who did it; none if the server did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<GuestNumber>,
    /// What.
    #[serde(flatten)]
    pub what: Happening,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[allow(missing_docs)]
pub enum Happening {
    /// The table was made.
    Made,
    /// A person did something for the first time.
    Came { name: String },
    /// A person has another name.
    Named { name: String },
    /// A person took a seat.
    Sat { seat: Seat },
    /// A person goes on from another device.
    Claimed,
    /// A seat was left or freed.
    Freed { seat: Seat },
    /// A bot plays on a seat.
    BotSat { seat: Seat, level: Level },
    /// A person took the seat back from a bot.
    Resumed { seat: Seat },
    /// Other settings hold.
    Settled { settings: Settings },
    /// A person is ready, or not.
    Readied { ready: bool },
    /// A game began.
    Began {
        /// The number of the game at this table.
        game: u16,
        /// What this audience sees of it.
        events: Vec<FugitiveEvent>,
        /// The hash that the server promises to open.
        proof: String,
    },
    /// A step of the game.
    Played {
        cause: Cause,
        /// What this audience sees of it.
        events: Vec<FugitiveEvent>,
        /// The hash that the server promises to open, after a step of the fugitive.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        proof: Option<String>,
    },
    /// A hunter wants to give up.
    Yielded,
    /// The side that moved last wants its move back.
    UndoAsked,
    /// The other side does not agree.
    UndoRefused,
    /// The last move was taken back.
    Undone {
        /// How many of the game's events still hold.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        events: usize,
    },
    /// Something was said.
    Said { to: Hearers, text: String },
    /// A hunter points at a station.
    Pointed { station: Station },
    /// A person was silenced, or may speak again.
    Muted { guest: GuestNumber, muted: bool },
    /// The next game is prepared.
    Rematched {
        #[cfg_attr(feature = "typescript", ts(type = "\"kept\" | \"rotated\""))]
        sides: Sides,
    },
    /// Nobody came back.
    Abandoned,
    /// Something that this audience does not see.
    Hidden,
}

impl Table {
    /// What a view sees of something that happened. The one place where secrets are left out.
    pub(crate) fn face(&self, version: Version, happened: &Happened, view: View) -> TableEvent {
        let entry = &happened.entry;
        let what = self.happening(happened, view);
        // Who does something in secret is not told either.
        let by = if what == Happening::Hidden { None } else { entry.by };
        let mut event = TableEvent { version, at: entry.at, by, what };
        leak::event(self, happened, view, &mut event);
        event
    }

    fn happening(&self, happened: &Happened, view: View) -> Happening {
        let events = || {
            let told = happened.events.iter().map(|event| match view {
                View::Fugitive => event.for_fugitive(),
                View::Hunters | View::Spectator => {
                    FugitiveEvent { public: event.for_hunters().clone(), private: None }
                }
            });
            told.collect()
        };
        let proof = happened.proof.map(|proof| hash_text(&proof.hash));
        // Talk of the team is for those who hunt in the same game.
        let team = view == View::Hunters && happened.game == self.games;
        match &happened.entry.what {
            What::Made { .. } => Happening::Made,
            What::Came { name, .. } => Happening::Came { name: name.clone() },
            What::Named { name } => Happening::Named { name: name.clone() },
            What::Sat { seat } => Happening::Sat { seat: *seat },
            What::Claimed { .. } => Happening::Claimed,
            What::Freed { seat } => Happening::Freed { seat: *seat },
            What::BotSat { seat, level } => Happening::BotSat { seat: *seat, level: *level },
            What::Resumed { seat } => Happening::Resumed { seat: *seat },
            What::Settled { settings } => Happening::Settled { settings: settings.clone() },
            What::Readied { ready } => Happening::Readied { ready: *ready },
            What::Began { .. } => Happening::Began {
                game: happened.game,
                events: events(),
                proof: proof.unwrap_or_default(),
            },
            What::Played { cause, .. } => Happening::Played { cause: *cause, events: events(), proof },
            What::Yielded if team => Happening::Yielded,
            What::UndoAsked => Happening::UndoAsked,
            What::UndoRefused => Happening::UndoRefused,
            What::Undone => Happening::Undone { events: happened.length },
            What::Said { to: Hearers::Table, text } => {
                Happening::Said { to: Hearers::Table, text: text.clone() }
            }
            What::Said { to: Hearers::Team, text } if team => {
                Happening::Said { to: Hearers::Team, text: text.clone() }
            }
            What::Pointed { station } if team => Happening::Pointed { station: *station },
            What::Yielded | What::Said { .. } | What::Pointed { .. } => Happening::Hidden,
            What::Muted { guest, muted } => Happening::Muted { guest: *guest, muted: *muted },
            What::Rematched { sides } => Happening::Rematched { sides: *sides },
            What::Abandoned => Happening::Abandoned,
        }
    }

    /// The views that a person may have, the usual one first. Who plays both sides looks with the
    /// hunters' eyes unless asked otherwise.
    pub(crate) fn views(&self, guest: Option<GuestNumber>) -> Vec<View> {
        let sits = |side| guest.is_some_and(|guest| self.sits_on(guest, side));
        match (sits(Side::Hunters), sits(Side::Fugitive)) {
            (true, true) => vec![View::Hunters, View::Fugitive],
            (true, false) => vec![View::Hunters],
            (false, true) => vec![View::Fugitive],
            (false, false) => vec![View::Spectator],
        }
    }
}

fn hash_text(hash: &[u8]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
