//! How games end by where the fugitive starts, and by how near the nearest hunter does: from journals.

use std::collections::BTreeMap;
use std::sync::Arc;

use fogbound_rules::{Library, Rng, Rules, Setup, Side, Station};
use serde::Serialize;

use crate::journal::{JournalError, read_any};
use crate::statistics::wilson;
use crate::{GameResult, RunId, Task};

/// Cells with fewer games than this say little.
pub const THIN: u64 = 30;

/// Games, and how many of them the fugitive won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StartCell {
    /// How many games.
    pub games: u64,
    /// How many of them he won.
    pub fugitive_wins: u64,
}

impl StartCell {
    fn add(&mut self, winner: Side) {
        self.games += 1;
        self.fugitive_wins += u64::from(winner == Side::Fugitive);
    }

    /// With its interval, as it is written.
    pub fn told(&self) -> ToldCell {
        let StartCell { games, fugitive_wins } = *self;
        let round = |share: f64| (share * 1000.0).round() / 1000.0;
        let interval = wilson(fugitive_wins, games);
        ToldCell {
            games,
            fugitive_wins,
            rate: round(fugitive_wins as f64 / games.max(1) as f64),
            low: round(interval.low),
            high: round(interval.high),
            thin: games < THIN,
        }
    }
}

/// A cell as it is written.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ToldCell {
    /// How many games.
    pub games: u64,
    /// How many of them the fugitive won.
    pub fugitive_wins: u64,
    /// Their share.
    pub rate: f64,
    /// The 95 % interval of it.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether there are so few games that it says little.
    pub thin: bool,
}

/// How the games of one edition and number of detectives end.
#[derive(Clone, PartialEq, Debug)]
pub struct Starts {
    /// The edition.
    pub edition: String,
    /// How many detectives hunt.
    pub detectives: usize,
    /// Who played, the fugitive first.
    pub bots: Vec<(String, String)>,
    /// All games.
    pub all: StartCell,
    /// How they ended.
    pub endings: BTreeMap<String, u64>,
    /// Whether some of the starts are not known but for his tile (Holmes): then the first station of it stands for it.
    pub tiles: bool,
    /// By his start.
    pub by_start: BTreeMap<Station, StartCell>,
    /// By how many lines away the nearest hunter starts.
    pub by_nearest: BTreeMap<u8, StartCell>,
}

/// Reads journals, and adds up those of the same edition and number of detectives.
pub fn starts<'j>(
    journals: impl IntoIterator<Item = &'j [u8]>,
    library: &Library,
) -> Result<Vec<Starts>, JournalError> {
    let mut found: BTreeMap<(String, usize), Starts> = BTreeMap::new();
    for bytes in journals {
        let (run, games) = read_any(bytes)?;
        let options: Vec<&str> = run.options.split("; ").filter(|option| !option.is_empty()).collect();
        let rules = library
            .rules(&run.edition, &options, run.pieces)
            .map_err(|errors| JournalError::Rules(errors.to_string()))?;
        let key = (run.edition.clone(), run.pieces);
        let starts = found.entry(key).or_insert_with(|| Starts {
            edition: run.edition.clone(),
            detectives: run.pieces,
            bots: vec![],
            all: StartCell::default(),
            endings: BTreeMap::new(),
            tiles: false,
            by_start: BTreeMap::new(),
            by_nearest: BTreeMap::new(),
        });
        starts.add(&rules, &run, &games);
    }
    Ok(found.into_values().collect())
}

impl Starts {
    fn add(&mut self, rules: &Arc<Rules>, run: &RunId, games: &BTreeMap<Task, GameResult>) {
        for bots in &run.bots {
            if !self.bots.contains(bots) {
                self.bots.push(bots.clone());
            }
        }
        for (task, result) in games {
            // A game that a bot threw away says nothing of its start.
            if result.forfeit.is_some() {
                continue;
            }
            self.all.add(result.winner);
            *self.endings.entry(result.ending.clone()).or_default() += 1;
            let begun = match (result.began_at, result.nearest) {
                (Some(start), Some(nearest)) => Some((start, nearest)),
                _ => self.dealt(rules, run.seed, *task),
            };
            if let Some((start, nearest)) = begun {
                self.by_start.entry(start).or_default().add(result.winner);
                self.by_nearest.entry(nearest).or_default().add(result.winner);
            }
        }
    }

    /// How a game began whose journal does not say so: as it was dealt. Where starts are chosen, nothing is.
    fn dealt(&mut self, rules: &Arc<Rules>, seed: u64, task: Task) -> Option<(Station, u8)> {
        let mut deal = Rng::for_game(seed, task.start);
        let setup = Setup::deal(rules, |n| deal.below(n));
        let his: Vec<Station> = match (setup.secret.at, setup.secret.tile) {
            (Some(at), _) => vec![at],
            (None, Some((first, second))) => vec![first, second],
            (None, None) => return None,
        };
        let hunters = || setup.state.hunters.iter().filter_map(|hunter| hunter.station);
        let lines = his.iter().flat_map(|&at| hunters().map(move |from| (from, at)));
        let nearest = lines.map(|(from, at)| rules.board().distance(from, at)).min()?;
        self.tiles |= his.len() > 1;
        Some((his[0], nearest))
    }
}
