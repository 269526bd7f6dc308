//! Random play: every decision with the same chance.

use std::sync::Arc;

use fogbound_rules::{Action, Game, Outcome, Play, Position, Rules, Setup, Turn};

use crate::Rng;

/// A random decision or draw; none if the game is over. `buffer` is room to work in.
#[inline]
pub fn random_play(
    rules: &Rules,
    position: &Position,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Option<Play> {
    match position.turn() {
        Turn::Over => None,
        Turn::Chance => {
            let draws = position.draws(rules);
            Some(draws[rng.below(draws.len())].into())
        }
        Turn::Fugitive | Turn::Hunters => {
            let count = position.list_actions(rules, buffer);
            Some(buffer[rng.below(count)].into())
        }
    }
}

/// Plays a position to its end at random.
#[inline]
pub fn random_outcome(
    rules: &Rules,
    mut position: Position,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Outcome {
    loop {
        match random_play(rules, &position, rng, buffer) {
            Some(Play::Action(action)) => position.apply(rules, action),
            Some(Play::Draw(draw)) => position.apply_draw(rules, draw),
            None => return position.outcome().expect("only an ended game has no next step"),
        }
    }
}

/// A whole random game with its history.
pub fn random_game(rules: &Arc<Rules>, rng: &mut Rng) -> Game {
    let setup = Setup::deal(rules, |n| rng.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal");
    let mut buffer = Vec::new();
    while let Some(play) = random_play(rules, game.position(), rng, &mut buffer) {
        game.play(play).expect("a listed step is legal");
    }
    game
}
