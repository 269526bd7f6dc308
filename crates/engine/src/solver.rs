//! A solver over public states, for both sides: what everybody knows is a node, where he may be there
//! are its slots. The fugitive mixes at every station, and his range is what his whole play implies;
//! the hunters decide by what everybody knows alone. The tree grows while both sides learn (CFR+), its
//! leaves are judged by the learned value, and the end of a game is exact.
//!
//! What is found depends on the public state, the range and the number of nodes alone: never on a seed
//! of a bot, nor on where he really is.

mod grow;
mod pass;
mod tree;

use std::sync::Arc;

use fogbound_rules::{Action, Public, PublicEvent, Rng, Rules, Side, Station, StationSet, Turn};

use crate::policy::Policy;
use crate::value::{Common, FEATURES, Network, Reach};
use pass::Gadget;
use tree::{Kind, NONE, Tree};

/// So many things are looked at between two passes.
const GROWTH: u64 = 8;

/// The rest of a game is laid out whole if it has no more slots.
const WHOLE: usize = 60_000;

/// With more slots a tree does not grow any more: about a tenth of a gigabyte.
const MOST_SLOTS: usize = 1_000_000;

/// What is played less often than this share of the most usual decision is left out of an unfinished
/// solution.
const SELDOM: f32 = 0.2;

/// What solvers on one board share.
pub(crate) struct Tools {
    pub(crate) policy: Policy,
    network: Arc<Network>,
    reach: Reach,
    /// The mean number of lines of a station.
    lines: f32,
}

impl Tools {
    pub(crate) fn new(rules: &Rules, network: Arc<Network>) -> Tools {
        let board = rules.board();
        let lines: usize = board.stations().iter().map(|at| board.links(at).len()).sum();
        let lines = lines as f32 / board.stations().len().max(1) as f32;
        Tools { policy: Policy::new(rules), network, reach: Reach::new(board), lines }
    }

    /// What each of these stations is worth to him.
    fn judge(&self, rules: &Rules, public: &Public, stations: &[Station], values: &mut [f32]) {
        let possible: StationSet = stations.iter().copied().collect();
        let common = Common::new(rules, &self.reach, public, possible);
        let mut features = [0.0; FEATURES];
        for (&at, value) in stations.iter().zip(values) {
            common.write(at, &mut features);
            *value = self.network.value(&features);
        }
    }

    /// Whether the whole rest of the game may be small enough to be laid out.
    pub(crate) fn looks_small(&self, rules: &Rules, public: &Public) -> bool {
        let slots = rules.slots().saturating_sub(public.filled());
        let rounds = rules.rounds().map_or(slots, |rounds| (rounds + 1).saturating_sub(public.round()));
        let turns = f32::from(slots.min(rounds)) + f32::from(u8::from(public.turn() == Turn::Hunters));
        let plies = (turns * rules.hunters().count() as f32).min(100.0);
        libm::powf(self.lines, plies) <= WHOLE as f32
    }
}

/// What hunters begin with who have a solution of before: at each station what he was promised there.
pub(crate) type Promise = Vec<(Station, f32)>;

/// What is to be solved.
pub(crate) struct Task<'a> {
    pub(crate) public: Public,
    /// Where he can be, and how likely.
    pub(crate) range: &'a [(Station, f32)],
    /// What the hunters may decide now; empty if the fugitive decides.
    pub(crate) actions: &'a [Action],
    /// What he was promised, for hunters who solve again.
    pub(crate) promise: Option<&'a Promise>,
    /// The number of the moment, for the chance of the walks.
    pub(crate) moment: u64,
}

/// A game that is being solved from a public state on. It can be stopped after any node, looked at,
/// and gone on with.
pub(crate) struct Solver {
    rules: Arc<Rules>,
    tree: Tree,
    /// How likely he is at each slot of the root.
    range: Vec<f32>,
    gadget: Option<Gadget>,
    rng: Rng,
    nodes: u64,
    passes: u64,
}

impl Solver {
    /// Begins to solve.
    pub(crate) fn new(rules: &Arc<Rules>, tools: &mut Tools, task: &Task<'_>) -> Solver {
        let stations: StationSet = task.range.iter().map(|(at, _)| *at).collect();
        let all: f32 = task.range.iter().map(|(_, chance)| chance).sum();
        let even = 1.0 / stations.len() as f32;
        let mut range: Vec<f32> = vec![];
        for at in stations.iter() {
            let chance: f32 = task.range.iter().filter(|(of, _)| *of == at).map(|(_, c)| c).sum();
            range.push(if all > 0.0 { chance / all } else { even });
        }
        let promised = task.promise.map(|promise| {
            let of = |at: Station| promise.iter().find(|(of, _)| *of == at).map(|(_, value)| *value);
            stations.iter().map(|at| of(at).unwrap_or(1.0)).collect()
        });
        let actions = (!task.actions.is_empty()).then_some(task.actions);
        let plant = |judged: bool, tools: &mut Tools| {
            let mut tree = Tree::new(task.public, &stations, judged);
            for (slot, &chance) in tree.slots(0).zip(&range) {
                tree.reach[slot] = chance;
            }
            tree.plant(rules, tools, actions);
            tree
        };
        let mut whole = None;
        if tools.looks_small(rules, &task.public) {
            let mut tree = plant(false, tools);
            whole = tree.lay_out(rules, tools, WHOLE).then_some(tree);
        }
        let tree = whole.unwrap_or_else(|| plant(true, tools));
        Solver {
            rules: Arc::clone(rules),
            tree,
            range,
            gadget: promised.map(Gadget::new),
            rng: Rng::for_game(0x5eed, task.moment),
            nodes: 0,
            passes: 0,
        }
    }

    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Spends so many nodes.
    pub(crate) fn step(&mut self, tools: &mut Tools, nodes: u64) {
        for _ in 0..nodes {
            if self.is_whole() || self.slots() >= MOST_SLOTS {
                self.learn();
            } else {
                self.grow(tools);
                if self.nodes.is_multiple_of(GROWTH) {
                    self.learn();
                }
            }
            self.nodes += 1;
        }
    }

    /// How large its tree is.
    pub(crate) fn slots(&self) -> usize {
        self.tree.at.len()
    }

    /// Whether the whole rest of the game is in the tree.
    pub(crate) fn is_whole(&self) -> bool {
        self.tree.nodes[0].done
    }

    /// The node after these events from the root on, and how likely he is at its slots by the average
    /// of what he played; none if they lead out of the tree.
    pub(crate) fn find(&self, events: &[PublicEvent]) -> Option<Place> {
        let mut node = 0;
        let mut range: Vec<f32> = self.range.clone();
        for event in events {
            let entry = &self.tree.nodes[node as usize];
            match (entry.kind, event) {
                (Kind::Hunters, PublicEvent::Hunted { hunter, ticket, to, captured: false }) => {
                    let action = Action::Hunt { hunter: *hunter, ticket: *ticket, to: *to };
                    let mut live = self.tree.live(node);
                    let edge = live.find(|&edge| self.tree.action[edge] == action)?;
                    let child = self.tree.child[edge];
                    let row = self.tree.target[edge] as usize;
                    let slots = (child != NONE).then(|| self.tree.slots(child))?;
                    let mut next = vec![0.0; slots.len()];
                    for (index, chance) in range.iter().enumerate() {
                        let target = self.tree.rows[row + index] as usize;
                        if slots.contains(&target) {
                            next[target - slots.start] = *chance;
                        }
                    }
                    (node, range) = (child, next);
                }
                (Kind::Fugitive, PublicEvent::Moved(_) | PublicEvent::Taken { .. }) => {
                    let mut found: Option<(u32, Vec<f32>)> = None;
                    for (slot, chance) in self.tree.slots(node).zip(&range) {
                        let edges = self.tree.decisions_of(slot);
                        let mixed = self.played(node, edges.clone());
                        for (edge, share) in edges.zip(mixed) {
                            let child = self.tree.child[edge];
                            if child == NONE || !looks_like(self.tree.action[edge], event) {
                                continue;
                            }
                            let slots = self.tree.slots(child);
                            let (_, next) = found.get_or_insert_with(|| (child, vec![0.0; slots.len()]));
                            let index = self.tree.target[edge] as usize - slots.start;
                            *next.get_mut(index)? += chance * share;
                        }
                    }
                    (node, range) = found?;
                }
                _ => return None,
            }
        }
        Some(Place { node, range })
    }

    /// The average of what was played at these decisions, or what is played now if it never came to
    /// that.
    fn mixture(&self, edges: std::ops::Range<usize>) -> Vec<f32> {
        let sums = &self.tree.sum[edges.clone()];
        let all: f32 = sums.iter().sum();
        if all > 0.0 {
            return sums.iter().map(|sum| sum / all).collect();
        }
        self.tree.chance[edges].to_vec()
    }

    /// The same as it is played: at the root what is seldom is left out of an unfinished solution.
    fn played(&self, node: u32, edges: std::ops::Range<usize>) -> Vec<f32> {
        let mut chances = self.mixture(edges);
        if node == 0 && !self.is_whole() {
            purify(&mut chances);
        }
        chances
    }

    /// What is best to do at a place, as chances: for the hunters, or for him at a station.
    pub(crate) fn chances(&self, place: &Place, at: Option<Station>) -> Vec<(Action, f64)> {
        let tree = &self.tree;
        let edges = match (tree.nodes[place.node as usize].kind, at) {
            (Kind::Hunters, None) => tree.live(place.node),
            (Kind::Fugitive, Some(at)) => match tree.slot_of(place.node, at) {
                Some(slot) => tree.decisions_of(slot),
                None => return vec![],
            },
            _ => return vec![],
        };
        let chances = self.played(place.node, edges.clone());
        let chances = edges.zip(chances).map(|(edge, chance)| (tree.action[edge], f64::from(chance)));
        chances.filter(|(_, chance)| *chance > 0.0).collect()
    }

    /// The stations of a place, and how likely he is there.
    pub(crate) fn range(&self, place: &Place) -> Vec<(Station, f32)> {
        let stations = self.tree.at[self.tree.slots(place.node)].iter().copied();
        stations.zip(place.range.iter().copied()).collect()
    }

    /// What he is promised at each station of a place, should hunters go on as they play on average: the
    /// most that he can get where all is known to the end, and elsewhere what he gets.
    pub(crate) fn promise(&self, place: &Place) -> Promise {
        let mut values = self.tree.value.clone();
        if self.is_whole() {
            for node in (0..self.tree.nodes.len() as u32).rev() {
                self.respond(node, &mut values);
            }
        }
        let slots = self.tree.slots(place.node);
        slots.map(|slot| (self.tree.at[slot], values[slot])).collect()
    }

    /// What the slots of a node are worth to a fugitive who responds best to the average of the hunters.
    fn respond(&self, node: u32, values: &mut [f32]) {
        let tree = &self.tree;
        match tree.nodes[node as usize].kind {
            Kind::Leaf => {}
            Kind::Fugitive => {
                for slot in tree.slots(node) {
                    let each = tree.decisions_of(slot).map(|edge| values[tree.target[edge] as usize]);
                    values[slot] = each.fold(0.0, f32::max);
                }
            }
            Kind::Hunters => {
                let mixture = self.mixture(tree.live(node));
                for (index, slot) in tree.slots(node).enumerate() {
                    let each = tree.live(node).zip(&mixture).map(|(edge, chance)| {
                        chance * values[tree.rows[tree.target[edge] as usize + index] as usize]
                    });
                    values[slot] = each.sum();
                }
            }
        }
    }

    /// The fugitive's chance at the root, by the range.
    pub(crate) fn value(&self, side: Side) -> f64 {
        let slots = self.tree.slots(0);
        let his: f32 = slots.zip(&self.range).map(|(slot, chance)| self.tree.value[slot] * chance).sum();
        f64::from(if side == Side::Fugitive { his } else { 1.0 - his })
    }

    /// The root as a place.
    pub(crate) fn root(&self) -> Place {
        Place { node: 0, range: self.range.clone() }
    }
}

/// A node of a tree, and how likely he is at its slots.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    node: u32,
    range: Vec<f32>,
}

/// Whether a decision of his looks like what was seen.
fn looks_like(action: Action, event: &PublicEvent) -> bool {
    match (action, event) {
        (Action::Move(m), PublicEvent::Moved(moved)) => {
            !moved.balloon
                && m.ticket == moved.ticket
                && m.show == moved.show
                && m.double == (moved.leg == fogbound_rules::Leg::First)
                && moved.at.is_none_or(|at| at == m.to)
        }
        (Action::Take { from, ticket }, PublicEvent::Taken { from: whose, ticket: which }) => {
            from == *whose && ticket == *which
        }
        _ => false,
    }
}

/// Leaves out what is played seldom, which is mostly noise of an unfinished solution; of more than three
/// decisions the three most usual are kept.
fn purify(chances: &mut [f32]) {
    if chances.is_empty() {
        return;
    }
    let mut sorted = chances.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let third = sorted.get(2).copied().unwrap_or(0.0);
    let least = (sorted[0] * SELDOM).max(third);
    chances.iter_mut().for_each(|chance| *chance = if *chance < least { 0.0 } else { *chance });
    let all: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= all);
}

#[cfg(test)]
mod tests;
