//! What a Worker asks of the module, and what it is answered: JSON in both directions.

use fogbound_engine::{Root, RootEdge};
use fogbound_rules::Number;
use fogbound_table::id::TableId;
use fogbound_table::{Code, Refusal, Thought, Version};
use serde::{Deserialize, Serialize};

/// What a Worker asks. It is written as an object whose `call` names one of these, with what that one needs; `now` is the
/// time in milliseconds, of a clock that never runs back.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Call {
    /// The first call: 32 random bytes that nobody else knows, and after how many milliseconds bots answer, if not as
    /// at a server. Answered with the version of the interface.
    Begin { entropy: Number, pace: Option<u64> },
    /// Makes a table, as this text wants it. Its first entries are to be kept.
    Make { wanted: String, now: u64 },
    /// Makes a table of a game that was played elsewhere, as this text has it. Its first entries are to be kept.
    Adopt { game: String, now: u64 },
    /// Takes in a table from all its entries, as they were kept.
    Open { table: TableId, entries: Vec<String>, now: u64 },
    /// Lets go of a table.
    Close { table: TableId },
    /// A page begins to listen; it says `hello` next.
    Connect { table: TableId, client: u32, now: u64 },
    /// A page listens no more.
    Leave { table: TableId, client: u32, now: u64 },
    /// A page says something, as over a socket.
    Hear { table: TableId, client: u32, text: String, now: u64 },
    /// What was to be kept is kept; only now it is acknowledged and told.
    Stored { table: TableId, now: u64 },
    /// It could not be kept: nothing has happened.
    Unstored { table: TableId, now: u64 },
    /// Lets bots and clocks act, with so many nodes of a search at most.
    Drive { table: TableId, nodes: u64, now: u64 },
    /// Thinks along with another module about what is due at a table, with chance of its own: so many nodes at most.
    Help { table: TableId, stream: u64, nodes: u64, now: u64 },
    /// What another module has found that thinks along.
    Found { table: TableId, stream: u64, found: Found },
    /// A request as over HTTP, of what needs no server: a table, a record, boards, editions, a replay.
    Request { path: String, body: Option<String>, now: u64 },
    /// The whole record of the present game of a table, to be brought to a server. It holds secrets: the page never sees it.
    Pack { table: TableId },
    /// The decisions of all bots at fixed positions, to be held against those of other machines.
    Signature,
    /// Spends so many nodes at a fixed position.
    Nodes { nodes: u64 },
}

/// A call as it is written. One plain object: readers of tagged ones take a tenth of the module.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    call: String,
    now: Option<u64>,
    table: Option<String>,
    client: Option<u32>,
    text: Option<String>,
    entries: Option<Vec<String>>,
    nodes: Option<u64>,
    path: Option<String>,
    body: Option<String>,
    entropy: Option<String>,
    pace: Option<u64>,
    stream: Option<u64>,
    found: Option<Found>,
}

/// What one of several searches for one decision has found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The version that the decision answers.
    pub version: Version,
    /// How many nodes were spent.
    pub nodes: u64,
    /// Each decision with how often it was tried, and what that brought.
    pub edges: Vec<(String, u32, f64)>,
}

impl Found {
    pub(crate) fn of(version: Version, thought: &Thought) -> Option<Found> {
        let root = thought.root()?;
        let edge = |edge: &RootEdge| (edge.action.to_string(), edge.visits, edge.reward);
        let edges = root.edges().iter().map(edge).collect();
        Some(Found { version, nodes: thought.nodes().0, edges })
    }

    /// The same as a search has it; none if something in it is no decision.
    pub(crate) fn root(&self) -> Option<Root> {
        let edge = |(action, visits, reward): &(String, u32, f64)| {
            Some(RootEdge { action: action.parse().ok()?, visits: *visits, reward: *reward })
        };
        self.edges.iter().map(edge).collect::<Option<_>>().map(Root::new)
    }
}

impl Call {
    /// Reads a call.
    pub fn parse(text: &str) -> Result<Call, Refusal> {
        let bad = |words: String| Refusal::new(Code::BadMessage, words);
        let written: Written =
            serde_json::from_str(text).map_err(|error| bad(format!("this is no call: {error}")))?;
        let name = written.call.clone();
        written.read().ok_or_else(|| bad(format!("this is no call, or something is missing: {name}")))
    }
}

impl Written {
    fn read(self) -> Option<Call> {
        let Written { call, now, client, text, entries, nodes, path, body, entropy, pace, .. } = self;
        let table = self.table.and_then(|table| table.parse::<TableId>().ok());
        Some(match call.as_str() {
            "begin" => Call::Begin { entropy: entropy?.parse().ok()?, pace },
            "make" => Call::Make { wanted: text?, now: now? },
            "adopt" => Call::Adopt { game: text?, now: now? },
            "open" => Call::Open { table: table?, entries: entries?, now: now? },
            "close" => Call::Close { table: table? },
            "connect" => Call::Connect { table: table?, client: client?, now: now? },
            "leave" => Call::Leave { table: table?, client: client?, now: now? },
            "hear" => Call::Hear { table: table?, client: client?, text: text?, now: now? },
            "stored" => Call::Stored { table: table?, now: now? },
            "unstored" => Call::Unstored { table: table?, now: now? },
            "drive" => Call::Drive { table: table?, nodes: nodes?, now: now? },
            "help" => Call::Help { table: table?, stream: self.stream?, nodes: nodes?, now: now? },
            "found" => Call::Found { table: table?, stream: self.stream?, found: self.found? },
            "request" => Call::Request { path: path?, body, now: now? },
            "pack" => Call::Pack { table: table? },
            "signature" => Call::Signature,
            "nodes" => Call::Nodes { nodes: nodes? },
            _ => return None,
        })
    }
}

/// What a Worker is answered. What is not said is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Answer {
    /// The table that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// What is to be kept before anything else is asked of this table: then `stored` or `unstored` follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<Kept>,
    /// What pages are to be told, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tell: Vec<Told>,
    /// When to `drive` the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Next>,
    /// A thought began that may spend so many nodes: whoever has processors to spare lets others help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub large: Option<u64>,
    /// What was found by one who helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Found>,
    /// The answer to a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// The version of the interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<u32>,
}

/// Entries to be kept. They hold secrets: the page never sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Kept {
    /// The version that they follow.
    pub after: Version,
    /// Each as text.
    pub entries: Vec<String>,
}

/// A message for a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// For whom.
    pub client: u32,
    /// As over a socket.
    pub text: String,
    /// Whether nothing more is heard from it.
    pub last: bool,
}

/// When a table is to be driven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// After so many milliseconds.
    Wait(u64),
    /// As soon as there is time: a bot thinks.
    Think,
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    code: Code,
    text: String,
}

impl From<Refusal> for Answer {
    fn from(Refusal { code, text }: Refusal) -> Answer {
        Answer { refused: Some(Refused { code, text }), ..Answer::default() }
    }
}
