//! What each station where he may be is worth, by what everybody knows.

use fogbound_engine::value::Evaluator;
use fogbound_engine::{Odds, PossibleStations, Search, fugitive_share};
use fogbound_rules::{HunterView, Position, Public, Rules, SecretSetup, Station, StationSet, Turn};

/// What is little tried counts for as much as so many walks of its own by the learned value, moved by what
/// the search found over all stations.
const LEARNED_WALKS: f64 = 20.0;

/// The hunters' chance with the fugitive at each station where he may be, and how likely that is, at one moment
/// of a game and by what everybody knows then.
#[derive(Clone, Debug)]
pub struct Worth {
    possible: StationSet,
    /// How likely, and the hunters' chance; by the number of the station.
    stations: Vec<(f64, f64)>,
}

impl Worth {
    /// What a search by what everybody knows has found.
    pub(crate) fn of(view: &HunterView, odds: &Odds, evaluator: &Evaluator, search: &Search) -> Worth {
        let possible = odds.belief().possible();
        let (rules, public) = (view.rules(), view.public());
        let mut stations = vec![(0.0, 0.0); 256];
        let (mut walks, mut brought, mut expected, mut gained) = (0.0, 0.0, 0.0, 0.0);
        let mut each = vec![];
        for at in possible.iter() {
            let (tries, his) = search.start(at);
            let (tries, theirs) = (f64::from(tries), f64::from(tries) - his);
            let learned = learned(rules, public, evaluator, at, possible);
            walks += tries;
            brought += theirs;
            expected += tries * learned;
            if let Some((_, reply)) = search.first_reply(&imagine(rules, public, at)) {
                gained += tries * reply - his;
            }
            each.push((at, tries, theirs, learned));
        }
        let of_walks = |sum: f64| if walks > 0.0 { sum / walks } else { 0.0 };
        // A search also tries what is not good, and walks pay for that: who decides gets what is tried most.
        let best = match public.turn() {
            Turn::Hunters if search.root().edges().len() > 1 => {
                (search.root().favourite().1 - of_walks(brought)).max(0.0)
            }
            Turn::Hunters => 0.0,
            _ => -of_walks(gained).max(0.0),
        };
        let moved = of_walks(brought - expected);
        for (at, tries, theirs, learned) in each {
            let guess = (learned + moved).clamp(0.0, 1.0);
            let chance = (theirs + LEARNED_WALKS * guess) / (tries + LEARNED_WALKS);
            stations[usize::from(at.number())] = (odds.weight(at), (chance + best).clamp(0.0, 1.0));
        }
        Worth { possible, stations }
    }

    /// Where he may be.
    pub fn possible(&self) -> StationSet {
        self.possible
    }

    /// How likely he is at a station.
    pub fn weight(&self, at: Station) -> f64 {
        self.stations[usize::from(at.number())].0
    }

    /// The hunters' chance with the fugitive at a station.
    pub fn at(&self, at: Station) -> f64 {
        self.stations[usize::from(at.number())].1
    }

    /// The hunters' chance as everybody can judge it.
    pub fn judged(&self) -> f64 {
        self.mean(|at| self.at(at))
    }

    /// The mean of something over where he may be.
    pub(crate) fn mean(&self, of: impl Fn(Station) -> f64) -> f64 {
        self.possible.iter().map(|at| self.weight(at) * of(at)).sum()
    }
}

/// A position with the fugitive at a station, as everybody sees it.
pub(crate) fn imagine(rules: &Rules, public: &Public, at: Station) -> Position {
    Position::imagine(rules, public, &SecretSetup { at: Some(at), ..SecretSetup::default() })
}

/// The hunters' chance by the learned value, without a search; one half where it has nothing to say.
pub(crate) fn learned(
    rules: &Rules,
    public: &Public,
    evaluator: &Evaluator,
    at: Station,
    possible: StationSet,
) -> f64 {
    settled(rules, &imagine(rules, public, at), evaluator, possible)
}

/// The same of a position. Where he decides or something is drawn that the learned value knows nothing of, the best and the mean of what
/// comes of it.
pub(crate) fn settled(
    rules: &Rules,
    position: &Position,
    evaluator: &Evaluator,
    possible: StationSet,
) -> f64 {
    if position.outcome().is_some() {
        return 1.0 - f64::from(fugitive_share(rules, position));
    }
    if let Some(his) = evaluator.value(rules, position, &PossibleStations(possible)) {
        return 1.0 - f64::from(his);
    }
    match position.turn() {
        Turn::Chance => mean_of_draws(rules, position, evaluator, possible).unwrap_or(0.5),
        Turn::Fugitive => {
            let after = position.actions(rules).into_iter().map(|action| {
                let mut next = *position;
                next.apply(rules, action);
                let shown = next.public().shown();
                let possible = shown.map_or(possible, StationSet::only);
                match evaluator.value(rules, &next, &PossibleStations(possible)) {
                    Some(his) => 1.0 - f64::from(his),
                    None => 0.5,
                }
            });
            after.fold(1.0, f64::min)
        }
        Turn::Hunters | Turn::Over => 0.5,
    }
}

/// The hunters' chance on average over what may be drawn.
pub(crate) fn mean_of_draws(
    rules: &Rules,
    position: &Position,
    evaluator: &Evaluator,
    possible: StationSet,
) -> Option<f64> {
    let draws = position.draws(rules);
    let each = draws.iter().map(|&draw| {
        let mut next = *position;
        next.apply_draw(rules, draw);
        let possible = next.public().shown().map_or(possible, StationSet::only);
        settled(rules, &next, evaluator, possible)
    });
    (!draws.is_empty()).then(|| each.sum::<f64>() / draws.len() as f64)
}
