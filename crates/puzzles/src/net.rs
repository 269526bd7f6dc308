//! *Close the net*: whether the hunters can catch him within so many of their turns, wherever he is and
//! whatever he does, from what everybody knows.

use fogbound_rules::{Action, Move, Phase, Public, Rules, Side, Station, StationSet, Turn};

use crate::hash::Seen;
use crate::hunt::{Hunted, Limit, Node, TooLong, imagine, target};

/// What everybody sees of a turn of the fugitive: his moves, each without the station unless it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The decisions as far as they are seen; where `shown` is none, the station means nothing.
    pub moves: Vec<Sighting>,
    /// Where he can be after it.
    pub possible: StationSet,
}

/// What everybody sees of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The move; its station is the first that fits.
    pub seen: Move,
    /// Where he shows himself, if he does.
    pub shown: Option<Station>,
}

/// How the first turn can be played.
pub(crate) struct Ways {
    /// Different ends of the first turn.
    pub(crate) all: usize,
    /// Those after which he cannot escape any more.
    pub(crate) right: usize,
}

/// A search over what hunters know.
pub(crate) struct Net<'r> {
    rules: &'r Rules,
    pub(crate) limit: Limit,
}

type Search<T> = Result<T, TooLong>;

impl<'r> Net<'r> {
    pub(crate) fn new(rules: &'r Rules, limit: Limit) -> Net<'r> {
        Net { rules, limit }
    }

    /// A line of the hunters' decisions up to the end of this turn, or to the capture, after which he is
    /// caught within so many turns of theirs, this one counted.
    pub(crate) fn force(&mut self, node: &Node, turns: u8) -> Search<Option<Vec<Action>>> {
        if turns == 0 {
            return Ok(None);
        }
        let mut line = Vec::new();
        Ok(self.forces(node, turns, &mut Seen::default(), &mut line)?.then(|| {
            line.reverse();
            line
        }))
    }

    /// Whether he is caught within so many turns; the line comes out backwards.
    fn forces(
        &mut self,
        node: &Node,
        turns: u8,
        seen: &mut Seen<Node>,
        line: &mut Vec<Action>,
    ) -> Search<bool> {
        let (actions, repeats) = match turns {
            1 => match self.last_choices(node) {
                Some(choices) => choices,
                None => return Ok(false),
            },
            _ => node.choices(self.rules),
        };
        if repeats && !seen.insert(*node) {
            return Ok(false);
        }
        for action in ordered(actions, &node.possible) {
            self.limit.spend()?;
            let forced = match node.hunt(self.rules, action) {
                Hunted::Caught => true,
                Hunted::Lost => false,
                Hunted::On(next) => self.forces(&next, turns, seen, line)?,
                Hunted::Over(nodes) => self.holds(&nodes, turns - 1)?,
            };
            if forced {
                line.push(action);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The decisions of the last turn that can matter; none if somewhere he cannot be caught any more.
    /// Where no station can be cornered, only moves onto possible stations help; and where pieces move in
    /// order, one that does not help moves anywhere else.
    fn last_choices(&self, node: &Node) -> Option<(Vec<Action>, bool)> {
        let threatened = node.threatened(self.rules);
        let (mut corners, mut entered) = (false, 0);
        for at in node.possible.iter() {
            if node.may_corner(self.rules, at, &threatened) {
                corners = true;
            } else if threatened.contains(at) {
                entered += 1;
            } else {
                return None;
            }
        }
        if entered > node.waiting(self.rules) {
            return None;
        }
        if corners {
            return Some(node.choices(self.rules));
        }
        let mut actions = Vec::new();
        node.position.public().for_each_hunters_action(self.rules, &mut |action| actions.push(action));
        let helps = |action: &Action| target(action).is_some_and(|to| node.possible.contains(to));
        let mut elsewhere = actions.iter().find(|action| !helps(action)).copied();
        let in_order = self.rules.edition().pieces.order == fogbound_rules::edition::Order::Seats;
        elsewhere = elsewhere.filter(|_| in_order);
        actions.retain(helps);
        actions.extend(elsewhere);
        Some((actions, true))
    }

    /// Whether all these moments, in which he is to move, are won for the hunters with so many turns.
    pub(crate) fn holds(&mut self, nodes: &[Node], turns: u8) -> Search<bool> {
        Ok(self.refutation(nodes, turns)?.is_none())
    }

    /// A turn of his after which he is not caught within so many turns, if there is one.
    pub(crate) fn refutation(&mut self, nodes: &[Node], turns: u8) -> Search<Option<Reply>> {
        for node in nodes {
            let mut replies = self.replies(node);
            // The more is possible, the harder it is for them.
            replies.sort_by_key(|(reply, _)| std::cmp::Reverse(reply.possible.len()));
            for (reply, after) in replies {
                let forced = match after {
                    Some(_) if turns == 0 => false,
                    Some(node) => {
                        self.limit.spend()?;
                        self.forces(&node, turns, &mut Seen::default(), &mut Vec::new())?
                    }
                    None => false,
                };
                if !forced {
                    return Ok(Some(reply));
                }
            }
        }
        Ok(None)
    }

    /// Every turn of his that the hunters can tell from another, with the moment after it; none if he has
    /// won by it. A turn that loses the game at once is left out.
    pub(crate) fn replies(&self, node: &Node) -> Vec<(Reply, Option<Node>)> {
        let mut done = Vec::new();
        let mut open = vec![(Vec::new(), *node)];
        while let Some((moves, node)) = open.pop() {
            for (seen, next) in self.sights(&node) {
                let mut moves: Vec<Sighting> = moves.clone();
                moves.extend(seen);
                let position = &next.position;
                match (position.turn(), position.outcome().map(|outcome| outcome.winner())) {
                    (Turn::Fugitive, _) => open.push((moves, next)),
                    (Turn::Hunters, _) => {
                        done.push((Reply { moves, possible: next.possible }, Some(next)))
                    }
                    (_, Some(Side::Hunters)) => {}
                    _ => done.push((Reply { moves, possible: next.possible }, None)),
                }
            }
        }
        done
    }

    /// What the hunters can see of his next decision, and what they hold possible then.
    fn sights(&self, node: &Node) -> Vec<(Option<Sighting>, Node)> {
        let mut sights: Vec<(Option<Sighting>, Node)> = Vec::new();
        for at in node.possible.iter() {
            imagine(self.rules, &node.position, at).for_each_child(self.rules, |action, child| {
                let Some(to) = child.fugitive() else { return };
                let seen = match action {
                    Action::Move(seen) => Some(Sighting { seen, shown: child.public().shown() }),
                    _ => None,
                };
                let same = sights.iter_mut().find(|(other, next)| {
                    alike(*other, seen) && next.position.public() == child.public()
                });
                match same {
                    Some((_, next)) => next.possible.insert(to),
                    None => {
                        sights.push((seen, Node { position: *child, possible: StationSet::only(to) }))
                    }
                }
            });
        }
        sights
    }

    /// Every end of this turn of the hunters, and after how many of them he is caught within so many turns.
    pub(crate) fn ways(&mut self, node: &Node, turns: u8) -> Search<Ways> {
        let (mut seen, mut ends) = (Seen::default(), Seen::default());
        let mut ways = Ways { all: 0, right: 0 };
        let mut open = vec![(*node, Vec::new())];
        while let Some((node, places)) = open.pop() {
            let (actions, repeats) = node.choices(self.rules);
            if repeats && !seen.insert(node) {
                continue;
            }
            for action in actions {
                self.limit.spend()?;
                let mut places: Vec<(usize, u8)> = places.clone();
                if let Action::Hunt { hunter, to, .. } = action {
                    places.push((hunter.place(), to.number()));
                    places.sort_unstable();
                }
                let right = match node.hunt(self.rules, action) {
                    Hunted::On(next) => {
                        open.push((next, places));
                        continue;
                    }
                    Hunted::Caught => true,
                    Hunted::Lost => false,
                    Hunted::Over(nodes) => self.holds(&nodes, turns - 1)?,
                };
                if ends.insert(places) {
                    ways.all += 1;
                    ways.right += usize::from(right);
                }
            }
        }
        Ok(ways)
    }
}

/// A turn of the hunters after which they catch him within so many turns of theirs, this one counted,
/// wherever in `possible` he is and whatever he does; none if there is no such turn. Exhaustive, for rules
/// without a case.
pub fn force(
    rules: &Rules,
    public: &Public,
    possible: StationSet,
    turns: u8,
    limit: Limit,
) -> Result<Option<Vec<Action>>, TooLong> {
    let Some(node) = Node::of(rules, public, possible) else { return Ok(None) };
    Net::new(rules, limit).force(&node, turns)
}

/// Whether the hunters, after a decision of theirs, catch him within so many turns, this one counted, wherever in
/// `possible` he is and whatever he does. Exhaustive, for rules without a case.
pub fn forces_after(
    rules: &Rules,
    public: &Public,
    possible: StationSet,
    action: Action,
    turns: u8,
    limit: Limit,
) -> Result<bool, TooLong> {
    let Some(node) = Node::of(rules, public, possible) else { return Ok(false) };
    let mut net = Net::new(rules, limit);
    match node.hunt(rules, action) {
        Hunted::Caught => Ok(true),
        Hunted::Lost => Ok(false),
        Hunted::On(next) => Ok(net.force(&next, turns)?.is_some()),
        Hunted::Over(nodes) => net.holds(&nodes, turns - 1),
    }
}

/// Whether hunters see the same of two moves, but for what is shown afterwards.
fn alike(a: Option<Sighting>, b: Option<Sighting>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.shown == b.shown && Move { to: b.seen.to, ..a.seen } == b.seen,
        (None, None) => true,
        _ => false,
    }
}

/// Moves onto possible stations first.
fn ordered(mut actions: Vec<Action>, possible: &StationSet) -> Vec<Action> {
    actions.sort_by_key(|action| !target(action).is_some_and(|to| possible.contains(to)));
    actions
}

/// Somebody's own way through a *Close the net*, decision by decision.
#[derive(Clone, Debug)]
pub struct Attempt<'r> {
    rules: &'r Rules,
    node: Node,
    turns: u8,
    limit: Limit,
}

/// What became of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It is right so far: he still cannot escape.
    Right,
    /// He is caught, wherever he was.
    Caught,
    /// It is right, and he answers with this; the hunters are to move again.
    Replied(Reply),
    /// It is legal, and lets him escape.
    Wrong(Escape),
    /// It is not possible in this moment.
    Impossible,
}

/// How he escapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Escape {
    /// Whatever the hunters do with what is left of their turn.
    Still,
    /// The turn is over, and this is a way out.
    By(Reply),
    /// The game is over, and he has won.
    Won,
}

impl<'r> Attempt<'r> {
    pub(crate) fn new(
        rules: &'r Rules,
        public: &Public,
        possible: StationSet,
        turns: u8,
    ) -> Option<Attempt<'r>> {
        let node = Node::of(rules, public, possible)?;
        Some(Attempt { rules, node, turns, limit: Limit::default() })
    }

    /// Where he can be now.
    pub fn possible(&self) -> StationSet {
        self.node.possible
    }

    /// What everybody knows now.
    pub fn public(&self) -> &Public {
        self.node.position.public()
    }

    /// How many turns of the hunters are left, this one counted.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Carries out a decision of the hunters and proves whether he can still escape.
    pub fn play(&mut self, action: Action) -> Result<Judged, TooLong> {
        let mut legal = false;
        self.public().for_each_hunters_action(self.rules, &mut |listed| legal |= listed == action);
        if !legal || self.public().phase() != Phase::Hunters {
            return Ok(Judged::Impossible);
        }
        let mut net = Net::new(self.rules, self.limit);
        Ok(match self.node.hunt(self.rules, action) {
            Hunted::Caught => Judged::Caught,
            Hunted::Lost => Judged::Wrong(Escape::Won),
            Hunted::On(next) => match net.force(&next, self.turns)? {
                Some(_) => {
                    self.node = next;
                    Judged::Right
                }
                None => Judged::Wrong(Escape::Still),
            },
            Hunted::Over(nodes) => match net.refutation(&nodes, self.turns - 1)? {
                Some(reply) => Judged::Wrong(Escape::By(reply)),
                None => {
                    let replies = nodes.iter().flat_map(|node| net.replies(node));
                    let going_on = replies.filter_map(|(reply, next)| Some((reply, next?)));
                    match going_on.max_by_key(|(reply, _)| reply.possible.len()) {
                        Some((reply, next)) => {
                            self.node = next;
                            self.turns -= 1;
                            Judged::Replied(reply)
                        }
                        None => Judged::Caught,
                    }
                }
            },
        })
    }
}
