//! Two worlds with different secrets and the same public history, and everything that reaches hunters
//! and spectators in them; and two teams with different words in one and the same game.

#![allow(missing_docs, unreachable_pub)]

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::world::{Client, GAMES};
use axum::body::Body;
use axum::http::{Request, header};
use fogbound_rules::{
    Action, Draw, Game, Hex, Number, Play, PublicEvent, Record, Rng, Rules, Seed, Setup, Shuffle, Side,
    Station, Turn, commitment, random_game,
};
use fogbound_server::hall::Hall;
use fogbound_server::http::{Asset, Assets, Content, HttpConfig, Site};
use fogbound_server::store::MemoryStore;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::{Command, Hearers, Reaction};
use fogbound_table::id::{PersonKey, TableId};
use fogbound_table::message::ClientMessage;
use fogbound_table::settings::{Assist, Clock, Expiry, Settings};
use fogbound_table::team::Sign;
use fogbound_table::{Beginning, Chance, Sitter};
use serde_json::Value;
use sha2::Digest as _;
use tower::ServiceExt;

/// Chance whose deals and draws the test decides. The server's number, and so every salt, is another one in
/// each world; all other bytes are the same in both.
struct PairChance {
    bytes: SeededChance,
    number: Number,
    setup: Mutex<Option<Setup>>,
    draws: Mutex<VecDeque<Draw>>,
}

impl Chance for PairChance {
    fn fill(&self, bytes: &mut [u8]) {
        self.bytes.fill(bytes);
    }

    fn number(&self) -> Number {
        self.number
    }

    fn deal(&self, _: &Rules, _: &Seed) -> Setup {
        self.setup.lock().unwrap().take().expect("one deal")
    }

    fn draw(&self, draws: &[Draw], _: Option<&Seed>, _: usize) -> Draw {
        // What a bot's step calls for is not foreseen: the first of the list, in both worlds.
        let draw = self.draws.lock().unwrap().pop_front().unwrap_or(draws[0]);
        assert!(draws.contains(&draw));
        draw
    }
}

/// One of two worlds, with everybody in it.
struct World {
    chance: Arc<PairChance>,
    hall: Hall,
    site: axum::Router,
    table: TableId,
    fugitive: Client,
    hunter: Client,
    spectator: Client,
}

const PAGE: Assets = &[Asset {
    path: "index.html",
    content_type: "text/html; charset=utf-8",
    content: Content::Plain(b"<!doctype html><head></head>"),
    brotli: None,
    hash: "1",
    immutable: false,
}];

/// Whose eyes are compared.
#[derive(Clone, Copy, PartialEq)]
enum Watched {
    /// Hunters and spectators, from whom his secret is kept.
    NotFugitive,
    /// The fugitive and spectators, from whom what the team shows each other is kept.
    NotHunters,
}

const X: u64 = 1;
const HUNTER: u64 = 2;
const SPECTATOR: u64 = 3;

fn cookie(number: u64) -> PersonKey {
    PersonKey::new(&SeededChance::new(number))
}

/// The number that somebody adds to the shuffle: the same in both worlds.
fn own_number(who: u64) -> Number {
    Hex([who as u8; 32])
}

async fn promise(client: &mut Client, who: u64) {
    let command = Command::Commit { commitment: commitment(own_number(who)) };
    send(client, command, &format!("commit-{who}")).await;
}

async fn open_number(client: &mut Client, who: u64) {
    send(client, Command::Open { number: own_number(who) }, &format!("open-{who}")).await;
}

impl World {
    async fn new(
        seed: u64,
        settings: &Settings,
        sitters: &[(Sitter, bool)],
        setup: Setup,
        world: u8,
    ) -> World {
        let chance = Arc::new(PairChance {
            bytes: SeededChance::new(seed),
            number: Hex([100 + world; 32]),
            setup: Mutex::new(Some(setup)),
            draws: Mutex::default(),
        });
        let hall = Hall::new(crate::world::parts(Arc::new(MemoryStore::default()), chance.clone()));
        hall.open().await.unwrap();
        let seats: Vec<_> = crate::world::seats(settings.detectives).collect();
        let chosen: Vec<_> = seats.iter().zip(sitters).map(|(&seat, &(who, _))| (seat, who)).collect();
        let host = crate::world::person(X);
        let table = hall
            .make(host, crate::world::address(1), "X", settings.clone(), &chosen, false)
            .await
            .unwrap();
        let mut fugitive = Client::connect(&hall, table, host).await;
        let mut hunter = Client::connect(&hall, table, crate::world::person(HUNTER)).await;
        let spectator = Client::connect(&hall, table, crate::world::person(SPECTATOR)).await;
        for (&seat, _) in seats.iter().zip(sitters).filter(|(_, (_, hunts))| *hunts) {
            send(&mut hunter, Command::Sit { seat }, &format!("sit-{seat}")).await;
        }
        // Some shuffle with numbers of their own; the hunter only if there is a seat to hunt from.
        let adds = seed.is_multiple_of(2);
        if adds {
            promise(&mut fugitive, X).await;
            promise(&mut hunter, HUNTER).await;
        }
        // Where hints may be taken, who plays agrees to that first.
        send(&mut hunter, Command::Ready { ready: true }, "ready").await;
        fugitive.drain().await;
        send(&mut fugitive, Command::Start { fill: None }, "start").await;
        let answer = fugitive.answer("start");
        assert_eq!(answer["type"], "done", "{answer}");
        if adds {
            open_number(&mut hunter, HUNTER).await;
            open_number(&mut fugitive, X).await;
        }
        let site = Site::new(hall.clone(), HttpConfig::default(), PAGE).router();
        let mut world = World { chance, hall, site, table, fugitive, hunter, spectator };
        world.hear().await;
        world
    }

    async fn hear(&mut self) {
        for _ in 0..3 {
            self.fugitive.drain().await;
            self.hunter.drain().await;
            self.spectator.drain().await;
        }
    }

    /// What came over a request: status, headers, body.
    async fn get(&self, who: u64, path: &str) -> String {
        let request = Request::get(path)
            .header(header::HOST, "localhost")
            .header(header::COOKIE, format!("fogbound={}", cookie(who).text()))
            .body(Body::empty())
            .unwrap();
        let response = self.site.clone().oneshot(request).await.unwrap();
        let mut text = format!("{path} {} {:?} ", response.status(), response.headers());
        let body = axum::body::to_bytes(response.into_body(), 1 << 22).await.unwrap();
        text.push_str(&String::from_utf8_lossy(&body));
        text
    }

    /// Everything that has reached those who are watched since the last time, on every channel.
    async fn observe(&mut self, rng: &mut Rng, watched: Watched) -> Vec<String> {
        self.hear().await;
        let mut seen = vec![];
        let first = if watched == Watched::NotFugitive { HUNTER } else { X };
        let who = [first, SPECTATOR][rng.below(2)];
        let table = self.table;
        match rng.below(9) {
            0 => seen.push(self.get(who, &format!("/api/tables/{table}")).await),
            1 => seen.push(self.get(who, &format!("/api/tables/{table}/record")).await),
            2 => seen.push(self.get(who, &format!("/api/tables/{table}/record?form=json")).await),
            3 => seen.push(self.get(who, "/api/tables").await),
            4 => seen.push(self.get(who, "/metrics").await),
            5 => seen.push(self.get(who, &format!("/t/{table}")).await),
            6 => seen.push(self.get(who, &format!("/t/{table}/1")).await),
            7 => seen.push(self.get(who, &format!("/api/tables/{table}/picture")).await),
            _ => {
                let have = [None, Some(self.hunter.version() / 2)][rng.below(2)];
                let person = crate::world::person(who);
                let mut again = Client::connect_as(&self.hall, table, person, have, None).await;
                again.send(&ClientMessage::History { until: again.version() }).await;
                seen.extend(again.frames);
            }
        }
        let first = match watched {
            Watched::NotFugitive => &mut self.hunter,
            Watched::NotHunters => &mut self.fugitive,
        };
        for client in [first, &mut self.spectator] {
            seen.push(format!("{} frames", client.frames.len()));
            seen.append(&mut client.frames);
        }
        seen.extend(LOGS.lock().unwrap().drain(..));
        seen
    }
}

/// Proofs are the one thing that depends on the secret: each is replaced by a constant here, where it stands and
/// nowhere else, and what they are is pinned by tests of their own.
fn scrubbed(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut digits = String::new();
    for c in text.chars().chain(std::iter::once('\n')) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            digits.push(c);
            continue;
        }
        clean.push_str(if is_proof(&clean, &digits) { "PROOF" } else { &digits });
        digits.clear();
        clean.push(c);
    }
    clean
}

/// Whether these digits, after this text, are a head, a signature or the server's promise.
fn is_proof(before: &str, digits: &str) -> bool {
    let fields = |names: &[&str]| names.iter().any(|name| before.ends_with(name));
    // Of a record: "chain TABLE GAME PROMISE", "signature KEY SIGNATURE".
    let follows = |name: &str, place: usize| {
        let mut words = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).skip(1);
        before.ends_with(' ') && words.nth(place) == Some(name)
    };
    match digits.len() {
        64 => fields(&["\"head\":\"", "\"shuffle\":{\"commitment\":\"", "head "]) || follows("chain", 2),
        128 => fields(&["\"signature\":\""]) || follows("signature", 1),
        _ => false,
    }
}

async fn send(client: &mut Client, command: Command, id: &str) {
    let version = client.version();
    client.send(&ClientMessage::Do { id: id.into(), version, command }).await;
}

/// The log of the process.
static LOGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Logger;

impl tracing::Subscriber for Logger {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target().starts_with("fogbound")
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Fields(String);
        impl tracing::field::Visit for Fields {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
                let _ = write!(self.0, "{}={value:?} ", field.name());
            }
        }
        let mut fields = Fields(String::from("log "));
        event.record(&mut fields);
        LOGS.lock().unwrap().push(fields.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

/// Plays one pair of games; how many moments were compared while the secrets differed, or what told
/// them apart.
pub async fn play_pair(seed: u64) -> Result<usize, String> {
    let mut rng = Rng::for_game(2026, seed);
    let (edition, detectives) = GAMES[seed as usize % GAMES.len()];
    let mut settings = crate::world::settings(edition, detectives);
    if rng.below(2) == 0 {
        settings.clock = Clock::Turn { seconds: 3600, expiry: Expiry::Random };
    }
    settings.hints = seed.is_multiple_of(3);
    crate::world::decide_pool(&mut settings, &mut rng);
    let rules = settings.rules(&fogbound_rules::Library::default()).unwrap();
    let deal = |rng: &mut Rng| {
        let game = random_game(&rules, rng);
        Game::new(rules.clone(), game.setup().clone()).unwrap()
    };
    let mut found = None;
    for _ in 0..50 {
        let [first, other] = [deal(&mut rng), deal(&mut rng)];
        found = crate::pairs::pair(first, &other);
        if found.is_some() {
            break;
        }
    }
    let mut shadows = found.ok_or("no pair was found")?;
    // The fugitive is a person; hunters are one person, or some of them bots.
    let bots = rng.below(3);
    let sitters: Vec<(Sitter, bool)> = (0..=usize::from(detectives))
        .map(|seat| match seat {
            0 => (Sitter::Me, false),
            _ if bots == 1 && seat > 1 || bots == 2 => (Sitter::Bot(crate::world::level(2)), false),
            _ => (Sitter::Open, true),
        })
        .collect();
    let mut worlds = Vec::new();
    for (world, shadow) in (0..).zip(&shadows) {
        worlds.push(World::new(seed, &settings, &sitters, shadow.setup().clone(), world).await);
    }
    let (mut moments, mut followed) = (0, 0);
    for ply in 0..400 {
        tokio::time::advance(Duration::from_millis(150)).await;
        for world in &mut worlds {
            world.hear().await;
        }
        if !follow_bots(&mut shadows, &worlds, &mut followed)? {
            return Ok(moments);
        }
        let observing = rng.bits();
        let mut seen = Vec::new();
        for world in &mut worlds {
            seen.push(world.observe(&mut Rng::new(observing), Watched::NotFugitive).await);
        }
        compare(&seen, edition, ply)?;
        let [a, b] = shadows.each_ref().map(|game| *game.position().secret());
        moments += usize::from(a != b);
        probe(&mut worlds, &shadows[0], &mut rng).await;
        let actions = match shadows[0].turn() {
            Turn::Fugitive => match crate::pairs::alike(&shadows, &mut rng) {
                Some(actions) => actions,
                None => return Ok(moments),
            },
            Turn::Hunters => {
                let own = worlds[0].hunter.actions();
                let people = worlds[0].hunter.scene()["audience"] == "hunters";
                if !people || own.is_empty() || bots == 1 && rng.below(8) == 0 {
                    continue;
                }
                [own[rng.below(own.len())]; 2]
            }
            Turn::Chance | Turn::Over => return Ok(moments),
        };
        if !play(&mut shadows, &mut worlds, actions, &mut rng, ply).await? {
            return Ok(moments);
        }
    }
    Ok(moments)
}

/// A decision in both worlds; whether they still are a pair afterwards.
async fn play(
    shadows: &mut [Game; 2],
    worlds: &mut [World],
    actions: [Action; 2],
    rng: &mut Rng,
    ply: usize,
) -> Result<bool, String> {
    let mut after = shadows.clone();
    let mut seen: [Vec<PublicEvent>; 2] = Default::default();
    for (index, game) in after.iter_mut().enumerate() {
        let Ok(events) = game.play(actions[index].into()) else { return Ok(true) };
        seen[index] = events.iter().map(|event| event.for_hunters().clone()).collect();
    }
    let mut draws = vec![];
    while after[0].turn() == Turn::Chance && seen[0] == seen[1] {
        let lists = after.each_ref().map(|game| game.position().draws(game.rules()));
        let both: Vec<Draw> = lists[0].iter().copied().filter(|draw| lists[1].contains(draw)).collect();
        if both.is_empty() {
            return Ok(false);
        }
        let draw = both[rng.below(both.len())];
        draws.push(draw);
        for (index, game) in after.iter_mut().enumerate() {
            let events = game.play(Play::Draw(draw)).unwrap();
            seen[index].extend(events.iter().map(|event| event.for_hunters().clone()));
        }
    }
    // A capture in one of them only, or an end that shows all: no pair any more.
    if seen[0] != seen[1] || after[0].turn() == Turn::Over {
        return Ok(false);
    }
    for (world, action) in worlds.iter_mut().zip(actions) {
        world.chance.draws.lock().unwrap().extend(&draws);
        let client = match action.side() {
            Side::Fugitive => &mut world.fugitive,
            Side::Hunters => &mut world.hunter,
        };
        client.drain().await;
        send(client, Command::Act { action }, &format!("a{ply}")).await;
        // A piece of a bot's is not the person's to move: then nothing happened, in both worlds.
        let refused = client.answer(&format!("a{ply}"))["type"] == "refused";
        if refused {
            world.chance.draws.lock().unwrap().clear();
        }
    }
    let refused = worlds.iter().map(|world| {
        let client = if actions[0].side() == Side::Fugitive { &world.fugitive } else { &world.hunter };
        client.answer(&format!("a{ply}"))["type"] == "refused"
    });
    let refused: Vec<bool> = refused.collect();
    if refused[0] != refused[1] {
        return Err("one world refused what the other took".into());
    }
    if !refused[0] {
        *shadows = after;
    }
    Ok(true)
}

/// Takes in what bots did in both worlds; whether they still are a pair.
fn follow_bots(shadows: &mut [Game; 2], worlds: &[World], followed: &mut u64) -> Result<bool, String> {
    let mut done: [Vec<Action>; 2] = Default::default();
    let mut last = *followed;
    for (world, done) in worlds.iter().zip(&mut done) {
        last = last.max(world.spectator.version());
        let frames = world.spectator.frames.iter().filter(|frame| frame.contains("\"bot\""));
        for message in frames.map(|frame| crate::world::message(frame)) {
            let events = message["events"].as_array().into_iter().flatten();
            let new = |event: &&Value| event["version"].as_u64() > Some(*followed);
            for event in events.filter(new).filter(|event| event["cause"] == "bot") {
                let seen = event["events"].as_array().into_iter().flatten();
                done.extend(seen.filter_map(bot_action));
            }
        }
    }
    *followed = last;
    if done[0] != done[1] {
        return Err(format!("bots decide differently: {:?} and {:?}", done[0], done[1]));
    }
    for action in &done[0] {
        let mut after = shadows.clone();
        let events = after.each_mut().map(|game| {
            let known = game.events().len();
            game.play((*action).into()).ok()?;
            while game.turn() == Turn::Chance {
                let first = game.position().draws(game.rules())[0];
                game.play(first.into()).ok()?;
            }
            let new = game.events()[known..].iter();
            Some(new.map(|event| event.for_hunters().clone()).collect::<Vec<_>>())
        });
        match events {
            [Some(first), Some(second)] if first == second && after[0].turn() != Turn::Over => {
                *shadows = after;
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn bot_action(event: &Value) -> Option<Action> {
    let public: PublicEvent = serde_json::from_value(event.clone()).ok()?;
    Some(match public {
        PublicEvent::Placed { hunter, at } => Action::Place { hunter, at },
        PublicEvent::Hunted { hunter, ticket, to, .. } => Action::Hunt { hunter, ticket, to },
        PublicEvent::Asked { token, .. } => Action::Token(token),
        PublicEvent::TurnEnded => Action::EndTurn,
        _ => return None,
    })
}

/// Words and wrong moves of hunters and spectators, the same in both worlds. The answers come with
/// the next observation.
async fn probe(worlds: &mut [World], shadow: &Game, rng: &mut Rng) {
    let stations = shadow.rules().board().stations();
    let station: Station = stations.iter().nth(rng.below(stations.len())).unwrap();
    let hunter = shadow.rules().hunters().next().unwrap();
    let messages = [
        ClientMessage::Explain { station },
        ClientMessage::Look { audience: fogbound_table::audience::Audience::Fugitive },
        ClientMessage::Ping {},
    ];
    let wrong = [
        Command::Act { action: Action::Hunt { hunter, ticket: None, to: station } },
        Command::Act { action: Action::Move(fogbound_rules::Move::plain(None, station)) },
        Command::Act { action: Action::EndTurn },
        Command::AskUndo,
        Command::Hint,
        Command::Point { at: station },
        Command::Mark { at: station, sign: Some(Sign::Here) },
        Command::Mark { at: station, sign: None },
        Command::Plan { hunter, to: Some(station) },
        Command::React { to: Hearers::Table, reaction: Reaction::Thinking },
        Command::React { to: Hearers::Team, reaction: Reaction::Hurry },
        Command::Say { to: Hearers::Table, text: "where is he?".into() },
        Command::Say { to: Hearers::Team, text: "there!".into() },
    ];
    let (message, command) = (rng.below(messages.len()), rng.below(wrong.len()));
    let id = format!("p{}", rng.bits());
    let spectator = rng.below(3) == 0;
    let stale = rng.below(5) == 0;
    for world in worlds {
        let client = if spectator { &mut world.spectator } else { &mut world.hunter };
        client.send(&messages[message]).await;
        let version = if stale { client.version() / 2 } else { client.version() };
        // A legal move here would be one more ply: only what must be refused, or is talk.
        if let Command::Act { action } = &wrong[command]
            && client.actions().contains(action)
        {
            continue;
        }
        let command = wrong[command].clone();
        client.send(&ClientMessage::Do { id: id.clone(), version, command }).await;
    }
}

fn compare(seen: &[Vec<String>], edition: &str, ply: usize) -> Result<(), String> {
    if seen[0].len() != seen[1].len() {
        return Err(format!(
            "{edition}, ply {ply}: {} and {} things seen",
            seen[0].len(),
            seen[1].len()
        ));
    }
    for (first, second) in seen[0].iter().zip(&seen[1]).filter(|(first, second)| first != second) {
        let (first, second) = (scrubbed(first), scrubbed(second));
        if first != second {
            let at = first.bytes().zip(second.bytes()).position(|(a, b)| a != b).unwrap_or(0);
            let part =
                |text: &str| -> String { text.chars().skip(at.saturating_sub(80)).take(160).collect() };
            return Err(format!("{edition}, ply {ply}:\n{}\n{}", part(&first), part(&second)));
        }
    }
    Ok(())
}

/// Plays the same game twice, with other marks, plans and words of the team; how many moments were
/// compared, or what told the games apart to those who do not hunt.
pub async fn play_team_pair(seed: u64) -> Result<usize, String> {
    let mut rng = Rng::for_game(2027, seed);
    let (edition, detectives) = GAMES[seed as usize % GAMES.len()];
    // What the hunters can conclude takes time, and is watched by the other pairs.
    let mut settings = Settings { assist: Assist::Off, ..crate::world::settings(edition, detectives) };
    crate::world::decide_pool(&mut settings, &mut rng);
    let rules = settings.rules(&fogbound_rules::Library::default()).unwrap();
    let game = random_game(&rules, &mut rng);
    let sitters: Vec<(Sitter, bool)> = (0..=usize::from(detectives))
        .map(|seat| if seat == 0 { (Sitter::Me, false) } else { (Sitter::Open, true) })
        .collect();
    let mut worlds = Vec::new();
    for _ in 0..2 {
        worlds.push(World::new(seed, &settings, &sitters, game.setup().clone(), 0).await);
    }
    let mut moments = 0;
    for ply in 0..60 {
        tokio::time::advance(Duration::from_millis(700)).await;
        // What time brings comes first, in both worlds.
        for world in &mut worlds {
            world.hear().await;
        }
        let (observing, gesture) = (rng.bits(), rng.bits());
        let mut seen = Vec::new();
        for (index, world) in worlds.iter_mut().enumerate() {
            let command = team_gesture(world, &mut Rng::new(gesture), ply, index);
            send(&mut world.hunter, command, &format!("g{ply}")).await;
        }
        for world in &mut worlds {
            seen.push(world.observe(&mut Rng::new(observing), Watched::NotHunters).await);
        }
        let answers = worlds.iter().map(|world| world.hunter.answer(&format!("g{ply}"))["type"].clone());
        let answers: Vec<Value> = answers.collect();
        assert_eq!(answers[0], answers[1], "gestures differ in what they say and in nothing else");
        compare(&seen, edition, ply)?;
        moments += usize::from(answers[0] == "done");
        let hunters = worlds[0].hunter.scene()["game"]["turn"] == "hunters";
        let own = if hunters { worlds[0].hunter.actions() } else { worlds[0].fugitive.actions() };
        if own.is_empty() {
            break;
        }
        let action = own[rng.below(own.len())];
        for world in &mut worlds {
            let client = if hunters { &mut world.hunter } else { &mut world.fugitive };
            send(client, Command::Act { action }, &format!("a{ply}")).await;
            world.hear().await;
        }
    }
    Ok(moments)
}

/// Something for the team, of one kind and other content in each of two worlds. No station comes twice,
/// so that it is taken in both or in none.
fn team_gesture(world: &World, rng: &mut Rng, ply: usize, index: usize) -> Command {
    let state = &world.hunter.scene()["game"]["state"];
    let hunters = state["hunters"].as_array().expect("hunters");
    let hunter = hunters[rng.below(hunters.len())]["hunter"].clone();
    let hunter = serde_json::from_value(hunter).expect("a hunter");
    let stands = |at: usize| hunters.iter().any(|face| face["station"] == at);
    // Of two neighbours in number, each world has its own.
    let mut number = 1 + (ply * 2) % 90;
    while stands(number) || stands(number + 1) {
        number += 2;
    }
    let station: Station = serde_json::from_value(serde_json::json!(number + index)).expect("a station");
    let reaction = [Reaction::Oops, Reaction::WellPlayed][index];
    let text = ["he is in the north", "go south"][index].into();
    match rng.below(5) {
        0 => Command::Mark { at: station, sign: Some([Sign::Here, Sign::NotHere][index]) },
        1 => Command::Plan { hunter, to: Some(station) },
        2 => Command::React { to: Hearers::Team, reaction },
        3 => Command::Point { at: station },
        _ => Command::Say { to: Hearers::Team, text },
    }
}

/// Logs and counters belong to the process: one run at a time.
static ONE: Mutex<()> = Mutex::new(());

pub fn run<T>(game: impl Future<Output = T>) -> T {
    let _one = ONE.lock().unwrap_or_else(|held| held.into_inner());
    let _ = tracing::subscriber::set_global_default(Logger);
    LOGS.lock().unwrap().clear();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(game)
}

/// Whether the deal of a game can be worked out from what is told while it goes on: from any number that was
/// seen, or made of a word that was seen.
pub async fn predict(seed: u64) -> bool {
    let (edition, detectives) = [("modern", 5), ("classic", 5), ("holmes", 5)][seed as usize % 3];
    let settings = crate::world::settings(edition, detectives);
    let rules = settings.rules(&fogbound_rules::Library::default()).unwrap();
    let hall = crate::world::hall(seed).await;
    let seats = crate::world::all(detectives, Sitter::Me);
    let beginning = Beginning { start: true, commitment: Some(commitment(own_number(X))) };
    let (host, from) = (crate::world::person(X), crate::world::address(1));
    let table = hall.make(host, from, "X", settings, &seats, beginning).await.unwrap();
    let mut player = Client::connect(&hall, table, host).await;
    let mut spectator = Client::connect(&hall, table, crate::world::person(SPECTATOR)).await;
    open_number(&mut player, X).await;
    spectator.drain().await;
    let room = hall.room(table).await.unwrap();
    let told = room.record(host, None).await.unwrap();
    let heard = [player.frames.join("\n"), spectator.frames.join("\n"), told.to_string()].join("\n");
    send(&mut player, Command::Yield, "yield").await;
    let dealt = room.record(host, None).await.unwrap();
    assert!(!dealt.is_public(), "it is over");
    let words: BTreeSet<&str> = heard.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let numbers = words.into_iter().flat_map(|word| {
        let hash = Hex(sha2::Sha256::digest(word).into());
        [word.parse().ok(), Some(hash)].into_iter().flatten()
    });
    let mut seeds = numbers.flat_map(|number: Number| {
        let mut added = Shuffle::new(number, [(1, commitment(own_number(X)))]);
        added.contributions[0].number = Some(own_number(X));
        [Shuffle::new(number, []).seed(), added.seed()].into_iter().flatten()
    });
    seeds.any(|seed| {
        let game = Game::new(rules.clone(), seed.deal(&rules)).unwrap();
        Record::whole(&game).unwrap().deal() == dealt.deal()
    })
}
