//! Section 6.2: the edition `modern`.

use fogbound_rules::{Board, Edition, Illegal, Purse, Rules, RulesError, Side, Ticket, Turn};

use crate::table::{MODERN_FEW, Plan, YARD, game, yard};

/// 1-2-3 for the fugitive, by every transport, and the yard.
fn ground() -> String {
    format!("taxi 1-2-3\nbus 1-2\nunderground 1-2\nbus 3-200\n{YARD}")
}

fn modern() -> Plan {
    game("modern").on(&ground())
}

#[test]
fn r6_2_0_two_to_six_players() {
    assert_eq!(Edition::builtin("modern").expect("an edition").players, (2, 6));
    for (detectives, fits) in [(1, false), (2, true), (3, true), (4, true), (5, true), (6, false)] {
        assert_eq!(Rules::builtin("modern", &[], detectives).is_ok(), fits, "{detectives}");
    }
}

#[test]
fn r6_2_1_tickets() {
    let state = modern().at(1, &yard(5)).state();
    assert_eq!(state.purses, [Purse::new(11, 8, 4); 5]);
    assert_eq!((state.black, state.double), (5, 2));
    let state = modern().bobbies(&[107, 109]).at(1, &yard(2)).state();
    assert_eq!((state.black, state.double), (5, 2), "whatever the number of detectives");
}

#[test]
fn r6_2_2_the_supply_is_the_box_less_what_was_dealt() {
    let five = modern().at(1, &yard(5));
    assert_eq!(five.state().stock, Purse::new(57 - 55, 45 - 40, 23 - 20));
    let two = modern().bobbies(&[107, 109]).at(1, &yard(2));
    assert_eq!(two.state().stock, Purse::new(57 - 22, 45 - 16, 23 - 8), "bobbies are dealt nothing");
}

#[test]
fn r6_2_2_the_supply_of_a_written_edition_is_less_its_pool() {
    let pooled = r#"
        based_on = "modern"
        options = []
        [pieces]
        detectives = [2]
        bobbies = [0]
        order = "any"
        pool = { taxi = 20, bus = 16, underground = 8 }
    "#;
    let table = game(pooled).on(&ground()).at(1, &yard(2));
    assert_eq!(table.state().stock, Purse::new(57 - 20, 45 - 16, 23 - 8));
}

#[test]
fn r6_2_2_detectives_pay_into_it_and_the_fugitive_out_of_it() {
    let mut table = modern().at(1, &yard(5));
    table.play("taxi 2");
    assert_eq!(table.state().stock, Purse::new(1, 5, 3));
    table.play("d1 underground 102, d2 bus 104");
    assert_eq!(table.state().stock, Purse::new(1, 6, 4));
}

#[test]
fn r6_2_2_his_tickets_stay_on_the_log() {
    let mut table = modern().at(1, &yard(5));
    let all = |table: &crate::table::Table| {
        table.state().purses.iter().map(Purse::total).sum::<u16>() + table.state().stock.total()
    };
    assert_eq!(all(&table), 57 + 45 + 23);
    table.rounds(3, &["bus 2", "bus 1"]);
    assert_eq!(all(&table), 57 + 45 + 23 - 3, "they come back to nobody");
}

#[test]
fn r6_2_3_small_teams_get_bobbies() {
    for (detectives, bobbies) in [(2, 2), (3, 1), (4, 0), (5, 0)] {
        let rules = Rules::builtin("modern", &[], detectives).expect("modern");
        assert_eq!((rules.detectives(), rules.bobbies()), (detectives, bobbies));
    }
}

#[test]
fn r6_2_4_29_start_cards() {
    let board = Board::builtin("london").expect("a board");
    assert_eq!((board.cards().hunters.len(), board.cards().fugitive.len()), (16, 13));
    assert_eq!(Edition::builtin("modern").expect("an edition").board, "london");
}

#[test]
fn r6_2_4_bobbies_draw_d_cards_too() {
    let table = game("modern").deal(2, |n| n - 1);
    let board = Board::builtin("london").expect("a board");
    let starts: Vec<_> = table.state().hunters.iter().filter_map(|hunter| hunter.station).collect();
    assert_eq!(starts.len(), 4);
    assert!(starts.iter().all(|start| board.cards().hunters.contains(start)));
}

#[test]
fn r6_2_5_hunters_move_in_any_order() {
    for order in [["d1 taxi 102", "d2 taxi 104", "b1 106"], ["b1 106", "d2 taxi 104", "d1 taxi 102"]] {
        let plan = modern().bobbies(&[105, 107]);
        let mut table = plan.at(1, &yard(2));
        table.play("taxi 2").play(&order.join(", ")).play("b2 108");
        assert_eq!(table.turn(), Turn::Fugitive);
    }
}

#[test]
fn r6_2_6_rounds_slots_and_reveals() {
    let rules = Rules::builtin("modern", &[], 4).expect("modern");
    let reveals: Vec<u8> = (1..=24).filter(|&slot| rules.is_reveal(slot)).collect();
    assert_eq!((rules.rounds(), rules.slots()), (Some(22), 24));
    assert_eq!(reveals, [3, 8, 13, 18, 24]);
}

#[test]
fn r6_2_6_the_24th_slot_is_a_reveal() {
    let mut table = game(MODERN_FEW).on(&ground()).late(22, 22).at(1, &yard(1));
    table.play("double taxi 2, taxi 3");
    assert_eq!(table.log(), ["double taxi ?", "taxi 3"]);
}

#[test]
fn r6_2_7_he_wins_after_the_hunters_turn_of_round_22() {
    let mut table = game(MODERN_FEW).on(&ground()).at(1, &yard(2));
    table.rounds(21, &["taxi 2", "taxi 1"]).play("taxi 1, d1 underground 101");
    assert_eq!((table.outcome(), table.state().round), ("not over".into(), 22));
    table.pass();
    assert_eq!(table.outcome(), "escaped");
    assert_eq!(table.game.outcome().map(|outcome| outcome.winner()), Some(Side::Fugitive));
}

#[test]
fn r6_2_7_he_wins_when_all_detectives_are_stranded() {
    let plan = game(MODERN_FEW).on(&ground()).purses(Purse::new(0, 0, 1));
    let mut table = plan.at(1, &yard(2));
    table.play("taxi 2, d1 underground 102");
    assert_eq!(table.outcome(), "not over", "at the end of the turn");
    table.play("d2 underground 104");
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r6_2_7_one_detective_with_a_ticket_is_enough_to_go_on() {
    let plan = game(MODERN_FEW).on(&ground()).purses(Purse::new(0, 0, 1));
    let mut table = plan.edit(|setup| setup.state.purses[1] = Purse::new(1, 0, 1)).at(1, &yard(2));
    table.play("taxi 2").pass();
    assert_eq!(table.outcome(), "not over");
}

#[test]
fn r6_2_7_bobbies_do_not_count_as_detectives() {
    let plan = modern().purses(Purse::new(1, 0, 0)).bobbies(&[105, 107]);
    let mut table = plan.at(1, &yard(2));
    table.play("taxi 2, d1 taxi 102, d2 taxi 104, b1 106");
    assert_eq!(table.outcome(), "not over", "the bobbies finish their turn first");
    table.play("b2 108");
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r6_2_8_two_detectives_share_one_pool() {
    let plan = modern().option("pooled=true").bobbies(&[105, 107]);
    let mut table = plan.at(1, &yard(2));
    assert_eq!(table.state().purses, [Purse::new(22, 16, 8)]);
    table.play("taxi 2, d1 taxi 102");
    assert_eq!([table.purse("d1"), table.purse("d2")], [Purse::new(21, 16, 8); 2]);
    table.play("d2 bus 104");
    assert_eq!([table.purse("d1"), table.purse("d2")], [Purse::new(21, 15, 8); 2]);
    assert_eq!(table.state().stock, Purse::new(57 - 22 - 1 + 1, 45 - 16 + 1, 23 - 8));
}

#[test]
fn r6_2_8_the_last_ticket_of_a_pool_serves_one_of_them() {
    let plan = modern().option("pooled=true").bobbies(&[105, 107]).purses(Purse::new(1, 0, 0));
    let mut table = plan.at(1, &yard(2));
    table.play("taxi 2");
    assert!(table.can("d1 taxi 102") && table.can("d2 taxi 104"));
    table.play("d2 taxi 104");
    assert_eq!(table.refuses("d1 taxi 102"), Illegal::NoTicket(Ticket::Taxi));
    table.play("b1 106, b2 108");
    assert_eq!(table.outcome(), "detectives stranded");
}

#[test]
fn r6_2_8_is_for_two_detectives_and_two_bobbies() {
    let rules = Rules::builtin("modern", &["pooled=true"], 2).expect("modern");
    assert_eq!((rules.detectives(), rules.bobbies()), (2, 2));
    let errors = Rules::builtin("modern", &["pooled=true"], 3).expect_err("three cannot share");
    assert_eq!(errors.reasons(), [RulesError::PooledDetectives(3)]);
}
