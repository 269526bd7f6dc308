//! What somebody complains of to whoever runs the server: whom, and the talk that was seen.

use serde::{Deserialize, Serialize};

use super::{Audience, TableEventKind};
use crate::id::Person;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::GuestNumber;
use crate::{Moment, Table, limits};

/// What somebody complains of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Complaint {
    /// Who complains; none if the person has done nothing here yet.
    pub by: Option<Named>,
    /// Of whom.
    pub of: Named,
    /// Why, in the words of who complains.
    pub text: String,
    /// The last lines that who complains could see, the oldest first.
    pub talk: Vec<TalkLine>,
}

/// A guest, and the name at that time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The number.
    pub guest: GuestNumber,
    /// The name.
    pub name: String,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TalkLine {
    /// When, in milliseconds of table time.
    pub at: Moment,
    /// Who.
    pub by: Named,
    /// What.
    pub text: String,
}

impl Table {
    /// What a person complains of who sees this table.
    pub fn complain(&self, person: Person, of: GuestNumber, text: &str) -> Result<Complaint, Refusal> {
        let by = self.guest_of(person);
        if by == Some(of) {
            return refuse(Code::BadMessage, "that is you");
        }
        let Some(of) = self.named(of) else {
            return refuse(Code::BadMessage, "there is no such person here");
        };
        if text.chars().count() > limits::CHAT {
            return refuse(Code::BadMessage, "a report has at most 280 characters");
        }
        let text = text.chars().filter(|c| !c.is_control()).collect();
        Ok(Complaint { by: by.and_then(|by| self.named(by)), of, text, talk: self.talk_seen(person) })
    }

    fn named(&self, guest: GuestNumber) -> Option<Named> {
        self.guest(guest).map(|face| Named { guest, name: face.name.clone() })
    }

    /// The last lines that a person could see, the oldest first.
    fn talk_seen(&self, person: Person) -> Vec<TalkLine> {
        let guest = self.guest_of(person);
        let audiences = self.audiences(guest);
        let audience =
            if audiences.contains(&Audience::Hunters) { Audience::Hunters } else { audiences[0] };
        let viewer = self.viewer(guest, audience);
        let mut lines = vec![];
        for (version, applied) in self.back_from(self.version) {
            if lines.len() >= limits::REPORTED_LINES {
                break;
            }
            let event = self.event_for_public(version, applied, viewer);
            if let (TableEventKind::Said { text, .. }, Some(by)) = (event.kind, event.by) {
                lines.extend(self.named(by).map(|by| TalkLine { at: event.at, by, text }));
            }
        }
        lines.reverse();
        lines
    }
}
