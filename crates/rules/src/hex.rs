//! Bytes that are written as lower-case hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// So many bytes, written as twice as many lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// A SHA-256.
pub type Digest = Hex<32>;

/// A random number that somebody adds to the shuffle of a game.
pub type Number = Hex<32>;

/// A text that is not made of so many hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} lower-case hexadecimal digits are expected")]
pub struct NoHex(usize);

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Without the bytes: they may be secret, and what is printed may end in a log.
impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} bytes")
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Hex<N>, NoHex> {
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let wrong = NoHex(2 * N);
        if text.len() != 2 * N {
            return Err(wrong);
        }
        let mut bytes = [0; N];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = value(pair[0]).ok_or(wrong)? << 4 | value(pair[1]).ok_or(wrong)?;
        }
        Ok(Hex(bytes))
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<N>, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_are_written_and_nothing_else_is() {
        let bytes = Hex([0x00, 0x9f, 0xa0, 0xff]);
        assert_eq!(bytes.to_string(), "009fa0ff");
        assert_eq!("009fa0ff".parse(), Ok(bytes));
        for wrong in ["", "009fa0f", "009fa0ff0", "009FA0FF", "009fa0fg", "+09fa0ff", "é09fa0f"] {
            assert_eq!(wrong.parse::<Hex<4>>(), Err(NoHex(8)), "{wrong}");
        }
    }
}
