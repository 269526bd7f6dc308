//! The editions that come with the program.

use std::sync::{Arc, LazyLock};

use super::{Edition, EditionError, EditionErrors, check};
use crate::file::{self, Table};

/// The file of an edition, as the build left it.
macro_rules! builtin {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/editions/", $name, ".json"))
    };
}

/// In the order in which people are offered them.
const FILES: [(&str, &str); 7] = [
    ("modern", builtin!("modern")),
    ("classic", builtin!("classic")),
    ("beginner", builtin!("beginner")),
    ("holmes", builtin!("holmes")),
    ("holmes-original", builtin!("holmes-original")),
    ("compact", builtin!("compact")),
    ("study", builtin!("study")),
];

static EDITIONS: LazyLock<Vec<Arc<Edition>>> = LazyLock::new(|| {
    let load = |&(name, json): &(&str, &str)| match Edition::from_table(file::builtin(json)) {
        Ok(edition) => Arc::new(edition),
        Err(errors) => panic!("editions/{name}.toml: {errors}"),
    };
    FILES.iter().map(load).collect()
});

/// The table of a built-in edition as its file has it.
fn builtin(id: &str) -> Option<Table> {
    let (_, json) = FILES.iter().find(|(name, _)| *name == id)?;
    Some(file::builtin(json))
}

/// The id of the edition whose list of options holds for an edition.
fn options_of(edition: &Table) -> Option<String> {
    match file::text(edition, "based_on").filter(|_| !edition.contains_key("options")) {
        Some(base) => options_of(&builtin(base)?),
        None => file::text(edition, "id").map(Into::into),
    }
}

/// An edition with what it takes from its base.
fn with_base(mut edition: Table) -> Result<Table, EditionError> {
    if let Some(id) = file::text(&edition, "based_on") {
        let base = builtin(id).ok_or_else(|| EditionError::UnknownBase(id.into()))?;
        let mut base = with_base(base)?;
        base.remove("based_on");
        file::fill(&mut edition, base);
    }
    Ok(edition)
}

impl Edition {
    /// Reads an edition file. Every reason for a refusal is given at once.
    #[cfg(feature = "files")]
    pub fn parse(text: &str) -> Result<Edition, EditionErrors> {
        Edition::from_table(file::parse(text).map_err(syntax)?)
    }

    fn from_table(table: Table) -> Result<Edition, EditionErrors> {
        let options_of = options_of(&table).unwrap_or_default();
        let table = with_base(table).map_err(EditionErrors::from)?;
        let edition = Edition { options_of, ..file::read(table).map_err(syntax)? };
        check::check(&edition)?;
        Ok(edition)
    }

    /// The id of the edition that lists its options: its own, or that of its base.
    pub(crate) fn options_of(&self) -> &str {
        &self.options_of
    }

    /// An edition that comes with the program.
    pub fn builtin(id: &str) -> Option<Arc<Edition>> {
        EDITIONS.iter().find(|edition| edition.id == id).cloned()
    }

    /// All editions that come with the program.
    pub fn builtins() -> &'static [Arc<Edition>] {
        &EDITIONS
    }
}

fn syntax(reason: String) -> EditionErrors {
    EditionErrors::from(EditionError::Syntax(reason))
}
