//! Who sits where.

use crate::entry::EntryKind;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Level, Occupant, Seat};
use crate::{Moment, Stage, Table, limits};

impl Table {
    fn known(&self, seat: Seat) -> Result<(), Refusal> {
        match seat.place() < self.seats.len() {
            true => Ok(()),
            false => refuse(Code::BadMessage, "there is no such seat in this game"),
        }
    }

    fn own(&self, guest: GuestNumber, seat: Seat) -> Result<(), Refusal> {
        self.known(seat)?;
        match self.occupant(seat).guest() == Some(guest) {
            true => Ok(()),
            false => refuse(Code::NotYours, "that is not your seat"),
        }
    }

    pub(super) fn sit(
        &self,
        guest: GuestNumber,
        seat: Seat,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.known(seat)?;
        match (self.stage, self.occupant(seat)) {
            (Stage::Lobby, Occupant::Open | Occupant::Bot { .. }) => {
                if self.access.locked && self.is_watcher(guest) {
                    return refuse(Code::NotYours, "the host has locked this table");
                }
            }
            _ => {
                self.could_take_over(guest, seat)?;
                if !self.may_grant(guest, now) {
                    return refuse(Code::NotYours, "the game goes on: ask for that seat");
                }
            }
        }
        Ok(vec![EntryKind::Sat { seat }])
    }

    pub(super) fn rise(&self, guest: GuestNumber, seat: Seat) -> Result<Vec<EntryKind>, Refusal> {
        self.lobby_only()?;
        self.own(guest, seat)?;
        Ok(vec![EntryKind::Freed { seat }])
    }

    pub(super) fn resume(&self, guest: GuestNumber, seat: Seat) -> Result<Vec<EntryKind>, Refusal> {
        self.own(guest, seat)?;
        match self.occupant(seat) {
            Occupant::StandIn { .. } => Ok(vec![EntryKind::Resumed { seat }]),
            _ => refuse(Code::NotNow, "no bot plays for you there"),
        }
    }

    pub(super) fn seat_bot(
        &self,
        guest: GuestNumber,
        seat: Seat,
        level: Level,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.known(seat)?;
        let occupant = self.occupant(seat);
        match self.stage {
            Stage::Lobby => {
                self.hosting(guest, now)?;
                if occupant.guest().is_some_and(|other| other != guest) {
                    return refuse(Code::NotNow, "somebody sits there; free the seat first");
                }
            }
            Stage::Playing => {
                let own = occupant.guest() == Some(guest);
                let absent = || self.is_seated(guest) && self.is_waited_for(seat, now);
                if !(own || absent()) {
                    return refuse(
                        Code::NotYours,
                        "you may put a bot on your own seat, or on that of a player for whom all have waited five minutes",
                    );
                }
            }
            Stage::Over | Stage::Abandoned => return refuse(Code::NotNow, "the game is over"),
        }
        Ok(vec![EntryKind::BotSat { seat, level }])
    }

    /// Whether a table without a clock has waited long for the person on this seat.
    fn is_waited_for(&self, seat: Seat, now: Moment) -> bool {
        let since = self.game.as_ref().map(|game| game.move_since);
        matches!(self.occupant(seat), Occupant::Guest { .. })
            && self.settings.clock.span().is_none()
            && since.is_some_and(|since| now >= since.after(limits::PLAYER_ABSENT))
            && self.due().contains(&seat)
    }

    pub(super) fn free(
        &self,
        guest: GuestNumber,
        seat: Seat,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.lobby_only()?;
        self.known(seat)?;
        match self.occupant(seat).guest() {
            Some(other) if other == guest => {}
            // Removing people is for the host alone, present or not.
            Some(_) if guest != self.host() => {
                return refuse(Code::NotYours, "only the host may remove somebody");
            }
            _ => self.hosting(guest, now)?,
        }
        Ok(vec![EntryKind::Freed { seat }])
    }
}
