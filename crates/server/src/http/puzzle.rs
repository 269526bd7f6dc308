//! How hard puzzles are by the first tries of people: told to everybody, and moved by who tries one. Nothing about who is kept
//! beyond the day, and of that nothing but a bit.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::IpAddr;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use fogbound_puzzles::Rating;
use fogbound_table::{Code, Refusal};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Site;
use super::address::address;
use super::table::body;
use crate::hall::HallError;
use crate::limits;
use crate::store::{PuzzleRating, TallyKind};

const DAY: u64 = 24 * 3600 * 1000;

/// Which addresses tried which puzzles today: a bit for each address with a puzzle, which several may share. So the memory for
/// it is bounded, and nobody can be read out of it.
pub(crate) struct Tried {
    hasher: RandomState,
    day: u64,
    bits: Vec<u64>,
}

impl Default for Tried {
    fn default() -> Tried {
        Tried { hasher: RandomState::new(), day: 0, bits: vec![0; limits::PUZZLES_TRIED / 64] }
    }
}

impl Tried {
    /// Whether an address tries a puzzle for the first time on this day.
    fn is_first(&mut self, from: IpAddr, id: &str, day: u64) -> bool {
        if self.day != day {
            self.day = day;
            self.bits.fill(0);
        }
        let place = self.hasher.hash_one((from, id)) as usize % (64 * self.bits.len());
        let bit = 1 << (place % 64);
        let first = self.bits[place / 64] & bit == 0;
        self.bits[place / 64] |= bit;
        first
    }
}

/// A first try of a puzzle, as a browser tells of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleTry {
    /// Rating and deviation of who tried, before it: such as `1500 350`.
    pub rating: String,
    /// Whether the first answer was right.
    pub solved: bool,
}

/// How hard a puzzle is by the tries of people.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleFace {
    /// Which.
    pub id: String,
    /// Its rating and how far off that may be, such as `1432 90`.
    pub rating: String,
    /// How many tries moved it.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub tries: u64,
}

impl From<PuzzleRating> for PuzzleFace {
    fn from(PuzzleRating { id, rating, deviation, volatility, tries }: PuzzleRating) -> PuzzleFace {
        PuzzleFace { id, rating: Rating { rating, deviation, volatility }.to_string(), tries }
    }
}

/// How hard the puzzles are that somebody has tried. To all who ask in the same minute the same is told.
pub(super) async fn list(State(site): State<Site>) -> Result<Response, HallError> {
    let make = async || {
        let puzzles = site.hall.puzzles().await?;
        let faces: Vec<PuzzleFace> = puzzles.into_iter().map(PuzzleFace::from).collect();
        Ok(json!({ "puzzles": faces }))
    };
    site.puzzles_told.or_make(make).await
}

/// A first try moves the puzzle; another one of the same address on the same day does not.
pub(super) async fn attempt(
    State(site): State<Site>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<PuzzleFace>, HallError> {
    let from = address(&site.config, request.headers(), request.extensions());
    let PuzzleTry { rating, solved } = body(request).await?;
    let rating: Rating = rating.parse().map_err(|error| Refusal::new(Code::BadMessage, error))?;
    site.addresses.admit_puzzle(from, site.hall.clock().now())?;
    let before = site.hall.puzzle(&id).await?;
    let after = match is_first(&site, from, &id).await {
        true => site.hall.try_puzzle(&id, rating, solved).await?,
        false => before,
    };
    Ok(Json(after.into()))
}

/// Whether an address tries a puzzle for the first time today, here and at other nodes.
async fn is_first(site: &Site, from: IpAddr, id: &str) -> bool {
    let day = site.hall.clock().wall() / DAY;
    let tried = || site.puzzles_tried.lock().expect("nothing panics while it is held");
    if !tried().is_first(from, id, day) {
        return false;
    }
    let times = site.hall.tally(TallyKind::PuzzleTried, &format!("{from} {id}")).await;
    times.is_none_or(|times| times <= 1)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use axum::http::StatusCode;
    use fogbound_puzzles::COMMITTED;

    use super::super::testing::{site, status};
    use super::super::told::FRESH;
    use super::*;

    const TRY: &str = r#"{"rating":"1500 100","solved":false}"#;

    /// The names of some puzzles that there are.
    fn ids() -> Vec<&'static str> {
        let rest = COMMITTED[0].1.split("[Id \"").skip(1);
        rest.filter_map(|rest| rest.split('"').next()).collect()
    }

    fn path(id: &str) -> String {
        format!("/api/puzzles/{id}/tries")
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_moves_a_puzzle_once_a_day() {
        let (site, id) = (site(), ids()[0]);
        let tries = async || site.hall.puzzle(id).await.expect("it is there").tries;
        for (from, expected) in
            [("10.0.0.1", 1), ("10.0.0.1", 1), ("10.0.0.2", 2), ("2001:db8::1", 3), ("2001:db8::2", 3)]
        {
            assert_eq!(status(&site, from, &path(id), TRY).await, StatusCode::OK, "{from}");
            assert_eq!(tries().await, expected, "{from}");
        }
        status(&site, "10.0.0.1", &path(ids()[1]), TRY).await;
        assert_eq!(
            site.hall.puzzles().await.ok().map(|all| all.len()),
            Some(2),
            "another puzzle counts"
        );
        tokio::time::sleep(Duration::from_millis(DAY)).await;
        assert_eq!(status(&site, "10.0.0.1", &path(id), TRY).await, StatusCode::OK);
        assert_eq!(tries().await, 4, "and so does another day");
    }

    #[tokio::test(start_paused = true)]
    async fn what_makes_no_sense_moves_nothing() {
        let (site, id) = (site(), ids()[0]);
        let path = path(id);
        let long = format!("{{\"rating\":\"{}\",\"solved\":true}}", "1".repeat(limits::BODY));
        for (path, body, expected) in [
            (path.as_str(), "", StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"1500 100"}"#, StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"NaN 100","solved":true}"#, StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"1e9 100","solved":true}"#, StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"9000 100","solved":true}"#, StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"1500 0","solved":true}"#, StatusCode::BAD_REQUEST),
            (&path, r#"{"rating":"1500 100","solved":true,"person":"me"}"#, StatusCode::BAD_REQUEST),
            (&path, &long, StatusCode::PAYLOAD_TOO_LARGE),
            ("/api/puzzles/zzzzzzzz/tries", TRY, StatusCode::NOT_FOUND),
            ("/api/puzzles/%27%20OR%201=1/tries", TRY, StatusCode::NOT_FOUND),
        ] {
            assert_eq!(status(&site, "10.0.0.1", path, body).await, expected, "{path} {body:.60}");
        }
        assert_eq!(site.hall.puzzles().await.ok().map(|all| all.len()), Some(0));
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_tries_so_many_puzzles_in_an_hour() {
        let site = site();
        let all = async |most| {
            let mut taken = 0;
            for (_, text) in COMMITTED {
                for rest in text.split("[Id \"").skip(1) {
                    let id = rest.split('"').next().expect("a name");
                    if taken < most && status(&site, "10.0.0.1", &path(id), TRY).await == StatusCode::OK
                    {
                        taken += 1;
                    } else {
                        return taken;
                    }
                }
            }
            taken
        };
        assert_eq!(all(u32::MAX).await, limits::PUZZLE_TRIES_EACH);
        assert_eq!(status(&site, "10.0.0.2", &path(ids()[0]), TRY).await, StatusCode::OK, "another");
        tokio::time::sleep(limits::PUZZLE_TRIES_SPAN).await;
        assert_eq!(all(3).await, 3, "an hour later");
    }

    #[test]
    fn what_was_tried_takes_so_many_bytes_and_is_forgotten_with_the_day() {
        let mut tried = Tried::default();
        let address = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(number));
        let first = (0..100_000).filter(|&number| tried.is_first(address(number), "a1", 1)).count();
        assert!(first > 95_000, "{first}: others are hardly ever blamed");
        let again = (0..100_000).filter(|&number| tried.is_first(address(number), "a1", 1)).count();
        assert_eq!(again, 0);
        assert!(tried.bits.len() * 8 <= 512 * 1024, "{} bytes", tried.bits.len() * 8);
        assert!(tried.is_first(address(1), "a1", 2), "another day");
    }

    #[tokio::test(start_paused = true)]
    async fn all_are_told_the_same_for_a_minute() {
        let (site, id) = (site(), ids()[0]);
        let told = async || {
            let answer = list(State(site.clone())).await.expect("it answers");
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
            String::from_utf8_lossy(&bytes).into_owned()
        };
        assert_eq!(told().await, r#"{"puzzles":[]}"#);
        status(&site, "10.0.0.1", &path(id), TRY).await;
        assert_eq!(told().await, r#"{"puzzles":[]}"#);
        tokio::time::sleep(FRESH).await;
        assert!(told().await.contains(&format!("\"id\":\"{id}\"")));
    }
}
