//! The decisions that a typed move can mean.

use fogbound_rules::{Action, Hunter, Landing, Move, Station, Ticket, Token};

use super::side_view::SideView;
use super::typed_move::{TypedMove, Verb};

impl TypedMove {
    /// Whether the decision spends a black ticket that the line does not name.
    pub(crate) fn spends_unnamed_black(&self, action: Action) -> bool {
        self.ticket.is_none() && is_black(&action)
    }

    /// The decisions that the line can mean. A black ticket is too valuable to be played unnamed where
    /// another way leads there.
    pub(crate) fn fitting(&self, legal: &[Action], side_view: SideView<'_>) -> Vec<Action> {
        let mut fitting: Vec<Action> =
            legal.iter().copied().filter(|&action| self.fits(action, side_view)).collect();
        if self.ticket.is_none() && !fitting.iter().all(is_black) {
            fitting.retain(|action| !is_black(action));
        }
        fitting
    }

    /// Whether a decision is what the line says. What it leaves open may be anything, but for
    /// deeds: those are done only if they are named.
    pub(crate) fn fits(&self, action: Action, side_view: SideView<'_>) -> bool {
        let board = side_view.hunters().rules().board();
        let at = |station: Station| self.station.is_none_or(|wanted| wanted == station);
        let who = |hunter: Hunter| self.hunter.is_none_or(|wanted| wanted == hunter);
        let pays =
            |from: Option<Station>, ticket: Option<Ticket>, to: Station| match (self.ticket, ticket) {
                (None, _) => true,
                (Some(wanted), Some(ticket)) => wanted == ticket,
                // No ticket is paid: the word names the line.
                (Some(wanted), None) => from.is_some_and(|from| {
                    let mut by = wanted.transports().iter();
                    wanted != Ticket::Black && by.any(|by| board.neighbours(from, by).contains(to))
                }),
            };
        let bare = |verb: Verb| self.verb == Some(verb);
        let deeds = (self.crime, self.ability) == (false, None) && !self.show;
        let target = self.station.is_some() || self.hunter.is_some() || self.ticket.is_some();
        match action {
            Action::Place { hunter, at: to } => {
                self.verb.is_none_or(|verb| verb == Verb::Start) && who(hunter) && at(to) && target
            }
            Action::Start { at: to } => {
                self.verb.is_none_or(|verb| verb == Verb::Start) && self.station.is_some() && at(to)
            }
            Action::Move(m) => {
                let Move { double, crime, ability, show, .. } = m;
                self.verb.is_none()
                    && self.hunter.is_none()
                    && target
                    && at(m.to)
                    && pays(side_view.at(), m.ticket, m.to)
                    && (double, crime, ability, show)
                        == (self.double, self.crime, self.ability, self.show)
            }
            Action::Balloon { double } => bare(Verb::Balloon) && double == self.double,
            Action::Land(Landing { at: to, crime, ability }) => {
                self.verb.is_none_or(|verb| verb == Verb::Land)
                    && self.station.is_some()
                    && at(to)
                    && (crime, ability) == (self.crime, self.ability)
            }
            Action::Take { from, ticket } => {
                self.verb.is_none_or(|verb| verb == Verb::Take)
                    && who(from)
                    && self.ticket == Some(ticket)
            }
            Action::Hunt { hunter, ticket, to } => {
                self.verb.is_none()
                    && deeds
                    && !self.double
                    && target
                    && who(hunter)
                    && at(to)
                    && pays(side_view.hunters().public().station(hunter), ticket, to)
            }
            Action::Token(token) => self.fits_token(token),
            Action::EndTurn => bare(Verb::End),
            Action::Concede { .. } => false,
        }
    }

    fn fits_token(&self, token: Token) -> bool {
        match token {
            Token::Quarter => self.verb == Some(Verb::Quarter),
            Token::Trail => self.verb == Some(Verb::Trail),
            Token::Symbol { symbol } => match (self.verb, self.symbol) {
                (None | Some(Verb::Symbol), Some(wanted)) => wanted == symbol,
                (verb, None) => verb == Some(Verb::Symbol),
                _ => false,
            },
            Token::Ban { ticket } => {
                self.verb == Some(Verb::Ban) && self.ticket.is_none_or(|wanted| wanted == ticket)
            }
            Token::Block { at } => {
                self.verb == Some(Verb::Block) && self.station.is_none_or(|wanted| wanted == at)
            }
        }
    }
}

fn is_black(action: &Action) -> bool {
    matches!(action, Action::Move(Move { ticket: Some(Ticket::Black), .. }))
}
