//! The shuffle of a game: a function of numbers that the server and the people at the table have chosen
//! without knowing each other's. `docs/protocol.md` specifies it, so that others can make it again.

use sha2::{Digest as _, Sha256};

use crate::{Digest, Draw, Hex, Number, Rules, SALT_BYTES, Setup};

/// What the seed of a game is made with.
const LABEL: &str = "fogbound shuffle";

/// The numbers from which a game is shuffled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The SHA-256 of the server's number, which is published before anybody opens theirs.
    pub commitment: Digest,
    /// The server's number; kept back while the game goes on.
    pub number: Option<Number>,
    /// What people add, in the order of their guest numbers.
    pub contributions: Vec<Contribution>,
}

/// The number that one person adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contribution {
    /// Who, by the guest number.
    pub guest: u16,
    /// The SHA-256 of the number, published before the server has chosen its own.
    pub commitment: Digest,
    /// The number; none if it was not opened in time, and then it is left out.
    pub number: Option<Number>,
}

/// What a number is promised by.
pub fn commitment(number: Number) -> Digest {
    Hex(Sha256::digest(number.0).into())
}

impl Shuffle {
    /// A shuffle to which these people have promised to add a number.
    pub fn new(number: Number, promised: impl IntoIterator<Item = (u16, Digest)>) -> Shuffle {
        let contribution = |(guest, commitment)| Contribution { guest, commitment, number: None };
        let mut contributions: Vec<_> = promised.into_iter().map(contribution).collect();
        contributions.sort_unstable_by_key(|contribution| contribution.guest);
        Shuffle { commitment: commitment(number), number: Some(number), contributions }
    }

    /// The same with the server's number kept back.
    pub fn closed(&self) -> Shuffle {
        Shuffle { number: None, ..self.clone() }
    }

    /// The seed of everything that is dealt and drawn, if the server's number is known.
    pub fn seed(&self) -> Option<Seed> {
        let mut hash = Sha256::new().chain_update(LABEL).chain_update(self.number?.0);
        for number in self.contributions.iter().filter_map(|contribution| contribution.number) {
            hash.update(number.0);
        }
        Some(Seed(hash.finalize().into()))
    }

    /// The salt of a link of the chain, if the server's number is known.
    pub fn salt(&self, link: usize) -> Option<[u8; SALT_BYTES]> {
        let hash = Sha256::new().chain_update(self.number?.0).chain_update(format!("salt {link}"));
        let mut salt = [0; SALT_BYTES];
        salt.copy_from_slice(&hash.finalize()[..SALT_BYTES]);
        Some(salt)
    }

    /// Whether every opened number is the one that was promised, each person once and in order.
    pub(crate) fn check(&self) -> Result<(), String> {
        let kept = |commitment: Digest, number: Option<Number>| {
            number.is_none_or(|number| self::commitment(number) == commitment)
        };
        if !kept(self.commitment, self.number) {
            return Err("the server's number is not the one that it promised".into());
        }
        let broken = |it: &&Contribution| !kept(it.commitment, it.number);
        if let Some(broken) = self.contributions.iter().find(broken) {
            return Err(format!("the number of guest {} is not the one promised", broken.guest));
        }
        match self.contributions.is_sorted_by(|one, next| one.guest < next.guest) {
            true => Ok(()),
            false => Err("the numbers do not stand in the order of the guests".into()),
        }
    }
}

/// The seed of everything that is dealt and drawn in a game. No `Debug`: it is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The deal of this seed.
    pub fn deal(&self, rules: &Rules) -> Setup {
        let mut stream = self.stream("deal");
        Setup::deal(rules, |n| stream.below(n))
    }

    /// The draw of this seed, by how many were drawn before it in the game: one that was taken back is the
    /// next one again.
    pub fn draw(&self, before: usize, draws: &[Draw]) -> Draw {
        draws[self.stream(&format!("draw {before}")).below(draws.len())]
    }

    fn stream(&self, label: &str) -> Stream<'_> {
        Stream { seed: self, label: label.into(), next: 0 }
    }
}

/// Numbers that follow from a seed: each is the beginning of a SHA-256.
struct Stream<'s> {
    seed: &'s Seed,
    label: String,
    next: u64,
}

impl Stream<'_> {
    fn bits(&mut self) -> u64 {
        let label = format!("{} {}", self.label, self.next);
        self.next += 1;
        let hash = Sha256::new().chain_update(self.seed.0).chain_update(label).finalize();
        u64::from_be_bytes(hash[..8].try_into().expect("a hash has 32 bytes"))
    }

    /// A number below `n`, all with the same chance: the few at the upper end that would make the first ones
    /// likelier are passed over.
    fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        let over = (u64::MAX % n + 1) % n;
        loop {
            let bits = self.bits();
            if bits <= u64::MAX - over {
                return (bits % n) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(numbers: &[Option<u8>]) -> Shuffle {
        let promised =
            (1..).zip(numbers).map(|(guest, byte)| (guest, commitment(Hex([byte.unwrap_or(99); 32]))));
        let mut shuffle = Shuffle::new(Hex([7; 32]), promised);
        for (contribution, byte) in shuffle.contributions.iter_mut().zip(numbers) {
            contribution.number = byte.map(|byte| Hex([byte; 32]));
        }
        shuffle
    }

    #[test]
    fn every_number_counts_and_one_that_was_not_opened_does_not() {
        let seed = |numbers: &[Option<u8>]| shuffle(numbers).seed().expect("it is open");
        let one = seed(&[Some(1), Some(2)]);
        assert!(one == seed(&[Some(1), Some(2)]));
        assert!(one != seed(&[Some(2), Some(1)]) && one != seed(&[Some(1), Some(3)]));
        assert!(one != seed(&[Some(1), None]) && seed(&[Some(1), None]) == seed(&[Some(1)]));
        assert!(shuffle(&[Some(1)]).closed().seed().is_none());
    }

    #[test]
    fn numbers_that_were_not_promised_are_found() {
        let mut good = shuffle(&[Some(1), None, Some(3)]);
        assert_eq!(good.check(), Ok(()));
        good.contributions.swap(0, 2);
        assert!(good.check().is_err());
        let mut other = shuffle(&[Some(1)]);
        other.contributions[0].number = Some(Hex([2; 32]));
        assert!(other.check().is_err());
        let mut server = shuffle(&[]);
        server.number = Some(Hex([8; 32]));
        assert!(server.check().is_err());
    }

    /// The first numbers of a stream, worked out by hand from the text of the protocol.
    #[test]
    fn a_stream_is_as_it_is_written_down() {
        let seed = Seed([0; 32]);
        let mut stream = seed.stream("deal");
        let mut bytes = [0; 32].to_vec();
        bytes.extend(b"deal 0");
        let expected = u64::from_be_bytes(Sha256::digest(&bytes)[..8].try_into().unwrap());
        assert_eq!(stream.bits(), expected);
        let mut again = seed.stream("deal");
        assert_eq!(again.below(10), (expected % 10) as usize);
    }

    #[test]
    fn no_number_is_likelier_than_another() {
        let seed = Seed([1; 32]);
        let mut stream = seed.stream("deal");
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[stream.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }
}
