//! The tree: decisions with their statistics, found by what is known where they are taken.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fogbound_rules::{Ability, Action, Rng, Secret, Station, Ticket, Token};

use super::RootEdge;
use crate::PossibleStations;

/// Where a node is found: a hash of the history that leads there, as far as the side that decides has
/// observed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) const ROOT: Key = Key(0x6a09_e667_f3bc_c908);

    /// The place after one thing more.
    #[inline]
    pub(crate) fn then(self, word: u64) -> Key {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Key(mixed ^ mixed >> 32)
    }

    /// The place after a decision; `seen` tells whether everything of it was seen, or only what the
    /// hunters see.
    #[inline]
    pub(crate) fn after(self, action: Action, seen: bool) -> Key {
        self.then(code(action, seen))
    }

    /// The place as the fugitive knows it.
    #[inline]
    pub(crate) fn with(self, secret: &Secret) -> Key {
        let at = secret.station().map_or(0, |at| u64::from(at.number()));
        // A hand is the same in whatever order it was drawn.
        let hand: u64 = secret
            .crimes()
            .map(|(scene, played)| {
                let card = u64::from(scene.number()) << 1 | u64::from(played);
                card.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 8
            })
            .sum();
        self.then(at ^ hand << 8)
    }

    /// The place with what the hunters conclude.
    pub(crate) fn concluding(self, possible: &PossibleStations) -> Key {
        possible.0.iter().fold(self, |key, at| key.then(at.number().into()))
    }
}

/// A decision as a number. Decisions that differ have different numbers.
#[inline]
fn code(action: Action, seen: bool) -> u64 {
    let fare = |ticket: Option<Ticket>| ticket.map_or(0, |ticket| 1 + ticket as u64);
    let deed = |ability: Option<Ability>| ability.map_or(0, |ability| 1 + ability as u64);
    let to = |station: Station| if seen { u64::from(station.number()) } else { 0 };
    match action {
        Action::Hunt { hunter, ticket, to } => {
            1 << 40 | (hunter.place() as u64) << 16 | fare(ticket) << 8 | u64::from(to.number())
        }
        Action::Move(m) => {
            let flags = u64::from(m.double) | u64::from(m.crime) << 1 | u64::from(m.show) << 2;
            2 << 40 | flags << 24 | deed(m.ability) << 16 | fare(m.ticket) << 8 | to(m.to)
        }
        Action::Land(landing) => {
            let flags = u64::from(landing.crime);
            3 << 40 | flags << 24 | deed(landing.ability) << 16 | u64::from(landing.at.number())
        }
        Action::Place { hunter, at } => 4 << 40 | (hunter.place() as u64) << 16 | u64::from(at.number()),
        Action::Start { at } => 5 << 40 | to(at),
        Action::Balloon { double } => 6 << 40 | u64::from(double),
        Action::Take { from, ticket } => 7 << 40 | (from.place() as u64) << 16 | fare(Some(ticket)) << 8,
        Action::Token(token) => match token {
            Token::Quarter => 8 << 40,
            Token::Symbol { symbol } => 9 << 40 | symbol as u64,
            Token::Ban { ticket } => 10 << 40 | fare(Some(ticket)) << 8,
            Token::Trail => 11 << 40,
            Token::Block { at } => 12 << 40 | u64::from(at.number()),
        },
        Action::EndTurn => 13 << 40,
        Action::Concede { side } => 14 << 40 | side as u64,
    }
}

/// One thing that can be decided, and what came of it.
struct Edge {
    action: Action,
    visits: u32,
    reward: f64,
    /// How much it promises before it is tried; over a decision they add up to 1.
    prior: f32,
    /// Whether a walk has come by.
    met: bool,
}

/// A decision: its edges, and how often it was taken.
struct Node {
    first: u32,
    count: u32,
    visits: u32,
    reward: f64,
}

/// How an edge is chosen. Both have a constant: how much what is little tried is tried more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Selection {
    /// Every edge once, then the upper confidence bound.
    Uct(f32),
    /// By prior and mean; what was not tried yet counts a little less than the mean of all.
    Puct(f32),
}

/// Where a tree stops growing; walks then end where it does.
const MOST_EDGES: usize = 12_000_000;

/// How much less an edge that was not tried yet is expected to bring.
const UNTRIED: f32 = 0.1;

/// How many tries the prior counts for where an edge is drawn.
const PRIOR: f32 = 2.0;

/// All decisions that were met.
#[derive(Default)]
pub(crate) struct Tree {
    places: HashMap<u64, u32, BuildHasherDefault<Plain>>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Tree {
    /// Forgets everything, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.nodes.clear();
        self.edges.clear();
    }

    /// Whether it has grown as large as it may: up to half a gigabyte.
    pub(crate) fn is_full(&self) -> bool {
        self.edges.len() >= MOST_EDGES
    }

    pub(crate) fn find(&self, key: Key) -> Option<usize> {
        self.places.get(&key.0).map(|&node| node as usize)
    }

    /// A new decision, with what can be decided in random order.
    pub(crate) fn plant(
        &mut self,
        key: Key,
        actions: &[Action],
        promise: impl Fn(usize) -> f32,
        rng: &mut Rng,
    ) -> usize {
        let first = self.edges.len();
        for (index, &action) in actions.iter().enumerate() {
            self.edges.push(Edge { action, visits: 0, reward: 0.0, prior: promise(index), met: false });
        }
        let all: f32 = self.edges[first..].iter().map(|edge| edge.prior).sum();
        self.edges[first..].iter_mut().for_each(|edge| edge.prior /= all);
        for index in 1..actions.len() {
            self.edges.swap(first + index, first + rng.below(index + 1));
        }
        let node = self.nodes.len();
        self.places.insert(key.0, node as u32);
        self.nodes.push(Node {
            first: first as u32,
            count: actions.len() as u32,
            visits: 0,
            reward: 0.0,
        });
        node
    }

    /// The edge to follow, and whether it was never followed before.
    pub(crate) fn select(&mut self, node: usize, selection: Selection) -> (usize, bool) {
        let node = &mut self.nodes[node];
        let first = node.first as usize;
        let edges = &self.edges[first..first + node.count as usize];
        node.visits += 1;
        let mut best = (f32::NEG_INFINITY, 0);
        match selection {
            Selection::Uct(exploration) => {
                // The edges are in random order.
                if node.visits <= node.count
                    && let Some(index) = edges.iter().position(|edge| edge.visits == 0)
                {
                    return (first + index, self.meet(first + index));
                }
                let explore = exploration * libm::logf(node.visits as f32).sqrt();
                for (index, edge) in edges.iter().enumerate() {
                    let visits = edge.visits.max(1) as f32;
                    let worth = edge.reward as f32 / visits + explore / visits.sqrt();
                    best = if worth > best.0 { (worth, index) } else { best };
                }
            }
            Selection::Puct(exploration) => {
                let explore = exploration * (node.visits as f32).sqrt();
                let mean =
                    if node.visits > 1 { node.reward as f32 / (node.visits - 1) as f32 } else { 0.5 };
                for (index, edge) in edges.iter().enumerate() {
                    let visits = edge.visits as f32;
                    let mean =
                        if edge.visits > 0 { edge.reward as f32 / visits } else { mean - UNTRIED };
                    let worth = mean + explore * edge.prior / (1.0 + visits);
                    best = if worth > best.0 { (worth, index) } else { best };
                }
            }
        }
        (first + best.1, self.meet(first + best.1))
    }

    /// Notes that a walk comes by an edge; whether it is the first.
    fn meet(&mut self, edge: usize) -> bool {
        !std::mem::replace(&mut self.edges[edge].met, true)
    }

    /// An edge as somebody would follow it who has found out what was found out so far: by chance, each as often as it
    /// was tried, and by its prior. Whether it was never followed before.
    pub(crate) fn draw(&mut self, node: usize, rng: &mut Rng) -> (usize, bool) {
        let node = &self.nodes[node];
        let first = node.first as usize;
        let edges = &self.edges[first..first + node.count as usize];
        let all = node.visits as f32 + PRIOR;
        let mut mark = (rng.bits() >> 40) as f32 / (1u64 << 24) as f32 * all;
        let drawn = edges.iter().position(|edge| {
            mark -= edge.visits as f32 + PRIOR * edge.prior;
            mark < 0.0
        });
        let edge = first + drawn.unwrap_or(edges.len() - 1);
        (edge, self.meet(edge))
    }

    pub(crate) fn action(&self, edge: usize) -> Action {
        self.edges[edge].action
    }

    pub(crate) fn reward(&mut self, node: usize, edge: usize, reward: f32) {
        let reward = f64::from(reward);
        self.nodes[node].reward += reward;
        let edge = &mut self.edges[edge];
        edge.visits += 1;
        edge.reward += reward;
    }

    /// A decision that was not thought about, by dice from 0 to 1.
    pub(crate) fn whim(&self, key: Key, dice: f64) -> Action {
        let node = &self.nodes[self.find(key).expect("the root was planted")];
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let usual = 1.0 / edges.len() as f32;
        let dear = |action: &Action| matches!(action, Action::Move(m) if m.double || m.show || m.ticket == Some(Ticket::Black));
        let fits = |edge: &&Edge| !dear(&edge.action) || edge.prior >= usual;
        let count = edges.iter().filter(fits).count();
        let chosen = edges.iter().filter(fits).nth((dice * count as f64) as usize);
        chosen.unwrap_or(&edges[0]).action
    }

    /// What was found at a decision.
    pub(crate) fn edges_of(&self, key: Key) -> Vec<RootEdge> {
        let node = &self.nodes[self.find(key).expect("the root was planted")];
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let found =
            |edge: &Edge| RootEdge { action: edge.action, visits: edge.visits, reward: edge.reward };
        edges.iter().map(found).collect()
    }
}

/// The keys are mixed already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are words");
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
