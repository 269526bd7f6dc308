//! One game between two bots.

use std::sync::Arc;
use std::time::Instant;

use fogbound_engine::{Budget, FugitiveBot, HunterBot, Pieces, Thinking};
use fogbound_rules::{Action, Game, Rng, Rules, Setup, Side, Turn};

/// Who plays, and how much each may think.
pub(crate) struct Players {
    pub(crate) fugitive: Box<dyn FugitiveBot>,
    pub(crate) hunters: Box<dyn HunterBot>,
    /// Of the fugitive and of the hunters.
    pub(crate) budgets: [Budget; 2],
}

/// A game that is dealt and not begun.
pub(crate) fn deal(rules: &Arc<Rules>, rng: &mut Rng) -> Game {
    let setup = Setup::deal(rules, |n| rng.below(n));
    Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal")
}

/// Plays a game to its end. `slip` may take a decision in a bot's place.
pub(crate) fn play(
    mut game: Game,
    players: &mut Players,
    rng: &mut Rng,
    mut slip: impl FnMut(&Game, &mut Rng) -> Option<Action>,
) -> Result<Game, String> {
    let (mut his, mut theirs) = (game.fugitive_view(), game.hunters_view());
    let begun = Instant::now();
    let clock = || begun.elapsed();
    loop {
        let side = match game.turn() {
            Turn::Over => return Ok(game),
            Turn::Hunters => Side::Hunters,
            Turn::Fugitive | Turn::Chance => Side::Fugitive,
        };
        let mut thinking = Thinking::new(players.budgets[side as usize], &clock);
        let play = if game.turn() == Turn::Chance {
            let draws = game.position().draws(game.rules());
            draws[rng.below(draws.len())].into()
        } else if let Some(action) = slip(&game, rng) {
            action.into()
        } else {
            let chosen = match side {
                Side::Fugitive => players.fugitive.choose(&his, &mut thinking),
                Side::Hunters => players.hunters.choose(&theirs, Pieces::ALL, &mut thinking),
            };
            chosen.map_err(|failure| failure.to_string())?.into()
        };
        for event in game.play(play).map_err(|refusal| refusal.to_string())? {
            let known = "a game's own events follow one another";
            his.apply(&event.for_fugitive()).expect(known);
            theirs.apply(event.for_hunters()).expect(known);
        }
    }
}

/// How well a game went for the fugitive, from 0 to 1: won or lost, or his share of the points that
/// can be had.
pub(crate) fn share(game: &Game) -> f32 {
    let rules = game.rules();
    match (game.position().score(rules), rules.score_range()) {
        (Some(score), Some((least, most))) => {
            f32::from(score - least) / f32::from((most - least).max(1))
        }
        _ => {
            let won = game.outcome().is_some_and(|end| end.winner() == Side::Fugitive);
            f32::from(u8::from(won))
        }
    }
}
