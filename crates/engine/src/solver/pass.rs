//! One pass over the tree: predictive CFR+. A side looks what each of its decisions would have brought
//! against the play of now, and shifts its play towards what it regrets; no regret is below 0, the
//! regret of this time is expected to come once more, the sides learn in turn, and later play weighs
//! more in the average.

use fogbound_rules::Side;

use super::Solver;
use super::tree::{Kind, NONE, Tree};

/// Below this share of all play a part of the tree is looked at every eighth time only.
const RARE: f32 = 0.002;

/// The choice of the fugitive before a game that hunters solve: at each station he may take what the
/// last solution promised him there, or play on. So they cannot win at one station by giving up another.
#[derive(Clone, Debug)]
pub(super) struct Gadget {
    /// What he was promised, a slot of the root.
    pub(super) promised: Vec<f32>,
    /// How likely he plays on.
    pub(super) follows: Vec<f32>,
    pub(super) regrets: Vec<[f32; 2]>,
}

impl Gadget {
    pub(super) fn new(promised: Vec<f32>) -> Gadget {
        let count = promised.len();
        Gadget { promised, follows: vec![1.0; count], regrets: vec![[0.0; 2]; count] }
    }

    fn learn(&mut self, values: &[f32]) {
        for (slot, &value) in values.iter().enumerate() {
            let gains = [self.promised[slot], value];
            let mean = gains[0] + (gains[1] - gains[0]) * self.follows[slot];
            let mut next = [0.0; 2];
            for (index, gain) in gains.into_iter().enumerate() {
                let regret = (self.regrets[slot][index] + gain - mean).max(0.0);
                self.regrets[slot][index] = regret;
                next[index] = (regret + gain - mean).max(0.0);
            }
            let all = next[0] + next[1];
            if all > 0.0 {
                self.follows[slot] = next[1] / all;
            }
        }
    }
}

impl Solver {
    /// Both sides learn once.
    pub(super) fn learn(&mut self) {
        self.passes += 1;
        for side in [Side::Fugitive, Side::Hunters] {
            self.forwards();
            self.backwards(side);
            if let (Some(gadget), Side::Fugitive) = (&mut self.gadget, side) {
                gadget.learn(&self.tree.value[self.tree.slots(0)]);
            }
        }
    }

    /// How likely he begins at each slot of the root.
    pub(super) fn begin(&mut self) {
        let first = self.tree.nodes[0].first_slot as usize;
        for (index, &range) in self.range.iter().enumerate() {
            self.tree.reach[first + index] = match &self.gadget {
                None => range,
                Some(gadget) => 0.5 * range + 0.5 * gadget.follows[index] / self.range.len() as f32,
            };
        }
    }

    fn forwards(&mut self) {
        self.begin();
        let rare = if self.tree.judged { RARE } else { 0.0 };
        let passes = self.passes as usize;
        let tree = &mut self.tree;
        tree.nodes[0].theirs = 1.0;
        for node in 0..tree.nodes.len() {
            let entry = &tree.nodes[node];
            if entry.parent != NONE && !tree.nodes[entry.parent as usize].active {
                tree.nodes[node].active = false;
                continue;
            }
            let slots = entry.first_slot as usize..(entry.first_slot + entry.slots) as usize;
            let theirs = entry.theirs;
            if rare > 0.0 && node > 0 && entry.kind != Kind::Leaf {
                let mass: f32 = tree.reach[slots.clone()].iter().sum();
                let active = mass * theirs >= rare || (passes + node).is_multiple_of(8);
                tree.nodes[node].active = active;
                if !active {
                    continue;
                }
            } else {
                tree.nodes[node].active = true;
            }
            match tree.nodes[node].kind {
                Kind::Leaf => {}
                Kind::Fugitive => tree.spread(node, theirs),
                Kind::Hunters => {
                    for edge in tree.live(node as u32) {
                        let child = tree.child[edge];
                        if child == NONE {
                            continue;
                        }
                        tree.nodes[child as usize].theirs = theirs * tree.chance[edge];
                        let row = tree.target[edge] as usize;
                        let row = &tree.rows[row..row + slots.len()];
                        for (slot, &target) in slots.clone().zip(row) {
                            tree.reach[target as usize] = tree.reach[slot];
                        }
                    }
                }
            }
        }
    }

    fn backwards(&mut self, side: Side) {
        let passes = self.passes as f32;
        let weight = passes * passes;
        // What was regretted when the tree was smaller counts less.
        let keep = if self.tree.judged { passes / (passes + 1.0) } else { 1.0 };
        let tree = &mut self.tree;
        for node in (0..tree.nodes.len()).rev() {
            let entry = &tree.nodes[node];
            if !entry.active {
                continue;
            }
            match entry.kind {
                Kind::Leaf => {}
                Kind::Fugitive => {
                    let theirs = entry.theirs;
                    for slot in tree.slots(node as u32) {
                        tree.decide(slot, (side == Side::Fugitive).then_some((theirs, weight, keep)));
                    }
                }
                Kind::Hunters => {
                    tree.hunt(node as u32, (side == Side::Hunters).then_some((weight, keep)));
                }
            }
        }
    }
}

impl Tree {
    /// What he plays at a node reaches its children.
    fn spread(&mut self, node: usize, theirs: f32) {
        let entry = &self.nodes[node];
        let slots = entry.first_slot as usize..(entry.first_slot + entry.slots) as usize;
        let (children, below) = (entry.child_nodes.clone(), entry.child_slots.clone());
        self.reach[below.start as usize..below.end as usize].fill(0.0);
        for child in children {
            self.nodes[child as usize].theirs = theirs;
        }
        for slot in slots {
            let reach = self.reach[slot];
            if reach > 0.0 {
                for edge in self.decisions_of(slot) {
                    self.reach[self.target[edge] as usize] += reach * self.chance[edge];
                }
            }
        }
    }

    /// What a slot of his is worth; if he learns, how likely hunters come here and what weighs now.
    fn decide(&mut self, slot: usize, learns: Option<(f32, f32, f32)>) {
        let edges = self.decisions_of(slot);
        let (targets, chances) = (&self.target[edges.clone()], &mut self.chance[edges.clone()]);
        let mut worth = 0.0;
        for (&target, &chance) in targets.iter().zip(chances.iter()) {
            worth += chance * self.value[target as usize];
        }
        self.value[slot] = worth;
        let Some((theirs, weight, keep)) = learns.filter(|learns| learns.0 > 0.0) else { return };
        // What he never reaches he still learns: he may be put there.
        let weight = weight * (self.reach[slot] + 1e-6);
        let (regrets, sums) = (&mut self.regret[edges.clone()], &mut self.sum[edges]);
        let mut all = 0.0;
        let each = targets.iter().zip(chances.iter_mut()).zip(regrets.iter_mut().zip(sums));
        for ((&target, chance), (regret, sum)) in each {
            *sum += weight * *chance;
            let gain = theirs * (self.value[target as usize] - worth);
            *regret = (*regret * keep + gain).max(0.0);
            let next = (*regret + gain).max(0.0);
            *chance = next;
            all += next;
        }
        settle(chances, regrets, all);
    }

    /// What the slots of a node of theirs are worth; if they learn, what weighs now.
    fn hunt(&mut self, node: u32, learns: Option<(f32, f32)>) {
        let slots = self.slots(node);
        let edges = self.live(node);
        let mut worth = std::mem::take(&mut self.worth);
        worth.clear();
        worth.resize(slots.len(), 0.0);
        for edge in edges.clone() {
            let chance = self.chance[edge];
            let row = self.target[edge] as usize;
            let row = &self.rows[row..row + slots.len()];
            if chance > 0.0 {
                for (worth, &slot) in worth.iter_mut().zip(row) {
                    *worth += chance * self.value[slot as usize];
                }
            }
            if learns.is_some() {
                let reach = &self.reach[slots.clone()];
                let costs =
                    reach.iter().zip(row).map(|(reach, &slot)| reach * self.value[slot as usize]);
                self.cost[edge] = costs.sum();
            }
        }
        self.value[slots.clone()].copy_from_slice(&worth);
        self.worth = worth;
        let Some((weight, keep)) = learns else { return };
        let mass: f32 = self.reach[slots].iter().sum();
        if mass <= 0.0 {
            return;
        }
        let weight = weight * (self.nodes[node as usize].theirs + 1e-6);
        let chances = &mut self.chance[edges.clone()];
        let (regrets, sums) = (&mut self.regret[edges.clone()], &mut self.sum[edges.clone()]);
        let costs = &mut self.cost[edges];
        let mean: f32 = costs.iter().zip(chances.iter()).map(|(cost, chance)| cost * chance).sum();
        let mut all = 0.0;
        let each = costs.iter_mut().zip(chances.iter_mut()).zip(regrets.iter_mut().zip(sums));
        for ((cost, chance), (regret, sum)) in each {
            *sum += weight * *chance;
            let gain = mean - *cost;
            *cost /= mass;
            *regret = (*regret * keep + gain).max(0.0);
            let next = (*regret + gain).max(0.0);
            *chance = next;
            all += next;
        }
        settle(chances, regrets, all);
    }
}

/// Makes chances of what is regretted; where nothing is, of the regrets so far, and else evenly.
fn settle(chances: &mut [f32], regrets: &[f32], all: f32) {
    if all > 1e-30 {
        chances.iter_mut().for_each(|chance| *chance /= all);
        return;
    }
    let so_far: f32 = regrets.iter().sum();
    let even = 1.0 / chances.len() as f32;
    for (chance, regret) in chances.iter_mut().zip(regrets) {
        *chance = if so_far > 1e-30 { regret / so_far } else { even };
    }
}
