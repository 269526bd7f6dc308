//! A data folder that an older server wrote (`tests/old_data`): every table shows what it showed then
//! to everybody, and the games go on to their ends by the rules that they began with.

#![allow(missing_docs)]

mod net;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Record, RecordVersion, Replay, Rules};
use fogbound_server::OsChance;
use fogbound_server::serve::{Config, serve};
use fogbound_server::store::Place;
use fogbound_table::{Chance, Pace};
use net::{Player, request};
use serde_json::Value;
use tokio::sync::{oneshot, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

const EXPECTED: &str = include_str!("old_data/expected.json");

fn expected() -> Value {
    serde_json::from_str(EXPECTED).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A server on a copy of the old folder.
struct Server {
    address: SocketAddr,
    dir: PathBuf,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), String>>,
}

impl Server {
    async fn start() -> Server {
        let mut bytes = [0; 8];
        OsChance.fill(&mut bytes);
        let dir = std::env::temp_dir().join(format!("fogbound-old-{:016x}", u64::from_le_bytes(bytes)));
        std::fs::create_dir_all(&dir).expect("a folder");
        let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old_data/fogbound.db");
        std::fs::copy(old, dir.join("fogbound.db")).expect("a copy");
        let config = Config {
            pace: Pace { fugitive: Duration::from_millis(5), hunter: Duration::from_millis(2) },
            thinkers: 1,
            ..Config::new("127.0.0.1:0".parse().unwrap(), Place::Folder(dir.clone()))
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, address) = oneshot::channel();
        let task = tokio::spawn(async move {
            let ready = move |address| _ = ready.send(address);
            serve(config, &[], Box::new(ready), Box::pin(async move { _ = stopped.await })).await
        });
        Server { address: address.await.expect("it starts"), dir, stop, task }
    }

    async fn get(&self, path: &str, cookie: Option<&str>) -> net::Answer {
        let cookie = cookie.map(|cookie| format!("fogbound={cookie}"));
        let headers: Vec<_> = cookie.iter().map(|cookie| ("Cookie", cookie.as_str())).collect();
        let answer = request(self.address, &format!("GET {path}"), &headers, "").await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer
    }

    async fn record(&self, table: &Value, game: usize) -> String {
        self.get(&format!("/api/tables/{}/record?game={game}", text(table)), None).await.body
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        let ended = timeout(Duration::from_secs(20), self.task).await.expect("it stops in time");
        ended.expect("no panic").expect("no failure");
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

/// An answer of today in the form of then: some things have other names, and settings name every
/// option, also those that were not named then.
fn as_then(mut answer: Value, old: &Value) -> Value {
    for face in ["scene", "you"] {
        answer[face]["view"] = answer[face]["audience"].take();
    }
    answer["you"]["views"] = answer["you"]["audiences"].take();
    let about = &mut answer["scene"]["about"];
    let characters =
        list(&about["hunters"]).iter().filter_map(|hunter| hunter.get("character").cloned());
    about["characters"] = characters.collect();
    let named = list(&old["scene"]["settings"]["options"]);
    let options = answer["scene"]["settings"]["options"].as_array_mut().expect("a list");
    options.retain(|option| named.contains(option));
    options.sort_by_key(|option| named.iter().position(|other| other == option));
    answer
}

/// Where an answer differs from an older one in what that one had. What was added since does not
/// count, nor does how likely a station is: that is an estimate, which may become a better one.
fn differences(old: &Value, new: &Value, at: &str, found: &mut Vec<String>) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old.iter().filter(|(key, _)| *key != "weights") {
                let other = new.get(key).unwrap_or(&Value::Null);
                differences(value, other, &format!("{at}.{key}"), found);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                differences(old, new, &format!("{at}[{index}]"), found);
            }
        }
        _ if old != new => found.push(format!("{at}: {old} became {new}")),
        _ => {}
    }
}

#[tokio::test]
async fn every_viewer_of_an_old_table_sees_what_was_seen_then() {
    let server = Server::start().await;
    let expected = expected();
    let mut viewers = 0;
    for table in list(&expected["tables"]) {
        let path = format!("/api/tables/{}", text(&table["table"]));
        for (viewer, old) in table["viewers"].as_object().expect("viewers") {
            let new = server.get(&path, expected["cookies"][viewer].as_str()).await.json();
            let new = as_then(new, old);
            let mut found = vec![];
            differences(old, &new, viewer, &mut found);
            assert!(found.is_empty(), "{}: {found:#?}", table["what"]);
            viewers += 1;
        }
    }
    assert!(viewers > 100, "{viewers}");
    server.stop().await;
}

#[tokio::test]
async fn every_old_game_exports_the_record_that_it_had() {
    let server = Server::start().await;
    let mut records = 0;
    for table in list(&expected()["tables"]) {
        for (number, old) in (1..).zip(list(&table["records"])) {
            assert_eq!(server.record(&table["table"], number).await, text(old), "{}", table["what"]);
            records += 1;
        }
    }
    assert!(records > 40, "{records}");
    server.stop().await;
}

/// What became of a game that was played on.
struct Ended {
    what: String,
    cause: String,
}

/// Plays a table on to the end of its game, everybody who has a seat at random.
async fn play_on(server: &Server, expected: &Value, table: &Value) -> Ended {
    let what = text(&table["what"]);
    let id = text(&table["table"]);
    let number = list(&table["records"]).len();
    let old = Record::parse(text(&table["records"][number - 1])).expect("a record");
    let rules: Arc<Rules> = old.builtin_rules().expect("its rules");
    let (_address, address) = watch::channel(server.address);
    let mut playing = JoinSet::new();
    for (seed, viewer) in (1..).zip(table["viewers"].as_object().expect("viewers").keys()) {
        let Some(cookie) = expected["cookies"][viewer].as_str() else { continue };
        let mut player = Player::new(&address, id, cookie, seed);
        let rules = Arc::clone(&rules);
        playing.spawn(async move { player.play(&rules).await });
    }
    while let Some(played) = playing.join_next().await {
        played.expect("no panic").unwrap_or_else(|error| panic!("{what}: {error}"));
    }
    let new = Record::parse(&server.record(&table["table"], number).await).expect("a record");
    assert_eq!(new.version(), RecordVersion::Proofs, "{what}");
    assert_eq!(new.tag("Options"), old.tag("Options"), "{what}");
    let Ok(Replay::Whole(game)) = new.replay(&rules) else { panic!("{what}: no game in\n{new}") };
    assert!(new.proofs().iter().all(|proof| proof.holds(&new)), "{what}");
    for (old, new) in old.proofs().iter().zip(new.proofs()) {
        assert_eq!((old.plays, old.hash), (new.plays, new.hash), "{what}: it was published");
    }
    let cause = game.outcome().expect("an end").cause().into();
    Ended { what: what.into(), cause }
}

#[tokio::test]
async fn old_games_are_played_on_to_their_ends_by_the_rules_of_then() {
    let server = Arc::new(Server::start().await);
    let expected = Arc::new(expected());
    let mut tables = JoinSet::new();
    for (index, table) in list(&expected["tables"]).iter().enumerate() {
        if table["viewers"]["spectator"]["scene"]["stage"] == "playing" {
            let (server, expected) = (Arc::clone(&server), Arc::clone(&expected));
            tables.spawn(async move { play_on(&server, &expected, &expected["tables"][index]).await });
        }
    }
    let ended = tables.join_all().await;
    assert!(ended.len() > 20, "{}", ended.len());
    let cause = |what: &str| {
        let found = ended.iter().find(|ended| ended.what == what);
        found.unwrap_or_else(|| panic!("no table '{what}'")).cause.as_str()
    };
    // Today the first would be told as what it is (9.20), and the second would go on (9.4).
    assert_eq!(cause("compact before its last move"), "gave up");
    assert_eq!(cause("holmes before its last move"), "stranded");
    let Some(server) = Arc::into_inner(server) else { panic!("nobody holds it any more") };
    server.stop().await;
}

#[tokio::test]
async fn a_table_that_waited_in_the_lobby_begins_by_what_was_agreed_then() {
    let server = Server::start().await;
    let expected = expected();
    let lobby = list(&expected["tables"]).iter().find(|table| table["what"] == "lobby holmes");
    let table = &lobby.expect("a lobby")["table"];
    let (_address, address) = watch::channel(server.address);
    let mut host = Player::new(&address, text(table), text(&expected["cookies"]["ada"]), 1);
    let answer = host.command(serde_json::json!({"do": "start", "fill": 1})).await.expect("an answer");
    assert_eq!(answer["type"], "done", "{answer}");
    let record = Record::parse(&server.record(table, 1).await).expect("a record");
    assert_eq!(record.version(), RecordVersion::NEWEST);
    assert_eq!(
        record.tag("Options"),
        Some(
            "supply=box; stranded_win=true; last_reply=true; \
             characters=irene,mycroft,holmes,watson,lestrade"
        )
    );
    drop(host);
    server.stop().await;
}
