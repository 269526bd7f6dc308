//! What a link to a table tells of it where it is posted.

use crate::seat::{Occupant, Seat};
use crate::{Stage, Table, leak};

/// What a link tells to whoever reads it, also to programs: nothing in it is secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkCard {
    /// The edition.
    pub edition: String,
    /// The board.
    pub board: String,
    /// How far the table has come.
    pub stage: Stage,
    /// How many seats are open.
    pub open: usize,
    /// How many games have begun.
    pub games: u16,
}

impl Table {
    /// What a link to it tells.
    pub fn link_card(&self) -> LinkCard {
        let open = Seat::all(&self.rules).filter(|&seat| self.occupant(seat) == Occupant::Open);
        let mut card = LinkCard {
            edition: self.settings.edition.clone(),
            board: self.rules.board().id().to_string(),
            stage: self.stage,
            open: open.count(),
            games: self.games,
        };
        leak::link_card(self, &mut card);
        card
    }
}

impl LinkCard {
    /// Whether a game of the table is over: the present one, or one before it.
    pub fn is_over(&self, game: u16) -> bool {
        let before = game < self.games || self.stage == Stage::Lobby;
        (1..=self.games).contains(&game) && (before || self.stage == Stage::Over)
    }
}
