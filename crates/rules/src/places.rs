//! Where the hunters stand, in one machine word.

use crate::{Hunter, Station};

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A station, or none, for each place of a hunter: a byte each, so that all are compared at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Places(u64);

const _: () = assert!(Hunter::PLACES == size_of::<u64>());

impl Places {
    /// The station at a place, 0 if there is none.
    #[inline(always)]
    pub(crate) const fn byte(self, place: usize) -> u8 {
        (self.0 >> (8 * place as u32)) as u8
    }

    /// The station at a place that is known to hold one.
    #[inline(always)]
    pub(crate) fn station(self, place: usize) -> Station {
        Station::known(self.byte(place))
    }

    /// The same with another station at a place.
    #[inline(always)]
    pub(crate) const fn with(self, place: usize, byte: u8) -> Places {
        let shift = 8 * place as u32;
        Places(self.0 & !(0xff << shift) | (byte as u64) << shift)
    }

    /// Whether a place holds the station.
    #[inline(always)]
    pub(crate) const fn contains(self, station: Station) -> bool {
        let differences = self.0 ^ (LOW * station.number() as u64);
        differences.wrapping_sub(LOW) & !differences & HIGH != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_holds_eight_stations() {
        let mut places = Places::default();
        for (place, byte) in [1u8, 255, 128, 127, 0, 2, 199, 64].into_iter().enumerate() {
            places = places.with(place, byte);
            assert_eq!(places.byte(place), byte);
        }
        let held: Vec<u8> = (1..=255).filter(|&n| places.contains(Station::known(n))).collect();
        assert_eq!(held, [1, 2, 64, 127, 128, 199, 255]);
        assert_eq!(places.with(0, 9).byte(1), 255);
    }
}
