//! Where the fugitive can be: the exact set of stations that fits everything the hunters have seen
//! (rule 7.4), one set a slot of the log, so that what is told later reaches back.

mod exclusion;
mod layer;

use std::sync::Arc;

use fogbound_rules::edition::Start;
use fogbound_rules::{
    Answer, Ending, HunterView, Mark, Moved, Phase, Public, PublicEvent, Rules, Station, StationSet,
    Token, Turn,
};

use exclusion::Note;
pub use exclusion::{Exclusion, Reason};
pub(crate) use layer::expand;
use layer::{Layer, States, Step};

/// The stations where the fugitive can be, from the public events of one game and from nothing else.
///
/// If what is seen contradicts the start cards (a game may be set up by hand anywhere), every
/// station counts as a possible start.
///
/// ```
/// use std::sync::Arc;
/// use fogbound_engine::Belief;
/// use fogbound_rules::{Game, Rules, Setup};
/// let rules = Arc::new(Rules::builtin("modern", &[], 5).unwrap());
/// let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).unwrap();
/// let belief = Belief::of(&game.hunters_view());
/// assert_eq!(belief.possible().len(), 13); // the fugitive's start cards
/// ```
#[derive(Clone, Debug)]
pub struct Belief {
    rules: Arc<Rules>,
    /// From the set-up on, one for each slot filled since.
    layers: Vec<Layer>,
    /// The slot of the first layer: not 0 if the game was set up in its middle.
    first_slot: u8,
    notes: Vec<Note>,
    /// The last layer as it was before stations without a way on were dropped, if any were by the
    /// last event.
    undropped: Option<Layer>,
    /// Whether what was seen did not fit the start cards.
    widened: bool,
    /// The events that were taken in, and what everybody knew after them.
    seen: Vec<PublicEvent>,
    public: Option<Public>,
}

impl Belief {
    /// Before anything was seen.
    pub fn new(rules: &Arc<Rules>) -> Belief {
        Belief {
            rules: Arc::clone(rules),
            layers: vec![],
            first_slot: 0,
            notes: vec![],
            undropped: None,
            widened: false,
            seen: vec![],
            public: None,
        }
    }

    /// What follows from all that a view has seen.
    pub fn of(view: &HunterView) -> Belief {
        let mut belief = Belief::new(view.rules());
        belief.follow(view);
        belief
    }

    /// Takes in what the view has seen since the last time. A view with another history, after a
    /// move was taken back, is read anew.
    pub fn follow(&mut self, view: &HunterView) {
        if !self.knows(view) {
            *self = Belief::new(view.rules());
        }
        for index in self.seen.len()..view.events().len() {
            self.observe(&view.events()[index], &view.states()[index]);
        }
    }

    /// Whether what was taken in is the beginning of what the view has seen.
    pub(crate) fn knows(&self, view: &HunterView) -> bool {
        Arc::ptr_eq(&self.rules, view.rules()) && view.events().starts_with(&self.seen)
    }

    /// The same for its first events.
    pub(crate) fn knows_first(&self, view: &HunterView, events: usize) -> bool {
        Arc::ptr_eq(&self.rules, view.rules()) && view.events()[..events].starts_with(&self.seen)
    }

    /// Takes in the first events of a view; it must know none but those.
    pub(crate) fn follow_to(&mut self, view: &HunterView, events: usize) {
        for index in self.seen.len()..events {
            self.observe(&view.events()[index], &view.states()[index]);
        }
    }

    /// The stations of a layer as they follow from what was seen up to its slot, and about it.
    pub(crate) fn forward(&self, layer: usize) -> StationSet {
        self.layers.get(layer).map_or(StationSet::EMPTY, |layer| layer.states.set)
    }

    /// Takes in one event; `after` is what everybody knew after it. The first is the set-up.
    pub fn observe(&mut self, event: &PublicEvent, after: &Public) {
        let before = self.public;
        // A fugitive who cannot move is not said to have lost at once: the log is opened first.
        let undropped = self.undropped.take();
        if let (Some(layer), PublicEvent::Opened { .. } | PublicEvent::Ended(_)) = (undropped, event) {
            let last = self.layers.len() - 1;
            self.layers[last] = layer;
            self.notes.pop();
        }
        self.seen.push(event.clone());
        self.public = Some(*after);
        match event {
            PublicEvent::SetUp { .. } => self.set_up(after),
            PublicEvent::Placed { at, .. } => self.exclude(*at, Reason::Occupied),
            PublicEvent::Started { at: Some(at) } => {
                self.layers = vec![Layer::start(StationSet::only(*at))];
            }
            PublicEvent::Started { at: None } => {}
            PublicEvent::Moved(moved) => self.moved(before.as_ref().unwrap_or(after), moved),
            PublicEvent::Ballooned { .. } => self.keep_marked(Mark::Hideout, true, Reason::HideOut),
            PublicEvent::TileTurned { first, second } => self.turned(*first, *second),
            PublicEvent::Opened { slot, at } => self.told(*slot, *at),
            PublicEvent::Hunted { to, captured: true, .. } => {
                self.keep(self.layers.len() - 1, StationSet::only(*to), Reason::Shown { at: *to });
            }
            PublicEvent::Hunted { to, hunter, .. } => {
                self.exclude(*to, Reason::Entered { hunter: *hunter });
            }
            PublicEvent::Asked { token, answer } => self.asked(*token, *answer, after),
            PublicEvent::Ended(ending) => self.ended(ending),
            PublicEvent::Taken { .. } | PublicEvent::TurnEnded | PublicEvent::Conceded { .. } => {}
        }
        self.drop_stuck(after);
        if self.possible().is_empty() && after.turn() != Turn::Over {
            self.widen(after);
        }
    }

    fn set_up(&mut self, public: &Public) {
        self.first_slot = public.filled();
        let start = match public.shown() {
            Some(shown) => StationSet::only(shown),
            None if public.filled() == 0 => starts(&self.rules, public),
            None => free(&self.rules, public),
        };
        self.layers = vec![Layer::of(States::unknown(&self.rules, start, public.crimes()))];
    }

    fn moved(&mut self, before: &Public, moved: &Moved) {
        let step = Step {
            fare: moved.ticket,
            balloon: moved.balloon,
            crime: moved.crime,
            closed: closed(&self.rules, before),
        };
        let last = &self.layers[self.layers.len() - 1];
        let states = step.advance(&self.rules, &last.states, moved.at);
        self.layers.push(Layer {
            step: Some(step),
            allowed: moved.at.map_or(StationSet::FULL, StationSet::only),
            states,
        });
        if let Some(at) = moved.at {
            self.note(self.layers.len() - 1, Reason::Shown { at });
        }
        if moved.crime {
            self.keep_marked(Mark::Crime, true, Reason::CrimeScene);
        }
        if moved.ability.is_some() {
            self.keep_marked(Mark::Hideout, true, Reason::HideOut);
        }
    }

    fn turned(&mut self, first: Station, second: Station) {
        if self.first_slot > 0 {
            return;
        }
        let others = self.rules.board().cards().tiles.iter().filter(|&&tile| tile != (first, second));
        let open: StationSet = others.flat_map(|&(a, b)| [a, b]).collect();
        self.keep(0, open, Reason::Tile { first, second });
    }

    fn asked(&mut self, token: Token, answer: Answer, after: &Public) {
        let board = self.rules.board();
        match (token, answer) {
            (Token::Quarter, Answer::Quarter(quarter)) => {
                let kept = *board.quarter(quarter);
                self.keep(self.layers.len() - 1, kept, Reason::Answered { token, answer });
            }
            (Token::Symbol { symbol }, Answer::Symbol(bears)) => {
                self.keep_marked(symbol, bears, Reason::Answered { token, answer });
            }
            (Token::Trail, Answer::Trail(at)) => self.told(after.filled() - 2, at),
            _ => {}
        }
    }

    /// A station of the log became known later.
    fn told(&mut self, slot: u8, at: Station) {
        if let Some(layer) = slot.checked_sub(self.first_slot).map(usize::from)
            && layer < self.layers.len()
        {
            self.keep(layer, StationSet::only(at), Reason::Told { at });
        }
    }

    /// Everything is open: nothing is in doubt any more.
    fn ended(&mut self, ending: &Ending) {
        let stations = ending.start.into_iter().chain(ending.route.iter().copied());
        // The layers end where the route does.
        let extra = (1 + ending.route.len()).saturating_sub(self.layers.len());
        let first = extra.saturating_sub(usize::from(ending.start.is_none()));
        for (index, at) in stations.skip(first).enumerate() {
            if let Some(layer) = self.layers.get_mut(index) {
                // Which scenes were used does not matter any more.
                let step = layer.step.map(|step| Step { crime: false, ..step });
                *layer = Layer { step, ..Layer::start(StationSet::only(at)) };
                self.note(index, Reason::Told { at });
            }
        }
    }

    fn keep_marked(&mut self, mark: Mark, bears: bool, reason: Reason) {
        let marked = *self.rules.board().marked(mark);
        let kept = if bears { marked } else { self.rules.board().stations().difference(&marked) };
        self.keep(self.layers.len() - 1, kept, reason);
    }

    #[inline]
    fn exclude(&mut self, station: Station, reason: Reason) {
        let layer = self.layers.len() - 1;
        self.note(layer, reason);
        self.notes.last_mut().expect("just noted").station = Some(station);
        let last = &mut self.layers[layer];
        last.allowed.remove(station);
        last.states.remove(station);
    }

    /// He who is to move and is not said to have lost has a move (rule 4.6).
    fn drop_stuck(&mut self, public: &Public) {
        if !matches!(public.phase(), Phase::Fugitive | Phase::Second) {
            return;
        }
        let layer = self.layers.len() - 1;
        let rules = Arc::clone(&self.rules);
        let set = self.layers[layer].states.set;
        let stuck: StationSet = set.iter().filter(|&at| !public.fugitive_can_move(&rules, at)).collect();
        // If that is so of every station, he has lost, and the next event says so.
        if !stuck.is_empty() && stuck != set {
            self.undropped = Some(self.layers[layer].clone());
            let kept = self.layers[layer].allowed.difference(&stuck);
            self.keep(layer, kept, Reason::Stuck { stations: stuck });
        }
    }

    /// Keeps some stations of a layer, and what follows from them in the layers after it.
    fn keep(&mut self, layer: usize, kept: StationSet, reason: Reason) {
        self.note(layer, reason);
        let target = &mut self.layers[layer];
        target.allowed = target.allowed.intersection(&kept);
        target.states.keep(&target.allowed);
        self.run_from(layer);
    }

    fn run_from(&mut self, layer: usize) {
        for index in layer + 1..self.layers.len() {
            let (past, rest) = self.layers.split_at_mut(index);
            let next = &mut rest[0];
            let step = next.step.as_ref().expect("all layers but the first have a step");
            next.states = step.advance(&self.rules, &past[index - 1].states, None);
            next.states.keep(&next.allowed);
        }
    }

    #[inline]
    fn note(&mut self, layer: usize, reason: Reason) {
        self.notes.push(Note { layer: layer as u8, event: self.seen.len() - 1, station: None, reason });
    }

    /// What was seen cannot be if he started from a card: any start is possible that no event
    /// excludes. If nothing fits even so, every free station counts, and the past is forgotten.
    #[cold]
    fn widen(&mut self, public: &Public) {
        let excluded = |at: &Station| {
            self.notes.iter().any(|note| note.layer == 0 && note.excludes(&self.rules, *at))
        };
        let all = self.rules.board().stations().iter().filter(|at| !excluded(at)).collect();
        self.layers[0] = Layer::of(States::unknown(&self.rules, all, 0));
        self.widened = true;
        self.run_from(0);
        if self.possible().is_empty() {
            let states = States::unknown(&self.rules, free(&self.rules, public), public.crimes());
            self.layers = vec![Layer::of(states)];
            self.first_slot = public.filled();
            self.notes.clear();
        }
    }

    /// Whether the start cards were given up, which reaches back to the beginning.
    pub(crate) fn is_widened(&self) -> bool {
        self.widened
    }

    /// Where he can be now; before he has a start station, where he may start.
    pub fn possible(&self) -> StationSet {
        self.layers.last().map_or(StationSet::EMPTY, |layer| layer.states.set)
    }

    /// Where he can have been when a slot was filled, given all that is known now. Slot 0 is the
    /// start.
    pub fn slot(&self, slot: u8) -> StationSet {
        let Some(layer) = slot.checked_sub(self.first_slot).map(usize::from) else {
            return self.rules.board().stations();
        };
        let Some(last) = self.layers.last() else { return StationSet::EMPTY };
        let mut states = last.states.clone();
        for index in (layer..self.layers.len() - 1).rev() {
            let step = self.layers[index + 1].step.as_ref().expect("only the first has none");
            states = step.retreat(&self.rules, &self.layers[index].states, &states);
        }
        if layer < self.layers.len() { states.set } else { StationSet::EMPTY }
    }

    /// One path that ends there and fits everything: the start, then the station of each slot.
    /// None if he cannot be there.
    pub fn path_to(&self, station: Station) -> Option<Vec<Station>> {
        self.trace(station, |_| 0)
    }

    /// The same by the choice of `pick`, which gives a number below its argument.
    pub fn trace(&self, station: Station, mut pick: impl FnMut(usize) -> usize) -> Option<Vec<Station>> {
        let mut states = self.layers.last()?.states.clone();
        states.keep(&StationSet::only(station));
        states.set.contains(station).then_some(())?;
        let mut path = vec![station];
        for index in (0..self.layers.len() - 1).rev() {
            let step = self.layers[index + 1].step.as_ref()?;
            states = step.retreat(&self.rules, &self.layers[index].states, &states);
            let from = states.set.nth(pick(states.set.len()))?;
            states.keep(&StationSet::only(from));
            path.push(from);
        }
        path.reverse();
        Some(path)
    }

    /// The scenes of the crimes on a path (Holmes).
    pub(crate) fn scenes(&self, path: &[Station]) -> Vec<Station> {
        let steps = self.layers.iter().skip(1).zip(path.iter().skip(1));
        let seen = steps.filter(|(layer, _)| layer.step.is_some_and(|step| step.crime));
        seen.map(|(_, &at)| at).collect()
    }

    /// What excludes a station now; none if he can be there.
    pub fn why_not(&self, station: Station) -> Option<Exclusion> {
        self.why_not_at(self.first_slot + self.layers.len().max(1) as u8 - 1, station)
    }

    /// What excludes a station for an earlier slot; none if he can have been there then.
    pub fn why_not_at(&self, slot: u8, station: Station) -> Option<Exclusion> {
        if self.slot(slot).contains(station) {
            return None;
        }
        let index = slot.checked_sub(self.first_slot).map(usize::from)?;
        let layer = self.layers.get(index)?;
        let exclusion = |event, reason| Some(Exclusion { slot, station, event, reason });
        if !self.rules.board().stations().contains(station) {
            return exclusion(None, Reason::NoStation);
        }
        let notes = self.notes.iter().filter(|note| usize::from(note.layer) == index);
        for note in notes {
            if note.excludes(&self.rules, station) {
                return exclusion(Some(note.event), note.reason);
            }
        }
        let Some(step) = &layer.step else { return exclusion(Some(0), Reason::NoStart) };
        if layer.states.set.contains(station) {
            return exclusion(None, Reason::DeadEnd);
        }
        if step.closed.contains(station) {
            return exclusion(None, Reason::Occupied);
        }
        let before = &self.layers[index - 1].states;
        if step.crime && step.targets(&self.rules, &before.set, None).contains(station) {
            return exclusion(None, Reason::SceneUsed);
        }
        let all = self.rules.board().stations();
        let from = all.iter().filter(|&from| self.rules.destinations(step.fare, from).contains(station));
        exclusion(None, Reason::NoWay { ticket: step.fare, from: from.collect() })
    }
}

/// The stations where the fugitive may start (rule 3.1).
fn starts(rules: &Rules, public: &Public) -> StationSet {
    let cards = rules.board().cards();
    let drawn = |deck: &[Station]| {
        let mut hunters = rules.hunters().filter_map(|hunter| public.station(hunter));
        hunters.all(|at| deck.contains(&at))
    };
    let (dealt, all): (bool, StationSet) = match &rules.edition().start {
        Start::Pile => (drawn(&cards.common), cards.common.iter().copied().collect()),
        Start::Cards => (drawn(&cards.hunters), cards.fugitive.iter().copied().collect()),
        Start::Tiles { either } => {
            let stations = cards.tiles.iter().flat_map(|&(a, b)| [Some(a), either.then_some(b)]);
            (drawn(&cards.hunters), stations.flatten().collect())
        }
        Start::Chosen { fugitive, .. } => (true, StationSet::only(*fugitive)),
        Start::Placed => (true, cards.tickets.iter().copied().collect()),
    };
    let all = if dealt || public.phase() == Phase::StartChoice { all } else { rules.board().stations() };
    all.difference(&closed(rules, public))
}

/// Where he may not stop.
#[inline]
pub(crate) fn closed(rules: &Rules, public: &Public) -> StationSet {
    let hunters = rules.hunters().filter_map(|hunter| public.station(hunter));
    let mut closed: StationSet = hunters.collect();
    if rules.has_case() {
        public.roadblocks().for_each(|at| closed.insert(at));
    }
    closed
}

fn free(rules: &Rules, public: &Public) -> StationSet {
    rules.board().stations().difference(&closed(rules, public))
}
