//! Somebody who is told what happens at a table: as the room knows it, and as whoever is told holds
//! it.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use fogbound_table::Version;
use fogbound_table::audience::Audience;
use fogbound_table::id::Person;
use fogbound_table::message::ServerMessage;
use tokio::sync::mpsc;

use super::{Address, HallError, Room};
use crate::limits;

/// A message as it goes over the wire; clones share the text.
pub type Frame = Utf8Bytes;

/// A message as a frame.
pub(super) fn frame(message: &ServerMessage) -> Frame {
    message.to_text().into()
}

/// What a room knows of somebody who is told what happens.
pub(super) struct Subscriber {
    pub(super) number: u64,
    pub(super) person: Person,
    pub(super) address: Address,
    pub(super) audience: Audience,
    pub(super) sender: mpsc::Sender<Frame>,
}

impl Subscriber {
    /// Tells something. One who does not keep up is let go: the connection ends, and the client
    /// comes back for the rest.
    pub(super) fn tell(&self, frame: Frame) -> bool {
        self.sender.try_send(frame).is_ok()
    }
}

/// The right to be told what happens at a table, until it is dropped.
pub struct Subscription {
    room: Arc<Room>,
    number: u64,
    person: Person,
    /// What there is to tell. It ends when the subscriber was let go.
    pub frames: mpsc::Receiver<Frame>,
    sender: mpsc::WeakSender<Frame>,
}

impl Subscription {
    /// Begins to listen. The first frames are `welcome`, `you` and `news`.
    pub async fn join(
        room: &Arc<Room>,
        person: Person,
        address: Address,
        have: Option<Version>,
        audience: Option<Audience>,
    ) -> Result<Subscription, HallError> {
        let (sender, frames) = mpsc::channel(limits::QUEUE);
        let weak = sender.downgrade();
        let number = room.enter(person, address, have, audience, sender).await?;
        Ok(Subscription { room: Arc::clone(room), number, person, frames, sender: weak })
    }

    /// Who listens.
    pub fn person(&self) -> Person {
        self.person
    }

    /// Says something to this subscriber alone.
    pub fn reply(&self, message: &ServerMessage) {
        if let Some(sender) = self.sender.upgrade() {
            // If it does not keep up, it is let go with the next news.
            let _ = sender.try_send(frame(message));
        }
    }

    /// Is told what another audience sees from now on, if the person may.
    pub async fn look(&self, audience: Audience) -> Result<(), HallError> {
        self.room.look(self.number, audience).await
    }

    /// What happened before a version, as far as it fits into a message.
    pub async fn history(&self, until: Version) -> Result<Option<ServerMessage>, HallError> {
        self.room.history(self.number, until).await
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let (room, number) = (Arc::clone(&self.room), self.number);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { room.leave(number).await });
        }
    }
}
