//! What was drawn or chosen before the first move.

use std::collections::BTreeMap;

/// Everything that a game begins with.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// "classic", "study", "modern", "beginner", "holmes-original", "holmes" or "compact".
    pub edition: String,
    /// voluntary_reveal, pooled, length, supply, stranded_win, last_reply, black_tickets.
    pub options: BTreeMap<String, String>,
    /// `None`: still to be chosen or drawn.
    pub fugitive: Option<u8>,
    /// `None`: not placed yet (beginner, compact).
    pub detectives: Vec<Option<u8>>,
    pub bobbies: Vec<u8>,
    /// The M tile that was drawn.
    pub tile: Option<(u8, u8)>,
    /// The crime tiles that were drawn.
    pub crimes: Vec<u8>,
    /// One for each detective; where the list is shorter, the default order goes on.
    pub characters: Vec<String>,
}

impl Start {
    /// A start with everybody placed.
    pub fn new(edition: &str, fugitive: u8, detectives: &[u8]) -> Start {
        Start {
            edition: edition.to_string(),
            fugitive: Some(fugitive),
            detectives: detectives.iter().copied().map(Some).collect(),
            ..Start::default()
        }
    }

    pub fn bobbies(mut self, bobbies: &[u8]) -> Start {
        self.bobbies = bobbies.to_vec();
        self
    }

    pub fn option(mut self, key: &str, value: &str) -> Start {
        self.options.insert(key.to_string(), value.to_string());
        self
    }

    pub fn tile(mut self, original: u8, second: u8) -> Start {
        self.tile = Some((original, second));
        self
    }

    pub fn crimes(mut self, crimes: &[u8]) -> Start {
        self.crimes = crimes.to_vec();
        self
    }

    pub fn characters(mut self, characters: &[&str]) -> Start {
        self.characters = characters.iter().map(|name| name.to_string()).collect();
        self
    }

    /// Whether an option is set to this value.
    pub fn has(&self, key: &str, value: &str) -> bool {
        self.options.get(key).is_some_and(|set| set == value)
    }
}
