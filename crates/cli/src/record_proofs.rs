//! What `fogbound record check` says of the proofs of a record: signatures, and heads that somebody kept.

use std::fs;
use std::path::{Path, PathBuf};

use fogbound_rules::{
    Chain, Contribution, Digest, Earlier, LinkKind, PublicKey, Record, Signature, signed_text,
};
use fogbound_server::keys::{KeyList, verify};
use serde::Deserialize;

use crate::failure::Failure;

/// What proofs without a signature show, and what they do not.
const UNSIGNED: &str = "not signed: the game fits its proofs, but nothing shows who made them or when";

/// What a record is held against, beside itself.
#[derive(clap::Args)]
pub(crate) struct Witnesses {
    /// The keys of the server, as it gives them at /api/keys: signatures must be by one of them.
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// Heads that somebody kept while the game was played: those of the record must be the same. May be given
    /// several times.
    #[arg(long, value_name = "FILE")]
    heads: Vec<PathBuf>,
}

/// The heads that somebody kept of a game.
#[derive(Deserialize)]
struct SeenHeads {
    table: String,
    game: u16,
    key: PublicKey,
    heads: Vec<SeenHead>,
}

#[derive(Deserialize)]
struct SeenHead {
    link: usize,
    head: Digest,
    signature: Signature,
}

impl Witnesses {
    /// Holds a record that was replayed, and so is right in itself, against what else is known; gives it in words.
    pub(crate) fn check(&self, record: &Record) -> Result<String, Failure> {
        let Some(chain) = record.chain() else {
            // Whoever expects a server says so, with its keys or with heads.
            return match self.keys.is_none() && self.heads.is_empty() {
                true => Ok(seals(record)),
                false => Err(Failure::check("the record has no heads, and nothing that is signed")),
            };
        };
        let before = chain.earlier.as_ref().and_then(|earlier| earlier.before.as_deref());
        if ![Some(chain), before].into_iter().flatten().all(is_signed_as_it_says) {
            return Err(Failure::check("the signature is not by the key that is named"));
        }
        let Some((key, _)) = chain.signature else {
            // A device signs nothing.
            return match self.keys.is_none() && self.heads.is_empty() {
                true => Ok(format!("{}, {UNSIGNED}", words(chain))),
                false => Err(Failure::check("the proofs are not signed")),
            };
        };
        if let Some(path) = &self.keys {
            let known: KeyList = read(path)?;
            if !known.keys.iter().any(|known| known.key == key) {
                return Err(Failure::check(format!("{} has no such key", path.display())));
            }
        }
        let mut seen = 0;
        for path in &self.heads {
            seen += compare(chain, &read(path)?)
                .map_err(|reason| Failure::check(format!("{}: {reason}", path.display())))?;
        }
        let seen = if self.heads.is_empty() { String::new() } else { format!(", {seen} heads agree") };
        Ok(format!("{}{seen}", words(chain)))
    }
}

/// A chain without a signature says nothing of one.
fn is_signed_as_it_says(chain: &Chain) -> bool {
    let (link, head) = chain.last();
    let text = signed_text(&chain.table, chain.game, link, head);
    chain.signature.is_none_or(|(key, signature)| verify(key, &text, signature))
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
    serde_json::from_str(&text).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// How many of the heads that somebody kept are those of the record. A signed one that is not shows that the
/// server told two things: both are signed, and only one can be true.
fn compare(chain: &Chain, seen: &SeenHeads) -> Result<usize, String> {
    if (seen.table.as_str(), seen.game) != (chain.table.as_str(), chain.game) {
        return Err(format!("these are heads of game {} at table {}", seen.game, seen.table));
    }
    for SeenHead { link, head, signature } in &seen.heads {
        if !verify(seen.key, &signed_text(&seen.table, seen.game, *link, *head), *signature) {
            return Err(format!("link {link} is not signed by the key that is named"));
        }
        let told = chain.links.get(*link).map(|told| told.head);
        if told != Some(*head) {
            return Err(format!(
                "the server has signed two heads for link {link}: {head}, and in the record {}",
                told.map_or("none".into(), |told| told.to_string())
            ));
        }
    }
    Ok(seen.heads.len())
}

fn words(chain: &Chain) -> String {
    let links = chain.links.len();
    if chain.shuffle.number.is_none() {
        return format!(", {links} proofs that are not opened yet");
    }
    let back = chain.links.iter().filter(|link| matches!(link.kind, LinkKind::TakenBack(_))).count();
    let back = if back == 0 { String::new() } else { format!(" ({back} taken back)") };
    let (opened, left_out): (Vec<&Contribution>, Vec<&Contribution>) =
        chain.shuffle.contributions.iter().partition(|it| it.number.is_some());
    // A name that is not signed can be anybody's.
    let holder = if chain.signature.is_some() { "the server" } else { "whoever held the table" };
    let people = match opened.len() {
        0 => format!("{holder} alone"),
        1 => format!("{holder} and 1 person"),
        n => format!("{holder} and {n} people"),
    };
    let left_out: Vec<_> = left_out.iter().map(|it| format!("guest {} left out", it.guest)).collect();
    let left_out =
        if left_out.is_empty() { String::new() } else { format!(" ({})", left_out.join(", ")) };
    let earlier = match &chain.earlier {
        None => String::new(),
        Some(Earlier { steps, before: Some(_) }) => {
            format!(", moved here after {steps} steps, which have proofs of their first place only")
        }
        Some(Earlier { steps, before: None }) => {
            format!(", moved here after {steps} steps, which have no proofs")
        }
    };
    format!(", {links} proofs hold{back}, shuffled by {people}{left_out}{earlier}")
}

/// What a record without a chain claims: nothing, or what it was sealed with before there were chains. A seal that does
/// not hold, or is missing, has failed the replay.
fn seals(record: &Record) -> String {
    match record.proofs().iter().filter(|proof| proof.salt.is_some()).count() {
        0 => ", no proofs".into(),
        n => format!(
            ", no proofs of each step: the seals of the deal and of the fugitive's decisions ({n}) hold, but nobody has signed them"
        ),
    }
}
