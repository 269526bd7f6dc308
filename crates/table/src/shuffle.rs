//! The shuffle of a table before its game begins: who adds a number, and who has opened it.

use fogbound_rules::{Digest, Number, PublicKey, Shuffle};
use serde::{Deserialize, Serialize};

use crate::seat::GuestNumber;
use crate::{Moment, limits};

/// That a person has promised to add a number.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Promise {
    pub(crate) guest: GuestNumber,
    pub(crate) commitment: Digest,
}

/// A shuffle that waits for numbers.
pub(crate) struct PendingShuffle {
    pub(crate) shuffle: Shuffle,
    /// With which key the game is signed.
    pub(crate) key: Option<PublicKey>,
    since: Moment,
}

impl PendingShuffle {
    pub(crate) fn new(
        number: Number,
        promises: &[Promise],
        key: Option<PublicKey>,
        since: Moment,
    ) -> PendingShuffle {
        let promised = promises.iter().map(|promise| (promise.guest.0, promise.commitment));
        PendingShuffle { shuffle: Shuffle::new(number, promised), key, since }
    }

    /// Until when it waits.
    pub(crate) fn due(&self) -> Moment {
        self.since.after(limits::OPENING)
    }

    /// Takes in a number; whether somebody's was waited for.
    pub(crate) fn open(&mut self, guest: GuestNumber, number: Number) -> bool {
        let own = self.shuffle.contributions.iter_mut().find(|it| it.guest == guest.0);
        own.is_some_and(|own| own.number.replace(number).is_none())
    }

    /// Whether nobody is waited for any more.
    pub(crate) fn is_complete(&self) -> bool {
        self.shuffle.contributions.iter().all(|it| it.number.is_some())
    }
}
