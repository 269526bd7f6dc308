//! A bot in thirty lines: hunters who go where he can be. It plays against our own fugitive.
//! `cargo run --release -p fogbound-engine --example bot`

use std::sync::Arc;
use std::time::Instant;

use fogbound_engine::{Belief, BotFailure, BotSpec, Budget, HunterBot, Pieces, Thinking};
use fogbound_rules::{Action, Game, HunterView, Rng, Rules, Setup, Turn, random_play};

struct Chaser;

impl HunterBot for Chaser {
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        _: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure> {
        let (board, possible) = (view.rules().board(), Belief::of(view).possible());
        let far = |action: &Action| match action {
            Action::Hunt { to, .. } => possible.iter().map(|at| board.distance(*to, at)).min(),
            _ => None,
        };
        let actions = pieces.actions(view);
        actions.into_iter().min_by_key(far).ok_or_else(BotFailure::nothing_to_decide)
    }
}

fn main() {
    let rules = Arc::new(Rules::builtin("modern", &[], 4).expect("an edition"));
    let mut rng = Rng::new(1);
    let mut game = Game::new(rules.clone(), Setup::deal(&rules, |n| rng.below(n))).expect("a deal");
    let phantom: BotSpec = "phantom:nodes=500".parse().expect("a bot");
    let mut fugitive = phantom.fugitive(1).expect("it plays the fugitive");
    let begun = Instant::now();
    let clock = || begun.elapsed();
    while game.outcome().is_none() {
        let thinking = &mut Thinking::new(Budget::Nodes(500), &clock);
        let play = match game.turn() {
            Turn::Fugitive => fugitive.choose(&game.fugitive_view(), thinking).expect("a move").into(),
            Turn::Hunters => {
                let view = game.hunters_view();
                Chaser.choose(&view, Pieces::ALL, thinking).expect("a move").into()
            }
            _ => random_play(&rules, game.position(), &mut rng, &mut vec![]).expect("a draw"),
        };
        game.play(play).expect("a legal step");
    }
    println!("{}", game.outcome().expect("it is over"));
}
