//! What everybody at the table knows of a position, and how each public happening changes it.

mod hunters;
mod turns;

pub use hunters::Stuck;
use serde::{Deserialize, Serialize};

use crate::edition::Reserve;
use crate::places::Places;
use crate::{Ability, Hunter, Leg, Move, Outcome, Phase, Purse, Rules, Station, Ticket, Turn};

/// What everybody sees of a fugitive's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

    /// Whether a double may begin now.
    #[inline]
    pub(crate) fn may_double(&self, rules: &Rules) -> bool {
        self.phase == Phase::Fugitive && self.double > 0 && self.filled + 2 <= rules.slots
    }

    /// Whether his next move is seen, given what he decides with it (4.3, 4.5, 6.3.4, 6.3.5, 6.4.7).
    #[inline]
    pub(crate) fn is_seen(
        &self,
        rules: &Rules,
        ticket: Option<Ticket>,
        ability: Option<Ability>,
        show: bool,
    ) -> bool {
        let slot = self.filled + 1;
        if rules.open_log {
            !rules.is_hidden(slot) && ticket != Some(Ticket::Black)
        } else {
            show || rules.is_reveal(slot) && ability != Some(Ability::LieLow)
        }
    }

    /// Whether a move would show where it ends.
    #[inline]
    pub fn would_show(&self, rules: &Rules, m: Move) -> bool {
        self.is_seen(rules, m.ticket, m.ability, m.show)
    }

    /// The fugitive's points so far, in editions that count them (rule 6.5.6).
    pub fn score(&self, rules: &Rules) -> Option<i16> {
        let score = rules.score.as_ref()?;
        let paid = Ticket::NORMAL
            .iter()
            .map(|&t| i16::from(self.stock.count(t)) * i16::from(score.prices.count(t)));
        Some(paid.sum::<i16>() - i16::from(rules.black - self.black) * i16::from(score.black))
    }
}
