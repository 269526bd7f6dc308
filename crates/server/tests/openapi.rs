//! The document of the HTTP interface tells what the server does: every route is in it, and real
//! answers have the statuses and the form that it names.

#![allow(missing_docs)]

mod world;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use fogbound_server::hall::Hall;
use fogbound_server::http::{HttpConfig, Site};
use fogbound_server::limits;
use fogbound_server::store::{Failure, MemoryStore};
use fogbound_table::Rate;
use fogbound_table::Sitter;
use fogbound_table::access::{Access, Spectators};
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use serde_json::{Value, json};
use tower::ServiceExt;
use world::{Client, address, all, parts, person, settings};

const OPENAPI: &str = include_str!("../src/http/openapi.json");

fn document() -> Value {
    serde_json::from_str(OPENAPI).expect("JSON")
}

/// What is wrong with a value, by a schema of the document. Keys that a schema does not name are
/// wrong too, unless it is open.
fn faults(document: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(path) = schema["$ref"].as_str() {
        let target = document.pointer(path.trim_start_matches('#'));
        return faults(
            document,
            target.unwrap_or_else(|| panic!("{path} is missing")),
            value,
            at,
            found,
        );
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices.iter().filter(|choice| {
            let mut wrong = vec![];
            faults(document, choice, value, at, &mut wrong);
            wrong.is_empty()
        });
        if fits.count() != 1 {
            found.push(format!("{at} fits none of the choices, or several: {value}"));
        }
        return;
    }
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not known"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is),
        other => panic!("a type is {other}"),
    };
    if !typed {
        return found.push(format!("{at} is no {}: {value}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        found.push(format!("{at} is none of {}: {value}", schema["enum"]));
    }
    if let Some(object) = value.as_object() {
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                found.push(format!("{at} has no {key}"));
            }
        }
        for (key, value) in object {
            match &schema["properties"][key] {
                Value::Null if schema["additionalProperties"] == false => {
                    found.push(format!("{at} has {key}, which the document does not name"));
                }
                Value::Null if schema["additionalProperties"].is_object() => {
                    let schema = &schema["additionalProperties"];
                    faults(document, schema, value, &format!("{at}.{key}"), found);
                }
                Value::Null => {}
                schema => faults(document, schema, value, &format!("{at}.{key}"), found),
            }
        }
    }
    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
        faults(document, &schema["items"], value, &format!("{at}[{index}]"), found);
    }
}

/// A server in memory, and which answers of the document were seen.
struct Tour {
    document: Value,
    hall: Hall,
    site: Site,
    seen: BTreeSet<(String, String, String)>,
}

const COOKIE: &str = "fogbound=00112233445566778899aabbccddeeff";

impl Tour {
    async fn start() -> Tour {
        let parts = parts(Arc::new(MemoryStore::default()), Arc::new(SeededChance::new(1)));
        let hall = Hall::new(parts);
        hall.open().await.expect("a store in memory opens");
        let http = HttpConfig { tables_each: 7, ..HttpConfig::default() };
        let site = Site::new(hall.clone(), http, &[]);
        Tour { document: document(), hall, site, seen: BTreeSet::new() }
    }

    /// Makes a request, and holds the answer against what the document says of `path`.
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        address: &str,
        body: Option<&str>,
    ) -> (u16, Value) {
        let mut request = Request::builder().method(method).uri(address).header("cookie", COOKIE);
        if body.is_some_and(|body| body.starts_with('{')) {
            request = request.header("content-type", "application/json");
        }
        self.send(method, path, request.body(Body::from(body.unwrap_or("").to_string())).unwrap()).await
    }

    async fn send(&mut self, method: &str, path: &str, request: Request<Body>) -> (u16, Value) {
        let address = request.uri().to_string();
        let response = self.site.clone().router().oneshot(request).await.expect("an answer");
        let status = response.status().as_u16();
        let kind = response.headers().get("content-type").and_then(|value| value.to_str().ok());
        let kind = kind.unwrap_or("").split(';').next().unwrap_or("").to_string();
        let bytes = to_bytes(response.into_body(), 1 << 22).await.expect("a body");
        let operation = &self.document["paths"][path][method.to_lowercase()];
        assert!(operation.is_object(), "the document has no {method} {path}");
        let mut answer = &operation["responses"][status.to_string()];
        if let Some(shared) = answer["$ref"].as_str() {
            answer = self.document.pointer(shared.trim_start_matches('#')).expect("it is there");
        }
        assert!(
            answer.is_object(),
            "{method} {address} gave {status}, which the document does not have"
        );
        let schema = &answer["content"][&kind]["schema"];
        assert!(schema.is_object(), "{method} {address} gave {status} as '{kind}'");
        let binary = schema["format"] == "binary";
        let text = match binary {
            true => String::from_utf8_lossy(&bytes).into_owned(),
            false => String::from_utf8(bytes.to_vec()).expect("UTF-8"),
        };
        let value = match kind.as_str() {
            "application/json" => serde_json::from_str(&text).expect("JSON"),
            _ => Value::String(text),
        };
        let mut found = vec![];
        faults(&self.document, schema, &value, "answer", &mut found);
        assert!(found.is_empty(), "{method} {address}: {found:#?}");
        self.seen.insert((path.to_string(), method.to_lowercase(), status.to_string()));
        (status, value)
    }

    async fn get(&mut self, path: &str, address: &str) -> (u16, Value) {
        self.ask("GET", path, address, None).await
    }
}

const TABLES: &str = "/api/tables";
const TABLE: &str = "/api/tables/{table}";
const CLAIM: &str = "/api/tables/{table}/claim";
const RECORD: &str = "/api/tables/{table}/record";
const REPORTS: &str = "/api/tables/{table}/reports";
const PICTURE: &str = "/api/tables/{table}/picture";
const SOCKET: &str = "/api/tables/{table}/socket";
const GAMES: &str = "/api/games";
const BOARD: &str = "/api/boards/{name}";
const REPLAY: &str = "/api/replay";
const REVIEW: &str = "/api/review";
const PUZZLES: &str = "/api/puzzles";
const STARTS: &str = "/api/starts";
const TRIES: &str = "/api/puzzles/{puzzle}/tries";

#[tokio::test(start_paused = true)]
async fn every_documented_answer_is_given_as_documented() {
    let tour = &mut Tour::start().await;
    let modern = r#"{"edition":"modern","detectives":2,"visibility":"public","assist":"weighted",
        "clock":{"kind":"turn","seconds":60,"expiry":"random"}}"#;
    let seats =
        r#"[{"seat":"fugitive","who":"me"},{"seat":"d1","who":{"bot":1}},{"seat":"d2","who":"me"}]"#;
    let new = |settings: &str, seats: &str, start: bool| {
        format!(r#"{{"settings":{settings},"name":"Ada","seats":{seats},"start":{start}}}"#)
    };

    // Games from elsewhere count as tables, also those that are refused.
    let over = include_str!("../../../docs/examples/shuffled.fog");
    let cut =
        include_str!("../../../docs/examples/game.fog").replace("hunters: captured by d2 at 29", "*");
    let cut = cut.split("\n6. ").next().expect("five rounds").to_string() + "\n";
    let brought = |record: &str| json!({ "record": record, "name": "Ada" }).to_string();
    for (record, expected) in [(over, 201), ("no record", 400), (cut.as_str(), 409)] {
        let (status, answer) = tour.ask("POST", GAMES, GAMES, Some(&brought(record))).await;
        assert_eq!(status, expected, "{answer}");
    }
    assert_eq!(tour.ask("POST", GAMES, GAMES, Some(&brought(&"#".repeat(70_000)))).await.0, 413);
    let foreign = Request::post(GAMES).header("origin", "https://other.example.org");
    assert_eq!(tour.send("POST", GAMES, foreign.body(Body::empty()).unwrap()).await.0, 403);

    let (status, made) = tour.ask("POST", TABLES, TABLES, Some(&new(modern, seats, true))).await;
    assert_eq!(status, 201);
    let table = format!("{TABLES}/{}", made["table"].as_str().expect("a name"));
    for (wrong, expected) in [
        ("{}".to_string(), 400),
        (new(r#"{"edition":"moderm","detectives":2}"#, "[]", false), 400),
        (new(modern, "[]", true), 409),
        (new(modern, r#"[{"seat":"d5","who":"me"}]"#, false), 400),
    ] {
        let (status, refusal) = tour.ask("POST", TABLES, TABLES, Some(&wrong)).await;
        assert_eq!(status, expected, "{wrong}: {refusal}");
    }
    let (status, _) = tour.ask("POST", TABLES, TABLES, Some(&new(modern, "[]", false))).await;
    assert_eq!(status, 429, "the eighth table of an hour");
    assert_eq!(tour.ask("POST", GAMES, GAMES, Some(&brought(over))).await.0, 429);
    let foreign = Request::post(TABLES).header("origin", "https://other.example.org");
    assert_eq!(tour.send("POST", TABLES, foreign.body(Body::empty()).unwrap()).await.0, 403);
    let (_, list) = tour.get(TABLES, TABLES).await;
    assert_eq!(list["tables"].as_array().map(Vec::len), Some(1));

    // Before, in and after a game, as every audience.
    let (_, shown) = tour.get(TABLE, &table).await;
    assert_eq!((&shown["scene"]["stage"], &shown["you"]["guest"]), (&json!("playing"), &json!(1)));
    let key = shown["you"]["key"].as_str().expect("a key").to_string();
    assert_eq!(tour.get(TABLE, "/api/tables/222222222222").await.0, 404);
    assert_eq!(tour.get(TABLE, "/api/tables/no-such-name").await.0, 404);
    assert_eq!(tour.get(RECORD, &format!("{table}/record")).await.0, 200);
    assert_eq!(tour.get(RECORD, &format!("{table}/record?form=json")).await.0, 200);
    assert_eq!(tour.get(RECORD, &format!("{table}/record?form=runes")).await.0, 400);
    assert_eq!(tour.get(RECORD, "/api/tables/222222222222/record").await.0, 404);

    let lobby =
        tour.hall.make(person(1), address(1), "A", settings("holmes", 2), &[], false).await.unwrap();
    assert_eq!(tour.get(RECORD, &format!("{TABLES}/{lobby}/record")).await.0, 409);
    assert_eq!(tour.get(PICTURE, &format!("{table}/picture")).await.0, 409);
    assert_eq!(tour.get(PICTURE, &format!("{table}/picture?game=none")).await.0, 400);
    assert_eq!(tour.get(PICTURE, "/api/tables/222222222222/picture").await.0, 404);
    for edition in ["classic", "holmes", "compact", "beginner"] {
        let detectives = if edition == "holmes" { 2 } else { 3 };
        let bots = all(detectives, Sitter::Bot(world::level(1)));
        let made =
            tour.hall.make(person(1), address(1), "A", settings(edition, detectives), &bots, true).await;
        let id = made.expect("a table");
        let mut watcher = Client::connect(&tour.hall, id, person(2)).await;
        for _ in 0..2000 {
            if watcher.is_over() {
                break;
            }
            assert!(tour.get(TABLE, &format!("{TABLES}/{id}")).await.0 == 200);
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            watcher.drain().await;
        }
        let (_, over) = tour.get(TABLE, &format!("{TABLES}/{id}")).await;
        assert_eq!(over["scene"]["stage"], "over");
        assert_eq!(tour.get(PICTURE, &format!("{TABLES}/{id}/picture?game=1")).await.0, 200);
        let (_, record) = tour.get(RECORD, &format!("{TABLES}/{id}/record")).await;
        let (_, replayed) = tour.ask("POST", REPLAY, REPLAY, record.as_str()).await;
        let heads =
            record.as_str().unwrap_or("").lines().filter(|line| line.starts_with("head ")).count();
        assert_eq!(replayed["proofs"].as_u64(), Some(heads as u64), "{edition}");
        assert!(heads > 1, "{edition}");
        let (_, json) = tour.get(RECORD, &format!("{TABLES}/{id}/record?form=json")).await;
        assert_eq!(tour.ask("POST", REPLAY, REPLAY, Some(&json.to_string())).await.0, 200);
    }
    let game = include_str!("../../../docs/examples/game.fog");
    let (_, reviewed) = tour.ask("POST", REVIEW, REVIEW, Some(game)).await;
    assert_eq!(reviewed["report"]["edition"], "modern");
    let begun = game.replace("hunters: captured by d2 at 29", "*");
    let (last, _) = begun.trim_end().rsplit_once('\n').expect("rounds");
    assert_eq!(tour.ask("POST", REVIEW, REVIEW, Some(last)).await.0, 409);
    assert_eq!(tour.ask("POST", REVIEW, REVIEW, Some("no record")).await.0, 400);
    assert_eq!(tour.ask("POST", REVIEW, REVIEW, Some(&"#\n".repeat(200_000))).await.0, 413);
    let foreign = Request::post(REVIEW).header("origin", "https://other.example.org");
    assert_eq!(tour.send("POST", REVIEW, foreign.body(Body::empty()).unwrap()).await.0, 403);
    assert_eq!(tour.ask("POST", REPLAY, REPLAY, Some("no record")).await.0, 400);
    assert_eq!(tour.ask("POST", REPLAY, REPLAY, Some(&"#\n".repeat(200_000))).await.0, 413);
    let foreign = Request::post(REPLAY).header("origin", "https://other.example.org");
    assert_eq!(tour.send("POST", REPLAY, foreign.body(Body::empty()).unwrap()).await.0, 403);

    // The four games of bots that ended are counted.
    let (_, told) = tour.get(STARTS, STARTS).await;
    let told = told["starts"].as_array().expect("a list");
    let editions: Vec<&str> = told.iter().filter_map(|one| one["edition"].as_str()).collect();
    assert_eq!(editions, ["beginner", "classic", "compact", "holmes"]);
    for one in told {
        for by in ["endings", "by_start", "by_nearest"] {
            let counts = one[by].as_object().expect("counts").values();
            assert_eq!(
                counts.filter_map(|count| count["games"].as_u64()).sum::<u64>(),
                1,
                "{by}: {one}"
            );
        }
    }

    // A puzzle is tried.
    let id =
        fogbound_puzzles::COMMITTED[0].1.split("[Id \"").nth(1).and_then(|rest| rest.split('"').next());
    let tries = format!("{PUZZLES}/{}/tries", id.expect("a name"));
    let attempt = r#"{"rating":"1500 350","solved":true}"#;
    let (status, rated) = tour.ask("POST", TRIES, &tries, Some(attempt)).await;
    assert_eq!((status, &rated["tries"]), (200, &json!(1)));
    let (_, told) = tour.get(PUZZLES, PUZZLES).await;
    assert_eq!(told["puzzles"], json!([rated]));
    assert_eq!(tour.ask("POST", TRIES, &tries, Some("{}")).await.0, 400);
    assert_eq!(tour.ask("POST", TRIES, "/api/puzzles/none/tries", Some(attempt)).await.0, 404);
    let long = format!("{{{}", " ".repeat(20_000));
    assert_eq!(tour.ask("POST", TRIES, &tries, Some(&long)).await.0, 413);
    let foreign = Request::post(&tries).header("origin", "https://other.example.org");
    assert_eq!(tour.send("POST", TRIES, foreign.body(Body::empty()).unwrap()).await.0, 403);

    // The seats move to whoever has the key, but to nobody else.
    let claim = |key: &str| format!(r#"{{"key":"{key}"}}"#);
    let at = format!("{table}/claim");
    assert_eq!(tour.ask("POST", CLAIM, &at, Some(&claim(&key))).await.0, 200);
    assert_eq!(tour.ask("POST", CLAIM, &at, Some(&claim(&"0".repeat(32)))).await.0, 403);
    assert_eq!(tour.ask("POST", CLAIM, &at, Some("{}")).await.0, 400);
    assert_eq!(tour.ask("POST", CLAIM, &at, Some(&format!("{{{}", " ".repeat(20_000)))).await.0, 413);
    assert_eq!(
        tour.ask("POST", TABLES, TABLES, Some(&format!("{{{}", " ".repeat(20_000)))).await.0,
        413
    );
    let nowhere = "/api/tables/222222222222/claim";
    assert_eq!(tour.ask("POST", CLAIM, nowhere, Some(&claim(&key))).await.0, 404);
    let other =
        tour.hall.make(person(1), address(1), "A", settings("modern", 2), &[], false).await.unwrap();
    let host = tour.hall.room(other).await.unwrap();
    let (_, host) = host.scene(person(1)).await.unwrap();
    let host = serde_json::to_value(&host).unwrap()["key"].as_str().expect("a key").to_string();
    let visitor = fogbound_table::id::PersonKey::parse(&COOKIE[9..]).expect("a cookie").person();
    let mut client = Client::connect(&tour.hall, other, visitor).await;
    let seat = "d1".parse().expect("a seat");
    client.command(fogbound_table::command::Command::Sit { seat }).await;
    let at = format!("{TABLES}/{other}/claim");
    assert_eq!(tour.ask("POST", CLAIM, &at, Some(&claim(&host))).await.0, 409);

    // Of a table that is not shown to spectators nothing is shown.
    let hidden =
        tour.hall.make(person(1), address(1), "A", settings("modern", 2), &[], false).await.unwrap();
    let mut host = Client::connect(&tour.hall, hidden, person(1)).await;
    close_to_spectators(&mut host).await;
    for (path, end) in [(TABLE, ""), (RECORD, "/record"), (PICTURE, "/picture")] {
        let (status, refusal) = tour.get(path, &format!("{TABLES}/{hidden}{end}")).await;
        assert_eq!((status, &refusal["code"]), (403, &json!("not_yours")), "{path}");
    }

    // What one complains of goes to whoever runs the server.
    let reports = format!("{TABLES}/{lobby}/reports");
    let report = |guest: u16| json!({ "guest": guest, "text": "rude" }).to_string();
    assert_eq!(tour.ask("POST", REPORTS, &reports, Some(&report(1))).await.0, 202);
    assert_eq!(tour.ask("POST", REPORTS, &reports, Some(&report(7))).await.0, 400);
    assert_eq!(tour.ask("POST", REPORTS, &reports, Some("{}")).await.0, 400);
    let long = format!("{{{}", " ".repeat(20_000));
    assert_eq!(tour.ask("POST", REPORTS, &reports, Some(&long)).await.0, 413);
    let nowhere = "/api/tables/222222222222/reports";
    assert_eq!(tour.ask("POST", REPORTS, nowhere, Some(&report(1))).await.0, 404);
    let at = format!("{TABLES}/{hidden}/reports");
    assert_eq!(tour.ask("POST", REPORTS, &at, Some(&report(1))).await.0, 403);
    for _ in 1..5 {
        assert_eq!(tour.ask("POST", REPORTS, &reports, Some(&report(1))).await.0, 202);
    }
    assert_eq!(tour.ask("POST", REPORTS, &reports, Some(&report(1))).await.0, 429);

    assert_eq!(tour.get(SOCKET, &format!("{table}/socket")).await.0, 400);
    assert_eq!(tour.get(SOCKET, "/api/tables/222222222222/socket").await.0, 404);
    let foreign = Request::get(format!("{table}/socket"))
        .header("origin", "https://other.example.org")
        .header("sec-websocket-key", "x");
    assert_eq!(tour.send("GET", SOCKET, foreign.body(Body::empty()).unwrap()).await.0, 403);

    tour.get("/api/editions", "/api/editions").await;
    let (_, keys) = tour.get("/api/keys", "/api/keys").await;
    assert_eq!(keys["keys"].as_array().map(Vec::len), Some(1));
    for board in ["london", "london-1983", "victorian", "compact"] {
        assert_eq!(tour.get(BOARD, &format!("/api/boards/{board}")).await.0, 200);
    }
    assert_eq!(tour.get(BOARD, "/api/boards/compact.svg?theme=night").await.0, 200);
    assert_eq!(tour.get(BOARD, "/api/boards/compact.svg?theme=plaid").await.0, 400);
    assert_eq!(tour.get(BOARD, "/api/boards/compact.png").await.0, 200);
    for nowhere in ["paris", "paris.png", "compact.jpg"] {
        assert_eq!(tour.get(BOARD, &format!("/api/boards/{nowhere}")).await.0, 404);
    }
    let (_, itself) = tour.get("/api/openapi.json", "/api/openapi.json").await;
    assert_eq!(itself, tour.document);
    assert_eq!(tour.get("/readyz", "/readyz").await.0, 200);
    tour.get("/metrics", "/metrics").await;
    tour.hall.close().await;
    assert_eq!(tour.get("/readyz", "/readyz").await.0, 503);
    assert_eq!(tour.get("/healthz", "/healthz").await.0, 200, "it still runs");

    // What needs a store that fails, or a real connection, is tested elsewhere.
    let elsewhere = |path: &str, status: &str| {
        status == "101"
            || status == "503"
            || [SOCKET, PICTURE, BOARD, REPLAY, REVIEW, PUZZLES, TRIES, STARTS].contains(&path)
                && status == "429"
    };
    let mut missed = vec![];
    for (path, method, status) in documented(&tour.document) {
        if !elsewhere(&path, &status)
            && !tour.seen.contains(&(path.clone(), method.clone(), status.clone()))
        {
            missed.push(format!("{method} {path} {status}"));
        }
    }
    assert!(missed.is_empty(), "never seen: {missed:#?}");
}

/// Every path, method and status of the document.
fn documented(document: &Value) -> Vec<(String, String, String)> {
    let mut all = vec![];
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("methods") {
            for status in operation["responses"].as_object().into_iter().flat_map(|map| map.keys()) {
                all.push((path.clone(), method.clone(), status.clone()));
            }
        }
    }
    all
}

/// The routes of the server, read from the place where they are written.
#[test]
fn no_route_is_missing_in_the_document() {
    let source = include_str!("../src/http.rs");
    let document = document();
    let mut routes = 0;
    let (api, rest) = source.split_once(".nest(\"/api\", api)").expect("the routes of the interface");
    for (prefix, part) in [("/api", api), ("", rest)] {
        for route in part.split(".route(\"").skip(1) {
            let (path, handlers) = route.split_once('"').expect("a path");
            let handlers = handlers.lines().next().expect("a line");
            let path = format!("{prefix}{}", path.replace("{id}", "{table}"));
            for method in ["get", "post", "put", "patch", "delete"] {
                let served = handlers.contains(&format!("{method}("));
                let told = document["paths"][&path][method].is_object();
                assert_eq!(served, told, "{method} {path}: served, told");
                routes += usize::from(served);
            }
        }
    }
    assert_eq!(routes, documented_operations(&document), "as many routes as operations");
}

fn documented_operations(document: &Value) -> usize {
    let operations: BTreeSet<_> =
        documented(document).into_iter().map(|(path, method, _)| (path, method)).collect();
    operations.len()
}

#[test]
fn the_validator_finds_what_does_not_fit() {
    let document = document();
    let schema = json!({ "$ref": "#/components/schemas/Refusal" });
    let wrong = |value: Value| {
        let mut found = vec![];
        faults(&document, &schema, &value, "answer", &mut found);
        !found.is_empty()
    };
    assert!(!wrong(json!({ "code": "limit", "text": "too much" })));
    for value in [
        json!({ "code": "limit" }),
        json!({ "code": "limits", "text": "too much" }),
        json!({ "code": "limit", "text": 7 }),
        json!({ "code": "limit", "text": "too much", "station": 7 }),
        json!([]),
    ] {
        assert!(wrong(value.clone()), "{value}");
    }
}

/// One visitor's secret must not reach another through a cache between them, and of two answers on
/// their way at once at most one may bring a secret: so only those do that make a visitor known.
#[tokio::test]
async fn only_answers_that_make_a_visitor_known_set_a_cookie() {
    let tour = Tour::start().await;
    let send = async |request: Request<Body>| {
        let response = tour.site.clone().router().oneshot(request).await.expect("an answer");
        let headers = response.headers();
        let public = headers["cache-control"].to_str().unwrap().contains("public");
        let cookie = headers.get("set-cookie").map(|value| value.to_str().unwrap().to_string());
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        (status, cookie, public, serde_json::from_slice(&body).unwrap_or(Value::Null))
    };
    let post = |path: &str, body: Value| {
        let request = Request::post(path).header("content-type", "application/json");
        request.body(Body::from(body.to_string())).unwrap()
    };
    let get = |path: &str, cookie: &str| {
        Request::get(path).header("cookie", cookie).body(Body::empty()).unwrap()
    };
    let (status, cookie, ..) = send(post(TABLES, json!({}))).await;
    assert_eq!((status, cookie), (400, None));
    let wanted =
        json!({ "name": "Ada", "settings": { "edition": "modern", "detectives": 2 }, "seats": [] });
    let (status, cookie, public, made) = send(post(TABLES, wanted)).await;
    assert_eq!((status, public), (201, false));
    let cookie = cookie.expect("the host becomes known");
    let table = format!("{TABLES}/{}", made["table"].as_str().expect("its name"));
    let (.., shown) = send(get(&table, &cookie)).await;
    let key = &shown["you"]["key"];
    assert!(key.is_string(), "the host is known by the cookie: {shown}");
    let claim = format!("{table}/claim");
    let (status, cookie, ..) = send(post(&claim, json!({ "key": "0".repeat(32) }))).await;
    assert_eq!((status, cookie), (403, None));
    let (status, cookie, public, _) = send(post(&claim, json!({ "key": key }))).await;
    assert_eq!((status, public), (200, false));
    let cookie = cookie.expect("the host is known here now");
    let (.., shown) = send(get(&table, &cookie)).await;
    assert_eq!(shown["you"]["guest"], 1);
    assert_ne!(shown["you"]["key"], *key, "it fits once");
    for (path, common) in [
        ("/api/editions", true),
        ("/api/boards/compact", true),
        ("/api/boards/compact.svg", true),
        ("/api/boards/compact.png", true),
        (TABLES, false),
        (&table, false),
    ] {
        let (status, cookie, public, _) = send(get(path, "")).await;
        assert_eq!((status, cookie, public), (200, None, common), "{path}");
    }
}

/// A game of bots that is over, and how often the store was asked since.
async fn finished(asked: &Arc<AtomicU32>) -> (Tour, String) {
    let counted = Arc::clone(asked);
    let store = MemoryStore::default().with_delay(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        std::time::Duration::ZERO
    });
    let hall = Hall::new(parts(Arc::new(store), Arc::new(SeededChance::new(1))));
    hall.open().await.expect("a store in memory opens");
    let site = Site::new(hall.clone(), HttpConfig::default(), &[]);
    let bots = all(3, Sitter::Bot(world::level(1)));
    let id = hall
        .make(person(1), address(1), "A", settings("classic", 3), &bots, true)
        .await
        .expect("a table");
    let mut watcher = Client::connect(&hall, id, person(2)).await;
    while !watcher.is_over() {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        watcher.drain().await;
    }
    let tour = Tour { document: document(), hall, site, seen: BTreeSet::new() };
    (tour, format!("{TABLES}/{id}"))
}

async fn close_to_spectators(host: &mut Client) {
    let access = Access { spectators: Spectators::Off, ..Access::default() };
    assert_eq!(host.command(Command::Access { access }).await["type"], "done");
}

/// What is kept for others is not for those who may not see the table.
#[tokio::test(start_paused = true)]
async fn what_is_kept_of_a_finished_game_is_not_given_to_who_may_not_watch() {
    let (tour, table) = finished(&Arc::default()).await;
    let get = async |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = tour.site.clone().router().oneshot(request).await.expect("an answer");
        let keep = response.headers()["cache-control"].to_str().unwrap().to_string();
        (response.status().as_u16(), keep)
    };
    let paths = ["record?game=1", "record?game=1&form=json", "picture?game=1"];
    let paths = paths.map(|path| format!("{table}/{path}"));
    for path in &paths {
        assert_eq!(get(path).await.0, 200, "{path}");
    }
    assert_eq!(get(&paths[2]).await.1, "public, max-age=3600");
    let id = table[TABLES.len() + 1..].parse().expect("a name");
    let mut host = Client::connect(&tour.hall, id, person(1)).await;
    close_to_spectators(&mut host).await;
    for path in &paths {
        assert_eq!(get(path).await.0, 403, "{path}");
    }
    // The host leaves, and the table is put away.
    drop(host);
    tokio::time::sleep(std::time::Duration::from_secs(120)).await;
    assert_eq!(tour.hall.loaded(), 0);
    for path in &paths {
        assert_eq!(get(path).await.0, 403, "{path}, read anew");
    }
    // Who may see it is given it, and nobody in between keeps it.
    let (cookie, host) = (COOKIE, tour.hall.room(id).await.unwrap().scene(person(1)).await.unwrap().1);
    let key = serde_json::to_value(&host).unwrap()["key"].clone();
    let claim = Request::post(format!("{table}/claim"));
    let claim = claim.header("cookie", cookie).header("content-type", "application/json");
    let claim = claim.body(Body::from(json!({ "key": key }).to_string())).unwrap();
    assert_eq!(tour.site.clone().router().oneshot(claim).await.unwrap().status(), 200);
    let request = Request::get(&paths[2]).header("cookie", cookie).body(Body::empty()).unwrap();
    let response = tour.site.clone().router().oneshot(request).await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "private, max-age=3600");
}

#[tokio::test(start_paused = true)]
async fn reports_from_one_address_are_few() {
    let mut tour = Tour::start().await;
    for number in 0..=10 {
        let table = tour.hall.make(person(1), address(1), "A", settings("modern", 2), &[], false).await;
        let path = format!("{TABLES}/{}/reports", table.expect("a table"));
        let request = Request::post(path)
            .header("cookie", format!("fogbound={number:032x}"))
            .header("content-type", "application/json");
        let request = request.body(Body::from(r#"{"guest":1}"#)).unwrap();
        let (status, _) = tour.send("POST", REPORTS, request).await;
        assert_eq!(status, if number < 10 { 202 } else { 429 }, "report {number}");
    }
}

/// Whoever asks too often is told so after a second; a crowd of those who wait for that is bounded too.
#[tokio::test(start_paused = true)]
async fn so_many_refusals_wait_to_be_told_and_no_more() {
    let hall = Hall::new(parts(Arc::new(MemoryStore::default()), Arc::new(SeededChance::new(1))));
    let requests_each = Rate { most: 1, each_second: 1 };
    let site = Site::new(hall, HttpConfig { requests_each, ..HttpConfig::default() }, &[]);
    let ask = || {
        let (router, begun) = (site.clone().router(), tokio::time::Instant::now());
        async move {
            let request = Request::get("/api/keys").body(Body::empty()).unwrap();
            let status = router.oneshot(request).await.expect("an answer").status().as_u16();
            (status, begun.elapsed())
        }
    };
    assert_eq!(ask().await.0, 200);
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..limits::REFUSALS + 10 {
        asked.spawn(ask());
    }
    let answers = asked.join_all().await;
    assert!(answers.iter().all(|(status, _)| *status == 429));
    let at_once = answers.iter().filter(|(_, took)| *took < limits::HESITATION).count();
    assert_eq!(at_once, 10);
}

/// To read a table takes all of it; the record of a game that is over is asked for again and again.
#[tokio::test(start_paused = true)]
async fn the_record_of_a_game_that_is_over_is_read_once() {
    let asked = Arc::new(AtomicU32::new(0));
    let (tour, table) = finished(&asked).await;
    let get = async |path: &str, known: Option<&str>| {
        let mut request = Request::get(path);
        if let Some(known) = known {
            request = request.header("if-none-match", known);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = tour.site.clone().router().oneshot(request).await.expect("an answer");
        let header =
            |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_string());
        let told = (response.status().as_u16(), header("etag"), header("cache-control"));
        (told, to_bytes(response.into_body(), 1 << 22).await.expect("a body"))
    };
    for form in ["text", "json"] {
        let path = format!("{table}/record?game=1&form={form}");
        let ((status, tag, keep), first) = get(&path, None).await;
        assert_eq!((status, keep.as_deref()), (200, Some("private, max-age=600")));
        // Nobody is there any more, and the table is put away.
        tokio::time::sleep(std::time::Duration::from_secs(120)).await;
        assert_eq!(tour.hall.loaded(), 0);
        asked.store(0, Ordering::Relaxed);
        let (told, again) = get(&path, None).await;
        assert_eq!((told, &again), ((200, tag.clone(), keep), &first));
        let ((status, ..), nothing) = get(&path, tag.as_deref()).await;
        assert_eq!((status, nothing.len()), (304, 0));
        assert_eq!(asked.load(Ordering::Relaxed), 0, "nothing is read");
        assert_eq!(get(&path, Some("W/\"other\"")).await.1, first);
        // After a while it is looked whether the table is still there.
        tokio::time::sleep(std::time::Duration::from_secs(600)).await;
        assert_eq!(get(&path, None).await.1, first);
        assert!(asked.load(Ordering::Relaxed) > 0);
    }
    let picture = format!("{table}/picture?game=1");
    let (_, first) = get(&picture, None).await;
    tokio::time::sleep(std::time::Duration::from_secs(120)).await;
    asked.store(0, Ordering::Relaxed);
    assert_eq!(get(&picture, None).await.1, first);
    assert_eq!(asked.load(Ordering::Relaxed), 0, "nor for its picture");
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_game_that_goes_on_is_not_kept() {
    let mut tour = Tour::start().await;
    let sitters = all(2, Sitter::Me);
    let id =
        tour.hall.make(person(1), address(1), "A", settings("modern", 2), &sitters, true).await.unwrap();
    let path = format!("{TABLES}/{id}/record?game=1");
    let (_, first) = tour.get(RECORD, &path).await;
    let mut client = Client::connect(&tour.hall, id, person(1)).await;
    client.send_text(r#"{"type":"look","audience":"fugitive"}"#).await;
    let action = client.actions()[0];
    assert_eq!(client.act(action).await["type"], "done");
    assert_ne!(tour.get(RECORD, &path).await.1, first);
    let request = Request::get(&path).body(Body::empty()).unwrap();
    let response = tour.site.clone().router().oneshot(request).await.expect("an answer");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert!(!response.headers().contains_key("etag"));
}

/// A store that cannot write: the server runs, but is not ready. That is asked of the store once a
/// second, however many ask.
#[tokio::test(start_paused = true)]
async fn who_cannot_write_is_not_ready() {
    let full = Arc::new(AtomicBool::new(false));
    let tried = Arc::new(AtomicU32::new(0));
    let (is_full, counted) = (Arc::clone(&full), Arc::clone(&tried));
    let mishap = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        is_full.load(Ordering::Relaxed).then_some(Failure::Lost)
    };
    let store = MemoryStore::default().with_mishaps(Box::new(mishap));
    let hall = Hall::new(parts(Arc::new(store), Arc::new(SeededChance::new(1))));
    hall.open().await.expect("a store in memory opens");
    let site = Site::new(hall.clone(), HttpConfig::default(), &[]);
    let ask = async |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = site.clone().router().oneshot(request).await.expect("an answer");
        (response.status().as_u16(), response.headers().contains_key("retry-after"))
    };
    for _ in 0..10 {
        assert_eq!(ask("/readyz").await, (200, false));
    }
    assert_eq!(tried.load(Ordering::Relaxed), 1);
    full.store(true, Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(ask("/readyz").await, (503, true));
    assert_eq!(ask("/healthz").await, (200, false));
    assert!(hall.metrics().store_faults.get() > 0);
    full.store(false, Ordering::Relaxed);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    assert_eq!(ask("/readyz").await, (200, false));
    hall.close().await;
    assert_eq!((ask("/readyz").await, ask("/healthz").await), ((503, true), (200, false)));
}

/// The names of figures in a text.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("fogbound_")).collect()
}

#[tokio::test(start_paused = true)]
async fn documents_and_the_board_for_grafana_name_figures_that_are_there() {
    let mut tour = Tour::start().await;
    let (_, text) = tour.get("/metrics", "/metrics").await;
    let text = text.as_str().expect("a text");
    let there = figures(text);
    let board = include_str!("../../../deploy/grafana.json");
    let _: Value = serde_json::from_str(board).expect("JSON");
    assert!(figures(board).len() > 15, "{:?}", figures(board));
    let hosting = include_str!("../../../docs/hosting.md");
    for named in figures(board).union(&figures(hosting)) {
        assert!(there.contains(named), "there is no {named}");
    }
    // And each that is there is told of.
    let ends = ["_bucket", "_sum", "_count"];
    for figure in there.iter().filter(|name| !ends.iter().any(|end| name.ends_with(end))) {
        assert!(figures(hosting).contains(figure), "docs/hosting.md does not tell of {figure}");
    }
    // Every line has the form that Prometheus reads.
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, number) = line.rsplit_once(' ').expect("a name and a number");
        assert!(number.parse::<f64>().is_ok(), "{line}");
        let plain = name.split('{').next().expect("a name");
        assert!(plain.bytes().all(|c| c.is_ascii_lowercase() || c == b'_'), "{line}");
    }
}
