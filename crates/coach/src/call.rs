//! What a Worker asks of this module, and what it is answered: JSON in both directions.

use fogbound_rules::{Action, Hunter};
use serde::{Deserialize, Serialize};

/// What a Worker asks. It is written as an object whose `call` names one of these, with what that one needs.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Call {
    /// The first call. Answered with the version of the interface.
    Begin,
    /// Begins the review of the last game of a text of records, which must be over. `nodes` and `seed` as for the command.
    Review { record: String, nodes: Option<u64>, seed: Option<u64> },
    /// Looks at one more step of the game. Answered with `progress`.
    Step,
    /// What the review has found so far.
    Report,
    /// What could be decided in place of a step of the reviewed game.
    Choices { play: usize },
    /// What a decision in place of a step of the reviewed game would have been worth to who takes it.
    Try { play: usize, action: Action },
    /// The whole record of the last game of a text up to a step, to be played on from there.
    Branch { record: String, play: usize },
    /// A record with how its game was played anew as a variation: the last game of another text.
    Combine { record: String, branch: String },
    /// What could be decided now, in the game of a public record. With `events` it is for the fugitive, and they are what
    /// his side saw; else for these hunters, or for all of them.
    Hint { record: String, events: Option<String>, pieces: Vec<Hunter>, nodes: Option<u64> },
    /// Takes in a set of puzzles. Answered with a list of them.
    Puzzles { text: String },
    /// Which puzzle is that of a day.
    Day { day: u32 },
    /// One of the puzzles, as it is shown.
    Puzzle { id: String },
    /// Whether an answer to *Where is he?* or *Slip away* is right.
    Answer { id: String, text: String },
    /// What becomes of these decisions in *Close the net*.
    Line { id: String, actions: Vec<Action> },
    /// The answer, for who gives up.
    Solution { id: String },
    /// The ratings of solver and puzzle after a try; the puzzle's is that of its file, unless another is given.
    Rate { id: String, rating: String, puzzle: Option<String>, solved: bool },
}

/// A call as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    call: String,
    record: Option<String>,
    nodes: Option<u64>,
    seed: Option<u64>,
    play: Option<usize>,
    action: Option<Action>,
    actions: Option<Vec<Action>>,
    events: Option<String>,
    pieces: Option<Vec<Hunter>>,
    text: Option<String>,
    id: Option<String>,
    day: Option<u32>,
    solved: Option<bool>,
    rating: Option<String>,
}

impl Call {
    /// Reads a call.
    pub fn parse(text: &str) -> Result<Call, Refused> {
        let written: Written = serde_json::from_str(text)
            .map_err(|error| Refused::bad(format!("this is no call: {error}")))?;
        let name = written.call.clone();
        let missing = || Refused::bad(format!("this is no call, or something is missing: {name}"));
        written.read().ok_or_else(missing)
    }
}

impl Written {
    fn read(self) -> Option<Call> {
        let Written { record, nodes, seed, play, action, actions, events, text, id, .. } = self;
        Some(match self.call.as_str() {
            "begin" => Call::Begin,
            "review" => Call::Review { record: record?, nodes, seed },
            "step" => Call::Step,
            "report" => Call::Report,
            "choices" => Call::Choices { play: play? },
            "try" => Call::Try { play: play?, action: action? },
            "branch" => Call::Branch { record: record?, play: play? },
            "combine" => Call::Combine { record: record?, branch: text? },
            "hint" => {
                let pieces = self.pieces.unwrap_or_default();
                Call::Hint { record: record?, events, pieces, nodes }
            }
            "puzzles" => Call::Puzzles { text: text? },
            "day" => Call::Day { day: self.day? },
            "puzzle" => Call::Puzzle { id: id? },
            "answer" => Call::Answer { id: id?, text: text? },
            "line" => Call::Line { id: id?, actions: actions? },
            "solution" => Call::Solution { id: id? },
            "rate" => Call::Rate { id: id?, rating: text?, puzzle: self.rating, solved: self.solved? },
            _ => return None,
        })
    }
}

/// What a Worker is answered. What is not said is left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Answer {
    /// The version of the interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<u32>,
    /// How many steps of the game were looked at, and how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<(usize, usize)>,
    /// What was asked for: a text, or JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Why it was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

impl Answer {
    /// A text.
    pub(crate) fn text(body: String) -> Answer {
        Answer { body: Some(body), ..Answer::default() }
    }

    /// Something in JSON.
    pub(crate) fn json(what: &impl Serialize) -> Answer {
        Answer::text(serde_json::to_string(what).expect("made of words and numbers"))
    }
}

/// Why something was not done: a word for programs, and a sentence for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refused {
    /// `bad_message` or `not_now`, as a server has them.
    pub code: &'static str,
    /// What is wrong.
    pub text: String,
}

impl Refused {
    /// What was said makes no sense.
    pub(crate) fn bad(text: impl ToString) -> Refused {
        Refused { code: "bad_message", text: text.to_string() }
    }

    /// It cannot be done now.
    pub(crate) fn not_now(text: impl ToString) -> Refused {
        Refused { code: "not_now", text: text.to_string() }
    }
}
