//! Where he can be, followed through imagined play.

use fogbound_rules::{Action, Mark, Public, Rules, Station, StationSet, Ticket, Token};

use crate::belief::{closed, expand};

/// A set of possible stations that is followed through imagined play, without layers: what search
/// and playouts use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PossibleStations(pub StationSet);

impl PossibleStations {
    /// Where he can be after a move with this fare, before what is shown is looked at.
    #[inline]
    pub fn expand(self, rules: &Rules, fare: Option<Ticket>, closed: &StationSet) -> StationSet {
        expand(rules, fare, &self.0).difference(closed)
    }

    /// Takes in a decision, with the position after it as everybody sees it, but for the answer to a
    /// token.
    #[inline]
    pub fn after(&mut self, rules: &Rules, action: Action, after: &Public) {
        match action {
            Action::Hunt { to, .. } => self.0.remove(to),
            Action::Move(m) => match after.shown() {
                Some(_) => {}
                None => {
                    self.0 = self.expand(rules, m.ticket, &closed(rules, after));
                    if m.crime {
                        self.0 = self.0.intersection(rules.board().marked(Mark::Crime));
                    }
                    if m.ability.is_some() {
                        self.0 = self.0.intersection(rules.board().marked(Mark::Hideout));
                    }
                }
            },
            Action::Balloon { .. } => {
                self.0 = self.0.intersection(rules.board().marked(Mark::Hideout));
            }
            _ => {}
        }
        if let Some(at) = after.shown() {
            self.0 = StationSet::only(at);
        }
    }

    /// Takes in the answer that a fugitive at this station gives to a token.
    pub(crate) fn answered(&mut self, rules: &Rules, token: Token, at: Station) {
        let board = rules.board();
        match token {
            Token::Quarter => {
                if let Some(quarter) = board.quarter_of(at) {
                    self.0 = self.0.intersection(board.quarter(quarter));
                }
            }
            Token::Symbol { symbol } => {
                let marked = board.marked(symbol);
                let bears = marked.contains(at);
                self.0 = if bears { self.0.intersection(marked) } else { self.0.difference(marked) };
            }
            Token::Trail | Token::Ban { .. } | Token::Block { .. } => {}
        }
    }
}
