//! Monte-Carlo tree search over what a side knows. One core for the published searches and for our
//! own: they differ in what is sampled, in what hunters know inside the tree, and in the playouts.

mod tree;

use std::sync::Arc;

use fogbound_rules::{
    Action, Draw, Hunter, Outcome, Position, Rng, Rules, Side, Station, StationSet, Ticket, Transport,
    Transports, Turn, random_end,
};

use crate::PossibleStations;
use crate::policy::{Policy, fugitive_share};
use crate::value::Evaluator;

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

/// What a walk ends with, where the tree ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaf {
    /// Random play to the end of the game.
    RandomPlayout,
    /// Play to the end by the published heuristics.
    GreedyPlayout,
    /// The learned value; a greedy playout where it has nothing to say.
    Value,
}

/// What a search works in. Nothing in it changes what is found; it is kept to save time.
pub(crate) struct Room {
    pub(crate) tree: Tree,
    pub(crate) policy: Policy,
    /// Only for searches whose leaves are valued.
    pub(crate) evaluator: Option<Evaluator>,
}

/// What sets one search apart from another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Settings {
    pub(crate) knowledge: Knowledge,
    pub(crate) leaf: Leaf,
    pub(crate) selection: Selection,
    /// What a capture by another piece than the one that moves at the root is worth less.
    pub(crate) reduction: f32,
    /// Whether the fugitive keeps his black tickets where they hide nothing.
    pub(crate) filter: bool,
    /// Whether what promises most is trusted less: of every promise the square root is taken.
    pub(crate) doubts: bool,
    /// Whether the learned choice says what promises most.
    pub(crate) learned: bool,
    /// Whether hunters in the tree learn nothing from walks that begin with the truth.
    pub(crate) blind: bool,
    /// What is tried at least this often, as a share of how often the favourite is, may be chosen too, each as often as
    /// it was tried; 1 for the favourite alone.
    pub(crate) mixing: f32,
    /// After so many nodes a new tree is begun.
    pub(crate) tree_nodes: u64,
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

/// What a search begins with.
pub(crate) struct Start {
    /// The decisions to choose among.
    pub(crate) actions: Vec<Action>,
    /// Where he can be, for all the hunters know.
    pub(crate) possible: PossibleStations,
    /// The positions that may be the true one.
    pub(crate) pool: Pool,
    /// The true position, where it is known: the fugitive's own.
    pub(crate) truth: Option<Position>,
    /// How likely each station is until the fugitive moves inside the tree, if that is known.
    pub(crate) weights: Option<[f32; 256]>,
    /// Whether the decisions are for the truth alone: who is put on its station from what the hunters hold likely decides freely. Where
    /// only some decisions are looked at, hunters in the tree would take them for a sign of that station otherwise.
    pub(crate) apart: bool,
}

impl Start {
    /// A position that may be the true one; none if there is none.
    pub(crate) fn sample(&self) -> Option<Position> {
        self.truth.or(self.pool.positions.first().copied())
    }
}

/// A search for one decision. It can be stopped after any node, looked at, and gone on with; two
/// that began alike and went on with chance of their own can be put together at their [`Root`]s.
pub struct Search {
    rules: Arc<Rules>,
    settings: Settings,
    room: Room,
    rng: Rng,
    possible: PossibleStations,
    pool: Pool,
    truth: Option<Position>,
    weights: Option<[f32; 256]>,
    root: Key,
    /// The piece that is to move, for hunters.
    piece: Option<Hunter>,
    path: Vec<Visit>,
    promise: Vec<f32>,
    nodes: u64,
    /// What a tree is begun with.
    sample: Position,
    actions: Vec<Action>,
    /// What was found in the trees before this one.
    before: Option<Root>,
    /// Which of the decisions that may be chosen is: from 0 to 1.
    dice: f64,
    /// By the station that walks began at: how many there were, and what they brought him.
    starts: Box<[(u32, f64); 256]>,
}

/// What was found at the first decision of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Root {
    edges: Vec<RootEdge>,
}

/// One decision at the root of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootEdge {
    /// What is decided.
    pub action: Action,
    /// How often that was tried.
    pub visits: u32,
    /// What all tries brought together, from 0 to 1 each.
    pub reward: f64,
}

impl RootEdge {
    /// What a try brought on average.
    pub fn mean(&self) -> f64 {
        self.reward / f64::from(self.visits.max(1))
    }
}

impl Root {
    /// What another search has found, as it was told.
    pub fn new(edges: Vec<RootEdge>) -> Root {
        Root { edges }
    }

    /// Every decision, in no order that means anything.
    pub fn edges(&self) -> &[RootEdge] {
        &self.edges
    }

    /// Adds what another search of the same decision has found.
    pub fn merge(&mut self, other: &Root) {
        for edge in &mut self.edges {
            if let Some(found) = other.edges.iter().find(|found| found.action == edge.action) {
                edge.visits += found.visits;
                edge.reward += found.reward;
            }
        }
    }

    /// One of those that were tried at least `mixing` times as often as the favourite, each as often as it was tried, by
    /// dice from 0 to 1; and what it brought on average.
    fn draw(&self, mixing: f32, dice: f64) -> (Action, f64) {
        let most = self.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let enough = |edge: &&RootEdge| edge.visits > 0 && edge.visits as f32 >= mixing * most as f32;
        if mixing >= 1.0 || most == 0 {
            return self.favourite();
        }
        let all: u32 = self.edges.iter().filter(enough).map(|edge| edge.visits).sum();
        let mut mark = dice * f64::from(all);
        let drawn = self.edges.iter().filter(enough).find(|edge| {
            mark -= f64::from(edge.visits);
            mark < 0.0
        });
        drawn.map_or_else(|| self.favourite(), |edge| (edge.action, edge.mean()))
    }

    /// Whether so many tries more cannot change what is drawn.
    fn is_settled(&self, mixing: f32, left: u64) -> bool {
        let most = self.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let enough = (f64::from(mixing) * f64::from(most)).floor();
        let can_be_drawn = |edge: &&RootEdge| f64::from(edge.visits) + left as f64 >= enough;
        self.edges.iter().filter(can_be_drawn).count() == 1
    }

    /// What was decided most often, and what it brought on average.
    pub fn favourite(&self) -> (Action, f64) {
        let best =
            self.edges.iter().max_by(|a, b| a.visits.cmp(&b.visits).then(a.mean().total_cmp(&b.mean())));
        let best = best.expect("a decision has something to decide");
        (best.action, best.mean())
    }
}

impl Search {
    /// Begins a search from a sample of `start`.
    pub(crate) fn begin(
        rules: &Arc<Rules>,
        settings: Settings,
        start: Start,
        sample: Position,
        rng: Rng,
        mut room: Room,
    ) -> Search {
        let Start { actions, possible, pool, truth, weights, apart } = start;
        // What the fugitive decides hangs on his secret; what hunters decide cannot.
        let root = match truth {
            Some(truth) if apart => Key::ROOT.with(truth.secret()).then(1),
            Some(truth) => Key::ROOT.with(truth.secret()),
            None => Key::ROOT,
        };
        let piece = actions.iter().find_map(|action| match action {
            Action::Hunt { hunter, .. } => Some(*hunter),
            _ => None,
        });
        room.tree.clear();
        let mut search = Search {
            rules: Arc::clone(rules),
            settings,
            room,
            rng,
            possible,
            pool,
            truth,
            weights,
            root,
            piece,
            path: Vec::with_capacity(64),
            promise: vec![],
            nodes: 0,
            sample,
            actions,
            before: None,
            dice: 0.0,
            starts: Box::new([(0, 0.0); 256]),
        };
        // The published searches throw none.
        if settings.learned {
            search.dice = (search.rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
        }
        search.plant_root();
        search
    }

    /// Begins a tree.
    fn plant_root(&mut self) {
        let (sample, possible, actions) =
            (self.sample, self.possible, std::mem::take(&mut self.actions));
        self.plant(self.root, &sample, &possible, &actions, true);
        self.actions = actions;
    }

    /// Begins a new tree, and keeps what was found in this one.
    fn begin_anew(&mut self) {
        self.before = Some(self.root());
        self.room.tree.clear();
        self.plant_root();
    }

    /// Goes on with chance of its own, so that it finds other things than the searches that began
    /// like it.
    pub fn diverge(&mut self, stream: u64) {
        self.rng = Rng::for_game(self.rng.bits(), stream);
    }

    /// How many nodes it has spent.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Spends so many nodes.
    pub fn step(&mut self, nodes: u64) {
        for _ in 0..nodes {
            if self.nodes > 0 && self.nodes.is_multiple_of(self.settings.tree_nodes) {
                self.begin_anew();
            }
            let truly =
                self.truth.filter(|_| self.pool.positions.is_empty() || self.rng.bits() & 1 == 0);
            let position = truly.unwrap_or_else(|| *self.pool.sample(&mut self.rng));
            let at = position.fugitive().map_or(0, |at| usize::from(at.number()));
            let his = self.walk(position, truly.is_some());
            let (walks, reward) = &mut self.starts[at];
            *walks += 1;
            *reward += f64::from(his);
            self.nodes += 1;
        }
    }

    /// What walks that began with the fugitive at a station brought him together, from 0 to 1 each,
    /// and how many there were.
    pub fn start(&self, at: Station) -> (u32, f64) {
        self.starts[usize::from(at.number())]
    }

    /// What the fugitive tried most where he decides first, from this position: how often, and what it brought
    /// him on average. None if no walk began there.
    pub fn first_reply(&self, position: &Position) -> Option<(u32, f64)> {
        let key = Key::ROOT.with(position.secret());
        self.room.tree.find(key)?;
        let edges = self.room.tree.edges_of(key);
        let most = edges.iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0)?;
        Some((most.visits, most.mean()))
    }

    /// What was found so far.
    pub fn root(&self) -> Root {
        let mut root = Root { edges: self.room.tree.edges_of(self.root) };
        self.before.iter().for_each(|before| root.merge(before));
        root
    }

    /// What it decides, with what others found who began alike, and what that brings on average.
    pub fn decision(&self, others: &[Root]) -> (Action, f64) {
        let mut root = self.root();
        others.iter().for_each(|other| root.merge(other));
        root.draw(self.settings.mixing, self.dice)
    }

    /// Whether so many nodes more cannot change what it decides.
    pub fn is_settled(&self, left: u64) -> bool {
        self.root().is_settled(self.settings.mixing, left)
    }

    /// What comes to one's mind first: anything, by chance. A black ticket or a double comes to mind only where it
    /// promises more than most.
    pub fn whim(&self) -> Action {
        self.room.tree.whim(self.root, self.dice)
    }

    /// The room that it worked in.
    pub(crate) fn into_room(self) -> Room {
        self.room
    }

    /// One walk: down the tree, one new decision, what becomes of it, and back; what it brought him.
    fn walk(&mut self, mut position: Position, truly: bool) -> f32 {
        let blind = truly && self.settings.blind && !self.pool.positions.is_empty();
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut possible = self.possible;
        let open = self.settings.knowledge == Knowledge::Open;
        let mut way = Key::ROOT;
        let mut weighed = true;
        loop {
            let (side, key) = match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let draws = position.draws(&self.rules);
                    let draw = draws[self.rng.below(draws.len())];
                    position.apply_draw(&self.rules, draw);
                    if let Some(at) = position.public().shown() {
                        possible.0 = StationSet::only(at);
                    }
                    let (Draw::Ticket { at } | Draw::Tile { first: at }) = draw;
                    way = way.then(at.number().into());
                    continue;
                }
                Turn::Fugitive if truly && path.is_empty() => (Side::Fugitive, self.root),
                Turn::Fugitive => (Side::Fugitive, way.with(position.secret())),
                Turn::Hunters => (Side::Hunters, way),
            };
            let node = match self.room.tree.find(key) {
                Some(node) => node,
                None if self.room.tree.is_full() => break,
                None => self.grow(key, &position, &possible, weighed),
            };
            let (edge, fresh) = match side {
                Side::Hunters if blind => self.room.tree.draw(node, &mut self.rng),
                _ => self.room.tree.select(node, self.settings.selection),
            };
            let action = self.room.tree.action(edge);
            weighed &= side == Side::Hunters;
            path.push(Visit { node, edge, side });
            self.room.policy.advance(&self.rules, &mut position, &mut possible, action);
            if fresh {
                break;
            }
            way = way.after(action, open);
            // What is shown, and what is answered, everybody learns.
            if let Some(at) = position.public().shown() {
                way = way.then(at.number().into());
            }
            if matches!(action, Action::Token(_)) {
                way = way.concluding(&possible);
            }
        }
        let (his, theirs) = self.end(position, possible);
        for visit in path.iter().filter(|visit| !blind || visit.side == Side::Fugitive) {
            let reward = if visit.side == Side::Fugitive { his } else { theirs };
            self.room.tree.reward(visit.node, visit.edge, reward);
        }
        self.path = path;
        his
    }

    /// What becomes of it from here, for him and for them.
    fn end(&mut self, position: Position, possible: PossibleStations) -> (f32, f32) {
        let (rules, room) = (&self.rules, &mut self.room);
        if position.outcome().is_none()
            && let Some(evaluator) = &room.evaluator
            && let Some(his) = evaluator.value(rules, &position, &possible)
        {
            return (his, 1.0 - his);
        }
        let last = match self.settings.leaf {
            _ if position.outcome().is_some() => position,
            Leaf::RandomPlayout => random_end(rules, position, &mut self.rng, room.policy.buffer()),
            Leaf::GreedyPlayout | Leaf::Value => {
                room.policy.play_out(rules, position, possible, &mut self.rng)
            }
        };
        let his = fugitive_share(&self.rules, &last);
        let other = match (last.outcome(), self.piece) {
            (Some(Outcome::Captured { by, .. }), Some(piece)) => by != piece,
            _ => false,
        };
        (his, 1.0 - his - if other { self.settings.reduction } else { 0.0 })
    }

    /// A decision that was not met before.
    fn grow(
        &mut self,
        key: Key,
        position: &Position,
        possible: &PossibleStations,
        weighed: bool,
    ) -> usize {
        let mut actions = std::mem::take(self.room.policy.buffer());
        let count = position.list_actions(&self.rules, &mut actions);
        actions.truncate(count);
        prune(&self.rules, position, possible, self.settings.filter, &mut actions);
        let node = self.plant(key, position, possible, &actions, weighed);
        *self.room.policy.buffer() = actions;
        node
    }

    fn plant(
        &mut self,
        key: Key,
        position: &Position,
        possible: &PossibleStations,
        actions: &[Action],
        weighed: bool,
    ) -> usize {
        match self.settings.selection {
            Selection::Uct(_) => self.room.tree.plant(key, actions, |_| 1.0, &mut self.rng),
            Selection::Puct(..) => {
                let weights = self.weights.as_ref().filter(|_| weighed);
                let mut promise = std::mem::take(&mut self.promise);
                match &self.room.evaluator {
                    Some(evaluator) if self.settings.learned => {
                        evaluator.promise(
                            &self.rules,
                            position,
                            possible,
                            weights,
                            actions,
                            &mut promise,
                        );
                    }
                    _ => {
                        let (policy, public) = (&mut self.room.policy, position.public());
                        promise = policy.promise(&self.rules, public, possible, weights, actions);
                    }
                }
                if self.settings.doubts {
                    promise.iter_mut().for_each(|promise| *promise = promise.sqrt());
                }
                let node = self.room.tree.plant(key, actions, |index| promise[index], &mut self.rng);
                self.promise = promise;
                node
            }
        }
    }
}

/// The decisions that our own bots search at a position.
pub fn alternatives(rules: &Rules, position: &Position, possible: &PossibleStations) -> Vec<Action> {
    let mut actions = position.actions(rules);
    prune(rules, position, possible, true, &mut actions);
    actions
}

/// Leaves out what a search need not look at: in editions where hunters move in any order one
/// piece after the other is enough; and the filter of the published program.
pub(crate) fn prune(
    rules: &Rules,
    position: &Position,
    possible: &PossibleStations,
    filter: bool,
    actions: &mut Vec<Action>,
) {
    match position.turn() {
        Turn::Hunters => one_piece(actions),
        Turn::Fugitive if filter => keep_black(rules, position.public(), possible, actions),
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
fn keep_black(
    rules: &Rules,
    public: &fogbound_rules::Public,
    possible: &PossibleStations,
    actions: &mut Vec<Action>,
) {
    let taxi_only = || {
        let only = Transports::only(Transport::Taxi);
        possible.0.iter().all(|at| rules.board().transports(at) == only)
    };
    let useless = public.round() <= 2 || rules.is_reveal(public.filled() + 1) || taxi_only();
    let black = |action: &Action| matches!(action, Action::Move(m) if m.ticket == Some(Ticket::Black));
    if useless && !rules.is_open_log() && !actions.iter().all(black) {
        actions.retain(|action| !black(action));
    }
}
