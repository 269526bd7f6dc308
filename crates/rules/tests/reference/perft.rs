//! Counting sequences of decisions, and the files that hold such counts.

use super::board::RefBoard;
use super::game::Reference;
use super::start::Start;

/// The numbers of sequences of 1, 2, ... `depth` decisions. A draw is no decision: each outcome is a
/// branch. An ended game has no children.
pub fn perft(reference: &Reference, depth: usize) -> Vec<u64> {
    (1..=depth).map(|depth| count(reference, depth)).collect()
}

fn count(reference: &Reference, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let draws = reference.draws();
    let actions = reference.actions();
    if depth == 1 && draws.is_empty() {
        return actions.len() as u64;
    }
    let mut sum = 0;
    for draw in draws {
        sum += count(&after(reference, &draw), depth);
    }
    for action in actions {
        sum += count(&after(reference, &action), depth - 1);
    }
    sum
}

fn after(reference: &Reference, text: &str) -> Reference {
    let mut next = reference.clone();
    next.play_listed(text);
    next
}

/// One line of a table: the set-up as it is written, and its counts.
#[derive(Clone, Debug)]
pub struct SetUp {
    pub text: String,
    pub start: Start,
    pub counts: Vec<u64>,
}

impl SetUp {
    /// Reads `edition=E detectives=a,b bobbies=c fugitive=n option=KEY=VALUE | n1 n2 ...`. A detective
    /// `?` has not been placed; without `fugitive` the game itself says where he starts.
    pub fn read(line: &str) -> SetUp {
        let (text, counts) = line.split_once('|').expect("a set-up, a bar, counts");
        let mut start = Start::default();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').expect("key=value");
            match key {
                "edition" => start.edition = value.to_string(),
                "detectives" => start.detectives = list(value),
                "bobbies" => start.bobbies = list(value).into_iter().flatten().collect(),
                "fugitive" => start.fugitive = value.parse().ok(),
                "option" => {
                    let (option, value) = value.split_once('=').expect("option=KEY=VALUE");
                    start = start.option(option, value);
                }
                other => panic!("no set-up has {other}"),
            }
        }
        let counts = counts.split_whitespace().map(|n| n.parse().expect("a count")).collect();
        SetUp { text: text.trim().to_string(), start, counts }
    }

    pub fn reference(&self) -> Reference {
        Reference::new(RefBoard::of_edition(&self.start.edition), self.start.clone())
    }
}

fn list(value: &str) -> Vec<Option<u8>> {
    value.split(',').map(|station| station.parse().ok()).collect()
}
