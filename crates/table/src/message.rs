//! The messages of the socket: one closed type in each direction. Described in `docs/protocol.md`.

use fogbound_rules::Station;
use serde::{Deserialize, Serialize};

use crate::Version;
use crate::audience::{Audience, AudienceHistory, AudienceNews, Explanation, You};
use crate::command::Command;
use crate::refusal::Code;
use crate::seat::GuestNumber;

/// The version of the protocol.
pub const PROTOCOL: u32 = 3;

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
        /// As which audience, for one who plays both sides.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        audience: Option<Audience>,
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
    /// Is told what the other side sees from now on, for one who plays both.
    Look {
        /// Which.
        audience: Audience,
    },
    /// Asks why he can be at a station, or cannot.
    Explain {
        /// Which.
        station: Station,
    },
    /// Asks for what happened before.
    History {
        /// Up to this version: `from` of what the client has.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        until: Version,
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
    News(
        #[cfg_attr(
            feature = "typescript",
            ts(as = "crate::audience::News<fogbound_rules::FugitiveEvent, crate::audience::OwnFace>")
        )]
        AudienceNews,
    ),
    /// The answer to `history`.
    History(
        #[cfg_attr(
            feature = "typescript",
            ts(as = "crate::audience::History<fogbound_rules::FugitiveEvent>")
        )]
        AudienceHistory,
    ),
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
    /// A bot of this table waits until others have been thought for.
    Waiting {
        /// How many come before it; 0 if it waits no more.
        ahead: u32,
    },
    /// The server ends the connection.
    Bye {
        /// Why.
        code: Code,
        /// In words.
        text: String,
    },
}

impl ServerMessage {
    /// The message as text.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("made of words and numbers")
    }
}
