//! A bot whose panics are failures: a mistake in one must not end what others play.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fogbound_rules::{Action, FugitiveView, HunterView};

use crate::{BotFailure, FugitiveBot, HunterBot, Pieces, Thinking};

/// A bot that is asked no more once it has panicked.
pub struct Guarded<B: ?Sized> {
    panicked: bool,
    bot: Box<B>,
}

impl<B: ?Sized> Guarded<B> {
    /// Watches over a bot.
    pub fn new(bot: Box<B>) -> Guarded<B> {
        Guarded { panicked: false, bot }
    }

    fn ask<T>(&mut self, ask: impl FnOnce(&mut B) -> T) -> Result<T, BotFailure> {
        if self.panicked {
            return Err(BotFailure("it panicked before".into()));
        }
        // What a panic leaves behind is never looked at.
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut self.bot)));
        answer.map_err(|panic| {
            self.panicked = true;
            let said = panic.downcast_ref::<&str>().map(ToString::to_string);
            let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
            BotFailure(format!("it panicked: {}", said.unwrap_or_default()))
        })
    }
}

impl FugitiveBot for Guarded<dyn FugitiveBot> {
    fn choose(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.ask(|bot| bot.choose(view, thinking)).flatten()
    }

    fn chances(
        &mut self,
        view: &FugitiveView,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        self.ask(|bot| bot.chances(view, thinking)).ok().flatten()
    }

    fn over(&mut self, view: &FugitiveView) {
        let _ = self.ask(|bot| bot.over(view));
    }
}

impl HunterBot for Guarded<dyn HunterBot> {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        self.ask(|bot| bot.choose(view, pieces, thinking)).flatten()
    }

    fn chances(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        self.ask(|bot| bot.chances(view, pieces, thinking)).ok().flatten()
    }

    fn over(&mut self, view: &HunterView, pieces: Pieces) {
        let _ = self.ask(|bot| bot.over(view, pieces));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use fogbound_rules::{Game, Rules, Setup};

    use super::*;
    use crate::Budget;

    struct Broken;

    impl HunterBot for Broken {
        fn choose(
            &mut self,
            _: &HunterView,
            _: Pieces,
            _: &mut Thinking<'_>,
        ) -> Result<Action, BotFailure> {
            panic!("out of wits")
        }
    }

    #[test]
    fn a_panic_is_a_failure_and_the_bot_is_asked_no_more() {
        let rules = Arc::new(Rules::builtin("modern", &[], 5).expect("an edition"));
        let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).expect("a deal");
        let mut bot: Guarded<dyn HunterBot> = Guarded::new(Box::new(Broken));
        let clock = || Duration::ZERO;
        let mut thinking = Thinking::new(Budget::Nodes(1), &clock);
        for said in ["it panicked: out of wits", "it panicked before"] {
            let failure = bot.choose(&game.hunters_view(), Pieces::ALL, &mut thinking);
            assert_eq!(failure, Err(BotFailure(said.into())));
        }
    }
}
