//! Draws a built-in board or a board file:
//! `cargo run --example draw_board -- london night > london.svg`.

use std::process::ExitCode;
use std::sync::Arc;

use fogbound_rules::Board;
use fogbound_rules::drawing::{Theme, svg};

fn main() -> ExitCode {
    match draw() {
        Ok(drawing) => {
            print!("{drawing}");
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn draw() -> Result<String, String> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "london".into());
    let theme = match arguments.next().as_deref() {
        None | Some("day") => Theme::Day,
        Some("night") => Theme::Night,
        Some(other) => return Err(format!("'{other}' is no theme; write day or night")),
    };
    let board = if name.ends_with(".toml") {
        let text = std::fs::read_to_string(&name).map_err(|error| format!("{name}: {error}"))?;
        Arc::new(Board::parse(&text).map_err(|errors| format!("{name}: {errors}"))?)
    } else {
        let ids: Vec<_> = Board::builtin_ids().collect();
        Board::builtin(&name)
            .ok_or_else(|| format!("no board '{name}'; there are {}", ids.join(", ")))?
    };
    Ok(svg(&board, theme))
}
