//! `alphabeta`, for the fugitive: hunters who know where he is and all play against him, searched
//! to a rising depth, and an evaluation by distance, tickets and number of possible stations.

use fogbound_rules::{Action, FugitiveView, Position, Rules, Turn};

use super::Memory;
use crate::distances::Distances;
use crate::policy::{Policy, fugitive_share};
use crate::search::one_piece;
use crate::{BotFailure, FugitiveBot, PossibleStations, Thinking};

/// What a win is worth; more than any evaluation.
const WIN: f32 = 1000.0;
/// More plies than any budget gets through.
const DEEPEST: u32 = 60;

/// Paranoid alpha-beta with iterative deepening.
pub struct AlphaBetaBot {
    memory: Memory,
}

impl AlphaBetaBot {
    /// The bot of a seed.
    pub fn new(seed: u64) -> AlphaBetaBot {
        AlphaBetaBot { memory: Memory::new(seed) }
    }
}

impl FugitiveBot for AlphaBetaBot {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let actions = view.actions();
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        if let [only] = actions[..] {
            return Ok(only);
        }
        let (belief, policy, mut rng) = self.memory.recall(view.hunters());
        let mut ranked: Vec<(f32, Action)> = actions.into_iter().map(|action| (0.0, action)).collect();
        for index in 1..ranked.len() {
            ranked.swap(index, rng.below(index + 1));
        }
        let mut search = Paranoid { rules: view.rules(), policy, thinking, stopped: false };
        let (position, possible) = (view.position(), PossibleStations(belief.possible()));
        for depth in 1..DEEPEST {
            let Some(next) = search.rank(&position, possible, &ranked, depth) else { break };
            ranked = next;
            let (value, action) = ranked[0];
            search.thinking.tell(action, f64::from((value / WIN + 1.0) / 2.0));
        }
        Ok(ranked[0].1)
    }
}

struct Paranoid<'s, 't> {
    rules: &'s Rules,
    policy: &'s mut Policy,
    thinking: &'s mut Thinking<'t>,
    stopped: bool,
}

impl Paranoid<'_, '_> {
    /// The decisions at the root, the best first; none if the budget ran out.
    fn rank(
        &mut self,
        position: &Position,
        possible: PossibleStations,
        actions: &[(f32, Action)],
        depth: u32,
    ) -> Option<Vec<(f32, Action)>> {
        let mut ranked = Vec::with_capacity(actions.len());
        let mut least = f32::NEG_INFINITY;
        for &(_, action) in actions {
            let value = self.child(position, possible, action, depth, least, f32::INFINITY);
            if self.stopped {
                return None;
            }
            // What is not better is known to be no better, and not by how much.
            let value = if value > least { value } else { f32::NEG_INFINITY };
            least = least.max(value);
            ranked.push((value, action));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        Some(ranked)
    }

    fn child(
        &mut self,
        position: &Position,
        mut possible: PossibleStations,
        action: Action,
        depth: u32,
        low: f32,
        high: f32,
    ) -> f32 {
        let mut next = *position;
        self.policy.advance(self.rules, &mut next, &mut possible, action);
        self.value(&next, possible, depth - 1, low, high)
    }

    /// What a position is worth to the fugitive, as far as it matters between `low` and `high`.
    fn value(
        &mut self,
        position: &Position,
        possible: PossibleStations,
        depth: u32,
        low: f32,
        high: f32,
    ) -> f32 {
        self.stopped |= !self.thinking.another();
        if position.outcome().is_some() {
            // A late end is better than an early one, if it is a bad one.
            let share = fugitive_share(self.rules, position) * 2.0 - 1.0;
            return share * WIN + f32::from(position.public().round());
        }
        if depth == 0 || self.stopped {
            return evaluate(self.rules, self.policy.distances(), position, possible);
        }
        match position.turn() {
            Turn::Chance => self.mean(position, possible, depth),
            Turn::Fugitive => self.best(position, possible, depth, low, high),
            Turn::Hunters | Turn::Over => self.worst(position, possible, depth, low, high),
        }
    }

    fn mean(&mut self, position: &Position, possible: PossibleStations, depth: u32) -> f32 {
        let draws = position.draws(self.rules);
        let mut sum = 0.0;
        for &draw in &draws {
            let mut next = *position;
            next.apply_draw(self.rules, draw);
            sum += self.value(&next, possible, depth - 1, f32::NEG_INFINITY, f32::INFINITY);
        }
        sum / draws.len().max(1) as f32
    }

    fn best(
        &mut self,
        position: &Position,
        possible: PossibleStations,
        depth: u32,
        low: f32,
        high: f32,
    ) -> f32 {
        let (mut best, mut low) = (f32::NEG_INFINITY, low);
        for action in self.ordered(position) {
            best = best.max(self.child(position, possible, action, depth, low, high));
            low = low.max(best);
            if low >= high || self.stopped {
                break;
            }
        }
        best
    }

    fn worst(
        &mut self,
        position: &Position,
        possible: PossibleStations,
        depth: u32,
        low: f32,
        high: f32,
    ) -> f32 {
        let (mut worst, mut high) = (f32::INFINITY, high);
        for action in self.ordered(position) {
            worst = worst.min(self.child(position, possible, action, depth, low, high));
            high = high.min(worst);
            if low >= high || self.stopped {
                break;
            }
        }
        worst
    }

    /// What is likely to be best comes first.
    fn ordered(&self, position: &Position) -> Vec<Action> {
        let mut actions = Vec::with_capacity(32);
        let count = position.list_actions(self.rules, &mut actions);
        actions.truncate(count);
        one_piece(&mut actions);
        let distances = self.policy.distances();
        let row = position.fugitive().map(|at| distances.row(at));
        actions.sort_by_cached_key(|action| match action {
            Action::Hunt { to, .. } => row.map_or(0, |row| u32::from(row[usize::from(to.number())])),
            Action::Move(m) => {
                let near = distances.nearest(self.rules, position.public(), m.to);
                u32::from(u8::MAX - near) * 2 + u32::from(m.double)
            }
            _ => 0,
        });
        actions
    }
}

fn evaluate(
    rules: &Rules,
    distances: &Distances,
    position: &Position,
    possible: PossibleStations,
) -> f32 {
    let Some(at) = position.fugitive() else { return 0.0 };
    let public = position.public();
    let row = distances.row(at);
    let stations = rules.hunters().filter_map(|hunter| public.station(hunter));
    let distances = stations.map(|hunter| f32::from(row[usize::from(hunter.number())]));
    let (nearest, sum) = distances.fold((f32::INFINITY, 0.0), |(nearest, sum), distance| {
        (nearest.min(distance), sum + distance.min(5.0))
    });
    let near = [0.0, 4.0, 14.0, 18.0, 20.0][(nearest as usize).min(4)];
    let tickets = 2.5 * f32::from(public.black()) + 4.0 * f32::from(public.double());
    let crowd = 4.0 * libm::logf(possible.0.len().max(1) as f32);
    let ways = libm::logf(rules.board().links(at).len().max(1) as f32);
    let deeds = 60.0 * f32::from(public.crimes());
    let points = public.score(rules).map_or(0.0, |score| 3.0 * f32::from(score));
    near + 0.6 * sum + tickets + crowd + 2.0 * ways + deeds + points
}
