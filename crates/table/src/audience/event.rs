//! What an audience sees of an entry.

use fogbound_rules::{Digest, Event, FugitiveEvent, Hunter, Number, PublicEvent, Sides, Station};
use serde::Serialize;

use super::{Audience, ProofFace, ShuffleFace, Viewer};
use crate::access::Access;
use crate::command::{Hearers, Reaction};
use crate::entry::{Cause, EntryKind, Version};
use crate::seat::{GuestNumber, Level, Seat};
use crate::settings::Settings;
use crate::shuffle::PendingShuffle;
use crate::table::{AppliedEntry, Table};
use crate::team::Sign;
use crate::{Moment, leak};

/// Something that happened at a table, as one audience sees it. `E` is what it sees of the game: for
/// everybody but the fugitive's side a [`PublicEvent`], which has no private part.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(E = FugitiveEvent)))]
pub struct TableEvent<E> {
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
    pub kind: TableEventKind<E>,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(E = FugitiveEvent)))]
#[allow(missing_docs)]
pub enum TableEventKind<E> {
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
    /// Somebody asks for a bot's seat.
    SeatAsked { seat: Seat },
    /// It was granted.
    SeatGranted { guest: GuestNumber, seat: Seat },
    /// It was not granted, or is not asked for any more.
    SeatDeclined { guest: GuestNumber },
    /// The host decided who may come, and how.
    AccessSet { access: Access },
    /// The host took a person's seats away.
    Removed { guest: GuestNumber },
    /// The host sent a person away for good, or lets the person come again.
    Banned { guest: GuestNumber, banned: bool },
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
    /// A person promises a number for the shuffle of the next game.
    Committed {
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        commitment: Digest,
    },
    /// The shuffle begins: whose numbers are waited for, and what the server promises.
    ShuffleBegan { shuffle: ShuffleFace },
    /// A person opens the number that was promised.
    NumberOpened {
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        number: Number,
    },
    /// A game began.
    Began {
        /// The number of the game at this table.
        game: u16,
        /// What this audience sees of it.
        events: Vec<E>,
        /// What the server promises to open.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        proof: Option<ProofFace>,
    },
    /// A step of the game.
    Played {
        cause: Cause,
        /// What this audience sees of it.
        events: Vec<E>,
        /// What the server promises to open.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        proof: Option<ProofFace>,
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
        /// What the server promises to open.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        proof: Option<ProofFace>,
    },
    /// Something was said.
    Said { to: Hearers, text: String },
    /// A hunter points at a station.
    Pointed { station: Station },
    /// A hunter marked a station; without a sign the mark was taken away.
    Marked { station: Station, sign: Option<Sign> },
    /// A hunter planned a move; without a station the plan was taken away.
    Planned { hunter: Hunter, to: Option<Station> },
    /// A person showed how something was taken.
    Reacted { to: Hearers, reaction: Reaction },
    /// A person took a hint.
    Hinted,
    /// A person was silenced, or may speak again.
    Muted { guest: GuestNumber, muted: bool },
    /// The next game is prepared.
    Rematched {
        #[cfg_attr(feature = "typescript", ts(type = "\"kept\" | \"rotated\""))]
        sides: Sides,
    },
    /// Nobody came back.
    Abandoned {
        /// The last link of the chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        proof: Option<ProofFace>,
    },
    /// Something that this audience does not see.
    Hidden,
}

impl<E> TableEventKind<E> {
    /// Whether a scene looks different after it.
    pub(super) fn changes_scene(&self) -> bool {
        !matches!(
            self,
            TableEventKind::Hidden
                | TableEventKind::Said { .. }
                | TableEventKind::Pointed { .. }
                | TableEventKind::Reacted { .. }
        )
    }
}

impl Table {
    /// What the fugitive's side sees of something that happened.
    pub(super) fn event_for_fugitive(
        &self,
        version: Version,
        applied: &AppliedEntry,
    ) -> TableEvent<FugitiveEvent> {
        self.event(version, applied, false, Event::for_fugitive)
    }

    /// What everybody else sees of it; the hunters see the talk of their team too.
    pub(super) fn event_for_public(
        &self,
        version: Version,
        applied: &AppliedEntry,
        viewer: Viewer,
    ) -> TableEvent<PublicEvent> {
        // Talk of the team is for those who hunted in the same game when it was said.
        let team = viewer.audience == Audience::Hunters
            && applied.game == self.games
            && version >= viewer.hunts_since;
        let mut event = self.event(version, applied, team, |event| event.for_hunters().clone());
        leak::event(self, &mut event);
        event
    }

    fn event<E>(
        &self,
        version: Version,
        applied: &AppliedEntry,
        team: bool,
        game_event: impl Fn(&Event) -> E,
    ) -> TableEvent<E> {
        let entry = &applied.entry;
        let events = || applied.events.iter().map(&game_event).collect();
        let proof = || applied.proof.as_ref().map(|proof| self.proof_face(applied.game, proof));
        let kind = match &entry.kind {
            EntryKind::Made { .. } => TableEventKind::Made,
            EntryKind::Came { name, .. } => TableEventKind::Came { name: name.clone() },
            EntryKind::Named { name } => TableEventKind::Named { name: name.clone() },
            EntryKind::Sat { seat } => TableEventKind::Sat { seat: *seat },
            EntryKind::Claimed { .. } | EntryKind::DeviceAdded { .. } => TableEventKind::Claimed,
            EntryKind::DeviceRemoved { .. } => TableEventKind::Hidden,
            EntryKind::SeatAsked { seat } => TableEventKind::SeatAsked { seat: *seat },
            EntryKind::SeatGranted { guest, seat } => {
                TableEventKind::SeatGranted { guest: *guest, seat: *seat }
            }
            EntryKind::SeatDeclined { guest } => TableEventKind::SeatDeclined { guest: *guest },
            EntryKind::AccessSet { access } => TableEventKind::AccessSet { access: *access },
            EntryKind::Removed { guest } => TableEventKind::Removed { guest: *guest },
            EntryKind::Banned { guest, banned } => {
                TableEventKind::Banned { guest: *guest, banned: *banned }
            }
            EntryKind::Freed { seat } => TableEventKind::Freed { seat: *seat },
            EntryKind::BotSat { seat, level } => TableEventKind::BotSat { seat: *seat, level: *level },
            EntryKind::Resumed { seat } => TableEventKind::Resumed { seat: *seat },
            EntryKind::Settled { settings } => TableEventKind::Settled { settings: settings.clone() },
            EntryKind::Readied { ready } => TableEventKind::Readied { ready: *ready },
            EntryKind::Committed { commitment } => TableEventKind::Committed { commitment: *commitment },
            EntryKind::ShuffleBegan { number, promises, key } => {
                let shuffle = PendingShuffle::new(*number, promises, *key, entry.at).shuffle;
                TableEventKind::ShuffleBegan { shuffle: ShuffleFace::of(&shuffle, *key) }
            }
            EntryKind::NumberOpened { number } => TableEventKind::NumberOpened { number: *number },
            EntryKind::Began { .. } | EntryKind::Brought { .. } => {
                TableEventKind::Began { game: applied.game, events: events(), proof: proof() }
            }
            EntryKind::Played { cause, .. } => {
                TableEventKind::Played { cause: *cause, events: events(), proof: proof() }
            }
            EntryKind::Yielded if team => TableEventKind::Yielded,
            EntryKind::UndoAsked => TableEventKind::UndoAsked,
            EntryKind::UndoRefused => TableEventKind::UndoRefused,
            EntryKind::Undone => TableEventKind::Undone { events: applied.length, proof: proof() },
            // What was let go says nothing any more.
            EntryKind::Said { text, .. } if text.is_empty() => TableEventKind::Hidden,
            EntryKind::Said { to: Hearers::Table, text } => {
                TableEventKind::Said { to: Hearers::Table, text: text.clone() }
            }
            EntryKind::Said { to: Hearers::Team, text } if team => {
                TableEventKind::Said { to: Hearers::Team, text: text.clone() }
            }
            EntryKind::Pointed { station } if team => TableEventKind::Pointed { station: *station },
            EntryKind::Marked { station, sign } if team => {
                TableEventKind::Marked { station: *station, sign: *sign }
            }
            EntryKind::Planned { hunter, to } if team => {
                TableEventKind::Planned { hunter: *hunter, to: *to }
            }
            EntryKind::Reacted { to, reaction } if team || *to == Hearers::Table => {
                TableEventKind::Reacted { to: *to, reaction: *reaction }
            }
            EntryKind::Yielded
            | EntryKind::Said { .. }
            | EntryKind::Pointed { .. }
            | EntryKind::Marked { .. }
            | EntryKind::Planned { .. }
            | EntryKind::Reacted { .. } => TableEventKind::Hidden,
            EntryKind::Hinted => TableEventKind::Hinted,
            EntryKind::Muted { guest, muted } => TableEventKind::Muted { guest: *guest, muted: *muted },
            EntryKind::Rematched { sides } => TableEventKind::Rematched { sides: *sides },
            EntryKind::Abandoned => TableEventKind::Abandoned { proof: proof() },
        };
        // Who does something in secret is not told either.
        let by = if matches!(kind, TableEventKind::Hidden) { None } else { entry.by };
        TableEvent { version, at: entry.at, by, kind }
    }
}
