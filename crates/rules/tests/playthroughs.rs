//! Recorded games of every edition with what each side sees at every step, committed and compared.
//!
//! `UPDATE_PLAYTHROUGHS=1` writes them anew; read the difference before it is committed.

mod common;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fogbound_rules::{Game, Rng, Rules};

/// A short game shows as much as a long one, and can be read.
const LENGTH: std::ops::RangeInclusive<usize> = 24..=44;

const EDITIONS: [(&str, &[&str], usize); 9] = [
    ("classic", &[], 3),
    ("classic", &["voluntary_reveal=true"], 3),
    ("study", &[], 5),
    ("modern", &[], 3),
    ("modern", &["pooled=true"], 2),
    ("beginner", &[], 3),
    ("holmes-original", &[], 2),
    ("holmes", &[], 2),
    ("compact", &["black_tickets=4"], 3),
];

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("views and events have a JSON form")
}

/// The first game of fitting length that the edition's seeds give.
fn steps(rules: &Arc<Rules>) -> Vec<Game> {
    for seed in 1.. {
        let mut games = Vec::new();
        common::random_game(rules, &mut Rng::new(seed), |game, _| games.push(game.clone()));
        if LENGTH.contains(&games.len()) {
            return games;
        }
    }
    unreachable!("some seed gives a short game")
}

fn playthrough(rules: &Arc<Rules>) -> String {
    let mut text = String::new();
    let mut seen = 0;
    let mut known = [String::new(), String::new()];
    for game in steps(rules) {
        let step = game.plays().last().map_or("set-up".into(), ToString::to_string);
        writeln!(text, "# {} {step}", game.plays().len()).expect("room");
        for event in &game.events()[seen..] {
            writeln!(text, "hunters see  {}", json(event.for_hunters())).expect("room");
            writeln!(text, "fugitive sees {}", json(&event.for_fugitive())).expect("room");
        }
        seen = game.events().len();
        let (hunters, fugitive) = (game.hunters_view(), game.fugitive_view());
        // What both know is written once, and only what has changed of it.
        let views = [json(&hunters), json(&fugitive).replace(&json(&hunters), "\"as above\"")];
        for ((name, view), known) in
            ["hunters know ", "fugitive knows"].iter().zip(views).zip(&mut known)
        {
            if view != *known {
                writeln!(text, "{name} {view}").expect("room");
                *known = view;
            }
        }
        let listed: Vec<_> = hunters.actions().into_iter().chain(fugitive.actions()).collect();
        let listed: Vec<_> = listed.iter().map(ToString::to_string).collect();
        writeln!(text, "{:?} may: {}\n", game.turn(), listed.join(", ")).expect("room");
    }
    text
}

#[test]
fn recorded_games_look_as_they_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let update = std::env::var_os("UPDATE_PLAYTHROUGHS").is_some();
    for (edition, options, detectives) in EDITIONS {
        let rules = common::rules(edition, options, detectives);
        let option =
            options.first().map_or(String::new(), |option| format!("-{}", option.replace('=', "-")));
        let path = folder.join(format!("{edition}{option}.txt"));
        let now = playthrough(&rules);
        if update {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, &now).expect("a file that can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        let differs = committed.lines().zip(now.lines()).position(|(old, new)| old != new);
        assert!(
            committed == now,
            "{} differs from line {:?} on",
            path.display(),
            differs.map(|line| line + 1)
        );
    }
}
