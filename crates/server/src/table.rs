//! A table: the fold of its entries, and of nothing else. It has no clock, no chance and no store of
//! its own: those are handed in.

mod automatic;
mod decide;
mod game;
mod series;

use std::collections::VecDeque;
use std::sync::Arc;

use fogbound_rules::{Event, Proof, Rules};

pub use automatic::Pace;
pub(crate) use automatic::{Automatic, Mind};
pub(crate) use decide::{Context, make};
pub(crate) use game::TableGame;

use crate::entry::{Entry, Version, What};
use crate::id::{Person, TableId};
use crate::limits;
use crate::refusal::{Code, Refusal};
use crate::seat::{Guest, GuestNumber, Occupant, Seat};
use crate::settings::Settings;
use crate::time::Moment;

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

/// One entry with what it brought.
pub(crate) struct Happened {
    pub(crate) entry: Entry,
    /// The events of the game that it brought.
    pub(crate) events: Vec<Event>,
    /// The proof that was published with it.
    pub(crate) proof: Option<Proof>,
    /// The number of the game at that time.
    pub(crate) game: u16,
    /// How many events that game had after it.
    pub(crate) length: usize,
}

/// A table.
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) version: Version,
    pub(crate) settings: Settings,
    pub(crate) rules: Arc<Rules>,
    pub(crate) stage: Stage,
    guests: Vec<Guest>,
    pub(crate) seats: Vec<Occupant>,
    pub(crate) game: Option<TableGame>,
    /// How many games have begun.
    pub(crate) games: u16,
    pub(crate) series: Option<series::Series>,
    /// What happened lately; the last one has the table's version.
    history: VecDeque<Happened>,
    /// The version before the first entry of the present game or lobby.
    floor: Version,
    /// The last entry that changed what may be decided in the game.
    pub(crate) play_version: Version,
    answered: VecDeque<(GuestNumber, String, Version)>,
    host_seen: Moment,
    /// The last entry of a person.
    pub(crate) touched: Moment,
}

impl Table {
    /// A table from its first entries.
    pub(crate) fn fold(id: TableId, entries: Vec<Entry>) -> Result<Table, Refusal> {
        let mut entries = entries.into_iter();
        let broken = || Refusal::new(Code::Unavailable, "the entries of this table cannot be read");
        let Some(first @ Entry { what: What::Made { .. }, .. }) = entries.next() else {
            return Err(broken());
        };
        let mut table = Table::made(id, first)?;
        for entry in entries {
            table.apply(entry)?;
        }
        Ok(table)
    }

    fn made(id: TableId, entry: Entry) -> Result<Table, Refusal> {
        let What::Made { settings } = &entry.what else {
            return Err(Refusal::new(Code::Unavailable, "a table begins with its making"));
        };
        let settings = settings.clone();
        let rules = settings.rules()?;
        let seats = vec![Occupant::Open; rules.detectives() + 1];
        let at = entry.at;
        let mut table = Table {
            id,
            version: 0,
            settings,
            rules,
            stage: Stage::Lobby,
            guests: vec![],
            seats,
            game: None,
            games: 0,
            series: None,
            history: VecDeque::new(),
            floor: 0,
            play_version: 0,
            answered: VecDeque::new(),
            host_seen: at,
            touched: at,
        };
        table.note(entry, vec![], None);
        Ok(table)
    }

    /// Adds what happened next. It was decided before; here it only changes the state.
    pub(crate) fn apply(&mut self, entry: Entry) -> Result<(), Refusal> {
        let (mut events, mut proof) = (vec![], None);
        let broken = || Refusal::new(Code::Unavailable, "the entries of this table cannot be read");
        match &entry.what {
            What::Made { .. } => return Err(broken()),
            What::Came { person, key, name } => self.guests.push(Guest {
                person: *person,
                key: *key,
                name: name.clone(),
                muted: false,
                ready: false,
            }),
            What::Named { name } => self.guest_mut(entry.by)?.name = name.clone(),
            What::Claimed { person } => {
                let person = *person;
                // Whoever comes by the link of a guest is no other guest any more.
                for guest in self.guests.iter_mut().filter(|guest| guest.person == person) {
                    guest.person = Person::NOBODY;
                }
                self.guest_mut(entry.by)?.person = person;
            }
            What::Sat { seat } => {
                let guest = entry.by.ok_or_else(broken)?;
                self.occupy(seat.place(), Occupant::Guest { guest })?;
            }
            What::Freed { seat } => self.occupy(seat.place(), Occupant::Open)?,
            What::BotSat { seat, level } => {
                let level = *level;
                let now = self.seats.get(seat.place()).ok_or_else(broken)?.guest();
                let occupant = match now {
                    Some(guest) if self.stage == Stage::Playing => Occupant::StandIn { guest, level },
                    _ => Occupant::Bot { level },
                };
                self.occupy(seat.place(), occupant)?;
            }
            What::Resumed { seat } => {
                let guest = entry.by.ok_or_else(broken)?;
                self.occupy(seat.place(), Occupant::Guest { guest })?;
                // Nobody waits for the one who has just come back. But a clock goes on: otherwise a
                // seat that is handed over and taken back would stop it.
                if self.settings.clock.span().is_none()
                    && let Some(game) = &mut self.game
                {
                    game.move_since = entry.at;
                }
            }
            What::Settled { settings } => {
                self.rules = settings.rules()?;
                self.settings = settings.clone();
                self.seats.resize(self.rules.detectives() + 1, Occupant::Open);
                self.series = None;
            }
            What::Readied { ready } => self.guest_mut(entry.by)?.ready = *ready,
            What::Began { deal, salt, seed } => {
                let game = TableGame::begin(deal, *salt, *seed, entry.at)?;
                self.rules = Arc::clone(game.game.rules());
                events = game.game.events().to_vec();
                proof = game.proofs.last().copied();
                self.games += 1;
                self.stage = Stage::Playing;
                self.game = Some(game);
                self.join_series();
                self.finish();
            }
            What::Played { play, salt, .. } => {
                let game = self.game.as_mut().ok_or_else(broken)?;
                (events, proof) = game.play(*play, *salt, entry.at)?;
                // Who goes on does not want to give up any more.
                game.yielded.retain(|guest| Some(*guest) != entry.by);
                self.finish();
            }
            What::Yielded => {
                let guest = entry.by.ok_or_else(broken)?;
                self.game.as_mut().ok_or_else(broken)?.yielded.push(guest);
            }
            What::UndoAsked => {
                let guest = entry.by.ok_or_else(broken)?;
                self.game.as_mut().ok_or_else(broken)?.ask_undo(guest);
            }
            What::UndoRefused => self.game.as_mut().ok_or_else(broken)?.undo = None,
            What::Undone => self.game.as_mut().ok_or_else(broken)?.undo_last(entry.at)?,
            What::Muted { guest, muted } => self.guest_mut(Some(*guest))?.muted = *muted,
            What::Rematched { sides } => {
                self.rules = self.settings.rules()?;
                self.rematch(*sides);
            }
            What::Abandoned => self.stage = Stage::Abandoned,
            What::Said { .. } | What::Pointed { .. } => {}
        }
        self.note(entry, events, proof);
        Ok(())
    }

    fn occupy(&mut self, place: usize, occupant: Occupant) -> Result<(), Refusal> {
        let broken = Refusal::new(Code::Unavailable, "the entries of this table cannot be read");
        *self.seats.get_mut(place).ok_or(broken)? = occupant;
        if self.stage == Stage::Lobby {
            self.series = None;
        }
        Ok(())
    }

    /// Takes down that something happened.
    fn note(&mut self, entry: Entry, events: Vec<Event>, proof: Option<Proof>) {
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
            entry.what,
            What::Began { .. }
                | What::Played { .. }
                | What::Undone
                | What::Rematched { .. }
                | What::Abandoned
        );
        if of_game {
            self.play_version = self.version;
        }
        if matches!(entry.what, What::Rematched { .. }) {
            self.floor = self.version - 1;
        }
        let length = self.game.as_ref().map_or(0, |game| game.game.events().len());
        self.history.push_back(Happened { entry, events, proof, game: self.games, length });
        while self.history.len() as u64 > limits::HISTORY.min(self.version - self.floor) {
            self.history.pop_front();
        }
    }

    /// What happened after a version, each with its own version; as far back as it is kept.
    pub(crate) fn since(&self, version: Version) -> impl Iterator<Item = (Version, &Happened)> {
        let first = self.version - self.history.len() as u64;
        let skip = version.saturating_sub(first) as usize;
        (first + 1..).zip(&self.history).skip(skip)
    }

    /// When something last happened.
    pub(crate) fn latest(&self) -> Moment {
        self.history.back().map(|happened| happened.entry.at).unwrap_or_default()
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

    fn guest_mut(&mut self, number: Option<GuestNumber>) -> Result<&mut Guest, Refusal> {
        let broken = || Refusal::new(Code::Unavailable, "the entries of this table cannot be read");
        let index = number.and_then(|GuestNumber(number)| usize::from(number).checked_sub(1));
        index.and_then(|index| self.guests.get_mut(index)).ok_or_else(broken)
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
    pub(crate) fn guest_of(&self, person: Person) -> Option<GuestNumber> {
        let index = self.guests.iter().position(|guest| guest.person == person)?;
        Some(GuestNumber(index as u16 + 1))
    }

    /// Whether a guest has a seat of a side.
    pub(crate) fn sits_on(&self, guest: GuestNumber, side: fogbound_rules::Side) -> bool {
        Seat::all(&self.rules)
            .any(|seat| seat.side() == side && self.occupant(seat).guest() == Some(guest))
    }

    /// Who is on a seat.
    pub(crate) fn occupant(&self, seat: Seat) -> Occupant {
        self.seats.get(seat.place()).copied().unwrap_or(Occupant::Open)
    }

    /// The host: who made the table.
    pub(crate) fn host(&self) -> GuestNumber {
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
            for guest in &mut self.guests {
                guest.ready = false;
            }
        }
    }
}
