//! Positions to learn from: kept games are played again, and the features are taken on the way.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use fogbound_engine::value::{FEATURES, Features, Reach, features_of};
use fogbound_engine::{Belief, PossibleStations};
use fogbound_rules::{Game, Record, Replay, Rules, Turn};

use crate::game::share;
use crate::games::Kept;

/// Positions with how their games ended.
#[derive(Default)]
pub(crate) struct Samples {
    features: Vec<f32>,
    /// How well it went for the fugitive, from 0 to 1.
    pub(crate) targets: Vec<f32>,
    /// The edition, by its place in `editions`.
    pub(crate) kinds: Vec<u8>,
    pub(crate) editions: Vec<String>,
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    pub(crate) fn features(&self, index: usize) -> &Features {
        let row = self.features[index * FEATURES..].first_chunk();
        row.expect("as many features as samples")
    }

    fn kind(&mut self, edition: &str) -> u8 {
        let known = self.editions.iter().position(|id| id == edition);
        known.unwrap_or_else(|| {
            self.editions.push(edition.to_owned());
            self.editions.len() - 1
        }) as u8
    }

    fn push(&mut self, features: &Features, target: f32, kind: u8) {
        self.features.extend_from_slice(features);
        self.targets.push(target);
        self.kinds.push(kind);
    }
}

/// Learned from, and held out. Games are split, not positions.
pub(crate) struct Split {
    pub(crate) taught: Samples,
    pub(crate) held_out: Samples,
    pub(crate) games: usize,
}

/// One game in ten is held out; in its hunters' decisions one of two is looked at, as they are much alike.
const HELD_OUT: usize = 10;

pub(crate) fn read(paths: &[PathBuf]) -> Result<Split, String> {
    let mut split = Split { taught: Samples::default(), held_out: Samples::default(), games: 0 };
    let mut known: HashMap<String, (Arc<Rules>, Reach)> = HashMap::new();
    for path in paths {
        let wrong = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
        let file = File::open(path).map_err(|error| wrong(&error))?;
        for line in BufReader::new(file).lines() {
            let line = line.map_err(|error| wrong(&error))?;
            // The last line of a file that is still written to.
            let Ok(kept) = serde_json::from_str::<Kept>(&line) else { break };
            let record: Record = Record::parse(&kept.record).map_err(|error| wrong(&error))?;
            let tags = ["Edition", "Options", "Detectives"].map(|tag| record.tag(tag).unwrap_or(""));
            let key = tags.join("|");
            if !known.contains_key(&key) {
                let rules = record.builtin_rules().map_err(|error| wrong(&error))?;
                let reach = Reach::new(rules.board());
                known.insert(key.clone(), (rules, reach));
            }
            let (rules, reach) = &known[&key];
            let Replay::Whole(game) = record.replay(rules).map_err(|error| wrong(&error))? else {
                return Err(wrong(&"a game is not over"));
            };
            split.games += 1;
            let part = match split.games % HELD_OUT {
                0 => &mut split.held_out,
                _ => &mut split.taught,
            };
            sample(&game, reach, kept.clean, part)?;
        }
    }
    Ok(split)
}

/// Plays a game again, and takes the features of what came after the last slip.
fn sample(game: &Game, reach: &Reach, clean: usize, samples: &mut Samples) -> Result<(), String> {
    let rules = game.rules();
    let target = share(game);
    let kind = samples.kind(&rules.edition().id);
    let mut again = Game::new(Arc::clone(rules), game.setup().clone()).map_err(|e| e.to_string())?;
    let mut view = again.hunters_view();
    let mut belief = Belief::new(rules);
    for (number, &play) in game.plays().iter().enumerate() {
        let wanted = match again.turn() {
            Turn::Fugitive => true,
            Turn::Hunters => number % 2 == 0,
            Turn::Chance | Turn::Over => false,
        };
        if number >= clean && wanted {
            belief.follow(&view);
            let possible = PossibleStations(belief.possible());
            if let Some(features) = features_of(rules, reach, again.position(), &possible) {
                samples.push(&features, target, kind);
            }
        }
        for event in again.play(play).map_err(|e| e.to_string())? {
            view.apply(event.for_hunters()).expect("a game's own events follow one another");
        }
    }
    Ok(())
}
