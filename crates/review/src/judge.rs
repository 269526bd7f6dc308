//! What one decision was worth to who took it, by what they knew.

use std::sync::Arc;

use fogbound_engine::bots::{MctsBot, Tuning};
use fogbound_engine::value::{Evaluator, Network};
use fogbound_engine::{Odds, Pieces, PossibleStations, Root, Search, alternatives};
use fogbound_rules::{
    Action, FugitiveView, Hunter, HunterView, Phase, Public, Rules, Side, Station, StationSet,
};
use serde::Serialize;

use crate::class::{Class, accuracy};
use crate::comparison::{Gap, Looked, PATIENCE, mean_of};
use crate::purse::Purse;
use crate::reason::{self, Note, Reason};
use crate::worth::{Worth, imagine, learned, settled};

/// How much a review may think, and where its chance comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Settings {
    /// The nodes of the first search of each decision; where that finds something better, both are looked at with up to
    /// 64 times as many.
    pub nodes: u64,
    /// The same seed gives the same review.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { nodes: 2000, seed: 1 }
    }
}

/// What is tried at least so often as this share of what is tried most is played as well.
const MIXTURE: f64 = 0.25;

/// What is below this the search cannot tell.
const NOISE: f64 = 0.02;

/// So many decisions that may have been better are compared with one.
const RIVALS: usize = 3;

/// By so much the first look at a decision by itself may be wrong: what seems to bring less than this too little is compared all the same.
const DOUBT: f64 = 0.04;

/// Who decides, with what they know.
#[derive(Clone, Copy, Debug)]
pub enum Mover<'v> {
    /// The fugitive.
    Fugitive(&'v FugitiveView),
    /// The hunters.
    Hunters(&'v HunterView),
}

impl Mover<'_> {
    pub(crate) fn public_view(&self) -> &HunterView {
        match self {
            Mover::Fugitive(view) => view.hunters(),
            Mover::Hunters(view) => view,
        }
    }

    /// Which side.
    pub fn side(&self) -> Side {
        match self {
            Mover::Fugitive(_) => Side::Fugitive,
            Mover::Hunters(_) => Side::Hunters,
        }
    }

    pub(crate) fn search(&self, bot: &mut MctsBot, actions: Vec<Action>) -> Option<Box<Search>> {
        match self {
            Mover::Fugitive(view) => bot.search_fugitive(view, actions),
            Mover::Hunters(view) => bot.search_hunters(view, actions),
        }
    }
}

/// What a decision was worth to who took it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judgement {
    /// What it is called.
    pub class: Class,
    /// What it cost who took it, from 0 to 1 of a game; 0 within the noise.
    pub cost: f64,
    /// The standard error of that.
    pub noise: f64,
    /// Its accuracy, from 0 to 100.
    pub accuracy: f64,
    /// How much there was to decide: the best by the learned value less the mean of all.
    pub stake: f64,
    /// Among how many decisions it was chosen.
    pub choices: usize,
    /// What would have been better, if it cost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// What else there is to say of a decision of the fugitive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// A better decision, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Better {
    /// What should have been decided.
    pub action: Action,
    /// Why, the weightiest first; never empty.
    pub reasons: Vec<Reason>,
    /// How sure that is.
    pub certainty: Certainty,
}

/// How sure something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// It follows from the rules and what was known.
    Proven,
    /// The search holds it so.
    Likely,
}

impl Judgement {
    fn free(class: Class, choices: usize, stake: f64) -> Judgement {
        Judgement {
            class,
            cost: 0.0,
            noise: 0.0,
            accuracy: 100.0,
            stake,
            choices,
            better: None,
            notes: vec![],
        }
    }

    /// A side gave the game up: there is nothing better to name, so that costs nothing here. What was lost by it is in the account.
    pub(crate) fn conceded() -> Judgement {
        Judgement::free(Class::Conceded, 1, 0.0)
    }
}

/// What searches for a review: as our own bots do, but in one tree however many nodes it has. `phantom` begins a new one after some
/// thousand nodes, so that two looks of different sizes would not be alike.
fn one_tree(seed: u64) -> MctsBot {
    MctsBot::own(seed, 0).tuned(&Tuning { tree_nodes: Some(u64::MAX), ..Tuning::default() })
}

/// Judges decisions, and what stations are worth.
pub struct Judge {
    rules: Arc<Rules>,
    settings: Settings,
    bot: MctsBot,
    evaluator: Evaluator,
    odds: Option<Odds>,
    /// How many times it may look closer.
    patience: usize,
    /// What it may spend on that.
    purse: Purse,
}

impl Judge {
    /// A judge of games by these rules.
    pub fn new(rules: &Arc<Rules>, settings: Settings) -> Judge {
        Judge {
            rules: Arc::clone(rules),
            settings,
            bot: one_tree(settings.seed),
            evaluator: Evaluator::new(rules, Network::trained()),
            odds: None,
            patience: PATIENCE,
            purse: Purse::BOTTOMLESS,
        }
    }

    /// The same judge, who looks closer only so many times.
    #[must_use]
    pub fn with_patience(self, times: usize) -> Judge {
        Judge { patience: times, ..self }
    }

    /// The same judge, who has so much for closer looks at all decisions of a game.
    pub(crate) fn with_purse(self, purse: Purse) -> Judge {
        Judge { purse, ..self }
    }

    /// The next decision of the game is to be judged.
    pub(crate) fn go_on(&mut self) {
        self.purse.add_part();
    }

    pub(crate) fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }

    /// The weighted belief at a moment.
    pub(crate) fn odds(&mut self, view: &HunterView) -> &Odds {
        let evaluator = &self.evaluator;
        let odds = self.odds.get_or_insert_with(|| Odds::learned(view, evaluator.clone()));
        odds.follow(view);
        odds
    }

    /// What each station is worth by what everybody knows; none before he has one, and when nobody decides.
    pub fn worth(&mut self, view: &HunterView) -> Option<Worth> {
        if !has_worth(view.public()) {
            return None;
        }
        let mut search = self.bot.search_public(view)?;
        search.step(self.settings.nodes.max(1));
        let worth = self.worth_by(view, &search);
        self.bot.take_back(&self.rules, search);
        Some(worth)
    }

    fn worth_by(&mut self, view: &HunterView, search: &Search) -> Worth {
        self.odds(view);
        let odds = self.odds.as_ref().expect("just made");
        Worth::of(view, odds, &self.evaluator, search)
    }

    /// The decisions that one is judged among.
    pub(crate) fn choices(&self, mover: Mover<'_>, played: Action) -> Vec<Action> {
        let view = mover.public_view();
        let mut choices = match (mover, played) {
            (Mover::Hunters(view), Action::Hunt { hunter, .. }) => {
                Pieces::from_iter([hunter]).actions(view)
            }
            (Mover::Hunters(view), _) => {
                let mut actions = Pieces::ALL.actions(view);
                let first: Option<Hunter> = actions.iter().find_map(|action| piece(*action));
                actions.retain(|action| piece(*action).is_none_or(|piece| Some(piece) == first));
                actions
            }
            (Mover::Fugitive(his), _) => {
                let possible = self.odds.as_ref().map(|odds| odds.belief().possible());
                let possible = possible.unwrap_or(view.rules().board().stations());
                alternatives(view.rules(), &his.position(), &PossibleStations(possible))
            }
        };
        if !choices.contains(&played) {
            choices.push(played);
        }
        choices
    }

    /// Judges a decision by what its side knew, and gives, for hunters, what each station was worth.
    pub fn judge(&mut self, mover: Mover<'_>, played: Action) -> (Judgement, Option<Worth>) {
        let view = mover.public_view();
        self.odds(view);
        let choices = self.choices(mover, played);
        let stake = self.stake(mover, &choices);
        let judged = has_worth(view.public()) && mover.side() == Side::Hunters;
        if choices.len() < 2 {
            let worth = if judged { self.worth(view) } else { None };
            return (self.noted(mover, played, Judgement::free(Class::Forced, 1, stake)), worth);
        }
        let count = choices.len();
        let Some(mut search) = mover.search(&mut self.bot, choices.clone()) else {
            return (Judgement::free(Class::Best, count, stake), None);
        };
        search.step(self.settings.nodes.max(1));
        let worth = judged.then(|| self.worth_by(view, &search));
        let root = search.root();
        self.bot.take_back(&self.rules, search);
        let mut judgement = Judgement::free(Class::Best, count, stake);
        let rivals = self.rivals(mover, &root, choices, played);
        let best = self.best_rival(mover, rivals, played);
        if let Some((rival, gap)) = best {
            judgement.noise = gap.spread;
            judgement.cost = gap.mean;
            judgement.class = Class::of(gap.mean);
            judgement.accuracy = accuracy(gap.mean);
            judgement.better = Some(self.better(mover, rival, played));
        }
        (self.noted(mover, played, judgement), worth)
    }

    /// What may have been better than a decision: the favourite of the search, and what brings most when everything is looked
    /// at by itself and equally hard, as one search may overlook what does not promise much. Nothing if the search plays it and
    /// nothing brings more.
    fn rivals(
        &mut self,
        mover: Mover<'_>,
        root: &Root,
        choices: Vec<Action>,
        played: Action,
    ) -> Vec<Action> {
        let each = self.settings.nodes / 4 + 1;
        let mut brought: Vec<(Action, f64)> = vec![];
        for action in choices {
            let Some(mut search) = mover.search(&mut self.bot, vec![action]) else { continue };
            search.diverge(3);
            search.step(each);
            brought.push((action, mean_of(&search)));
            self.bot.take_back(&self.rules, search);
        }
        let own = brought.iter().find(|(action, _)| *action == played).map_or(0.0, |found| found.1);
        brought.retain(|&(action, mean)| action != played && mean > own - DOUBT);
        brought.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut rivals: Vec<Action> = brought.iter().take(RIVALS).map(|found| found.0).collect();
        let (favourite, _) = root.favourite();
        let visits = |action| {
            let edge = root.edges().iter().find(|edge| edge.action == action);
            edge.map_or(0.0, |edge| f64::from(edge.visits))
        };
        let mixed = visits(played) >= MIXTURE * visits(favourite);
        if !mixed && !rivals.contains(&favourite) {
            rivals.push(favourite);
        }
        rivals
    }

    /// What a search of some decisions finds; none if there is nothing to search.
    pub(crate) fn look_at(&mut self, mover: Mover<'_>, choices: Vec<Action>) -> Option<Root> {
        let mut search = mover.search(&mut self.bot, choices)?;
        search.step(self.settings.nodes.max(1));
        let root = search.root();
        self.bot.take_back(&self.rules, search);
        Some(root)
    }

    /// The first look at a decision by itself are two searches, with as many nodes together as the first search of all.
    fn half(&self) -> u64 {
        self.settings.nodes / 2 + 1
    }

    /// What the first decision brings more than the second, to who takes it.
    pub fn compare(&mut self, mover: Mover<'_>, better: Action, played: Action) -> Gap {
        let mut own = Looked::new(played);
        let mut rival = Looked::new(better);
        let half = self.half();
        loop {
            let gap = rival.compare(&mut own, &mut self.bot, mover, half);
            if rival.is_settled(gap, self.patience) {
                return gap;
            }
        }
    }

    /// The rival that brings most more than what was decided, and how much, if that is more than the noise. The one that is ahead is
    /// looked at closer until it is not ahead any more, or needs no closer look; or until there is nothing left to look closer with. Then
    /// it counts for as much less as its noise is, so that no mark hangs on chance.
    fn best_rival(
        &mut self,
        mover: Mover<'_>,
        rivals: Vec<Action>,
        played: Action,
    ) -> Option<(Action, Gap)> {
        let mut own = Looked::new(played);
        let half = self.half();
        let begin = |action| {
            let mut rival = Looked::new(action);
            let gap = rival.compare(&mut own, &mut self.bot, mover, half);
            (rival, gap)
        };
        let mut rivals: Vec<(Looked, Gap)> = rivals.into_iter().map(begin).collect();
        loop {
            let means = rivals.iter().map(|(_, gap)| gap.mean).enumerate();
            let (ahead, _) = means.max_by(|a, b| a.1.total_cmp(&b.1))?;
            let (rival, gap) = &mut rivals[ahead];
            let settled = rival.is_settled(*gap, self.patience);
            if !settled && self.purse.pays(rival.price_with(&own, half)) {
                *gap = rival.compare(&mut own, &mut self.bot, mover, half);
                continue;
            }
            let sure = if settled { gap.mean } else { gap.mean - gap.spread };
            if sure > NOISE.max(gap.spread) {
                return Some((rival.action, Gap { mean: sure, ..*gap }));
            }
            rivals.swap_remove(ahead);
        }
    }

    pub(crate) fn better(&self, mover: Mover<'_>, action: Action, played: Action) -> Better {
        let odds = self.odds.as_ref().expect("asked for before");
        let (reasons, certainty) = match mover {
            Mover::Hunters(view) => reason::of_hunters(view, odds, &self.evaluator, played, action),
            Mover::Fugitive(view) => reason::of_fugitive(view, odds, &self.evaluator, played, action),
        };
        Better { action, reasons, certainty }
    }

    fn noted(&self, mover: Mover<'_>, played: Action, mut judgement: Judgement) -> Judgement {
        if let (Mover::Fugitive(view), Some(odds)) = (mover, &self.odds) {
            judgement.notes = reason::notes(view, odds, played, &judgement);
        }
        judgement
    }

    /// The best of these decisions by the learned value, less the mean of all.
    fn stake(&self, mover: Mover<'_>, choices: &[Action]) -> f64 {
        let each: Vec<f64> =
            choices.iter().filter_map(|&action| self.first_look(mover, action)).collect();
        if each.len() < 2 {
            return 0.0;
        }
        let best = each.iter().copied().fold(0.0, f64::max);
        best - each.iter().sum::<f64>() / each.len() as f64
    }

    /// What a move is worth to who makes it by the learned value alone.
    pub fn first_look(&self, mover: Mover<'_>, action: Action) -> Option<f64> {
        let (rules, odds) = (&*self.rules, self.odds.as_ref()?);
        let possible = odds.belief().possible();
        match (mover, action) {
            (Mover::Hunters(view), Action::Hunt { to, .. }) if has_worth(view.public()) => {
                let mut left = possible;
                left.remove(to);
                let each = left.iter().map(|at| {
                    let mut position = imagine(rules, view.public(), at);
                    position.apply(rules, action);
                    odds.weight(at) * settled(rules, &position, &self.evaluator, left)
                });
                let caught = if possible.contains(to) { odds.weight(to) } else { 0.0 };
                Some(caught + each.sum::<f64>())
            }
            (Mover::Fugitive(view), Action::Move(_)) => {
                let mut position = view.position();
                let mut left = PossibleStations(possible);
                position.apply(rules, action);
                left.after(rules, action, position.public());
                Some(1.0 - settled(rules, &position, &self.evaluator, left.0))
            }
            _ => None,
        }
    }

    /// The hunters' chance with the fugitive at a station, by the learned value alone.
    pub(crate) fn glance(&self, public: &Public, at: Station, possible: StationSet) -> f64 {
        learned(&self.rules, public, &self.evaluator, at, possible)
    }
}

fn piece(action: Action) -> Option<Hunter> {
    match action {
        Action::Hunt { hunter, .. } => Some(hunter),
        _ => None,
    }
}

/// Whether stations are worth something at such a moment: he has one, and somebody decides.
pub(crate) fn has_worth(public: &Public) -> bool {
    matches!(
        public.phase(),
        Phase::Fugitive | Phase::Second | Phase::Hunters | Phase::BalloonLanding | Phase::Taking
    )
}

#[cfg(test)]
mod tests {
    use fogbound_rules::{Game, Rng, Setup};

    use super::*;

    /// Where a purse is empty there is one look; what it leaves open counts for as much less as its noise is.
    #[test]
    fn closer_looks_are_paid_for() {
        let rules = Arc::new(Rules::builtin("modern", &[], 4).expect("an edition"));
        let game = fogbound_rules::random_game(&rules, &mut Rng::new(2));
        let mut now = Game::new(Arc::clone(&rules), game.setup().clone()).expect("a deal");
        let (mut open, mut marked) = (0, 0);
        for &play in game.plays().iter().take(60) {
            if let fogbound_rules::Play::Action(action) = play
                && action.side() == Side::Hunters
            {
                let view = now.hunters_view();
                let judged = |judge: Judge| {
                    let mut judge = judge;
                    judge.judge(Mover::Hunters(&view), action).0
                };
                let settings = Settings { nodes: 60, seed: 1 };
                let poor = judged(Judge::new(&rules, settings).with_purse(Purse::of_review(0, 1)));
                let patient = judged(Judge::new(&rules, settings).with_patience(0));
                assert!(poor.cost <= patient.cost, "{action}");
                let rich = judged(Judge::new(&rules, settings).with_purse(Purse::of_review(60, 1)));
                assert_eq!(
                    rich,
                    judged(Judge::new(&rules, settings)),
                    "{action}: that is enough for one"
                );
                open += usize::from(poor.cost < patient.cost);
                marked += usize::from(poor.cost > 0.0);
            }
            now.play(play).expect("it was played so");
        }
        assert!(open >= 5 && marked >= 3, "{open} {marked}");
    }

    #[test]
    fn a_search_of_a_review_is_one_tree_however_long_it_is() {
        let rules = Arc::new(Rules::builtin("modern", &[], 4).expect("an edition"));
        let mut rng = Rng::new(1);
        let setup = Setup::deal(&rules, |n| rng.below(n));
        let his = Game::new(Arc::clone(&rules), setup).expect("a deal").fugitive_view();
        let mover = Mover::Fugitive(&his);
        let settings = Settings::default();
        let mut judge = Judge::new(&rules, settings);
        let own = MctsBot::own(settings.seed, 0);
        let one = own.tuned(&Tuning { tree_nodes: Some(u64::MAX), ..Tuning::default() });
        let found = [&mut judge.bot, &mut MctsBot::own(settings.seed, 0), &mut { one }].map(|bot| {
            let mut search = mover.search(bot, his.actions()).expect("he decides");
            search.step(16_384);
            let before = search.root();
            search.step(600);
            (before, search.root())
        });
        let [review, phantom, one] = found;
        assert_eq!(review.0, phantom.0, "nothing differs before");
        assert_ne!(review.1, phantom.1, "he begins a new tree");
        assert_eq!(review.1, one.1);
    }
}
