//! Carrying out decisions and draws.

use crate::board::HunterMove;
use crate::{
    Action, Draw, Hunter, Landing, Move, Moved, Outcome, Phase, Play, Position, Rules, Side, Station,
    Ticket, Turn,
};

/// Why a step is refused. The position is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The other side decides (3.3).
    #[error("it is not the {side}'s turn", side = if *.0 == Side::Fugitive { "fugitive" } else { "hunters" })]
    NotTheirTurn(Side),
    /// Chance comes first.
    #[error("something has to be drawn first")]
    DrawIsDue,
    /// Chance is not asked.
    #[error("nothing is to be drawn now")]
    NoDrawIsDue,
    /// Not among the outcomes of this draw.
    #[error("this cannot be drawn now: {0}")]
    NoSuchDraw(Draw),
    /// Not a piece of this game.
    #[error("{0} is not in this game")]
    NoSuchHunter(Hunter),
    /// Once a round (5.1).
    #[error("{0} has moved already")]
    MovedAlready(Hunter),
    /// In the order of the seats (6.1.5).
    #[error("it is not the turn of {0}: hunters move in the order of the seats")]
    OutOfOrder(Hunter),
    /// Along one line to the next stop (2.1).
    #[error("no line goes from {from} to {to}")]
    NoLine { from: Station, to: Station },
    /// By the transport of the line; the ferry takes a black ticket (2.4).
    #[error("no {ticket} line goes from {from} to {to}")]
    NoLineFor { ticket: Ticket, from: Station, to: Station },
    /// Two pieces never share a station (2.3).
    #[error("a hunter stands on {0}")]
    Occupied(Station),
    /// A roadblock of Lestrade (6.4.6).
    #[error("a roadblock closes {0}")]
    Roadblock(Station),
    /// No such ticket is left (4.2, 5.2, 6.1.9, 6.2.2, 6.5.4).
    #[error("no {0} ticket is left")]
    NoTicket(Ticket),
    /// Forbidden by Irene Adler (6.4.6).
    #[error("{0} tickets are banned in this turn")]
    Banned(Ticket),
    /// A move is paid for (4.2, 5.2).
    #[error("this move needs a ticket: taxi, bus, underground or black")]
    TicketNeeded,
    /// Bobbies, and games without tickets (5.3, 6.3.1).
    #[error("no ticket is paid for this move")]
    NoTicketNeeded,
    /// At most one double a turn, with two free slots (4.4).
    #[error("no double ticket can be played now")]
    NoDouble,
    /// A double that cannot be finished (4.4).
    #[error("after that first move no second one is possible")]
    NoSecondMove,
    /// Anything else that is not listed (6.3.2, 6.3.5, 6.4.4, 6.4.7, 6.4.8, 6.5.2, 6.5.3, 6.5.8).
    #[error("this is not possible now: {0}")]
    NotNow(String),
    /// A decision of the other side.
    #[error("this is not a decision of the {0}")]
    NotTheirs(Side),
    /// In a manhunt, in their own turn only (6.5.6).
    #[error("in this edition the hunters give up in their own turn only")]
    GiveUpInTurnOnly,
}

impl Position {
    /// Carries out a step if it is legal; otherwise the position stays as it was.
    pub fn play(&mut self, rules: &Rules, play: Play) -> Result<(), Illegal> {
        match play {
            Play::Action(action) => {
                self.check(rules, action)?;
                self.apply(rules, action);
            }
            Play::Draw(draw) => {
                if self.turn() != Turn::Chance {
                    return Err(if self.outcome().is_some() {
                        Illegal::Over
                    } else {
                        Illegal::NoDrawIsDue
                    });
                }
                if !self.draws(rules).contains(&draw) {
                    return Err(Illegal::NoSuchDraw(draw));
                }
                self.apply_draw(rules, draw);
            }
        }
        Ok(())
    }

    /// Whether a decision is legal; if not, why.
    pub fn check(&self, rules: &Rules, action: Action) -> Result<(), Illegal> {
        if let Action::Concede { side } = action {
            return self.check_concession(rules, side);
        }
        let mut legal = false;
        self.for_each_action(rules, |listed| legal |= listed == action);
        if legal { Ok(()) } else { Err(self.explain(rules, action)) }
    }

    fn check_concession(&self, rules: &Rules, side: Side) -> Result<(), Illegal> {
        if self.public.phase == Phase::Over {
            return Err(Illegal::Over);
        }
        if rules.is_scored() && side == Side::Hunters && self.public.phase != Phase::Hunters {
            return Err(Illegal::GiveUpInTurnOnly);
        }
        Ok(())
    }

    fn explain(&self, rules: &Rules, action: Action) -> Illegal {
        let side = action.side();
        match (self.turn(), side) {
            (Turn::Over, _) => return Illegal::Over,
            (Turn::Chance, _) => return Illegal::DrawIsDue,
            (Turn::Hunters, Side::Fugitive) | (Turn::Fugitive, Side::Hunters) => {
                return Illegal::NotTheirTurn(side);
            }
            _ => {}
        }
        let reason = match action {
            Action::Hunt { hunter, ticket, to } if self.public.phase == Phase::Hunters => {
                self.explain_hunt(rules, hunter, ticket, to)
            }
            Action::Move(m) if matches!(self.public.phase, Phase::Fugitive | Phase::Second) => {
                self.explain_move(rules, m)
            }
            _ => None,
        };
        reason.unwrap_or_else(|| Illegal::NotNow(action.to_string()))
    }

    fn explain_hunt(
        &self,
        rules: &Rules,
        hunter: Hunter,
        ticket: Option<Ticket>,
        to: Station,
    ) -> Option<Illegal> {
        if rules.present & hunter.bit() == 0 {
            return Some(Illegal::NoSuchHunter(hunter));
        }
        if self.public.has_moved(hunter) {
            return Some(Illegal::MovedAlready(hunter));
        }
        let unmoved = rules.present & !self.public.moved;
        if rules.in_order && unmoved.trailing_zeros() as usize != hunter.place() {
            return Some(Illegal::OutOfOrder(hunter));
        }
        let from = self.public.station(hunter)?;
        let link = rules.board().links(from).iter().find(|link| link.to == to);
        let Some(link) = link else { return Some(Illegal::NoLine { from, to }) };
        if self.public.is_occupied(to) {
            return Some(Illegal::Occupied(to));
        }
        match ticket {
            Some(_) if rules.rides_free(hunter) => Some(Illegal::NoTicketNeeded),
            None if !rules.rides_free(hunter) => Some(Illegal::TicketNeeded),
            Some(Ticket::Black) => Some(Illegal::NoTicket(Ticket::Black)),
            Some(ticket) if link.by.intersection(ticket.transports()).is_empty() => {
                Some(Illegal::NoLineFor { ticket, from, to })
            }
            Some(ticket) if self.public.purse(rules, hunter).count(ticket) == 0 => {
                Some(Illegal::NoTicket(ticket))
            }
            _ => None,
        }
    }

    fn explain_move(&self, rules: &Rules, m: Move) -> Option<Illegal> {
        let (from, to) = (Station::known(self.secret.at), m.to);
        let link = rules.board().links(from).iter().find(|link| link.to == to);
        let Some(link) = link else { return Some(Illegal::NoLine { from, to }) };
        if self.public.is_occupied(to) {
            return Some(Illegal::Occupied(to));
        }
        if self.public.is_closed(to) {
            return Some(Illegal::Roadblock(to));
        }
        match m.ticket {
            None if !rules.free_fares => return Some(Illegal::TicketNeeded),
            Some(ticket) if rules.free_fares && ticket != Ticket::Black => {
                return Some(Illegal::NoTicketNeeded);
            }
            Some(Ticket::Black) if self.public.black == 0 => {
                return Some(Illegal::NoTicket(Ticket::Black));
            }
            Some(ticket) if link.by.intersection(ticket.transports()).is_empty() => {
                return Some(Illegal::NoLineFor { ticket, from, to });
            }
            Some(ticket) if self.public.case.ban == Some(ticket) => {
                return Some(Illegal::Banned(ticket));
            }
            Some(ticket)
                if rules.counted && ticket != Ticket::Black && self.public.stock.count(ticket) == 0 =>
            {
                return Some(Illegal::NoTicket(ticket));
            }
            _ => {}
        }
        if m.double {
            let fits = self.public.may_double(rules);
            return Some(if fits { Illegal::NoSecondMove } else { Illegal::NoDouble });
        }
        None
    }

    /// Carries out a decision without looking whether it is legal. For search over
    /// [`Position::for_each_action`]; anything else may break the position.
    #[inline(always)]
    pub fn apply(&mut self, rules: &Rules, action: Action) {
        // Most decisions of a search are hunters' moves; the rest stays out of the way.
        if let Action::Hunt { hunter, ticket, to } = action {
            let captured = to.number() == self.secret.at;
            self.public.hunter_moved(rules, hunter, HunterMove { to, ticket }, captured);
            self.begin_turn_if_his(rules);
        } else {
            self.apply_other(rules, action);
        }
    }

    /// Calls `f` with every decision that the side to move may take, but for concessions, and the
    /// position that it leads to: the same as listing and applying, in the same order, but faster.
    #[inline(always)]
    pub fn for_each_child(&self, rules: &Rules, mut f: impl FnMut(Action, &Position)) {
        self.for_each_hunt_child(rules, &mut f);
        self.for_each_other_child(rules, &mut f);
    }

    /// The same for the moves of hunters, which are nearly all nodes of a search.
    #[inline(always)]
    pub(crate) fn for_each_hunt_child(&self, rules: &Rules, mut f: impl FnMut(Action, &Position)) {
        let mut movers = self.public.movers(rules);
        let outlives = if movers == 0 { 0 } else { self.public.turn_outlives(rules) };
        while movers != 0 {
            let hunter = Hunter::at_place(movers.trailing_zeros() as usize & 7);
            movers &= movers - 1;
            let goes_on = outlives & hunter.bit() != 0;
            // One copy serves all moves of this hunter: each overwrites what the last has changed.
            let mut next = *self;
            let mover = self.public.mover(rules, hunter);
            next.public.hunter_leaves(rules, hunter);
            for &hunt in self.public.hunter_moves(rules, hunter.place()) {
                if self.public.is_occupied(hunt.to) {
                    continue;
                }
                let action = hunt.action(hunter);
                next.public.hunter_arrives(&mover, hunt);
                if goes_on && hunt.to.number() != self.secret.at {
                    f(action, &next);
                } else {
                    let mut last = next;
                    last.conclude_hunt(rules, hunter, hunt.to);
                    f(action, &last);
                }
            }
        }
    }

    /// The same for all other decisions.
    #[inline(always)]
    pub(crate) fn for_each_other_child(&self, rules: &Rules, mut f: impl FnMut(Action, &Position)) {
        self.for_each_other_action(rules, &mut |action| {
            let mut next = *self;
            next.apply_other(rules, action);
            f(action, &next);
        });
    }

    /// A hunter's move that may end the turn, or the game.
    #[inline(never)]
    fn conclude_hunt(&mut self, rules: &Rules, hunter: Hunter, to: Station) {
        if to.number() == self.secret.at {
            self.public.end(Outcome::Captured { by: hunter, at: to });
        } else {
            self.public.end_hunters_turn_if_over(rules);
            self.begin_turn_if_his(rules);
        }
    }

    #[inline(never)]
    fn apply_other(&mut self, rules: &Rules, action: Action) {
        match action {
            Action::Hunt { .. } => unreachable!("hunters' moves are carried out in apply"),
            Action::Move(m) => self.apply_move(rules, m),
            Action::Place { hunter, at } => self.public.place(rules, hunter, at),
            Action::Start { at } => {
                self.secret.at = at.number();
                self.public.start(None);
            }
            Action::Balloon { double } => self.public.balloon(double),
            Action::Land(landing) => self.apply_landing(rules, landing),
            Action::Take { from, ticket } => self.public.take(rules, from, ticket),
            Action::Token(token) => self.public.token_spent(rules, token),
            Action::EndTurn => self.public.end_hunters_turn(rules),
            Action::Concede { side } => match side {
                Side::Hunters if rules.is_scored() => self.public.give_up(rules),
                _ => self.public.end(Outcome::Conceded { side }),
            },
        }
        self.begin_turn_if_his(rules);
    }

    /// Carries out a draw without looking whether it is possible.
    pub fn apply_draw(&mut self, rules: &Rules, draw: Draw) {
        match draw {
            Draw::Ticket { at } => {
                self.secret.at = at.number();
                self.public.start(Some(at));
            }
            Draw::Tile { first } => {
                let tiles = &rules.board().cards().tiles;
                if let Some(index) = tiles.iter().position(|tile| tile.0 == first) {
                    self.public.turn_tile(index);
                }
                if !self.can_land(rules) {
                    self.public.end(Outcome::Grounded);
                }
            }
        }
        self.begin_turn_if_his(rules);
    }

    /// What everybody sees of a move (rules 4.1, 4.3, 6.3.4, 6.4.7).
    #[inline]
    pub(crate) fn sight(&self, rules: &Rules, m: Move) -> Moved {
        let slot = self.public.filled + 1;
        let seen = self.public.is_seen(rules, m.ticket, m.ability, m.show);
        Moved {
            slot,
            ticket: m.ticket,
            balloon: false,
            leg: self.public.next_leg(m.double),
            at: seen.then_some(m.to),
            crime: m.crime,
            ability: m.ability,
            show: m.show,
        }
    }

    pub(crate) fn sight_of_landing(&self, landing: Landing) -> Moved {
        Moved {
            slot: self.public.filled + 1,
            ticket: None,
            balloon: true,
            leg: self.public.leg,
            at: Some(landing.at),
            crime: landing.crime,
            ability: landing.ability,
            show: false,
        }
    }

    #[inline]
    fn apply_move(&mut self, rules: &Rules, m: Move) {
        let moved = self.sight(rules, m);
        self.secret.step(m.to, m.crime);
        self.public.fugitive_moved(rules, &moved);
    }

    fn apply_landing(&mut self, rules: &Rules, landing: Landing) {
        let moved = self.sight_of_landing(landing);
        self.secret.step(landing.at, landing.crime);
        self.public.fugitive_moved(rules, &moved);
        if self.public.phase == Phase::Second && !self.fugitive_can_move(rules) {
            self.public.end(Outcome::Grounded);
        }
    }

    /// At the start of his turn: covered slots are opened; without a legal move he has lost (4.6).
    #[inline(always)]
    pub(crate) fn begin_turn_if_his(&mut self, rules: &Rules) {
        if self.public.phase == Phase::Fugitive {
            self.begin_turn(rules);
        }
    }

    #[inline(never)]
    fn begin_turn(&mut self, rules: &Rules) {
        let at = Station::known(self.secret.at);
        if self.public.covered != 0 {
            self.public.uncover(at);
        }
        if !self.fugitive_can_move(rules) {
            self.public.end(Outcome::Cornered { at });
        }
    }
}
