//! The text form of records.

use std::fmt;

use super::variation::MOST_VARIATIONS;
use super::{
    Chain, Deal, Dealt, Item, Place, Proof, Proofs, Record, RecordError, RecordVersion, RecordedItem,
    VERSION_TAG, Variation,
};
use crate::{Hunter, Station};

/// No record of a game comes near this size.
const MOST_BYTES: usize = 1 << 20;

/// No game has so many moves of the fugitive.
const MOST_PROOFS: usize = 1000;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        write!(f, "\n{}", self.moves_text())?;
        let variations = self.variations.iter().flat_map(Variation::lines);
        self.proof_lines().into_iter().chain(variations).try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl Record {
    /// The lines of the deal and of the rounds.
    pub(super) fn moves_text(&self) -> String {
        let mut lines = String::new();
        let deal = self.deal.words();
        if !deal.is_empty() {
            lines += &format!("deal {}\n", deal.join("; "));
        }
        for round in self.rounds() {
            let items: Vec<_> = round.iter().map(|step| step.item.to_string()).collect();
            lines += &format!("{}. {}\n", round[0].round, items.join("; "));
        }
        lines
    }

    pub(super) fn rounds(&self) -> impl Iterator<Item = &[RecordedItem]> {
        self.items.chunk_by(|a, b| a.round == b.round)
    }

    /// Reads a text with one record.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut records = Record::parse_all(text)?;
        if records.len() > 1 {
            let reason = format!("there are {} records where one is expected", records.len());
            return Err(RecordError::new(Place::Nowhere, reason));
        }
        Ok(records.remove(0))
    }

    /// Reads one record or several, as text or as JSON: text begins with a tag, JSON with an object or an array of objects.
    pub fn parse_any(text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.trim_start_matches('\u{feff}');
        let start = text.trim_start().trim_start_matches('[').trim_start();
        if start.starts_with('{') { Record::parse_json(text) } else { Record::parse_all(text) }
    }

    /// Reads a text with one record or several, as a match has them.
    pub fn parse_all(text: &str) -> Result<Vec<Record>, RecordError> {
        check_size(text)?;
        let mut records: Vec<Record> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let (place, line) = (Place::Line(index + 1), line.trim());
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line.starts_with('[') {
                let (name, value) = parse_tag(line).map_err(|reason| RecordError::new(place, reason))?;
                add_tag(&mut records, name, value).map_err(|reason| RecordError::new(place, reason))?;
                continue;
            }
            let Some(record) = records.last_mut() else {
                return Err(RecordError::new(place, FIRST_TAG));
            };
            record.add_line(place, line).map_err(|reason| RecordError::new(place, reason))?;
        }
        if records.is_empty() {
            return Err(RecordError::new(Place::Nowhere, FIRST_TAG));
        }
        Ok(records)
    }

    fn add_line(&mut self, place: Place, line: &str) -> Result<(), String> {
        if let Some(words) = line.strip_prefix("deal ") {
            if self.deal != Deal::default() || !self.items.is_empty() {
                return Err("there is one deal, before the first round".into());
            }
            self.deal = Deal::parse(words.split(';'))?;
            return Ok(());
        }
        if let Some(words) = line.strip_prefix("variation ") {
            return self.begin_variation(Variation::parse(words)?);
        }
        if is_proof(line) {
            return match self.variations.is_empty() {
                true => self.add_proof(line),
                false => Err("variations stand after the proofs".into()),
            };
        }
        if self.proofs != Proofs::None && self.variations.is_empty() {
            return Err("proofs stand after the last round".into());
        }
        let numbered = line.split_once('.').and_then(|(round, rest)| Some((round.parse().ok()?, rest)));
        let Some((round, items)) = numbered else {
            return Err(
                "a line is a tag, 'deal ...', a round such as '1. taxi 58; d1 bus 41', a proof or a variation"
                    .into(),
            );
        };
        let to = match self.variations.last_mut() {
            Some(variation) => &mut variation.items,
            None => &mut self.items,
        };
        for item in items.split(';') {
            to.push(RecordedItem { place, round, item: Item::parse(item)? });
        }
        Ok(())
    }

    pub(super) fn begin_variation(&mut self, variation: Variation) -> Result<(), String> {
        let version = self.tag(VERSION_TAG).and_then(|version| version.parse().ok());
        if version.and_then(RecordVersion::new) < Some(RecordVersion::Variations) {
            return Err("this version of the format has no variations".into());
        }
        if self.variations.len() >= MOST_VARIATIONS {
            return Err(format!("a record holds at most {MOST_VARIATIONS} variations"));
        }
        self.variations.push(variation);
        Ok(())
    }

    /// The lines of its proofs.
    pub(super) fn proof_lines(&self) -> Vec<String> {
        match &self.proofs {
            Proofs::None => vec![],
            Proofs::Seals(seals) => seals.iter().map(|seal| format!("proof {seal}")).collect(),
            Proofs::Chain(chain) => chain.lines(),
        }
    }

    /// Takes in a line of proofs. Up to version 3 they were seals, since then they are a chain.
    pub(super) fn add_proof(&mut self, line: &str) -> Result<(), String> {
        let version = self.tag(VERSION_TAG).and_then(|version| version.parse().ok());
        let version = version.and_then(RecordVersion::new);
        let chained = version >= Some(RecordVersion::Chain);
        if line.starts_with("moved ") && version < Some(RecordVersion::Moved) {
            return Err("such proofs are not those of this version of the format".into());
        }
        match (&mut self.proofs, line.strip_prefix("proof ")) {
            (Proofs::None, Some(seal)) if !chained => {
                self.proofs = Proofs::Seals(vec![Proof::parse(seal)?]);
            }
            (Proofs::Seals(seals), Some(seal)) if seals.len() < MOST_PROOFS => {
                seals.push(Proof::parse(seal)?);
            }
            (Proofs::Seals(_), Some(_)) => {
                return Err(format!("a record holds at most {MOST_PROOFS} proofs"));
            }
            (Proofs::None, None) if chained => {
                self.proofs = Proofs::Chain(Box::new(Chain::parse_first(line)?));
            }
            (Proofs::Chain(chain), None) => chain.parse_line(line)?,
            _ => return Err("such proofs are not those of this version of the format".into()),
        }
        Ok(())
    }

    pub(super) fn empty() -> Record {
        Record {
            tags: vec![],
            deal: Deal::default(),
            items: vec![],
            proofs: Proofs::None,
            variations: vec![],
        }
    }
}

/// Whether a line tells a part of the proofs.
fn is_proof(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or("");
    matches!(first, "proof" | "chain" | "number" | "moved" | "before" | "head" | "signature")
}

pub(super) fn check_size(text: &str) -> Result<(), RecordError> {
    if text.len() > MOST_BYTES {
        return Err(RecordError::new(Place::Nowhere, "a record is at most 1 MiB long"));
    }
    Ok(())
}

const FIRST_TAG: &str = "a record begins with [Fogbound \"4\"]";

fn add_tag(records: &mut Vec<Record>, name: String, value: String) -> Result<(), String> {
    if name == VERSION_TAG {
        check_version(&value)?;
        records.push(Record::empty());
    }
    let record = records.last_mut().ok_or(FIRST_TAG)?;
    record.push_tag(name, value)
}

pub(super) fn check_version(value: &str) -> Result<(), String> {
    let newest = RecordVersion::ALL[RecordVersion::ALL.len() - 1].number();
    match value.parse::<u32>() {
        Ok(version) if RecordVersion::new(version).is_some() => Ok(()),
        Ok(version) if version > newest => {
            Err(format!("version {version} of the format is newer than this program; update it"))
        }
        _ => Err(format!("'{value}' is no version of the format; this program reads 1 to {newest}")),
    }
}

impl Record {
    pub(super) fn push_tag(&mut self, name: String, value: String) -> Result<(), String> {
        if !self.items.is_empty() {
            return Err("tags stand before the first round".into());
        }
        if value.chars().any(char::is_control) || value.len() > 1000 {
            return Err(format!("the value of {name} must be one line of at most 1000 bytes"));
        }
        if self.tag(&name).is_some() {
            return Err(format!("the tag {name} is there twice"));
        }
        self.tags.push((name, value));
        Ok(())
    }
}

fn parse_tag(line: &str) -> Result<(String, String), String> {
    let wrong = || "a tag is written [Name \"value\"]".to_string();
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')).ok_or_else(wrong)?;
    let (name, quoted) = inside.trim().split_once(char::is_whitespace).ok_or_else(wrong)?;
    check_tag_name(name)?;
    let quoted = quoted.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let mut value = String::new();
    let mut chars = quoted.ok_or_else(wrong)?.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => value.push(chars.next().ok_or_else(wrong)?),
            '"' => return Err(wrong()),
            c => value.push(c),
        }
    }
    Ok((name.into(), value))
}

pub(super) fn check_tag_name(name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(fits) {
        return Err(format!("'{name}' is no name of a tag: use letters, digits, '-' and '_'"));
    }
    Ok(())
}

fn station(word: &str) -> Result<Station, String> {
    word.parse().ok().and_then(Station::new).ok_or(format!("'{word}' is no station number"))
}

impl Deal {
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<_> =
            self.hunters.iter().map(|(hunter, at)| format!("{hunter} {at}")).collect();
        let mut add = |name: &str, value: Dealt<String>| match value {
            Dealt::Nothing => {}
            Dealt::Secret => words.push(format!("{name} ?")),
            Dealt::Open(value) => words.push(format!("{name} {value}")),
        };
        add("x", self.fugitive.text(Station::to_string));
        add("tile", self.tile.text(Station::to_string));
        let list = |stations: &Vec<Station>| {
            stations.iter().map(Station::to_string).collect::<Vec<_>>().join(" ")
        };
        add("crimes", self.crimes.text(list));
        words
    }

    pub(super) fn parse<'t>(words: impl Iterator<Item = &'t str>) -> Result<Deal, String> {
        let mut deal = Deal::default();
        for entry in words {
            let mut words = entry.split_whitespace();
            let name = words.next().ok_or("an entry of the deal is empty")?;
            let values: Vec<&str> = words.collect();
            let [value, ..] = values[..] else {
                return Err(format!("'{name}' has no station"));
            };
            let once =
                |nothing: bool| if nothing { Ok(()) } else { Err(format!("'{name}' is there twice")) };
            let single =
                || if values.len() == 1 { Ok(()) } else { Err(format!("'{name}' has one station")) };
            match name {
                "x" => {
                    once(deal.fugitive == Dealt::Nothing).and_then(|()| single())?;
                    deal.fugitive =
                        if value == "?" { Dealt::Secret } else { Dealt::Open(station(value)?) };
                }
                "tile" => {
                    once(deal.tile == Dealt::Nothing).and_then(|()| single())?;
                    deal.tile = if value == "?" { Dealt::Secret } else { Dealt::Open(station(value)?) };
                }
                "crimes" => {
                    once(deal.crimes == Dealt::Nothing)?;
                    deal.crimes = if value == "?" {
                        single()?;
                        Dealt::Secret
                    } else {
                        Dealt::Open(values.iter().map(|word| station(word)).collect::<Result<_, _>>()?)
                    };
                }
                _ => {
                    let short: String = name.chars().take(20).collect();
                    let hunter: Hunter = short.parse()?;
                    once(deal.hunters.iter().all(|(other, _)| *other != hunter))
                        .and_then(|()| single())?;
                    deal.hunters.push((hunter, station(value)?));
                }
            }
        }
        Ok(deal)
    }
}

impl<T> Dealt<T> {
    fn text(&self, text: impl Fn(&T) -> String) -> Dealt<String> {
        match self {
            Dealt::Nothing => Dealt::Nothing,
            Dealt::Secret => Dealt::Secret,
            Dealt::Open(value) => Dealt::Open(text(value)),
        }
    }
}
