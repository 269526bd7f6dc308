//! One client, without its socket: what it says is read and bounded, and becomes a request. Whoever
//! holds the table carries requests out; nothing here waits.

use fogbound_rules::Station;
use serde::Deserialize;

use crate::audience::Audience;
use crate::command::Command;
use crate::message::{ClientMessage, PROTOCOL, ServerMessage};
use crate::refusal::{Code, Refusal};
use crate::{Bucket, Moment, Version, limits};

/// One client at one table.
#[derive(Debug)]
pub struct Connection {
    greeted: bool,
    bucket: Bucket,
    /// How often it was told to slow down.
    warnings: u32,
    ended: bool,
}

/// What comes of a message.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Heard {
    /// The client asks for something.
    Request(Request),
    /// The client is told that nothing comes of it, and may go on.
    Refused(ServerMessage),
    /// The client was told to slow down.
    TooFast(ServerMessage),
    /// The client is told why, and the connection ends.
    Ended(ServerMessage),
    /// The connection has ended before.
    Nothing,
}

/// What a client asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// To be told what happens from now on.
    Join {
        /// The version that it has.
        have: Option<Version>,
        /// As which audience, for one who plays both sides.
        audience: Option<Audience>,
    },
    /// To do something at the table.
    Do {
        /// The client's id of it.
        id: String,
        /// The version that it had seen.
        version: Version,
        /// What to do.
        command: Command,
    },
    /// To be told what another audience sees.
    Look {
        /// Which.
        audience: Audience,
    },
    /// Why he can be at a station, or cannot.
    Explain {
        /// Which.
        station: Station,
    },
    /// What happened before.
    History {
        /// Up to this version.
        until: Version,
    },
    /// Whether anybody still hears.
    Ping,
}

impl Connection {
    /// A client that has said nothing yet.
    pub fn new(now: Moment) -> Connection {
        let bucket = Bucket::full(limits::MESSAGES, now);
        Connection { greeted: false, bucket, warnings: 0, ended: false }
    }

    /// Whether nothing more is heard or said.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Takes in a message of the client.
    pub fn hear(&mut self, text: &str, now: Moment) -> Heard {
        if self.ended {
            return Heard::Nothing;
        }
        if !self.bucket.take(now) {
            return self.too_fast(command_id(text));
        }
        if text.len() > limits::MESSAGE {
            return self.hear_too_long();
        }
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let (id, code) = (command_id(text), Code::BadMessage);
                let text = format!("this is no message of the protocol: {error}");
                return Heard::Refused(ServerMessage::Refused { id, code, text });
            }
        };
        let request = match (message, self.greeted) {
            (ClientMessage::Hello { protocol, have, audience }, false) => {
                if protocol != PROTOCOL {
                    let words = format!("this server speaks version {PROTOCOL}; load the page again");
                    return self.end(Refusal::new(Code::BadMessage, words));
                }
                self.greeted = true;
                Request::Join { have, audience }
            }
            (ClientMessage::Hello { .. }, true) => {
                return Heard::Refused(refused(Code::BadMessage, "you have said hello already"));
            }
            (_, false) => return self.end(Refusal::new(Code::BadMessage, "say hello first")),
            (ClientMessage::Do { id, version, command }, true) => {
                if !is_command_id(&id) {
                    let words = "the id of a command is 1 to 40 letters, digits, '-' and '_'";
                    return Heard::Refused(refused(Code::BadMessage, words));
                }
                Request::Do { id, version, command }
            }
            (ClientMessage::Look { audience }, true) => Request::Look { audience },
            (ClientMessage::Explain { station }, true) => Request::Explain { station },
            (ClientMessage::History { until }, true) => Request::History { until },
            (ClientMessage::Ping {}, true) => Request::Ping,
        };
        Heard::Request(request)
    }

    /// Takes in something of the client that is no message, such as a ping of the socket: it counts, and
    /// nothing is answered.
    pub fn hear_control(&mut self, now: Moment) -> Heard {
        if self.ended || self.bucket.take(now) { Heard::Nothing } else { self.too_fast(None) }
    }

    /// The client has sent a message that was too long to be read.
    pub fn hear_too_long(&mut self) -> Heard {
        self.end(Refusal::new(Code::TooLong, "the message is too long"))
    }

    fn too_fast(&mut self, id: Option<String>) -> Heard {
        self.warnings += 1;
        if self.warnings > limits::WARNINGS {
            return self.end(Refusal::new(Code::Limit, "far too many messages"));
        }
        let text = "too many messages; slow down".into();
        Heard::TooFast(ServerMessage::Refused { id, code: Code::Limit, text })
    }

    /// Ends the connection, for this reason.
    pub fn end(&mut self, Refusal { code, text }: Refusal) -> Heard {
        self.ended = true;
        Heard::Ended(ServerMessage::Bye { code, text })
    }
}

/// The id of a command that is not carried out, if it can be read: its sender waits for an answer to it.
fn command_id(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Identified {
        id: String,
    }
    let short = Some(text).filter(|text| text.len() <= limits::MESSAGE)?;
    let Identified { id } = serde_json::from_str(short).ok()?;
    Some(id).filter(|id| is_command_id(id))
}

fn is_command_id(id: &str) -> bool {
    let fits = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
    !id.is_empty() && id.len() <= limits::COMMAND_ID && id.bytes().all(fits)
}

fn refused(code: Code, text: impl Into<String>) -> ServerMessage {
    ServerMessage::Refused { id: None, code, text: text.into() }
}
