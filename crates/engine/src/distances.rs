//! Distances, laid out for sums over many stations.

use fogbound_rules::{Board, Public, Rules, Station, StationSet};

/// The distances of a board: by any transport but the ferry, tickets ignored.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    rows: Vec<[u8; 256]>,
    /// So many rows can be added up in bytes.
    block: usize,
}

/// For each station the sum of its distances to the stations of a set.
#[derive(Clone, Debug)]
pub(crate) struct Sums(pub(crate) [u16; 256]);

impl Distances {
    pub(crate) fn new(board: &Board) -> Distances {
        let known = |distance: &u8| *distance != Board::UNREACHABLE;
        let mut rows = vec![[0; 256]; 256];
        let mut most = 1;
        for from in board.stations() {
            let row = board.distances(from);
            rows[usize::from(from.number())] = *row;
            most = row.iter().copied().filter(known).fold(most, u8::max);
        }
        // A station that cannot be reached is farther than any other.
        let farthest = most.saturating_add(1).min(127);
        rows.iter_mut().flatten().for_each(|distance| *distance = (*distance).min(farthest));
        Distances { rows, block: usize::from(255 / farthest) }
    }

    #[inline]
    pub(crate) fn row(&self, from: Station) -> &[u8; 256] {
        &self.rows[usize::from(from.number())]
    }

    /// The distance to the nearest hunter.
    #[inline]
    pub(crate) fn nearest(&self, rules: &Rules, public: &Public, at: Station) -> u8 {
        let row = self.row(at);
        let stations = rules.hunters().filter_map(|hunter| public.station(hunter));
        stations.fold(u8::MAX, |least, hunter| least.min(row[usize::from(hunter.number())]))
    }

    /// Adds up the distances to every station of a set.
    #[inline]
    pub(crate) fn sums(&self, set: &StationSet) -> Sums {
        let mut sums = [0u16; 256];
        let mut part = [0u8; 256];
        let mut room = self.block;
        for station in set.iter() {
            if room == 0 {
                spill(&mut sums, &mut part);
                room = self.block;
            }
            let row = self.row(station);
            part.iter_mut().zip(row).for_each(|(sum, distance)| *sum += distance);
            room -= 1;
        }
        spill(&mut sums, &mut part);
        Sums(sums)
    }

    /// Takes one station out again.
    #[inline]
    pub(crate) fn leave_out(&self, sums: &mut Sums, station: Station) {
        let row = self.row(station);
        sums.0.iter_mut().zip(row).for_each(|(sum, &distance)| *sum -= u16::from(distance));
    }
}

#[inline]
fn spill(sums: &mut [u16; 256], part: &mut [u8; 256]) {
    sums.iter_mut().zip(part.iter()).for_each(|(sum, &more)| *sum += u16::from(more));
    *part = [0; 256];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sums_of_distances() {
        let board = Board::builtin("london").expect("a board");
        let distances = Distances::new(&board);
        let mut set = board.stations();
        let mut sums = distances.sums(&set);
        let gone = Station::new(128).expect("not 0");
        set.remove(gone);
        distances.leave_out(&mut sums, gone);
        for at in board.stations() {
            let sum: u16 = set.iter().map(|other| u16::from(board.distance(at, other))).sum();
            assert_eq!(sums.0[usize::from(at.number())], sum, "{at}");
        }
    }
}
