//! Who takes part in an arena: a bot that comes with the program, or a program of its own.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fogbound_rules::Side;

use crate::external::{ExternalBot, Program, Timeouts};
use fogbound_engine::{BotSpec, Budget, FugitiveBot, HunterBot};

/// A bot that comes with the program (`random`), or a program that speaks the bot protocol
/// (`cmd:./mybot --fast`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Entrant {
    /// A bot that comes with the program.
    Own(BotSpec),
    /// A program of somebody else's, started anew for each game.
    External(Program),
}

/// What programs of somebody else's are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExternalSettings {
    /// What they may spend on a decision.
    pub budget: Budget,
    /// How long they are waited for.
    pub timeouts: Timeouts,
}

impl Default for ExternalSettings {
    fn default() -> ExternalSettings {
        let budget = Budget::Time(Duration::from_millis(250));
        ExternalSettings { budget, timeouts: Timeouts::USUAL }
    }
}

impl Entrant {
    /// Whether it plays a side. A program is taken to play both.
    pub fn plays(&self, side: Side) -> bool {
        match (self, side) {
            (Entrant::Own(spec), Side::Fugitive) => spec.name.plays_fugitive(),
            (Entrant::Own(spec), Side::Hunters) => spec.name.plays_hunters(),
            (Entrant::External(_), _) => true,
        }
    }

    /// What it may spend on a decision.
    pub(super) fn budget(&self, external: &ExternalSettings) -> Budget {
        match self {
            Entrant::Own(spec) => spec.budget(),
            Entrant::External(_) => external.budget,
        }
    }

    pub(super) fn fugitive(&self, seed: u64, external: &ExternalSettings) -> Box<dyn FugitiveBot> {
        match self {
            Entrant::Own(spec) => spec.fugitive(seed).expect("it plays this side"),
            Entrant::External(program) => {
                Box::new(ExternalBot::new(program.clone(), seed, external.timeouts))
            }
        }
    }

    pub(super) fn hunters(&self, seed: u64, external: &ExternalSettings) -> Box<dyn HunterBot> {
        match self {
            Entrant::Own(spec) => spec.hunters(seed).expect("it plays this side"),
            Entrant::External(program) => {
                Box::new(ExternalBot::new(program.clone(), seed, external.timeouts))
            }
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Own(spec) => f.pad(&spec.to_string()),
            Entrant::External(program) => f.pad(&format!("cmd:{program}")),
        }
    }
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        match text.trim().strip_prefix("cmd:") {
            Some(program) => program.parse().map(Entrant::External),
            None => text.trim().parse().map(Entrant::Own),
        }
    }
}

/// Splits a list at its commas, but for those between quotes.
///
/// ```
/// use fogbound_arena::split_entrants;
/// assert_eq!(split_entrants("random,cmd:./bot 'a,b'"), ["random", "cmd:./bot 'a,b'"]);
/// ```
pub fn split_entrants(text: &str) -> Vec<&str> {
    let mut quote = None;
    let split = text.split(|c| {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
        c == ',' && quote.is_none()
    });
    split.map(str::trim).collect()
}
