//! How a bot is named: `NAME[:playouts=N|ms=N|nodes=N|level=L]`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use fogbound_rules::Side;

use crate::bots::{AlphaBetaBot, GreedyBot, MctsBot, RandomBot, SolverBot};
use crate::{Budget, FugitiveBot, HunterBot};

/// The bots that come with the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotName {
    /// Every decision with the same chance.
    Random,
    /// One ply with the heuristics of the published playouts.
    Greedy,
    /// The same, with slips: it stands in for a beginner.
    Novice,
    /// UCT with random playouts.
    BasicMcts,
    /// UCT with ε-greedy playouts.
    GreedyMcts,
    /// Our rebuilding of the published PimBot.
    PimBot,
    /// Paranoid alpha-beta, for the fugitive.
    AlphaBeta,
    /// Our own hunters.
    Inspector,
    /// Our own fugitive.
    Phantom,
    /// Our hunters as they were before the learned value.
    Inspector1,
    /// Our fugitive as he was before the learned value.
    Phantom1,
    /// Both sides by one solver over public states.
    Solver,
}

impl BotName {
    /// All of them.
    pub const ALL: [BotName; 12] = [
        BotName::Random,
        BotName::Greedy,
        BotName::Novice,
        BotName::BasicMcts,
        BotName::GreedyMcts,
        BotName::PimBot,
        BotName::AlphaBeta,
        BotName::Inspector,
        BotName::Phantom,
        BotName::Inspector1,
        BotName::Phantom1,
        BotName::Solver,
    ];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            BotName::Random => "random",
            BotName::Greedy => "greedy",
            BotName::Novice => "novice",
            BotName::BasicMcts => "basic-mcts",
            BotName::GreedyMcts => "greedy-mcts",
            BotName::PimBot => "pimbot",
            BotName::AlphaBeta => "alphabeta",
            BotName::Inspector => "inspector",
            BotName::Phantom => "phantom",
            BotName::Inspector1 => "inspector-1",
            BotName::Phantom1 => "phantom-1",
            BotName::Solver => "solver",
        }
    }

    /// What it is, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            BotName::Random => "every decision with the same chance",
            BotName::Greedy => "one ply with the heuristics of the published playouts",
            BotName::Novice => {
                "the same with 15 slips in a hundred decisions: it stands in for a beginner"
            }
            BotName::BasicMcts => "tree search with random playouts",
            BotName::GreedyMcts => "tree search with playouts by the published heuristics",
            BotName::PimBot => "our rebuilding of the program of Nijssen and Winands (2011)",
            BotName::AlphaBeta => "the fugitive by paranoid alpha-beta",
            BotName::Inspector => "our hunters: search over what they know, with a learned value",
            BotName::Phantom => "our fugitive: search against hunters who know what they can know",
            BotName::Inspector1 => "our hunters as they were before: playouts and a weighted belief",
            BotName::Phantom1 => "our fugitive as he was before, with playouts",
            BotName::Solver => "both sides by one solver over public states, which mixes on purpose",
        }
    }

    /// Whether it plays the fugitive.
    pub const fn plays_fugitive(self) -> bool {
        !matches!(self, BotName::Inspector | BotName::Inspector1)
    }

    /// Whether it plays the hunters.
    pub const fn plays_hunters(self) -> bool {
        !matches!(self, BotName::AlphaBeta | BotName::Phantom | BotName::Phantom1)
    }

    /// The side that it plays, where it plays only one; the fugitive's otherwise.
    const fn own_side(self) -> Side {
        if self.plays_fugitive() { Side::Fugitive } else { Side::Hunters }
    }

    /// Whether it has levels.
    const fn has_levels(self) -> bool {
        matches!(self, BotName::Inspector | BotName::Phantom)
    }

    /// What it thinks with if nothing is said; none if it does not search.
    const fn default_budget(self) -> Option<Budget> {
        match self {
            BotName::Random | BotName::Greedy | BotName::Novice => None,
            BotName::BasicMcts | BotName::GreedyMcts | BotName::PimBot => Some(Budget::Nodes(10_000)),
            BotName::AlphaBeta => Some(Budget::Nodes(20_000)),
            BotName::Inspector
            | BotName::Phantom
            | BotName::Inspector1
            | BotName::Phantom1
            | BotName::Solver => Some(Budget::Time(Duration::from_millis(250))),
        }
    }
}

/// One side of a level: the nodes of a decision, and in how many of a hundred decisions it slips.
struct Strength {
    nodes: u64,
    slips: u8,
}

/// What a level means, for the fugitive and for a hunter. Spaced by play: see docs/strength.md.
const LEVELS: [[Strength; 2]; 8] = [
    [Strength { nodes: 10, slips: 45 }, Strength { nodes: 10, slips: 53 }],
    [Strength { nodes: 10, slips: 30 }, Strength { nodes: 10, slips: 39 }],
    [Strength { nodes: 10, slips: 15 }, Strength { nodes: 10, slips: 25 }],
    [Strength { nodes: 10, slips: 5 }, Strength { nodes: 10, slips: 10 }],
    [Strength { nodes: 50, slips: 0 }, Strength { nodes: 15, slips: 0 }],
    [Strength { nodes: 350, slips: 0 }, Strength { nodes: 70, slips: 0 }],
    [Strength { nodes: 1_600, slips: 0 }, Strength { nodes: 450, slips: 0 }],
    [Strength { nodes: 10_000, slips: 0 }, Strength { nodes: 4_000, slips: 0 }],
];

fn level_of(level: u8, side: Side) -> &'static Strength {
    &LEVELS[usize::from(level.clamp(1, 8)) - 1][side as usize]
}

/// A bot and how much it thinks.
///
/// ```
/// use fogbound_engine::BotSpec;
/// let spec: BotSpec = "pimbot:playouts=500".parse().unwrap();
/// assert_eq!(spec.to_string(), "pimbot:nodes=500");
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
    /// A level from 1 (kind) to 8; what is beyond counts as the nearest.
    Level(u8),
}

impl BotSpec {
    /// Our own bot for a side, on a level.
    pub const fn of_level(side: Side, level: u8) -> BotSpec {
        let name = match side {
            Side::Fugitive => BotName::Phantom,
            Side::Hunters => BotName::Inspector,
        };
        BotSpec { name, effort: Some(Effort::Level(level)) }
    }

    /// A bot without a word on how much it thinks.
    pub const fn bare(name: BotName) -> BotSpec {
        BotSpec { name, effort: None }
    }

    /// What it may spend on a decision.
    pub fn budget(self) -> Budget {
        match self.effort {
            Some(Effort::Nodes(nodes)) => Budget::Nodes(nodes),
            Some(Effort::Milliseconds(ms)) => Budget::Time(Duration::from_millis(ms)),
            Some(Effort::Level(level)) => Budget::Nodes(level_of(level, self.name.own_side()).nodes),
            None => self.name.default_budget().unwrap_or(Budget::Nodes(1)),
        }
    }

    fn slips(self, side: Side) -> u8 {
        match self.effort {
            Some(Effort::Level(level)) => level_of(level, side).slips,
            _ => 0,
        }
    }

    /// The bot of a level for a side, as one whose search can be stepped; none of other bots.
    pub fn stepped(self, side: Side, seed: u64) -> Option<MctsBot> {
        let own = BotSpec::of_level(side, 1).name == self.name;
        own.then(|| MctsBot::own(seed, self.slips(side)))
    }

    /// The bot for the fugitive's side; none if it does not play that side.
    pub fn fugitive(self, seed: u64) -> Option<Box<dyn FugitiveBot>> {
        Some(match self.name {
            BotName::Random => Box::new(RandomBot::new(seed)),
            BotName::Greedy => Box::new(GreedyBot::new(seed)),
            BotName::Novice => Box::new(GreedyBot::novice(seed)),
            BotName::BasicMcts => Box::new(MctsBot::basic(seed)),
            BotName::GreedyMcts => Box::new(MctsBot::greedy(seed)),
            BotName::PimBot => Box::new(MctsBot::pimbot(seed)),
            BotName::AlphaBeta => Box::new(AlphaBetaBot::new(seed)),
            BotName::Phantom => Box::new(MctsBot::own(seed, self.slips(Side::Fugitive))),
            BotName::Phantom1 => Box::new(MctsBot::first(seed)),
            BotName::Solver => Box::new(SolverBot::new(seed)),
            BotName::Inspector | BotName::Inspector1 => return None,
        })
    }

    /// The bot for the hunters' side; none if it does not play that side.
    pub fn hunters(self, seed: u64) -> Option<Box<dyn HunterBot>> {
        Some(match self.name {
            BotName::Random => Box::new(RandomBot::new(seed)),
            BotName::Greedy => Box::new(GreedyBot::new(seed)),
            BotName::Novice => Box::new(GreedyBot::novice(seed)),
            BotName::BasicMcts => Box::new(MctsBot::basic(seed)),
            BotName::GreedyMcts => Box::new(MctsBot::greedy(seed)),
            BotName::PimBot => Box::new(MctsBot::pimbot(seed)),
            BotName::Inspector => Box::new(MctsBot::own(seed, self.slips(Side::Hunters))),
            BotName::Inspector1 => Box::new(MctsBot::first(seed)),
            BotName::Solver => Box::new(SolverBot::new(seed)),
            BotName::AlphaBeta | BotName::Phantom | BotName::Phantom1 => return None,
        })
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
        BotSpec::bare(name).with(effort.map(str::parse).transpose()?)
    }
}

impl BotSpec {
    /// The same bot with another effort, if that means something to it.
    pub fn with(self, effort: Option<Effort>) -> Result<BotSpec, String> {
        let name = self.name;
        if effort.is_some() && name.default_budget().is_none() {
            return Err(format!("'{}' does not search: write it without a budget", name.name()));
        }
        if matches!(effort, Some(Effort::Level(_))) && !name.has_levels() {
            return Err(format!(
                "'{}' has no levels: write playouts=N, nodes=N or ms=N; inspector and phantom have levels",
                name.name()
            ));
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
