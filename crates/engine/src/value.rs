//! The learned value: the chance that the fugitive gets away, from features of the position and of
//! what the hunters know. One set of weights serves every board and edition.

mod choices;
mod features;
mod network;
mod reach;

use std::sync::Arc;

use fogbound_rules::{Action, Phase, Position, Public, Rules, StationSet, Turn};

use crate::PossibleStations;

pub use choices::{ChoiceFeatures, ChoiceNetwork, Choices, Outlook, SHARED, SINGLE, UNITS};
pub use features::{Common, FEATURES, Features};
pub use network::{CLIP, FIRST, Network, NetworkError, SECOND};
pub use reach::Reach;

/// Takes the weights that come with the program, where they are a file of their own: those of the value, then those of the
/// choice.
pub fn give_weights(bytes: &[u8]) -> Result<(), NetworkError> {
    let value = (Network::zero().weights().count() * 4).min(bytes.len());
    Network::give(&bytes[..value])?;
    Choices::give(&bytes[value..])
}

/// The greater of two numbers. `f32::max` looks out for what is no number, and in a page that is a call.
#[inline]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The lesser of two numbers.
#[inline]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The network on one board.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    choices: Arc<Choices>,
    reach: Arc<Reach>,
}

impl Evaluator {
    /// A network on the board of these rules.
    pub fn new(rules: &Rules, network: Arc<Network>) -> Evaluator {
        Evaluator { network, choices: Choices::trained(), reach: Arc::new(Reach::new(rules.board())) }
    }

    /// The same with other weights for the choice, to try them.
    pub fn choosing_by(self, choices: Arc<Choices>) -> Evaluator {
        Evaluator { choices, ..self }
    }

    /// What the fugitive knows and can be thought to know, before he stands anywhere.
    pub(crate) fn outlook<'a>(
        &'a self,
        rules: &'a Rules,
        public: &'a Public,
        possible: StationSet,
    ) -> Outlook<'a> {
        Outlook::new(rules, &self.reach, public, possible, None, None, &[])
    }

    /// What lies around the stations where he may be, as the network sees it.
    pub fn common<'a>(
        &'a self,
        rules: &'a Rules,
        public: &'a Public,
        possible: StationSet,
    ) -> Common<'a> {
        Common::new(rules, &self.reach, public, possible)
    }

    /// How far pieces get on the board.
    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The learned choice.
    pub(crate) fn choices(&self) -> &Choices {
        &self.choices
    }

    /// How much each decision promises, in `promise`; it adds up to 1. Where the hunters decide,
    /// nothing hangs on where he is.
    pub fn promise(
        &self,
        rules: &Rules,
        position: &Position,
        possible: &PossibleStations,
        weights: Option<&[f32; 256]>,
        actions: &[Action],
        promise: &mut Vec<f32>,
    ) {
        let public = position.public();
        let own = position.fugitive().filter(|_| position.turn() == Turn::Fugitive);
        let outlook = Outlook::new(rules, &self.reach, public, possible.0, own, weights, actions);
        self.choices.promise(&outlook, actions, promise);
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
