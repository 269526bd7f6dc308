//! Whatever board is accepted can be drawn.

#[path = "../../rules/tests/fuzz/mutation.rs"]
mod mutation;

use fogbound_drawing::{Theme, svg};
use fogbound_rules::Board;

#[test]
fn accepted_boards_are_drawn() {
    mutation::run(&mutation::boards(), |data| {
        let Ok(board) = Board::parse(&String::from_utf8_lossy(data)) else { return };
        let picture = svg(&board, Theme::Day);
        assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"));
    });
}
