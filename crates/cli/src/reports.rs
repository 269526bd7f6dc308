//! `fogbound reports`

use std::io::Write;

use fogbound_server::store::{Place, Report};
use serde_json::json;

use crate::failure::Failure;
use crate::serve::{PlaceArgs, runtime};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound reports --data /var/lib/fogbound
  fogbound reports --data /var/lib/fogbound --remove 3

The server may run meanwhile. Reports are removed by themselves after 30 days.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// Removes the report with this number. May be given several times, or with commas.
    #[arg(long, value_name = "N", value_delimiter = ',')]
    remove: Vec<i64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let place = args.place.place();
    let mut out = std::io::stdout().lock();
    if !args.remove.is_empty() {
        for id in args.remove {
            let removed = runtime()?.block_on(place.remove_report(id)).map_err(Failure::usage)?;
            match removed {
                true => writeln!(out, "report {id} is removed")?,
                false => return Err(Failure::usage(format!("there is no report {id}"))),
            }
        }
        return Ok(());
    }
    list(&place, args.json, &mut out)
}

fn list(place: &Place, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let reports = runtime()?.block_on(place.reports()).map_err(Failure::usage)?;
    if json {
        let list = reports.iter().map(|report| {
            json!({
                "id": report.id, "table": report.table, "wall": report.wall,
                "complaint": report.complaint,
            })
        });
        writeln!(out, "{}", list.collect::<serde_json::Value>())?;
        return Ok(());
    }
    for Report { id, table, wall, complaint } in &reports {
        let by = complaint.by.as_ref().map_or("a spectator".into(), |by| by.name.clone());
        writeln!(out, "report {id}, table {table}, {} hours ago", hours_since(*wall))?;
        writeln!(out, "  {by} reports {}: {}", complaint.of.name, complaint.text)?;
        for line in &complaint.talk {
            writeln!(out, "    {}: {}", line.by.name, line.text)?;
        }
    }
    match reports.len() {
        0 => writeln!(out, "no reports")?,
        1 => writeln!(out, "1 report")?,
        count => writeln!(out, "{count} reports")?,
    }
    Ok(())
}

fn hours_since(wall: u64) -> u64 {
    let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
    now.saturating_sub(wall) / 3_600_000
}
