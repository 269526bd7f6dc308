//! The heuristics of the published studies, and their playouts: the fugitive keeps away from the
//! nearest hunter and then in the largest crowd of possible stations; a hunter goes where the sum of
//! distances to all possible stations is least; ties are broken by chance.

use fogbound_rules::{
    Action, Draw, Mark, Move, Outcome, Phase, Position, Public, Rng, Rules, Station, StationSet, Ticket,
    Turn,
};

use crate::PossibleStations;
use crate::belief::closed;
use crate::distances::{Distances, Sums};

/// How often a playout takes a random decision instead of the heuristic one.
const RANDOM_IN_FIVE: u64 = 1;

/// By how much the mean distance to where he can be must grow for a move to promise e times less.
const SHARPNESS: f32 = 0.35;

/// The heuristics of the published playouts on one board, with room to work in.
#[derive(Clone, Debug)]
pub struct Policy {
    distances: Distances,
    buffer: Vec<Action>,
    /// What each decision of the fugitive is worth.
    worths: Vec<u8>,
    sums: Sums,
    /// Whether `sums` is about the stations that are possible now.
    summed: bool,
}

impl Policy {
    /// The heuristics on the board of these rules.
    pub fn new(rules: &Rules) -> Policy {
        let distances = Distances::new(rules.board());
        Policy { distances, buffer: vec![], worths: vec![], sums: Sums([0; 256]), summed: false }
    }

    /// Another position will be spoken of.
    pub(crate) fn forget(&mut self) {
        self.summed = false;
    }

    /// Room to list decisions in.
    pub(crate) fn buffer(&mut self) -> &mut Vec<Action> {
        &mut self.buffer
    }

    pub(crate) fn distances(&self) -> &Distances {
        &self.distances
    }

    /// Plays to the end: one decision in five at random, the others by the heuristics. `possible` is
    /// where the hunters hold him possible.
    pub fn play_out(
        &mut self,
        rules: &Rules,
        mut position: Position,
        mut possible: PossibleStations,
        rng: &mut Rng,
    ) -> Position {
        self.summed = false;
        let mut buffer = std::mem::take(&mut self.buffer);
        loop {
            let chosen = match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let draws = position.draws(rules);
                    let draw: Draw = draws[rng.below(draws.len())];
                    position.apply_draw(rules, draw);
                    if let Some(at) = position.public().shown() {
                        possible.0 = StationSet::only(at);
                    }
                    continue;
                }
                Turn::Hunters => self.playout_hunters(rules, &position, &possible, &mut buffer, rng),
                Turn::Fugitive => {
                    let count = position.list_actions(rules, &mut buffer);
                    self.pick_fugitive(rules, position.public(), &possible, &buffer[..count], rng, true)
                }
            };
            self.advance(rules, &mut position, &mut possible, chosen);
        }
        self.summed = false;
        self.buffer = buffer;
        position
    }

    /// The hunters' decision in a playout: the same as listing all and picking one, but without the
    /// list where it is not needed.
    #[inline]
    fn playout_hunters(
        &mut self,
        rules: &Rules,
        position: &Position,
        possible: &PossibleStations,
        buffer: &mut Vec<Action>,
        rng: &mut Rng,
    ) -> Action {
        let public = position.public();
        let bits = rng.bits();
        if rules.has_case() || public.phase() != Phase::Hunters || errs(bits) {
            let count = position.list_actions(rules, buffer);
            return self.pick_hunters_by(rules, public, possible, &buffer[..count], bits, true);
        }
        self.sum_up(possible);
        let mut best = (u32::MAX, Action::EndTurn);
        let mut index = 0;
        public.for_each_first_hunt(rules, |action, to| {
            let key = u32::from(self.sums.0[usize::from(to.number())]) << 16 | tie(bits, index);
            best = if key < best.0 { (key, action) } else { best };
            index += 1;
        });
        best.1
    }

    #[inline]
    fn sum_up(&mut self, possible: &PossibleStations) {
        if !self.summed {
            self.sums = self.distances.sums(&possible.0);
            self.summed = true;
        }
    }

    /// Carries a decision out, and what it tells about where he can be.
    #[inline]
    pub(crate) fn advance(
        &mut self,
        rules: &Rules,
        position: &mut Position,
        possible: &mut PossibleStations,
        action: Action,
    ) {
        let at = position.fugitive();
        position.apply(rules, action);
        if let Action::Hunt { to, .. } = action
            && position.public().shown().is_none()
        {
            if possible.0.contains(to) {
                possible.0.remove(to);
                if self.summed {
                    self.distances.leave_out(&mut self.sums, to);
                }
            }
            return;
        }
        self.summed = false;
        match (action, at) {
            (Action::Token(token), Some(at)) => possible.answered(rules, token, at),
            _ => possible.after(rules, action, position.public()),
        }
    }

    /// The heuristic decision of the hunters, by what everybody knows.
    #[inline]
    pub(crate) fn pick_hunters(
        &mut self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        actions: &[Action],
        rng: &mut Rng,
    ) -> Action {
        self.pick_hunters_by(rules, public, possible, actions, rng.bits(), false)
    }

    fn pick_hunters_by(
        &mut self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        actions: &[Action],
        bits: u64,
        erring: bool,
    ) -> Action {
        if erring && errs(bits) {
            return actions[pick(bits, actions.len())];
        }
        let Action::Hunt { hunter: first, .. } = actions[0] else {
            return actions[pick(bits, actions.len())];
        };
        if rules.has_case()
            && let Some(token) = self.token(public, possible, actions, bits)
        {
            return token;
        }
        self.sum_up(possible);
        let mut best = (u32::MAX, actions[0]);
        for (index, &action) in actions.iter().enumerate() {
            let Action::Hunt { hunter, to, .. } = action else { break };
            if hunter != first {
                break;
            }
            let sum = u32::from(self.sums.0[usize::from(to.number())]);
            let key = sum << 16 | tie(bits, index);
            best = if key < best.0 { (key, action) } else { best };
        }
        best.1
    }

    /// A token while he may be at many stations, now and then.
    fn token(
        &self,
        public: &Public,
        possible: &PossibleStations,
        actions: &[Action],
        bits: u64,
    ) -> Option<Action> {
        if possible.0.len() < 5 || bits >> 48 & 3 != 0 || public.shown().is_some() {
            return None;
        }
        let first = actions.iter().position(|action| matches!(action, Action::Token(_)))?;
        let tokens = actions[first..].iter().take_while(|action| matches!(action, Action::Token(_)));
        Some(actions[first + pick(bits, tokens.count())])
    }

    /// The heuristic decision of the fugitive.
    #[inline]
    pub(crate) fn pick_fugitive(
        &mut self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        actions: &[Action],
        rng: &mut Rng,
        erring: bool,
    ) -> Action {
        let bits = rng.bits();
        if erring && errs(bits) {
            return actions[pick(bits, actions.len())];
        }
        let mut farthest = 0;
        let mut last = (None, 0);
        let mut distance = |to: Station| {
            if last.0 != Some(to) {
                last = (Some(to), u32::from(self.distances.nearest(rules, public, to)));
            }
            last.1
        };
        let mut tickets = 0u8;
        let mut tied = 0;
        let mut worths = std::mem::take(&mut self.worths);
        worths.clear();
        for action in actions {
            let (worth, fare) = match *action {
                Action::Move(m) => {
                    let crime = if m.crime { 4 } else { 0 };
                    (distance(m.to) + crime, m.ticket.map_or(0, |ticket| 1 + ticket as u8))
                }
                Action::Land(landing) => (distance(landing.at) + u32::from(landing.crime) * 4, 5),
                Action::Balloon { .. } => (2, 6),
                _ => (1, 7),
            };
            worths.push(worth as u8);
            if worth > farthest {
                (farthest, tickets, tied) = (worth, 0, 0);
            }
            if worth == farthest {
                tickets |= 1 << fare;
                tied += 1;
            }
        }
        let chosen =
            if tied <= 1 || tickets.count_ones() == 1 && !rules.has_case() && !rules.offers_show() {
                // One way to pay: the crowd is the same wherever he goes, unless he can do more than move.
                let mut tied_actions =
                    actions.iter().zip(&worths).filter(|(_, worth)| u32::from(**worth) == farthest);
                tied_actions.nth(pick(bits, tied.max(1))).map(|(action, _)| *action)
            } else {
                self.largest_crowd(rules, public, possible, actions, (&worths, farthest), bits)
            };
        self.worths = worths;
        chosen.unwrap_or_else(|| actions[pick(bits, actions.len())])
    }

    /// Among the decisions of the greatest worth the one that leaves the most possible stations.
    #[inline]
    fn largest_crowd(
        &self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        actions: &[Action],
        (worths, farthest): (&[u8], u32),
        bits: u64,
    ) -> Option<Action> {
        let closed = closed(rules, public);
        let mut crowds = [u32::MAX; 8];
        let mut best = (0, None);
        let tied = actions.iter().zip(worths).filter(|(_, worth)| u32::from(**worth) == farthest);
        for (index, (&action, _)) in tied.enumerate() {
            let crowd = match action {
                Action::Move(m) => self.crowd(rules, public, possible, m, &closed, &mut crowds),
                _ => 1,
            };
            let key = (crowd + 1) << 16 | tie(bits, index);
            best = if key > best.0 { (key, Some(action)) } else { best };
        }
        best.1
    }

    /// How much each decision promises: hunters towards where he can be, by its likelihood where
    /// that is known; the fugitive by the model of his choice.
    pub(crate) fn promise(
        &mut self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        weights: Option<&[f32; 256]>,
        actions: &[Action],
    ) -> Vec<f32> {
        let index = |at: Station| usize::from(at.number());
        let count = possible.0.len().max(1) as f32;
        let sums = self.distances.sums(&possible.0);
        let all: f32 =
            weights.map_or(count, |weights| possible.0.iter().map(|at| weights[index(at)]).sum());
        let chance = |at: Station| match weights {
            _ if !possible.0.contains(at) => 0.0,
            Some(weights) if all > 0.0 => weights[index(at)] / all,
            _ => 1.0 / count,
        };
        let mean = |to: Station| match weights {
            Some(weights) if all > 0.0 => {
                let row = self.distances.row(to);
                let far = |at: Station| weights[index(at)] * f32::from(row[index(at)]);
                possible.0.iter().map(far).sum::<f32>() / all
            }
            _ => f32::from(sums.0[index(to)]) / count,
        };
        let means: Vec<f32> = actions
            .iter()
            .map(|action| match action {
                Action::Hunt { to, .. } => mean(*to),
                _ => f32::INFINITY,
            })
            .collect();
        let least = means.iter().copied().fold(f32::INFINITY, f32::min);
        let promise = |(&action, &mean): (&Action, &f32)| match action {
            Action::Hunt { to, .. } => libm::expf((least - mean) / SHARPNESS) + 4.0 * chance(to),
            Action::Token(_) => 0.3,
            Action::EndTurn | Action::Place { .. } => 0.2,
            _ => libm::expf(crate::odds::appeal(rules, public, action)),
        };
        actions.iter().zip(&means).map(promise).collect()
    }

    /// How many stations would be possible after a move.
    #[inline]
    fn crowd(
        &self,
        rules: &Rules,
        public: &Public,
        possible: &PossibleStations,
        m: Move,
        closed: &StationSet,
        crowds: &mut [u32; 8],
    ) -> u32 {
        let plain = !m.crime && m.ability.is_none() && !m.show;
        if plain && public.would_show(rules, m) || m.show {
            return 1;
        }
        let fare = m.ticket.map_or(0, |ticket: Ticket| 1 + ticket as usize);
        if plain {
            if crowds[fare] == u32::MAX {
                crowds[fare] = possible.expand(rules, m.ticket, closed).len() as u32;
            }
            return crowds[fare];
        }
        let mut set = possible.expand(rules, m.ticket, closed);
        if m.ability.is_some() {
            set = set.intersection(rules.board().marked(Mark::Hideout));
        }
        if m.crime {
            set = set.intersection(rules.board().marked(Mark::Crime));
        }
        if public.would_show(rules, m) { 1 } else { set.len() as u32 }
    }
}

#[inline]
fn errs(bits: u64) -> bool {
    (bits & 0xffff) * 5 < RANDOM_IN_FIVE * 0x1_0000
}

#[inline]
fn pick(bits: u64, count: usize) -> usize {
    (((bits >> 32) * count as u64) >> 32) as usize
}

/// Sixteen bits by which equals are told apart, another number for each index.
#[inline]
fn tie(bits: u64, index: usize) -> u32 {
    let mixed = bits ^ (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 48) as u32
}

/// How well a game went for the fugitive, from 0 to 1: won or lost, or his share of the points that
/// can be had.
pub fn fugitive_share(rules: &Rules, position: &Position) -> f32 {
    let Some(outcome) = position.outcome() else { return 0.5 };
    match (position.score(rules), rules.score_range()) {
        (Some(score), Some((least, most))) => {
            f32::from(score - least) / f32::from((most - least).max(1))
        }
        _ => f32::from(u8::from(is_fugitives(outcome))),
    }
}

fn is_fugitives(outcome: Outcome) -> bool {
    outcome.winner() == fogbound_rules::Side::Fugitive
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal decisions are taken equally often, also by a policy that errs.
    #[test]
    fn ties_are_broken_evenly() {
        for count in [2, 3, 6, 7, 12, 20] {
            let (mut lowest, mut highest) = (vec![0; count], vec![0; count]);
            let mut rng = Rng::new(count as u64);
            let mut drawn = 0;
            while drawn < 40_000 {
                let bits = rng.bits();
                if errs(bits) {
                    continue;
                }
                drawn += 1;
                let by_tie = |index: &usize| tie(bits, *index);
                lowest[(0..count).min_by_key(by_tie).expect("not 0")] += 1;
                highest[(0..count).max_by_key(by_tie).expect("not 0")] += 1;
            }
            let fair = drawn / count;
            for taken in lowest.into_iter().chain(highest) {
                assert!(taken > fair * 9 / 10 && taken < fair * 11 / 10, "{taken} of {fair}");
            }
        }
    }
}
