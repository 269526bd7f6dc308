//! The chain of a game: a hash for each step that was published when the step was taken. Each holds the one
//! before it, so the last stands for all. What a hash is made of is opened at the end of the game.

use std::fmt;
use std::ops::Range;

use sha2::{Digest as _, Sha256};

use super::export::{item_of, round_of};
use super::{Item, Proofs, Record, RecordVersion, VERSION_TAG};
use crate::{Contribution, Digest, Event, Game, Hex, Play, Public, PublicEvent, Seed, Shuffle};

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
    /// What was played elsewhere before the game came to this table.
    pub earlier: Option<Earlier>,
    /// A link for the deal, with what was played elsewhere, and one for each step that was ever taken here.
    pub links: Vec<ChainLink>,
    /// The signature of the last link, with the key.
    pub signature: Option<(PublicKey, Signature)>,
}

/// What was played of a game before it came to the table that goes on with it. The new shuffle is for what is drawn since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// How many decisions and draws.
    pub steps: usize,
    /// What was published of them there; none if nothing was.
    pub before: Option<Box<Chain>>,
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
        Chain::begin_with(table, game, shuffle, None, dealt)
    }

    /// The chain of a game that was begun elsewhere and goes on here; the record is whole. Its own proofs are kept.
    pub fn go_on(table: String, game: u16, shuffle: Shuffle, record: &Record) -> Chain {
        let before = record.chain().cloned().map(Box::new);
        Chain::begin_with(table, game, shuffle, Some(Earlier { steps: record.plays(), before }), record)
    }

    fn begin_with(
        table: String,
        game: u16,
        shuffle: Shuffle,
        earlier: Option<Earlier>,
        record: &Record,
    ) -> Chain {
        let mut chain = Chain { table, game, shuffle, earlier, links: vec![], signature: None };
        let text = chain.beginning(record);
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
        if let Some(before) = closed.earlier.as_mut().and_then(|earlier| earlier.before.as_mut()) {
            **before = before.closed();
        }
        for link in &mut closed.links {
            if let LinkKind::TakenBack(step) = &mut link.kind {
                *step = None;
            }
        }
        closed
    }

    /// How many steps were played elsewhere.
    fn steps_before(&self) -> usize {
        self.earlier.as_ref().map_or(0, |earlier| earlier.steps)
    }

    fn before(&self) -> Option<&Chain> {
        self.earlier.as_ref()?.before.as_deref()
    }

    /// The seeds of what is dealt and drawn in the game of a record.
    pub(super) fn seeds(&self) -> Seeds {
        let own = self.shuffle.seed();
        match &self.earlier {
            None => Seeds { first: own, moved: None },
            Some(earlier) => {
                let first = self.before().and_then(|before| before.shuffle.seed());
                Seeds { first, moved: Some((earlier.steps, own)) }
            }
        }
    }

    /// Whether it stands for what a record tells: every link, and the game to its end, unless the record is to be gone on
    /// with.
    pub(super) fn check(&self, record: &Record, over: bool, goes_on: bool) -> Result<(), String> {
        let (before, plays) = (self.steps_before(), record.plays());
        if before > plays {
            return Err(format!("{before} steps were played elsewhere, but the record has {plays}"));
        }
        self.check_links(plays - before)?;
        self.before().map_or(Ok(()), |chain| chain.check_links(before))?;
        let abandoned = self.links.last().is_some_and(|link| link.kind == LinkKind::Abandoned);
        match self.shuffle.number {
            None if over || abandoned => return Err("the server's number is not opened".into()),
            None if goes_on => return Err("the number of its shuffle is not opened".into()),
            None => return Ok(()),
            Some(_) if !over && !abandoned && !goes_on => {
                return Err("the proofs stop before the end of the game".into());
            }
            Some(_) => {}
        }
        if let Some(chain) = self.before() {
            if chain.shuffle.number.is_none() {
                return Err("the number of the first shuffle is not opened".into());
            }
            chain.check_heads(record, 0..before, None)?;
        }
        self.check_heads(record, before..plays, record.tag("Result"))
    }

    /// Whether it has a link for the deal and for each of so many steps.
    fn check_links(&self, steps: usize) -> Result<(), String> {
        self.shuffle.check()?;
        let standing = self.links.iter().filter(|link| link.kind == LinkKind::Standing).count();
        if standing != steps + 1 {
            return Err(format!("{steps} steps and the deal have {standing} proofs: each needs one"));
        }
        Ok(())
    }

    /// Makes every link again, for these steps of a record; the result belongs to the last of them.
    fn check_heads(
        &self,
        record: &Record,
        steps: Range<usize>,
        result: Option<&str>,
    ) -> Result<(), String> {
        let wrong =
            |link: usize| format!("the proof of step {link} does not fit: the record was changed");
        let mut again = Chain { links: vec![], ..self.clone() };
        let mut plays = record.steps().take(steps.end).skip(steps.start);
        let (mut last, mut taken_back) = (plays.next(), 0);
        for (number, link) in self.links.iter().enumerate() {
            let text = match link.kind {
                LinkKind::Standing if number == 0 => self.beginning(record),
                LinkKind::Standing => {
                    let step = last.filter(|_| taken_back == 0).ok_or_else(|| wrong(number))?;
                    last = plays.next();
                    step_text(step, result.filter(|_| last.is_none()))
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

    /// What the first link stands for: which game it is, what it was shuffled from, what was dealt, and what was played
    /// elsewhere.
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
        if let Some(Earlier { steps, before }) = &self.earlier {
            text += &format!("moved {steps}\n");
            if let Some(before) = before {
                text += &format!("before {}\n", before.last().1);
            }
            record.steps().take(*steps).for_each(|step| text += &step_text(step, None));
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

    /// Adds the chain of the game. A record of one that has moved is of the version that came with such chains.
    pub fn set_chain(&mut self, chain: Chain) {
        if chain.earlier.is_some() {
            self.set_tag(VERSION_TAG, &RecordVersion::Moved.to_string());
        }
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
        if let Some(Earlier { steps, before }) = &self.earlier {
            lines.push(format!("moved {steps}"));
            let before = before.iter().flat_map(|chain| chain.lines());
            lines.extend(before.map(|line| format!("before {line}")));
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
        Ok(Chain { table: table.into(), game, shuffle, earlier: None, links: vec![], signature: None })
    }

    /// Takes in a further line.
    pub(super) fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let wrong = || {
            "a chain has 'number GUEST COMMITMENT NUMBER', 'moved STEPS', 'before ...', 'head HEAD', \
             'signature KEY SIGNATURE', in this order"
                .to_string()
        };
        if self.signature.is_some() {
            return Err(wrong());
        }
        if let Some(line) = line.strip_prefix("before ") {
            return self.parse_before(line).unwrap_or_else(|| Err(wrong()));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["moved", steps] if self.links.is_empty() && self.earlier.is_none() => {
                let steps = steps.parse().map_err(|_| wrong())?;
                self.earlier = Some(Earlier { steps, before: None });
            }
            ["number", guest, commitment, number]
                if self.links.is_empty()
                    && self.earlier.is_none()
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

impl Chain {
    /// Takes in a line of the chain that there was before; none if there is no place for one. A game moves once.
    fn parse_before(&mut self, line: &str) -> Option<Result<(), String>> {
        let earlier = self.earlier.as_mut().filter(|_| self.links.is_empty())?;
        match &mut earlier.before {
            None => Some(Chain::parse_first(line).map(|chain| earlier.before = Some(Box::new(chain)))),
            Some(_) if line.starts_with("moved") || line.starts_with("before") => None,
            Some(chain) => Some(chain.parse_line(line)),
        }
    }
}

/// Where the deal and the draws of a game come from, as far as that is known.
pub(super) struct Seeds {
    first: Option<Seed>,
    /// After how many steps the game moved, and the seed since.
    moved: Option<(usize, Option<Seed>)>,
}

impl Seeds {
    /// Nothing is known of them.
    pub(super) const UNKNOWN: Seeds = Seeds { first: None, moved: None };

    /// The seed of the deal.
    pub(super) fn of_deal(&self) -> Option<&Seed> {
        self.first.as_ref()
    }

    /// The seed of a draw after so many steps.
    pub(super) fn after(&self, steps: usize) -> Option<&Seed> {
        match &self.moved {
            Some((moved, seed)) if steps >= *moved => seed.as_ref(),
            _ => self.first.as_ref(),
        }
    }
}

/// A number, or `?` where there is none.
fn opened(text: &str) -> Option<Option<Hex<32>>> {
    if text == "?" { Some(None) } else { text.parse().ok().map(Some) }
}
