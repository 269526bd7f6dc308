//! The keys with which an installation signs what it publishes of games.

use std::sync::RwLock;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use fogbound_rules::{Hex, PublicKey, Signature};
use fogbound_table::{Chance, Signer};
use serde::{Deserialize, Serialize};

use crate::store::{Store, StoreError, StoredKey};

/// A new key for games that begin from now on.
pub fn new_key(chance: &dyn Chance, wall: u64) -> StoredKey {
    let mut secret = [0; 32];
    chance.fill(&mut secret);
    let public = Hex(SigningKey::from_bytes(&secret).verifying_key().to_bytes());
    StoredKey { public, secret: Hex(secret), made: wall, until: None }
}

/// Signs a text with a key.
pub fn sign(key: &StoredKey, text: &str) -> Signature {
    Hex(SigningKey::from_bytes(&key.secret.0).sign(text.as_bytes()).to_bytes())
}

/// Whether a signature under a text is that of a key.
pub fn verify(key: PublicKey, text: &str, signature: Signature) -> bool {
    let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
    VerifyingKey::from_bytes(&key.0)
        .is_ok_and(|key| key.verify_strict(text.as_bytes(), &signature).is_ok())
}

/// A key as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyFace {
    /// The public key of Ed25519.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub key: PublicKey,
    /// Since when games begin with it, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub from: u64,
    /// Until when they did; null for the one that is used now. A game keeps the key that it began with.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub until: Option<u64>,
}

/// All public keys of an installation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KeyList {
    /// The oldest first.
    pub keys: Vec<KeyFace>,
}

/// The keys as a node has them.
#[derive(Default)]
pub struct Keyring {
    keys: RwLock<Vec<(KeyFace, SigningKey)>>,
}

impl Keyring {
    /// Reads the keys; the first node makes one.
    pub async fn open(
        &self,
        store: &dyn Store,
        chance: &dyn Chance,
        wall: u64,
    ) -> Result<(), StoreError> {
        if store.keys().await?.is_empty() {
            store.add_key(&new_key(chance, wall)).await?;
        }
        self.refresh(store).await
    }

    /// Reads them again: another one may be used by now.
    pub async fn refresh(&self, store: &dyn Store) -> Result<(), StoreError> {
        let keys = store.keys().await?;
        let own = |key: &StoredKey| {
            let face = KeyFace { key: key.public, from: key.made, until: key.until };
            (face, SigningKey::from_bytes(&key.secret.0))
        };
        *self.keys.write().expect("nothing panics while it is held") = keys.iter().map(own).collect();
        Ok(())
    }

    /// The public keys.
    pub fn list(&self) -> KeyList {
        let keys = self.keys.read().expect("nothing panics while it is held");
        KeyList { keys: keys.iter().map(|(face, _)| *face).collect() }
    }
}

impl Signer for Keyring {
    fn key(&self) -> Option<PublicKey> {
        let keys = self.keys.read().expect("nothing panics while it is held");
        keys.last().map(|(face, _)| face.key)
    }

    fn sign(&self, key: PublicKey, text: &str) -> Option<Signature> {
        let keys = self.keys.read().expect("nothing panics while it is held");
        let (_, own) = keys.iter().find(|(face, _)| face.key == key)?;
        Some(Hex(own.sign(text.as_bytes()).to_bytes()))
    }

    fn verify(&self, key: PublicKey, text: &str, signature: Signature) -> bool {
        verify(key, text, signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;
    use fogbound_table::chance::SeededChance;

    #[tokio::test]
    async fn a_game_keeps_its_key_when_another_one_is_used_for_new_games() {
        let (store, chance) = (MemoryStore::default(), SeededChance::new(1));
        let (one, two) = (Keyring::default(), Keyring::default());
        one.open(&store, &chance, 1000).await.unwrap();
        two.open(&store, &chance, 2000).await.unwrap();
        let old = one.key().expect("a key");
        assert_eq!(two.key(), Some(old), "all nodes have the same");
        store.add_key(&new_key(&chance, 3000)).await.unwrap();
        one.refresh(&store).await.unwrap();
        let new = one.key().expect("a key");
        assert_ne!(new, old);
        for key in [old, new] {
            let signature = one.sign(key, "text").expect("it has both");
            assert!(verify(key, "text", signature));
            assert!(!verify(key, "other", signature));
        }
        assert!(two.sign(new, "text").is_none(), "it has not heard of it");
        assert!(!verify(new, "text", one.sign(old, "text").expect("a signature")));
        let times: Vec<_> = one.list().keys.iter().map(|key| (key.from, key.until)).collect();
        assert_eq!(times, [(1000, Some(3000)), (3000, None)]);
    }
}
