//! The editions that come with the program.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::{Edition, EditionError, EditionErrors, check};

/// In the order in which people are offered them.
const FILES: [(&str, &str); 7] = [
    ("modern", include_str!("../../editions/modern.toml")),
    ("classic", include_str!("../../editions/classic.toml")),
    ("beginner", include_str!("../../editions/beginner.toml")),
    ("holmes", include_str!("../../editions/holmes.toml")),
    ("holmes-original", include_str!("../../editions/holmes-original.toml")),
    ("compact", include_str!("../../editions/compact.toml")),
    ("study", include_str!("../../editions/study.toml")),
];

static EDITIONS: LazyLock<Vec<Arc<Edition>>> = LazyLock::new(|| {
    let load = |&(name, text): &(&str, &str)| match Edition::parse(text) {
        Ok(edition) => Arc::new(edition),
        Err(errors) => panic!("editions/{name}.toml: {errors}"),
    };
    FILES.iter().map(load).collect()
});

/// The table of a built-in edition, with what it takes from its base.
fn table(id: &str) -> Option<toml::Table> {
    Some(with_base(toml::from_str(file(id)?).ok()?).expect("a built-in edition has a built-in base"))
}

/// The id of the edition whose list of options holds for an edition.
fn options_of(edition: &toml::Table) -> Option<String> {
    let text = |key: &str| edition.get(key).and_then(toml::Value::as_str);
    match text("based_on").filter(|_| !edition.contains_key("options")) {
        Some(base) => options_of(&toml::from_str(file(base)?).ok()?),
        None => text("id").map(Into::into),
    }
}

fn file(id: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == id).map(|(_, text)| *text)
}

fn with_base(mut edition: toml::Table) -> Result<toml::Table, EditionError> {
    if let Some(toml::Value::String(base)) = edition.get("based_on") {
        let base = table(base).ok_or_else(|| EditionError::UnknownBase(base.clone()))?;
        for (key, value) in base.into_iter().filter(|(key, _)| key != "based_on") {
            edition.entry(key).or_insert(value);
        }
    }
    Ok(edition)
}

impl Edition {
    /// Reads an edition file. Every reason for a refusal is given at once.
    pub fn parse(text: &str) -> Result<Edition, EditionErrors> {
        let syntax = |error: toml::de::Error| {
            EditionErrors::from(EditionError::Syntax(error.to_string().trim().into()))
        };
        let table: toml::Table = toml::from_str(text).map_err(syntax)?;
        let options_of = options_of(&table).unwrap_or_default();
        let table = with_base(table).map_err(EditionErrors::from)?;
        let edition = Edition { options_of, ..Edition::deserialize(table).map_err(syntax)? };
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
