//! The engine against the slow reference: the same decisions, the same draws, the same public
//! state, the same end, through random games of every edition and size; and the same counts.

mod common;
mod reference;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fogbound_rules::{
    Action, Game, Hunter, Move, Outcome, Play, Position, PublicEvent, Rng, Rules, Setup, Station,
    Ticket, Turn, perft,
};
use reference::{RefBoard, Reference, SetUp, Start};

fn number(station: Station) -> u8 {
    station.number()
}

/// The same start for the reference.
fn start_of(rules: &Rules, setup: &Setup) -> Start {
    let of_kind = |bobby: bool| {
        let hunters = setup.state.hunters.iter().filter(move |h| h.hunter.is_bobby() == bobby);
        hunters.map(|hunter| hunter.station.map(number))
    };
    let characters = rules.hunters().filter_map(|hunter| rules.character(hunter));
    Start {
        edition: rules.edition().id.clone(),
        options: rules
            .options()
            .iter()
            .map(|(key, value)| (key.name().into(), value.to_string()))
            .collect(),
        fugitive: setup.secret.at.map(number),
        detectives: of_kind(false).collect(),
        bobbies: of_kind(true).flatten().collect(),
        tile: setup.secret.tile.map(|(a, b)| (number(a), number(b))),
        crimes: setup.secret.crimes.iter().map(|&(station, _)| number(station)).collect(),
        characters: characters.map(|character| character.name().to_string()).collect(),
    }
}

fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Captured { by, at } => format!("captured {by} {at}"),
        Outcome::Cornered { .. } => "cornered".into(),
        Outcome::Grounded => "grounded".into(),
        Outcome::Escaped => "escaped".into(),
        Outcome::Stranded => "stranded".into(),
        Outcome::Crimes => "crimes".into(),
        Outcome::OutOfTickets => "out of tickets".into(),
        Outcome::GaveUp => "gave up".into(),
        Outcome::Immobile => "immobile".into(),
        Outcome::Conceded { side } => format!("conceded {side}"),
    }
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<_> = texts.collect();
    texts.sort();
    texts
}

/// One random game played by both; everything that can be compared is, after every step. The zeal
/// of fugitive and hunters is how many of ten decisions have a purpose.
fn play_both(rules: &Arc<Rules>, zeal: [usize; 2], rng: &mut Rng, context: &str) -> Game {
    let setup = Setup::deal(rules, |n| rng.below(n));
    let mut slow = Reference::new(RefBoard::copy(rules.board()), start_of(rules, &setup));
    let mut game = Game::new(Arc::clone(rules), setup).expect("a dealt set-up is legal");
    loop {
        let position = *game.position();
        let trail: Vec<_> = game.plays().iter().map(ToString::to_string).collect();
        let at = || format!("{context} after {trail:?}");
        let fast = position.actions(rules);
        assert_eq!(
            sorted(fast.iter().map(ToString::to_string)),
            sorted(slow.actions().into_iter()),
            "{}",
            at()
        );
        let draws = position.draws(rules);
        assert_eq!(
            sorted(draws.iter().map(ToString::to_string)),
            sorted(slow.draws().into_iter()),
            "{}",
            at()
        );
        compare_states(rules, &game, &slow, &at);
        let play: Play = match position.turn() {
            Turn::Over => return game,
            Turn::Chance => draws[rng.below(draws.len())].into(),
            turn if rng.below(10) < zeal[usize::from(turn == Turn::Hunters)] => {
                purposeful(rules, &position, &fast, rng).into()
            }
            _ => fast[rng.below(fast.len())].into(),
        };
        slow.play_listed(&play.to_string());
        game.play(play).unwrap_or_else(|illegal| panic!("{play}: {illegal} {}", at()));
    }
}

/// A decision that leads somewhere: hunters close in on him, he flies, commits crimes or walks
/// towards them. Purely random games would hardly ever come to some of the endings.
fn purposeful(rules: &Rules, position: &Position, actions: &[Action], rng: &mut Rng) -> Action {
    let goal = match position.turn() {
        Turn::Hunters => position.fugitive(),
        _ => position.secret().crimes().find(|(_, played)| !played).map(|(scene, _)| scene),
    };
    let cost = |action: &Action| match *action {
        Action::Balloon { .. } => 0,
        Action::Move(m) if m.crime => 0,
        Action::Land(landing) if landing.crime => 0,
        Action::Move(Move { to, .. }) | Action::Hunt { to, .. } => {
            1 + goal.map_or(0, |goal| rules.board().distance(to, goal))
        }
        _ => 1,
    };
    let least = actions.iter().map(cost).min().unwrap_or(0);
    let best: Vec<_> = actions.iter().filter(|action| cost(action) == least).collect();
    *best[rng.below(best.len())]
}

fn compare_states(rules: &Rules, game: &Game, slow: &Reference, at: &dyn Fn() -> String) {
    let (position, public) = (game.position(), game.position().public());
    let known = slow.public();
    assert_eq!(position.outcome().map(outcome_text), known.outcome, "{}", at());
    assert_eq!(position.fugitive().map(number), slow.fugitive_station(), "{}", at());
    assert_eq!(usize::from(public.filled()), known.slots, "{}", at());
    let stations: Vec<_> =
        rules.hunters().map(|h| (h.to_string(), public.station(h).map(number))).collect();
    assert_eq!(stations, known.hunters, "{}", at());
    let purse = |hunter: Hunter| Ticket::NORMAL.map(|t| u32::from(public.purse(rules, hunter).count(t)));
    let payers = rules.hunters().filter(|&hunter| !rules.rides_free(hunter));
    let tickets: Vec<_> = payers.map(|hunter| (hunter.to_string(), purse(hunter))).collect();
    assert_eq!(tickets, known.tickets, "{}", at());
    assert_eq!(
        (u32::from(public.black()), u32::from(public.double())),
        (known.black, known.double),
        "{}",
        at()
    );
    if let Some(score) = position.score(rules) {
        assert_eq!(i32::from(score), known.score, "{}", at());
    }
    if let (Some(supply), Some(counted)) = (known.supply, rules.counts_fares().then_some(public.stock()))
    {
        assert_eq!(supply, Ticket::NORMAL.map(|ticket| u32::from(counted.count(ticket))), "{}", at());
    }
    if position.outcome().is_none() {
        let told: Vec<Option<u8>> =
            known.log.iter().map(|line| line.split(' ').find_map(|word| word.parse().ok())).collect();
        assert_eq!(shown_stations(game), told, "{}", at());
    }
}

/// The station of each slot, where his piece was seen there or the slot was opened.
fn shown_stations(game: &Game) -> Vec<Option<u8>> {
    let mut shown = Vec::new();
    for event in game.events() {
        match event.for_hunters() {
            PublicEvent::Moved(moved) => shown.push(moved.at.map(number)),
            PublicEvent::Opened { slot, at } => shown[usize::from(*slot) - 1] = Some(number(*at)),
            _ => {}
        }
    }
    shown
}

#[test]
fn random_games_are_the_same() {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for (index, rules) in common::variants().into_iter().enumerate() {
        for game in 0..32 {
            let zeal = [[0, 0], [9, 0], [9, 4], [0, 7]][game as usize % 4];
            let mut rng = Rng::for_game(index as u64, game);
            let context = format!("{}, game {game}", common::name(&rules));
            let game = play_both(&rules, zeal, &mut rng, &context);
            let outcome = game.outcome().map(outcome_text).unwrap_or_default();
            *causes.entry(outcome.split(' ').next().unwrap_or("").into()).or_default() += 1;
        }
    }
    // If an ending never came up, the comparison says nothing about it.
    for cause in ["captured", "cornered", "escaped", "stranded", "crimes", "out", "immobile"] {
        assert!(causes.contains_key(cause), "no game ended by '{cause}': {causes:?}");
    }
}

/// The whole committed tables, which the reference counted and checks as deep as it can.
#[test]
fn perft_tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut tables = 0;
    for file in fs::read_dir(folder).expect("the folder of tables") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a table");
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let set_up = SetUp::read(line);
            let (rules, position) = position_of(&set_up.start);
            for (index, &count) in set_up.counts.iter().enumerate() {
                assert_eq!(
                    perft(&rules, &position, index as u32 + 1),
                    count,
                    "{line}, depth {}",
                    index + 1
                );
            }
            tables += 1;
        }
    }
    assert!(tables > 60, "only {tables} set-ups were found");
}

fn position_of(start: &Start) -> (Rules, Position) {
    let options: Vec<String> =
        start.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let rules =
        Rules::builtin(&start.edition, &options, start.detectives.len()).expect("a set-up of a table");
    let station = |byte: u8| Station::new(byte).expect("a station");
    let mut setup = Setup::deal(&rules, |_| 0);
    for (hunter, &at) in setup.state.hunters.iter_mut().zip(&start.detectives) {
        hunter.station = at.map(station);
    }
    if let Some(fugitive) = start.fugitive {
        let bobbies = start.bobbies.iter().copied().map(Some);
        let hunters: Vec<_> = start
            .detectives
            .iter()
            .copied()
            .chain(bobbies)
            .map(|at| station(at.expect("placed")))
            .collect();
        setup = Setup::at(&rules, station(fugitive), &hunters);
        if !start.crimes.is_empty() {
            setup.secret.crimes = start.crimes.iter().map(|&crime| (station(crime), false)).collect();
        }
        if let Some((a, b)) = start.tile {
            setup.secret.tile = Some((station(a), station(b)));
        }
    }
    let position = Position::new(&rules, &setup).unwrap_or_else(|errors| panic!("{start:?}: {errors}"));
    (rules, position)
}
