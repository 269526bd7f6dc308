//! Rules 6.4.7 and 6.4.9: the balloon.

use super::*;

#[test]
fn r6_4_7_the_balloon_is_called_drawn_and_landed() {
    let mut table = case().at(2, &yard(2));
    let before = table.state();
    table.play("balloon");
    assert_eq!(table.turn(), Turn::Chance);
    assert_eq!(table.refuses("taxi 3"), Illegal::DrawIsDue);
    table.play("tile 30");
    let turned = PublicEvent::TileTurned { first: station(30), second: station(40) };
    assert_eq!(table.last_event(), turned);
    assert!(!table.can("land 31") && !table.can("taxi 3"));
    table.play("land 30");
    let state = table.state();
    assert_eq!((state.stock, state.black, state.double), (before.stock, before.black, before.double));
    assert_eq!((state.filled, table.log()), (1, vec!["balloon 30".to_string()]), "he says where");
    assert_eq!((table.turn(), table.fugitive()), (Turn::Hunters, 30));
}

#[test]
fn r6_4_7_the_balloon_leaves_from_hideouts_only() {
    assert!(matches!(case().at(1, &yard(2)).refuses("balloon"), Illegal::NotNow(_)));
    assert!(case().at(2, &yard(2)).can("balloon"), "the start station included");
}

#[test]
fn r6_4_7_the_balloon_flies_once_a_game() {
    let mut table = case().at(2, &yard(2));
    table.play("balloon, tile 30, land 40").pass();
    assert!(matches!(table.refuses("balloon"), Illegal::NotNow(_)), "though 40 is a hide-out");
    assert_eq!(table.state().case.expect("a case").tile, Some((station(30), station(40))));
}

#[test]
fn r6_4_7_the_balloon_may_be_the_second_move_of_a_double() {
    let mut table = case().at(1, &yard(2));
    table.play("double taxi 2, balloon, tile 31, land 41");
    assert_eq!(table.log(), ["double taxi ?", "balloon 41"]);
    assert_eq!((table.turn(), table.state().double), (Turn::Hunters, 0));
}

#[test]
fn r6_4_7_the_balloon_may_be_the_first_move_of_a_double() {
    let mut table = case().at(2, &yard(2));
    table.play("double balloon, tile 30, land 40");
    assert_eq!((table.turn(), table.state().double), (Turn::Fugitive, 0));
    table.play("taxi 41");
    assert_eq!(
        (table.log(), table.turn()),
        (vec!["double balloon 40".into(), "taxi ?".into()], Turn::Hunters)
    );
}

#[test]
fn r6_4_7_the_landing_counts_as_the_reveal() {
    let mut table = case().late(3, 2).at(2, &yard(2));
    table.play("balloon, tile 30");
    assert!(matches!(table.refuses("land 40 low"), Illegal::NotNow(_)));
    table.play("land 40");
    assert_eq!(table.state().shown, Some(station(40)));
    table.pass().play("taxi 41");
    assert_eq!(table.log(), ["balloon 40", "taxi ?"]);
}

#[test]
fn r6_4_7_a_landing_on_a_hideout_may_take_a_ticket() {
    let mut table = case().at(2, &yard(2));
    table.play("balloon, tile 30");
    assert!(table.can("land 40 +black") && !table.can("land 30 +black"));
    table.play("land 40 +double").pass();
    assert_eq!(table.state().double, 2);
}

#[test]
fn r6_4_7_the_balloon_is_a_legal_move() {
    let mut table = case().at(2, &[1, 3, 4]);
    assert_eq!(table.actions(""), ["balloon", "double balloon"]);
    table.play("balloon, tile 30, land 30");
    let used = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").balloon_used = true;
    };
    assert_eq!(case().edit(used).at(2, &[1, 3, 4]).outcome(), "cornered at 2");
}

#[test]
fn r6_4_9_a_balloon_onto_two_occupied_stations_loses() {
    let mut table = case().at(2, &[30, 40]);
    table.play("balloon");
    assert_eq!(table.draws(), ["tile 30", "tile 31"], "the pile does not care");
    table.play("tile 30");
    assert_eq!(
        (table.outcome(), table.game.outcome().map(Outcome::winner)),
        ("grounded".into(), Some(Side::Hunters))
    );
}

#[test]
fn r6_4_9_one_closed_station_leaves_the_other() {
    let mut table = case().at(2, &[30, 103]);
    table.play("balloon, tile 30");
    assert_eq!(table.actions(""), ["land 40", "land 40 +black", "land 40 +double"]);
    assert!(!table.can("land 30"));
    table.play("land 40");
}

#[test]
fn r6_4_9_a_roadblock_closes_a_balloon_station() {
    let block = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").roadblocks = vec![station(40)];
    };
    let mut table = case().edit(block).at(2, &[30, 103]);
    table.play("balloon, tile 30");
    assert_eq!(table.outcome(), "grounded", "a hunter and a roadblock");
    let mut table = case().edit(block).at(2, &yard(2));
    table.play("balloon, tile 30");
    assert_eq!(table.actions(""), ["land 30"]);
}

#[test]
fn r6_4_9_no_second_move_after_a_balloon_loses() {
    let mut table = case().at(2, &[40, 103]);
    table.play("double balloon, tile 31, land 41");
    assert_eq!(table.outcome(), "grounded", "the only way from 41 is 40");
    let mut single = case().at(2, &[40, 103]);
    single.play("balloon, tile 31, land 41");
    assert_eq!(single.outcome(), "not over");
}
