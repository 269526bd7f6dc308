//! The four transports, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What runs along a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Transport {
    /// Taxi; a carriage in the Holmes edition.
    Taxi,
    /// Bus; an omnibus in the Holmes edition.
    Bus,
    /// Underground; the metro in the Holmes edition.
    Underground,
    /// Ferry: the fugitive's alone.
    Ferry,
}

impl Transport {
    /// All four, in the order of the alphabet of tickets.
    pub const ALL: [Transport; 4] =
        [Transport::Taxi, Transport::Bus, Transport::Underground, Transport::Ferry];

    /// The word for it in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Taxi => "taxi",
            Transport::Bus => "bus",
            Transport::Underground => "underground",
            Transport::Ferry => "ferry",
        }
    }
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of transports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Transports(u8);

impl Transports {
    /// No transport.
    pub const NONE: Transports = Transports(0);
    /// All but the ferry.
    pub const LAND: Transports = Transports(0b0111);
    /// All four.
    pub const ALL: Transports = Transports(0b1111);

    /// The set of one.
    #[inline]
    pub const fn only(transport: Transport) -> Transports {
        Transports(1 << transport as u8)
    }

    /// The set that is written in the lowest four bits, in the order of [`Transport::ALL`].
    #[inline]
    pub const fn from_bits(bits: u8) -> Transports {
        Transports(bits & 0b1111)
    }

    /// The set as bits, in the order of [`Transport::ALL`].
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the transport is in the set.
    #[inline]
    pub const fn contains(self, transport: Transport) -> bool {
        self.0 >> transport as u8 & 1 != 0
    }

    /// Both sets together.
    #[inline]
    pub const fn union(self, other: Transports) -> Transports {
        Transports(self.0 | other.0)
    }

    /// What is in both sets.
    #[inline]
    pub const fn intersection(self, other: Transports) -> Transports {
        Transports(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    #[inline]
    pub const fn difference(self, other: Transports) -> Transports {
        Transports(self.0 & !other.0)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The transports in order.
    pub fn iter(self) -> impl Iterator<Item = Transport> {
        Transport::ALL.into_iter().filter(move |&transport| self.contains(transport))
    }
}

impl FromIterator<Transport> for Transports {
    fn from_iter<I: IntoIterator<Item = Transport>>(transports: I) -> Transports {
        transports.into_iter().fold(Transports::NONE, |set, t| set.union(Transports::only(t)))
    }
}

impl fmt::Debug for Transports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
