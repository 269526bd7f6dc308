//! The belief a second time, slow and obvious: every secret that the fugitive may have is assumed
//! and played through the rules, and what does not look as the game looked is dropped.
//!
//! A hypothesis is a position with an assumed secret. All hypotheses after slot `n` make layer `n`;
//! each knows which of the layer before it may have come from. A path through the layers is one
//! history that looks, event for event, like the public one:
//!
//! - Two hypotheses of a layer with the same [`Future`] become one node with both origins. The rules
//!   read nothing else of a secret, so whatever goes on from the one goes on from the other.
//! - What is told of an earlier slot (Mycroft's trail, an opened slot) is a condition on the node of
//!   that slot, so it is struck out there, and with it all paths that need it. No node has to
//!   remember where it came through.
//! - The hand of crime tiles is decided as late as it can be. He may always leave a crime undone, so
//!   the hand is seen only by crimes that happen: those of a history happened at different scenes,
//!   and no more of them than he has tiles, for with the last one the game ends. Such scenes can
//!   always be filled up to a whole hand with others, and every hand that would explain the history
//!   holds them. So it is enough to remember the scenes of the crimes, and to try each other scene
//!   as a tile of his when the next one happens.
//!
//! That the three are right is not taken on trust: `naive.rs` does without them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use fogbound_rules::edition::Start;
use fogbound_rules::{
    Ability, Action, Answer, Draw, Leg, Link, Move, Moved, Outcome, Phase, Play, Position, Public,
    PublicEvent, Rules, SecretSetup, Setup, State, Station, StationSet, Ticket, Token,
};

/// A mistake that a belief could make. The reference makes it if asked to, to show that the
/// comparison would find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// The first move of a double may end where a hunter stands.
    FirstLegThroughHunters,
    /// The first move of a double may end where no second one is possible (9.17).
    FirstLegLeadsNowhere,
    /// A hunter that enters a station without a capture excludes nothing.
    EnteredStaysOpen,
    /// He may have been without a legal move, although the game went on (4.6).
    CorneredStays,
    /// The balloon may turn up his own start tile.
    OwnTileTurned,
    /// A crime may happen twice at one scene.
    SceneTwice,
    /// The answer to Sherlock Holmes is not heard.
    QuarterUnheard,
    /// The answer to Dr Watson is not heard.
    SymbolUnheard,
    /// The answer to Mycroft Holmes is not heard.
    TrailUnheard,
    /// An opened slot before the last one is not looked at.
    EarlierSlotUnopened,
    /// What is learnt later does not possible back to earlier slots.
    NoHindsight,
}

impl Mistake {
    pub const ALL: [Mistake; 11] = [
        Mistake::FirstLegThroughHunters,
        Mistake::FirstLegLeadsNowhere,
        Mistake::EnteredStaysOpen,
        Mistake::CorneredStays,
        Mistake::OwnTileTurned,
        Mistake::SceneTwice,
        Mistake::QuarterUnheard,
        Mistake::SymbolUnheard,
        Mistake::TrailUnheard,
        Mistake::EarlierSlotUnopened,
        Mistake::NoHindsight,
    ];
}

/// All that the rules read of a secret after a slot is filled, under one public history.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Future {
    at: Option<Station>,
    tile: Option<(Station, Station)>,
    scenes: StationSet,
}

impl Future {
    fn of(rules: &Rules, position: &Position) -> Future {
        let secret = position.secret();
        let played = secret.crimes().filter(|&(_, played)| played);
        Future {
            at: secret.station(),
            tile: secret.tile(rules),
            scenes: played.map(|(scene, _)| scene).collect(),
        }
    }
}

struct Node {
    position: Position,
    /// By their place in the layer before.
    parents: Vec<usize>,
    alive: bool,
}

/// Why hypotheses were dropped, counted: the games must bring all of it.
#[derive(Default)]
pub struct Dropped {
    pub entered: usize,
    pub cornered: usize,
    pub own_tile: usize,
    pub answers: usize,
    pub trails: usize,
}

/// Every history that looks like the public one.
pub struct Reference {
    rules: Arc<Rules>,
    mistake: Option<Mistake>,
    layers: Vec<Vec<Node>>,
    pub dropped: Dropped,
}

impl Reference {
    /// The hypotheses at the beginning of a game (3.1).
    pub fn new(rules: &Arc<Rules>, state: &State, mistake: Option<Mistake>) -> Reference {
        let positions = first_secrets(rules, state).into_iter().map(|secret| {
            let setup = Setup { state: state.clone(), secret };
            Position::new(rules, &setup).expect("a first secret of the rules")
        });
        let nodes = positions.filter(|position| position.outcome().is_none());
        let nodes = nodes.map(|position| Node { position, parents: vec![], alive: true }).collect();
        Reference { rules: Arc::clone(rules), mistake, layers: vec![nodes], dropped: Dropped::default() }
    }

    /// Takes in one step: what was done, and what followed from it by itself.
    pub fn step(&mut self, events: &[PublicEvent]) {
        let Some((first, rest)) = events.split_first() else { return };
        match first {
            PublicEvent::Moved(moved) => self.moved(moved),
            PublicEvent::Started { at: None } => self.started(),
            PublicEvent::Started { at: Some(at) } => self.play_all(Draw::Ticket { at: *at }.into()),
            PublicEvent::Placed { hunter, at } => {
                self.play_all(Action::Place { hunter: *hunter, at: *at }.into());
            }
            PublicEvent::Ballooned { leg } => {
                self.play_all(Action::Balloon { double: *leg == Leg::First }.into());
            }
            PublicEvent::TileTurned { first, .. } => self.tile_turned(*first),
            PublicEvent::Taken { from, ticket } => {
                self.play_all(Action::Take { from: *from, ticket: *ticket }.into());
            }
            PublicEvent::Hunted { hunter, ticket, to, captured } => {
                assert!(!captured, "the game goes on");
                self.play_all(Action::Hunt { hunter: *hunter, ticket: *ticket, to: *to }.into());
            }
            PublicEvent::Asked { token, answer } => self.asked(*token, *answer),
            PublicEvent::TurnEnded => self.play_all(Action::EndTurn.into()),
            PublicEvent::SetUp { .. }
            | PublicEvent::Opened { .. }
            | PublicEvent::Conceded { .. }
            | PublicEvent::Ended(_) => panic!("no step of a game that goes on"),
        }
        for event in rest {
            let PublicEvent::Opened { slot, at } = event else { panic!("the game goes on") };
            let last = usize::from(*slot) + 1 == self.layers.len();
            if last || self.mistake != Some(Mistake::EarlierSlotUnopened) {
                self.told(*slot, *at);
            }
        }
        self.prune();
    }

    fn last(&mut self) -> &mut Vec<Node> {
        self.layers.last_mut().expect("there is a layer for the start")
    }

    /// A step that is the same whatever the secret is, if it is possible at all.
    fn play_all(&mut self, play: Play) {
        let rules = Arc::clone(&self.rules);
        let mistake = self.mistake;
        let mut dropped = std::mem::take(&mut self.dropped);
        for node in self.last().iter_mut().filter(|node| node.alive) {
            node.alive = node.position.play(&rules, play).is_ok()
                && goes_on(&node.position, mistake, &mut dropped);
        }
        self.dropped = dropped;
    }

    /// He chose a station of his start tile, nobody saw which.
    fn started(&mut self) {
        let rules = Arc::clone(&self.rules);
        let mut nodes = Vec::new();
        for node in self.layers[0].iter().filter(|node| node.alive) {
            for action in node.position.actions(&rules) {
                let mut position = node.position;
                position.apply(&rules, action);
                let alive = goes_on(&position, self.mistake, &mut self.dropped);
                nodes.push(Node { position, parents: vec![], alive });
            }
        }
        self.layers[0] = nodes;
    }

    /// He moved: all that he may have decided, if it looks like what was seen.
    fn moved(&mut self, moved: &Moved) {
        let rules = Arc::clone(&self.rules);
        let mut next: Vec<Node> = Vec::new();
        let mut known: HashMap<Future, usize> = HashMap::new();
        let layer = self.layers.last().expect("there is a layer for the start");
        for (parent, node) in layer.iter().enumerate().filter(|(_, node)| node.alive) {
            for (position, action) in decisions(&rules, &node.position, moved, self.mistake) {
                let mut after = position;
                after.apply(&rules, action);
                if !goes_on(&after, self.mistake, &mut self.dropped) {
                    continue;
                }
                let place = *known.entry(Future::of(&rules, &after)).or_insert_with(|| {
                    next.push(Node { position: after, parents: vec![], alive: true });
                    next.len() - 1
                });
                let parents = &mut next[place].parents;
                if parents.last() != Some(&parent) {
                    parents.push(parent);
                }
            }
        }
        self.layers.push(next);
    }

    fn tile_turned(&mut self, first: Station) {
        let rules = Arc::clone(&self.rules);
        let (mistake, mut own_tiles) = (self.mistake, 0);
        for node in self.last().iter_mut().filter(|node| node.alive) {
            if !node.position.draws(&rules).contains(&Draw::Tile { first }) {
                own_tiles += 1;
                node.alive = mistake == Some(Mistake::OwnTileTurned);
            }
            node.position.apply_draw(&rules, Draw::Tile { first });
            node.alive &= node.position.outcome().is_none();
        }
        self.dropped.own_tile += own_tiles;
    }

    /// A token was spent: whoever would have answered otherwise is not there (6.4.6).
    fn asked(&mut self, token: Token, answer: Answer) {
        let rules = Arc::clone(&self.rules);
        let board = rules.board();
        let mistake = self.mistake;
        let mut wrong = 0;
        for node in self.last().iter_mut().filter(|node| node.alive) {
            let at = node.position.fugitive().expect("he has a station when the hunters move");
            let fits = match answer {
                Answer::Quarter(quarter) => {
                    mistake == Some(Mistake::QuarterUnheard) || board.quarter(quarter).contains(at)
                }
                Answer::Symbol(yes) => {
                    let Token::Symbol { symbol } = token else { panic!("an answer to Dr Watson") };
                    mistake == Some(Mistake::SymbolUnheard) || board.marked(symbol).contains(at) == yes
                }
                Answer::Trail(_) | Answer::None => true,
            };
            wrong += usize::from(!fits);
            node.alive = fits;
        }
        self.dropped.answers += wrong;
        if let Answer::Trail(at) = answer
            && mistake != Some(Mistake::TrailUnheard)
        {
            let before = self.now().len();
            self.told(self.layers.len() as u8 - 1 - 2, at);
            self.prune();
            self.dropped.trails += usize::from(self.now().len() < before);
        }
        self.play_all(Action::Token(token).into());
    }

    /// The station of a slot became known.
    fn told(&mut self, slot: u8, at: Station) {
        for node in &mut self.layers[usize::from(slot)] {
            node.alive &= node.position.fugitive() == Some(at);
        }
    }

    /// Strikes out what is on no path from the first layer to the last.
    fn prune(&mut self) {
        for index in 1..self.layers.len() {
            let (before, layer) = pair(&mut self.layers, index);
            for node in layer.iter_mut().filter(|node| node.alive) {
                node.alive = node.parents.iter().any(|&parent| before[parent].alive);
            }
        }
        if self.mistake == Some(Mistake::NoHindsight) {
            return;
        }
        for index in (1..self.layers.len()).rev() {
            let (before, layer) = pair(&mut self.layers, index);
            let mut leads_on = vec![false; before.len()];
            for node in layer.iter().filter(|node| node.alive) {
                node.parents.iter().for_each(|&parent| leads_on[parent] = true);
            }
            before.iter_mut().zip(leads_on).for_each(|(node, leads_on)| node.alive &= leads_on);
        }
    }

    /// Where he can be; before he has a start station, where that can be.
    pub fn now(&self) -> StationSet {
        self.slot(self.layers.len() - 1)
    }

    /// Where he can have been when the slot was filled, given all that was seen until now. Slot 0
    /// is the start.
    pub fn slot(&self, slot: usize) -> StationSet {
        let alive = self.layers[slot].iter().filter(|node| node.alive);
        let mut stations = StationSet::EMPTY;
        for node in alive {
            match node.position.fugitive() {
                Some(at) => stations.insert(at),
                None => starts(&self.rules, &node.position).for_each(|at| stations.insert(at)),
            }
        }
        stations
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of filled slots.
    pub fn filled(&self) -> usize {
        self.layers.len() - 1
    }

    /// What everybody knows in each hypothesis. It must be what everybody knows.
    pub fn publics(&self) -> impl Iterator<Item = &Public> {
        let layer = self.layers.last().into_iter().flatten();
        layer.filter(|node| node.alive).map(|node| node.position.public())
    }

    /// Every way that he can have gone: on a small board, and soon.
    pub fn paths(&self) -> BTreeSet<Vec<Station>> {
        let mut paths: Vec<BTreeSet<Vec<Station>>> = vec![];
        for layer in &self.layers {
            let mut next = Vec::new();
            for node in layer {
                let origins = node.parents.iter().flat_map(|&parent| &paths[parent]).cloned();
                let origins: Vec<_> = if paths.is_empty() { vec![vec![]] } else { origins.collect() };
                let at = node.position.fugitive().filter(|_| node.alive);
                next.push(
                    origins.into_iter().filter_map(|path| Some([path, vec![at?]].concat())).collect(),
                );
            }
            paths = next;
        }
        paths.into_iter().flatten().collect()
    }

    /// Whether he can have gone this way, the start first, one station a slot.
    pub fn is_path(&self, path: &[Station]) -> bool {
        if path.len() != self.layers.len() {
            return false;
        }
        let mut here: Vec<bool> = vec![];
        for (index, (layer, &at)) in self.layers.iter().zip(path).enumerate() {
            here = layer
                .iter()
                .map(|node| {
                    let stands = match node.position.fugitive() {
                        Some(station) => station == at,
                        None => starts(&self.rules, &node.position).any(|start| start == at),
                    };
                    let comes = index == 0 || node.parents.iter().any(|&parent| here[parent]);
                    node.alive && stands && comes
                })
                .collect();
        }
        here.contains(&true)
    }
}

/// A layer and the one before it.
fn pair(layers: &mut [Vec<Node>], index: usize) -> (&mut Vec<Node>, &mut Vec<Node>) {
    let (before, rest) = layers.split_at_mut(index);
    (before.last_mut().expect("a layer before"), &mut rest[0])
}

/// Whether the hypothesis has not ended the game: the real one goes on.
fn goes_on(position: &Position, mistake: Option<Mistake>, dropped: &mut Dropped) -> bool {
    match position.outcome() {
        None => true,
        Some(Outcome::Captured { .. }) => {
            dropped.entered += 1;
            mistake == Some(Mistake::EnteredStaysOpen)
        }
        Some(Outcome::Cornered { .. }) => {
            dropped.cornered += 1;
            mistake == Some(Mistake::CorneredStays)
        }
        Some(_) => false,
    }
}

/// What he may have drawn, given how things stood when the cards were dealt (3.1). Of the hands of
/// crime tiles one will do, see above.
fn first_secrets(rules: &Rules, state: &State) -> Vec<SecretSetup> {
    let cards = rules.board().cards();
    let hand = hand(rules, &[]);
    let at = |at: &Station| SecretSetup { at: Some(*at), ..SecretSetup::default() };
    let secrets: Vec<SecretSetup> = match &rules.edition().start {
        Start::Pile => cards.common.iter().map(at).collect(),
        Start::Cards => cards.fugitive.iter().map(at).collect(),
        Start::Chosen { fugitive, .. } => vec![at(fugitive)],
        Start::Placed => vec![SecretSetup::default()],
        Start::Tiles { either } => {
            let tiles = cards.tiles.iter().map(|&tile| SecretSetup {
                at: (!either).then_some(tile.0),
                before: [None; 2],
                tile: rules.edition().case.is_some().then_some(tile),
                crimes: hand.clone(),
            });
            tiles.collect()
        }
    };
    let taken: StationSet = state.hunters.iter().filter_map(|hunter| hunter.station).collect();
    secrets.into_iter().filter(|secret| secret.at.is_none_or(|at| !taken.contains(at))).collect()
}

/// A hand of crime tiles that holds these, and for the rest any others.
fn hand(rules: &Rules, tiles: &[(Station, bool)]) -> Vec<(Station, bool)> {
    let count = rules.edition().case.as_ref().map_or(0, |case| usize::from(case.crimes));
    let scenes = rules.board().cards().crimes.iter().copied();
    let others = scenes.filter(|&scene| tiles.iter().all(|&(tile, _)| tile != scene));
    tiles.iter().copied().chain(others.map(|scene| (scene, false))).take(count).collect()
}

/// Where he may start from a position in which he has no station yet (6.4.4, 6.5.2).
fn starts(rules: &Rules, position: &Position) -> impl Iterator<Item = Station> {
    let (tile, public) = (position.secret().tile(rules), position.public());
    let stations = match tile {
        Some((first, second)) => vec![first, second],
        None => rules.board().cards().tickets.clone(),
    };
    stations.into_iter().filter(move |&at| !public.is_occupied(at))
}

/// The decisions that look like the move that was seen, each with the position that it is taken in:
/// for a crime, each scene in possible is tried as a tile of his hand.
fn decisions(
    rules: &Rules,
    position: &Position,
    moved: &Moved,
    mistake: Option<Mistake>,
) -> Vec<(Position, Action)> {
    let mut decisions = Vec::new();
    let mut consider = |position: Position, scene: Option<Station>| {
        position.for_each_action(rules, |action| {
            if let Some((to, seen)) = sight(rules, &position, action)
                && seen == *moved
                && scene.is_none_or(|scene| scene == to)
            {
                decisions.push((position, action));
            }
        });
    };
    if !moved.crime {
        consider(*position, None);
    } else {
        let at = position.fugitive().expect("he moves from a station");
        let in_reach = |scene: Station| match moved.at {
            Some(seen) => seen == scene,
            None => rules.board().links(at).iter().any(|link| link.to == scene),
        };
        for scene in rules.board().cards().crimes.iter().copied().filter(|&scene| in_reach(scene)) {
            if let Some(position) = with_tile(rules, position, scene, mistake) {
                consider(position, Some(scene));
            }
        }
    }
    let public = position.public();
    match mistake.filter(|_| moved.leg == Leg::First && !moved.balloon) {
        Some(Mistake::FirstLegThroughHunters) => {
            decisions.extend(first_legs(rules, position, moved, |to| public.is_occupied(to)));
        }
        Some(Mistake::FirstLegLeadsNowhere) => {
            decisions.extend(first_legs(rules, position, moved, |to| !public.is_closed(to)));
        }
        _ => {}
    }
    decisions
}

/// The position if this scene is one of the tiles that he has not played yet; none if it cannot be.
fn with_tile(
    rules: &Rules,
    position: &Position,
    scene: Station,
    mistake: Option<Mistake>,
) -> Option<Position> {
    let mut setup = position.setup(rules);
    let mut played: Vec<(Station, bool)> = setup.secret.crimes;
    played.retain(|&(_, played)| played);
    if played.contains(&(scene, true)) {
        // The mistaken belief takes another scene for the one that was used before.
        let mut scenes = rules.board().cards().crimes.iter().copied();
        let other = scenes.rfind(|&other| played.iter().all(|&(tile, _)| tile != other));
        match other.filter(|_| mistake == Some(Mistake::SceneTwice)) {
            Some(other) => {
                played.iter_mut().filter(|(tile, _)| *tile == scene).for_each(|t| t.0 = other)
            }
            None => return None,
        }
    }
    played.push((scene, false));
    setup.secret.crimes = hand(rules, &played);
    let position = Position::new(rules, &setup);
    assert!(position.is_ok() || mistake.is_some(), "another hand under the same position");
    position.ok()
}

/// What everybody sees of a move or a landing (4.1, 4.3, 6.3.4, 6.3.5, 6.4.7), and where it ends.
/// Said here anew, so that a slip in the engine's own words for it does not go unnoticed.
fn sight(rules: &Rules, position: &Position, action: Action) -> Option<(Station, Moved)> {
    let public = position.public();
    let slot = public.filled() + 1;
    match action {
        Action::Move(m) => {
            let log = &rules.edition().log;
            let seen = if log.open {
                m.ticket != Some(Ticket::Black) && !log.hidden.contains(&slot)
            } else {
                m.show || log.reveal.contains(&slot) && m.ability != Some(Ability::LieLow)
            };
            let leg = match (public.phase(), m.double) {
                (Phase::Second, _) => Leg::Second,
                (_, true) => Leg::First,
                (_, false) => Leg::Single,
            };
            let (ticket, crime, ability, show) = (m.ticket, m.crime, m.ability, m.show);
            let at = seen.then_some(m.to);
            Some((m.to, Moved { slot, ticket, balloon: false, leg, at, crime, ability, show }))
        }
        Action::Land(landing) => {
            let (crime, ability) = (landing.crime, landing.ability);
            let (leg, at) = (public.leg(), Some(landing.at));
            let moved =
                Moved { slot, ticket: None, balloon: true, leg, at, crime, ability, show: false };
            Some((landing.at, moved))
        }
        _ => None,
    }
}

/// First moves of a double as they were seen, to wherever a mistaken belief lets him go.
fn first_legs(
    rules: &Rules,
    position: &Position,
    moved: &Moved,
    open: impl Fn(Station) -> bool,
) -> Vec<(Position, Action)> {
    // A crime, a deed and a station that is seen say too much for these mistakes to matter.
    if moved.at.is_some() || moved.crime || moved.ability.is_some() {
        return vec![];
    }
    let at = position.fugitive().expect("he moves from a station");
    let rides = |link: &&Link| match moved.ticket {
        Some(ticket) => !link.by.intersection(ticket.transports()).is_empty(),
        None => true,
    };
    let links = rules.board().links(at).iter().filter(rides).filter(|link| open(link.to));
    let moves = links.map(|link| Move { double: true, ..Move::plain(moved.ticket, link.to) });
    moves.map(|m| (*position, Action::Move(m))).collect()
}
