//! What a ticket told the hunters.

use fogbound_engine::Odds;
use fogbound_rules::{HunterView, Moved, PublicEvent, Station, StationSet, Ticket};
use serde::Serialize;

use crate::judge::Judge;

/// What the hunters learned from a move of the fugitive.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    /// The round.
    pub round: u8,
    /// The slot that it fills.
    pub slot: u8,
    /// The ticket, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket: Option<Ticket>,
    /// Where he was seen, if he was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Station>,
    /// How many stations were possible before it.
    pub before: usize,
    /// How many are after it.
    pub after: usize,
    /// How many there were to be on average over what could have been seen.
    pub expected: f64,
    /// The hunters' chance by the learned value after what was seen, less its mean over what could have been seen.
    pub luck: f64,
}

impl Judge {
    /// What could be seen of his next move: how likely, how many stations would be possible, and the hunters'
    /// chance by the learned value.
    pub fn outlooks(&mut self, view: &HunterView) -> Vec<(Moved, f64, usize, f64)> {
        let odds = self.odds(view).clone();
        let foreseen = odds.foresee(view);
        let outlook = |(moved, chance): (Moved, f64)| {
            let mut after = view.clone();
            after.apply(&PublicEvent::Moved(moved)).ok()?;
            let (stations, value) = self.outlook(&after, &odds, moved.at);
            Some((moved, chance, stations, value))
        };
        foreseen.into_iter().filter_map(outlook).collect()
    }

    fn outlook(&self, view: &HunterView, before: &Odds, seen: Option<Station>) -> (usize, f64) {
        let public = view.public();
        if let Some(at) = seen {
            return (1, self.glance(public, at, StationSet::only(at)));
        }
        let mut odds = before.clone();
        odds.follow(view);
        let possible = odds.belief().possible();
        let value = possible.iter().map(|at| odds.weight(at) * self.glance(public, at, possible)).sum();
        (possible.len(), value)
    }

    /// What a move told; `view` is what everybody knew before it. None if it is not one that the model of his choice
    /// knows.
    pub fn told(&mut self, view: &HunterView, moved: Moved) -> Option<Told> {
        let outlooks = self.outlooks(view);
        let all: f64 = outlooks.iter().map(|(_, chance, _, _)| chance).sum();
        let plain = Moved { crime: false, ..moved };
        let found = outlooks.iter().find(|(other, ..)| *other == plain)?;
        let mean = |of: &dyn Fn(&(Moved, f64, usize, f64)) -> f64| {
            outlooks.iter().map(|outlook| outlook.1 * of(outlook)).sum::<f64>() / all
        };
        let mut after = view.clone();
        after.apply(&PublicEvent::Moved(moved)).ok()?;
        let before = self.odds(view).belief().possible().len();
        let possible = fogbound_engine::Belief::of(&after).possible().len();
        Some(Told {
            round: view.public().round(),
            slot: moved.slot,
            ticket: moved.ticket,
            at: moved.at,
            before,
            after: possible,
            expected: mean(&|outlook| outlook.2 as f64),
            luck: found.3 - mean(&|outlook| outlook.3),
        })
    }
}
