//! The leaks.

use std::sync::atomic::{AtomicUsize, Ordering};

use fogbound_rules::{Action, Hex, Hunter, Number, PublicEvent, Record, Shuffle, Side, Station, Stuck};
use sha2::{Digest as _, Sha256};

use crate::audience::{
    Audience, Explanation, LinkCard, NoSecret, OwnFace, ProofFace, Scene, StuckFace, Summary,
    TableEvent, TableEventKind,
};
use crate::command::Hearers;
use crate::entry::{Cause, Entry, EntryKind};
use crate::table::GameProofs;
use crate::{Code, Refusal, Stage, Table};

/// One leak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Leak {
    StationOfEvent,
    Score,
    ScoreOfSpectators,
    ShownStation,
    LogStation,
    OrderOfMoves,
    MissingMove,
    AssistSet,
    AssistWeight,
    ExplainedPath,
    RefusalText,
    RefusalCode,
    ExtraFrame,
    ActorOfMove,
    ListSummary,
    WholeRecord,
    RecordTag,
    Metric,
    Log,
    HiddenEntry,
    TimeOfMove,
    Header,
    BotSeed,
    ChatNotice,
    DueSeats,
    TimeLeft,
    Undoable,
    Strands,
    Stuck,
    MarkAtHim,
    PlanToHim,
    ReactionHidden,
    LinkText,
    MarksToHim,
    PlansToSpectators,
    LinkOfTeam,
    NumberEarly,
    SaltEarly,
    PredictableNumber,
    FugitiveActions,
    AssistOrder,
    ExcludedText,
    CauseOfMove,
    LinkOfProof,
    SignatureMissing,
    WinnerEarly,
    MoversOrder,
    NameOfGuest,
    SlowTalk,
    ListPeople,
    LinkOver,
    TimeOfTalk,
    MarksToSpectators,
    PlansToHim,
    RecordOfTeam,
    NumberInRecord,
    HintsTaken,
    HintHidden,
}

impl Leak {
    /// Every leak of his secret.
    pub const ALL: [Leak; 50] = [
        Leak::StationOfEvent,
        Leak::Score,
        Leak::ScoreOfSpectators,
        Leak::ShownStation,
        Leak::LogStation,
        Leak::OrderOfMoves,
        Leak::MissingMove,
        Leak::AssistSet,
        Leak::AssistWeight,
        Leak::ExplainedPath,
        Leak::RefusalText,
        Leak::RefusalCode,
        Leak::ExtraFrame,
        Leak::ActorOfMove,
        Leak::ListSummary,
        Leak::WholeRecord,
        Leak::RecordTag,
        Leak::Metric,
        Leak::Log,
        Leak::HiddenEntry,
        Leak::TimeOfMove,
        Leak::Header,
        Leak::BotSeed,
        Leak::ChatNotice,
        Leak::DueSeats,
        Leak::TimeLeft,
        Leak::Undoable,
        Leak::Strands,
        Leak::Stuck,
        Leak::MarkAtHim,
        Leak::PlanToHim,
        Leak::ReactionHidden,
        Leak::LinkText,
        Leak::NumberEarly,
        Leak::SaltEarly,
        Leak::FugitiveActions,
        Leak::AssistOrder,
        Leak::ExcludedText,
        Leak::CauseOfMove,
        Leak::LinkOfProof,
        Leak::SignatureMissing,
        Leak::WinnerEarly,
        Leak::MoversOrder,
        Leak::NameOfGuest,
        Leak::SlowTalk,
        Leak::ListPeople,
        Leak::LinkOver,
        Leak::TimeOfTalk,
        Leak::HintsTaken,
        Leak::HintHidden,
    ];

    /// What only hunters may know, told to others.
    pub const OF_TEAM: [Leak; 6] = [
        Leak::MarksToHim,
        Leak::PlansToSpectators,
        Leak::LinkOfTeam,
        Leak::MarksToSpectators,
        Leak::PlansToHim,
        Leak::RecordOfTeam,
    ];

    /// What makes the shuffle known before the game is over.
    pub const OF_SHUFFLE: [Leak; 3] = [Leak::NumberEarly, Leak::PredictableNumber, Leak::NumberInRecord];
}

/// A number that everybody can work out.
pub(crate) fn shuffle_number(table: &Table, number: Number) -> Number {
    match is(Leak::PredictableNumber) {
        true => Hex(Sha256::digest(table.id.as_str()).into()),
        false => number,
    }
}

/// The shuffle of the game that goes on.
fn shuffle(table: &Table) -> Option<&Shuffle> {
    match &table.game.as_ref()?.proofs {
        GameProofs::Chain(game) => Some(&game.chain.shuffle),
        GameProofs::Seals(_) => None,
    }
}

static PLANTED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Plants a leak, or none.
pub fn plant(leak: Option<Leak>) {
    PLANTED.store(leak.map_or(usize::MAX, |leak| leak as usize), Ordering::SeqCst);
}

fn is(leak: Leak) -> bool {
    PLANTED.load(Ordering::SeqCst) == leak as usize
}

fn station(table: &Table) -> Option<Station> {
    table.game.as_ref()?.game.position().fugitive()
}

fn station_number(table: &Table) -> u64 {
    station(table).map_or(0, |station| u64::from(station.number()))
}

pub(crate) fn scene(table: &Table, scene: &mut Scene<NoSecret>) {
    LOOKED_AT.store(station_number(table) as usize, Ordering::SeqCst);
    let at = station(table);
    let audience = scene.audience;
    if is(Leak::NumberEarly)
        && let (Some(face), Some(shuffle)) = (&mut scene.shuffle, shuffle(table))
    {
        face.number = shuffle.number;
    }
    let odd = station_number(table) % 2 == 1;
    if is(Leak::MoversOrder) && odd {
        scene.movers.reverse();
    }
    if is(Leak::NameOfGuest) && odd {
        scene.guests[0].name.push('.');
    }
    if is(Leak::SlowTalk) {
        scene.access.slow_talk = station_number(table) as u16;
    }
    let Some(game) = &mut scene.game else { return };
    if game.ending.is_some() {
        return;
    }
    if is(Leak::HintsTaken)
        && let Some(taken) = game.hints.first_mut()
    {
        taken.count += station_number(table) as u16;
    }
    if is(Leak::WinnerEarly) && odd {
        game.winner = Some(Side::Fugitive);
    }
    if is(Leak::FugitiveActions)
        && let Some(played) = &table.game
    {
        game.actions.leaky().extend(played.fugitive.actions());
    }
    if is(Leak::Score) || is(Leak::ScoreOfSpectators) && audience == Audience::Spectator {
        game.score = Some(station_number(table) as i16);
    }
    if is(Leak::ShownStation) {
        game.state.shown = at;
    }
    if is(Leak::LogStation)
        && let Some(slot) = game.log.last_mut()
    {
        slot.moved.at = at;
    }
    let hits = |action: &Action| matches!(action, Action::Hunt { to, .. } if Some(*to) == at);
    if is(Leak::OrderOfMoves) {
        game.actions.leaky().sort_by_key(|action| !hits(action));
    }
    if is(Leak::MissingMove) {
        game.actions.leaky().retain(|action| !hits(action));
    }
    if is(Leak::Strands) {
        let places = (0..).zip(game.actions.leaky()).filter(|(_, action)| hits(action));
        game.strands.extend(places.map(|(place, _)| place));
    }
    if is(Leak::Stuck) && station_number(table) % 2 == 1 {
        game.stuck.extend(Hunter::detective(1).map(|hunter| StuckFace { hunter, why: Stuck::HemmedIn }));
    }
    if let Some(assist) = &mut game.assist {
        if is(Leak::AssistSet) {
            assist.possible.retain(|station| Some(*station) == at);
        }
        if is(Leak::AssistOrder) {
            assist.possible.sort_by_key(|station| Some(*station) != at);
        }
        if is(Leak::AssistWeight)
            && let Some(weights) = &mut assist.weights
        {
            let index = assist.possible.iter().position(|station| Some(*station) == at);
            if let Some(weight) = index.and_then(|index| weights.get_mut(index)) {
                *weight += 1;
            }
        }
    }
    if is(Leak::MarkAtHim)
        && let (Some(mark), Some(at)) = (game.marks.first_mut(), at)
    {
        mark.station = at;
    }
    if is(Leak::PlanToHim)
        && let (Some(plan), Some(at)) = (game.plans.first_mut(), at)
    {
        plan.to = at;
    }
    if is(Leak::PlansToSpectators)
        && let Some(played) = &table.game
    {
        game.plans = played.team.plans.clone();
    }
    if is(Leak::MarksToSpectators)
        && let Some(played) = &table.game
    {
        game.marks = played.team.marks.clone();
    }
    if is(Leak::DueSeats) && station_number(table) % 2 == 1 {
        game.due.reverse();
        game.due.extend(table.due());
    }
    if is(Leak::TimeLeft) {
        game.time_left = Some(station_number(table));
    }
    if is(Leak::Undoable) && station_number(table) % 2 == 1 {
        game.undoable = Some(Side::Fugitive);
        game.undo_asked_by = Some(table.host());
    }
}

pub(crate) fn own_scene(table: &Table, scene: &mut Scene<OwnFace>) {
    let (Some(face), Some(played)) = (&mut scene.game, &table.game) else { return };
    if is(Leak::MarksToHim) {
        face.marks = played.team.marks.clone();
    }
    if is(Leak::PlansToHim) {
        face.plans = played.team.plans.clone();
    }
}

pub(crate) fn event(table: &Table, event: &mut TableEvent<PublicEvent>) {
    let odd = station_number(table) % 2 == 1;
    match &mut event.kind {
        TableEventKind::Played { cause, .. } if is(Leak::CauseOfMove) && odd => *cause = Cause::Clock,
        TableEventKind::Played { proof: Some(ProofFace::Head(head)), .. }
            if is(Leak::LinkOfProof) && odd =>
        {
            head.link += 1;
        }
        TableEventKind::Played { proof: Some(ProofFace::Head(head)), .. }
            if is(Leak::SignatureMissing) && odd =>
        {
            head.signature = None;
        }
        TableEventKind::Began { events, .. } | TableEventKind::Played { events, .. }
            if is(Leak::StationOfEvent) =>
        {
            for event in events {
                if let PublicEvent::Moved(moved) = event {
                    moved.at = station(table);
                }
            }
        }
        TableEventKind::Said { to: Hearers::Table, text } if is(Leak::ChatNotice) => {
            text.push_str(if station_number(table) % 2 == 1 { "!" } else { "" });
        }
        TableEventKind::Reacted { .. } if is(Leak::ReactionHidden) && station_number(table) % 2 == 1 => {
            event.kind = TableEventKind::Hidden;
        }
        TableEventKind::Hinted if is(Leak::HintHidden) && odd => event.kind = TableEventKind::Hidden,
        _ => {}
    }
}

pub(crate) fn refusal(table: &Table, mut refusal: Refusal) -> Refusal {
    if is(Leak::RefusalText) {
        refusal.text += &" ".repeat(station_number(table) as usize);
    }
    if is(Leak::RefusalCode) && station_number(table) % 2 == 1 {
        refusal.code = Code::NotNow;
    }
    refusal
}

pub(crate) fn explanation(table: &Table, explanation: &mut Explanation) {
    if is(Leak::ExplainedPath)
        && let Some(game) = &table.game
    {
        explanation.path = Some(game.game.route().to_vec());
    }
    if is(Leak::ExcludedText)
        && let Some(excluded) = &mut explanation.excluded
    {
        excluded.text.push_str(if station_number(table) % 2 == 1 { "." } else { "" });
    }
}

pub(crate) fn record(table: &Table, mut record: Record) -> Record {
    if is(Leak::WholeRecord)
        && let Some(game) = &table.game
        && let Ok(whole) = Record::whole(&game.game)
    {
        return whole;
    }
    if is(Leak::SaltEarly)
        && let Some(salt) = shuffle(table).and_then(|shuffle| shuffle.salt(1))
    {
        record.set_tag("Salt", &Hex(salt).to_string());
    }
    if is(Leak::RecordTag) {
        record.set_tag("Mood", &station_number(table).to_string());
    }
    if is(Leak::RecordOfTeam)
        && let Some(mark) = table.game.as_ref().and_then(|game| game.team.marks.first())
    {
        record.set_tag("Mark", &mark.station.to_string());
    }
    if is(Leak::NumberInRecord)
        && let Some(number) = shuffle(table).and_then(|shuffle| shuffle.number)
    {
        record.set_tag("Shuffled", &number.to_string());
    }
    record
}

/// How many frames too many are sent.
pub fn extra_frames(table: &Table, audience: Audience) -> usize {
    let odd = station_number(table) % 2 == 1 && audience != Audience::Fugitive;
    usize::from(is(Leak::ExtraFrame) && odd)
}

/// How much too much is counted.
pub fn metric(table: &Table) -> u64 {
    if is(Leak::Metric) { station_number(table) } else { 0 }
}

/// What is written into the log.
pub fn logged(table: &Table) -> Option<u64> {
    is(Leak::Log).then(|| station_number(table))
}

pub(crate) fn summary(table: &Table, summary: &mut Summary) {
    if is(Leak::ListSummary) {
        summary.host += &station_number(table).to_string();
    }
    if is(Leak::ListPeople) {
        summary.people += (station_number(table) % 2) as u8;
    }
}

pub(crate) fn link_card(table: &Table, card: &mut LinkCard) {
    if is(Leak::LinkText) {
        card.open += station_number(table) as usize;
        card.stage = Stage::Lobby;
    }
    if is(Leak::LinkOver) {
        card.games += (station_number(table) % 2) as u16;
    }
    if is(Leak::LinkOfTeam)
        && let Some(mark) = table.game.as_ref().and_then(|game| game.team.marks.first())
    {
        card.open = usize::from(mark.station.number());
        card.stage = Stage::Lobby;
    }
}

pub(crate) fn entries(table: &Table, entries: &mut Vec<Entry>) {
    let odd = station_number(table) % 2 == 1;
    if is(Leak::HiddenEntry) && odd && table.game.is_some() {
        let last = entries.last().cloned();
        entries.extend(last.map(|last| Entry {
            kind: EntryKind::UndoRefused,
            id: None,
            by: None,
            ..last
        }));
    }
    if is(Leak::TimeOfMove) {
        for entry in entries.iter_mut() {
            entry.at.0 += station_number(table);
        }
    }
    if is(Leak::TimeOfTalk) {
        for entry in entries.iter_mut().filter(|entry| matches!(entry.kind, EntryKind::Said { .. })) {
            entry.at.0 += station_number(table);
        }
    }
    if is(Leak::ActorOfMove) && odd {
        for entry in entries.iter_mut() {
            entry.by = None;
        }
    }
}

/// What stands in a header.
pub fn header() -> Option<String> {
    is(Leak::Header).then(|| LOOKED_AT.load(Ordering::SeqCst).to_string())
}

/// Where he was at the table that was looked at last.
static LOOKED_AT: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn seed(table: &Table, seed: u64) -> u64 {
    if is(Leak::BotSeed) { seed ^ station_number(table) } else { seed }
}
