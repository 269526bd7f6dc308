//! How likely each possible station is: a Bayes filter over the exact belief, with a model of how a
//! fugitive chooses.
//!
//! For each station where he can have been, the model gives each of his decisions a chance; what he
//! was seen to do then tells for or against the station. A floor keeps every possible station in:
//! a fugitive who does what the model does not expect is a surprise, never an impossibility.
//!
//! Fugitives choose in one of two styles, by a rule of thumb or as ours have learned. Which one it is follows from the same
//! events: the weights are over styles and stations together.

use fogbound_rules::{
    Ability, Action, Board, HunterView, Leg, Moved, Phase, Position, Public, PublicEvent, Rules,
    SecretSetup, Station, StationSet, Ticket,
};

use crate::Belief;
use crate::value::Evaluator;

/// How much a fugitive dislikes to spend a double, as an exponent.
const DOUBLE: f32 = 3.0;

/// How much of the learned choice there is in the style that has it, the rest being the rule of thumb.
const TRUST: f32 = 0.95;

/// The share that is spread evenly over all possible stations, with one style and with two.
const FLOORS: [f64; STYLES] = [0.08, 0.05];

/// How likely each style is before anything was seen, where the learned choice is known: not every fugitive chooses like
/// ours. And how much of that is in every later moment, as nobody keeps to one style.
const PRIOR: [f64; STYLES] = [0.5, 0.5];
const DRIFT: f64 = 0.02;

/// The chance of each possible station, from the public events of one game and from nothing else.
/// In the Holmes variant the weights are by station alone, not by the crimes committed.
///
/// ```
/// use std::sync::Arc;
/// use fogbound_engine::Odds;
/// use fogbound_rules::{Game, Rules, Setup};
/// let rules = Arc::new(Rules::builtin("modern", &[], 5).unwrap());
/// let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).unwrap();
/// let odds = Odds::of(&game.hunters_view());
/// let all: f64 = odds.belief().possible().iter().map(|at| odds.weight(at)).sum();
/// assert!((all - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct Odds {
    belief: Belief,
    /// One for each layer of the belief: weights before what was seen later is taken in.
    layers: Vec<Joint>,
    now: Joint,
    /// By station alone.
    weights: Weights,
    seen: usize,
    /// What knows how a fugitive chooses; without it, a rule of thumb does.
    model: Option<Evaluator>,
}

type Weights = [f32; 256];

/// How a fugitive chooses: by the rule of thumb, or as ours have learned.
const STYLES: usize = 2;

/// The weights of the stations, style by style; all together they add up to 1.
type Joint = [Weights; STYLES];

impl Odds {
    /// What follows from all that a view has seen.
    pub fn of(view: &HunterView) -> Odds {
        Odds::by(view, None)
    }

    /// The same with the learned choice as the model.
    pub fn learned(view: &HunterView, evaluator: Evaluator) -> Odds {
        Odds::by(view, Some(evaluator))
    }

    fn by(view: &HunterView, model: Option<Evaluator>) -> Odds {
        let belief = Belief::new(view.rules());
        let nothing = [[0.0; 256]; STYLES];
        let mut odds =
            Odds { belief, layers: vec![], now: nothing, weights: [0.0; 256], seen: 0, model };
        odds.follow(view);
        odds
    }

    /// Takes in what the view has seen since the last time.
    pub fn follow(&mut self, view: &HunterView) {
        let reaches_back = |event: &PublicEvent| {
            matches!(
                event,
                PublicEvent::Opened { .. } | PublicEvent::Asked { .. } | PublicEvent::TileTurned { .. }
            )
        };
        let fresh = view.events().get(self.seen..);
        if !self.belief.knows(view) || fresh.is_none_or(|events| events.iter().any(reaches_back)) {
            self.layers.clear();
        }
        self.belief.follow(view);
        self.seen = view.events().len();
        let moves = moves(view);
        if self.belief.is_widened() {
            // The past is another: what the set allows is all that is known.
            self.layers.clear();
            self.know(even(&self.belief.possible(), self.prior()));
            return;
        }
        if self.layers.len() > moves.len() + 1 {
            self.layers.clear();
        }
        if self.layers.is_empty() {
            self.layers.push(even(&self.belief.forward(0), self.prior()));
        }
        for (index, (before, moved)) in moves.iter().enumerate().skip(self.layers.len() - 1) {
            let possible = self.belief.forward(index);
            let from = self.settled(&self.layers[index], &possible);
            self.layers.push(step(view.rules(), before, moved, &from, self.model.as_ref(), possible));
        }
        let last = self.layers.len() - 1;
        self.know(self.settled(&self.layers[last], &self.belief.possible()));
    }

    /// How likely each style is before anything was seen.
    fn prior(&self) -> [f64; STYLES] {
        if self.model.is_some() { PRIOR } else { [1.0, 0.0] }
    }

    /// The weights of a layer over what is possible, with the floor, adding up to 1.
    fn settled(&self, weights: &Joint, possible: &StationSet) -> Joint {
        let (floor, prior) = (FLOORS[usize::from(self.model.is_some())], self.prior());
        let index = |at: Station| usize::from(at.number());
        let sum = |of: &Weights| possible.iter().map(|at| f64::from(of[index(at)])).sum::<f64>();
        let sums = [sum(&weights[0]), sum(&weights[1])];
        let all = sums[0] + sums[1];
        let even = 1.0 / possible.len().max(1) as f64;
        let mut settled = [[0.0; 256]; STYLES];
        for (style, settled) in settled.iter_mut().enumerate() {
            let likely = if all > 0.0 { sums[style] / all } else { prior[style] };
            let likely = likely * (1.0 - DRIFT) + prior[style] * DRIFT;
            for at in possible.iter() {
                let share = match sums[style] > 0.0 {
                    true => f64::from(weights[style][index(at)]) / sums[style],
                    false => even,
                };
                settled[index(at)] = ((share * (1.0 - floor) + even * floor) * likely) as f32;
            }
        }
        settled
    }

    fn know(&mut self, now: Joint) {
        let both = now[0].iter().zip(&now[1]).map(|(thumb, learned)| thumb + learned);
        self.weights.iter_mut().zip(both).for_each(|(weight, both)| *weight = both);
        self.now = now;
    }

    /// The exact set behind the weights.
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// The chance that he is there; over all possible stations they add up to 1.
    pub fn weight(&self, station: Station) -> f64 {
        f64::from(self.weights[usize::from(station.number())])
    }

    /// The chance of each station, by its number.
    pub fn weights(&self) -> &[f32; 256] {
        &self.weights
    }

    /// What may be seen of his next move along a line, and how likely that is by the model; crimes are left
    /// out. Where he may fly or take something instead, the chances add up to less than 1.
    pub fn foresee(&self, view: &HunterView) -> Vec<(Moved, f64)> {
        let (rules, before) = (view.rules(), view.public());
        let mut seen: Vec<(Moved, f64)> = vec![];
        let possible = self.belief.possible();
        for_each_choice(rules, before, &self.now, self.model.as_ref(), possible, |action, chance| {
            let Action::Move(m) = action else { return };
            let leg = match (before.phase(), m.double) {
                (Phase::Second, _) => Leg::Second,
                (_, true) => Leg::First,
                _ => Leg::Single,
            };
            let moved = Moved {
                slot: before.filled() + 1,
                ticket: m.ticket,
                balloon: false,
                leg,
                at: before.would_show(rules, m).then_some(m.to),
                crime: false,
                ability: m.ability,
                show: m.show,
            };
            match seen.iter_mut().find(|(other, _)| *other == moved) {
                Some((_, all)) => *all += f64::from(chance[0] + chance[1]),
                None => seen.push((moved, f64::from(chance[0] + chance[1]))),
            }
        });
        seen
    }

    /// The possible stations, the likeliest first.
    pub fn ranked(&self) -> Vec<(Station, f64)> {
        let possible = self.belief.possible();
        let mut ranked: Vec<_> = possible.iter().map(|at| (at, self.weight(at))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }
}

/// The moves of the log, each with what everybody knew before it.
fn moves(view: &HunterView) -> Vec<(Public, Moved)> {
    let steps = view.events().iter().enumerate();
    let moved = steps.filter_map(|(index, event)| match event {
        PublicEvent::Moved(moved) => Some((view.states()[index.saturating_sub(1)], *moved)),
        _ => None,
    });
    moved.collect()
}

fn even(set: &StationSet, prior: [f64; STYLES]) -> Joint {
    let share = 1.0 / set.len().max(1) as f64;
    prior.map(|style| {
        let mut weights = [0.0; 256];
        set.iter().for_each(|at| weights[usize::from(at.number())] = (share * style) as f32);
        weights
    })
}

/// The weights after a move that was seen.
fn step(
    rules: &Rules,
    before: &Public,
    moved: &Moved,
    from: &Joint,
    model: Option<&Evaluator>,
    possible: StationSet,
) -> Joint {
    let mut after = [[0.0; 256]; STYLES];
    for_each_choice(rules, before, from, model, possible, |action, chances| {
        if let Some(to) = shows(rules, before, action, moved) {
            for (after, chance) in after.iter_mut().zip(chances) {
                after[usize::from(to.number())] += chance;
            }
        }
    });
    after
}

/// Every decision of his, with how likely he is at a station and takes it, style by style.
fn for_each_choice(
    rules: &Rules,
    before: &Public,
    from: &Joint,
    model: Option<&Evaluator>,
    possible: StationSet,
    mut f: impl FnMut(Action, [f32; STYLES]),
) {
    let mut chances: Vec<(Action, [f32; STYLES])> = Vec::with_capacity(64);
    let mut learned = model.map(|model| (model.outlook(rules, before, possible), model.choices()));
    let (mut actions, mut promise) = (vec![], vec![]);
    let here = |at: Station| from.each_ref().map(|of| of[usize::from(at.number())]);
    for at in rules.board().stations().iter().filter(|at| here(*at) != [0.0; STYLES]) {
        let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
        let position = Position::imagine(rules, before, &secret);
        chances.clear();
        position.for_each_action(rules, |action| {
            chances.push((action, [libm::expf(appeal(rules, before, action)), 0.0]));
        });
        let all: f32 = chances.iter().map(|(_, [thumb, _])| thumb).sum();
        if let Some((outlook, choices)) = &mut learned {
            actions.clear();
            actions.extend(chances.iter().map(|(action, _)| *action));
            outlook.stand(Some(at));
            choices.promise(outlook, &actions, &mut promise);
            for ((_, [thumb, learned]), promise) in chances.iter_mut().zip(&promise) {
                *learned = *thumb / all * (1.0 - TRUST) + promise * TRUST;
            }
        }
        let here = here(at);
        for (action, [thumb, learned]) in &chances {
            f(*action, [here[0] * thumb / all, here[1] * learned]);
        }
    }
}

/// Where a decision leads, if it looks like what was seen. Crimes are not compared: whether he can
/// commit one is not known here, and the exact belief knows where he can.
fn shows(rules: &Rules, before: &Public, action: Action, moved: &Moved) -> Option<Station> {
    match action {
        Action::Move(m) if !moved.balloon => {
            let fits = m.ticket == moved.ticket
                && m.double == (moved.leg == Leg::First)
                && m.ability == moved.ability
                && m.show == moved.show
                && moved.at.is_none_or(|at| at == m.to)
                && moved.at.is_some() == before.would_show(rules, m);
            fits.then_some(m.to)
        }
        Action::Land(landing) if moved.balloon => {
            (moved.at == Some(landing.at) && landing.ability == moved.ability).then_some(landing.at)
        }
        _ => None,
    }
}

/// How much a fugitive likes a decision, as the exponent of its chance.
pub(crate) fn appeal(rules: &Rules, public: &Public, action: Action) -> f32 {
    match action {
        Action::Move(m) => {
            // The first move of a double is as good as the best second one.
            let mut appeal =
                if m.double { onward(rules, public, m.to) } else { place(rules, public, m.to) };
            if m.ticket == Some(Ticket::Black) {
                appeal += if rules.is_reveal(public.filled() + 1) { -3.0 } else { -2.0 };
            }
            if m.double {
                appeal -= DOUBLE;
            }
            if m.crime {
                appeal += 2.5;
            }
            if m.show {
                appeal -= 4.0;
            }
            appeal
                + match m.ability {
                    Some(Ability::LieLow) => 1.5,
                    Some(_) => 0.3,
                    None => 0.0,
                }
        }
        Action::Land(landing) => place(rules, public, landing.at),
        Action::Balloon { .. } => -1.0,
        _ => 0.0,
    }
}

/// How much he likes to be a move further on from a station.
fn onward(rules: &Rules, public: &Public, from: Station) -> f32 {
    let links = rules.board().links(from).iter().filter(|link| !public.is_closed(link.to));
    links.map(|link| place(rules, public, link.to)).fold(f32::NEG_INFINITY, f32::max).max(-5.0)
}

/// How much a fugitive likes to be at a station: away from hunters, with many ways on.
fn place(rules: &Rules, public: &Public, at: Station) -> f32 {
    const BY_DISTANCE: [f32; 7] = [-4.0, -3.5, 0.0, 1.1, 1.9, 1.8, 0.8];
    let board = rules.board();
    let distances = board.distances(at);
    let hunters = rules.hunters().filter_map(|hunter| public.station(hunter));
    let nearest = hunters.map(|hunter| distances[usize::from(hunter.number())]).min();
    let nearest = usize::from(nearest.unwrap_or(Board::UNREACHABLE));
    BY_DISTANCE[nearest.min(BY_DISTANCE.len() - 1)] + libm::logf(board.links(at).len().max(1) as f32)
}
