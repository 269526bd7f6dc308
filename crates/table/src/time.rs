//! Time as the tables know it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A moment of table time, in milliseconds: time on the wall without the time in which no server
/// ran. Clocks are counted in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The moment so much later.
    pub fn after(self, span: Duration) -> Moment {
        Moment(self.0.saturating_add(span.as_millis() as u64))
    }

    /// How long it is until a later moment; nothing if that has passed.
    pub fn until(self, later: Moment) -> Duration {
        Duration::from_millis(later.0.saturating_sub(self.0))
    }
}
