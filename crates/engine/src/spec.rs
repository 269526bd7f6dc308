//! How a bot is named: `NAME[:playouts=N|ms=N|nodes=N|level=L]`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::bots::RandomBot;
use crate::{Budget, FugitiveBot, HunterBot};

/// The bots that come with the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotName {
    /// Every decision with the same chance.
    Random,
}

impl BotName {
    /// All of them, the weakest first.
    pub const ALL: [BotName; 1] = [BotName::Random];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            BotName::Random => "random",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            BotName::Random => "every decision with the same chance",
        }
    }

    /// Whether it plays the fugitive.
    pub const fn plays_fugitive(self) -> bool {
        match self {
            BotName::Random => true,
        }
    }

    /// Whether it plays the hunters.
    pub const fn plays_hunters(self) -> bool {
        match self {
            BotName::Random => true,
        }
    }

    /// What it thinks with if nothing is said.
    const fn default_budget(self) -> Option<Budget> {
        match self {
            BotName::Random => None,
        }
    }
}

/// A bot and how much it thinks.
///
/// ```
/// use fogbound_engine::BotSpec;
/// let spec: BotSpec = "random".parse().unwrap();
/// assert_eq!(spec.to_string(), "random");
/// assert!("nobody".parse::<BotSpec>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BotSpec {
    /// Which bot.
    pub name: BotName,
    /// How much it thinks, if that was said.
    pub effort: Option<Effort>,
}

/// How much a bot thinks, as it was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// So many nodes or playouts a decision.
    Nodes(u64),
    /// So many milliseconds a decision.
    Milliseconds(u64),
    /// A level from 1 (kind) to 8.
    Level(u8),
}

impl BotSpec {
    /// A bot without a word on how much it thinks.
    pub const fn bare(name: BotName) -> BotSpec {
        BotSpec { name, effort: None }
    }

    /// What it may spend on a decision.
    pub fn budget(self) -> Budget {
        match self.effort {
            Some(Effort::Nodes(nodes)) => Budget::Nodes(nodes),
            Some(Effort::Milliseconds(ms)) => Budget::Time(Duration::from_millis(ms)),
            Some(Effort::Level(_)) | None => self.name.default_budget().unwrap_or(Budget::Nodes(1)),
        }
    }

    /// The bot for the fugitive's side; none if it does not play that side.
    pub fn fugitive(self, seed: u64) -> Option<Box<dyn FugitiveBot>> {
        match self.name {
            BotName::Random => Some(Box::new(RandomBot::new(seed))),
        }
    }

    /// The bot for the hunters' side; none if it does not play that side.
    pub fn hunters(self, seed: u64) -> Option<Box<dyn HunterBot>> {
        match self.name {
            BotName::Random => Some(Box::new(RandomBot::new(seed))),
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.name())?;
        match self.effort {
            None => Ok(()),
            Some(Effort::Nodes(nodes)) => write!(f, ":nodes={nodes}"),
            Some(Effort::Milliseconds(ms)) => write!(f, ":ms={ms}"),
            Some(Effort::Level(level)) => write!(f, ":level={level}"),
        }
    }
}

impl FromStr for BotSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<BotSpec, String> {
        let (name, effort) = match text.split_once(':') {
            Some((name, effort)) => (name, Some(effort)),
            None => (text, None),
        };
        let Some(name) = BotName::ALL.into_iter().find(|bot| bot.name() == name) else {
            let known: Vec<_> = BotName::ALL.iter().map(|bot| bot.name()).collect();
            return Err(format!("there is no bot '{name}'; there are {}", known.join(", ")));
        };
        let effort = effort.map(str::parse).transpose()?;
        if effort.is_some() && name.default_budget().is_none() {
            return Err(format!("'{}' does not search: write it without a budget", name.name()));
        }
        Ok(BotSpec { name, effort })
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Effort, String> {
        let wrong =
            || format!("'{text}' is no budget: write playouts=N, nodes=N, ms=N or level=1 to level=8");
        let (key, value) = text.split_once('=').ok_or_else(wrong)?;
        let number: u64 = value.parse().map_err(|_| wrong())?;
        match (key, number) {
            ("playouts" | "nodes", 1..=1_000_000_000) => Ok(Effort::Nodes(number)),
            ("ms", 1..=3_600_000) => Ok(Effort::Milliseconds(number)),
            ("level", 1..=8) => Ok(Effort::Level(number as u8)),
            _ => Err(wrong()),
        }
    }
}
