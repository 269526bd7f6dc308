//! The devices from which a person plays.

use super::{Context, Decision};
use crate::entry::EntryKind;
use crate::id::{Person, SeatKey};
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::GuestNumber;
use crate::{Table, limits};

impl Table {
    /// What it brings that somebody comes by a guest's link: another device of that guest, and another
    /// link, as this one was seen.
    pub fn claim(
        &self,
        person: Person,
        key: SeatKey,
        context: &Context<'_>,
    ) -> Result<Decision, Refusal> {
        if self.guest_of(person).and_then(|own| self.guest(own)).is_some_and(|own| own.key == key) {
            return Ok(Decision::Before(self.version));
        }
        let Some((number, guest)) = self.guests().find(|(_, guest)| guest.key == key) else {
            return refuse(Code::NotYours, "this link fits no seat of this table, or was used before");
        };
        if guest.banned {
            return refuse(Code::NotYours, "the host has sent you away from this table");
        }
        if guest.devices.len() >= limits::DEVICES {
            return refuse(Code::Limit, "you play from too many devices here; send one away first");
        }
        if self.guest_of(person).is_some_and(|other| self.is_seated(other)) {
            return refuse(Code::NotNow, "you have a seat here already; leave it first");
        }
        let key = SeatKey::new(context.chance);
        let added = EntryKind::DeviceAdded { person, key };
        Ok(Decision::New(vec![context.entry(Some(number), added)]))
    }

    pub(super) fn remove_device(
        &self,
        guest: GuestNumber,
        device: u8,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let devices = self.guest(guest).map(|guest| guest.devices.as_slice()).unwrap_or_default();
        if !devices.iter().any(|other| other.number == device) {
            return refuse(Code::BadMessage, "you have no such device here");
        }
        if devices.len() == 1 {
            return refuse(Code::NotNow, "this is the only device from which you play here");
        }
        Ok(vec![EntryKind::DeviceRemoved { device, key: SeatKey::new(context.chance) }])
    }
}
