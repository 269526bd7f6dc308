//! Stations and sets of stations.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A numbered stop on a board, from 1 to [`Station::MAX`].
///
/// ```
/// use fogbound_rules::Station;
/// assert_eq!(Station::new(67).unwrap().number(), 67);
/// assert!(Station::new(0).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct Station(u8);

impl Station {
    /// The highest station number that a board may use.
    pub const MAX: u8 = u8::MAX;

    /// The station with this number; 0 is none.
    pub const fn new(number: u8) -> Option<Station> {
        if number == 0 { None } else { Some(Station(number)) }
    }

    /// The number printed on the board.
    pub const fn number(self) -> u8 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// A byte of a packed table, where 0 stands for "none".
    pub(crate) const fn from_byte(byte: u8) -> Option<Station> {
        Station::new(byte)
    }

    /// A byte that is known to hold a station.
    pub(crate) fn known(byte: u8) -> Station {
        debug_assert!(byte != 0);
        Station(byte)
    }
}

impl TryFrom<u8> for Station {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Station, Self::Error> {
        Station::new(number).ok_or("stations are numbered from 1")
    }
}

impl From<Station> for u8 {
    fn from(station: Station) -> u8 {
        station.0
    }
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of stations: 256 bits.
///
/// ```
/// use fogbound_rules::{Station, StationSet};
/// let set: StationSet = [3, 200].into_iter().filter_map(Station::new).collect();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Station::new(200).unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StationSet([u64; 4]);

impl StationSet {
    /// The set of every station that a board can have.
    pub const FULL: StationSet = StationSet([u64::MAX - 1, u64::MAX, u64::MAX, u64::MAX]);

    /// The set with nothing in it.
    pub const EMPTY: StationSet = StationSet([0; 4]);

    /// Whether the station is in the set.
    #[inline]
    pub const fn contains(&self, station: Station) -> bool {
        self.0[(station.0 >> 6) as usize] >> (station.0 & 63) & 1 != 0
    }

    /// Adds a station.
    #[inline]
    pub const fn insert(&mut self, station: Station) {
        self.0[(station.0 >> 6) as usize] |= 1 << (station.0 & 63);
    }

    /// Takes a station out.
    #[inline]
    pub const fn remove(&mut self, station: Station) {
        self.0[(station.0 >> 6) as usize] &= !(1 << (station.0 & 63));
    }

    /// How many stations are in the set.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// Whether nothing is in the set.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// What is in either set.
    #[inline]
    pub const fn union(&self, other: &StationSet) -> StationSet {
        let (a, b) = (&self.0, &other.0);
        StationSet([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }

    /// What is in both sets.
    #[inline]
    pub const fn intersection(&self, other: &StationSet) -> StationSet {
        let (a, b) = (&self.0, &other.0);
        StationSet([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }

    /// What is in this set and not in the other.
    #[inline]
    pub const fn difference(&self, other: &StationSet) -> StationSet {
        let (a, b) = (&self.0, &other.0);
        StationSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2], a[3] & !b[3]])
    }

    /// The set of one station.
    #[inline]
    pub const fn only(station: Station) -> StationSet {
        let mut set = StationSet::EMPTY;
        set.insert(station);
        set
    }

    /// Whether every station of this set is in the other.
    #[inline]
    pub const fn is_subset(&self, other: &StationSet) -> bool {
        self.difference(other).is_empty()
    }

    /// Its n-th station in rising order, counted from 0.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<Station> {
        for (word, &bits) in self.0.iter().enumerate() {
            let here = bits.count_ones() as usize;
            if n < here {
                let mut rest = bits;
                (0..n).for_each(|_| rest &= rest - 1);
                return Some(Station((word as u32 * 64 + rest.trailing_zeros()) as u8));
            }
            n -= here;
        }
        None
    }

    /// The stations in rising order.
    #[inline]
    pub fn iter(&self) -> Stations {
        Stations { set: self.0, word: 0 }
    }
}

/// The stations of a set in rising order.
#[derive(Clone, Debug)]
pub struct Stations {
    set: [u64; 4],
    word: usize,
}

impl Iterator for Stations {
    type Item = Station;

    #[inline]
    fn next(&mut self) -> Option<Station> {
        while self.word < 4 {
            let bits = self.set[self.word];
            if bits != 0 {
                self.set[self.word] = bits & (bits - 1);
                return Some(Station((self.word as u32 * 64 + bits.trailing_zeros()) as u8));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for StationSet {
    type Item = Station;
    type IntoIter = Stations;

    fn into_iter(self) -> Stations {
        self.iter()
    }
}

impl FromIterator<Station> for StationSet {
    fn from_iter<I: IntoIterator<Item = Station>>(stations: I) -> StationSet {
        let mut set = StationSet::EMPTY;
        for station in stations {
            set.insert(station);
        }
        set
    }
}

impl fmt::Debug for StationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for StationSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for StationSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Station>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let numbers = [1u8, 63, 64, 127, 128, 199, 255];
        let mut set: StationSet = numbers.into_iter().filter_map(Station::new).collect();
        assert_eq!(set.iter().map(Station::number).collect::<Vec<_>>(), numbers);
        set.remove(Station::known(64));
        assert_eq!(set.len(), 6);
        assert!(!set.contains(Station::known(64)));
        assert!(set.difference(&set).is_empty());
        assert_eq!(set.union(&set), set.intersection(&set));
        let in_order: Vec<_> = (0..7).map_while(|n| set.nth(n)).collect();
        assert_eq!(in_order, set.iter().collect::<Vec<_>>());
        assert!(StationSet::only(Station::known(255)).is_subset(&set));
        assert!(!set.is_subset(&StationSet::only(Station::known(255))));
    }
}
