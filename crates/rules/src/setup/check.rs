//! What must hold of a set-up before it is a position.

use super::{CaseSetup, Setup, State};
use crate::edition::Start;
use crate::reasons::Reasons;
use crate::{Character, Hunter, Leg, Mark, Phase, Rules, Station, StationSet, Ticket};

/// One reason why a set-up is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("there are {has} hunters, but there must be {needs}: {pieces}")]
    Hunters { has: usize, needs: usize, pieces: String },
    #[error("{0} has no station yet")]
    NotPlaced(Hunter),
    #[error("the board has no station {0}")]
    NoStation(Station),
    #[error("two pieces stand on {0}")]
    SharedStation(Station),
    #[error("the fugitive has no station yet")]
    NoFugitive,
    #[error("the fugitive stands on a roadblock at {0}")]
    OnRoadblock(Station),
    #[error("there are {has} purses, but there must be {needs}")]
    Purses { has: usize, needs: usize },
    #[error("{what} must be at most {most}, not {count}")]
    TooMany { what: &'static str, count: u16, most: u16 },
    #[error("the round must be from 1 to {0}")]
    Round(u8),
    #[error("{0} does not fit the phase '{1}'")]
    Phase(&'static str, String),
    #[error("the covered slots must be among the last two of an open log")]
    Covered,
    #[error("his piece is shown on {0}, but he is not there")]
    ShownElsewhere(Station),
    #[error("the case must be given in this edition, and in no other")]
    Case,
    #[error("the tile {0}/{1} is not one of the board's")]
    NoTile(Station, Station),
    #[error("a start tile must be given in this edition, and in no other")]
    StartTile,
    #[error("the crimes must be {0} different crime scenes of the board")]
    Crimes(usize),
    #[error("{public} crimes are known, but {played} crime tiles are played")]
    CrimesPlayed { public: u8, played: usize },
    #[error("only bus and underground tickets can be banned")]
    Ban,
    #[error("nobody could decide anything, and yet the game is not over")]
    Stuck,
}

/// All reasons why a set-up is no position.
pub type SetupErrors = Reasons<SetupError>;

pub(super) fn check(rules: &Rules, setup: &Setup) -> Result<(), SetupErrors> {
    let mut errors = Vec::new();
    check_state(rules, &setup.state, &mut errors);
    check_secret(rules, setup, &mut errors);
    Reasons::none_of(errors)
}

pub(super) fn check_public(rules: &Rules, state: &State) -> Result<(), SetupErrors> {
    let mut errors = Vec::new();
    check_state(rules, state, &mut errors);
    Reasons::none_of(errors)
}

fn at_most(what: &'static str, count: u16, most: u16, errors: &mut Vec<SetupError>) {
    if count > most {
        errors.push(SetupError::TooMany { what, count, most });
    }
}

fn check_state(rules: &Rules, state: &State, errors: &mut Vec<SetupError>) {
    check_hunters(rules, state, errors);
    check_counts(rules, state, errors);
    check_phase(rules, state, errors);
    match &state.case {
        Some(case) if rules.has_case() => check_case(rules, state, case, errors),
        None if !rules.has_case() => {}
        _ => errors.push(SetupError::Case),
    }
    let last_two = |slot: &u8| *slot >= 1 && *slot <= state.filled && state.filled - slot <= 1;
    let fits = state.covered.iter().all(last_two) && (rules.open_log || state.covered.is_empty());
    if !fits || state.covered.len() > 2 || state.covered.windows(2).any(|pair| pair[0] == pair[1]) {
        errors.push(SetupError::Covered);
    }
}

fn check_hunters(rules: &Rules, state: &State, errors: &mut Vec<SetupError>) {
    if !state.hunters.iter().map(|hunter| hunter.hunter).eq(rules.hunters()) {
        let pieces: Vec<_> = rules.hunters().map(|hunter| hunter.to_string()).collect();
        let (has, needs) = (state.hunters.len(), pieces.len());
        errors.push(SetupError::Hunters { has, needs, pieces: pieces.join(", ") });
    }
    let placing = state.phase == Phase::Placing;
    let mut seen = StationSet::EMPTY;
    for hunter in &state.hunters {
        match hunter.station {
            Some(station) => {
                if !rules.board().stations().contains(station) {
                    errors.push(SetupError::NoStation(station));
                } else if seen.contains(station) {
                    errors.push(SetupError::SharedStation(station));
                }
                seen.insert(station);
            }
            None if placing || state.phase == Phase::Over => {}
            None => errors.push(SetupError::NotPlaced(hunter.hunter)),
        }
        at_most("tokens", hunter.tokens.into(), rules.tokens.into(), errors);
    }
}

fn check_counts(rules: &Rules, state: &State, errors: &mut Vec<SetupError>) {
    let needs = rules.dealt.len();
    if state.purses.len() != needs {
        errors.push(SetupError::Purses { has: state.purses.len(), needs });
    }
    for ticket in Ticket::NORMAL {
        // All of one kind may end in one purse, whose counts are bytes.
        let purses = state.purses.iter().map(|purse| u16::from(purse.count(ticket)));
        let all = purses.sum::<u16>() + u16::from(state.stock.count(ticket));
        at_most("tickets of one kind", all, u8::MAX.into(), errors);
    }
    let reserve = state.case.as_ref().map_or(0, |case| {
        case.reserve
            .black
            .saturating_add(case.fresh.black)
            .max(case.reserve.double.saturating_add(case.fresh.double))
    });
    let most = 100 - u16::from(reserve.min(100));
    at_most(
        "black tickets",
        state.black.into(),
        if rules.is_scored() { rules.black.into() } else { most },
        errors,
    );
    at_most("double tickets", state.double.into(), most, errors);
    at_most("filled slots", state.filled.into(), rules.slots.into(), errors);
    let last_round = rules.rounds.min(rules.slots.max(1));
    if state.round == 0 || state.round > rules.rounds && rules.rounds != u8::MAX || state.round > 200 {
        errors.push(SetupError::Round(last_round));
    }
}

fn check_phase(rules: &Rules, state: &State, errors: &mut Vec<SetupError>) {
    let name = || {
        serde_json::to_value(state.phase)
            .map_or_else(|_| String::new(), |v| v.as_str().unwrap_or("").into())
    };
    let mut wrong = |fits: bool, what: &'static str| {
        if !fits {
            errors.push(SetupError::Phase(what, name()));
        }
    };
    let start = &rules.edition().start;
    let over = state.phase == Phase::Over;
    wrong(over == state.outcome.is_some(), "the outcome");
    let full = state.filled >= rules.slots;
    match state.phase {
        Phase::Placing => wrong(matches!(start, Start::Chosen { .. } | Start::Placed), "the edition"),
        Phase::StartDraw => wrong(matches!(start, Start::Placed), "the edition"),
        Phase::StartChoice => wrong(matches!(start, Start::Tiles { either: true }), "the edition"),
        Phase::Fugitive => wrong(!full, "a full log"),
        Phase::Second => wrong(!full && state.leg == Leg::First, "the log or the leg"),
        Phase::BalloonDraw | Phase::BalloonLanding => {
            wrong(!full && rules.has_case(), "the log or the edition");
            let turned =
                state.case.as_ref().is_some_and(|case| case.balloon_used && case.tile.is_some());
            let called = state.case.as_ref().is_some_and(|case| case.balloon_used);
            wrong(called && (state.phase == Phase::BalloonDraw || turned), "the balloon");
        }
        Phase::Taking => wrong(rules.voluntary_reveal, "the options"),
        Phase::Hunters | Phase::Over => {}
    }
    if matches!(state.phase, Phase::Placing | Phase::StartDraw | Phase::StartChoice) {
        wrong(state.filled == 0 && state.round == 1, "the log");
    }
}

fn check_case(rules: &Rules, state: &State, case: &CaseSetup, errors: &mut Vec<SetupError>) {
    at_most("crimes", case.crimes.into(), rules.crimes() as u16, errors);
    at_most("reserve tickets", case.reserve.black.max(case.reserve.double).into(), 20, errors);
    at_most("fresh tickets", case.fresh.black.max(case.fresh.double).into(), 20, errors);
    at_most("roadblocks", case.roadblocks.len() as u16, 4, errors);
    if matches!(case.ban, Some(Ticket::Taxi | Ticket::Black)) {
        errors.push(SetupError::Ban);
    }
    if let Some(tile) = case.tile.filter(|tile| !rules.board().cards().tiles.contains(tile)) {
        errors.push(SetupError::NoTile(tile.0, tile.1));
    }
    let stations = case.roadblocks.iter().chain(&case.lestrade_from);
    let unknown = stations.filter(|&&station| !rules.board().stations().contains(station));
    errors.extend(unknown.map(|&station| SetupError::NoStation(station)));
    let lestrade = rules.player_of(Character::Lestrade);
    if case.lestrade_from.is_some() && lestrade.is_none() {
        errors.push(SetupError::Phase("Lestrade's move", format!("{:?}", state.phase).to_lowercase()));
    }
}

fn check_secret(rules: &Rules, setup: &Setup, errors: &mut Vec<SetupError>) {
    let (state, secret) = (&setup.state, &setup.secret);
    let not_yet = matches!(state.phase, Phase::StartDraw | Phase::StartChoice | Phase::Over)
        || state.phase == Phase::Placing && matches!(rules.edition().start, Start::Placed);
    if secret.at.is_none() && !not_yet {
        errors.push(SetupError::NoFugitive);
    }
    let stations = secret.at.iter().chain(secret.before.iter().flatten());
    let unknown = stations.filter(|&&station| !rules.board().stations().contains(station));
    errors.extend(unknown.map(|&station| SetupError::NoStation(station)));
    if let Some(at) = secret.at {
        let captured = matches!(state.phase, Phase::Over);
        if !captured && state.hunters.iter().any(|hunter| hunter.station == Some(at)) {
            errors.push(SetupError::SharedStation(at));
        }
        if state.case.as_ref().is_some_and(|case| case.roadblocks.contains(&at)) {
            errors.push(SetupError::OnRoadblock(at));
        }
        if let Some(shown) = state.shown.filter(|&shown| shown != at) {
            errors.push(SetupError::ShownElsewhere(shown));
        }
    }
    if state.filled >= 3 && rules.has_case() && secret.before[1].is_none() {
        errors.push(SetupError::NoFugitive);
    }
    check_tiles(rules, setup, errors);
}

fn check_tiles(rules: &Rules, setup: &Setup, errors: &mut Vec<SetupError>) {
    let secret = &setup.secret;
    match secret.tile {
        Some((a, b)) if !rules.board().cards().tiles.contains(&(a, b)) => {
            errors.push(SetupError::NoTile(a, b));
        }
        tile if tile.is_some() != rules.has_case() => errors.push(SetupError::StartTile),
        _ => {}
    }
    let scenes: StationSet = secret.crimes.iter().map(|&(station, _)| station).collect();
    let known = scenes.difference(rules.board().marked(Mark::Crime)).is_empty();
    if secret.crimes.len() != rules.crimes() || scenes.len() != secret.crimes.len() || !known {
        errors.push(SetupError::Crimes(rules.crimes()));
    }
    let played = secret.crimes.iter().filter(|(_, played)| *played).count();
    let public = setup.state.case.as_ref().map_or(0, |case| case.crimes);
    if usize::from(public) != played {
        errors.push(SetupError::CrimesPlayed { public, played });
    }
}
