//! Games to learn from: bots of many kinds, in all editions, with slips in part of the games so that
//! positions vary.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use fogbound_engine::{BotName, BotSpec, Effort, FugitiveBot, HunterBot, Root};
use fogbound_rules::{Action, Record, Rng, Rules, Side, Turn};
use serde::{Deserialize, Serialize};

use crate::Learned;
use crate::game::{Players, deal, play};
use crate::note::Note;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file; one game a line.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file shall hold.
    #[arg(long)]
    games: u64,
    /// The same seed gives the same games, if all bots count nodes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays the fugitive; each game draws one. Who is named twice plays twice as often.
    #[arg(long, value_name = "BOT,BOT,...", value_delimiter = ',')]
    fugitives: Vec<BotSpec>,
    /// Who plays the hunters; each game draws one.
    #[arg(long, value_name = "BOT,BOT,...", value_delimiter = ',')]
    hunters: Vec<BotSpec>,
    /// The weights of our own bots' value; without it, those that come with the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// The weights of their choice; without it, those that come with the program.
    #[arg(long, value_name = "FILE")]
    choices: Option<PathBuf>,
}

/// One game as it is kept.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) fugitive: String,
    pub(crate) hunters: String,
    /// How many steps were taken when the last slip was over: what came later is owed to play.
    pub(crate) clean: usize,
    pub(crate) record: String,
    /// What our own bots found on the way.
    #[serde(default)]
    pub(crate) searched: Vec<Searched>,
}

/// What a search found at one step of a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Searched {
    /// The number of steps before it.
    pub(crate) step: usize,
    /// Whether it was the fugitive's.
    pub(crate) his: bool,
    /// What the favourite brings the fugitive, from 0 to 1.
    pub(crate) value: f32,
    /// Of a thousand visits, how many each decision had, by its number in the list of all decisions;
    /// those without any are left out.
    pub(crate) visits: Vec<(u16, u16)>,
}

impl Searched {
    fn new(step: usize, side: Side, actions: &[Action], root: &Root) -> Searched {
        let value = root.favourite().1 as f32;
        let all: u32 = root.edges().iter().map(|edge| edge.visits).sum();
        let share = |visits: u32| (u64::from(visits) * 1000 / u64::from(all.max(1))) as u16;
        let visits = root.edges().iter().filter_map(|edge| {
            let index = actions.iter().position(|action| *action == edge.action)?;
            Some((index as u16, share(edge.visits))).filter(|(_, share)| *share > 0)
        });
        let value = if side == Side::Fugitive { value } else { 1.0 - value };
        Searched { step, his: side == Side::Fugitive, value, visits: visits.collect() }
    }
}

/// Editions with their detectives, and how often each is drawn.
const EDITIONS: [(&str, usize, usize); 17] = [
    ("study", 5, 40),
    ("modern", 5, 10),
    ("modern", 4, 10),
    ("modern", 3, 5),
    ("modern", 2, 4),
    ("classic", 5, 5),
    ("classic", 4, 4),
    ("classic", 3, 4),
    ("beginner", 4, 2),
    ("beginner", 3, 2),
    ("compact", 3, 4),
    ("holmes", 5, 2),
    ("holmes", 4, 2),
    ("holmes", 3, 2),
    ("holmes-original", 5, 2),
    ("holmes-original", 4, 1),
    ("holmes-original", 3, 1),
];

/// In how many of ten games bots slip, for how many steps at most, and in how many of a hundred
/// decisions of that time.
const SLIPPING: (usize, usize, usize) = (6, 70, 25);

pub(crate) fn run(args: &Args) -> Result<(), String> {
    if args.fugitives.is_empty() || args.hunters.is_empty() {
        return Err("name somebody for --fugitives and for --hunters".into());
    }
    let kept = count(&args.out)?;
    let wrong = |error: std::io::Error| format!("cannot write {}: {error}", args.out.display());
    let mut file = OpenOptions::new().create(true).append(true).open(&args.out).map_err(wrong)?;
    let begun = Instant::now();
    let learned = Learned::read(args.weights.as_deref(), args.choices.as_deref())?;
    for number in kept..args.games {
        let game = play_one(args, &learned, number)?;
        let line = serde_json::to_string(&game).map_err(|error| error.to_string())?;
        writeln!(file, "{line}").map_err(wrong)?;
        let done = number + 1 - kept;
        if done % 100 == 0 || number + 1 == args.games {
            let seconds = begun.elapsed().as_secs_f64();
            let left = seconds / done as f64 * (args.games - number - 1) as f64;
            eprintln!("{} of {} games, {left:.0} s left", number + 1, args.games);
        }
    }
    Ok(())
}

/// How many whole lines a file has; a line that was cut off is cut away.
fn count(path: &Path) -> Result<u64, String> {
    let wrong = |error: std::io::Error| format!("cannot use {}: {error}", path.display());
    let file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(wrong(error)),
    };
    let mut reader = BufReader::new(&file);
    let (mut lines, mut length, mut line) = (0, 0, vec![]);
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(wrong)?;
        if read == 0 || line.last() != Some(&b'\n') {
            break;
        }
        lines += 1;
        length += read as u64;
    }
    file.set_len(length).map_err(wrong)?;
    Ok(lines)
}

fn drawn_rules(rng: &mut Rng) -> Rules {
    let mut mark = rng.below(EDITIONS.iter().map(|(_, _, often)| often).sum());
    let of = |&(edition, detectives, often): &(&'static str, usize, usize)| {
        let drawn = mark < often;
        mark = mark.wrapping_sub(often);
        drawn.then_some((edition, detectives))
    };
    let (edition, detectives) = EDITIONS.iter().find_map(of).expect("the mark is below the sum");
    Rules::builtin(edition, &[], detectives).expect("an edition that comes with the program")
}

fn play_one(args: &Args, learned: &Learned, number: u64) -> Result<Kept, String> {
    let mut rng = Rng::for_game(args.seed, number);
    let rules = Arc::new(drawn_rules(&mut rng));
    let specs = [&args.fugitives, &args.hunters].map(|specs| specs[rng.below(specs.len())]);
    let (often, longest, percent) = SLIPPING;
    let slipping = if rng.below(10) < often { rng.below(longest) } else { 0 };
    let game = deal(&rules, &mut rng);
    let not = |spec: BotSpec, side: Side| format!("'{spec}' does not play the {side}");
    let (note, seeds) = (Note::default(), [rng.bits(), rng.bits()]);
    // A bot of a level slips by itself; it is played as it is, and nothing is noted.
    let noted = |spec: BotSpec| !matches!(spec.effort, Some(Effort::Level(_)));
    let fugitive = match specs[0].name {
        BotName::Phantom if noted(specs[0]) => {
            Some(note.taker(learned.bot(seeds[0])) as Box<dyn FugitiveBot>)
        }
        _ => specs[0].fugitive(seeds[0]),
    };
    let hunters = match specs[1].name {
        BotName::Inspector if noted(specs[1]) => {
            Some(note.taker(learned.bot(seeds[1])) as Box<dyn HunterBot>)
        }
        _ => specs[1].hunters(seeds[1]),
    };
    let mut players = Players {
        fugitive: fugitive.ok_or_else(|| not(specs[0], Side::Fugitive))?,
        hunters: hunters.ok_or_else(|| not(specs[1], Side::Hunters))?,
        budgets: specs.map(BotSpec::budget),
    };
    let (mut clean, mut searched) = (0, vec![]);
    let mut before: Option<(usize, Side, Vec<Action>)> = None;
    let mut keep = |before: Option<(usize, Side, Vec<Action>)>| {
        if let Some((step, side, actions)) = before
            && let Some(root) = note.take()
        {
            searched.push(Searched::new(step, side, &actions, &root));
        }
    };
    let game = play(game, &mut players, &mut rng, |game, rng| {
        keep(before.take());
        let side = if game.turn() == Turn::Hunters { Side::Hunters } else { Side::Fugitive };
        before = Some((game.plays().len(), side, game.position().actions(game.rules())));
        let slips = game.plays().len() < slipping && rng.below(100) < percent;
        slips.then(|| {
            clean = game.plays().len() + 1;
            let actions = game.position().actions(game.rules());
            actions[rng.below(actions.len())]
        })
    })?;
    keep(before.take());
    let record = Record::whole(&game).map_err(|error| error.to_string())?.to_string();
    Ok(Kept { fugitive: specs[0].to_string(), hunters: specs[1].to_string(), clean, record, searched })
}
