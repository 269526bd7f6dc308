//! A decision that a bot has to take: what its side sees, and nothing else.

use std::time::Duration;

use fogbound_engine::bots::Plan;
use fogbound_engine::{
    BotName, BotSpec, Budget, Clock, Effort, FugitiveBot, Guarded, HunterBot, Pieces, Root, Search,
    Thinking,
};
use fogbound_rules::{Action, FugitiveView, HunterView, Rng, Side};

use crate::Decider;

/// What a side sees: one or the other, never both.
pub enum SideView {
    /// The fugitive's side.
    Fugitive(FugitiveView),
    /// The hunters' side, and the pieces that are to be moved.
    Hunters(HunterView, Pieces),
}

/// A decision to be thought about.
pub struct BotQuestion {
    pub(crate) view: SideView,
    pub(crate) decider: Decider,
    pub(crate) seed: u64,
}

/// How long is thought about one decision, by the level of the bot, in milliseconds. Each is several
/// times what the search of that level takes on a processor of today, and depends on nothing but the
/// level, which everybody knows.
const WINDOWS: [u64; 8] = [100, 100, 100, 100, 200, 400, 1_000, 1_500];

/// A decision in the making, in steps.
pub enum Thought {
    /// There is nothing to think about any more.
    Decided(Action),
    /// This is searched.
    Search {
        /// The search.
        search: Box<Search>,
        /// How many nodes it may spend.
        nodes: u64,
    },
}

impl Thought {
    /// Goes on with chance of its own, so that it finds other things than those that began alike.
    pub fn diverge(&mut self, stream: u64) {
        if let Thought::Search { search, .. } = self {
            search.diverge(stream);
        }
    }

    /// How many nodes it has spent, and may spend.
    pub fn nodes(&self) -> (u64, u64) {
        match self {
            Thought::Decided(_) => (0, 0),
            Thought::Search { search, nodes } => (search.nodes(), *nodes),
        }
    }

    /// What it has found so far; none if there is nothing to search.
    pub fn root(&self) -> Option<Root> {
        match self {
            Thought::Decided(_) => None,
            Thought::Search { search, .. } => Some(search.root()),
        }
    }

    /// Spends so many nodes at most. Whether it is done.
    pub fn step(&mut self, nodes: u64) -> bool {
        match self {
            Thought::Decided(_) => true,
            Thought::Search { search, nodes: most } => {
                search.step(nodes.min(most.saturating_sub(search.nodes())));
                search.nodes() >= *most
            }
        }
    }

    /// What it would decide now, with what others found who began alike.
    pub fn decision(&self, others: &[Root]) -> Action {
        match self {
            Thought::Decided(action) => *action,
            Thought::Search { search, .. } => search.decision(others).0,
        }
    }
}

impl BotQuestion {
    /// Whose decision it is.
    pub fn side(&self) -> Side {
        match self.view {
            SideView::Fugitive(_) => Side::Fugitive,
            SideView::Hunters(..) => Side::Hunters,
        }
    }

    /// How long the thinking may take; the fugitive's takes exactly so long, as others see it.
    pub fn window(&self) -> Duration {
        let level = match self.decider {
            Decider::Bot(BotSpec { effort: Some(Effort::Level(level)), .. }) => level,
            Decider::Bot(_) | Decider::Random => 1,
        };
        Duration::from_millis(WINDOWS[usize::from(level.clamp(1, 8)) - 1])
    }

    /// Thinks until a moment of the clock, if one is given; none if there is nothing to decide.
    pub fn answer(&self, clock: &dyn Clock, until: Option<Duration>) -> Option<Action> {
        match self.decider {
            Decider::Bot(spec) => self.ask(spec, &mut Thinking::new(spec.budget(), clock).until(until)),
            Decider::Random => self.any(),
        }
    }

    /// Begins to think in steps, for whoever has no thread to spare; none if there is nothing to decide. All
    /// steps together come to what [`BotQuestion::answer`] gives.
    pub fn begin(&self) -> Option<Thought> {
        let plan = match self.decider {
            Decider::Bot(spec) => spec.stepped(self.side(), self.seed).and_then(|mut bot| {
                let plan = match &self.view {
                    SideView::Fugitive(view) => bot.plan_fugitive(view),
                    SideView::Hunters(view, pieces) => bot.plan_hunters(view, *pieces),
                };
                let Budget::Nodes(nodes) = spec.budget() else { return None };
                Some((plan.ok()?, nodes))
            }),
            Decider::Random => None,
        };
        match plan {
            Some((Plan::Search(search), nodes)) => Some(Thought::Search { search, nodes }),
            Some((Plan::Decided(action), _)) => Some(Thought::Decided(action)),
            None => self.any().map(Thought::Decided),
        }
    }

    /// Decides without a search, for when there is no time for one; none if there is nothing to
    /// decide.
    pub fn quick(&self) -> Option<Action> {
        let greedy = BotSpec::bare(BotName::Greedy);
        let no_time = || Duration::ZERO;
        match self.decider {
            Decider::Bot(_) => self.ask(greedy, &mut Thinking::new(greedy.budget(), &no_time)),
            Decider::Random => self.any(),
        }
    }

    fn ask(&self, spec: BotSpec, thinking: &mut Thinking<'_>) -> Option<Action> {
        let chosen = match &self.view {
            SideView::Fugitive(view) => spec
                .fugitive(self.seed)
                .and_then(|bot| Guarded::<dyn FugitiveBot>::new(bot).choose(view, thinking).ok()),
            SideView::Hunters(view, pieces) => spec
                .hunters(self.seed)
                .and_then(|bot| Guarded::<dyn HunterBot>::new(bot).choose(view, *pieces, thinking).ok()),
        };
        // A bot that fails does not hold a table up: chance decides for it.
        chosen.or_else(|| self.any())
    }

    fn any(&self) -> Option<Action> {
        let actions = match &self.view {
            SideView::Fugitive(view) => view.actions(),
            SideView::Hunters(view, pieces) => pieces.actions(view),
        };
        let pick = Rng::new(self.seed).below(actions.len().max(1));
        actions.get(pick).copied()
    }
}
