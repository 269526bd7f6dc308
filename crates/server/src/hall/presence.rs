//! Who is present at a table: here, and at other nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use fogbound_table::audience::Audience;
use fogbound_table::message::ServerMessage;
use fogbound_table::seat::GuestNumber;
use fogbound_table::{Moment, Table};
use serde::{Deserialize, Serialize};

use super::subscriber::Subscriber;

/// How long people come and go before that is told.
pub(super) const PAUSE: Duration = Duration::from_millis(300);

/// Word of another node about who is present there is believed for so long.
const BELIEVED: Duration = Duration::from_secs(90);

/// Who is present.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Present {
    guests: Vec<GuestNumber>,
    spectators: u32,
}

impl Present {
    /// Those who listen here. The host counts even without a seat, so that others learn when the host
    /// has gone.
    pub(super) fn here(table: &Table, subscribers: &[Subscriber]) -> Present {
        let mut present = Present::default();
        for subscriber in subscribers {
            match table.guest_of(subscriber.person) {
                Some(guest) if subscriber.audience != Audience::Spectator || guest == table.host() => {
                    present.guests.push(guest);
                }
                _ => present.spectators += 1,
            }
        }
        present.guests.sort_unstable();
        present.guests.dedup();
        present
    }

    /// As other nodes are told.
    pub(super) fn to_text(&self) -> String {
        serde_json::to_string(self).expect("made of numbers")
    }
}

/// What is known of who is present elsewhere.
#[derive(Default)]
pub(super) struct Presence {
    /// By node, with when it was told.
    elsewhere: BTreeMap<String, (Present, Moment)>,
    /// Word of who is present is on its way.
    pub(super) telling: bool,
}

impl Presence {
    /// Another node says who is present there.
    pub(super) fn hear(&mut self, node: String, text: &str, now: Moment) -> bool {
        let heard = serde_json::from_str(text).ok();
        let known = heard.map(|present| self.elsewhere.insert(node, (present, now)));
        known.is_some()
    }

    /// Everybody: those here, and those at other nodes.
    pub(super) fn all(&mut self, here: Present, now: Moment) -> ServerMessage {
        self.elsewhere.retain(|_, (_, told)| now < told.after(BELIEVED));
        let Present { mut guests, mut spectators } = here;
        for (present, _) in self.elsewhere.values() {
            guests.extend(&present.guests);
            spectators += present.spectators;
        }
        guests.sort_unstable();
        guests.dedup();
        ServerMessage::Present { guests, spectators }
    }
}
