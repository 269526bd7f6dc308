//! Bots against each other: many games from fixed starts, in parallel, with what came of them.

mod cores;
mod cross_table;
mod entrant;
pub mod exact;
mod external;
mod gauntlet;
mod journal;
mod mixture;
pub mod protocol;
mod rating;
mod responder;
mod result;
mod run;
mod sprt;
mod starts;
mod statistics;
mod tally;
mod thread_time;

use std::sync::Arc;

use fogbound_rules::{
    Action, Draw, Event, FugitiveView, Game, HunterView, Position, Rng, Rules, Setup, Side, Turn,
};

pub use cross_table::{Cell, Totals, totals};
pub use entrant::{Entrant, ExternalSettings, split_entrants};
pub use external::{ExternalBot, Program, Timeouts};
pub use gauntlet::{Field, Gauntlet, Standing};
pub use journal::{Journal, JournalError, RunId};
pub use mixture::{Even, FugitivePolicy, HunterPolicy, Mixture, Sampled};
pub use rating::{Rating, Ratings, Score, ratings};
pub use responder::{Cost, Searching, can_respond, respond};
pub use result::{Forfeit, GameResult};
pub use run::run;
pub use sprt::{Hypotheses, Pair, Sprt, Verdict};
pub use starts::{StartCell, Starts, THIN, ToldCell, starts};
pub use statistics::{Interval, mean_interval, wilson};
pub use tally::Tally;
pub use thread_time::thread_time;

use fogbound_engine::{BotFailure, Budget, FugitiveBot, Guarded, HunterBot, Pieces, Thinking};

/// Who plays which side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The fugitive's bot.
    pub fugitive: Entrant,
    /// The bot of all hunters.
    pub hunters: Entrant,
}

/// What is played: the same starts for every pairing.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The rules of every game.
    pub rules: Arc<Rules>,
    /// The source of all chance.
    pub seed: u64,
    /// Who plays.
    pub pairings: Vec<Pairing>,
    /// What programs of somebody else's are given.
    pub external: ExternalSettings,
}

/// One game of an arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Task {
    /// The number of the start, from 1: the same start for every pairing.
    pub start: u64,
    /// Which pairing, counted from 0.
    pub pairing: usize,
}

/// A game that was played, and how it came to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game. After a forfeit it ends with a concession, where the rules have one.
    pub game: Game,
    /// What came of it.
    pub result: GameResult,
}

/// The sources of chance of one game, none of which tells anything of another.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Stream {
    Draws = 0x6a09_e667_f3bc_c908,
    FugitiveBot = 0x3c6e_f372_fe94_f82b,
    HunterBot = 0x510e_527f_ade6_82d1,
    Responder = 0x9b05_688c_2b3e_6c1f,
}

fn stream(seed: u64, start: u64, stream: Stream) -> Rng {
    Rng::for_game(seed ^ stream as u64, start)
}

/// A bot's seed has 53 bits, so that every reader of JSON keeps it whole.
fn bot_seed(seed: u64, start: u64, bot: Stream) -> u64 {
    stream(seed, start, bot).bits() >> 11
}

impl Arena {
    /// Plays one game. With bots that count nodes the outcome depends on the seed, the task and the
    /// bots, and on nothing else.
    pub fn play(&self, task: Task) -> Played {
        let Pairing { fugitive, hunters } = &self.pairings[task.pairing];
        let seed = |bot| bot_seed(self.seed, task.start, bot);
        let mut fugitive_bot =
            Guarded::new(fugitive.fugitive(seed(Stream::FugitiveBot), &self.external));
        let mut hunter_bot = Guarded::new(hunters.hunters(seed(Stream::HunterBot), &self.external));
        let budgets = [fugitive.budget(&self.external), hunters.budget(&self.external)];
        play_game(&self.rules, self.seed, task.start, &mut fugitive_bot, &mut hunter_bot, budgets)
    }
}

/// Plays one start of a seed with these bots. Each side has its own view, kept up to date with the
/// events that it sees. Their time is that of this thread.
fn play_game(
    rules: &Arc<Rules>,
    seed: u64,
    start: u64,
    fugitive: &mut dyn FugitiveBot,
    hunters: &mut dyn HunterBot,
    [fugitive_budget, hunters_budget]: [Budget; 2],
) -> Played {
    let mut deal = Rng::for_game(seed, start);
    let setup = Setup::deal(rules, |n| deal.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal");
    let mut chance = stream(seed, start, Stream::Draws);
    let mut views = Views { fugitive: game.fugitive_view(), hunters: game.hunters_view() };
    let forfeit = loop {
        let (side, chosen) = match game.turn() {
            Turn::Over => break None,
            Turn::Chance => {
                let draw = draw(rules, game.position(), &mut chance);
                views.see(game.play(draw.into()).expect("a listed draw is possible"));
                continue;
            }
            Turn::Fugitive => {
                let mut thinking = Thinking::new(fugitive_budget, &thread_time);
                (Side::Fugitive, fugitive.choose(&views.fugitive, &mut thinking))
            }
            Turn::Hunters => {
                let mut thinking = Thinking::new(hunters_budget, &thread_time);
                (Side::Hunters, hunters.choose(&views.hunters, Pieces::ALL, &mut thinking))
            }
        };
        let played = chosen.map_err(|BotFailure(reason)| reason).and_then(|action| {
            let refused = |reason| format!("chose '{action}': {reason}");
            game.act(side, action).map_err(|reason| refused(reason.to_string()))
        });
        match played {
            Ok(events) => views.see(events),
            Err(reason) => break Some(Forfeit { side, reason }),
        }
    };
    if let Some(Forfeit { side, .. }) = forfeit
        // In a scored edition the hunters cannot give up before the hunt has begun.
        && let Ok(events) = game.play(Action::Concede { side }.into())
    {
        views.see(events);
    }
    fugitive.over(&views.fugitive);
    hunters.over(&views.hunters, Pieces::ALL);
    let result = GameResult::of(&game, forfeit);
    Played { game, result }
}

fn draw(rules: &Rules, position: &Position, chance: &mut Rng) -> Draw {
    let draws = position.draws(rules);
    draws[chance.below(draws.len())]
}

/// What each side knows.
struct Views {
    fugitive: FugitiveView,
    hunters: HunterView,
}

impl Views {
    fn see(&mut self, events: &[Event]) {
        for event in events {
            let known = "a game's own events follow one another";
            self.fugitive.apply(&event.for_fugitive()).expect(known);
            self.hunters.apply(event.for_hunters()).expect(known);
        }
    }
}

#[cfg(test)]
mod tests;
