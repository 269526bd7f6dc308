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
}

/// A decision: its edges, and how often it was taken.
struct Node {
    first: u32,
    count: u32,
    visits: u32,
}

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
    pub(crate) fn plant(&mut self, key: Key, actions: &[Action], rng: &mut Rng) -> usize {
        let first = self.edges.len();
        let edges = actions.iter().map(|&action| Edge { action, visits: 0, reward: 0.0 });
        self.edges.extend(edges);
        for index in 1..actions.len() {
            self.edges.swap(first + index, first + rng.below(index + 1));
        }
        let node = self.nodes.len();
        self.places.insert(key.0, node as u32);
        self.nodes.push(Node { first: first as u32, count: actions.len() as u32, visits: 0 });
        node
    }

    /// The edge to follow, and whether it was never followed before.
    pub(crate) fn select(&mut self, node: usize, exploration: f32) -> (usize, bool) {
        let node = &mut self.nodes[node];
        let first = node.first as usize;
        let edges = &self.edges[first..first + node.count as usize];
        node.visits += 1;
        // The edges are in random order, and the first ones are followed first.
        if node.visits <= node.count {
            let missing = edges.iter().position(|edge| edge.visits == 0);
            if let Some(index) = missing {
                return (first + index, true);
            }
        }
        let explore = exploration * (node.visits as f32).ln().sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, edge) in edges.iter().enumerate() {
            let visits = edge.visits.max(1) as f32;
            let worth = edge.reward / visits + explore / visits.sqrt();
            if worth > best.0 {
                best = (worth, index);
            }
        }
        (first + best.1, false)
    }

    pub(crate) fn action(&self, edge: usize) -> Action {
        self.edges[edge].action
    }

    pub(crate) fn reward(&mut self, edge: usize, reward: f32) {
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

    /// What was decided how often.
    pub(crate) fn visits(&self, key: Key) -> Vec<(Action, u32, f64)> {
        let node = &self.nodes[self.find(key).expect("the root was planted")];
        let edges = &self.edges[node.first as usize..(node.first + node.count) as usize];
        let mean = |edge: &Edge| f64::from(edge.reward) / f64::from(edge.visits.max(1));
        edges.iter().map(|edge| (edge.action, edge.visits, mean(edge))).collect()
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
