//! The program as a server: real processes, real sockets, real databases.

mod health;
#[path = "../../../server/tests/net/mod.rs"]
mod net;
mod own_editions;
#[path = "../../../server/tests/postgres/mod.rs"]
mod postgres;
mod refusals;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fogbound_rules::{Rng, Rules};
use fogbound_server::store::{PostgresStore, SqliteStore, Store};
use fogbound_table::id::TableId;
use fogbound_table::settings::Settings;
use net::{Player, new_cookie};
use refusals::refused;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Every edition, and one with bobbies.
const GAMES: [(&str, u8); 8] = [
    ("classic", 3),
    ("modern", 5),
    ("modern", 3),
    ("beginner", 4),
    ("holmes-original", 2),
    ("holmes", 4),
    ("compact", 3),
    ("study", 5),
];

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// A server process; it is killed when it is dropped.
struct Node {
    child: Child,
    address: SocketAddr,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fogbound"));
    command.args(args).stdin(Stdio::null());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("FOGBOUND_")) {
        command.env_remove(name);
    }
    command
}

impl Node {
    /// Starts a server on a free port, and waits until it tells its address.
    fn start(args: &[&str]) -> Node {
        let usual = ["--addr", "127.0.0.1:0", "--log", "error"];
        let fast = [
            "--fugitive-pace",
            "5",
            "--hunter-pace",
            "2",
            "--max-tables-each",
            "100000",
            "--max-requests-each",
            "100000",
        ];
        let args: Vec<&str> = usual.into_iter().chain(fast).chain(args.iter().copied()).collect();
        Node::of(command(&args))
    }

    /// Starts a server, and waits until it tells its address.
    fn of(mut program: Command) -> Node {
        let mut child = program.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("the program prints");
        let address = line.trim().rsplit('/').next().and_then(|address| address.parse().ok());
        Node { child, address: address.unwrap_or_else(|| panic!("no address: {line:?}")) }
    }

    fn in_folder(dir: &Path) -> Node {
        Node::start(&["--data", dir.to_str().expect("UTF-8")])
    }

    /// `kill -9`.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop; its exit code.
    fn stop(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
        self.child.wait().expect("it ends").code()
    }

    fn at(&self) -> watch::Receiver<SocketAddr> {
        watch::channel(self.address).1
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn settings(edition: &str, detectives: u8) -> (Value, Arc<Rules>) {
    let settings = json!({"edition": edition, "detectives": detectives, "visibility": "public"});
    let parsed: Settings = serde_json::from_value(settings.clone()).expect("settings");
    (settings, parsed.rules(&fogbound_rules::Library::default()).expect("they make sense"))
}

/// A table at which somebody sits on every seat: the fugitive's player first, each detective's after
/// it, and a spectator last.
struct Party {
    players: Vec<Player>,
    rules: Arc<Rules>,
    name: String,
}

impl Party {
    /// Sits down; `of_seat` says where the client of each seat finds its server, `bots` of the last
    /// seats are bots'.
    async fn gather(
        (edition, detectives): (&str, u8),
        bots: usize,
        seed: u64,
        of_seat: impl Fn(usize) -> watch::Receiver<SocketAddr>,
    ) -> Result<Party, String> {
        let (settings, rules) = settings(edition, detectives);
        let seats = usize::from(detectives) + 1;
        let name = |seat: usize| if seat == 0 { "fugitive".into() } else { format!("d{seat}") };
        let who = |seat: usize| match seat {
            0 => json!("me"),
            _ if seat >= seats - bots => json!({"bot": 1}),
            _ => json!("open"),
        };
        let chosen: Vec<Value> =
            (0..seats).map(|seat| json!({"seat": name(seat), "who": who(seat)})).collect();
        let table = json!({"settings": settings, "name": "X", "seats": chosen});
        let cookie = new_cookie();
        let mut at = of_seat(0);
        let id = loop {
            let address = *at.borrow_and_update();
            match net::make(address, &cookie, &table).await {
                Some(id) => break id,
                None => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        };
        let mut players = vec![Player::new(&at, &id, &cookie, seed)];
        for seat in 1..seats - bots {
            let mut player = Player::new(&of_seat(seat), &id, &new_cookie(), seed + seat as u64);
            let answer = player.command(json!({"do": "sit", "seat": name(seat)})).await?;
            if answer["type"] != "done" {
                return Err(format!("{edition} d{seat}: {answer}"));
            }
            players.push(player);
        }
        players[0].full_table().await?;
        let answer = players[0].command(json!({"do": "start"})).await?;
        if answer["type"] != "done" {
            return Err(format!("{edition}: {answer}"));
        }
        players.push(Player::new(&of_seat(seats), &id, &new_cookie(), seed));
        Ok(Party { players, rules, name: id })
    }

    /// Plays to the end, or to a version.
    async fn play(mut self) -> Result<Party, String> {
        let mut playing = JoinSet::new();
        for (index, mut player) in std::mem::take(&mut self.players).into_iter().enumerate() {
            let rules = self.rules.clone();
            playing.spawn(async move {
                let result = player.play(&rules).await;
                (index, player, result)
            });
        }
        let mut back: BTreeMap<usize, Player> = BTreeMap::new();
        while let Some(ended) = playing.join_next().await {
            let (index, player, result) = ended.map_err(|error| error.to_string())?;
            result.map_err(|reason| format!("{} {index}: {reason}", self.name))?;
            back.insert(index, player);
        }
        self.players = back.into_values().collect();
        Ok(self)
    }

    fn until(mut self, version: u64) -> Party {
        self.players.iter_mut().for_each(|player| player.until = version);
        self
    }

    /// All agree on the end, and nothing legal was refused.
    fn check_end(&self) {
        for player in &self.players {
            assert!(player.is_over());
            assert!(player.refusals.is_empty(), "{:?}", player.refusals);
            assert_eq!(player.scene["game"]["ending"], self.players[0].scene["game"]["ending"]);
        }
        let spectator = self.players.last().expect("a spectator");
        assert_eq!(spectator.you["audience"], "spectator");
    }

    /// What was acknowledged is in the store, at the version that was told, once; nothing else is.
    async fn check_store(&self, store: &dyn Store) -> Tally {
        let id: TableId = self.name.parse().expect("the name of a table");
        let mut tally = Tally::default();
        let mut stored: BTreeMap<String, (u64, Value)> = BTreeMap::new();
        for (index, text) in store.read(id, 0).await.expect("the store answers").iter().enumerate() {
            let entry: Value = serde_json::from_str(text).expect("JSON");
            if let Some(id) = entry["id"].as_str() {
                let before = stored.insert(id.into(), (index as u64 + 1, entry.clone()));
                assert!(before.is_none(), "{id} is there twice");
            }
        }
        for player in &self.players {
            for (id, version) in &player.acknowledged {
                let (there, entry) = stored.get(id).unwrap_or_else(|| panic!("{id} is lost"));
                let sent = &player.sent[id];
                assert_eq!(there, version, "{id}");
                match sent["do"].as_str() {
                    // A draw that follows at once carries the id of both.
                    Some("act") if entry["cause"] == "chance" => {}
                    Some("act") => assert_eq!(entry["play"]["action"], sent["action"], "{id}"),
                    Some("say") => assert_eq!(entry["text"], sent["text"], "{id}"),
                    _ => {}
                }
                tally.acknowledged += 1;
            }
            for id in player.sent.keys() {
                tally.sent += 1;
                tally.unanswered += u32::from(!player.acknowledged.contains_key(id));
                stored.remove(id);
            }
            tally.late += player.late;
            tally.connects += player.connects;
        }
        assert!(stored.is_empty(), "nobody sent {:?}", stored.keys());
        tally.tables = 1;
        tally
    }
}

/// What was counted.
#[derive(Default, Debug)]
struct Tally {
    tables: u32,
    sent: u32,
    acknowledged: u32,
    /// Refused: somebody else was first.
    unanswered: u32,
    /// Carried out by a server that died, and acknowledged by the next one.
    late: u32,
    connects: u32,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.tables += other.tables;
        self.sent += other.sent;
        self.acknowledged += other.acknowledged;
        self.unanswered += other.unanswered;
        self.late += other.late;
        self.connects += other.connects;
    }
}

/// Nothing here takes long; what hangs is to fail.
async fn soon<T>(work: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(240), work).await.expect("it ends in time")
}

/// The record of a finished game, checked by the program itself.
async fn check_record(address: SocketAddr, table: &str, dir: &Path) {
    let answer = net::request(address, &format!("GET /api/tables/{table}/record"), &[], "").await;
    let answer = answer.expect("an answer");
    assert_eq!(answer.status, 200, "{answer:?}");
    let file = dir.join(format!("{table}.fog"));
    std::fs::write(&file, &answer.body).expect("a file");
    let checked = command(&["record", "check"]).arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}{}", String::from_utf8_lossy(&checked.stderr));
    // One digit of one proof is another one.
    let (mut lines, mut proofs) = (String::new(), 0);
    for line in answer.body.lines() {
        let proof = line.starts_with("head ");
        proofs += u32::from(proof);
        let flip = |digit| if digit == '0' { '1' } else { '0' };
        match line.char_indices().next_back().filter(|_| proof && proofs == 2) {
            Some((end, digit)) => lines += &format!("{}{}\n", &line[..end], flip(digit)),
            None => lines += &format!("{line}\n"),
        }
    }
    assert!(proofs > 2, "{}", answer.body);
    std::fs::write(&file, lines).expect("a file");
    let checked = command(&["record", "check"]).arg(&file).output().expect("it runs");
    let said = String::from_utf8_lossy(&checked.stderr);
    assert_eq!(checked.status.code(), Some(1), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_each_edition_is_played_to_its_end_over_sockets() {
    let dir = folder("server-editions");
    let node = Node::in_folder(&dir);
    let mut games = JoinSet::new();
    for (index, game) in GAMES.into_iter().enumerate() {
        let at = node.at();
        games.spawn(async move {
            let party = Party::gather(game, 0, 100 * index as u64, |_| at.clone()).await?;
            party.play().await
        });
    }
    let mut parties = vec![];
    while let Some(party) = soon(games.join_next()).await {
        parties.push(party.expect("no panic").expect("a game to its end"));
    }
    assert_eq!(parties.len(), GAMES.len());
    for party in &parties {
        party.check_end();
        check_record(node.address, &party.name, &dir).await;
    }
    assert_eq!(node.stop(), Some(0));
    let store = SqliteStore::open(&dir).await.expect("the folder is free");
    for party in &parties {
        party.check_store(&store).await;
    }
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_each_edition_is_played_to_its_end_across_two_nodes() {
    let url = postgres::server().database().await;
    let dir = folder("server-nodes");
    let [a, b] = [Node::start(&["--database", &url]), Node::start(&["--database", &url])];
    let mut games = JoinSet::new();
    for (index, game) in GAMES.into_iter().enumerate() {
        let nodes = [a.at(), b.at()];
        games.spawn(async move {
            // The fugitive at one node, the hunters at the other, the spectator at either.
            let spectator = usize::from(game.1) + 1;
            let of_seat = |seat| match seat {
                0 => nodes[0].clone(),
                _ if seat == spectator => nodes[index % 2].clone(),
                _ => nodes[1].clone(),
            };
            Party::gather(game, 0, 100 * index as u64, of_seat).await?.play().await
        });
    }
    let mut parties = vec![];
    while let Some(party) = soon(games.join_next()).await {
        parties.push(party.expect("no panic").expect("a game to its end"));
    }
    assert_eq!(parties.len(), GAMES.len());
    let store = PostgresStore::open(&url).await.expect("the database is there");
    for party in &parties {
        party.check_end();
        party.check_store(&store).await;
        check_record(b.address, &party.name, &dir).await;
    }
    store.close().await;
    assert_eq!((a.stop(), b.stop()), (Some(0), Some(0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_moves_that_race_on_two_nodes_one_wins_and_one_is_refused() {
    let url = postgres::server().database().await;
    let [a, b] = [Node::start(&["--database", &url]), Node::start(&["--database", &url])];
    let nodes = [a.at(), b.at()];
    let store = PostgresStore::open(&url).await.expect("the database is there");
    let mut races = 0;
    // A game may be short; then there is another one.
    soon(async {
        for game in 0.. {
            // Detectives on both nodes, who may move in any order.
            let party =
                Party::gather(("modern", 4), 0, 7 + 100 * game, |seat| nodes[seat % 2].clone()).await;
            let mut party = party.expect("a party");
            while races < 20 {
                let version = party.players.iter().map(Player::newest).max().unwrap_or(0);
                for player in &mut party.players {
                    player.wait_for(version).await.expect("it is told");
                }
                if party.players[0].is_over() {
                    break;
                }
                let rules = party.rules.clone();
                let choice = |player: &Player| player.choices(&rules).first().copied();
                if let Some(action) = choice(&party.players[0]) {
                    let answer = party.players[0].command(json!({"do": "act", "action": action})).await;
                    assert_eq!(answer.expect("an answer")["type"], "done");
                    continue;
                }
                let ready: Vec<usize> =
                    (1..=4).filter(|&seat| choice(&party.players[seat]).is_some()).collect();
                let odd = ready.iter().copied().find(|seat| seat % 2 == 1);
                let even = ready.iter().copied().find(|seat| seat % 2 == 0);
                let (Some(odd), Some(even)) = (odd, even) else {
                    let one = &mut party.players[ready[0]];
                    let action = choice(one).expect("it has one");
                    let answer = one.command(json!({"do": "act", "action": action})).await;
                    assert_eq!(answer.expect("an answer")["type"], "done");
                    continue;
                };
                let [here, there] = party.players.get_disjoint_mut([odd, even]).expect("two seats");
                let act = |player: &Player| json!({"do": "act", "action": choice(player)});
                let (first, second) = (act(here), act(there));
                let (first, second) = tokio::join!(here.command(first), there.command(second));
                let answers = [first.expect("an answer"), second.expect("an answer")];
                let done = answers.iter().filter(|answer| answer["type"] == "done").count();
                let stale = answers.iter().filter(|answer| answer["code"] == "stale").count();
                assert_eq!((done, stale), (1, 1), "{answers:?}");
                races += 1;
            }
            party.check_store(&store).await;
            if races == 20 {
                break;
            }
        }
    })
    .await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_killed_loses_nothing_and_its_clients_go_on_at_the_other() {
    let url = postgres::server().database().await;
    let [a, b] = [Node::start(&["--database", &url]), Node::start(&["--database", &url])];
    let (moved, at_a) = watch::channel(a.address);
    let at_b = b.at();
    let mut games = JoinSet::new();
    for (index, game) in [("modern", 3), ("holmes", 4), ("classic", 3)].into_iter().enumerate() {
        let (at_a, at_b) = (at_a.clone(), at_b.clone());
        games.spawn(async move {
            // The fugitive and a bot live at the node that dies.
            let of_seat = |seat| if seat == 0 { at_a.clone() } else { at_b.clone() };
            let party = Party::gather(game, 1, 10 * index as u64, of_seat).await?;
            let party = party.until(20 + 3 * index as u64).play().await?;
            // Goes on meanwhile, and to the end.
            party.until(u64::MAX).play().await
        });
    }
    tokio::time::sleep(Duration::from_millis(700)).await;
    a.kill();
    moved.send_replace(b.address);
    let mut tally = Tally::default();
    let store = PostgresStore::open(&url).await.expect("the database is there");
    while let Some(party) = soon(games.join_next()).await {
        let party = party.expect("no panic").expect("a game to its end");
        party.check_end();
        tally.add(&party.check_store(&store).await);
    }
    store.close().await;
    println!("{tally:?}");
    assert_eq!(b.stop(), Some(0));
}

/// Kills of the server in the test of durability.
const KILLS: u32 = 200;

/// Tables at once in the test of durability.
const TABLES: u64 = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_acknowledged_is_there_after_two_hundred_kills() {
    let dir = folder("server-kills");
    let node = Node::in_folder(&dir);
    let (moved, at) = watch::channel(node.address);
    let calm = Arc::new(AtomicBool::new(false));
    let killer = {
        let (dir, calm) = (dir.clone(), calm.clone());
        std::thread::spawn(move || {
            let mut rng = Rng::new(2026);
            let (mut node, started) = (node, Instant::now());
            for _ in 0..KILLS {
                std::thread::sleep(Duration::from_millis(10 + rng.below(280) as u64));
                node.kill();
                node = Node::in_folder(&dir);
                moved.send_replace(node.address);
            }
            calm.store(true, Ordering::SeqCst);
            (node, started.elapsed(), moved)
        })
    };
    let mut tables = JoinSet::new();
    for number in 0..TABLES {
        let (at, calm) = (at.clone(), calm.clone());
        tables.spawn(async move {
            let mut rng = Rng::new(number);
            let mut parties: Vec<Party> = vec![];
            // The last game begins while the server is killed and ends when it is not any more.
            while !calm.load(Ordering::SeqCst) {
                let game = GAMES[rng.below(GAMES.len())];
                let bots = rng.below(2);
                let mut party = Party::gather(game, bots, rng.bits(), |_| at.clone()).await?;
                for player in &mut party.players {
                    player.chatty = true;
                    player.thinks = Duration::from_millis(rng.below(20) as u64);
                }
                parties.push(party.play().await?);
            }
            Ok::<_, String>(parties)
        });
    }
    let mut parties = vec![];
    while let Some(more) = soon(tables.join_next()).await {
        parties.extend(more.expect("no panic").expect("every table goes on to its end"));
    }
    let (node, took, _moved) = killer.join().expect("the killer ends");
    assert_eq!(node.stop(), Some(0));
    let store = SqliteStore::open(&dir).await.expect("the folder is free");
    let mut tally = Tally::default();
    for party in &parties {
        party.check_end();
        tally.add(&party.check_store(&store).await);
    }
    store.close().await;
    println!("{KILLS} kills in {:.0} s: {tally:?}; none lost, none doubled", took.as_secs_f64());
    assert!(tally.late > 0, "some were carried out by a server that died before it could say so");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_stop_says_goodbye_and_loses_nothing() {
    let dir = folder("server-stop");
    let node = Node::in_folder(&dir);
    let (moved, at) = watch::channel(node.address);
    let party = Party::gather(("modern", 3), 0, 1, |_| at.clone()).await.expect("a party");
    let mut party = soon(party.until(15).play()).await.expect("they play");
    let stopping = std::thread::spawn(|| {
        let started = Instant::now();
        (node.stop(), started.elapsed())
    });
    for player in &mut party.players {
        soon(async {
            while player.byes.is_empty() && player.connects < 2 {
                // The next word is the last one.
                let _ = timeout(Duration::from_secs(5), player.turn()).await;
            }
        })
        .await;
        assert_eq!(player.byes.len(), 1, "everybody is told");
        assert_eq!(player.byes[0]["code"], "unavailable");
    }
    let (code, took) = stopping.join().expect("it ends");
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(4), "{took:?}");
    let node = Node::in_folder(&dir);
    moved.send_replace(node.address);
    let party = soon(party.until(u64::MAX).play()).await.expect("they go on");
    party.check_end();
    assert_eq!(node.stop(), Some(0));
    let store = SqliteStore::open(&dir).await.expect("the folder is free");
    party.check_store(&store).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_server_is_restored_elsewhere_and_played_on() {
    let [dir, elsewhere] = ["server-backup", "server-backup-elsewhere"].map(folder);
    let file = dir.join("tables.jsonl");
    let [data, there, backup] = [&dir, &elsewhere, &file].map(|path| path.to_str().expect("UTF-8"));
    let node = Node::in_folder(&dir);
    let (moved, at) = watch::channel(node.address);
    let mut tables = 0;
    // A lucky hunter may end a game before the backup.
    let mut party = loop {
        tables += 1;
        let party = Party::gather(("modern", 3), 1, tables, |_| at.clone()).await.expect("a party");
        let party = soon(party.until(25).play()).await.expect("they play");
        if !party.players[0].is_over() {
            break party;
        }
    };
    let output = command(&["backup", "--data", data, backup]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains(&format!("{tables} tables")), "{output:?}");
    // What happens after the backup is not in it.
    let newest = party.players.iter().map(Player::newest).max().unwrap_or(0);
    node.kill();
    refused(&["backup", "--data", data, backup], 2, &["exists already"]);
    let output = command(&["restore", "--data", there, backup]).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let node = Node::in_folder(&elsewhere);
    moved.send_replace(node.address);
    refused(&["restore", "--data", there, backup], 2, &[]);
    for player in &mut party.players {
        player.drop_socket();
    }
    let party = soon(party.until(u64::MAX).play()).await.expect("they go on");
    party.check_end();
    assert!(party.players[0].version > newest);
    assert_eq!(node.stop(), Some(0));
}

#[test]
fn a_server_that_is_told_to_stop_as_soon_as_it_is_there_stops_in_order() {
    let dir = folder("server-stop-at-once");
    for _ in 0..20 {
        assert_eq!(Node::in_folder(&dir).stop(), Some(0));
    }
}

#[test]
fn fogbound_alone_serves_and_prints_where() {
    let dir = folder("server-alone");
    let mut child = command(&[])
        .env("FOGBOUND_ADDR", "127.0.0.1:0")
        .current_dir(&dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let started = Instant::now();
    let output = child.stdout.take().expect("it is piped");
    BufReader::new(output).read_line(&mut line).expect("it prints");
    let took = started.elapsed();
    assert!(line.starts_with("Fogbound is served at http://127.0.0.1:"), "{line}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    let address = line.trim().rsplit('/').next().expect("an address");
    let mut stream = std::net::TcpStream::connect(address).expect("it listens");
    std::io::Write::write_all(&mut stream, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .expect("a request");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("an answer");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Fogbound"), "{page}");
    assert!(dir.join("fogbound-data").is_dir(), "the tables are kept where it was started");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}
