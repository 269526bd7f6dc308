//! What an audience is told: what happened since, how the table looks now, and who one is.

use fogbound_rules::{FugitiveEvent, PublicEvent};
use serde::Serialize;

use super::{Audience, NoSecret, OwnFace, Scene, SecretPart, TableEvent};
use crate::entry::EntryKind;
use crate::id::{Person, SeatKey};
use crate::message::ServerMessage;
use crate::seat::{GuestNumber, Seat};
use crate::table::{AppliedEntry, Table};
use crate::{Moment, Version, limits};

/// What happened since a version, and how the table looks now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(concrete(E = FugitiveEvent, P = OwnFace), bound = "")
)]
pub struct News<E, P: SecretPart> {
    /// The version before the first event.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub from: Version,
    /// Whether what the client had is to be forgotten.
    pub reset: bool,
    /// What happened, one event for each version.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<TableEvent<FugitiveEvent>>"))]
    pub events: Vec<TableEvent<E>>,
    /// How the table looks now.
    #[cfg_attr(feature = "typescript", ts(as = "Scene<OwnFace>"))]
    pub scene: Scene<P>,
}

/// News for whoever it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)]
pub enum AudienceNews {
    /// For the fugitive's side.
    Fugitive(News<FugitiveEvent, OwnFace>),
    /// For everybody else.
    Public(News<PublicEvent, NoSecret>),
}

/// Who one is at a table.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct You {
    /// One's number, once one has done something.
    pub guest: Option<GuestNumber>,
    /// The secret of the link by which one's seats move to another device.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub key: Option<SeatKey>,
    /// One's seats.
    pub seats: Vec<Seat>,
    /// As which audience one is told what happens.
    pub audience: Audience,
    /// The audiences that one belongs to.
    pub audiences: Vec<Audience>,
}

/// Without the secret: what is printed may end in a log.
impl std::fmt::Debug for You {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("You")
            .field("guest", &self.guest)
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// What happened after a version that the client has; all that is kept if it has none, or one
    /// that cannot be.
    pub fn news(&self, have: Option<Version>, audience: Audience, now: Moment) -> ServerMessage {
        let usable = |have: &Version| (self.kept_from()..=self.version).contains(have);
        let known = have.filter(usable);
        let from = known.unwrap_or(self.kept_from());
        let reset = known.is_none();
        ServerMessage::News(match audience {
            Audience::Fugitive => {
                let event = |version, entry: &_| self.event_for_fugitive(version, entry);
                let (from, reset, events) = self.told(from, reset, event);
                AudienceNews::Fugitive(News { from, reset, events, scene: self.scene_for_fugitive(now) })
            }
            Audience::Hunters | Audience::Spectator => {
                let event = |version, entry: &_| self.event_for_public(version, entry, audience);
                let (from, reset, events) = self.told(from, reset, event);
                let scene = self.scene_for_public(audience, now);
                AudienceNews::Public(News { from, reset, events, scene })
            }
        })
    }

    /// The events after a version. If that is too much to be told at once, the older ones are left out,
    /// and what the client had is to be forgotten.
    fn told<E: Serialize>(
        &self,
        from: Version,
        reset: bool,
        event: impl Fn(Version, &AppliedEntry) -> TableEvent<E>,
    ) -> (Version, bool, Vec<TableEvent<E>>) {
        let mut events: Vec<_> =
            self.since(from).map(|(version, applied)| event(version, applied)).collect();
        let mut bytes = 0;
        let told = events.iter().rev().take_while(|event| {
            bytes += serde_json::to_string(event).map_or(0, |text| text.len());
            bytes <= limits::NEWS
        });
        let left_out = events.len() - told.count();
        events.drain(..left_out);
        (from + left_out as Version, reset || left_out > 0, events)
    }

    /// Who a person is here.
    pub fn you(&self, person: Person, audience: Audience) -> You {
        let guest = self.guest_of(person);
        let own = |seat: &Seat| guest.is_some() && self.occupant(*seat).guest() == guest;
        You {
            guest,
            key: guest.and_then(|guest| self.guest(guest)).map(|guest| guest.key),
            seats: Seat::all(&self.rules).filter(own).collect(),
            audience,
            audiences: self.audiences(guest),
        }
    }

    /// Whether somebody may see or do something else than at a version before.
    pub fn changed_seats_since(&self, version: Version) -> bool {
        self.since(version).any(|(_, applied)| {
            matches!(
                applied.entry.kind,
                EntryKind::Came { .. }
                    | EntryKind::Sat { .. }
                    | EntryKind::Claimed { .. }
                    | EntryKind::Freed { .. }
                    | EntryKind::BotSat { .. }
                    | EntryKind::Resumed { .. }
                    | EntryKind::Settled { .. }
                    | EntryKind::Rematched { .. }
            )
        })
    }
}
