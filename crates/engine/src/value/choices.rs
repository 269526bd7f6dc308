//! The learned choice: how much each decision promises before it is tried, from features of the
//! decision and of what is known. One small network a side, learned from what searches preferred.

use std::sync::{Arc, OnceLock};

use fogbound_rules::{
    Action, Hunter, Move, Phase, Public, Rules, Side, Station, StationSet, Ticket, Token, Transport,
    Transports, Turn,
};

use super::features::{Writer, size};
use super::{NetworkError, Reach, greater, lesser};
use crate::belief::{closed, expand};

/// How many features are the same for every decision that can be taken.
pub const SHARED: usize = 20;
/// How many of them tell the time.
const TIME: usize = 9;
/// How many are about one decision.
pub const SINGLE: usize = 44;
/// The width of the hidden layer.
pub const UNITS: usize = 32;

/// The features of one decision: first those that it shares with the others.
pub type ChoiceFeatures = [f32; SHARED + SINGLE];

/// The weights for one side.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceNetwork {
    /// By feature and unit.
    pub first: Vec<[f32; UNITS]>,
    /// One a unit.
    pub bias: [f32; UNITS],
    /// One a unit.
    pub last: [f32; UNITS],
}

impl ChoiceNetwork {
    /// A network whose weights are all 0.
    pub fn zero() -> ChoiceNetwork {
        let first = vec![[0.0; UNITS]; SHARED + SINGLE];
        ChoiceNetwork { first, bias: [0.0; UNITS], last: [0.0; UNITS] }
    }

    /// Every weight, in the order in which they are stored.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.first.iter().flatten().chain(&self.bias).chain(&self.last)
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.first.iter_mut().flatten().chain(&mut self.bias).chain(&mut self.last)
    }

    /// What the hidden units have from the shared features.
    #[inline]
    fn shared(&self, features: &[f32; SHARED]) -> [f32; UNITS] {
        let mut units = self.bias;
        add(&mut units, &self.first[..SHARED], features);
        units
    }

    /// What the hidden units say about one decision.
    #[inline]
    pub fn hidden(&self, features: &ChoiceFeatures) -> [f32; UNITS] {
        let mut units = self.shared(features.first_chunk().expect("the first of them"));
        add(&mut units, &self.first[SHARED..], &features[SHARED..]);
        units.map(|unit| greater(unit, 0.0))
    }

    #[inline]
    fn score(&self, shared: &[f32; UNITS], features: &[f32; SINGLE]) -> f32 {
        let mut units = *shared;
        add(&mut units, &self.first[SHARED..], features);
        // Eight sums side by side, then those: a fixed order that a machine can do at once.
        let mut sums = [0.0f32; 8];
        for (units, weights) in units.chunks_exact(8).zip(self.last.chunks_exact(8)) {
            for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                *sum += greater(*unit, 0.0) * weight;
            }
        }
        sums.iter().fold(0.0, |all, sum| all + sum)
    }
}

#[inline(always)]
fn add(units: &mut [f32; UNITS], weights: &[[f32; UNITS]], inputs: &[f32]) {
    for (&input, row) in inputs.iter().zip(weights) {
        if input != 0.0 {
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += input * weight);
        }
    }
}

/// The weights that come with the program.
static TRAINED: OnceLock<Arc<Choices>> = OnceLock::new();

/// The weights for both sides, the fugitive's first.
#[derive(Clone, PartialEq, Debug)]
pub struct Choices(pub [ChoiceNetwork; 2]);

impl Choices {
    /// Weights that are all 0.
    fn zero() -> Choices {
        Choices([ChoiceNetwork::zero(), ChoiceNetwork::zero()])
    }

    /// Those that come with the program. In a browser they are [given](Choices::give) first, as those of the
    /// [network](super::Network::trained).
    pub fn trained() -> Arc<Choices> {
        #[cfg(not(target_arch = "wasm32"))]
        let _ = Choices::give(include_bytes!("choices.bin"));
        TRAINED.get().map_or_else(|| Arc::new(Choices::zero()), Arc::clone)
    }

    /// Takes the weights that come with the program. They are taken once.
    pub fn give(bytes: &[u8]) -> Result<(), NetworkError> {
        if TRAINED.get().is_none() {
            let _ = TRAINED.set(Arc::new(Choices::from_bytes(bytes)?));
        }
        Ok(())
    }

    /// Reads the weights: 32 bits each, the lowest byte first.
    pub fn from_bytes(bytes: &[u8]) -> Result<Choices, NetworkError> {
        let mut choices = Choices::zero();
        let count: usize = choices.0.iter().map(|network| network.weights().count()).sum();
        if bytes.len() != count * 4 {
            let reason = format!("the choices have {} bytes, not {}", count * 4, bytes.len());
            return Err(NetworkError(reason));
        }
        let weights = choices.0.iter_mut().flat_map(ChoiceNetwork::weights_mut);
        for (weight, bytes) in weights.zip(bytes.chunks_exact(4)) {
            *weight = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if !weight.is_finite() {
                return Err(NetworkError("a weight is no number".into()));
            }
        }
        Ok(choices)
    }

    /// Writes the weights as [`Choices::from_bytes`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.0.iter().flat_map(ChoiceNetwork::weights);
        weights.flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// How much each decision promises, in `promise`; over all of them it adds up to 1.
    pub fn promise(&self, outlook: &Outlook<'_>, actions: &[Action], promise: &mut Vec<f32>) {
        let network = &self.0[outlook.side as usize];
        let shared = network.shared(&outlook.shared);
        promise.clear();
        let mut features = [0.0; SINGLE];
        let mut most = f32::NEG_INFINITY;
        for &action in actions {
            outlook.write(action, &mut features);
            let score = network.score(&shared, &features);
            most = greater(most, score);
            promise.push(score);
        }
        let mut all = 0.0;
        for score in promise.iter_mut() {
            *score = libm::expf(*score - most);
            all += *score;
        }
        promise.iter_mut().for_each(|score| *score /= all);
    }
}

/// What is known where a decision is taken, and the features that all decisions share.
pub struct Outlook<'a> {
    rules: &'a Rules,
    reach: &'a Reach,
    public: &'a Public,
    possible: StationSet,
    /// How likely each station is; all the same if that is not known.
    weights: Option<&'a [f32; 256]>,
    side: Side,
    closed: StationSet,
    /// Where some hunter can be within one, two and three moves.
    covered: [StationSet; 3],
    hunters: [(Station, Transports); 8],
    hunter_count: usize,
    /// Where he can be after one more move, by ticket; for the hunters the last is all that counts.
    spread: [StationSet; 4],
    /// The piece that moves, where it stands, and what the others cover in one and in two moves.
    mover: Option<(Hunter, Station, [StationSet; 2])>,
    /// The mean distance from where the piece stands to where he can be, and the least after a move.
    means: (f32, f32),
    /// The mean distance from each station to where he can be, and the least; where it is needed.
    far: [(f32, u8); 256],
    shared: [f32; SHARED],
}

impl<'a> Outlook<'a> {
    /// What the side that is to decide knows. `at` is where the fugitive is, for him alone; the
    /// decisions are those that can be taken.
    pub fn new(
        rules: &'a Rules,
        reach: &'a Reach,
        public: &'a Public,
        possible: StationSet,
        own: Option<Station>,
        weights: Option<&'a [f32; 256]>,
        actions: &[Action],
    ) -> Outlook<'a> {
        let first = Station::new(1).expect("not 0");
        let side = if public.turn() == Turn::Hunters { Side::Hunters } else { Side::Fugitive };
        let mut outlook = Outlook {
            rules,
            reach,
            public,
            possible,
            weights,
            side,
            closed: closed(rules, public),
            covered: [StationSet::EMPTY; 3],
            hunters: [(first, Transports::NONE); 8],
            hunter_count: 0,
            spread: [StationSet::EMPTY; 4],
            mover: None,
            means: (0.0, 0.0),
            far: [(f32::NAN, 0); 256],
            shared: [0.0; SHARED],
        };
        let mover = actions.iter().find_map(|action| match action {
            Action::Hunt { hunter, .. } => Some(*hunter),
            _ => None,
        });
        let mut others = [StationSet::EMPTY; 2];
        for hunter in rules.hunters() {
            let Some(at) = public.station(hunter) else { continue };
            let rides = public.hunter_rides(rules, hunter);
            outlook.hunters[outlook.hunter_count] = (at, rides);
            outlook.hunter_count += 1;
            for (moves, covered) in outlook.covered.iter_mut().enumerate() {
                *covered = covered.union(reach.ball(rides, moves + 1, at));
            }
            if Some(hunter) != mover {
                for (moves, covered) in others.iter_mut().enumerate() {
                    *covered = covered.union(reach.ball(rides, moves + 1, at));
                }
            }
        }
        let mut shared = [0.0; SHARED];
        let mut writer = Writer { room: &mut shared, next: 0 };
        outlook.time(&mut writer);
        match side {
            Side::Fugitive => {
                for ticket in Ticket::ALL {
                    // Where he cannot pay with it, it is not asked for.
                    if ticket != Ticket::Black || public.black() > 0 {
                        let next = expand(rules, Some(ticket), &possible);
                        outlook.spread[ticket as usize] = next.difference(&outlook.closed);
                    }
                }
                outlook.shared = shared;
                outlook.stand(own);
                return outlook;
            }
            Side::Hunters => {
                let next = expand(rules, Some(Ticket::Black), &possible);
                outlook.spread[3] = next.difference(&outlook.closed);
                if let Some((hunter, at)) =
                    mover.and_then(|hunter| Some((hunter, public.station(hunter)?)))
                {
                    outlook.mover = Some((hunter, at, others));
                    let mut least = f32::INFINITY;
                    for action in actions {
                        if let Action::Hunt { to, .. } = action {
                            let place = usize::from(to.number());
                            if outlook.far[place].0.is_nan() {
                                outlook.far[place] = outlook.look_far(*to);
                            }
                            least = least.min(outlook.far[place].0);
                        }
                    }
                    outlook.means = (outlook.look_far(at).0, least);
                }
                outlook.their_outlook(&mut writer);
            }
        }
        outlook.shared = shared;
        outlook
    }

    /// The same with the fugitive somewhere else, for him alone.
    pub fn stand(&mut self, own: Option<Station>) {
        let mut shared = self.shared;
        self.his_outlook(own, &mut Writer { room: &mut shared, next: TIME });
        self.shared = shared;
    }

    /// The features of one decision, with those that it shares.
    pub fn features(&self, action: Action) -> ChoiceFeatures {
        let mut features = [0.0; SHARED + SINGLE];
        features[..SHARED].copy_from_slice(&self.shared);
        let mut single = [0.0; SINGLE];
        self.write(action, &mut single);
        features[SHARED..].copy_from_slice(&single);
        features
    }

    /// [`TIME`]: how long it goes on, when he shows himself, and how much is known.
    fn time(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        let slots = usize::from(rules.slots().saturating_sub(public.filled()));
        writer.share(slots, 24.0);
        writer.share(slots.min(3), 3.0);
        let until = (public.filled() + 1..=rules.slots()).position(|slot| rules.is_reveal(slot));
        writer.flag(until == Some(0));
        writer.flag(until == Some(1));
        writer.share(until.unwrap_or(6).min(6), 6.0);
        let count = self.possible.len();
        writer.put(size(count));
        writer.put(1.0 / count.max(1) as f32);
        writer.share(public.black().into(), 5.0);
        writer.share(public.double().into(), 2.0);
    }

    /// Eleven.
    fn his_outlook(&self, at: Option<Station>, writer: &mut Writer<'_>) {
        for covered in &self.covered {
            writer.put(part(&self.possible, covered));
        }
        let moves = at.map_or([Reach::FAR; 8], |at| self.distances(at));
        for within in 1..=3 {
            writer.flag(moves[0] == within);
        }
        writer.share(moves.iter().filter(|&&moves| moves <= 2).count(), 5.0);
        writer.flag(self.public.phase() == Phase::Second);
        writer.share(self.hunter_count, 5.0);
        writer.flag(self.rules.is_open_log());
        writer.flag(self.rules.has_case());
    }

    /// Eleven.
    fn their_outlook(&self, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        for covered in &self.covered[..2] {
            writer.put(part(&self.possible, covered));
        }
        let left = rules.hunters().filter(|&hunter| !public.has_moved(hunter)).count();
        writer.share(left, 5.0);
        writer.flag(left <= 1);
        writer.share(self.hunter_count, 5.0);
        let Some((hunter, ..)) = self.mover else {
            writer.next = SHARED;
            return;
        };
        let free = rules.rides_free(hunter);
        let purse = public.purse(rules, hunter);
        let sharing = if rules.is_pooled() { rules.detectives().max(1) } else { 1 };
        for (ticket, usual) in Ticket::NORMAL.into_iter().zip([10.0, 8.0, 4.0]) {
            let count = if free { 10 } else { usize::from(purse.count(ticket)) / sharing };
            writer.share(count, usual);
        }
        let slots = usize::from(rules.slots().saturating_sub(public.filled()));
        writer.flag(!free && usize::from(purse.total()) / sharing <= slots);
        writer.put(self.means.0 / f32::from(Reach::FAR));
        writer.put(self.means.1 / f32::from(Reach::FAR));
    }

    fn write(&self, action: Action, features: &mut [f32; SINGLE]) {
        *features = [0.0; SINGLE];
        let mut writer = Writer { room: features, next: 0 };
        match action {
            Action::Move(m) => self.his_move(m, &mut writer),
            Action::Land(landing) => {
                writer.room[9] = 1.0;
                writer.room[6] = f32::from(u8::from(landing.crime));
                writer.next = 12;
                self.his_place(landing.at, &mut writer);
            }
            Action::Balloon { .. } => writer.room[10] = 1.0,
            Action::Hunt { ticket, to, .. } => self.their_move(ticket, to, &mut writer),
            Action::Token(token) => {
                let kind = match token {
                    Token::Quarter => 4,
                    Token::Symbol { .. } => 5,
                    Token::Ban { .. } => 6,
                    Token::Trail => 7,
                    Token::Block { .. } => 8,
                };
                writer.room[kind] = 1.0;
            }
            Action::EndTurn => writer.room[9] = 1.0,
            Action::Place { .. } => writer.room[10] = 1.0,
            Action::Start { at } => {
                writer.room[11] = 1.0;
                writer.next = 12;
                self.his_place(at, &mut writer);
            }
            Action::Take { .. } | Action::Concede { .. } => writer.room[11] = 1.0,
        }
    }

    fn his_move(&self, m: Move, writer: &mut Writer<'_>) {
        match m.ticket {
            Some(ticket) => writer.room[ticket as usize] = 1.0,
            None => writer.room[4] = 1.0,
        }
        writer.next = 5;
        writer.flag(m.double);
        writer.flag(m.crime);
        writer.flag(m.show);
        writer.flag(m.ability.is_some());
        writer.next = 12;
        self.his_place(m.to, writer);
        debug_assert_eq!(writer.next, 33);
        let shown = self.public.would_show(self.rules, m);
        writer.flag(shown);
        if !shown && let Some(ticket) = m.ticket {
            let crowd = &self.spread[ticket as usize];
            writer.put(size(crowd.len()));
            writer.put(part(crowd, &self.covered[0]));
            // What a black ticket hides that the plain one would tell.
            let plain = Ticket::NORMAL
                .into_iter()
                .filter(|plain| self.spread[*plain as usize].contains(m.to))
                .map(|plain| self.spread[plain as usize].len())
                .max();
            let black = ticket == Ticket::Black;
            writer.put(if black { size(crowd.len()) - size(plain.unwrap_or(1)) } else { 0.0 });
            writer.share(crowd.intersection(self.reach.ball(Transports::LAND, 2, m.to)).len(), 20.0);
        } else {
            writer.next += 4;
        }
        writer.flag(m.double && shown);
        if m.double {
            let onward = self.rules.board().links(m.to).iter().map(|link| link.to);
            let safest =
                onward.filter(|&to| !self.closed.contains(to)).map(|to| self.distances(to)[0]).max();
            writer.share(safest.unwrap_or(0).into(), 8.0);
        } else {
            writer.next += 1;
        }
        let scarce = |ticket: Ticket| {
            self.rules.counts_fares()
                && ticket != Ticket::Black
                && self.public.stock().count(ticket) <= 1
        };
        writer.flag(m.ticket.is_some_and(scarce));
    }

    /// Twenty-one: how a station lies.
    fn his_place(&self, to: Station, writer: &mut Writer<'_>) {
        let board = self.rules.board();
        let moves = self.distances(to);
        for &moves in &moves[..4] {
            writer.put(f32::from(Reach::FAR - moves) / f32::from(Reach::FAR));
        }
        for within in 1..=3 {
            writer.flag(moves[0] == within);
        }
        writer.flag(moves[1] <= 1);
        writer.flag(moves[1] <= 2);
        writer.share(moves.iter().filter(|&&moves| moves <= 2).count(), 5.0);
        let black = if self.public.black() > 0 { Some(Ticket::Black) } else { None };
        let exits = self.reach.ball(Transports::LAND, 1, to).difference(&self.closed);
        writer.share(exits.difference(&self.covered[0]).len(), 8.0);
        let safe = exits.difference(&self.covered[1]);
        writer.share(safe.len(), 8.0);
        writer.flag(safe.is_empty());
        let onward = expand(self.rules, black, &exits.difference(&self.covered[0]));
        writer.share(onward.difference(&self.covered[1]).len(), 30.0);
        for (transport, usual) in [
            (Transport::Taxi, 6.0),
            (Transport::Bus, 5.0),
            (Transport::Underground, 4.0),
            (Transport::Ferry, 2.0),
        ] {
            writer.share(board.neighbours(to, transport).len(), usual);
        }
        writer.flag(self.possible.contains(to));
        writer.share(self.reach.ball(Transports::LAND, 2, to).len(), 30.0);
        writer.share(self.reach.ball(Transports::LAND, 2, to).intersection(&self.possible).len(), 20.0);
    }

    fn their_move(&self, ticket: Option<Ticket>, to: Station, writer: &mut Writer<'_>) {
        let (rules, public) = (self.rules, self.public);
        let board = rules.board();
        match ticket {
            Some(ticket) => writer.room[ticket as usize] = 1.0,
            None => writer.room[3] = 1.0,
        }
        let Some((hunter, _, others)) = &self.mover else { return };
        writer.next = 12;
        let left = match ticket {
            Some(ticket) if !rules.rides_free(*hunter) => {
                usize::from(public.purse(rules, *hunter).count(ticket)).saturating_sub(1)
            }
            _ => 10,
        };
        writer.share(left, 10.0);
        writer.flag(left <= 1);
        writer.flag(left == 0);
        let chance = self.mass(&StationSet::only(to));
        writer.put(chance);
        writer.put(chance.sqrt());
        writer.flag(self.possible.contains(to));
        let balls = [1, 2, 3].map(|moves| self.reach.ball(Transports::LAND, moves, to));
        for ball in balls {
            writer.put(self.mass(ball));
        }
        let (mean, nearest) = self.far[usize::from(to.number())];
        writer.put(lesser((mean - self.means.1) / 2.0, 1.5));
        writer.put(((mean - self.means.0) / 2.0).clamp(-1.5, 1.5));
        writer.put(mean / f32::from(Reach::FAR));
        writer.flag(mean <= self.means.1);
        writer.put(self.mass(&balls[0].difference(&others[0])));
        writer.put(self.mass(&balls[1].difference(&others[1])));
        let next = &self.spread[3];
        writer.put(part(next, balls[0]));
        writer.put(part(next, &balls[0].difference(&others[0])));
        writer.put(part(next, balls[1]));
        writer.put(part(next, &balls[1].difference(&others[1])));
        for (transport, usual) in
            [(Transport::Taxi, 6.0), (Transport::Bus, 5.0), (Transport::Underground, 4.0)]
        {
            writer.share(board.neighbours(to, transport).len(), usual);
        }
        let mut moves = Reach::FAR;
        for other in rules.hunters().filter(|other| other != hunter) {
            if let Some(at) = public.station(other) {
                moves = moves.min(self.reach.distance(Transports::LAND, at, to));
            }
        }
        writer.share(moves.into(), 8.0);
        writer.flag(moves <= 1);
        writer.share(nearest.into(), 8.0);
        writer.share(balls[1].len(), 30.0);
        writer.share(balls[0].len(), 10.0);
        writer.flag(others[0].contains(to));
    }

    /// How far the hunters are, the nearest first.
    fn distances(&self, at: Station) -> [u8; 8] {
        let mut moves = [Reach::FAR; 8];
        for (place, &(from, rides)) in self.hunters[..self.hunter_count].iter().enumerate() {
            moves[place] = self.reach.distance(rides, from, at);
        }
        moves[..self.hunter_count].sort_unstable();
        moves
    }

    /// How likely he is in a set.
    fn mass(&self, set: &StationSet) -> f32 {
        let inside = self.possible.intersection(set);
        match self.weights {
            Some(weights) => {
                inside.iter().map(|at| weights[usize::from(at.number())]).sum::<f32>().min(1.0)
            }
            None => inside.len() as f32 / self.possible.len().max(1) as f32,
        }
    }

    /// The mean distance to where he can be, and the least.
    fn look_far(&self, from: Station) -> (f32, u8) {
        let row = self.reach.row(Transports::LAND, from);
        let mut nearest = Reach::FAR;
        let mean = match self.weights {
            Some(weights) => {
                let (mut sum, mut all) = (0.0, 1e-9);
                for at in self.possible.iter() {
                    let (weight, moves) =
                        (weights[usize::from(at.number())], row[usize::from(at.number())]);
                    sum += weight * f32::from(moves);
                    all += weight;
                    nearest = nearest.min(moves);
                }
                sum / all
            }
            None => {
                let mut sum = 0u32;
                for at in self.possible.iter() {
                    let moves = row[usize::from(at.number())];
                    sum += u32::from(moves);
                    nearest = nearest.min(moves);
                }
                sum as f32 / self.possible.len().max(1) as f32
            }
        };
        (mean, nearest)
    }
}

/// Which part of a set lies in another.
fn part(of: &StationSet, set: &StationSet) -> f32 {
    of.intersection(set).len() as f32 / of.len().max(1) as f32
}
