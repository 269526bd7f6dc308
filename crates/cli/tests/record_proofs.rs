//! What `fogbound record check` says of proofs: signatures, keys, and heads that somebody kept; and `fogbound keys`.

#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fogbound_rules::{Hex, Record, signed_text};
use fogbound_server::OsChance;
use fogbound_server::keys::{new_key, sign};
use fogbound_server::store::{Place, StoredKey};
use serde_json::{Value, json};

fn fogbound(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fogbound")).args(args).output().expect("the program runs")
}

fn said(args: &[&str]) -> (bool, String) {
    let output = fogbound(args);
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    (output.status.success(), text.concat())
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_string_lossy().into_owned()
}

fn example() -> Record {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/shuffled.fog");
    Record::parse(&fs::read_to_string(path).expect("the example")).expect("a record")
}

/// The example, signed with another key.
fn signed_by(key: &StoredKey) -> Record {
    let mut record = example();
    let mut chain = record.chain().expect("a chain").clone();
    let (link, head) = chain.last();
    let signature = sign(key, &signed_text(&chain.table, chain.game, link, head));
    chain.signature = Some((key.public, signature));
    record.set_chain(chain);
    record
}

/// What somebody kept of the example: these links, of which one may have another head.
fn kept(key: &StoredKey, links: &[usize], other: Option<usize>) -> Value {
    let record = example();
    let chain = record.chain().expect("a chain");
    let heads = links.iter().map(|&link| {
        let head = if other == Some(link) { Hex([7; 32]) } else { chain.links[link].head };
        let signature = sign(key, &signed_text(&chain.table, chain.game, link, head));
        json!({"link": link, "head": head, "signature": signature})
    });
    let heads: Vec<Value> = heads.collect();
    json!({"table": chain.table, "game": chain.game, "key": key.public, "heads": heads})
}

#[test]
fn the_signature_is_by_a_key_of_the_server() {
    let dir = folder("record-keys");
    let (own, foreign) = (new_key(&OsChance, 1), new_key(&OsChance, 2));
    let game = file(&dir, "game.fog", &signed_by(&own).to_string());
    let keys = |name: &str, key: &StoredKey| {
        let list = json!({"keys": [{"key": key.public, "from": 1, "until": null}]});
        file(&dir, name, &list.to_string())
    };
    let (right, wrong) = (keys("keys.json", &own), keys("other.json", &foreign));
    let (ok, words) = said(&["record", "check", &game, "--keys", &right]);
    assert!(ok && words.contains("27 proofs hold (1 taken back)"), "{words}");
    assert!(words.contains("shuffled by the server and 1 person (guest 2 left out)"), "{words}");
    let (ok, words) = said(&["record", "check", &game, "--keys", &wrong]);
    assert!(!ok && words.contains("has no such key"), "{words}");
    // A key alone does not make a signature.
    let text = signed_by(&own).to_string().replace(&own.public.to_string(), &foreign.public.to_string());
    let (ok, words) = said(&["record", "check", &file(&dir, "forged.fog", &text)]);
    assert!(!ok && words.contains("not by the key"), "{words}");
    let unsigned: Vec<&str> = text.lines().filter(|line| !line.starts_with("signature")).collect();
    let unsigned = file(&dir, "unsigned.fog", &unsigned.join("\n"));
    // As of a game on one device; not so for who expects a server.
    let (ok, words) = said(&["record", "check", &unsigned]);
    assert!(ok && words.contains("27 proofs hold (1 taken back)"), "{words}");
    assert!(words.contains("shuffled by whoever held the table and 1 person"), "{words}");
    assert!(
        words.contains("not signed: the game fits its proofs, but nothing shows who made them"),
        "{words}"
    );
    let (ok, words) = said(&["record", "check", &unsigned, "--keys", &right]);
    assert!(!ok && words.contains("not signed"), "{words}");
}

/// What was played before a game moved is held by proofs of its first place; a signature of the second does not cover them.
#[test]
fn a_game_that_moved_says_what_is_proven_of_each_part() {
    let dir = folder("record-moved");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/moved.fog");
    let text = fs::read_to_string(path).expect("the example");
    let moved = "moved here after 11 steps, which have proofs of their first place only";
    let (ok, words) = said(&["record", "check", &file(&dir, "unsigned.fog", &text)]);
    assert!(ok && words.contains(moved) && words.contains("not signed: "), "{words}");

    let key = new_key(&OsChance, 1);
    let mut record = Record::parse(&text).expect("a record");
    let mut chain = record.chain().expect("a chain").clone();
    let (link, head) = chain.last();
    chain.signature = Some((key.public, sign(&key, &signed_text(&chain.table, chain.game, link, head))));
    record.set_chain(chain);
    let (ok, words) = said(&["record", "check", &file(&dir, "signed.fog", &record.to_string())]);
    assert!(ok && words.contains(moved) && !words.contains("not signed"), "{words}");
    assert!(words.contains("shuffled by the server alone"), "{words}");

    // What the first place is said to have signed, it must have signed.
    let before = "before head 3ccad29f146221324cc8e10d1416a1b6b8853be66a4468195c3ceee9b5718b24\n";
    let mut record = Record::parse(&text).expect("a record");
    let mut chain = record.chain().expect("a chain").clone();
    let first = chain.earlier.as_mut().and_then(|earlier| earlier.before.as_mut()).expect("proofs");
    let (link, head) = first.last();
    first.signature = Some((key.public, sign(&key, &signed_text(&first.table, first.game, link, head))));
    record.set_chain(chain);
    let (ok, words) = said(&["record", "check", &file(&dir, "first.fog", &record.to_string())]);
    assert!(ok && words.contains(moved), "{words}");
    let forged = format!("{before}before signature {} {}\n", key.public, "17".repeat(64));
    let forged = text.replace(before, &forged);
    assert_ne!(forged, text);
    let (ok, words) = said(&["record", "check", &file(&dir, "forged.fog", &forged)]);
    assert!(!ok && words.contains("not by the key"), "{words}");

    // A proof of the first place that was changed fits the game no more.
    let changed = text.replace("before head 57ec", "before head 67ec");
    assert_ne!(changed, text);
    let (ok, words) = said(&["record", "check", &file(&dir, "changed.fog", &changed)]);
    assert!(!ok, "{words}");
}

/// Records of the arena and of the terminal have no proofs, older ones have seals: neither claims a proof of each step.
#[test]
fn a_record_without_a_chain_says_what_it_does_not_claim() {
    let dir = folder("record-older");
    let example = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(name);
        fs::read_to_string(path).expect("the example")
    };
    let (plain, sealed) = (example("game.fog"), example("proved.fog"));
    for (text, claims) in [
        (&plain, ", no proofs\n"),
        (
            &sealed,
            ", no proofs of each step: the seals of the deal and of the fugitive's decisions (3) hold",
        ),
    ] {
        let path = file(&dir, "game.fog", text);
        let (ok, words) = said(&["record", "check", &path]);
        assert!(ok && words.contains(claims), "{words}");
        // Whoever expects a server is not content with that.
        let list = json!({"keys": [{"key": new_key(&OsChance, 1).public, "from": 1, "until": null}]});
        let keys = file(&dir, "keys.json", &list.to_string());
        let (ok, words) = said(&["record", "check", &path, "--keys", &keys]);
        assert!(!ok && words.contains("nothing that is signed"), "{words}");
    }
    // What is sealed is sealed from the deal to the end.
    let seals: Vec<&str> = sealed.lines().filter(|line| line.starts_with("proof ")).collect();
    let salt = seals[1].split(' ').nth(2).expect("a salt");
    let without = |number: usize| sealed.replace(&format!("{}\n", seals[number]), "");
    for changed in [without(0), without(1), without(2), sealed.replace(salt, "?")] {
        let (ok, words) = said(&["record", "check", &file(&dir, "changed.fog", &changed)]);
        assert!(!ok && words.contains("need a proof that is opened"), "{words}");
    }
}

#[test]
fn two_signed_heads_for_one_link_are_evidence() {
    let dir = folder("record-heads");
    let key = new_key(&OsChance, 1);
    let game = file(&dir, "game.fog", &signed_by(&key).to_string());
    let heads = |name: &str, value: &Value| file(&dir, name, &value.to_string());
    let agree = heads("agree.json", &kept(&key, &[0, 3, 26], None));
    let (ok, words) = said(&["record", "check", &game, "--heads", &agree]);
    assert!(ok && words.contains("3 heads agree"), "{words}");
    let differ = heads("differ.json", &kept(&key, &[0, 3, 26], Some(3)));
    let (ok, words) = said(&["record", "check", &game, "--heads", &agree, "--heads", &differ]);
    assert!(!ok && words.contains("signed two heads for link 3"), "{words}");
    // A head that nobody signed shows nothing.
    let mut unsigned = kept(&key, &[3], Some(3));
    unsigned["heads"][0]["head"] = json!(Hex([8; 32]));
    let (ok, words) = said(&["record", "check", &game, "--heads", &heads("unsigned.json", &unsigned)]);
    assert!(!ok && words.contains("link 3 is not signed"), "{words}");
    let mut elsewhere = kept(&key, &[3], None);
    elsewhere["game"] = json!(2);
    let (ok, words) = said(&["record", "check", &game, "--heads", &heads("elsewhere.json", &elsewhere)]);
    assert!(!ok && words.contains("heads of game 2"), "{words}");
}

#[test]
fn keys_are_listed_and_rotated_while_a_server_has_the_folder() {
    let dir = folder("keys");
    let data = dir.join("data").to_string_lossy().into_owned();
    let (ok, words) = said(&["keys", "list", "--data", &data]);
    assert!(!ok && words.starts_with("error: "), "{words}");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let store = runtime.block_on(Place::Folder(data.clone().into()).open()).expect("it opens");
    runtime.block_on(store.add_key(&new_key(&OsChance, 5))).expect("a key");
    let (ok, words) = said(&["keys", "rotate", "--data", &data]);
    assert!(ok && words.contains("signed with"), "{words}");
    let (ok, list) = said(&["keys", "list", "--data", &data]);
    let lines: Vec<&str> = list.lines().collect();
    assert!(ok && lines.len() == 2 && lines[0].contains(" from 5 until 1"), "{list}");
    assert!(lines[1].ends_with(" until now") && words.contains(&lines[1][..64]), "{list}");
    let keys = runtime.block_on(store.keys()).expect("they are read");
    assert_eq!(keys.len(), 2, "the server sees it");
    runtime.block_on(store.close());
}
