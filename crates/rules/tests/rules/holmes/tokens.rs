//! Rule 6.4.6: the tokens of the characters.

use super::*;

#[test]
fn r6_4_6_at_most_one_token_a_turn() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2, quarter");
    assert!(matches!(table.refuses("quarter"), Illegal::NotNow(_)));
    assert!(matches!(table.refuses("symbol park"), Illegal::NotNow(_)), "of nobody else either");
    table.play("d1 taxi 102, d2 taxi 104, taxi 3");
    assert!(table.can("quarter") && table.can("symbol park"), "another turn");
}

#[test]
fn r6_4_6_before_the_first_move_and_after_the_last() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2");
    assert!(table.can("quarter") && table.can("symbol river"));
    table.play("d1 taxi 102");
    assert!(table.can("quarter") && table.can("symbol river"));
    table.play("d2 taxi 104");
    assert_eq!(table.turn(), Turn::Hunters);
    assert!(table.can("quarter") && table.can("symbol river"));
}

#[test]
fn r6_4_6_only_in_the_hunters_turn() {
    let table = case().at(1, &yard(2));
    assert_eq!(table.refuses("quarter"), Illegal::NotTheirTurn(Side::Hunters));
}

#[test]
fn r6_4_6_a_spent_token_leaves_the_game() {
    let mut table = case().at(1, &yard(2));
    for (to, left) in [("taxi 2", 1), ("taxi 1", 0)] {
        table.play(to).play("quarter").pass();
        assert_eq!(table.state().hunters[0].tokens, left);
    }
    table.play("taxi 2");
    assert!(matches!(table.refuses("quarter"), Illegal::NotNow(_)));
    assert!(table.can("symbol park"), "Watson has his");
}

#[test]
fn r6_4_6_the_turn_ends_when_a_hunter_says_so() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2, d1 taxi 102");
    assert!(matches!(table.refuses("end"), Illegal::NotNow(_)), "d2 can still move");
    table.play("d2 taxi 104, end");
    assert_eq!((table.turn(), table.last_event()), (Turn::Fugitive, PublicEvent::TurnEnded));
}

#[test]
fn r6_4_6_the_turn_ends_by_itself_when_no_token_can_be_used() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2, quarter, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.turn(), Turn::Fugitive, "one was used");
    table.play("taxi 1, d1 taxi 101, d2 taxi 103, symbol park");
    assert_eq!(table.turn(), Turn::Fugitive, "right after the token");
    let spent = |setup: &mut fogbound_rules::Setup| {
        setup.state.hunters.iter_mut().for_each(|hunter| hunter.tokens = 0);
    };
    let mut table = case().edit(spent).at(1, &yard(2));
    table.play("taxi 2, d1 taxi 102, d2 taxi 104");
    assert_eq!(table.turn(), Turn::Fugitive, "none is left");
}

#[test]
fn r6_4_6_who_sits_out_may_use_his_token() {
    let broke = |setup: &mut fogbound_rules::Setup| setup.state.purses[0] = Purse::default();
    let mut table = case().edit(broke).at(1, &yard(2));
    table.play("taxi 2, d2 taxi 104");
    assert!(table.actions("d1").is_empty());
    table.play("quarter");
    assert_eq!(table.turn(), Turn::Fugitive);
    let mut lestrade = case().option("characters=lestrade,holmes").edit(broke).at(1, &yard(2));
    lestrade.play("taxi 2, d2 taxi 104");
    assert!(lestrade.actions("block").is_empty() && lestrade.can("quarter"), "but for Lestrade");
}

#[test]
fn r6_4_6_characters_that_do_not_play_have_no_tokens() {
    let mut table = case().at(1, &yard(2));
    table.play("taxi 2, d1 taxi 102");
    assert!(!table.can("ban bus") && !table.can("trail") && !table.can("block 102"));
}

#[test]
fn r6_4_6_holmes_is_told_the_quarter() {
    for (to, quarter) in
        [("taxi 2", Quarter::I), ("black 5", Quarter::IV), ("underground 4", Quarter::II)]
    {
        let mut table = case().at(1, &yard(2));
        table.play(to).play("quarter");
        let told = PublicEvent::Asked { token: Token::Quarter, answer: Answer::Quarter(quarter) };
        assert_eq!(table.last_event(), told, "final and for all to hear");
    }
}

#[test]
fn r6_4_6_watson_is_told_whether_the_station_bears_a_symbol() {
    for (symbol, bears) in [("river", true), ("park", true), ("monument", false)] {
        let mut table = case().at(1, &yard(2));
        table.play("taxi 2").play(&format!("symbol {symbol}"));
        assert_eq!(answer(&table), Answer::Symbol(bears), "{symbol}: a station may bear two");
    }
    assert!("symbol hideout".parse::<fogbound_rules::Action>().is_err());
}

fn irene() -> Plan {
    case().option("characters=irene,mycroft")
}

#[test]
fn r6_4_6_irene_bans_bus_or_underground() {
    let mut table = irene().at(2, &yard(2));
    table.play("taxi 3");
    assert_eq!(table.actions("ban"), ["ban bus", "ban underground"]);
    table.play("ban bus").pass();
    assert_eq!(table.refuses("bus 4"), Illegal::Banned(Ticket::Bus));
    assert!(table.can("taxi 2"));
    let mut table = irene().at(2, &yard(2));
    table.play("bus 4, ban underground").pass();
    assert_eq!(table.refuses("underground 1"), Illegal::Banned(Ticket::Underground));
    assert!(table.can("bus 3"));
}

#[test]
fn r6_4_6_irenes_ban_does_not_bind_black_tickets() {
    let mut table = irene().at(2, &yard(2));
    table.play("taxi 3, ban bus").pass();
    assert!(table.can("black 4"));
    table.play("black 4");
    assert_eq!(table.fugitive(), 4);
}

#[test]
fn r6_4_6_irenes_ban_does_not_touch_the_balloon() {
    let mut table = irene().at(1, &yard(2));
    table.play("taxi 2, ban bus").pass();
    table.play("balloon, tile 30, land 40");
    assert_eq!(table.fugitive(), 40);
}

#[test]
fn r6_4_6_irenes_ban_holds_for_both_moves_of_a_double() {
    let mut table = irene().at(1, &yard(2));
    table.play("taxi 2, ban bus").pass().play("double taxi 3");
    assert_eq!(table.refuses("bus 4"), Illegal::Banned(Ticket::Bus));
    table.play("taxi 20");
}

#[test]
fn r6_4_6_irenes_ban_holds_for_one_turn() {
    let mut table = irene().at(2, &yard(2));
    table.play("taxi 3, ban bus").pass().play("taxi 2").pass();
    assert_eq!(table.state().case.expect("a case").ban, None);
    assert!(table.can("bus 4"));
}

#[test]
fn r6_4_6_mycroft_is_told_the_station_of_two_slots_ago() {
    let mut table = case().option("characters=mycroft,irene").at(1, &yard(2));
    table.play("taxi 2").pass().play("taxi 3").pass().play("bus 4").pass().play("underground 1, trail");
    assert_eq!(answer(&table), Answer::Trail(station(3)), "slot 2 of 4");
    assert_eq!(table.log(), ["taxi ?", "taxi 3", "bus 4", "underground ?"], "slot 3 is a reveal");
}

#[test]
fn r6_4_6_mycroft_needs_three_filled_slots() {
    let mut table = case().option("characters=mycroft,irene").at(1, &yard(2));
    table.play("double taxi 2, taxi 3");
    assert!(matches!(table.refuses("trail"), Illegal::NotNow(_)), "the start station is not told");
    table.pass().play("bus 4, trail");
    assert_eq!(answer(&table), Answer::Trail(station(2)));
}

#[test]
fn r6_4_6_mycroft_counts_a_balloon_flight_as_a_slot() {
    let mut table = case().option("characters=mycroft,irene").at(1, &yard(2));
    table.play("taxi 2").pass().play("balloon, tile 30, land 40").pass().play("taxi 41, trail");
    assert_eq!(answer(&table), Answer::Trail(station(2)));
}

fn lestrade() -> Plan {
    case().option("characters=lestrade,mycroft")
}

#[test]
fn r6_4_6_lestrade_blocks_an_end_of_his_move_after_that_move() {
    let mut table = lestrade().at(1, &[20, 103]);
    table.play("taxi 2");
    assert!(table.actions("block").is_empty(), "not before his move");
    table.play("d2 taxi 104");
    assert!(table.actions("block").is_empty(), "nor after that of another");
    table.play("d1 taxi 21");
    assert_eq!(table.actions("block"), ["block 20", "block 21"]);
    assert!(!table.can("block 104") && !table.can("block 3"));
    table.play("block 20");
    assert_eq!(table.state().case.expect("a case").roadblocks, [station(20)]);
    assert_eq!(answer(&table), Answer::None);
}

#[test]
fn r6_4_6_his_move_of_an_earlier_turn_does_not_count() {
    let mut table = lestrade().at(1, &[20, 103]);
    table.play("taxi 2").pass().play("taxi 1");
    assert!(table.actions("block").is_empty());
}

#[test]
fn r6_4_6_moriarty_may_not_stop_at_a_roadblock_for_the_rest_of_the_game() {
    let mut table = lestrade().at(1, &[3, 103]);
    table.play("taxi 2, d1 taxi 20, block 3, d2 taxi 104");
    for _ in 0..3 {
        assert_eq!(table.refuses("taxi 3"), Illegal::Roadblock(station(3)));
        assert!(table.can("bus 4"), "other lines stay open");
        table.play("taxi 1, d1 taxi 21, d2 taxi 103, end, taxi 2, d1 taxi 20, d2 taxi 104, end");
    }
    assert_eq!(table.refuses("black 3"), Illegal::Roadblock(station(3)), "to black tickets, too");
}

#[test]
fn r6_4_6_hunters_pass_roadblocks() {
    let mut table = lestrade().at(1, &[3, 103]);
    table.play("taxi 2, d1 taxi 20, block 3, d2 taxi 104").play("taxi 1, d1 taxi 3");
    assert_eq!(table.station("d1"), 3);
    assert_eq!(table.actions("block"), ["block 20"], "3 is blocked already");
}

#[test]
fn r6_4_6_a_second_token_adds_a_second_roadblock() {
    let mut table = lestrade().at(1, &[3, 103]);
    table.play("taxi 2, d1 taxi 20, block 3, d2 taxi 104").play("taxi 1, d1 taxi 21");
    assert_eq!(table.actions("block"), ["block 20", "block 21"]);
    table.play("block 20");
    assert_eq!(table.state().case.expect("a case").roadblocks, [station(3), station(20)]);
    assert_eq!(table.state().hunters[0].tokens, 0);
}
