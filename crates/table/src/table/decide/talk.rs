//! Names and talk.

use fogbound_rules::Side;

use crate::command::{Hearers, Reaction};
use crate::entry::EntryKind;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::GuestNumber;
use crate::{Moment, Table, limits};

/// A name that can be shown: no control characters, no space at its ends, not too long.
pub(super) fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = clean_text(name, limits::NAME);
    if name.is_empty() {
        return refuse(Code::BadMessage, "a name has at least one letter");
    }
    Ok(name)
}

/// Text in one line: what cannot be seen, or turns the line around, is left out.
fn clean_text(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().filter(|&c| !hidden(c)).take(most).collect();
    text.trim().into()
}

impl Table {
    pub(super) fn say(
        &self,
        guest: GuestNumber,
        to: Hearers,
        text: &str,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.may_speak(guest, to)?;
        if text.chars().count() > limits::CHAT {
            return refuse(Code::TooLong, format!("a line has at most {} characters", limits::CHAT));
        }
        let text = clean_text(text, limits::CHAT);
        match text.is_empty() {
            true => refuse(Code::BadMessage, "there is nothing to say"),
            false => Ok(vec![EntryKind::Said { to, text }]),
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
