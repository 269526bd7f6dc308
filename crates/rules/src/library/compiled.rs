//! Rules that somebody has, so that others who play by the same share them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use crate::{Options, RecordVersion, Rules, RulesErrors};

/// What rules are made of; options only where they are not the edition's default.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RulesKey {
    pub(super) edition: String,
    pub(super) board: String,
    pub(super) options: Options,
    pub(super) detectives: usize,
    pub(super) version: RecordVersion,
}

/// Rules that somebody has.
#[derive(Debug, Default)]
pub(super) struct Compiled(Mutex<BTreeMap<RulesKey, Weak<Rules>>>);

impl Compiled {
    /// The rules of this key. New ones are made if nobody has them; what nobody has any more is
    /// forgotten then.
    pub(super) fn get_or_insert(
        &self,
        key: RulesKey,
        new: impl FnOnce() -> Result<Rules, RulesErrors>,
    ) -> Result<Arc<Rules>, RulesErrors> {
        if let Some(rules) = self.lock().get(&key).and_then(Weak::upgrade) {
            return Ok(rules);
        }
        let rules = Arc::new(new()?);
        let mut known = self.lock();
        known.retain(|_, rules| rules.strong_count() > 0);
        if let Some(rules) = known.get(&key).and_then(Weak::upgrade) {
            return Ok(rules);
        }
        known.insert(key, Arc::downgrade(&rules));
        Ok(rules)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<RulesKey, Weak<Rules>>> {
        self.0.lock().expect("nothing panics while it is held")
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.lock().len()
    }
}
