//! Seals, as servers published them up to version 3 of the format: salted hashes of what was dealt and played
//! so far, opened at the end of the game. The records of that time have them, and so do games that began then.

use std::fmt;

use sha2::{Digest, Sha256};

use super::{Item, Proofs, Record, VERSION_TAG};
use crate::Hex;

/// The number of random bytes that hide what a proof stands for.
pub const SALT_BYTES: usize = 16;

/// A promise made in the middle of a game: the hash of a salt and of everything that was dealt and
/// played so far. While the game goes on the salt is kept; at its end it is opened, and whoever has
/// the record can check that it tells what was promised.
///
/// ```
/// use std::sync::Arc;
/// use fogbound_rules::{Game, Proof, Record, Rules, Setup};
/// let rules = Arc::new(Rules::builtin("classic", &[], 3).unwrap());
/// let game = Game::new(rules.clone(), Setup::deal(&rules, |_| 0)).unwrap();
/// let record = Record::whole(&game).unwrap();
/// let proof = Proof::of(&record, [7; 16]);
/// assert!(proof.holds(&record));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// How many decisions and draws it covers, from the beginning.
    pub plays: usize,
    /// The salt, once it is opened.
    pub salt: Option<[u8; SALT_BYTES]>,
    /// The SHA-256 of the salt and the text of the game so far.
    pub hash: [u8; 32],
}

/// Without the salt: what is printed may end in a log.
impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("plays", &self.plays).finish_non_exhaustive()
    }
}

impl Proof {
    /// The proof of a whole record as far as it goes.
    pub fn of(record: &Record, salt: [u8; SALT_BYTES]) -> Proof {
        let plays = record.plays();
        Proof { plays, salt: Some(salt), hash: digest(record, plays, &salt) }
    }

    /// The same with its salt kept back.
    pub fn closed(self) -> Proof {
        Proof { salt: None, ..self }
    }

    /// Whether an opened proof stands for what a whole record tells.
    pub fn holds(&self, record: &Record) -> bool {
        self.salt.is_some_and(|salt| {
            self.plays <= record.plays() && digest(record, self.plays, &salt) == self.hash
        })
    }

    pub(super) fn parse(text: &str) -> Result<Proof, String> {
        let wrong =
            || "a proof is written 'proof PLAYS SALT HASH', both in hexadecimal digits".to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        let [plays, salt, hash] = words[..] else { return Err(wrong()) };
        Ok(Proof {
            plays: plays.parse().map_err(|_| wrong())?,
            salt: match salt {
                "?" => None,
                salt => Some(salt.parse::<Hex<SALT_BYTES>>().map_err(|_| wrong())?.0),
            },
            hash: hash.parse::<Hex<32>>().map_err(|_| wrong())?.0,
        })
    }
}

/// `PLAYS SALT HASH`, the salt `?` if it is kept back.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let salt = self.salt.map_or("?".into(), |salt| Hex(salt).to_string());
        write!(f, "{} {salt} {}", self.plays, Hex(self.hash))
    }
}

fn digest(record: &Record, plays: usize, salt: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(salt).chain_update(record.told(plays)).finalize().into()
}

impl Record {
    /// How many decisions and draws it holds.
    pub fn plays(&self) -> usize {
        self.items.iter().filter(|item| item.item.is_play()).count()
    }

    /// What a proof is about: the lines of the deal and of the rounds up to so many decisions and
    /// draws, without announcements of opened slots.
    fn told(&self, plays: usize) -> String {
        let mut told = self.clone();
        told.items.retain(|item| item.item.is_play());
        told.items.truncate(plays);
        told.moves_text()
    }

    /// The seals, in the order of the game.
    pub fn proofs(&self) -> &[Proof] {
        match &self.proofs {
            Proofs::Seals(seals) => seals,
            Proofs::None | Proofs::Chain(_) => &[],
        }
    }

    /// Adds the seals that were published while the game was played.
    pub fn set_proofs(&mut self, seals: Vec<Proof>) {
        self.proofs = if seals.is_empty() { Proofs::None } else { Proofs::Seals(seals) };
        self.set_tag(VERSION_TAG, &self.version().to_string());
    }
}

impl Item {
    /// Whether it is a decision or a draw, and no announcement.
    pub(super) fn is_play(&self) -> bool {
        !matches!(self, Item::Opened { .. })
    }
}
