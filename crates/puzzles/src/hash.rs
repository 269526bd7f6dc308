//! Hashes: a quick one for tables of positions, and a lasting one for names.

use std::hash::{BuildHasherDefault, Hasher};

/// A table of what was looked at already.
pub(crate) type Seen<T> = std::collections::HashSet<T, BuildHasherDefault<Quick>>;

/// Multiply and turn, byte groups at a time: positions are not chosen by an enemy.
#[derive(Default)]
pub(crate) struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.add(byte.into());
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
}

/// FNV-1a with a last stirring: the same on every machine and for all time.
pub(crate) fn lasting(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let fnv = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let stirred = (fnv ^ fnv >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    stirred ^ stirred >> 33
}
