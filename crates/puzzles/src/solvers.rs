//! The first solvers of a puzzle: our bots on their levels, and readers of eight grades for what bots
//! simply know.

use fogbound_engine::{Belief, BotSpec, Pieces, Thinking};
use fogbound_rules::{
    Action, Answer as Told, HunterView, Mark, PublicEvent, Rules, Side, StationSet, Token, Turn,
};
use std::time::Duration;

use crate::hunt::{Limit, TooLong};
use crate::net::Judged;
use crate::puzzle::{Kind, Puzzle};
use crate::rating::Rating;

/// What a reader of *Where is he?* takes into account, and how many stations he can keep in mind.
struct Reader {
    /// Where hunters stood at each of his moves, and not only where they stand now.
    then: bool,
    /// What hunters entered without a capture.
    entered: bool,
    /// All the rest: answers, crimes, hide-outs, what reaches back.
    all: bool,
    /// The most possible stations at any moment since he was seen.
    mind: usize,
}

const READERS: [Reader; 8] = [
    Reader { then: false, entered: false, all: false, mind: 4 },
    Reader { then: false, entered: false, all: false, mind: 10 },
    Reader { then: true, entered: false, all: false, mind: 8 },
    Reader { then: true, entered: false, all: false, mind: 16 },
    Reader { then: true, entered: true, all: false, mind: 12 },
    Reader { then: true, entered: true, all: false, mind: 24 },
    Reader { then: true, entered: true, all: true, mind: 36 },
    Reader { then: true, entered: true, all: true, mind: 255 },
];

impl Puzzle {
    /// What comes of tries by the first solvers, of levels 1 to `levels`, with two seeds each.
    pub(crate) fn first_tries(&self, levels: u8) -> Result<Vec<(Rating, bool)>, TooLong> {
        let mut tries = Vec::new();
        match self.kind() {
            Kind::Where => {
                let (view, answer) = (self.view(), self.possible());
                for (level, reader) in (1..).zip(&READERS) {
                    let solved = reader.reads(&view) == Some(answer);
                    tries.extend([(Rating::of_level(level), solved); 2]);
                }
            }
            Kind::Close | Kind::Slip => {
                for level in 1..=levels.clamp(1, 8) {
                    for seed in [1, 2] {
                        let solved = match self.kind() {
                            Kind::Close => self.is_closed_by(level, seed)?,
                            _ => self.is_slipped_by(level, seed)?,
                        };
                        tries.push((Rating::of_level(level), solved));
                    }
                }
            }
        }
        Ok(tries)
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

    /// Whether the fugitive's bot of a level plays a safe turn.
    fn is_slipped_by(&self, level: u8, seed: u64) -> Result<bool, TooLong> {
        let spec = BotSpec::of_level(Side::Fugitive, level);
        let (Some(game), Some(mut bot)) = (self.game(), spec.fugitive(seed)) else { return Ok(false) };
        let Ok(courses) = self.courses(Limit::default()) else { return Err(TooLong) };
        let mut game = game.clone();
        let mut actions = Vec::new();
        let clock = || Duration::ZERO;
        while game.turn() == Turn::Fugitive {
            let mut thinking = Thinking::new(spec.budget(), &clock);
            let Ok(action) = bot.choose(&game.fugitive_view(), &mut thinking) else { return Ok(false) };
            actions.push(action);
            if game.play(action.into()).is_err() {
                return Ok(false);
            }
        }
        Ok(courses.iter().any(|course| course.safe && course.actions == actions))
    }
}

impl Reader {
    /// What the reader marks; none if it was too much to keep in mind.
    fn reads(&self, view: &HunterView) -> Option<StationSet> {
        let rules = view.rules();
        let mut set = StationSet::EMPTY;
        let mut most = 0;
        for (index, (event, after)) in view.events().iter().zip(view.states()).enumerate() {
            match event {
                PublicEvent::SetUp { .. } => {
                    let mut belief = Belief::new(rules);
                    belief.observe(event, after);
                    set = belief.possible();
                }
                PublicEvent::Started { at: Some(at) } | PublicEvent::Opened { at, .. } => {
                    set = StationSet::only(*at);
                }
                PublicEvent::Moved(moved) => {
                    let lead = |all: StationSet, from| all.union(rules.destinations(moved.ticket, from));
                    set = set.iter().fold(StationSet::EMPTY, lead);
                    if self.then {
                        let before = &view.states()[index.saturating_sub(1)];
                        let stood = rules.hunters().filter_map(|hunter| before.station(hunter));
                        set = stood.fold(set, without);
                    }
                    set = moved.at.map_or(set, StationSet::only);
                }
                PublicEvent::Hunted { to, .. } if self.entered => set = without(set, *to),
                PublicEvent::Asked { token, answer } => set = asked(rules, set, *token, *answer),
                _ => {}
            }
            most = if set.len() == 1 { 1 } else { most.max(set.len()) };
        }
        let public = view.public();
        let stand = rules.hunters().filter_map(|hunter| public.station(hunter));
        set = stand.fold(set, without);
        if self.all {
            set = Belief::of(view).possible();
        }
        (most <= self.mind).then_some(set)
    }
}

fn without(mut set: StationSet, at: fogbound_rules::Station) -> StationSet {
    set.remove(at);
    set
}

/// What everybody understands of an answer.
fn asked(rules: &Rules, set: StationSet, token: Token, answer: Told) -> StationSet {
    let board = rules.board();
    match (token, answer) {
        (Token::Quarter, Told::Quarter(quarter)) => set.intersection(board.quarter(quarter)),
        (Token::Symbol { symbol }, Told::Symbol(bears)) => {
            let marked: &StationSet = board.marked(symbol);
            if bears { set.intersection(marked) } else { set.difference(marked) }
        }
        _ => set,
    }
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
