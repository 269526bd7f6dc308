//! How far pieces get on a board in so many moves, by the transports that they can use.

use fogbound_rules::{Board, Station, StationSet, Transports};

/// Balls and distances of a board, for every set of transports on land.
#[derive(Clone, Debug)]
pub struct Reach {
    /// By transports, moves less one, and station: where one gets in at most so many moves.
    balls: Vec<StationSet>,
    /// By transports and two stations.
    distances: Vec<u8>,
    /// By transport: the stations where it stops.
    stops: [StationSet; 4],
}

impl Reach {
    /// How many moves the balls reach.
    pub const MOVES: usize = 4;
    /// What counts as far away.
    pub const FAR: u8 = 8;

    /// The tables of a board.
    pub fn new(board: &Board) -> Reach {
        let mut reach = Reach {
            balls: vec![StationSet::EMPTY; 8 * Reach::MOVES * 256],
            distances: vec![Reach::FAR; 8 * 256 * 256],
            stops: [StationSet::EMPTY; 4],
        };
        for at in board.stations() {
            board.transports(at).iter().for_each(|transport| reach.stops[transport as usize].insert(at));
        }
        for rides in 0..8 {
            let transports = Transports::from_bits(rides);
            let mut next = vec![StationSet::EMPTY; 256];
            for from in board.stations() {
                let ways = transports.iter().map(|transport| board.neighbours(from, transport));
                next[index(from)] = ways.fold(StationSet::EMPTY, |all, set| all.union(set));
            }
            board.stations().iter().for_each(|from| reach.spread(transports, &next, from));
        }
        reach
    }

    /// Fills in what is about one station.
    fn spread(&mut self, rides: Transports, next: &[StationSet], from: Station) {
        let row = usize::from(rides.bits()) << 8 | index(from);
        let (mut reached, mut edge) = (StationSet::only(from), StationSet::only(from));
        self.distances[row << 8 | index(from)] = 0;
        for moves in 1..Reach::FAR {
            let ahead = edge.iter().fold(StationSet::EMPTY, |all, at| all.union(&next[index(at)]));
            edge = ahead.difference(&reached);
            reached = reached.union(&edge);
            edge.iter().for_each(|to| self.distances[row << 8 | index(to)] = moves);
            if usize::from(moves) <= Reach::MOVES {
                let ball = usize::from(rides.bits()) * Reach::MOVES + usize::from(moves) - 1;
                self.balls[ball << 8 | index(from)] = reached;
            }
        }
    }

    /// Where one gets in at most so many moves, from 1 to [`Reach::MOVES`].
    #[inline]
    pub fn ball(&self, rides: Transports, moves: usize, from: Station) -> &StationSet {
        let rides = usize::from(rides.bits() & 0b111);
        &self.balls[(rides * Reach::MOVES + moves - 1) << 8 | index(from)]
    }

    /// The number of moves, at most [`Reach::FAR`].
    #[inline]
    pub fn distance(&self, rides: Transports, from: Station, to: Station) -> u8 {
        let rides = usize::from(rides.bits() & 0b111);
        self.distances[(rides << 8 | index(from)) << 8 | index(to)]
    }

    /// The numbers of moves to all stations, by their number.
    #[inline]
    pub(super) fn row(&self, rides: Transports, from: Station) -> &[u8; 256] {
        let rides = usize::from(rides.bits() & 0b111);
        let row = self.distances[(rides << 8 | index(from)) << 8..].first_chunk();
        row.expect("a row for each station")
    }

    /// The stations where a transport stops, by its number.
    pub(super) fn stops(&self) -> &[StationSet; 4] {
        &self.stops
    }
}

fn index(station: Station) -> usize {
    usize::from(station.number())
}
