//! The tree of public states, in flat arrays.
//!
//! A *node* is what everybody knows; a *slot* is one station where he may be there, with how likely
//! that is by his own play (reach) and what it is worth to him (value). An *edge* is a decision: of the
//! fugitive at one slot, or of the hunters at a whole node. Children always come after their parents,
//! so that a pass needs no recursion: forwards for reach, backwards for values.

use std::collections::BTreeMap;

use fogbound_rules::{Action, Position, Public, Rules, SecretSetup, Station, StationSet, Turn};

use super::Tools;
use crate::PossibleStations;
use crate::policy::fugitive_share;
use crate::search::prune;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// What can be done at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing was looked at yet; its slots have values from outside.
    Leaf,
    /// He decides, at each slot for itself.
    Fugitive,
    /// They decide, for all slots alike.
    Hunters,
}

/// A public state.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) public: Public,
    pub(super) kind: Kind,
    pub(super) parent: u32,
    /// Its stations.
    pub(super) first_slot: u32,
    pub(super) slots: u32,
    /// Its decisions. Those of the fugitive are in the order of the slots.
    pub(super) first_edge: u32,
    pub(super) edges: u32,
    /// How many decisions of the hunters are looked at; the others wait, the most promising first.
    pub(super) live: u32,
    /// The slots of the children of a node of the fugitive, which are made together.
    pub(super) child_slots: std::ops::Range<u32>,
    pub(super) child_nodes: std::ops::Range<u32>,
    /// How many children can still grow.
    pub(super) open: u32,
    /// Whether nothing below can grow any more.
    pub(super) done: bool,
    /// The chance that the hunters play towards it.
    pub(super) theirs: f32,
    /// Whether the pass that runs looks at it.
    pub(super) active: bool,
    pub(super) visits: u32,
}

/// All public states that were met.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    // One a slot. The first two slots belong to no node: caught, and escaped.
    pub(super) at: Vec<Station>,
    pub(super) reach: Vec<f32>,
    pub(super) value: Vec<f32>,
    /// The decisions of a slot of his: the first, and the one after the last.
    pub(super) decisions: Vec<(u32, u32)>,
    // One an edge.
    pub(super) action: Vec<Action>,
    /// For the fugitive the slot that it leads to, for the hunters where its row of `rows` begins.
    pub(super) target: Vec<u32>,
    pub(super) child: Vec<u32>,
    pub(super) chance: Vec<f32>,
    pub(super) regret: Vec<f32>,
    pub(super) sum: Vec<f32>,
    /// For the hunters what it costs them on average, by the last pass.
    pub(super) cost: Vec<f32>,
    pub(super) prior: Vec<f32>,
    pub(super) visits: Vec<u32>,
    /// For each live decision of the hunters, and each slot of its node, the slot that it leads to.
    pub(super) rows: Vec<u32>,
    /// Slots for ends of the game that are worth something else than 0 or 1.
    ends: Vec<(f32, u32)>,
    /// Room to work in.
    pub(super) worth: Vec<f32>,
    /// Whether leaves are judged. Not while the whole game is laid out.
    pub(super) judged: bool,
}

const CAUGHT: u32 = 0;
const ESCAPED: u32 = 1;

fn position(rules: &Rules, public: &Public, at: Station) -> Position {
    Position::imagine(rules, public, &SecretSetup { at: Some(at), ..SecretSetup::default() })
}

/// What is seen of a decision of his, as a number.
fn seen(action: Action, after: &Public) -> u64 {
    let shown = after.shown().map_or(0, |at| u64::from(at.number()));
    match action {
        Action::Move(m) => {
            let fare = m.ticket.map_or(0, |ticket| 1 + ticket as u64);
            1 << 32 | shown << 16 | u64::from(m.show) << 9 | u64::from(m.double) << 8 | fare
        }
        Action::Take { from, ticket } => 2 << 32 | (from.place() as u64) << 8 | ticket as u64,
        _ => 3 << 32 | shown << 16,
    }
}

impl Tree {
    /// A tree with nothing but its root.
    pub(super) fn new(public: Public, stations: &StationSet, judged: bool) -> Tree {
        let mut tree = Tree { judged, ..Tree::default() };
        let nobody = stations.iter().next().expect("he is somewhere");
        for value in [0.0, 1.0] {
            tree.push_slot(nobody, value);
        }
        tree.push_node(public, NONE, stations.iter());
        tree
    }

    fn push_slot(&mut self, at: Station, value: f32) -> u32 {
        self.at.push(at);
        self.reach.push(0.0);
        self.value.push(value);
        self.decisions.push((0, 0));
        self.at.len() as u32 - 1
    }

    fn push_node(
        &mut self,
        public: Public,
        parent: u32,
        stations: impl Iterator<Item = Station>,
    ) -> u32 {
        let first_slot = self.at.len() as u32;
        for at in stations {
            self.push_slot(at, 0.5);
        }
        self.nodes.push(Node {
            public,
            kind: Kind::Leaf,
            parent,
            first_slot,
            slots: self.at.len() as u32 - first_slot,
            first_edge: 0,
            edges: 0,
            live: 0,
            child_slots: 0..0,
            child_nodes: 0..0,
            open: 0,
            done: false,
            theirs: 0.0,
            active: true,
            visits: 0,
        });
        self.nodes.len() as u32 - 1
    }

    fn push_edge(&mut self, action: Action, target: u32, child: u32, prior: f32) {
        self.action.push(action);
        self.target.push(target);
        self.child.push(child);
        self.chance.push(0.0);
        self.regret.push(0.0);
        self.sum.push(0.0);
        self.cost.push(0.0);
        self.prior.push(prior);
        self.visits.push(0);
    }

    /// The slot for an end of the game.
    fn end(&mut self, share: f32) -> u32 {
        if share == 0.0 {
            return CAUGHT;
        } else if share == 1.0 {
            return ESCAPED;
        }
        let known = self.ends.iter().find(|(value, _)| *value == share);
        if let Some((_, slot)) = known {
            return *slot;
        }
        let slot = self.push_slot(self.at[0], share);
        self.ends.push((share, slot));
        slot
    }

    pub(super) fn slots(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first_slot as usize..(node.first_slot + node.slots) as usize
    }

    /// The slot of a station at a node.
    pub(super) fn slot_of(&self, node: u32, at: Station) -> Option<usize> {
        let slots = self.slots(node);
        self.at[slots.clone()].binary_search(&at).ok().map(|index| slots.start + index)
    }

    /// The stations of a node.
    pub(super) fn stations(&self, node: u32) -> StationSet {
        self.at[self.slots(node)].iter().copied().collect()
    }

    /// The decisions of a slot of his.
    pub(super) fn decisions_of(&self, slot: usize) -> std::ops::Range<usize> {
        let (first, last) = self.decisions[slot];
        first as usize..last as usize
    }

    /// The live decisions of a node of theirs.
    pub(super) fn live(&self, node: u32) -> std::ops::Range<usize> {
        let node = &self.nodes[node as usize];
        node.first_edge as usize..(node.first_edge + node.live) as usize
    }

    /// Gives the slots of a leaf their values.
    fn judge(&mut self, rules: &Rules, tools: &Tools, node: u32) {
        if self.judged {
            let slots = self.slots(node);
            let public = self.nodes[node as usize].public;
            tools.judge(rules, &public, &self.at[slots.clone()], &mut self.value[slots]);
        }
    }

    /// The root is looked at, with these decisions of the hunters, or with all of his.
    pub(super) fn plant(&mut self, rules: &Rules, tools: &mut Tools, actions: Option<&[Action]>) {
        self.judge(rules, tools, 0);
        match actions {
            Some(actions) => self.expand_hunters(rules, tools, 0, actions),
            None => self.expand(rules, tools, 0),
        }
    }

    /// Looks at what can be decided at a leaf.
    pub(super) fn expand(&mut self, rules: &Rules, tools: &mut Tools, node: u32) {
        let public = self.nodes[node as usize].public;
        match public.turn() {
            Turn::Fugitive => self.expand_fugitive(rules, tools, node),
            Turn::Hunters => {
                let mut actions = vec![];
                public.for_each_hunters_action(rules, &mut |action| actions.push(action));
                crate::search::one_piece(&mut actions);
                self.expand_hunters(rules, tools, node, &actions);
            }
            // What the editions that are solved do not have.
            Turn::Chance | Turn::Over => self.close(node),
        }
    }

    fn expand_hunters(&mut self, rules: &Rules, tools: &mut Tools, node: u32, actions: &[Action]) {
        let public = self.nodes[node as usize].public;
        let possible = PossibleStations(self.stations(node));
        let mut weights = [0.0; 256];
        let mut mass = 0.0;
        for slot in self.slots(node) {
            weights[usize::from(self.at[slot].number())] = self.reach[slot];
            mass += self.reach[slot];
        }
        let weights = (mass > 0.0).then_some(&weights);
        let promise = tools.policy.promise(rules, &public, &possible, weights, actions);
        tools.policy.forget();
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| promise[b].total_cmp(&promise[a]).then(a.cmp(&b)));
        let first_edge = self.action.len() as u32;
        let all: f32 = promise.iter().map(|promise| promise.sqrt()).sum();
        for index in order {
            self.push_edge(actions[index], NONE, NONE, promise[index].sqrt() / all);
        }
        let entry = &mut self.nodes[node as usize];
        (entry.kind, entry.first_edge, entry.edges) = (Kind::Hunters, first_edge, actions.len() as u32);
        if actions.is_empty() {
            self.nodes[node as usize].kind = Kind::Leaf;
            self.close(node);
            return;
        }
        self.bear(rules, tools, node);
        self.chance[first_edge as usize] = 1.0;
    }

    /// The next decision of the hunters at a node comes to life.
    pub(super) fn bear(&mut self, rules: &Rules, tools: &mut Tools, node: u32) {
        let entry = &mut self.nodes[node as usize];
        let (public, edge) = (entry.public, (entry.first_edge + entry.live) as usize);
        entry.live += 1;
        let action = self.action[edge];
        let slots = self.slots(node);
        let mut next = None;
        let row = self.rows.len();
        let mut stay = vec![];
        for slot in slots.clone() {
            let at = self.at[slot];
            let mut after = position(rules, &public, at);
            after.apply(rules, action);
            let target = match after.outcome() {
                Some(_) => self.end(fugitive_share(rules, &after)),
                None => {
                    next = Some(*after.public());
                    stay.push(at);
                    NONE
                }
            };
            self.rows.push(target);
        }
        self.target[edge] = row as u32;
        if let Some(public) = next {
            let child = self.push_node(public, node, stay.into_iter());
            self.child[edge] = child;
            let waiting = self.rows[row..].iter_mut().filter(|target| **target == NONE);
            for (slot, target) in (self.nodes[child as usize].first_slot..).zip(waiting) {
                *target = slot;
            }
            self.nodes[node as usize].open += 1;
            self.judge(rules, tools, child);
        }
        let count = slots.len() as f32;
        let cost: f32 = self.rows[row..].iter().map(|&slot| self.value[slot as usize]).sum();
        self.cost[edge] = cost / count;
        self.close_if_done(node);
    }

    fn expand_fugitive(&mut self, rules: &Rules, tools: &mut Tools, node: u32) {
        let public = self.nodes[node as usize].public;
        let possible = PossibleStations(self.stations(node));
        let first_edge = self.action.len();
        // What is seen, the public state after it, and where he can be then.
        let mut children: Vec<(Public, StationSet)> = vec![];
        let mut known: BTreeMap<u64, u32> = BTreeMap::new();
        let mut actions = vec![];
        for slot in self.slots(node) {
            let before = position(rules, &public, self.at[slot]);
            let count = before.list_actions(rules, &mut actions);
            actions.truncate(count);
            prune(rules, &before, &possible, true, &mut actions);
            let first = self.action.len() as u32;
            for &action in &actions {
                let mut after = before;
                after.apply(rules, action);
                if after.outcome().is_some() {
                    let end = self.end(fugitive_share(rules, &after));
                    self.push_edge(action, end, NONE, 0.0);
                    continue;
                }
                let child = *known.entry(seen(action, after.public())).or_insert_with(|| {
                    children.push((*after.public(), StationSet::EMPTY));
                    children.len() as u32 - 1
                });
                let at = after.fugitive().expect("he is somewhere");
                children[child as usize].1.insert(at);
                self.push_edge(action, u32::from(at.number()), child, 0.0);
            }
            self.decisions[slot] = (first, self.action.len() as u32);
        }
        let (first_node, first_slot) = (self.nodes.len() as u32, self.at.len() as u32);
        for (public, stations) in &children {
            let child = self.push_node(*public, node, stations.iter());
            self.judge(rules, tools, child);
        }
        for edge in first_edge..self.action.len() {
            if self.child[edge] != NONE {
                let child = first_node + self.child[edge];
                let at = Station::new(self.target[edge] as u8).expect("a station has a number");
                let slot = self.slot_of(child, at).expect("he was put there");
                (self.child[edge], self.target[edge]) = (child, slot as u32);
            }
        }
        let (last_node, last_slot) = (self.nodes.len() as u32, self.at.len() as u32);
        let entry = &mut self.nodes[node as usize];
        entry.kind = Kind::Fugitive;
        entry.first_edge = first_edge as u32;
        entry.edges = (self.action.len() - first_edge) as u32;
        entry.child_slots = first_slot..last_slot;
        entry.child_nodes = first_node..last_node;
        entry.open = last_node - first_node;
        for slot in self.slots(node) {
            self.first_choice(slot);
        }
        self.close_if_done(node);
    }

    /// What he does at a slot before anything was learnt: mostly what looks best.
    fn first_choice(&mut self, slot: usize) {
        let edges = self.decisions_of(slot);
        let best = edges.clone().map(|edge| self.value[self.target[edge] as usize]);
        let best = best.fold(f32::NEG_INFINITY, f32::max);
        let mut all = 0.0;
        for edge in edges.clone() {
            let value = self.value[self.target[edge] as usize];
            let weight = if self.judged { libm::expf((value - best) / WARMTH) } else { 1.0 };
            self.prior[edge] = weight;
            all += weight;
        }
        for edge in edges {
            self.prior[edge] /= all;
            self.chance[edge] = self.prior[edge];
        }
    }

    fn close_if_done(&mut self, node: u32) {
        let entry = &self.nodes[node as usize];
        if entry.open == 0 && (entry.kind != Kind::Hunters || entry.live == entry.edges) {
            self.close(node);
        }
    }

    /// Nothing below a node can grow any more.
    fn close(&mut self, node: u32) {
        let entry = &mut self.nodes[node as usize];
        if entry.done {
            return;
        }
        entry.done = true;
        let parent = entry.parent;
        if parent != NONE {
            self.nodes[parent as usize].open -= 1;
            self.close_if_done(parent);
        }
    }

    /// Lays out the whole rest of the game; false if it has more slots than that.
    pub(super) fn lay_out(&mut self, rules: &Rules, tools: &mut Tools, most: usize) -> bool {
        let mut node = 0;
        while (node as usize) < self.nodes.len() {
            if self.nodes[node as usize].kind == Kind::Leaf {
                self.expand(rules, tools, node);
            }
            while self.nodes[node as usize].live < self.nodes[node as usize].edges
                && self.nodes[node as usize].kind == Kind::Hunters
            {
                self.bear(rules, tools, node);
            }
            if self.at.len() > most {
                return false;
            }
            node += 1;
        }
        true
    }
}

/// By how much a decision must look worse to be taken e times less often at first.
const WARMTH: f32 = 0.05;
