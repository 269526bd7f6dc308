//! Somebody has many tables with bots that think hard: how long another one's bot takes.

use std::time::Duration;

use fogbound_rules::Rng;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::watch::Watch;
use super::{Findings, Trial};
use crate::latency::Latencies;
use crate::table::Client;
use crate::wire::{Server, cookie};

/// Of the stranger's tables, so many are tried as tables of bots alone.
const ALONE: usize = 5;

/// The level of the stranger's bots, and of the one that somebody else plays against.
const HARD: u8 = 8;
const EASY: u8 = 3;

/// Answers of a bot that are timed before the stranger comes.
const BEFORE: usize = 5;

/// Nobody waits longer for a bot.
const PATIENCE: Duration = Duration::from_secs(300);

pub(super) async fn bots(mut trial: Trial) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let people = trial.people()?;
    let long = Instant::now() + PATIENCE;
    let mut rng = Rng::new(trial.rng.bits());
    let before = hunt(&people, &mut rng, BEFORE, long).await?;
    findings.latencies("the bot of level 3 alone", &before);
    let stranger = trial.stranger()?;
    let watch = Watch::begin(&trial, &["fogbound_questions_waiting"]).await?;
    let (mut alone, mut against) = (0, 0);
    for number in 0..trial.count {
        let mine = number >= ALONE;
        let made = make(&stranger, &trial.cookie(), HARD, mine).await.is_ok();
        *if mine { &mut against } else { &mut alone } += usize::from(made);
    }
    findings
        .tell("the stranger's tables of bots alone", format!("{alone} of {}", ALONE.min(trial.count)));
    let asked = trial.count.saturating_sub(ALONE);
    findings.tell("the stranger's tables against bots", format!("{against} of {asked}"));
    match hunt(&people, &mut rng, usize::MAX, Instant::now() + trial.span).await {
        Ok(beside) => {
            findings.tell("answers beside them", beside.len());
            findings.latencies("the bot of level 3 beside them", &beside);
        }
        Err(error) => findings.wrong(format!("beside them: {error}")),
    }
    watch.end(&mut findings);
    Ok(findings)
}

/// Makes a table whose fugitive is a bot, and all others bots or the maker, and starts its game.
async fn make(server: &Server, cookie: &str, level: u8, mine: bool) -> Result<String, String> {
    let bot = json!({ "bot": level });
    let hunters = if mine { json!("me") } else { bot.clone() };
    let others = (1..=2).map(|number| json!({ "seat": format!("d{number}"), "who": hunters }));
    let seats: Vec<Value> =
        [json!({ "seat": "fugitive", "who": bot })].into_iter().chain(others).collect();
    let settings = json!({ "edition": "modern", "detectives": 2 });
    let body = json!({ "settings": settings, "name": "Load", "seats": seats, "start": true });
    let (_, answer) = server.exchange("POST /api/tables", cookie, &body.to_string()).await?;
    let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
    answer["table"]
        .as_str()
        .map(Into::into)
        .ok_or_else(|| format!("no table was made: {}", answer["text"]))
}

/// Somebody hunts a bot of level 3: how long it takes for its moves, each counted from the move before,
/// until there were so many or the time is over. After a game comes another one.
async fn hunt(server: &Server, rng: &mut Rng, most: usize, until: Instant) -> Result<Latencies, String> {
    let mut answers = Latencies::default();
    while answers.len() < most && Instant::now() < until {
        let cookie = cookie(rng);
        let mut asked = Instant::now();
        let table = make(server, &cookie, EASY, true).await?;
        let socket = server.socket(&table, &cookie).await?;
        let mut client = Client::new(socket, cookie, Rng::new(rng.bits()));
        client.news_within(PATIENCE).await?;
        while !client.over && answers.len() < most && Instant::now() < until {
            match client.choice.take() {
                Some(action) => {
                    let action: Value =
                        serde_json::from_str(&action).map_err(|error| error.to_string())?;
                    client.carry_out(json!({ "do": "act", "action": action })).await?;
                    asked = Instant::now();
                }
                None => {
                    client.news_within(PATIENCE).await?;
                    answers.add(asked.elapsed());
                }
            }
        }
    }
    Ok(answers)
}
