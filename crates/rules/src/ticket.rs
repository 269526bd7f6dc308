//! Tickets, and the purses that hold them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Transport, Transports};

/// What pays for a move. The double ticket is not one of these: it is played on top of two of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ticket {
    /// For a taxi line.
    Taxi,
    /// For a bus line.
    Bus,
    /// For an underground line.
    Underground,
    /// The fugitive's: for any line, and it hides which.
    Black,
}

impl Ticket {
    /// All tickets.
    pub const ALL: [Ticket; 4] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground, Ticket::Black];
    /// The tickets of one transport each.
    pub const NORMAL: [Ticket; 3] = [Ticket::Taxi, Ticket::Bus, Ticket::Underground];

    /// The word for it in records and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Ticket::Taxi => "taxi",
            Ticket::Bus => "bus",
            Ticket::Underground => "underground",
            Ticket::Black => "black",
        }
    }

    /// The ticket of that name.
    pub fn named(name: &str) -> Option<Ticket> {
        Ticket::ALL.into_iter().find(|ticket| ticket.name() == name)
    }

    /// What it pays for.
    pub const fn transports(self) -> Transports {
        match self {
            Ticket::Taxi => Transports::only(Transport::Taxi),
            Ticket::Bus => Transports::only(Transport::Bus),
            Ticket::Underground => Transports::only(Transport::Underground),
            Ticket::Black => Transports::ALL,
        }
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Normal tickets of the three kinds: a detective's, a pool, the supply, or the fugitive's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Purse {
    /// Taxi tickets.
    pub taxi: u8,
    /// Bus tickets.
    pub bus: u8,
    /// Underground tickets.
    pub underground: u8,
}

impl Purse {
    /// How many of one kind; no purse holds black tickets.
    #[inline]
    pub const fn count(&self, ticket: Ticket) -> u8 {
        match ticket {
            Ticket::Taxi => self.taxi,
            Ticket::Bus => self.bus,
            Ticket::Underground => self.underground,
            Ticket::Black => 0,
        }
    }

    #[inline]
    fn count_mut(&mut self, ticket: Ticket) -> &mut u8 {
        match ticket {
            Ticket::Taxi => &mut self.taxi,
            Ticket::Bus => &mut self.bus,
            Ticket::Underground => &mut self.underground,
            Ticket::Black => unreachable!("no purse holds black tickets"),
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, ticket: Ticket) {
        *self.count_mut(ticket) += 1;
    }

    #[inline]
    pub(crate) fn take(&mut self, ticket: Ticket) {
        *self.count_mut(ticket) -= 1;
    }

    /// The transports that it can pay for.
    #[inline]
    pub const fn transports(&self) -> Transports {
        Transports::from_bits(
            (self.taxi != 0) as u8 | ((self.bus != 0) as u8) << 1 | ((self.underground != 0) as u8) << 2,
        )
    }

    /// How many tickets in all.
    pub const fn total(&self) -> u16 {
        self.taxi as u16 + self.bus as u16 + self.underground as u16
    }

    /// Whether no ticket is left.
    pub const fn is_empty(&self) -> bool {
        self.total() == 0
    }
}
