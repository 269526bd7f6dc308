//! `fogbound keys`

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Subcommand;
use fogbound_server::OsChance;
use fogbound_server::keys::new_key;

use crate::failure::Failure;
use crate::serve::{PlaceArgs, runtime};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  fogbound keys list --data /var/lib/fogbound
  fogbound keys rotate --database postgres://fogbound@db.example.org/fogbound

A server makes its first key by itself, and gives the public keys at /api/keys.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the public keys, the oldest first.
    List {
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Make a new key for the games that begin from now on. Those that have begun keep theirs. Servers may run
    /// meanwhile: they use it within a minute.
    Rotate {
        #[command(flatten)]
        place: PlaceArgs,
    },
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::List { place } => list(place),
        Command::Rotate { place } => rotate(place),
    }
}

fn list(place: PlaceArgs) -> Result<(), Failure> {
    let keys = runtime()?.block_on(place.place().keys()).map_err(Failure::usage)?;
    for key in keys {
        let until = key.until.map_or("now".into(), |until| until.to_string());
        println!("{} from {} until {until}", key.public, key.made);
    }
    Ok(())
}

fn rotate(place: PlaceArgs) -> Result<(), Failure> {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_err(Failure::usage)?;
    let key = new_key(&OsChance, wall.as_millis() as u64);
    runtime()?.block_on(place.place().rotate_key(&key)).map_err(Failure::usage)?;
    println!("games that begin from now on are signed with {}", key.public);
    Ok(())
}
