//! The learned value: its features in every edition, its arithmetic, and what the weights that come
//! with the program say about plain positions.

use std::sync::Arc;

use fogbound_engine::value::{
    Choices, Evaluator, FEATURES, FIRST, Features, Network, Outlook, Reach, SECOND, SHARED, SINGLE,
    UNITS, features_of,
};
use fogbound_engine::{Belief, PossibleStations, alternatives};
use fogbound_rules::{
    Action, Board, Game, Position, Rng, Rules, SecretSetup, Setup, Transports, Turn, random_play,
};

const EDITIONS: [(&str, usize); 8] = [
    ("classic", 4),
    ("modern", 2),
    ("modern", 5),
    ("study", 5),
    ("beginner", 3),
    ("holmes", 3),
    ("holmes-original", 5),
    ("compact", 3),
];

/// Calls `f` at every decision of random games.
fn each_position(
    edition: &str,
    detectives: usize,
    games: u64,
    mut f: impl FnMut(&Rules, &Position, &PossibleStations),
) {
    let rules = Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"));
    for number in 0..games {
        let mut rng = Rng::for_game(1983, number);
        let setup = Setup::deal(&rules, |n| rng.below(n));
        let mut game = Game::new(Arc::clone(&rules), setup).expect("a deal");
        let (mut buffer, mut belief) = (vec![], Belief::new(&rules));
        let mut view = game.hunters_view();
        while let Some(play) = random_play(&rules, game.position(), &mut rng, &mut buffer) {
            belief.follow(&view);
            f(&rules, game.position(), &PossibleStations(belief.possible()));
            for event in game.play(play).expect("a listed step is legal") {
                view.apply(event.for_hunters()).expect("a game's own events");
            }
        }
    }
}

#[test]
fn features_are_small_numbers_in_every_edition() {
    for (edition, detectives) in EDITIONS {
        let mut reach = None;
        let (mut seen, mut varied) = (0, [false; FEATURES]);
        let mut first: Option<Features> = None;
        each_position(edition, detectives, 4, |rules, position, possible| {
            let reach = reach.get_or_insert_with(|| Reach::new(rules.board()));
            let Some(features) = features_of(rules, reach, position, possible) else { return };
            for (index, feature) in features.iter().enumerate() {
                assert!((-0.2..=1.5).contains(feature), "{edition}: feature {index} is {feature}");
            }
            let first = first.get_or_insert(features);
            (0..FEATURES).for_each(|index| varied[index] |= first[index] != features[index]);
            seen += 1;
        });
        assert!(seen > 20, "{edition}: {seen} positions");
        let varied = varied.iter().filter(|varied| **varied).count();
        assert!(varied > FEATURES / 2, "{edition}: only {varied} features ever change");
    }
}

#[test]
fn before_he_has_a_place_there_is_no_value() {
    let mut without = 0;
    each_position("beginner", 3, 1, |rules, position, possible| {
        let reach = Reach::new(rules.board());
        let known = features_of(rules, &reach, position, possible).is_some();
        assert!(!known || position.fugitive().is_some());
        without += usize::from(!known);
    });
    assert!(without > 0, "the pieces are placed first");
}

fn made_up() -> Network {
    let mut rng = Rng::new(7);
    let mut network = Network::zero();
    let scale = |bits: u64| (bits >> 40) as f32 / (1 << 24) as f32 - 0.5;
    network.weights_mut().for_each(|weight| *weight = scale(rng.bits()));
    network
}

/// The bits of the sum are the same wherever it is taken: no fused products, one order.
#[test]
fn arithmetic_is_the_same_on_every_machine() {
    let network = made_up();
    let mut features = [0.0; FEATURES];
    features.iter_mut().enumerate().for_each(|(index, feature)| *feature = 1.0 / (index + 1) as f32);
    let value = network.value(&features);
    assert_eq!(value.to_bits(), 0x3f1b_9b87, "{value}");
}

#[test]
fn a_network_survives_being_written_and_read() {
    let network = made_up();
    let bytes = network.to_bytes();
    let weights = FEATURES * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + 1;
    assert_eq!(bytes.len(), 4 * weights);
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
    assert!(Network::from_bytes(&bytes[4..]).is_err());
    let mut broken = bytes;
    broken[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(Network::from_bytes(&broken).is_err());
}

#[test]
fn reach_is_by_the_transports_that_a_piece_can_use() {
    let board = Board::builtin("london").expect("a board");
    let reach = Reach::new(&board);
    for bits in 0..8 {
        let rides = Transports::from_bits(bits);
        for from in board.stations().iter().step_by(17) {
            let row = board.distances_over(rides, from);
            for to in board.stations() {
                let moves = row[usize::from(to.number())];
                assert_eq!(reach.distance(rides, from, to), moves.min(Reach::FAR));
                for within in 1..=Reach::MOVES {
                    let reached = reach.ball(rides, within, from).contains(to);
                    assert_eq!(reached, usize::from(moves) <= within, "{rides:?} {from} {to}");
                }
            }
        }
    }
}

/// Whoever is seen with a hunter beside him who is to move is worse off than whoever may be anywhere.
#[test]
fn the_weights_know_danger_from_safety() {
    let mut evaluator = None;
    let (mut danger, mut safety) = (vec![], vec![]);
    each_position("study", 5, 60, |rules, position, possible| {
        let evaluator = evaluator.get_or_insert_with(|| Evaluator::new(rules, Network::trained()));
        let Some(value) = evaluator.value(rules, position, possible) else { return };
        let at = position.fugitive().expect("it has a value");
        let caught = |action| matches!(action, Action::Hunt { to, .. } if to == at);
        match possible.0.len() {
            1 if position.actions(rules).into_iter().any(caught) => danger.push(value),
            15.. if !position.public().threatened(rules).contains(at) => safety.push(value),
            _ => {}
        }
    });
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len() as f32;
    assert!(danger.len() > 10 && safety.len() > 10, "{} {}", danger.len(), safety.len());
    let (danger, safety) = (mean(&danger), mean(&safety));
    assert!(danger < 0.2 && safety > danger + 0.4, "{danger} in danger, {safety} in safety");
}

#[test]
fn features_of_decisions_are_small_numbers_in_every_edition() {
    for (edition, detectives) in EDITIONS {
        let (mut reach, mut seen) = (None, 0);
        each_position(edition, detectives, 4, |rules, position, possible| {
            let reach = reach.get_or_insert_with(|| Reach::new(rules.board()));
            if !matches!(position.turn(), Turn::Fugitive | Turn::Hunters) {
                return;
            }
            let actions = alternatives(rules, position, possible);
            let own = position.fugitive().filter(|_| position.turn() == Turn::Fugitive);
            let outlook = Outlook::new(rules, reach, position.public(), possible.0, own, None, &actions);
            for &action in &actions {
                for (index, feature) in outlook.features(action).into_iter().enumerate() {
                    let fits = (-1.5..=1.5).contains(&feature);
                    assert!(fits, "{edition}: feature {index} of {action} is {feature}");
                }
            }
            seen += 1;
        });
        assert!(seen > 20, "{edition}: {seen} decisions");
    }
}

/// What hunters hold promising may not hang on where he is.
#[test]
fn the_hunters_choice_knows_no_secret() {
    let (mut evaluator, mut compared) = (None, 0);
    each_position("modern", 4, 3, |rules, position, possible| {
        let evaluator = evaluator.get_or_insert_with(|| Evaluator::new(rules, Network::trained()));
        if position.turn() != Turn::Hunters {
            return;
        }
        let actions = alternatives(rules, position, possible);
        let (mut promise, mut other) = (vec![], vec![]);
        evaluator.promise(rules, position, possible, None, &actions, &mut promise);
        let all: f32 = promise.iter().sum();
        assert!((all - 1.0).abs() < 1e-4 && promise.iter().all(|part| *part >= 0.0), "{promise:?}");
        for at in possible.0.iter().filter(|at| Some(*at) != position.fugitive()).take(3) {
            let secret = SecretSetup { at: Some(at), ..SecretSetup::default() };
            let imagined = Position::imagine(rules, position.public(), &secret);
            evaluator.promise(rules, &imagined, possible, None, &actions, &mut other);
            assert_eq!(promise, other);
            compared += 1;
        }
    });
    assert!(compared > 20, "{compared}");
}

/// A piece that can step onto him where he is seen does not pass by.
#[test]
fn the_choice_takes_him_where_he_is_seen() {
    let (mut evaluator, mut right, mut seen) = (None, 0, 0);
    each_position("study", 5, 60, |rules, position, possible| {
        let evaluator = evaluator.get_or_insert_with(|| Evaluator::new(rules, Network::trained()));
        if position.turn() != Turn::Hunters || possible.0.len() != 1 {
            return;
        }
        let actions = alternatives(rules, position, possible);
        let takes =
            |action: &Action| matches!(action, Action::Hunt { to, .. } if possible.0.contains(*to));
        if actions.len() < 2 || !actions.iter().any(takes) {
            return;
        }
        let mut promise = vec![];
        evaluator.promise(rules, position, possible, None, &actions, &mut promise);
        let best = (0..actions.len()).max_by(|&a, &b| promise[a].total_cmp(&promise[b]));
        seen += 1;
        right += usize::from(best.is_some_and(|best| takes(&actions[best])));
    });
    assert!(seen > 10 && right * 10 >= seen * 9, "{right} of {seen}");
}

#[test]
fn the_choices_survive_being_written_and_read() {
    let choices = Choices::trained();
    let bytes = choices.to_bytes();
    assert_eq!(bytes.len(), 2 * 4 * ((SHARED + SINGLE) * UNITS + 2 * UNITS));
    assert_eq!(Choices::from_bytes(&bytes).as_ref(), Ok(&*choices));
    assert!(Choices::from_bytes(&bytes[4..]).is_err());
    let mut broken = bytes;
    broken[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(Choices::from_bytes(&broken).is_err());
}
