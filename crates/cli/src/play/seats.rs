//! Who plays what: people at this terminal, and bots.

use std::fmt;
use std::str::FromStr;

use fogbound_engine::{BotSpec, Effort, Pieces};
use fogbound_rules::{Hunter, Rules, Side};

use super::words::listed;

/// The level of a bot if nothing is said: one that can be beaten.
pub(crate) const DEFAULT_LEVEL: u8 = 4;

/// The bot that plays a side if nothing is said.
pub(crate) fn default_bot(side: Side) -> BotSpec {
    BotSpec::of_level(side, DEFAULT_LEVEL)
}

/// The bot that is asked for a hint.
pub(crate) fn hint_bot(side: Side) -> BotSpec {
    let name = match side {
        Side::Fugitive => "phantom:nodes=3000",
        Side::Hunters => "inspector:nodes=3000",
    };
    name.parse().expect("the name of a bot")
}

/// Somebody who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A person at this terminal.
    Person,
    /// A bot.
    Bot(BotSpec),
}

impl Who {
    /// The same if it can play that side.
    pub(crate) fn on(self, side: Side) -> Result<Who, String> {
        let fits = match (self, side) {
            (Who::Person, _) => true,
            (Who::Bot(spec), Side::Fugitive) => spec.name.plays_fugitive(),
            (Who::Bot(spec), Side::Hunters) => spec.name.plays_hunters(),
        };
        if fits { Ok(self) } else { Err(format!("'{self}' does not play the {side}")) }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        match text {
            "me" => Ok(Who::Person),
            _ => text.parse().map(Who::Bot).map_err(|reason| format!("{reason}, and me")),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => f.write_str("me"),
            Who::Bot(spec) => spec.fmt(f),
        }
    }
}

/// A bot in words.
pub(crate) fn bot_words(bot: BotSpec) -> String {
    match bot.effort {
        None => bot.name.name().into(),
        Some(Effort::Level(level)) => format!("{}, level {level}", bot.name.name()),
        Some(Effort::Nodes(nodes)) => format!("{}, {nodes} nodes", bot.name.name()),
        Some(Effort::Milliseconds(ms)) => format!("{}, {ms} ms", bot.name.name()),
    }
}

/// Some hunters that a bot moves among people: `d2,d3=BOT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Helper {
    pub(crate) hunters: Vec<Hunter>,
    pub(crate) bot: BotSpec,
}

impl FromStr for Helper {
    type Err = String;

    fn from_str(text: &str) -> Result<Helper, String> {
        let (hunters, bot) = text.split_once('=').ok_or("write PIECES=BOT, as in d2,d3=greedy")?;
        let hunters =
            hunters.split(',').map(|hunter| hunter.trim().parse()).collect::<Result<_, _>>()?;
        let bot: BotSpec = bot.trim().parse()?;
        Who::Bot(bot).on(Side::Hunters)?;
        Ok(Helper { hunters, bot })
    }
}

impl fmt::Display for Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hunters: Vec<String> = self.hunters.iter().map(ToString::to_string).collect();
        write!(f, "{}={}", hunters.join(","), self.bot)
    }
}

/// Who plays what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seats {
    pub(crate) fugitive: Who,
    pub(crate) hunters: Who,
    pub(crate) helper: Option<Helper>,
}

impl Seats {
    /// Whether these can play that game.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        self.fugitive.on(Side::Fugitive)?;
        self.hunters.on(Side::Hunters)?;
        let Some(helper) = &self.helper else { return Ok(()) };
        if self.hunters != Who::Person {
            return Err("--bot is for some hunters among people: add --hunters me".into());
        }
        match helper.hunters.iter().find(|&&hunter| !rules.hunters().any(|known| known == hunter)) {
            Some(hunter) => Err(format!("{hunter} is not in this game")),
            None => Ok(()),
        }
    }

    /// Who plays, in words.
    pub(crate) fn words(&self, fugitive: &str) -> String {
        let who = |who: Who| match who {
            Who::Person => "you".into(),
            Who::Bot(bot) => bot_words(bot),
        };
        let mut text = format!("{fugitive}: {}; hunters: {}", who(self.fugitive), who(self.hunters));
        if self.is_shared() {
            text = format!("{fugitive} and the hunters: people at this terminal");
        }
        if let Some(helper) = &self.helper {
            let pieces: Vec<String> = helper.hunters.iter().map(ToString::to_string).collect();
            text.push_str(&format!("; {}: {}", listed(&pieces, "and"), bot_words(helper.bot)));
        }
        text
    }

    /// The hunters that people move.
    pub(crate) fn people(&self, rules: &Rules) -> Pieces {
        let helped = |hunter: &Hunter| self.helper.as_ref().is_some_and(|h| h.hunters.contains(hunter));
        let all = rules.hunters().filter(|hunter| self.hunters == Who::Person && !helped(hunter));
        all.collect()
    }

    /// The hunters that a bot moves, and the bot.
    pub(crate) fn bot(&self, rules: &Rules) -> Option<(Pieces, BotSpec)> {
        match (self.hunters, &self.helper) {
            (Who::Bot(spec), _) => Some((rules.hunters().collect(), spec)),
            (Who::Person, Some(helper)) => Some((helper.hunters.iter().copied().collect(), helper.bot)),
            (Who::Person, None) => None,
        }
    }

    /// Whether one person holds every detective, or bots do. The people at this terminal who hunt count
    /// as one: who of them moves a piece is not known.
    pub(crate) fn detectives_have_one_player(&self, rules: &Rules) -> bool {
        let people = self.people(rules);
        let mut detectives = rules.hunters().filter(|hunter| !hunter.is_bobby());
        let first = detectives.next().is_some_and(|hunter| people.contains(hunter));
        detectives.all(|hunter| people.contains(hunter) == first)
    }

    /// Whether people on both sides share the screen.
    pub(crate) fn is_shared(&self) -> bool {
        self.fugitive == Who::Person && self.hunters == Who::Person
    }

    /// Whether nobody plays: the bots are watched.
    pub(crate) fn is_watched(&self) -> bool {
        self.fugitive != Who::Person && self.hunters != Who::Person
    }
}
