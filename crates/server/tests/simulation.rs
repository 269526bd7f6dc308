//! A server and its clients in a world of their own: messages are late, doubled and lost, links
//! break, nodes stop and come back, the store fails. A seed decides everything.
//!
//! What must hold: what a client shows is the fold of the frames that it got; an acknowledged command
//! is in the store once, any other at most once; in the end all see the same. People ask for seats, are sent
//! away and let in again, watch late, come with another device, report each other; numbers for the shuffle are
//! opened late or never; tables are put away and loaded again.
//!
//! `FOGBOUND_SEEDS=100000` plays more of them, `FOGBOUND_FIRST_SEED=25000` from there on, `FOGBOUND_SEED=7` one
//! alone; `FOGBOUND_THREADS=1` leaves the other processors to others.

#![allow(missing_docs)]

mod world;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Write;
use std::ops::Range;
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fogbound_engine::Pieces;
use fogbound_rules::{
    Action, FugitiveEvent, FugitiveView, Hex, Hunter, HunterView, Impossible, Number, PublicEvent, Rng,
    Rules, commitment,
};
use fogbound_server::hall;
use fogbound_server::hall::Hall;
use fogbound_server::store::{CountedBy, Failure, MemoryStore, Store};
use fogbound_table::Sitter;
use fogbound_table::access::{Access, Spectators};
use fogbound_table::chance::SeededChance;
use fogbound_table::command::{Command, Hearers};
use fogbound_table::id::{Person, SeatKey, TableId};
use fogbound_table::message::{ClientMessage, PROTOCOL};
use fogbound_table::seat::{GuestNumber, Seat};
use fogbound_table::settings::{Assist, Clock, Expiry, Settings};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use world::GAMES;

/// A link between a client and a node.
struct Link {
    up: mpsc::UnboundedSender<(Instant, String)>,
    down: mpsc::UnboundedReceiver<(Instant, String)>,
    /// What is still under way to the client.
    late: VecDeque<(Instant, String)>,
    pump: JoinHandle<()>,
}

/// Carries messages both ways, each after its delay, until one end is gone.
fn link(hall: &Hall, table: TableId, person: Person, delay: Duration) -> Link {
    let (up, mut uplink) = mpsc::unbounded_channel::<(Instant, String)>();
    let (downlink, down) = mpsc::unbounded_channel();
    let hall = hall.clone();
    let pump = tokio::spawn(async move {
        let Ok(room) = hall.room(table).await else { return };
        let mut connection = hall::Client::new(room, person, world::address(1));
        loop {
            tokio::select! {
                biased;
                frame = connection.next() => {
                    let Some(frame) = frame else { return };
                    // What the client does not take any more is lost; what it sent still comes.
                    let _ = downlink.send((Instant::now() + delay, frame.to_string()));
                }
                message = uplink.recv() => {
                    let Some((due, text)) = message else { return };
                    tokio::time::sleep_until(due).await;
                    connection.receive(&text).await;
                }
            }
        }
    });
    Link { up, down, late: VecDeque::new(), pump }
}

/// What a client shows, folded from its frames.
#[derive(Default)]
struct Folded {
    version: u64,
    /// What happened, one event for each version; the first follows this version.
    from: u64,
    told: VecDeque<Value>,
    /// There is more before it, which has to be asked for.
    earlier: bool,
    scene: Value,
    game: FoldedGame,
}

/// The events of the last game, and what its sides know by them. It is followed event by event, as a fold of all of
/// them with each news takes most of the time that there is.
#[derive(Default)]
struct FoldedGame {
    events: Vec<FugitiveEvent>,
    hunters: Option<HunterView>,
    fugitive: Option<FugitiveView>,
}

impl FoldedGame {
    /// Takes in what happened at the table.
    fn take_in(&mut self, event: &Value) -> Result<(), String> {
        match event["what"].as_str() {
            Some("began") => *self = FoldedGame::default(),
            Some("undone") => {
                let mut events = std::mem::take(&mut self.events);
                events.truncate(event["events"].as_u64().unwrap_or(0) as usize);
                *self = FoldedGame { events, ..FoldedGame::default() };
                return Ok(());
            }
            _ => {}
        }
        for told in event["events"].as_array().into_iter().flatten() {
            self.events.push(FugitiveEvent::deserialize(told).map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    /// What the hunters know now.
    fn hunters(&mut self, rules: &Arc<Rules>) -> Result<&HunterView, Impossible> {
        let view = match self.hunters.take() {
            Some(mut view) => {
                let new = &self.events[view.events().len()..];
                new.iter().try_for_each(|event| view.apply(&event.public))?;
                view
            }
            None => HunterView::fold(rules, self.events.iter().map(|event| &event.public))?,
        };
        Ok(self.hunters.insert(view))
    }

    /// What the fugitive knows now, if his part of it is told.
    fn fugitive(&mut self, rules: &Arc<Rules>) -> Result<Option<&FugitiveView>, Impossible> {
        if self.events.first().is_none_or(|first| first.private.is_none()) {
            return Ok(None);
        }
        let view = match self.fugitive.take() {
            Some(mut view) => {
                let new = &self.events[view.hunters().events().len()..];
                new.iter().try_for_each(|event| view.apply(event))?;
                view
            }
            None => FugitiveView::fold(rules, self.events.iter().cloned())?,
        };
        Ok(Some(self.fugitive.insert(view)))
    }
}

impl Folded {
    /// Takes in a page of what happened before.
    fn take_page(&mut self, page: &Value) -> Result<(), String> {
        let from = page["from"].as_u64().ok_or("no version")?;
        let events = page["events"].as_array().ok_or("no events")?;
        // A page that was asked for twice, or before everything was told anew, is passed over.
        if from + events.len() as u64 != self.from || events.is_empty() {
            return Ok(());
        }
        for event in events.iter().rev() {
            if event["version"].as_u64() != Some(self.from) {
                return Err(format!("version {} is missing in a page", self.from));
            }
            self.told.push_front(event.clone());
            self.from -= 1;
        }
        self.earlier = page["earlier"] == true;
        self.game = FoldedGame::default();
        self.told.iter().try_for_each(|event| self.game.take_in(event))
    }
}

/// When somebody opens the number that was promised.
#[derive(Clone, Copy, PartialEq)]
enum Opening {
    WhenAsked,
    /// At this time, whether it is still waited for or not.
    At(Instant),
    Never,
}

/// What nobody at the table may read.
const COMPLAINT: &str = "between us";

struct SimClient {
    person: Person,
    is_host: bool,
    /// What the person adds to the shuffle, and when that is opened; and the command that did so.
    number: Number,
    opens: Opening,
    opened: Option<String>,
    /// The secret with which another device comes in, and the other devices of the person.
    key: Option<SeatKey>,
    other_devices: Vec<u8>,
    /// Whether the person was ever told late: then versions in answers are late too.
    was_late: bool,
    /// How many pages of what happened before were taken in.
    pages: u64,
    node: usize,
    link: Option<Link>,
    folded: Folded,
    fugitive: bool,
    seats: Vec<Seat>,
    /// A command that was sent and is not answered: its id, and the message.
    pending: Option<(String, String)>,
    /// The versions of each command that was acknowledged.
    acknowledged: BTreeMap<String, BTreeSet<u64>>,
    next: u64,
    waiting: u32,
}

impl SimClient {
    fn new(number: u64, node: usize) -> SimClient {
        SimClient {
            person: world::person(number),
            is_host: number == 1,
            number: Hex([number as u8; 32]),
            opens: Opening::WhenAsked,
            opened: None,
            key: None,
            other_devices: vec![],
            was_late: false,
            pages: 0,
            node,
            link: None,
            folded: Folded::default(),
            fugitive: false,
            seats: vec![],
            pending: None,
            acknowledged: BTreeMap::new(),
            next: number * 1_000_000,
            waiting: 0,
        }
    }

    fn connect(&mut self, hall: &Hall, table: TableId, rng: &mut Rng) {
        let delay = Duration::from_millis(rng.below(80) as u64);
        let link = link(hall, table, self.person, delay);
        // A page that was loaded anew has nothing.
        if rng.below(6) == 0 {
            self.folded = Folded::default();
        }
        let have = (self.folded.version > 0).then_some(self.folded.version);
        let hello = ClientMessage::Hello { protocol: PROTOCOL, have, audience: None };
        self.link = Some(link);
        self.send(serde_json::to_string(&hello).unwrap(), rng);
        if let Some((_, text)) = self.pending.clone() {
            self.send(text, rng);
        }
    }

    fn send(&mut self, text: String, rng: &mut Rng) {
        let Some(link) = &self.link else { return };
        let due = Instant::now() + Duration::from_millis(rng.below(60) as u64);
        let _ = link.up.send((due, text.clone()));
        if rng.below(10) == 0 {
            let _ = link.up.send((due, text));
        }
    }

    /// The link breaks. What is under way to the server may still arrive, or the server loses the
    /// connection in the middle of its work.
    fn break_link(&mut self, rng: &mut Rng) {
        if let Some(link) = self.link.take()
            && rng.below(2) == 0
        {
            link.pump.abort();
        }
    }

    fn take_in(&mut self, rules: &Arc<Rules>) -> Result<(), String> {
        let now = Instant::now();
        let mut frames = vec![];
        if let Some(link) = &mut self.link {
            while let Ok(frame) = link.down.try_recv() {
                link.late.push_back(frame);
            }
            while link.late.front().is_some_and(|(due, _)| *due <= now) {
                frames.extend(link.late.pop_front().map(|(_, frame)| frame));
            }
            if link.down.is_closed() && link.late.is_empty() && frames.is_empty() {
                self.link = None;
            }
        }
        for frame in frames {
            self.take_frame(&frame, rules)?;
        }
        Ok(())
    }

    fn take_frame(&mut self, frame: &str, rules: &Arc<Rules>) -> Result<(), String> {
        if frame.contains(COMPLAINT) {
            return Err("a report was told at the table".into());
        }
        let mut message: Value = serde_json::from_str(frame).map_err(|error| error.to_string())?;
        match message["type"].as_str() {
            Some("news") => self.take_news(&mut message, rules)?,
            Some("history") => {
                let had = self.folded.told.len();
                self.folded.take_page(&message)?;
                self.pages += u64::from(self.folded.told.len() > had);
                self.check_fold(rules)?;
            }
            Some("you") => {
                self.seats = serde_json::from_value(message["seats"].clone()).unwrap_or_default();
                self.fugitive = message["audience"] == "fugitive";
                self.key = serde_json::from_value(message["key"].clone()).unwrap_or_default();
                let others = message["devices"].as_array().into_iter().flatten();
                let others = others.filter(|device| device["this"] == false);
                self.other_devices =
                    others.filter_map(|it| it["device"].as_u64()).map(|n| n as u8).collect();
                self.was_late |= message["delay"].is_u64();
            }
            Some("done") => {
                let id = message["id"].as_str().unwrap_or_default().to_string();
                let version = message["version"].as_u64().unwrap_or(0);
                self.acknowledged.entry(id.clone()).or_default().insert(version);
                self.settle(&id);
            }
            Some("refused") => {
                let id = message["id"].as_str().unwrap_or_default().to_string();
                // A store that fails leaves it open: the same command is sent again.
                if message["code"] != "unavailable" {
                    self.settle(&id);
                }
            }
            Some("bye") => self.link = None,
            _ => {}
        }
        Ok(())
    }

    fn settle(&mut self, id: &str) {
        if self.pending.as_ref().is_some_and(|(pending, _)| pending == id) {
            self.pending = None;
        }
    }

    fn take_news(&mut self, news: &mut Value, rules: &Arc<Rules>) -> Result<(), String> {
        let from = news["from"].as_u64().ok_or("no version")?;
        if news["reset"] == true {
            let earlier = news["earlier"] == true;
            self.folded = Folded { version: from, from, earlier, ..Folded::default() };
        }
        if from != self.folded.version {
            return Err(format!("news from {from}, but the client has {}", self.folded.version));
        }
        for event in news["events"].as_array_mut().into_iter().flatten() {
            self.folded.version += 1;
            if event["version"].as_u64() != Some(self.folded.version) {
                return Err(format!("version {} is missing", self.folded.version));
            }
            self.folded.game.take_in(event)?;
            self.folded.told.push_back(event.take());
        }
        match news["scene"].take() {
            Value::Null if self.folded.scene.is_null() => return Err("there is no scene".into()),
            Value::Null => self.folded.scene["version"] = self.folded.version.into(),
            scene => self.folded.scene = scene,
        }
        self.check_fold(rules)
    }

    /// What the scene says is what the events say.
    fn check_fold(&mut self, rules: &Arc<Rules>) -> Result<(), String> {
        let Folded { version, earlier, ref scene, ref mut game, .. } = self.folded;
        if scene["version"].as_u64() != Some(version) {
            return Err("the scene is of another version than its events".into());
        }
        if scene["game"].is_null() || game.events.is_empty() || earlier {
            return Ok(());
        }
        let view = game.hunters(rules).map_err(|error| error.to_string())?;
        let mut expected = serde_json::to_value(view).map_err(|error| error.to_string())?;
        for key in ["state", "log", "ending"] {
            if expected[key].take() != scene["game"][key] {
                return Err(format!("'{key}' of the scene is not the fold of the events"));
            }
        }
        if self.fugitive
            && let Some(view) = game.fugitive(rules).map_err(|error| error.to_string())?
        {
            let route = serde_json::to_value(view.route()).unwrap();
            if scene["game"]["own"]["route"] != route {
                return Err("the route of the scene is not the fold of the events".into());
            }
        }
        Ok(())
    }

    /// Does something, if it waits for nothing.
    fn act(&mut self, rules: &Arc<Rules>, rng: &mut Rng) {
        if self.link.is_none() || self.folded.scene.is_null() {
            return;
        }
        if self.folded.earlier && rng.below(4) == 0 {
            let message = ClientMessage::History { until: self.folded.from };
            self.send(serde_json::to_string(&message).unwrap(), rng);
        }
        if self.pending.is_some() {
            // After a while without an answer it is sent again.
            self.waiting += 1;
            if self.waiting.is_multiple_of(20) {
                let text = self.pending.clone().unwrap().1;
                self.send(text, rng);
            }
            return;
        }
        self.waiting = 0;
        let Some(command) = self.choose(rules, rng) else { return };
        self.next += 1;
        let id = format!("c{}", self.next);
        if let Command::Open { .. } = command {
            self.opened.get_or_insert(id.clone());
        }
        let version = self.folded.version;
        let message = ClientMessage::Do { id: id.clone(), version, command };
        let text = serde_json::to_string(&message).unwrap();
        self.pending = Some((id, text.clone()));
        self.send(text, rng);
    }

    /// Whether the table waits for this person's number.
    fn is_to_open(&self) -> bool {
        let shuffle = &self.folded.scene["shuffle"];
        let own = commitment(self.number).to_string();
        let all = shuffle["contributions"].as_array().into_iter().flatten();
        let waited_for = |it: &Value| it["commitment"] == own && it["number"].is_null();
        !shuffle["time_left"].is_null() && all.into_iter().any(waited_for)
    }

    fn choose(&self, rules: &Arc<Rules>, rng: &mut Rng) -> Option<Command> {
        let opens = match self.opens {
            Opening::WhenAsked => self.is_to_open() && rng.below(3) == 0,
            Opening::At(when) => self.opened.is_none() && Instant::now() >= when,
            Opening::Never => false,
        };
        if opens {
            return Some(Command::Open { number: self.number });
        }
        let game = &self.folded.scene["game"];
        let actions: Vec<Action> = Deserialize::deserialize(&game["actions"]).unwrap_or_default();
        let own: Pieces = self.seats.iter().filter_map(|seat| seat.hunter()).collect();
        let may = |action: &&Action| match self.fugitive {
            true => true,
            false => own.may(rules, **action) || is_bobby(**action),
        };
        let mine: Vec<&Action> = actions.iter().filter(may).collect();
        match rng.below(30) {
            0 => Some(Command::Say { to: Hearers::Table, text: "hm".into() }),
            1 if !self.fugitive && !own_is_empty(&self.seats) => {
                Some(Command::Say { to: Hearers::Team, text: "there".into() })
            }
            2 => Some(Command::AskUndo),
            3 | 4 => Some(Command::AnswerUndo { agree: rng.below(2) == 0 }),
            5..=20 if !mine.is_empty() => Some(Command::Act { action: *mine[rng.below(mine.len())] }),
            21..=24 if self.is_host => self.host_decides(rng),
            25..=26 if self.seats.is_empty() => {
                Some(Command::AskSeat { seat: Seat::detective(1 + rng.below(3))? })
            }
            27 => self.other_devices.first().map(|&device| Command::RemoveDevice { device }),
            _ => None,
        }
    }

    /// What only the host may do.
    fn host_decides(&self, rng: &mut Rng) -> Option<Command> {
        let request = self.folded.scene["seat_requests"].get(0);
        let asks = request.and_then(|request| request["guest"].as_u64());
        match rng.below(12) {
            0..=7 => {
                let guest = GuestNumber(asks? as u16);
                Some(Command::AnswerSeat { guest, agree: rng.below(3) > 0 })
            }
            8 | 9 => {
                let spectators = match rng.below(4) {
                    0 => Spectators::Off,
                    1 => Spectators::Welcome,
                    _ => Spectators::Delayed { moves: 1 + rng.below(6) as u8 },
                };
                let access = Access { spectators, locked: rng.below(4) == 0, ..Access::default() };
                Some(Command::Access { access })
            }
            _ => {
                let guest = GuestNumber(2 + rng.below(2) as u16);
                Some(Command::Ban { guest, banned: rng.below(2) == 0 })
            }
        }
    }
}

fn is_bobby(action: Action) -> bool {
    matches!(action, Action::Hunt { hunter, .. } if hunter.is_bobby())
}

fn own_is_empty(seats: &[Seat]) -> bool {
    seats.iter().filter_map(|seat| seat.hunter()).collect::<Vec<Hunter>>().is_empty()
}

/// Whether things go wrong.
#[derive(Clone)]
struct Trouble(Arc<Mutex<(Rng, bool)>>);

impl Trouble {
    fn new(seed: u64) -> Trouble {
        Trouble(Arc::new(Mutex::new((Rng::for_game(99, seed), true))))
    }

    fn end(&self) {
        self.0.lock().unwrap().1 = false;
    }

    fn mishap(&self) -> Option<Failure> {
        let (rng, on) = &mut *self.0.lock().unwrap();
        match rng.below(40) {
            0 if *on => Some(Failure::Lost),
            1 if *on => Some(Failure::Unanswered),
            _ => None,
        }
    }

    fn delay(&self) -> Duration {
        let (rng, on) = &mut *self.0.lock().unwrap();
        Duration::from_millis(if *on { rng.below(15) as u64 } else { 0 })
    }

    fn node(&self, base: &MemoryStore, number: u64) -> Arc<dyn Store> {
        let (mishaps, delays) = (self.clone(), self.clone());
        let store = base.node(number).with_mishaps(Box::new(move || mishaps.mishap()));
        Arc::new(store.with_delay(move || delays.delay()))
    }
}

async fn start_node(trouble: &Trouble, base: &MemoryStore, number: u64, seed: u64) -> Hall {
    let chance = Arc::new(SeededChance::new(seed.wrapping_mul(31).wrapping_add(number)));
    let hall = Hall::new(world::parts(trouble.node(base, number), chance));
    hall.open().await.expect("a store in memory opens");
    hall
}

/// How often the rarer things came about, by name.
#[derive(Default)]
struct Reached(BTreeMap<String, u64>);

impl Reached {
    fn add(&mut self, what: &str, times: u64) {
        *self.0.entry(what.into()).or_default() += times;
    }
}

/// What must come about in some of a thousand games: entries of these kinds, and more.
const RARER: [&str; 17] = [
    "counted",
    "settled",
    "readied",
    "seat_asked",
    "seat_granted",
    "seat_declined",
    "banned",
    "access_set",
    "device_added",
    "device_removed",
    "number_opened",
    "told late",
    "pages",
    "opened late",
    "never opened",
    "reports",
    "put away",
];

async fn simulate(seed: u64) -> Result<Reached, String> {
    let mut rng = Rng::for_game(2026, seed);
    let trouble = Trouble::new(seed);
    let base = MemoryStore::default();
    let mut started = 0;
    let mut halls = vec![];
    for _ in 0..1 + rng.below(2) {
        started += 1;
        halls.push(start_node(&trouble, &base, started, seed).await);
    }
    let (edition, detectives) = GAMES[rng.below(GAMES.len())];
    let mut settings = world::settings(edition, detectives);
    if rng.below(3) == 0 {
        settings.clock = Clock::Move { seconds: 5, expiry: Expiry::Random };
    }
    settings.hints = rng.below(3) == 0;
    world::decide_pool(&mut settings, &mut rng);
    let rules = settings.rules(&fogbound_rules::Library::default()).unwrap();
    let sitters: Vec<(Seat, Sitter)> = world::seats(detectives)
        .map(|seat| match rng.below(4) {
            0 => (seat, Sitter::Bot(world::level(1))),
            1 if seat != Seat::FUGITIVE => (seat, Sitter::Open),
            _ => (seat, Sitter::Me),
        })
        .collect();
    // The fourth may come to be another device of the second.
    let mut clients: Vec<SimClient> =
        (1..=4).map(|number| SimClient::new(number, rng.below(halls.len()))).collect();
    let table = loop {
        match halls[0]
            .make(clients[0].person, world::address(1), "A", settings.clone(), &sitters, false)
            .await
        {
            Ok(table) => break table,
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    };
    clients[1].opens = match rng.below(4) {
        0 => Opening::Never,
        1 => Opening::At(Instant::now() + Duration::from_millis(4000 + rng.below(3000) as u64)),
        _ => Opening::WhenAsked,
    };
    let mut reached = Reached::default();
    let adds = [rng.below(2) == 0, rng.below(2) == 0];
    let changed = (rng.below(3) == 0).then(|| Settings { assist: Assist::Set, ..settings.clone() });
    seat_all(&halls[0], table, &clients, &sitters, adds, changed).await;
    let steps = 150 + rng.below(150);
    let mut all_may_come = false;
    for step in 0..steps + 1200 {
        let calm = step >= steps;
        if step == steps {
            trouble.end();
        }
        tokio::time::sleep(Duration::from_millis(1 + rng.below(50) as u64)).await;
        // What the host has sent before may still come.
        if calm && !all_may_come && clients[0].pending.is_none() {
            let_everybody_in(&halls[0], table, &clients[0]).await;
            all_may_come = true;
        }
        if !calm {
            do_rarer_things(&halls, table, &mut clients, &mut reached, &mut rng).await;
        }
        if !calm && rng.below(60) == 0 {
            let index = rng.below(halls.len());
            halls[index].close().await;
            for client in clients.iter_mut().filter(|client| client.node == index) {
                client.break_link(&mut rng);
            }
            started += 1;
            halls[index] = start_node(&trouble, &base, started, seed).await;
        }
        for client in &mut clients {
            client.take_in(&rules)?;
            if !calm && rng.below(25) == 0 {
                client.break_link(&mut rng);
                client.node = rng.below(halls.len());
            }
            if client.link.is_none() && rng.below(3) == 0 {
                client.connect(&halls[client.node], table, &mut rng);
            }
            if !calm {
                client.act(&rules, &mut rng);
            } else if client.pending.is_some() && step % 40 == 0 {
                let text = client.pending.clone().unwrap().1;
                client.send(text, &mut rng);
            }
        }
        if calm && step > steps + 100 && settled(&base, table, &clients).await {
            break;
        }
    }
    check_end(&base, table, &clients).await?;
    if (base.reports().len() as u64) < reached.0.get("reports").copied().unwrap_or(0) {
        return Err("a report that was taken is lost".into());
    }
    count_entries(&base, table, &clients, &mut reached).await;
    Ok(reached)
}

/// What is done beside the socket: another device comes in, somebody is reported, everybody leaves for so
/// long that the table is put away.
async fn do_rarer_things(
    halls: &[Hall],
    table: TableId,
    clients: &mut [SimClient],
    reached: &mut Reached,
    rng: &mut Rng,
) {
    let hall = &halls[rng.below(halls.len())];
    if rng.below(40) == 0
        && let (Some(key), Ok(room)) = (clients[1].key, hall.room(table).await)
    {
        // Also with a key that does not fit any more.
        let _ = room.claim(clients[3].person, key).await;
    }
    if rng.below(60) == 0
        && let Ok(room) = hall.room(table).await
    {
        let (who, of) = (rng.below(clients.len()), GuestNumber(1 + rng.below(2) as u16));
        let taken = room.report(clients[who].person, of, COMPLAINT).await;
        reached.add("reports", u64::from(taken.is_ok()));
    }
    if rng.below(150) == 0 {
        for client in clients {
            client.break_link(rng);
        }
        // Longer than between two looks for idle tables.
        tokio::time::sleep(Duration::from_secs(70)).await;
        reached.add("put away", halls.iter().filter(|hall| hall.loaded() == 0).count() as u64);
    }
}

/// In the end nobody is kept out, or told late.
async fn let_everybody_in(hall: &Hall, table: TableId, host: &SimClient) {
    let banned = [2, 3, 4].map(|guest| Command::Ban { guest: GuestNumber(guest), banned: false });
    let commands = [Command::Access { access: Access::default() }].into_iter().chain(banned);
    for (number, command) in (500..).zip(commands) {
        insist(hall, table, host.person, command, number).await;
    }
}

async fn count_entries(
    base: &MemoryStore,
    table: TableId,
    clients: &[SimClient],
    reached: &mut Reached,
) {
    for entry in base.read(table, 0).await.unwrap() {
        let entry: Value = serde_json::from_str(&entry).unwrap();
        reached.add(entry["what"].as_str().unwrap_or_default(), 1);
    }
    let counted = base.starts().await.unwrap();
    let starts = counted.iter().filter(|cell| cell.by == CountedBy::Start);
    reached.add("counted", starts.map(|cell| cell.games).sum());
    for client in clients {
        reached.add("told late", u64::from(client.was_late));
        reached.add("pages", client.pages);
    }
    // Who has promised a number and did not open it in time.
    let refused = clients[1].opened.as_ref().is_some_and(|id| !clients[1].acknowledged.contains_key(id));
    let promised = reached.0.get("committed").copied().unwrap_or(0) > 0;
    let is_late = matches!(clients[1].opens, Opening::At(_)) && refused;
    reached.add("opened late", u64::from(promised && is_late));
    reached.add("never opened", u64::from(promised && clients[1].opens == Opening::Never));
}

/// The second client takes the open seats, some promise numbers, and the game starts; perhaps after a change of what was
/// agreed, which has to be agreed on anew where hints may be taken.
async fn seat_all(
    hall: &Hall,
    table: TableId,
    clients: &[SimClient],
    sitters: &[(Seat, Sitter)],
    adds: [bool; 2],
    changed: Option<Settings>,
) {
    let mut commands = vec![];
    for &(seat, _) in sitters.iter().filter(|(_, who)| *who == Sitter::Open) {
        commands.push((&clients[1], Command::Sit { seat }));
    }
    for ((client, sitter), adds) in clients.iter().zip([Sitter::Me, Sitter::Open]).zip(adds) {
        if adds && sitters.iter().any(|(_, who)| *who == sitter) {
            commands.push((client, Command::Commit { commitment: commitment(client.number) }));
        }
    }
    let ready = (&clients[1], Command::Ready { ready: true });
    let start = (&clients[0], Command::Start { fill: None });
    commands.push(ready.clone());
    if let Some(settings) = changed {
        commands.push((&clients[0], Command::Settle { settings }));
        commands.push(start.clone());
        commands.push(ready);
    }
    commands.push(start);
    for (number, (client, command)) in (0..).zip(commands) {
        insist(hall, table, client.person, command, number).await;
    }
}

/// Sends a command until it is done. Each has a number of its own: what comes again is the same one.
async fn insist(hall: &Hall, table: TableId, person: Person, command: Command, number: u64) {
    loop {
        let mut client = world::Client::connect(hall, table, person).await;
        if client.frames.is_empty() {
            continue;
        }
        client.commands = number;
        let answer = client.command(command.clone()).await;
        // After a failure it may have been done all the same: then it cannot be done again.
        let again = ["unavailable", "limit"].iter().any(|code| answer["code"] == *code);
        if answer["type"] == "done" || answer["type"] == "refused" && !again {
            return;
        }
    }
}

async fn settled(base: &MemoryStore, table: TableId, clients: &[SimClient]) -> bool {
    let stored = base.versions(&[table]).await.unwrap()[0].1;
    let done = |client: &SimClient| client.folded.version == stored && client.pending.is_none();
    // A game that waits for numbers begins by itself.
    let begun = |client: &SimClient| client.folded.scene["shuffle"]["time_left"].is_null();
    clients.iter().all(|client| done(client) && begun(client))
}

/// No game began with hints that somebody with a seat had not agreed to. A table with such a change of its settings begins
/// when the second is ready again.
fn check_agreed(entries: &[Value]) -> Result<(), String> {
    let (mut hints, mut ready) = (false, BTreeSet::new());
    let mut seats: BTreeMap<String, u64> = BTreeMap::new();
    for entry in entries {
        let by = entry["by"].as_u64();
        let seat = || entry["seat"].as_str().unwrap_or_default().to_string();
        match entry["what"].as_str().unwrap_or_default() {
            "made" => hints = entry["settings"]["hints"] == true,
            "settled" => {
                hints = entry["settings"]["hints"] == true;
                ready.clear();
            }
            "readied" if entry["ready"] == true => ready.extend(by),
            "sat" => drop(seats.insert(seat(), by.ok_or("nobody sat")?)),
            "bot_sat" => drop(seats.remove(&seat())),
            "shuffle_began" => {
                let seated: BTreeSet<u64> = seats.values().copied().collect();
                let agreed = seated.iter().all(|guest| Some(*guest) == by || ready.contains(guest));
                return match hints && seated.len() > 1 && !agreed {
                    true => Err("a game began with hints to which not all had agreed".into()),
                    false => Ok(()),
                };
            }
            _ => {}
        }
    }
    Err("no game began".into())
}

async fn check_end(base: &MemoryStore, table: TableId, clients: &[SimClient]) -> Result<(), String> {
    let entries = base.read(table, 0).await.unwrap();
    let parsed: Vec<Value> = entries.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    check_agreed(&parsed)?;
    // A move is there once. Other commands are there once a guest: whoever sends again what was done, after the
    // device was sent away, is another guest, who may talk and ask for a seat.
    let mut ids = BTreeMap::new();
    for text in &entries {
        let entry: Value = serde_json::from_str(text).unwrap();
        let Some(id) = entry["id"].as_str().filter(|id| id.len() > 5) else { continue };
        let by = if entry["what"] == "played" { None } else { entry["by"].as_u64() };
        if let Some(before) = ids.insert((id.to_string(), by), text) {
            return Err(format!("{id} is in the store twice: {before} and {text}"));
        }
    }
    for client in clients {
        for (id, versions) in &client.acknowledged {
            let times = ids.keys().filter(|(stored, _)| stored == id).count();
            if times == 0 {
                return Err(format!("{id} was acknowledged and is lost"));
            }
            if versions.len() > times && !client.was_late {
                return Err(format!("{id} was acknowledged at {versions:?}"));
            }
        }
        if client.folded.version != entries.len() as u64 {
            let (has, there) = (client.folded.version, entries.len());
            return Err(format!("a client ends with version {has}, the store with {there}"));
        }
        if let Some((id, _)) = &client.pending {
            return Err(format!("{id} was never answered"));
        }
    }
    // Everybody sees the same position.
    let public = |client: &SimClient| client.folded.scene["game"]["state"].clone();
    if clients.iter().any(|client| public(client) != public(&clients[0])) {
        return Err("the clients see different positions".into());
    }
    check_proofs(base, table, clients).await?;
    check_counted(base, clients).await?;
    let last = clients[0].folded.game.events.last().map(|event| &event.public);
    let ended = matches!(last, Some(PublicEvent::Ended(_)));
    let over = clients[0].folded.scene["stage"] == "over";
    if ended != over { Err("the stage does not fit the game".into()) } else { Ok(()) }
}

/// The game is counted once if it ended, was not given up and had the usual options, and not at all otherwise.
async fn check_counted(base: &MemoryStore, clients: &[SimClient]) -> Result<(), String> {
    let cells = base.starts().await.map_err(|error| error.to_string())?;
    let endings = cells.iter().filter(|cell| cell.by == CountedBy::Ending);
    let counted: u64 = endings.map(|cell| cell.games).sum();
    let scene = &clients[0].folded.scene;
    let cause = scene["game"]["ending"]["outcome"]["cause"].as_str();
    let usual = scene["about"]["changed"].as_array().is_some_and(Vec::is_empty);
    let expected = u64::from(usual && cause.is_some_and(|cause| cause != "conceded"));
    match counted == expected {
        true => Ok(()),
        false => Err(format!("a game was counted {counted} times: {cause:?}")),
    }
}

/// Everybody was told the same heads, and they are those of the record; a number whose opening was acknowledged
/// is in it, and one that was never opened is left out.
async fn check_proofs(base: &MemoryStore, table: TableId, clients: &[SimClient]) -> Result<(), String> {
    let hall = Hall::new(world::parts(Arc::new(base.node(999)), Arc::new(SeededChance::new(1))));
    let room = hall.room(table).await.map_err(|error| error.to_string())?;
    let Ok(record) = room.record(clients[0].person, None).await else {
        return Err("the game never began".into());
    };
    let chain = record.chain().ok_or("the game has no chain")?;
    for client in clients {
        for event in client.folded.told.iter().filter(|event| !event["proof"].is_null()) {
            let link = event["proof"]["link"].as_u64().ok_or("a proof has no link")? as usize;
            let head = chain.links.get(link).map(|link| link.head.to_string());
            if head.as_deref() != event["proof"]["head"].as_str() {
                return Err(format!("a client was told another head of link {link}"));
            }
            if event["proof"]["signature"].as_str().map(str::len) != Some(128) {
                return Err(format!("link {link} is not signed"));
            }
        }
        let own = commitment(client.number);
        let added = chain.shuffle.contributions.iter().find(|it| it.commitment == own);
        if added.is_some_and(|added| client.opens == Opening::Never && added.number.is_some()) {
            return Err("a number was opened by nobody".into());
        }
        let opened = client.opened.as_ref().is_some_and(|id| client.acknowledged.contains_key(id));
        if opened && added.is_none_or(|added| added.number.is_none()) {
            return Err("a number was opened in time and is left out".into());
        }
    }
    let rules = Arc::new(record.builtin_rules().map_err(|error| error.to_string())?);
    record.replay(&rules).map(drop).map_err(|error| error.to_string())
}

/// A world of its own for one seed.
fn outcome(seed: u64) -> Result<Reached, String> {
    let simulated = catch_unwind(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime");
        runtime.block_on(simulate(seed))
    });
    simulated.unwrap_or_else(|_| Err("it panicked, see above".into()))
}

/// How far a run is.
struct Progress {
    left: Range<u64>,
    done: u64,
    reached: Reached,
    failed: BTreeMap<u64, String>,
}

impl Progress {
    /// The next seed, unless one has failed.
    fn next_seed(&mut self) -> Option<u64> {
        self.left.next().filter(|_| self.failed.is_empty())
    }

    fn take_in(&mut self, seed: u64, outcome: Result<Reached, String>) {
        self.done += 1;
        match outcome {
            Ok(one) => one.0.iter().for_each(|(what, times)| self.reached.add(what, *times)),
            Err(reason) => drop(self.failed.insert(seed, reason)),
        }
    }
}

/// Plays all of these seeds, so many at once. A long run tells on stderr, past the test's own hands, how far
/// it is.
fn play(seeds: Range<u64>, threads: u64) -> Result<Reached, String> {
    const TOLD: u64 = 1000;
    let (all, begun) = (seeds.end - seeds.start, std::time::Instant::now());
    let (reached, failed) = (Reached::default(), BTreeMap::new());
    let progress = Mutex::new(Progress { left: seeds, done: 0, reached, failed });
    let lock = || progress.lock().expect("nothing panics while it is held");
    let work = || {
        loop {
            let Some(seed) = lock().next_seed() else { return };
            let outcome = outcome(seed);
            let mut progress = lock();
            progress.take_in(seed, outcome);
            if all > TOLD && progress.done.is_multiple_of(TOLD) {
                let (done, seconds) = (progress.done, begun.elapsed().as_secs());
                let _ = writeln!(std::io::stderr(), "{done} of {all} seeds, {seconds} s");
            }
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let progress = progress.into_inner().expect("nothing panics while it is held");
    match progress.failed.first_key_value() {
        Some((seed, reason)) => Err(format!("FOGBOUND_SEED={seed}: {reason}")),
        None => Ok(progress.reached),
    }
}

/// A number that whoever runs the test asks for.
fn asked(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

#[test]
fn all_clients_agree_whatever_goes_wrong() {
    let (first, count) = match asked("FOGBOUND_SEED") {
        Some(seed) => (seed, 1),
        None => (asked("FOGBOUND_FIRST_SEED").unwrap_or(0), asked("FOGBOUND_SEEDS").unwrap_or(1000)),
    };
    let processors = || std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let threads = asked("FOGBOUND_THREADS").unwrap_or_else(processors).max(1);
    let reached = play(first..first + count, threads).unwrap_or_else(|failed| panic!("{failed}"));
    let times = RARER.map(|what| (what, reached.0.get(what).copied().unwrap_or(0)));
    println!("{times:?}");
    // What never comes about is not tested.
    assert!(count < 1000 || times.iter().all(|(_, times)| *times > 0), "{times:?}");
}
