//! How each public happening changes what everybody knows, and how turns begin and end.

use super::{Moved, Public};
use crate::board::HunterMove;
use crate::edition::{Reserve, Start};
use crate::places::Places;
use crate::{Ability, Hunter, Leg, Outcome, Phase, Purse, Rules, Station, Ticket, Token};

/// A hunter about to move, with what its move will change.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    hunter: Hunter,
    purse_index: u8,
    purse: Purse,
    hunters: Places,
    stock: Purse,
    /// 1 if what is paid goes into the stock, otherwise 0.
    collected: u8,
}

impl Public {
    pub(crate) fn end(&mut self, outcome: Outcome) {
        self.phase = Phase::Over;
        self.outcome = Some(outcome);
    }

    /// A detective takes a start station.
    pub(crate) fn place(&mut self, rules: &Rules, hunter: Hunter, at: Station) {
        self.hunters = self.hunters.with(hunter.place(), at.number());
        if self.next_to_place(rules).is_none() {
            let drawn = matches!(rules.edition().start, Start::Placed);
            self.phase = if drawn { Phase::StartDraw } else { Phase::Fugitive };
        }
    }

    /// The fugitive has his start station; it is shown in an open game only.
    pub(crate) fn start(&mut self, at: Option<Station>) {
        self.shown = at.map_or(0, Station::number);
        self.phase = Phase::Fugitive;
    }

    /// Which part of his turn the fugitive's next move is, given whether it begins a double.
    #[inline]
    pub(crate) fn next_leg(&self, double: bool) -> Leg {
        match (self.phase, double) {
            (Phase::Second, _) => Leg::Second,
            (_, true) => Leg::First,
            (_, false) => Leg::Single,
        }
    }

    /// The fugitive calls the balloon.
    pub(crate) fn balloon(&mut self, double: bool) {
        self.leg = self.next_leg(double);
        if double {
            self.double -= 1;
        }
        self.case.balloon_used = true;
        self.phase = Phase::BalloonDraw;
    }

    /// A tile of the balloon pile is turned, given by its place in the list.
    pub(crate) fn turn_tile(&mut self, index: usize) {
        self.case.tile = index as u8 + 1;
        self.phase = Phase::BalloonLanding;
    }

    /// The fugitive has moved, or landed, and everybody has seen of it what is to be seen.
    #[inline]
    pub(crate) fn fugitive_moved(&mut self, rules: &Rules, moved: &Moved) {
        match moved.ticket {
            Some(Ticket::Black) => {
                self.black -= 1;
                self.black_this_turn = true;
            }
            Some(ticket) if rules.counted => self.stock = self.stock.less(ticket),
            _ => {}
        }
        if moved.leg == Leg::First && !moved.balloon {
            self.double -= 1;
        }
        self.leg = moved.leg;
        self.filled += 1;
        self.shown = moved.at.map_or(0, Station::number);
        self.covered = self.covered_by(rules, moved);
        if rules.has_case() && self.case_moved(rules, moved) {
            return;
        }
        if self.filled == rules.slots && !rules.last_reply {
            return self.end(Outcome::Escaped);
        }
        if moved.leg == Leg::First {
            self.phase = Phase::Second;
        } else if moved.show {
            self.phase = Phase::Taking;
            self.moved = 0;
            self.end_taking_if_over(rules);
        } else {
            self.begin_hunters_turn(rules);
        }
    }

    /// The slots of this turn that are covered after a move, in an open log.
    pub(crate) fn covered_by(&self, rules: &Rules, moved: &Moved) -> u8 {
        if !rules.open_log {
            return 0;
        }
        let before = if moved.leg == Leg::Second { self.covered << 1 } else { 0 };
        before | u8::from(moved.at.is_none())
    }

    /// The order of 6.4.10. True if the game is over.
    fn case_moved(&mut self, rules: &Rules, moved: &Moved) -> bool {
        if moved.crime {
            self.case.crimes += 1;
            if rules.case.as_ref().is_some_and(|case| case.crimes == self.case.crimes) {
                self.end(Outcome::Crimes);
                return true;
            }
        }
        self.case.stop_used = moved.ability.is_some();
        match moved.ability {
            Some(Ability::TakeBlack) => {
                self.case.reserve.black -= 1;
                self.case.fresh.black += 1;
            }
            Some(Ability::TakeDouble) => {
                self.case.reserve.double -= 1;
                self.case.fresh.double += 1;
            }
            Some(Ability::LieLow) | None => {}
        }
        false
    }

    /// The detective whose ticket is to be taken next.
    pub(crate) fn next_to_take(&self, rules: &Rules) -> Option<Hunter> {
        rules
            .hunters()
            .filter(|hunter| !hunter.is_bobby() && self.moved & hunter.bit() == 0)
            .find(|&hunter| !self.purse(rules, hunter).is_empty())
    }

    pub(crate) fn take(&mut self, rules: &Rules, from: Hunter, ticket: Ticket) {
        let purse = &mut self.purses[rules.purse_of[from.place()] as usize];
        *purse = purse.less(ticket);
        self.moved |= from.bit();
        self.end_taking_if_over(rules);
    }

    fn end_taking_if_over(&mut self, rules: &Rules) {
        if self.next_to_take(rules).is_some() {
            return;
        }
        if self.all_stranded(rules) {
            self.end(Outcome::Stranded);
        } else {
            self.begin_hunters_turn(rules);
        }
    }

    #[inline]
    pub(crate) fn begin_hunters_turn(&mut self, rules: &Rules) {
        self.phase = Phase::Hunters;
        self.moved = 0;
        self.case.token_used = false;
        self.case.ban = None;
        self.case.lestrade_from = 0;
        if rules.is_scored() && !self.anyone_can_move(rules) {
            let outcome = rules.record_version().immobile(self.has_tickets_left(rules));
            return self.leave_tickets(rules, outcome);
        }
        self.end_hunters_turn_if_over(rules);
    }

    /// Whether the detectives of a scored manhunt hold a ticket.
    fn has_tickets_left(&self, rules: &Rules) -> bool {
        !self.purses[..rules.dealt.len()].iter().all(Purse::is_empty)
    }

    /// The detectives of a scored manhunt give up.
    pub(crate) fn give_up(&mut self, rules: &Rules) {
        self.leave_tickets(rules, Outcome::GaveUp);
    }

    /// A scored manhunt ends, and all tickets that are left go to the fugitive.
    fn leave_tickets(&mut self, rules: &Rules, outcome: Outcome) {
        for purse in &mut self.purses[..rules.dealt.len()] {
            self.stock.add_all(*purse);
            *purse = Purse::default();
        }
        self.end(outcome);
    }

    /// A hunter moves; `captured` tells whether that ends the game.
    #[inline(always)]
    pub(crate) fn hunter_moved(
        &mut self,
        rules: &Rules,
        hunter: Hunter,
        hunt: HunterMove,
        captured: bool,
    ) {
        let mover = self.mover(rules, hunter);
        self.hunter_leaves(rules, hunter);
        self.hunter_arrives(&mover, hunt);
        if captured {
            self.end(Outcome::Captured { by: hunter, at: hunt.to });
        } else {
            self.end_hunters_turn_if_over(rules);
        }
    }

    /// The first part of a hunter's move: what does not depend on where it goes.
    #[inline(always)]
    pub(crate) fn hunter_leaves(&mut self, rules: &Rules, hunter: Hunter) {
        self.moved |= hunter.bit();
        if hunter.place() == rules.lestrade as usize {
            self.case.lestrade_from = self.hunters.byte(hunter.place());
        }
    }

    #[inline(always)]
    pub(crate) fn mover(&self, rules: &Rules, hunter: Hunter) -> Mover {
        let purse_index = rules.purse_of[hunter.place() & 7];
        let purse = self.purses.get(purse_index as usize).copied().unwrap_or_default();
        let (hunters, stock, collected) = (self.hunters, self.stock, u8::from(rules.collects));
        Mover { hunter, purse_index, purse, hunters, stock, collected }
    }

    /// The second part: the piece is set down, the ticket is paid. All that changes is taken from
    /// before the move, so that one move after another can be tried on one copy.
    #[inline(always)]
    pub(crate) fn hunter_arrives(&mut self, mover: &Mover, hunt: HunterMove) {
        self.hunters = mover.hunters.with(mover.hunter.place(), hunt.to.number());
        if let (Some(ticket), Some(purse)) =
            (hunt.ticket, self.purses.get_mut(mover.purse_index as usize))
        {
            *purse = mover.purse.less(ticket);
            self.stock = mover.stock.plus(ticket, mover.collected);
        }
    }

    /// A detective spends a token.
    pub(crate) fn token_spent(&mut self, rules: &Rules, token: Token) {
        if let Some(hunter) = rules.player_of(token.character()) {
            self.case.tokens[hunter.place()] -= 1;
        }
        self.case.token_used = true;
        match token {
            Token::Ban { ticket } => self.case.ban = Some(ticket),
            Token::Block { at } => {
                if let Some(free) = self.case.roadblocks.iter_mut().find(|byte| **byte == 0) {
                    *free = at.number();
                }
            }
            Token::Quarter | Token::Symbol { .. } | Token::Trail => {}
        }
        self.end_hunters_turn_if_over(rules);
    }

    /// Ends a turn that a set-up describes and in which nothing can be decided any more.
    pub(crate) fn end_turn_if_over(&mut self, rules: &Rules) {
        match self.phase {
            Phase::Hunters => self.end_hunters_turn_if_over(rules),
            Phase::Taking => self.end_taking_if_over(rules),
            _ => {}
        }
    }

    /// Ends the hunters' turn if it is over; skips pieces whose turn has come and who cannot move.
    #[inline(always)]
    pub(crate) fn end_hunters_turn_if_over(&mut self, rules: &Rules) {
        let unmoved = rules.present & !self.moved;
        if unmoved == 0 || !self.can_move(rules, unmoved.trailing_zeros() as usize) {
            self.skip_blocked_hunters(rules);
        }
    }

    /// The same when the first of those who have not moved cannot.
    #[inline(never)]
    fn skip_blocked_hunters(&mut self, rules: &Rules) {
        let mut rest = rules.present & !self.moved;
        while rest != 0 {
            if self.can_move(rules, rest.trailing_zeros() as usize) {
                return;
            }
            if rules.in_order {
                self.moved |= rest & rest.wrapping_neg();
            }
            rest &= rest - 1;
        }
        if !rules.has_case() || !self.token_usable(rules) {
            self.end_hunters_turn(rules);
        }
    }

    /// The order of 5.6: the fugitive's wins come before he may find himself without a move.
    #[inline(never)]
    pub(crate) fn end_hunters_turn(&mut self, rules: &Rules) {
        if rules.is_scored() && !self.has_tickets_left(rules) {
            self.end(Outcome::OutOfTickets);
        } else if self.round >= rules.rounds || self.filled >= rules.slots {
            self.end(Outcome::Escaped);
        } else if self.all_stranded(rules) {
            self.end(Outcome::Stranded);
        } else {
            self.begin_fugitive_turn();
        }
    }

    fn begin_fugitive_turn(&mut self) {
        self.phase = Phase::Fugitive;
        self.round += 1;
        self.moved = 0;
        self.leg = Leg::Single;
        self.black += self.case.fresh.black;
        self.double += self.case.fresh.double;
        self.case.fresh = Reserve::default();
        self.case.token_used = false;
        self.case.lestrade_from = 0;
        self.black_last_turn = self.black_this_turn;
        self.black_this_turn = false;
    }

    /// One covered slot of an open log is opened: the last one, or the one `back` before it.
    pub(crate) fn open_slot(&mut self, back: u8, at: Station) {
        self.covered &= !(1 << back);
        if back == 0 {
            self.shown = at.number();
        }
    }

    /// At the start of his turn the covered slots of an open log are opened.
    pub(crate) fn uncover(&mut self, at: Station) {
        self.covered = 0;
        self.shown = at.number();
    }
}
