//! Clients that go on playing and listening whatever happens to the server: they come back, send again
//! what was not answered, and remember what was acknowledged.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fogbound_rules::{Action, Rng};
use serde_json::Value;
use tokio::time::Instant;

use crate::line::{Absences, Arrival, Line};
use crate::table::{Client, News, is_news};
use crate::wire::Server;

/// When the next move of a table is due. What was due while nobody could move is not made up for.
pub(crate) struct Pace {
    next: Instant,
    every: Duration,
    until: Instant,
}

impl Pace {
    pub(crate) fn new(first: Instant, every: Duration, until: Instant) -> Pace {
        Pace { next: first, every, until }
    }

    fn moved(&mut self) {
        self.next = (self.next + self.every).max(Instant::now());
    }
}

/// A move that was acknowledged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) game: u16,
    pub(crate) version: u64,
    pub(crate) action: Action,
}

/// What a client has to tell in the end.
pub(crate) struct Survived {
    pub(crate) acknowledged: Vec<Acknowledged>,
    pub(crate) absences: Absences,
    pub(crate) errors: BTreeMap<String, u64>,
}

/// One who plays: the fugitive, who is the host too, or all hunters.
pub(crate) struct Survivor {
    line: Line,
    is_host: bool,
    rng: Rng,
    pace: Arc<Mutex<Pace>>,
    commands: u64,
    pending: Option<Pending>,
    /// The last command that was done, and the version to which it led.
    settled: Option<(u64, u64)>,
    /// A decision that may be taken now, and the game it belongs to.
    choice: Option<(u16, Action)>,
    stage: Stage,
    /// Nothing is done before, as something was refused.
    rests_until: Instant,
    acknowledged: Vec<Acknowledged>,
    errors: BTreeMap<String, u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Lobby,
    Playing,
    Over,
}

/// A command that was sent and is not answered.
struct Pending {
    id: u64,
    text: String,
    since: Instant,
    /// It is to be sent again then.
    again: Option<Instant>,
    /// The move that it is.
    step: Option<(u16, Action)>,
}

/// After so long a command is sent again that the server could not carry out.
const RETRY: Duration = Duration::from_secs(1);

impl Survivor {
    /// Goes on for a client whose first game has begun.
    pub(crate) fn new(
        server: &Arc<Server>,
        table: &str,
        client: Client,
        is_host: bool,
        (pace, silence): (&Arc<Mutex<Pace>>, Duration),
    ) -> Survivor {
        let Client { socket, cookie, mut rng, commands, version, choice, .. } = client;
        let line = Line::new(server, table, &cookie, Rng::new(rng.bits()), silence);
        Survivor {
            line: line.with_socket(socket, version),
            is_host,
            rng,
            pace: Arc::clone(pace),
            commands,
            pending: None,
            settled: None,
            choice: choice.and_then(|text| Some((1, serde_json::from_str(&text).ok()?))),
            stage: Stage::Playing,
            rests_until: Instant::now(),
            acknowledged: vec![],
            errors: BTreeMap::new(),
        }
    }

    /// Plays until the time is over and all is answered. In the end the host gives up, so that everything
    /// can be looked at.
    pub(crate) async fn play(mut self) -> Survived {
        while !self.is_finished() {
            match self.line.next(self.due()).await {
                Arrival::Frame(frame) => self.take_in(&frame).await,
                Arrival::Due => self.act().await,
            }
        }
        let Survivor { acknowledged, line, errors, .. } = self;
        Survived { acknowledged, absences: line.absences, errors }
    }

    fn until(&self) -> Instant {
        self.pace.lock().expect("nothing panics while it is held").until
    }

    fn is_finished(&self) -> bool {
        let ended = self.pending.is_none() && self.until() <= Instant::now();
        ended && (!self.is_host || self.stage == Stage::Over)
    }

    /// When there is something to do beside listening.
    fn due(&self) -> Option<Instant> {
        if let Some(pending) = &self.pending {
            return pending.again;
        }
        // What was done is about to be told; until then this side would decide on what was before.
        if self.settled.is_some_and(|(_, version)| self.line.have < version) {
            return None;
        }
        let (next, until) = {
            let pace = self.pace.lock().expect("nothing panics while it is held");
            (pace.next, pace.until)
        };
        let soon = Instant::now().max(self.rests_until);
        match self.stage {
            Stage::Over | Stage::Lobby if self.is_host => Some(soon),
            _ if Instant::now() >= until => self.is_host.then_some(soon),
            Stage::Playing if self.choice.is_some() => Some(next.min(until).max(soon)),
            _ => Some(until),
        }
    }

    async fn act(&mut self) {
        if let Some(pending) = &mut self.pending {
            pending.again = None;
            let text = pending.text.clone();
            return self.line.send(text).await;
        }
        let over = self.until() <= Instant::now();
        match self.stage {
            Stage::Over if over => {}
            Stage::Over => self.send("{\"do\":\"rematch\",\"sides\":\"kept\"}", None).await,
            Stage::Lobby => self.send("{\"do\":\"start\"}", None).await,
            Stage::Playing if over => self.send("{\"do\":\"yield\"}", None).await,
            Stage::Playing => {
                let Some((game, action)) = self.choice.take() else { return };
                self.pace.lock().expect("nothing panics while it is held").moved();
                let Ok(text) = serde_json::to_string(&action) else { return };
                let command = format!("{{\"do\":\"act\",\"action\":{text}}}");
                self.send(&command, Some((game, action))).await;
            }
        }
    }

    async fn send(&mut self, command: &str, step: Option<(u16, Action)>) {
        self.commands += 1;
        let (id, version) = (self.commands, self.line.have);
        let text =
            format!("{{\"type\":\"do\",\"id\":\"{id}\",\"version\":{version},\"command\":{command}}}");
        self.pending =
            Some(Pending { id, text: text.clone(), since: Instant::now(), again: None, step });
        self.line.send(text).await;
    }

    async fn take_in(&mut self, frame: &str) {
        if is_news(frame) {
            if let Err(error) = self.take_news(frame) {
                self.count(error);
            }
            return;
        }
        let message: Value = serde_json::from_str(frame).unwrap_or_default();
        let id = message["id"].as_str().and_then(|id| id.parse().ok());
        match message["type"].as_str() {
            Some("welcome") => {
                self.line.welcomed();
                if let Some(pending) = &self.pending {
                    let text = pending.text.clone();
                    self.line.send(text).await;
                }
            }
            Some("done") => {
                if let Some((id, version)) = id.zip(message["version"].as_u64()) {
                    self.done(id, version);
                }
            }
            Some("refused") => self.refused(id, &message),
            Some("bye") => {
                if ["bad_message", "no_table", "not_yours"].iter().any(|code| message["code"] == *code) {
                    self.count(format!("sent away: {}", message["text"]));
                }
                self.line.lose();
            }
            _ => {}
        }
    }

    fn take_news(&mut self, frame: &str) -> Result<(), String> {
        let news = News::parse(frame)?;
        let follows = news.reset || news.from == self.line.have;
        self.line.have = news.version();
        self.line.absences.news();
        if let Some(scene) = news.scene {
            self.stage = match scene.stage {
                "lobby" => Stage::Lobby,
                "playing" => Stage::Playing,
                _ => Stage::Over,
            };
            let (game, actions) = scene.game.map_or((0, vec![]), |game| (game.number, game.actions));
            let pick = self.rng.below(actions.len().max(1));
            let action = actions.get(pick).map(|action| serde_json::from_str(action.get()));
            let action = action.transpose().map_err(|error| format!("no decision: {error}"))?;
            self.choice = action.map(|action| (game, action));
        }
        if follows { Ok(()) } else { Err("news was missing".into()) }
    }

    fn done(&mut self, id: u64, version: u64) {
        if self.settled.is_some_and(|(other, at)| other == id && at != version) {
            self.count("a command was done twice".into());
        }
        let Some(pending) = self.pending.take_if(|pending| pending.id == id) else { return };
        self.settled = Some((id, version));
        self.line.absences.answered_after(pending.since.elapsed());
        if let Some((game, action)) = pending.step {
            self.acknowledged.push(Acknowledged { game, version, action });
        }
    }

    fn refused(&mut self, id: Option<u64>, message: &Value) {
        let Some(pending) = self.pending.as_mut().filter(|pending| Some(pending.id) == id) else {
            return;
        };
        if message["code"] == "unavailable" || message["code"] == "limit" {
            pending.again = Some(Instant::now() + RETRY);
            return;
        }
        // Nothing changed, so no news tells of this decision again.
        let step = pending.step;
        self.choice = self.choice.or(step);
        self.pending = None;
        self.rests_until = Instant::now() + RETRY;
        // The other side moved while this one gave up, or the other way round.
        if self.until() <= Instant::now() {
            return;
        }
        self.count(format!("refused: {}", message["text"].as_str().unwrap_or("no reason")));
    }

    fn count(&mut self, error: String) {
        *self.errors.entry(error).or_default() += 1;
    }
}

/// Listens until a moment, and notes whether news is missing.
pub(crate) async fn listen(mut line: Line, until: Instant) -> Survived {
    let mut errors = BTreeMap::new();
    while let Arrival::Frame(frame) = line.next(Some(until)).await {
        if frame.starts_with("{\"type\":\"welcome\"") {
            line.welcomed();
        } else if frame.starts_with("{\"type\":\"bye\"") {
            line.lose();
        } else if is_news(&frame) {
            let noted = News::parse(&frame).and_then(|news| {
                let follows = news.reset || news.from == line.have;
                line.have = news.version();
                if follows { Ok(()) } else { Err("news was missing".into()) }
            });
            if let Err(error) = noted {
                *errors.entry(error).or_default() += 1;
            }
            line.absences.news();
        }
    }
    Survived { acknowledged: vec![], absences: line.absences, errors }
}
