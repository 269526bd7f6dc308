//! Random play: every decision with the same chance.

use std::sync::Arc;

use crate::{Action, Draw, Game, Outcome, Play, Position, Rng, Rules, Setup, Turn};

/// A random decision or draw; none if the game is over. `buffer` is room to work in.
pub fn random_play(
    rules: &Rules,
    position: &Position,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Option<Play> {
    match position.turn() {
        Turn::Over => None,
        Turn::Chance => Some(random_draw(rules, position, rng).into()),
        Turn::Fugitive | Turn::Hunters => Some(random_action(rules, position, rng, buffer).into()),
    }
}

fn random_draw(rules: &Rules, position: &Position, rng: &mut Rng) -> Draw {
    let draws = position.draws(rules);
    draws[rng.below(draws.len())]
}

#[inline(always)]
fn random_action(rules: &Rules, position: &Position, rng: &mut Rng, buffer: &mut Vec<Action>) -> Action {
    let count = position.list_actions(rules, buffer);
    buffer[rng.below(count)]
}

/// Plays a position to its end at random and tells how it ended.
pub fn random_outcome(
    rules: &Rules,
    position: Position,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Outcome {
    let last = random_end(rules, position, rng, buffer);
    last.outcome().expect("an ended game has an outcome")
}

/// Plays a position to its end at random.
#[inline]
pub fn random_end(
    rules: &Rules,
    mut position: Position,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Position {
    loop {
        match position.turn() {
            Turn::Fugitive | Turn::Hunters => {
                let action = random_action(rules, &position, rng, buffer);
                position.apply(rules, action);
            }
            Turn::Chance => {
                let draw = random_draw(rules, &position, rng);
                position.apply_draw(rules, draw);
            }
            Turn::Over => return position,
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
