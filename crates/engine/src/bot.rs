//! What a bot is: one trait a side. A view goes in, a decision comes out; what a side cannot see
//! is not there to be looked at.

use fogbound_rules::{Action, FugitiveView, Hunter, HunterView, Rules};

use crate::Thinking;

/// Why a bot gave no decision. Our own bots fail only when there is nothing to decide; a program
/// of somebody else's may hang, die or talk nonsense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotFailure(pub String);

impl std::fmt::Display for BotFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BotFailure {}

impl BotFailure {
    /// There is no decision to take.
    pub fn nothing_to_decide() -> BotFailure {
        BotFailure("there is nothing to decide for this side now".into())
    }
}

/// A bot that plays the fugitive.
pub trait FugitiveBot: Send {
    /// Its decision. The same view, seed and number of nodes give the same one.
    fn choose(&mut self, view: &FugitiveView, thinking: &mut Thinking<'_>)
    -> Result<Action, BotFailure>;

    /// The chances by which it decides, from a bot that mixes on purpose and can tell them; what it
    /// chooses is drawn by them. Most bots cannot tell.
    fn chances(
        &mut self,
        _view: &FugitiveView,
        _thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        None
    }

    /// The game is over: this is how it ended. Most bots do not care.
    fn over(&mut self, _view: &FugitiveView) {}
}

/// A bot that plays hunters: all of them, or some.
pub trait HunterBot: Send {
    /// Its decision, for one of the pieces that it may move. The same view, seed and number of
    /// nodes give the same one.
    fn choose(
        &mut self,
        view: &HunterView,
        pieces: Pieces,
        thinking: &mut Thinking<'_>,
    ) -> Result<Action, BotFailure>;

    /// The chances by which it decides, from a bot that mixes on purpose and can tell them.
    fn chances(
        &mut self,
        _view: &HunterView,
        _pieces: Pieces,
        _thinking: &mut Thinking<'_>,
    ) -> Option<Vec<(Action, f64)>> {
        None
    }

    /// The game is over: this is how it ended. Most bots do not care.
    fn over(&mut self, _view: &HunterView, _pieces: Pieces) {}
}

/// The hunters that a player moves.
///
/// ```
/// use fogbound_engine::Pieces;
/// use fogbound_rules::Hunter;
/// let mine: Pieces = [Hunter::detective(2).unwrap()].into_iter().collect();
/// assert!(mine.contains(Hunter::detective(2).unwrap()));
/// assert!(!mine.contains(Hunter::bobby(1).unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces(u8);

impl Pieces {
    /// Every piece of the side.
    pub const ALL: Pieces = Pieces(u8::MAX);

    const fn bit(hunter: Hunter) -> u8 {
        1 << hunter.place()
    }

    /// Whether the piece is among them.
    pub const fn contains(self, hunter: Hunter) -> bool {
        self.0 & Pieces::bit(hunter) != 0
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a decision of the hunters is one for these pieces. Anybody may call the end of the
    /// turn; a token belongs to its character.
    pub fn may(self, rules: &Rules, action: Action) -> bool {
        match action {
            Action::Place { hunter, .. } | Action::Hunt { hunter, .. } => self.contains(hunter),
            Action::Token(token) => {
                rules.player_of(token.character()).is_some_and(|hunter| self.contains(hunter))
            }
            Action::EndTurn => true,
            _ => false,
        }
    }

    /// The decisions that these pieces may take, in the order of the view.
    pub fn actions(self, view: &HunterView) -> Vec<Action> {
        let mut actions = view.actions();
        actions.retain(|&action| self.may(view.rules(), action));
        actions
    }
}

impl FromIterator<Hunter> for Pieces {
    fn from_iter<I: IntoIterator<Item = Hunter>>(hunters: I) -> Pieces {
        Pieces(hunters.into_iter().fold(0, |bits, hunter| bits | Pieces::bit(hunter)))
    }
}
