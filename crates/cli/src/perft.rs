//! `fogbound perft`

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fogbound_rules::{Position, Rules, Setup, Station};
use serde_json::json;

use crate::failure::Failure;
use crate::record;
use crate::rules::{Choices, RulesArgs};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound perft --edition classic --fugitive 45 --detectives 13,26,29 --depth 5
  fogbound perft --edition modern --pooled --fugitive 45 --detectives 13,26 --bobbies 29,34 --depth 4 --json
  fogbound perft --from game.fog --depth 3

Any distinct stations will do; start cards are not checked.")]
pub(crate) struct Args {
    /// The edition: a name of `fogbound editions`, or a file of your own.
    #[arg(long, short, value_name = "NAME|FILE", required_unless_present = "from")]
    edition: Option<String>,
    #[command(flatten)]
    choices: Choices,
    /// Where the fugitive is.
    #[arg(long, value_name = "STATION", required_unless_present = "from", conflicts_with = "from")]
    fugitive: Option<u8>,
    /// Where the detectives are, with commas.
    #[arg(
        long,
        value_name = "STATIONS",
        value_delimiter = ',',
        required_unless_present = "from",
        conflicts_with = "from"
    )]
    detectives: Vec<u8>,
    /// Where the bobbies are, with commas.
    #[arg(long, value_name = "STATIONS", value_delimiter = ',', conflicts_with = "from")]
    bobbies: Vec<u8>,
    /// Count from the end of this record.
    #[arg(long, value_name = "RECORD")]
    from: Option<PathBuf>,
    /// How many decisions deep.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (rules, position) = args.position()?;
    let started = Instant::now();
    let mut out = std::io::stdout().lock();
    let mut nodes = Vec::new();
    for depth in 1..=args.depth {
        nodes.push(fogbound_rules::perft(&rules, &position, depth));
        if !args.json {
            writeln!(out, "{depth:>3}  {}", nodes[nodes.len() - 1])?;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        writeln!(out, "{}", json!({"nodes": nodes, "seconds": seconds}))?;
    } else {
        let million = nodes.iter().sum::<u64>() as f64 / seconds / 1e6;
        writeln!(out, "{seconds:.2} s, {million:.1} million nodes a second")?;
    }
    Ok(())
}

impl Args {
    fn position(&self) -> Result<(Arc<Rules>, Position), Failure> {
        if let Some(path) = &self.from {
            if !self.choices.options.is_empty() || self.choices.pooled {
                return Err(Failure::usage(
                    "a record names its own options: leave out --option and --pooled",
                ));
            }
            let game = record::whole_game(path, self.edition.as_deref(), &self.choices)?;
            return Ok((Arc::clone(game.rules()), *game.position()));
        }
        let choices = self.choices.clone();
        let rules = RulesArgs { edition: self.edition.clone().unwrap_or_default(), choices };
        let rules = rules.rules(Some(self.detectives.len()))?;
        let station = |number: u8| {
            let unknown =
                || Failure::usage(format!("board {} has no station {number}", rules.board().id()));
            rules.board().station(number).ok_or_else(unknown)
        };
        if self.bobbies.len() != rules.bobbies() {
            let (has, needs) = (self.bobbies.len(), rules.bobbies());
            let edition = &rules.edition().id;
            return Err(Failure::usage(format!(
                "{edition} with {} detectives has {needs} bobbies, not {has}: give their stations with --bobbies",
                rules.detectives()
            )));
        }
        let numbers = self.detectives.iter().chain(&self.bobbies);
        let hunters: Vec<Station> = numbers.map(|&number| station(number)).collect::<Result<_, _>>()?;
        let setup = Setup::at(&rules, station(self.fugitive.unwrap_or(0))?, &hunters);
        let position = Position::new(&rules, &setup).map_err(Failure::usage)?;
        Ok((rules, position))
    }
}
