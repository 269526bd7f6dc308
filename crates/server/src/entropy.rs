//! The randomness of a server.

use fogbound_rules::{Draw, Rng, Rules, Seed, Setup};
use fogbound_table::Chance;

/// The randomness of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsChance;

impl Chance for OsChance {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// For tests of the whole program: the same deal, the same draws and the same bots in every game,
/// whatever happened before, and whatever numbers people add. So the shuffle of such a game does not follow
/// from its numbers, and `record check` says so. Names, keys and salts are as good as ever.
#[derive(Clone, Copy, Debug)]
pub struct TestChance {
    /// All that decides about a game.
    pub seed: u64,
}

impl Chance for TestChance {
    fn fill(&self, bytes: &mut [u8]) {
        OsChance.fill(bytes);
    }

    fn generator(&self) -> Rng {
        Rng::new(self.seed)
    }

    fn deal(&self, rules: &Rules, _: &Seed) -> Setup {
        let mut rng = self.generator();
        Setup::deal(rules, |n| rng.below(n))
    }

    fn draw(&self, draws: &[Draw], _: Option<&Seed>, _: usize) -> Draw {
        draws[self.generator().below(draws.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fogbound_rules::Shuffle;

    #[test]
    fn a_test_seed_decides_about_games_and_about_no_secret_key() {
        let rules = Rules::builtin("modern", &[], 3).expect("an edition of ours");
        let [one, two] = [TestChance { seed: 7 }, TestChance { seed: 8 }];
        let seed = || Shuffle::new(OsChance.number(), []).seed().expect("its number is known");
        assert_eq!(one.deal(&rules, &seed()), one.deal(&rules, &seed()));
        assert_ne!(one.deal(&rules, &seed()), two.deal(&rules, &seed()));
        let mut keys = [[0; 16]; 2];
        keys.iter_mut().for_each(|key| one.fill(key));
        assert_ne!(keys[0], keys[1]);
    }
}
