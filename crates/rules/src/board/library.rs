//! The boards that come with the program.

use std::sync::{Arc, LazyLock};

use super::Board;
use crate::file::{self, Table};

/// The file of a board, as the build left it.
macro_rules! builtin {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/boards/", $name, ".json"))
    };
}

const FILES: [(&str, &str); 4] = [
    ("london", builtin!("london")),
    ("london-1983", builtin!("london-1983")),
    ("victorian", builtin!("victorian")),
    ("compact", builtin!("compact")),
];

static BOARDS: [LazyLock<Arc<Board>>; FILES.len()] = [
    LazyLock::new(|| load(0)),
    LazyLock::new(|| load(1)),
    LazyLock::new(|| load(2)),
    LazyLock::new(|| load(3)),
];

fn load(index: usize) -> Arc<Board> {
    match Board::from_table(file::builtin(FILES[index].1)) {
        Ok(board) => Arc::new(board),
        Err(errors) => panic!("boards/{}.toml: {errors}", FILES[index].0),
    }
}

/// The table of a built-in board as its file has it.
pub(super) fn table(id: &str) -> Option<Table> {
    let (_, json) = FILES.iter().find(|(name, _)| *name == id)?;
    Some(file::builtin(json))
}

impl Board {
    /// A board that comes with the program.
    pub fn builtin(id: &str) -> Option<Arc<Board>> {
        let index = FILES.iter().position(|(name, _)| *name == id)?;
        Some(Arc::clone(&BOARDS[index]))
    }

    /// The names of the boards that come with the program.
    pub fn builtin_ids() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }
}
