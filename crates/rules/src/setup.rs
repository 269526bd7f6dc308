//! A set-up: free to write, and checked on the way to a playable position.

mod check;
mod deal;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use check::{SetupError, SetupErrors};

use crate::edition::Reserve;
use crate::public::CaseState;
use crate::{Hunter, Leg, Outcome, Phase, Position, Public, Purse, Rules, Secret, Station, Ticket};

/// Any moment of a game, written freely. [`Position::new`] checks it; there is no other way to a
/// playable position.
///
/// ```
/// use fogbound_rules::{Position, Rules, Setup, Station};
/// let rules = Rules::builtin("classic", &[], 3).unwrap();
/// let stations = [13, 26, 29].map(|n| Station::new(n).unwrap());
/// let setup = Setup::at(&rules, Station::new(45).unwrap(), &stations);
/// let position = Position::new(&rules, &setup).unwrap();
/// assert!(!position.actions(&rules).is_empty());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// What everybody knows.
    pub state: State,
    /// What only the fugitive's player knows.
    pub secret: SecretSetup,
}

/// What everybody knows of a moment, written freely.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct State {
    /// What has to be decided next.
    pub phase: Phase,
    /// The round, counted from 1.
    pub round: u8,
    /// How many slots of the log are filled.
    pub filled: u8,
    /// Which part of his turn the fugitive's last move was.
    pub leg: Leg,
    /// The hunters: detectives in the order of the seats, then bobbies.
    pub hunters: Vec<HunterState>,
    /// The purses of the detectives: one each, or one pool, or none where nobody pays.
    pub purses: Vec<Purse>,
    /// The supply, or the fugitive's own tickets, or what was paid to him.
    pub stock: Purse,
    /// The fugitive's black tickets.
    pub black: u8,
    /// The fugitive's double tickets.
    pub double: u8,
    /// Where his piece stands on the board, if it does.
    #[serde(default)]
    pub shown: Option<Station>,
    /// The slots of an open log that are covered.
    #[serde(default)]
    pub covered: Vec<u8>,
    /// Whether he has played a black ticket in this turn.
    #[serde(default)]
    pub black_this_turn: bool,
    /// Whether he played a black ticket in his last turn.
    #[serde(default)]
    pub black_last_turn: bool,
    /// What the Holmes variant adds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub case: Option<CaseSetup>,
    /// How the game ended, if it has.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// One hunter in a [`State`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HunterState {
    /// Who.
    pub hunter: Hunter,
    /// Where; none before the start station is taken.
    pub station: Option<Station>,
    /// Whether it has moved in this turn.
    #[serde(default)]
    pub moved: bool,
    /// Character tokens left.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub tokens: u8,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// What everybody knows of the Holmes variant, written freely.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CaseSetup {
    /// Whether a token was spent in this turn.
    pub token_used: bool,
    /// The ticket that is banned in his next turn.
    pub ban: Option<Ticket>,
    /// What hide-outs still offer.
    pub reserve: Reserve,
    /// What he took and may not use yet.
    pub fresh: Reserve,
    /// How many crimes he has committed.
    pub crimes: u8,
    /// Whether the balloon has been used.
    pub balloon_used: bool,
    /// The balloon tile that was turned.
    pub tile: Option<(Station, Station)>,
    /// Whether the hide-out where he stands was used on arrival.
    pub stop_used: bool,
    /// Closed stations.
    pub roadblocks: Vec<Station>,
    /// Where Lestrade's move of this turn began.
    pub lestrade_from: Option<Station>,
}

/// What only the fugitive's player knows of a moment, written freely.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct SecretSetup {
    /// Where he is; none before he has a start station.
    pub at: Option<Station>,
    /// Where he was one and two moves ago.
    pub before: [Option<Station>; 2],
    /// His start tile (Holmes).
    pub tile: Option<(Station, Station)>,
    /// His crime tiles, and whether each has been played (Holmes).
    pub crimes: Vec<(Station, bool)>,
}

impl Setup {
    /// A game whose start stations are known: the fugitive is to move. In the Holmes variant he
    /// holds the first crime tiles of the list and the tile with his station, or the first one.
    pub fn at(rules: &Rules, fugitive: Station, hunters: &[Station]) -> Setup {
        let mut state = Public::fresh(rules).state(rules);
        for (hunter, &station) in state.hunters.iter_mut().zip(hunters) {
            hunter.station = Some(station);
        }
        // A wrong number of stations must not go unnoticed.
        for &station in hunters.iter().skip(state.hunters.len()) {
            let hunter = Hunter::at_place(Hunter::PLACES - 1);
            state.hunters.push(HunterState { hunter, station: Some(station), moved: false, tokens: 0 });
        }
        state.shown = rules.open_log.then_some(fugitive);
        let cards = rules.board().cards();
        let tiles = cards.tiles.iter().filter(|_| rules.has_case());
        let own = tiles.clone().find(|&&(a, b)| a == fugitive || b == fugitive);
        let secret = SecretSetup {
            at: Some(fugitive),
            before: [None; 2],
            tile: own.or(tiles.clone().next()).copied(),
            crimes: cards.crimes.iter().take(rules.crimes()).map(|&station| (station, false)).collect(),
        };
        Setup { state, secret }
    }
}

impl Rules {
    /// How many crime tiles he draws.
    pub fn crimes(&self) -> usize {
        self.case.as_ref().map_or(0, |case| case.crimes as usize)
    }
}

impl Position {
    /// The position that a set-up describes. Every reason for a refusal is given at once. If it is
    /// his turn and he cannot move, the game is over.
    pub fn new(rules: &Rules, setup: &Setup) -> Result<Position, SetupErrors> {
        let mut position = Position::before_turn_begins(rules, setup)?;
        position.begin_turn_if_his(rules);
        let mut stuck = position.outcome().is_none() && position.draws(rules).is_empty();
        position.for_each_action(rules, |_| stuck = false);
        if stuck { Err(SetupError::Stuck.into()) } else { Ok(position) }
    }

    /// The position before it is found out whether he can move.
    pub(crate) fn before_turn_begins(rules: &Rules, setup: &Setup) -> Result<Position, SetupErrors> {
        check::check(rules, setup)?;
        let public = Public::of_state(rules, &setup.state);
        Ok(Position { public, secret: Secret::of_setup(rules, &setup.secret) })
    }

    /// What everybody knows, completed by an assumed secret and checked like any other set-up.
    pub fn assume(rules: &Rules, public: &Public, secret: SecretSetup) -> Result<Position, SetupErrors> {
        Position::new(rules, &Setup { state: public.state(rules), secret })
    }

    /// The same without a look at whether it can be. For search over secrets that are known to fit;
    /// anything else may break the position.
    pub fn imagine(rules: &Rules, public: &Public, secret: &SecretSetup) -> Position {
        Position { public: *public, secret: Secret::of_setup(rules, secret) }
    }

    /// The position, written freely.
    pub fn setup(&self, rules: &Rules) -> Setup {
        let secret = &self.secret;
        Setup {
            state: self.public.state(rules),
            secret: SecretSetup {
                at: secret.station(),
                before: secret.before.map(Station::from_byte),
                tile: secret.tile(rules),
                crimes: secret.crimes().collect(),
            },
        }
    }
}

impl Secret {
    fn of_setup(rules: &Rules, setup: &SecretSetup) -> Secret {
        let byte = |station: Option<Station>| station.map_or(0, Station::number);
        let mut secret = Secret {
            at: byte(setup.at),
            before: setup.before.map(byte),
            tile: tile_number(rules, setup.tile),
            ..Secret::default()
        };
        for (index, &(station, played)) in setup.crimes.iter().enumerate() {
            secret.crimes[index] = station.number();
            secret.committed |= u8::from(played) << index;
        }
        secret
    }
}

fn tile_number(rules: &Rules, tile: Option<(Station, Station)>) -> u8 {
    let tiles = &rules.board().cards().tiles;
    tile.and_then(|tile| tiles.iter().position(|&other| other == tile))
        .map_or(0, |index| index as u8 + 1)
}

impl Public {
    /// The same, written freely.
    pub fn state(&self, rules: &Rules) -> State {
        let hunters = rules.hunters().map(|hunter| HunterState {
            hunter,
            station: self.station(hunter),
            moved: self.moved & hunter.bit() != 0,
            tokens: self.tokens(hunter),
        });
        let covered = [(self.covered >> 1, 1), (self.covered, 0)];
        let covered = covered.into_iter().filter(|(bits, _)| bits & 1 != 0);
        State {
            phase: self.phase,
            round: self.round,
            filled: self.filled,
            leg: self.leg,
            hunters: hunters.collect(),
            purses: self.purses[..rules.dealt.len()].to_vec(),
            stock: self.stock,
            black: self.black,
            double: self.double,
            shown: self.shown(),
            covered: covered.map(|(_, back)| self.filled - back).collect(),
            black_this_turn: self.black_this_turn,
            black_last_turn: self.black_last_turn,
            case: rules.has_case().then(|| self.case_setup(rules)),
            outcome: self.outcome,
        }
    }

    fn case_setup(&self, rules: &Rules) -> CaseSetup {
        CaseSetup {
            token_used: self.case.token_used,
            ban: self.case.ban,
            reserve: self.case.reserve,
            fresh: self.case.fresh,
            crimes: self.case.crimes,
            balloon_used: self.case.balloon_used,
            tile: self.balloon_tile(rules),
            stop_used: self.case.stop_used,
            roadblocks: self.roadblocks().collect(),
            lestrade_from: Station::from_byte(self.case.lestrade_from),
        }
    }

    /// The checked reverse of [`Public::state`].
    fn of_state(rules: &Rules, state: &State) -> Public {
        let mut public = Public::fresh(rules);
        for hunter in &state.hunters {
            let place = hunter.hunter.place();
            public.hunters = public.hunters.with(place, hunter.station.map_or(0, Station::number));
            public.moved |= if hunter.moved { hunter.hunter.bit() } else { 0 };
            if let Some(tokens) = public.case.tokens.get_mut(place) {
                *tokens = hunter.tokens;
            }
        }
        public.purses[..state.purses.len()].copy_from_slice(&state.purses);
        let covered = state.covered.iter().map(|slot| 1 << (state.filled - slot));
        if let Some(case) = &state.case {
            let mut roadblocks = [0; 4];
            for (byte, station) in roadblocks.iter_mut().zip(&case.roadblocks) {
                *byte = station.number();
            }
            public.case = CaseState {
                tokens: public.case.tokens,
                token_used: case.token_used,
                ban: case.ban,
                reserve: case.reserve,
                fresh: case.fresh,
                crimes: case.crimes,
                balloon_used: case.balloon_used,
                tile: tile_number(rules, case.tile),
                stop_used: case.stop_used,
                roadblocks,
                lestrade_from: case.lestrade_from.map_or(0, Station::number),
            };
        }
        let mut public = Public {
            phase: state.phase,
            round: state.round,
            filled: state.filled,
            leg: state.leg,
            stock: state.stock,
            black: state.black,
            double: state.double,
            shown: state.shown.map_or(0, Station::number),
            covered: covered.fold(0, |bits, bit: u8| bits | bit),
            black_this_turn: state.black_this_turn,
            black_last_turn: state.black_last_turn,
            outcome: state.outcome,
            ..public
        };
        public.end_turn_if_over(rules);
        public
    }

    /// What everybody knows, from its free form; every reason for a refusal is given at once.
    pub fn new(rules: &Rules, state: &State) -> Result<Public, SetupErrors> {
        check::check_public(rules, state)?;
        Ok(Public::of_state(rules, state))
    }
}

/// Without what it holds: what is printed may end in a log.
impl fmt::Debug for SecretSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretSetup").finish_non_exhaustive()
    }
}
