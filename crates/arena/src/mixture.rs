//! What a bot does at a decision, as chances: what somebody knows of it who knows its program, but not
//! its dice.

use std::collections::BTreeMap;
use std::time::Duration;

use fogbound_rules::{Action, FugitiveView, HunterView, Rng};

use fogbound_engine::{BotFailure, BotSpec, Budget, FugitiveBot, HunterBot, Pieces, Thinking};

/// Decisions with their chances, which add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Mixture(Vec<(Action, f64)>);

impl Mixture {
    /// Decisions by their weights, of which at least one must be more than 0.
    pub fn weighted(weights: impl IntoIterator<Item = (Action, f64)>) -> Mixture {
        let mut chances: Vec<_> = weights.into_iter().filter(|&(_, weight)| weight > 0.0).collect();
        let all: f64 = chances.iter().map(|(_, weight)| weight).sum();
        chances.iter_mut().for_each(|(_, weight)| *weight /= all);
        Mixture(chances)
    }

    /// All of these with the same chance.
    pub fn even(actions: &[Action]) -> Mixture {
        Mixture::weighted(actions.iter().map(|&action| (action, 1.0)))
    }

    /// This one.
    pub fn only(action: Action) -> Mixture {
        Mixture(vec![(action, 1.0)])
    }

    /// Every decision that may be taken, with its chance.
    pub fn chances(&self) -> &[(Action, f64)] {
        &self.0
    }

    /// The chance of a decision.
    pub fn chance(&self, action: Action) -> f64 {
        self.0.iter().filter(|(other, _)| *other == action).map(|(_, chance)| chance).sum()
    }
}

/// A fugitive whose chances can be asked for.
pub trait FugitivePolicy {
    /// What he does when he knows this.
    fn mixture(&mut self, view: &FugitiveView) -> Result<Mixture, BotFailure>;
}

/// Hunters whose chances can be asked for; one policy decides for all of them.
pub trait HunterPolicy {
    /// What they do when they know this.
    fn mixture(&mut self, view: &HunterView) -> Result<Mixture, BotFailure>;
}

/// Every decision with the same chance.
#[derive(Clone, Copy, Debug)]
pub struct Even;

impl FugitivePolicy for Even {
    fn mixture(&mut self, view: &FugitiveView) -> Result<Mixture, BotFailure> {
        Ok(Mixture::even(&view.actions()))
    }
}

impl HunterPolicy for Even {
    fn mixture(&mut self, view: &HunterView) -> Result<Mixture, BotFailure> {
        Ok(Mixture::even(&view.actions()))
    }
}

/// A bot that is asked with many seeds. Its dice of different decisions have nothing to do with each
/// other, so that what it does at each decision by itself is all there is to know. A bot that knows its
/// chances tells them, and they are the same with every seed. Of others an estimate is found: a best
/// response takes advantage of its errors too, the less the more seeds there are.
pub struct Sampled {
    bot: BotSpec,
    seed: u64,
    seeds: u64,
    asked: u64,
    /// Those that tell their chances are kept, as they may have much to remember. What they remember
    /// changes nothing of what they decide.
    fugitive: Option<Box<dyn FugitiveBot>>,
    hunters: Option<Box<dyn HunterBot>>,
}

impl Sampled {
    /// A bot that is asked with so many seeds, which come from this one.
    pub fn new(bot: BotSpec, seed: u64, seeds: u64) -> Sampled {
        Sampled { bot, seed, seeds: seeds.max(1), asked: 0, fugitive: None, hunters: None }
    }

    /// How many decisions it was asked for.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// The bot's decision with one of its seeds.
    pub(crate) fn flee(&mut self, view: &FugitiveView, number: u64) -> Result<Action, BotFailure> {
        self.asked += 1;
        self.fugitive(number)?.choose(view, &mut Thinking::new(self.budget()?, &|| Duration::ZERO))
    }

    /// The same for hunters.
    pub(crate) fn hunt(&mut self, view: &HunterView, number: u64) -> Result<Action, BotFailure> {
        self.asked += 1;
        let mut thinking = Thinking::new(self.budget()?, &|| Duration::ZERO);
        self.hunters(number)?.choose(view, Pieces::ALL, &mut thinking)
    }

    fn fugitive(&self, number: u64) -> Result<Box<dyn FugitiveBot>, BotFailure> {
        self.bot.fugitive(self.seed_of(number)).ok_or_else(not_its_side)
    }

    fn hunters(&self, number: u64) -> Result<Box<dyn HunterBot>, BotFailure> {
        self.bot.hunters(self.seed_of(number)).ok_or_else(not_its_side)
    }

    /// What it may spend. By the clock it would decide otherwise each time.
    fn budget(&self) -> Result<Budget, BotFailure> {
        match self.bot.budget() {
            nodes @ Budget::Nodes(_) => Ok(nodes),
            Budget::Time(_) => Err(BotFailure("it thinks by the clock: give it nodes".into())),
        }
    }

    fn seed_of(&self, number: u64) -> u64 {
        Rng::for_game(self.seed, number).bits() >> 11
    }

    /// What it does with all of its seeds together.
    fn together(
        &mut self,
        mut decide: impl FnMut(&mut Sampled, u64) -> Result<Action, BotFailure>,
    ) -> Result<Mixture, BotFailure> {
        let mut weights = BTreeMap::new();
        for number in 0..self.seeds {
            *weights.entry(decide(self, number)?).or_insert(0.0) += 1.0;
        }
        Ok(Mixture::weighted(weights))
    }

    /// The chances that it tells.
    fn told(&mut self, chances: Option<Vec<(Action, f64)>>) -> Option<Mixture> {
        let chances = chances?;
        self.asked += 1;
        Some(Mixture::weighted(chances))
    }
}

fn not_its_side() -> BotFailure {
    BotFailure("it does not play this side".into())
}

impl FugitivePolicy for Sampled {
    fn mixture(&mut self, view: &FugitiveView) -> Result<Mixture, BotFailure> {
        if let [only] = view.actions()[..] {
            return Ok(Mixture::only(only));
        }
        let mut thinking = Thinking::new(self.budget()?, &|| Duration::ZERO);
        let mut bot = self.fugitive.take().map_or_else(|| self.fugitive(0), Ok)?;
        let chances = bot.chances(view, &mut thinking);
        self.fugitive = Some(bot);
        match self.told(chances) {
            Some(mixture) => Ok(mixture),
            None => self.together(|sampled, number| sampled.flee(view, number)),
        }
    }
}

impl HunterPolicy for Sampled {
    fn mixture(&mut self, view: &HunterView) -> Result<Mixture, BotFailure> {
        if let [only] = view.actions()[..] {
            return Ok(Mixture::only(only));
        }
        let mut thinking = Thinking::new(self.budget()?, &|| Duration::ZERO);
        let mut bot = self.hunters.take().map_or_else(|| self.hunters(0), Ok)?;
        let chances = bot.chances(view, Pieces::ALL, &mut thinking);
        self.hunters = Some(bot);
        match self.told(chances) {
            Some(mixture) => Ok(mixture),
            None => self.together(|sampled, number| sampled.hunt(view, number)),
        }
    }
}
