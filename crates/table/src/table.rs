//! A table: the fold of its entries, and of nothing else. It has no clock, no chance and no store of
//! its own: those are handed in.

mod automatic;
mod brought;
mod decide;
mod ended;
mod game;
mod proofs;
mod series;
mod talk;

use std::collections::VecDeque;
use std::sync::Arc;

use fogbound_rules::{Event, Library, Rules, Side};

pub use automatic::{Automatic, AutomaticDecision, Decider, Pace};
pub use decide::{Beginning, Context, Decision, Sitter};
pub use ended::EndedGame;
use game::Start;
pub(crate) use game::TableGame;
pub(crate) use proofs::{GameProofs, Published};
use talk::Talk;

use crate::access::{Access, SeatRequest};
use crate::entry::{Entry, EntryKind, Version};
use crate::id::{Person, TableId};
use crate::seat::{Guest, GuestNumber, Level, Occupant, Seat};
use crate::settings::Settings;
use crate::shuffle::PendingShuffle;
use crate::{Bucket, CorruptTable, Moment, Signer, limits};

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Stage {
    /// People take their seats.
    Lobby,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// Nobody came back.
    Abandoned,
}

const NO_SHUFFLE: &str = "no such number was waited for";

const NOBODY: &str = "it does not say who did it";

const UNKNOWN_RULES: &str = "its edition, board or options are not known here";

/// One entry with what it brought.
pub(crate) struct AppliedEntry {
    pub(crate) entry: Entry,
    /// The events of the game that it brought.
    pub(crate) events: Vec<Event>,
    /// The proof that was published with it.
    pub(crate) proof: Option<Published>,
    /// The number of the game at that time.
    pub(crate) game: u16,
    /// How many events that game had after it.
    pub(crate) length: usize,
}

impl AppliedEntry {
    /// Forgets what was said.
    fn let_go(&mut self) {
        if let EntryKind::Said { text, .. } = &mut self.entry.kind {
            *text = String::new();
        }
    }
}

/// A table. What is in it is seen through [`crate::audience`].
pub struct Table {
    pub(crate) id: TableId,
    /// The editions that may be played at it.
    library: Arc<Library>,
    signer: Arc<dyn Signer>,
    pub(crate) version: Version,
    pub(crate) settings: Settings,
    pub(crate) rules: Arc<Rules>,
    pub(crate) stage: Stage,
    guests: Vec<Guest>,
    pub(crate) access: Access,
    /// Who asks for which seat while a game goes on.
    pub(crate) seat_requests: Vec<SeatRequest>,
    talk: Talk,
    /// What all who have no seat may still do.
    watchers: Bucket,
    pub(crate) seats: Vec<Occupant>,
    /// The shuffle of the game that is about to begin, while it waits for numbers.
    pub(crate) shuffle: Option<PendingShuffle>,
    pub(crate) game: Option<TableGame>,
    /// How many games have begun.
    pub(crate) games: u16,
    /// The versions of the steps of the present game, also of those that were taken back.
    pub(crate) played: Vec<Version>,
    pub(crate) series: Option<series::Series>,
    /// What happened lately; the last one has the table's version.
    history: VecDeque<AppliedEntry>,
    /// The version before the first entry of the present game or lobby.
    floor: Version,
    /// The last entry that changed what may be decided in the game.
    pub(crate) play_version: Version,
    /// The last entry that changed what is agreed on. Who says to be ready, or starts the game, has to have seen it.
    pub(crate) settled: Version,
    answered: VecDeque<(GuestNumber, String, Version)>,
    host_seen: Moment,
    /// The last entry of a person.
    pub(crate) touched: Moment,
}

impl Table {
    /// A table from its entries.
    pub fn fold(
        id: TableId,
        library: &Arc<Library>,
        signer: &Arc<dyn Signer>,
        entries: Vec<Entry>,
    ) -> Result<Table, CorruptTable> {
        let mut entries = entries.into_iter();
        let unmade = CorruptTable { after: 0, reason: "a table begins with its making" };
        let mut table = Table::made(id, library, signer, entries.next().ok_or(unmade)?)?;
        for entry in entries {
            table.apply(entry)?;
        }
        Ok(table)
    }

    fn made(
        id: TableId,
        library: &Arc<Library>,
        signer: &Arc<dyn Signer>,
        entry: Entry,
    ) -> Result<Table, CorruptTable> {
        let corrupt = |reason| CorruptTable { after: 0, reason };
        let EntryKind::Made { settings } = &entry.kind else {
            return Err(corrupt("a table begins with its making"));
        };
        let settings = settings.as_kept(entry.version, library).ok_or(corrupt(UNKNOWN_RULES))?;
        let rules = settings.rules(library).map_err(|_| corrupt(UNKNOWN_RULES))?;
        let seats = vec![Occupant::Open; rules.detectives() + 1];
        let at = entry.at;
        let mut table = Table {
            id,
            library: Arc::clone(library),
            signer: Arc::clone(signer),
            version: 0,
            settings,
            rules,
            stage: Stage::Lobby,
            guests: vec![],
            access: Access::default(),
            seat_requests: vec![],
            talk: Talk::new(at),
            watchers: Bucket::full(limits::COMMANDS_OF_WATCHERS, at),
            seats,
            shuffle: None,
            game: None,
            games: 0,
            played: vec![],
            series: None,
            history: VecDeque::new(),
            floor: 0,
            play_version: 0,
            settled: 0,
            answered: VecDeque::new(),
            host_seen: at,
            touched: at,
        };
        table.note(entry, vec![], None);
        table.agree().map_err(corrupt)?;
        Ok(table)
    }

    /// Adds what happened next. It was decided before; here it only changes the state.
    pub fn apply(&mut self, entry: Entry) -> Result<(), CorruptTable> {
        let after = self.version;
        let (events, proof) = self.change(&entry).map_err(|reason| CorruptTable { after, reason })?;
        self.note(entry, events, proof);
        Ok(())
    }

    /// The change that an entry makes, and what it brings; or what is wrong with it.
    fn change(&mut self, entry: &Entry) -> Result<(Vec<Event>, Option<Published>), &'static str> {
        match &entry.kind {
            EntryKind::Made { .. } => return Err("a table is made once"),
            EntryKind::Came { person, key, name } => {
                self.guests.push(Guest::new(*person, *key, name.clone(), entry.at));
            }
            EntryKind::Named { name } => self.guest_mut(entry.by)?.name = name.clone(),
            EntryKind::Claimed { person } => {
                self.guest_mut(entry.by)?.devices.clear();
                self.add_device(entry, *person)?;
            }
            EntryKind::DeviceAdded { person, key } => {
                self.add_device(entry, *person)?;
                self.guest_mut(entry.by)?.key = *key;
            }
            EntryKind::DeviceRemoved { device, key } => {
                let guest = self.guest_mut(entry.by)?;
                guest.devices.retain(|other| other.number != *device);
                guest.key = *key;
            }
            EntryKind::SeatAsked { seat } => {
                let guest = entry.by.ok_or(NOBODY)?;
                self.gesture(entry)?;
                self.seat_requests.push(SeatRequest { guest, seat: *seat });
            }
            EntryKind::SeatGranted { guest, seat } => {
                self.occupy(*seat, Occupant::Guest { guest: *guest })?;
            }
            EntryKind::SeatDeclined { guest } => {
                self.seat_requests.retain(|request| request.guest != *guest);
            }
            EntryKind::AccessSet { access } => self.access = *access,
            EntryKind::Removed { guest } => self.remove(*guest)?,
            EntryKind::Banned { guest, banned } => {
                self.seat_requests.retain(|request| request.guest != *guest);
                self.guest_mut(Some(*guest))?.banned = *banned;
            }
            EntryKind::Sat { seat } => {
                let guest = entry.by.ok_or(NOBODY)?;
                self.occupy(*seat, Occupant::Guest { guest })?;
            }
            EntryKind::Freed { seat } => self.occupy(*seat, Occupant::Open)?,
            EntryKind::BotSat { seat, level } => {
                let level = *level;
                let occupant = match self.occupant(*seat).guest() {
                    Some(guest) if self.is_playing() => Occupant::StandIn { guest, level },
                    _ => Occupant::Bot { level },
                };
                self.occupy(*seat, occupant)?;
            }
            EntryKind::Resumed { seat } => {
                let guest = entry.by.ok_or(NOBODY)?;
                self.occupy(*seat, Occupant::Guest { guest })?;
                // Nobody waits for the one who has just come back. But a clock goes on: otherwise a
                // seat that is handed over and taken back would stop it.
                if self.settings.clock.span().is_none()
                    && let Some(game) = &mut self.game
                {
                    game.move_since = entry.at;
                }
            }
            EntryKind::Settled { settings } => {
                let settings = settings.as_kept(entry.version, &self.library).ok_or(UNKNOWN_RULES)?;
                if settings != self.settings {
                    // Who was ready was so for what was agreed on before.
                    self.forget_ready();
                    self.settled = self.version + 1;
                }
                self.settings = settings;
                self.seats.resize(usize::from(self.settings.detectives) + 1, Occupant::Open);
                self.note_hunters();
                self.series = None;
                self.agree()?;
            }
            EntryKind::Readied { ready } => self.guest_mut(entry.by)?.ready = *ready,
            EntryKind::Committed { commitment } => {
                self.guest_mut(entry.by)?.commitment = Some(*commitment);
            }
            EntryKind::ShuffleBegan { number, promises, key } => {
                self.shuffle = Some(PendingShuffle::new(*number, promises, *key, entry.at));
                // A number is used once.
                self.guests.iter_mut().for_each(|guest| guest.commitment = None);
            }
            EntryKind::NumberOpened { number } => {
                let guest = entry.by.ok_or(NOBODY)?;
                let pending = self.shuffle.as_mut().ok_or(NO_SHUFFLE)?;
                if !pending.open(guest, *number) {
                    return Err(NO_SHUFFLE);
                }
            }
            EntryKind::Brought { record, number, key, seed } => {
                let place = (self.id, self.games + 1);
                let start = Start::Brought { shuffle: number.map(|number| (number, *key)), place };
                return self.begin_game(record, start, *seed, entry.at);
            }
            EntryKind::Began { deal, salt, seed } => {
                let start = match salt {
                    Some(salt) => Start::Sealed(*salt),
                    None => Start::Shuffled {
                        pending: Box::new(self.shuffle.take().ok_or(NO_SHUFFLE)?),
                        place: (self.id, self.games + 1),
                    },
                };
                return self.begin_game(deal, start, *seed, entry.at);
            }
            EntryKind::Played { play, salt, .. } => {
                let game = self.game_mut()?;
                let brought = game.play(*play, *salt, entry.at)?;
                // Who goes on does not want to give up any more.
                game.yielded.retain(|guest| Some(*guest) != entry.by);
                self.finish();
                return Ok(brought);
            }
            EntryKind::Yielded => {
                let guest = entry.by.ok_or(NOBODY)?;
                self.game_mut()?.yielded.push(guest);
            }
            EntryKind::UndoAsked => {
                let guest = entry.by.ok_or(NOBODY)?;
                self.game_mut()?.undo = Some(guest);
            }
            EntryKind::UndoRefused => self.game_mut()?.undo = None,
            EntryKind::Undone => return Ok((vec![], self.game_mut()?.undo_last(entry.at)?)),
            EntryKind::Muted { guest, muted } => self.guest_mut(Some(*guest))?.muted = *muted,
            EntryKind::Rematched { sides } => {
                self.forget_ready();
                self.rematch(*sides);
                self.note_hunters();
                self.agree()?;
            }
            EntryKind::Abandoned => {
                self.stage = Stage::Abandoned;
                return Ok((vec![], self.game_mut()?.proofs.abandon()));
            }
            EntryKind::Marked { station, sign } => {
                let guest = self.gesture(entry)?;
                self.game_mut()?.team.mark(guest, *station, *sign);
            }
            EntryKind::Planned { hunter, to } => {
                let guest = self.gesture(entry)?;
                self.game_mut()?.team.set_plan(guest, *hunter, *to);
            }
            EntryKind::Reacted { .. } => {
                self.gesture(entry)?;
            }
            EntryKind::Hinted => {
                let guest = self.gesture(entry)?;
                *self.game_mut()?.hints.entry(guest).or_default() += 1;
            }
            EntryKind::Said { .. } => {
                self.talk.bucket.take(entry.at);
                let guest = self.guest_mut(entry.by)?;
                guest.talk.take(entry.at);
                guest.spoke = Some(entry.at);
            }
            EntryKind::Pointed { .. } => {}
        }
        Ok((vec![], None))
    }

    /// The beginning of a game here; what it brings.
    fn begin_game(
        &mut self,
        record: &str,
        start: Start,
        seed: u64,
        at: Moment,
    ) -> Result<(Vec<Event>, Option<Published>), &'static str> {
        let (mut game, proof) = TableGame::begin(&self.library, record, start, seed, at)?;
        game.agreed = self.seated();
        self.rules = Arc::clone(game.game.rules());
        let events = game.game.events().to_vec();
        self.games += 1;
        self.stage = Stage::Playing;
        self.game = Some(game);
        self.note_fugitive();
        self.join_series();
        self.finish();
        Ok((events, proof))
    }

    /// One more device of the guest who comes by a link; who comes so is no other guest any more.
    fn add_device(&mut self, entry: &Entry, person: Person) -> Result<(), &'static str> {
        for guest in &mut self.guests {
            guest.devices.retain(|device| device.person != person);
        }
        self.guest_mut(entry.by)?.add_device(person, entry.at);
        Ok(())
    }

    /// Takes a guest's seats away: bots play them in a game, and otherwise they are open.
    fn remove(&mut self, guest: GuestNumber) -> Result<(), &'static str> {
        let occupant = match self.stage {
            Stage::Playing => Occupant::Bot { level: Level::REPLACING },
            Stage::Lobby | Stage::Over | Stage::Abandoned => Occupant::Open,
        };
        let own = |seat: &Seat| self.occupant(*seat).guest() == Some(guest);
        let seats: Vec<Seat> = Seat::all(&self.rules).filter(own).collect();
        seats.into_iter().try_for_each(|seat| self.occupy(seat, occupant))
    }

    /// Who plays the fugitive knows where he is, and must not hunt in this game any more.
    fn note_fugitive(&mut self) {
        let guest = self.occupant(Seat::FUGITIVE).guest();
        if let (Some(game), Some(guest)) = (&mut self.game, guest)
            && !game.fugitives.contains(&guest)
        {
            game.fugitives.push(guest);
        }
    }

    /// Since when each guest hunts; requests for seats that bots have no more are void.
    fn note_hunters(&mut self) {
        let hunts: Vec<bool> =
            self.guests().map(|(guest, _)| self.sits_on(guest, Side::Hunters)).collect();
        let next = self.version + 1;
        for (guest, hunts) in self.guests.iter_mut().zip(hunts) {
            guest.hunts_since = hunts.then(|| guest.hunts_since.unwrap_or(next));
        }
        let asked = std::mem::take(&mut self.seat_requests);
        let playing = self.is_playing();
        let stands = |request: &SeatRequest| {
            playing && matches!(self.occupant(request.seat), Occupant::Bot { .. })
        };
        self.seat_requests = asked.into_iter().filter(stands).collect();
    }

    /// Counts a gesture of a person; whose it was.
    fn gesture(&mut self, entry: &Entry) -> Result<GuestNumber, &'static str> {
        self.guest_mut(entry.by)?.gestures.take(entry.at);
        entry.by.ok_or(NOBODY)
    }

    fn game_mut(&mut self) -> Result<&mut TableGame, &'static str> {
        self.game.as_mut().ok_or("there is no game yet")
    }

    fn occupy(&mut self, seat: Seat, occupant: Occupant) -> Result<(), &'static str> {
        *self.seats.get_mut(seat.place()).ok_or("there is no such seat")? = occupant;
        self.note_fugitive();
        self.note_hunters();
        if self.stage == Stage::Lobby {
            self.series = None;
            // Who sits where decides about nothing else.
            if self.settings.leaves_pool_open(&self.library) {
                self.agree()?;
            }
        }
        Ok(())
    }

    /// The rules that a game would begin with now: what was agreed, with the proposal of a pool.
    fn agree(&mut self) -> Result<(), &'static str> {
        let settings = match self.proposes_pool() {
            true => self.settings.with_pool(),
            false => self.settings.clone(),
        };
        self.rules = settings.rules(&self.library).map_err(|_| UNKNOWN_RULES)?;
        Ok(())
    }

    /// Rule 6.2.8: two detectives of one person, or of bots alone, are proposed a shared pool, as long
    /// as nobody has decided about it. A bot will play where nobody sits when the game begins.
    pub(crate) fn proposes_pool(&self) -> bool {
        let mut people: Vec<_> = self.seats[1..].iter().map(|occupant| occupant.guest()).collect();
        people.dedup();
        self.stage == Stage::Lobby && people.len() == 1 && self.settings.leaves_pool_open(&self.library)
    }

    /// Takes down that something happened.
    fn note(&mut self, entry: Entry, events: Vec<Event>, proof: Option<Published>) {
        self.version += 1;
        if entry.by == Some(GuestNumber(1)) {
            self.host_seen = entry.at;
        }
        if entry.by.is_some() {
            self.touched = entry.at;
        }
        if let (Some(guest), Some(id)) = (entry.by, &entry.id) {
            let of_guest = self.answered.iter().filter(|(other, ..)| *other == guest).count();
            if of_guest >= limits::ANSWERED
                && let Some(oldest) = self.answered.iter().position(|(other, ..)| *other == guest)
            {
                self.answered.remove(oldest);
            }
            self.answered.push_back((guest, id.clone(), self.version));
        }
        let of_game = matches!(
            entry.kind,
            EntryKind::Began { .. }
                | EntryKind::Brought { .. }
                | EntryKind::Played { .. }
                | EntryKind::Undone
                | EntryKind::Rematched { .. }
                | EntryKind::Abandoned
        );
        if of_game {
            self.play_version = self.version;
        }
        match entry.kind {
            EntryKind::Rematched { .. } => self.floor = self.version - 1,
            EntryKind::Began { .. } | EntryKind::Brought { .. } => self.played.clear(),
            EntryKind::Played { .. } => self.played.push(self.version),
            _ => {}
        }
        self.count(&entry);
        let length = self.game.as_ref().map_or(0, |game| game.game.events().len());
        self.history.push_back(AppliedEntry { entry, events, proof, game: self.games, length });
        while self.history.len() as u64 > limits::HISTORY.min(self.version - self.floor) {
            self.history.pop_front();
        }
    }

    /// Counts what a person did, and lets old talk go.
    fn count(&mut self, entry: &Entry) {
        let Some(by) = entry.by else { return };
        let watcher = self.is_watcher(by);
        if !matches!(entry.kind, EntryKind::Played { .. }) {
            if watcher {
                self.watchers.take(entry.at);
            }
            if let Ok(guest) = self.guest_mut(Some(by)) {
                guest.commands.take(entry.at);
            }
        }
        if let EntryKind::Said { text, .. } = &entry.kind {
            let first = self.version - self.history.len() as u64;
            for version in self.talk.add(self.version, by, text.len(), watcher) {
                let place = version.checked_sub(first).map(|place| place as usize);
                if let Some(applied) = place.and_then(|place| self.history.get_mut(place)) {
                    applied.let_go();
                }
            }
        }
    }

    /// Whether a guest has no seat, and is not the host.
    pub(crate) fn is_watcher(&self, guest: GuestNumber) -> bool {
        guest != self.host()
            && !Seat::all(&self.rules).any(|seat| self.occupant(seat).guest() == Some(guest))
    }

    /// What happened after a version, each with its own version; as far back as it is kept.
    pub(crate) fn since(&self, version: Version) -> impl Iterator<Item = (Version, &AppliedEntry)> {
        let first = self.version - self.history.len() as u64;
        let skip = version.saturating_sub(first) as usize;
        (first + 1..).zip(&self.history).skip(skip)
    }

    /// What happened up to a version, the latest first, as far back as it is kept.
    pub(crate) fn back_from(&self, until: Version) -> impl Iterator<Item = (Version, &AppliedEntry)> {
        let later = self.version.saturating_sub(until) as usize;
        let entries =
            self.history.iter().rev().zip(0..).map(|(applied, back)| (self.version - back, applied));
        entries.skip(later)
    }

    /// Which table.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// How many entries it has.
    pub fn version(&self) -> Version {
        self.version
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether a game goes on.
    pub(crate) fn is_playing(&self) -> bool {
        self.stage == Stage::Playing
    }

    /// When something last happened.
    pub fn latest(&self) -> Moment {
        self.history.back().map(|applied| applied.entry.at).unwrap_or_default()
    }

    /// The version before the oldest entry that is kept.
    pub(crate) fn kept_from(&self) -> Version {
        self.version - self.history.len() as u64
    }

    /// The version at which a command of this id was carried out.
    pub(crate) fn answer(&self, person: Person, id: &str) -> Option<Version> {
        let guest = self.guest_of(person)?;
        let found = self.answered.iter().find(|(other, known, _)| *other == guest && known == id);
        found.map(|&(_, _, version)| version)
    }

    fn guest_mut(&mut self, number: Option<GuestNumber>) -> Result<&mut Guest, &'static str> {
        let index = number.and_then(|GuestNumber(number)| usize::from(number).checked_sub(1));
        index.and_then(|index| self.guests.get_mut(index)).ok_or(NOBODY)
    }

    /// A guest by its number.
    pub(crate) fn guest(&self, number: GuestNumber) -> Option<&Guest> {
        self.guests.get(usize::from(number.0).checked_sub(1)?)
    }

    /// All guests with their numbers.
    pub(crate) fn guests(&self) -> impl Iterator<Item = (GuestNumber, &Guest)> {
        (1..).map(GuestNumber).zip(&self.guests)
    }

    /// Which guest a person is.
    pub fn guest_of(&self, person: Person) -> Option<GuestNumber> {
        let index = self.guests.iter().position(|guest| guest.is(person))?;
        Some(GuestNumber(index as u16 + 1))
    }

    /// Whether a guest has a seat of a side.
    pub(crate) fn sits_on(&self, guest: GuestNumber, side: Side) -> bool {
        Seat::all(&self.rules)
            .any(|seat| seat.side() == side && self.occupant(seat).guest() == Some(guest))
    }

    /// Who is on a seat.
    pub fn occupant(&self, seat: Seat) -> Occupant {
        self.seats.get(seat.place()).copied().unwrap_or(Occupant::Open)
    }

    /// The host: who made the table.
    pub fn host(&self) -> GuestNumber {
        GuestNumber(1)
    }

    /// After a step: whether the game is over.
    fn finish(&mut self) {
        let Some(game) = &self.game else { return };
        if self.stage == Stage::Playing
            && let Some(outcome) = game.game.outcome()
        {
            self.stage = Stage::Over;
            let score = game.game.position().score(&self.rules);
            if let Some(series) = &mut self.series {
                series.add(outcome, score);
            }
            self.forget_ready();
        }
    }

    /// Nobody is ready any more.
    fn forget_ready(&mut self) {
        self.guests.iter_mut().for_each(|guest| guest.ready = false);
    }

    /// The people in the seats, each once.
    pub(crate) fn seated(&self) -> Vec<GuestNumber> {
        let mut seated: Vec<_> = self.seats.iter().filter_map(|occupant| occupant.guest()).collect();
        seated.sort_unstable();
        seated.dedup();
        seated
    }

    /// Whether hints may be taken although others play: all who play now agreed on that before the game. Somebody who
    /// came later did not.
    pub(crate) fn hints_are_agreed(&self) -> bool {
        let agreed = self.game.as_ref().map(|game| &game.agreed);
        self.settings.hints
            && agreed.is_some_and(|agreed| self.seated().iter().all(|guest| agreed.contains(guest)))
    }
}
