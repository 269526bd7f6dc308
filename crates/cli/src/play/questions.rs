//! The few questions before a game, for who wrote no arguments.

use std::io::{BufRead, Write};

use fogbound_engine::BotSpec;
use fogbound_rules::{Edition, Side};

use super::seats::{DEFAULT_LEVEL, Who};
use super::spelling::nearest;
use super::terminal::Terminal;
use crate::failure::Failure;

/// Asks for the edition. `None` at the end of input.
pub(crate) fn edition<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
) -> Result<Option<String>, Failure> {
    let names: Vec<&str> = Edition::builtins().iter().map(|edition| edition.id.as_str()).collect();
    let mut list = String::from("Editions:\n");
    for (index, edition) in Edition::builtins().iter().enumerate() {
        list.push_str(&format!("  {}  {:<16} {}\n", index + 1, edition.id, edition.title));
    }
    terminal.print(&list)?;
    loop {
        let Some(line) = terminal.ask("Edition [modern]: ")? else { return Ok(None) };
        let word = line.trim().to_lowercase();
        let number = word.parse::<usize>().ok().and_then(|number| names.get(number.wrapping_sub(1)));
        let begun: Vec<_> = names.iter().filter(|name| name.starts_with(&word)).collect();
        match (number, names.iter().find(|name| **name == word), &begun[..]) {
            _ if word.is_empty() => return Ok(Some("modern".into())),
            (Some(name), _, _) | (None, Some(name), _) => return Ok(Some((*name).into())),
            (None, None, [name]) => return Ok(Some((**name).into())),
            _ => {
                let meant = nearest(&word, names.iter().copied());
                let meant = meant.map_or(String::new(), |name| format!(" Did you mean {name}?"));
                terminal.print(&format!("Write a number or a name of the list.{meant}\n"))?;
            }
        }
    }
}

/// Asks for the side, and for the level of the bots. `None` at the end of input.
pub(crate) fn sides<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
) -> Result<Option<(Who, Who)>, Failure> {
    terminal.print(
        "You play:\n  1  hunters   against a bot that hides\n  2  fugitive  against bots that hunt\n  \
         3  both      several people at this terminal\n  4  watch     bots against each other\n",
    )?;
    loop {
        let Some(line) = terminal.ask("Side [hunters]: ")? else { return Ok(None) };
        let word = line.trim().to_lowercase();
        let begins =
            |name: &str, digit: &str| word == digit || !word.is_empty() && name.starts_with(&word);
        let people = if word.is_empty() || begins("hunters", "1") {
            [false, true]
        } else if begins("fugitive", "2") {
            [true, false]
        } else if begins("both", "3") {
            return Ok(Some((Who::Person, Who::Person)));
        } else if begins("watch", "4") {
            [false, false]
        } else {
            terminal.print("Write 1, 2, 3 or 4.\n")?;
            continue;
        };
        let Some(level) = level(terminal)? else { return Ok(None) };
        let who =
            |side, person| if person { Who::Person } else { Who::Bot(BotSpec::of_level(side, level)) };
        return Ok(Some((who(Side::Fugitive, people[0]), who(Side::Hunters, people[1]))));
    }
}

/// Asks how strong the bots are.
fn level<I: BufRead, O: Write>(terminal: &mut Terminal<I, O>) -> Result<Option<u8>, Failure> {
    loop {
        let question = format!("Level of the bot, 1 (kind) to 8 (hard) [{DEFAULT_LEVEL}]: ");
        let Some(line) = terminal.ask(&question)? else { return Ok(None) };
        match line.parse() {
            _ if line.is_empty() => return Ok(Some(DEFAULT_LEVEL)),
            Ok(level @ 1..=8) => return Ok(Some(level)),
            _ => terminal.print("Write a number from 1 to 8.\n")?,
        }
    }
}

/// Asks whether the detectives share their tickets, which is proposed. `None` at the end of input.
pub(crate) fn pool<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
) -> Result<Option<bool>, Failure> {
    loop {
        let question = "The two detectives share one pool of tickets, yes or no [yes]: ";
        let Some(line) = terminal.ask(question)? else { return Ok(None) };
        match line.to_lowercase().as_str() {
            "" | "yes" | "y" => return Ok(Some(true)),
            "no" | "n" => return Ok(Some(false)),
            _ => terminal.print("Write yes or no.\n")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(lines: &str) -> Option<String> {
        let (echo, can_erase) = (true, false);
        let mut terminal = Terminal { input: lines.as_bytes(), output: Vec::new(), echo, can_erase };
        let (fugitive, hunters) = sides(&mut terminal).expect("an answer")?;
        Some(format!("{fugitive} {hunters}"))
    }

    #[test]
    fn side_and_level_are_asked_for() {
        for (lines, players) in [
            ("\n\n", "phantom:level=4 me"),
            ("1\n9\nhard\n8\n", "phantom:level=8 me"),
            ("fug\n1\n", "me inspector:level=1"),
            ("both\n", "me me"),
            ("what\n4\n2\n", "phantom:level=2 inspector:level=2"),
        ] {
            assert_eq!(answered(lines).as_deref(), Some(players), "{lines:?}");
        }
        assert_eq!(answered("1\n"), None);
    }
}
