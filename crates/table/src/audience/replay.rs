//! A record played again: every moment of it, with what the hunters could have known.

use std::sync::Arc;

use fogbound_engine::Belief;
use fogbound_rules::{
    Event, FugitiveEvent, Game, HunterView, Library, LogSlot, PublicEvent, Record, Replay, Rules, State,
    Station, Variation,
};
use serde::Serialize;

use super::About;
use crate::settings::Settings;
use crate::{Code, Refusal, limits};

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
    /// How it was played anew from some of its moments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ReplayedVariation>>"))]
    pub variations: Vec<ReplayedVariation>,
    /// How many proofs the record has, all of which hold.
    pub proofs: u32,
}

/// Another course of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayedVariation {
    /// How many moments of the game come before it.
    pub after: usize,
    /// The moments that follow.
    pub frames: Vec<ReplayFrame>,
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
        let record = Record::parse_any(text).map_err(|error| wrong(error.to_string()))?.pop();
        let record = record.ok_or_else(|| wrong("there is no record in it".into()))?;
        let rules = record.rules_in(library).map_err(|error| wrong(error.reason().into()))?;
        let settings = settings(&rules);
        check_length(&record)?;
        let replay = record.replay_as_told(&rules).map_err(|error| wrong(error.to_string()))?;
        let events: Vec<ReplayEvent> = match &replay {
            Replay::Whole(game) => whole(game),
            Replay::Public(view) => view.events().iter().cloned().map(ReplayEvent::Public).collect(),
        };
        // All courses are played and counted before the belief of any moment is looked for, which is what takes time.
        let courses = courses(&record, &rules, &events)?;
        let frames =
            frames(&rules, events, 0).ok_or_else(|| wrong("this record cannot be played".into()))?;
        let mut variations = vec![];
        for (course, after) in courses {
            let frames = self::frames(&rules, course, after)
                .ok_or_else(|| wrong("a variation of this record cannot be played".into()))?;
            variations.push(ReplayedVariation { after, frames });
        }
        let about = About::of(&rules);
        let sealed = record.proofs().iter().filter(|proof| proof.holds(&record)).count();
        let open = record.chain().filter(|chain| chain.shuffle.number.is_some());
        let proofs = open.map_or(sealed, |chain| chain.links.len()) as u32;
        Ok(Replayed { settings, about, tags: record.tags().to_vec(), frames, variations, proofs })
    }
}

fn too_long() -> Refusal {
    let text = format!("its variations are too long: {} moments are shown", limits::MOMENTS);
    Refusal::new(Code::TooLong, text)
}

/// Before anything is played: each step of a variation is a moment at least.
pub(crate) fn check_length(record: &Record) -> Result<(), Refusal> {
    match record.variations().iter().map(Variation::length).sum::<usize>() > limits::MOMENTS {
        true => Err(too_long()),
        false => Ok(()),
    }
}

/// Whether all courses of the record of a game can be shown.
pub(crate) fn check_courses(record: &Record, game: &Game) -> Result<(), Refusal> {
    courses(record, game.rules(), &whole(game)).map(drop)
}

/// The variations of a record, each with how many of the game's events it shares.
fn courses(
    record: &Record,
    rules: &Arc<Rules>,
    events: &[ReplayEvent],
) -> Result<Vec<(Vec<ReplayEvent>, usize)>, Refusal> {
    let (mut courses, mut moments) = (vec![], events.len());
    for variation in record.variations() {
        let game = record.replay_variation(rules, variation);
        let game = game.map_err(|error| Refusal::new(Code::BadMessage, error.to_string()))?;
        let course = whole(&game);
        let after = events.iter().zip(&course).take_while(|(a, b)| a == b).count();
        moments += course.len() - after;
        if moments > limits::MOMENTS {
            return Err(too_long());
        }
        courses.push((course, after));
    }
    Ok(courses)
}

/// All that happened in a game.
fn whole(game: &Game) -> Vec<ReplayEvent> {
    game.events().iter().map(Event::for_fugitive).map(ReplayEvent::Whole).collect()
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
        hints: false,
    }
}

/// The moments of a game after so many of them.
fn frames(rules: &Arc<Rules>, events: Vec<ReplayEvent>, after: usize) -> Option<Vec<ReplayFrame>> {
    let mut view = HunterView::fold(rules, [events.first()?.public()]).ok()?;
    let mut belief: Option<Belief> = None;
    let mut at = None;
    let mut frames = vec![];
    for (index, event) in events.into_iter().enumerate() {
        if index > 0 {
            view.apply(event.public()).ok()?;
        }
        at = event.station().or(at);
        if index < after {
            continue;
        }
        let belief = belief.get_or_insert_with(|| Belief::of(&view));
        belief.follow(&view);
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

#[cfg(test)]
mod tests {
    use fogbound_rules::{Rng, random_game, random_play};

    use super::*;

    /// The first steps of a game, and then others.
    fn branch(game: &Game, plays: usize, seed: u64) -> Game {
        let mut other = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("a deal");
        for &play in &game.plays()[..plays] {
            other.play(play).expect("it was played so");
        }
        let (mut rng, mut buffer) = (Rng::new(seed), vec![]);
        while let Some(play) = random_play(game.rules(), other.position(), &mut rng, &mut buffer) {
            other.play(play).expect("legal");
        }
        other
    }

    #[test]
    fn variations_have_so_many_moments_and_no_more() {
        let library = Library::default();
        let rules = library.rules("classic", &[], 5).expect("an edition");
        let game = random_game(&rules, &mut Rng::new(1));
        let mut record = Record::whole(&game).expect("a record");
        let (mut moments, mut seeds) = (game.events().len(), 0..);
        while moments <= limits::MOMENTS {
            let replayed = Replayed::of(&record.to_string(), &library).expect("that is not much");
            let others = replayed.variations.iter().map(|variation| variation.frames.len());
            assert_eq!(replayed.frames.len() + others.sum::<usize>(), moments);
            let other = branch(&game, 6, seeds.next().expect("a seed"));
            record.add_variation(&game, &other).expect("another course");
            let same = game.events().iter().zip(other.events()).take_while(|(a, b)| a == b).count();
            moments += other.events().len() - same;
        }
        let refused = Replayed::of(&record.to_string(), &library).expect_err("too much");
        assert_eq!(refused.code, Code::TooLong);
    }

    /// What the hunters could have known of another course is the same from its beginning and from where it differs.
    #[test]
    fn moments_of_another_course_are_those_of_its_game() {
        let library = Library::default();
        for (edition, detectives) in [("modern", 3), ("holmes", 3), ("compact", 3)] {
            let rules = library.rules(edition, &[], detectives).expect("an edition");
            let game = random_game(&rules, &mut Rng::new(4));
            let other = branch(&game, game.plays().len() / 2, 9);
            let mut record = Record::whole(&game).expect("a record");
            record.add_variation(&game, &other).expect("another course");
            let replayed = Replayed::of(&record.to_string(), &library).expect("it can be played");
            let alone = Record::whole(&other).expect("a record").to_string();
            let alone = Replayed::of(&alone, &library).expect("it can be played");
            let [variation] = &replayed.variations[..] else { panic!("one variation") };
            let both = [&replayed.frames[..variation.after], &variation.frames].concat();
            assert_eq!(both, alone.frames, "{edition}");
        }
    }
}
