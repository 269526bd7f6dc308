//! A review in the making: one decision a step.

use fogbound_engine::fugitive_share;
use fogbound_rules::{
    Action, Draw, FugitiveView, Game, HunterView, Outcome, Phase, Play, Public, PublicEvent, Rules,
    Side, Station, StationSet, Turn,
};

use crate::account::{Account, change};
use crate::judge::{Judge, Judgement, Mover, Settings, has_worth};
use crate::purse::Purse;
use crate::report::{Chance, Decision, Drawn, Report, Round};
use crate::worth::{Worth, imagine, mean_of_draws, settled};

/// Why a game cannot be reviewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReviewError {
    /// It goes on.
    #[error("the game is not over: only finished games are reviewed")]
    NotOver,
    /// It was over before anybody decided anything.
    #[error("nobody decided anything in this game: there is nothing to review")]
    Empty,
}

/// A review of a finished game. It can be looked at after every step.
pub struct Review {
    plays: Vec<Play>,
    result: f64,
    /// The game as far as it was looked at, with what each side knew.
    game: Game,
    his: FugitiveView,
    theirs: HunterView,
    judge: Judge,
    /// The last decision, as long as it is not known what came of it.
    open: Option<Open>,
    begun: bool,
    report: Report,
}

/// A decision before it is known what came of it.
struct Open {
    index: usize,
    action: Action,
    worth: Worth,
    at: Station,
    theirs: HunterView,
    /// What was drawn since.
    drawn: f64,
}

/// How things stand after a decision.
struct After<'a> {
    public: &'a Public,
    /// None if the game is over, or would be.
    worth: Option<&'a Worth>,
}

/// How many events had happened before each step of a game.
pub fn moments(game: &Game) -> Vec<usize> {
    let mut again = Game::new(game.rules().clone(), game.setup().clone()).expect("it was begun so");
    let before = game.plays().iter().map(|&play| {
        let before = again.events().len();
        again.play(play).expect("it was played so");
        before
    });
    before.collect()
}

impl Review {
    /// Begins a review. A game that is not over is refused.
    pub fn new(game: &Game, settings: Settings) -> Result<Review, ReviewError> {
        let outcome = game.outcome().ok_or(ReviewError::NotOver)?;
        let decisions = game.plays().iter().filter(|play| matches!(play, Play::Action(_))).count();
        if decisions == 0 {
            return Err(ReviewError::Empty);
        }
        let rules = game.rules();
        let result = 1.0 - f64::from(fugitive_share(rules, game.position()));
        let begin = Game::new(rules.clone(), game.setup().clone()).expect("it was begun so");
        Ok(Review {
            plays: game.plays().to_vec(),
            result,
            his: begin.fugitive_view(),
            theirs: begin.hunters_view(),
            game: begin,
            judge: Judge::new(rules, settings).with_purse(Purse::of_review(settings.nodes, decisions)),
            open: None,
            begun: false,
            report: Report {
                edition: rules.edition().id.clone(),
                detectives: rules.detectives(),
                settings,
                outcome,
                account: Account { result, ..Account::default() },
                deal: 0.0,
                decisions: vec![],
                drawn: vec![],
                rounds: vec![],
                tickets: vec![],
            },
        })
    }

    /// How many steps of the game were looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.game.plays().len(), self.plays.len())
    }

    /// What was found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The same review, that looks closer at what may have been a mistake only so many times. The account does not hang on that.
    #[must_use]
    pub fn with_patience(self, times: usize) -> Review {
        Review { judge: self.judge.with_patience(times), ..self }
    }

    /// Looks at one step of the game; whether there is more to look at.
    pub fn step(&mut self) -> bool {
        let Some(&play) = self.plays.get(self.game.plays().len()) else { return false };
        match play {
            Play::Action(action) => self.decide(action),
            Play::Draw(draw) => self.draw(draw),
        }
        self.advance(play);
        let more = self.game.plays().len() < self.plays.len();
        if !more {
            self.end();
        }
        more
    }

    /// Carries a step out, with what it told.
    fn advance(&mut self, play: Play) {
        let events = self.game.play(play).expect("it was played so").to_vec();
        for event in &events {
            if let PublicEvent::Moved(moved) = event.for_hunters() {
                self.report.tickets.extend(self.judge.told(&self.theirs, *moved));
            }
            let known = "a game's own events follow one another";
            self.his.apply(&event.for_fugitive()).expect(known);
            self.theirs.apply(event.for_hunters()).expect(known);
        }
    }

    fn draw(&mut self, draw: Draw) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let possible = self.judge.odds(&self.theirs).belief().possible();
        let evaluator = self.judge.evaluator();
        let Some(mean) = mean_of_draws(rules, position, evaluator, possible) else { return };
        let mut after = *position;
        after.apply_draw(rules, draw);
        let possible = after.public().shown().map_or(possible, StationSet::only);
        let luck = settled(rules, &after, evaluator, possible) - mean;
        self.report.drawn.push(Drawn { play: self.game.plays().len(), luck });
        self.report.account.luck += luck;
        if let Some(open) = &mut self.open {
            open.drawn += luck;
        }
    }

    fn decide(&mut self, action: Action) {
        let side = action.side();
        let at = self.game.position().fugitive();
        self.judge.go_on();
        let (judgement, worth) = match (action, side) {
            (Action::Concede { .. }, _) => (Judgement::conceded(), self.judge.worth(&self.theirs)),
            (_, Side::Hunters) => self.judge.judge(Mover::Hunters(&self.theirs), action),
            (_, Side::Fugitive) => {
                let (judgement, _) = self.judge.judge(Mover::Fugitive(&self.his), action);
                (judgement, self.judge.worth(&self.theirs))
            }
        };
        let known = worth.as_ref().zip(at);
        if let Some((worth, at)) = known {
            self.reach(worth, at);
        }
        let chance = known.map(|(worth, at)| Chance { judged: worth.judged(), known: worth.at(at) });
        let round = self.theirs.public().round();
        let possible = self.judge.odds(&self.theirs).belief().possible().len();
        if let (Some(chance), Side::Hunters) = (chance, side)
            && self.report.rounds.last().is_none_or(|last| last.round != round)
        {
            self.report.rounds.push(Round { round, possible, chance });
        }
        let index = self.report.decisions.len();
        self.report.decisions.push(Decision {
            play: self.game.plays().len(),
            round,
            side,
            hunter: match action {
                Action::Hunt { hunter, .. } | Action::Place { hunter, .. } => Some(hunter),
                _ => None,
            },
            action,
            chance,
            possible,
            judgement,
            luck: None,
            seen: None,
            skill: 0.0,
        });
        if worth.is_none() || at.is_none() {
            // Before he has a station nothing else is known of it than what it cost.
            let cost = self.report.decisions[index].judgement.cost;
            self.count(index, for_hunters(side, cost));
        }
        self.open = worth.zip(at).map(|(worth, at)| Open {
            index,
            action,
            worth,
            at,
            theirs: self.theirs.clone(),
            drawn: 0.0,
        });
    }

    /// The next decision is reached, with what stations are worth there: so it is known what came of the last
    /// one.
    fn reach(&mut self, worth: &Worth, at: Station) {
        if let Some(open) = self.open.take() {
            let public = *self.theirs.public();
            self.close(&open, at, &After { public: &public, worth: Some(worth) });
        }
        if !self.begun {
            self.begun = true;
            self.report.deal = worth.at(at) - worth.judged();
            let account = &mut self.report.account;
            // What was decided and drawn before is no part of the chance at the beginning.
            account.start = worth.judged() - account.sum();
            account.luck += self.report.deal;
        }
    }

    /// The game is over.
    fn end(&mut self) {
        let Some(open) = self.open.take() else {
            // It was over before there was a chance to tell.
            let account = &mut self.report.account;
            account.start = account.result - account.sum();
            return;
        };
        let Some(at) = self.game.position().fugitive() else { return };
        let hunted = open.action.side() == Side::Hunters;
        let told_apart =
            matches!(self.game.outcome(), Some(Outcome::Captured { .. } | Outcome::Cornered { .. }));
        if !hunted || !told_apart {
            let public = *self.theirs.public();
            return self.close(&open, at, &After { public: &public, worth: None });
        }
        // How it would have gone on with the fugitive elsewhere.
        let mut otherwise = open.theirs.clone();
        let event = self.theirs.events()[open.theirs.events().len()].clone();
        let event = match event {
            PublicEvent::Hunted { hunter, ticket, to, .. } => {
                PublicEvent::Hunted { hunter, ticket, to, captured: false }
            }
            event => event,
        };
        let mut left = open.worth.possible();
        if let Action::Hunt { to, .. } = open.action {
            left.remove(to);
        }
        let follows = otherwise.apply(&event).is_ok();
        let public = *otherwise.public();
        left = left.iter().filter(|&at| !self.is_stuck(&public, at)).collect();
        let goes_on = follows && has_worth(&public) && !left.is_empty();
        let worth = if goes_on { self.judge.worth(&otherwise) } else { None };
        self.close(&open, at, &After { public: &public, worth: worth.as_ref() });
    }

    fn is_stuck(&self, public: &Public, at: Station) -> bool {
        public.phase() == Phase::Fugitive && !public.fugitive_can_move(self.game.rules(), at)
    }

    /// What came of a decision: what of it was skill, and what was luck.
    fn close(&mut self, open: &Open, at: Station, after: &After<'_>) {
        let over = self.game.turn() == Turn::Over;
        let skill = if open.action.side() == Side::Fugitive {
            let reached = if over { self.result } else { after.worth.map_or(0.5, |worth| worth.at(at)) };
            reached - open.worth.at(open.at) - open.drawn
        } else {
            let with = |at: Station| self.after(open, after, at);
            let truth = open.at;
            let shown = with(truth);
            let alike = |at: Station| {
                at == truth
                    || !over && self.is_held_possible(open, after, at)
                    || over && after.worth.is_none() && with(at) == shown
            };
            let change = change(&open.worth, truth, with, alike);
            let decision = &mut self.report.decisions[open.index];
            (decision.luck, decision.seen) = (Some(change.luck), Some(change.seen));
            self.report.account.luck += change.luck;
            change.mean
        };
        self.count(open.index, skill);
    }

    /// What a decision brought the hunters by what its side knew.
    fn count(&mut self, index: usize, skill: f64) {
        let decision = &mut self.report.decisions[index];
        decision.skill = skill;
        *self.report.account.skill(decision.side) += skill;
    }

    /// Whether he can be at a station after a decision of the hunters, for all they know.
    fn is_held_possible(&self, open: &Open, after: &After<'_>, at: Station) -> bool {
        let entered = matches!(open.action, Action::Hunt { to, .. } if to == at);
        !entered && after.worth.is_some_and(|worth| worth.possible().contains(at))
    }

    /// The hunters' chance after a decision of theirs, had the fugitive been at a station.
    fn after(&self, open: &Open, after: &After<'_>, at: Station) -> f64 {
        let rules = self.game.rules();
        if matches!(open.action, Action::Hunt { to, .. } if to == at) {
            let mut caught = imagine(rules, open.theirs.public(), at);
            caught.apply(rules, open.action);
            return settled(rules, &caught, self.judge.evaluator(), StationSet::only(at));
        }
        if self.is_stuck(after.public, at) {
            return beaten(rules, after.public);
        }
        match after.worth {
            Some(worth) if worth.possible().contains(at) => worth.at(at),
            // He would have been seen elsewhere, or would have answered something else; or the game would
            // have ended otherwise.
            _ => self.judge.glance(after.public, at, StationSet::only(at)),
        }
    }
}

/// What a cost of a side is for the hunters.
fn for_hunters(side: Side, cost: f64) -> f64 {
    if side == Side::Fugitive { cost } else { -cost }
}

/// What the hunters have of a fugitive who cannot move: the game, or all points that are left.
fn beaten(rules: &Rules, public: &Public) -> f64 {
    match (public.score(rules), rules.score_range()) {
        (Some(score), Some((least, most))) => {
            1.0 - f64::from(score - least) / f64::from((most - least).max(1))
        }
        _ => 1.0,
    }
}
