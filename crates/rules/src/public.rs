//! What everybody at the table knows of a position, and how each public happening changes it.

use serde::{Deserialize, Serialize};

use crate::board::Step;
use crate::edition::{Reserve, Start};
use crate::places::Places;
use crate::{
    Ability, Action, Character, Hunter, Mark, Outcome, Purse, Rules, Station, Ticket, Token, Transport,
    Transports,
};

/// What has to be decided next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Detectives take their start stations (beginner, compact).
    Placing,
    /// The fugitive's start is drawn (compact).
    StartDraw,
    /// The fugitive chooses a station of his tile (Holmes).
    StartChoice,
    /// The fugitive moves.
    Fugitive,
    /// The fugitive makes the second move of a double.
    Second,
    /// A balloon tile is turned (Holmes).
    BalloonDraw,
    /// The fugitive chooses where the balloon lands (Holmes).
    BalloonLanding,
    /// The fugitive takes tickets after a voluntary reveal (classic).
    Taking,
    /// The hunters move.
    Hunters,
    /// The game is over.
    Over,
}

/// Who decides next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// The fugitive.
    Fugitive,
    /// The hunters.
    Hunters,
    /// Nobody: something is drawn.
    Chance,
    /// Nobody any more.
    Over,
}

/// Which part of a turn a fugitive's move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// All of it.
    Single,
    /// The first move of a double.
    First,
    /// The second move of a double.
    Second,
}

/// What everybody sees of a fugitive's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Moved {
    /// The slot that it fills.
    pub slot: u8,
    /// The ticket on it.
    pub ticket: Option<Ticket>,
    /// Whether it was a balloon flight.
    pub balloon: bool,
    /// Which part of the turn it was.
    pub leg: Leg,
    /// Where he stands, if that is to be seen.
    pub at: Option<Station>,
    /// Whether he committed a crime.
    pub crime: bool,
    /// What he used a hide-out for.
    pub ability: Option<Ability>,
    /// Whether he showed himself of his own will.
    pub show: bool,
}

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

/// What everybody knows of the Holmes variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct CaseState {
    pub(crate) tokens: [u8; Hunter::MOST_DETECTIVES],
    /// Whether a token was spent in this turn of the hunters.
    pub(crate) token_used: bool,
    pub(crate) ban: Option<Ticket>,
    pub(crate) reserve: Reserve,
    /// Tickets taken from the reserve that cannot be used yet.
    pub(crate) fresh: Reserve,
    pub(crate) crimes: u8,
    pub(crate) balloon_used: bool,
    /// The tile of the balloon, by its place in the list, counted from 1.
    pub(crate) tile: u8,
    /// Whether the hide-out where he stands has been used on arrival.
    pub(crate) stop_used: bool,
    pub(crate) roadblocks: [u8; 4],
    /// Where Lestrade's move of this turn began.
    pub(crate) lestrade_from: u8,
}

/// What everybody at the table knows of a position. Nothing in here depends on the secret but by
/// way of what was shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    pub(crate) hunters: Places,
    pub(crate) purses: [Purse; Hunter::MOST_DETECTIVES],
    /// The supply, or the fugitive's own tickets, or what was paid to him.
    pub(crate) stock: Purse,
    pub(crate) black: u8,
    pub(crate) double: u8,
    pub(crate) filled: u8,
    pub(crate) round: u8,
    pub(crate) phase: Phase,
    /// The hunters that have moved in this turn, or, in `Taking`, those that have been dealt with.
    pub(crate) moved: u8,
    pub(crate) leg: Leg,
    pub(crate) shown: u8,
    /// In an open log, the slots of his last turn that are covered: bit 0 the last, bit 1 the one before.
    pub(crate) covered: u8,
    pub(crate) black_this_turn: bool,
    pub(crate) black_last_turn: bool,
    pub(crate) case: CaseState,
    pub(crate) outcome: Option<Outcome>,
}

impl Public {
    /// A game before anything was dealt.
    pub(crate) fn fresh(rules: &Rules) -> Public {
        let mut purses = [Purse::default(); Hunter::MOST_DETECTIVES];
        purses[..rules.dealt.len()].copy_from_slice(&rules.dealt);
        let mut tokens = [0; Hunter::MOST_DETECTIVES];
        tokens[..rules.characters.len()].fill(rules.tokens);
        Public {
            hunters: Places::default(),
            purses,
            stock: rules.stock,
            black: rules.black,
            double: rules.double,
            filled: 0,
            round: 1,
            phase: Phase::Fugitive,
            moved: 0,
            leg: Leg::Single,
            shown: 0,
            covered: 0,
            black_this_turn: false,
            black_last_turn: false,
            case: CaseState {
                tokens,
                reserve: rules.case.as_ref().map_or(Reserve::default(), |case| case.reserve),
                ..CaseState::default()
            },
            outcome: None,
        }
    }

    /// Whether a hunter stands on the station (rule 2.3).
    #[inline(always)]
    pub fn is_occupied(&self, station: Station) -> bool {
        self.hunters.contains(station)
    }

    /// Whether the fugitive may not stop there: a hunter or a roadblock.
    #[inline]
    pub fn is_closed(&self, station: Station) -> bool {
        self.is_occupied(station) || self.has_roadblock(station)
    }

    #[inline]
    fn has_roadblock(&self, station: Station) -> bool {
        self.case.roadblocks != [0; 4] && self.case.roadblocks.contains(&station.number())
    }

    /// Who decides next.
    #[inline(always)]
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Placing | Phase::Hunters => Turn::Hunters,
            Phase::StartDraw | Phase::BalloonDraw => Turn::Chance,
            Phase::StartChoice
            | Phase::Fugitive
            | Phase::Second
            | Phase::BalloonLanding
            | Phase::Taking => Turn::Fugitive,
            Phase::Over => Turn::Over,
        }
    }

    /// What has to be decided next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// How many slots of the log are filled.
    pub fn filled(&self) -> u8 {
        self.filled
    }

    /// The black tickets that he holds.
    pub fn black(&self) -> u8 {
        self.black
    }

    /// The double tickets that he holds.
    pub fn double(&self) -> u8 {
        self.double
    }

    /// The supply, or his own normal tickets, or what was paid to him, as the edition has it.
    pub fn stock(&self) -> Purse {
        self.stock
    }

    /// Which part of his turn the fugitive's last move was.
    pub fn leg(&self) -> Leg {
        self.leg
    }

    /// Where a hunter stands.
    pub fn station(&self, hunter: Hunter) -> Option<Station> {
        Station::from_byte(self.hunters.byte(hunter.place()))
    }

    /// The purse that a detective pays from.
    pub fn purse(&self, rules: &Rules, hunter: Hunter) -> Purse {
        if hunter.is_bobby() {
            return Purse::default();
        }
        self.purses[rules.purse_of[hunter.place()] as usize]
    }

    /// Whether a hunter has moved, or was skipped, in this turn.
    pub fn has_moved(&self, hunter: Hunter) -> bool {
        self.phase == Phase::Hunters && self.moved & hunter.bit() != 0
    }

    /// Where his piece stands on the board, if it does.
    pub fn shown(&self) -> Option<Station> {
        Station::from_byte(self.shown)
    }

    /// The ticket that he may not play in his next turn (Holmes).
    pub fn ban(&self) -> Option<Ticket> {
        self.case.ban
    }

    /// The roadblocks (Holmes).
    pub fn roadblocks(&self) -> impl Iterator<Item = Station> {
        self.case.roadblocks.into_iter().filter_map(Station::from_byte)
    }

    /// The crimes that he has committed (Holmes).
    pub fn crimes(&self) -> u8 {
        self.case.crimes
    }

    /// Whether the balloon has been used (Holmes).
    pub fn balloon_used(&self) -> bool {
        self.case.balloon_used
    }

    /// The tokens that a detective has left (Holmes).
    pub fn tokens(&self, hunter: Hunter) -> u8 {
        self.case.tokens.get(hunter.place()).copied().unwrap_or(0)
    }

    /// The two stations of the balloon tile that was turned (Holmes).
    pub fn balloon_tile(&self, rules: &Rules) -> Option<(Station, Station)> {
        let index = (self.case.tile as usize).checked_sub(1)?;
        rules.board().cards().tiles.get(index).copied()
    }

    /// The fugitive's points so far, in editions that count them (rule 6.5.6).
    pub fn score(&self, rules: &Rules) -> Option<i16> {
        let score = rules.score.as_ref()?;
        let paid = Ticket::NORMAL
            .iter()
            .map(|&t| i16::from(self.stock.count(t)) * i16::from(score.prices.count(t)));
        Some(paid.sum::<i16>() - i16::from(rules.black - self.black) * i16::from(score.black))
    }

    /// The transports that a hunter can use now.
    #[inline(always)]
    fn rides(&self, rules: &Rules, place: usize) -> Transports {
        if rules.free_riders >> place & 1 != 0 {
            rules.open
        } else {
            self.purses[rules.purse_of[place] as usize].transports().intersection(rules.open)
        }
    }

    #[inline(always)]
    fn can_move(&self, rules: &Rules, place: usize) -> bool {
        self.steps(rules, place).iter().any(|step| !self.is_occupied(step.to))
    }

    /// Whether a hunter that has not moved yet can (rule 9.5).
    #[inline(always)]
    fn anyone_can_move(&self, rules: &Rules) -> bool {
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
        let station = self.hunters.station(hunter.place());
        let rides = self.rides(rules, hunter.place());
        rules.board().transports(station).intersection(rides).is_empty()
    }

    fn all_stranded(&self, rules: &Rules) -> bool {
        rules.stranded_win
            && !rules.is_scored()
            && (0..rules.detectives()).all(|place| self.is_stranded(rules, Hunter::at_place(place)))
    }

    /// Calls `f` with each decision that the hunters may take. Nothing secret is needed for that.
    #[inline(always)]
    pub fn for_each_hunters_action(&self, rules: &Rules, f: &mut impl FnMut(Action)) {
        self.for_each_hunt(rules, |hunter, step| f(step.action(hunter)));
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
    pub(crate) fn steps<'r>(&self, rules: &'r Rules, place: usize) -> &'r [Step] {
        let free = rules.free_riders >> place & 1 != 0;
        rules.board().steps(self.hunters.station(place), self.rides(rules, place), free)
    }

    /// Calls `f` with each move of a hunter.
    #[inline(always)]
    pub(crate) fn for_each_hunt(&self, rules: &Rules, mut f: impl FnMut(Hunter, Step)) {
        let mut movers = self.movers(rules);
        while movers != 0 {
            let place = movers.trailing_zeros() as usize;
            movers &= movers - 1;
            for &step in self.steps(rules, place) {
                if !self.is_occupied(step.to) {
                    f(Hunter::at_place(place), step);
                }
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
            let steps = self.steps(rules, place);
            if room.len() < count + steps.len() {
                room.resize(count + steps.len(), Action::EndTurn);
            }
            for &step in steps {
                room[count] = step.action(Hunter::at_place(place));
                count += usize::from(!self.is_occupied(step.to));
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
        let ways = rules.board().steps(self.hunters.station(place), self.rides(rules, place), true);
        let free = |step: &&Step| !self.is_occupied(step.to);
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

    fn token_usable(&self, rules: &Rules) -> bool {
        let mut usable = false;
        self.for_each_token(rules, &mut |_| usable = true);
        usable
    }

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
        if rules.open_log {
            let before = if moved.leg == Leg::Second { self.covered << 1 } else { 0 };
            self.covered = before | u8::from(moved.at.is_none());
        }
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
            self.settle_taking(rules);
        } else {
            self.begin_hunters_turn(rules);
        }
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
        self.settle_taking(rules);
    }

    fn settle_taking(&mut self, rules: &Rules) {
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
            return self.give_up(rules);
        }
        self.settle_hunters(rules);
    }

    /// The detectives of a scored manhunt give up: all their tickets go to the fugitive.
    pub(crate) fn give_up(&mut self, rules: &Rules) {
        for purse in &mut self.purses[..rules.dealt.len()] {
            self.stock.add_all(*purse);
            *purse = Purse::default();
        }
        self.end(Outcome::GaveUp);
    }

    /// A hunter moves; `captured` tells whether that ends the game.
    #[inline(always)]
    pub(crate) fn hunter_moved(&mut self, rules: &Rules, hunter: Hunter, step: Step, captured: bool) {
        let mover = self.mover(rules, hunter);
        self.hunter_leaves(rules, hunter);
        self.hunter_arrives(&mover, step);
        if captured {
            self.end(Outcome::Captured { by: hunter, at: step.to });
        } else {
            self.settle_hunters(rules);
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
    pub(crate) fn hunter_arrives(&mut self, mover: &Mover, step: Step) {
        self.hunters = mover.hunters.with(mover.hunter.place(), step.to.number());
        if let (Some(ticket), Some(purse)) =
            (step.ticket, self.purses.get_mut(mover.purse_index as usize))
        {
            *purse = mover.purse.less(ticket);
            self.stock = mover.stock.plus(ticket, mover.collected);
        }
    }

    /// A detective spends a token.
    pub(crate) fn token_spent(&mut self, rules: &Rules, token: Token) {
        let character = match token {
            Token::Quarter => Character::Holmes,
            Token::Symbol { .. } => Character::Watson,
            Token::Ban { .. } => Character::Irene,
            Token::Trail => Character::Mycroft,
            Token::Block { .. } => Character::Lestrade,
        };
        if let Some(hunter) = rules.player_of(character) {
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
        self.settle_hunters(rules);
    }

    /// Ends a turn that a set-up describes and in which nothing can be decided any more.
    pub(crate) fn settle(&mut self, rules: &Rules) {
        match self.phase {
            Phase::Hunters => self.settle_hunters(rules),
            Phase::Taking => self.settle_taking(rules),
            _ => {}
        }
    }

    /// Ends the hunters' turn if it is over; skips pieces whose turn has come and who cannot move.
    #[inline(always)]
    pub(crate) fn settle_hunters(&mut self, rules: &Rules) {
        let unmoved = rules.present & !self.moved;
        if unmoved == 0 || !self.can_move(rules, unmoved.trailing_zeros() as usize) {
            self.settle_blocked(rules);
        }
    }

    /// The same when the first of those who have not moved cannot.
    #[inline(never)]
    fn settle_blocked(&mut self, rules: &Rules) {
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
        if rules.is_scored() && self.purses[..rules.dealt.len()].iter().all(Purse::is_empty) {
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
