//! What the hunters may know (7.2).

use super::edition::Purse;
use super::game::{Reference, Slot};

/// Everything public, in plain words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Public {
    pub round: usize,
    /// Filled slots.
    pub slots: usize,
    /// Name and station of each hunter.
    pub hunters: Vec<(String, Option<u8>)>,
    /// Name of each detective that pays, and taxi, bus, underground of the purse it pays from.
    pub tickets: Vec<(String, [u32; 3])>,
    /// `None` where nobody counts it.
    pub supply: Option<[u32; 3]>,
    /// What he may play in his next turn, were it now.
    pub black: u32,
    pub double: u32,
    /// Taken, but not yet usable.
    pub waiting_black: u32,
    pub waiting_double: u32,
    pub reserve_black: u32,
    pub reserve_double: u32,
    /// One line a slot: `[double ][FARE ]STATION[ crime][ low][ +black| +double]`, with `?` for a
    /// station that is not shown.
    pub log: Vec<String>,
    /// Character and tokens left.
    pub tokens: Vec<(String, u32)>,
    pub roadblocks: Vec<u8>,
    pub balloon_tile: Option<(u8, u8)>,
    /// Tokens used, each with its answer.
    pub answers: Vec<String>,
    pub crimes_done: u32,
    pub score: i32,
    pub outcome: Option<String>,
}

impl Reference {
    pub fn public(&self) -> Public {
        let numbered = 0..self.hunters.len();
        let tickets = numbered
            .filter_map(|index| Some((self.hunters[index].name.clone(), counts(self.purse_of(index)?))));
        let characters = self.hunters.iter();
        Public {
            round: self.round,
            slots: self.log.len(),
            hunters: self.hunters.iter().map(|hunter| (hunter.name.clone(), hunter.at)).collect(),
            tickets: tickets.collect(),
            supply: self.supply.as_ref().map(counts),
            black: self.black,
            double: self.double,
            waiting_black: self.waiting_black,
            waiting_double: self.waiting_double,
            reserve_black: self.reserve_black,
            reserve_double: self.reserve_double,
            log: self.log.iter().map(line).collect(),
            tokens: characters.filter_map(|h| Some((h.character.clone()?, h.tokens))).collect(),
            roadblocks: self.roadblocks.clone(),
            balloon_tile: self.balloon_tile,
            answers: self.answers.clone(),
            crimes_done: self.crimes_done,
            score: self.score(),
            outcome: self.outcome.clone(),
        }
    }
}

fn counts(purse: &Purse) -> [u32; 3] {
    [purse.taxi, purse.bus, purse.underground]
}

fn line(slot: &Slot) -> String {
    let mut words = Vec::new();
    if slot.double {
        words.push("double".to_string());
    }
    if !slot.fare.is_empty() {
        words.push(slot.fare.clone());
    }
    words.push(if slot.shown { slot.station.to_string() } else { "?".to_string() });
    if slot.crime {
        words.push("crime".to_string());
    }
    if slot.low {
        words.push("low".to_string());
    }
    if let Some(kind) = &slot.take {
        words.push(format!("+{kind}"));
    }
    words.join(" ")
}
