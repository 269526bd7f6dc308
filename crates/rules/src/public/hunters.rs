//! What the hunters may decide. Nothing secret is needed for that.

use serde::Serialize;

use super::Public;
use crate::board::HunterMove;
use crate::edition::Start;
use crate::{
    Action, Character, Hunter, Mark, Phase, Rules, Station, StationSet, Ticket, Token, Transport,
    Transports,
};

/// Why a hunter cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Stuck {
    /// It holds no ticket for any line of its station, and never will (9.4).
    NoTicket,
    /// Other pieces stand at the ends of its lines (5.4).
    HemmedIn,
}

impl Public {
    /// The transports that a hunter can pay for.
    #[inline]
    pub fn hunter_rides(&self, rules: &Rules, hunter: Hunter) -> Transports {
        self.rides(rules, hunter.place())
    }

    /// The transports that a hunter can use now.
    #[inline(always)]
    pub(super) fn rides(&self, rules: &Rules, place: usize) -> Transports {
        if rules.free_riders >> place & 1 != 0 {
            rules.open
        } else {
            self.purses[rules.purse_of[place] as usize].transports().intersection(rules.open)
        }
    }

    #[inline(always)]
    pub(super) fn can_move(&self, rules: &Rules, place: usize) -> bool {
        self.hunter_moves(rules, place).iter().any(|hunt| !self.is_occupied(hunt.to))
    }

    /// Whether a hunter that has not moved yet can (rule 9.5).
    #[inline(always)]
    pub(super) fn anyone_can_move(&self, rules: &Rules) -> bool {
        let mut rest = rules.present & !self.moved;
        while rest != 0 {
            if self.can_move(rules, rest.trailing_zeros() as usize) {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }

    /// Whether a detective holds no ticket for any line of his station (rule 9.4).
    pub fn is_stranded(&self, rules: &Rules, hunter: Hunter) -> bool {
        let Some(station) = self.station(hunter) else { return false };
        let rides = self.rides(rules, hunter.place());
        rules.board().transports(station).intersection(rides).is_empty()
    }

    /// Whether a listed move leaves its piece no ticket for any line of its new station (rule 9.4).
    pub fn strands(&self, rules: &Rules, hunter: Hunter, ticket: Option<Ticket>, to: Station) -> bool {
        let Some(ticket) = ticket else { return false };
        let left = self.purses[rules.purse_of[hunter.place()] as usize].less(ticket);
        let rides = left.transports().intersection(rules.open);
        rules.board().transports(to).intersection(rides).is_empty()
    }

    /// Why a hunter cannot move, if so. Pieces that stand in its way count only while it has still to
    /// move.
    pub fn stuck(&self, rules: &Rules, hunter: Hunter) -> Option<Stuck> {
        if self.is_stranded(rules, hunter) {
            return Some(Stuck::NoTicket);
        }
        let due = self.phase == Phase::Hunters && !self.has_moved(hunter);
        (due && !self.can_move(rules, hunter.place())).then_some(Stuck::HemmedIn)
    }

    pub(super) fn all_stranded(&self, rules: &Rules) -> bool {
        rules.stranded_win
            && !rules.is_scored()
            && (0..rules.detectives()).all(|place| self.is_stranded(rules, Hunter::at_place(place)))
    }

    /// Calls `f` with each decision that the hunters may take. Nothing secret is needed for that.
    #[inline(always)]
    pub fn for_each_hunters_action(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        self.for_each_hunt(rules, |hunter, hunt| f(hunt.action(hunter)));
        self.for_each_other_hunters_action(rules, f);
    }

    /// The hunters who may move next, as bits: all that have not moved, or the first of them.
    #[inline(always)]
    pub(crate) fn movers(&self, rules: &Rules) -> u8 {
        if self.phase != Phase::Hunters {
            return 0;
        }
        let unmoved = rules.present & !self.moved;
        if rules.in_order { unmoved & unmoved.wrapping_neg() } else { unmoved }
    }

    /// The lines that a hunter can pay for, whether or not somebody stands at their end.
    #[inline(always)]
    pub(crate) fn hunter_moves<'r>(&self, rules: &'r Rules, place: usize) -> &'r [HunterMove] {
        let free = rules.free_riders >> place & 1 != 0;
        rules.board().hunter_moves(self.hunters.station(place), self.rides(rules, place), free)
    }

    /// The stations that some hunter could enter by one move, if it were the hunters' turn.
    pub fn threatened(&self, rules: &Rules) -> StationSet {
        let placed = rules.hunters().filter(|&hunter| self.station(hunter).is_some());
        let moves = placed.flat_map(|hunter| self.hunter_moves(rules, hunter.place()));
        moves.fold(StationSet::EMPTY, |mut set, hunt| {
            set.insert(hunt.to);
            set
        })
    }

    /// Calls `f` with each move of a hunter.
    #[inline(always)]
    pub(crate) fn for_each_hunt(&self, rules: &Rules, mut f: impl FnMut(Hunter, HunterMove)) {
        let mut movers = self.movers(rules);
        while movers != 0 {
            let place = movers.trailing_zeros() as usize;
            movers &= movers - 1;
            for &hunt in self.hunter_moves(rules, place) {
                if !self.is_occupied(hunt.to) {
                    f(Hunter::at_place(place), hunt);
                }
            }
        }
    }

    /// Calls `f` with each move of the first hunter that has one: the beginning of
    /// [`Public::for_each_hunters_action`], for search that takes one piece after the other.
    #[inline(always)]
    pub fn for_each_first_hunt(&self, rules: &Rules, mut f: impl FnMut(Action, Station)) {
        let mut movers = self.movers(rules);
        while movers != 0 {
            let place = movers.trailing_zeros() as usize & 7;
            movers &= movers - 1;
            let mut found = false;
            for &hunt in self.hunter_moves(rules, place) {
                if !self.is_occupied(hunt.to) {
                    found = true;
                    f(hunt.action(Hunter::at_place(place)), hunt.to);
                }
            }
            if found {
                return;
            }
        }
    }

    /// Writes the moves of hunters into `room` and gives their number, without a branch for each.
    #[inline(always)]
    pub(crate) fn list_hunts(&self, rules: &Rules, room: &mut Vec<Action>) -> usize {
        let mut count = 0;
        let mut movers = self.movers(rules);
        while movers != 0 {
            let place = movers.trailing_zeros() as usize;
            movers &= movers - 1;
            let moves = self.hunter_moves(rules, place);
            if room.len() < count + moves.len() {
                room.resize(count + moves.len(), Action::EndTurn);
            }
            for &hunt in moves {
                room[count] = hunt.action(Hunter::at_place(place));
                count += usize::from(!self.is_occupied(hunt.to));
            }
        }
        count
    }

    /// The hunters after whose move the turn certainly goes on, whatever they do, as bits. That is
    /// so if the next of the others has two ways to go: one piece can block only one.
    #[inline(always)]
    pub(crate) fn turn_outlives(&self, rules: &Rules) -> u8 {
        let unmoved = rules.present & !self.moved;
        let first = unmoved & unmoved.wrapping_neg();
        let second = (unmoved ^ first) & (unmoved ^ first).wrapping_neg();
        if second == 0 || rules.shares_purse {
            return 0;
        }
        let others = if self.has_two_ways(rules, first) { !first } else { 0 };
        let itself = if self.has_two_ways(rules, second) { first } else { 0 };
        others | itself
    }

    #[inline(always)]
    fn has_two_ways(&self, rules: &Rules, bit: u8) -> bool {
        let place = bit.trailing_zeros() as usize & 7;
        let ways =
            rules.board().hunter_moves(self.hunters.station(place), self.rides(rules, place), true);
        let free = |hunt: &&HunterMove| !self.is_occupied(hunt.to);
        ways.len() > rules.hunter_count() || ways.iter().filter(free).nth(1).is_some()
    }

    /// Calls `f` with each decision of the hunters that is not a move.
    #[inline(never)]
    pub(crate) fn for_each_other_hunters_action(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        match self.phase {
            Phase::Hunters if rules.has_case() => {
                self.for_each_token(rules, &mut |token| f(Action::Token(token)));
                if !self.anyone_can_move(rules) {
                    f(Action::EndTurn);
                }
            }
            Phase::Placing => {
                if let Some(hunter) = self.next_to_place(rules) {
                    self.for_each_place(rules, &mut |at| f(Action::Place { hunter, at }));
                }
            }
            _ => {}
        }
    }

    /// The detective who is to take a start station, in the order of the seats.
    pub(crate) fn next_to_place(&self, rules: &Rules) -> Option<Hunter> {
        rules.hunters().find(|hunter| self.hunters.byte(hunter.place()) == 0)
    }

    fn for_each_place(&self, rules: &Rules, f: &mut impl FnMut(Station)) {
        match &rules.edition().start {
            Start::Chosen { detectives, .. } => {
                let open = &detectives[..rules.detectives()];
                open.iter().copied().filter(|&at| !self.is_occupied(at)).for_each(f);
            }
            _ => {
                let stops =
                    |&at: &Station| rules.board().transports(at).contains(Transport::Underground);
                let stations = rules.board().stations().into_iter();
                stations.filter(stops).filter(|&at| !self.is_occupied(at)).for_each(f);
            }
        }
    }

    fn for_each_token(&self, rules: &Rules, f: &mut impl FnMut(Token)) {
        if self.case.token_used {
            return;
        }
        for (place, character) in rules.characters.iter().enumerate() {
            if self.case.tokens[place] == 0 {
                continue;
            }
            match character {
                Character::Holmes => f(Token::Quarter),
                Character::Watson => {
                    for symbol in [Mark::River, Mark::Park, Mark::Monument] {
                        f(Token::Symbol { symbol });
                    }
                }
                Character::Irene => {
                    for ticket in [Ticket::Bus, Ticket::Underground] {
                        f(Token::Ban { ticket });
                    }
                }
                Character::Mycroft if self.filled >= 3 => f(Token::Trail),
                Character::Lestrade if self.case.lestrade_from != 0 => {
                    for at in [self.case.lestrade_from, self.hunters.byte(place)] {
                        if !self.case.roadblocks.contains(&at) {
                            f(Token::Block { at: Station::known(at) });
                        }
                    }
                }
                Character::Mycroft | Character::Lestrade => {}
            }
        }
    }

    pub(super) fn token_usable(&self, rules: &Rules) -> bool {
        let mut usable = false;
        self.for_each_token(rules, &mut |_| usable = true);
        usable
    }
}
