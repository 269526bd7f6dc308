//! From a command to the entries that it brings, or to a refusal. Nothing is changed here.

mod access;
mod device;
mod play;
mod seats;
mod shuffle;
mod talk;
mod team;

use std::sync::Arc;

use fogbound_rules::{Action, Digest, Library};
use serde::{Deserialize, Serialize};

use super::{Stage, Table};
use crate::access::Access;
use crate::command::Command;
use crate::entry::{Cause, Entry, EntryKind, EntryVersion, Version};
use crate::id::{Person, SeatKey, TableId};
use crate::name::{clean_name, distinct_name};
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Level, Seat};
use crate::settings::{Settings, Visibility};
use crate::{Chance, Moment, Signer, leak, limits};
pub(super) use play::draws;

/// What is handed in: the time, chance, and who signs.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// The time.
    pub now: Moment,
    /// Chance.
    pub chance: &'c dyn Chance,
    /// Who signs.
    pub signer: &'c Arc<dyn Signer>,
}

impl Context<'_> {
    pub(super) fn entry(&self, by: Option<GuestNumber>, kind: EntryKind) -> Entry {
        Entry { version: EntryVersion::NEWEST, at: self.now, by, id: None, kind }
    }
}

/// What came of a command.
pub enum Decision {
    /// It was carried out before, at this version.
    Before(Version),
    /// These entries are to be kept.
    New(Vec<Entry>),
}

/// Who is to sit where when a table is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Sitter {
    /// Who makes the table.
    Me,
    /// Nobody yet.
    Open,
    /// A bot.
    Bot(Level),
}

/// Whether a table that is made begins its game at once, and what its maker promises for the shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Beginning {
    /// Whether it does.
    pub start: bool,
    /// The SHA-256 of the maker's number, if there is one.
    pub commitment: Option<Digest>,
}

impl From<bool> for Beginning {
    fn from(start: bool) -> Beginning {
        Beginning { start, commitment: None }
    }
}

impl Table {
    /// Makes a table, seats who is named, and starts the game if that is asked for. Gives the table
    /// and its first entries.
    pub fn make(
        library: &Arc<Library>,
        settings: Settings,
        person: Person,
        name: &str,
        sitters: &[(Seat, Sitter)],
        beginning: impl Into<Beginning>,
        context: &Context<'_>,
    ) -> Result<(Table, Vec<Entry>), Refusal> {
        let Beginning { start, commitment } = beginning.into();
        let settings = settings.completed(library)?;
        let id = TableId::new(context.chance);
        let key = SeatKey::new(context.chance);
        let host = Some(GuestNumber(1));
        let name = clean_name(name)?;
        let mut entries = vec![
            context.entry(host, EntryKind::Made { settings }),
            context.entry(host, EntryKind::Came { person, key, name }),
        ];
        let unmade = |_| Refusal::new(Code::Unavailable, "the table cannot be made");
        let mut table = Table::fold(id, library, context.signer, entries.clone()).map_err(unmade)?;
        // A game that begins at once and is not listed is that of one person, who is not disturbed.
        let alone = start && table.settings.visibility == Visibility::Link;
        let locked = Command::Access { access: Access { locked: true, ..Access::default() } };
        let seated = sitters.iter().filter_map(|&(seat, sitter)| match sitter {
            Sitter::Me => Some(Command::Sit { seat }),
            Sitter::Bot(level) => Some(Command::Bot { seat, level }),
            Sitter::Open => None,
        });
        let promised = commitment.map(|commitment| Command::Commit { commitment });
        let start = start.then_some(Command::Start { fill: None });
        for command in seated.chain(promised).chain(start).chain(alone.then_some(locked)) {
            for entry in table.entries(person, &command, table.version, context)? {
                entries.push(entry.clone());
                table.apply(entry).map_err(unmade)?;
            }
        }
        Ok((table, entries))
    }

    /// What a command of a person brings. `id` is the client's id of it, `answers` the version that
    /// the person had seen.
    pub fn decide(
        &self,
        person: Person,
        id: &str,
        command: &Command,
        answers: Version,
        context: &Context<'_>,
    ) -> Result<Decision, Refusal> {
        if let Some(version) = self.answer(person, id) {
            return Ok(Decision::Before(version));
        }
        let refused = |refusal| leak::refusal(self, refusal);
        let mut entries = self.entries(person, command, answers, context).map_err(refused)?;
        leak::entries(self, &mut entries);
        if let Some(last) = entries.last_mut() {
            last.id = Some(id.into());
        }
        Ok(Decision::New(entries))
    }

    fn entries(
        &self,
        person: Person,
        command: &Command,
        answers: Version,
        context: &Context<'_>,
    ) -> Result<Vec<Entry>, Refusal> {
        self.check_limits(person, command, context.now)?;
        let (guest, came) = match self.guest_of(person) {
            Some(guest) => (guest, None),
            None => {
                let (guest, came) = self.newcomer(person, command, context)?;
                (guest, Some(came))
            }
        };
        if self.guest(guest).is_some_and(|guest| guest.banned) {
            return refuse(Code::NotYours, "the host has sent you away from this table");
        }
        self.check_version(command, answers)?;
        let kinds = self.kinds(guest, came.is_some(), command, context)?;
        let by = Some(guest);
        Ok(came.into_iter().chain(kinds).map(|kind| context.entry(by, kind)).collect())
    }

    /// Whether there is room for more entries.
    fn check_limits(&self, person: Person, command: &Command, now: Moment) -> Result<(), Refusal> {
        // Moves come to an end by themselves; moves that are taken back need not.
        if is_play(command) {
            return Ok(());
        }
        if self.version >= limits::ENTRIES {
            return refuse(Code::Limit, "too much has happened at this table; make a new one");
        }
        let guest = self.guest_of(person);
        let slow = || refuse(Code::Limit, "too much at once; wait a moment");
        if let Some(guest) = guest.and_then(|guest| self.guest(guest))
            && !guest.commands.clone().take(now)
        {
            return slow();
        }
        if guest.is_some_and(|guest| !self.is_watcher(guest)) {
            return Ok(());
        }
        // Those who only watch must not use up what the players need.
        if !self.watchers.clone().take(now) {
            return slow();
        }
        if !is_for_seat(command) && self.version >= limits::ENTRIES_OF_ALL {
            return refuse(Code::Limit, "too much has happened at this table; only its players go on");
        }
        Ok(())
    }

    /// Somebody who does something for the first time.
    fn newcomer(
        &self,
        person: Person,
        command: &Command,
        context: &Context<'_>,
    ) -> Result<(GuestNumber, EntryKind), Refusal> {
        let number = self.guests.len() + 1;
        if number > if is_for_seat(command) { limits::GUESTS } else { limits::GUESTS_OF_ALL } {
            return refuse(Code::Limit, "too many people have come to this table");
        }
        if self.access.locked {
            return refuse(Code::NotYours, "the host has locked this table");
        }
        let name = match command {
            Command::Name { name } => clean_name(name)?,
            _ => format!("Player {number}"),
        };
        let name = self.distinct(name, GuestNumber(number as u16));
        let key = SeatKey::new(context.chance);
        Ok((GuestNumber(number as u16), EntryKind::Came { person, key, name }))
    }

    /// Whether the person has seen what matters for this command.
    fn check_version(&self, command: &Command, answers: Version) -> Result<(), Refusal> {
        let of_game =
            is_play(command) || matches!(command, Command::AskUndo | Command::AnswerUndo { .. });
        if of_game && answers < self.play_version {
            return refuse(Code::Stale, "the game has moved on; look again");
        }
        let agrees = matches!(command, Command::Ready { ready: true } | Command::Start { .. });
        if agrees && answers < self.settled {
            return refuse(Code::Stale, "the settings were changed; look again");
        }
        if answers > self.version {
            return refuse(Code::Stale, "this table has no such version; load it again");
        }
        Ok(())
    }

    /// What a command brings, each kind of command by its own function.
    fn kinds(
        &self,
        guest: GuestNumber,
        new: bool,
        command: &Command,
        context: &Context<'_>,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.check_shuffling(command)?;
        match command {
            // A newcomer came with the name.
            Command::Name { name } => {
                let name = self.distinct(clean_name(name)?, guest);
                Ok(if new { vec![] } else { vec![EntryKind::Named { name }] })
            }
            Command::Sit { seat } => self.sit(guest, *seat, context.now),
            Command::AskSeat { seat } => self.ask_seat(guest, *seat, context.now),
            Command::AnswerSeat { guest: other, agree } => {
                self.answer_seat(guest, *other, *agree, context.now)
            }
            Command::Rise { seat } => self.rise(guest, *seat),
            Command::Bot { seat, level } => self.seat_bot(guest, *seat, *level, context.now),
            Command::Resume { seat } => self.resume(guest, *seat),
            Command::Free { seat } => self.free(guest, *seat, context.now),
            Command::Settle { settings } => self.settle(guest, settings, context.now),
            Command::Ready { ready } => {
                self.lobby_only()?;
                Ok(vec![EntryKind::Readied { ready: *ready }])
            }
            Command::Start { fill } => self.start(guest, *fill, context),
            Command::Commit { commitment } => self.commit(guest, *commitment),
            Command::Open { number } => self.open_number(guest, *number, context),
            Command::Act { action } => self.act(guest, *action, context),
            Command::Yield => self.give_up(guest, context),
            Command::AskUndo => self.ask_undo(guest),
            Command::AnswerUndo { agree } => self.answer_undo(guest, *agree),
            Command::Say { to, text } => self.say(guest, *to, text, context.now),
            Command::React { to, reaction } => self.react(guest, *to, *reaction, context.now),
            Command::Hint => self.hint(guest, context.now),
            Command::Point { at } => self.point(guest, *at),
            Command::Mark { at, sign } => self.mark(guest, *at, *sign, context.now),
            Command::Plan { hunter, to } => self.plan(guest, *hunter, *to, context.now),
            Command::Access { access } => self.set_access(guest, *access),
            Command::Remove { guest: other } => self.remove_guest(guest, *other),
            Command::Ban { guest: other, banned } => self.ban(guest, *other, *banned),
            Command::RemoveDevice { device } => self.remove_device(guest, *device, context),
            Command::Mute { guest: other, muted } => self.mute(guest, *other, *muted),
            Command::Rematch { sides } => self.prepare_rematch(guest, *sides),
        }
    }

    /// A name that nobody takes for that of another person here.
    fn distinct(&self, name: String, own: GuestNumber) -> String {
        let others = self.guests().filter(|(guest, _)| *guest != own);
        distinct_name(name, others.map(|(_, guest)| guest.name.as_str()))
    }

    fn settle(
        &self,
        guest: GuestNumber,
        settings: &Settings,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        self.lobby_only()?;
        self.hosting(guest, now)?;
        Ok(vec![EntryKind::Settled { settings: settings.completed(&self.library)? }])
    }

    /// The entries of a decision that a bot or the clock brings. It must still be due.
    pub fn decide_automatic(
        &self,
        action: Action,
        cause: Cause,
        answers: Version,
        context: &Context<'_>,
    ) -> Result<Decision, Refusal> {
        self.playing()?;
        if answers != self.play_version {
            return refuse(Code::Stale, "the game has moved on");
        }
        let kinds = self.play(action, cause, context)?;
        Ok(Decision::New(kinds.into_iter().map(|kind| context.entry(None, kind)).collect()))
    }

    /// The end of a game to which nobody comes back.
    pub fn abandon(&self, context: &Context<'_>) -> Decision {
        match self.stage {
            Stage::Playing => Decision::New(vec![context.entry(None, EntryKind::Abandoned)]),
            _ => Decision::Before(self.version),
        }
    }

    fn lobby_only(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Lobby => Ok(()),
            _ => refuse(Code::NotNow, "that can be done before the game only"),
        }
    }

    fn playing(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Playing => Ok(()),
            Stage::Lobby => refuse(Code::NotNow, "the game has not begun"),
            Stage::Over | Stage::Abandoned => refuse(Code::NotNow, "the game is over"),
        }
    }

    /// The host may; if the host does nothing for a while, everybody with a seat may.
    fn hosting(&self, guest: GuestNumber, now: Moment) -> Result<(), Refusal> {
        let absent = now >= self.host_seen.after(limits::HOST_ABSENT);
        match guest == self.host() || absent && self.is_seated(guest) {
            true => Ok(()),
            false => refuse(Code::NotYours, "only the host may do that, while the host is here"),
        }
    }

    fn is_seated(&self, guest: GuestNumber) -> bool {
        self.seats.iter().any(|occupant| occupant.guest() == Some(guest))
    }
}

/// Whether somebody comes to play.
fn is_for_seat(command: &Command) -> bool {
    matches!(command, Command::Sit { .. } | Command::AskSeat { .. })
}

/// Whether a command is a step of the game.
fn is_play(command: &Command) -> bool {
    matches!(command, Command::Act { .. } | Command::Yield)
}
