//! The messages of the socket: one closed type in each direction. Described in `docs/protocol.md`.

use fogbound_rules::Station;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::entry::Version;
use crate::explain::Explanation;
use crate::face::{TableEvent, View};
use crate::id::SeatKey;
use crate::refusal::Code;
use crate::scene::Scene;
use crate::seat::{GuestNumber, Seat};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ClientMessage {
    /// The first message of every connection.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
        /// The version that the client has, if it was connected before.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
        have: Option<Version>,
        /// Whose eyes to look with, for one who plays both sides.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        view: Option<View>,
    },
    /// Does something at the table.
    Do {
        /// An id of the client's making, new for each command, the same if it is sent again.
        id: String,
        /// The version that the client had seen when it decided.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        version: Version,
        /// What to do.
        command: Command,
    },
    /// Looks with the eyes of the other side, for one who plays both.
    Look {
        /// Whose.
        view: View,
    },
    /// Asks why he can be at a station, or cannot.
    Explain {
        /// Which.
        station: Station,
    },
    /// Asks whether the server still hears.
    Ping {},
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[allow(clippy::large_enum_variant)]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// The version of the protocol that the server speaks.
        protocol: u32,
    },
    /// Who one is at this table; comes again when that changes.
    You(You),
    /// What happened since.
    News {
        /// The version before the first event.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        from: Version,
        /// Whether what the client had is to be forgotten.
        reset: bool,
        /// What happened, one event for each version.
        events: Vec<TableEvent>,
        /// How the table looks now.
        scene: Scene,
    },
    /// A command was carried out.
    Done {
        /// The client's id.
        id: String,
        /// The version of the table after it.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        version: Version,
    },
    /// A command, or something else, was not carried out.
    Refused {
        /// The client's id, if there was one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        id: Option<String>,
        /// For programs.
        code: Code,
        /// For people.
        text: String,
    },
    /// The answer to `explain`.
    Explained(Explanation),
    /// The answer to `ping`.
    Pong {},
    /// How many people are connected.
    Present {
        /// Those with a seat, and the host.
        guests: Vec<GuestNumber>,
        /// Those without.
        spectators: u32,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        code: Code,
        /// In words.
        text: String,
    },
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
    /// Whose eyes one looks with.
    pub view: View,
    /// Whose eyes one may look with.
    pub views: Vec<View>,
}

/// Without the secret: what is printed may end in a log.
impl std::fmt::Debug for You {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("You")
            .field("guest", &self.guest)
            .field("view", &self.view)
            .finish_non_exhaustive()
    }
}
