//! Signatures under what the server publishes. Keys are handed in: this crate has none.

use fogbound_rules::{PublicKey, Signature};

/// Who signs.
pub trait Signer: Send + Sync {
    /// The key with which games that begin now are signed; none if nothing is signed.
    fn key(&self) -> Option<PublicKey>;

    /// Signs a text with a key, if that is one of its own.
    fn sign(&self, key: PublicKey, text: &str) -> Option<Signature>;
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
}
