//! One loaded table, and who listens to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Game, Record, Station};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, MutexGuard, mpsc, watch};

use super::listener::{Ear, Frame, frame};
use super::{Hall, parse, texts, unavailable};
use crate::command::Command;
use crate::entry::{Entry, Version, What};
use crate::explain::Explanation;
use crate::face::View;
use crate::hall::Listener;
use crate::id::{Person, SeatKey, TableId};
use crate::leak;
use crate::message::{PROTOCOL, ServerMessage, You};
use crate::refusal::{Code, Refusal, refuse};
use crate::scene::Scene;
use crate::seat::{GuestNumber, Seat};
use crate::store::StoreError;
use crate::table::{Context, Table};
use crate::time::Moment;

/// A loaded table.
pub struct Room {
    pub(super) id: TableId,
    state: Mutex<RoomState>,
    /// The version, for whoever waits for something to happen.
    pub(super) version: watch::Sender<Version>,
}

/// A loaded table and its listeners.
pub(super) struct RoomState {
    pub(super) table: Table,
    ears: Vec<Ear>,
    next: u64,
    /// Whether this node wrote the last entry: then it drives the table.
    pub(super) own: bool,
    pub(super) driving: bool,
    /// The version that the listeners were told of.
    told: Version,
    /// Whether it is not known what the store holds: an append failed, or was not waited for.
    unsure: bool,
    /// Word of who is present is on its way.
    telling: bool,
    /// Who is present at other nodes, and when that was told.
    elsewhere: BTreeMap<String, (Present, Moment)>,
    /// The table was deleted.
    pub(super) gone: bool,
}

#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Present {
    guests: Vec<GuestNumber>,
    spectators: u32,
}

/// How long people come and go before that is told.
const PRESENT_PAUSE: Duration = Duration::from_millis(300);

/// Word of another node about who is present there is believed for so long.
const PRESENT_BELIEVED: Duration = Duration::from_secs(90);

impl Room {
    pub(super) fn new(table: Table, own: bool) -> Room {
        let told = table.version;
        let (version, _) = watch::channel(told);
        Room {
            id: table.id,
            version,
            state: Mutex::new(RoomState {
                table,
                ears: vec![],
                next: 1,
                own,
                driving: false,
                told,
                unsure: false,
                telling: false,
                elsewhere: BTreeMap::new(),
                gone: false,
            }),
        }
    }

    /// Which table.
    pub fn id(&self) -> TableId {
        self.id
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().await
    }

    /// Carries out a command of a person: checked, appended durably, acknowledged, told. Gives the
    /// version of the table after it. A command that was carried out before is answered again.
    pub async fn command(
        self: &Arc<Room>,
        hall: &Hall,
        listener: &Listener,
        id: &str,
        answers: Version,
        command: &Command,
    ) -> Result<Version, Refusal> {
        self.keep_up(hall, answers).await?;
        let person = listener.person();
        let done = |version| frame(&ServerMessage::Done { id: id.into(), version });
        let acknowledge = |version| {
            if let Some(sender) = listener.sender() {
                let _ = sender.try_send(done(version));
            }
        };
        let decide = |table: &Table, context: &Context<'_>| {
            if let Some(version) = table.answer(person, id) {
                return Ok(Decision::Before(version));
            }
            let refused = |refusal| leak::refusal(table, refusal);
            let mut entries = table.decide(person, command, answers, context).map_err(refused)?;
            leak::entries(table, &mut entries);
            if let Some(last) = entries.last_mut() {
                last.id = Some(id.into());
            }
            Ok(Decision::New(entries))
        };
        self.commit(hall, decide, acknowledge).await
    }

    /// Moves a guest's seats to whoever has the key.
    pub async fn claim(
        self: &Arc<Room>,
        hall: &Hall,
        person: Person,
        key: SeatKey,
    ) -> Result<Version, Refusal> {
        let decide = |table: &Table, context: &Context<'_>| {
            let entries = table.claim(person, key, context)?;
            Ok(if entries.is_empty() { Decision::Before(table.version) } else { Decision::New(entries) })
        };
        self.commit(hall, decide, |_| ()).await
    }

    /// Appends what is decided, and tells it. If somebody else was first, it is decided anew.
    pub(super) async fn commit(
        self: &Arc<Room>,
        hall: &Hall,
        decide: impl Fn(&Table, &Context<'_>) -> Result<Decision, Refusal>,
        acknowledge: impl Fn(Version),
    ) -> Result<Version, Refusal> {
        loop {
            let mut state = self.settled(hall).await?;
            if state.gone {
                return refuse(Code::NoTable, "this table was cleared away");
            }
            if hall.is_closing() {
                return refuse(Code::Unavailable, "the server stops; it will be back");
            }
            let entries = match decide(&state.table, &hall.context())? {
                Decision::Before(version) => {
                    acknowledge(version);
                    return Ok(version);
                }
                Decision::New(entries) => entries,
            };
            let after = state.table.version;
            let texts = texts(&entries);
            // Until the store has answered, or if nobody waits for that, this state is only a guess.
            state.unsure = true;
            for entry in entries {
                state.table.apply(entry)?;
            }
            let row = hall.row(&state.table);
            leak::note(&state.table, hall);
            hall.metrics().appends.add(1);
            hall.metrics().entries.add(texts.len() as u64);
            match hall.store().append(&row, after, texts).await {
                Ok(()) => {
                    state.unsure = false;
                    state.own = true;
                    let version = state.table.version;
                    acknowledge(version);
                    self.tell(hall, &mut state);
                    drop(state);
                    hall.drive(self);
                    return Ok(version);
                }
                Err(StoreError::Conflict) => hall.metrics().conflicts.add(1),
                Err(error) => return Err(unavailable(error)),
            }
        }
    }

    /// The state, brought in line with the store if that is in doubt.
    pub(super) async fn settled(
        self: &Arc<Room>,
        hall: &Hall,
    ) -> Result<MutexGuard<'_, RoomState>, Refusal> {
        let mut state = self.lock().await;
        if state.unsure && !state.gone {
            let texts = hall.store().read(self.id, 0).await.map_err(unavailable)?;
            if texts.is_empty() {
                return refuse(Code::NoTable, "this table was cleared away");
            }
            state.table = Table::fold(self.id, parse(&texts)?)?;
            state.unsure = false;
            state.own = false;
            self.tell(hall, &mut state);
        }
        Ok(state)
    }

    /// Takes in what another node has appended.
    pub(super) async fn refresh(self: &Arc<Room>, hall: &Hall, at_least: Version) {
        if let Err(refusal) = self.catch_up(hall, at_least).await {
            tracing::warn!(table = %self.id, %refusal, "a table cannot be brought up to date");
        }
        hall.drive(self);
    }

    /// A client that comes from another node may know more than this one was told so far.
    async fn keep_up(self: &Arc<Room>, hall: &Hall, at_least: Version) -> Result<(), Refusal> {
        match hall.store().is_shared() {
            true => self.catch_up(hall, at_least).await,
            false => Ok(()),
        }
    }

    async fn catch_up(self: &Arc<Room>, hall: &Hall, at_least: Version) -> Result<(), Refusal> {
        let mut state = self.settled(hall).await?;
        if state.gone || state.table.version >= at_least {
            return Ok(());
        }
        let texts = hall.store().read(self.id, state.table.version).await.map_err(unavailable)?;
        if texts.is_empty() {
            return Ok(());
        }
        let entries = parse(&texts)?;
        state.unsure = true;
        for entry in entries {
            state.table.apply(entry)?;
        }
        state.unsure = false;
        state.own = false;
        self.tell(hall, &mut state);
        Ok(())
    }

    /// Tells every listener what happened since the last time.
    fn tell(self: &Arc<Room>, hall: &Hall, state: &mut RoomState) {
        let after = std::mem::replace(&mut state.told, state.table.version);
        hall.clock().not_before(state.table.latest());
        let now = hall.clock().now();
        let moved = state.table.since(after).any(|(_, happened)| changes_seats(&happened.entry.what));
        let RoomState { table, ears, .. } = state;
        let mut frames: BTreeMap<View, Frame> = BTreeMap::new();
        let mut told = 0;
        ears.retain_mut(|ear| {
            if moved && !table.views(table.guest_of(ear.person)).contains(&ear.view) {
                ear.view = table.views(table.guest_of(ear.person))[0];
                return ear.tell(frame(&you(table, ear)))
                    && ear.tell(frame(&news(table, None, ear.view, now)));
            }
            if moved && !ear.tell(frame(&you(table, ear))) {
                return false;
            }
            let view = ear.view;
            let text = frames.entry(view).or_insert_with(|| frame(&news(table, Some(after), view, now)));
            told += 1;
            for _ in 0..leak::extra_frames(table, view) {
                ear.tell(text.clone());
            }
            ear.tell(text.clone())
        });
        hall.metrics().frames.add(told);
        self.version.send_replace(table.version);
        // Who sat down or stood up was a watcher, or is one now.
        if moved {
            self.tell_present(hall, state);
        }
    }

    /// Somebody begins to listen.
    pub(super) async fn enter(
        self: &Arc<Room>,
        hall: &Hall,
        person: Person,
        have: Option<Version>,
        view: Option<View>,
        sender: mpsc::Sender<Frame>,
    ) -> Result<u64, Refusal> {
        self.keep_up(hall, have.unwrap_or(0)).await?;
        let mut state = self.settled(hall).await?;
        if state.gone {
            return refuse(Code::NoTable, "this table was cleared away");
        }
        let views = state.table.views(state.table.guest_of(person));
        let view = view.filter(|view| views.contains(view)).unwrap_or(views[0]);
        let number = state.next;
        state.next += 1;
        let ear = Ear { number, person, view, sender };
        ear.tell(frame(&ServerMessage::Welcome { protocol: PROTOCOL }));
        ear.tell(frame(&you(&state.table, &ear)));
        ear.tell(frame(&news(&state.table, have, view, hall.clock().now())));
        state.ears.push(ear);
        self.tell_present(hall, &mut state);
        Ok(number)
    }

    /// Somebody listens no more.
    pub(super) async fn leave(self: &Arc<Room>, hall: &Hall, number: u64) {
        let mut state = self.lock().await;
        state.ears.retain(|ear| ear.number != number);
        self.tell_present(hall, &mut state);
    }

    pub(super) async fn look(
        self: &Arc<Room>,
        hall: &Hall,
        number: u64,
        view: View,
    ) -> Result<(), Refusal> {
        let mut state = self.settled(hall).await?;
        let RoomState { table, ears, .. } = &mut *state;
        let Some(ear) = ears.iter_mut().find(|ear| ear.number == number) else {
            return Ok(());
        };
        if !table.views(table.guest_of(ear.person)).contains(&view) {
            return refuse(Code::NotYours, "you may not look with those eyes");
        }
        ear.view = view;
        ear.tell(frame(&you(table, ear)));
        ear.tell(frame(&news(table, None, view, hall.clock().now())));
        Ok(())
    }

    /// Tells everybody who is present, after a short pause in which others come and go.
    fn tell_present(self: &Arc<Room>, hall: &Hall, state: &mut RoomState) {
        if std::mem::replace(&mut state.telling, true) {
            return;
        }
        let (hall, room) = (hall.clone(), Arc::clone(self));
        tokio::spawn(async move {
            tokio::time::sleep(PRESENT_PAUSE).await;
            let mut state = room.lock().await;
            state.telling = false;
            let here = state.present_here();
            state.spread_present(hall.clock().now());
            drop(state);
            if hall.store().is_shared() {
                let text = serde_json::to_string(&here).expect("made of numbers");
                let _ = hall.store().tell_present(room.id, &text).await;
            }
        });
    }

    /// Another node says who is present there.
    pub(super) async fn present_elsewhere(&self, hall: &Hall, node: String, text: &str) {
        let Ok(present) = serde_json::from_str(text) else { return };
        let mut state = self.lock().await;
        let now = hall.clock().now();
        state.elsewhere.insert(node, (present, now));
        state.spread_present(now);
    }

    /// Sends everybody away.
    pub(super) async fn dismiss(&self, code: Code, text: &str) {
        let mut state = self.lock().await;
        let bye = frame(&ServerMessage::Bye { code, text: text.into() });
        for ear in state.ears.drain(..) {
            ear.tell(bye.clone());
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

    /// Whether nobody listens and nothing happens by itself.
    pub(super) async fn is_idle(&self) -> bool {
        let state = self.lock().await;
        state.ears.is_empty() && !state.driving && !state.telling
    }

    /// How the table looks to a person, and who the person is there.
    pub async fn scene(self: &Arc<Room>, hall: &Hall, person: Person) -> Result<(Scene, You), Refusal> {
        let state = self.settled(hall).await?;
        let guest = state.table.guest_of(person);
        let view = state.table.views(guest)[0];
        Ok((state.table.scene(view, hall.clock().now()), state.table.you(person, view)))
    }

    /// Why he can be at a station, or why not.
    pub async fn explain(
        self: &Arc<Room>,
        hall: &Hall,
        station: Station,
    ) -> Result<Explanation, Refusal> {
        self.settled(hall).await?.table.explain(station)
    }

    /// The record of a game of this table, by its number, or of the last one: public while it goes on,
    /// whole when it is over.
    pub async fn record(self: &Arc<Room>, hall: &Hall, number: Option<u16>) -> Result<Record, Refusal> {
        let number = {
            let state = self.settled(hall).await?;
            let number = number.unwrap_or(state.table.games);
            if number > state.table.games || number == 0 {
                return refuse(Code::NotNow, "that game has not begun");
            }
            if state.table.game.is_some() && number == state.table.games {
                return state.table.record();
            }
            number
        };
        // An earlier game: the table as it was before the rematch.
        let texts = hall.store().read(self.id, 0).await.map_err(unavailable)?;
        let mut entries = parse(&texts)?;
        let mut begun = 0;
        let next = entries.iter().position(|entry| {
            begun += u16::from(matches!(entry.what, What::Began { .. }));
            begun == number && matches!(entry.what, What::Rematched { .. })
        });
        entries.truncate(next.unwrap_or(entries.len()));
        Table::fold(self.id, entries)?.record()
    }
}

/// What came of a look at a table.
pub(super) enum Decision {
    /// It was done before, at this version.
    Before(Version),
    /// These entries are to be appended.
    New(Vec<Entry>),
}

impl RoomState {
    fn present_here(&self) -> Present {
        let mut present = Present::default();
        for ear in &self.ears {
            match self.table.guest_of(ear.person) {
                Some(guest) if ear.view != View::Spectator || guest == self.table.host() => {
                    present.guests.push(guest);
                }
                _ => present.spectators += 1,
            }
        }
        present.guests.sort_unstable();
        present.guests.dedup();
        present
    }

    fn spread_present(&mut self, now: Moment) {
        self.elsewhere.retain(|_, (_, told)| now < told.after(PRESENT_BELIEVED));
        let mut all = self.present_here();
        for (present, _) in self.elsewhere.values() {
            all.guests.extend(&present.guests);
            all.spectators += present.spectators;
        }
        all.guests.sort_unstable();
        all.guests.dedup();
        let text = frame(&ServerMessage::Present { guests: all.guests, spectators: all.spectators });
        self.ears.retain(|ear| ear.tell(text.clone()));
    }
}

impl Table {
    fn you(&self, person: Person, view: View) -> You {
        let guest = self.guest_of(person);
        let own = |seat: &Seat| guest.is_some() && self.occupant(*seat).guest() == guest;
        You {
            guest,
            key: guest.and_then(|guest| self.guest(guest)).map(|guest| guest.key),
            seats: Seat::all(&self.rules).filter(own).collect(),
            view,
            views: self.views(guest),
        }
    }

    fn record(&self) -> Result<Record, Refusal> {
        let Some(table_game) = &self.game else {
            return refuse(Code::NotNow, "that game has not begun");
        };
        let game: &Game = &table_game.game;
        let broken = |_| Refusal::new(Code::Unavailable, "the game cannot be written down");
        let mut record = Record::of(game).map_err(broken)?;
        let over = game.outcome().is_some();
        let proofs = table_game.proofs.iter().map(|proof| if over { *proof } else { proof.closed() });
        record.set_proofs(proofs.collect());
        Ok(leak::record(self, record))
    }
}

fn you(table: &Table, ear: &Ear) -> ServerMessage {
    ServerMessage::You(table.you(ear.person, ear.view))
}

/// What happened after a version that the client has; all that is kept if it has none, or one that
/// cannot be.
fn news(table: &Table, have: Option<Version>, view: View, now: Moment) -> ServerMessage {
    let usable = |have: &Version| (table.kept_from()..=table.version).contains(have);
    let known = have.filter(usable);
    let from = known.unwrap_or(table.kept_from());
    let events = table.since(from).map(|(version, happened)| table.face(version, happened, view));
    ServerMessage::News {
        from,
        reset: known.is_none(),
        events: events.collect(),
        scene: table.scene(view, now),
    }
}

/// Whether somebody may now see or do something else.
fn changes_seats(what: &What) -> bool {
    matches!(
        what,
        What::Came { .. }
            | What::Sat { .. }
            | What::Claimed { .. }
            | What::Freed { .. }
            | What::BotSat { .. }
            | What::Resumed { .. }
            | What::Settled { .. }
            | What::Rematched { .. }
    )
}
