//! Our own bots, with a note of what they found.

use std::sync::{Arc, Mutex};

use fogbound_engine::bots::{MctsBot, Plan};
use fogbound_engine::{BotFailure, FugitiveBot, HunterBot, Pieces, Root, Thinking};
use fogbound_rules::{Action, FugitiveView, HunterView, Rules};

/// What the last search of a game found, until somebody takes it.
#[derive(Clone, Default)]
pub(crate) struct Note(Arc<Mutex<Option<Root>>>);

impl Note {
    /// A bot of our own, which writes here.
    pub(crate) fn taker(&self, bot: MctsBot) -> Box<NoteTaker> {
        Box::new(NoteTaker { bot, note: self.clone() })
    }

    /// What was found; none if nothing was searched.
    pub(crate) fn take(&self) -> Option<Root> {
        self.0.lock().expect("nobody panics with it").take()
    }
}

/// Our own bot, with a note of what it found.
pub(crate) struct NoteTaker {
    bot: MctsBot,
    note: Note,
}

impl NoteTaker {
    fn decide(&mut self, rules: &Arc<Rules>, plan: Plan, thinking: &mut Thinking<'_>) -> Action {
        let mut search = match plan {
            Plan::Decided(action) => return action,
            Plan::Search(search) => search,
        };
        while thinking.another() {
            search.step(1);
        }
        let root = search.root();
        let action = search.decision(&[]).0;
        *self.note.0.lock().expect("nobody panics with it") = Some(root);
        self.bot.take_back(rules, search);
        action
    }
}

impl FugitiveBot for NoteTaker {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let plan = self.bot.plan_fugitive(view)?;
        Ok(self.decide(view.rules(), plan, thinking))
    }
}

impl HunterBot for NoteTaker {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let plan = self.bot.plan_hunters(view, pieces)?;
        Ok(self.decide(view.rules(), plan, thinking))
    }
}
