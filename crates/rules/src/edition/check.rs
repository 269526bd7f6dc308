//! What must hold of an edition before anybody may play it.

use super::{BlackTickets, Edition, Fares, OptionKey, Start};
use crate::reasons::Reasons;
use crate::{Hunter, Purse, Ticket, Transport};

/// One reason why an edition cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum EditionError {
    #[error("not an edition file: {0}")]
    Syntax(String),
    #[error("format {0} is not known; write format = 1")]
    Format(u32),
    #[error("it is based on '{0}', which is no built-in edition")]
    UnknownBase(String),
    #[error("the id '{0}' may hold only small letters, digits and '-'")]
    Id(String),
    #[error("the title and the fugitive's name must have 1 to 40 characters")]
    Name,
    #[error("players must be two numbers from 2 to 6, the smaller first")]
    Players,
    #[error("pieces.detectives must list different numbers from 1 to {most}", most = Hunter::MOST_DETECTIVES)]
    Detectives,
    #[error("pieces.usual must be one of pieces.detectives")]
    Usual,
    #[error("pieces.bobbies must give a number from 0 to {most} for each number of detectives", most = Hunter::MOST_BOBBIES)]
    Bobbies,
    #[error("pieces has both detective_tickets and a pool; give one of them")]
    TwoPurses,
    #[error("{place} holds more than {most} tickets of a kind")]
    TooManyTickets { place: &'static str, most: u8 },
    #[error("taxi, bus and underground cannot all be closed")]
    AllClosed,
    #[error("{0} must be at most 20")]
    TooMany(&'static str),
    #[error("the box holds fewer {0} tickets than the detectives are dealt")]
    BoxTooSmall(Ticket),
    #[error("log.slots must be from 1 to 30")]
    Slots,
    #[error("log.{0} names a slot that the log does not have, or one twice")]
    SlotList(&'static str),
    #[error("log.reveal and log.open exclude each other: an open log has hidden slots instead")]
    OpenReveal,
    #[error("log.hidden needs log.open = true")]
    HiddenNeedsOpen,
    #[error("fares of kind 'free' and an open log go together")]
    FreeNeedsOpen,
    #[error("end.rounds must be from 1 to 30")]
    Rounds,
    #[error(
        "start.detectives must name a station for each detective, all different and not the fugitive's"
    )]
    ChosenStarts,
    #[error("with the start kind 'chosen' there can be no bobbies: nobody would place them")]
    ChosenBobbies,
    #[error("start.either needs a case: without one he starts on the first station of his tile")]
    EitherNeedsCase,
    #[error("case.tokens must give a number from 0 to 2 for each number of detectives")]
    Tokens,
    #[error("case.crimes must be from 0 to 3")]
    Crimes,
    #[error("a case needs the start kind 'tiles' and a log that is not open")]
    CaseNeedsTiles,
    #[error("a score needs a pool and fares of kind 'free', and goes with neither doubles nor a case")]
    ScoreNeedsPool,
    #[error("score.prices and score.black must be at most 20")]
    Prices,
    #[error("option {0} is listed twice")]
    OptionTwice(&'static str),
    #[error("the default of option {0} must be {1}")]
    OptionDefault(&'static str, &'static str),
    #[error("option {0} does not fit this edition: {1}")]
    OptionUseless(&'static str, &'static str),
}

/// All reasons why an edition cannot be used.
pub type EditionErrors = Reasons<EditionError>;

pub(super) fn check(edition: &Edition) -> Result<(), EditionErrors> {
    let mut errors = Vec::new();
    if edition.format != 1 {
        errors.push(EditionError::Format(edition.format));
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if edition.id.is_empty() || edition.id.len() > 40 || !edition.id.chars().all(plain) {
        errors.push(EditionError::Id(edition.id.chars().take(40).collect()));
    }
    if [&edition.title, &edition.fugitive.name].iter().any(|name| !is_name(name)) {
        errors.push(EditionError::Name);
    }
    let (least, most) = edition.players;
    if least < 2 || most > 6 || least > most {
        errors.push(EditionError::Players);
    }
    check_pieces(edition, &mut errors);
    check_fugitive(edition, &mut errors);
    check_log(edition, &mut errors);
    check_start(edition, &mut errors);
    check_case_and_score(edition, &mut errors);
    check_options(edition, &mut errors);
    Reasons::none_of(errors)
}

fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control)
}

fn different(numbers: &[u8]) -> bool {
    numbers.iter().enumerate().all(|(index, number)| !numbers[..index].contains(number))
}

/// Whatever the detectives pay ends in one purse, whose counts must fit into a byte.
const MOST_DEALT: u8 = 30;
const MOST_ELSEWHERE: u8 = 100;

fn check_purse(place: &'static str, purse: &Purse, most: u8, errors: &mut Vec<EditionError>) {
    if Ticket::NORMAL.iter().any(|&ticket| purse.count(ticket) > most) {
        errors.push(EditionError::TooManyTickets { place, most });
    }
}

fn check_pieces(edition: &Edition, errors: &mut Vec<EditionError>) {
    let pieces = &edition.pieces;
    let possible = 1..=Hunter::MOST_DETECTIVES as u8;
    if pieces.detectives.is_empty()
        || !pieces.detectives.iter().all(|number| possible.contains(number))
        || !different(&pieces.detectives)
    {
        errors.push(EditionError::Detectives);
    }
    if pieces.usual.is_some_and(|usual| !pieces.detectives.contains(&usual)) {
        errors.push(EditionError::Usual);
    }
    if pieces.bobbies.len() != pieces.detectives.len()
        || pieces.bobbies.iter().any(|&number| number as usize > Hunter::MOST_BOBBIES)
    {
        errors.push(EditionError::Bobbies);
    }
    if pieces.detective_tickets.is_some() && pieces.pool.is_some() {
        errors.push(EditionError::TwoPurses);
    }
    if let Some(dealt) = &pieces.detective_tickets {
        check_purse("pieces.detective_tickets", dealt, MOST_DEALT, errors);
    }
    if let Some(pool) = &pieces.pool {
        check_purse("pieces.pool", pool, MOST_ELSEWHERE, errors);
    }
    if [Transport::Taxi, Transport::Bus, Transport::Underground]
        .iter()
        .all(|transport| pieces.closed.contains(transport))
    {
        errors.push(EditionError::AllClosed);
    }
}

fn check_fugitive(edition: &Edition, errors: &mut Vec<EditionError>) {
    let fugitive = &edition.fugitive;
    if matches!(fugitive.black, BlackTickets::Count(count) if count > 20) {
        errors.push(EditionError::TooMany("fugitive.black"));
    }
    if fugitive.double > 20 {
        errors.push(EditionError::TooMany("fugitive.double"));
    }
    match &fugitive.fares {
        Fares::Own { tickets } => {
            check_purse("fugitive.fares.tickets", tickets, MOST_ELSEWHERE, errors);
        }
        Fares::Supply { stock } => {
            check_purse("fugitive.fares.box", stock, MOST_ELSEWHERE, errors);
            let dealt = edition.pieces.detective_tickets.unwrap_or_default();
            let pool = edition.pieces.pool.unwrap_or_default();
            let most = edition.pieces.detectives.iter().copied().max().unwrap_or(0);
            let short = |ticket: &Ticket| {
                let needed = dealt.count(*ticket) as u16 * most as u16 + pool.count(*ticket) as u16;
                (stock.count(*ticket) as u16) < needed
            };
            errors.extend(Ticket::NORMAL.into_iter().filter(short).map(EditionError::BoxTooSmall));
        }
        _ => {}
    }
    if (fugitive.fares == Fares::Free) != edition.log.open {
        errors.push(EditionError::FreeNeedsOpen);
    }
}

fn check_log(edition: &Edition, errors: &mut Vec<EditionError>) {
    let log = &edition.log;
    if !(1..=30).contains(&log.slots) {
        errors.push(EditionError::Slots);
    }
    for (name, slots) in [("reveal", &log.reveal), ("hidden", &log.hidden)] {
        if !slots.iter().all(|slot| (1..=log.slots).contains(slot)) || !different(slots) {
            errors.push(EditionError::SlotList(name));
        }
    }
    if log.open && !log.reveal.is_empty() {
        errors.push(EditionError::OpenReveal);
    }
    if !log.open && !log.hidden.is_empty() {
        errors.push(EditionError::HiddenNeedsOpen);
    }
    if edition.end.rounds.is_some_and(|rounds| !(1..=30).contains(&rounds)) {
        errors.push(EditionError::Rounds);
    }
}

fn check_start(edition: &Edition, errors: &mut Vec<EditionError>) {
    if let Start::Chosen { fugitive, detectives } = &edition.start {
        let most = edition.pieces.detectives.iter().copied().max().unwrap_or(0) as usize;
        let numbers: Vec<u8> = detectives.iter().map(|station| station.number()).collect();
        if detectives.len() < most || !different(&numbers) || detectives.contains(fugitive) {
            errors.push(EditionError::ChosenStarts);
        }
        if edition.pieces.bobbies.iter().any(|&bobbies| bobbies > 0) {
            errors.push(EditionError::ChosenBobbies);
        }
    }
    if matches!(edition.start, Start::Tiles { either: true }) && edition.case.is_none() {
        errors.push(EditionError::EitherNeedsCase);
    }
}

fn check_case_and_score(edition: &Edition, errors: &mut Vec<EditionError>) {
    if let Some(case) = &edition.case {
        if case.tokens.len() != edition.pieces.detectives.len()
            || case.tokens.iter().any(|&tokens| tokens > 2)
        {
            errors.push(EditionError::Tokens);
        }
        if case.crimes > 3 {
            errors.push(EditionError::Crimes);
        }
        if case.reserve.black > 20 || case.reserve.double > 20 {
            errors.push(EditionError::TooMany("case.reserve"));
        }
        if !matches!(edition.start, Start::Tiles { .. }) || edition.log.open {
            errors.push(EditionError::CaseNeedsTiles);
        }
    }
    if let Some(score) = &edition.score {
        let prices = Ticket::NORMAL.map(|ticket| score.prices.count(ticket));
        if prices.iter().any(|&price| price > 20) || score.black > 20 {
            errors.push(EditionError::Prices);
        }
    }
    let fits = edition.pieces.pool.is_some()
        && edition.fugitive.double == 0
        && edition.fugitive.fares == Fares::Free
        && edition.case.is_none();
    if edition.score.is_some() && !fits {
        errors.push(EditionError::ScoreNeedsPool);
    }
}

fn check_options(edition: &Edition, errors: &mut Vec<EditionError>) {
    for (index, spec) in edition.options.iter().enumerate() {
        let key = spec.key;
        if edition.options[..index].iter().any(|other| other.key == key) {
            errors.push(EditionError::OptionTwice(key.name()));
        }
        if !key.takes(&spec.default) {
            errors.push(EditionError::OptionDefault(key.name(), key.values()));
        }
        let tickets = edition.pieces.detective_tickets.is_some();
        let need = match key {
            OptionKey::VoluntaryReveal => (
                !edition.log.open && tickets && edition.case.is_none(),
                "the log must be hidden, detectives need tickets, and there must be no case",
            ),
            OptionKey::Pooled => (tickets, "detectives need tickets of their own"),
            OptionKey::Length => (edition.end.rounds.is_some(), "end.rounds must be given"),
            OptionKey::Supply => (
                matches!(edition.fugitive.fares, Fares::Supply { .. }),
                "fares must be of kind 'supply'",
            ),
            OptionKey::Characters => (edition.case.is_some(), "there must be a case"),
            OptionKey::StrandedWin | OptionKey::LastReply | OptionKey::BlackTickets => (true, ""),
        };
        if !need.0 {
            errors.push(EditionError::OptionUseless(key.name(), need.1));
        }
    }
}
