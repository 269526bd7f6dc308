//! No byte that reaches a hunter depends on the secret: pairs of games with the same public
//! history and different secrets must look the same to hunters and spectators, byte for byte.
//!
//! What the public history is, this test says by itself, from rule 7.2, without looking at events:
//! otherwise a leak in an event would only make the pairs rarer.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use fogbound_rules::{
    Action, Game, Mark, Moved, Phase, Play, Position, PublicEvent, Record, Rng, Rules, SecretSetup,
    Setup, Side, Station, Ticket, Token, Turn,
};

/// What rule 7.2 lets the hunters know of a step, in words.
fn public_part(rules: &Rules, before: &Position, play: Play) -> String {
    let at = before.fugitive();
    match play {
        Play::Action(Action::Start { .. }) => "start".into(),
        Play::Action(Action::Move(m)) => {
            let slot = before.public().filled() + 1;
            let log = &rules.edition().log;
            let black = m.ticket == Some(Ticket::Black);
            let low = m.ability == Some(fogbound_rules::Ability::LieLow);
            let seen = if log.open {
                !log.hidden.contains(&slot) && !black
            } else {
                m.show || log.reveal.contains(&slot) && !low
            };
            let station = if seen { m.to.to_string() } else { "?".into() };
            format!("{:?} {station} {} {} {:?} {}", m.ticket, m.double, m.crime, m.ability, m.show)
        }
        Play::Action(Action::Token(token)) => format!("{token} {}", answer(rules, before, token)),
        Play::Action(Action::Hunt { to, .. }) => format!("{play} {}", at == Some(to)),
        _ => play.to_string(),
    }
}

/// The answer that rule 6.4.6 asks for, looked up here without the engine's help.
fn answer(rules: &Rules, position: &Position, token: Token) -> String {
    let secret = position.setup(rules).secret;
    let at = secret.at.expect("he has a station when the hunters move");
    match token {
        Token::Quarter => format!("{:?}", rules.board().quarter_of(at)),
        Token::Symbol { symbol } => rules.board().marked(symbol).contains(at).to_string(),
        Token::Trail => format!("{:?}", secret.before[1]),
        Token::Ban { .. } | Token::Block { .. } => String::new(),
    }
}

/// What the hunters see without any step: covered slots are opened, the game is over or not.
fn visible_state(rules: &Rules, position: &Position) -> String {
    let seen = if rules.edition().log.open && position.turn() == Turn::Fugitive {
        position.fugitive()
    } else {
        position.public().shown()
    };
    format!("{:?} {seen:?}", position.outcome())
}

/// The secrets that the fugitive may have begun with, some of them if there are many.
fn first_secrets(rules: &Rules, truth: &Setup, rng: &mut Rng) -> Vec<SecretSetup> {
    let hunters: Vec<_> = truth.state.hunters.iter().filter_map(|hunter| hunter.station).collect();
    let mut secrets = vec![truth.secret.clone()];
    for _ in 0..60 {
        let secret = Setup::deal(rules, |n| rng.below(n)).secret;
        if secret.at.is_none_or(|at| !hunters.contains(&at)) && !secrets.contains(&secret) {
            secrets.push(secret);
        }
    }
    secrets
}

/// A way to a position: which of the layer before it, and by which step.
struct Node {
    position: Position,
    parent: usize,
    play: Option<Play>,
    first: usize,
}

const WIDTH: usize = 250;

/// The sampler of paths: a second game with the same public history and, where there is one,
/// another secret. Layer by layer it keeps the positions that agree with what the hunters know.
fn second_game(game: &Game, rng: &mut Rng) -> Option<Game> {
    let rules = game.rules();
    let secrets = first_secrets(rules, game.setup(), rng);
    let setups: Vec<Setup> =
        secrets.into_iter().map(|secret| Setup { state: game.setup().state.clone(), secret }).collect();
    let mut truth = Position::new(rules, game.setup()).ok()?;
    let mut layers = vec![first_layer(rules, &setups, &truth)];
    for &play in game.plays() {
        let mut after = truth;
        after.play(rules, play).ok()?;
        let layer = next_layer(rules, layers.last()?, (&truth, play, &after), rng);
        layers.push(layer);
        truth = after;
    }
    let differs = |node: &&Node| node.position.secret() != truth.secret() || node.first != 0;
    let ends: Vec<&Node> = layers.last()?.iter().filter(differs).collect();
    let end = ends.get(rng.below(ends.len().max(1)))?;
    let mut plays = Vec::new();
    let mut node = *end;
    for layer in layers.iter().rev().skip(1) {
        plays.extend(node.play);
        node = &layer[node.parent];
    }
    let mut second = Game::new(Arc::clone(rules), setups[end.first].clone()).ok()?;
    for play in plays.into_iter().rev() {
        second.play(play).ok()?;
    }
    Some(second)
}

fn first_layer(rules: &Rules, setups: &[Setup], truth: &Position) -> Vec<Node> {
    let nodes = setups.iter().enumerate().filter_map(|(first, setup)| {
        let position = Position::new(rules, setup).ok()?;
        Some(Node { position, parent: 0, play: None, first })
    });
    let agrees = |node: &Node| visible_state(rules, &node.position) == visible_state(rules, truth);
    nodes.filter(agrees).collect()
}

fn next_layer(
    rules: &Rules,
    layer: &[Node],
    truth: (&Position, Play, &Position),
    rng: &mut Rng,
) -> Vec<Node> {
    let (before, play, after) = truth;
    let (wanted, visible) = (public_part(rules, before, play), visible_state(rules, after));
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for (parent, node) in layer.iter().enumerate() {
        let secret_choice = before.turn() == Turn::Fugitive && before.public().phase() != Phase::Taking;
        let plays: Vec<Play> = match secret_choice {
            true => node.position.actions(rules).into_iter().map(Play::from).collect(),
            false => vec![play],
        };
        for play in plays.into_iter().filter(|&play| public_part(rules, &node.position, play) == wanted)
        {
            let mut position = node.position;
            if position.play(rules, play).is_ok()
                && visible_state(rules, &position) == visible
                && seen.insert((position, node.first))
            {
                next.push(Node { position, parent, play: Some(play), first: node.first });
            }
        }
    }
    while next.len() > WIDTH {
        next.swap_remove(rng.below(next.len()));
    }
    next
}

/// All that may reach hunters and spectators of a game, frame by frame.
fn frames(game: &Game) -> Vec<String> {
    let json = |event: &fogbound_rules::Event| serde_json::to_string(event.for_hunters());
    let mut frames: Vec<String> = game.events().iter().map(|event| json(event).expect("JSON")).collect();
    let view = game.hunters_view();
    frames.push(serde_json::to_string(&view).expect("JSON"));
    frames.push(format!("{:?}", view.actions()));
    frames.push(Record::of(game).expect("a dealt game").to_string());
    frames.push(Record::of(game).expect("a dealt game").to_json().to_string());
    frames.push(format!("{:?}", view.public()));
    frames.push(refusals(game));
    frames
}

/// What a hunter hears when he tries something that is not possible, or not his.
fn refusals(game: &Game) -> String {
    let tries =
        ["d1 black 1", "d1 taxi 1", "d5 taxi 1", "b1 5", "end", "trail", "block 7", "taxi 5", "balloon"];
    let mut answers = String::new();
    for text in tries {
        let action: Action = text.parse().expect("a decision");
        let mut copy = game.clone();
        answers += &format!("{text}: {:?}\n", copy.act(Side::Hunters, action).map(|_| "played"));
    }
    answers
}

/// A game cut off before its end, so that its secret is still one.
fn unfinished(rules: &Arc<Rules>, rng: &mut Rng) -> Option<Game> {
    let length = 1 + rng.below(60);
    let mut cut: Option<Game> = None;
    common::random_game(rules, rng, |game, _| {
        if game.outcome().is_none() && game.plays().len() <= length {
            cut = Some(game.clone());
        }
    });
    cut
}

/// Calls `look` with pairs of every edition and size; gives how many there were.
fn each_pair(games: u64, mut look: impl FnMut(&Game, &Game)) -> usize {
    let mut pairs = 0;
    for (index, rules) in common::variants().into_iter().enumerate() {
        let mut of_this = 0;
        for number in 0..games {
            let mut rng = Rng::for_game(4000 + index as u64, number);
            let Some(game) = unfinished(&rules, &mut rng) else { continue };
            if let Some(second) = second_game(&game, &mut rng) {
                look(&game, &second);
                of_this += 1;
            }
        }
        assert!(of_this > 0, "no pair of games of {}", common::name(&rules));
        pairs += of_this;
    }
    pairs
}

#[test]
fn r7_2_hunters_see_the_same_whatever_the_secret_is() {
    let pairs = each_pair(120, |game, second| {
        let secrets =
            [game, second].map(|game| (game.start(), game.route().to_vec(), *game.position().secret()));
        assert_ne!(secrets[0], secrets[1], "a pair must have two secrets");
        assert_eq!(frames(game), frames(second), "{}", common::name(game.rules()));
    });
    assert!(pairs > 3_000, "only {pairs} pairs were found");
}

/// Deliberate leaks, each of which the comparison must catch.
#[test]
fn planted_leaks_are_caught() {
    type Leak = (&'static str, fn(&Game) -> String);
    let leaks: [Leak; 10] = [
        ("the station", |game| format!("{:?}", game.position().fugitive())),
        ("the number of his moves", |game| fugitive_options(game).to_string()),
        ("whether he is next to a hunter", |game| near(game).to_string()),
        ("the start", |game| format!("{:?}", game.start())),
        ("the length of the whole record", |game| {
            Record::whole(game).expect("a dealt game").to_string().len().to_string()
        }),
        ("a mark of his station", |game| marked(game, Mark::River).to_string()),
        ("the event as his side sees it", |game| {
            serde_json::to_string(&game.events().last().map(|event| event.for_fugitive())).expect("JSON")
        }),
        ("the station in an event that should not show it", leaky_events),
        ("the log of a view with all stations", |game| {
            let mut view = serde_json::to_value(game.hunters_view()).expect("JSON");
            for (slot, at) in view["log"].as_array_mut().expect("a log").iter_mut().zip(game.route()) {
                slot["at"] = at.number().into();
            }
            view.to_string()
        }),
        ("the view of his side", |game| serde_json::to_string(&game.fugitive_view()).expect("JSON")),
    ];
    let mut caught = [0; 10];
    each_pair(40, |game, second| {
        for (count, (_, leak)) in caught.iter_mut().zip(&leaks) {
            let with_leak = |game: &Game| [frames(game), vec![leak(game)]].concat();
            *count += usize::from(with_leak(game) != with_leak(second));
        }
    });
    for (count, (name, _)) in caught.iter().zip(&leaks) {
        assert!(*count > 0, "the leak of {name} was not caught");
    }
}

/// The events as they would be if one careless line filled in the station of every move.
fn leaky_events(game: &Game) -> String {
    let mut route = game.route().iter();
    let events = game.events().iter().map(|event| match event.for_hunters() {
        PublicEvent::Moved(moved) => PublicEvent::Moved(Moved { at: route.next().copied(), ..*moved }),
        other => other.clone(),
    });
    serde_json::to_string(&events.collect::<Vec<_>>()).expect("JSON")
}

fn fugitive_options(game: &Game) -> usize {
    match game.turn() {
        Turn::Fugitive => game.position().actions(game.rules()).len(),
        _ => game.position().fugitive().map_or(0, |at| game.rules().board().links(at).len()),
    }
}

fn near(game: &Game) -> bool {
    let board = game.rules().board();
    let stations = game.rules().hunters().filter_map(|hunter| game.position().public().station(hunter));
    let distance = |at: Station| stations.map(|hunter| board.distance(hunter, at)).min();
    game.position().fugitive().and_then(distance) == Some(1)
}

fn marked(game: &Game, mark: Mark) -> bool {
    game.position().fugitive().is_some_and(|at| game.rules().board().marked(mark).contains(at))
}
