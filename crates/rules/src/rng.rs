//! The generator of all chance: xoshiro256++, seeded by SplitMix64. Both are public-domain designs
//! of Blackman and Vigna. It is fixed: the same seed gives the same game in every version.

/// A small, fast, repeatable source of random numbers. Not for secrets.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Rng {
        let mut mix = seed;
        let state = [(); 4].map(|()| {
            mix = mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (mix ^ mix >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        });
        Rng { state }
    }

    /// The generator of one game among many with the same seed.
    pub fn for_game(seed: u64, game: u64) -> Rng {
        let mut rng = Rng::new(seed);
        Rng::new(rng.bits() ^ game.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        result
    }

    /// A number below `bound`, which must not be 0. The bias is below 2⁻³² for small bounds.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0 && bound <= u32::MAX as usize);
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_is_pinned() {
        let mut rng = Rng::new(1);
        // Computed apart, from the definition of the generator.
        let pinned = [0xcfc5d07f6f03c29b, 0xbf424132963fe08d, 0x19a37d5757aaf520];
        assert_eq!([rng.bits(), rng.bits(), rng.bits()], pinned);
    }

    #[test]
    fn below_reaches_every_number_and_no_more() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[rng.below(6)] += 1);
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }
}
