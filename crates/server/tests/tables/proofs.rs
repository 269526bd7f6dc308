//! What the server promises while a game goes on, and how that is kept at its end.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Digest, LinkKind, PublicKey, Record, Replay, Rng, Signature, signed_text};
use fogbound_server::keys::verify;
use fogbound_server::store::{MemoryStore, Store};
use fogbound_table::command::Command;
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

/// The heads that a person was told, in order.
fn heads(party: &Party, who: usize) -> Vec<Value> {
    let events = party.events(who).into_iter();
    events.filter(|event| !event["proof"].is_null()).map(|event| event["proof"].clone()).collect()
}

fn head(proof: &Value) -> Digest {
    proof["head"].as_str().expect("a head").parse().expect("64 digits")
}

fn key(party: &Party) -> PublicKey {
    party.scene(0)["shuffle"]["key"].as_str().expect("a key").parse().expect("64 digits")
}

async fn record(party: &Party) -> Record {
    party.hall.room(party.table).await.unwrap().record(person(1), None).await.unwrap()
}

fn replay(record: &Record) -> Result<Replay, String> {
    let rules = Arc::new(record.builtin_rules().map_err(|error| error.to_string())?);
    record.replay(&rules).map_err(|error| error.to_string())
}

#[tokio::test(start_paused = true)]
async fn the_deal_and_every_step_have_a_signed_link_the_same_for_everybody() {
    let mut count = 0;
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        let key = key(&party);
        assert_eq!(party.hall.keys().keys.iter().map(|face| face.key).collect::<Vec<_>>(), [key]);
        for who in 0..3 {
            assert_eq!(heads(&party, who), heads(&party, 0), "the same for everybody");
        }
        let steps = party.events(2);
        let step = |event: &&Value| event["what"] == "began" || event["what"] == "played";
        assert_eq!(steps.iter().filter(step).count(), heads(&party, 2).len(), "{edition}");
        for (link, proof) in heads(&party, 2).iter().enumerate() {
            assert_eq!(proof["link"].as_u64(), Some(link as u64));
            let signature: Signature = proof["signature"].as_str().unwrap().parse().unwrap();
            let text = signed_text(party.table.as_str(), 1, link, head(proof));
            assert!(verify(key, &text, signature), "{edition}: {proof}");
            count += 1;
        }
        let all: BTreeSet<Digest> = heads(&party, 0).iter().map(head).collect();
        assert_eq!(all.len(), heads(&party, 0).len(), "{edition}");
    }
    assert!(count > 200, "{count}");
}

#[tokio::test(start_paused = true)]
async fn the_servers_number_and_salts_are_opened_at_the_end_and_not_before() {
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        let record = record(&party).await;
        let chain = record.chain().expect("a chain");
        let told: Vec<Digest> = heads(&party, 2).iter().map(head).collect();
        let opened: Vec<Digest> = chain.links.iter().map(|link| link.head).collect();
        assert_eq!(opened, told, "what was promised is what is opened");
        let mut secrets = vec![chain.shuffle.number.expect("it is over").to_string()];
        for link in 0..chain.links.len() {
            secrets.push(fogbound_rules::Hex(chain.shuffle.salt(link).unwrap()).to_string());
        }
        for client in &party.people {
            let before = client.frames.iter().filter(|frame| !frame.contains("\"stage\":\"over\""));
            for frame in before {
                assert!(secrets.iter().all(|secret| !frame.contains(secret)), "{edition}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_game_that_goes_on_keeps_its_secrets_back() {
    let hall = crate::world::hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(1);
    party.until(&mut rng, |game| game["state"]["round"] == 3).await;
    let record = record(&party).await;
    assert!(record.is_public());
    let chain = record.chain().expect("a chain");
    assert!(chain.links.len() > 5 && chain.shuffle.number.is_none());
    assert!(chain.signature.is_some());
    assert!(matches!(replay(&record), Ok(Replay::Public(_))));
}

#[tokio::test(start_paused = true)]
async fn the_record_of_a_finished_game_verifies_and_a_changed_one_does_not() {
    let mut tried = 0;
    for (index, (edition, detectives)) in GAMES.into_iter().enumerate() {
        let party = played(&MemoryStore::default(), index as u64, edition, detectives).await;
        let record = record(&party).await;
        assert!(!record.is_public());
        assert!(matches!(replay(&record), Ok(Replay::Whole(_))), "{edition}: {:?}", replay(&record));
        let json = record.to_json().to_string();
        assert_eq!(Record::parse_json(&json).unwrap(), std::slice::from_ref(&record), "{edition}");
        // Every digit of what was dealt, decided and proved, made another one: it cannot be read, played or
        // proved any more. The signature is not looked at here.
        let text = record.to_string();
        let mut start = 0;
        for line in text.lines() {
            let skipped = line.starts_with('[') || line.starts_with("signature");
            let stride = if line.starts_with("head") { 13 } else { 1 };
            let digits = line.char_indices().filter(|(_, c)| c.is_ascii_digit() && !skipped);
            for (at, digit) in digits.step_by(stride) {
                let at = start + at;
                let other = if digit == '1' { '2' } else { '1' };
                let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                tried += 1;
                if let Ok(changed) = Record::parse(&changed) {
                    let same = changed == record;
                    assert!(same || replay(&changed).is_err(), "{edition}: {line:?} at {at}");
                }
            }
            start += line.len() + 1;
        }
    }
    assert!(tried > 2000, "{tried}");
}

#[tokio::test(start_paused = true)]
async fn an_entry_that_was_changed_in_the_store_is_found_out() {
    let store = MemoryStore::default();
    let party = played(&store, 5, "modern", 3).await;
    let promised: Vec<Digest> = heads(&party, 1).iter().map(head).collect();
    let entries = store.read(party.table, 0).await.unwrap();
    let mut tried = 0;
    for (index, text) in entries.iter().enumerate() {
        let mut entry: Value = serde_json::from_str(text).unwrap();
        match entry["what"].as_str() {
            Some("began") => entry["deal"] = other_start(entry["deal"].as_str().unwrap()).into(),
            Some("shuffle_began") => {
                let number = entry["number"].as_str().unwrap();
                let first = if number.starts_with('0') { "1" } else { "0" };
                entry["number"] = format!("{first}{}", &number[1..]).into();
            }
            Some("played") => {
                let text = entry["play"].to_string();
                let Some(at) = text.rfind(|c: char| c.is_ascii_digit()) else { continue };
                let other = if text[at..].starts_with('1') { "2" } else { "1" };
                let text = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                entry["play"] = serde_json::from_str(&text).unwrap();
            }
            _ => continue,
        }
        tried += 1;
        let other = changed(&store, party.table, |entries| entries[index] = entry.to_string()).await;
        let hall = hall_over(&other, 99).await;
        // Either the table cannot be read any more, or its heads are not those that were promised.
        if let Ok(room) = hall.room(party.table).await {
            let record = room.record(person(1), None).await.unwrap();
            let chain = record.chain().expect("a chain");
            let heads: Vec<Digest> = chain.links.iter().map(|link| link.head).collect();
            assert_ne!(heads, promised, "entry {}", index + 1);
        }
    }
    assert!(tried > 3);
    // The untouched copy is the same, or this test would show nothing.
    let same = changed(&store, party.table, |_| ()).await;
    let room = hall_over(&same, 99).await.room(party.table).await.unwrap();
    let again = room.record(person(1), None).await.unwrap();
    let heads: Vec<Digest> = again.chain().unwrap().links.iter().map(|link| link.head).collect();
    assert_eq!(heads, promised);
}

/// The deal with another number in its last line.
fn other_start(deal: &str) -> String {
    let at = deal.rfind(|c: char| c.is_ascii_digit()).expect("a deal has stations");
    let other = if deal[at..].starts_with('1') { "2" } else { "1" };
    format!("{}{other}{}", &deal[..at], &deal[at + 1..])
}

#[tokio::test(start_paused = true)]
async fn what_was_taken_back_stays_in_the_chain_and_is_told_at_the_end() {
    let hall = crate::world::hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(3);
    party.step(&mut rng).await;
    party.done(0, Command::AskUndo).await;
    party.done(1, Command::AnswerUndo { agree: true }).await;
    let undone = party.last_event(1);
    assert_eq!((&undone["what"], &undone["proof"]["link"]), (&"undone".into(), &2.into()));
    let before = record(&party).await;
    let kinds = |record: &Record| -> Vec<LinkKind> {
        record.chain().expect("a chain").links.iter().map(|link| link.kind).collect()
    };
    // Where he had gone is not told while he may still go there.
    assert_eq!(kinds(&before), [LinkKind::Standing, LinkKind::TakenBack(None), LinkKind::Undo]);
    assert!(replay(&before).is_ok());
    party.until(&mut rng, |game| game["state"]["round"] == 3).await;
    party.done(0, Command::Yield).await;
    let after = record(&party).await;
    assert!(matches!(kinds(&after)[1], LinkKind::TakenBack(Some(_))));
    assert!(replay(&after).is_ok(), "{:?}", replay(&after));
    let heads: Vec<Digest> = heads(&party, 1).iter().map(head).collect();
    let told: Vec<Digest> = after.chain().unwrap().links.iter().map(|link| link.head).collect();
    assert_eq!(heads, told);
    // It can be left out of the record as little as anything else.
    let text = after.to_string();
    let lines = text.lines().filter(|line| !line.contains(" back ") && !line.ends_with(" undo"));
    let shorter = Record::parse(&lines.collect::<Vec<_>>().join("\n")).unwrap();
    assert!(replay(&shorter).is_err());
}

#[tokio::test(start_paused = true)]
async fn a_game_to_which_nobody_came_back_is_opened() {
    let hall = crate::world::hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(4);
    for _ in 0..3 {
        party.step(&mut rng).await;
    }
    party.wait(Duration::from_secs(31 * 24 * 3600)).await;
    assert_eq!(party.scene(0)["stage"], "abandoned");
    let told = party.last_event(1);
    assert_eq!((&told["what"], &told["proof"]["link"]), (&"abandoned".into(), &4.into()));
    let record = record(&party).await;
    assert!(!record.is_public());
    assert_eq!(record.chain().unwrap().links.last().unwrap().kind, LinkKind::Abandoned);
    assert!(matches!(replay(&record), Ok(Replay::Whole(_))), "{:?}", replay(&record));
}
