//! Tickets, and the purses that hold them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Transport, Transports};

/// What pays for a move. The double ticket is not one of these: it is played on top of two of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(from = "PurseForm", into = "PurseForm")]
#[repr(align(4))]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(type = "{ taxi: number; bus: number; underground: number }")
)]
pub struct Purse {
    /// By ticket; the last is always 0, as no purse holds black tickets. Four bytes can be looked
    /// at in one go.
    counts: [u8; 4],
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct PurseForm {
    taxi: u8,
    bus: u8,
    underground: u8,
}

impl From<PurseForm> for Purse {
    fn from(form: PurseForm) -> Purse {
        Purse::new(form.taxi, form.bus, form.underground)
    }
}

impl From<Purse> for PurseForm {
    fn from(purse: Purse) -> PurseForm {
        let [taxi, bus, underground, _] = purse.counts;
        PurseForm { taxi, bus, underground }
    }
}

impl fmt::Debug for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [taxi, bus, underground, _] = self.counts;
        write!(f, "{taxi} taxi, {bus} bus, {underground} underground")
    }
}

impl Purse {
    /// So many of each kind.
    pub const fn new(taxi: u8, bus: u8, underground: u8) -> Purse {
        Purse { counts: [taxi, bus, underground, 0] }
    }

    /// How many of one kind; no purse holds black tickets.
    #[inline]
    pub const fn count(&self, ticket: Ticket) -> u8 {
        self.counts[ticket as usize]
    }

    /// The purse with so many tickets more. As one word: nothing has to be read back byte by byte.
    #[inline(always)]
    pub(crate) const fn plus(self, ticket: Ticket, count: u8) -> Purse {
        debug_assert!(self.counts[ticket as usize] <= u8::MAX - count);
        let more = (count as u32) << (8 * ticket as u32);
        Purse { counts: (u32::from_le_bytes(self.counts) + more).to_le_bytes() }
    }

    /// The purse with one ticket less.
    #[inline(always)]
    pub(crate) const fn less(self, ticket: Ticket) -> Purse {
        debug_assert!(self.counts[ticket as usize] > 0);
        Purse { counts: (u32::from_le_bytes(self.counts) - (1 << (8 * ticket as u32))).to_le_bytes() }
    }

    pub(crate) fn add_all(&mut self, other: Purse) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// The transports that it can pay for.
    #[inline]
    pub const fn transports(&self) -> Transports {
        const SEVENS: u32 = 0x7f7f_7f7f;
        let counts = u32::from_le_bytes(self.counts);
        let some = (((counts & SEVENS) + SEVENS) | counts) & !SEVENS;
        // Bits 7, 15 and 23 tell which counts are not 0; the product brings them side by side.
        Transports::from_bits(((some >> 7).wrapping_mul(0x1_0204) >> 16) as u8 & 0b111)
    }

    /// How many tickets in all.
    pub const fn total(&self) -> u16 {
        self.counts[0] as u16 + self.counts[1] as u16 + self.counts[2] as u16
    }

    /// Whether no ticket is left.
    pub const fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_come_and_go_one_by_one() {
        let purse = Purse::new(1, 255, 0);
        assert_eq!(purse.less(Ticket::Taxi).plus(Ticket::Underground, 1), Purse::new(0, 255, 1));
        assert_eq!(purse.less(Ticket::Bus).plus(Ticket::Bus, 1), purse);
    }

    #[test]
    fn a_purse_pays_for_what_it_holds() {
        for counts in [0, 1, 127, 128, 255].iter().flat_map(|&a| [0, 1, 255].map(|b| (a, b))) {
            for underground in [0, 2, 200] {
                let purse = Purse::new(counts.0, counts.1, underground);
                for (transport, ticket) in [
                    (Transport::Taxi, Ticket::Taxi),
                    (Transport::Bus, Ticket::Bus),
                    (Transport::Underground, Ticket::Underground),
                ] {
                    assert_eq!(
                        purse.transports().contains(transport),
                        purse.count(ticket) > 0,
                        "{purse:?}"
                    );
                }
                assert!(!purse.transports().contains(Transport::Ferry));
            }
        }
    }
}
