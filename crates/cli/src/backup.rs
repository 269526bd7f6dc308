//! `fogbound backup` and `fogbound restore`

use std::path::PathBuf;

use fogbound_server::store::Contents;

use crate::failure::Failure;
use crate::serve::{PlaceArgs, runtime};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound backup /backups/fogbound-2026-11-16.jsonl
  fogbound backup --data /var/lib/fogbound tables.jsonl

The server may run meanwhile. The file holds the secrets of all games: keep it to yourself.")]
pub(crate) struct BackupArgs {
    /// The file to write; it must not exist.
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound restore --data /var/lib/fogbound tables.jsonl
  fogbound restore --database postgres://fogbound@db.example.org/fogbound tables.jsonl

The server must be stopped. A backup of a folder can be restored into PostgreSQL, and back.")]
pub(crate) struct RestoreArgs {
    /// The file that `fogbound backup` wrote.
    file: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    /// Replace the tables that are there.
    #[arg(long)]
    force: bool,
}

pub(crate) fn back_up(args: BackupArgs) -> Result<(), Failure> {
    let place = args.place.place();
    let contents = runtime()?.block_on(place.back_up(&args.file)).map_err(Failure::usage)?;
    println!("{}, in {}", words(contents), args.file.display());
    Ok(())
}

pub(crate) fn restore(args: RestoreArgs) -> Result<(), Failure> {
    let place = args.place.place();
    let contents = runtime()?.block_on(place.restore(&args.file, args.force)).map_err(Failure::usage)?;
    println!("restored: {}", words(contents));
    Ok(())
}

fn words(contents: Contents) -> String {
    format!("{} tables with {} entries", contents.tables, contents.entries)
}
