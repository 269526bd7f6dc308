//! Which decisions and draws a position allows.

use crate::{
    Ability, Action, Draw, Landing, Link, Mark, Move, Phase, Position, Public, Rules, Station, Ticket,
    Transports, Turn,
};

/// The ways to pay, numbered: nothing is paid, or one of the four tickets.
const FARES: usize = 5;

/// The lines that the fugitive can pay for.
#[derive(Clone, Copy)]
struct Payable {
    normal: Transports,
    black: Transports,
}

/// What the fugitive can pay with in this turn.
struct Hand {
    payable: Payable,
    may_double: bool,
    /// The lines that he can pay for in the second move of a double, by the fare of the first.
    seconds: [Transports; FARES],
}

#[inline(always)]
fn plain_move(fare: u32, to: Station) -> Move {
    Move::plain((fare as usize).checked_sub(1).and_then(|ticket| Ticket::ALL.get(ticket)).copied(), to)
}

impl Payable {
    #[inline]
    fn any(self) -> Transports {
        self.normal.union(self.black)
    }
}

impl Public {
    /// The lines that he can pay for after `spent` has left his hand.
    #[inline]
    fn payable(&self, rules: &Rules, slot: u8, spent: Option<Ticket>) -> Payable {
        let normal = if rules.counted {
            let mut stock = self.stock;
            if let Some(ticket) = spent.filter(|&ticket| ticket != Ticket::Black) {
                stock = stock.less(ticket);
            }
            stock.transports().intersection(rules.open)
        } else {
            rules.open
        };
        let normal = match self.case.ban {
            Some(ticket) => normal.difference(ticket.transports()),
            None => normal,
        };
        let black_left = self.black - u8::from(spent == Some(Ticket::Black));
        let black_rests = rules.spaced_black && self.black_last_turn;
        let black = if black_left == 0 || black_rests || rules.is_hidden(slot) {
            Transports::NONE
        } else {
            rules.black_open
        };
        Payable { normal, black }
    }

    /// The lines that he can pay for with his next move.
    #[inline]
    pub fn fugitive_rides(&self, rules: &Rules) -> Transports {
        self.payable(rules, self.filled + 1, None).any()
    }

    /// Whether a fugitive who stands there can call the balloon.
    #[inline]
    pub fn offers_balloon(&self, rules: &Rules, at: Station) -> bool {
        rules.has_case()
            && !self.case.balloon_used
            && !self.case.stop_used
            && rules.board().marked(Mark::Hideout).contains(at)
    }

    /// Whether a fugitive who stands there has a legal move (rule 4.6).
    #[inline]
    pub fn fugitive_can_move(&self, rules: &Rules, at: Station) -> bool {
        can_step(rules, self, at, self.fugitive_rides(rules)) || self.offers_balloon(rules, at)
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
        self.public.for_each_hunt(rules, |hunter, step| f(step.action(hunter)));
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

    /// Writes every decision that the side to move may take, but for concessions, into `room` and
    /// gives their number: the same as [`Position::for_each_action`] in the same order, without a
    /// branch for each, as those cannot be foreseen. What lies in `room` behind them means nothing.
    #[inline(always)]
    pub fn list_actions(&self, rules: &Rules, room: &mut Vec<Action>) -> usize {
        match self.public.phase {
            Phase::Hunters if !rules.has_case() => self.public.list_hunts(rules, room),
            Phase::Fugitive | Phase::Second if !rules.has_case() && !rules.voluntary_reveal => {
                self.list_plain_moves(rules, room)
            }
            _ => {
                room.clear();
                self.for_each_action(rules, |action| room.push(action));
                room.len()
            }
        }
    }

    /// The moves where each is a ticket and a station, doubled or not, and nothing else is decided.
    #[inline(always)]
    fn list_plain_moves(&self, rules: &Rules, room: &mut Vec<Action>) -> usize {
        let hand = self.hand(rules);
        let links = rules.board().links(Station::known(self.secret.at));
        let most = links.len() * 2 * FARES;
        if room.len() < most {
            room.resize(most, Action::EndTurn);
        }
        let room = &mut room[..most];
        let first_fare = u32::from(!rules.free_fares);
        let mut count = 0;
        for link in links {
            let (fares, doubles) = self.fares(rules, &hand, link);
            for fare in first_fare..FARES as u32 {
                let plain = plain_move(fare, link.to);
                room[count] = Action::Move(plain);
                count += usize::from(fares >> fare & 1);
                if hand.may_double {
                    room[count] = Action::Move(Move { double: true, ..plain });
                    count += usize::from(doubles >> fare & 1);
                }
            }
        }
        count
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

    #[inline]
    fn for_each_move(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        let hand = self.hand(rules);
        for link in rules.board().links(Station::known(self.secret.at)) {
            let (mut fares, doubles) = self.fares(rules, &hand, link);
            while fares != 0 {
                let fare = fares.trailing_zeros();
                fares &= fares - 1;
                self.decorate(rules, plain_move(fare, link.to), &hand, doubles >> fare & 1 != 0, f);
            }
        }
        if self.public.offers_balloon(rules, Station::known(self.secret.at)) {
            f(Action::Balloon { double: false });
            if hand.may_double {
                f(Action::Balloon { double: true });
            }
        }
    }

    #[inline]
    fn hand(&self, rules: &Rules) -> Hand {
        let public = &self.public;
        let may_double = public.may_double(rules);
        Hand {
            payable: self.public.payable(rules, public.filled + 1, None),
            may_double,
            seconds: if may_double { self.payable_after(rules) } else { [Transports::NONE; FARES] },
        }
    }

    /// The fares that take him along a link, as bits, and those that leave a line for the second
    /// move of a double.
    #[inline(always)]
    fn fares(&self, rules: &Rules, hand: &Hand, link: &Link) -> (u8, u8) {
        if self.public.is_closed(link.to) {
            return (0, 0);
        }
        let normal = link.by.intersection(hand.payable.normal);
        let black = !link.by.intersection(hand.payable.black).is_empty();
        let normal = if rules.free_fares { u8::from(!normal.is_empty()) } else { normal.bits() << 1 };
        let fares = normal | u8::from(black) << (1 + Ticket::Black as u8);
        if !hand.may_double {
            return (fares, 0);
        }
        // He can always go back the way that he came, if he can pay for it.
        let mut back = 0;
        for (fare, &rides) in hand.seconds.iter().enumerate() {
            back |= u8::from(!link.by.intersection(rides).is_empty()) << fare;
        }
        let mut doubles = fares & back;
        let mut open = fares & !back;
        while open != 0 {
            let rides = hand.seconds[open.trailing_zeros() as usize % FARES];
            let leads_on = can_step(rules, &self.public, link.to, rides);
            doubles |= if leads_on { open & open.wrapping_neg() } else { 0 };
            open &= open - 1;
        }
        (fares, doubles)
    }

    /// The lines that he can pay for in the second move of a double, by the fare of the first.
    #[inline]
    fn payable_after(&self, rules: &Rules) -> [Transports; FARES] {
        let held = self.public.payable(rules, self.public.filled + 1, None);
        let after = |spent: Option<Ticket>| {
            let affordable = match spent {
                Some(Ticket::Black) => !held.black.is_empty(),
                Some(ticket) => !held.normal.intersection(ticket.transports()).is_empty(),
                None => true,
            };
            if affordable {
                self.public.payable(rules, self.public.filled + 2, spent).any()
            } else {
                Transports::NONE
            }
        };
        let [taxi, bus, underground, black] = Ticket::ALL.map(|ticket| after(Some(ticket)));
        [after(None), taxi, bus, underground, black]
    }

    /// A way to move, with each further decision that goes with it. `double` tells whether a line
    /// leads on from there; a hide-out may offer the balloon as well.
    #[inline]
    fn decorate(
        &self,
        rules: &Rules,
        plain: Move,
        hand: &Hand,
        double: bool,
        f: &mut impl FnMut(Action),
    ) {
        if rules.has_case() {
            let balloon = hand.may_double
                && !self.public.case.balloon_used
                && rules.board().marked(Mark::Hideout).contains(plain.to);
            self.for_each_deed(rules, plain.to, false, |crime, ability| {
                f(Action::Move(Move { crime, ability, ..plain }));
                if double || balloon && ability.is_none() {
                    f(Action::Move(Move { crime, ability, double: true, ..plain }));
                }
            });
            return;
        }
        f(Action::Move(plain));
        if double {
            f(Action::Move(Move { double: true, ..plain }));
        }
        if rules.voluntary_reveal && !rules.is_reveal(self.public.filled + 1) {
            f(Action::Move(Move { show: true, ..plain }));
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

    /// Whether the fugitive has a legal move (rule 4.6).
    #[inline]
    pub(super) fn fugitive_can_move(&self, rules: &Rules) -> bool {
        self.public.fugitive_can_move(rules, Station::known(self.secret.at))
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
