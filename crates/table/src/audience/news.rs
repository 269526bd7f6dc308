//! What an audience is told: what happened since, how the table looks now, and who one is.

use fogbound_rules::{FugitiveEvent, PublicEvent};
use serde::Serialize;

use super::{Audience, NoSecret, OwnFace, Scene, SecretPart, TableEvent, Viewer};
use crate::entry::EntryKind;
use crate::id::{Person, SeatKey};
use crate::message::ServerMessage;
use crate::seat::{Device, Guest, GuestNumber, Seat};
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
    /// Whether there is more before it, which can be asked for.
    pub earlier: bool,
    /// What happened, one event for each version.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<TableEvent<FugitiveEvent>>"))]
    pub events: Vec<TableEvent<E>>,
    /// How the table looks now; none if it looks as before, but for its version.
    #[cfg_attr(feature = "typescript", ts(as = "Option<Scene<OwnFace>>"))]
    pub scene: Option<Scene<P>>,
}

/// A page of what happened before.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(E = FugitiveEvent), bound = ""))]
pub struct History<E> {
    /// The version before the first event.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub from: Version,
    /// Whether there is more before it.
    pub earlier: bool,
    /// What happened, one event for each version.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<TableEvent<FugitiveEvent>>"))]
    pub events: Vec<TableEvent<E>>,
}

/// A page for whoever it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum AudienceHistory {
    /// For the fugitive's side.
    Fugitive(History<FugitiveEvent>),
    /// For everybody else.
    Public(History<PublicEvent>),
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
    /// The secret of the link by which another device of one's own comes in. It fits once.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub key: Option<SeatKey>,
    /// The devices from which one plays.
    pub devices: Vec<DeviceFace>,
    /// One's seats.
    pub seats: Vec<Seat>,
    /// As which audience one is told what happens.
    pub audience: Audience,
    /// The audiences that one belongs to.
    pub audiences: Vec<Audience>,
    /// By how many moves one is told late what happens in a game; none if at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub delay: Option<u8>,
}

/// A device from which one plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DeviceFace {
    /// Its number.
    pub device: u8,
    /// Since when, in milliseconds of table time.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub since: Moment,
    /// Whether it is the one that asks.
    pub this: bool,
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
    /// What one is told who comes: what happened after the version that the client has, and how the table
    /// looks now. If that is too much for one message, or not known any more, it is as if the client
    /// had nothing: the last page, before which more can be asked for.
    pub fn news(&self, have: Option<Version>, viewer: Viewer, now: Moment) -> ServerMessage {
        self.told(have, viewer, now, true)
    }

    /// What those are told who were told everything up to a version.
    pub fn update(&self, after: Version, audience: Audience, now: Moment) -> ServerMessage {
        self.told(Some(after), Viewer::all(audience), now, false)
    }

    fn told(&self, have: Option<Version>, viewer: Viewer, now: Moment, shows: bool) -> ServerMessage {
        let audience = viewer.audience;
        ServerMessage::News(match audience {
            Audience::Fugitive => {
                let event = |version, entry: &_| self.event_for_fugitive(version, entry);
                let scene = || self.scene_for_fugitive(now);
                AudienceNews::Fugitive(self.news_of(have, shows, event, scene))
            }
            Audience::Hunters | Audience::Spectator => {
                let event = |version, entry: &_| self.event_for_public(version, entry, viewer);
                let scene = || self.scene_for_public(audience, now);
                AudienceNews::Public(self.news_of(have, shows, event, scene))
            }
        })
    }

    fn news_of<E: Serialize, P: SecretPart>(
        &self,
        have: Option<Version>,
        shows: bool,
        event: impl Fn(Version, &AppliedEntry) -> TableEvent<E>,
        scene: impl Fn() -> Scene<P>,
    ) -> News<E, P> {
        let have = have.filter(|have| (self.kept_from()..=self.version).contains(have));
        let floor = have.unwrap_or(self.kept_from());
        let History { from, events, .. } = self.page(floor, self.version, event);
        let reset = have != Some(from);
        let changed = events.iter().any(|event| event.kind.changes_scene());
        let scene = (shows || reset || changed).then(scene);
        News { from, reset, earlier: from > self.kept_from(), events, scene }
    }

    /// What happened up to a version, as much of it as one message holds.
    pub fn history(&self, until: Version, viewer: Viewer) -> ServerMessage {
        let (floor, until) = (self.kept_from(), until.min(self.version));
        ServerMessage::History(match viewer.audience {
            Audience::Fugitive => {
                let event = |version, entry: &_| self.event_for_fugitive(version, entry);
                AudienceHistory::Fugitive(self.page(floor, until, event))
            }
            Audience::Hunters | Audience::Spectator => {
                let event = |version, entry: &_| self.event_for_public(version, entry, viewer);
                AudienceHistory::Public(self.page(floor, until, event))
            }
        })
    }

    /// The last events after `floor` and up to `until` that fit into a message.
    fn page<E: Serialize>(
        &self,
        floor: Version,
        until: Version,
        event: impl Fn(Version, &AppliedEntry) -> TableEvent<E>,
    ) -> History<E> {
        let mut bytes = 0;
        let mut events = vec![];
        for (version, applied) in self.back_from(until).take_while(|(version, _)| *version > floor) {
            let event = event(version, applied);
            bytes += size(&event);
            // At least one, or whoever asks for more would never get it.
            if bytes > limits::PAGE && !events.is_empty() {
                break;
            }
            events.push(event);
        }
        events.reverse();
        let from = until.max(self.kept_from()) - events.len() as u64;
        History { from, earlier: from > self.kept_from(), events }
    }

    /// Who a person is here.
    pub fn you(&self, person: Person, audience: Audience) -> You {
        let guest = self.guest_of(person);
        let face = guest.and_then(|guest| self.guest(guest));
        let own = |seat: &Seat| guest.is_some() && self.occupant(*seat).guest() == guest;
        You {
            guest,
            key: face.map(|guest| guest.key),
            devices: face.map(|guest| devices(guest, person)).unwrap_or_default(),
            seats: Seat::all(&self.rules).filter(own).collect(),
            audience,
            audiences: self.audiences(guest),
            delay: self.delay_in_game(person),
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
                    | EntryKind::DeviceAdded { .. }
                    | EntryKind::DeviceRemoved { .. }
                    | EntryKind::SeatGranted { .. }
                    | EntryKind::AccessSet { .. }
                    | EntryKind::Removed { .. }
                    | EntryKind::Banned { .. }
                    | EntryKind::Freed { .. }
                    | EntryKind::BotSat { .. }
                    | EntryKind::Resumed { .. }
                    | EntryKind::Settled { .. }
                    | EntryKind::Rematched { .. }
            )
        })
    }
}

fn devices(guest: &Guest, person: Person) -> Vec<DeviceFace> {
    let face = |device: &Device| DeviceFace {
        device: device.number,
        since: device.since,
        this: device.person == person,
    };
    guest.devices.iter().map(face).collect()
}

/// How many bytes something has as text.
fn size(event: &impl Serialize) -> usize {
    struct Count(usize);

    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    serde_json::to_writer(&mut count, event).expect("made of words and numbers");
    count.0
}
