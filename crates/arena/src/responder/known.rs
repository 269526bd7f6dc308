//! The policy that is known, and what it decided so far.

use std::collections::HashMap;

use fogbound_rules::{Action, Side};

use super::trail::Trail;
use crate::mixture::{Mixture, Sampled};
use fogbound_engine::{BotFailure, BotSpec};

/// A policy that is asked, each question once.
pub(super) struct Known {
    policy: Sampled,
    side: Side,
    seeds: u64,
    decided: HashMap<(u64, u64), Action>,
}

impl Known {
    pub(super) fn new(policy: BotSpec, side: Side, seed: u64, seeds: u64) -> Known {
        let policy = Sampled::new(policy, seed, seeds);
        Known { policy, side, seeds: seeds.max(1), decided: HashMap::new() }
    }

    /// How many decisions were asked for.
    pub(super) fn asked(&self) -> u64 {
        self.policy.asked()
    }

    /// What it decides with one of the dice. `limit` is how many decisions may have been asked for in
    /// all; none if one would be too many.
    pub(super) fn decide(
        &mut self,
        trail: &Trail,
        dice: u64,
        limit: u64,
    ) -> Result<Option<Action>, BotFailure> {
        let listed = trail.game.position().actions(trail.game.rules());
        if let [only] = listed[..] {
            return Ok(Some(only));
        }
        let question = (trail.seen_by(self.side), dice % self.seeds);
        if let Some(&action) = self.decided.get(&question) {
            return Ok(Some(action));
        }
        if self.asked() >= limit {
            return Ok(None);
        }
        let action = match self.side {
            Side::Fugitive => self.policy.flee(&trail.game.fugitive_view(), question.1)?,
            Side::Hunters => self.policy.hunt(&trail.game.hunters_view(), question.1)?,
        };
        self.decided.insert(question, action);
        Ok(Some(action))
    }

    /// What it decides with all dice.
    pub(super) fn mixture(&mut self, trail: &Trail) -> Result<Mixture, BotFailure> {
        let mut decided = vec![];
        for dice in 0..self.seeds {
            let action = self.decide(trail, dice, u64::MAX)?;
            decided.extend(action.map(|action| (action, 1.0)));
        }
        Ok(Mixture::weighted(decided))
    }
}
