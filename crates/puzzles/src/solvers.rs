//! The first solvers of a puzzle: our bots on their levels, and readers of eight grades for what bots
//! simply know.

use fogbound_engine::{Belief, BotName, BotSpec, Effort, Pieces, Thinking};
use fogbound_rules::{
    Action, HunterView, Mark, Public, PublicEvent, Rng, Rules, Side, Station, StationSet, Turn,
};
use std::time::Duration;

use crate::hash::lasting;
use crate::hunt::{Limit, TooLong};
use crate::net::Judged;
use crate::puzzle::{Kind, Puzzle};
use crate::rating::Rating;

/// The levels of bots, and the grades of readers.
pub const LEVELS: u8 = 8;

/// So many times each of them tries a puzzle for its first rating.
pub const TRIES: u8 = 8;

/// Why he is not at a station, for who thinks of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// A hunter stood there when he moved.
    Stood,
    /// A hunter entered it, and did not catch him.
    Entered,
    /// He answered, committed a crime, or hid.
    Told,
    /// It follows from what was seen before or later.
    Follows,
}

impl Evidence {
    const ALL: [Evidence; 4] = [Evidence::Stood, Evidence::Entered, Evidence::Told, Evidence::Follows];
}

/// What a reader of *Where is he?* makes of what everybody has seen.
struct Reader {
    /// How many of a hundred conclusions escape it.
    forgets: usize,
    /// How many of a thousand stations slip its mind, at every move.
    loses: usize,
    /// What escapes it twice as often.
    weak: Evidence,
}

/// What readers of each grade forget and lose.
const READERS: [(usize, usize); LEVELS as usize] =
    [(60, 60), (45, 40), (33, 28), (23, 19), (15, 12), (9, 7), (4, 4), (1, 1)];

/// The nodes of a decision of `alphabeta` on each level, who like a *Slip away* holds that hunters know where he is, and in how many of a
/// hundred decisions it takes any.
const CALCULATORS: [(u64, usize); LEVELS as usize] =
    [(10, 45), (30, 30), (100, 15), (300, 5), (1_000, 0), (3_000, 0), (10_000, 0), (30_000, 0)];

impl Puzzle {
    /// What comes of tries by the first solvers, of levels 1 to `levels`: one try each, and then the next.
    pub(crate) fn first_tries(&self, levels: u8) -> Result<Vec<Vec<(Rating, bool)>>, TooLong> {
        let round = |number| {
            let tries = 1..=levels.clamp(1, LEVELS);
            tries.map(|level| Ok((Rating::of_level(level), self.is_solved_by(level, number)?))).collect()
        };
        (0..TRIES).map(round).collect()
    }

    /// Whether one of the first solvers solves it, of a level from 1 to 8: our bots, and for *Where is he?* readers who forget and
    /// lose as much as that. Tries of different numbers have chance of their own.
    pub fn is_solved_by(&self, level: u8, number: u8) -> Result<bool, TooLong> {
        let seed = lasting(self.id().bytes().chain([level, number]));
        match self.kind() {
            Kind::Where => {
                let (forgets, loses) = READERS[usize::from(level.clamp(1, LEVELS)) - 1];
                let weak = Evidence::ALL[usize::from(number) % Evidence::ALL.len()];
                let reader = Reader { forgets, loses, weak };
                Ok(reader.reads(&self.view(), &mut Rng::new(seed)) == self.possible())
            }
            Kind::Close => self.is_closed_by(level, seed),
            Kind::Slip if number.is_multiple_of(2) => {
                let spec = BotSpec::of_level(Side::Fugitive, level);
                self.is_slipped_by(spec, 0, seed)
            }
            Kind::Slip => {
                let (nodes, slips) = CALCULATORS[usize::from(level.clamp(1, LEVELS)) - 1];
                let effort = Some(Effort::Nodes(nodes));
                self.is_slipped_by(BotSpec { name: BotName::AlphaBeta, effort }, slips, seed)
            }
        }
    }

    /// Whether the hunters' bot of a level finds a first turn that is right.
    fn is_closed_by(&self, level: u8, seed: u64) -> Result<bool, TooLong> {
        let Some(mut attempt) = self.attempt() else { return Ok(false) };
        let spec = BotSpec::of_level(Side::Hunters, level);
        let Some(mut bot) = spec.hunters(seed) else { return Ok(false) };
        let mut view = self.view();
        let clock = || Duration::ZERO;
        loop {
            let mut thinking = Thinking::new(spec.budget(), &clock);
            let Ok(action) = bot.choose(&view, Pieces::ALL, &mut thinking) else { return Ok(false) };
            match attempt.play(action)? {
                Judged::Right => {}
                Judged::Caught | Judged::Replied(_) => return Ok(true),
                Judged::Wrong(_) | Judged::Impossible => return Ok(false),
            }
            let Action::Hunt { hunter, ticket, to } = action else { return Ok(false) };
            if view.apply(&PublicEvent::Hunted { hunter, ticket, to, captured: false }).is_err() {
                return Ok(false);
            }
        }
    }

    /// Whether a bot plays a safe turn that takes any decision in so many of a hundred.
    fn is_slipped_by(&self, spec: BotSpec, slips: usize, seed: u64) -> Result<bool, TooLong> {
        let mut rng = Rng::new(seed);
        let (Some(game), Some(mut bot)) = (self.game(), spec.fugitive(seed)) else { return Ok(false) };
        let Ok(courses) = self.courses(Limit::default()) else { return Err(TooLong) };
        let mut game = game.clone();
        let mut actions = Vec::new();
        let clock = || Duration::ZERO;
        while game.turn() == Turn::Fugitive {
            let mut thinking = Thinking::new(spec.budget(), &clock);
            let any = game.fugitive_view().actions();
            let action = if rng.below(100) < slips {
                any[rng.below(any.len())]
            } else {
                let Ok(action) = bot.choose(&game.fugitive_view(), &mut thinking) else {
                    return Ok(false);
                };
                action
            };
            actions.push(action);
            if game.play(action.into()).is_err() {
                return Ok(false);
            }
        }
        Ok(courses.iter().any(|course| course.safe && course.actions == actions))
    }
}

impl Reader {
    /// What the reader marks.
    fn reads(&self, view: &HunterView, rng: &mut Rng) -> StationSet {
        let rules = view.rules();
        let mut belief = Belief::new(rules);
        let (mut known, mut mind) = (StationSet::EMPTY, StationSet::EMPTY);
        let mut before = None;
        for (event, after) in view.events().iter().zip(view.states()) {
            let far = led(rules, known, event);
            belief.observe(event, after);
            known = belief.possible();
            mind = if known.is_subset(&far) && !is_plain(event) {
                let concluded = led(rules, mind, event);
                self.conclude(event, before.unwrap_or(after), (far, known), concluded, rng)
            } else {
                known
            };
            before = Some(after);
        }
        // Where hunters stand now is there to be seen.
        let public = view.public();
        rules.hunters().filter_map(|hunter| public.station(hunter)).fold(mind, without)
    }

    /// What is left of the stations in mind after an event: of `far`, where he could be if nothing else were known, `known` are left to
    /// who misses nothing.
    fn conclude(
        &self,
        event: &PublicEvent,
        before: &Public,
        (far, known): (StationSet, StationSet),
        mind: StationSet,
        rng: &mut Rng,
    ) -> StationSet {
        let moved = matches!(event, PublicEvent::Moved(_));
        let keeps = |&at: &Station| {
            let evidence = match event {
                PublicEvent::Moved(_) if before.is_occupied(at) => Evidence::Stood,
                PublicEvent::Hunted { to, .. } if *to == at => Evidence::Entered,
                _ if known.contains(at) || !far.contains(at) => {
                    return !moved || rng.below(1000) >= self.loses;
                }
                PublicEvent::Moved(moved) if !moved.crime && moved.ability.is_none() => {
                    Evidence::Follows
                }
                PublicEvent::Moved(_) | PublicEvent::Asked { .. } => Evidence::Told,
                _ => Evidence::Follows,
            };
            let twice = if evidence == self.weak { 2 } else { 1 };
            rng.below(100) < self.forgets * twice
        };
        mind.iter().filter(keeps).collect()
    }
}

/// Where a move leads from some stations, by its ticket alone.
fn led(rules: &Rules, from: StationSet, event: &PublicEvent) -> StationSet {
    let PublicEvent::Moved(moved) = event else { return from };
    let lead = |all: StationSet, from| all.union(rules.destinations(moved.ticket, from));
    from.iter().fold(StationSet::EMPTY, lead)
}

/// Whether he stands in plain sight after it, or a game begins.
fn is_plain(event: &PublicEvent) -> bool {
    match event {
        PublicEvent::SetUp { .. } => true,
        PublicEvent::Started { at } => at.is_some(),
        PublicEvent::Moved(moved) => moved.at.is_some(),
        _ => false,
    }
}

fn without(mut set: StationSet, at: Station) -> StationSet {
    set.remove(at);
    set
}

/// What is left if nobody's station is taken into account: what a first look gives.
pub(crate) fn first_look(view: &HunterView) -> StationSet {
    let rules = view.rules();
    let mut set = StationSet::EMPTY;
    for (event, after) in view.events().iter().zip(view.states()) {
        match event {
            PublicEvent::SetUp { .. } => {
                let mut belief = Belief::new(rules);
                belief.observe(event, after);
                set = belief.possible();
            }
            PublicEvent::Started { at: Some(at) } | PublicEvent::Opened { at, .. } => {
                set = StationSet::only(*at)
            }
            PublicEvent::Moved(moved) => {
                let lead = |all: StationSet, from| all.union(rules.destinations(moved.ticket, from));
                set =
                    moved.at.map_or_else(|| set.iter().fold(StationSet::EMPTY, lead), StationSet::only);
                if moved.crime {
                    set = set.intersection(rules.board().marked(Mark::Crime));
                }
                if moved.ability.is_some() {
                    set = set.intersection(rules.board().marked(Mark::Hideout));
                }
            }
            _ => {}
        }
    }
    set
}
