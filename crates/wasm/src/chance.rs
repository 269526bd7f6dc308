//! Chance of a table in a page: a stream of hashes that begins with bytes that the Worker hands in.

use std::sync::Mutex;

use fogbound_rules::{Hex, Number};
use fogbound_table::Chance;
use sha2::{Digest, Sha256};

/// Chance from 32 bytes. What was given out tells nothing of what comes, nor of what came before.
pub(crate) struct HandedChance(Mutex<[u8; 32]>);

impl HandedChance {
    pub(crate) fn new(Hex(entropy): Number) -> HandedChance {
        HandedChance(Mutex::new(Sha256::digest(entropy).into()))
    }
}

impl Chance for HandedChance {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().expect("nothing panics while it is held");
        let hash = |label: &[u8]| -> [u8; 32] {
            Sha256::new().chain_update(*state).chain_update(label).finalize().into()
        };
        for (number, chunk) in (0u64..).zip(bytes.chunks_mut(32)) {
            chunk.copy_from_slice(&hash(&number.to_le_bytes())[..chunk.len()]);
        }
        *state = hash(b"next");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_follows_from_what_was_handed_in_and_never_repeats() {
        let fill = |chance: &HandedChance| {
            let mut bytes = [0; 80];
            chance.fill(&mut bytes);
            bytes
        };
        let [one, same, other] = [1, 1, 2].map(|byte| HandedChance::new(Hex([byte; 32])));
        assert_eq!(fill(&one), fill(&same));
        assert_ne!(fill(&one), fill(&other));
        let bytes = fill(&one);
        let mut parts: Vec<&[u8]> = bytes.chunks(16).collect();
        parts.sort();
        parts.dedup();
        assert_eq!(parts.len(), 5);
    }
}
