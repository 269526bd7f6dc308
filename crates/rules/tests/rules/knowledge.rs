//! Section 7: what each side may know.

use std::collections::BTreeSet;

use fogbound_rules::{
    Action, Event, Game, Move, Play, Position, PrivateEvent, PublicEvent, SecretSetup, SetupError,
};
use serde_json::{Value, json};

use crate::table::{BEGINNER_FEW, HOLMES_FEW, MODERN_FEW, Plan, Table, YARD, game, station, yard};

/// A ring for the fugitive with numbers that nothing else has: 71-72-73-74-71 by taxi, and a bus
/// across. The hide-outs are 72 and 74.
const RING: &str = "
    taxi 71-72-73-74-71 74-90-200 91-92-200
    bus 71-73 72-74
    ferry 71-73
    hideout 72 74 92
    river 71 72
    park 73 74
    crimes 71 72 73 74
    tiles 71-72 73-74 91-92
    tickets 71 72 73 74
    fugitive 71 72 73 74
    hunters 101 103 105 107 109
    I 71 72
    II 73 74
    III 90 91
    IV *
";

fn ring(edition: &str) -> Plan {
    game(edition).on(&format!("{RING}\n{YARD}"))
}

fn public_events(table: &Table) -> Vec<Value> {
    let events = table.game.events().iter().map(Event::for_hunters);
    events.map(|event| serde_json::to_value(event).expect("JSON")).collect()
}

fn hunters_view(table: &Table) -> Value {
    serde_json::to_value(table.game.hunters_view()).expect("JSON")
}

#[test]
fn r7_1_the_fugitives_player_knows_the_whole_position() {
    let mut table = ring(HOLMES_FEW).at(71, &yard(2));
    table.play("taxi 72 crime").pass().play("double taxi 73, black 74 +black");
    let view = table.game.fugitive_view();
    assert_eq!(&view.position(), table.game.position());
    assert_eq!(view.route(), [72, 73, 74].map(station));
    let json = serde_json::to_value(view).expect("JSON");
    assert_eq!((&json["at"], &json["start"], &json["tile"]), (&json!(74), &json!(71), &json!([71, 72])));
    assert_eq!(json["crimes"], json!([[71, false], [72, true], [73, false]]));
    assert_eq!(json["public"], hunters_view(&table), "and what the hunters know");
}

#[test]
fn r7_1_but_not_the_face_down_piles() {
    let mut table = ring(HOLMES_FEW).at(72, &yard(2));
    let view = |table: &Table| serde_json::to_string(&table.game.fugitive_view()).expect("JSON");
    assert!(!view(&table).contains("91") && !view(&table).contains("92"), "a tile of the pile");
    table.play("balloon");
    assert!(!view(&table).contains("91"), "it is turned after he has called the balloon");
    table.play("tile 91");
    assert!(view(&table).contains("91"));
}

#[test]
fn r7_1_each_of_his_moves_is_an_event_with_its_station_for_him() {
    let mut table = ring(MODERN_FEW).at(71, &yard(2));
    table.play("taxi 72");
    let event = table.game.events().last().expect("a move").for_fugitive();
    assert_eq!(event.private, Some(PrivateEvent::At(station(72))));
    assert_eq!(event.public, table.last_event());
}

#[test]
fn r7_2_hunters_know_stations_tickets_and_the_supply() {
    let mut table = ring(MODERN_FEW).at(71, &yard(2));
    table.play("taxi 72, d1 bus 102");
    let state = &hunters_view(&table)["state"];
    assert_eq!(state["hunters"][0], json!({ "hunter": "d1", "station": 102, "moved": true }));
    assert_eq!(state["hunters"][1], json!({ "hunter": "d2", "station": 103, "moved": false }));
    assert_eq!(state["purses"][0], json!({ "taxi": 11, "bus": 7, "underground": 4 }));
    assert_eq!(state["stock"], json!({ "taxi": 57 - 22 - 1, "bus": 45 - 16 + 1, "underground": 15 }));
    assert_eq!((&state["black"], &state["double"]), (&json!(5), &json!(2)));
}

#[test]
fn r7_2_hunters_see_the_ticket_of_a_move_and_nothing_else() {
    let mut table = ring(MODERN_FEW).at(71, &yard(2));
    table.play("taxi 72");
    let moved = json!({
        "event": "moved", "slot": 1, "ticket": "taxi", "balloon": false, "leg": "single",
        "at": null, "crime": false, "ability": null, "show": false,
    });
    assert_eq!(public_events(&table)[1], moved);
    for secret in [71, 72, 73, 74] {
        assert!(!table.hunters_read(secret), "{secret}");
    }
}

#[test]
fn r7_2_hunters_know_which_slots_were_a_double() {
    let mut table = ring(MODERN_FEW).at(71, &yard(2));
    table.play("double taxi 72, black 73").pass().play("taxi 74");
    let log = &hunters_view(&table)["log"];
    let legs: Vec<&Value> = (0..3).map(|slot| &log[slot]["leg"]).collect();
    assert_eq!(legs, [&json!("first"), &json!("second"), &json!("single")]);
    let rounds: Vec<&Value> = (0..3).map(|slot| &log[slot]["round"]).collect();
    assert_eq!(rounds, [&json!(1), &json!(1), &json!(2)]);
    assert_eq!(log[1]["ticket"], json!("black"));
    assert_eq!(hunters_view(&table)["state"]["double"], json!(1));
}

#[test]
fn r7_2_hunters_know_each_reveal_and_only_that_station() {
    let mut table = ring(MODERN_FEW).at(71, &yard(2));
    table.rounds(3, &["taxi 72", "taxi 73", "taxi 74"]).play("taxi 71");
    let log = &hunters_view(&table)["log"];
    let stations: Vec<&Value> = (0..4).map(|slot| &log[slot]["at"]).collect();
    assert_eq!(stations, [&Value::Null, &Value::Null, &json!(74), &Value::Null]);
    assert!(table.hunters_read(74) && ![71, 72, 73].iter().any(|&at| table.hunters_read(at)));
}

/// All that the hunters get to see, and all that they may do, for two secrets.
#[track_caller]
fn same_for_hunters(one: &Table, other: &Table) {
    assert_ne!(one.game.position().secret(), other.game.position().secret(), "two secrets");
    assert_eq!(one.sent_to_hunters(), other.sent_to_hunters());
    assert_eq!(one.game.hunters_view().actions(), other.game.hunters_view().actions());
    assert_eq!(one.game.position().public(), other.game.position().public());
}

#[test]
fn r7_2_two_secrets_with_the_same_tickets_look_the_same() {
    let tables = [(71, ["taxi 72", "bus 74", "black 73"]), (73, ["taxi 72", "bus 74", "black 71"])];
    let [one, other] = tables.map(|(start, moves)| {
        let mut table = ring(MODERN_FEW).late(4, 3).at(start, &yard(2));
        moves.iter().for_each(|step| {
            table.play(step).pass();
        });
        table
    });
    same_for_hunters(&one, &other);
}

#[test]
fn r7_2_a_refused_hunt_tells_nothing() {
    let [one, other] = [72, 74].map(|to| {
        let mut table = ring(MODERN_FEW).at(73, &[90, 101]);
        table.play(&format!("taxi {to}"));
        table
    });
    for step in ["d1 taxi 72", "d1 bus 74", "d2 taxi 74", "d1 black 74"] {
        assert_eq!(one.refuses(step), other.refuses(step));
    }
    same_for_hunters(&one, &other);
}

#[test]
fn r7_2_holmes_tile_start_and_crimes_are_secret() {
    let [one, other] = [(0, "start 71"), (1, "start 74")].map(|(tile, start)| {
        // The tile and the three crimes are drawn first, then the detectives' cards.
        let mut draw = 0;
        let mut table = ring(HOLMES_FEW).deal(2, move |_| {
            draw += 1;
            if draw <= 4 { tile } else { 0 }
        });
        table.play(start);
        table
    });
    same_for_hunters(&one, &other);
    assert!(![71, 72, 73, 74].iter().any(|&at| one.hunters_read(at)));
}

#[test]
fn r7_2_holmes_a_crime_tells_its_slot_and_not_the_place() {
    let [one, other] = [("taxi 72 crime", 71), ("taxi 71 crime", 72)].map(|(step, start)| {
        let mut table = ring(HOLMES_FEW).at(start, &yard(2));
        table.play(step);
        table
    });
    same_for_hunters(&one, &other);
    assert_eq!(hunters_view(&one)["log"][0]["crime"], json!(true));
    assert_eq!(hunters_view(&one)["state"]["case"]["crimes"], json!(1));
}

#[test]
fn r7_2_holmes_what_a_hideout_gave_and_in_which_slot() {
    let [one, other] = [72, 74].map(|to| {
        let mut table = ring(HOLMES_FEW).late(2, 1).at(73, &yard(2));
        table.play(&format!("taxi {to} +black")).pass().play(&format!("bus {} low", 146 - to));
        table
    });
    same_for_hunters(&one, &other);
    let view = hunters_view(&one);
    assert_eq!(view["log"][0]["ability"], json!("take_black"));
    assert_eq!((&view["log"][1]["ability"], &view["log"][1]["at"]), (&json!("lie_low"), &Value::Null));
    assert_eq!(view["state"]["case"]["reserve"], json!({ "black": 4, "double": 2 }));
}

#[test]
fn r7_2_holmes_tokens_roadblocks_and_answers() {
    let mut table = ring(HOLMES_FEW).option("characters=lestrade,holmes").at(71, &yard(2));
    table.play("taxi 72, d1 taxi 102, block 101, d2 taxi 104").play("taxi 73, quarter");
    let state = &hunters_view(&table)["state"];
    assert_eq!((&state["hunters"][0]["tokens"], &state["hunters"][1]["tokens"]), (&json!(1), &json!(1)));
    assert_eq!(state["case"]["roadblocks"], json!([101]));
    let told =
        json!({ "event": "asked", "token": { "token": "quarter" }, "answer": { "quarter": "II" } });
    assert_eq!(public_events(&table).last(), Some(&told));
    assert!(![71, 72, 73, 74].iter().any(|&at| table.hunters_read(at)), "the quarter, not the station");
}

#[test]
fn r7_2_holmes_answers_are_all_that_tells_two_secrets_apart() {
    let asked = |start: u8, to: u8, question: &str| {
        let mut table = ring(HOLMES_FEW).at(start, &yard(2));
        table.play(&format!("taxi {to}")).play(question);
        table
    };
    same_for_hunters(&asked(71, 72, "quarter"), &asked(72, 71, "quarter"));
    same_for_hunters(&asked(71, 72, "symbol river"), &asked(72, 71, "symbol river"));
    let [river, park] = [asked(71, 72, "symbol river"), asked(72, 73, "symbol river")];
    assert_ne!(river.sent_to_hunters(), park.sent_to_hunters());
}

#[test]
fn r7_2_holmes_the_balloon_tile_and_landing() {
    let mut table = ring(HOLMES_FEW).at(72, &yard(2));
    table.play("balloon, tile 91, land 92");
    let events = public_events(&table);
    assert_eq!(events[1], json!({ "event": "ballooned", "leg": "single" }));
    assert_eq!(events[2], json!({ "event": "tile_turned", "first": 91, "second": 92 }));
    assert_eq!((&events[3]["at"], &events[3]["balloon"]), (&json!(92), &json!(true)));
    assert!(!table.hunters_read(72) && !table.hunters_read(71), "nor where he flew from");
}

#[test]
fn r7_2_beginner_the_open_log_but_for_hidden_slots() {
    let mut table = ring(BEGINNER_FEW).at(71, &[101]);
    table.play("72").pass().play("73").pass().play("74");
    let log = &hunters_view(&table)["log"];
    let stations: Vec<&Value> = (0..3).map(|slot| &log[slot]["at"]).collect();
    assert_eq!(stations, [&json!(72), &json!(73), &Value::Null]);
    assert_eq!((&log[2]["ticket"], table.hunters_read(74)), (&Value::Null, false));
    assert_eq!(hunters_view(&table)["state"]["covered"], json!([3]));
}

#[test]
fn r7_2_compact_his_piece_what_was_paid_and_black_tickets() {
    let mut table = ring("compact").at(71, &yard(3));
    table.play("72, d1 bus 102, d2 taxi 104, d3 taxi 106").play("black 73");
    let view = hunters_view(&table);
    assert_eq!(view["log"][0]["at"], json!(72));
    assert_eq!((&view["state"]["shown"], &view["log"][1]["at"]), (&Value::Null, &Value::Null));
    assert_eq!(view["state"]["stock"], json!({ "taxi": 2, "bus": 1, "underground": 0 }));
    assert_eq!((&view["state"]["black"], &view["score"]), (&json!(0), &json!(4 - 3)));
    assert!(!table.hunters_read(73));
}

#[test]
fn r7_3_when_the_game_is_over_the_whole_log_is_open() {
    let mut table = ring(HOLMES_FEW).at(71, &yard(2));
    table.play("taxi 72 crime").pass().play("black 73");
    assert_eq!(hunters_view(&table)["ending"], Value::Null);
    table.play("concede fugitive");
    let ending = json!({
        "outcome": { "cause": "conceded", "side": "fugitive" }, "score": null, "start": 71,
        "route": [72, 73], "tile": [71, 72], "crimes": [[71, false], [72, true], [73, false]],
    });
    assert_eq!(hunters_view(&table)["ending"], ending);
    assert_eq!(table.log(), ["taxi 72 crime", "black 73"]);
}

#[test]
fn r7_3_the_ending_is_the_last_event() {
    let mut table = ring(MODERN_FEW).at(71, &[90, 103]);
    table.play("taxi 74");
    assert!(
        table.game.events().iter().all(|event| !matches!(event.for_hunters(), PublicEvent::Ended(_)))
    );
    table.play("d1 taxi 74");
    assert!(matches!(table.game.events().last().map(Event::for_hunters), Some(PublicEvent::Ended(_))));
}

/// Every station where he can be: all games that look the same to the hunters are played.
fn possible(table: &Table) -> BTreeSet<u8> {
    let rules = table.game.rules();
    let begin = |setup| Game::new(rules.clone(), setup).ok();
    let mut truth = begin(table.game.setup().clone()).expect("the same set-up once more");
    let starts = rules.board().cards().fugitive.iter().filter_map(|&at| {
        let mut setup = table.game.setup().clone();
        setup.secret.at = Some(at);
        begin(setup)
    });
    let mut worlds: Vec<Game> = starts.collect();
    for &play in table.game.plays() {
        let seen = played(&mut truth, play).expect("a step of the game");
        let follow = |world: &Game| {
            let plays = alike(world, play);
            let after = plays.into_iter().filter_map(|play| {
                let mut after = world.clone();
                (played(&mut after, play).as_ref() == Some(&seen)).then_some(after)
            });
            after.collect::<Vec<Game>>()
        };
        worlds = worlds.iter().flat_map(follow).collect();
    }
    let station = |world: &Game| world.position().fugitive().expect("a station").number();
    worlds.iter().map(station).collect()
}

/// What the hunters see of a step, if it is legal.
fn played(game: &mut Game, play: Play) -> Option<Vec<PublicEvent>> {
    let events = game.play(play).ok()?;
    Some(events.iter().map(|event| event.for_hunters().clone()).collect())
}

/// The steps that may be behind one that the hunters saw.
fn alike(world: &Game, play: Play) -> Vec<Play> {
    let Play::Action(Action::Move(Move { ticket, .. })) = play else { return vec![play] };
    let actions = world.position().actions(world.rules()).into_iter();
    let fits = |action: &Action| matches!(action, Action::Move(other) if other.ticket == ticket);
    actions.filter(fits).map(Play::from).collect()
}

/// A cross: 1 in the middle, 2 to 5 around it, 6 behind 2; hunters on 10 behind 5 and further.
fn cross(fugitive: &str) -> Plan {
    let cards = "hunters 10 11 12 13 14";
    game(MODERN_FEW).on(&format!("taxi 1-2-6 1-3 1-4 1-5-10-11-12-13-14\nfugitive {fugitive}\n{cards}"))
}

#[test]
fn r7_4_hunters_stations_are_excluded_at_each_of_his_moves() {
    let mut table = cross("1").at(1, &[2, 12]);
    table.play("taxi 3");
    assert_eq!(possible(&table), [3, 4, 5].into());
}

#[test]
fn r7_4_a_station_that_a_hunter_enters_without_a_capture_is_excluded() {
    let mut table = cross("1").at(1, &[10, 12]);
    table.play("taxi 3, d1 taxi 5");
    assert_eq!(possible(&table), [2, 3, 4].into());
}

#[test]
fn r7_4_a_station_that_a_hunter_has_left_is_open_again_from_his_next_move_on() {
    let mut table = cross("1").late(4, 3).at(1, &[5, 12]);
    table.play("taxi 3, d1 taxi 10, d2 taxi 11");
    assert_eq!(possible(&table), [2, 3, 4].into(), "he cannot be there yet");
    table.play("double taxi 1, taxi 3");
    assert_eq!(possible(&table), [2, 3, 4, 5].into());
}

#[test]
fn r7_4_excluded_for_the_first_move_of_a_double_too() {
    // Those who began on 3 must pass 1, where a hunter stands; only 6 can go to 2 and back.
    let mut table = cross("3 6").at(6, &[1, 12]);
    table.play("double taxi 2, taxi 6");
    assert_eq!(possible(&table), [6].into());
    let mut free = cross("3 6").at(6, &[13, 11]);
    free.play("double taxi 2, taxi 6");
    assert_eq!(possible(&free), [1, 2, 3, 4, 5, 6].into());
}

#[test]
fn r7_4_paths_that_needed_an_excluded_station_are_gone() {
    let mut table = cross("1").at(1, &[10, 12]);
    table.play("taxi 3, d1 taxi 5, d2 taxi 11, taxi 1");
    assert_eq!(possible(&table), [1, 6].into(), "10 was reached by way of 5 only");
}

#[test]
fn r7_4_a_reveal_leaves_one_station() {
    let mut table = cross("1 3").late(3, 2).at(1, &[11, 13]);
    table.play("taxi 4");
    assert_eq!(possible(&table), [4].into());
}

#[test]
fn r7_4_an_assumed_secret_is_checked_against_what_is_known() {
    let mut table = cross("1").late(3, 2).at(1, &[10, 12]);
    let assume = |table: &Table, at: u8| -> Result<Position, Vec<SetupError>> {
        let secret = SecretSetup { at: Some(station(at)), ..SecretSetup::default() };
        table.game.hunters_view().assume(secret).map_err(|errors| errors.reasons().to_vec())
    };
    assert!(assume(&table, 3).is_ok());
    assert_eq!(assume(&table, 10), Err(vec![SetupError::SharedStation(station(10))]));
    table.play("taxi 4");
    assert!(assume(&table, 4).is_ok());
    assert_eq!(assume(&table, 3), Err(vec![SetupError::ShownElsewhere(station(4))]));
}
