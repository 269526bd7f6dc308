//! Section 3: set-up.

use std::collections::BTreeSet;

use fogbound_rules::{Board, Illegal, PublicEvent, Side, Turn};

use crate::table::{Table, game, station};

/// Games dealt in many ways.
fn dealt(edition: &'static str, detectives: usize) -> impl Iterator<Item = Table> {
    (0..40usize).map(move |seed| {
        let mut draw = 0;
        game(edition).deal(detectives, move |n| {
            draw += 1;
            (((seed * 64 + draw) * 2_654_435_761) >> 9) % n
        })
    })
}

fn starts(table: &Table) -> Vec<u8> {
    let hunters = table.state().hunters;
    hunters.iter().map(|hunter| hunter.station.expect("a start").number()).collect()
}

fn cards(board: &str) -> (BTreeSet<u8>, BTreeSet<u8>, BTreeSet<u8>) {
    let board = Board::builtin(board).expect("a built-in board");
    let numbers = |list: &[fogbound_rules::Station]| {
        list.iter().map(|card| card.number()).collect::<BTreeSet<u8>>()
    };
    let cards = board.cards();
    (numbers(&cards.common), numbers(&cards.hunters), numbers(&cards.fugitive))
}

#[test]
fn r3_1_cards_are_drawn_without_replacement() {
    for (edition, detectives) in [("classic", 5), ("study", 5), ("modern", 2), ("modern", 5)] {
        for table in dealt(edition, detectives) {
            let mut all = starts(&table);
            all.push(table.fugitive());
            let different: BTreeSet<u8> = all.iter().copied().collect();
            assert_eq!(different.len(), all.len(), "{edition}: {all:?}");
        }
    }
}

#[test]
fn r3_1_every_card_can_be_drawn() {
    let mut seen = BTreeSet::new();
    for card in 0..13 {
        seen.insert(game("modern").deal(4, move |n| if n == 13 { card } else { 0 }).fugitive());
    }
    assert_eq!(seen, cards("london").2);
}

#[test]
fn r3_1_the_hunters_starts_are_public_and_the_fugitives_is_not() {
    let table = game("modern").at(170, &[13, 26, 29, 34]);
    let PublicEvent::SetUp { state } = table.last_event() else { panic!("a set-up") };
    let stations: Vec<_> = state.hunters.iter().map(|hunter| hunter.station).collect();
    assert_eq!(stations, [13, 26, 29, 34].map(|n| Some(station(n))));
    assert_eq!(state.shown, None);
    assert!(!table.hunters_read(170));
}

#[test]
fn r3_1_the_first_belief_modern_the_x_cards() {
    let (_, _, x) = cards("london");
    assert_eq!(x.len(), 13);
    assert!(dealt("modern", 3).all(|table| x.contains(&table.fugitive())));
}

#[test]
fn r3_1_the_first_belief_classic_the_cards_that_no_detective_drew() {
    let (pile, _, _) = cards("london-1983");
    for edition in ["classic", "study"] {
        let mut fugitives = BTreeSet::new();
        for table in dealt(edition, 5) {
            let mut left = pile.clone();
            starts(&table).iter().for_each(|start| assert!(left.remove(start)));
            assert!(left.contains(&table.fugitive()));
            fugitives.insert(table.fugitive());
        }
        assert!(fugitives.len() > 5, "he draws, and is not just given the first card");
    }
}

/// Two tiles, and one quarter for each kind of ground.
const TILES: &str = "
    taxi 1-2-3-4-10-11-12-13-14-15
    river 1 2 3
    crimes 1 2 3
    tiles 1-4 3-2
    I 1 2
    II 3 4
    III 10 11
    IV *
";

#[test]
fn r3_1_the_first_belief_holmes_original_the_marked_stations() {
    let starts = [0, 1].map(|tile| {
        let plan = game("holmes-original").on(TILES);
        plan.deal(4, move |n| if n == 2 { tile } else { 0 }).fugitive()
    });
    assert_eq!(starts, [1, 3]);
}

#[test]
fn r3_1_the_first_belief_holmes_both_stations_of_a_tile() {
    for (tile, stations) in [(0, ["start 1", "start 4"]), (1, ["start 3", "start 2"])] {
        let table = game("holmes").on(TILES).deal(4, move |n| if n == 2 { tile } else { 0 });
        assert_eq!(table.actions(""), stations);
    }
}

#[test]
fn r3_1_no_hunter_can_stand_on_his_start() {
    let (_, d, x) = cards("london");
    assert_eq!(d.intersection(&x).count(), 0);
    for table in dealt("modern", 2) {
        assert!(starts(&table).iter().all(|start| d.contains(start)), "bobbies draw D cards too");
    }
}

#[test]
fn r3_2_the_hunters_tickets_are_public() {
    let mut table = game("modern").at(170, &[13, 26, 29, 34]);
    table.play("taxi 159, d3 bus 55");
    let view = serde_json::to_value(table.game.hunters_view()).expect("JSON");
    assert_eq!(view["state"]["purses"][2]["bus"], 7);
    assert_eq!(view["state"]["purses"][3]["bus"], 8);
}

#[test]
fn r3_2_tickets_are_not_traded() {
    let mut table = game("modern").at(170, &[13, 26, 29, 34]);
    table.play("taxi 159");
    assert!(table.actions("").iter().all(|action| action.starts_with('d')), "moves and nothing else");
    assert_eq!(table.refuses("take d1 taxi"), Illegal::NotTheirTurn(Side::Fugitive));
    let before = table.purse("d1");
    table.play("d2 taxi 15");
    assert_eq!(table.purse("d1"), before);
}

#[test]
fn r3_3_the_fugitive_goes_first_in_a_round() {
    let mut table = game("modern").at(170, &[13, 26, 29, 34]);
    for round in 1..=3 {
        assert_eq!((table.turn(), table.state().round), (Turn::Fugitive, round));
        assert_eq!(table.refuses("d1 taxi 23"), Illegal::NotTheirTurn(Side::Hunters));
        let first = table.actions("taxi")[0].clone();
        table.play(&first);
        assert_eq!((table.turn(), table.state().round), (Turn::Hunters, round));
        assert_eq!(table.refuses("taxi 159"), Illegal::NotTheirTurn(Side::Fugitive));
        table.pass();
    }
}
