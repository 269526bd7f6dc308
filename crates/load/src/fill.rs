//! Fills the place of a server with tables as they come together in months: games that are over, lobbies,
//! and games that go on with nobody there. The same seed and time give the same tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use clap::Args;
use fogbound_rules::{Action, Library, Rng};
use fogbound_server::store::{Contents, FilledTable, Place, Row};
use fogbound_table::audience::Audience;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::{Person, PersonKey, TableId};
use fogbound_table::seat::Seat;
use fogbound_table::settings::{Assist, Clock, Expiry, Settings, Visibility};
use fogbound_table::{
    Chance, Context, Decision, Entry, Moment, NoSigner, Pace, Refusal, Signer, Sitter, Stage, Table,
};

/// What is to be put where.
#[derive(Args)]
pub(crate) struct FillArgs {
    /// The folder of the server.
    #[arg(long, value_name = "DIR", required_unless_present = "database")]
    data: Option<PathBuf>,
    /// Its database, in place of a folder.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Games that are over, each of 60 entries or more.
    #[arg(long, value_name = "N", default_value_t = 0)]
    over: usize,
    /// Of the same kind, but so old that a server deletes them.
    #[arg(long, value_name = "N", default_value_t = 0)]
    old: usize,
    /// Tables whose game has not begun.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lobbies: usize,
    /// Games that go on; half of them have a clock of some days.
    #[arg(long, value_name = "N", default_value_t = 0)]
    playing: usize,
    /// The same seed gives the same tables.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The time of the last move, in milliseconds since 1970; now, if nothing is said.
    #[arg(long, value_name = "MS")]
    at: Option<u64>,
}

/// Different games; tables repeat them.
const GAMES: usize = 64;

/// Entries of a game that is over, at least.
const LEAST: usize = 60;

/// Decisions of a game that goes on.
const PLAYED: usize = 30;

/// The most tables of a kind.
const MOST: usize = 10_000_000;

const DAY: u64 = 24 * 3600 * 1000;

/// A kind of table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Over,
    Old,
    Lobby,
    Playing,
    /// With a clock that runs.
    Clocked,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Over, Kind::Old, Kind::Lobby, Kind::Playing, Kind::Clocked];

    /// How long ago something last happened there, in milliseconds; some number makes them differ.
    fn age(self, number: u64) -> u64 {
        match self {
            Kind::Over => DAY + number % (60 * DAY),
            Kind::Old => 100 * DAY + number % (60 * DAY),
            Kind::Lobby => number % (DAY / 4),
            Kind::Playing | Kind::Clocked => number % DAY,
        }
    }
}

/// A table that others repeat.
struct Template {
    /// Its row, with a name that stands for another.
    row: Row,
    entries: Vec<String>,
}

/// Fills a place.
pub(crate) async fn fill(args: &FillArgs) -> Result<Contents, String> {
    let counts = [args.over, args.old, args.lobbies, args.playing];
    if counts.iter().any(|&count| count > MOST) {
        return Err(format!("at most {MOST} tables of a kind"));
    }
    let place = match (&args.data, &args.database) {
        (_, Some(url)) => Place::Database(url.clone()),
        (Some(dir), None) => Place::Folder(dir.clone()),
        (None, None) => return Err("say where, with --data or --database".into()),
    };
    let now = UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
    let mut tables = Tables::new(args, args.at.unwrap_or(now))?;
    place.fill(&mut tables).await.map_err(|error| error.to_string())
}

/// All tables, in the order of their names.
struct Tables {
    templates: Vec<Vec<Template>>,
    /// Each with its kind and some number.
    left: std::vec::IntoIter<(TableId, Kind, u64)>,
    at: u64,
}

impl Tables {
    fn new(args: &FillArgs, at: u64) -> Result<Tables, String> {
        let chance = SeededChance::new(args.seed);
        let clocked = args.playing / 2;
        let counts = [args.over, args.old, args.lobbies, args.playing - clocked, clocked];
        let kinds = Kind::ALL.into_iter().zip(counts);
        let kinds = kinds.flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
        let named = kinds.map(|kind| (TableId::new(&chance), kind, chance.generator().bits()));
        let mut tables: Vec<_> = named.collect();
        tables.sort_unstable_by_key(|(id, ..)| *id);
        let library = Arc::default();
        let template = |kind, number| Template::new(kind, &library, args.seed ^ (number << 8), at);
        let templates = Kind::ALL.map(|kind| {
            let wanted = tables.iter().any(|(_, other, _)| *other == kind);
            let count = if wanted { GAMES as u64 } else { 0 };
            (0..count).map(|number| template(kind, number)).collect()
        });
        let templates: Result<Vec<_>, String> = templates.into_iter().collect();
        Ok(Tables { templates: templates?, left: tables.into_iter(), at })
    }
}

impl Iterator for Tables {
    type Item = FilledTable;

    fn next(&mut self) -> Option<FilledTable> {
        let (id, kind, number) = self.left.next()?;
        let templates = &self.templates[Kind::ALL.iter().position(|&other| other == kind)?];
        let Template { row, entries } = &templates[number as usize % templates.len()];
        let summary = row.summary.replace(row.id.as_str(), id.as_str());
        let touched = self.at.saturating_sub(kind.age(number)).next_multiple_of(60_000);
        Some((Row { id, touched, summary, ..row.clone() }, entries.clone()))
    }
}

impl Template {
    /// A table of a kind, made with a seed and played at a time.
    fn new(kind: Kind, library: &Arc<Library>, seed: u64, at: u64) -> Result<Template, String> {
        let mut seeds = Rng::new(seed);
        // Some games are over too soon; the next is longer.
        for _ in 0..1000 {
            let chance = SeededChance::new(seeds.bits());
            let signer: Arc<dyn Signer> = Arc::new(NoSigner);
            let context = Context { now: Moment(at), chance: &chance, signer: &signer };
            let person = PersonKey::new(&chance).person();
            let made = make(kind, person, library, &context).map_err(|refusal| refusal.to_string())?;
            let (table, entries) = play(kind, person, made, &context)?;
            let fits = match kind {
                Kind::Over | Kind::Old => table.stage() == Stage::Over && entries.len() >= LEAST,
                Kind::Lobby => table.stage() == Stage::Lobby,
                Kind::Playing | Kind::Clocked => table.stage() == Stage::Playing,
            };
            if fits {
                let row = Row::of(&table, Pace::default(), at);
                return Ok(Template { row, entries: entries.iter().map(Entry::to_text).collect() });
            }
        }
        Err(format!("no table of the kind {kind:?} comes about"))
    }
}

fn make(
    kind: Kind,
    person: Person,
    library: &Arc<Library>,
    context: &Context<'_>,
) -> Result<(Table, Vec<Entry>), Refusal> {
    let days = 1 + context.chance.below(13) as u32;
    let settings = Settings {
        edition: "modern".into(),
        options: vec![],
        detectives: 4,
        clock: match kind {
            Kind::Clocked => Clock::Move { seconds: days * 24 * 3600, expiry: Expiry::Random },
            _ => Clock::None,
        },
        visibility: if context.chance.below(4) == 0 { Visibility::Public } else { Visibility::Link },
        assist: Assist::Off,
        hints: false,
    };
    let hunters = (1..=4).filter_map(Seat::detective);
    let hunters = hunters.take(if kind == Kind::Lobby { 0 } else { 4 });
    let seats = [Seat::FUGITIVE].into_iter().chain(hunters);
    let seats: Vec<_> = seats.map(|seat| (seat, Sitter::Me)).collect();
    Table::make(library, settings, person, "Host", &seats, kind != Kind::Lobby, context)
}

/// The person who has all seats plays random decisions, so many or as long as the game goes on.
fn play(
    kind: Kind,
    person: Person,
    (mut table, mut entries): (Table, Vec<Entry>),
    context: &Context<'_>,
) -> Result<(Table, Vec<Entry>), String> {
    let most = match kind {
        Kind::Over | Kind::Old => usize::MAX,
        Kind::Lobby => 0,
        Kind::Playing | Kind::Clocked => PLAYED,
    };
    for number in 0..most {
        let Some(action) = any_action(&table, context)? else { break };
        let (id, command) = (format!("c-{number}"), Command::Act { action });
        let decided = table.decide(person, &id, &command, table.version(), context);
        let Decision::New(new) = decided.map_err(|refusal| refusal.to_string())? else { break };
        for entry in new {
            table.apply(entry.clone()).map_err(|corrupt| corrupt.to_string())?;
            entries.push(entry);
        }
    }
    Ok((table, entries))
}

/// One of the decisions that may be taken now, as a client is told them.
fn any_action(table: &Table, context: &Context<'_>) -> Result<Option<Action>, String> {
    for audience in [Audience::Fugitive, Audience::Hunters] {
        let scene = serde_json::to_value(table.scene(audience, context.now));
        let mut scene = scene.map_err(|error| error.to_string())?;
        let actions = serde_json::from_value(scene["game"]["actions"].take());
        let actions: Vec<Action> = actions.unwrap_or_default();
        if !actions.is_empty() {
            return Ok(Some(actions[context.chance.below(actions.len())]));
        }
    }
    Ok(None)
}
