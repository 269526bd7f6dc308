//! How the games of this server ended by how they began, for the explorer of starts.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use serde_json::json;

use super::Site;
use crate::hall::HallError;
use crate::store::{CountedBy, StartCell};

/// So many games.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StartCount {
    /// How many.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub games: u64,
    /// How many of them the fugitive won.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub fugitive_wins: u64,
}

/// How the games of one edition with so many detectives ended, with the usual options.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StartsFace {
    /// The edition.
    pub edition: String,
    /// How many detectives hunted.
    pub detectives: u8,
    /// By how they ended; each game is in one of these.
    pub endings: BTreeMap<String, StartCount>,
    /// By where the fugitive started.
    pub by_start: BTreeMap<String, StartCount>,
    /// By how many lines the nearest hunter started away.
    pub by_nearest: BTreeMap<String, StartCount>,
}

/// The cells of each edition and number of detectives together.
fn faces(cells: Vec<StartCell>) -> Vec<StartsFace> {
    let mut faces: BTreeMap<(String, u8), StartsFace> = BTreeMap::new();
    for StartCell { edition, detectives, by, cell, games, fugitive_wins } in cells {
        let (endings, by_start, by_nearest) = Default::default();
        let key = (edition.clone(), detectives);
        let new = || StartsFace { edition, detectives, endings, by_start, by_nearest };
        let face = faces.entry(key).or_insert_with(new);
        let list = match by {
            CountedBy::Ending => &mut face.endings,
            CountedBy::Nearest => &mut face.by_nearest,
            CountedBy::Start => &mut face.by_start,
        };
        list.insert(cell, StartCount { games, fugitive_wins });
    }
    faces.into_values().collect()
}

/// To all who ask in the same minute the same is told.
pub(super) async fn list(State(site): State<Site>) -> Result<Response, HallError> {
    let make = async || Ok(json!({ "starts": faces(site.hall.starts().await?) }));
    site.starts_told.or_make(make).await
}
