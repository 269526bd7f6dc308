#![no_main]

use fogbound_drawing::{Theme, svg};
use fogbound_rules::Board;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(board) = Board::parse(&String::from_utf8_lossy(data)) {
        svg(&board, Theme::Day);
    }
});
