//! Rules 6.4.8 and 6.4.10: crimes, and the order after a move.

use super::*;

#[test]
fn r6_4_8_a_crime_after_a_move_onto_one_of_his_tiles() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2 crime");
    let moved = last_move(&table);
    assert_eq!((moved.crime, moved.slot, moved.at), (true, 1, None), "in which slot, not where");
    assert_eq!(table.state().case.expect("a case").crimes, 1);
    let played: Vec<_> = table.game.position().secret().crimes().filter(|tile| tile.1).collect();
    assert_eq!(played, [(station(2), true)]);
}

#[test]
fn r6_4_8_he_may_and_need_not() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2");
    assert_eq!(table.state().case.expect("a case").crimes, 0);
    assert!(!last_move(&table).crime);
}

#[test]
fn r6_4_8_only_on_his_own_unplayed_tiles() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2 crime").pass();
    assert!(matches!(table.refuses("taxi 1 crime"), Illegal::NotNow(_)), "no scene");
    table.play("taxi 1").pass();
    assert!(matches!(table.refuses("taxi 2 crime"), Illegal::NotNow(_)), "played already");
    let mut balloon = case().at(2, &yard(2));
    balloon.play("balloon, tile 30");
    assert!(matches!(balloon.refuses("land 40 crime"), Illegal::NotNow(_)), "a scene, not his");
}

#[test]
fn r6_4_8_after_either_move_of_a_double_one_a_move() {
    let mut table = case().at(1, &yard(2));
    table.play("double taxi 2 crime, taxi 3 crime");
    assert_eq!(table.log(), ["double taxi ? crime", "taxi ? crime"]);
    assert_eq!(table.state().case.expect("a case").crimes, 2);
}

#[test]
fn r6_4_8_after_a_balloon_flight() {
    let mut table = case().edit(|setup| setup.secret.crimes[2].0 = station(40)).at(2, &yard(2));
    table.play("balloon, tile 30, land 40 crime");
    assert_eq!(table.log(), ["balloon 40 crime"]);
}

#[test]
fn r6_4_8_not_on_the_start_station() {
    let table = case().at(2, &yard(2));
    let crimes: Vec<String> =
        table.actions("").into_iter().filter(|action| action.contains("crime")).collect();
    assert!(!crimes.is_empty() && crimes.iter().all(|action| !action.contains(" 2 ")), "{crimes:?}");
    let mut back = case().at(2, &yard(2));
    back.play("taxi 1").pass().play("taxi 2 crime");
    assert_eq!(back.state().case.expect("a case").crimes, 1, "but when he comes back");
}

#[test]
fn r6_4_10_a_crime_goes_with_a_reveal_lying_low_or_a_ticket() {
    for (deed, log) in [
        ("taxi 2 crime", "taxi 2 crime"),
        ("taxi 2 crime low", "taxi ? crime low"),
        ("taxi 2 crime +black", "taxi 2 crime +black"),
    ] {
        let mut table = case().late(3, 2).at(1, &yard(2));
        table.play(deed);
        assert_eq!(table.log(), [log]);
    }
}

#[test]
fn r6_4_10_with_the_third_crime_nothing_else_happens() {
    let played = |setup: &mut fogbound_rules::Setup| {
        setup.secret.crimes[1].1 = true;
        setup.secret.crimes[2].1 = true;
        setup.state.case.as_mut().expect("a case").crimes = 2;
    };
    let mut table = case().late(3, 2).edit(played).at(1, &yard(2));
    for deed in ["taxi 2 crime +black", "taxi 2 crime +double", "taxi 2 crime low"] {
        assert!(matches!(table.refuses(deed), Illegal::NotNow(_)), "{deed}");
    }
    table.play("taxi 2 crime");
    assert_eq!(table.outcome(), "crimes done");
    assert_eq!(table.state().case.expect("a case").reserve, Reserve { black: 5, double: 2 });
}
