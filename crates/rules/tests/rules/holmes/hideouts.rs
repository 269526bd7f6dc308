//! Rule 6.4.7: hide-outs.

use super::*;

#[test]
fn r6_4_7_he_takes_a_ticket_openly() {
    for (take, ability, left) in [
        ("taxi 2 +black", Ability::TakeBlack, Reserve { black: 4, double: 2 }),
        ("taxi 2 +double", Ability::TakeDouble, Reserve { black: 5, double: 1 }),
    ] {
        let mut table = case().at(1, &yard(2));
        table.play(take);
        let moved = last_move(&table);
        assert_eq!((moved.ability, moved.at), (Some(ability), None), "the kind, not the station");
        assert_eq!(table.state().case.expect("a case").reserve, left);
    }
}

#[test]
fn r6_4_7_only_where_there_is_a_hideout() {
    let table = case().at(2, &yard(2));
    assert!(matches!(table.refuses("taxi 3 +black"), Illegal::NotNow(_)));
    assert!(matches!(table.refuses("taxi 1 +double"), Illegal::NotNow(_)));
    assert!(table.can("bus 4 +black"));
}

#[test]
fn r6_4_7_only_if_there_is_one_in_the_reserve() {
    let empty = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").reserve = Reserve { black: 0, double: 1 };
    };
    let table = case().edit(empty).at(1, &yard(2));
    assert!(matches!(table.refuses("taxi 2 +black"), Illegal::NotNow(_)));
    assert!(table.can("taxi 2 +double"));
}

#[test]
fn r6_4_7_a_taken_ticket_is_for_after_the_hunters_next_turn() {
    let mut table = case().at(1, &yard(2));
    table.play("double black 2 +black");
    assert_eq!(table.state().black, 0);
    assert_eq!(table.state().case.expect("a case").fresh, Reserve { black: 1, double: 0 });
    assert_eq!(table.refuses("black 3"), Illegal::NoTicket(Ticket::Black), "not in this turn");
    table.play("taxi 3").pass();
    assert_eq!(table.state().black, 1);
    assert!(table.can("black 2"));
}

#[test]
fn r6_4_7_a_taken_double_is_for_after_the_hunters_next_turn() {
    let mut table = case().double(0).at(1, &yard(2));
    table.play("taxi 2 +double");
    assert_eq!(table.state().double, 0);
    table.pass();
    assert_eq!(table.state().double, 1);
    assert!(table.can("double taxi 3"));
}

#[test]
fn r6_4_7_a_taken_black_ticket_does_not_make_a_second_move_possible() {
    // From 2 only the ferry goes on, and the one black ticket brought him there.
    let text = "ferry 1-2-4\ntaxi 1-10-11-12-13-14-15 4-10 2-14\nhideout 2\nriver 1 2 4\ncrimes 1 2 4\n\
                tiles 1-2 4-15\nI 1\nII 2\nIII 4\nIV *";
    let plan = || game(HOLMES_FEW).on(text).stock(Purse::default());
    assert_eq!(plan().at(1, &[10, 12]).refuses("double black 2 +black"), Illegal::NoSecondMove);
    assert!(plan().at(1, &[10, 12]).can("black 2 +black"));
    assert!(plan().at(1, &[10, 12]).can("double black 2"), "the balloon is a second move");
}

#[test]
fn r6_4_7_lie_low_on_a_reveal_slot() {
    let mut table = case().late(3, 2).at(1, &yard(2));
    table.play("taxi 2 low");
    let moved = last_move(&table);
    assert_eq!((moved.ability, moved.at), (Some(Ability::LieLow), None));
    assert_eq!((table.state().shown, table.log()), (None, vec!["taxi ? low".to_string()]));
}

#[test]
fn r6_4_7_lie_low_is_for_hideouts_and_reveal_slots() {
    assert!(matches!(case().at(1, &yard(2)).refuses("taxi 2 low"), Illegal::NotNow(_)), "slot 1");
    let table = case().late(3, 2).at(2, &yard(2));
    assert!(matches!(table.refuses("taxi 3 low"), Illegal::NotNow(_)), "no hide-out");
}

#[test]
fn r6_4_7_who_takes_a_ticket_on_a_reveal_slot_is_shown() {
    let mut table = case().late(3, 2).at(1, &yard(2));
    table.play("taxi 2 +black");
    assert_eq!(table.log(), ["taxi 2 +black"], "one ability for each stop");
}

#[test]
fn r6_4_7_lie_low_needs_no_reserve() {
    let empty = |setup: &mut fogbound_rules::Setup| {
        setup.state.case.as_mut().expect("a case").reserve = Reserve::default();
    };
    assert!(case().late(3, 2).edit(empty).at(1, &yard(2)).can("taxi 2 low"));
}

#[test]
fn r6_4_7_an_ability_on_arrival_forgoes_the_balloon_on_leaving() {
    for arrival in ["taxi 2 +black", "taxi 2 +double", "taxi 2 low"] {
        let mut table = case().late(3, 2).at(1, &yard(2));
        table.play(arrival).pass();
        assert!(matches!(table.refuses("balloon"), Illegal::NotNow(_)), "{arrival}");
    }
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2").pass();
    assert!(table.can("balloon"));
}

#[test]
fn r6_4_7_another_stop_is_another_ability() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2 +black").pass().play("taxi 1").pass().play("taxi 2").pass();
    assert!(table.can("balloon"));
}

#[test]
fn r6_4_7_a_double_with_two_stops_may_use_one_at_each() {
    let mut table = case().at(1, &yard(2));
    table.play("double taxi 2 +black, bus 4 +double");
    let case = table.state().case.expect("a case");
    assert_eq!(case.fresh, Reserve { black: 1, double: 1 });
    assert_eq!(table.log(), ["double taxi ? +black", "bus ? +double"]);
}
