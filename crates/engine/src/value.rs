//! The learned value: the chance that the fugitive gets away, from features of the position and of
//! what the hunters know. One set of weights serves every board and edition.

mod features;
mod network;
mod reach;

use std::sync::Arc;

use fogbound_rules::{Phase, Position, Rules};

use crate::PossibleStations;

pub use features::{Common, FEATURES, Features};
pub use network::{CLIP, FIRST, Network, NetworkError, SECOND};
pub use reach::Reach;

/// The network on one board.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    reach: Reach,
}

impl Evaluator {
    /// A network on the board of these rules.
    pub fn new(rules: &Rules, network: Arc<Network>) -> Evaluator {
        Evaluator { network, reach: Reach::new(rules.board()) }
    }

    /// The chance of the fugitive, or the share of the points that he can expect; none where the
    /// network was not taught to judge.
    pub fn value(&self, rules: &Rules, position: &Position, possible: &PossibleStations) -> Option<f32> {
        let features = features_of(rules, &self.reach, position, possible)?;
        Some(self.network.value(&features))
    }
}

/// The features of a position; none before he has a place, and in the middle of a draw.
pub fn features_of(
    rules: &Rules,
    reach: &Reach,
    position: &Position,
    possible: &PossibleStations,
) -> Option<Features> {
    let public = position.public();
    let known = matches!(public.phase(), Phase::Fugitive | Phase::Second | Phase::Hunters);
    let at = position.fugitive().filter(|_| known)?;
    let mut features = [0.0; FEATURES];
    Common::new(rules, reach, public, possible.0).write(at, &mut features);
    Some(features)
}
