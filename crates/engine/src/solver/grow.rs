//! How the tree grows: walks from a station of the range, in which one side explores and the other
//! plays as it has learnt; where a walk leaves what was looked at, that is looked at.

use fogbound_rules::Side;

use super::tree::{Kind, NONE};
use super::{Solver, Tools};

/// How much what is little tried is tried more.
const EXPLORATION: f32 = 0.5;

/// Hunters look at so many decisions of a node that was met once; at twice as many after four times.
const WIDTH: f32 = 2.0;

impl Solver {
    /// Looks at one thing more.
    pub(super) fn grow(&mut self, tools: &mut Tools) {
        let explorer = if self.nodes & 1 == 0 { Side::Fugitive } else { Side::Hunters };
        for _ in 0..4 {
            if self.tree.nodes[0].done || self.walk(tools, explorer) {
                return;
            }
        }
        // What he plays leads nowhere new: the likeliest leaf is next.
        let likely = |node: usize| {
            let entry = &self.tree.nodes[node];
            let mass: f32 = self.tree.reach[self.tree.slots(node as u32)].iter().sum();
            mass * entry.theirs
        };
        let leaves = (0..self.tree.nodes.len()).filter(|&node| {
            let entry = &self.tree.nodes[node];
            entry.kind == Kind::Leaf && !entry.done
        });
        if let Some(leaf) = leaves.max_by(|&a, &b| likely(a).total_cmp(&likely(b)).then(b.cmp(&a))) {
            self.tree.expand(&self.rules, tools, leaf as u32);
        }
    }

    fn random(&mut self) -> f32 {
        (self.rng.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// A slot of a node, by reach.
    fn draw_slot(&mut self, node: u32) -> usize {
        let slots = self.tree.slots(node);
        let all: f32 = self.tree.reach[slots.clone()].iter().sum();
        let even = self.rng.bits() & 3 == 0;
        if all <= 0.0 || even {
            return slots.start + self.rng.below(slots.len());
        }
        let mut mark = self.random() * all;
        for slot in slots.clone() {
            mark -= self.tree.reach[slot];
            if mark < 0.0 {
                return slot;
            }
        }
        slots.end - 1
    }

    /// One walk; whether something was looked at that was not before.
    fn walk(&mut self, tools: &mut Tools, explorer: Side) -> bool {
        let mut node = 0;
        let mut slot = self.draw_slot(0);
        loop {
            self.tree.nodes[node as usize].visits += 1;
            match self.tree.nodes[node as usize].kind {
                Kind::Leaf => {
                    self.tree.expand(&self.rules, tools, node);
                    return true;
                }
                Kind::Fugitive => {
                    let explores = explorer == Side::Fugitive && self.rng.bits() & 1 == 0;
                    let edges = self.tree.decisions_of(slot);
                    let Some(edge) = self.pick(edges, explores, Side::Fugitive) else { return false };
                    self.tree.visits[edge] += 1;
                    (node, slot) = (self.tree.child[edge], self.tree.target[edge] as usize);
                }
                Kind::Hunters => {
                    let entry = &self.tree.nodes[node as usize];
                    let room = WIDTH * (entry.visits as f32).sqrt();
                    if entry.live < entry.edges && (entry.live as f32) < room {
                        self.tree.bear(&self.rules, tools, node);
                        return true;
                    }
                    let explores = explorer == Side::Hunters && self.rng.bits() & 1 == 0;
                    let edges = self.tree.live(node);
                    let Some(edge) = self.pick(edges, explores, Side::Hunters) else {
                        if self.tree.nodes[node as usize].live < self.tree.nodes[node as usize].edges {
                            self.tree.bear(&self.rules, tools, node);
                            return true;
                        }
                        return false;
                    };
                    self.tree.visits[edge] += 1;
                    let row = self.tree.target[edge] as usize;
                    let index = slot - self.tree.nodes[node as usize].first_slot as usize;
                    node = self.tree.child[edge];
                    slot = self.tree.rows[row + index] as usize;
                    if !self.tree.slots(node).contains(&slot) {
                        // Caught; the walk goes on with another station.
                        slot = self.draw_slot(node);
                    }
                }
            }
        }
    }

    /// A decision below which something can still be looked at: by what is played, or, who explores,
    /// by what it is worth and how seldom it was tried.
    fn pick(&mut self, edges: std::ops::Range<usize>, explores: bool, side: Side) -> Option<usize> {
        let tree = &self.tree;
        let open = |&edge: &usize| {
            let child = tree.child[edge];
            child != NONE && !tree.nodes[child as usize].done
        };
        let all: f32 = edges.clone().filter(open).map(|edge| tree.chance[edge]).sum();
        if explores || all <= 0.0 {
            let visits: u32 = edges.clone().map(|edge| tree.visits[edge]).sum();
            let explore = EXPLORATION * (visits.max(1) as f32).sqrt();
            let mut best = (f32::NEG_INFINITY, None);
            for edge in edges.filter(open) {
                let worth = match side {
                    Side::Fugitive => tree.value[tree.target[edge] as usize],
                    Side::Hunters => -tree.cost[edge],
                };
                let worth = worth + explore * tree.prior[edge] / (1.0 + tree.visits[edge] as f32);
                if worth > best.0 {
                    best = (worth, Some(edge));
                }
            }
            return best.1;
        }
        let mut mark = self.random() * all;
        let tree = &self.tree;
        let mut last = None;
        for edge in edges {
            let child = tree.child[edge];
            if child != NONE && !tree.nodes[child as usize].done && tree.chance[edge] > 0.0 {
                mark -= tree.chance[edge];
                last = Some(edge);
                if mark < 0.0 {
                    break;
                }
            }
        }
        last
    }
}
