//! Whole games through the byte interface: what a Worker does, without a browser.

use fogbound_rules::Record;
use fogbound_wasm::Host;
use serde_json::{Value, json};

/// A Worker of a page that does nothing but what it must: it keeps what is to be kept, and passes on
/// messages. Its clock jumps to where something happens.
struct Worker {
    host: Host,
    now: u64,
    kept: Vec<String>,
    told: Vec<Value>,
    table: String,
    next: Option<Value>,
    full: bool,
}

impl Worker {
    fn new(seed: u8) -> Worker {
        let mut worker = Worker {
            host: Host::default(),
            now: 1_000_000,
            kept: vec![],
            told: vec![],
            table: String::new(),
            next: None,
            full: false,
        };
        let entropy = format!("{seed:02x}").repeat(32);
        assert_eq!(worker.bare(&json!({ "call": "begin", "entropy": entropy }))["interface"], 3);
        worker
    }

    fn bare(&mut self, call: &Value) -> Value {
        let answer = self.host.call_bytes(call.to_string().as_bytes());
        serde_json::from_slice(&answer).expect("an answer is JSON")
    }

    /// A call, with what follows from its answer.
    fn call(&mut self, mut call: Value) -> Value {
        call["now"] = self.now.into();
        if !self.table.is_empty()
            && !["make", "adopt", "request"].contains(&call["call"].as_str().unwrap_or(""))
        {
            call["table"] = self.table.clone().into();
        }
        let answer = self.bare(&call);
        if let Some(table) = answer["table"].as_str() {
            self.table = table.into();
        }
        for told in answer["tell"].as_array().into_iter().flatten() {
            self.told.push(serde_json::from_str(told["text"].as_str().unwrap()).unwrap());
        }
        self.next = answer.get("next").cloned();
        if let Some(keep) = answer.get("keep") {
            let word = match self.full {
                true => "unstored",
                false => {
                    assert_eq!(keep["after"], self.kept.len());
                    let entries = keep["entries"].as_array().unwrap();
                    self.kept.extend(entries.iter().map(|text| text.as_str().unwrap().to_string()));
                    "stored"
                }
            };
            self.call(json!({ "call": word }));
        }
        answer
    }

    fn say(&mut self, message: Value) {
        self.call(json!({ "call": "hear", "client": 1, "text": message.to_string() }));
    }

    fn connect(&mut self) {
        self.call(json!({ "call": "connect", "client": 1 }));
        self.say(json!({ "type": "hello", "protocol": 3 }));
    }

    /// What the page knows of the table.
    fn scene(&self) -> &Value {
        let scene = self.told.iter().rev().find_map(|message| message.get("scene"));
        scene.expect("a scene was told")
    }

    /// Lets bots act until nothing happens without the person.
    fn settle(&mut self) {
        for _ in 0..10_000 {
            match self.next.take() {
                None => return,
                Some(Value::String(_)) => self.now += 5,
                Some(wait) => self.now += wait["wait"].as_u64().expect("a time"),
            }
            self.call(json!({ "call": "drive", "nodes": 200 }));
        }
        panic!("bots do not come to an end");
    }

    fn reload(&mut self) {
        let (kept, table, now) = (self.kept.clone(), self.table.clone(), self.now + 60_000);
        *self = Worker::new(9);
        (self.now, self.kept, self.table) = (now, kept.clone(), table);
        self.call(json!({ "call": "open", "entries": kept }));
        self.connect();
    }
}

fn wanted(edition: &str, detectives: u8, fugitive: Value, hunters: &Value) -> Value {
    let mut seats = vec![json!({ "seat": "fugitive", "who": fugitive })];
    for number in 1..=detectives {
        seats.push(json!({ "seat": format!("d{number}"), "who": hunters }));
    }
    json!({
        "settings": { "edition": edition, "detectives": detectives },
        "name": "Anna", "seats": seats, "start": true
    })
}

/// Plays on with the first decision that is offered, to the end.
fn play(worker: &mut Worker, mut between: impl FnMut(&mut Worker, usize)) -> usize {
    for turn in 0..2_000 {
        // A person takes a moment.
        worker.now += 500;
        worker.settle();
        between(worker, turn);
        let scene = worker.scene().clone();
        if scene["stage"] != "playing" {
            return turn;
        }
        let audience = scene["audience"].as_str().unwrap().to_string();
        let actions = scene["game"]["actions"].as_array().cloned().unwrap_or_default();
        match actions.get(turn % actions.len().max(1)) {
            Some(action) => {
                let command = json!({ "do": "act", "action": action });
                let id = format!("t-{turn}");
                let version = scene["version"].clone();
                worker.say(json!({ "type": "do", "id": id, "version": version, "command": command }));
                let done = |message: &Value| message["type"] == "done" && message["id"] == id.as_str();
                assert!(worker.told.iter().any(done), "{:?}", worker.told.last());
            }
            // Around one screen the other side decides.
            None => {
                let other = if audience == "fugitive" { "hunters" } else { "fugitive" };
                worker.say(json!({ "type": "look", "audience": other }));
            }
        }
    }
    panic!("the game does not end");
}

const EDITIONS: [(&str, u8); 7] = [
    ("beginner", 3),
    ("classic", 4),
    ("compact", 3),
    ("holmes-original", 4),
    ("holmes", 3),
    ("modern", 5),
    ("study", 5),
];

#[test]
fn a_whole_game_of_every_edition_against_bots_on_either_side_and_around_one_screen() {
    let bot = json!({ "bot": 3 });
    for (edition, detectives) in EDITIONS {
        let me = json!("me");
        for (fugitive, hunters) in [(&bot, &me), (&me, &bot), (&me, &me)] {
            let mut worker = Worker::new(7);
            let wanted = wanted(edition, detectives, fugitive.clone(), hunters);
            let made = worker.call(json!({ "call": "make", "text": wanted.to_string() }));
            assert!(made.get("refused").is_none(), "{edition}: {made}");
            worker.connect();
            let turns = play(&mut worker, |_, _| ());
            assert_eq!(worker.scene()["stage"], "over", "{edition}");
            assert!(turns > 0, "{edition}");
            let path = format!("/api/tables/{}/record?game=1", worker.table);
            let record = worker.call(json!({ "call": "request", "path": path }));
            let record = record["body"].as_str().expect("a record").to_string();
            assert!(record.contains("[Result"), "{record}");
            let replayed =
                worker.call(json!({ "call": "request", "path": "/api/replay", "body": record }));
            let replayed: Value = serde_json::from_str(replayed["body"].as_str().unwrap()).unwrap();
            assert!(replayed["proofs"].as_u64().unwrap() > 1, "the chain is checked");
        }
    }
}

#[test]
fn bots_alone_play_to_the_end_while_somebody_watches() {
    let bot = json!({ "bot": 2 });
    let mut worker = Worker::new(3);
    worker.call(json!({ "call": "make", "text": wanted("modern", 4, bot.clone(), &bot).to_string() }));
    worker.connect();
    worker.settle();
    assert_eq!(worker.scene()["stage"], "over");
    assert_eq!(worker.scene()["audience"], "spectator");
}

#[test]
fn a_table_that_is_opened_again_is_the_same_and_goes_on() {
    let mut worker = Worker::new(5);
    let wanted = wanted("classic", 4, json!({ "bot": 4 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    play(&mut worker, |worker, turn| {
        if turn % 7 == 3 {
            let before = worker.scene().clone();
            worker.reload();
            assert_eq!(&before, worker.scene(), "turn {turn}");
        }
    });
    assert_eq!(worker.scene()["stage"], "over");
}

#[test]
fn what_cannot_be_kept_has_not_happened_and_is_done_when_there_is_room() {
    let mut worker = Worker::new(6);
    let wanted = wanted("modern", 3, json!({ "bot": 1 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    worker.settle();
    let before = worker.scene().clone();
    let action = before["game"]["actions"][0].clone();
    let message = json!({
        "type": "do", "id": "a", "version": before["version"], "command": { "do": "act", "action": action }
    });
    worker.full = true;
    worker.say(message.clone());
    let last = worker.told.last().unwrap();
    assert_eq!((&last["type"], &last["code"]), (&json!("refused"), &json!("unavailable")));
    assert_eq!(worker.scene(), &before);
    worker.full = false;
    worker.say(message);
    assert!(worker.told.iter().any(|message| message["type"] == "done"));
    assert!(worker.scene()["version"].as_u64() > before["version"].as_u64());
}

/// Nobody waits for a bot without knowing why.
#[test]
fn a_move_of_a_bot_that_cannot_be_kept_is_told_and_tried_again() {
    let mut worker = Worker::new(6);
    let wanted = wanted("modern", 3, json!({ "bot": 1 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    let before = worker.scene().clone();
    assert_eq!(before["game"]["turn"], "fugitive");
    worker.full = true;
    let told = |worker: &Worker| {
        let refused =
            |message: &&Value| message["type"] == "refused" && message["code"] == "unavailable";
        worker.told.iter().filter(refused).filter(|message| message.get("id").is_none()).count()
    };
    for tries in 1..=3 {
        let begun = worker.now;
        while told(&worker) < tries {
            match worker.next.take().expect("it goes on") {
                Value::String(_) => worker.now += 5,
                wait => worker.now += wait["wait"].as_u64().expect("a time"),
            }
            worker.call(json!({ "call": "drive", "nodes": 200 }));
        }
        assert_eq!(worker.scene(), &before, "nothing has happened");
        assert!(tries == 1 || worker.now - begun >= 3_000, "not at once");
    }
    worker.full = false;
    worker.settle();
    assert_eq!(worker.scene()["game"]["turn"], "hunters");
}

#[test]
fn a_table_that_cannot_be_kept_is_not_there() {
    let mut worker = Worker::new(6);
    worker.full = true;
    let wanted = wanted("modern", 3, json!({ "bot": 1 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    let refused = worker.call(json!({ "call": "connect", "client": 1 }));
    assert_eq!(refused["refused"]["code"], "no_table");
}

#[test]
fn boards_pictures_and_editions_are_answered_as_by_a_server() {
    let mut worker = Worker::new(1);
    let mut ask = |path: &str| {
        let answer = worker.call(json!({ "call": "request", "path": path }));
        answer["body"].as_str().map(str::to_string)
    };
    let editions: Value = serde_json::from_str(&ask("/api/editions").unwrap()).unwrap();
    assert_eq!(editions.as_array().unwrap().len(), EDITIONS.len());
    for board in ["london", "london-1983", "victorian", "compact"] {
        assert!(ask(&format!("/api/boards/{board}")).unwrap().starts_with('{'));
        let variables = ask(&format!("/api/boards/{board}.svg?theme=variables")).unwrap();
        assert!(variables.contains("var(--") && variables.starts_with("<svg"));
        assert!(!ask(&format!("/api/boards/{board}.svg?theme=night")).unwrap().contains("var(--"));
    }
    assert_eq!(ask("/api/boards/nowhere"), None);
    assert_eq!(ask("/../etc"), None);
}

#[test]
fn nonsense_is_refused() {
    let mut host = Host::default();
    for question in
        ["", "{}", "{\"call\":\"dance\"}", "{\"call\":\"drive\",\"table\":\"x\",\"nodes\":1,\"now\":1}"]
    {
        let answer: Value = serde_json::from_slice(&host.call_bytes(question.as_bytes())).unwrap();
        assert!(answer["refused"]["code"].is_string(), "{question}");
    }
}

/// The bots decide here what they decide in the tests of the engine; the browser test holds the module to the
/// same text.
#[test]
fn the_signature_of_play_is_that_of_the_engine() {
    let mut host = Host::default();
    let answer = host.call_bytes(b"{\"call\":\"signature\"}");
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(answer["body"].as_str(), Some(include_str!("../../engine/tests/signature.txt")));
}

/// What the page is told while a bot hides has no part that only he may see, whatever it asks for.
#[test]
fn the_page_is_told_the_hunters_side_only() {
    let mut worker = Worker::new(8);
    let wanted = wanted("modern", 3, json!({ "bot": 3 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    play(&mut worker, |worker, _| {
        worker.say(json!({ "type": "look", "audience": "fugitive" }));
        let refused = worker.told.pop().unwrap();
        assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("not_yours")));
        for message in worker.told.drain(..worker.told.len().saturating_sub(1)) {
            let over = message.get("scene").is_some_and(|scene| scene["stage"] != "playing");
            if !over {
                let text = message.to_string();
                assert!(!text.contains("\"private\":"), "{text}");
                assert!(!text.contains("\"own\":"), "{text}");
            }
        }
    });
}

/// On a slow device a strong bot answers when its window ends, with the nodes that it has by then.
#[test]
fn a_slow_device_answers_in_time_with_fewer_nodes() {
    let mut worker = Worker::new(4);
    let wanted = wanted("modern", 4, json!({ "bot": 8 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    let (mut begun, mut steps) = (None, 0);
    while worker.scene()["game"]["turn"] == "fugitive" {
        match worker.next.take().expect("it is the bot's turn") {
            Value::String(_) => worker.now += 100,
            wait => worker.now += wait["wait"].as_u64().expect("a time"),
        }
        let begun = *begun.get_or_insert(worker.now);
        assert!(worker.now - begun <= 1_500, "not a moment longer");
        let driven = worker.call(json!({ "call": "drive", "nodes": 10 }));
        steps += u64::from(driven["next"] == "think");
    }
    assert_eq!(worker.now - begun.expect("it has thought"), 1_500);
    assert_eq!(steps, 12, "1.2 seconds of a hundred milliseconds each");
}

/// Several modules that think about one decision share its nodes, and what they found is put together.
#[test]
fn who_helps_finds_other_things_and_saves_nodes() {
    let mut worker = Worker::new(4);
    let wanted = wanted("modern", 4, json!({ "bot": 8 }), &json!("me"));
    worker.call(json!({ "call": "make", "text": wanted.to_string() }));
    worker.connect();
    let begun = worker.call(json!({ "call": "drive", "nodes": 100 }));
    assert_eq!(begun["large"], 10_000);
    let mut others = vec![];
    for stream in 1..=3 {
        let mut other = Worker::new(stream);
        (other.table, other.now) = (worker.table.clone(), worker.now);
        other.call(json!({ "call": "open", "entries": worker.kept }));
        let found = other.call(json!({ "call": "help", "stream": stream, "nodes": 2_500 }));
        assert_eq!(found["next"], "think", "it may spend more");
        let found = &found["found"];
        assert_eq!(found["nodes"], 2_500);
        assert!(!others.contains(&found["edges"]), "each finds something else");
        worker.call(json!({ "call": "found", "stream": stream, "found": found }));
        others.push(found["edges"].clone());
    }
    let mut steps = 1;
    let mut think = true;
    while think {
        let driven = worker.call(json!({ "call": "drive", "nodes": 100 }));
        think = driven["next"] == "think";
        steps += 1;
    }
    assert_eq!(steps, 25, "the nodes of the others count");
    worker.settle();
    assert!(worker.scene()["game"]["log"].as_array().is_some_and(|log| !log.is_empty()));
}

/// A moment of a game that was played elsewhere goes on here, and hints are counted there.
#[test]
fn a_game_from_elsewhere_is_adopted() {
    let example = include_str!("../../../docs/examples/game.fog");
    let lines: Vec<&str> = example.lines().collect();
    let begun = lines[..lines.len() - 1].join("\n").replace("hunters: captured by d2 at 29", "*");
    for (fugitive, hunters) in [(json!("me"), json!({ "bot": 2 })), (json!({ "bot": 2 }), json!("me"))] {
        let mut worker = Worker::new(5);
        let seats = wanted("modern", 4, fugitive, &hunters)["seats"].clone();
        let game = json!({ "record": begun, "name": "Anna", "seats": seats });
        let adopted = worker.call(json!({ "call": "adopt", "text": game.to_string() }));
        assert!(adopted["table"].is_string(), "{adopted}");
        worker.connect();
        worker.settle();
        let scene = worker.scene().clone();
        assert_eq!((&scene["game"]["state"]["round"], &scene["stage"]), (&json!(6), &json!("playing")));
        let version = scene["version"].clone();
        let command = json!({ "do": "hint" });
        worker.say(json!({ "type": "do", "id": "hint", "version": version, "command": command }));
        assert_eq!(worker.scene()["game"]["hints"], json!([{ "guest": 1, "count": 1 }]));
        worker.reload();
        play(&mut worker, |_, _| {});
        assert_eq!(worker.scene()["game"]["hints"], json!([{ "guest": 1, "count": 1 }]));
    }
    // The same moment is tried twice: two tables, each of which may leave for a server.
    let seats = wanted("modern", 4, json!("me"), &json!({ "bot": 2 }))["seats"].clone();
    let [one, two] = ["one", "two"].map(|attempt| {
        let mut worker = Worker::new(6);
        let record = begun.replacen('\n', &format!("\n[Attempt \"{attempt}\"]\n"), 1);
        let game = json!({ "record": record, "name": "Anna", "seats": seats });
        worker.call(json!({ "call": "adopt", "text": game.to_string() }));
        let packed = worker.call(json!({ "call": "pack" }))["body"].clone();
        let packed = Record::parse(packed.as_str().expect("a record")).expect("a record");
        assert!(packed.chain().is_none(), "{packed}");
        worker.table
    });
    assert!(!one.is_empty() && !two.is_empty() && one != two);
    let mut worker = Worker::new(6);
    for wrong in ["{}", "nonsense", &json!({ "record": "x", "name": "Anna" }).to_string()] {
        let answer = worker.call(json!({ "call": "adopt", "text": wrong }));
        assert_eq!(answer["refused"]["code"], "bad_message", "{wrong}");
    }
}
