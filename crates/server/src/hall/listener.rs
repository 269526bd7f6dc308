//! Somebody who is told what happens at a table.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::{Hall, Room};
use crate::entry::Version;
use crate::face::View;
use crate::id::Person;
use crate::limits;
use crate::message::ServerMessage;
use crate::refusal::Refusal;

/// A message as it goes over the wire; clones share the text.
pub type Frame = Utf8Bytes;

/// A message as text.
pub(crate) fn frame(message: &impl Serialize) -> Frame {
    serde_json::to_string(message).expect("made of words and numbers").into()
}

/// What a room knows of a listener.
pub(super) struct Ear {
    pub(super) number: u64,
    pub(super) person: Person,
    pub(super) view: View,
    pub(super) sender: mpsc::Sender<Frame>,
}

impl Ear {
    /// Tells something. One who does not keep up is let go: the connection ends, and the client
    /// comes back for the rest.
    pub(super) fn tell(&self, frame: Frame) -> bool {
        self.sender.try_send(frame).is_ok()
    }
}

/// Somebody who is told what happens at a table, until it is dropped.
pub struct Listener {
    hall: Hall,
    room: Arc<Room>,
    number: u64,
    person: Person,
    /// What there is to tell. It ends when the listener was let go.
    pub frames: mpsc::Receiver<Frame>,
    sender: mpsc::WeakSender<Frame>,
}

impl Listener {
    /// Begins to listen. The first frames are `welcome`, `you` and `news`.
    pub async fn join(
        hall: &Hall,
        room: &Arc<Room>,
        person: Person,
        have: Option<Version>,
        view: Option<View>,
    ) -> Result<Listener, Refusal> {
        let (sender, frames) = mpsc::channel(limits::QUEUE);
        let weak = sender.downgrade();
        let number = room.enter(hall, person, have, view, sender).await?;
        hall.metrics().listeners.add(1);
        let (hall, room) = (hall.clone(), Arc::clone(room));
        Ok(Listener { hall, room, number, person, frames, sender: weak })
    }

    /// Who listens.
    pub fn person(&self) -> Person {
        self.person
    }

    /// Says something to this listener alone.
    pub fn reply(&self, message: &ServerMessage) {
        if let Some(sender) = self.sender.upgrade() {
            // If it does not keep up, it is let go with the next news.
            let _ = sender.try_send(frame(message));
        }
    }

    pub(super) fn sender(&self) -> Option<mpsc::Sender<Frame>> {
        self.sender.upgrade()
    }

    /// The room that is listened to.
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// Looks with other eyes from now on, if the person may.
    pub async fn look(&self, view: View) -> Result<(), Refusal> {
        self.room.look(&self.hall, self.number, view).await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hall.metrics().listeners.sub(1);
        let (hall, room, number) = (self.hall.clone(), Arc::clone(&self.room), self.number);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { room.leave(&hall, number).await });
        }
    }
}
