//! Tree search in which only one side searches: what the other does is asked.

use std::collections::HashMap;
use std::sync::Arc;

use fogbound_rules::{Action, Play, Rng, Rules, Side, Turn};

use super::known::Known;
use super::trail::Trail;
use crate::exact::escape;
use fogbound_engine::bots::{MctsBot, Plan};
use fogbound_engine::{Belief, BotFailure, Pieces, Policy, PossibleStations, Root};

/// The nodes that our own bot spends on its opinion of a decision: of the first one, and of later ones.
const OPINION: [u64; 2] = [1_000, 60];
/// How much of the prior is that opinion; the rest is spread evenly.
const TRUST: f64 = 0.75;
/// How many playouts tell what a position is worth.
const PLAYOUTS: u32 = 16;
/// How many walks there are at most for each decision that may be asked for: a walk through what was
/// asked before costs little.
const WALKS: u64 = 2;
const EXPLORATION: f64 = 1.0;
/// How much less than its siblings a decision is taken to be worth before it was tried.
const UNTRIED: f64 = 0.1;

struct Edge {
    action: Action,
    prior: f64,
    visits: u32,
    reward: f64,
}

/// The search of one side through one game.
pub(super) struct Search {
    rules: Arc<Rules>,
    side: Side,
    own: MctsBot,
    policy: Policy,
    rng: Rng,
    nodes: HashMap<u64, Vec<Edge>>,
}

impl Search {
    pub(super) fn new(rules: &Arc<Rules>, side: Side, seed: u64) -> Search {
        Search {
            rules: Arc::clone(rules),
            side,
            own: MctsBot::own(seed, 0),
            policy: Policy::new(rules),
            rng: Rng::new(seed),
            nodes: HashMap::new(),
        }
    }

    /// The best decision that is found. `sample` gives a game that may be the true one; all of them look
    /// alike to the side. Until `limit` decisions of the policy were asked for, it may be asked.
    pub(super) fn decide(
        &mut self,
        mut sample: impl FnMut(&mut Rng) -> Trail,
        known: &mut Known,
        limit: u64,
    ) -> Result<Action, BotFailure> {
        self.nodes.clear();
        let walks = WALKS * limit.saturating_sub(known.asked()).max(1);
        let root = sample(&mut self.rng);
        let key = root.seen_by(self.side);
        let edges = self.edges(&root, OPINION[0])?;
        if let [only] = &edges[..] {
            return Ok(only.action);
        }
        self.nodes.insert(key, edges);
        for walk in 0..walks {
            if known.asked() >= limit {
                break;
            }
            let trail = sample(&mut self.rng);
            self.walk(trail, known, walk, limit)?;
        }
        let best = self.nodes[&key].iter().max_by(|a, b| {
            let mean = |edge: &Edge| edge.reward / f64::from(edge.visits.max(1));
            a.visits.cmp(&b.visits).then(mean(a).total_cmp(&mean(b)))
        });
        Ok(best.expect("there is something to decide").action)
    }

    /// One walk: down the tree, one new decision, playouts, and back.
    fn walk(
        &mut self,
        mut trail: Trail,
        known: &mut Known,
        dice: u64,
        limit: u64,
    ) -> Result<(), BotFailure> {
        let mut path = vec![];
        let escaped = loop {
            let play: Play = match trail.game.turn() {
                Turn::Over => break escape(&self.rules, trail.game.position()),
                Turn::Chance => {
                    let draws = trail.game.position().draws(&self.rules);
                    draws[self.rng.below(draws.len())].into()
                }
                turn if (turn == Turn::Fugitive) == (self.side == Side::Fugitive) => {
                    let key = trail.seen_by(self.side);
                    if !self.nodes.contains_key(&key) {
                        let edges = self.edges(&trail, OPINION[1])?;
                        self.nodes.insert(key, edges);
                        break self.played_out(&trail);
                    }
                    let edge = select(&self.nodes[&key]);
                    path.push((key, edge));
                    self.nodes[&key][edge].action.into()
                }
                _ => match known.decide(&trail, dice, limit)? {
                    Some(action) => action.into(),
                    None => break self.played_out(&trail),
                },
            };
            trail.play(play);
        };
        let reward = if self.side == Side::Fugitive { escaped } else { 1.0 - escaped };
        for (key, edge) in path {
            let edge = &mut self.nodes.get_mut(&key).expect("a node on the way")[edge];
            edge.visits += 1;
            edge.reward += reward;
        }
        Ok(())
    }

    /// What may be decided, and what our own bot thinks of it.
    fn edges(&mut self, trail: &Trail, nodes: u64) -> Result<Vec<Edge>, BotFailure> {
        let plan = match self.side {
            Side::Fugitive => self.own.plan_fugitive(&trail.game.fugitive_view())?,
            Side::Hunters => self.own.plan_hunters(&trail.game.hunters_view(), Pieces::ALL)?,
        };
        let edge = |action, prior| Edge { action, prior, visits: 0, reward: 0.0 };
        Ok(match plan {
            Plan::Decided(action) => vec![edge(action, 1.0)],
            Plan::Search(mut search) => {
                search.step(nodes);
                let root: Root = search.root();
                let (all, count) = (search.nodes() as f64, root.edges().len() as f64);
                let prior = |visits: u32| TRUST * f64::from(visits) / all + (1.0 - TRUST) / count;
                root.edges().iter().map(|found| edge(found.action, prior(found.visits))).collect()
            }
        })
    }

    /// What the fugitive reaches from here by the published playouts.
    fn played_out(&mut self, trail: &Trail) -> f64 {
        let possible = PossibleStations(Belief::of(&trail.game.hunters_view()).possible());
        let playout = |_| {
            let position = *trail.game.position();
            let last = self.policy.play_out(&self.rules, position, possible, &mut self.rng);
            escape(&self.rules, &last)
        };
        (0..PLAYOUTS).map(playout).sum::<f64>() / f64::from(PLAYOUTS)
    }
}

/// The decision to follow: the best by its mean and by how little it was tried for its prior.
fn select(edges: &[Edge]) -> usize {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let reward: f64 = edges.iter().map(|edge| edge.reward).sum();
    let mean = if visits > 0 { reward / f64::from(visits) } else { 0.5 };
    let explore = EXPLORATION * f64::from(visits + 1).sqrt();
    let worth = |edge: &Edge| {
        let tried = f64::from(edge.visits);
        let found = if edge.visits > 0 { edge.reward / tried } else { mean - UNTRIED };
        found + explore * edge.prior / (1.0 + tried)
    };
    let best = (0..edges.len()).max_by(|&a, &b| worth(&edges[a]).total_cmp(&worth(&edges[b])));
    best.expect("there is something to decide")
}
