//! What must hold in every game, looked at in random games of every edition and size.

mod common;

use fogbound_rules::edition::Order;
use fogbound_rules::{
    Action, Event, FugitiveView, Game, Hunter, HunterView, Move, Position, PublicEvent, Record, Replay,
    Rng, Rules, Setup, Side, Station, StationSet, Ticket, Token, Turn, perft,
};

const GAMES: u64 = 12;

fn each_game(mut look: impl FnMut(&Game, &mut Rng)) {
    for (index, rules) in common::variants().into_iter().enumerate() {
        for game in 0..GAMES {
            let mut rng = Rng::for_game(1000 + index as u64, game);
            common::random_game(&rules, &mut rng, &mut look);
        }
    }
}

/// Decisions that may or may not be legal: listed ones with something changed, and wild ones.
fn candidates(rules: &Rules, position: &Position, rng: &mut Rng) -> Vec<Action> {
    let mut stations: Vec<Station> = rules.board().stations().into_iter().collect();
    stations.extend(Station::new(255));
    let station = |rng: &mut Rng| stations[rng.below(stations.len())];
    let hunters: Vec<Hunter> = (1..=5).filter_map(Hunter::detective).chain(Hunter::bobby(1)).collect();
    let mut candidates = position.actions(rules);
    for listed in candidates.clone() {
        candidates.push(match listed {
            Action::Move(m) => match rng.below(6) {
                0 => Action::Move(Move { double: !m.double, ..m }),
                1 => Action::Move(Move { crime: !m.crime, ..m }),
                2 => Action::Move(Move { show: !m.show, ..m }),
                3 => Action::Move(Move { ticket: Some(Ticket::ALL[rng.below(4)]), ..m }),
                4 => Action::Move(Move { ticket: None, ..m }),
                _ => Action::Move(Move { to: station(rng), ..m }),
            },
            Action::Hunt { ticket, to, .. } if rng.below(2) == 0 => {
                Action::Hunt { hunter: hunters[rng.below(hunters.len())], ticket, to }
            }
            Action::Hunt { hunter, to, .. } => {
                Action::Hunt { hunter, ticket: Some(Ticket::ALL[rng.below(4)]), to }
            }
            Action::Place { hunter, .. } => Action::Place { hunter, at: station(rng) },
            Action::Take { from, .. } => Action::Take { from, ticket: Ticket::NORMAL[rng.below(3)] },
            other => other,
        });
    }
    let at = station(rng);
    candidates.extend([
        Action::EndTurn,
        Action::Balloon { double: false },
        Action::Balloon { double: true },
        Action::Start { at },
        Action::Token(Token::Quarter),
        Action::Token(Token::Trail),
        Action::Token(Token::Ban { ticket: Ticket::Taxi }),
        Action::Token(Token::Block { at }),
        Action::Move(Move::plain(Some(Ticket::Taxi), at)),
    ]);
    candidates
}

#[test]
fn listed_decisions_are_accepted_and_no_others() {
    let mut refused = 0;
    each_game(|game, rng| {
        let (rules, position) = (game.rules(), game.position());
        let listed = position.actions(rules);
        for action in candidates(rules, position, rng) {
            let mut copy = game.clone();
            let result = copy.play(action.into()).map(<[Event]>::len);
            assert_eq!(result.is_ok(), listed.contains(&action), "{action} in {}", common::name(rules));
            if result.is_err() {
                refused += 1;
                assert_eq!(copy.position(), position, "{action} was refused and changed something");
                assert_eq!((copy.plays(), copy.events()), (game.plays(), game.events()));
            }
        }
    });
    assert!(refused > 100_000, "only {refused} decisions were refused");
}

#[test]
fn a_list_names_each_decision_once() {
    each_game(|game, _| {
        let mut actions = game.position().actions(game.rules());
        let count = actions.len();
        actions.sort();
        actions.dedup();
        assert_eq!(actions.len(), count);
    });
}

#[test]
fn all_ways_to_list_decisions_agree() {
    let mut room = Vec::new();
    each_game(|game, _| {
        let (rules, position) = (game.rules(), game.position());
        let listed = position.actions(rules);
        let count = position.list_actions(rules, &mut room);
        assert_eq!(room[..count], listed, "{}", common::name(rules));
        let mut children = Vec::new();
        position.for_each_child(rules, |action, next| {
            let mut applied = *position;
            applied.apply(rules, action);
            assert_eq!(*next, applied, "{action} in {}", common::name(rules));
            children.push(action);
        });
        assert_eq!(children, listed, "{}", common::name(rules));
    });
}

#[test]
fn the_fold_of_events_is_the_game() {
    for (index, rules) in common::variants().into_iter().enumerate() {
        for number in 0..GAMES {
            let mut views: Option<(HunterView, FugitiveView)> = None;
            let mut seen = 1;
            let mut rng = Rng::for_game(2000 + index as u64, number);
            common::random_game(&rules, &mut rng, |game, _| {
                let (hunters, fugitive) =
                    views.get_or_insert_with(|| (game.hunters_view(), game.fugitive_view()));
                for event in &game.events()[seen.min(game.events().len())..] {
                    hunters.apply(event.for_hunters()).expect("events follow one another");
                    fugitive.apply(&event.for_fugitive()).expect("events follow one another");
                }
                seen = game.events().len();
                assert_eq!(hunters.public(), game.position().public(), "{}", common::name(&rules));
                assert_eq!(fugitive.position(), *game.position(), "{}", common::name(&rules));
                assert_eq!((fugitive.start(), fugitive.route()), (game.start(), game.route()));
                check_lists(game, hunters, fugitive);
            });
        }
    }
}

/// Each side's view lists what the position lists for that side.
fn check_lists(game: &Game, hunters: &HunterView, fugitive: &FugitiveView) {
    let listed = game.position().actions(game.rules());
    match game.turn() {
        Turn::Hunters => assert_eq!((hunters.actions(), fugitive.actions()), (listed, vec![])),
        Turn::Fugitive => assert_eq!((hunters.actions(), fugitive.actions()), (vec![], listed)),
        _ => assert!(hunters.actions().is_empty() && fugitive.actions().is_empty()),
    }
}

#[test]
fn an_ended_game_is_open_to_all() {
    each_game(|game, _| {
        if game.outcome().is_some() {
            let view = game.hunters_view();
            let ending = view.ending().expect("a game that is over has an ending");
            assert_eq!((ending.start, &ending.route[..]), (game.start(), game.route()));
            assert!(view.log().iter().all(|slot| slot.moved.at.is_some()));
        }
    });
}

#[test]
fn records_come_back_as_they_went() {
    each_game(|game, rng| {
        if game.outcome().is_none() && rng.below(8) != 0 {
            return;
        }
        for record in
            [Record::of(game).expect("a dealt game"), Record::whole(game).expect("a dealt game")]
        {
            let text = record.to_string();
            let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert_eq!(read, record, "{text}");
            let json = Record::parse_json(&record.to_json().to_string()).expect("the JSON form");
            assert_eq!(json, [record]);
            match read.replay(game.rules()).unwrap_or_else(|error| panic!("{error} in\n{text}")) {
                Replay::Whole(again) => {
                    assert_eq!((again.position(), again.plays()), (game.position(), game.plays()));
                    assert_eq!(again.events(), game.events());
                }
                Replay::Public(view) => assert_eq!(*view, game.hunters_view(), "{text}"),
            }
        }
    });
}

#[test]
fn every_game_ends_in_bounded_time() {
    each_game(|game, _| assert!(game.plays().len() < 400, "{}", common::name(game.rules())));
}

#[test]
fn r2_3_no_two_pieces_share_a_station() {
    each_game(|game, _| {
        let (rules, position) = (game.rules(), game.position());
        let placed: Vec<Station> =
            rules.hunters().filter_map(|h| position.public().station(h)).collect();
        let hunters: StationSet = placed.iter().copied().collect();
        assert_eq!(hunters.len(), placed.len());
        let captured = matches!(position.outcome(), Some(fogbound_rules::Outcome::Captured { .. }));
        if let Some(at) = position.fugitive().filter(|_| !captured) {
            assert!(!hunters.contains(at));
        }
    });
}

/// What the detectives hold, what is in the stock, and what the fugitive has played.
fn tickets_in_the_game(game: &Game, ticket: Ticket) -> usize {
    let setup = game.position().setup(game.rules());
    let held: usize = setup.state.purses.iter().map(|purse| usize::from(purse.count(ticket))).sum();
    let played = game.events().iter().filter(
        |event| matches!(event.for_hunters(), PublicEvent::Moved(moved) if moved.ticket == Some(ticket)),
    );
    held + usize::from(setup.state.stock.count(ticket)) + played.count()
}

#[test]
fn r6_2_2_tickets_are_conserved() {
    let mut counted = 0;
    for rules in common::variants() {
        if !rules.counts_fares() && !rules.is_scored() {
            continue;
        }
        let mut rng = Rng::for_game(3000, counted);
        let mut at_start = None;
        common::random_game(&rules, &mut rng, |game, _| {
            let now = Ticket::NORMAL.map(|ticket| tickets_in_the_game(game, ticket));
            assert_eq!(now, *at_start.get_or_insert(now), "{}", common::name(&rules));
        });
        counted += 1;
    }
    assert!(counted > 10);
}

#[test]
fn every_deal_is_legal() {
    for (index, rules) in common::variants().into_iter().enumerate() {
        for number in 0..50 {
            let deal = || Rng::for_game(6000 + index as u64, number);
            let mut rng = deal();
            let setup = Setup::deal(&rules, |n| rng.below(n));
            let mut rng = deal();
            let position = Position::deal(&rules, |n| rng.below(n));
            assert_eq!(Position::new(&rules, &setup), Ok(position), "{}", common::name(&rules));
        }
    }
}

#[test]
fn a_set_up_describes_any_moment() {
    each_game(|game, _| {
        let (rules, position) = (game.rules(), game.position());
        let again = Position::new(rules, &position.setup(rules));
        assert_eq!(again.as_ref(), Ok(position), "{}", common::name(rules));
        let assumed = game.hunters_view().assume(position.setup(rules).secret);
        assert_eq!(assumed.as_ref(), Ok(position), "{}", common::name(rules));
    });
}

#[test]
fn perft_counts_what_is_listed() {
    fn slow(rules: &Rules, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut next: Vec<(Position, u32)> = Vec::new();
        for draw in position.draws(rules) {
            let mut after = *position;
            after.play(rules, draw.into()).expect("a listed draw");
            next.push((after, depth));
        }
        for action in position.actions(rules) {
            let mut after = *position;
            after.play(rules, action.into()).expect("a listed decision");
            next.push((after, depth - 1));
        }
        next.iter().map(|(after, depth)| slow(rules, after, *depth)).sum()
    }
    each_game(|game, rng| {
        if rng.below(20) == 0 {
            let (rules, position) = (game.rules(), game.position());
            assert_eq!(perft(rules, position, 2), slow(rules, position, 2), "{}", common::name(rules));
        }
    });
}

#[test]
fn decisions_are_written_and_read_alike() {
    each_game(|game, rng| {
        let mut actions = candidates(game.rules(), game.position(), rng);
        actions.push(Action::Concede { side: Side::Hunters });
        for action in actions {
            assert_eq!(action.to_string().parse(), Ok(action));
            let json = serde_json::to_string(&action).expect("a decision has a JSON form");
            assert_eq!(serde_json::from_str::<Action>(&json).ok(), Some(action), "{json}");
        }
        for draw in game.position().draws(game.rules()) {
            assert_eq!(draw.to_string().parse(), Ok(draw));
        }
    });
}

#[test]
fn r5_7_either_side_may_concede_at_any_time() {
    each_game(|game, _| {
        for side in [Side::Fugitive, Side::Hunters] {
            let mut copy = game.clone();
            let result = copy.play(Action::Concede { side }.into()).map(|_| ());
            let over = game.outcome().is_some();
            let not_yet = game.rules().is_scored() && side == Side::Hunters && {
                game.position().public().phase() != fogbound_rules::Phase::Hunters
            };
            assert_eq!(result.is_ok(), !over && !not_yet);
            if result.is_ok() {
                assert!(copy.outcome().is_some());
                assert_eq!(copy.hunters_view().public(), copy.position().public());
            }
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let rules = common::rules("modern", &[], 3);
    let play = || common::random_game(&rules, &mut Rng::for_game(5, 5), |_, _| {});
    assert_eq!(Record::of(&play()).expect("a dealt game"), Record::of(&play()).expect("a dealt game"));
}

#[test]
fn r9_4_a_move_that_strands_its_piece_is_known_before_it_is_made() {
    let mut stranding = 0;
    each_game(|game, _| {
        let (rules, position) = (game.rules(), game.position());
        for action in position.actions(rules) {
            let Action::Hunt { hunter, ticket, to } = action else { continue };
            let strands = position.public().strands(rules, hunter, ticket, to);
            let mut after = *position;
            after.apply(rules, action);
            // At the end of a manhunt all tickets change hands.
            if after.outcome().is_none() {
                assert_eq!(strands, after.public().is_stranded(rules, hunter), "{action}");
                stranding += u32::from(strands);
            }
        }
    });
    assert!(stranding > 20, "only {stranding}");
}

#[test]
fn r5_4_whoever_is_stuck_has_no_move_and_whoever_has_none_is_stuck() {
    let mut stuck = 0;
    each_game(|game, _| {
        let (rules, public) = (game.rules(), game.position().public());
        if game.position().turn() != Turn::Hunters || rules.edition().pieces.order == Order::Seats {
            return;
        }
        let actions = game.position().actions(rules);
        if actions.iter().any(|action| matches!(action, Action::Place { .. })) {
            return;
        }
        for hunter in rules.hunters().filter(|&hunter| !public.has_moved(hunter)) {
            let moves =
                |action: &Action| matches!(action, Action::Hunt { hunter: who, .. } if *who == hunter);
            assert_eq!(public.stuck(rules, hunter).is_none(), actions.iter().any(moves));
            stuck += u32::from(public.stuck(rules, hunter).is_some());
        }
    });
    assert!(stuck > 20, "only {stuck}");
}
