//! Leaks on purpose, so that the tests of secrecy are seen to find them. They exist only in a build
//! with the feature `planted-leaks`; in any other each of these does nothing.

#[cfg(feature = "planted-leaks")]
mod planted;

#[cfg(feature = "planted-leaks")]
pub use planted::{Leak, plant};
#[cfg(feature = "planted-leaks")]
pub(crate) use planted::{
    entries, event, explanation, link_card, own_scene, record, refusal, scene, seed, shuffle_number,
    summary,
};
#[cfg(feature = "planted-leaks")]
pub use planted::{extra_frames, header, logged, metric};

#[cfg(not(feature = "planted-leaks"))]
pub(crate) use nothing::{
    entries, event, explanation, link_card, own_scene, record, refusal, scene, seed, shuffle_number,
    summary,
};
#[cfg(not(feature = "planted-leaks"))]
pub use nothing::{extra_frames, header, logged, metric};

#[cfg(not(feature = "planted-leaks"))]
mod nothing {
    use fogbound_rules::{Number, PublicEvent, Record};

    use crate::audience::{
        Audience, Explanation, LinkCard, NoSecret, OwnFace, Scene, Summary, TableEvent,
    };
    use crate::{Entry, Refusal, Table};

    #[inline(always)]
    pub(crate) fn scene(_: &Table, _: &mut Scene<NoSecret>) {}

    #[inline(always)]
    pub(crate) fn own_scene(_: &Table, _: &mut Scene<OwnFace>) {}

    #[inline(always)]
    pub(crate) fn event(_: &Table, _: &mut TableEvent<PublicEvent>) {}

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
    pub(crate) fn summary(_: &Table, _: &mut Summary) {}

    #[inline(always)]
    pub(crate) fn link_card(_: &Table, _: &mut LinkCard) {}

    #[inline(always)]
    pub(crate) fn entries(_: &Table, _: &mut Vec<Entry>) {}

    #[inline(always)]
    pub(crate) fn seed(_: &Table, seed: u64) -> u64 {
        seed
    }

    #[inline(always)]
    pub(crate) fn shuffle_number(_: &Table, number: Number) -> Number {
        number
    }

    /// How many frames too many are sent.
    #[inline(always)]
    pub fn extra_frames(_: &Table, _: Audience) -> usize {
        0
    }

    /// How much too much is counted.
    #[inline(always)]
    pub fn metric(_: &Table) -> u64 {
        0
    }

    /// What is written into the log.
    #[inline(always)]
    pub fn logged(_: &Table) -> Option<u64> {
        None
    }

    /// What stands in a header.
    #[inline(always)]
    pub fn header() -> Option<String> {
        None
    }
}
