//! What boards and editions have in common as files: a table of values, which may be based on another.

use serde::de::DeserializeOwned;

/// What a file says, before it is known what it means.
#[cfg(feature = "files")]
pub(crate) type Table = toml::Table;

/// What a file says, before it is known what it means.
#[cfg(not(feature = "files"))]
pub(crate) type Table = serde_json::Map<String, serde_json::Value>;

/// Reads a file that comes with the program.
pub(crate) fn builtin(json: &str) -> Table {
    serde_json::from_str(json).expect("a built-in file is well-formed")
}

/// Reads a file in TOML.
#[cfg(feature = "files")]
pub(crate) fn parse(text: &str) -> Result<Table, String> {
    toml::from_str(text).map_err(|error| error.to_string().trim().into())
}

/// A text in a table.
pub(crate) fn text<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key)?.as_str()
}

/// Takes from a base what a file does not say itself.
pub(crate) fn fill(table: &mut Table, base: Table) {
    for (key, value) in base {
        table.entry(key).or_insert(value);
    }
}

/// What a table means.
#[cfg(feature = "files")]
pub(crate) fn read<T: DeserializeOwned>(table: Table) -> Result<T, String> {
    T::deserialize(table).map_err(|error| error.to_string().trim().into())
}

/// What a table means.
#[cfg(not(feature = "files"))]
pub(crate) fn read<T: DeserializeOwned>(table: Table) -> Result<T, String> {
    T::deserialize(serde_json::Value::Object(table)).map_err(|error| error.to_string())
}
