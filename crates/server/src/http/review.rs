//! A finished game reviewed here, for pages that cannot do so themselves.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::{Extensions, HeaderMap};
use fogbound_review::{Review, Settings, moments};
use fogbound_rules::{Game, Library, Record, Replay};
use fogbound_table::{Code, Refusal};
use serde::Serialize;
use serde_json::Value;

use super::Site;
use super::address::address;
use super::line::Line;
use super::replay::text_of;
use crate::hall::HallError;
use crate::limits;
use crate::metrics::Limit;

/// So many nodes the first searches of all decisions have together, and each at least and at most: fewer than in a page, so that
/// the longest games are reviewed in time too.
const NODES: u64 = 4_000;
const LEAST: u64 = 25;
const MOST: u64 = 120;

/// What a review found.
#[derive(Serialize)]
pub(super) struct Reviewed {
    /// How many events had happened before each step of the game.
    moments: Vec<usize>,
    /// The report, as `fogbound review --json` prints it.
    report: Value,
}

/// Who may have a game reviewed, and who may wait for it.
pub(super) fn line() -> Line {
    Line::new(limits::REVIEW_QUEUE, Limit::Reviews)
}

pub(super) async fn review(
    State(site): State<Site>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Result<String, StringRejection>,
) -> Result<Json<Reviewed>, HallError> {
    let body = text_of(body)?;
    let from = address(&site.config, &headers, &extensions);
    let permit = site.addresses.admit_review(from, site.hall.clock().now())?;
    let turn = site.reviews.wait(site.hall.metrics(), Some(permit)).await?;
    let reviewed = turn.work(move || reviewed(&body, site.hall.library(), limits::REVIEW_TIME)).await;
    let failed = |_| Err(Refusal::new(Code::BadMessage, "this game cannot be reviewed"));
    Ok(Json(reviewed.unwrap_or_else(failed)?))
}

fn reviewed(text: &str, library: &Library, most: Duration) -> Result<Reviewed, Refusal> {
    let until = Instant::now() + most;
    let game = whole_game(text, library)?;
    let nodes = (NODES / game.plays().len().max(1) as u64).clamp(LEAST, MOST);
    let settings = Settings { nodes, ..Settings::default() };
    let begun = Review::new(&game, settings);
    let mut review = begun.map_err(|error| Refusal::new(Code::NotNow, error.to_string()))?;
    while review.step() {
        if Instant::now() >= until {
            let text = "the review takes too long here; `fogbound review` does it without a limit";
            return Err(Refusal::new(Code::TakesTooLong, text));
        }
    }
    let report = review.report().summary(game.rules().hunters());
    let report = serde_json::to_value(&report).expect("made of words and numbers");
    Ok(Reviewed { moments: moments(&game), report })
}

/// The last game of a text of records.
fn whole_game(text: &str, library: &Library) -> Result<Game, Refusal> {
    let wrong = |reason: String| Refusal::new(Code::BadMessage, reason);
    let record = Record::parse_any(text).map_err(|error| wrong(error.to_string()))?.pop();
    let record = record.ok_or_else(|| wrong("there is no record in it".into()))?;
    let rules = record.rules_in(library).map_err(|error| wrong(error.reason().into()))?;
    match record.replay_as_told(&rules).map_err(|error| wrong(error.to_string()))? {
        Replay::Whole(game) => Ok(*game),
        Replay::Public(_) => {
            Err(Refusal::new(Code::NotNow, "the game is not over: only finished games are reviewed"))
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use fogbound_table::Moment;

    use super::super::testing::{from, site, status};
    use super::*;

    const GAME: &str = include_str!("../../../../docs/examples/game.fog");

    #[tokio::test(start_paused = true)]
    async fn so_many_games_wait_to_be_reviewed_and_no_more() {
        super::super::line::tests::takes_no_more_than(limits::REVIEW_QUEUE, line()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn of_one_address_one_game_is_reviewed_or_waits() {
        let site = site();
        let asked = async |from| status(&site, from, "/api/review", "no record").await;
        let household = address(&site.config, &from("2001:db8::1"), &Extensions::default());
        let permit = site.addresses.admit_review(household, Moment::default()).ok();
        let turn = site.reviews.wait(site.hall.metrics(), permit).await.ok();
        assert_eq!(asked("2001:db8::2").await, StatusCode::TOO_MANY_REQUESTS, "one network");
        let (other, ()) = tokio::join!(asked("2001:db8:0:1::2"), async { drop(turn) });
        assert_eq!(other, StatusCode::BAD_REQUEST, "it waited, and was no record");
        assert_eq!(asked("2001:db8::2").await, StatusCode::BAD_REQUEST, "now it may");
    }

    #[test]
    fn a_review_that_takes_too_long_ends() {
        let refused = reviewed(GAME, &Library::default(), Duration::ZERO).err().expect("no time");
        assert_eq!(refused.code, Code::TakesTooLong);
    }

    #[test]
    fn only_a_game_that_is_over_is_reviewed() {
        let lines: Vec<&str> = GAME.lines().collect();
        let begun = lines[..lines.len() - 1].join("\n").replace("hunters: captured by d2 at 29", "*");
        let refused = reviewed(&begun, &Library::default(), limits::REVIEW_TIME).err().expect("no end");
        assert_eq!(refused.code, Code::NotNow);
    }
}
