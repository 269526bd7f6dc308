//! *Slip away*: what the fugitive must do so that no play of the hunters catches him within so many of
//! their turns, even if they know where he is.

use fogbound_rules::{Action, Move, Position, Rules, Side, Station, Ticket, Turn};

use crate::hash::Seen;
use crate::hunt::{Hunted, Limit, Node, TooLong};

/// One way to play a whole turn of his; a balloon flight ends where chance has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// His decisions.
    pub actions: Vec<Action>,
    /// Where it ends, if that is his to decide.
    pub end: Option<Station>,
    /// Whether he is safe then.
    pub safe: bool,
}

impl Course {
    /// Whether a double is played.
    pub fn doubles(&self) -> bool {
        let double = |action: &Action| match action {
            Action::Move(m) => m.double,
            Action::Balloon { double } => *double,
            _ => false,
        };
        self.actions.iter().any(double)
    }

    /// Whether a black ticket is played.
    pub fn plays_black(&self) -> bool {
        let black =
            |action: &Action| matches!(action, Action::Move(Move { ticket: Some(Ticket::Black), .. }));
        self.actions.iter().any(black)
    }
}

/// Every way to play a turn of the fugitive, and whether nobody can catch him after it within so many turns
/// of the hunters, even if they know everything. Exhaustive.
pub fn courses(
    rules: &Rules,
    position: &Position,
    turns: u8,
    limit: Limit,
) -> Result<Vec<Course>, TooLong> {
    Slip::new(rules, limit).courses(position, turns)
}

/// A search in which everybody knows everything.
pub(crate) struct Slip<'r> {
    rules: &'r Rules,
    pub(crate) limit: Limit,
}

type Search<T> = Result<T, TooLong>;

impl<'r> Slip<'r> {
    pub(crate) fn new(rules: &'r Rules, limit: Limit) -> Slip<'r> {
        Slip { rules, limit }
    }

    /// Every way to play this turn of his, and whether it is safe for so many turns of the hunters.
    pub(crate) fn courses(&mut self, position: &Position, turns: u8) -> Search<Vec<Course>> {
        let mut courses = Vec::new();
        let mut known: Vec<(Position, bool)> = Vec::new();
        let mut open = vec![(Vec::new(), *position)];
        while let Some((actions, position)) = open.pop() {
            for action in position.actions(self.rules) {
                let mut next = position;
                next.apply(self.rules, action);
                let mut actions: Vec<Action> = actions.clone();
                actions.push(action);
                if next.turn() == Turn::Fugitive {
                    open.push((actions, next));
                    continue;
                }
                let safe = match known.iter().find(|(other, _)| *other == next) {
                    Some(&(_, safe)) => safe,
                    None => {
                        let safe = self.safe(&next, turns)?;
                        known.push((next, safe));
                        safe
                    }
                };
                let end = next.fugitive().filter(|_| !matches!(action, Action::Balloon { .. }));
                courses.push(Course { actions, end, safe });
            }
        }
        Ok(courses)
    }

    /// Whether nobody can catch him within so many turns of the hunters.
    fn safe(&mut self, position: &Position, turns: u8) -> Search<bool> {
        match position.turn() {
            Turn::Over => Ok(position.outcome().is_some_and(|end| end.winner() == Side::Fugitive)),
            Turn::Hunters if turns == 0 => Ok(true),
            Turn::Hunters => self.safe_from_hunters(position, turns),
            // Luck is no safety: every draw counts.
            Turn::Chance => {
                for draw in position.draws(self.rules) {
                    let mut next = *position;
                    next.apply_draw(self.rules, draw);
                    if !self.safe(&next, turns)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Turn::Fugitive => {
                // After the last turn of the hunters nothing is left to fear; doubles come last.
                if turns == 0 {
                    return Ok(true);
                }
                let mut actions = position.actions(self.rules);
                actions.sort_by_key(|action| {
                    matches!(action, Action::Move(Move { double: true, .. }) | Action::Balloon { .. })
                });
                for action in actions {
                    let mut next = *position;
                    next.apply(self.rules, action);
                    if self.safe(&next, turns)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    fn safe_from_hunters(&mut self, position: &Position, turns: u8) -> Search<bool> {
        let Some(node) = Node::open(position) else { return Ok(true) };
        self.limit.spend()?;
        // Whoever can pay for a line to him catches him: nobody stands in the way of a capture.
        let threatened = node.threatened(self.rules);
        if !threatened.intersection(&node.possible).is_empty() {
            return Ok(false);
        }
        let at = node.possible.iter().next();
        if turns == 1 && !at.is_some_and(|at| node.may_corner(self.rules, at, &threatened)) {
            return Ok(true);
        }
        self.outlasts(&node, turns, &mut Seen::default())
    }

    /// Whether every way to play the rest of this turn leaves him a way out.
    fn outlasts(&mut self, node: &Node, turns: u8, seen: &mut Seen<Node>) -> Search<bool> {
        let (actions, repeats) = node.choices(self.rules);
        if repeats && !seen.insert(*node) {
            return Ok(true);
        }
        for action in actions {
            self.limit.spend()?;
            let safe = match node.hunt(self.rules, action) {
                Hunted::Caught => false,
                Hunted::Lost => true,
                Hunted::On(next) => self.outlasts(&next, turns, seen)?,
                Hunted::Over(nodes) => match nodes.first() {
                    Some(node) => self.safe(&node.position, turns - 1)?,
                    None => false,
                },
            };
            if !safe {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
