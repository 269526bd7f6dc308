//! All reasons for a refusal, not only the first.

use std::error::Error;
use std::fmt;

/// Why something was refused: every reason, in the order in which it was found. There is at least
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reasons<E>(Vec<E>);

impl<E> Reasons<E> {
    /// All right if there is no reason against it.
    pub(crate) fn none_of(reasons: Vec<E>) -> Result<(), Reasons<E>> {
        if reasons.is_empty() { Ok(()) } else { Err(Reasons(reasons)) }
    }

    /// The reasons.
    pub fn reasons(&self) -> &[E] {
        &self.0
    }
}

impl<E> From<E> for Reasons<E> {
    fn from(reason: E) -> Reasons<E> {
        Reasons(vec![reason])
    }
}

/// On one line.
impl<E: fmt::Display> fmt::Display for Reasons<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons = self.0.iter().map(|reason| reason.to_string().replace('\n', " "));
        f.write_str(&reasons.collect::<Vec<_>>().join("; "))
    }
}

impl<E: fmt::Display + fmt::Debug> Error for Reasons<E> {}
