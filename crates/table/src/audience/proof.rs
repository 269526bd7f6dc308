//! What an audience sees of proofs and of the shuffle.

use fogbound_rules::{Digest, Number, PublicKey, Record, Shuffle, Signature};
use serde::Serialize;

use crate::Moment;
use crate::seat::GuestNumber;
use crate::table::{GameProofs, Published, Stage, Table};

/// What was published with a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ProofFace {
    /// A seal, in games that began when there was no chain.
    Seal(#[cfg_attr(feature = "typescript", ts(type = "string"))] Digest),
    /// A link of the chain.
    Head(SignedHead),
}

/// The head of a chain after a link.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SignedHead {
    /// The number of the link; that of the deal is 0.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub link: usize,
    /// The hash of everything up to it.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub head: Digest,
    /// The signature under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub signature: Option<Signature>,
}

/// What a game is shuffled from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShuffleFace {
    /// The SHA-256 of the server's number.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub commitment: Digest,
    /// The server's number, once the game is over.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub number: Option<Number>,
    /// The key with which the game is signed.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub key: Option<PublicKey>,
    /// What people add, in the order of their guest numbers.
    pub contributions: Vec<ContributionFace>,
    /// How long is still waited for numbers, in milliseconds; left out once the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub time_left: Option<u64>,
}

/// The number that a person adds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ContributionFace {
    /// Who.
    pub guest: GuestNumber,
    /// The SHA-256 of the number.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub commitment: Digest,
    /// The number, once it is opened.
    #[cfg_attr(feature = "typescript", ts(type = "string | null"))]
    pub number: Option<Number>,
}

impl ShuffleFace {
    /// As everybody sees it who is not told the server's number.
    pub(super) fn of(shuffle: &Shuffle, key: Option<PublicKey>) -> ShuffleFace {
        let contributions = shuffle.contributions.iter().map(|it| ContributionFace {
            guest: GuestNumber(it.guest),
            commitment: it.commitment,
            number: it.number,
        });
        ShuffleFace {
            commitment: shuffle.commitment,
            number: None,
            key,
            contributions: contributions.collect(),
            time_left: None,
        }
    }
}

impl Table {
    /// Whether what was kept back in the game is open: it is over, or nobody came back.
    fn is_open(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Abandoned)
    }

    /// What the game is shuffled from that is about to begin, goes on, or is over.
    pub(super) fn shuffle_face(&self, now: Moment) -> Option<ShuffleFace> {
        if let Some(pending) = &self.shuffle {
            let time_left = Some(now.until(pending.due()).as_millis() as u64);
            return Some(ShuffleFace { time_left, ..ShuffleFace::of(&pending.shuffle, pending.key) });
        }
        let GameProofs::Chain(game) = &self.game.as_ref()?.proofs else { return None };
        let number = game.chain.shuffle.number.filter(|_| self.is_open());
        Some(ShuffleFace { number, ..ShuffleFace::of(&game.chain.shuffle, game.key) })
    }

    /// What was published with an entry of a game.
    pub(super) fn proof_face(&self, game: u16, published: &Published) -> ProofFace {
        match published {
            Published::Seal(seal) => ProofFace::Seal(fogbound_rules::Hex(seal.hash)),
            Published::Link(link) => ProofFace::Head(SignedHead {
                link: link.link,
                head: link.head,
                signature: self.signature(game, link),
            }),
        }
    }

    /// Adds the proofs to a record of the present game.
    pub(super) fn prove(&self, record: &mut Record, proofs: &GameProofs) {
        match proofs {
            GameProofs::Seals(seals) => {
                let open = self.is_open();
                let seals = seals.iter().map(|seal| if open { *seal } else { seal.closed() });
                record.set_proofs(seals.collect());
            }
            GameProofs::Chain(game) => {
                let mut chain = if self.is_open() { game.chain.clone() } else { game.chain.closed() };
                let (link, head) = chain.last();
                let signature = self.sign(game.key, chain.game, link, head);
                // A game that was over when it came here keeps the signature that it had.
                chain.signature = game.key.zip(signature).or(chain.signature);
                record.set_chain(chain);
            }
        }
    }
}
