//! Bots that are programs of somebody else's, spoken to by the [bot protocol](crate::protocol).
//! Such a program may hang, die or talk nonsense: that is a [`BotFailure`], and its end.

mod group;
mod process;
mod program;

use std::time::Duration;

use fogbound_rules::{Action, FugitiveView, HunterView, Rules, Side};
use serde::Serialize;

pub use program::Program;

use crate::protocol::{Go, NewGame, line, parse_answer};
use fogbound_engine::{BotFailure, Budget, FugitiveBot, HunterBot, Pieces, Thinking};
use process::Process;

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Until it is ready.
    pub start: Duration,
    /// For a decision; none for a limit that follows from the budget.
    pub decision: Option<Duration>,
}

impl Timeouts {
    /// Ten seconds to get ready. For a decision ten times its budget and five seconds, as machines
    /// are busy; a minute if the budget is in nodes.
    pub const USUAL: Timeouts = Timeouts { start: Duration::from_secs(10), decision: None };

    /// How long a decision may take.
    pub fn limit(self, budget: Budget) -> Duration {
        let limit = match budget {
            Budget::Time(time) => time.saturating_mul(10).saturating_add(Duration::from_secs(5)),
            Budget::Nodes(_) => Duration::from_secs(60),
        };
        self.decision.unwrap_or(limit)
    }
}

/// A program that plays one side of one game. It is started for its first decision and ended with
/// this value.
pub struct ExternalBot {
    program: Program,
    seed: u64,
    timeouts: Timeouts,
    process: Option<Process>,
    /// How many events it has been told.
    told: usize,
    failure: Option<BotFailure>,
}

/// One decision, as it is put to a program.
struct Question<'v, V> {
    side: Side,
    rules: &'v Rules,
    pieces: Pieces,
    view: &'v V,
    actions: Vec<Action>,
    /// A line for each event that it has not been told yet.
    events: Vec<String>,
}

impl ExternalBot {
    /// The program as a bot. The seed is told to it, for its own dice.
    pub fn new(program: Program, seed: u64, timeouts: Timeouts) -> ExternalBot {
        ExternalBot { program, seed, timeouts, process: None, told: 0, failure: None }
    }

    fn ask<V: Serialize>(
        &mut self,
        question: Question<'_, V>,
        budget: Budget,
    ) -> Result<Action, BotFailure> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if question.actions.is_empty() {
            return Err(BotFailure::nothing_to_decide());
        }
        let answer = self.try_ask(question, budget);
        answer.map_err(|reason| {
            let last_words = self.process.take().and_then(Process::end_at_once);
            let last_words =
                last_words.map_or(String::new(), |words| format!("; its last words: {words}"));
            let failure = BotFailure(format!("'{}' {reason}{last_words}", self.program));
            self.failure = Some(failure.clone());
            failure
        })
    }

    fn try_ask<V: Serialize>(
        &mut self,
        question: Question<'_, V>,
        budget: Budget,
    ) -> Result<Action, String> {
        let Question { side, rules, pieces, view, actions, events } = question;
        let mut words = String::new();
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let process = Process::start(&self.program, self.timeouts.start)?;
                words += &line("newgame", &NewGame::of(rules, side, pieces, self.seed));
                self.process.insert(process)
            }
        };
        self.told += events.len();
        words.extend(events);
        let listed = actions.iter().copied().map(Into::into).collect();
        words += &line("go", &Go { budget: budget.into(), view, actions: listed });
        let answer = process.ask(words, self.timeouts.limit(budget))?;
        let action = parse_answer(&answer)
            .map_err(|reason| format!("answered what cannot be understood: {reason}"))?;
        let concession = Action::Concede { side };
        match actions.contains(&action) || action == concession {
            true => Ok(action),
            false if action.side() != side => {
                Err(format!("answered '{action}', a decision of the other side"))
            }
            false => Err(format!("answered '{action}', which is not among the decisions it was given")),
        }
    }

    /// Tells what it has not been told yet. If it does not listen any more, nobody minds.
    fn tell(&mut self, events: impl Iterator<Item = String>) {
        if let Some(process) = &mut self.process {
            let _ = process.say(events.collect());
        }
    }
}

fn fugitive_events(view: &FugitiveView, told: usize) -> impl Iterator<Item = String> {
    view.events_from(told).map(|event| line("event", &event))
}

fn hunters_events(view: &HunterView, told: usize) -> impl Iterator<Item = String> {
    view.events().iter().skip(told).map(|event| line("event", event))
}

impl FugitiveBot for ExternalBot {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let question = Question {
            side: Side::Fugitive,
            rules: view.rules(),
            pieces: Pieces::ALL,
            view,
            actions: view.actions(),
            events: fugitive_events(view, self.told).collect(),
        };
        self.ask(question, thinking.budget())
    }

    fn over(&mut self, view: &FugitiveView) {
        self.tell(fugitive_events(view, self.told));
    }
}

impl HunterBot for ExternalBot {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let question = Question {
            side: Side::Hunters,
            rules: view.rules(),
            pieces,
            view,
            actions: pieces.actions(view),
            events: hunters_events(view, self.told).collect(),
        };
        self.ask(question, thinking.budget())
    }

    fn over(&mut self, view: &HunterView, _: Pieces) {
        self.tell(hunters_events(view, self.told));
    }
}
