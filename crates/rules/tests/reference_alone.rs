//! The reference by itself: small games that pin it to the numbers of the rules.

mod reference;

use std::collections::BTreeSet;

use reference::{RefBoard, Reference, Start};

/// A board made of lines, `"taxi 1 2, bus 2 3"`.
fn board(lines: &str) -> RefBoard {
    let mut board = RefBoard::default();
    for line in lines.split(", ") {
        let words: Vec<&str> = line.split(' ').collect();
        board = board.line(words[0], words[1].parse().unwrap(), words[2].parse().unwrap());
    }
    board
}

/// Plays a list of decisions and draws, `"taxi 2, d1 taxi 11"`.
fn play(game: &mut Reference, decisions: &str) {
    for decision in decisions.split(", ") {
        game.play(decision);
    }
}

/// The actions that begin with a word.
fn with(game: &Reference, start: &str) -> Vec<String> {
    game.actions().into_iter().filter(|action| action.starts_with(start)).collect()
}

fn may(game: &Reference, action: &str) -> bool {
    game.actions().iter().any(|one| one == action)
}

fn outcome(game: &Reference) -> String {
    game.outcome().expect("an ended game")
}

/// Lines of all three kinds between 101 and 102, 103 and 104, ...: detectives that go to and fro there
/// can use up all their tickets and meet nobody.
fn far_away(mut board: RefBoard, detectives: u8) -> RefBoard {
    for n in 0..detectives {
        for kind in ["taxi", "bus", "underground"] {
            board = board.line(kind, 101 + 2 * n, 102 + 2 * n);
        }
    }
    board
}

/// Plays the first move of the list for every hunter that can move, and no token.
fn let_hunters_move(game: &mut Reference) {
    let is_piece = |word: &str| word.len() == 2 && word.starts_with(['d', 'b']);
    loop {
        let actions = game.actions();
        match actions.iter().find(|action| is_piece(action.split(' ').next().unwrap())) {
            Some(action) => game.play(action),
            None => return,
        }
    }
}

/// Lets the fugitive go to and fro between two stations by taxi until the game is over.
fn to_and_fro(game: &mut Reference, a: u8, b: u8) {
    while game.outcome().is_none() {
        let to = if game.fugitive_station() == Some(a) { b } else { a };
        game.play(&format!("taxi {to}"));
        let_hunters_move(game);
    }
}

mod all_editions {
    use super::*;

    #[test]
    fn r2_1_a_detective_at_74_has_the_printed_lines() {
        let start = Start::new("modern", 1, &[74, 199]).bobbies(&[100, 171]);
        let mut game = Reference::new(RefBoard::of_edition("modern"), start);
        game.play("taxi 8");
        let d1 =
            "d1 bus 58, d1 bus 94, d1 taxi 58, d1 taxi 73, d1 taxi 75, d1 taxi 92, d1 underground 46";
        assert_eq!(with(&game, "d1").join(", "), d1);
        let b1 = "b1 101, b1 111, b1 112, b1 113, b1 63, b1 80, b1 81, b1 82";
        assert_eq!(with(&game, "b1").join(", "), b1, "5.3: a bobby pays nothing: its destination alone");
    }

    #[test]
    fn r2_3_nobody_moves_onto_a_hunter() {
        let lines = board("taxi 1 2, taxi 1 3, taxi 2 4, taxi 4 5");
        let mut game = Reference::new(lines, Start::new("classic", 1, &[2, 4, 5]));
        assert_eq!(with(&game, "taxi"), ["taxi 3"]);
        game.play("taxi 3");
        assert_eq!(game.actions(), ["d1 taxi 1"], "d2 stands on 4");
    }

    #[test]
    fn r2_4_the_ferry_wants_a_black_ticket_and_carries_no_hunter() {
        let lines = board("ferry 1 2, taxi 1 3, ferry 4 5, taxi 4 6");
        let start = Start::new("modern", 1, &[4, 20]).bobbies(&[30, 31]);
        let lines = lines.line("taxi", 20, 21).line("ferry", 30, 32).line("taxi", 31, 33);
        let mut game = Reference::new(lines, start);
        let without_doubles: Vec<String> =
            game.actions().into_iter().filter(|action| !action.starts_with("double")).collect();
        assert_eq!(without_doubles, ["black 2", "black 3", "taxi 3"]);
        game.play("black 2");
        assert_eq!(game.actions(), ["b2 33", "d1 taxi 6", "d2 taxi 21"], "b1 has only the ferry");
    }

    #[test]
    fn r4_2_a_black_ticket_to_one_station_is_one_action_and_takes_nothing_from_the_supply() {
        let lines = far_away(board("taxi 1 2, bus 1 2"), 2);
        let mut game = Reference::new(lines, Start::new("modern", 1, &[101, 103]));
        let single = with(&game, "b");
        assert_eq!(single, ["black 2", "bus 2"]);
        let supply = game.public().supply;
        game.play("black 2");
        assert_eq!((game.public().supply, game.public().black), (supply, 4));
        assert_eq!(game.public().log, ["black ?"]);
    }

    #[test]
    fn r4_3_only_reveal_slots_are_shown() {
        let lines = far_away(board("taxi 1 2"), 3);
        let mut game = Reference::new(lines, Start::new("classic", 1, &[101, 103, 105]));
        for to in [2, 1, 2, 1] {
            game.play(&format!("taxi {to}"));
            let_hunters_move(&mut game);
        }
        assert_eq!(game.public().log, ["taxi ?", "taxi ?", "taxi 2", "taxi ?"]);
    }

    #[test]
    fn r4_4_a_double_is_declared_with_any_first_move_and_the_way_back_is_a_second_one() {
        let lines = far_away(board("taxi 1 2, bus 1 3"), 5);
        let mut game = Reference::new(lines, Start::new("study", 1, &[101, 103, 105, 107, 109]));
        let doubles = ["double black 2", "double black 3", "double bus 3", "double taxi 2"];
        assert_eq!(with(&game, "double"), doubles);
        game.play("double bus 3");
        assert_eq!(game.actions(), ["black 1", "bus 1"]);
    }

    #[test]
    fn r4_4_two_equal_tickets_need_two() {
        // The only way on from 2 is by ferry, and there is one black ticket.
        let lines = far_away(board("ferry 1 2, ferry 2 3, ferry 2 4"), 2);
        let mut start = Start::new("holmes", 1, &[101, 103]);
        start.tile = Some((1, 9));
        let game = Reference::new(lines.clone(), start);
        assert_eq!(game.actions(), ["black 2"]);
        let game = Reference::new(lines, Start::new("modern", 1, &[101, 103]));
        assert_eq!(game.actions(), ["black 2", "double black 2"]);
    }

    #[test]
    fn r4_4_a_double_needs_two_free_slots_and_is_one_a_turn() {
        let lines = far_away(board("taxi 1 2"), 2);
        let start = Start::new("holmes", 1, &[101, 103]).tile(1, 9);
        let mut game = Reference::new(lines, start);
        for slot in 1..=15 {
            assert_eq!(with(&game, "double").is_empty(), slot > 15);
            assert!(may(&game, if slot % 2 == 1 { "double taxi 2" } else { "double taxi 1" }));
            game.play(if slot % 2 == 1 { "taxi 2" } else { "taxi 1" });
            let_hunters_move(&mut game);
            game.play("end");
        }
        assert_eq!(game.public().slots, 15);
        assert!(with(&game, "double").is_empty());
    }

    #[test]
    fn r4_5_the_first_move_of_a_double_is_shown_on_a_reveal_slot() {
        let lines = far_away(board("taxi 1 2"), 2);
        let mut game = Reference::new(lines, Start::new("modern", 1, &[101, 103]));
        play(&mut game, "double taxi 2, taxi 1");
        let_hunters_move(&mut game);
        play(&mut game, "double taxi 2");
        assert!(with(&game, "double").is_empty(), "4.4: at most one a turn");
        play(&mut game, "taxi 1");
        assert_eq!(game.public().log, ["double taxi ?", "taxi ?", "double taxi 2", "taxi ?"]);
        assert_eq!((game.public().double, game.public().round), (0, 2));
    }

    #[test]
    fn r4_6_no_move_at_the_start_of_his_turn_loses() {
        let game = Reference::new(board("taxi 1 2, taxi 2 3"), Start::new("modern", 1, &[2, 3]));
        assert_eq!(outcome(&game), "cornered");
        assert!(game.actions().is_empty());
        let mut game = Reference::new(
            board("taxi 1 2, taxi 1 4, taxi 2 3, taxi 2 5"),
            Start::new("modern", 2, &[4, 5]),
        );
        play(&mut game, "taxi 3, d2 taxi 2");
        play(&mut game, "d1 taxi 1");
        assert_eq!(outcome(&game), "cornered");
    }

    #[test]
    fn r5_2_a_detective_pays_and_without_a_ticket_stays() {
        let lines = board("taxi 1 2, underground 10 11, taxi 12 13");
        let mut game = Reference::new(lines, Start::new("modern", 1, &[10, 12]));
        for round in 1..=4 {
            game.play(if round % 2 == 1 { "taxi 2" } else { "taxi 1" });
            assert_eq!(with(&game, "d1").len(), 1);
            let_hunters_move(&mut game);
        }
        assert_eq!(game.public().tickets[0].1, [11, 8, 0]);
        game.play("taxi 2");
        assert_eq!(game.actions(), ["d2 taxi 13"], "5.4: d1 sits out");
    }

    #[test]
    fn r5_5_a_hunter_on_his_station_wins_at_once_and_pays() {
        let lines = board("taxi 1 2, taxi 2 3, taxi 20 21, bus 2 30");
        let start = Start::new("modern", 1, &[3, 20]).bobbies(&[30, 21]);
        let mut game = Reference::new(lines, start);
        game.play("black 2");
        let mut other = game.clone();
        game.play("d1 taxi 2");
        assert_eq!(outcome(&game), "captured d1 2");
        assert_eq!(game.public().tickets[0].1, [10, 8, 4]);
        assert_eq!(game.public().log, ["black 2"], "9.11: the log is opened");
        other.play("b1 2");
        assert_eq!(outcome(&other), "captured b1 2");
    }

    #[test]
    fn r5_6_surrounded_when_the_last_round_ends_has_won() {
        let lines = far_away(board("taxi 1 2, underground 2 102"), 1);
        let mut game = Reference::new(lines, Start::new("classic", 1, &[101]));
        for round in 1..=21 {
            game.play(if round % 2 == 1 { "taxi 2" } else { "taxi 1" });
            let_hunters_move(&mut game);
        }
        play(&mut game, "taxi 1, d1 underground 2");
        assert_eq!(outcome(&game), "escaped", "and d1, who has no ticket left, is not the reason");
    }

    #[test]
    fn r5_7_either_side_may_concede() {
        let lines = far_away(board("taxi 1 2"), 2);
        for side in ["fugitive", "hunters"] {
            let mut game = Reference::new(lines.clone(), Start::new("modern", 1, &[101, 103]));
            game.play(&format!("concede {side}"));
            assert_eq!(outcome(&game), format!("conceded {side}"));
        }
    }
}

mod classic {
    use super::*;

    #[test]
    fn r6_1_2_and_r6_1_3_tickets() {
        for detectives in [3, 4, 5] {
            let places: Vec<u8> = (0..detectives).map(|n| 101 + 2 * n).collect();
            let start = Start::new("classic", 1, &places);
            let game = Reference::new(far_away(board("taxi 1 2"), detectives), start);
            let public = game.public();
            assert_eq!(public.tickets[0].1, [10, 8, 4]);
            assert_eq!((public.black, public.double, public.supply), (detectives.into(), 2, None));
        }
    }

    #[test]
    fn r6_1_5_a_fixed_order_in_which_a_hemmed_in_piece_is_skipped() {
        let lines = board("taxi 1 2, taxi 10 11, taxi 11 12, taxi 12 13, taxi 20 21");
        let mut game = Reference::new(lines, Start::new("classic", 1, &[10, 11, 12, 20]));
        game.play("taxi 2");
        assert_eq!(game.actions(), ["d3 taxi 13"], "d1 and d2 are hemmed in");
        game.play("d3 taxi 13");
        assert_eq!(game.actions(), ["d4 taxi 21"], "skipped, not deferred");
        game.play("d4 taxi 21");
        assert!(may(&game, "taxi 1"));
    }

    #[test]
    fn r6_1_7_round_22_is_the_last_whoever_holds_tickets() {
        let lines = board("taxi 1 2, taxi 10 11");
        let mut game = Reference::new(lines, Start::new("classic", 1, &[10, 11]));
        to_and_fro(&mut game, 1, 2);
        assert_eq!((outcome(&game).as_str(), game.public().slots), ("escaped", 22));
        assert_eq!(game.public().tickets[0].1, [10, 8, 4], "hemmed in by each other from the start");
    }

    #[test]
    fn r6_1_8_he_shows_himself_and_takes_a_ticket_from_each() {
        let lines = far_away(board("taxi 1 2, underground 20 21"), 2);
        let start = Start::new("classic", 1, &[101, 103, 20]).option("voluntary_reveal", "true");
        let mut game = Reference::new(lines, start);
        assert_eq!(
            game.actions(),
            ["black 2", "black 2 show", "double black 2", "double taxi 2", "taxi 2", "taxi 2 show"]
        );
        game.play("taxi 2 show");
        assert_eq!(game.public().log, ["taxi 2"]);
        assert_eq!(game.actions(), ["take d1 bus", "take d1 taxi", "take d1 underground"]);
        play(&mut game, "take d1 bus, take d2 taxi, take d3 underground");
        let tickets: Vec<[u32; 3]> =
            game.public().tickets.into_iter().map(|(_, counts)| counts).collect();
        assert_eq!(tickets, [[10, 7, 4], [9, 8, 4], [10, 8, 3]]);
        let_hunters_move(&mut game);
        game.play("double taxi 1");
        assert_eq!(with(&game, "taxi"), ["taxi 2"], "slot 3 is a reveal slot");
    }

    #[test]
    fn r9_4_stranded_right_after_a_voluntary_reveal() {
        let lines = board("taxi 1 2, underground 20 21");
        let start = Start::new("classic", 1, &[20]).option("voluntary_reveal", "true");
        let mut game = Reference::new(lines, start);
        for to in [2, 1, 2] {
            play(&mut game, &format!("taxi {to}"));
            let_hunters_move(&mut game);
        }
        play(&mut game, "taxi 1 show, take d1 underground");
        assert_eq!(outcome(&game), "stranded");
    }

    #[test]
    fn r9_4_stranded_comes_before_the_reply_of_the_last_round() {
        // Two detectives hemmed in by each other lose their ten taxi tickets, the last one in round 22.
        let lines = board("taxi 1 2, taxi 10 11");
        let start = Start::new("classic", 1, &[10, 11]).option("voluntary_reveal", "true");
        let mut game = Reference::new(lines, start);
        for round in 1..=22 {
            let shows = round <= 11 && round != 3 && round != 8 || round == 22;
            let to = if round % 2 == 1 { 2 } else { 1 };
            game.play(&if shows { format!("taxi {to} show") } else { format!("taxi {to}") });
            if shows {
                play(&mut game, "take d1 taxi, take d2 taxi");
            }
        }
        assert_eq!((outcome(&game).as_str(), game.public().round), ("stranded", 22));
    }

    #[test]
    fn r6_1_9_in_the_study_his_tickets_are_counted() {
        let lines = board("underground 1 2, taxi 10 11");
        let mut game = Reference::new(lines, Start::new("study", 1, &[10]));
        assert_eq!(game.public().supply, Some([4, 3, 3]));
        for to in [2, 1, 2] {
            game.play(&format!("underground {to}"));
            let_hunters_move(&mut game);
        }
        assert_eq!(game.public().supply, Some([7, 3, 0]), "he gets what the detectives pay");
        assert_eq!(game.actions(), ["black 1", "double black 1"]);
    }

    #[test]
    fn r6_1_9_the_study_ends_with_the_reply_to_the_24th_move() {
        let lines = far_away(board("taxi 1 2, bus 1 2, underground 1 2"), 1).line("taxi", 50, 51);
        let start = Start::new("study", 1, &[101, 50, 51]).option("stranded_win", "false");
        let mut game = Reference::new(lines, start);
        while game.outcome().is_none() {
            let action = game.actions().into_iter().find(|action| !action.starts_with("double"));
            game.play(&action.unwrap());
        }
        assert_eq!((outcome(&game).as_str(), game.public().slots), ("escaped", 24));
    }
}

mod modern {
    use super::*;

    #[test]
    fn r6_2_2_the_supply_is_the_box_less_what_was_dealt() {
        let lines = far_away(board("taxi 1 2"), 5);
        let start = Start::new("modern", 1, &[101, 103, 105, 107, 109]);
        let mut game = Reference::new(lines, start);
        assert_eq!(game.public().supply, Some([2, 5, 3]));
        game.play("taxi 2");
        assert_eq!(game.public().supply, Some([1, 5, 3]));
        game.play("d3 bus 106");
        assert_eq!(game.public().supply, Some([1, 6, 3]));
    }

    #[test]
    fn r9_6_the_supply_may_run_dry() {
        let lines = board(
            "underground 1 2, taxi 101 102, taxi 103 104, taxi 105 106, taxi 107 108, taxi 109 110",
        );
        let start = Start::new("modern", 1, &[101, 103, 105, 107, 109]);
        for unlimited in [false, true] {
            let start =
                if unlimited { start.clone().option("supply", "unlimited") } else { start.clone() };
            let mut game = Reference::new(lines.clone(), start);
            for to in [2, 1, 2] {
                game.play(&format!("underground {to}"));
                let_hunters_move(&mut game);
            }
            assert_eq!(with(&game, "underground").is_empty(), !unlimited);
            for to in [1, 2, 1, 2, 1] {
                game.play(&format!("black {to}"));
                let_hunters_move(&mut game);
            }
            assert_eq!(game.outcome().as_deref(), if unlimited { None } else { Some("cornered") });
        }
    }

    #[test]
    fn r6_2_5_and_r9_5_any_order_and_who_is_left_sits_out() {
        let lines = board("taxi 1 2, taxi 10 11, taxi 11 12");
        let mut game = Reference::new(lines, Start::new("modern", 1, &[10, 11]));
        game.play("taxi 2");
        assert_eq!(game.actions(), ["d2 taxi 12"]);
        game.play("d2 taxi 12");
        assert_eq!(game.actions(), ["d1 taxi 11"], "room was made for d1");
        game.play("d1 taxi 11");
        game.play("taxi 1");
        assert_eq!(game.actions(), ["d1 taxi 10"]);
    }

    #[test]
    fn r6_2_7_and_r9_1_22_rounds_or_the_log() {
        let lines = board("taxi 1 2, taxi 10 11");
        for (length, slots) in [("rounds", 22), ("log", 24)] {
            let start = Start::new("modern", 1, &[10]).bobbies(&[11]).option("length", length);
            let mut game = Reference::new(lines.clone(), start);
            to_and_fro(&mut game, 1, 2);
            assert_eq!((outcome(&game).as_str(), game.public().slots), ("escaped", slots));
        }
    }

    #[test]
    fn r6_2_7_and_r9_4_all_detectives_stranded_bobbies_do_not_count() {
        let lines = board("taxi 1 2, underground 10 11, underground 12 13, taxi 20 21");
        let start = Start::new("modern", 1, &[10, 12]).bobbies(&[20]);
        let mut game = Reference::new(lines, start);
        to_and_fro(&mut game, 1, 2);
        assert_eq!((outcome(&game).as_str(), game.public().round), ("stranded", 4));
        assert_eq!(
            game.public().hunters[2],
            ("b1".to_string(), Some(20)),
            "the bobby finished his turn"
        );
    }

    #[test]
    fn r9_4_hemmed_in_is_not_stranded() {
        let lines = board("taxi 1 2, taxi 10 11, taxi 11 12, taxi 10 12");
        let start = Start::new("modern", 1, &[10]).bobbies(&[11, 12]);
        let mut game = Reference::new(lines, start);
        game.play("taxi 2");
        assert_eq!(game.outcome(), None);
        assert_eq!(game.public().round, 2);
    }

    #[test]
    fn r6_2_8_one_pool_for_two() {
        let lines = far_away(board("taxi 1 2"), 2);
        let start = Start::new("modern", 1, &[101, 103]).option("pooled", "true");
        let mut game = Reference::new(lines, start);
        play(&mut game, "taxi 2, d1 taxi 102, d2 taxi 104");
        let pool = [20, 16, 8];
        assert_eq!(game.public().tickets, [("d1".to_string(), pool), ("d2".to_string(), pool)]);
        assert_eq!(game.public().supply, Some([57 - 22 - 1 + 2, 45 - 16, 23 - 8]));
    }

    #[test]
    fn r6_4_the_original_holmes_rules_have_their_own_box_and_no_pool() {
        let mut start =
            Start::new("holmes-original", 1, &[101, 103]).option("pooled", "true").tile(2, 1);
        start.fugitive = None;
        let game = Reference::new(far_away(board("taxi 1 2"), 2), start);
        assert_eq!(game.public().supply, Some([58 - 22, 44 - 16, 23 - 8]));
        assert_eq!(game.public().tickets[1].1, [11, 8, 4]);
        assert_eq!(game.fugitive_station(), Some(2), "the original start of his tile");
    }
}

mod beginner {
    use super::*;

    fn two_rings() -> RefBoard {
        board(
            "taxi 1 2, bus 2 3, taxi 3 1, bus 1 3, underground 1 9, ferry 1 8, taxi 10 11, taxi 11 12, taxi 12 10",
        )
    }

    #[test]
    fn r6_3_1_taxi_and_bus_are_free_and_the_rest_is_closed() {
        let mut game = Reference::new(two_rings(), Start::new("beginner", 1, &[10]));
        let all =
            ["2", "3", "black 2", "black 3", "double 2", "double 3", "double black 2", "double black 3"];
        assert_eq!(game.actions(), all);
        game.play("3");
        assert_eq!(game.actions(), ["d1 11", "d1 12"]);
        assert!(game.public().tickets.is_empty());
    }

    #[test]
    fn r6_3_2_the_detectives_choose_in_seat_order() {
        for (many, last) in [(3, "d3 at 41"), (4, "d4 at 142")] {
            let start =
                Start { edition: "beginner".into(), detectives: vec![None; many], ..Start::default() };
            let mut game = Reference::new(RefBoard::of_edition("beginner"), start);
            assert_eq!(game.actions().len(), many);
            play(&mut game, "d1 at 46, d2 at 124");
            assert!(!may(&game, "d3 at 46"));
            if many == 4 {
                game.play("d3 at 41");
            }
            assert_eq!(game.actions(), [last]);
            game.play(last);
            assert_eq!(game.fugitive_station(), Some(82));
            assert!(may(&game, "67"));
        }
    }

    #[test]
    fn r6_3_4_slots_3_8_and_13_are_hidden_until_his_next_turn() {
        let mut game = Reference::new(two_rings(), Start::new("beginner", 1, &[10]));
        play(&mut game, "2, d1 11, 3, d1 12");
        assert_eq!(game.public().log, ["2", "3"]);
        assert_eq!(
            with(&game, "black"),
            Vec::<String>::new(),
            "6.3.5: refused on a slot that is hidden anyway"
        );
        game.play("1");
        assert_eq!(game.public().log, ["2", "3", "?"]);
        game.play("d1 10");
        assert_eq!(game.public().log, ["2", "3", "1"]);
    }

    #[test]
    fn r6_3_5_and_r6_3_6_black_hides_either_move_of_a_double() {
        let mut game = Reference::new(two_rings(), Start::new("beginner", 1, &[10]));
        game.play("double black 2");
        assert_eq!(game.actions(), ["1", "3"], "one black ticket, one double");
        game.play("3");
        assert_eq!(game.public().log, ["double black ?", "3"]);
        game.play("d1 11");
        assert_eq!(game.public().log, ["double black 2", "3"]);

        let mut game = Reference::new(two_rings(), Start::new("beginner", 1, &[10]));
        play(&mut game, "2, d1 11, double 3");
        assert!(with(&game, "black").is_empty(), "slot 3 is the hidden one");
        game.play("1");
        assert_eq!(game.public().log, ["2", "double 3", "?"]);
    }

    #[test]
    fn r6_3_3_thirteen_rounds_with_or_without_the_double() {
        for double_in in [0, 1, 13] {
            let mut game = Reference::new(two_rings(), Start::new("beginner", 1, &[10]));
            while game.outcome().is_none() {
                let double = game.public().round == double_in;
                let first =
                    game.actions().into_iter().find(|action| action.starts_with("double") == double);
                game.play(&first.unwrap());
                if double {
                    let black = game.actions().iter().any(|action| action.starts_with("black"));
                    assert_eq!(black, double_in == 13 || game.public().black == 1);
                    game.play(&game.actions()[0].clone());
                }
                game.play(&game.actions()[0].clone());
            }
            let slots = if double_in == 0 { 13 } else { 14 };
            assert_eq!((outcome(&game).as_str(), game.public().slots), ("escaped", slots));
        }
    }
}

mod holmes {
    use super::*;

    /// A ring 1-2-3-4 with the hide-outs 2 and 4, crimes at 2, 3 and 4, and two detectives far away.
    fn ring() -> RefBoard {
        let mut board =
            far_away(board("taxi 1 2, taxi 2 3, bus 3 4, underground 4 1, taxi 30 31, taxi 40 41"), 5);
        board.hideouts = [2, 4].into();
        board.tiles = vec![(1, 2), (30, 40), (31, 41)];
        board.crimes = vec![2, 3, 4];
        board.symbols = [("river".to_string(), [2].into()), ("park".to_string(), [2, 3].into())].into();
        board.quarters = [("I".to_string(), [1, 2].into()), ("II".to_string(), [3, 4].into())].into();
        board
    }

    fn game(fugitive: u8) -> Reference {
        Reference::new(ring(), Start::new("holmes", fugitive, &[101, 103]).tile(1, 2))
    }

    fn game_with(characters: &[&str]) -> Reference {
        let places: Vec<u8> = (0..characters.len() as u8).map(|n| 101 + 2 * n).collect();
        let start = Start::new("holmes", 1, &places).tile(1, 2).characters(characters);
        Reference::new(ring(), start)
    }

    /// The hunters' whole turn without a token.
    fn pass(game: &mut Reference) {
        let_hunters_move(game);
        if may(game, "end") {
            game.play("end");
        }
    }

    #[test]
    fn r6_4_2_tickets() {
        let public = game(1).public();
        assert_eq!(public.tickets[0].1, [10, 7, 4]);
        assert_eq!(
            (public.black, public.double, public.reserve_black, public.reserve_double),
            (1, 1, 5, 2)
        );
        assert_eq!(public.supply, Some([58 - 20, 44 - 14, 23 - 8]));
    }

    #[test]
    fn r6_4_3_two_tokens_each_or_one() {
        assert_eq!(game(1).public().tokens, [("holmes".to_string(), 2), ("watson".to_string(), 2)]);
        let all = game_with(&["holmes", "watson", "irene", "mycroft"]).public().tokens;
        assert!(all.iter().all(|(_, left)| *left == 1));
    }

    #[test]
    fn r6_4_4_he_starts_on_either_station_of_his_tile() {
        let mut start = Start::new("holmes", 1, &[101, 103]).tile(1, 2);
        start.fugitive = None;
        let mut game = Reference::new(ring(), start);
        assert_eq!(game.actions(), ["start 1", "start 2"]);
        game.play("start 2");
        assert_eq!(game.fugitive_station(), Some(2));
        assert!(may(&game, "balloon"), "6.4.7: the start station included");
    }

    #[test]
    fn r6_4_5_and_r9_8_the_16th_move_wins_at_once_or_after_a_reply() {
        for last_reply in ["false", "true"] {
            let start = Start::new("holmes", 1, &[101, 103]).tile(1, 2).option("last_reply", last_reply);
            let mut game = Reference::new(ring(), start);
            for slot in 1..=16 {
                game.play(if slot % 2 == 1 { "taxi 2" } else { "taxi 1" });
                if slot < 16 {
                    pass(&mut game);
                }
            }
            if last_reply == "true" {
                assert_eq!(game.outcome(), None);
                pass(&mut game);
            }
            assert_eq!(outcome(&game), "escaped");
        }
    }

    #[test]
    fn r6_4_6_one_token_a_turn_at_any_moment_and_the_end_is_called() {
        let mut game = game(1);
        play(&mut game, "taxi 2");
        assert!(may(&game, "quarter") && may(&game, "symbol park") && !may(&game, "end"));
        play(&mut game, "d1 taxi 102, d2 taxi 104");
        assert_eq!(game.actions(), ["end", "quarter", "symbol monument", "symbol park", "symbol river"]);
        game.play("quarter");
        assert_eq!(game.public().answers, ["quarter I"]);
        assert!(may(&game, "taxi 3"), "no token can be used any more: the turn is over by itself");
        play(&mut game, "taxi 3, symbol river");
        assert!(!may(&game, "quarter"));
        play(&mut game, "d1 taxi 101, d2 taxi 103, bus 4, quarter, d1 bus 102, d2 bus 104");
        assert_eq!(game.public().answers, ["quarter I", "symbol river no", "quarter II"]);
        assert_eq!(game.public().tokens, [("holmes".to_string(), 0), ("watson".to_string(), 1)]);
    }

    #[test]
    fn r6_4_6_irene_bans_normal_tickets_for_one_turn() {
        let mut game = game_with(&["irene", "mycroft"]);
        play(&mut game, "black 4, ban bus");
        pass(&mut game);
        assert_eq!(game.public().answers, ["ban bus"]);
        assert!(may(&game, "underground 1") && !may(&game, "bus 3"), "he has no black ticket left");
        game.play("double underground 1");
        assert!(may(&game, "underground 4"));
        game.play("underground 4");
        pass(&mut game);
        assert!(may(&game, "bus 3"));
    }

    #[test]
    fn r9_12_a_ban_may_leave_no_move() {
        let mut lines = far_away(board("bus 1 2"), 2);
        lines.tiles = vec![(1, 2)];
        let start = Start::new("holmes", 1, &[101, 103]).tile(1, 2).characters(&["irene", "holmes"]);
        let mut game = Reference::new(lines, start);
        play(&mut game, "black 2, ban bus, d1 taxi 102, d2 taxi 104");
        assert_eq!(outcome(&game), "cornered");
    }

    #[test]
    fn r6_4_6_mycroft_needs_three_slots() {
        let mut game = game_with(&["mycroft", "irene"]);
        game.play("double taxi 2");
        game.play("taxi 3");
        assert!(!may(&game, "trail"));
        pass(&mut game);
        game.play("bus 4");
        game.play("trail");
        assert_eq!(game.public().answers, ["trail 2"]);
    }

    #[test]
    fn r6_4_6_lestrade_blocks_an_end_of_his_own_move() {
        let mut lines = far_away(board("taxi 1 2, taxi 2 3, taxi 5 2, taxi 5 6"), 2);
        lines.tiles = vec![(1, 9)];
        let start = Start::new("holmes", 1, &[5, 101]).tile(1, 9).characters(&["lestrade", "mycroft"]);
        let mut game = Reference::new(lines, start);
        game.play("taxi 2");
        assert!(with(&game, "block").is_empty(), "after that move only");
        game.play("d1 taxi 6");
        assert_eq!(with(&game, "block"), ["block 5", "block 6"]);
        game.play("block 5");
        assert_eq!(game.public().roadblocks, [5]);
        game.play("d2 taxi 102");
        assert!(!may(&game, "taxi 5") && may(&game, "taxi 3"));
        play(&mut game, "taxi 3, d1 taxi 5");
        assert_eq!(with(&game, "block"), ["block 6"], "5 has a roadblock, which does not stop a hunter");
    }

    #[test]
    fn r6_4_7_one_ability_for_each_stop() {
        let mut game = game(1);
        let taxi = ["taxi 2", "taxi 2 +black", "taxi 2 +double"];
        assert_eq!(with(&game, "taxi"), taxi);
        game.play("taxi 2 +black");
        let public = game.public();
        assert_eq!((public.black, public.waiting_black, public.reserve_black), (1, 1, 4));
        assert_eq!(public.log, ["taxi ? +black"]);
        pass(&mut game);
        assert_eq!((game.public().black, game.public().waiting_black), (2, 0));
        assert!(with(&game, "balloon").is_empty(), "the stop's ability was used on arriving");
    }

    #[test]
    fn r6_4_7_a_taken_ticket_waits_for_the_hunters_turn() {
        let mut game = game(1);
        play(&mut game, "black 2 +black");
        pass(&mut game);
        play(&mut game, "double black 1");
        assert!(with(&game, "black").is_empty());
        play(&mut game, "taxi 2");
        pass(&mut game);
        play(&mut game, "taxi 1");
        pass(&mut game);
        play(&mut game, "taxi 2 +double");
        assert_eq!(game.public().double, 0);
        pass(&mut game);
        assert!(may(&game, "double taxi 3"));
        assert_eq!((game.public().double, game.public().waiting_double), (1, 0));
    }

    #[test]
    fn r6_4_7_lie_low_on_a_reveal_slot() {
        let mut game = game(3);
        play(&mut game, "taxi 2");
        pass(&mut game);
        play(&mut game, "taxi 1");
        assert!(with(&game, "taxi").iter().all(|action| !action.contains("low")));
        pass(&mut game);
        assert_eq!(with(&game, "taxi"), ["taxi 2", "taxi 2 +black", "taxi 2 +double", "taxi 2 low"]);
        assert!(may(&game, "double taxi 2 low"));
        game.play("taxi 2 low");
        assert_eq!(game.public().log, ["taxi ?", "taxi ?", "taxi ? low"]);
    }

    #[test]
    fn r6_4_7_the_balloon_is_declared_drawn_and_landed() {
        let mut game = game(2);
        game.play("balloon");
        assert!(game.actions().is_empty());
        assert_eq!(game.draws(), ["tile 30", "tile 31"], "all tiles but his own");
        let supply = game.public().supply;
        game.play("tile 30");
        assert_eq!(game.actions(), ["land 30", "land 40"]);
        game.play("land 40");
        assert_eq!((game.fugitive_station(), game.public().supply), (Some(40), supply));
        assert_eq!(game.public().log, ["balloon 40"]);
        assert_eq!(game.public().balloon_tile, Some((30, 40)));
    }

    #[test]
    fn r6_4_7_once_a_game_and_as_a_second_move_too() {
        let mut game = game(1);
        game.play("double taxi 2");
        assert_eq!(with(&game, "balloon"), ["balloon"]);
        play(&mut game, "balloon, tile 31, land 41");
        pass(&mut game);
        assert_eq!(game.actions(), ["black 40", "taxi 40"], "the double is spent");
    }

    #[test]
    fn r6_4_7_a_balloon_counts_as_the_second_move_where_no_ability_was_used() {
        // The one black ticket is spent on the way to 2, and nothing else leads on or back.
        let mut lines = far_away(board("ferry 1 2"), 2);
        lines.hideouts = [2].into();
        lines.tiles = vec![(1, 9), (30, 31)];
        let game = Reference::new(lines, Start::new("holmes", 1, &[101, 103]).tile(1, 9));
        assert_eq!(game.actions(), ["black 2", "black 2 +black", "black 2 +double", "double black 2"]);
    }

    #[test]
    fn r6_4_9_a_balloon_with_both_stations_closed_loses() {
        let start = Start::new("holmes", 2, &[30, 40]).tile(1, 2);
        let mut game = Reference::new(ring(), start);
        play(&mut game, "balloon, tile 30");
        assert_eq!(outcome(&game), "grounded");
    }

    #[test]
    fn r6_4_9_no_second_move_after_a_balloon_loses() {
        let start = Start::new("holmes", 2, &[30, 101]).tile(1, 2);
        let mut game = Reference::new(ring(), start);
        play(&mut game, "double balloon, tile 31, land 31");
        assert_eq!(outcome(&game), "grounded");
    }

    #[test]
    fn r6_4_7_a_landing_is_the_reveal_and_may_take_but_not_lie_low() {
        let mut lines = ring();
        lines.tiles = vec![(1, 3), (4, 30)];
        let mut game = Reference::new(lines, Start::new("holmes", 2, &[101, 103]).tile(1, 3));
        for to in [1, 2] {
            game.play(&format!("taxi {to}"));
            pass(&mut game);
        }
        play(&mut game, "balloon, tile 4");
        assert_eq!(game.actions(), ["land 30", "land 4", "land 4 +black", "land 4 +double"]);
        let mut other = game.clone();
        game.play("land 4 +black");
        assert_eq!(game.public().log[2], "balloon 4 +black");
        other.play("land 4");
        pass(&mut other);
        assert!(with(&other, "balloon").is_empty(), "once a game, though he stands on a hide-out");
    }

    #[test]
    fn r4_4_no_double_begins_with_a_balloon_on_the_last_slot() {
        let mut game = game(1);
        for slot in 1..=15 {
            assert_eq!(may(&game, "double balloon"), game.fugitive_station() == Some(2));
            game.play(if slot % 2 == 1 { "taxi 2" } else { "taxi 1" });
            pass(&mut game);
        }
        assert!(may(&game, "balloon") && !may(&game, "double balloon"));
        play(&mut game, "balloon, tile 30, land 30");
        assert_eq!(outcome(&game), "escaped");
    }

    #[test]
    fn r6_4_8_and_r6_4_10_three_crimes_win_and_the_third_is_plain() {
        let start = Start::new("holmes", 2, &[101, 103]).tile(1, 2).crimes(&[2, 3, 4]);
        let mut game = Reference::new(ring(), start);
        assert!(with(&game, "taxi 1").iter().all(|action| !action.contains("crime")));
        play(&mut game, "taxi 3 crime");
        pass(&mut game);
        assert_eq!(
            with(&game, "taxi"),
            [
                "taxi 2",
                "taxi 2 +black",
                "taxi 2 +double",
                "taxi 2 crime",
                "taxi 2 crime +black",
                "taxi 2 crime +double"
            ]
        );
        play(&mut game, "double taxi 2 crime, taxi 3");
        assert_eq!(game.public().log, ["taxi ? crime", "double taxi ? crime", "taxi 3"]);
        pass(&mut game);
        assert_eq!(with(&game, "bus"), ["bus 4", "bus 4 +black", "bus 4 +double", "bus 4 crime"]);
        game.play("bus 4 crime");
        assert_eq!(outcome(&game), "crimes");
    }

    #[test]
    fn r6_4_8_a_crime_after_a_balloon_flight() {
        let mut lines = ring();
        lines.crimes = vec![30];
        let start = Start::new("holmes", 2, &[101, 103]).tile(1, 2).crimes(&[30, 3, 4]);
        let mut game = Reference::new(lines, start);
        play(&mut game, "balloon, tile 30");
        assert_eq!(game.actions(), ["land 30", "land 30 crime", "land 40"]);
        game.play("land 30 crime");
        assert_eq!(game.public().crimes_done, 1);
    }

    #[test]
    fn r9_4_stranded_in_holmes_only_if_switched_on() {
        for (value, ending) in [(Some("true"), Some("stranded")), (Some("false"), None), (None, None)] {
            let mut lines = board("taxi 1 2, underground 10 11, underground 12 13");
            lines.tiles = vec![(1, 2)];
            let mut start = Start::new("holmes", 1, &[10, 12]).tile(1, 2);
            if let Some(value) = value {
                start = start.option("stranded_win", value);
            }
            let mut game = Reference::new(lines, start);
            for to in [2, 1, 2, 1] {
                game.play(&format!("taxi {to}"));
                pass(&mut game);
            }
            assert_eq!(game.outcome().as_deref(), ending);
        }
    }
}

mod compact {
    use super::*;

    /// The fugitive's 1-2-3 and a ferry; three undergrounds for the detectives.
    fn small() -> RefBoard {
        let mut board = board(
            "taxi 1 2, bus 2 3, underground 3 1, ferry 1 4, taxi 4 5, underground 10 11, underground 12 13, \
             taxi 10 20, taxi 12 21, taxi 11 22, taxi 13 23",
        );
        board.tickets = vec![1, 2, 10];
        board
    }

    fn game(detectives: &[u8]) -> Reference {
        Reference::new(small(), Start::new("compact", 1, detectives))
    }

    #[test]
    fn r6_5_2_the_detectives_are_placed_and_a_ticket_is_turned() {
        let start = Start { edition: "compact".into(), detectives: vec![None; 3], ..Start::default() };
        let mut game = Reference::new(small(), start);
        assert_eq!(
            with(&game, "d1"),
            ["d1 at 1", "d1 at 10", "d1 at 11", "d1 at 12", "d1 at 13", "d1 at 3"]
        );
        play(&mut game, "d1 at 10, d2 at 12, d3 at 13");
        assert!(game.actions().is_empty());
        assert_eq!(game.draws(), ["ticket 1", "ticket 2"], "a detective stands on 10");
        game.play("ticket 2");
        assert_eq!(game.actions(), ["1", "3", "black 1", "black 3"]);
    }

    #[test]
    fn r6_5_3_to_r6_5_5_open_moves_and_the_black_ticket() {
        let mut game = game(&[10, 12, 13]);
        assert_eq!(game.actions(), ["2", "3", "black 2", "black 3", "black 4"]);
        game.play("black 4");
        assert_eq!(game.public().log, ["black ?"]);
        assert_eq!(game.score(), -3);
        play(&mut game, "d1 underground 11, d2 taxi 21, d3 taxi 23");
        assert_eq!(game.public().log, ["black 4"], "he reappears");
        assert_eq!(game.score(), 3 + 1 + 1 - 3);
        assert_eq!(game.actions(), ["5"], "the ferry is closed again");
        assert_eq!(game.public().tickets[0].1, [10, 8, 3]);
    }

    #[test]
    fn r6_5_6_ends_by_capture_by_giving_up_and_by_the_last_ticket() {
        let mut captured = game(&[3, 10, 12]);
        play(&mut captured, "2, d1 bus 2");
        assert_eq!((outcome(&captured).as_str(), captured.score()), ("captured d1 2", 2));

        let mut given_up = game(&[10, 12, 13]);
        play(&mut given_up, "2, d1 taxi 20, concede hunters");
        assert_eq!((outcome(&given_up).as_str(), given_up.score()), ("gave up", 12 + 16 + 12));

        let mut conceded = game(&[10, 12, 13]);
        play(&mut conceded, "black 2, d1 taxi 20, concede fugitive");
        assert_eq!((outcome(&conceded).as_str(), conceded.score()), ("conceded fugitive", 1 - 3));
    }

    #[test]
    fn r9_20_no_detective_can_move_is_scored_as_giving_up_and_told_as_that() {
        let lines = board("taxi 1 2, underground 10 11, underground 12 13, underground 14 15");
        let mut game = Reference::new(lines, Start::new("compact", 1, &[10, 12, 14]));
        play(&mut game, "2, d1 underground 11, d2 underground 13, d3 underground 15, 1");
        game.play("d3 underground 14");
        assert_eq!(game.outcome(), None, "one ticket was left, and they chose who moved");
        game.play("2");
        assert_eq!((outcome(&game).as_str(), game.score()), ("immobile", 12 + 16 + 12));
    }

    #[test]
    fn r6_5_6_no_ticket_left() {
        let lines = far_away(board("taxi 1 2"), 3);
        let mut game = Reference::new(lines, Start::new("compact", 1, &[101, 103, 105]));
        while game.outcome().is_none() {
            let to = if game.fugitive_station() == Some(1) { "2" } else { "1" };
            game.play(to);
            let_hunters_move(&mut game);
        }
        assert_eq!((outcome(&game).as_str(), game.score()), ("out of tickets", 40));
        assert_eq!(game.public().slots, 8);
    }

    #[test]
    fn r6_5_6_no_move_counts_as_captured() {
        let lines = board("taxi 1 2, taxi 2 3, taxi 10 11, taxi 12 13");
        let mut game = Reference::new(lines, Start::new("compact", 2, &[3, 10, 12]));
        play(&mut game, "1, d1 taxi 2, d2 taxi 11, d3 taxi 13");
        assert_eq!((outcome(&game).as_str(), game.score()), ("cornered", 3));
    }

    #[test]
    fn r6_5_8_four_black_tickets_never_in_two_turns_running() {
        let start = Start::new("compact", 1, &[10, 12, 13]).option("black_tickets", "4");
        let mut game = Reference::new(small(), start);
        play(&mut game, "black 2");
        let_hunters_move(&mut game);
        assert!(with(&game, "black").is_empty());
        play(&mut game, "3");
        let_hunters_move(&mut game);
        play(&mut game, "black 1");
        assert_eq!(game.public().black, 2);
        let_hunters_move(&mut game);
        assert!(game.score() < 12);
    }
}

mod random_games {
    use super::*;

    /// A fixed sequence that looks random: a multiplier of Knuth's.
    struct Dice(u64);

    impl Dice {
        fn pick<'a>(&mut self, from: &'a [String]) -> &'a str {
            self.0 =
                self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            &from[(self.0 >> 33) as usize % from.len()]
        }
    }

    /// London with marks and tiles, whatever the Victorian board looks like.
    fn marked_london() -> RefBoard {
        let mut board = RefBoard::builtin("london");
        board.hideouts = board.stations.iter().copied().filter(|n| n % 7 == 3).collect();
        board.tiles = vec![(35, 45), (51, 71), (78, 104), (106, 127), (132, 146), (166, 170)];
        board.crimes = (1..=15).map(|n| n * 13).collect();
        board.tickets = (1..=24).map(|n| n * 8).collect();
        board
    }

    fn starts() -> Vec<Start> {
        let five = [13, 26, 29, 34, 50];
        vec![
            Start::new("classic", 91, &five).option("voluntary_reveal", "true"),
            Start::new("study", 91, &five),
            Start::new("modern", 45, &five[..2]).bobbies(&[91, 94]).option("pooled", "true"),
            Start::new("modern", 45, &five),
            Start::new("beginner", 82, &[41, 46, 124]),
            Start::new("holmes-original", 45, &five[..3]).bobbies(&[91]),
            Start::new("holmes", 45, &five[..2]).bobbies(&[91, 94]).tile(35, 45).crimes(&[13, 26, 39]),
            Start::new("holmes", 45, &five).tile(35, 45).crimes(&[65, 52, 39]),
            Start { edition: "compact".into(), detectives: vec![None; 3], ..Start::default() },
        ]
    }

    fn check(game: &Reference, seen: &[String]) {
        let public = game.public();
        let stations: Vec<u8> = public.hunters.iter().filter_map(|(_, at)| *at).collect();
        let different: BTreeSet<u8> = stations.iter().copied().collect();
        assert_eq!(stations.len(), different.len(), "2.3: {seen:?}");
        let captured = game.outcome().is_some_and(|ending| ending.starts_with("captured"));
        let together = game.fugitive_station().is_some_and(|at| different.contains(&at));
        assert_eq!(captured, together, "5.5: {seen:?}");
        let over = game.outcome().is_some();
        assert_eq!(over, game.actions().is_empty() && game.draws().is_empty(), "{seen:?}");
    }

    #[test]
    fn random_games_come_to_an_end_and_keep_pieces_apart() {
        let mut endings = BTreeSet::new();
        for start in starts() {
            for seed in 0..12 {
                let mut game = Reference::new(marked_london(), start.clone());
                let mut dice = Dice(seed);
                let mut seen = Vec::new();
                while game.outcome().is_none() {
                    let choices = [game.actions(), game.draws()].concat();
                    let choice = dice.pick(&choices).to_string();
                    game.play(&choice);
                    seen.push(choice);
                    check(&game, &seen);
                }
                endings.insert(game.outcome().unwrap().split(' ').next().unwrap().to_string());
            }
        }
        assert!(endings.contains("captured") && endings.contains("escaped"), "{endings:?}");
    }
}
