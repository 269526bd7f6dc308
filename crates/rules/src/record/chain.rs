//! The chain of a game: a hash for each step that was published when the step was taken. Each holds the one
//! before it, so the last stands for all. What a hash is made of is opened at the end of the game.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::export::{item_of, round_of};
use super::{Item, Proofs, Record};
use crate::{Contribution, Digest, Event, Game, Hex, Play, Public, PublicEvent, Shuffle};

/// A public key of Ed25519.
pub type PublicKey = Hex<32>;

/// A signature of Ed25519.
pub type Signature = Hex<64>;

/// The chain of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The name of the table.
    pub table: String,
    /// The number of the game at that table.
    pub game: u16,
    /// What the game was shuffled from.
    pub shuffle: Shuffle,
    /// A link for the deal, and one for each step that was ever taken.
    pub links: Vec<ChainLink>,
    /// The signature of the last link, with the key.
    pub signature: Option<(PublicKey, Signature)>,
}

/// One link of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainLink {
    /// The hash that was published.
    pub head: Digest,
    /// What it stands for.
    pub kind: LinkKind,
}

/// What a link stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkKind {
    /// The deal, or the next decision or draw of the record.
    Standing,
    /// A step that was taken back later; kept back while the game goes on.
    TakenBack(Option<Step>),
    /// The last step that stood was taken back.
    Undo,
    /// The game ended because nobody came back.
    Abandoned,
}

/// A decision or a draw with its round, as a record has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    round: u8,
    item: Item,
}

impl Step {
    /// The step that a play was, by the event that it brought and what was known before that event. None if the
    /// event only followed from a step.
    pub fn of(before: &Public, event: &Event, play: Play) -> Option<Step> {
        match event.for_hunters() {
            PublicEvent::Ended(_) | PublicEvent::Opened { .. } => None,
            public => Some(Step { round: round_of(before), item: item_of(public, play, true) }),
        }
    }

    fn parse(text: &str) -> Option<Step> {
        let (round, item) = text.split_once('.')?;
        Some(Step { round: round.parse().ok()?, item: Item::parse(item).ok()? })
    }
}

/// `ROUND. ITEM`
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.round, self.item)
    }
}

/// The text that is signed for a link.
pub fn signed_text(table: &str, game: u16, link: usize, head: Digest) -> String {
    format!("fogbound head\n{table}\n{game}\n{link}\n{head}\n")
}

impl Chain {
    /// The chain of a game that was just dealt; the record is whole.
    pub fn begin(table: String, game: u16, shuffle: Shuffle, dealt: &Record) -> Chain {
        let mut chain = Chain { table, game, shuffle, links: vec![], signature: None };
        let text = chain.beginning(dealt);
        chain.push(&text, LinkKind::Standing);
        chain
    }

    /// Adds a step, after which the game stands so.
    pub fn add(&mut self, step: Step, after: &Game) {
        let result = after.outcome().map(|_| Record::result(after));
        self.push(&step_text(step, result.as_deref()), LinkKind::Standing);
    }

    /// Takes back the last step that stands.
    pub fn undo(&mut self, step: Step) {
        let standing = |link: &&mut ChainLink| link.kind == LinkKind::Standing;
        if let Some(last) = self.links.iter_mut().rev().find(standing) {
            last.kind = LinkKind::TakenBack(Some(step));
        }
        self.push(UNDO, LinkKind::Undo);
    }

    /// Ends it, as nobody came back.
    pub fn abandon(&mut self) {
        self.push(ABANDONED, LinkKind::Abandoned);
    }

    /// The number and the head of the last link.
    pub fn last(&self) -> (usize, Digest) {
        let last = self.links.last().map_or(Hex([0; 32]), |link| link.head);
        (self.links.len().saturating_sub(1), last)
    }

    /// The same without what is opened at the end.
    pub fn closed(&self) -> Chain {
        let mut closed = Chain { shuffle: self.shuffle.closed(), ..self.clone() };
        for link in &mut closed.links {
            if let LinkKind::TakenBack(step) = &mut link.kind {
                *step = None;
            }
        }
        closed
    }

    /// Whether it stands for what a record tells: every link, and the game to its end.
    pub(super) fn check(&self, record: &Record, over: bool) -> Result<(), String> {
        self.shuffle.check()?;
        let standing = self.links.iter().filter(|link| link.kind == LinkKind::Standing).count();
        if standing != record.plays() + 1 {
            let steps = record.plays();
            return Err(format!("{steps} steps and the deal have {standing} proofs: each needs one"));
        }
        let abandoned = self.links.last().is_some_and(|link| link.kind == LinkKind::Abandoned);
        match self.shuffle.number {
            None if over || abandoned => return Err("the server's number is not opened".into()),
            None => return Ok(()),
            Some(_) if !over && !abandoned => {
                return Err("the proofs stop before the end of the game".into());
            }
            Some(_) => {}
        }
        self.check_heads(record)
    }

    /// Makes every link again.
    fn check_heads(&self, record: &Record) -> Result<(), String> {
        let wrong =
            |link: usize| format!("the proof of step {link} does not fit: the record was changed");
        let mut again = Chain { links: vec![], ..self.clone() };
        let mut plays = record.steps();
        let (mut last, mut taken_back) = (plays.next(), 0);
        for (number, link) in self.links.iter().enumerate() {
            let text = match link.kind {
                LinkKind::Standing if number == 0 => self.beginning(record),
                LinkKind::Standing => {
                    let step = last.filter(|_| taken_back == 0).ok_or_else(|| wrong(number))?;
                    last = plays.next();
                    step_text(step, record.tag("Result").filter(|_| last.is_none()))
                }
                LinkKind::TakenBack(step) => {
                    taken_back += 1;
                    step_text(step.ok_or_else(|| wrong(number))?, None)
                }
                LinkKind::Undo if taken_back > 0 => {
                    taken_back -= 1;
                    UNDO.into()
                }
                LinkKind::Abandoned if number + 1 == self.links.len() => ABANDONED.into(),
                LinkKind::Undo | LinkKind::Abandoned => return Err(wrong(number)),
            };
            again.push(&text, link.kind);
            if again.links[number] != *link {
                return Err(wrong(number));
            }
        }
        if taken_back > 0 { Err(wrong(self.links.len())) } else { Ok(()) }
    }

    fn push(&mut self, text: &str, kind: LinkKind) {
        let salt = self.shuffle.salt(self.links.len()).unwrap_or_default();
        let step = Sha256::new().chain_update(salt).chain_update(text).finalize();
        let mut head = Sha256::new();
        if let Some(before) = self.links.last() {
            head.update(before.head.0);
        }
        let head = Hex(head.chain_update(step).finalize().into());
        self.links.push(ChainLink { head, kind });
    }

    /// What the first link stands for: which game it is, what it was shuffled from, what was dealt.
    fn beginning(&self, record: &Record) -> String {
        let mut text = format!("table {}\ngame {}\n", self.table, self.game);
        for tag in ["Edition", "Board", "Options", "Detectives"] {
            if let Some(value) = record.tag(tag) {
                text += &format!("{} {value}\n", tag.to_lowercase());
            }
        }
        text += &format!("server {}\n", self.shuffle.commitment);
        for contribution in &self.shuffle.contributions {
            let number = contribution.number.map_or("?".into(), |number| number.to_string());
            text += &format!("number {} {} {number}\n", contribution.guest, contribution.commitment);
        }
        let deal = record.deal.words();
        if !deal.is_empty() {
            text += &format!("deal {}\n", deal.join("; "));
        }
        if let Some(result) = record.tag("Result").filter(|_| record.plays() == 0) {
            text += &result_line(result);
        }
        text
    }
}

const UNDO: &str = "undo\n";
const ABANDONED: &str = "abandoned\n";

fn step_text(step: Step, result: Option<&str>) -> String {
    format!("{step}\n{}", result.map(result_line).unwrap_or_default())
}

/// How the game ended with this step; nothing if it did not.
fn result_line(result: &str) -> String {
    if result == "*" { String::new() } else { format!("result {result}\n") }
}

impl Record {
    /// The decisions and draws, in order.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let plays = self.items.iter().filter(|item| item.item.is_play());
        plays.map(|recorded| Step { round: recorded.round, item: recorded.item })
    }

    /// The chain, if it has one.
    pub fn chain(&self) -> Option<&Chain> {
        match &self.proofs {
            Proofs::Chain(chain) => Some(chain),
            Proofs::None | Proofs::Seals(_) => None,
        }
    }

    /// Adds the chain of the game.
    pub fn set_chain(&mut self, chain: Chain) {
        self.proofs = Proofs::Chain(Box::new(chain));
    }
}

/// The lines of a chain, in the text of a record and in its JSON.
impl Chain {
    /// No game has so many steps.
    const MOST_LINKS: usize = 10_000;
    const MOST_CONTRIBUTIONS: usize = 100;

    pub(super) fn lines(&self) -> Vec<String> {
        let number = |number: Option<Hex<32>>| number.map_or("?".into(), |number| number.to_string());
        let Chain { table, game, shuffle, .. } = self;
        let mut lines =
            vec![format!("chain {table} {game} {} {}", shuffle.commitment, number(shuffle.number))];
        for Contribution { guest, commitment, number: opened } in &shuffle.contributions {
            lines.push(format!("number {guest} {commitment} {}", number(*opened)));
        }
        lines.extend(self.links.iter().map(|link| match link.kind {
            LinkKind::Standing => format!("head {}", link.head),
            LinkKind::TakenBack(None) => format!("head {} back ?", link.head),
            LinkKind::TakenBack(Some(step)) => format!("head {} back {step}", link.head),
            LinkKind::Undo => format!("head {} undo", link.head),
            LinkKind::Abandoned => format!("head {} abandoned", link.head),
        }));
        lines.extend(self.signature.map(|(key, signature)| format!("signature {key} {signature}")));
        lines
    }

    /// The chain that a first line begins.
    pub(super) fn parse_first(line: &str) -> Result<Chain, String> {
        let wrong = || "a chain begins with 'chain TABLE GAME COMMITMENT NUMBER'".to_string();
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["chain", table, game, commitment, number] = words[..] else { return Err(wrong()) };
        let shuffle = Shuffle {
            commitment: commitment.parse().map_err(|_| wrong())?,
            number: opened(number).ok_or_else(wrong)?,
            contributions: vec![],
        };
        let game = game.parse().map_err(|_| wrong())?;
        Ok(Chain { table: table.into(), game, shuffle, links: vec![], signature: None })
    }

    /// Takes in a further line.
    pub(super) fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let wrong = || {
            "a chain has 'number GUEST COMMITMENT NUMBER', 'head HEAD', 'signature KEY SIGNATURE', \
             in this order"
                .to_string()
        };
        if self.signature.is_some() {
            return Err(wrong());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["number", guest, commitment, number]
                if self.links.is_empty()
                    && self.shuffle.contributions.len() < Chain::MOST_CONTRIBUTIONS =>
            {
                self.shuffle.contributions.push(Contribution {
                    guest: guest.parse().map_err(|_| wrong())?,
                    commitment: commitment.parse().map_err(|_| wrong())?,
                    number: opened(number).ok_or_else(wrong)?,
                });
            }
            ["head", head, ref kind @ ..] if self.links.len() < Chain::MOST_LINKS => {
                let kind = match kind {
                    [] => LinkKind::Standing,
                    ["undo"] => LinkKind::Undo,
                    ["abandoned"] => LinkKind::Abandoned,
                    ["back", "?"] => LinkKind::TakenBack(None),
                    ["back", step @ ..] => {
                        LinkKind::TakenBack(Some(Step::parse(&step.join(" ")).ok_or_else(wrong)?))
                    }
                    _ => return Err(wrong()),
                };
                self.links.push(ChainLink { head: head.parse().map_err(|_| wrong())?, kind });
            }
            ["signature", key, signature] => {
                let key = key.parse().map_err(|_| wrong())?;
                self.signature = Some((key, signature.parse().map_err(|_| wrong())?));
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// A number, or `?` where there is none.
fn opened(text: &str) -> Option<Option<Hex<32>>> {
    if text == "?" { Some(None) } else { text.parse().ok().map(Some) }
}
