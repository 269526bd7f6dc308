//! What a ticket told the hunters.

use fogbound_engine::{Belief, Odds};
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

/// Something that could be seen of his next move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foreseen {
    /// What.
    pub moved: Moved,
    /// How likely it is, by belief and by the model of his choice.
    pub chance: f64,
    /// How many stations would be possible after it.
    pub stations: usize,
    /// The hunters' chance after it, by the learned value.
    pub value: f64,
}

impl Judge {
    /// All that could be seen of his next move.
    pub fn foresee(&mut self, view: &HunterView) -> Vec<Foreseen> {
        let odds = self.odds(view).clone();
        let foreseen = odds.foresee(view).into_iter().filter_map(|(moved, chance)| {
            let mut after = view.clone();
            after.apply(&PublicEvent::Moved(moved)).ok()?;
            let (stations, value) = self.look(&after, &odds, moved.at);
            Some(Foreseen { moved, chance, stations, value })
        });
        foreseen.collect()
    }

    fn look(&self, view: &HunterView, before: &Odds, seen: Option<Station>) -> (usize, f64) {
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
        let foreseen = self.foresee(view);
        let plain = Moved { crime: false, ..moved };
        let found = foreseen.iter().find(|foreseen| foreseen.moved == plain)?;
        let (mut all, mut stations, mut value) = (0.0, 0.0, 0.0);
        for each in &foreseen {
            all += each.chance;
            stations += each.chance * each.stations as f64;
            value += each.chance * each.value;
        }
        let mut after = view.clone();
        after.apply(&PublicEvent::Moved(moved)).ok()?;
        Some(Told {
            round: view.public().round(),
            slot: moved.slot,
            ticket: moved.ticket,
            at: moved.at,
            before: self.odds(view).belief().possible().len(),
            after: Belief::of(&after).possible().len(),
            expected: stations / all,
            luck: found.value - value / all,
        })
    }
}
