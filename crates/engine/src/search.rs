//! Monte-Carlo tree search over what a side knows. One core for the published searches and for our
//! own: they differ in what is sampled, in what hunters know inside the tree, and in the playouts.

mod tree;

use fogbound_rules::{
    Action, Draw, Hunter, Outcome, Position, Public, Rng, Rules, Side, StationSet, Ticket, Transport,
    Transports, Turn, random_end,
};

use crate::policy::{Policy, fugitive_share};
use crate::{Reach, Thinking};

use tree::Key;
pub(crate) use tree::{Selection, Tree};

/// What the hunters know inside the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// Where the fugitive is, once he has moved inside the tree; as in the published programs.
    Open,
    /// What they can conclude, and nothing else.
    Honest,
}

/// How a playout decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Playouts {
    Random,
    Greedy,
}

/// What sets one search apart from another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Settings {
    pub(crate) knowledge: Knowledge,
    pub(crate) playouts: Playouts,
    pub(crate) selection: Selection,
    /// What a capture by another piece than the one that moves at the root is worth less.
    pub(crate) reduction: f32,
    /// Whether the fugitive keeps his black tickets where they hide nothing.
    pub(crate) filter: bool,
}

/// The positions that may be the true one, each with its weight.
pub(crate) struct Pool {
    positions: Vec<Position>,
    /// The sums of the weights so far.
    sums: Vec<f64>,
}

impl Pool {
    pub(crate) fn new(positions: impl IntoIterator<Item = (Position, f64)>) -> Pool {
        let mut pool = Pool { positions: vec![], sums: vec![] };
        let mut sum = 0.0;
        for (position, weight) in positions {
            sum += weight.max(1e-9);
            pool.positions.push(position);
            pool.sums.push(sum);
        }
        pool
    }

    fn sample(&self, rng: &mut Rng) -> &Position {
        let all = self.sums.last().copied().unwrap_or(0.0);
        let mark = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64 * all;
        let index = self.sums.partition_point(|&sum| sum <= mark);
        &self.positions[index.min(self.positions.len() - 1)]
    }
}

/// A step of one walk through the tree.
struct Visit {
    node: usize,
    edge: usize,
    side: Side,
}

/// One search for one decision.
pub(crate) struct Search<'s> {
    pub(crate) rules: &'s Rules,
    pub(crate) settings: Settings,
    pub(crate) side: Side,
    pub(crate) policy: &'s mut Policy,
    pub(crate) rng: Rng,
    pub(crate) tree: &'s mut Tree,
    /// How likely each station is until the fugitive moves inside the tree, if that is known.
    pub(crate) weights: Option<[f32; 256]>,
}

impl Search<'_> {
    /// Searches as long as may be thought; none if there is no position to begin with. `root` are the decisions to choose among, `truth` tells
    /// which sampled positions speak about the root: all for the hunters, the true one for him.
    pub(crate) fn run(
        &mut self,
        root: &[Action],
        reach: Reach,
        pool: &Pool,
        truth: Option<&Position>,
        thinking: &mut Thinking<'_>,
    ) -> Option<Action> {
        let sample = *truth.or(pool.positions.first())?;
        let root_key = match self.side {
            Side::Fugitive => Key::ROOT.with(sample.secret()),
            Side::Hunters => Key::ROOT,
        };
        self.plant(root_key, sample.public(), &reach, root, true);
        let piece = root.iter().find_map(|action| match action {
            Action::Hunt { hunter, .. } => Some(*hunter),
            _ => None,
        });
        let mut path = Vec::with_capacity(64);
        let mut told = 1;
        while thinking.another() {
            let real = match truth {
                Some(truth) if pool.positions.is_empty() || self.rng.bits() & 1 == 0 => *truth,
                _ => *pool.sample(&mut self.rng),
            };
            self.iterate(real, reach, piece, &mut path);
            if thinking.nodes() >= told * 1024 {
                told *= 4;
                let (action, value) = self.tree.favourite(root_key);
                thinking.tell(action, value);
            }
        }
        let (action, value) = self.tree.favourite(root_key);
        thinking.tell(action, value);
        Some(action)
    }

    /// One walk: down the tree, one new decision, a playout, and back.
    fn iterate(
        &mut self,
        mut position: Position,
        mut reach: Reach,
        piece: Option<Hunter>,
        path: &mut Vec<Visit>,
    ) {
        path.clear();
        let open = self.settings.knowledge == Knowledge::Open;
        let mut way = Key::ROOT;
        let mut weighed = true;
        loop {
            let (side, key) = match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let draws = position.draws(self.rules);
                    let draw = draws[self.rng.below(draws.len())];
                    position.apply_draw(self.rules, draw);
                    if let Some(at) = position.public().shown() {
                        reach.0 = StationSet::only(at);
                    }
                    let (Draw::Ticket { at } | Draw::Tile { first: at }) = draw;
                    way = way.then(at.number().into());
                    continue;
                }
                Turn::Fugitive => (Side::Fugitive, way.with(position.secret())),
                Turn::Hunters => (Side::Hunters, way),
            };
            let node = match self.tree.find(key) {
                Some(node) => node,
                None if self.tree.is_full() => break,
                None => self.grow(key, &position, &reach, weighed),
            };
            let (edge, fresh) = self.tree.select(node, self.settings.selection);
            let action = self.tree.action(edge);
            weighed &= side == Side::Hunters;
            path.push(Visit { node, edge, side });
            self.policy.advance(self.rules, &mut position, &mut reach, action);
            if fresh {
                break;
            }
            way = way.after(action, open);
            // What is shown, and what is answered, everybody learns.
            if let Some(at) = position.public().shown() {
                way = way.then(at.number().into());
            }
            if matches!(action, Action::Token(_)) {
                way = way.concluding(&reach);
            }
        }
        let last = if position.outcome().is_some() {
            position
        } else {
            match self.settings.playouts {
                Playouts::Random => {
                    random_end(self.rules, position, &mut self.rng, self.policy.buffer())
                }
                Playouts::Greedy => self.policy.play_out(self.rules, position, reach, &mut self.rng),
            }
        };
        let his = fugitive_share(self.rules, &last);
        let other = match (last.outcome(), piece) {
            (Some(Outcome::Captured { by, .. }), Some(piece)) => by != piece,
            _ => false,
        };
        let theirs = 1.0 - his - if other { self.settings.reduction } else { 0.0 };
        for visit in path.iter() {
            let reward = if visit.side == Side::Fugitive { his } else { theirs };
            self.tree.reward(visit.node, visit.edge, reward);
        }
    }

    /// A decision that was not met before.
    fn grow(&mut self, key: Key, position: &Position, reach: &Reach, weighed: bool) -> usize {
        let mut actions = std::mem::take(self.policy.buffer());
        let count = position.list_actions(self.rules, &mut actions);
        actions.truncate(count);
        prune(self.rules, position, reach, self.settings.filter, &mut actions);
        let node = self.plant(key, position.public(), reach, &actions, weighed);
        *self.policy.buffer() = actions;
        node
    }

    fn plant(
        &mut self,
        key: Key,
        public: &Public,
        reach: &Reach,
        actions: &[Action],
        weighed: bool,
    ) -> usize {
        match self.settings.selection {
            Selection::Uct(_) => self.tree.plant(key, actions, |_| 1.0, &mut self.rng),
            Selection::Puct(_) => {
                let weights = self.weights.as_ref().filter(|_| weighed);
                let promise = self.policy.promise(self.rules, public, reach, weights, actions);
                self.tree.plant(key, actions, |index| promise[index], &mut self.rng)
            }
        }
    }
}

/// Leaves out what a search need not look at: in editions where hunters move in any order one
/// piece after the other is enough; and the filter of the published program.
pub(crate) fn prune(
    rules: &Rules,
    position: &Position,
    reach: &Reach,
    filter: bool,
    actions: &mut Vec<Action>,
) {
    match position.turn() {
        Turn::Hunters => one_piece(actions),
        Turn::Fugitive if filter => keep_black(rules, position.public(), reach, actions),
        _ => {}
    }
}

/// Only the moves of the first piece that has one, and whatever is no move.
pub(crate) fn one_piece(actions: &mut Vec<Action>) {
    if let Some(&Action::Hunt { hunter: first, .. }) = actions.first() {
        actions.retain(|action| match action {
            Action::Hunt { hunter, .. } => *hunter == first,
            _ => true,
        });
    }
}

/// No black ticket in the first two rounds, where he shows himself, and where every possible
/// station has taxi lines only; unless nothing else is left.
fn keep_black(rules: &Rules, public: &fogbound_rules::Public, reach: &Reach, actions: &mut Vec<Action>) {
    let taxi_only = || {
        let only = Transports::only(Transport::Taxi);
        reach.0.iter().all(|at| rules.board().transports(at) == only)
    };
    let useless = public.round() <= 2 || rules.is_reveal(public.filled() + 1) || taxi_only();
    let black = |action: &Action| matches!(action, Action::Move(m) if m.ticket == Some(Ticket::Black));
    if useless && !rules.is_open_log() && !actions.iter().all(black) {
        actions.retain(|action| !black(action));
    }
}
