//! Measures the review: how much its account leaves over, how far two seeds agree, how many planted blunders it finds.
//!
//! ```text
//! cargo run --release -p fogbound-review --example measure -- games    [key=value]...
//! cargo run --release -p fogbound-review --example measure -- planted  [key=value]...
//! cargo run --release -p fogbound-review --example measure -- cut      [key=value]...
//! ```
//!
//! Keys: `games` (how many), `first` (the number of the first), `nodes` (of the review), `seeds` (1 or 2 reviews of each game), `patience` (how many times
//! it may look closer), `players` (what the bots think with, such as
//! `level:8`, `nodes:150` or `random`), `deep` (how many times more nodes the deep search has), `base` (than these; those of the review if nothing is said), `decisions` (how
//! many planted blunders, and as many good decisions), `file` (where what the deep search found is kept, and gone on with), `every` (how many of its
//! lines a line of the cut stands for), `edition`, `detectives`, `seed`.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_arena::{thread_time, wilson};
use fogbound_engine::{BotSpec, Pieces, PossibleStations, Thinking, alternatives};
use fogbound_review::{Class, Judge, Mover, Report, Review, Settings};
use fogbound_rules::{Action, Game, Play, Record, Rng, Rules, Setup, Side, Turn, random_game};

struct Keys(HashMap<String, String>);

impl Keys {
    fn number(&self, key: &str, default: u64) -> u64 {
        self.0.get(key).map_or(default, |value| value.parse().expect("a number"))
    }

    /// What the bots think with, as they are told it.
    fn players(&self, default: &str) -> String {
        self.0.get("players").map_or(default, String::as_str).replace(':', "=")
    }

    fn rules(&self) -> Arc<Rules> {
        let edition = self.0.get("edition").map_or("modern", String::as_str);
        let detectives = self.number("detectives", 4) as usize;
        Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"))
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    let keys = words.filter_map(|word| {
        let (key, value) = word.split_once('=')?;
        Some((key.to_string(), value.to_string()))
    });
    let keys = Keys(keys.collect());
    match what.as_str() {
        "games" => games(&keys),
        "planted" => planted(&keys),
        "cut" => cut(&keys),
        _ => eprintln!("say 'games', 'planted' or 'cut', and then key=value"),
    }
}

/// A game between bots that count nodes. `before` is told each decision before it is carried out.
fn play(rules: &Arc<Rules>, effort: &str, seed: u64, mut before: impl FnMut(&Game, Action)) -> Game {
    let mut rng = Rng::for_game(seed, 1);
    let setup = Setup::deal(rules, |n| rng.below(n));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a deal");
    let spec = |name: &str| format!("{name}:{effort}").parse::<BotSpec>().expect("a bot");
    let (phantom, inspector) = (spec("phantom"), spec("inspector"));
    let mut fugitive = phantom.fugitive(rng.bits()).expect("it plays him");
    let mut hunters = inspector.hunters(rng.bits()).expect("it plays them");
    let clock = || Duration::ZERO;
    while game.turn() != Turn::Over {
        let play: Play = match game.turn() {
            Turn::Fugitive => {
                let mut thinking = Thinking::new(phantom.budget(), &clock);
                fugitive.choose(&game.fugitive_view(), &mut thinking).expect("a decision").into()
            }
            Turn::Hunters => {
                let mut thinking = Thinking::new(inspector.budget(), &clock);
                let view = game.hunters_view();
                hunters.choose(&view, Pieces::ALL, &mut thinking).expect("a decision").into()
            }
            _ => {
                let draws = game.position().draws(rules);
                draws[rng.below(draws.len())].into()
            }
        };
        if let Play::Action(action) = play {
            before(&game, action);
        }
        game.play(play).expect("legal");
    }
    game
}

/// A review, and the seconds that a processor worked for it: for all of it, and until the first decision was judged.
fn reviewed(game: &Game, keys: &Keys, seed: u64) -> (Report, f64, f64) {
    let nodes = keys.number("nodes", Settings::default().nodes);
    let patience = keys.number("patience", u64::from(u8::MAX)) as usize;
    let begun = thread_time();
    let passed = || (thread_time() - begun).as_secs_f64();
    let mut review = Review::new(game, Settings { nodes, seed }).expect("over").with_patience(patience);
    let mut first = None;
    while review.step() {
        if first.is_none() && !review.report().decisions.is_empty() {
            first = Some(passed());
        }
    }
    let seconds = passed();
    (review.report().clone(), seconds, first.unwrap_or(seconds))
}

/// Mean, median, nine of ten and most.
fn spread(mut values: Vec<f64>) -> [f64; 4] {
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    [values.iter().sum::<f64>() / values.len() as f64, at(0.5), at(0.9), at(1.0)]
}

/// Reviews games, with two seeds each or with one.
fn games(keys: &Keys) {
    let rules = keys.rules();
    let first = keys.number("first", 1);
    let (mut both, mut either, mut held, mut marked) = (0, 0, 0, 0);
    let (mut lefts, mut times, mut begins) = (vec![], vec![], vec![]);
    println!("game result start fugitive hunters luck left accuracies decisions marks seconds first");
    for number in first..first + keys.number("games", 10) {
        let game = match keys.players("nodes:150").as_str() {
            "random" => random_game(&rules, &mut Rng::for_game(1, number)),
            players => play(&rules, players, number, |_, _| {}),
        };
        let reports: Vec<Report> = (1..=keys.number("seeds", 2))
            .map(|seed| {
                let (report, seconds, first) = reviewed(&game, keys, seed);
                lefts.push(report.account.left().abs());
                times.push(seconds);
                begins.push(first);
                report
            })
            .collect();
        let one = &reports[0];
        let other = reports.get(1).unwrap_or(one);
        for (a, b) in one.decisions.iter().zip(&other.decisions) {
            if a.judgement.class.is_mistake() != b.judgement.class.is_mistake() {
                let [first, second] =
                    [a, b].map(|d| format!("{:.3} ± {:.3}", d.judgement.cost, d.judgement.noise));
                println!("apart: {} {first}, {second}", a.action);
            }
            let (a, b) = (a.judgement.class, b.judgement.class);
            both += usize::from(a.is_mistake() && b.is_mistake());
            either += usize::from(a.is_mistake() || b.is_mistake());
            for (a, b) in [(a, b), (b, a)] {
                marked += usize::from(a.is_mistake());
                held += usize::from(a.is_mistake() && b >= Class::Inaccuracy);
            }
        }
        let account = &one.account;
        let accuracy = |side| one.side(side).accuracy.unwrap_or(100.0);
        let marks = one.decisions.iter().filter(|d| d.judgement.class.is_mistake()).count();
        let (seconds, first) =
            (times[times.len() - reports.len()], begins[begins.len() - reports.len()]);
        println!(
            "{number:>4} {:>6.2} {:>5.2} {:>8.2} {:>7.2} {:>5.2} {:>8.1e} {:>4.0} {:>4.0} {:>9} {marks:>5} {seconds:>7.1} {first:>5.2}",
            account.result,
            account.start,
            account.fugitive,
            account.hunters,
            account.luck,
            account.left(),
            accuracy(Side::Fugitive),
            accuracy(Side::Hunters),
            one.decisions.len(),
        );
    }
    let reviews = lefts.len();
    let [_, median, nine, most] = spread(lefts);
    println!(
        "left over: median {median:.1e}, 90 % below {nine:.1e}, most {most:.1e}, of {reviews} reviews"
    );
    let [mean, median, nine, most] = spread(times);
    println!("seconds: mean {mean:.1}, median {median:.1}, 90 % below {nine:.1}, most {most:.1}");
    let [mean, median, nine, most] = spread(begins);
    println!(
        "seconds to the first: mean {mean:.2}, median {median:.2}, 90 % below {nine:.2}, most {most:.2}"
    );
    if keys.number("seeds", 2) < 2 {
        return;
    }
    println!(
        "marked by either seed {either}, by both {both}; of {marked} marks the other seed holds {held} at least an inaccuracy"
    );
}

/// A decision of a game between bots, or another one in its place, and what the deep search holds of it.
struct Label {
    /// Whether the other one is a blunder; otherwise what was decided is as good as the best.
    blunder: bool,
    /// The number of the game, and of the step.
    game: u64,
    play: usize,
    /// Which of the choices.
    choice: usize,
    /// What it costs.
    cost: f64,
}

impl Label {
    fn read(line: &str) -> Label {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words[index].parse::<usize>().expect("a number");
        let cost = words[4].parse().expect("a number");
        let (game, play, choice) = (number(1) as u64, number(2), number(3));
        Label { blunder: words[0] == "blunder", game, play, choice, cost }
    }

    fn line(&self) -> String {
        let Label { game, play, choice, cost, .. } = self;
        format!("{} {game} {play} {choice} {cost}", if self.blunder { "blunder" } else { "fine" })
    }
}

/// What could be decided in place of a move of a piece or of his; none of other decisions.
fn choices(game: &Game, played: Action) -> Vec<Action> {
    match played {
        Action::Hunt { hunter, .. } => Pieces::from_iter([hunter]).actions(&game.hunters_view()),
        Action::Move(_) => {
            let possible = fogbound_engine::Belief::of(&game.hunters_view()).possible();
            let position = game.fugitive_view().position();
            alternatives(game.rules(), &position, &PossibleStations(possible))
        }
        _ => vec![],
    }
}

/// Judges with what the side of a decision knows.
fn with_mover<T>(game: &Game, side: Side, then: impl FnOnce(Mover<'_>) -> T) -> T {
    match side {
        Side::Fugitive => then(Mover::Fugitive(&game.fugitive_view())),
        Side::Hunters => then(Mover::Hunters(&game.hunters_view())),
    }
}

/// Looks for decisions that the deep search holds to be blunders, or as good as the best, and keeps them in a file; goes on
/// with one that is there.
fn labels(keys: &Keys, path: &str, nodes: u64) -> Vec<Label> {
    let rules = keys.rules();
    let wanted = keys.number("decisions", 30) as usize;
    let deep = Settings { nodes: nodes * keys.number("deep", 20), seed: 77 };
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let mut labels: Vec<Label> = kept.lines().map(Label::read).collect();
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).expect("a file");
    let first = keys.number("first", 1);
    let mut number = labels.iter().map(|label| label.game + 1).max().unwrap_or(first);
    let begun = Instant::now();
    loop {
        let mut missing = [true, false].map(|blunder| {
            wanted.saturating_sub(labels.iter().filter(|label| label.blunder == blunder).count())
        });
        if missing == [0, 0] {
            return labels;
        }
        eprintln!(
            "game {number}, {:.0} s: {missing:?} blunders and good decisions missing",
            begun.elapsed().as_secs_f64()
        );
        let mut rng = Rng::for_game(keys.number("seed", 1), number);
        let mut moments: Vec<(Game, Action)> = vec![];
        play(&rules, &keys.players("level:8"), 1000 + number, |game, action| {
            if rng.below(10) == 0 {
                moments.push((game.clone(), action));
            }
        });
        for (game, played) in moments {
            let all = choices(&game, played);
            let Some(own) = all.iter().position(|&action| action == played) else { continue };
            if all.len() < 2 {
                continue;
            }
            let mut judge = Judge::new(&rules, deep).with_patience(1);
            let mut keep = |blunder: bool, choice: usize, cost: f64| {
                let label = Label { blunder, game: number, play: game.plays().len(), choice, cost };
                writeln!(file, "{}", label.line()).expect("room for it");
                labels.push(label);
            };
            let mut other = rng.below(all.len() - 1);
            other += usize::from(other >= own);
            if missing[0] > 0 {
                let gap =
                    with_mover(&game, played.side(), |mover| judge.compare(mover, played, all[other]));
                if gap.mean >= 0.15 {
                    missing[0] -= 1;
                    keep(true, other, gap.mean);
                }
            }
            if missing[1] > 0 && rng.below(3) == 0 {
                let (judgement, _) =
                    with_mover(&game, played.side(), |mover| judge.judge(mover, played));
                if judgement.cost <= 0.02 {
                    missing[1] -= 1;
                    keep(false, own, judgement.cost);
                }
            }
        }
        number += 1;
    }
}

/// Some of the decisions of the file as records up to their moments, for a test: in the tag `Planted` what the deep search holds of the decision.
fn cut(keys: &Keys) {
    let path = keys.0.get("file").map_or("planted.txt", String::as_str);
    let text = std::fs::read_to_string(path).expect("a file");
    let labels: Vec<Label> = text.lines().map(Label::read).collect();
    let rules = keys.rules();
    let every = keys.number("every", 15) as usize;
    for blunder in [true, false] {
        for label in labels.iter().filter(|label| label.blunder == blunder).step_by(every) {
            let mut found = None;
            play(&rules, &keys.players("level:8"), 1000 + label.game, |now, action| {
                if now.plays().len() == label.play {
                    found = Some((now.clone(), choices(now, action)[label.choice]));
                }
            });
            let (now, action) = found.expect("the game has that moment");
            let mut record = Record::whole(&now).expect("a record");
            let called = if blunder { "blunder" } else { "fine" };
            record.set_tag("Planted", &format!("{called}; {action}; {:.3}", label.cost));
            println!("{record}");
        }
    }
}

/// Decisions of bots replaced by worse ones, and left as they are: what the review says of both.
fn planted(keys: &Keys) {
    let nodes = keys.number("nodes", Settings::default().nodes);
    let path = keys.0.get("file").map_or("planted.txt", String::as_str);
    let labels = labels(keys, path, keys.number("base", nodes));
    let settings = Settings { nodes, seed: keys.number("seed", 1) };
    let rules = keys.rules();
    let (mut of, mut marked) = ([0u64, 0], [0u64, 0]);
    let begun = Instant::now();
    for game in labels.chunk_by(|a, b| a.game == b.game) {
        let mut moments: HashMap<usize, (Game, Action)> = HashMap::new();
        play(&rules, &keys.players("level:8"), 1000 + game[0].game, |now, action| {
            if game.iter().any(|label| label.play == now.plays().len()) {
                moments.insert(now.plays().len(), (now.clone(), action));
            }
        });
        for label in game {
            let (now, played) = &moments[&label.play];
            let action = choices(now, *played)[label.choice];
            let (said, _) = with_mover(now, action.side(), |mover| {
                Judge::new(&rules, settings).judge(mover, action)
            });
            let index = usize::from(!label.blunder);
            of[index] += 1;
            marked[index] += u64::from(said.class.is_mistake());
            if said.class.is_mistake() != label.blunder {
                let what = if label.blunder { "missed" } else { "wrong" };
                let better = said
                    .better
                    .as_ref()
                    .map_or(String::new(), |better| format!(" for {}", better.action));
                println!(
                    "{what}: game {} step {}: {action}{better}: {:.3}, deep {:.3}; {} choices, round {}",
                    label.game,
                    label.play,
                    said.cost,
                    label.cost,
                    said.choices,
                    now.position().public().round()
                );
            }
        }
    }
    let [(a, b), (c, d)] = [0, 1].map(|index| {
        let interval = wilson(marked[index], of[index]);
        (100.0 * interval.low, 100.0 * interval.high)
    });
    println!(
        "{:.0} s: {} of {} blunders marked ({a:.0} to {b:.0} %), {} of {} good decisions ({c:.0} to {d:.0} %)",
        begun.elapsed().as_secs_f64(),
        marked[0],
        of[0],
        marked[1],
        of[1]
    );
}
