//! `fogbound starts`

use std::io::Write;
use std::path::PathBuf;

use fogbound_arena::{StartCell, Starts, starts};
use fogbound_rules::Library;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

#[derive(clap::Args)]
#[command(after_help = "Example:
  fogbound arena --edition modern --fugitive phantom:nodes=100 --hunters inspector:nodes=100 --games 1000 \\
                 --seed 1983 --results modern.jsonl
  fogbound starts modern.jsonl")]
pub(crate) struct Args {
    /// Results of arenas, as `--results` writes them. Those of one edition and number of detectives are added up.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let read = |path: &PathBuf| {
        std::fs::read(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
    };
    let journals: Vec<Vec<u8>> = args.files.iter().map(read).collect::<Result<_, _>>()?;
    let found = starts(journals.iter().map(Vec::as_slice), &Library::default())
        .map_err(|error| Failure::check(error.to_string()))?;
    let mut out = std::io::stdout().lock();
    if args.json {
        let all: Vec<Value> = found.iter().map(in_json).collect();
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&all).map_err(Failure::usage)?)?);
    }
    found.iter().try_for_each(|starts| print(starts, &mut out))?;
    Ok(())
}

fn in_json(starts: &Starts) -> Value {
    let cells = |each: Vec<(String, &StartCell)>| -> Map<String, Value> {
        each.into_iter().map(|(name, cell)| (name, json!(cell.told()))).collect()
    };
    json!({
        "edition": starts.edition,
        "detectives": starts.detectives,
        "bots": starts.bots,
        "all": starts.all.told(),
        "endings": starts.endings,
        "tiles": starts.tiles,
        "by_start": cells(starts.by_start.iter().map(|(at, cell)| (at.to_string(), cell)).collect()),
        "by_nearest": cells(starts.by_nearest.iter().map(|(n, cell)| (n.to_string(), cell)).collect()),
    })
}

fn print(starts: &Starts, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{}, {} detectives: he wins, of how many games, 95 % interval",
        starts.edition, starts.detectives
    )?;
    row("all", &starts.all, out)?;
    for (ending, games) in &starts.endings {
        writeln!(out, "    {ending}: {games}")?;
    }
    for (lines, cell) in &starts.by_nearest {
        row(&format!("nearest {lines}"), cell, out)?;
    }
    let start = if starts.tiles { "tile" } else { "start" };
    for (at, cell) in &starts.by_start {
        row(&format!("{start} {at}"), cell, out)?;
    }
    Ok(())
}

fn row(name: &str, cell: &StartCell, out: &mut impl Write) -> std::io::Result<()> {
    let told = cell.told();
    let thin = if told.thin { "  few games" } else { "" };
    writeln!(
        out,
        "  {name:<12} {:>5.1} %  of {:>5}  {:>5.1} to {:>5.1} %{thin}",
        100.0 * told.rate,
        told.games,
        100.0 * told.low,
        100.0 * told.high
    )
}
