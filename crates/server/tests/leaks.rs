//! Every leak that is planted on purpose must be found by the pairs of secrets.

#![allow(missing_docs)]

#[path = "../../engine/tests/pairs/mod.rs"]
#[allow(dead_code)]
mod pairs;
mod secrecy;
mod world;

use std::collections::BTreeSet;

use fogbound_table::leak::{Leak, plant};
use secrecy::{play_pair, play_team_pair, predict, run};

#[test]
fn every_planted_leak_is_found() {
    let mut missed = vec![];
    for leak in Leak::ALL {
        plant(Some(leak));
        let found = (0..60).find_map(|seed| run(play_pair(seed)).err());
        plant(None);
        match found {
            Some(difference) => println!("{leak:?}: {}", difference.lines().next().unwrap_or("")),
            None => missed.push(leak),
        }
    }
    for leak in Leak::OF_TEAM {
        plant(Some(leak));
        let found = (0..60).any(|seed| run(play_team_pair(seed)).is_err());
        plant(None);
        if !found {
            missed.push(leak);
        }
    }
    for leak in Leak::OF_SHUFFLE {
        plant(Some(leak));
        let found = (0..3).all(|seed| run(predict(seed)));
        plant(None);
        if !found {
            missed.push(leak);
        }
    }
    let all = [&Leak::ALL[..], &Leak::OF_TEAM, &Leak::OF_SHUFFLE].concat();
    let different: BTreeSet<_> = all.iter().map(|leak| format!("{leak:?}")).collect();
    println!("{} different leaks, {} not found", different.len(), missed.len());
    assert!(different.len() >= 50, "{} leaks are planted", different.len());
    assert!(missed.is_empty(), "not found: {missed:?}");
}
