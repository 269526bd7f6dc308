//! Leaks on purpose, so that the tests of secrecy are seen to find them. They exist only in a build
//! with the feature `planted-leaks`; in any other each of these does nothing.

#[cfg(feature = "planted-leaks")]
mod planted;

#[cfg(feature = "planted-leaks")]
pub use planted::{Leak, plant};
#[cfg(feature = "planted-leaks")]
pub(crate) use planted::{
    entries, event, explanation, extra_frames, header, note, record, refusal, scene, seed, summary,
};

#[cfg(not(feature = "planted-leaks"))]
pub(crate) use nothing::*;

#[cfg(not(feature = "planted-leaks"))]
mod nothing {
    use fogbound_rules::Record;

    use crate::entry::Entry;
    use crate::explain::Explanation;
    use crate::face::{TableEvent, View};
    use crate::hall::{Hall, Summary};
    use crate::refusal::Refusal;
    use crate::scene::Scene;
    use crate::table::{Happened, Table};

    #[inline(always)]
    pub(crate) fn scene(_: &Table, _: &mut Scene) {}

    #[inline(always)]
    pub(crate) fn event(_: &Table, _: &Happened, _: View, _: &mut TableEvent) {}

    #[inline(always)]
    pub(crate) fn refusal(_: &Table, refusal: Refusal) -> Refusal {
        refusal
    }

    #[inline(always)]
    pub(crate) fn explanation(_: &Table, _: &mut Explanation) {}

    #[inline(always)]
    pub(crate) fn record(_: &Table, record: Record) -> Record {
        record
    }

    #[inline(always)]
    pub(crate) fn extra_frames(_: &Table, _: View) -> usize {
        0
    }

    #[inline(always)]
    pub(crate) fn note(_: &Table, _: &Hall) {}

    #[inline(always)]
    pub(crate) fn summary(_: &Table, _: &mut Summary) {}

    #[inline(always)]
    pub(crate) fn entries(_: &Table, _: &mut Vec<Entry>) {}

    #[inline(always)]
    pub(crate) fn header(_: &Scene) -> Option<String> {
        None
    }

    #[inline(always)]
    pub(crate) fn seed(_: &Table, seed: u64) -> u64 {
        seed
    }
}
