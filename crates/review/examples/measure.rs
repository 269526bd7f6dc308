//! Measures the review: how much its account leaves over, how far two seeds agree, how many planted blunders it finds.
//!
//! ```text
//! cargo run --release -p fogbound-review --example measure -- games    [key=value]...
//! cargo run --release -p fogbound-review --example measure -- planted  [key=value]...
//! ```
//!
//! Keys: `games` (how many), `first` (the number of the first), `nodes` (of the review), `players` (what the bots think with, such as
//! `level:8` or `nodes:150`), `deep` (how many times more nodes the deep search has), `decisions` (how many planted blunders, and as many good decisions), `edition`,
//! `detectives`, `seed`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fogbound_engine::{BotSpec, Pieces, PossibleStations, Thinking, alternatives};
use fogbound_review::{Class, Judge, Mover, Report, Review, Settings};
use fogbound_rules::{Action, Game, Play, Rng, Rules, Setup, Side, Turn};

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
        _ => eprintln!("say 'games' or 'planted', and then key=value"),
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

fn reviewed(game: &Game, nodes: u64, seed: u64) -> (Report, f64, f64) {
    let begun = Instant::now();
    let mut review = Review::new(game, Settings { nodes, seed }).expect("over");
    let mut first = None;
    while review.step() {
        first.get_or_insert_with(|| begun.elapsed().as_secs_f64());
    }
    let seconds = begun.elapsed().as_secs_f64();
    (review.report().clone(), seconds, first.unwrap_or(seconds))
}

/// Reviews games with two seeds each.
fn games(keys: &Keys) {
    let rules = keys.rules();
    let nodes = keys.number("nodes", Settings::default().nodes);
    let first = keys.number("first", 1);
    let (mut both, mut either, mut held, mut marked) = (0, 0, 0, 0);
    let mut lefts = vec![];
    println!("game result start fugitive hunters luck left accuracies decisions marks seconds first");
    for number in first..first + keys.number("games", 10) {
        let game = play(&rules, &keys.players("nodes:150"), number, |_, _| {});
        let (one, seconds, first) = reviewed(&game, nodes, 1);
        let (other, _, _) = reviewed(&game, nodes, 2);
        for report in [&one, &other] {
            lefts.push(report.account.left().abs());
        }
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
    lefts.sort_by(f64::total_cmp);
    let at = |share: f64| lefts[((lefts.len() - 1) as f64 * share) as usize];
    println!(
        "left over: median {:.1e}, 90 % below {:.1e}, most {:.1e}, of {} reviews",
        at(0.5),
        at(0.9),
        at(1.0),
        lefts.len()
    );
    println!(
        "marked by either seed {either}, by both {both}; of {marked} marks the other seed holds {held} at least an inaccuracy"
    );
}

/// Wilson's interval at 95 %.
fn interval(found: usize, of: usize) -> (f64, f64) {
    let (n, z) = (of.max(1) as f64, 1.96);
    let p = found as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let width = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let all = 1.0 + z * z / n;
    (100.0 * (centre - width) / all, 100.0 * (centre + width) / all)
}

/// Decisions of bots replaced by worse ones, and left as they are: what the review says of both.
fn planted(keys: &Keys) {
    let rules = keys.rules();
    let nodes = keys.number("nodes", Settings::default().nodes);
    let wanted = keys.number("decisions", 30) as usize;
    let deep = Settings { nodes: nodes * keys.number("deep", 20), seed: 77 };
    let review = Settings { nodes, seed: keys.number("seed", 1) };
    let mut rng = Rng::new(keys.number("seed", 1));
    let (mut blunders, mut found, mut fine, mut wrong) = (0, 0, 0, 0);
    let begun = Instant::now();
    let mut number = keys.number("first", 1);
    while blunders < wanted || fine < wanted {
        let mut moments: Vec<(Game, Action)> = vec![];
        play(&rules, &keys.players("level:8"), 1000 + number, |game, action| {
            if rng.below(20) == 0 {
                moments.push((game.clone(), action));
            }
        });
        number += 1;
        for (game, played) in moments {
            let (his, theirs) = (game.fugitive_view(), game.hunters_view());
            let mover = match played.side() {
                Side::Fugitive => Mover::Fugitive(&his),
                Side::Hunters => Mover::Hunters(&theirs),
            };
            let choices: Vec<Action> = match (mover, played) {
                (Mover::Hunters(view), Action::Hunt { hunter, .. }) => {
                    Pieces::from_iter([hunter]).actions(view)
                }
                (Mover::Fugitive(view), Action::Move(_)) => {
                    let possible = fogbound_engine::Belief::of(&theirs).possible();
                    alternatives(&rules, &view.position(), &PossibleStations(possible))
                }
                _ => continue,
            };
            let others: Vec<Action> = choices.into_iter().filter(|&other| other != played).collect();
            if others.is_empty() {
                continue;
            }
            let mut deep_judge = Judge::new(&rules, deep);
            // What the bot decided, if the deep search holds it within 2 points of the best.
            let (judgement, _) = deep_judge.judge(mover, played);
            if judgement.class == Class::Forced {
                continue;
            }
            let best = judgement.better.as_ref().map_or(played, |better| better.action);
            if fine < wanted && judgement.cost <= 0.02 {
                fine += 1;
                let (said, _) = Judge::new(&rules, review).judge(mover, played);
                if said.class.is_mistake() {
                    wrong += 1;
                    println!("wrong: {played} {:.3}, deep {:.3}", said.cost, judgement.cost);
                }
            }
            let other = others[rng.below(others.len())];
            if blunders < wanted && other != best {
                let gap = deep_judge.compare(mover, best, other);
                if gap.mean >= 0.15 {
                    blunders += 1;
                    let (said, _) = Judge::new(&rules, review).judge(mover, other);
                    if said.class.is_mistake() {
                        found += 1;
                    } else {
                        println!("missed: {other} for {best}: {:.3}, deep {:.3}", said.cost, gap.mean);
                    }
                }
            }
        }
        let ((a, b), (c, d)) = (interval(found, blunders), interval(wrong, fine));
        println!(
            "{number} games, {:.0} s: {found} of {blunders} blunders marked ({a:.0} to {b:.0} %), {wrong} of {fine} good decisions ({c:.0} to {d:.0} %)",
            begun.elapsed().as_secs_f64()
        );
    }
}
