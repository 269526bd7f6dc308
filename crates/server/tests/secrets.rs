//! Two secrets, one public history: not a byte that reaches a hunter or a spectator may differ, on
//! any channel.
//!
//! `FOGBOUND_PAIRS=1000000` plays a million pairs instead of ten thousand.

#![allow(missing_docs)]

#[path = "../../engine/tests/pairs/mod.rs"]
#[allow(dead_code)]
mod pairs;
mod secrecy;
mod world;

use secrecy::{play_pair, play_team_pair, predict, run};
use world::GAMES;

#[test]
fn two_secrets_with_one_public_history_give_the_same_bytes() {
    let most = std::env::var("FOGBOUND_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let (mut pairs, mut by_edition) = (0, vec![0; GAMES.len()]);
    for seed in 0.. {
        if pairs >= most {
            break;
        }
        match run(play_pair(seed)) {
            Ok(moments) => {
                pairs += moments;
                by_edition[seed as usize % GAMES.len()] += moments;
            }
            Err(difference) => panic!("seed {seed}: {difference}"),
        }
    }
    // In an open game little is secret, but something is.
    assert!(by_edition.iter().all(|&moments| moments > 0), "{by_edition:?}");
    println!("{pairs} pairs");
}

#[test]
fn what_a_team_shows_each_other_reaches_nobody_else() {
    let mut moments = 0;
    for seed in 0..2 * GAMES.len() as u64 {
        match run(play_team_pair(seed)) {
            Ok(more) => moments += more,
            Err(difference) => panic!("seed {seed}: {difference}"),
        }
    }
    assert!(moments > 200, "{moments}");
}

#[test]
fn nobody_can_work_out_the_deal_from_what_is_told() {
    let predicted: Vec<u64> = (0..30).filter(|&seed| run(predict(seed))).collect();
    assert!(predicted.is_empty(), "{predicted:?}");
}
