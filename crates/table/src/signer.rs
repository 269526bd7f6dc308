//! Signatures under what the server publishes. Keys are handed in: this crate has none.

use fogbound_rules::{PublicKey, Signature};

/// Who signs.
pub trait Signer: Send + Sync {
    /// The key with which games that begin now are signed; none if nothing is signed.
    fn key(&self) -> Option<PublicKey>;

    /// Signs a text with a key, if that is one of its own.
    fn sign(&self, key: PublicKey, text: &str) -> Option<Signature>;

    /// Whether a signature under a text is that of a key, whosever it is. One who signs nothing believes nothing.
    fn verify(&self, key: PublicKey, text: &str, signature: Signature) -> bool;
}

/// Signs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSigner;

impl Signer for NoSigner {
    fn key(&self) -> Option<PublicKey> {
        None
    }

    fn sign(&self, _: PublicKey, _: &str) -> Option<Signature> {
        None
    }

    fn verify(&self, _: PublicKey, _: &str, _: Signature) -> bool {
        false
    }
}
