//! How a board is drawn: one drawing for the command line, the documents and the browser.

use serde::{Deserialize, Serialize};

/// What is drawn and not played.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenery {}
