//! The promises that the server makes while a game goes on, and how they are kept at its end.

use std::collections::BTreeSet;

use fogbound_rules::{Record, Replay, Rng};
use fogbound_server::store::{MemoryStore, Store};
use serde_json::Value;

use crate::world::{GAMES, person, settings};
use crate::{Party, changed, hall_over};

/// A game between two people and a spectator, to its end.
async fn played(store: &MemoryStore, seed: u64, edition: &str, detectives: u8) -> Party {
    let hall = hall_over(store, seed + 1).await;
    let hunters: Vec<String> = (1..=detectives).map(|n| format!("d{n}")).collect();
    let people = ["fugitive", &hunters.join(" "), ""];
    let mut party = Party::playing(&hall, settings(edition, detectives), &people).await;
    let mut rng = Rng::new(seed);
    party.until(&mut rng, |_| false).await;
    assert!(party.is_over());
    party
}

/// The promises that a person was told, in order.
fn promises(party: &Party, who: usize) -> Vec<String> {
    let events = party.events(who);
    events.iter().filter_map(|event| Some(event["proof"].as_str()?.to_string())).collect()
}

/// Whether a step was the fugitive's decision.
fn is_his(event: &Value) -> bool {
    let kinds = ["started", "moved", "ballooned", "taken"];
    event["cause"] != "chance"
        && event["events"].as_array().is_some_and(|told| {
            told.iter().any(|told| kinds.iter().any(|kind| told["event"] == *kind))
                || told.iter().any(|told| told["event"] == "conceded" && told["side"] == "fugitive")
        })
}

async fn record(party: &Party) -> Record {
    party.hall.room(party.table).await.unwrap().record(crate::person(1), None).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_proof_has_64_digits_at_the_beginning_and_at_each_decision_of_the_fugitive() {
    let mut count = 0;
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        for who in 0..3 {
            for event in party.events(who) {
                let due = event["what"] == "began" || event["what"] == "played" && is_his(&event);
                let proof = event["proof"].as_str();
                assert_eq!(proof.is_some(), due, "{edition}: {event}");
                let lower = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
                assert!(
                    proof.is_none_or(|proof| proof.len() == 64 && proof.chars().all(lower)),
                    "{event}"
                );
            }
            assert_eq!(promises(&party, who), promises(&party, 0), "the same for everybody");
        }
        let all = promises(&party, 0);
        let different: BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{edition}");
        count += all.len();
    }
    assert!(count > 50, "{count}");
}

#[tokio::test(start_paused = true)]
async fn salts_are_opened_at_the_end_and_not_before() {
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        let opened = party.game(2)["proofs"].clone();
        let opened: Vec<Vec<String>> = opened
            .as_array()
            .expect("the proofs are opened")
            .iter()
            .map(|proof| proof.as_str().unwrap().split(' ').map(Into::into).collect())
            .collect();
        let salts: BTreeSet<&String> = opened.iter().map(|proof| &proof[1]).collect();
        assert_eq!(salts.len(), opened.len(), "each proof has a salt of its own");
        let hashes: Vec<String> = opened.iter().map(|proof| proof[2].clone()).collect();
        assert_eq!(hashes, promises(&party, 2), "what was promised is what is opened");
        for client in &party.people {
            for frame in &client.frames {
                if !frame.contains("\"stage\":\"over\"") {
                    assert!(salts.iter().all(|salt| !frame.contains(salt.as_str())), "{edition}");
                }
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_game_that_goes_on_keeps_its_salts_back() {
    let hall = crate::world::hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(1);
    party.until(&mut rng, |game| game["state"]["round"] == 3).await;
    let record = record(&party).await;
    assert!(record.is_public());
    assert!(record.proofs().len() > 2);
    assert!(record.proofs().iter().all(|proof| proof.salt.is_none()));
    assert!(matches!(
        record.replay(&settings("modern", 3).rules(&fogbound_rules::Library::default()).unwrap()),
        Ok(Replay::Public(_))
    ));
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_finished_game_verifies_and_a_changed_one_does_not() {
    let mut tried = 0;
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        let record = record(&party).await;
        let rules = record.builtin_rules().expect("its rules");
        assert!(!record.is_public());
        assert_eq!(record.proofs().len(), promises(&party, 0).len());
        assert!(record.proofs().iter().all(|proof| proof.holds(&record)), "{edition}");
        assert!(matches!(record.replay(&rules), Ok(Replay::Whole(_))), "{edition}");
        // Every number of a move, made another one: it cannot be read, played or proved any more.
        // The last round may end with moves of the hunters, which nobody has to promise.
        let text = record.to_string();
        let proofs = text.find("\nproof").expect("proofs");
        let last = text[..proofs].rfind('\n').expect("several rounds");
        for (at, digit) in text[..last].char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let line = text[start..].lines().next().unwrap_or("");
            if line.starts_with('[') {
                continue;
            }
            let other = if digit == '1' { '2' } else { '1' };
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            tried += 1;
            if let Ok(changed) = Record::parse(&changed) {
                let same = changed == record;
                assert!(same || changed.replay(&rules).is_err(), "{edition}: {line:?} at {at}");
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[tokio::test(start_paused = true)]
async fn an_entry_that_was_changed_in_the_store_is_found_out() {
    let store = MemoryStore::default();
    let party = played(&store, 5, "modern", 3).await;
    let promised = promises(&party, 1);
    let entries = store.read(party.table, 0).await.unwrap();
    let mut tried = 0;
    for (index, text) in entries.iter().enumerate() {
        let mut entry: Value = serde_json::from_str(text).unwrap();
        match entry["what"].as_str() {
            // Another deal, or another salt of a move.
            Some("began") => entry["deal"] = other_start(entry["deal"].as_str().unwrap()).into(),
            Some("played") if !entry["salt"].is_null() => {
                let salt = entry["salt"].as_str().unwrap();
                let first = if salt.starts_with('0') { "1" } else { "0" };
                entry["salt"] = format!("{first}{}", &salt[1..]).into();
            }
            _ => continue,
        }
        tried += 1;
        let other = changed(&store, party.table, |entries| entries[index] = entry.to_string()).await;
        let hall = hall_over(&other, 99).await;
        // Either the table cannot be read any more, or its proofs are not those that were promised.
        if let Ok(room) = hall.room(party.table).await {
            let record = room.record(crate::person(1), None).await.unwrap();
            let hashes: Vec<String> = record
                .proofs()
                .iter()
                .map(|proof| proof.hash.iter().map(|byte| format!("{byte:02x}")).collect())
                .collect();
            assert_ne!(hashes, promised, "entry {}", index + 1);
        }
    }
    assert!(tried > 3);
    // The untouched copy is the same, or this test would show nothing.
    let same = changed(&store, party.table, |_| ()).await;
    let hall = hall_over(&same, 99).await;
    let scene = hall.room(party.table).await.unwrap().scene(person(3)).await.unwrap().0;
    let scene = serde_json::to_value(scene).unwrap();
    assert_eq!(scene["game"]["proofs"], party.game(2)["proofs"]);
}

/// The deal with another number in its last line.
fn other_start(deal: &str) -> String {
    let at = deal.rfind(|c: char| c.is_ascii_digit()).expect("a deal has stations");
    let other = if deal[at..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &deal[..at], &deal[at + 1..])
}
