//! Reading lines and printing what comes of them, until a game is over.

use std::io::{BufRead, Write};

use fogbound_rules::Turn;

use super::input::Effect;
use super::interrupt::Interrupt;
use super::save_files::SaveFiles;
use super::session::{Next, Session};
use super::terminal::Terminal;
use crate::failure::Failure;

/// Plays the session on the terminal until it is over, or whoever plays has had enough.
pub(crate) fn run<I: BufRead, O: Write>(
    session: &mut Session,
    terminal: &mut Terminal<I, O>,
    mut files: SaveFiles,
    interactive: bool,
) -> Result<(), Failure> {
    let interrupt = Interrupt::watch(session.is_shared());
    terminal.print(&session.opening())?;
    files.autosave(session)?;
    interrupt.saved(files.autosave_path());
    if let Some(path) = files.autosave_path() {
        let secret = if session.keeps_a_secret() { "; it holds the secret, so do not look" } else { "" };
        terminal.print(&format!("Saved after every move in {}{secret}.\n", path.display()))?;
    }
    loop {
        let plays = session.plays();
        match session.next() {
            Next::Over => {
                terminal.print(&session.ending())?;
                if let Some(path) = files.autosave_path() {
                    terminal.print(&format!("'fogbound record show {}' shows it.\n", path.display()))?;
                }
                return Ok(());
            }
            Next::Advance(turn) => {
                if turn == Turn::Fugitive && session.is_round_watched() {
                    terminal.print(&session.state())?;
                    if interactive && stops(terminal.ask("Enter goes on, q stops: ")?) {
                        return leave(session, terminal, &mut files);
                    }
                }
                terminal.thinking(session.thinker(turn))?;
                let text = session.advance().map_err(Failure::check)?;
                terminal.erase_line()?;
                terminal.print(&text)?;
            }
            Next::Person(_) | Next::Curtain => {
                terminal.print(&session.text_before_prompt())?;
                let Some(line) = terminal.ask(&session.prompt())? else {
                    return leave(session, terminal, &mut files);
                };
                let (text, effect) = session.line(&line);
                terminal.print(&text)?;
                match effect {
                    Effect::Nothing => {}
                    Effect::Quit => return leave(session, terminal, &mut files),
                    Effect::Save(path) => terminal.print(&files.save(session, path))?,
                }
            }
        }
        if session.plays() != plays {
            files.autosave(session)?;
        }
        interrupt.saved(files.autosave_path());
    }
}

fn stops(line: Option<String>) -> bool {
    line.is_none_or(|line| matches!(line.to_lowercase().as_str(), "q" | "quit" | "exit"))
}

/// Stops before the end.
fn leave<I: BufRead, O: Write>(
    session: &Session,
    terminal: &mut Terminal<I, O>,
    files: &mut SaveFiles,
) -> Result<(), Failure> {
    terminal.print(session.leave())?;
    files.autosave(session)?;
    terminal.print(&files.how_to_resume())
}
