//! A record played again: every moment of it, with what the hunters could have known.

use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_rules::{
    Event, FugitiveEvent, HunterView, Library, LogSlot, PublicEvent, Record, RecordError, Replay, Rules,
    State, Station,
};
use serde::Serialize;

use super::About;
use crate::settings::Settings;
use crate::{Code, Refusal};

/// A record played again.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replayed {
    /// What was agreed.
    pub settings: Settings,
    /// What follows from that.
    pub about: About,
    /// The tags of the record.
    pub tags: Vec<(String, String)>,
    /// The game, event by event.
    pub frames: Vec<ReplayFrame>,
    /// How many proofs the record has, all of which hold.
    pub proofs: u32,
}

/// One moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayFrame {
    /// What happened.
    #[cfg_attr(feature = "typescript", ts(as = "FugitiveEvent"))]
    pub event: ReplayEvent,
    /// What everybody knew after it.
    pub state: State,
    /// The travel log as the hunters saw it.
    pub log: Vec<LogSlot>,
    /// Where he was, if the record is whole.
    pub at: Option<Station>,
    /// Where he could be, for all the hunters knew.
    pub possible: Vec<Station>,
}

/// What happened, as the record tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum ReplayEvent {
    /// All of it: the record is whole.
    Whole(FugitiveEvent),
    /// What everybody saw.
    Public(PublicEvent),
}

impl ReplayEvent {
    fn public(&self) -> &PublicEvent {
        match self {
            ReplayEvent::Whole(event) => &event.public,
            ReplayEvent::Public(event) => event,
        }
    }

    /// Where it brought him, if that is known.
    fn station(&self) -> Option<Station> {
        match self {
            ReplayEvent::Whole(event) => event.private.as_ref()?.station(),
            ReplayEvent::Public(_) => None,
        }
    }
}

impl Replayed {
    /// Plays the last record of a text again.
    pub fn of(text: &str, library: &Library) -> Result<Replayed, Refusal> {
        let wrong = |reason: String| Refusal::new(Code::BadMessage, reason);
        let record = read_records(text).map_err(|error| wrong(error.to_string()))?.pop();
        let record = record.ok_or_else(|| wrong("there is no record in it".into()))?;
        let rules = record.rules_in(library).map_err(|error| wrong(error.reason().into()))?;
        let settings = settings(&rules);
        let replay = record.replay_as_told(&rules).map_err(|error| wrong(error.to_string()))?;
        let events: Vec<ReplayEvent> = match &replay {
            Replay::Whole(game) => {
                let told = game.events().iter().map(Event::for_fugitive);
                told.map(ReplayEvent::Whole).collect()
            }
            Replay::Public(view) => view.events().iter().cloned().map(ReplayEvent::Public).collect(),
        };
        let frames =
            frames(&rules, events).ok_or_else(|| wrong("this record cannot be played".into()))?;
        let about = About::of(&rules);
        let sealed = record.proofs().iter().filter(|proof| proof.holds(&record)).count();
        let open = record.chain().filter(|chain| chain.shuffle.number.is_some());
        let proofs = open.map_or(sealed, |chain| chain.links.len()) as u32;
        Ok(Replayed { settings, about, tags: record.tags().to_vec(), frames, proofs })
    }
}

/// The records of a text, or of JSON.
pub(crate) fn read_records(text: &str) -> Result<Vec<Record>, RecordError> {
    match text.trim_start().starts_with('{') || text.trim_start().starts_with("[{") {
        true => Record::parse_json(text),
        false => Record::parse_all(text),
    }
}

fn settings(rules: &Rules) -> Settings {
    let options = rules.options().iter().map(|(key, value)| format!("{}={value}", key.name()));
    Settings {
        edition: rules.edition().id.clone(),
        options: options.collect(),
        detectives: rules.detectives() as u8,
        clock: Default::default(),
        visibility: Default::default(),
        assist: Default::default(),
    }
}

fn frames(rules: &Arc<Rules>, events: Vec<ReplayEvent>) -> Option<Vec<ReplayFrame>> {
    let mut view = HunterView::fold(rules, [events.first()?.public()]).ok()?;
    let mut belief = Belief::of(&view);
    let mut at = None;
    let mut frames = vec![];
    for (index, event) in events.into_iter().enumerate() {
        if index > 0 {
            view.apply(event.public()).ok()?;
        }
        belief.follow(&view);
        at = event.station().or(at);
        frames.push(ReplayFrame {
            state: view.public().state(rules),
            log: view.log().to_vec(),
            at,
            possible: belief.possible().iter().collect(),
            event,
        });
    }
    Some(frames)
}
