//! A hint: one decision and why, from what one side knows.

use fogbound_engine::{Pieces, PossibleStations, alternatives};
use fogbound_rules::{Action, Hunter};
use serde::Serialize;

use crate::judge::{Certainty, Judge, Mover};
use crate::reason::Reason;

/// What a side could decide now, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hint {
    /// What the search tries most.
    pub action: Action,
    /// Why, the weightiest first, beside what the search tries next; `Deeper` if there is nothing else.
    pub reasons: Vec<Reason>,
    /// How sure that is.
    pub certainty: Certainty,
}

impl Judge {
    /// What a side could decide now with some of its pieces, from what it knows; none if it has nothing to decide.
    pub fn hint(&mut self, mover: Mover<'_>, pieces: Pieces) -> Option<Hint> {
        let view = mover.public_view();
        let possible = self.odds(view).belief().possible();
        let choices = match mover {
            Mover::Hunters(view) => {
                let mut actions = pieces.actions(view);
                let first: Option<Hunter> = actions.iter().find_map(|&action| piece(action));
                actions.retain(|&action| piece(action).is_none_or(|piece| Some(piece) == first));
                actions
            }
            Mover::Fugitive(view) => {
                alternatives(view.rules(), &view.position(), &PossibleStations(possible))
            }
        };
        let only = choices.first().copied()?;
        let deeper =
            |action| Hint { action, reasons: vec![Reason::Deeper], certainty: Certainty::Likely };
        if choices.len() == 1 {
            return Some(deeper(only));
        }
        let Some(root) = self.look_at(mover, choices) else { return Some(deeper(only)) };
        let (favourite, _) = root.favourite();
        let others = root.edges().iter().filter(|edge| edge.action != favourite);
        let Some(next) = others.max_by_key(|edge| edge.visits) else { return Some(deeper(favourite)) };
        let better = self.better(mover, favourite, next.action);
        Some(Hint { action: favourite, reasons: better.reasons, certainty: better.certainty })
    }
}

fn piece(action: Action) -> Option<Hunter> {
    match action {
        Action::Hunt { hunter, .. } | Action::Place { hunter, .. } => Some(hunter),
        _ => None,
    }
}
