//! The boards that come with the program.

use std::sync::{Arc, LazyLock};

use super::Board;

const FILES: [(&str, &str); 4] = [
    ("london", include_str!("../../boards/london.toml")),
    ("london-1983", include_str!("../../boards/london-1983.toml")),
    ("victorian", include_str!("../../boards/victorian.toml")),
    ("compact", include_str!("../../boards/compact.toml")),
];

static BOARDS: [LazyLock<Arc<Board>>; FILES.len()] = [
    LazyLock::new(|| load(0)),
    LazyLock::new(|| load(1)),
    LazyLock::new(|| load(2)),
    LazyLock::new(|| load(3)),
];

fn load(index: usize) -> Arc<Board> {
    match Board::parse(FILES[index].1) {
        Ok(board) => Arc::new(board),
        Err(errors) => panic!("boards/{}.toml: {errors}", FILES[index].0),
    }
}

pub(super) fn text(id: &str) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| *name == id).map(|(_, text)| *text)
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
