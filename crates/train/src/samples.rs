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
    /// How well it went for the fugitive, from 0 to 1, with what searches on the way expected.
    pub(crate) targets: Vec<f32>,
    /// How well it went in the end.
    pub(crate) ends: Vec<f32>,
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

    fn push(&mut self, features: &Features, target: f32, end: f32, kind: u8) {
        self.features.extend_from_slice(features);
        self.targets.push(target);
        self.ends.push(end);
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

/// Calls `f` with every game of the files, and with the number of the game.
pub(crate) fn each_game(
    paths: &[PathBuf],
    mut f: impl FnMut(usize, &Kept, &Game, &Reach) -> Result<(), String>,
) -> Result<usize, String> {
    let mut games = 0;
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
            games += 1;
            f(games, &kept, &game, reach)?;
        }
    }
    Ok(games)
}

pub(crate) fn read(paths: &[PathBuf], lambda: f32) -> Result<Split, String> {
    let mut split = Split { taught: Samples::default(), held_out: Samples::default(), games: 0 };
    let (taught, held_out) = (&mut split.taught, &mut split.held_out);
    split.games = each_game(paths, |number, kept, game, reach| {
        let part = if is_held_out(number) { &mut *held_out } else { &mut *taught };
        sample(game, reach, kept, lambda, part)
    })?;
    Ok(split)
}

pub(crate) fn is_held_out(number: usize) -> bool {
    number.is_multiple_of(HELD_OUT)
}

/// What to expect at every step of a game: how it ended, and what the fugitive's own searches expected
/// before that.
fn expected(game: &Game, kept: &Kept, lambda: f32) -> Vec<f32> {
    let mut expected = vec![share(game); game.plays().len()];
    let mut found = kept.searched.iter().rev().filter(|found| found.his).peekable();
    let mut now = share(game);
    for step in (0..expected.len()).rev() {
        if let Some(found) = found.next_if(|found| found.step == step) {
            now = lambda * now + (1.0 - lambda) * found.value;
        }
        expected[step] = now;
    }
    expected
}

/// Plays a game again, and takes the features of what came after the last slip.
fn sample(
    game: &Game,
    reach: &Reach,
    kept: &Kept,
    lambda: f32,
    samples: &mut Samples,
) -> Result<(), String> {
    let rules = game.rules();
    let (end, expected) = (share(game), expected(game, kept, lambda));
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
        if number >= kept.clean && wanted {
            belief.follow(&view);
            let possible = PossibleStations(belief.possible());
            if let Some(features) = features_of(rules, reach, again.position(), &possible) {
                samples.push(&features, expected[number], end, kind);
            }
        }
        for event in again.play(play).map_err(|e| e.to_string())? {
            view.apply(event.for_hunters()).expect("a game's own events follow one another");
        }
    }
    Ok(())
}
