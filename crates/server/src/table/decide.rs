//! From a command to the entries that it brings, or to a refusal. Nothing is changed here.

use fogbound_engine::Pieces;
use fogbound_rules::{Action, Game, Play, Record, Side, Turn};

use super::{Stage, Table};
use crate::Chance;
use crate::command::{Command, Hearers};
use crate::entry::{Cause, Entry, Version, What};
use crate::id::{Person, Salt, SeatKey};
use crate::limits;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::{GuestNumber, Level, Occupant, Seat};
use crate::settings::Settings;
use crate::time::Moment;

/// What is handed in: the time, and chance.
pub(crate) struct Context<'c> {
    pub(crate) now: Moment,
    pub(crate) chance: &'c dyn Chance,
}

impl Context<'_> {
    fn entry(&self, by: Option<GuestNumber>, what: What) -> Entry {
        Entry { at: self.now, by, id: None, what }
    }
}

/// A name that can be shown: no control characters, no space at its ends, not too long.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = clean_text(name, limits::NAME);
    if name.is_empty() {
        return refuse(Code::BadMessage, "a name has at least one letter");
    }
    Ok(name)
}

/// Text in one line: what cannot be seen, or turns the line around, is left out.
fn clean_text(text: &str, most: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().filter(|&c| !hidden(c)).take(most).collect();
    text.trim().into()
}

/// The first entries of a table.
pub(crate) fn make(
    settings: Settings,
    person: Person,
    name: &str,
    context: &Context<'_>,
) -> Result<Vec<Entry>, Refusal> {
    settings.rules()?;
    let key = SeatKey::new(context.chance);
    let host = Some(GuestNumber(1));
    let name = clean_name(name)?;
    Ok(vec![
        context.entry(host, What::Made { settings }),
        context.entry(host, What::Came { person, key, name }),
    ])
}

impl Table {
    /// The entries of a command of a person. `answers` is the version that the person had seen.
    pub(crate) fn decide(
        &self,
        person: Person,
        command: &Command,
        answers: Version,
        context: &Context<'_>,
    ) -> Result<Vec<Entry>, Refusal> {
        let mut entries = vec![];
        // Moves come to an end by themselves; moves that are taken back need not.
        let of_play = matches!(command, Command::Act { .. } | Command::Yield);
        let of_game = of_play || matches!(command, Command::AskUndo | Command::AnswerUndo { .. });
        if !of_play && self.version >= limits::ENTRIES {
            return refuse(Code::Limit, "too much has happened at this table; make a new one");
        }
        // Those who only watch must not use up what the players need.
        let sits_down = matches!(command, Command::Sit { .. });
        let seated =
            self.guest_of(person).is_some_and(|guest| guest == self.host() || self.is_seated(guest));
        if !seated && !sits_down && self.version >= limits::ENTRIES_OF_ALL {
            return refuse(Code::Limit, "too much has happened at this table; only its players go on");
        }
        let guest = match self.guest_of(person) {
            Some(guest) => guest,
            None => {
                let number = self.guests.len() + 1;
                if number > if sits_down { limits::GUESTS } else { limits::GUESTS_OF_ALL } {
                    return refuse(Code::Limit, "too many people have come to this table");
                }
                let name = match command {
                    Command::Name { name } => clean_name(name)?,
                    _ => format!("Player {number}"),
                };
                let key = SeatKey::new(context.chance);
                let by = Some(GuestNumber(number as u16));
                entries.push(context.entry(by, What::Came { person, key, name }));
                GuestNumber(number as u16)
            }
        };
        if of_game && answers < self.play_version {
            return refuse(Code::Stale, "the game has moved on; look again");
        }
        if answers > self.version {
            return refuse(Code::Stale, "this table has no such version; load it again");
        }
        let by = Some(guest);
        let new: Vec<What> = match command {
            Command::Name { name } => {
                let name = clean_name(name)?;
                if entries.is_empty() { vec![What::Named { name }] } else { vec![] }
            }
            Command::Sit { seat } => self.sit(guest, *seat)?,
            Command::Rise { seat } => {
                self.lobby_only()?;
                self.own(guest, *seat)?;
                vec![What::Freed { seat: *seat }]
            }
            Command::Bot { seat, level } => self.seat_bot(guest, *seat, *level, context.now)?,
            Command::Resume { seat } => {
                self.own(guest, *seat)?;
                match self.occupant(*seat) {
                    Occupant::StandIn { .. } => vec![What::Resumed { seat: *seat }],
                    _ => return refuse(Code::NotNow, "no bot plays for you there"),
                }
            }
            Command::Free { seat } => self.free(guest, *seat, context.now)?,
            Command::Settle { settings } => {
                self.lobby_only()?;
                self.hosting(guest, context.now)?;
                settings.rules()?;
                vec![What::Settled { settings: settings.clone() }]
            }
            Command::Ready { ready } => {
                self.lobby_only()?;
                vec![What::Readied { ready: *ready }]
            }
            Command::Start { fill } => {
                self.lobby_only()?;
                self.hosting(guest, context.now)?;
                self.start(*fill, context)?
            }
            Command::Act { action } => {
                self.playing()?;
                if matches!(action, Action::Concede { .. }) {
                    return refuse(Code::BadMessage, "to give up, send 'yield'");
                }
                self.may_act(guest, *action)?;
                self.play(*action, Cause::Person, context)?
            }
            Command::Yield => self.give_up(guest, context)?,
            Command::AskUndo => self.ask_undo(guest)?,
            Command::AnswerUndo { agree } => self.answer_undo(guest, *agree)?,
            Command::Say { to, text } => self.say(guest, *to, text)?,
            Command::Point { at } => {
                self.playing()?;
                if !self.sits_on(guest, Side::Hunters) {
                    return refuse(Code::NotYours, "only hunters point at stations");
                }
                if !self.rules.board().stations().contains(*at) {
                    return refuse(Code::BadMessage, "there is no such station");
                }
                vec![What::Pointed { station: *at }]
            }
            Command::Mute { guest: other, muted } => {
                if guest != self.host() {
                    return refuse(Code::NotYours, "only the host may do that");
                }
                if self.guest(*other).is_none() {
                    return refuse(Code::BadMessage, "there is no such person here");
                }
                vec![What::Muted { guest: *other, muted: *muted }]
            }
            Command::Rematch { sides } => {
                if !matches!(self.stage, Stage::Over | Stage::Abandoned) {
                    return refuse(Code::NotNow, "the game is not over");
                }
                if guest != self.host() && !self.is_seated(guest) {
                    return refuse(Code::NotYours, "only those who played may ask for a rematch");
                }
                vec![What::Rematched { sides: *sides }]
            }
        };
        entries.extend(new.into_iter().map(|what| context.entry(by, what)));
        Ok(entries)
    }

    /// The entries of a decision that a bot or the clock brings. It must still be due.
    pub(crate) fn decide_automatic(
        &self,
        action: Action,
        cause: Cause,
        answers: Version,
        context: &Context<'_>,
    ) -> Result<Vec<Entry>, Refusal> {
        self.playing()?;
        if answers != self.play_version {
            return refuse(Code::Stale, "the game has moved on");
        }
        let whats = self.play(action, cause, context)?;
        Ok(whats.into_iter().map(|what| context.entry(None, what)).collect())
    }

    /// The entry of somebody who comes by a guest's link.
    pub(crate) fn claim(
        &self,
        person: Person,
        key: SeatKey,
        context: &Context<'_>,
    ) -> Result<Vec<Entry>, Refusal> {
        let Some((number, guest)) = self.guests().find(|(_, guest)| guest.key == key) else {
            return refuse(Code::NotYours, "this link fits no seat of this table");
        };
        if guest.person == person {
            return Ok(vec![]);
        }
        if self.guest_of(person).is_some_and(|other| self.is_seated(other)) {
            return refuse(Code::NotNow, "you have a seat here already; leave it first");
        }
        Ok(vec![context.entry(Some(number), What::Claimed { person })])
    }

    /// The entry that ends a table to which nobody comes back.
    pub(crate) fn abandon(&self, context: &Context<'_>) -> Vec<Entry> {
        vec![context.entry(None, What::Abandoned)]
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

    fn known(&self, seat: Seat) -> Result<(), Refusal> {
        match seat.place() < self.seats.len() {
            true => Ok(()),
            false => refuse(Code::BadMessage, "there is no such seat in this game"),
        }
    }

    fn own(&self, guest: GuestNumber, seat: Seat) -> Result<(), Refusal> {
        self.known(seat)?;
        match self.occupant(seat).guest() == Some(guest) {
            true => Ok(()),
            false => refuse(Code::NotYours, "that is not your seat"),
        }
    }

    fn sit(&self, guest: GuestNumber, seat: Seat) -> Result<Vec<What>, Refusal> {
        self.known(seat)?;
        let free = match (self.stage, self.occupant(seat)) {
            (Stage::Lobby, Occupant::Open | Occupant::Bot { .. }) => true,
            // In the game a newcomer may take a hunter over from a bot, but not one who knows more.
            (Stage::Playing, Occupant::Bot { .. }) => {
                seat.side() == Side::Hunters && !self.sits_on(guest, Side::Fugitive)
            }
            _ => false,
        };
        match free {
            true => Ok(vec![What::Sat { seat }]),
            false => refuse(Code::NotNow, "that seat is taken"),
        }
    }

    fn seat_bot(
        &self,
        guest: GuestNumber,
        seat: Seat,
        level: Level,
        now: Moment,
    ) -> Result<Vec<What>, Refusal> {
        self.known(seat)?;
        let occupant = self.occupant(seat);
        match self.stage {
            Stage::Lobby => {
                self.hosting(guest, now)?;
                if occupant.guest().is_some_and(|other| other != guest) {
                    return refuse(Code::NotNow, "somebody sits there; free the seat first");
                }
            }
            Stage::Playing => {
                let own = occupant.guest() == Some(guest);
                let absent = || self.is_seated(guest) && self.is_waited_for(seat, now);
                if !(own || absent()) {
                    return refuse(
                        Code::NotYours,
                        "you may put a bot on your own seat, or on that of a player for whom all have waited five minutes",
                    );
                }
            }
            Stage::Over | Stage::Abandoned => return refuse(Code::NotNow, "the game is over"),
        }
        Ok(vec![What::BotSat { seat, level }])
    }

    /// Whether a table without a clock has waited long for the person on this seat.
    fn is_waited_for(&self, seat: Seat, now: Moment) -> bool {
        let since = self.game.as_ref().map(|game| game.move_since);
        matches!(self.occupant(seat), Occupant::Guest { .. })
            && self.settings.clock.span().is_none()
            && since.is_some_and(|since| now >= since.after(limits::PLAYER_ABSENT))
            && self.due().contains(&seat)
    }

    fn free(&self, guest: GuestNumber, seat: Seat, now: Moment) -> Result<Vec<What>, Refusal> {
        self.lobby_only()?;
        self.known(seat)?;
        match self.occupant(seat).guest() {
            Some(other) if other == guest => {}
            // Removing people is for the host alone, present or not.
            Some(_) if guest != self.host() => {
                return refuse(Code::NotYours, "only the host may remove somebody");
            }
            _ => self.hosting(guest, now)?,
        }
        Ok(vec![What::Freed { seat }])
    }

    fn start(&self, fill: Option<Level>, context: &Context<'_>) -> Result<Vec<What>, Refusal> {
        let mut whats = vec![];
        for seat in Seat::all(&self.rules).filter(|&seat| self.occupant(seat) == Occupant::Open) {
            match fill {
                Some(level) => whats.push(What::BotSat { seat, level }),
                None => return refuse(Code::NotNow, "a seat is open: wait, or put a bot there"),
            }
        }
        let game = Game::new(self.rules.clone(), context.chance.deal(&self.rules))
            .map_err(|errors| Refusal::new(Code::Unavailable, errors.to_string()))?;
        let record =
            Record::whole(&game).map_err(|error| Refusal::new(Code::Unavailable, error.to_string()))?;
        let seed = context.chance.generator().bits();
        let salt = Salt::new(context.chance);
        whats.push(What::Began { deal: record.to_string(), salt, seed });
        whats.extend(draws(game, context)?);
        Ok(whats)
    }

    /// The hunters that a guest may move: the own ones, and bobbies and shared teams with others.
    pub(crate) fn pieces(&self, guest: GuestNumber) -> Pieces {
        let at_work = |seat: Seat| self.occupant(seat) == Occupant::Guest { guest };
        let hunts = Seat::all(&self.rules).any(|seat| seat.side() == Side::Hunters && at_work(seat));
        let own = |hunter: fogbound_rules::Hunter| {
            let shared = hunter.is_bobby() || self.rules.is_pooled();
            shared && hunts
                || Seat::all(&self.rules).any(|seat| seat.hunter() == Some(hunter) && at_work(seat))
        };
        self.rules.hunters().filter(|&hunter| own(hunter)).collect()
    }

    fn may_act(&self, guest: GuestNumber, action: Action) -> Result<(), Refusal> {
        let at_work = |seat: Seat| self.occupant(seat) == Occupant::Guest { guest };
        let hunts = || Seat::all(&self.rules).any(|seat| seat.side() == Side::Hunters && at_work(seat));
        let may = match action.side() {
            Side::Fugitive => at_work(Seat::FUGITIVE),
            Side::Hunters => hunts() && self.pieces(guest).may(&self.rules, action),
        };
        match may {
            true => Ok(()),
            false => refuse(Code::NotYours, "that is not yours to decide"),
        }
    }

    fn play(&self, action: Action, cause: Cause, context: &Context<'_>) -> Result<Vec<What>, Refusal> {
        let Some(game) = &self.game else { return refuse(Code::NotNow, "the game has not begun") };
        let mut after = game.game.clone();
        after.act(action.side(), action)?;
        let salt = (action.side() == Side::Fugitive).then(|| Salt::new(context.chance));
        let mut whats = vec![What::Played { play: action.into(), cause, salt }];
        whats.extend(draws(after, context)?);
        Ok(whats)
    }

    fn give_up(&self, guest: GuestNumber, context: &Context<'_>) -> Result<Vec<What>, Refusal> {
        self.playing()?;
        let Some(game) = &self.game else { return refuse(Code::NotNow, "the game has not begun") };
        let concede = |side| self.play(Action::Concede { side }, Cause::Person, context);
        // Who plays both sides gives up for the one whose turn it is.
        let fugitive = self.sits_on(guest, Side::Fugitive);
        let hunters = self.sits_on(guest, Side::Hunters);
        if fugitive && (!hunters || game.game.turn() == Turn::Fugitive) {
            return concede(Side::Fugitive);
        }
        if !hunters {
            return refuse(Code::NotYours, "only those who play may give up");
        }
        let others = self.people(Side::Hunters);
        if others.iter().all(|other| *other == guest || game.yielded.contains(other)) {
            return concede(Side::Hunters);
        }
        match game.yielded.contains(&guest) {
            true => refuse(Code::NotNow, "the other hunters have not agreed yet"),
            false => Ok(vec![What::Yielded]),
        }
    }

    fn ask_undo(&self, guest: GuestNumber) -> Result<Vec<What>, Refusal> {
        self.playing()?;
        let Some(game) = &self.game else { return refuse(Code::NotNow, "the game has not begun") };
        let Some(side) = game.undoable else {
            return refuse(
                Code::NotNow,
                "the last move cannot be taken back: something was shown, answered or drawn",
            );
        };
        if !self.sits_on(guest, side) {
            return refuse(Code::NotYours, "the last move was not your side's");
        }
        if game.undo.is_some() {
            return refuse(Code::NotNow, "the other side has been asked already");
        }
        let others = self.people(side.other());
        if !others.iter().all(|other| *other == guest) {
            return Ok(vec![What::UndoAsked]);
        }
        // A person may weigh what a hunter learned by not finding him; a bot does not give it away.
        if side == Side::Hunters && others.is_empty() && game.has_searched()? {
            return refuse(Code::NotNow, "he could have been there: now it is known that he was not");
        }
        Ok(vec![What::Undone])
    }

    fn answer_undo(&self, guest: GuestNumber, agree: bool) -> Result<Vec<What>, Refusal> {
        self.playing()?;
        let asked = self.game.as_ref().and_then(|game| game.undo.and(game.undoable));
        let Some(side) = asked else { return refuse(Code::NotNow, "nobody wants a move back") };
        if !self.sits_on(guest, side.other()) {
            return refuse(Code::NotYours, "the other side has to answer");
        }
        Ok(vec![if agree { What::Undone } else { What::UndoRefused }])
    }

    fn say(&self, guest: GuestNumber, to: Hearers, text: &str) -> Result<Vec<What>, Refusal> {
        if self.guest(guest).is_some_and(|guest| guest.muted) {
            return refuse(Code::NotYours, "the host has silenced you");
        }
        if to == Hearers::Team && !self.sits_on(guest, Side::Hunters) {
            return refuse(Code::NotYours, "only hunters speak to the team");
        }
        if text.chars().count() > limits::CHAT {
            return refuse(Code::TooLong, format!("a line has at most {} characters", limits::CHAT));
        }
        let text = clean_text(text, limits::CHAT);
        match text.is_empty() {
            true => refuse(Code::BadMessage, "there is nothing to say"),
            false => Ok(vec![What::Said { to, text }]),
        }
    }
}

/// Draws follow at once on what calls for them.
fn draws(mut game: Game, context: &Context<'_>) -> Result<Vec<What>, Refusal> {
    let mut whats = vec![];
    while game.turn() == Turn::Chance {
        let draw = context.chance.draw(&game.position().draws(game.rules()));
        game.play(draw.into())?;
        whats.push(What::Played { play: Play::Draw(draw), cause: Cause::Chance, salt: None });
    }
    Ok(whats)
}
