//! Draws a built-in board: `cargo run --example draw_board -- london night > london.svg`.

use std::process::ExitCode;

use fogbound_rules::Board;
use fogbound_rules::drawing::{Theme, svg};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "london".into());
    let theme = match arguments.next().as_deref() {
        None | Some("day") => Theme::Day,
        Some("night") => Theme::Night,
        Some(other) => {
            eprintln!("'{other}' is no theme; write day or night");
            return ExitCode::FAILURE;
        }
    };
    let Some(board) = Board::builtin(&id) else {
        let ids: Vec<_> = Board::builtin_ids().collect();
        eprintln!("'{id}' is no built-in board; there are {}", ids.join(", "));
        return ExitCode::FAILURE;
    };
    print!("{}", svg(&board, theme));
    ExitCode::SUCCESS
}
