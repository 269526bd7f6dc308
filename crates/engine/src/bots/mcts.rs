//! The bots that search: those of the published studies, and our own.

use std::sync::Arc;

use fogbound_rules::{Action, FugitiveView, HunterView, Phase, Rng, Rules, Side, Turn};

use super::Memory;
use super::sampler::{self, Sampling};
use crate::search::{
    Knowledge, Leaf, Room, Search, Selection, Settings, Start, Tree, alternatives, one_piece, prune,
};
use crate::value::{Choices, Evaluator, Network};
use crate::{BotFailure, FugitiveBot, HunterBot, Pieces, PossibleStations, Thinking};

/// A bot that searches with Monte-Carlo playouts.
pub struct MctsBot {
    memory: Memory,
    tree: Tree,
    /// What values the leaves of those that have no playouts.
    network: Arc<Network>,
    /// What says which decisions of theirs promise most.
    choices: Arc<Choices>,
    style: Style,
    /// In how many of a hundred decisions it does not search, and takes what comes to its mind.
    slips: u8,
}

/// What sets one bot apart from another.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Style {
    knowledge: Knowledge,
    leaf: Leaf,
    sampling: Sampling,
    selections: [Selection; 2],
    reduction: f32,
    filter: bool,
    doubts: bool,
    learned: bool,
    /// Whether the weighted belief goes by the learned choice.
    foresees: bool,
    blind: bool,
    /// How much each side mixes.
    mixing: [f32; 2],
    /// After how many nodes each side begins a new tree.
    tree_nodes: [u64; 2],
}

/// Settings of our own bots on trial; what is not said stays as it is.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Tuning {
    /// How much what is little tried is tried more.
    pub exploration: Option<f32>,
    /// Whether what promises most is trusted less.
    pub doubts: Option<bool>,
    /// Whether the learned choice says what promises most.
    pub learned: Option<bool>,
    /// Whether the weighted belief goes by the learned choice.
    pub foresees: Option<bool>,
    /// Whether hunters in the fugitive's tree learn nothing from walks that begin with the truth.
    pub blind: Option<bool>,
    /// What is tried at least this often, as a share of how often the favourite is, may be chosen too.
    pub mixing: Option<f32>,
    /// After how many nodes a new tree is begun.
    pub tree_nodes: Option<u64>,
}

/// The constants of the published searches, for the fugitive and for the hunters.
const PUBLISHED: [Selection; 2] = [Selection::Uct(0.2), Selection::Uct(2.0)];

const BASIC: Style = Style {
    knowledge: Knowledge::Open,
    leaf: Leaf::RandomPlayout,
    sampling: Sampling::Even,
    selections: PUBLISHED,
    reduction: 0.0,
    filter: false,
    doubts: false,
    learned: false,
    foresees: false,
    blind: false,
    mixing: [1.0; 2],
    tree_nodes: [u64::MAX; 2],
};

const GREEDY: Style = Style { leaf: Leaf::GreedyPlayout, ..BASIC };

const PIMBOT: Style = Style { sampling: Sampling::Categories, reduction: 0.25, filter: true, ..GREEDY };

const FIRST: Style = Style {
    knowledge: Knowledge::Honest,
    leaf: Leaf::GreedyPlayout,
    sampling: Sampling::Weighted,
    selections: [Selection::Puct(1.0); 2],
    reduction: 0.0,
    filter: true,
    doubts: false,
    learned: false,
    foresees: false,
    blind: false,
    mixing: [1.0; 2],
    tree_nodes: [u64::MAX; 2],
};

const OWN: Style = Style {
    leaf: Leaf::Value,
    selections: [Selection::Puct(0.5); 2],
    learned: true,
    foresees: true,
    blind: true,
    mixing: [0.25, 1.0],
    tree_nodes: [16_384, u64::MAX],
    ..FIRST
};

/// How many nodes pass between two looks whether more of them can change anything.
const NODES_BETWEEN_DOUBTS: u64 = 128;

impl MctsBot {
    fn new(seed: u64, style: Style, slips: u8) -> MctsBot {
        let (network, choices) = (Network::trained(), Choices::trained());
        MctsBot { memory: Memory::new(seed), tree: Tree::default(), network, choices, style, slips }
    }

    /// UCT with random playouts.
    pub fn basic(seed: u64) -> MctsBot {
        MctsBot::new(seed, BASIC, 0)
    }

    /// UCT with ε-greedy playouts.
    pub fn greedy(seed: u64) -> MctsBot {
        MctsBot::new(seed, GREEDY, 0)
    }

    /// The same with location categories, coalition reduction and move filter.
    pub fn pimbot(seed: u64) -> MctsBot {
        MctsBot::new(seed, PIMBOT, 0)
    }

    /// Our first own: search over information sets, with the weighted belief.
    pub fn first(seed: u64) -> MctsBot {
        MctsBot::new(seed, FIRST, 0)
    }

    /// Our own: the same with the learned value. In `slips` of a hundred decisions it takes what comes to its mind.
    pub fn own(seed: u64, slips: u8) -> MctsBot {
        MctsBot::new(seed, OWN, slips)
    }

    /// The same bot with other weights, to try them.
    pub fn valued_by(self, network: Arc<Network>) -> MctsBot {
        MctsBot { network, ..self }
    }

    /// The same bot with other weights for the choice, to try them.
    pub fn choosing_by(self, choices: Arc<Choices>) -> MctsBot {
        MctsBot { choices, ..self }
    }

    /// The same bot with other settings, to try them.
    pub fn tuned(mut self, tuning: &Tuning) -> MctsBot {
        if let Some(exploration) = tuning.exploration {
            self.style.selections = [Selection::Puct(exploration); 2];
        }
        self.style.doubts = tuning.doubts.unwrap_or(self.style.doubts);
        self.style.learned = tuning.learned.unwrap_or(self.style.learned);
        self.style.foresees = tuning.foresees.unwrap_or(self.style.foresees);
        self.style.blind = tuning.blind.unwrap_or(self.style.blind);
        self.style.mixing = tuning.mixing.map_or(self.style.mixing, |mixing| [mixing; 2]);
        self.style.tree_nodes = tuning.tree_nodes.map_or(self.style.tree_nodes, |nodes| [nodes; 2]);
        self
    }

    fn settings(&self, side: Side) -> Settings {
        let Style {
            knowledge,
            leaf,
            selections,
            filter,
            doubts,
            learned,
            blind,
            mixing,
            tree_nodes,
            ..
        } = self.style;
        // The fugitive makes no difference between those who catch him.
        let reduction = if side == Side::Hunters { self.style.reduction } else { 0.0 };
        let selection = selections[side as usize];
        let (mixing, tree_nodes) = (mixing[side as usize], tree_nodes[side as usize]);
        Settings {
            knowledge,
            leaf,
            selection,
            reduction,
            filter,
            doubts,
            learned,
            blind,
            mixing,
            tree_nodes,
        }
    }

    /// What knows how a fugitive chooses, for bots that have learnt it.
    fn model(&mut self, rules: &Arc<Rules>) -> Option<Evaluator> {
        let (network, choices) = (&self.network, &self.choices);
        self.style.foresees.then(|| self.memory.evaluator(rules, network, choices))
    }

    /// Whether this decision is a slip.
    fn slips(&self, rng: &mut Rng) -> bool {
        rng.below(100) < usize::from(self.slips)
    }

    /// What is to be done with a search: nothing if this is a slip.
    fn plan(&mut self, rules: &Arc<Rules>, search: Box<Search>, slip: bool) -> Plan {
        if !slip {
            return Plan::Search(search);
        }
        let action = search.whim();
        self.take_back(rules, search);
        Plan::Decided(action)
    }
}

/// What a bot makes of a decision before it thinks.
pub enum Plan {
    /// There is nothing to think about: one choice, or a slip.
    Decided(Action),
    /// This is to be searched, as long as one likes.
    Search(Box<Search>),
}

impl MctsBot {
    /// What the fugitive's side has to search. The same view and seed give the same search.
    pub fn plan_fugitive(&mut self, view: &FugitiveView) -> Result<Plan, BotFailure> {
        let mut actions = view.actions();
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        if let [only] = actions[..] {
            return Ok(Plan::Decided(only));
        }
        let mut rng = self.memory.rng(view.hunters());
        let slip = self.slips(&mut rng);
        let possible = PossibleStations(self.memory.belief(view.hunters()).possible());
        let filter = self.settings(Side::Fugitive).filter;
        prune(view.rules(), &view.position(), &possible, filter, &mut actions);
        let first = actions[0];
        let search = self.start_fugitive(view, actions, rng);
        Ok(search.map_or(Plan::Decided(first), |search| self.plan(view.rules(), search, slip)))
    }

    /// A search of the fugitive's side among these decisions, also if there is but one.
    pub fn search_fugitive(&mut self, view: &FugitiveView, actions: Vec<Action>) -> Option<Box<Search>> {
        let rng = self.memory.rng(view.hunters());
        self.start_fugitive(view, actions, rng)
    }

    fn start_fugitive(
        &mut self,
        view: &FugitiveView,
        actions: Vec<Action>,
        mut rng: Rng,
    ) -> Option<Box<Search>> {
        let (rules, hunters) = (view.rules(), view.hunters());
        let settings = self.settings(Side::Fugitive);
        let belief = self.memory.belief(hunters).clone();
        let possible = PossibleStations(belief.possible());
        let unstarted = hunters.public().phase() == Phase::StartChoice;
        let weights = match settings.knowledge {
            Knowledge::Honest if !unstarted => {
                let model = self.model(rules);
                let odds = self.memory.odds(hunters, model).clone();
                let distances = self.memory.policy(rules).distances();
                sampler::weights(hunters, self.style.sampling, &belief, Some(&odds), distances)
            }
            _ => vec![],
        };
        let pool = sampler::pool(hunters, &belief, &weights, &mut rng);
        let truth = Some(view.position());
        let apart = actions.len() < alternatives(rules, &view.position(), &possible).len();
        let start = Start { actions, possible, pool, truth, weights: None, apart };
        self.begin(rules, settings, start, rng)
    }

    /// What the hunters' side has to search, for these pieces.
    pub fn plan_hunters(&mut self, view: &HunterView, pieces: Pieces) -> Result<Plan, BotFailure> {
        let mut actions = pieces.actions(view);
        if actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        one_piece(&mut actions);
        if let [only] = actions[..] {
            return Ok(Plan::Decided(only));
        }
        let mut rng = self.memory.rng(view);
        let slip = self.slips(&mut rng);
        let first = actions[0];
        let search = self.start_hunters(view, actions, rng);
        Ok(search.map_or(Plan::Decided(first), |search| self.plan(view.rules(), search, slip)))
    }

    /// A search of the hunters' side among these decisions, also if there is but one.
    pub fn search_hunters(&mut self, view: &HunterView, actions: Vec<Action>) -> Option<Box<Search>> {
        let rng = self.memory.rng(view);
        self.start_hunters(view, actions, rng)
    }

    fn start_hunters(
        &mut self,
        view: &HunterView,
        actions: Vec<Action>,
        mut rng: Rng,
    ) -> Option<Box<Search>> {
        let rules = view.rules();
        let settings = self.settings(Side::Hunters);
        let belief = self.memory.belief(view).clone();
        let odds = match self.style.sampling {
            Sampling::Weighted => {
                let model = self.model(rules);
                Some(self.memory.odds(view, model).clone())
            }
            _ => None,
        };
        let distances = self.memory.policy(rules).distances();
        let weights = sampler::weights(view, self.style.sampling, &belief, odds.as_ref(), distances);
        let pool = sampler::pool(view, &belief, &weights, &mut rng);
        // Where he decides first, he goes by what he knows.
        let weights = odds.map(|odds| *odds.weights()).filter(|_| view.public().turn() == Turn::Hunters);
        let possible = PossibleStations(belief.possible());
        let start = Start { actions, possible, pool, truth: None, weights, apart: false };
        self.begin(rules, settings, start, rng)
    }

    /// A search by what everybody knows, whoever decides next. Its root tells nothing if that is the
    /// fugitive, who decides at each station for itself; what each is worth tells [`Search::start`].
    pub fn search_public(&mut self, view: &HunterView) -> Option<Box<Search>> {
        let rng = self.memory.rng(view);
        let mut actions = view.actions();
        one_piece(&mut actions);
        self.start_hunters(view, actions, rng)
    }

    fn begin(
        &mut self,
        rules: &Arc<Rules>,
        settings: Settings,
        start: Start,
        rng: Rng,
    ) -> Option<Box<Search>> {
        let sample = start.sample()?;
        let room = Room {
            tree: std::mem::take(&mut self.tree),
            policy: self.memory.take_policy(rules),
            evaluator: (settings.leaf == Leaf::Value)
                .then(|| self.memory.evaluator(rules, &self.network, &self.choices)),
        };
        Some(Box::new(Search::begin(rules, settings, start, sample, rng, room)))
    }

    /// A search is done: the room that it worked in serves for the next one.
    pub fn take_back(&mut self, rules: &Arc<Rules>, search: Box<Search>) {
        let room = search.into_room();
        self.tree = room.tree;
        self.memory.keep_policy(rules, room.policy);
    }

    /// Searches as long as may be thought, or until what is left cannot change the decision.
    fn think(&mut self, rules: &Arc<Rules>, plan: Plan, thinking: &mut Thinking<'_>) -> Action {
        let mut search = match plan {
            Plan::Decided(action) => return action,
            Plan::Search(search) => search,
        };
        let mut told = 1;
        while thinking.another() {
            search.step(1);
            if search.nodes() >= told * 1024 {
                told *= 4;
                let (action, value) = search.root().favourite();
                thinking.tell(action, value);
            }
            if search.nodes().is_multiple_of(NODES_BETWEEN_DOUBTS)
                && search.is_settled(thinking.nodes_left())
            {
                break;
            }
        }
        let (action, value) = search.decision(&[]);
        thinking.tell(action, value);
        self.take_back(rules, search);
        action
    }
}

impl FugitiveBot for MctsBot {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let plan = self.plan_fugitive(view)?;
        Ok(self.think(view.rules(), plan, thinking))
    }
}

impl HunterBot for MctsBot {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let plan = self.plan_hunters(view, pieces)?;
        Ok(self.think(view.rules(), plan, thinking))
    }
}
