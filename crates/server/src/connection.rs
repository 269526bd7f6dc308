//! One client: what it says is read, bounded and carried out; what it is told comes back. It knows
//! nothing of sockets, so a test can be its network.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::bucket::Bucket;
use crate::command::Command;
use crate::entry::Version;
use crate::hall::{Frame, Hall, Listener, Room, frame};
use crate::id::Person;
use crate::limits;
use crate::message::{ClientMessage, PROTOCOL, ServerMessage};
use crate::refusal::{Code, Refusal};

/// One client at one table.
pub struct Connection {
    hall: Hall,
    room: Arc<Room>,
    person: Person,
    listener: Option<Listener>,
    /// What is said before the client is a listener.
    replies: VecDeque<Frame>,
    bucket: Bucket,
    /// How often it was told to slow down.
    warnings: u32,
    ended: bool,
}

impl Connection {
    /// A client that has said nothing yet.
    pub fn new(hall: &Hall, room: Arc<Room>, person: Person) -> Connection {
        Connection {
            hall: hall.clone(),
            room,
            person,
            listener: None,
            replies: VecDeque::new(),
            bucket: Bucket::full(limits::MESSAGES),
            warnings: 0,
            ended: false,
        }
    }

    /// The next message for the client; none if the connection is to be closed. Nothing is lost if
    /// this is dropped while it waits.
    pub async fn next(&mut self) -> Option<Frame> {
        if let Some(frame) = self.replies.pop_front() {
            return Some(frame);
        }
        if self.ended {
            return None;
        }
        match &mut self.listener {
            Some(listener) => listener.frames.recv().await,
            None => std::future::pending().await,
        }
    }

    /// Takes in a message of the client.
    pub async fn receive(&mut self, text: &str) {
        if self.ended {
            return;
        }
        if !self.bucket.take() {
            self.warnings += 1;
            if self.warnings > limits::WARNINGS {
                return self.end(Code::Limit, "far too many messages");
            }
            self.hall.metrics().floods.add(1);
            return self.refuse(None, Refusal::new(Code::Limit, "too many messages; slow down"));
        }
        if text.len() > limits::MESSAGE {
            return self.end(Code::TooLong, "the message is too long");
        }
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let words = format!("this is no message of the protocol: {error}");
                return self.refuse(None, Refusal::new(Code::BadMessage, words));
            }
        };
        match (message, &self.listener) {
            (ClientMessage::Hello { protocol, have, view }, None) => {
                if protocol != PROTOCOL {
                    let words = format!("this server speaks version {PROTOCOL}; load the page again");
                    return self.end(Code::BadMessage, &words);
                }
                match Listener::join(&self.hall, &self.room, self.person, have, view).await {
                    Ok(listener) => self.listener = Some(listener),
                    Err(refusal) => self.end(refusal.code, &refusal.text),
                }
            }
            (ClientMessage::Hello { .. }, Some(_)) => {
                self.refuse(None, Refusal::new(Code::BadMessage, "you have said hello already"));
            }
            (_, None) => self.end(Code::BadMessage, "say hello first"),
            (ClientMessage::Do { id, version, command }, Some(_)) => {
                self.carry_out(id, version, &command).await;
            }
            (ClientMessage::Look { view }, Some(listener)) => {
                if let Err(refusal) = listener.look(view).await {
                    self.refuse(None, refusal);
                }
            }
            (ClientMessage::Explain { station }, Some(listener)) => {
                match self.room.explain(&self.hall, station).await {
                    Ok(explanation) => listener.reply(&ServerMessage::Explained(explanation)),
                    Err(refusal) => self.refuse(None, refusal),
                }
            }
            (ClientMessage::Ping {}, Some(listener)) => listener.reply(&ServerMessage::Pong {}),
        }
    }

    async fn carry_out(&mut self, id: String, version: Version, command: &Command) {
        let Some(listener) = &self.listener else { return };
        self.hall.metrics().commands.add(1);
        let fits = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        if id.is_empty() || id.len() > limits::COMMAND_ID || !id.bytes().all(fits) {
            let words = "the id of a command is 1 to 40 letters, digits, '-' and '_'";
            return self.refuse(None, Refusal::new(Code::BadMessage, words));
        }
        let done = self.room.command(&self.hall, listener, &id, version, command).await;
        if let Err(refusal) = done {
            self.hall.metrics().refusals.add(1);
            self.refuse(Some(id), refusal);
        }
    }

    fn refuse(&mut self, id: Option<String>, refusal: Refusal) {
        let Refusal { code, text } = refusal;
        self.say(&ServerMessage::Refused { id, code, text });
    }

    fn say(&mut self, message: &ServerMessage) {
        match &self.listener {
            Some(listener) => listener.reply(message),
            None => self.replies.push_back(frame(message)),
        }
    }

    fn end(&mut self, code: Code, text: &str) {
        self.listener = None;
        self.replies.push_back(frame(&ServerMessage::Bye { code, text: text.into() }));
        self.ended = true;
    }
}
