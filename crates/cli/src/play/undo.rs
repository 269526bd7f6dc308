//! Taking back one's own last decision, as long as nobody has learnt anything by it.

use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_rules::{Action, Game, Play, Side, Token};

use super::session::{Next, Session};

impl Session {
    /// Takes the last decision back, or says why not.
    pub(super) fn undo(&mut self) -> String {
        let last = self.game.plays().last().copied();
        match (self.before_last(), last) {
            (Ok(game), Some(Play::Action(action))) => {
                self.hunters = game.hunters_view();
                self.fugitive = game.fugitive_view();
                self.game = game;
                self.offered = None;
                format!("Taken back: {}.\n", self.words.action(action))
            }
            (Err(reason), _) => format!("{reason}\n"),
            (Ok(_), _) => String::new(),
        }
    }

    /// The game before the last decision, if that may be taken back.
    fn before_last(&self) -> Result<Game, String> {
        let Next::Person(side) = self.next() else { return Err("Nobody is to decide.".into()) };
        let rules = self.game.rules();
        let [earlier @ .., Play::Action(action)] = self.game.plays() else {
            return Err("There is no decision of yours to take back.".into());
        };
        let people = self.seats.people(rules);
        if action.side() != side || side == Side::Hunters && !people.may(rules, *action) {
            return Err("The last decision was not yours: nothing can be taken back.".into());
        }
        let mut game = Game::new(Arc::clone(rules), self.game.setup().clone())
            .map_err(|errors| errors.to_string())?;
        for &play in earlier {
            game.play(play).map_err(|illegal| illegal.to_string())?;
        }
        match learnt(&game, *action) {
            Some(reason) => Err(reason),
            None => Ok(game),
        }
    }
}

/// What the hunters have learnt by a decision, as a reason to let it stand.
fn learnt(before: &Game, action: Action) -> Option<String> {
    match action {
        Action::Hunt { to, .. } => {
            let possible = Belief::of(&before.hunters_view()).possible().contains(to);
            possible.then(|| format!("That move has told you that he is not at {to}: it stands."))
        }
        Action::Token(Token::Quarter | Token::Symbol { .. } | Token::Trail) => {
            Some("The question has been answered: it stands.".into())
        }
        _ => None,
    }
}
