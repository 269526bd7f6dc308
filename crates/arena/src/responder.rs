//! A searcher that knows the policy of its opponent, on boards too large to be looked at whole. What it
//! reaches is a lower bound of what the policy gives away: a better searcher would reach more.
//!
//! It knows the opponent's program and budget, not its dice: it asks the program with dice of its own.
//! As the fugitive it searches through what the hunters will do. As the hunters it knows besides
//! how likely each station is, since it knows what he would have done at each of them.

mod known;
mod search;
mod suspects;
mod trail;

use std::sync::Arc;

use fogbound_rules::{Action, Game, Play, Rng, Rules, Setup, Side, Turn};

use crate::thread_time::thread_time;
use crate::{Forfeit, GameResult, Played, Stream, bot_seed, draw, stream};
use fogbound_engine::{BotFailure, BotSpec, Guarded, HunterBot, Pieces, Thinking};
use known::Known;
use search::Search;
use suspects::Suspects;
use trail::Trail;

/// How hard a best response is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searching {
    /// How many decisions of the policy may be asked for at one decision of its own.
    pub asks: u64,
    /// With how many dice the policy is asked.
    pub seeds: u64,
}

/// What a search for a best response has cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Decisions that were searched.
    pub decisions: u64,
    /// Decisions of the policy that were asked for, those of its own games not among them.
    pub asked: u64,
}

/// The side that knows.
struct Responder {
    searching: Searching,
    known: Known,
    search: Search,
    suspects: Option<Suspects>,
    cost: Cost,
}

impl Responder {
    /// Somebody who plays a side and knows the policy of the other, for one game. `seed` is that of
    /// its own dice.
    fn new(game: &Game, side: Side, policy: BotSpec, seed: u64, searching: Searching) -> Responder {
        let suspects = (side == Side::Hunters).then(|| Suspects::of(game));
        let known = Known::new(policy, side.other(), seed, searching.seeds);
        let search = Search::new(game.rules(), side, seed);
        Responder { searching, known, search, suspects, cost: Cost::default() }
    }

    /// The decision of a fugitive, who knows the game.
    fn flee(&mut self, game: &Game) -> Result<Action, BotFailure> {
        let trail = Trail::of(game.clone());
        self.decide(|_| trail.clone())
    }

    /// The decision of hunters, who know their suspects.
    fn hunt(&mut self) -> Result<Action, BotFailure> {
        let suspects = self.suspects.take().expect("hunters have suspects");
        let action = self.decide(|rng| suspects.sample(rng).clone());
        self.suspects = Some(suspects);
        action
    }

    fn decide(&mut self, sample: impl FnMut(&mut Rng) -> Trail) -> Result<Action, BotFailure> {
        self.cost.decisions += 1;
        let limit = self.known.asked() + self.searching.asks;
        self.search.decide(sample, &mut self.known, limit)
    }

    /// Takes in what happened; `before` is how many events there were before it.
    fn see(&mut self, game: &Game, before: usize) -> Result<(), BotFailure> {
        match &mut self.suspects {
            Some(suspects) => suspects.follow(game, before, &mut self.known),
            None => Ok(()),
        }
    }

    fn cost(&self) -> Cost {
        Cost { asked: self.known.asked(), ..self.cost }
    }
}

/// Whether a best response can be looked for: hunters cannot follow the secrets of the Holmes variant.
pub fn can_respond(rules: &Rules, side: Side) -> bool {
    side == Side::Fugitive || !rules.has_case()
}

/// Plays one start of a seed: a bot against somebody who plays `side` and knows the bot. The bot has the
/// dice that it has in any arena of this seed.
pub fn respond(
    rules: &Arc<Rules>,
    (seed, start): (u64, u64),
    policy: BotSpec,
    side: Side,
    searching: Searching,
) -> (Played, Cost) {
    let mut deal = Rng::for_game(seed, start);
    let setup = Setup::deal(rules, |n| deal.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal");
    let mut chance = stream(seed, start, Stream::Draws);
    let own_seed = bot_seed(seed, start, Stream::Responder);
    let mut responder = Responder::new(&game, side, policy, own_seed, searching);
    let mut opponent = Opponent::new(policy, side.other(), seed, start);
    let forfeit = loop {
        let (decided, play) = match (game.turn(), side) {
            (Turn::Over, _) => break None,
            (Turn::Chance, _) => (side, Ok(Play::from(draw(rules, game.position(), &mut chance)))),
            (Turn::Fugitive, Side::Fugitive) => (side, responder.flee(&game).map(Play::from)),
            (Turn::Hunters, Side::Hunters) => (side, responder.hunt().map(Play::from)),
            _ => (side.other(), opponent.choose(&game).map(Play::from)),
        };
        let before = game.events().len();
        let played = play.and_then(|play| match game.play(play) {
            Ok(_) => responder.see(&game, before),
            Err(reason) => Err(BotFailure(reason.to_string())),
        });
        if let Err(BotFailure(reason)) = played {
            break Some(Forfeit { side: decided, reason });
        }
    };
    let result = GameResult::of(&game, forfeit);
    (Played { game, result }, responder.cost())
}

/// The bot that is responded to, in its own game.
enum Opponent {
    Fugitive(Guarded<dyn fogbound_engine::FugitiveBot>, BotSpec),
    Hunters(Guarded<dyn HunterBot>, BotSpec),
}

impl Opponent {
    fn new(bot: BotSpec, side: Side, seed: u64, start: u64) -> Opponent {
        let plays = "it plays this side";
        match side {
            Side::Fugitive => {
                let seed = bot_seed(seed, start, Stream::FugitiveBot);
                Opponent::Fugitive(Guarded::new(bot.fugitive(seed).expect(plays)), bot)
            }
            Side::Hunters => {
                let seed = bot_seed(seed, start, Stream::HunterBot);
                Opponent::Hunters(Guarded::new(bot.hunters(seed).expect(plays)), bot)
            }
        }
    }

    fn choose(&mut self, game: &Game) -> Result<Action, BotFailure> {
        use fogbound_engine::FugitiveBot;
        match self {
            Opponent::Fugitive(bot, spec) => {
                bot.choose(&game.fugitive_view(), &mut Thinking::new(spec.budget(), &thread_time))
            }
            Opponent::Hunters(bot, spec) => {
                let mut thinking = Thinking::new(spec.budget(), &thread_time);
                bot.choose(&game.hunters_view(), Pieces::ALL, &mut thinking)
            }
        }
    }
}

#[cfg(test)]
mod tests;
