//! One turn of the hunters over all that they hold possible, and what it is cut down to.

use fogbound_rules::{
    Action, Hunter, Phase, Position, Public, Rules, SecretSetup, Side, Station, StationSet, Ticket,
    Token, Transports,
};

/// A moment as a solver knows it: the position with one secret that fits, and where he can be. Hunters
/// who know everything have one possible station.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    /// Its fugitive stands on a possible station.
    pub(crate) position: Position,
    pub(crate) possible: StationSet,
}

/// What a decision of the hunters leads to.
pub(crate) enum Hunted {
    /// Wherever he was, he is caught.
    Caught,
    /// He has won the game.
    Lost,
    /// Their turn goes on.
    On(Node),
    /// He is to move: all moments that the hunters can tell apart.
    Over(Vec<Node>),
}

/// How much a solver may look at.
#[derive(Clone, Copy, Debug)]
pub struct Limit(u64);

/// A solver has looked at as much as it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this needs more search than is allowed")]
pub struct TooLong;

impl Limit {
    /// So many decisions of the hunters.
    pub const fn new(nodes: u64) -> Limit {
        Limit(nodes)
    }

    pub(crate) fn spend(&mut self) -> Result<(), TooLong> {
        self.0 = self.0.checked_sub(1).ok_or(TooLong)?;
        Ok(())
    }
}

impl Default for Limit {
    /// Enough for every puzzle that is made, many times over.
    fn default() -> Limit {
        Limit(100_000_000)
    }
}

/// The same moment with him at another station. Nothing else of his secret matters where there is no
/// case, and nobody asks for it where everything is known.
pub(crate) fn imagine(rules: &Rules, position: &Position, at: Station) -> Position {
    if position.fugitive() == Some(at) {
        return *position;
    }
    Position::imagine(rules, position.public(), &SecretSetup { at: Some(at), ..SecretSetup::default() })
}

impl Node {
    /// Hunters who know everything.
    pub(crate) fn open(position: &Position) -> Option<Node> {
        let at = position.fugitive()?;
        Some(Node { position: *position, possible: StationSet::only(at) })
    }

    /// Hunters who know what is public.
    pub(crate) fn of(rules: &Rules, public: &Public, possible: StationSet) -> Option<Node> {
        let at = possible.iter().next()?;
        let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
        Some(Node { position: Position::imagine(rules, public, &secret), possible })
    }

    /// Carries out a decision of the hunters, wherever he is.
    pub(crate) fn hunt(&self, rules: &Rules, action: Action) -> Hunted {
        let mut left = self.possible;
        if let Action::Hunt { to, .. } = action {
            left.remove(to);
        }
        let Some(first) = left.iter().next() else { return Hunted::Caught };
        let standing = self.position.fugitive().filter(|at| left.contains(*at)).unwrap_or(first);
        let mut next = imagine(rules, &self.position, standing);
        next.apply(rules, action);
        if next.public().phase() == Phase::Hunters {
            return Hunted::On(Node { position: next, possible: left });
        }
        // The turn is over: who has no move is caught (4.6), and covered slots are opened (6.3.4).
        let mut nodes: Vec<Node> = Vec::new();
        for at in left.iter() {
            let mut next = imagine(rules, &self.position, at);
            next.apply(rules, action);
            match next.outcome().map(|outcome| outcome.winner()) {
                Some(Side::Hunters) => {}
                Some(Side::Fugitive) => return Hunted::Lost,
                None => match nodes.iter_mut().find(|node| node.position.public() == next.public()) {
                    Some(node) => node.possible.insert(at),
                    None => nodes.push(Node { position: next, possible: StationSet::only(at) }),
                },
            }
        }
        if nodes.is_empty() { Hunted::Caught } else { Hunted::Over(nodes) }
    }

    /// The decisions that have to be looked at so that every end of this turn is seen; and whether the
    /// same moment can come up again by another order. A piece that no other can get in the way of, and
    /// that gets in nobody's way, moves first: that loses no end of the turn.
    pub(crate) fn choices(&self, rules: &Rules) -> (Vec<Action>, bool) {
        let public = self.position.public();
        let mut actions = Vec::new();
        public.for_each_hunters_action(rules, &mut |action| actions.push(action));
        // To ask who knows everything is of no use; what is left of the turn is theirs without it.
        let open = self.possible.len() == 1;
        let useless = |action: &Action| {
            matches!(action, Action::Token(Token::Quarter | Token::Symbol { .. } | Token::Trail))
        };
        actions.retain(|action| !(open && useless(action)));
        let tokens = actions.iter().any(|action| matches!(action, Action::Token(_)));
        match self.free_piece(rules, &actions) {
            Some(free) => {
                actions
                    .retain(|action| !matches!(action, Action::Hunt { hunter, .. } if *hunter != free));
                (actions, tokens)
            }
            None => {
                let mut pieces = actions.iter().filter_map(mover);
                let first = pieces.next();
                let several = pieces.any(|piece| Some(piece) != first);
                (actions, several || tokens)
            }
        }
    }

    /// A piece whose move can be taken before all others without losing anything.
    fn free_piece(&self, rules: &Rules, actions: &[Action]) -> Option<Hunter> {
        let public = self.position.public();
        if rules.is_pooled() || rules.is_scored() {
            return None; // what one pays is missing to another
        }
        let waiting: Vec<(Hunter, Station, StationSet)> = rules
            .hunters()
            .filter(|&hunter| !public.has_moved(hunter))
            .filter_map(|hunter| Some((hunter, public.station(hunter)?, reach(rules, public, hunter))))
            .collect();
        let to = |piece: Hunter| -> StationSet {
            let moves = actions.iter().filter(|action| mover(action) == Some(piece));
            moves.filter_map(target).collect()
        };
        // Nobody can be hemmed in: each has a way of its own, or more ways than there are others.
        let has_way = |&(piece, _, _): &(Hunter, Station, StationSet)| {
            let others = waiting.iter().filter(|other| other.0 != piece);
            let shared = others.fold(StationSet::EMPTY, |all, (_, _, reach)| all.union(reach));
            let own = to(piece);
            own.len() >= waiting.len() || !own.difference(&shared).is_empty()
        };
        if !waiting.iter().all(has_way) {
            return None;
        }
        let stands_apart = |&&(piece, at, reach): &&(Hunter, Station, StationSet)| {
            let mut others = waiting.iter().filter(|other| other.0 != piece);
            others.all(|(_, there, their)| !their.contains(at) && !reach.contains(*there))
        };
        waiting.iter().find(stands_apart).map(|&(piece, ..)| piece)
    }

    /// The stations that a piece which has not moved yet can pay to enter, whoever stands there.
    pub(crate) fn threatened(&self, rules: &Rules) -> StationSet {
        let public = self.position.public();
        let waiting = rules.hunters().filter(|&hunter| !public.has_moved(hunter));
        waiting.fold(StationSet::EMPTY, |all, hunter| all.union(&reach(rules, public, hunter)))
    }

    /// How many pieces have not moved yet.
    pub(crate) fn waiting(&self, rules: &Rules) -> usize {
        rules.hunters().filter(|&hunter| !self.position.public().has_moved(hunter)).count()
    }

    /// Whether this turn can end with hunters or roadblocks at all ways out of a station. Said too often,
    /// never too seldom.
    pub(crate) fn may_corner(&self, rules: &Rules, at: Station, threatened: &StationSet) -> bool {
        let public = self.position.public();
        if public.offers_balloon(rules, at) {
            return false;
        }
        // What he can surely pay for in his turn: what hunters pay may add to it, a ban may take from it,
        // and black tickets may have to rest (6.5.8).
        let mut rides = public.fugitive_rides(rules);
        if rules.is_scored() {
            rides = rides.intersection(Transports::LAND);
        } else if rules.has_case() && public.black() == 0 {
            rides = rides.intersection(Ticket::Taxi.transports());
        }
        let links = rules.board().links(at).iter();
        let ways: StationSet =
            links.filter(|link| !link.by.intersection(rides).is_empty()).map(|link| link.to).collect();
        let closed = |to: Station| public.is_closed(to) || threatened.contains(to);
        let most = rules.hunters().count() + public.roadblocks().count() + usize::from(rules.has_case());
        ways.len() <= most && ways.iter().all(closed)
    }
}

/// Where a piece can pay to go, whoever stands there.
fn reach(rules: &Rules, public: &Public, hunter: Hunter) -> StationSet {
    let Some(at) = public.station(hunter) else { return StationSet::EMPTY };
    let rides = public.hunter_rides(rules, hunter);
    let links = rules.board().links(at).iter();
    links.filter(|link| !link.by.intersection(rides).is_empty()).map(|link| link.to).collect()
}

pub(crate) fn mover(action: &Action) -> Option<Hunter> {
    match action {
        Action::Hunt { hunter, .. } => Some(*hunter),
        _ => None,
    }
}

pub(crate) fn target(action: &Action) -> Option<Station> {
    match action {
        Action::Hunt { to, .. } => Some(*to),
        _ => None,
    }
}
