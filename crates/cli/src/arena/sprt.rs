//! `fogbound arena --sprt`

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use fogbound_arena::{Cell, Entrant, GameResult, Hypotheses, Pair, Pairing, Sprt, Task, Verdict};
use fogbound_rules::Side;
use serde_json::json;

use super::report::{Report, forfeit_words, rate_words, score_words};
use super::{Args, cells};
use crate::failure::Failure;

/// What a test does not go with.
const OTHERS: [&str; 5] = ["fugitive", "hunters", "matrix", "gauntlet", "best_response"];

#[derive(clap::Args)]
pub(super) struct SprtArgs {
    /// A test that stops as soon as it is clear whether a candidate is better than a baseline by LOW
    /// or by HIGH: Elo, or points where points are counted.
    #[arg(
        long,
        value_name = "LOW,HIGH",
        allow_hyphen_values = true,
        requires_all = ["candidate", "baseline", "against"],
        conflicts_with_all = OTHERS
    )]
    sprt: Option<String>,
    /// Who is to be better.
    #[arg(long, value_name = "BOT", requires = "sprt", conflicts_with_all = OTHERS)]
    candidate: Option<String>,
    /// Than whom.
    #[arg(long, value_name = "BOT", requires = "sprt", conflicts_with_all = OTHERS)]
    baseline: Option<String>,
    /// Whom both play, on the same starts.
    #[arg(long, value_name = "BOT", requires = "sprt", conflicts_with_all = OTHERS)]
    against: Option<String>,
}

impl SprtArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.sprt.is_some()
    }

    fn hypotheses(&self) -> Result<Hypotheses, Failure> {
        let text = self.sprt.as_deref().unwrap_or_default();
        let numbers = text.split_once(',').and_then(|(low, high)| {
            Hypotheses::new(low.trim().parse().ok()?, high.trim().parse().ok()?)
        });
        numbers.ok_or_else(|| {
            Failure::usage(format!("--sprt is two numbers, the smaller first, as 0,30, not '{text}'"))
        })
    }
}

/// Where the games of the two are among the pairings.
const CANDIDATE: usize = 0;
const BASELINE: usize = 1;

/// The test, taken through all starts that both have played, in their order.
struct Progress {
    sprt: Sprt,
    side: Side,
    next: u64,
}

impl Progress {
    fn follow(&mut self, results: &BTreeMap<Task, GameResult>) {
        loop {
            let of = |pairing| results.get(&Task { start: self.next, pairing });
            let (Some(candidate), Some(baseline)) = (of(CANDIDATE), of(BASELINE)) else { return };
            self.sprt.add(pair(self.side, candidate, baseline));
            self.next += 1;
        }
    }
}

fn pair(side: Side, candidate: &GameResult, baseline: &GameResult) -> Pair {
    match (candidate.score, baseline.score) {
        (Some(candidate), Some(baseline)) => {
            let more = i64::from(candidate) - i64::from(baseline);
            Pair::Points(if side == Side::Fugitive { more } else { -more })
        }
        _ => Pair::Wins { candidate: candidate.winner == side, baseline: baseline.winner == side },
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let hypotheses = args.sprt.hypotheses()?;
    let bot = |text: &Option<String>| -> Result<Entrant, Failure> {
        text.as_deref().unwrap_or_default().parse().map_err(Failure::usage)
    };
    let (candidate, baseline) = (bot(&args.sprt.candidate)?, bot(&args.sprt.baseline)?);
    let against = bot(&args.sprt.against)?;
    if candidate == baseline {
        return Err(Failure::usage("candidate and baseline are the same bot"));
    }
    let side = side(args, [&candidate, &baseline], &against)?;
    let pairing = |bot: Entrant| match side {
        Side::Fugitive => Pairing { fugitive: bot, hunters: against.clone() },
        Side::Hunters => Pairing { fugitive: against.clone(), hunters: bot },
    };
    let arena = args.arena(vec![pairing(candidate), pairing(baseline)])?;
    let started = Instant::now();
    let mut progress = Progress { sprt: Sprt::new(hypotheses), side, next: 1 };
    let id = fogbound_arena::RunId::of(&arena);
    let (mut results, played_now) = args.play_until(
        &arena,
        &id,
        |task| arena.play(task),
        |results, bar| {
            progress.follow(results);
            bar.set_message(format!(", LLR {:+.2}", progress.sprt.llr()));
            progress.sprt.verdict() != Verdict::Undecided
        },
    )?;
    // Games beyond the verdict do not count.
    results.retain(|task, _| task.start <= progress.sprt.pairs());
    let cells = cells(&arena, &results);
    let seconds = started.elapsed().as_secs_f64();
    let played_now = played_now.min(results.len() as u64);
    let report = Report { arena: &arena, entrants: &[], cells: &cells, played_now, seconds };
    match args.json {
        true => print_json(&report, &cells, &progress, hypotheses),
        false => print_words(&report, &cells, &progress, hypotheses),
    }
}

/// The side that the two play: the only one that all three allow, or the one that was said.
fn side(args: &Args, both: [&Entrant; 2], against: &Entrant) -> Result<Side, Failure> {
    let can = |side: &Side| both.iter().all(|bot| bot.plays(*side)) && against.plays(side.other());
    let sides: Vec<Side> = args.sides().into_iter().filter(can).collect();
    match sides[..] {
        [side] => Ok(side),
        [] => Err(Failure::usage("there is no side that both play against that opponent")),
        _ => {
            Err(Failure::usage("they play both sides: say which with --side fugitive or --side hunters"))
        }
    }
}

fn print_json(
    report: &Report<'_>,
    cells: &[Cell],
    progress: &Progress,
    hypotheses: Hypotheses,
) -> Result<(), Failure> {
    let mut object = report.frame_json();
    let (lower, upper) = Sprt::bounds();
    let Progress { sprt, side, .. } = progress;
    let [candidate_only, baseline_only] = sprt.only();
    object["sprt"] = json!({
        "side": side, "low": hypotheses.low, "high": hypotheses.high,
        "verdict": sprt.verdict().name(), "llr": sprt.llr(), "lower": lower, "upper": upper,
        "pairs": sprt.pairs(), "candidate_only": candidate_only, "baseline_only": baseline_only,
        "elo": sprt.elo(), "mean_points": sprt.mean_points(),
    });
    object["candidate"] = report.cell_json(&cells[CANDIDATE]);
    object["baseline"] = report.cell_json(&cells[BASELINE]);
    writeln!(std::io::stdout().lock(), "{object}")?;
    Ok(())
}

fn print_words(
    report: &Report<'_>,
    cells: &[Cell],
    progress: &Progress,
    hypotheses: Hypotheses,
) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    report.head(&mut out)?;
    let Progress { sprt, side, .. } = progress;
    let (lower, upper) = Sprt::bounds();
    let unit = if sprt.mean_points().is_some() { "points" } else { "Elo" };
    let Hypotheses { low, high } = hypotheses;
    let meaning = match sprt.verdict() {
        Verdict::Accepted => format!("better by {high} {unit} rather than by {low}"),
        Verdict::Rejected => format!("better by {low} {unit} rather than by {high}"),
        Verdict::Undecided => format!("better by {low} or by {high} {unit}"),
    };
    writeln!(out, "{}: {meaning}", sprt.verdict().name())?;
    writeln!(out, "LLR {:+.2} ({lower:.2} to {upper:.2}) after {} pairs", sprt.llr(), sprt.pairs())?;
    match (sprt.mean_points(), sprt.elo()) {
        (Some(mean), _) => writeln!(out, "on average {mean:+.2} points")?,
        (None, elo) => {
            let [candidate, baseline] = sprt.only();
            write!(out, "won by the candidate alone {candidate}, by the baseline alone {baseline}")?;
            writeln!(out, "{}", elo.map_or(String::new(), |elo| format!(": {elo:+.0} Elo")))?;
        }
    }
    writeln!(out, "the fugitive's wins in %, with 95 % intervals")?;
    for (who, cell) in [("candidate", &cells[CANDIDATE]), ("baseline", &cells[BASELINE])] {
        let Pairing { fugitive, hunters } = &cell.pairing;
        let bot = if *side == Side::Fugitive { fugitive } else { hunters };
        let score = score_words(&cell.tally).map_or(String::new(), |score| format!("  {score}"));
        writeln!(out, "{who:<9} {bot}: {}{score}", rate_words(&cell.tally))?;
        forfeit_words(&mut out, &format!(" of {fugitive} against {hunters}"), &cell.tally)?;
    }
    Ok(())
}
