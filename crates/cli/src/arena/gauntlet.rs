//! `fogbound arena --gauntlet`

use std::io::Write;
use std::time::Instant;

use fogbound_arena::{Cell, Entrant, Field, Gauntlet, Pairing, Standing};
use fogbound_rules::Side;
use serde_json::{Value, json};

use super::report::{Report, forfeit_words, percent, rate_words, score_words, short};
use super::{Args, cells, entrants};
use crate::failure::Failure;

/// What a gauntlet does not go with. What belongs to it names them too: an argument that is required but
/// stands against one that is there is not missed.
const OTHERS: [&str; 5] = ["fugitive", "hunters", "matrix", "sprt", "best_response"];

#[derive(clap::Args)]
pub(super) struct GauntletArgs {
    /// New bots against a fixed field: their Elo, counted from the anchor of each side.
    #[arg(
        long,
        value_name = "BOT,BOT,...",
        conflicts_with_all = OTHERS
    )]
    gauntlet: Vec<String>,
    /// Another field: the first bot of each side is its anchor.
    #[arg(long, value_name = "BOT,BOT,...", requires = "gauntlet", conflicts_with_all = OTHERS)]
    field: Vec<String>,
}

impl GauntletArgs {
    pub(super) fn is_asked_for(&self) -> bool {
        !self.gauntlet.is_empty()
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let candidates = entrants(&args.gauntlet.gauntlet)?;
    let edition = args.rules.edition()?.id.clone();
    let field = match args.gauntlet.field.is_empty() {
        true => Field::of(&edition),
        false => Field::among(&entrants(&args.gauntlet.field)?),
    };
    let sides = args.sides().into_iter();
    let gauntlets: Vec<Gauntlet> =
        sides.filter_map(|side| Gauntlet::new(side, &candidates, &field)).collect();
    if gauntlets.is_empty() {
        return Err(Failure::usage(
            "nobody can run the gauntlet: it needs a new bot, and a field with an anchor beside it and \
             opponents of the other side",
        ));
    }
    let pairings: Vec<Pairing> = gauntlets.iter().flat_map(Gauntlet::pairings).collect();
    let arena = args.arena(pairings)?;
    let started = Instant::now();
    let (results, played_now) = args.play(&arena)?;
    let all = cells(&arena, &results);
    let seconds = started.elapsed().as_secs_f64();
    let report = Report { arena: &arena, entrants: &[], cells: &all, played_now, seconds };
    let mut first = 0;
    let of_each: Vec<(&Gauntlet, &[Cell])> = gauntlets
        .iter()
        .map(|gauntlet| {
            let count = gauntlet.runners.len() * gauntlet.opponents.len();
            first += count;
            (gauntlet, &all[first - count..first])
        })
        .collect();
    match args.json {
        true => print_json(&report, &of_each),
        false => print_words(&report, &of_each),
    }
}

/// The part of its games that a runner won, over all opponents: games and wins.
fn totals(side: Side, standing: &Standing<'_>) -> (u64, u64) {
    let games = standing.cells.iter().map(|cell| cell.tally.games).sum();
    let wins = standing.cells.iter().map(|cell| match side {
        Side::Fugitive => cell.tally.fugitive_wins,
        Side::Hunters => cell.tally.hunters_wins(),
    });
    (games, wins.sum())
}

fn print_json(report: &Report<'_>, gauntlets: &[(&Gauntlet, &[Cell])]) -> Result<(), Failure> {
    let mut object = report.frame_json();
    let sides = gauntlets.iter().map(|(gauntlet, cells)| {
        let bots = gauntlet.standings(cells).into_iter().map(|standing| {
            let (games, wins) = totals(gauntlet.side, &standing);
            let interval = standing.rating.interval;
            json!({
                "bot": standing.runner.to_string(), "anchor": interval.is_none(),
                "elo": standing.rating.elo,
                "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
                "games": games, "wins": wins,
                "cells": standing.cells.iter().map(|cell| report.cell_json(cell)).collect::<Vec<_>>(),
            })
        });
        json!({"side": gauntlet.side, "bots": bots.collect::<Vec<_>>()})
    });
    object["sides"] = sides.collect::<Vec<Value>>().into();
    writeln!(std::io::stdout().lock(), "{object}")?;
    Ok(())
}

fn print_words(report: &Report<'_>, gauntlets: &[(&Gauntlet, &[Cell])]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    report.head(&mut out)?;
    for (gauntlet, cells) in gauntlets {
        let side = gauntlet.side;
        let anchor = &gauntlet.runners[0];
        writeln!(out, "\n{side}: Elo counted from {anchor}, with 95 % intervals")?;
        let names = gauntlet.runners.iter().chain(&gauntlet.opponents);
        let width = names.map(|entrant| short(entrant).chars().count()).max().unwrap_or(0);
        let standings = gauntlet.standings(cells);
        for standing in &standings {
            let (games, wins) = totals(side, standing);
            let elo = match standing.rating.interval {
                None => format!("{:>6}", 0),
                Some(interval) => format!(
                    "{:>+6.0} ({:+.0} to {:+.0})",
                    standing.rating.elo, interval.low, interval.high
                ),
            };
            let rate = percent(wins as f64 / games.max(1) as f64);
            let runner = short(standing.runner);
            writeln!(out, "{runner:<width$}  {elo:<24} won {wins} of {games} = {rate} %")?;
        }
        writeln!(out, "the fugitive's wins in %, with 95 % intervals")?;
        for cell in standings.iter().flat_map(|standing| &standing.cells) {
            let (fugitive, hunters) = (short(&cell.pairing.fugitive), short(&cell.pairing.hunters));
            let score = score_words(&cell.tally).map_or(String::new(), |score| format!("  {score}"));
            let rate = rate_words(&cell.tally);
            writeln!(out, "{fugitive:<width$} against {hunters:<width$}  {rate}{score}")?;
        }
        for cell in cells.iter() {
            let Pairing { fugitive, hunters } = &cell.pairing;
            forfeit_words(&mut out, &title(fugitive, hunters), &cell.tally)?;
        }
    }
    Ok(())
}

fn title(fugitive: &Entrant, hunters: &Entrant) -> String {
    format!(" of {fugitive} against {hunters}")
}
