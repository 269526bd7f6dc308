//! Randomness that is handed in, so that tests own it.

use std::sync::Mutex;

use fogbound_rules::{Draw, Hex, Number, Rng, Rules, Seed, Setup};

/// A source of chance: for names and salts, for what is dealt and drawn.
pub trait Chance: Send + Sync {
    /// Fills the bytes.
    fn fill(&self, bytes: &mut [u8]);

    /// A generator with a seed of this source.
    fn generator(&self) -> Rng {
        let mut seed = [0; 8];
        self.fill(&mut seed);
        Rng::new(u64::from_le_bytes(seed))
    }

    /// The server's own number for the shuffle of a game: a secret until the game is over.
    fn number(&self) -> Number {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        Hex(bytes)
    }

    /// What is dealt at the beginning of a game: it follows from the seed, but in tests that want a deal of
    /// their own.
    fn deal(&self, rules: &Rules, seed: &Seed) -> Setup {
        seed.deal(rules)
    }

    /// One of the draws that are possible, by how many were drawn before it. Only games from before there was a
    /// shuffle have no seed.
    fn draw(&self, draws: &[Draw], seed: Option<&Seed>, before: usize) -> Draw {
        match seed {
            Some(seed) => seed.draw(before, draws),
            None => draws[self.below(draws.len())],
        }
    }

    /// A number below `n`.
    fn below(&self, n: usize) -> usize {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        // The bias of 64 bits over at most a few hundred outcomes cannot be seen.
        (u64::from_le_bytes(bytes) % n.max(1) as u64) as usize
    }
}

/// The same numbers for the same seed: for tests.
pub struct SeededChance(Mutex<Rng>);

impl SeededChance {
    /// Starts from a seed.
    pub fn new(seed: u64) -> SeededChance {
        SeededChance(Mutex::new(Rng::new(seed)))
    }
}

impl Chance for SeededChance {
    fn fill(&self, bytes: &mut [u8]) {
        let mut rng = self.0.lock().expect("nothing panics while it is held");
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&rng.bits().to_le_bytes()[..chunk.len()]);
        }
    }
}
