//! `fogbound arena --best-response`

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use fogbound_arena::exact::{Moment, Solver, best_fugitive, best_hunters, payoff};
use fogbound_arena::{
    Entrant, GameResult, Interval, Pairing, RunId, Sampled, Searching, Task, can_respond, mean_interval,
    respond,
};
use fogbound_engine::{BotSpec, Budget};
use fogbound_rules::Side;
use serde_json::json;

use super::report::{Report, percent, rate_words};
use super::{Args, cells};
use crate::failure::Failure;

/// What a best response does not go with.
const OTHERS: [&str; 5] = ["fugitive", "hunters", "matrix", "gauntlet", "sprt"];

#[derive(clap::Args)]
pub(super) struct BestResponseArgs {
    /// How much a bot gives away to somebody who knows how it decides: a lower bound by search, or the
    /// truth with --exact.
    #[arg(
        long,
        value_name = "BOT",
        conflicts_with_all = OTHERS
    )]
    best_response: Option<String>,
    /// Look at the whole game: for small ones.
    #[arg(
        long,
        requires = "best_response",
        conflicts_with_all = [
            "games", "nodes", "usual", "record", "results", "threads",
            "fugitive", "hunters", "matrix", "gauntlet", "sprt"
        ]
    )]
    exact: bool,
    /// How many decisions of the bot may be asked for, for each decision of the one who responds.
    #[arg(long, value_name = "N", default_value_t = 300, requires = "best_response", conflicts_with_all = OTHERS,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// With how many seeds the bot is asked for one decision; by default 4, with --exact 64.
    #[arg(long, value_name = "K", requires = "best_response", conflicts_with_all = OTHERS,
        value_parser = clap::value_parser!(u64).range(1..=100_000))]
    seeds: Option<u64>,
    /// Who else plays the same starts, to compare with; by default phantom or inspector with 1,000
    /// nodes.
    #[arg(long, value_name = "BOT", requires = "best_response", conflicts_with_all = OTHERS)]
    usual: Option<String>,
}

impl BestResponseArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        self.best_response.is_some()
    }
}

/// How often both sides learn before the value of a game is told.
const LEARNING: u64 = 400;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let text = args.best_response.best_response.as_deref().unwrap_or_default();
    let policy = own_bot(text)?;
    let plays = |side: &Side| Entrant::Own(policy).plays(*side);
    let sides: Vec<Side> = args.sides().into_iter().filter(plays).collect();
    if sides.is_empty() {
        return Err(Failure::usage(format!("'{policy}' does not play that side")));
    }
    match (args.best_response.exact, &sides[..]) {
        (true, sides) => exact(args, policy, sides),
        (false, [side]) => searched(args, policy, *side),
        (false, _) => {
            let reason = format!("'{policy}' plays both sides: say which with --side");
            Err(Failure::usage(reason))
        }
    }
}

/// A bot of ours that counts nodes: only what it decides can be asked for.
fn own_bot(text: &str) -> Result<BotSpec, Failure> {
    match text.parse::<Entrant>().map_err(Failure::usage)? {
        Entrant::External(_) => {
            Err(Failure::usage("only a bot that comes with the program can be asked"))
        }
        Entrant::Own(spec) => match spec.budget() {
            Budget::Nodes(_) => Ok(spec),
            Budget::Time(_) => Err(Failure::usage(format!(
                "'{spec}' thinks by the clock: give it nodes, as {}:nodes=100",
                spec.name.name()
            ))),
        },
    }
}

/// Looks at the whole game, and tells what best play and what the best responses bring.
fn exact(args: &Args, policy: BotSpec, sides: &[Side]) -> Result<(), Failure> {
    let rules = args.rules.rules(args.pieces)?;
    let started = Instant::now();
    let seeds = args.best_response.seeds.unwrap_or(64);
    let beginnings = Moment::beginnings(&rules).map_err(Failure::usage)?;
    let mut solver = Solver::new(&beginnings).map_err(Failure::usage)?;
    let moments = solver.moments();
    solver.learn(LEARNING);
    let mut solution = solver.solution();
    let low = best_hunters(&beginnings, &mut solution).map_err(Failure::check)?;
    let high = best_fugitive(&beginnings, &mut solution).map_err(Failure::check)?;
    let value = (low + high) / 2.0;
    let mut found = vec![];
    for &side in sides {
        let mut sampled = Sampled::new(policy, args.seed, seeds);
        let escape = match side {
            Side::Fugitive => best_hunters(&beginnings, &mut sampled),
            Side::Hunters => best_fugitive(&beginnings, &mut sampled),
        };
        let escape = escape.map_err(Failure::check)?;
        let exploitability = (payoff(escape) - payoff(value)).abs();
        found.push((side, escape, exploitability, sampled.asked()));
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut out = std::io::stdout().lock();
    if args.json {
        let sides = found.iter().map(|(side, escape, exploitability, asked)| {
            json!({"side": side, "escape": escape, "exploitability": exploitability, "asked": asked})
        });
        let object = json!({
            "edition": rules.edition().id, "board": rules.board().id(), "pieces": rules.detectives(),
            "bot": policy.to_string(), "seed": args.seed, "seeds": seeds, "moments": moments,
            "value": value, "value_low": low, "value_high": high,
            "sides": sides.collect::<Vec<_>>(), "seconds": seconds,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{}, {} detectives, {moments} moments", rules.edition().id, rules.detectives())?;
    writeln!(
        out,
        "best play of both sides: he escapes in {:.2} % ({:.2} to {:.2})",
        100.0 * value,
        100.0 * low,
        100.0 * high
    )?;
    for (side, escape, exploitability, asked) in found {
        let words = match side {
            Side::Fugitive => "against the best hunters he escapes in",
            Side::Hunters => "the best fugitive escapes in",
        };
        writeln!(out, "{side} {policy}: {words} {:.2} %", 100.0 * escape)?;
        writeln!(
            out,
            "  exploitability {exploitability:.4} (payoff 1 and -1), {asked} decisions asked for"
        )?;
    }
    Ok(())
}

/// Where the games of the two are among the pairings.
const RESPONSE: usize = 0;
const USUAL: usize = 1;

/// Plays games against somebody who knows the bot, and the same starts against our usual opponent.
fn searched(args: &Args, policy: BotSpec, side: Side) -> Result<(), Failure> {
    let default = match side {
        Side::Fugitive => "inspector:nodes=1000",
        Side::Hunters => "phantom:nodes=1000",
    };
    let usual = args.best_response.usual.as_deref().unwrap_or(default);
    let usual: Entrant = usual.parse().map_err(Failure::usage)?;
    if !usual.plays(side.other()) {
        return Err(Failure::usage(format!("'{usual}' does not play the {}", side.other())));
    }
    let pairing = match side {
        Side::Fugitive => Pairing { fugitive: Entrant::Own(policy), hunters: usual },
        Side::Hunters => Pairing { fugitive: usual, hunters: Entrant::Own(policy) },
    };
    // The first is played by the one who knows; only its name is another.
    let arena = args.arena(vec![pairing.clone(), pairing])?;
    if !can_respond(&arena.rules, side.other()) {
        return Err(Failure::usage(
            "hunters cannot follow the secrets of a case: choose another edition",
        ));
    }
    let searching =
        Searching { asks: args.best_response.nodes, seeds: args.best_response.seeds.unwrap_or(4) };
    let mut id = RunId::of(&arena);
    let name = format!("best-response:nodes={}:seeds={}", searching.asks, searching.seeds);
    match side {
        Side::Fugitive => id.bots[RESPONSE].1 = name,
        Side::Hunters => id.bots[RESPONSE].0 = name,
    }
    let (decisions, asked) = (AtomicU64::new(0), AtomicU64::new(0));
    let play_one = |task: Task| match task.pairing {
        RESPONSE => {
            let place = (arena.seed, task.start);
            let (played, cost) = respond(&arena.rules, place, policy, side.other(), searching);
            decisions.fetch_add(cost.decisions, Ordering::Relaxed);
            asked.fetch_add(cost.asked, Ordering::Relaxed);
            played
        }
        _ => arena.play(task),
    };
    let started = Instant::now();
    let (results, played_now) = args.play_until(&arena, &id, play_one, |_, _| false)?;
    let cells = cells(&arena, &results);
    let seconds = started.elapsed().as_secs_f64();
    let report = Report { arena: &arena, entrants: &[], cells: &cells, played_now, seconds };
    let gain = gain(&results, side.other());
    let cost = [decisions.into_inner(), asked.into_inner()];
    let searched = Searched { policy, side, gain, cost, id };
    match args.json {
        true => searched.print_json(&report),
        false => searched.print_words(&report),
    }
}

/// What the one who knows won more often than the usual opponent on the same starts, with its interval.
fn gain(results: &BTreeMap<Task, GameResult>, responding: Side) -> (f64, Option<Interval>) {
    let won = |start, pairing| {
        results.get(&Task { start, pairing }).map(|result| i64::from(result.winner == responding))
    };
    let starts = results.keys().filter(|task| task.pairing == RESPONSE).map(|task| task.start);
    let more = starts.filter_map(|start| Some(won(start, RESPONSE)? - won(start, USUAL)?));
    let (mut count, mut sum, mut squares) = (0, 0, 0);
    for more in more {
        (count, sum, squares) = (count + 1, sum + more, squares + more * more);
    }
    (sum as f64 / count.max(1) as f64, mean_interval(count, sum, squares))
}

struct Searched {
    policy: BotSpec,
    side: Side,
    gain: (f64, Option<Interval>),
    cost: [u64; 2],
    id: RunId,
}

impl Searched {
    fn print_json(&self, report: &Report<'_>) -> Result<(), Failure> {
        let mut object = report.frame_json();
        let (gain, interval) = self.gain;
        let mut cells = [RESPONSE, USUAL].map(|pairing| report.cell_json(&report.cells[pairing]));
        let (fugitive, hunters) = &self.id.bots[RESPONSE];
        cells[RESPONSE]["fugitive"] = fugitive.as_str().into();
        cells[RESPONSE]["hunters"] = hunters.as_str().into();
        object["bot"] = self.policy.to_string().into();
        object["side"] = json!(self.side);
        let [response, usual] = cells;
        (object["best_response"], object["usual"]) = (response, usual);
        object["gain"] = gain.into();
        object["gain_low"] = interval.map(|interval| interval.low).into();
        object["gain_high"] = interval.map(|interval| interval.high).into();
        let [decisions, asked] = self.cost;
        object["cost"] = json!({"decisions": decisions, "asked": asked});
        writeln!(std::io::stdout().lock(), "{object}")?;
        Ok(())
    }

    fn print_words(&self, report: &Report<'_>) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        report.head(&mut out)?;
        writeln!(out, "the fugitive's wins in %, with 95 % intervals")?;
        for (pairing, (fugitive, hunters)) in self.id.bots.iter().enumerate() {
            let rate = rate_words(&report.cells[pairing].tally);
            writeln!(out, "{fugitive} against {hunters}: {rate}")?;
        }
        let (gain, interval) = self.gain;
        let interval = interval.map_or(String::new(), |interval| {
            format!(" ({} to {})", percent(interval.low), percent(interval.high))
        });
        writeln!(
            out,
            "who knows {} wins {}{interval} points more of a hundred",
            self.policy,
            percent(gain)
        )?;
        let [decisions, asked] = self.cost;
        writeln!(out, "{asked} decisions of the bot were asked for, for {decisions} decisions")?;
        Ok(())
    }
}
