//! A small network with two hidden layers. Sums are taken in a fixed order and nothing is fused, so
//! that it gives the same on every machine.

use std::sync::{Arc, OnceLock};

use super::features::{FEATURES, Features};

/// The width of the hidden layers.
pub const FIRST: usize = 64;
/// The width of the second one.
pub const SECOND: usize = 32;

/// The network that comes with the program.
static TRAINED: OnceLock<Arc<Network>> = OnceLock::new();

/// The weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// By feature and unit.
    pub first: Vec<[f32; FIRST]>,
    /// One a unit.
    pub first_bias: [f32; FIRST],
    /// By unit of the first layer and unit.
    pub second: Vec<[f32; SECOND]>,
    /// One a unit.
    pub second_bias: [f32; SECOND],
    /// One a unit of the second layer.
    pub last: [f32; SECOND],
    /// What is added at the end.
    pub last_bias: f32,
}

/// Bytes that are no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError(pub(super) String);

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// A network whose weights are all 0.
    pub fn zero() -> Network {
        Network {
            first: vec![[0.0; FIRST]; FEATURES],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            last: [0.0; SECOND],
            last_bias: 0.0,
        }
    }

    /// The network that comes with the program. In a browser its weights are a file of their own, which
    /// has to be [given](Network::give) first; until then there is a network that knows nothing.
    pub fn trained() -> Arc<Network> {
        #[cfg(not(target_arch = "wasm32"))]
        let _ = Network::give(include_bytes!("weights.bin"));
        TRAINED.get().map_or_else(|| Arc::new(Network::zero()), Arc::clone)
    }

    /// Takes the weights that come with the program. They are taken once.
    pub fn give(bytes: &[u8]) -> Result<(), NetworkError> {
        if TRAINED.get().is_none() {
            let _ = TRAINED.set(Arc::new(Network::from_bytes(bytes)?));
        }
        Ok(())
    }

    /// Every weight, in the order in which they are stored.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        let first = self.first.iter().flatten().chain(&self.first_bias);
        let second = self.second.iter().flatten().chain(&self.second_bias);
        first.chain(second).chain(&self.last).chain([&self.last_bias])
    }

    /// The same, to be changed.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.iter_mut().flatten().chain(&mut self.first_bias);
        let second = self.second.iter_mut().flatten().chain(&mut self.second_bias);
        first.chain(second).chain(&mut self.last).chain([&mut self.last_bias])
    }

    /// Reads the weights: 32 bits each, the lowest byte first.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut network = Network::zero();
        let count = network.weights().count();
        if bytes.len() != count * 4 {
            let reason = format!("a network has {} bytes, not {}", count * 4, bytes.len());
            return Err(NetworkError(reason));
        }
        for (weight, bytes) in network.weights_mut().zip(bytes.chunks_exact(4)) {
            *weight = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        if !network.weights().all(|weight| weight.is_finite()) {
            return Err(NetworkError("a weight is no number".into()));
        }
        Ok(network)
    }

    /// Writes the weights as [`Network::from_bytes`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// What the hidden layers say.
    #[inline]
    pub fn hidden(&self, features: &Features) -> ([f32; FIRST], [f32; SECOND]) {
        let mut first = self.first_bias;
        add_up(&mut first, &self.first, features);
        let mut second = self.second_bias;
        add_up(&mut second, &self.second, &first);
        (first, second)
    }

    /// The value, between 0 and 1.
    #[inline]
    pub fn value(&self, features: &Features) -> f32 {
        let (_, second) = self.hidden(features);
        let products = second.iter().zip(&self.last).map(|(unit, weight)| unit * weight);
        let sum = products.fold(self.last_bias, |sum, product| sum + product);
        1.0 / (1.0 + libm::expf(-sum))
    }
}

/// Adds the weighted inputs to the units, and clips them. What is 0 adds nothing.
#[inline]
fn add_up<const UNITS: usize>(units: &mut [f32; UNITS], weights: &[[f32; UNITS]], inputs: &[f32]) {
    for (&input, row) in inputs.iter().zip(weights) {
        if input != 0.0 {
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += input * weight);
        }
    }
    units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, CLIP));
}

/// The greatest output of a unit.
pub const CLIP: f32 = 4.0;
