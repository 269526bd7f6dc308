//! Fitting: Adam on the logistic loss, one thread, the same weights from the same games and seed.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use fogbound_engine::value::{CLIP, FEATURES, FIRST, Features, Network, SECOND};
use fogbound_rules::Rng;

use crate::samples::{self, Samples};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Where the weights go; they are written after each pass that is the best so far.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on from these weights.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// How often every position is seen.
    #[arg(long, default_value_t = 8)]
    passes: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much the end of a game counts against what was found by searches on the way to it: 1 is
    /// the end alone, 0 the next search alone.
    #[arg(long, default_value_t = 1.0)]
    lambda: f32,
    /// The first rate of learning; it falls to a twentieth.
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
}

const BATCH: usize = 256;
/// How much of every step goes into the mean of the weights.
const SETTLING: f32 = 0.002;
/// How much weights are drawn to 0.
const DECAY: f32 = 1e-5;

pub(crate) fn run(args: &Args) -> Result<(), String> {
    let begun = Instant::now();
    let split = samples::read(&args.games, args.lambda)?;
    let (taught, held_out) = (&split.taught, &split.held_out);
    eprintln!(
        "{} games: {} positions, {} held out; {:.0} s",
        split.games,
        taught.len(),
        held_out.len(),
        begun.elapsed().as_secs_f64()
    );
    let mut rng = Rng::new(args.seed);
    let mut network = match &args.from {
        Some(path) => crate::read_network(path)?,
        None => begin(&mut rng),
    };
    let mut adam = Adam::new(network.weights().count());
    let mut order: Vec<u32> = (0..taught.len() as u32).collect();
    let steps = args.passes * taught.len().div_ceil(BATCH);
    let mut best = f64::INFINITY;
    // What is kept is a mean of the weights of late: one step makes them better for some games and worse for others.
    let mut settled = network.clone();
    for pass in 1..=args.passes {
        for index in 1..order.len() {
            order.swap(index, rng.below(index + 1));
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut slope = Network::zero();
            for &index in batch {
                let index = index as usize;
                loss += learn(&network, taught.features(index), taught.targets[index], &mut slope);
            }
            let progress = adam.steps as f32 / steps as f32;
            let rate = args.rate * (1.0 - 0.95 * progress);
            adam.step(network.weights_mut(), slope.weights(), rate, batch.len());
            let share = SETTLING.max(1.0 / adam.steps as f32);
            for (mean, weight) in settled.weights_mut().zip(network.weights()) {
                *mean += (weight - *mean) * share;
            }
        }
        let report = judge(&settled, held_out);
        eprintln!(
            "pass {pass}: loss {:.4}, held out {:.4}, AUC {:.4}; {:.0} s",
            loss / taught.len() as f64,
            report.loss,
            report.auc,
            begun.elapsed().as_secs_f64()
        );
        if report.loss < best {
            best = report.loss;
            fs::write(&args.out, settled.to_bytes())
                .map_err(|error| format!("cannot write {}: {error}", args.out.display()))?;
        }
        if pass == args.passes {
            for (kind, edition) in held_out.editions.iter().enumerate() {
                let report = judge_kind(&settled, held_out, Some(kind as u8));
                eprintln!(
                    "  {edition}: {} positions, mean {:.3}, loss {:.4}, AUC {:.4}",
                    report.count, report.mean, report.loss, report.auc
                );
            }
        }
    }
    Ok(())
}

/// Small random weights.
fn begin(rng: &mut Rng) -> Network {
    let mut network = Network::zero();
    let mut draw = |inputs: usize| {
        let even = (rng.bits() >> 40) as f32 / (1 << 24) as f32;
        (even * 2.0 - 1.0) * (3.0 / inputs as f32).sqrt()
    };
    network.first.iter_mut().flatten().for_each(|weight| *weight = draw(FEATURES / 2));
    network.second.iter_mut().flatten().for_each(|weight| *weight = draw(FIRST));
    network.last.iter_mut().for_each(|weight| *weight = draw(SECOND));
    network.first_bias.iter_mut().for_each(|bias| *bias = 0.1);
    network.second_bias.iter_mut().for_each(|bias| *bias = 0.1);
    network
}

/// Adds the slope of the loss at one position; gives the loss.
fn learn(network: &Network, features: &Features, target: f32, slope: &mut Network) -> f64 {
    let (first, second) = network.hidden(features);
    let sum = second.iter().zip(&network.last).map(|(unit, weight)| unit * weight).sum::<f32>();
    let value = 1.0 / (1.0 + (-(sum + network.last_bias)).exp());
    let error = value - target;
    slope.last_bias += error;
    let mut back = [0.0; SECOND];
    for unit in 0..SECOND {
        slope.last[unit] += error * second[unit];
        let open = second[unit] > 0.0 && second[unit] < CLIP;
        back[unit] = if open { error * network.last[unit] } else { 0.0 };
        slope.second_bias[unit] += back[unit];
    }
    let mut back_first = [0.0; FIRST];
    for unit in 0..FIRST {
        if first[unit] == 0.0 {
            continue;
        }
        let mut sum = 0.0;
        let rows = slope.second[unit].iter_mut().zip(&network.second[unit]);
        for ((slope, weight), back) in rows.zip(&back) {
            *slope += first[unit] * back;
            sum += weight * back;
        }
        back_first[unit] = if first[unit] < CLIP { sum } else { 0.0 };
        slope.first_bias[unit] += back_first[unit];
    }
    for (&input, row) in features.iter().zip(&mut slope.first) {
        if input != 0.0 {
            row.iter_mut().zip(&back_first).for_each(|(slope, back)| *slope += input * back);
        }
    }
    cross_entropy(value, target)
}

fn cross_entropy(value: f32, target: f32) -> f64 {
    let value = f64::from(value.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * value.ln() + (1.0 - target) * (1.0 - value).ln())
}

/// Adam, with the usual constants.
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    pub(crate) steps: u32,
}

impl Adam {
    pub(crate) fn new(count: usize) -> Adam {
        Adam { means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    pub(crate) fn step<'a>(
        &mut self,
        weights: impl Iterator<Item = &'a mut f32>,
        slopes: impl Iterator<Item = &'a f32>,
        rate: f32,
        batch: usize,
    ) {
        self.steps += 1;
        let (keep, keep_square) = (0.9f32, 0.999f32);
        let warm = 1.0 - keep.powi(self.steps as i32);
        let warm_square = 1.0 - keep_square.powi(self.steps as i32);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.zip(slopes).zip(moments) {
            let slope = slope / batch as f32;
            *mean = keep * *mean + (1.0 - keep) * slope;
            *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
            let step = *mean / warm / ((*square / warm_square).sqrt() + 1e-8);
            *weight -= rate * (step + DECAY * 100.0 * *weight);
        }
    }
}

struct Report {
    count: usize,
    mean: f64,
    loss: f64,
    auc: f64,
}

fn judge(network: &Network, samples: &Samples) -> Report {
    judge_kind(network, samples, None)
}

fn judge_kind(network: &Network, samples: &Samples, kind: Option<u8>) -> Report {
    let mut values = vec![];
    let (mut loss, mut sum) = (0.0, 0.0);
    for index in 0..samples.len() {
        if kind.is_some_and(|kind| kind != samples.kinds[index]) {
            continue;
        }
        let (value, target) = (network.value(samples.features(index)), samples.ends[index]);
        loss += cross_entropy(value, target);
        sum += f64::from(target);
        values.push((value, target));
    }
    let count = values.len();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    // How often a game that was won is held better than one that was lost.
    let (mut lost, mut won, mut ordered) = (0.0, 0.0, 0.0);
    for (_, target) in values {
        if target > 0.5 {
            won += 1.0;
            ordered += lost;
        } else {
            lost += 1.0;
        }
    }
    let each = count.max(1) as f64;
    Report { count, mean: sum / each, loss: loss / each, auc: ordered / f64::max(won * lost, 1.0) }
}
