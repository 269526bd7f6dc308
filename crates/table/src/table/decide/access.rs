//! Who may come: what the host decides, and seats that are asked for while a game goes on.

use fogbound_rules::Side;

use crate::access::{Access, SeatRequest, Spectators};
use crate::entry::EntryKind;
use crate::id::Person;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Occupant, Seat};
use crate::{Moment, Stage, Table, Version, limits};

impl Table {
    /// Whether a person may see what happens here; and why not.
    pub fn may_watch(&self, person: Person) -> Result<(), Refusal> {
        let guest = self.guest_of(person);
        if guest.and_then(|guest| self.guest(guest)).is_some_and(|guest| guest.banned) {
            return refuse(Code::NotYours, "the host has sent you away from this table");
        }
        let watcher = guest.is_none_or(|guest| self.is_watcher(guest));
        match watcher && self.access.spectators == Spectators::Off {
            true => refuse(Code::NotYours, "this table is not shown to spectators"),
            false => Ok(()),
        }
    }

    /// By how many moves a person is told late what happens in a game; none if at once.
    pub(crate) fn delay_in_game(&self, person: Person) -> Option<u8> {
        let guest = self.guest_of(person);
        let watcher = guest.is_none_or(|guest| self.is_watcher(guest));
        match self.access.spectators {
            Spectators::Delayed { moves } if watcher => Some(moves),
            _ => None,
        }
    }

    /// The same now. While no game goes on, everybody is told at once.
    pub fn delay(&self, person: Person) -> Option<u8> {
        self.delay_in_game(person).filter(|_| self.is_playing())
    }

    /// The version up to which those are told who are told so many moves late: that before the first of
    /// these moves. What was said since comes late too.
    pub fn version_before(&self, moves: u8) -> Version {
        let first = self.played.len().saturating_sub(usize::from(moves));
        self.played.get(first).map_or(self.version, |version| version - 1)
    }

    /// Whether everybody may see what happens here, whoever it is.
    pub fn is_open_to_all(&self) -> bool {
        self.access.spectators != Spectators::Off && self.guests().all(|(_, guest)| !guest.banned)
    }

    fn host_only(&self, guest: GuestNumber) -> Result<(), Refusal> {
        match guest == self.host() {
            true => Ok(()),
            false => refuse(Code::NotYours, "only the host may do that"),
        }
    }

    /// Another person than the host, who is named by the host.
    fn named_by_host(&self, guest: GuestNumber, other: GuestNumber) -> Result<(), Refusal> {
        self.host_only(guest)?;
        if self.guest(other).is_none() {
            return refuse(Code::BadMessage, "there is no such person here");
        }
        match other == guest {
            true => refuse(Code::BadMessage, "that is you"),
            false => Ok(()),
        }
    }

    pub(super) fn set_access(
        &self,
        guest: GuestNumber,
        access: Access,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.host_only(guest)?;
        access.check()?;
        match access == self.access {
            true => refuse(Code::NotNow, "that holds already"),
            false => Ok(vec![EntryKind::AccessSet { access }]),
        }
    }

    pub(super) fn remove_guest(
        &self,
        guest: GuestNumber,
        other: GuestNumber,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.named_by_host(guest, other)?;
        match self.is_seated(other) {
            true => Ok(vec![EntryKind::Removed { guest: other }]),
            false => refuse(Code::NotNow, "that person has no seat"),
        }
    }

    pub(super) fn ban(
        &self,
        guest: GuestNumber,
        other: GuestNumber,
        banned: bool,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.named_by_host(guest, other)?;
        if self.guest(other).is_some_and(|other| other.banned == banned) {
            return refuse(Code::NotNow, "that holds already");
        }
        let seated = banned && self.is_seated(other);
        let removed = seated.then_some(EntryKind::Removed { guest: other });
        Ok(removed.into_iter().chain([EntryKind::Banned { guest: other, banned }]).collect())
    }

    /// Whether a guest may give a hunting bot's seat to somebody: the host, or if the host does nothing
    /// for a while, the people of that side.
    pub(super) fn may_grant(&self, guest: GuestNumber, now: Moment) -> bool {
        let absent = now >= self.host_seen.after(limits::HOST_ABSENT);
        guest == self.host() || absent && self.sits_on(guest, Side::Hunters)
    }

    /// Whether a guest may hunt in place of the bot on this seat, if it is granted.
    pub(super) fn could_take_over(&self, guest: GuestNumber, seat: Seat) -> Result<(), Refusal> {
        let knows = self.game.as_ref().is_some_and(|game| game.fugitives.contains(&guest));
        let of_bot = matches!(self.occupant(seat), Occupant::Bot { .. });
        if self.stage != Stage::Playing || seat.side() != Side::Hunters || !of_bot {
            return refuse(Code::NotNow, "that seat is taken");
        }
        match knows {
            true => refuse(Code::NotYours, "you know where he is: you cannot hunt in this game"),
            false => Ok(()),
        }
    }

    pub(super) fn ask_seat(
        &self,
        guest: GuestNumber,
        seat: Seat,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.could_take_over(guest, seat)?;
        if self.access.locked && !self.is_seated(guest) {
            return refuse(Code::NotYours, "the host has locked this table");
        }
        if self.seat_requests.iter().any(|request| request.guest == guest) {
            return refuse(Code::NotNow, "you have asked for a seat already");
        }
        if self.seat_requests.len() >= limits::SEAT_REQUESTS {
            return refuse(Code::Limit, "too many people ask for a seat; try again later");
        }
        self.may_gesture(guest, now)?;
        Ok(vec![EntryKind::SeatAsked { seat }])
    }

    pub(super) fn answer_seat(
        &self,
        guest: GuestNumber,
        other: GuestNumber,
        agree: bool,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let asked = self.seat_requests.iter().find(|request| request.guest == other);
        let Some(&SeatRequest { seat, .. }) = asked else {
            return refuse(Code::NotNow, "nobody of that number asks for a seat");
        };
        let withdraws = other == guest && !agree;
        if !withdraws && !self.may_grant(guest, now) {
            return refuse(Code::NotYours, "the host decides that, or a hunter while the host is away");
        }
        match agree {
            true => {
                self.could_take_over(other, seat)?;
                let granted = EntryKind::SeatGranted { guest: other, seat };
                Ok(vec![granted, EntryKind::SeatDeclined { guest: other }])
            }
            false => Ok(vec![EntryKind::SeatDeclined { guest: other }]),
        }
    }
}
