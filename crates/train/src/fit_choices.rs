//! Fitting the learned choice to what searches preferred: Adam on the cross-entropy of their visits.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fogbound_engine::value::{
    ChoiceFeatures, ChoiceNetwork, Choices, Evaluator, Network, Outlook, Reach, SHARED, SINGLE, UNITS,
};
use fogbound_engine::{Odds, PossibleStations, alternatives};
use fogbound_rules::{Game, Rng, Side, Turn};

use crate::fit::Adam;
use crate::games::Kept;
use crate::samples::{each_game, is_held_out};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often every decision is seen.
    #[arg(long, default_value_t = 4)]
    passes: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The first rate of learning; it falls to a twentieth.
    #[arg(long, default_value_t = 0.003)]
    rate: f32,
}

/// Decisions of one side: for each the features of what could be decided, and the visits of a search.
#[derive(Default)]
struct Decisions {
    features: Vec<ChoiceFeatures>,
    shares: Vec<f32>,
    /// Where each decision ends in the two.
    ends: Vec<usize>,
}

impl Decisions {
    fn get(&self, index: usize) -> (&[ChoiceFeatures], &[f32]) {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        let range = begin..self.ends[index];
        (&self.features[range.clone()], &self.shares[range])
    }
}

const BATCH: usize = 64;

/// Of the hunters' decisions one of so many is looked at, as they are much alike.
const HUNTERS_EVERY: usize = 3;

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let begun = Instant::now();
    let mut taught: [Decisions; 2] = Default::default();
    let mut held_out: [Decisions; 2] = Default::default();
    let games = each_game(&args.games, |number, kept, game, reach| {
        let part = if is_held_out(number) { &mut held_out } else { &mut taught };
        collect(kept, game, reach, part)
    })?;
    let counts = [&taught, &held_out].map(|part| [part[0].ends.len(), part[1].ends.len()]);
    eprintln!("{games} games: decisions {counts:?}; {:.0} s", begun.elapsed().as_secs_f64());
    let mut rng = Rng::new(args.seed);
    let fitted = [Side::Fugitive, Side::Hunters].map(|side| {
        let (taught, held_out) = (&taught[side as usize], &held_out[side as usize]);
        fit(args, side, taught, held_out, &mut rng, begun)
    });
    fs::write(&args.out, Choices(fitted).to_bytes())
        .map_err(|error| format!("cannot write {}: {error}", args.out.display()))
}

/// Plays a game again, and takes the features of what was searched.
fn collect(
    kept: &Kept,
    game: &Game,
    reach: &Reach,
    decisions: &mut [Decisions; 2],
) -> Result<(), String> {
    let rules = game.rules();
    let mut again = Game::new(Arc::clone(rules), game.setup().clone()).map_err(|e| e.to_string())?;
    let mut view = again.hunters_view();
    let mut odds: Option<Odds> = None;
    let mut searched = kept.searched.iter().peekable();
    for (number, &play) in game.plays().iter().enumerate() {
        let found = searched.next_if(|found| found.step == number);
        if let Some(found) = found.filter(|found| found.his || number % HUNTERS_EVERY == 0) {
            let odds = odds
                .get_or_insert_with(|| Odds::learned(&view, Evaluator::new(rules, Network::trained())));
            odds.follow(&view);
            let possible = PossibleStations(odds.belief().possible());
            let position = again.position();
            let all = position.actions(rules);
            let actions = alternatives(rules, position, &possible);
            let own = position.fugitive().filter(|_| position.turn() == Turn::Fugitive);
            // In the tree the hunters know less and less how likely each station is.
            let weights = (!found.his && number % 2 == 0).then(|| odds.weights());
            let outlook =
                Outlook::new(rules, reach, position.public(), possible.0, own, weights, &actions);
            let part = &mut decisions[usize::from(!found.his)];
            let mut sum = 0.0;
            let begin = part.shares.len();
            for &action in &actions {
                let visits = found.visits.iter().find(|(index, _)| all[usize::from(*index)] == action);
                let visits = visits.map_or(0.0, |(_, visits)| f32::from(*visits));
                sum += visits;
                part.features.push(outlook.features(action));
                part.shares.push(visits);
            }
            if actions.len() < 2 || sum == 0.0 {
                part.features.truncate(begin);
                part.shares.truncate(begin);
            } else {
                part.shares[begin..].iter_mut().for_each(|share| *share /= sum);
                part.ends.push(part.shares.len());
            }
        }
        for event in again.play(play).map_err(|e| e.to_string())? {
            view.apply(event.for_hunters()).expect("a game's own events follow one another");
        }
    }
    Ok(())
}

fn fit(
    args: &Args,
    side: Side,
    taught: &Decisions,
    held_out: &Decisions,
    rng: &mut Rng,
    begun: Instant,
) -> ChoiceNetwork {
    let mut network = begin(rng);
    let mut adam = Adam::new(network.weights().count());
    let mut order: Vec<u32> = (0..taught.ends.len() as u32).collect();
    let steps = args.passes * order.len().div_ceil(BATCH);
    for pass in 1..=args.passes {
        for index in 1..order.len() {
            order.swap(index, rng.below(index + 1));
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut slope = ChoiceNetwork::zero();
            for &index in batch {
                let (features, shares) = taught.get(index as usize);
                loss += learn(&network, features, shares, Some(&mut slope)).0;
            }
            let rate = args.rate * (1.0 - 0.95 * adam.steps as f32 / steps as f32);
            adam.step(network.weights_mut(), slope.weights(), rate, batch.len());
        }
        let (mut held, mut least, mut same) = (0.0, 0.0, 0.0);
        for index in 0..held_out.ends.len() {
            let (features, shares) = held_out.get(index);
            let (loss, right) = learn(&network, features, shares, None);
            held += loss;
            same += f64::from(u8::from(right));
            least -= shares.iter().filter(|&&p| p > 0.0).map(|&p| f64::from(p * p.ln())).sum::<f64>();
        }
        let each = held_out.ends.len().max(1) as f64;
        eprintln!(
            "{side}, pass {pass}: loss {:.4}, held out {:.4} (visits themselves {:.4}), same favourite {:.3}; {:.0} s",
            loss / taught.ends.len().max(1) as f64,
            held / each,
            least / each,
            same / each,
            begun.elapsed().as_secs_f64()
        );
    }
    network
}

/// Small random weights.
fn begin(rng: &mut Rng) -> ChoiceNetwork {
    let mut network = ChoiceNetwork::zero();
    let mut draw = |inputs: usize| {
        let even = (rng.bits() >> 40) as f32 / (1 << 24) as f32;
        (even * 2.0 - 1.0) * (3.0 / inputs as f32).sqrt()
    };
    network.first.iter_mut().flatten().for_each(|weight| *weight = draw((SHARED + SINGLE) / 2));
    network.last.iter_mut().for_each(|weight| *weight = draw(UNITS));
    network.bias.iter_mut().for_each(|bias| *bias = 0.1);
    network
}

/// The loss of one decision, and whether the favourites are the same; adds the slope.
fn learn(
    network: &ChoiceNetwork,
    features: &[ChoiceFeatures],
    shares: &[f32],
    slope: Option<&mut ChoiceNetwork>,
) -> (f64, bool) {
    let hidden: Vec<[f32; UNITS]> = features.iter().map(|features| network.hidden(features)).collect();
    let score = |units: &[f32; UNITS]| units.iter().zip(&network.last).map(|(u, w)| u * w).sum::<f32>();
    let mut chances: Vec<f32> = hidden.iter().map(score).collect();
    let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    chances.iter_mut().for_each(|score| *score = (*score - most).exp());
    let all: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= all);
    let loss = chances.iter().zip(shares).filter(|(_, share)| **share > 0.0);
    let loss: f64 = loss.map(|(chance, share)| -f64::from(share * chance.max(1e-9).ln())).sum();
    let favourite = |of: &[f32]| (0..of.len()).max_by(|&a, &b| of[a].total_cmp(&of[b]));
    let right = favourite(&chances) == favourite(shares);
    let Some(slope) = slope else { return (loss, right) };
    for (index, units) in hidden.iter().enumerate() {
        let error = chances[index] - shares[index];
        let mut back = [0.0; UNITS];
        for unit in 0..UNITS {
            slope.last[unit] += error * units[unit];
            back[unit] = if units[unit] > 0.0 { error * network.last[unit] } else { 0.0 };
            slope.bias[unit] += back[unit];
        }
        for (&input, row) in features[index].iter().zip(&mut slope.first) {
            if input != 0.0 {
                row.iter_mut().zip(&back).for_each(|(slope, back)| *slope += input * back);
            }
        }
    }
    (loss, right)
}
