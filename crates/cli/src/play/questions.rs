//! The few questions before a game, for who wrote no arguments.

use std::io::{BufRead, Write};

use fogbound_rules::{Edition, Side};

use super::seats::{Who, usual};
use super::terminal::Terminal;
use super::wish::nearest;
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

/// Asks for the side. `None` at the end of input.
pub(crate) fn sides<I: BufRead, O: Write>(
    terminal: &mut Terminal<I, O>,
) -> Result<Option<(Who, Who)>, Failure> {
    let [fugitive, hunters] = [Side::Fugitive, Side::Hunters].map(|side| Who::Bot(usual(side)));
    terminal.print(
        "You play:\n  1  hunters   against a bot that hides\n  2  fugitive  against bots that hunt\n  \
         3  both      several people at this terminal\n  4  watch     bots against each other\n",
    )?;
    loop {
        let Some(line) = terminal.ask("Side [hunters]: ")? else { return Ok(None) };
        let word = line.trim().to_lowercase();
        let begins =
            |name: &str, digit: &str| word == digit || !word.is_empty() && name.starts_with(&word);
        if word.is_empty() || begins("hunters", "1") {
            return Ok(Some((fugitive, Who::Person)));
        } else if begins("fugitive", "2") {
            return Ok(Some((Who::Person, hunters)));
        } else if begins("both", "3") {
            return Ok(Some((Who::Person, Who::Person)));
        } else if begins("watch", "4") {
            return Ok(Some((fugitive, hunters)));
        }
        terminal.print("Write 1, 2, 3 or 4.\n")?;
    }
}
