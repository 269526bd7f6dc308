//! Variations: how a game was played anew from one of its moments.

use std::sync::Arc;

use super::{Item, Place, Record, RecordError, RecordVersion, RecordedItem, VERSION_TAG, result_text};
use crate::{Game, Rules};

/// A record holds no more variations than this.
pub(super) const MOST_VARIATIONS: usize = 32;

/// Another course of a game, from a moment of it on.
#[derive(Clone, Debug)]
pub struct Variation {
    /// How many decisions and draws of the game were kept.
    pub(super) after: usize,
    /// How it ended, as the tag `Result` tells it.
    pub(super) result: String,
    pub(super) items: Vec<RecordedItem>,
}

impl Variation {
    /// How many decisions and draws of the game were kept.
    pub fn after(&self) -> usize {
        self.after
    }

    /// How many decisions, draws and opened slots it tells.
    pub fn length(&self) -> usize {
        self.items.len()
    }

    /// How it ended, as the tag `Result` tells it.
    pub fn result(&self) -> &str {
        &self.result
    }

    /// Reads what stands behind the word `variation`.
    pub(super) fn parse(words: &str) -> Result<Variation, String> {
        let wrong = || "a variation is 'variation STEPS RESULT', then its rounds".to_string();
        let (after, result) = words.trim().split_once(' ').ok_or_else(wrong)?;
        let after = after.parse().map_err(|_| wrong())?;
        let result = result.trim();
        if result.is_empty() || result.len() > 100 || result.chars().any(char::is_control) {
            return Err(wrong());
        }
        Ok(Variation { after, result: result.into(), items: vec![] })
    }

    pub(super) fn rounds(&self) -> impl Iterator<Item = &[RecordedItem]> {
        self.items.chunk_by(|a, b| a.round == b.round)
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("variation {} {}", self.after, self.result)];
        lines.extend(self.rounds().map(|round| {
            let items: Vec<String> = round.iter().map(|step| step.item.to_string()).collect();
            format!("{}. {}", round[0].round, items.join("; "))
        }));
        lines
    }
}

impl PartialEq for Variation {
    fn eq(&self, other: &Variation) -> bool {
        let items = |one: &Variation| -> Vec<(u8, Item)> {
            one.items.iter().map(|item| (item.round, item.item)).collect()
        };
        (self.after, &self.result) == (other.after, &other.result) && items(self) == items(other)
    }
}

impl Record {
    /// How the game was played anew, in the order in which that was added.
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// Adds how a game was played anew that began as this one did. The record is of version 6 then.
    pub fn add_variation(&mut self, game: &Game, branch: &Game) -> Result<(), RecordError> {
        let refuse = |reason: &str| Err(RecordError::new(Place::Nowhere, reason));
        let (ours, theirs) = (game.rules(), branch.rules());
        let agreed = |rules: &Rules| (rules.edition().id.clone(), rules.board().id().to_owned());
        if agreed(ours) != agreed(theirs) || ours.all_options() != theirs.all_options() {
            return refuse("the variation is played by other rules: it is of another game");
        }
        if game.setup() != branch.setup() {
            return refuse("the variation was dealt otherwise: it is of another game");
        }
        if self.version() < RecordVersion::NEWEST {
            return refuse("a record of an older version has no variations");
        }
        if self.variations.len() >= MOST_VARIATIONS {
            return refuse("a record holds at most 32 variations");
        }
        let same = game.plays().iter().zip(branch.plays()).take_while(|(a, b)| a == b).count();
        if same == branch.plays().len() || same == game.plays().len() {
            return refuse("the variation plays nothing else than the game");
        }
        let whole = Record::whole(branch)?;
        let mut played = 0;
        let mut items = whole.items;
        // What was announced before the first step that differs was announced in the game too.
        items.retain(|step| {
            let kept = played >= same && !(played == same && matches!(step.item, Item::Opened { .. }));
            played += usize::from(!matches!(step.item, Item::Opened { .. }));
            kept
        });
        self.variations.push(Variation { after: same, result: Record::result(branch), items });
        self.set_tag(VERSION_TAG, &RecordVersion::Variations.to_string());
        Ok(())
    }

    /// Takes over the variations of another record of the same game. If there are any, the record is of version 6 then.
    pub fn set_variations(&mut self, variations: Vec<Variation>) {
        if !variations.is_empty() {
            self.set_tag(VERSION_TAG, &RecordVersion::Variations.to_string());
        }
        self.variations = variations;
    }

    /// Plays a variation again, from the beginning of the game, and checks all that it says.
    pub fn replay_variation(
        &self,
        rules: &Arc<Rules>,
        variation: &Variation,
    ) -> Result<Game, RecordError> {
        let mut items: Vec<RecordedItem> = vec![];
        let mut played = 0;
        for step in &self.items {
            if played == variation.after {
                break;
            }
            played += usize::from(!matches!(step.item, Item::Opened { .. }));
            items.push(step.clone());
        }
        let wrong = |reason: String| RecordError::new(Place::Nowhere, reason);
        if played < variation.after {
            return Err(wrong(format!("a variation begins after step {}", variation.after)));
        }
        items.extend(variation.items.iter().cloned());
        let game = self.replay_items(rules, &items)?;
        let public = *game.position().public();
        let expected = result_text(rules, public.outcome(), public.score(rules));
        if variation.result != expected {
            let reason =
                format!("a variation says '{}', but its moves say '{expected}'", variation.result);
            return Err(wrong(reason));
        }
        Ok(game)
    }
}
