//! Names and talk.

use fogbound_rules::{Side, Turn};

use crate::command::{Hearers, Reaction};
use crate::entry::EntryKind;
use crate::name::clean_text;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Seat};
use crate::{Moment, Table, limits};

impl Table {
    pub(super) fn say(
        &self,
        guest: GuestNumber,
        to: Hearers,
        text: &str,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.may_speak(guest, to)?;
        if text.chars().count() > limits::CHAT {
            return refuse(Code::TooLong, format!("a line has at most {} characters", limits::CHAT));
        }
        let text = clean_text(text, limits::CHAT);
        if text.is_empty() {
            return refuse(Code::BadMessage, "there is nothing to say");
        }
        self.may_talk(guest, text.len(), now)?;
        Ok(vec![EntryKind::Said { to, text }])
    }

    /// Whether there is room for a line of so many bytes.
    fn may_talk(&self, number: GuestNumber, bytes: usize, now: Moment) -> Result<(), Refusal> {
        if !self.talk.has_room(bytes, self.is_watcher(number)) {
            return refuse(Code::Limit, "too much was said at this table; make a new one");
        }
        // Who has just come has said nothing yet.
        let Some(guest) = self.guest(number) else { return Ok(()) };
        let paused = guest.spoke.is_none_or(|then| now >= self.access.speaks_again(then));
        if number != self.host() && !paused {
            let seconds = self.access.slow_talk;
            let words = format!("the host asks for {seconds} seconds between two lines");
            return refuse(Code::Limit, words);
        }
        match guest.talk.clone().take(now) && self.talk.bucket.clone().take(now) {
            true => Ok(()),
            false => refuse(Code::Limit, "too many lines at once; wait a moment"),
        }
    }

    /// Whether a guest may be heard by the table, or by the team.
    fn may_speak(&self, guest: GuestNumber, to: Hearers) -> Result<(), Refusal> {
        if self.guest(guest).is_some_and(|guest| guest.muted) {
            return refuse(Code::NotYours, "the host has silenced you");
        }
        if to == Hearers::Team && !self.sits_on(guest, Side::Hunters) {
            return refuse(Code::NotYours, "only hunters speak to the team");
        }
        Ok(())
    }

    pub(super) fn react(
        &self,
        guest: GuestNumber,
        to: Hearers,
        reaction: Reaction,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.may_speak(guest, to)?;
        self.may_gesture(guest, now)?;
        Ok(vec![EntryKind::Reacted { to, reaction }])
    }

    /// A hint is for who is to decide: against bots alone, or where all who play agreed on hints before the game.
    pub(super) fn hint(&self, guest: GuestNumber, now: Moment) -> Result<Vec<EntryKind>, Refusal> {
        self.playing()?;
        let side = match self.game.as_ref().map(|game| game.game.turn()) {
            Some(Turn::Fugitive) => Side::Fugitive,
            Some(Turn::Hunters) => Side::Hunters,
            _ => return refuse(Code::NotNow, "nobody has anything to decide now"),
        };
        if !self.sits_on(guest, side) {
            return refuse(Code::NotYours, "a hint is for the side that is to decide");
        }
        let alone = Seat::all(&self.rules).all(|seat| match self.occupant(seat).guest() {
            Some(person) => person == guest && seat.side() == side,
            None => true,
        });
        if !alone && !self.hints_are_agreed() {
            let words = match self.settings.hints {
                true => "somebody plays who did not agree on hints before the game",
                false => "hints were not agreed on before the game",
            };
            return refuse(Code::NotNow, words);
        }
        self.may_gesture(guest, now)?;
        Ok(vec![EntryKind::Hinted])
    }

    /// Whether a guest has not shown or marked too much lately.
    pub(super) fn may_gesture(&self, guest: GuestNumber, now: Moment) -> Result<(), Refusal> {
        // Who has just come has shown nothing yet.
        let room = self.guest(guest).is_none_or(|guest| guest.gestures.clone().take(now));
        match room {
            true => Ok(()),
            false => refuse(Code::Limit, "too many signs at once; wait a moment"),
        }
    }

    pub(super) fn mute(
        &self,
        guest: GuestNumber,
        other: GuestNumber,
        muted: bool,
    ) -> Result<Vec<EntryKind>, Refusal> {
        if guest != self.host() {
            return refuse(Code::NotYours, "only the host may do that");
        }
        if self.guest(other).is_none() {
            return refuse(Code::BadMessage, "there is no such person here");
        }
        Ok(vec![EntryKind::Muted { guest: other, muted }])
    }
}
