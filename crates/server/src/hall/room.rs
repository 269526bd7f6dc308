//! One loaded table, and who is told what happens at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use fogbound_rules::{Record, Station};
use fogbound_table::audience::{Audience, AudienceScene, Explanation, LinkCard, You};
use fogbound_table::command::Command;
use fogbound_table::id::{Person, SeatKey, TableId};
use fogbound_table::message::{PROTOCOL, ServerMessage};
use fogbound_table::refusal::refuse;
use fogbound_table::seat::GuestNumber;
use fogbound_table::{
    Code, Context, CorruptTable, Decision, Entry, Moment, Refusal, Stage, Table, Version, leak,
};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, MutexGuard, watch};
use tokio::time::Instant;

use super::bot_tables::BotTable;
use super::driver::Driving;
use super::late_table::{Late, LateTable};
use super::presence::{PAUSE, Presence, Present};
use super::queue::{Frame, Queue};
use super::shared::Shared;
use super::subscriber::{Subscriber, frame};
use super::{Address, HallError, Subscription};
use crate::metrics::Metrics;
use crate::store::{NewReport, StoreError};

/// A loaded table.
pub struct Room {
    pub(super) id: TableId,
    pub(super) shared: Arc<Shared>,
    state: Mutex<RoomState>,
    /// The version, for whoever waits for something to happen.
    pub(super) version: watch::Sender<Version>,
}

/// A loaded table and its subscribers.
pub(super) struct RoomState {
    pub(super) table: Table,
    /// The same for those who are told late, as long as there are some.
    pub(super) late: Option<LateTable>,
    pub(super) subscribers: Vec<Subscriber>,
    next: u64,
    /// Whether this node wrote the last entry: then it drives the table.
    pub(super) own: bool,
    pub(super) driving: Driving,
    /// The version that the subscribers were told of.
    told: Version,
    /// Whether it is not known what the store holds: an append failed, or was not waited for.
    pub(super) unsure: bool,
    presence: Presence,
    /// Where the last of its people came from.
    address: Address,
    /// It counts as a table of bots alone that plays.
    bot_table: Option<BotTable>,
    /// How many questions come before its own, as its subscribers were told.
    pub(super) waiting: u32,
    /// The table was deleted, or put away.
    pub(super) gone: bool,
}

impl Room {
    pub(super) fn new(
        shared: Arc<Shared>,
        table: Table,
        own: bool,
        address: Address,
        bot_table: Option<BotTable>,
    ) -> Room {
        let (id, told) = (table.id(), table.version());
        let (version, _) = watch::channel(told);
        let mut state = RoomState {
            table,
            late: None,
            subscribers: vec![],
            next: 1,
            own,
            driving: Driving::Not,
            told,
            unsure: false,
            presence: Presence::default(),
            address,
            bot_table,
            waiting: 0,
            gone: false,
        };
        state.count_bot_table(&shared);
        Room { id, shared, version, state: Mutex::new(state) }
    }

    /// Which table.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The moment of table time.
    pub(super) fn now(&self) -> Moment {
        self.shared.clock().now()
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().await
    }

    /// Carries out a command of a person: checked, appended durably, acknowledged, told. Gives the
    /// version of the table after it. A command that was carried out before is answered again.
    pub async fn command(
        self: &Arc<Room>,
        subscription: &Subscription,
        id: &str,
        answers: Version,
        command: &Command,
    ) -> Result<Version, HallError> {
        self.keep_up(answers).await?;
        let person = subscription.person();
        let acknowledge = |table: &Table, version: Version| {
            // Who is told late does not learn either how much has happened since.
            let shown = table.delay(person).map_or(version, |moves| table.version_before(moves));
            let version = version.min(shown);
            subscription.reply(&ServerMessage::Done { id: id.into(), version });
        };
        let decide =
            |table: &Table, context: &Context<'_>| table.decide(person, id, command, answers, context);
        self.commit(decide, acknowledge).await
    }

    /// Moves a guest's seats to whoever has the key.
    pub async fn claim(self: &Arc<Room>, person: Person, key: SeatKey) -> Result<Version, HallError> {
        self.commit(|table, context| table.claim(person, key, context), |_, _| ()).await
    }

    /// Appends what is decided, and tells it. If somebody else was first, it is decided anew.
    pub(super) async fn commit(
        self: &Arc<Room>,
        decide: impl Fn(&Table, &Context<'_>) -> Result<Decision, Refusal>,
        acknowledge: impl Fn(&Table, Version),
    ) -> Result<Version, HallError> {
        loop {
            let mut state = self.lock_certain().await?;
            if self.shared.is_closing() {
                return Ok(refuse(Code::Unavailable, "the server stops; it will be back")?);
            }
            let begun = Instant::now();
            let entries = match decide(&state.table, &self.shared.context())? {
                Decision::Before(version) => {
                    acknowledge(&state.table, version);
                    return Ok(version);
                }
                Decision::New(entries) => entries,
            };
            let alone = state.table.begins_with_bots_alone(&entries);
            let address = state.address();
            let bot_table = alone.then(|| self.shared.bot_tables.admit(address)).transpose()?;
            let after = state.table.version();
            let texts: Vec<String> = entries.iter().map(Entry::to_text).collect();
            // Until the store has answered, or if nobody waits for that, this state is only a guess.
            state.unsure = true;
            let was_over = state.table.stage() == Stage::Over;
            state.take_in(entries)?;
            let ended = state.table.ended_game().filter(|_| !was_over);
            let row = self.shared.row(&state.table);
            self.metrics().frames.add(leak::metric(&state.table));
            if let Some(at) = leak::logged(&state.table) {
                tracing::info!(at, "a move");
            }
            self.metrics().appends.add(1);
            self.metrics().entries.add(texts.len() as u64);
            let appended = self.shared.store().append_end(&row, after, texts, ended).await;
            match self.shared.noted(appended) {
                Ok(()) => {
                    self.metrics().commit.observe(begun.elapsed());
                    state.unsure = false;
                    state.own = true;
                    state.bot_table = bot_table.or(state.bot_table.take());
                    state.count_bot_table(&self.shared);
                    let version = state.table.version();
                    acknowledge(&state.table, version);
                    self.tell(&mut state);
                    drop(state);
                    self.drive();
                    return Ok(version);
                }
                Err(StoreError::Conflict) => self.metrics().conflicts.add(1),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The state, brought in line with the store if that is in doubt.
    pub(super) async fn lock_certain(self: &Arc<Room>) -> Result<MutexGuard<'_, RoomState>, HallError> {
        let mut state = self.lock().await;
        if state.gone {
            return Ok(refuse(Code::NoTable, "this table was cleared away")?);
        }
        if state.unsure {
            let texts = self.shared.noted(self.shared.store().read(self.id, 0).await)?;
            if texts.is_empty() {
                return Ok(refuse(Code::NoTable, "this table was cleared away")?);
            }
            state.table = self.fold(Entry::parse_all(&texts, 0)?)?;
            state.unsure = false;
            state.own = false;
            state.late = None;
            state.count_bot_table(&self.shared);
            self.tell(&mut state);
        }
        Ok(state)
    }

    fn fold(&self, entries: Vec<Entry>) -> Result<Table, CorruptTable> {
        Table::fold(self.id, self.shared.library(), &self.shared.signer, entries)
    }

    /// Takes in what another node has appended.
    pub(super) async fn refresh(self: &Arc<Room>, at_least: Version) {
        if let Err(error) = self.catch_up(at_least).await {
            tracing::warn!(table = %self.id, %error, "a table cannot be brought up to date");
        }
        self.drive();
    }

    /// A client that comes from another node may know more than this one was told so far.
    async fn keep_up(self: &Arc<Room>, at_least: Version) -> Result<(), HallError> {
        match self.shared.store().is_shared() {
            true => self.catch_up(at_least).await,
            false => Ok(()),
        }
    }

    async fn catch_up(self: &Arc<Room>, at_least: Version) -> Result<(), HallError> {
        let mut state = self.lock_certain().await?;
        let version = state.table.version();
        if version >= at_least {
            return Ok(());
        }
        let texts = self.shared.noted(self.shared.store().read(self.id, version).await)?;
        if texts.is_empty() {
            return Ok(());
        }
        let entries = Entry::parse_all(&texts, version)?;
        state.unsure = true;
        state.take_in(entries)?;
        state.unsure = false;
        state.own = false;
        state.count_bot_table(&self.shared);
        self.tell(&mut state);
        Ok(())
    }

    /// Tells every subscriber what happened since the last time. It waits for nothing: whoever gives up waiting
    /// for an answer cannot end it half-way.
    fn tell(self: &Arc<Room>, state: &mut RoomState) {
        let begun = Instant::now();
        let after = std::mem::replace(&mut state.told, state.table.version());
        self.shared.clock().not_before(state.table.latest());
        let now = self.now();
        let moved = state.table.changed_seats_since(after);
        let RoomState { table, subscribers, .. } = state;
        let mut frames: BTreeMap<Audience, Frame> = BTreeMap::new();
        let mut told = 0;
        subscribers.retain_mut(|subscriber| {
            if moved && let Err(refusal) = table.may_watch(subscriber.person) {
                subscriber.tell(bye(refusal.code, &refusal.text));
                return false;
            }
            let guest = table.guest_of(subscriber.person);
            let audiences = table.audiences(guest);
            if moved {
                self.note(table, subscriber);
            }
            let was_late = subscriber.late.take();
            let elsewhere = moved && !audiences.contains(&subscriber.audience);
            if elsewhere {
                subscriber.audience = audiences[0];
            }
            if moved && !subscriber.tell(you(table, subscriber)) {
                return false;
            }
            let have = match &was_late {
                // Another audience is told everything anew.
                _ if elsewhere => None,
                Some(late) => late.have,
                None => Some(after),
            };
            if table.delay(subscriber.person).is_some() {
                subscriber.late = Some(Late { have });
                return true;
            }
            if elsewhere || was_late.is_some() {
                let news = || frame(&table.news(have, table.viewer(guest, subscriber.audience), now));
                return have == Some(table.version()) || subscriber.tell(news());
            }
            let audience = subscriber.audience;
            let news = || frame(&table.update(after, audience, now));
            let text = frames.entry(audience).or_insert_with(news);
            told += 1;
            for _ in 0..leak::extra_frames(table, audience) {
                subscriber.tell(text.clone());
            }
            subscriber.tell(text.clone())
        });
        self.tell_late(state);
        let RoomState { table, .. } = state;
        self.metrics().frames.add(told);
        self.metrics().fan_out.observe(begun.elapsed());
        self.version.send_replace(table.version());
        // Who sat down or stood up was a watcher, or is one now.
        if moved {
            self.tell_present(state);
        }
    }

    /// Somebody begins to listen.
    pub(super) async fn enter(
        self: &Arc<Room>,
        person: Person,
        address: Address,
        have: Option<Version>,
        audience: Option<Audience>,
        queue: &Arc<Queue>,
    ) -> Result<u64, HallError> {
        self.keep_up(have.unwrap_or(0)).await?;
        let mut state = self.lock_certain().await?;
        state.table.may_watch(person)?;
        let guest = state.table.guest_of(person);
        let audiences = state.table.audiences(guest);
        let audience = audience.filter(|one| audiences.contains(one)).unwrap_or(audiences[0]);
        let number = state.next;
        state.next += 1;
        let viewer = state.table.viewer(guest, audience);
        let is_late = state.table.delay(person).is_some();
        let seen = self.seen(&mut state, person).await?;
        let (news, seen) = (frame(&seen.news(have, viewer, self.now())), seen.version());
        let (late, queue) = (is_late.then_some(Late { have: Some(seen) }), Arc::clone(queue));
        let subscriber = Subscriber { number, person, address, audience, late, queue };
        let waiting = ServerMessage::Waiting { ahead: state.waiting };
        let told = subscriber.tell(frame(&ServerMessage::Welcome { protocol: PROTOCOL }))
            && subscriber.tell(you(&state.table, &subscriber))
            && subscriber.tell(news)
            && (is_late || state.waiting == 0 || subscriber.tell(frame(&waiting)));
        if !told {
            return Ok(refuse(Code::Unavailable, "too much waits to be sent; try again later")?);
        }
        self.note(&state.table, &subscriber);
        state.subscribers.push(subscriber);
        self.metrics().listeners.add(1);
        self.tell_present(&mut state);
        Ok(number)
    }

    /// Who has a seat finds a place even if the server is full.
    fn note(&self, table: &Table, subscriber: &Subscriber) {
        let guest = table.guest_of(subscriber.person);
        if guest.is_some() && table.audiences(guest)[0] != Audience::Spectator {
            self.shared.seat_holders.note(subscriber.person, self.now());
        }
    }

    /// Somebody listens no more.
    pub(super) async fn leave(self: &Arc<Room>, number: u64) {
        self.metrics().listeners.sub(1);
        let mut state = self.lock().await;
        let RoomState { table, subscribers, .. } = &mut *state;
        subscribers.retain(|subscriber| {
            let leaves = subscriber.number == number;
            if leaves {
                self.note(table, subscriber);
            }
            !leaves
        });
        if state.subscribers.iter().all(|subscriber| subscriber.late.is_none()) {
            state.late = None;
        }
        self.tell_present(&mut state);
    }

    pub(super) async fn look(
        self: &Arc<Room>,
        number: u64,
        audience: Audience,
    ) -> Result<(), HallError> {
        let mut state = self.lock_certain().await?;
        let RoomState { table, subscribers, .. } = &mut *state;
        let Some(subscriber) = subscribers.iter_mut().find(|one| one.number == number) else {
            return Ok(());
        };
        let person = subscriber.person;
        let guest = table.guest_of(person);
        if !table.audiences(guest).contains(&audience) {
            return Ok(refuse(Code::NotYours, "you do not belong to that audience")?);
        }
        subscriber.audience = audience;
        subscriber.tell(you(table, subscriber));
        let viewer = table.viewer(guest, audience);
        let seen = self.seen(&mut state, person).await?;
        let (news, version) = (frame(&seen.news(None, viewer, self.now())), seen.version());
        if let Some(subscriber) = state.subscribers.iter_mut().find(|one| one.number == number) {
            subscriber.late.iter_mut().for_each(|late| late.have = Some(version));
            subscriber.tell(news);
        }
        Ok(())
    }

    /// What happened before, for a subscriber.
    pub(super) async fn history(
        self: &Arc<Room>,
        number: u64,
        until: Version,
    ) -> Result<Option<ServerMessage>, HallError> {
        let mut state = self.lock_certain().await?;
        let subscriber = state.subscribers.iter().find(|one| one.number == number);
        let Some((person, audience)) = subscriber.map(|one| (one.person, one.audience)) else {
            return Ok(None);
        };
        let viewer = state.table.viewer(state.table.guest_of(person), audience);
        Ok(Some(self.seen(&mut state, person).await?.history(until, viewer)))
    }

    /// Tells everybody who is present, after a short pause in which others come and go.
    fn tell_present(self: &Arc<Room>, state: &mut RoomState) {
        if std::mem::replace(&mut state.presence.telling, true) {
            return;
        }
        let room = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(PAUSE).await;
            let mut state = room.lock().await;
            state.presence.telling = false;
            let here = Present::here(&state.table, &state.subscribers);
            state.spread_present(room.now());
            drop(state);
            let store = room.shared.store();
            if store.is_shared() {
                let _ = store.tell_present(room.id, &here.to_text()).await;
            }
        });
    }

    /// Tells everybody how many questions come before the table's own.
    pub(super) async fn tell_waiting(&self, ahead: u32) {
        let mut state = self.lock().await;
        state.waiting = ahead;
        let text = frame(&ServerMessage::Waiting { ahead });
        state.subscribers.retain(|one| one.late.is_some() || one.tell(text.clone()));
    }

    /// Another node says who is present there.
    pub(super) async fn present_elsewhere(&self, node: String, text: &str) {
        let mut state = self.lock().await;
        let now = self.now();
        if state.presence.hear(node, text, now) {
            state.spread_present(now);
        }
    }

    /// Sends everybody away.
    pub(super) async fn dismiss(&self, code: Code, text: &str) {
        let mut state = self.lock().await;
        let bye = bye(code, text);
        for subscriber in state.subscribers.drain(..) {
            subscriber.tell(bye.clone());
        }
    }

    /// The table was deleted.
    pub(super) async fn vanish(&self) {
        self.dismiss(Code::NoTable, "this table was cleared away").await;
        let mut state = self.lock().await;
        state.gone = true;
        self.version.send_replace(Version::MAX);
    }

    pub(super) async fn is_gone(&self) -> bool {
        self.lock().await.gone
    }

    /// Ends it, if nobody listens and nothing happens by itself soon: the table is loaded anew when it is
    /// needed. Whether it has ended.
    pub(super) fn retire_if_idle(&self) -> bool {
        let Ok(mut state) = self.state.try_lock() else { return false };
        let working = state.driving == Driving::Working;
        state.gone = state.subscribers.is_empty() && !working && !state.presence.telling;
        state.gone
    }

    /// How the table looks to a person, and who the person is there.
    pub async fn scene(self: &Arc<Room>, person: Person) -> Result<(AudienceScene, You), HallError> {
        let mut state = self.lock_certain().await?;
        state.table.may_watch(person)?;
        let audience = state.table.audiences(state.table.guest_of(person))[0];
        let you = state.table.you(person, audience);
        Ok((self.seen(&mut state, person).await?.scene(audience, self.now()), you))
    }

    /// What a link to the table tells.
    pub async fn link_card(self: &Arc<Room>) -> Result<LinkCard, HallError> {
        Ok(self.lock_certain().await?.table.link_card())
    }

    /// Why he can be at a station, or why not, as far as a person may know.
    pub(super) async fn explain(
        self: &Arc<Room>,
        person: Person,
        station: Station,
    ) -> Result<Explanation, HallError> {
        let mut state = self.lock_certain().await?;
        Ok(self.seen(&mut state, person).await?.explain(station)?)
    }

    /// Whether a person may see what happens here; the version at which everybody may, if that is so.
    pub async fn may_watch(self: &Arc<Room>, person: Person) -> Result<Option<Version>, HallError> {
        let state = self.lock_certain().await?;
        state.table.may_watch(person)?;
        Ok(state.table.is_open_to_all().then(|| state.table.version()))
    }

    /// Keeps what a person complains of, for whoever runs the server.
    pub async fn report(
        self: &Arc<Room>,
        person: Person,
        of: GuestNumber,
        text: &str,
    ) -> Result<(), HallError> {
        let complaint = {
            let mut state = self.lock_certain().await?;
            state.table.may_watch(person)?;
            self.seen(&mut state, person).await?.complain(person, of, text)?
        };
        let complaint = serde_json::to_string(&complaint).expect("made of words and numbers");
        let wall = self.shared.clock().wall();
        // Who reports is counted, and not told to who reads it but by the guest.
        let person = serde_json::to_string(&person).expect("made of letters");
        let person = Sha256::digest(format!("report {person}"));
        let person = person[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let report = NewReport { table: self.id, person, wall, complaint };
        match self.shared.noted(self.shared.store().report(&report).await)? {
            true => Ok(()),
            false => Ok(refuse(Code::Limit, "there are too many reports already; try again tomorrow")?),
        }
    }

    /// The record of a game of this table, by its number, or of the last one: public while it goes on,
    /// whole when it is over.
    pub async fn record(
        self: &Arc<Room>,
        person: Person,
        number: Option<u16>,
    ) -> Result<Record, HallError> {
        let number = {
            let mut state = self.lock_certain().await?;
            state.table.may_watch(person)?;
            let seen = self.seen(&mut state, person).await?;
            let (games, present) = seen.games();
            let number = number.unwrap_or(games);
            if number > games || number == 0 {
                return Ok(refuse(Code::NotNow, "that game has not begun")?);
            }
            if present && number == games {
                return Ok(seen.record()?);
            }
            number
        };
        let texts = self.shared.noted(self.shared.store().read(self.id, 0).await)?;
        let entries = Table::entries_of_game(Entry::parse_all(&texts, 0)?, number);
        Ok(self.fold(entries)?.record()?)
    }
}

impl RoomState {
    /// Adds entries to the table.
    fn take_in(&mut self, entries: Vec<Entry>) -> Result<(), CorruptTable> {
        if let Some(late) = &mut self.late {
            late.add(&entries);
        }
        entries.into_iter().try_for_each(|entry| self.table.apply(entry))
    }

    /// The address of the table: of whoever of its people was last connected. Those who only watch
    /// are not asked: they would choose with whom it takes turns.
    pub(super) fn address(&mut self) -> Address {
        let RoomState { table, subscribers, .. } = self;
        let last = subscribers.iter().rev().find(|subscriber| {
            let guest = table.guest_of(subscriber.person);
            guest == Some(table.host()) || table.audiences(guest) != [Audience::Spectator]
        });
        self.address = last.map_or(self.address, |subscriber| subscriber.address);
        self.address
    }

    /// Counts the table while it is one of bots alone that plays and is driven here, and no longer.
    fn count_bot_table(&mut self, shared: &Shared) {
        if !self.own || self.table.stage() != Stage::Playing || !self.table.is_of_bots_alone() {
            self.bot_table = None;
        } else if self.bot_table.is_none() {
            self.bot_table = Some(shared.bot_tables.take_in(self.address));
        }
    }

    fn spread_present(&mut self, now: Moment) {
        let here = Present::here(&self.table, &self.subscribers);
        let text = frame(&self.presence.all(here, now));
        self.subscribers.retain(|subscriber| subscriber.tell(text.clone()));
    }
}

pub(super) fn bye(code: Code, text: &str) -> Frame {
    frame(&ServerMessage::Bye { code, text: text.into() })
}

fn you(table: &Table, subscriber: &Subscriber) -> Frame {
    frame(&ServerMessage::You(table.you(subscriber.person, subscriber.audience)))
}
