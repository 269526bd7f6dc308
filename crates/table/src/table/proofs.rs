//! What the server publishes of a game so that it can be checked at its end.

use std::sync::OnceLock;

use fogbound_rules::{
    Chain, Digest, Event, Game, Play, Proof, Public, PublicKey, Record, Seed, Side, Signature, Step,
    signed_text,
};

use super::Table;
use crate::id::Salt;

/// The proofs of a game.
pub(crate) enum GameProofs {
    /// Of a game that began when the fugitive's moves alone were sealed; it goes on so.
    Seals(Vec<Proof>),
    /// A link for every step.
    Chain(Box<GameChain>),
}

/// The chain of a game that goes on or is over.
pub(crate) struct GameChain {
    pub(crate) chain: Chain,
    /// With which key its links are signed.
    pub(crate) key: Option<PublicKey>,
    pub(crate) seed: Seed,
    /// The last step, if it may still be taken back.
    last: Option<Step>,
}

/// What was published with an entry.
pub(crate) enum Published {
    Seal(Proof),
    Link(PublishedLink),
}

/// A link as it was published. It is signed when somebody is told of it first.
pub(crate) struct PublishedLink {
    pub(crate) link: usize,
    pub(crate) head: Digest,
    pub(crate) key: Option<PublicKey>,
    signature: OnceLock<Option<Signature>>,
}

const NO_PROOF: &str = "a step cannot be proved";

impl GameChain {
    pub(super) fn new(chain: Chain, key: Option<PublicKey>) -> Result<GameChain, &'static str> {
        let seed = chain.shuffle.seed().ok_or(NO_PROOF)?;
        Ok(GameChain { chain, key, seed, last: None })
    }

    /// The link that was added last.
    pub(super) fn published(&self) -> Published {
        let (link, head) = self.chain.last();
        Published::Link(PublishedLink { link, head, key: self.key, signature: OnceLock::new() })
    }
}

impl GameProofs {
    /// The chain of a game that begins or goes on here, and what is published of it first.
    pub(super) fn begin(
        chain: Chain,
        key: Option<PublicKey>,
    ) -> Result<(GameProofs, Option<Published>), &'static str> {
        let chain = GameChain::new(chain, key)?;
        let published = chain.published();
        Ok((GameProofs::Chain(Box::new(chain)), Some(published)))
    }

    /// What a record of a game that is over has of its own.
    pub(super) fn kept(record: &Record) -> Result<GameProofs, &'static str> {
        match record.chain() {
            Some(chain) => Ok(GameProofs::Chain(Box::new(GameChain::new(chain.clone(), None)?))),
            None => Ok(GameProofs::Seals(record.proofs().to_vec())),
        }
    }

    /// What a step publishes, when it was taken. `before` is what everybody knew before it.
    pub(super) fn step(
        &mut self,
        before: &Public,
        play: Play,
        events: &[Event],
        after: &Game,
        salt: Option<Salt>,
    ) -> Result<Option<Published>, &'static str> {
        match self {
            GameProofs::Seals(seals) => {
                let Some(salt) = salt else { return Ok(None) };
                let record = Record::whole(after).map_err(|_| NO_PROOF)?;
                let seal = Proof::of(&record, salt.0);
                seals.push(seal);
                Ok(Some(Published::Seal(seal)))
            }
            GameProofs::Chain(chain) => {
                let event = events.first().ok_or(NO_PROOF)?;
                let step = Step::of(before, event, play).ok_or(NO_PROOF)?;
                chain.chain.add(step, after);
                chain.last = Some(step);
                Ok(Some(chain.published()))
            }
        }
    }

    /// What it publishes that the last step was taken back, after which so many stand.
    pub(super) fn undo(&mut self, plays: usize) -> Result<Option<Published>, &'static str> {
        match self {
            GameProofs::Seals(seals) => {
                seals.retain(|seal| seal.plays <= plays);
                Ok(None)
            }
            GameProofs::Chain(chain) => {
                chain.chain.undo(chain.last.take().ok_or(NO_PROOF)?);
                Ok(Some(chain.published()))
            }
        }
    }

    /// What it publishes that nobody came back.
    pub(super) fn abandon(&mut self) -> Option<Published> {
        match self {
            GameProofs::Seals(_) => None,
            GameProofs::Chain(chain) => {
                chain.chain.abandon();
                Some(chain.published())
            }
        }
    }

    /// The seed of what is drawn; none where it was left to the moment.
    pub(crate) fn seed(&self) -> Option<&Seed> {
        match self {
            GameProofs::Seals(_) => None,
            GameProofs::Chain(chain) => Some(&chain.seed),
        }
    }

    /// Whether the entry of such a decision has a salt of its own.
    pub(super) fn is_salted(&self, side: Side) -> bool {
        matches!(self, GameProofs::Seals(_)) && side == Side::Fugitive
    }
}

impl Table {
    /// The signature of a link of the present game, made once.
    pub(crate) fn signature(&self, game: u16, link: &PublishedLink) -> Option<Signature> {
        *link.signature.get_or_init(|| self.sign(link.key, game, link.link, link.head))
    }

    pub(crate) fn sign(
        &self,
        key: Option<PublicKey>,
        game: u16,
        link: usize,
        head: Digest,
    ) -> Option<Signature> {
        self.signer.sign(key?, &signed_text(self.id.as_str(), game, link, head))
    }
}
