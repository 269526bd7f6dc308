//! One client at one table: what it asks for is carried out; what it is told comes back. It knows
//! nothing of sockets, so a test can be its network.

use std::sync::Arc;

use fogbound_table::command::Command;
use fogbound_table::id::Person;
use fogbound_table::message::ServerMessage;
use fogbound_table::{Code, Connection, Heard, Refusal, Request, Version};

use super::queue::{Queue, QueuedFrame};
use super::subscriber::{Subscription, frame};
use super::{Address, HallError, Room};
use crate::metrics::Limit;

/// One client at one table.
pub struct Client {
    room: Arc<Room>,
    person: Person,
    address: Address,
    connection: Connection,
    subscription: Option<Subscription>,
    /// All that is said to it, before it is a subscriber and afterwards.
    queue: Arc<Queue>,
    flooded: bool,
}

impl Client {
    /// A client that has said nothing yet.
    pub fn new(room: Arc<Room>, person: Person, address: Address) -> Client {
        let connection = Connection::new(room.now());
        let queue = Queue::new(&room.shared.backlog);
        Client { room, person, address, connection, subscription: None, queue, flooded: false }
    }

    /// The next message for the client; none if the connection is to be closed. Nothing is lost if
    /// this is dropped while it waits.
    pub async fn next(&mut self) -> Option<QueuedFrame> {
        self.queue.next().await
    }

    /// Ends when the client was let go because it did not keep up: it is not waited for any more.
    pub async fn let_go(&self) {
        self.queue.let_go().await;
    }

    /// Takes in a message of the client.
    pub async fn receive(&mut self, text: &str) {
        let heard = self.connection.hear(text, self.room.now());
        self.take(heard).await;
    }

    /// Takes in something of the client that is no message, such as a ping of the socket.
    pub async fn receive_control(&mut self) {
        let heard = self.connection.hear_control(self.room.now());
        self.take(heard).await;
    }

    /// The client has sent more than is read.
    pub async fn receive_too_long(&mut self) {
        let heard = self.connection.hear_too_long();
        self.take(heard).await;
    }

    /// Whether it was sent away because of far too many messages.
    pub fn has_flooded(&self) -> bool {
        self.flooded
    }

    async fn take(&mut self, heard: Heard) {
        match heard {
            Heard::Request(request) => self.carry_out(request).await,
            Heard::Refused(message) => self.say(&message),
            Heard::TooFast(message) => {
                self.room.metrics().floods.add(1);
                self.room.metrics().limits.add(Limit::Messages);
                self.say(&message);
            }
            Heard::Ended(message) => {
                self.flooded = matches!(message, ServerMessage::Bye { code: Code::Limit, .. });
                self.end(&message);
            }
            Heard::Nothing => {}
        }
    }

    async fn carry_out(&mut self, request: Request) {
        match (request, &self.subscription) {
            (Request::Join { have, audience }, _) => {
                let Client { room, person, address, queue, .. } = &*self;
                match Subscription::join(room, *person, *address, have, audience, queue).await {
                    Ok(subscription) => self.subscription = Some(subscription),
                    Err(error) => {
                        if let Heard::Ended(message) = self.connection.end(error.into_refusal()) {
                            self.end(&message);
                        }
                    }
                }
            }
            (_, None) => {}
            (Request::Do { id, version, command }, Some(_)) => self.act(id, version, &command).await,
            (Request::Look { audience }, Some(subscription)) => {
                if let Err(error) = subscription.look(audience).await {
                    self.refuse(None, error);
                }
            }
            (Request::Explain { station }, Some(subscription)) => {
                match subscription.explain(station).await {
                    Ok(explanation) => subscription.reply(&ServerMessage::Explained(explanation)),
                    Err(error) => self.refuse(None, error),
                }
            }
            (Request::History { until }, Some(subscription)) => {
                match subscription.history(until).await {
                    Ok(page) => page.iter().for_each(|page| subscription.reply(page)),
                    Err(error) => self.refuse(None, error),
                }
            }
            (Request::Ping, Some(subscription)) => subscription.reply(&ServerMessage::Pong {}),
        }
    }

    async fn act(&mut self, id: String, version: Version, command: &Command) {
        let Some(subscription) = &self.subscription else { return };
        self.room.metrics().commands.add(1);
        if let Err(error) = self.room.command(subscription, &id, version, command).await {
            self.room.metrics().refusals.add(1);
            self.refuse(Some(id), error);
        }
    }

    fn refuse(&self, id: Option<String>, error: HallError) {
        let Refusal { code, text } = error.into_refusal();
        self.say(&ServerMessage::Refused { id, code, text });
    }

    fn say(&self, message: &ServerMessage) {
        self.queue.put(frame(message));
    }

    fn end(&mut self, message: &ServerMessage) {
        self.say(message);
        self.queue.finish();
        self.subscription = None;
    }
}
