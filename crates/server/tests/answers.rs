//! How long a fugitive's bot takes tells nothing: neither those who wait for its answer nor those who
//! wait for its place can tell decisions with one choice from decisions that are searched. This is
//! measured in real time, with and without other work for the processors, and a server that answers
//! when it is done is found out in the same way.
//!
//! `FOGBOUND_ANSWERS` is the number of decisions of each kind; more of them see smaller differences.

#![allow(missing_docs)]

mod world;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fogbound_rules::{Board, Edition, Library, Position, Rng, Rules, Seed, Setup, Station};
use fogbound_server::hall::{Hall, Parts, Thinker, Windows};
use fogbound_server::store::MemoryStore;
use fogbound_table::chance::SeededChance;
use fogbound_table::seat::{Level, Seat};
use fogbound_table::{Chance, Pace, Sitter};
use world::{Client, address, all, level, parts, person, settings};

/// No tickets but those for lines, so that a station can have one way out.
const PLAIN: &str = r#"
format = 1
id = "plain"
title = "Plain"
based_on = "modern"
board = "plain"

[fugitive]
name = "Mister X"
black = 0
double = 0
fares = { kind = "supply", box = { taxi = 57, bus = 45, underground = 23 } }
"#;

const DETECTIVES: u8 = 4;

/// The hunters always stand here; one of them leaves him one way out of `FORCED`.
const HUNTERS: [u8; DETECTIVES as usize] = [10, 117, 138, 155];
const FORCED: u8 = 2;
const HARD: u8 = 67;

/// The edition, on the board of London with these among the start stations.
fn library() -> Library {
    let board = include_str!("../../rules/boards/london.toml")
        .replace("id = \"london\"", "id = \"plain\"")
        .replace("hunters = [13,", &format!("hunters = [{}, 13,", HUNTERS[0]))
        .replace("fugitive = [35,", &format!("fugitive = [{FORCED}, {HARD}, 35,"));
    let mut library = Library::default();
    library.add_board(Board::parse(&board).expect("a board")).expect("a new one");
    library.add_edition(Edition::parse(PLAIN).expect("an edition")).expect("a new one");
    library
}

fn deal(rules: &Rules, forced: bool) -> Setup {
    let station = |n: u8| Station::new(n).expect("a station");
    Setup::at(rules, station(if forced { FORCED } else { HARD }), &HUNTERS.map(station))
}

/// Deals as the test wants.
struct Dealer {
    chance: SeededChance,
    forced: AtomicBool,
}

impl Chance for Dealer {
    fn fill(&self, bytes: &mut [u8]) {
        self.chance.fill(bytes);
    }

    fn deal(&self, rules: &Rules, _: &Seed) -> Setup {
        deal(rules, self.forced.load(Ordering::Relaxed))
    }
}

/// A hall with one place to think, in real time.
struct Lane {
    hall: Hall,
    dealer: Arc<Dealer>,
    rng: Rng,
}

/// What was seen of one decision: when its answer came, and when that of a neighbour who waited for
/// the place.
struct Seen {
    forced: bool,
    own: Duration,
    neighbours: Duration,
}

/// The level of the bot that is watched: it searches for some ten milliseconds or more.
const WATCHED: u8 = 7;

impl Lane {
    async fn new(library: &Arc<Library>, windows: Windows, seed: u64) -> Lane {
        let chance = SeededChance::new(seed);
        let dealer = Arc::new(Dealer { chance, forced: AtomicBool::new(false) });
        let hall = Hall::new(Parts {
            library: Arc::clone(library),
            thinker: Thinker::pool(1, windows),
            pace: Pace { fugitive: Duration::from_millis(1), hunter: Duration::from_millis(1) },
            ..parts(Arc::new(MemoryStore::default()), dealer.clone())
        });
        hall.open().await.expect("a store in memory opens");
        Lane { hall, dealer, rng: Rng::new(seed) }
    }

    async fn make(&self, forced: bool, bot: Level) -> Client {
        self.dealer.forced.store(forced, Ordering::Relaxed);
        let mut sitters: Vec<(Seat, Sitter)> = all(DETECTIVES, Sitter::Me);
        sitters[0].1 = Sitter::Bot(bot);
        let settings = settings("plain", DETECTIVES);
        let table = self.hall.make(person(1), address(1), "A", settings, &sitters, true).await;
        Client::connect(&self.hall, table.expect("a table"), person(2)).await
    }

    async fn look(&mut self) -> Seen {
        let forced = self.rng.below(2) == 0;
        let begun = Instant::now();
        let mut own = self.make(forced, level(WATCHED)).await;
        let mut other = self.make(false, level(1)).await;
        let (own, neighbours) = tokio::join!(answer(&mut own, begun), answer(&mut other, begun));
        Seen { forced, own, neighbours }
    }
}

/// When the first move at a table was heard of.
async fn answer(client: &mut Client, begun: Instant) -> Duration {
    let told = |frame: &str| frame.contains("\"what\":\"played\"");
    if client.frames.iter().any(|frame| told(frame)) {
        return begun.elapsed();
    }
    while let Some(frame) = client.connection.next().await {
        if told(&frame) {
            return begun.elapsed();
        }
    }
    panic!("the connection ended");
}

/// Looks at so many decisions of each kind, as they come, at several tables at once.
fn watch(windows: Windows, busy: bool, each: usize) -> Vec<Seen> {
    // Who waits for the end of a window needs no processor meanwhile.
    let lanes: u64 = if matches!(windows, Windows::Open) { 16 } else { 32 };
    let library = Arc::new(library());
    let stop = Arc::new(AtomicBool::new(false));
    let burning: Vec<_> = (0..if busy { 2 } else { 0 })
        .map(|_| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        })
        .collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let seen = runtime.expect("a runtime").block_on(async {
        let runs = (0..lanes).map(|seed| {
            let library = Arc::clone(&library);
            tokio::spawn(async move {
                let mut lane = Lane::new(&library, windows, seed).await;
                let mut seen = vec![];
                for _ in 0..(2 * each).div_ceil(lanes as usize) {
                    seen.push(lane.look().await);
                }
                seen
            })
        });
        let mut all = vec![];
        for lane in runs.collect::<Vec<_>>() {
            all.extend(lane.await.expect("no panic"));
        }
        all
    });
    stop.store(true, Ordering::Relaxed);
    burning.into_iter().for_each(|thread| thread.join().expect("it only burns"));
    seen
}

/// The greatest distance between the distributions of two samples (Kolmogorov and Smirnov), in parts of
/// what chance exceeds once in a hundred million times. Above 1 they can be told apart.
fn difference(mut a: Vec<Duration>, mut b: Vec<Duration>) -> f64 {
    const ALARM: f64 = 1e-8;
    a.sort_unstable();
    b.sort_unstable();
    let share = |sample: &[Duration], at: Duration| {
        sample.partition_point(|&one| one <= at) as f64 / sample.len() as f64
    };
    let greatest =
        a.iter().chain(&b).map(|&at| (share(&a, at) - share(&b, at)).abs()).fold(0.0, f64::max);
    let (n, m) = (a.len() as f64, b.len() as f64);
    let bound = ((2.0 / ALARM).ln() / 2.0).sqrt() * ((n + m) / (n * m)).sqrt();
    greatest / bound
}

/// How well decisions with one choice can be told from the others: by their answers, and by those of
/// neighbours.
fn told_apart(seen: &[Seen], what: &str) -> [f64; 2] {
    type Time = fn(&Seen) -> Duration;
    let sample = |forced: bool, time: Time| -> Vec<Duration> {
        seen.iter().filter(|one| one.forced == forced).map(time).collect()
    };
    let times: [(&str, Time); 2] =
        [("answers", |one| one.own), ("answers of neighbours", |one| one.neighbours)];
    times.map(|(name, time)| {
        let [forced, hard] = [true, false].map(|forced| sample(forced, time));
        let mean = |sample: &[Duration]| sample.iter().sum::<Duration>() / sample.len() as u32;
        let most = |sample: &[Duration]| sample.iter().max().copied().unwrap_or_default();
        let difference = difference(forced.clone(), hard.clone());
        println!(
            "{what}, {name}: {} forced, mean {:.1?}, most {:.1?}; {} hard, mean {:.1?}, most {:.1?}; {difference:.2}",
            forced.len(), mean(&forced), most(&forced), hard.len(), mean(&hard), most(&hard)
        );
        difference
    })
}

fn decisions() -> usize {
    std::env::var("FOGBOUND_ANSWERS").ok().and_then(|text| text.parse().ok()).unwrap_or(240)
}

#[test]
fn how_long_a_fugitive_takes_does_not_tell_whether_it_had_a_choice() {
    // A server that answers when it is done is found out.
    let found = told_apart(&watch(Windows::Open, false, 80), "when done");
    assert!(found.iter().all(|&difference| difference > 1.0), "the test is blind: {found:?}");
    for busy in [false, true] {
        let what = if busy { "busy" } else { "idle" };
        let found = told_apart(&watch(Windows::Kept, busy, decisions()), what);
        assert!(found.iter().all(|&difference| difference <= 1.0), "{what}: {found:?}");
    }
}

#[test]
fn one_of_the_deals_leaves_one_choice_and_the_other_many() {
    let rules = library().rules("plain", &[], DETECTIVES.into()).expect("rules");
    let choices = [true, false].map(|forced| {
        Position::new(&rules, &deal(&rules, forced)).expect("a position").actions(&rules).len()
    });
    assert!(choices[0] == 1 && choices[1] >= 10, "{choices:?}");
}

#[test]
fn two_samples_are_told_apart_if_they_differ_by_more_than_chance() {
    let mut rng = Rng::new(1);
    let mut sample = |n: usize, from: u64| -> Vec<Duration> {
        (0..n).map(|_| Duration::from_micros(from + rng.below(1000) as u64)).collect()
    };
    assert!(difference(sample(240, 0), sample(240, 0)) < 0.7);
    assert!(difference(sample(240, 0), sample(240, 400)) > 1.0);
    assert!(difference(sample(5000, 0), sample(5000, 100)) > 1.0);
    // One in three comes a pace later.
    let mut late = sample(160, 0);
    late.extend(sample(80, 1500));
    assert!(difference(sample(240, 0), late) > 1.0);
}
