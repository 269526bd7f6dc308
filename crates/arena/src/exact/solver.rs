//! What best play brings both sides, by CFR+ over the whole game.
//!
//! Counterfactual regret minimisation: again and again both sides play by how much they regret not to
//! have decided otherwise, and their average play approaches best play. The "+" is that no regret is
//! below 0, that the sides learn in turn, and that later play weighs more in the average.

use std::collections::HashMap;

use fogbound_rules::{Action, FugitiveView, HunterView, PublicEvent, Side, Station, Turn};

use super::moment::Place;
use super::{Moment, TooLarge};
use crate::mixture::{FugitivePolicy, HunterPolicy, Mixture};
use fogbound_engine::BotFailure;

/// A game with more moments is not looked at whole.
const MOST_MOMENTS: usize = 200_000;

/// A moment in the tree of the whole game.
struct Node {
    turn: Turn,
    /// How many games it has.
    games: usize,
    /// Where the decisions of each game begin; hunters have one list for all games.
    lists: Vec<std::ops::Range<usize>>,
    /// Where each decision leads: the number of the decision, the game that it is taken in, and the place.
    edges: Vec<(usize, usize, Place)>,
    /// The node of each following moment.
    children: Vec<usize>,
}

/// The whole game, and what both sides have learnt so far.
pub struct Solver {
    nodes: Vec<Node>,
    roots: Vec<(usize, f64)>,
    actions: Vec<Action>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    rounds: u64,
    /// Nodes by what the hunters have seen, and the ways of their games.
    by_events: HashMap<Vec<u8>, usize>,
    ways: Vec<Vec<Vec<Station>>>,
}

impl Solver {
    /// Looks at the whole game.
    pub fn new(beginnings: &[(Moment, f64)]) -> Result<Solver, TooLarge> {
        let mut solver = Solver {
            nodes: vec![],
            roots: vec![],
            actions: vec![],
            regrets: vec![],
            sums: vec![],
            rounds: 0,
            by_events: HashMap::new(),
            ways: vec![],
        };
        for (moment, chance) in beginnings {
            let root = solver.grow(moment)?;
            solver.roots.push((root, *chance));
        }
        solver.regrets = vec![0.0; solver.actions.len()];
        solver.sums = vec![0.0; solver.actions.len()];
        Ok(solver)
    }

    /// How many moments the game has.
    pub fn moments(&self) -> usize {
        self.nodes.len()
    }

    fn grow(&mut self, moment: &Moment) -> Result<usize, TooLarge> {
        if self.nodes.len() >= MOST_MOMENTS {
            return Err(TooLarge);
        }
        let turn = moment.turn();
        let mut lists = vec![];
        let mut plays = vec![];
        for (index, game) in moment.games.iter().enumerate() {
            if turn == Turn::Chance {
                let draws = game.position().draws(game.rules());
                plays.extend(draws.into_iter().map(|draw| (index, 0, draw.into())));
                continue;
            }
            if turn == Turn::Fugitive || index == 0 {
                let first = self.actions.len();
                self.actions.extend(game.position().actions(game.rules()));
                lists.push(first..self.actions.len());
            }
            let list = lists[lists.len() - 1].clone();
            plays.extend(list.map(|number| (index, number, self.actions[number].into())));
        }
        let (moments, reached) = moment.try_all(plays);
        let node = self.nodes.len();
        let edges = reached.into_iter().map(|reached| (reached.play, reached.from, reached.place));
        let (games, edges) = (moment.games.len(), edges.collect());
        self.nodes.push(Node { turn, games, lists, edges, children: vec![] });
        self.by_events.insert(words(moment.games[0].hunters_view().events()), node);
        let way = |game: &fogbound_rules::Game| game.start().into_iter().chain(game.route().to_vec());
        self.ways.push(moment.games.iter().map(|game| way(game).collect()).collect());
        let children: Result<Vec<_>, _> = moments.iter().map(|moment| self.grow(moment)).collect();
        self.nodes[node].children = children?;
        Ok(node)
    }

    /// Lets both sides learn so many times more.
    pub fn learn(&mut self, rounds: u64) {
        for _ in 0..rounds {
            self.rounds += 1;
            for side in [Side::Fugitive, Side::Hunters] {
                for (root, chance) in self.roots.clone() {
                    let games = self.nodes[root].games;
                    self.pass(root, &vec![chance / games as f64; games], 1.0, side);
                }
            }
        }
    }

    /// What a list of decisions is taken by now: by regret, or evenly if there is none.
    fn strategy(&self, list: std::ops::Range<usize>) -> Vec<f64> {
        normal(&self.regrets[list])
    }

    /// One pass: what each game of a moment is worth by the play of now. `side` learns on the way.
    fn pass(&mut self, node: usize, reach: &[f64], theirs: f64, side: Side) -> Vec<f64> {
        let Node { turn, games, .. } = self.nodes[node];
        let lists = self.nodes[node].lists.clone();
        let strategies: Vec<_> = lists.iter().map(|list| self.strategy(list.clone())).collect();
        let values = self.values(node, reach, theirs, side, &strategies);
        let mut worth = vec![0.0; games];
        // The chance of a decision in a game, by their numbers.
        let edges = self.nodes[node].edges.iter();
        for ((number, game, _), value) in edges.zip(&values) {
            worth[*game] += value * self.chance(node, *number, *game, &strategies);
        }
        let weight = self.rounds as f64;
        match turn {
            Turn::Hunters if side == Side::Hunters => {
                for (index, (number, game, _)) in self.nodes[node].edges.iter().enumerate() {
                    self.regrets[*number] += reach[*game] * (worth[*game] - values[index]);
                }
                self.settle(&lists[0], &strategies[0], weight * theirs);
            }
            Turn::Fugitive if side == Side::Fugitive => {
                for (index, (number, game, _)) in self.nodes[node].edges.iter().enumerate() {
                    self.regrets[*number] += theirs * (values[index] - worth[*game]);
                }
                for (game, list) in lists.iter().enumerate() {
                    self.settle(list, &strategies[game], weight * reach[game]);
                }
            }
            _ => {}
        }
        worth
    }

    /// No regret is below 0; what was played goes into the average.
    fn settle(&mut self, list: &std::ops::Range<usize>, strategy: &[f64], weight: f64) {
        for (number, chance) in list.clone().zip(strategy) {
            self.regrets[number] = self.regrets[number].max(0.0);
            self.sums[number] += weight * chance;
        }
    }

    /// The chance that a play is made in a game of a node.
    fn chance(&self, node: usize, number: usize, game: usize, strategies: &[Vec<f64>]) -> f64 {
        let Node { turn, lists, edges, .. } = &self.nodes[node];
        match turn {
            Turn::Hunters => strategies[0][number - lists[0].start],
            Turn::Fugitive => strategies[game][number - lists[game].start],
            _ => 1.0 / edges.iter().filter(|(_, from, _)| *from == game).count() as f64,
        }
    }

    /// What each play of a node is worth.
    fn values(
        &mut self,
        node: usize,
        reach: &[f64],
        theirs: f64,
        side: Side,
        strategies: &[Vec<f64>],
    ) -> Vec<f64> {
        let children = self.nodes[node].children.clone();
        let mut reaches: Vec<Vec<f64>> =
            children.iter().map(|&child| vec![0.0; self.nodes[child].games]).collect();
        let mut theirs_after = vec![theirs; children.len()];
        for &(number, game, place) in &self.nodes[node].edges {
            let Place::Game { moment, game: there } = place else { continue };
            let chance = self.chance(node, number, game, strategies);
            match self.nodes[node].turn {
                Turn::Hunters => {
                    reaches[moment][there] = reach[game];
                    theirs_after[moment] = theirs * chance;
                }
                _ => reaches[moment][there] = reach[game] * chance,
            }
        }
        let worth: Vec<Vec<f64>> = (0..children.len())
            .map(|index| self.pass(children[index], &reaches[index], theirs_after[index], side))
            .collect();
        let edges = self.nodes[node].edges.iter();
        edges
            .map(|&(_, _, place)| match place {
                Place::End(value) => value,
                Place::Game { moment, game } => worth[moment][game],
            })
            .collect()
    }

    /// What was found so far: the average play of both sides.
    pub fn solution(self) -> Solution {
        Solution(self)
    }
}

fn normal(weights: &[f64]) -> Vec<f64> {
    let all: f64 = weights.iter().sum();
    match all > 0.0 {
        true => weights.iter().map(|weight| weight / all).collect(),
        false => vec![1.0 / weights.len() as f64; weights.len()],
    }
}

/// What tells one moment from another.
fn words(events: &[PublicEvent]) -> Vec<u8> {
    serde_json::to_vec(events).expect("words and numbers")
}

/// Nearly best play of both sides.
pub struct Solution(Solver);

impl Solution {
    fn mixture(&self, list: std::ops::Range<usize>) -> Mixture {
        let chances = normal(&self.0.sums[list.clone()]);
        Mixture::weighted(self.0.actions[list].iter().copied().zip(chances))
    }

    fn node(&self, view: &HunterView) -> Result<usize, BotFailure> {
        let node = self.0.by_events.get(&words(view.events()));
        node.copied().ok_or_else(|| BotFailure("this is not the game that was solved".into()))
    }
}

impl HunterPolicy for Solution {
    fn mixture(&mut self, view: &HunterView) -> Result<Mixture, BotFailure> {
        let node = self.node(view)?;
        Ok(Solution::mixture(self, self.0.nodes[node].lists[0].clone()))
    }
}

impl FugitivePolicy for Solution {
    fn mixture(&mut self, view: &FugitiveView) -> Result<Mixture, BotFailure> {
        let node = self.node(view.hunters())?;
        let way: Vec<Station> = view.start().into_iter().chain(view.route().to_vec()).collect();
        let game = self.0.ways[node].iter().position(|other| *other == way);
        let game = game.ok_or_else(|| BotFailure("he cannot have come this way".into()))?;
        Ok(Solution::mixture(self, self.0.nodes[node].lists[game].clone()))
    }
}
