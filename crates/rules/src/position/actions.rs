//! Which decisions and draws a position allows.

use crate::public::NORMAL_FARES;
use crate::{
    Ability, Action, Draw, Landing, Mark, Move, Phase, Position, Public, Rules, Station, Ticket,
    Transports, Turn,
};

/// The lines that the fugitive can pay for.
#[derive(Clone, Copy)]
struct Payable {
    normal: Transports,
    black: Transports,
}

impl Payable {
    #[inline]
    fn any(self) -> Transports {
        self.normal.union(self.black)
    }
}

impl Position {
    /// Every decision that the side to move may take, but for concessions.
    pub fn actions(&self, rules: &Rules) -> Vec<Action> {
        let mut actions = Vec::new();
        self.for_each_action(rules, |action| actions.push(action));
        actions
    }

    /// Calls `f` with every decision that the side to move may take, but for concessions. The
    /// order is fixed.
    #[inline(always)]
    pub fn for_each_action(&self, rules: &Rules, mut f: impl FnMut(Action)) {
        self.public.for_each_hunt::<false>(rules, |hunt| f(hunt.action()));
        self.for_each_other_action(rules, &mut f);
    }

    /// The same without the moves of hunters.
    #[inline(always)]
    pub(crate) fn for_each_other_action(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        match self.public.turn() {
            Turn::Hunters => self.public.for_each_other_hunters_action(rules, f),
            Turn::Fugitive => self.for_each_fugitive_action(rules, f),
            Turn::Chance | Turn::Over => {}
        }
    }

    /// Every outcome of the draw that is due; all are equally likely.
    pub fn draws(&self, rules: &Rules) -> Vec<Draw> {
        let cards = rules.board().cards();
        match self.public.phase {
            Phase::StartDraw => {
                let free = cards.tickets.iter().filter(|&&at| !self.public.is_occupied(at));
                free.map(|&at| Draw::Ticket { at }).collect()
            }
            Phase::BalloonDraw => {
                let pile = cards.tiles.iter().enumerate();
                let pile = pile.filter(|(index, _)| index + 1 != self.secret.tile as usize);
                pile.map(|(_, &(first, _))| Draw::Tile { first }).collect()
            }
            _ => vec![],
        }
    }

    #[inline]
    fn for_each_fugitive_action(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        match self.public.phase {
            Phase::Fugitive | Phase::Second => self.for_each_move(rules, f),
            Phase::Taking => self.for_each_take(rules, f),
            Phase::StartChoice => self.for_each_start(rules, f),
            Phase::BalloonLanding => self.for_each_landing(rules, f),
            _ => {}
        }
    }

    fn for_each_take(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        if let Some(from) = self.public.next_to_take(rules) {
            let purse = self.public.purse(rules, from);
            let held = Ticket::NORMAL.into_iter().filter(|&ticket| purse.count(ticket) > 0);
            held.for_each(|ticket| f(Action::Take { from, ticket }));
        }
    }

    fn for_each_start(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        if let Some((first, second)) = self.secret.tile(rules) {
            let free = [first, second].into_iter().filter(|&at| !self.public.is_occupied(at));
            free.for_each(|at| f(Action::Start { at }));
        }
    }

    /// The lines that he can pay for after `spent` has left his hand.
    #[inline]
    fn payable(&self, rules: &Rules, slot: u8, spent: Option<Ticket>) -> Payable {
        let public = &self.public;
        let normal = if rules.counted {
            let mut stock = public.stock;
            if let Some(ticket) = spent.filter(|&ticket| ticket != Ticket::Black) {
                stock.take(ticket);
            }
            stock.transports().intersection(rules.open)
        } else {
            rules.open
        };
        let normal = match public.case.ban {
            Some(ticket) => normal.difference(ticket.transports()),
            None => normal,
        };
        let black_left = public.black - u8::from(spent == Some(Ticket::Black));
        let black_rests = rules.spaced_black && public.black_last_turn;
        let black = if black_left == 0 || black_rests || rules.is_hidden(slot) {
            Transports::NONE
        } else {
            rules.black_open
        };
        Payable { normal, black }
    }

    #[inline]
    fn for_each_move(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        let public = &self.public;
        let slot = public.filled + 1;
        let payable = self.payable(rules, slot, None);
        let may_double =
            public.phase == Phase::Fugitive && public.double > 0 && public.filled + 2 <= rules.slots;
        for link in rules.board().links(Station::known(self.secret.at)) {
            if public.is_closed(link.to) {
                continue;
            }
            let normal = link.by.intersection(payable.normal);
            let black = link.by.intersection(payable.black);
            if rules.free_fares && !normal.is_empty() {
                self.decorate(rules, Move::plain(None, link.to), may_double, f);
            }
            if !rules.free_fares {
                for (transport, ticket) in NORMAL_FARES {
                    if normal.contains(transport) {
                        self.decorate(rules, Move::plain(Some(ticket), link.to), may_double, f);
                    }
                }
            }
            if !black.is_empty() {
                self.decorate(rules, Move::plain(Some(Ticket::Black), link.to), may_double, f);
            }
        }
        if self.may_call_balloon(rules) {
            f(Action::Balloon { double: false });
            if may_double {
                f(Action::Balloon { double: true });
            }
        }
    }

    fn may_call_balloon(&self, rules: &Rules) -> bool {
        rules.has_case()
            && !self.public.case.balloon_used
            && !self.public.case.stop_used
            && rules.board().marked(Mark::Hideout).contains(Station::known(self.secret.at))
    }

    /// A way to move, with each further decision that goes with it.
    #[inline]
    fn decorate(&self, rules: &Rules, plain: Move, may_double: bool, f: &mut impl FnMut(Action)) {
        if rules.has_case() {
            self.for_each_deed(rules, plain.to, false, |crime, ability| {
                f(Action::Move(Move { crime, ability, ..plain }));
                if may_double && self.leaves_second(rules, plain.to, plain.ticket, ability) {
                    f(Action::Move(Move { crime, ability, double: true, ..plain }));
                }
            });
            return;
        }
        f(Action::Move(plain));
        if rules.voluntary_reveal && !rules.is_reveal(self.public.filled + 1) {
            f(Action::Move(Move { show: true, ..plain }));
        }
        if may_double && self.leaves_second(rules, plain.to, plain.ticket, None) {
            f(Action::Move(Move { double: true, ..plain }));
        }
    }

    /// What he may do where a move ends: a crime or none, a hide-out's ability or none.
    fn for_each_deed(
        &self,
        rules: &Rules,
        to: Station,
        landing: bool,
        mut f: impl FnMut(bool, Option<Ability>),
    ) {
        let Some(case) = &rules.case else { return f(false, None) };
        let public = &self.public;
        let tile = self.secret.crimes().any(|(station, played)| station == to && !played);
        let hideout = rules.board().marked(Mark::Hideout).contains(to);
        let lie_low = hideout && !landing && rules.is_reveal(public.filled + 1);
        for crime in [false, true] {
            if crime && !tile {
                continue;
            }
            f(crime, None);
            if crime && public.case.crimes + 1 == case.crimes {
                continue;
            }
            if lie_low {
                f(crime, Some(Ability::LieLow));
            }
            if hideout && public.case.reserve.black > 0 {
                f(crime, Some(Ability::TakeBlack));
            }
            if hideout && public.case.reserve.double > 0 {
                f(crime, Some(Ability::TakeDouble));
            }
        }
    }

    /// Whether the first move of a double leaves a legal second one (rule 4.4).
    #[inline]
    fn leaves_second(
        &self,
        rules: &Rules,
        at: Station,
        spent: Option<Ticket>,
        ability: Option<Ability>,
    ) -> bool {
        let rides = self.payable(rules, self.public.filled + 2, spent).any();
        can_step(rules, &self.public, at, rides)
            || rules.has_case()
                && ability.is_none()
                && !self.public.case.balloon_used
                && rules.board().marked(Mark::Hideout).contains(at)
    }

    /// Whether the fugitive has a legal move (rule 4.6).
    #[inline]
    pub(super) fn fugitive_can_move(&self, rules: &Rules) -> bool {
        let rides = self.payable(rules, self.public.filled + 1, None).any();
        can_step(rules, &self.public, Station::known(self.secret.at), rides)
            || self.may_call_balloon(rules)
    }

    pub(super) fn can_land(&self, rules: &Rules) -> bool {
        let tile = self.public.balloon_tile(rules);
        tile.is_some_and(|(a, b)| !self.public.is_closed(a) || !self.public.is_closed(b))
    }

    fn for_each_landing(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        let Some((first, second)) = self.public.balloon_tile(rules) else { return };
        for at in [first, second].into_iter().filter(|&at| !self.public.is_closed(at)) {
            self.for_each_deed(rules, at, true, |crime, ability| {
                f(Action::Land(Landing { at, crime, ability }));
            });
        }
    }
}

#[inline]
fn can_step(rules: &Rules, public: &Public, at: Station, rides: Transports) -> bool {
    let open = |to| !public.is_closed(to);
    rules.board().links(at).iter().any(|link| !link.by.intersection(rides).is_empty() && open(link.to))
}
