//! `fogbound board`

use std::io::Write;

use fogbound_drawing::{self as drawing, Theme};
use fogbound_rules::{Board, Mark, Quarter, Station, Transport, Transports};

use crate::failure::Failure;
use crate::rules;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound board london
  fogbound board compact --json
  fogbound board victorian --svg --theme night > victorian.svg
  fogbound board my-board.toml")]
pub(crate) struct Args {
    /// The board: london, london-1983, victorian, compact, or a file of your own.
    #[arg(value_name = "NAME|FILE")]
    name: String,
    /// Print JSON.
    #[arg(long, conflicts_with = "svg")]
    json: bool,
    /// Print a picture.
    #[arg(long)]
    svg: bool,
    /// The colours of the picture.
    #[arg(long, value_enum, default_value = "day", requires = "svg")]
    theme: ThemeArg,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ThemeArg {
    Day,
    Night,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let board = rules::board(&args.name)?;
    let mut out = std::io::stdout().lock();
    if args.svg {
        let theme = match args.theme {
            ThemeArg::Day => Theme::Day,
            ThemeArg::Night => Theme::Night,
        };
        writeln!(out, "{}", drawing::svg(&board, theme).trim_end())?;
    } else if args.json {
        writeln!(out, "{}", serde_json::to_string(&board.to_json()).map_err(Failure::usage)?)?;
    } else {
        describe(&board, &mut out)?;
    }
    Ok(())
}

fn describe(board: &Board, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{}: {}", board.id(), board.title())?;
    if let Some(note) = board.note() {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "\n{} stations, {} lines\n", board.stations().len(), board.lines().len())?;
    writeln!(out, "{:<28}{:>8}{:>8}  greatest distance", "network", "stations", "lines")?;
    for transport in Transport::ALL {
        let (stops, lines) = board.network(transport);
        if lines > 0 {
            let far = farthest(board, Transports::only(transport));
            writeln!(out, "{transport:<28}{stops:>8}{lines:>8}  {far}")?;
        }
    }
    let land = board.lines().iter().filter(|line| line.transport != Transport::Ferry);
    let mut pairs: Vec<_> = land.map(|line| (line.a, line.b)).collect();
    pairs.sort();
    pairs.dedup();
    let all = farthest(board, Transports::LAND);
    let (stations, count) = (board.stations().len(), pairs.len());
    writeln!(out, "{:<28}{stations:>8}{count:>8}  {all}", "all but the ferry (pairs)")?;
    describe_stations(board, out)
}

/// The greatest distance in a network, with a pair of stations that far apart.
fn farthest(board: &Board, transports: Transports) -> String {
    let mut best = (0, None);
    for from in board.stations() {
        let distances = board.distances_over(transports, from);
        for to in board.stations() {
            let steps = distances[usize::from(to.number())];
            if steps != Board::UNREACHABLE && steps > best.0 {
                best = (steps, Some((from, to)));
            }
        }
    }
    best.1.map_or(String::new(), |(from, to)| format!("{} ({from}-{to})", best.0))
}

fn describe_stations(board: &Board, out: &mut impl Write) -> std::io::Result<()> {
    let list =
        |stations: Vec<Station>| stations.iter().map(Station::to_string).collect::<Vec<_>>().join(" ");
    let stops = |transport| {
        let stops = board.stations().into_iter();
        list(stops.filter(|&station| board.transports(station).contains(transport)).collect())
    };
    writeln!(out, "\nunderground at {}", stops(Transport::Underground))?;
    writeln!(out, "ferry at {}", stops(Transport::Ferry))?;
    for mark in Mark::ALL.into_iter().filter(|&mark| !board.marked(mark).is_empty()) {
        writeln!(out, "{} at {}", mark.name(), list(board.marked(mark).into_iter().collect()))?;
    }
    for quarter in Quarter::ALL.into_iter().filter(|&quarter| !board.quarter(quarter).is_empty()) {
        let stations = board.quarter(quarter);
        writeln!(out, "quarter {} ({} stations)", quarter.name(), stations.len())?;
    }
    let cards = board.cards();
    let tiles: Vec<_> = cards.tiles.iter().map(|(first, second)| format!("{first}/{second}")).collect();
    for (name, cards) in [
        ("start cards of all", list(cards.common.clone())),
        ("start cards of the hunters", list(cards.hunters.clone())),
        ("start cards of the fugitive", list(cards.fugitive.clone())),
        ("start tiles of the fugitive", tiles.join(" ")),
        ("start numbers on tickets", list(cards.tickets.clone())),
    ] {
        if !cards.is_empty() {
            writeln!(out, "{name}: {cards}")?;
        }
    }
    Ok(())
}
