//! The decisions of bots and of chance.

use std::time::Instant;

use fogbound_engine::Thinking;
use fogbound_rules::{Action, Play, Rng, Side, Turn};

use super::seats::{self, Who};
use super::session::Session;

impl Session {
    /// A bot or chance decides; what came of it.
    pub(crate) fn advance(&mut self) -> Result<String, String> {
        let moment = self.plays() as u64;
        let seed = Rng::for_game(self.seed, moment).bits();
        let play: Play = match self.game.turn() {
            Turn::Over => return Ok(String::new()),
            Turn::Chance => {
                let draws = self.game.position().draws(self.game.rules());
                draws[Rng::new(seed).below(draws.len())].into()
            }
            turn => self.ask_bot(turn, seed)?.into(),
        };
        self.play(play)
    }

    /// A bot of a moment: made anew, so that a game that goes on from a file goes on the same.
    fn ask_bot(&self, turn: Turn, seed: u64) -> Result<Action, String> {
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let wrong_side = |spec| format!("the bot {spec} does not play this side");
        let action = match (turn, self.seats.fugitive) {
            (Turn::Fugitive, Who::Bot(spec)) => {
                let mut bot = spec.fugitive(seed).ok_or_else(|| wrong_side(spec))?;
                bot.choose(&self.fugitive, &mut Thinking::new(spec.budget(), &clock))
            }
            _ => {
                let (pieces, spec) = self.seats.bot(self.game.rules()).ok_or("no bot is to move")?;
                let mut bot = spec.hunters(seed).ok_or_else(|| wrong_side(spec))?;
                bot.choose(&self.hunters, pieces, &mut Thinking::new(spec.budget(), &clock))
            }
        };
        action.map_err(|failure| failure.to_string())
    }

    /// What a good bot would do in place of the people who are to decide.
    pub(super) fn hint(&self, side: Side) -> Result<Action, String> {
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let spec = seats::hint_bot(side);
        let thinking = &mut Thinking::new(spec.budget(), &clock);
        let seed = Rng::for_game(self.seed, self.plays() as u64).bits();
        let action = match side {
            Side::Fugitive => {
                let mut bot = spec.fugitive(seed).ok_or("no bot plays this side")?;
                bot.choose(&self.fugitive, thinking)
            }
            Side::Hunters => {
                let mut bot = spec.hunters(seed).ok_or("no bot plays this side")?;
                bot.choose(&self.hunters, self.seats.people(self.game.rules()), thinking)
            }
        };
        action.map_err(|failure| failure.to_string())
    }

    /// Who is thinking.
    pub(crate) fn thinker(&self, turn: Turn) -> &str {
        match turn {
            Turn::Fugitive => &self.words.fugitive,
            _ => "The hunters",
        }
    }
}
