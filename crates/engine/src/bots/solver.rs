//! `solver`: both sides by one solver over public states.
//!
//! What it has solved before tells where he can be and how likely (his range), and what hunters have
//! promised him. So a decision hangs on those of its side before it, back to where he was last seen. They
//! are kept; a bot that is woken up in the middle solves them again.

use std::sync::Arc;

use fogbound_rules::{
    Action, FugitiveView, Hunter, HunterView, Phase, PublicEvent, Rng, Rules, Side, Station,
};

use super::MctsBot;
use crate::search::one_piece;
use crate::solver::{Place, Solver, Task, Tools};
use crate::value::Network;
use crate::{Belief, BotFailure, Budget, FugitiveBot, HunterBot, Odds, Pieces, Thinking};

/// A bot that solves.
pub struct SolverBot {
    seed: u64,
    tools: Option<(Arc<Rules>, Tools)>,
    chain: Vec<Link>,
    /// The events that the chain is about.
    seen: Vec<PublicEvent>,
    belief: Option<Belief>,
    /// Who plays what cannot be solved.
    other: MctsBot,
}

/// A decision that was solved.
struct Link {
    side: Side,
    /// How many events there were before it.
    events: usize,
    /// How many events there were where its tree begins.
    root: usize,
    mover: Option<Hunter>,
    budget: Budget,
    solver: Solver,
    place: Place,
}

/// So many slots of trees are kept; what was solved first is forgotten first.
const MOST_KEPT: usize = 1_500_000;

/// What is to be decided: whose turn it is, after how many events, and what hunters choose from.
struct Moment {
    side: Side,
    events: usize,
    actions: Vec<Action>,
}

impl Moment {
    fn mover(&self) -> Option<Hunter> {
        match self.actions.first() {
            Some(Action::Hunt { hunter, .. }) => Some(*hunter),
            _ => None,
        }
    }
}

/// Whether an edition can be solved: his secret is where he is, and nothing that is told later reaches
/// back.
fn is_solvable(rules: &Rules) -> bool {
    !rules.has_case() && !rules.is_open_log()
}

impl SolverBot {
    /// The bot of a seed, which is for its dice alone.
    pub fn new(seed: u64) -> SolverBot {
        SolverBot {
            seed,
            tools: None,
            chain: vec![],
            seen: vec![],
            belief: None,
            other: MctsBot::own(seed, 0),
        }
    }

    /// The decision that is due, if it is one to be solved.
    fn moment(view: &HunterView, side: Side, pieces: Pieces) -> Option<Moment> {
        let wanted = match side {
            Side::Fugitive => &[Phase::Fugitive, Phase::Second, Phase::Taking][..],
            Side::Hunters => &[Phase::Hunters],
        };
        if !is_solvable(view.rules()) || !wanted.contains(&view.public().phase()) {
            return None;
        }
        let mut actions = vec![];
        if side == Side::Hunters {
            actions = pieces.actions(view);
            one_piece(&mut actions);
        }
        Some(Moment { side, events: view.events().len(), actions })
    }

    /// The decisions of a side before this one that it hangs on: from the last one on that was taken
    /// when everybody saw him.
    fn before(view: &HunterView, moment: &Moment) -> Vec<Moment> {
        let mut moments = vec![];
        if view.public().shown().is_some() {
            return moments;
        }
        for events in (1..moment.events).rev() {
            let state = &view.states()[events - 1];
            let side = match view.events()[events] {
                PublicEvent::Moved(_) | PublicEvent::Taken { .. } => Side::Fugitive,
                PublicEvent::Hunted { .. } => Side::Hunters,
                _ => break,
            };
            if side != moment.side {
                continue;
            }
            let mut actions = vec![];
            if let PublicEvent::Hunted { hunter: mover, .. } = view.events()[events] {
                state.for_each_hunters_action(view.rules(), &mut |action| match action {
                    Action::Hunt { hunter, .. } if hunter == mover => actions.push(action),
                    _ => {}
                });
            }
            moments.push(Moment { side, events, actions });
            if state.shown().is_some() {
                break;
            }
        }
        moments.reverse();
        moments
    }

    fn tools(&mut self, rules: &Arc<Rules>) -> Tools {
        match self.tools.take() {
            Some((known, tools)) if Arc::ptr_eq(&known, rules) => tools,
            _ => Tools::new(rules, Network::trained()),
        }
    }

    /// Forgets what is about another game, or about moves that were taken back.
    fn recall(&mut self, view: &HunterView) {
        let same = self.chain.first().is_none_or(|link| Arc::ptr_eq(link.solver.rules(), view.rules()));
        let alike = self.seen.iter().zip(view.events()).take_while(|(a, b)| a == b).count();
        let alike = if same { alike } else { 0 };
        self.chain.retain(|link| link.events <= alike);
        self.seen = view.events().to_vec();
    }

    /// Solves this decision and, where that is not done yet, those that it hangs on. Its link is the
    /// last one then; none if it cannot be solved.
    fn solve(
        &mut self,
        view: &HunterView,
        moment: Moment,
        thinking: &mut Thinking<'_>,
    ) -> Option<&Link> {
        self.recall(view);
        let mut tools = self.tools(view.rules());
        let solved = self.extend(view, moment, &mut tools, thinking);
        self.tools = Some((Arc::clone(view.rules()), tools));
        solved.and_then(|()| self.chain.last())
    }

    fn extend(
        &mut self,
        view: &HunterView,
        moment: Moment,
        tools: &mut Tools,
        thinking: &mut Thinking<'_>,
    ) -> Option<()> {
        let budget = thinking.budget();
        let mut moments = SolverBot::before(view, &moment);
        moments.push(moment);
        let last = moments.len() - 1;
        // What was solved last holds all that was before it.
        let link_of = |chain: &[Link], moment: &Moment| {
            let wanted = (moment.side, moment.events, moment.mover(), budget);
            chain.iter().position(|link| (link.side, link.events, link.mover, link.budget) == wanted)
        };
        let known =
            (0..=last).rev().find_map(|index| Some((index, link_of(&self.chain, &moments[index])?)));
        self.chain.truncate(known.map_or(0, |(_, link)| link + 1));
        let first = known.map_or(0, |(index, _)| index + 1);
        for (index, moment) in moments.iter().enumerate().skip(first) {
            let mut link = self.begin(view, tools, moment, budget)?;
            if index == last {
                while thinking.another() {
                    link.solver.step(tools, 1);
                }
            } else {
                link.solver.step(tools, again(budget));
            }
            link.place = link.solver.find(&view.events()[link.root..link.events])?;
            self.chain.push(link);
            while self.chain.len() > 1
                && self.chain.iter().map(|link| link.solver.slots()).sum::<usize>() > MOST_KEPT
            {
                self.chain.remove(0);
            }
        }
        Some(())
    }

    /// Begins to solve a decision.
    fn begin(
        &mut self,
        view: &HunterView,
        tools: &mut Tools,
        moment: &Moment,
        budget: Budget,
    ) -> Option<Link> {
        let rules = view.rules();
        let public = view.states()[moment.events - 1];
        let belief = belief_at(&mut self.belief, view, moment.events);
        let possible = belief.possible();
        if possible.is_empty() {
            return None;
        }
        let even: Vec<(Station, f32)> =
            possible.iter().map(|at| (at, 1.0 / possible.len() as f32)).collect();
        let known = public.shown().is_some();
        let last = self.chain.last().filter(|link| !known && link.side == moment.side);
        let found = last.and_then(|link| {
            let place = link.solver.find(&view.events()[link.root..moment.events])?;
            let range = link.solver.range(&place);
            let fits = range.iter().map(|(at, _)| *at).eq(possible.iter());
            (fits && range.iter().any(|(_, chance)| *chance > 0.0)).then_some((link, place, range))
        });
        let mut root = moment.events;
        let mut task =
            Task { public, range: &even, actions: &moment.actions, promise: None, moment: root as u64 };
        let (range, promise);
        match (found, moment.side) {
            (Some((link, place, tracked)), side) => {
                range = tracked;
                if side == Side::Hunters {
                    promise = link.solver.promise(&place);
                    task.promise = Some(&promise);
                }
                task.range = &range;
            }
            (None, Side::Hunters) if !known => {
                // From where he decided last, if all of that can be looked at.
                let earlier = (1..moment.events).rev().find(|&events| {
                    matches!(view.events()[events], PublicEvent::Moved(_))
                        && view.states()[events - 1].phase() == Phase::Fugitive
                });
                let whole =
                    earlier.filter(|&events| tools.looks_small(rules, &view.states()[events - 1]));
                if let Some(earlier) = whole {
                    let starts = belief_at(&mut self.belief, view, earlier).possible();
                    range = starts.iter().map(|at| (at, 1.0 / starts.len() as f32)).collect();
                    root = earlier;
                    task.public = view.states()[earlier - 1];
                    task.actions = &[];
                } else {
                    let then = HunterView::fold(rules, &view.events()[..moment.events]).ok()?;
                    let odds = Odds::of(&then);
                    let half =
                        |(at, even): &(Station, f32)| (*at, 0.5 * even + 0.5 * odds.weight(*at) as f32);
                    range = even.iter().map(half).collect();
                }
                task.range = &range;
            }
            _ => {}
        }
        let solver = Solver::new(rules, tools, &task);
        let place = solver.root();
        let (side, events, mover) = (moment.side, moment.events, moment.mover());
        Some(Link { side, events, root, mover, budget, solver, place })
    }

    fn rng(&self, view: &HunterView) -> Rng {
        Rng::for_game(self.seed, view.events().len() as u64)
    }

    /// The chances of a side at this view; none if this is not to be solved.
    fn mix(
        &mut self,
        view: &HunterView,
        moment: Moment,
        at: Option<Station>,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        let Link { side, solver, place, .. } = self.solve(view, moment, thinking)?;
        let chances = solver.chances(place, at);
        let best = chances.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        thinking.tell(best.0, solver.value(*side));
        Some(chances)
    }

    /// Where hunters who know its whole play, but not its dice, would expect the fugitive when he
    /// decides this: what everybody sees decides it, and the number of nodes.
    pub fn range(
        &mut self,
        view: &HunterView,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Station, f64)>> {
        let moment = SolverBot::moment(view, Side::Fugitive, Pieces::ALL)?;
        let Link { solver, place, .. } = self.solve(view, moment, thinking)?;
        Some(solver.range(place).into_iter().map(|(at, chance)| (at, f64::from(chance))).collect())
    }
}

/// What follows from the first events of a view.
fn belief_at<'b>(kept: &'b mut Option<Belief>, view: &HunterView, events: usize) -> &'b Belief {
    let fits = kept.as_ref().is_some_and(|belief| belief.knows_first(view, events));
    if !fits {
        *kept = None;
    }
    let belief = kept.get_or_insert_with(|| Belief::new(view.rules()));
    belief.follow_to(view, events);
    belief
}

/// How many nodes a decision is solved with again that the bot was not there for.
fn again(budget: Budget) -> u64 {
    match budget {
        Budget::Nodes(nodes) => nodes.max(1),
        Budget::Time(time) => time.as_millis().clamp(1, 1_000) as u64,
    }
}

fn draw(chances: &[(Action, f64)], mut rng: Rng) -> Option<Action> {
    let mut mark = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
    let drawn = chances.iter().find(|(_, chance)| {
        mark -= chance;
        mark < 0.0
    });
    drawn.or(chances.last()).map(|(action, _)| *action)
}

impl FugitiveBot for SolverBot {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let chances = FugitiveBot::chances(self, view, thinking);
        match chances.and_then(|chances| draw(&chances, self.rng(view.hunters()))) {
            Some(action) => Ok(action),
            None => FugitiveBot::choose(&mut self.other, view, thinking),
        }
    }

    fn chances(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        let at = view.position().fugitive()?;
        let moment = SolverBot::moment(view.hunters(), Side::Fugitive, Pieces::ALL)?;
        self.mix(view.hunters(), moment, Some(at), thinking)
    }
}

impl HunterBot for SolverBot {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let chances = HunterBot::chances(self, view, pieces, thinking);
        match chances.and_then(|chances| draw(&chances, self.rng(view))) {
            Some(action) => Ok(action),
            None => HunterBot::choose(&mut self.other, view, pieces, thinking),
        }
    }

    fn chances(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        let moment = SolverBot::moment(view, Side::Hunters, pieces)?;
        match moment.actions[..] {
            [] => None,
            [only] => Some(vec![(only, 1.0)]),
            _ => self.mix(view, moment, None, thinking),
        }
    }
}
