//! What the learned value looks at: how things stand around a station, by the graph and never by
//! its number.

use fogbound_rules::{Public, Rules, Station, StationSet, Ticket, Transport, Transports, Turn};

use super::{Reach, lesser};
use crate::belief::{closed, expand};

/// How many features there are.
pub const FEATURES: usize = 98;

/// The features of a position with the fugitive at one station.
pub type Features = [f32; FEATURES];

/// So many hunters' distances are looked at one by one.
const HUNTERS: usize = 5;

/// What is the same for every station where he may be.
pub struct Common<'a> {
    rules: &'a Rules,
    reach: &'a Reach,
    public: &'a Public,
    possible: StationSet,
    /// Where he may not stop.
    closed: StationSet,
    /// Where some hunter can be within so many moves, less one.
    covered: [StationSet; Reach::MOVES],
    /// Where a hunter can be that has still to move in this turn.
    at_once: StationSet,
    /// Where each hunter is, what it can use, and whether it has still to move.
    hunters: [(Station, Transports, bool); 8],
    hunter_count: usize,
    /// Where he can be after one more move, by ticket, and uncovered.
    spread: [f32; 4],
    numbers: [f32; COMMON],
}

/// How many features are about what is the same for every station.
const COMMON: usize = 54;

/// Writes one number after the other.
pub(super) struct Writer<'a> {
    pub(super) room: &'a mut [f32],
    pub(super) next: usize,
}

impl Writer<'_> {
    #[inline]
    pub(super) fn put(&mut self, number: f32) {
        self.room[self.next] = number;
        self.next += 1;
    }

    #[inline]
    pub(super) fn flag(&mut self, set: bool) {
        self.put(f32::from(u8::from(set)));
    }

    /// A count as a share of what is usual.
    #[inline]
    pub(super) fn share(&mut self, count: usize, usual: f32) {
        self.put(lesser(count as f32 / usual, 1.5));
    }
}

/// The logarithm of a number of stations, on a scale from 0 to about 1; by a table, as it is needed often.
pub(super) fn size(count: usize) -> f32 {
    const BITS: [f32; 33] = [
        -0.1429, 0.0, 0.1429, 0.2264, 0.2857, 0.3317, 0.3693, 0.4011, 0.4286, 0.4529, 0.4746, 0.4942,
        0.5121, 0.5286, 0.5439, 0.5581, 0.5714, 0.5839, 0.5957, 0.6068, 0.6174, 0.6275, 0.6371, 0.6462,
        0.655, 0.6634, 0.6715, 0.6793, 0.6868, 0.694, 0.701, 0.7077, 0.7143,
    ];
    match count {
        0..=32 => BITS[count],
        33..=64 => BITS[count / 2] + 0.1429,
        65..=128 => BITS[count / 4] + 0.2857,
        _ => BITS[count.min(256) / 8] + 0.4286,
    }
}

impl<'a> Common<'a> {
    /// What is the same for every station where he may be.
    pub fn new(
        rules: &'a Rules,
        reach: &'a Reach,
        public: &'a Public,
        possible: StationSet,
    ) -> Common<'a> {
        let first = Station::new(1).expect("not 0");
        let mut common = Common {
            rules,
            reach,
            public,
            possible,
            closed: closed(rules, public),
            covered: [StationSet::EMPTY; Reach::MOVES],
            at_once: StationSet::EMPTY,
            hunters: [(first, Transports::NONE, false); 8],
            hunter_count: 0,
            spread: [0.0; 4],
            numbers: [0.0; COMMON],
        };
        common.look_at_hunters();
        let mut numbers = [0.0; COMMON];
        let mut writer = Writer { room: &mut numbers, next: 0 };
        common.time(&mut writer);
        common.tickets(&mut writer);
        common.team(&mut writer);
        common.crowd(&mut writer);
        common.edition(&mut writer);
        debug_assert_eq!(writer.next, COMMON);
        common.numbers = numbers;
        common
    }

    fn look_at_hunters(&mut self) {
        let hunting = self.public.turn() == Turn::Hunters;
        for hunter in self.rules.hunters() {
            let Some(at) = self.public.station(hunter) else { continue };
            let rides = self.public.hunter_rides(self.rules, hunter);
            let to_move = hunting && !self.public.has_moved(hunter);
            self.hunters[self.hunter_count] = (at, rides, to_move);
            self.hunter_count += 1;
            for (moves, covered) in self.covered.iter_mut().enumerate() {
                *covered = covered.union(self.reach.ball(rides, moves + 1, at));
            }
            if to_move {
                self.at_once = self.at_once.union(self.reach.ball(rides, 1, at));
            }
        }
        if !hunting {
            self.at_once = self.covered[0];
        }
    }

    /// How long it goes on, and when he shows himself.
    fn time(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        let slots = usize::from(rules.slots().saturating_sub(public.filled()));
        let rounds = rules
            .rounds()
            .map_or(slots, |rounds| usize::from((rounds + 1).saturating_sub(public.round())));
        writer.share(slots.min(rounds), 24.0);
        writer.share(slots.min(rounds).min(4), 4.0);
        writer.flag(slots.min(rounds) <= 1);
        let reveals = |slot: &u8| rules.is_reveal(*slot);
        let until = (public.filled() + 1..=rules.slots()).position(|slot| reveals(&slot));
        writer.flag(until == Some(0));
        writer.flag(until == Some(1));
        writer.flag(until == Some(2));
        writer.share(until.unwrap_or(6).min(6), 6.0);
        let reveals_left = (public.filled() + 1..=rules.slots()).filter(reveals).count();
        writer.share(reveals_left, 5.0);
        let his = public.turn() == Turn::Fugitive;
        writer.flag(his);
        writer.flag(public.phase() == fogbound_rules::Phase::Second);
        let to_move = self.hunters[..self.hunter_count].iter().filter(|hunter| hunter.2).count();
        writer.share(to_move, 5.0);
        writer.flag(public.shown().is_some());
    }

    /// What he can pay with.
    fn tickets(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        writer.share(public.black().into(), 5.0);
        writer.flag(public.black() > 0);
        writer.share(public.double().into(), 2.0);
        writer.flag(public.double() > 0);
        for ticket in Ticket::NORMAL {
            let count =
                if rules.counts_fares() { usize::from(public.stock().count(ticket)) } else { 12 };
            writer.share(count.min(12), 12.0);
            writer.flag(count <= 1);
        }
    }

    /// The hunters, their tickets, and how much of the board they cover.
    fn team(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        writer.share(self.hunter_count, 5.0);
        writer.share(rules.bobbies(), 2.0);
        let rounds = usize::from(rules.slots().saturating_sub(public.filled()));
        let (mut counts, mut short, mut without) = ([0usize; 3], 0, [0usize; 3]);
        let sharing = if rules.is_pooled() { rules.detectives() } else { 1 };
        let detectives = rules.hunters().filter(|hunter| !hunter.is_bobby());
        let mut stranded = 0;
        for hunter in detectives {
            let free = rules.rides_free(hunter);
            let purse = public.purse(rules, hunter);
            for (index, ticket) in Ticket::NORMAL.into_iter().enumerate() {
                let count = if free { 10 } else { usize::from(purse.count(ticket)) / sharing };
                counts[index] += count;
                without[index] += usize::from(count == 0);
            }
            short += usize::from(!free && usize::from(purse.total()) / sharing < rounds);
            stranded += usize::from(!free && public.is_stranded(rules, hunter));
        }
        let detectives = rules.detectives().max(1) as f32;
        for (index, usual) in [10.0, 8.0, 4.0].into_iter().enumerate() {
            writer.put(lesser(counts[index] as f32 / detectives / usual, 1.5));
            writer.put(without[index] as f32 / detectives);
        }
        writer.put(short as f32 / detectives);
        writer.put(stranded as f32 / detectives);
        let stations = rules.board().stations().len() as f32;
        for covered in &self.covered[..3] {
            writer.put(covered.len() as f32 / stations);
        }
    }

    /// Where he can be, for all the hunters know.
    fn crowd(&mut self, writer: &mut Writer<'_>) {
        let possible = &self.possible;
        let count = possible.len();
        let share = |set: &StationSet, of: &StationSet| {
            of.intersection(set).len() as f32 / of.len().max(1) as f32
        };
        writer.put(size(count));
        writer.share(count, 40.0);
        writer.put(1.0 / count.max(1) as f32);
        writer.put(share(&self.at_once, possible));
        for covered in &self.covered {
            writer.put(share(covered, possible));
        }
        let mut spread = [0.0; 4];
        for (index, ticket) in Ticket::ALL.into_iter().enumerate() {
            let next = expand(self.rules, Some(ticket), possible).difference(&self.closed);
            spread[index] = size(next.difference(&self.covered[0]).len());
            writer.put(spread[index]);
        }
        self.spread = spread;
    }

    /// What this edition has that others have not.
    fn edition(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        writer.share(rules.board().stations().len(), 200.0);
        writer.flag(rules.is_open_log());
        writer.flag(rules.has_case());
        let scored = public.score(rules).zip(rules.score_range());
        writer.put(scored.map_or(0.0, |(score, (least, most))| {
            f32::from(score - least) / f32::from((most - least).max(1))
        }));
        writer.share(public.crimes().into(), 3.0);
        writer.flag(public.balloon_used());
        let tokens: usize = rules.hunters().map(|hunter| usize::from(public.tokens(hunter))).sum();
        writer.share(tokens, 10.0);
    }

    /// Writes the features of one station.
    pub fn write(&self, at: Station, features: &mut Features) {
        features[..COMMON].copy_from_slice(&self.numbers);
        let mut writer = Writer { room: &mut features[..], next: COMMON };
        let nearest = self.distances(at, &mut writer);
        self.ways_out(at, &mut writer);
        self.company(at, nearest, &mut writer);
        debug_assert_eq!(writer.next, FEATURES);
    }

    /// Where he can be after so many moves, at most [`Reach::MOVES`], from a station without going where a hunter can be by then.
    pub fn ahead(&self, at: Station, moves: usize) -> StationSet {
        let fare = if self.public.black() > 0 { Some(Ticket::Black) } else { None };
        self.covered[..moves].iter().fold(StationSet::only(at), |region, covered| {
            expand(self.rules, fare, &region).difference(&self.closed).difference(covered)
        })
    }

    /// How far the hunters are.
    fn distances(&self, at: Station, writer: &mut Writer<'_>) -> u8 {
        let mut moves = [Reach::FAR; 8];
        let mut soonest = Reach::FAR;
        let hunters = &self.hunters[..self.hunter_count];
        for (place, &(from, rides, to_move)) in hunters.iter().enumerate() {
            moves[place] = self.reach.distance(rides, from, at);
            if to_move {
                soonest = soonest.min(moves[place]);
            }
        }
        moves[..hunters.len()].sort_unstable();
        for &moves in &moves[..HUNTERS] {
            writer.put(f32::from(Reach::FAR - moves) / f32::from(Reach::FAR));
        }
        for within in 1..=3 {
            writer.flag(moves[0] == within);
        }
        for within in 1..=3 {
            writer.flag(moves[1] <= within);
        }
        for within in 2..=4 {
            let count = moves.iter().filter(|&&moves| moves <= within).count();
            writer.share(count, 5.0);
        }
        writer.flag(soonest == 1);
        writer.flag(soonest == 2);
        moves[0]
    }

    /// What lies around the station, and where he gets ahead of all hunters.
    fn ways_out(&self, at: Station, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        let board = rules.board();
        for (transport, usual) in [
            (Transport::Taxi, 6.0),
            (Transport::Bus, 5.0),
            (Transport::Underground, 4.0),
            (Transport::Ferry, 2.0),
        ] {
            writer.share(board.neighbours(at, transport).len(), usual);
        }
        let rides = public.fugitive_rides(rules);
        let mut best_spread = 0.0f32;
        for transport in [Transport::Taxi, Transport::Bus, Transport::Underground] {
            let way = rides.contains(transport);
            let safe =
                board.neighbours(at, transport).difference(&self.closed).difference(&self.covered[0]);
            let safe = if way { safe.len() } else { 0 };
            writer.share(safe, 4.0);
            if safe > 0 {
                best_spread = best_spread.max(self.spread[transport as usize]);
            }
        }
        writer.put(best_spread);
        let fare = if public.black() > 0 { Some(Ticket::Black) } else { None };
        let steps = rides
            .iter()
            .fold(StationSet::EMPTY, |all, transport| all.union(board.neighbours(at, transport)));
        let steps = steps.difference(&self.closed);
        let onward = expand(rules, fare, &steps).difference(&self.closed);
        writer.share(onward.difference(&self.covered[0]).len(), 20.0);
        let mut region = steps;
        for (covered, usual) in self.covered.iter().zip([8.0, 16.0, 30.0, 40.0]) {
            region = region.difference(covered);
            writer.share(region.len(), usual);
            writer.flag(region.is_empty());
            region = expand(rules, fare, &region);
        }
        let around = self.reach.ball(Transports::LAND, 1, at);
        let stops = self.reach.stops();
        writer.share(around.intersection(&stops[Transport::Bus as usize]).len(), 4.0);
        writer.share(around.intersection(&stops[Transport::Underground as usize]).len(), 2.0);
        writer.share(self.reach.ball(Transports::LAND, 2, at).len(), 30.0);
    }

    /// Where else he can be, and how that lies to this station and to the hunters.
    fn company(&self, at: Station, nearest: u8, writer: &mut Writer<'_>) {
        let possible = &self.possible;
        let count = possible.len().max(1) as f32;
        for moves in 1..=3 {
            let near = self.reach.ball(Transports::LAND, moves, at).intersection(possible).len();
            writer.put(near as f32 / count);
        }
        let near = self.reach.ball(Transports::LAND, 2, at).intersection(possible).len();
        writer.put(size(near));
        let nearer = match usize::from(nearest) {
            0 | 1 => 0,
            moves => self.covered[(moves - 2).min(Reach::MOVES - 1)].intersection(possible).len(),
        };
        writer.put(nearer as f32 / count);
        let as_near =
            self.covered[usize::from(nearest).clamp(1, Reach::MOVES) - 1].intersection(possible);
        writer.put((as_near.len() - nearer.min(as_near.len())) as f32 / count);
        let exposed = self.at_once.contains(at);
        writer.flag(exposed);
        let threatened = self.at_once.intersection(possible).len();
        writer.put(if exposed { 1.0 / threatened.max(1) as f32 } else { 0.0 });
    }
}
