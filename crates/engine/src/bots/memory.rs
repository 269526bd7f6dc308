//! What a bot keeps between decisions: what follows from the events that it saw, and room to work
//! in. Nothing here changes what it decides; it only saves time.

use std::sync::Arc;

use fogbound_rules::{HunterView, Rng, Rules};

use crate::policy::Policy;
use crate::value::{Choices, Evaluator, Network};
use crate::{Belief, Odds};

pub(super) struct Memory {
    seed: u64,
    belief: Option<Belief>,
    odds: Option<Odds>,
    policy: Option<(Arc<Rules>, Policy)>,
    evaluator: Option<(Arc<Rules>, Evaluator)>,
}

impl Memory {
    pub(super) fn new(seed: u64) -> Memory {
        Memory { seed, belief: None, odds: None, policy: None, evaluator: None }
    }

    /// The chance of one decision: it depends on the seed and on how far the game is, so that a bot
    /// that was woken up in the middle decides as one that was there all the time.
    pub(super) fn rng(&self, view: &HunterView) -> Rng {
        Rng::for_game(self.seed, view.events().len() as u64)
    }

    /// What follows from what the view has seen.
    pub(super) fn belief(&mut self, view: &HunterView) -> &Belief {
        let belief = self.belief.get_or_insert_with(|| Belief::new(view.rules()));
        belief.follow(view);
        belief
    }

    /// The same with weights; by the learned choice, if there is one to learn from.
    pub(super) fn odds(&mut self, view: &HunterView, model: Option<Evaluator>) -> &Odds {
        let odds = self.odds.get_or_insert_with(|| match model {
            Some(model) => Odds::learned(view, model),
            None => Odds::of(view),
        });
        odds.follow(view);
        odds
    }

    /// The heuristics on this board.
    pub(super) fn policy(&mut self, rules: &Arc<Rules>) -> &mut Policy {
        if self.policy.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, rules)) {
            self.policy = Some((Arc::clone(rules), Policy::new(rules)));
        }
        let policy = &mut self.policy.as_mut().expect("just made").1;
        policy.forget();
        policy
    }

    /// The same, for a search that keeps it until it is done.
    pub(super) fn take_policy(&mut self, rules: &Arc<Rules>) -> Policy {
        self.policy(rules);
        self.policy.take().expect("just made").1
    }

    /// Takes the heuristics back from a search.
    pub(super) fn keep_policy(&mut self, rules: &Arc<Rules>, policy: Policy) {
        self.policy = Some((Arc::clone(rules), policy));
    }

    /// The learned value and choice on this board.
    pub(super) fn evaluator(
        &mut self,
        rules: &Arc<Rules>,
        network: &Arc<Network>,
        choices: &Arc<Choices>,
    ) -> Evaluator {
        match &self.evaluator {
            Some((known, evaluator)) if Arc::ptr_eq(known, rules) => evaluator.clone(),
            _ => {
                let made = Evaluator::new(rules, Arc::clone(network)).choosing_by(Arc::clone(choices));
                self.evaluator = Some((Arc::clone(rules), made.clone()));
                made
            }
        }
    }

    /// Belief, heuristics and chance for one decision.
    pub(super) fn recall(&mut self, view: &HunterView) -> (Belief, &mut Policy, Rng) {
        let (rng, belief) = (self.rng(view), self.belief(view).clone());
        (belief, self.policy(view.rules()), rng)
    }
}
