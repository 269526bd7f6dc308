//! Names that are hard to guess: tables, people, seat keys.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::Chance;

/// Digits and letters that are not mistaken for one another.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

fn letters<const N: usize>(bytes: [u8; N]) -> [u8; N] {
    bytes.map(|byte| LETTERS[usize::from(byte % 32)])
}

/// The name of a table: 12 letters, 60 bits that nobody can guess. Whoever knows it may watch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId([u8; 12]);

impl TableId {
    /// A new one.
    pub fn new(chance: &dyn Chance) -> TableId {
        let mut bytes = [0; 12];
        chance.fill(&mut bytes);
        TableId(letters(bytes))
    }

    /// That of what a person brings: the same for the same, so that it is there once, however often it is brought. Nobody
    /// else comes to it, as nobody else is that person.
    pub fn of(person: Person, brought: &str) -> TableId {
        let digest: [u8; 32] = Sha256::new()
            .chain_update(b"fogbound brought")
            .chain_update(person.0)
            .chain_update(brought)
            .finalize()
            .into();
        TableId(letters(*digest.first_chunk().expect("12 of 32")))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("made of letters")
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is no name of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no name of a table: it has 12 letters and digits")]
pub struct NoTableId;

impl FromStr for TableId {
    type Err = NoTableId;

    fn from_str(text: &str) -> Result<TableId, NoTableId> {
        let bytes: [u8; 12] = text.as_bytes().try_into().map_err(|_| NoTableId)?;
        match bytes.iter().all(|byte| LETTERS.contains(byte)) {
            true => Ok(TableId(bytes)),
            false => Err(NoTableId),
        }
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Sixteen bytes, written as 32 hexadecimal digits.
macro_rules! hex16 {
    ($name:ident) => {
        impl $name {
            fn to_hex(self) -> String {
                self.0.iter().map(|byte| format!("{byte:02x}")).collect()
            }

            /// Reads 32 hexadecimal digits.
            pub fn parse(text: &str) -> Option<$name> {
                if text.len() != 32 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
                    return None;
                }
                let mut bytes = [0; 16];
                for (index, byte) in bytes.iter_mut().enumerate() {
                    *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
                }
                Some($name(bytes))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_hex())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                $name::parse(&text)
                    .ok_or_else(|| serde::de::Error::custom("32 hexadecimal digits are expected"))
            }
        }
    };
}

/// The secret by which a person is known: a browser has it in a cookie. It is never stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PersonKey([u8; 16]);
hex16!(PersonKey);

impl PersonKey {
    /// A new one.
    pub fn new(chance: &dyn Chance) -> PersonKey {
        let mut bytes = [0; 16];
        chance.fill(&mut bytes);
        PersonKey(bytes)
    }

    /// Its text, for the person alone.
    pub fn text(self) -> String {
        self.to_hex()
    }

    /// Who holds it.
    pub fn person(self) -> Person {
        let digest: [u8; 32] =
            Sha256::new().chain_update(b"fogbound person").chain_update(self.0).finalize().into();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Person(bytes)
    }
}

/// A person: a hash of the secret, so that the store gives no way into a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person([u8; 16]);
hex16!(Person);

/// The secret of a seat link: whoever has it may take the seat over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatKey([u8; 16]);
hex16!(SeatKey);

impl SeatKey {
    /// A new one.
    pub fn new(chance: &dyn Chance) -> SeatKey {
        let mut bytes = [0; 16];
        chance.fill(&mut bytes);
        SeatKey(bytes)
    }
}

/// Random bytes that hide what a proof stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 16]);
hex16!(Salt);

impl Salt {
    /// A new one.
    pub fn new(chance: &dyn Chance) -> Salt {
        let mut bytes = [0; 16];
        chance.fill(&mut bytes);
        Salt(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;

    #[test]
    fn names_of_tables_are_read_back_and_nothing_else_is() {
        let id = TableId::new(&SeededChance::new(1));
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in ["", "short", "../../../etc", "ABCDEFGHJKMN", "abcdefghjkmno"] {
            assert_eq!(wrong.parse::<TableId>(), Err(NoTableId), "{wrong}");
        }
    }

    #[test]
    fn a_person_does_not_tell_the_key() {
        let key = PersonKey::new(&SeededChance::new(1));
        assert_ne!(key.person().to_hex(), key.to_hex());
        assert!(PersonKey::parse(&key.text()).map(PersonKey::person) == Some(key.person()));
        assert!(PersonKey::parse("é23456789012345678901234567890a").is_none());
    }
}
