//! Somebody talks without end at a table of others: whether it can still be loaded.

use std::time::Duration;

use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::{Findings, Trial};
use crate::table::is_news;
use crate::wire::{ANSWER_TIMEOUT, Server, Socket};

/// Lines that a guest says: nearly as many messages as a socket takes at once.
const EACH: usize = 50;

/// Moves a second of the people at the table.
const RATE: f64 = 5.0;

/// What became of the lines of a guest.
#[derive(Default)]
struct Said {
    taken: usize,
    refused: usize,
}

pub(super) async fn talk(mut trial: Trial) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let (table, people) = trial.play(RATE).await?;
    let stranger = trial.stranger()?;
    let begun = Instant::now();
    let mut guests = JoinSet::new();
    for first in (0..trial.count).step_by(EACH) {
        let lines = EACH.min(trial.count - first);
        let (stranger, table, cookie) = (stranger.clone(), table.clone(), trial.cookie());
        guests.spawn(async move { say(&stranger, &table, &cookie, lines).await });
    }
    let mut all = Said::default();
    while let Some(said) = guests.join_next().await {
        let said = said.map_err(|error| error.to_string())?;
        all.taken += said.taken;
        all.refused += said.refused;
    }
    findings.tell("lines tried", trial.count);
    findings.measure("in seconds", begun.elapsed().as_secs_f64());
    findings.tell("lines taken", all.taken);
    findings.tell("lines refused", all.refused);
    let newcomer = (trial.visitor()?, trial.cookie());
    let begun = Instant::now();
    match timeout(ANSWER_TIMEOUT, load(&newcomer.0, &table, &newcomer.1)).await {
        Ok(Ok(loaded)) => {
            findings.measure("a newcomer sees the table after, ms", loaded.first.as_secs_f64() * 1e3);
            findings.measure("and all that was before after, ms", begun.elapsed().as_secs_f64() * 1e3);
            findings.tell("messages for that", loaded.messages);
            findings.tell("the longest, bytes", loaded.longest);
            findings.tell("events in them", loaded.events);
        }
        Ok(Err(error)) => findings.wrong(format!("a newcomer cannot load the table: {error}")),
        Err(_) => findings.wrong("a newcomer cannot load the table in time".into()),
    }
    findings.people(people).await?;
    Ok(findings)
}

/// Says long lines, in letters of four bytes, and waits for their answers.
async fn say(server: &Server, table: &str, cookie: &str, lines: usize) -> Said {
    let mut said = Said::default();
    let Ok(mut socket) = server.socket(table, cookie).await else {
        return Said { refused: lines, ..said };
    };
    for number in 0..lines {
        let command = json!({ "do": "say", "to": "table", "text": "𝕏".repeat(280) });
        let text = json!({ "type": "do", "id": format!("t{number}"), "version": 1, "command": command });
        if socket.send(text.to_string()).await.is_err() {
            break;
        }
        while let Some(Ok(frame)) = socket.next().now_or_never() {
            said.count(&frame);
        }
    }
    let answers = async {
        while said.taken + said.refused < lines {
            match socket.next().await {
                Ok(frame) => said.count(&frame),
                Err(_) => return,
            }
        }
    };
    let _ = timeout(ANSWER_TIMEOUT, answers).await;
    // What was not answered was not taken.
    said.refused = lines - said.taken;
    said
}

impl Said {
    fn count(&mut self, frame: &str) {
        self.taken += usize::from(frame.starts_with("{\"type\":\"done\""));
        self.refused += usize::from(frame.starts_with("{\"type\":\"refused\""));
    }
}

/// What it took to load a table with all that happened there.
#[derive(Default)]
struct Loaded {
    first: Duration,
    messages: usize,
    longest: usize,
    events: usize,
}

async fn load(server: &Server, table: &str, cookie: &str) -> Result<Loaded, String> {
    let begun = Instant::now();
    let mut socket = server.socket(table, cookie).await?;
    let mut loaded = Loaded::default();
    let mut page = loop {
        let frame = socket.next().await?;
        if is_news(&frame) {
            break loaded.take(&frame)?;
        }
    };
    loaded.first = begun.elapsed();
    while page["earlier"] == true {
        page = loaded.take(&before(&mut socket, &page["from"]).await?)?;
    }
    Ok(loaded)
}

/// The page of what happened before a version.
async fn before(socket: &mut Socket, version: &Value) -> Result<String, String> {
    socket.send(json!({ "type": "history", "until": version }).to_string()).await?;
    loop {
        let frame = socket.next().await?;
        if frame.starts_with("{\"type\":\"history\"") {
            return Ok(frame.to_string());
        }
        if frame.starts_with("{\"type\":\"refused\"") {
            return Err("a page is refused".into());
        }
    }
}

impl Loaded {
    fn take(&mut self, frame: &str) -> Result<Value, String> {
        let page: Value = serde_json::from_str(frame).map_err(|error| error.to_string())?;
        self.messages += 1;
        self.longest = self.longest.max(frame.len());
        self.events += page["events"].as_array().map_or(0, Vec::len);
        Ok(page)
    }
}
