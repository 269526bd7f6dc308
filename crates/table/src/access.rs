//! Who may come to a table and how: what its host decides, at any time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Seat};
use crate::{Moment, limits};

/// What the host of a table decides about who comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Access {
    /// Nobody new does anything here: no seat, no talk.
    pub locked: bool,
    /// Seconds between two lines of a person; 0 for no such bound. It does not bind the host.
    pub slow_talk: u16,
    /// Who may watch.
    pub spectators: Spectators,
}

/// Who may watch a table without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Spectators {
    /// Everybody who has the link.
    #[default]
    Welcome,
    /// The same, but while a game goes on they see the table as it was so many moves ago.
    Delayed {
        /// How many, from 1 to 50. A decision of either side is a move.
        moves: u8,
    },
    /// Nobody.
    Off,
}

impl Access {
    /// Whether it makes sense.
    pub(crate) fn check(self) -> Result<(), Refusal> {
        if self.slow_talk > limits::SLOW_TALK {
            return refuse(Code::BadSettings, "the pause between two lines is at most 600 seconds");
        }
        if let Spectators::Delayed { moves } = self.spectators
            && !limits::DELAY.contains(&moves)
        {
            return refuse(Code::BadSettings, "spectators see the table 1 to 50 moves late");
        }
        Ok(())
    }

    /// When a person who spoke at `then` may speak again.
    pub(crate) fn speaks_again(self, then: Moment) -> Moment {
        then.after(Duration::from_secs(self.slow_talk.into()))
    }
}

/// Somebody asks for a bot's seat while a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatRequest {
    /// Who.
    pub guest: GuestNumber,
    /// Which.
    pub seat: Seat,
}
