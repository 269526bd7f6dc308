//! A table at which two clients play: one is the fugitive, the other all hunters.

use std::time::Duration;

use fogbound_rules::Rng;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use crate::latency::Latencies;
use crate::wire::{ANSWER_TIMEOUT, Server, Socket, cookie};

/// When moves are due at a table.
pub(crate) struct Schedule {
    next: Instant,
    every: Duration,
    until: Instant,
}

impl Schedule {
    /// The moves of all tables, evenly in time and in turn; this is the table at `place` of `tables`.
    pub(crate) fn new(
        start: Instant,
        until: Instant,
        rate: f64,
        place: usize,
        tables: usize,
    ) -> Schedule {
        if rate <= 0.0 {
            return Schedule { next: until, every: Duration::MAX, until };
        }
        let span = |moves: usize| Duration::from_secs_f64(moves as f64 / rate);
        Schedule { next: start + span(place), every: span(tables), until }
    }

    fn next(&mut self) -> Option<Instant> {
        let due = self.next;
        self.next = due.checked_add(self.every)?;
        (due < self.until).then_some(due)
    }
}

/// What came of the moves of a table.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) acknowledged: Latencies,
    pub(crate) told: Latencies,
    pub(crate) late: Latencies,
    pub(crate) games: u64,
    pub(crate) error: Option<String>,
}

/// A table at which two clients play.
pub(crate) struct PlayingTable {
    pub(crate) id: String,
    pub(crate) fugitive: Client,
    pub(crate) hunters: Client,
}

impl PlayingTable {
    /// Makes a table, takes all seats, and starts the game.
    pub(crate) async fn make(
        server: &Server,
        settings: &Value,
        mut rng: Rng,
    ) -> Result<PlayingTable, String> {
        let [host, guest] = [cookie(&mut rng), cookie(&mut rng)];
        let id = server.make_table(settings, &host).await?;
        let [at_host, at_guest] = [server.socket(&id, &host).await?, server.socket(&id, &guest).await?];
        let mut fugitive = Client::new(at_host, host, Rng::new(rng.bits()));
        let mut hunters = Client::new(at_guest, guest, Rng::new(rng.bits()));
        fugitive.news().await?;
        hunters.news().await?;
        for number in 1..=settings["detectives"].as_u64().unwrap_or(0) {
            hunters.carry_out(json!({ "do": "sit", "seat": format!("d{number}") })).await?;
        }
        // They may be at different nodes: who starts the game has to know that all sit.
        while fugitive.version < hunters.version {
            fugitive.news().await?;
        }
        let mut table = PlayingTable { id, fugitive, hunters };
        table.start().await?;
        Ok(table)
    }

    async fn start(&mut self) -> Result<(), String> {
        self.fugitive.carry_out(json!({ "do": "start" })).await?;
        let version = self.fugitive.version;
        while self.hunters.version < version {
            self.hunters.news().await?;
        }
        Ok(())
    }

    /// Plays when moves are due; another game when one is over. The table stays open.
    pub(crate) async fn play(mut self, mut schedule: Schedule) -> (Tally, PlayingTable) {
        let mut tally = Tally::default();
        while let Some(due) = schedule.next() {
            if let Err(error) = self.turn(due, &mut tally).await {
                tally.error = Some(error);
                break;
            }
        }
        (tally, self)
    }

    async fn turn(&mut self, due: Instant, tally: &mut Tally) -> Result<(), String> {
        loop {
            tokio::select! {
                biased;
                frame = self.fugitive.socket.next() => { self.fugitive.take_in(&frame?)?; }
                frame = self.hunters.socket.next() => { self.hunters.take_in(&frame?)?; }
                () = sleep_until(due) => break,
            }
        }
        if self.fugitive.over {
            tally.games += 1;
            self.fugitive.carry_out(json!({ "do": "rematch", "sides": "kept" })).await?;
            self.start().await?;
        }
        tally.late.add(due.elapsed());
        timeout(ANSWER_TIMEOUT, self.one_move(tally))
            .await
            .map_err(|_| "a move got no answer in time")?
    }

    /// Sends a move, and waits until it is acknowledged and both know of it.
    async fn one_move(&mut self, tally: &mut Tally) -> Result<(), String> {
        let (mover, other) = match self.fugitive.choice.is_some() {
            true => (&mut self.fugitive, &mut self.hunters),
            false => (&mut self.hunters, &mut self.fugitive),
        };
        let action = mover.choice.take().ok_or("nobody has a move")?;
        let sent = Instant::now();
        mover.send(&format!("{{\"do\":\"act\",\"action\":{action}}}")).await?;
        let (mut acknowledged, mut known, mut told) = (false, false, false);
        while !(acknowledged && known && told) {
            tokio::select! {
                frame = mover.socket.next() => match mover.take_in(&frame?)? {
                    Heard::Done => {
                        acknowledged = true;
                        tally.acknowledged.add(sent.elapsed());
                    }
                    Heard::News => known = true,
                    Heard::Else => {}
                },
                frame = other.socket.next() => if let Heard::News = other.take_in(&frame?)? {
                    told = true;
                    tally.told.add(sent.elapsed());
                },
            }
        }
        Ok(())
    }
}

/// One of those who play.
pub(crate) struct Client {
    pub(crate) socket: Socket,
    pub(crate) cookie: String,
    pub(crate) rng: Rng,
    /// How many it has sent; the next id follows from it.
    pub(crate) commands: u64,
    pub(crate) version: u64,
    /// A move, chosen when the news came.
    pub(crate) choice: Option<String>,
    pub(crate) over: bool,
}

/// What a frame was.
enum Heard {
    News,
    Done,
    Else,
}

/// What is read of the news; the rest is passed over.
#[derive(Deserialize)]
pub(crate) struct News<'a> {
    pub(crate) from: u64,
    pub(crate) reset: bool,
    #[serde(borrow)]
    pub(crate) events: Vec<&'a RawValue>,
    pub(crate) scene: Option<Scene<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Scene<'a> {
    pub(crate) stage: &'a str,
    #[serde(borrow)]
    pub(crate) game: Option<Game<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct Game<'a> {
    pub(crate) number: u16,
    #[serde(borrow)]
    pub(crate) actions: Vec<&'a RawValue>,
}

impl<'a> News<'a> {
    pub(crate) fn parse(frame: &'a str) -> Result<News<'a>, String> {
        serde_json::from_str(frame).map_err(|error| format!("news cannot be read: {error}"))
    }

    /// The version to which it leads.
    pub(crate) fn version(&self) -> u64 {
        self.from + self.events.len() as u64
    }
}

pub(crate) fn is_news(frame: &str) -> bool {
    frame.starts_with("{\"type\":\"news\"")
}

impl Client {
    pub(crate) fn new(socket: Socket, cookie: String, rng: Rng) -> Client {
        Client { socket, cookie, rng, commands: 0, version: 0, choice: None, over: false }
    }

    fn take_in(&mut self, frame: &str) -> Result<Heard, String> {
        if frame.starts_with("{\"type\":\"done\"") {
            return Ok(Heard::Done);
        }
        if frame.starts_with("{\"type\":\"refused\"") || frame.starts_with("{\"type\":\"bye\"") {
            let message: Value = serde_json::from_str(frame).unwrap_or_default();
            return Err(format!("refused: {}", message["text"].as_str().unwrap_or("no reason")));
        }
        if !is_news(frame) {
            return Ok(Heard::Else);
        }
        let news = News::parse(frame)?;
        self.version = news.version();
        // Without a scene the table looks as before.
        let Some(scene) = news.scene else { return Ok(Heard::News) };
        self.over = scene.stage == "over";
        let actions = scene.game.map(|game| game.actions).unwrap_or_default();
        let pick = self.rng.below(actions.len().max(1));
        self.choice = actions.get(pick).map(|action| action.get().to_string());
        Ok(Heard::News)
    }

    /// Takes in the next message, whatever it is.
    pub(crate) async fn hear(&mut self) -> Result<(), String> {
        let frame = self.socket.next().await?;
        self.take_in(&frame).map(drop)
    }

    /// Whether the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) async fn send(&mut self, command: &str) -> Result<(), String> {
        self.commands += 1;
        let (id, version) = (self.commands, self.version);
        let text =
            format!("{{\"type\":\"do\",\"id\":\"{id}\",\"version\":{version},\"command\":{command}}}");
        self.socket.send(text).await
    }

    /// Waits for news.
    async fn news(&mut self) -> Result<(), String> {
        self.news_within(ANSWER_TIMEOUT).await
    }

    /// Waits for news, but not longer than this.
    pub(crate) async fn news_within(&mut self, patience: Duration) -> Result<(), String> {
        let heard = async {
            loop {
                let frame = self.socket.next().await?;
                if let Heard::News = self.take_in(&frame)? {
                    return Ok(());
                }
            }
        };
        timeout(patience, heard).await.map_err(|_| "no news in time")?
    }

    /// Does something that is no move, and waits until it is done and known.
    pub(crate) async fn carry_out(&mut self, command: Value) -> Result<(), String> {
        self.send(&command.to_string()).await?;
        let heard = async {
            let (mut done, mut known) = (false, false);
            while !(done && known) {
                let frame = self.socket.next().await?;
                match self.take_in(&frame)? {
                    Heard::Done => done = true,
                    // News of before may still be on its way.
                    Heard::News => known = done,
                    Heard::Else => {}
                }
            }
            Ok(())
        };
        timeout(ANSWER_TIMEOUT, heard).await.map_err(|_| "no answer in time")?
    }
}
