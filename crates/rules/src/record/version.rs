//! The versions of the format, and what a record of an older one leaves unsaid.

use std::fmt;

use crate::edition::{OptionKey, OptionSpec, OptionValue};
use crate::{Edition, Options, Outcome};

/// A version of the format of records. It stands for its time: what a record leaves unsaid is what
/// was the custom then, so that a game reads the same in years to come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RecordVersion {
    /// The first.
    First = 1,
    /// With proofs.
    Proofs = 2,
    /// With every option of the edition, also where it has its default.
    AllOptions = 3,
    /// Proofs are a chain, with a link for every step.
    Chain = 4,
    /// The chain of a game that has moved from one place to another. Others are still written as the version before.
    Moved = 5,
    /// With variations. A record without them is still written as it was before.
    Variations = 6,
}

/// A default that an edition had up to a version of the format, and has no more.
struct FormerDefault {
    until: RecordVersion,
    edition: &'static str,
    key: OptionKey,
    value: OptionValue,
}

/// The oldest first. Whoever changes a default of an edition, or gives it an option under which older
/// games would go on differently, makes a new version of the format and adds a line here.
static FORMER_DEFAULTS: [FormerDefault; 1] = [
    // 9.4 held in `holmes` too.
    FormerDefault {
        until: RecordVersion::Proofs,
        edition: "holmes",
        key: OptionKey::StrandedWin,
        value: OptionValue::Switch(true),
    },
];

impl RecordVersion {
    /// The version in which new games are written.
    pub const NEWEST: RecordVersion = RecordVersion::Chain;

    /// Every version, the oldest first.
    pub const ALL: [RecordVersion; 6] = [
        RecordVersion::First,
        RecordVersion::Proofs,
        RecordVersion::AllOptions,
        RecordVersion::Chain,
        RecordVersion::Moved,
        RecordVersion::Variations,
    ];

    /// The version of this number, if this program knows it.
    pub fn new(number: u32) -> Option<RecordVersion> {
        RecordVersion::ALL.into_iter().find(|version| version.number() == number)
    }

    /// Its number, as a record bears it.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Whether a record names every option of its edition.
    pub(crate) fn names_all_options(self) -> bool {
        self >= RecordVersion::AllOptions
    }

    /// The options of an edition with the defaults that they had at the time of this version.
    pub fn defaults(self, edition: &Edition) -> Options {
        let default = |spec: &OptionSpec| (spec.key, self.default_of(edition, spec).clone());
        edition.options.iter().map(default).collect()
    }

    fn default_of<'d>(self, edition: &Edition, spec: &'d OptionSpec) -> &'d OptionValue {
        let mut former = FORMER_DEFAULTS.iter().filter(|former| self <= former.until);
        former
            .find(|former| former.edition == edition.options_of() && former.key == spec.key)
            .map_or(&spec.default, |former| &former.value)
    }

    /// How a scored manhunt ends in which no detective can move when their turn comes (6.5.6, 9.20): up
    /// to version 2 that was told as giving up.
    pub(crate) fn immobile(self, tickets_left: bool) -> Outcome {
        match tickets_left {
            _ if self < RecordVersion::AllOptions => Outcome::GaveUp,
            true => Outcome::Immobile,
            false => Outcome::OutOfTickets,
        }
    }
}

/// Its number.
impl fmt::Display for RecordVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_its_number() {
        for version in RecordVersion::ALL {
            assert_eq!(RecordVersion::new(version.number()), Some(version));
        }
        assert!(RecordVersion::ALL.is_sorted() && RecordVersion::ALL.contains(&RecordVersion::NEWEST));
        assert_eq!((RecordVersion::new(0), RecordVersion::new(7)), (None, None));
    }

    #[test]
    fn a_former_default_is_no_default_of_today() {
        for former in &FORMER_DEFAULTS {
            let edition = Edition::builtin(former.edition).expect("an edition of ours");
            let spec = edition.options.iter().find(|spec| spec.key == former.key).expect("an option");
            assert!(former.key.takes(&former.value) && spec.default != former.value);
            assert!(former.until < RecordVersion::NEWEST);
            let then = former.until.defaults(&edition);
            assert_eq!(then.get(former.key), Some(&former.value));
        }
        assert!(FORMER_DEFAULTS.is_sorted_by_key(|former| former.until));
    }

    #[test]
    fn the_newest_version_has_the_defaults_of_the_editions() {
        for edition in Edition::builtins() {
            let defaults = RecordVersion::NEWEST.defaults(edition);
            let listed: Vec<_> = edition.options.iter().map(|spec| (spec.key, &spec.default)).collect();
            assert_eq!(defaults.iter().count(), listed.len(), "{}", edition.id);
            assert!(listed.iter().all(|(key, value)| defaults.get(*key) == Some(*value)));
        }
    }

    #[test]
    fn an_edition_without_options_of_its_own_has_the_former_defaults_of_its_base() {
        let head = "format = 1\nid = \"own\"\ntitle = \"Own\"\nbased_on = \"holmes\"\n";
        let options =
            "[[options]]\nkey = \"stranded_win\"\ndefault = false\nrule = \"9.4\"\ntext = \"\"\n";
        let stranded = |text: &str| {
            let edition = Edition::parse(text).expect("an edition");
            RecordVersion::Proofs.defaults(&edition).get(OptionKey::StrandedWin).cloned()
        };
        assert_eq!(stranded(head), Some(OptionValue::Switch(true)));
        assert_eq!(stranded(&format!("{head}{options}")), Some(OptionValue::Switch(false)));
    }
}
