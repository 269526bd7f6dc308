//! The JSON form of records: the same words in arrays.

use serde::{Deserialize, Serialize};

use super::text::{check_size, check_tag_name, check_version};
use super::{
    Deal, Item, Place, Proof, Proofs, Record, RecordError, RecordedItem, VERSION_TAG, Variation,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordForm {
    fogbound: u32,
    /// An array, as the order of tags is kept.
    tags: Vec<(String, String)>,
    #[serde(default)]
    deal: Vec<String>,
    #[serde(default)]
    rounds: Vec<RoundForm>,
    /// The same words as in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VariationForm {
    after: usize,
    result: String,
    rounds: Vec<RoundForm>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundForm {
    round: u8,
    plays: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(Box<RecordForm>),
    Many(Vec<RecordForm>),
}

impl Record {
    /// The JSON form.
    pub fn to_json(&self) -> serde_json::Value {
        let form = RecordForm {
            fogbound: self.version().number(),
            tags: self.tags.iter().skip(1).cloned().collect(),
            deal: self.deal.words(),
            rounds: self.rounds().map(RoundForm::of).collect(),
            proofs: match &self.proofs {
                Proofs::None => vec![],
                // Without the word that begins each line of text.
                Proofs::Seals(seals) => seals.iter().map(Proof::to_string).collect(),
                Proofs::Chain(chain) => chain.lines(),
            },
            variations: self
                .variations
                .iter()
                .map(|variation| VariationForm {
                    after: variation.after,
                    result: variation.result.clone(),
                    rounds: variation.rounds().map(RoundForm::of).collect(),
                })
                .collect(),
        };
        serde_json::to_value(form).expect("a record is made of words and numbers")
    }

    /// Reads the JSON form of one record, or of an array of them.
    pub fn parse_json(text: &str) -> Result<Vec<Record>, RecordError> {
        check_size(text)?;
        let wrong =
            |error: serde_json::Error| RecordError::new(Place::Line(error.line()), error.to_string());
        let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
        let forms = match serde_json::from_value(value) {
            Ok(OneOrMany::One(form)) => vec![*form],
            Ok(OneOrMany::Many(forms)) => forms,
            Err(_) => {
                let reason =
                    "this is no record: it needs \"fogbound\", \"tags\", \"deal\" and \"rounds\"";
                return Err(RecordError::new(Place::Nowhere, reason));
            }
        };
        if forms.is_empty() {
            return Err(RecordError::new(Place::Nowhere, "there is no record in it"));
        }
        forms.into_iter().map(RecordForm::record).collect()
    }
}

impl RoundForm {
    fn of(items: &[RecordedItem]) -> RoundForm {
        let plays = items.iter().map(|step| step.item.to_string()).collect();
        RoundForm { round: items[0].round, plays }
    }

    fn read(&self, to: &mut Vec<RecordedItem>) -> Result<(), RecordError> {
        for (index, play) in self.plays.iter().enumerate() {
            let place = Place::Play(self.round, index + 1);
            let item = Item::parse(play).map_err(|reason| RecordError::new(place, reason))?;
            to.push(RecordedItem { place, round: self.round, item });
        }
        Ok(())
    }
}

impl RecordForm {
    fn record(self) -> Result<Record, RecordError> {
        let nowhere = |reason: String| RecordError::new(Place::Nowhere, reason);
        let version = self.fogbound.to_string();
        check_version(&version).map_err(nowhere)?;
        let mut record = Record::empty();
        let tags = [(VERSION_TAG.to_string(), version)].into_iter().chain(self.tags);
        for (name, value) in tags {
            check_tag_name(&name).map_err(nowhere)?;
            record.push_tag(name, value).map_err(nowhere)?;
        }
        record.deal = Deal::parse(self.deal.iter().map(String::as_str)).map_err(nowhere)?;
        self.rounds.iter().try_for_each(|round| round.read(&mut record.items))?;
        for proof in &self.proofs {
            let seal = proof.starts_with(|c: char| c.is_ascii_digit());
            let line = if seal { format!("proof {proof}") } else { proof.clone() };
            record.add_proof(&line).map_err(nowhere)?;
        }
        for VariationForm { after, result, rounds } in self.variations {
            let mut variation = Variation::parse(&format!("{after} {result}")).map_err(nowhere)?;
            rounds.iter().try_for_each(|round| round.read(&mut variation.items))?;
            record.begin_variation(variation).map_err(nowhere)?;
        }
        Ok(record)
    }
}
