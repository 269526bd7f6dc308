//! What a page learns from games, through the calls of the module.

use std::sync::Arc;

use fogbound_coach::{Call, Host};
use fogbound_engine::Belief;
use fogbound_puzzles::COMMITTED;
use fogbound_rules::{
    Action, Game, Library, Phase, Play, Record, RecordVersion, Rng, Rules, Station, Turn, random_game,
};
use serde_json::{Value, json};

/// The answer to a call that is written as JSON.
fn asked(host: &mut Host, call: &Value) -> Value {
    let answer = host.call_bytes(call.to_string().as_bytes());
    serde_json::from_slice(&answer).expect("JSON")
}

/// What was asked for, which is there.
fn body(host: &mut Host, call: &Value) -> String {
    let answer = asked(host, call);
    answer["body"].as_str().unwrap_or_else(|| panic!("{call}: {answer}")).into()
}

fn told(host: &mut Host, call: &Value) -> Value {
    serde_json::from_str(&body(host, call)).expect("JSON")
}

fn finished(edition: &str, detectives: usize, seed: u64) -> Game {
    let rules = Arc::new(Rules::builtin(edition, &[], detectives).expect("an edition"));
    random_game(&rules, &mut Rng::new(seed))
}

fn beginning(game: &Game, plays: usize) -> Game {
    let mut begun = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("a deal");
    for &play in &game.plays()[..plays] {
        begun.play(play).expect("it was played so");
    }
    begun
}

fn text(game: &Game) -> String {
    Record::whole(game).expect("a record").to_string()
}

#[test]
fn a_game_is_reviewed_step_by_step() {
    for (edition, detectives) in [("modern", 3), ("holmes", 2), ("compact", 3), ("beginner", 3)] {
        let (mut host, game) = (Host::default(), finished(edition, detectives, 3));
        assert_eq!(asked(&mut host, &json!({ "call": "begin" }))["interface"], 1);
        assert_eq!(asked(&mut host, &json!({ "call": "step" }))["refused"]["code"], "not_now");
        let begun = asked(&mut host, &json!({ "call": "review", "record": text(&game), "nodes": 10 }));
        let steps = game.plays().len();
        assert_eq!(begun["progress"], json!([0, steps]), "{edition}");
        let moments: Vec<usize> =
            serde_json::from_str(begun["body"].as_str().expect("moments")).expect("numbers");
        assert_eq!(moments.len(), steps);
        for (play, events) in moments.iter().enumerate() {
            assert_eq!(beginning(&game, play).events().len(), *events, "{edition} {play}");
        }
        for done in 1..=steps {
            assert_eq!(asked(&mut host, &json!({ "call": "step" }))["progress"], json!([done, steps]));
        }
        let report = told(&mut host, &json!({ "call": "report" }));
        let decided = game.plays().iter().filter(|play| matches!(play, Play::Action(_))).count();
        assert_eq!(report["decisions"].as_array().map(Vec::len), Some(decided));
        assert!(report["accuracy"]["hunters"]["decisions"].as_u64().is_some_and(|n| n > 0), "{edition}");
    }
}

#[test]
fn only_finished_games_are_reviewed_or_tried_again() {
    let (mut host, game) = (Host::default(), finished("modern", 3, 3));
    let running = beginning(&game, game.plays().len() - 1);
    let public = Record::of(&running).expect("a record").to_string();
    for record in [text(&running), public] {
        for call in [json!({ "call": "review" }), json!({ "call": "branch", "play": 3 })] {
            let mut call = call;
            call["record"] = json!(record);
            assert_eq!(asked(&mut host, &call)["refused"]["code"], "not_now", "{call}");
        }
    }
    for wrong in ["", "nonsense", "{}"] {
        let call = json!({ "call": "review", "record": wrong });
        assert_eq!(asked(&mut host, &call)["refused"]["code"], "bad_message");
    }
    for wrong in ["", "{", "[]", "{\"call\":\"other\"}", "{\"call\":\"step\",\"more\":1}"] {
        let answer = host.call_bytes(wrong.as_bytes());
        assert!(String::from_utf8(answer).expect("text").contains("bad_message"), "{wrong}");
    }
}

#[test]
fn what_was_decided_can_be_tried_otherwise() {
    let (mut host, game) = (Host::default(), finished("modern", 3, 5));
    asked(&mut host, &json!({ "call": "review", "record": text(&game), "nodes": 60 }));
    while {
        let answer = asked(&mut host, &json!({ "call": "step" }));
        answer["progress"][0] != answer["progress"][1]
    } {}
    let report = told(&mut host, &json!({ "call": "report" }));
    let mut mistakes = 0;
    for decision in report["decisions"].as_array().expect("decisions") {
        let class = decision["judgement"]["class"].as_str().expect("a class");
        if !["mistake", "blunder"].contains(&class) || mistakes == 4 {
            continue;
        }
        mistakes += 1;
        let play = &decision["play"];
        let choices = told(&mut host, &json!({ "call": "choices", "play": play }));
        let better = &decision["judgement"]["better"]["action"];
        assert!(choices.as_array().expect("a list").contains(better), "{decision}");
        let tried = |host: &mut Host, action: &Value| {
            told(host, &json!({ "call": "try", "play": play, "action": action }))["right"].clone()
        };
        assert_eq!(tried(&mut host, better), json!(true), "{decision}");
        assert_eq!(tried(&mut host, &decision["action"]), json!(false), "{decision}");
    }
    assert!(mistakes > 0, "a random game has some");
    let nowhere = json!({ "kind": "hunt", "hunter": "d1", "to": 1 });
    let call = json!({ "call": "try", "play": 1, "action": nowhere });
    assert!(asked(&mut host, &call)["refused"].is_object());
    assert!(asked(&mut host, &json!({ "call": "choices", "play": 9999 }))["refused"].is_object());
}

#[test]
fn a_moment_becomes_a_game_that_stands_beside_the_first() {
    for (edition, detectives) in [("modern", 3), ("holmes", 3), ("compact", 3)] {
        let (mut host, game) = (Host::default(), finished(edition, detectives, 7));
        let play = game.plays().len() / 2;
        let branch = body(&mut host, &json!({ "call": "branch", "record": text(&game), "play": play }));
        let record = Record::parse(&branch).expect("a record");
        assert_eq!(record.version(), RecordVersion::NEWEST);
        let rules = record.rules_in(&Library::default()).expect("rules");
        let mut other = record.replay_to_go_on(&rules).expect("it goes on");
        assert_eq!(other.plays(), &game.plays()[..play], "{edition}");
        let (mut rng, mut buffer) = (Rng::new(99), vec![]);
        while let Some(play) =
            fogbound_rules::random_play(&rules, other.position(), &mut rng, &mut buffer)
        {
            other.play(play).expect("legal");
        }
        let call = json!({ "call": "combine", "record": text(&game), "text": text(&other) });
        let both = Record::parse(&body(&mut host, &call)).expect("a record");
        assert_eq!(both.version(), RecordVersion::Variations);
        let [variation] = both.variations() else { panic!("one variation") };
        assert!(variation.after() >= play);
        let again = both.replay_variation(&rules, variation).expect("it is told whole");
        assert_eq!(again.plays(), other.plays(), "{edition}");
        // What is of another deal, or the same, does not stand beside it. In `compact` nothing is dealt.
        let strange = finished(edition, detectives, 8);
        let wrong = [Some(&game), (strange.setup() != game.setup()).then_some(&strange)];
        for wrong in wrong.into_iter().flatten() {
            let call = json!({ "call": "combine", "record": text(&game), "text": text(wrong) });
            assert!(asked(&mut host, &call)["refused"].is_object(), "{edition}");
        }
    }
}

/// A game that was written down long ago stands beside what became of it too.
#[test]
fn an_old_record_is_written_down_anew_for_a_variation() {
    let mut host = Host::default();
    let old = include_str!("../../../web/src/end/example.fog");
    assert!(Record::parse(old).expect("a record").version() < RecordVersion::NEWEST);
    let branch = body(&mut host, &json!({ "call": "branch", "record": old, "play": 6 }));
    let record = Record::parse(&branch).expect("a record");
    let rules = record.rules_in(&Library::default()).expect("rules");
    let mut other = record.replay_to_go_on(&rules).expect("it goes on");
    let side = fogbound_rules::Side::Fugitive;
    other.play(Action::Concede { side }.into()).expect("always possible");
    let call = json!({ "call": "combine", "record": old, "text": text(&other) });
    let both = Record::parse(&body(&mut host, &call)).expect("a record");
    assert_eq!((both.version(), both.variations().len()), (RecordVersion::Variations, 1));
    assert!(both.replay(&both.builtin_rules().expect("rules")).is_ok());
}

/// The same game up to a moment, with the fugitive on another way that looks the same to the hunters.
fn otherwise(game: &Game, path: &[Station]) -> Option<Game> {
    let mut setup = game.setup().clone();
    // Where he chooses his start, that is a step of the game.
    setup.secret.at = setup.secret.at.map(|_| path[0]);
    let mut other = Game::new(Arc::clone(game.rules()), setup).ok()?;
    let mut next = path[1..].iter();
    for &play in game.plays() {
        let play = match play {
            Play::Action(Action::Move(mut one)) => {
                one.to = *next.next()?;
                Action::Move(one).into()
            }
            Play::Action(Action::Start { .. }) => Action::Start { at: path[0] }.into(),
            play => play,
        };
        other.play(play).ok()?;
    }
    (other.hunters_view() == game.hunters_view()).then_some(other)
}

/// Paired secrets: what hunters are told does not depend on where he is, whatever record the page hands in.
#[test]
fn a_hint_for_hunters_knows_what_hunters_know() {
    let mut host = Host::default();
    let editions = [("modern", 3), ("classic", 4), ("study", 5), ("beginner", 3), ("compact", 3)];
    for ((edition, detectives), seed) in
        editions.into_iter().flat_map(|one| [1, 2].map(|seed| (one, seed)))
    {
        let mut pairs = 0;
        let game = finished(edition, detectives, seed);
        let moments = (0..game.plays().len()).filter(|&plays| {
            let begun = beginning(&game, plays);
            begun.turn() == Turn::Hunters && Belief::of(&begun.hunters_view()).possible().len() > 1
        });
        for plays in moments.step_by(9).take(3) {
            let begun = beginning(&game, plays);
            let belief = Belief::of(&begun.hunters_view());
            let others = belief.possible().iter().filter_map(|at| belief.path_to(at));
            let worlds: Vec<Game> = others.filter_map(|path| otherwise(&begun, &path)).take(3).collect();
            let mut hint = |record: String| {
                body(&mut host, &json!({ "call": "hint", "record": record, "nodes": 60 }))
            };
            let public = hint(Record::of(&begun).expect("a record").to_string());
            for world in &worlds {
                assert_eq!(hint(Record::of(world).expect("a record").to_string()), public);
                assert_eq!(hint(text(world)), public, "a whole record tells no more");
                pairs += 1;
            }
        }
        assert!(pairs >= 2, "{edition}, seed {seed}: {pairs} pairs");
    }
}

#[test]
fn hints_are_decisions_of_the_seat_that_asks() {
    let mut host = Host::default();
    for (edition, detectives) in [("modern", 3), ("holmes", 3), ("compact", 3), ("beginner", 3)] {
        let game = finished(edition, detectives, 4);
        for plays in (0..game.plays().len()).step_by(11) {
            let begun = beginning(&game, plays);
            let record = Record::of(&begun).expect("a record").to_string();
            let (call, choices) = match begun.turn() {
                Turn::Fugitive => {
                    let events: Vec<_> =
                        begun.events().iter().map(|event| event.for_fugitive()).collect();
                    let events = serde_json::to_string(&events).expect("JSON");
                    let choices = begun.fugitive_view().actions();
                    (json!({ "call": "hint", "record": record, "events": events, "nodes": 30 }), choices)
                }
                Turn::Hunters => {
                    let choices = begun.hunters_view().actions();
                    (json!({ "call": "hint", "record": record, "nodes": 30 }), choices)
                }
                _ => continue,
            };
            let hint = told(&mut host, &call);
            let action: Action = serde_json::from_value(hint["action"].clone()).expect("a decision");
            assert!(choices.contains(&action), "{edition} {plays}: {hint}");
            assert!(hint["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()), "{hint}");
        }
    }
}

#[test]
fn a_hint_for_one_piece_moves_that_piece() {
    let mut host = Host::default();
    let game = finished("modern", 4, 2);
    let plays = (0..game.plays().len()).find(|&plays| {
        let begun = beginning(&game, plays);
        begun.position().public().phase() == Phase::Hunters && begun.position().public().round() == 2
    });
    let begun = beginning(&game, plays.expect("a second round"));
    let record = Record::of(&begun).expect("a record").to_string();
    let call = json!({ "call": "hint", "record": record, "pieces": ["d3"], "nodes": 30 });
    assert_eq!(told(&mut host, &call)["action"]["hunter"], "d3");
}

fn all_puzzles() -> String {
    COMMITTED.iter().map(|(_, text)| *text).collect::<Vec<_>>().join("\n")
}

#[test]
fn puzzles_are_listed_shown_and_judged() {
    let mut host = Host::default();
    assert!(asked(&mut host, &json!({ "call": "day", "day": 1 }))["refused"].is_object());
    let list = told(&mut host, &json!({ "call": "puzzles", "text": all_puzzles() }));
    let list = list.as_array().expect("a list");
    assert!(list.len() >= 600);
    let day = body(&mut host, &json!({ "call": "day", "day": 20_775 }));
    assert!(list.iter().any(|puzzle| puzzle["id"] == day.as_str()));
    let mut kinds = std::collections::BTreeSet::new();
    for puzzle in list.iter().step_by(23) {
        let id = &puzzle["id"];
        let shown = told(&mut host, &json!({ "call": "puzzle", "id": id }));
        let solution = body(&mut host, &json!({ "call": "solution", "id": id }));
        assert!(!shown.to_string().contains(&format!("Answer \\\"{solution}")), "{shown}");
        let kind = shown["kind"].as_str().expect("a kind").to_string();
        if kind == "close" {
            let actions: Vec<Action> =
                solution.split("; ").map(|one| one.parse().expect("a move")).collect();
            let line = json!({ "call": "line", "id": id, "actions": actions });
            let stand = told(&mut host, &line);
            assert!(
                ["caught", "replied"].contains(&stand["judged"].as_str().expect("a word")),
                "{stand}"
            );
            let none = told(&mut host, &json!({ "call": "line", "id": id, "actions": [] }));
            assert_eq!((&none["judged"], &none["actions"]), (&json!("right"), &shown["actions"]));
        } else {
            let right = told(&mut host, &json!({ "call": "answer", "id": id, "text": solution }));
            assert_eq!(right["verdict"], "right", "{puzzle}");
            let wrong = if kind == "where" { "1" } else { "to 1" };
            let said = told(&mut host, &json!({ "call": "answer", "id": id, "text": wrong }));
            assert_ne!(said["verdict"], "right", "{puzzle}");
        }
        kinds.insert(kind);
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    let id = &list[0]["id"];
    let rated = told(&mut host, &json!({ "call": "rate", "id": id, "text": "", "solved": true }));
    let rating: f64 =
        rated["solver"].as_str().and_then(|text| text.split(' ').next()?.parse().ok()).expect("one");
    assert!(rating > 1500.0, "{rated}");
    for call in ["puzzle", "solution"] {
        assert!(asked(&mut host, &json!({ "call": call, "id": "none" }))["refused"].is_object());
    }
}

#[test]
fn a_wrong_move_lets_him_escape() {
    let mut host = Host::default();
    let list = told(&mut host, &json!({ "call": "puzzles", "text": all_puzzles() }));
    let (mut escapes, mut judged) = (0, 0);
    let nets = list
        .as_array()
        .expect("a list")
        .iter()
        .filter(|one| one["kind"].as_str().is_some_and(|kind| kind.starts_with("close")));
    for puzzle in nets.step_by(12) {
        let shown = told(&mut host, &json!({ "call": "puzzle", "id": puzzle["id"] }));
        for action in shown["actions"].as_array().expect("moves") {
            let line = json!({ "call": "line", "id": puzzle["id"], "actions": [action] });
            judged += 1;
            escapes += usize::from(told(&mut host, &line)["judged"] == "wrong");
        }
    }
    assert!(escapes > 0 && escapes < judged, "{escapes} of {judged}");
}

/// A task has its answer among what can be chosen, also where that names no station.
#[test]
fn whatever_was_better_can_be_chosen() {
    let mut asked_for = 0;
    for (edition, detectives, seed) in [("holmes", 3, 3), ("holmes-original", 4, 2), ("modern", 3, 1)] {
        let (mut host, game) = (Host::default(), finished(edition, detectives, seed));
        asked(&mut host, &json!({ "call": "review", "record": text(&game), "nodes": 8 }));
        for _ in game.plays() {
            asked(&mut host, &json!({ "call": "step" }));
        }
        let report = told(&mut host, &json!({ "call": "report" }));
        let mut better = 0;
        for decision in report["decisions"].as_array().expect("decisions") {
            let choices = told(&mut host, &json!({ "call": "choices", "play": decision["play"] }));
            let choices = choices.as_array().expect("a list");
            assert!(choices.contains(&decision["action"]), "{edition}: {decision}");
            if let Some(action) = decision["judgement"]["better"].get("action") {
                assert!(choices.contains(action), "{edition}: {decision}");
                better += 1;
            }
            let hunt = decision["action"]["kind"] == "hunt";
            asked_for += usize::from(hunt && choices.iter().any(|one| one["kind"] == "token"));
        }
        assert!(better > 5, "{edition}: {better}");
    }
    assert!(asked_for > 0, "a piece that moved could have asked");
}

#[test]
fn calls_are_the_same_as_values() {
    let call = Call::parse("{\"call\":\"choices\",\"play\":3}").expect("a call");
    assert_eq!(call, Call::Choices { play: 3 });
    assert!(Host::default().call(call).refused.is_some());
}
