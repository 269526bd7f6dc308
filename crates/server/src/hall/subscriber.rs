//! Somebody who is told what happens at a table: as the room knows it, and as whoever is told holds
//! it.

use std::sync::Arc;

use fogbound_rules::Station;
use fogbound_table::Version;
use fogbound_table::audience::{Audience, Explanation};
use fogbound_table::id::Person;
use fogbound_table::message::ServerMessage;

use super::late_table::Late;
use super::queue::{Frame, Queue};
use super::{Address, HallError, Room};

/// A message as a frame.
pub(super) fn frame(message: &ServerMessage) -> Frame {
    message.to_text().into()
}

/// What a room knows of somebody who is told what happens. When it forgets somebody, nothing more is
/// told.
pub(super) struct Subscriber {
    pub(super) number: u64,
    pub(super) person: Person,
    pub(super) address: Address,
    pub(super) audience: Audience,
    /// Of those who are told late: what they were told. The others are told at once.
    pub(super) late: Option<Late>,
    pub(super) queue: Arc<Queue>,
}

impl Subscriber {
    /// Tells something. One who does not keep up is let go: the connection ends, and the client
    /// comes back for the rest.
    pub(super) fn tell(&self, frame: Frame) -> bool {
        self.queue.put(frame)
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.queue.finish();
    }
}

/// The right to be told what happens at a table, until it is dropped.
pub struct Subscription {
    room: Arc<Room>,
    number: u64,
    person: Person,
    queue: Arc<Queue>,
}

impl Subscription {
    /// Begins to listen. The first frames are `welcome`, `you` and `news`.
    pub(super) async fn join(
        room: &Arc<Room>,
        person: Person,
        address: Address,
        have: Option<Version>,
        audience: Option<Audience>,
        queue: &Arc<Queue>,
    ) -> Result<Subscription, HallError> {
        let number = room.enter(person, address, have, audience, queue).await?;
        Ok(Subscription { room: Arc::clone(room), number, person, queue: Arc::clone(queue) })
    }

    /// Who listens.
    pub fn person(&self) -> Person {
        self.person
    }

    /// Says something to this subscriber alone.
    pub fn reply(&self, message: &ServerMessage) {
        self.queue.put(frame(message));
    }

    /// Is told what another audience sees from now on, if the person may.
    pub async fn look(&self, audience: Audience) -> Result<(), HallError> {
        self.room.look(self.number, audience).await
    }

    /// Why he can be at a station, or why not.
    pub async fn explain(&self, station: Station) -> Result<Explanation, HallError> {
        self.room.explain(self.person, station).await
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
