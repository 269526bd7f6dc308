//! The tree: decisions with their statistics, found by what is known where they are taken.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use fogbound_rules::{Action, Public, Secret};

use crate::{Reach, Rng};

/// A decision's place in the tree: 64 bits of what is known there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) fn of(public: &Public, reach: &Reach, secret: Option<&Secret>) -> Key {
        let mut fold = Fold::default();
        public.hash(&mut fold);
        reach.0.hash(&mut fold);
        if let Some(secret) = secret {
            secret.station().hash(&mut fold);
            for (scene, played) in secret.crimes() {
                (scene, played).hash(&mut fold);
            }
        }
        Key(fold.finish())
    }
}

/// One thing that can be decided, and what came of it.
struct Edge {
    action: Action,
    visits: u32,
    reward: f32,
    /// How much it promises before it is tried; over a decision they add up to 1.
    prior: f32,
}

/// A decision: its edges, and how often it was taken.
struct Node {
    first: u32,
    count: u32,
    visits: u32,
    reward: f32,
}

/// How an edge is chosen. Both have a constant: how much what is little tried is tried more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Selection {
    /// Every edge once, then the upper confidence bound.
    Uct(f32),
    /// By prior and mean; what was not tried yet counts a little less than the mean of all.
    Puct(f32),
}

/// How much less an edge that was not tried yet is expected to bring.
const UNTRIED: f32 = 0.1;

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

    pub(crate) fn find(&self, key: Key) -> Option<usize> {
        self.places.get(&key.0).map(|&node| node as usize)
    }

    /// A new decision, with what can be decided in random order.
    pub(crate) fn plant(&mut self, key: Key, actions: &[(Action, f32)], rng: &mut Rng) -> usize {
        let first = self.edges.len();
        let all: f32 = actions.iter().map(|(_, prior)| prior).sum();
        let edge = |&(action, prior): &(Action, f32)| Edge {
            action,
            visits: 0,
            reward: 0.0,
            prior: prior / all,
        };
        let edges = actions.iter().map(edge);
        self.edges.extend(edges);
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
                    return (first + index, true);
                }
                let explore = exploration * (node.visits as f32).ln().sqrt();
                for (index, edge) in edges.iter().enumerate() {
                    let visits = edge.visits.max(1) as f32;
                    let worth = edge.reward / visits + explore / visits.sqrt();
                    best = if worth > best.0 { (worth, index) } else { best };
                }
            }
            Selection::Puct(exploration) => {
                let explore = exploration * (node.visits as f32).sqrt();
                let mean = if node.visits > 1 { node.reward / (node.visits - 1) as f32 } else { 0.5 };
                for (index, edge) in edges.iter().enumerate() {
                    let visits = edge.visits as f32;
                    let mean = if edge.visits > 0 { edge.reward / visits } else { mean - UNTRIED };
                    let worth = mean + explore * edge.prior / (1.0 + visits);
                    best = if worth > best.0 { (worth, index) } else { best };
                }
            }
        }
        (first + best.1, edges[best.1].visits == 0)
    }

    pub(crate) fn action(&self, edge: usize) -> Action {
        self.edges[edge].action
    }

    pub(crate) fn reward(&mut self, node: usize, edge: usize, reward: f32) {
        self.nodes[node].reward += reward;
        let edge = &mut self.edges[edge];
        edge.visits += 1;
        edge.reward += reward;
    }

    /// What was decided most often, and what it brought on average.
    pub(crate) fn favourite(&self, key: Key) -> (Action, f64) {
        let node = &self.nodes[self.find(key).expect("the root was planted")];
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let best = edges.iter().max_by(|a, b| {
            let mean = |edge: &Edge| edge.reward / edge.visits.max(1) as f32;
            a.visits.cmp(&b.visits).then(mean(a).total_cmp(&mean(b)))
        });
        let best = best.expect("a decision has something to decide");
        (best.action, f64::from(best.reward) / f64::from(best.visits.max(1)))
    }
}

/// A fast hash of many small fields.
#[derive(Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
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
