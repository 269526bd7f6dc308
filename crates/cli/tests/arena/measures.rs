//! Gauntlets, sequential tests and best responses, as other tools rely on them.

use serde_json::json;

use super::*;

/// The arguments that choose a small game of the arena's own.
fn small(name: &str) -> [String; 4] {
    let file = |kind: &str| {
        let path = format!("../arena/games/{name}.{kind}.toml");
        Path::new(env!("CARGO_MANIFEST_DIR")).join(path).to_string_lossy().into_owned()
    };
    ["--edition".into(), file("edition"), "--board".into(), file("board")]
}

fn strs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

const GAUNTLET: [&str; 6] = ["--edition", "classic", "--pieces", "3", "--field", "random"];

#[test]
fn a_gauntlet_gives_elo_on_each_side_with_intervals() {
    let args = [&GAUNTLET[..], &["--gauntlet", "greedy", "--games", "40", "--seed", "3"]].concat();
    let result = arena(&args);
    let sides = result["sides"].as_array().expect("sides");
    assert_eq!(sides.iter().map(|side| &side["side"]).collect::<Vec<_>>(), ["fugitive", "hunters"]);
    for side in sides {
        let [anchor, new] = side["bots"].as_array().expect("bots").as_slice() else {
            panic!("two bots: {side}")
        };
        assert_eq!((&anchor["bot"], &anchor["anchor"]), (&"random".into(), &true.into()));
        assert_eq!((&anchor["elo"], &anchor["low"]), (&0.0.into(), &Value::Null));
        let [low, elo, high] = ["low", "elo", "high"].map(|key| new[key].as_f64().expect(key));
        assert!(0.0 < low && low < elo && elo < high, "greedy is better than random: {side}");
        assert_eq!((&new["games"], &new["cells"][0]["games"]), (&40.into(), &40.into()));
        // Both have played the same starts against the same opponent.
        assert_eq!(new["cells"].as_array().map(Vec::len), Some(1));
    }
    assert_eq!(result, arena(&[&args[..], &["--threads", "1"]].concat()));
    let path = folder("gauntlet").join("run.jsonl");
    let path = path.to_string_lossy();
    let fewer = ["--gauntlet", "greedy", "--games", "7", "--seed", "3", "--results", &path];
    assert_eq!(arena(&[&GAUNTLET[..], &fewer].concat())["sides"][0]["bots"][1]["games"], 7);
    assert_eq!(arena(&[&args[..], &["--results", &path]].concat()), result, "it goes on");
    let words = text(&[&["arena"], &args[..]].concat());
    assert!(words.contains("\nhunters: Elo counted from random, with 95 % intervals\n"), "{words}");
    let one = arena(&[&args[..], &["--side", "hunters"]].concat());
    assert_eq!(one["sides"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_gauntlet_that_nobody_can_run_is_refused() {
    let base = ["arena", "--edition", "modern", "--games", "1", "--gauntlet"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refused(&with(&["nobody"]), "there is no bot 'nobody'");
    refused(&with(&["inspector:nodes=5", "--side", "fugitive"]), "nobody can run the gauntlet");
    refused(&with(&["phantom-1:nodes=1000", "--side", "fugitive"]), "nobody can run the gauntlet");
    refused(&with(&["greedy", "--field", "phantom"]), "nobody can run the gauntlet");
    refused(&with(&["greedy", "--matrix", "random"]), "--matrix");
}

#[test]
fn what_belongs_to_another_question_is_refused() {
    let base = ["arena", "-e", "modern", "--games", "1", "--matrix", "random"];
    for more in
        ["--field", "--gauntlet", "--candidate", "--usual", "--seeds", "--nodes", "--best-response"]
    {
        refused(&[&base[..], &[more, "7"]].concat(), more);
    }
    refused(&[&base[..], &["--exact"]].concat(), "--exact");
    refused(&[&base[..], &["--side", "hunters"]].concat(), "--side");
}

fn sprt(bounds: &'static str, games: &'static str, more: &[&str]) -> Value {
    let args = ["--edition", "classic", "--pieces", "3", "--sprt", bounds, "--games", games];
    arena(&[&args[..], &["--against", "random", "--side", "hunters"], more].concat())
}

#[test]
fn a_sequential_test_stops_as_soon_as_it_is_sure() {
    let greedy = ["--candidate", "greedy", "--baseline", "random"];
    let found = sprt("0,50", "2000", &greedy);
    assert_eq!(
        (&found["sprt"]["verdict"], &found["sprt"]["side"]),
        (&"accepted".into(), &"hunters".into())
    );
    let pairs = found["sprt"]["pairs"].as_u64().expect("pairs");
    assert!((10..200).contains(&pairs), "{found}");
    assert!(found["sprt"]["llr"].as_f64() >= found["sprt"]["upper"].as_f64(), "{found}");
    for who in ["candidate", "baseline"] {
        assert_eq!(found[who]["games"].as_u64(), Some(pairs), "what was under way does not count");
    }
    // It is the order of the starts that decides, not who was faster.
    assert_eq!(found, sprt("0,50", "2000", &[&greedy[..], &["--threads", "1"]].concat()));
    let worse = sprt("0,50", "2000", &["--candidate", "random", "--baseline", "greedy"]);
    assert_eq!(worse["sprt"]["verdict"], "rejected");
    let few = sprt("0,50", "3", &greedy);
    assert_eq!((&few["sprt"]["verdict"], &few["sprt"]["pairs"]), (&"undecided".into(), &3.into()));
    let path = folder("sprt").join("run.jsonl");
    let path = path.to_string_lossy();
    let results = [&greedy[..], &["--results", &*path]].concat();
    assert_eq!(sprt("0,50", "3", &results), few);
    assert_eq!(sprt("0,50", "2000", &results), found, "it goes on");
    assert_eq!(sprt("0,50", "2000", &results), found, "nothing is left to play");
}

#[test]
fn a_sequential_test_of_a_scored_edition_goes_by_points() {
    let args = ["--edition", "compact", "--sprt", "0,2", "--games", "500", "--side", "fugitive"];
    let bots = ["--candidate", "greedy", "--baseline", "random", "--against", "random"];
    let found = arena(&[&args[..], &bots].concat());
    let [mean, llr] = ["mean_points", "llr"].map(|key| found["sprt"][key].as_f64().expect(key));
    let (verdict, meaning) = match mean > 1.0 {
        true => ("accepted", "better by 2 points rather than by 0"),
        false => ("rejected", "better by 0 points rather than by 2"),
    };
    assert_eq!(found["sprt"]["verdict"], verdict, "{found}");
    assert!(llr.abs() > 2.94 && found["sprt"]["pairs"].as_u64() >= Some(30), "{found}");
    let words = text(&[&["arena"], &args[..], &bots].concat());
    assert!(words.contains(&format!("\n{verdict}: {meaning}\n")), "{words}");
}

#[test]
fn a_sequential_test_that_makes_no_sense_is_refused() {
    let base = ["arena", "--edition", "modern", "--games", "1", "--sprt"];
    let bots = ["--candidate", "greedy", "--baseline", "random", "--against", "random"];
    let with = |bounds: &'static str, more: &[&'static str]| [&base[..], &[bounds], more].concat();
    for bounds in ["30", "30,0", "a,b", "0,0", "0,inf"] {
        refused(&with(bounds, &bots), "--sprt is two numbers, the smaller first");
    }
    refused(&with("-10,10", &bots), "say which with --side");
    refused(&with("0,30", &bots[..4]), "--against");
    refused(
        &with("0,30", &["--candidate", "greedy", "--baseline", "greedy", "--against", "random"]),
        "the same bot",
    );
    let sides = ["--candidate", "phantom", "--baseline", "inspector", "--against", "random"];
    refused(&with("0,30", &sides), "no side that both play");
}

#[test]
fn best_responses_on_the_glasses_map_are_exact() {
    let glasses = small("glasses");
    let args =
        [&strs(&glasses)[..], &["--best-response", "random", "--exact", "--seeds", "40"]].concat();
    let found = arena(&args);
    let number = |value: &Value, key: &str| value[key].as_f64().unwrap_or_else(|| panic!("{key}"));
    // About one in nine, as tabular solvers elsewhere have found.
    assert!((number(&found, "value") - 1.0 / 9.0).abs() < 0.001, "{found}");
    assert!(number(&found, "value_high") - number(&found, "value_low") < 0.002, "{found}");
    let [fugitive, hunters] = found["sides"].as_array().expect("sides").as_slice() else {
        panic!("random plays both sides: {found}")
    };
    assert!(number(fugitive, "escape") < 0.03 && number(hunters, "escape") > 0.4, "{found}");
    let payoffs = 2.0 * (number(hunters, "escape") - number(&found, "value"));
    assert!((number(hunters, "exploitability") - payoffs).abs() < 1e-9);
    let words = text(&[&["arena"], &args[..]].concat());
    assert!(words.contains("\nbest play of both sides: he escapes in 11."), "{words}");
}

#[test]
fn a_best_response_is_searched_on_a_board_of_any_size() {
    let borough = small("borough");
    let args = ["--best-response", "greedy", "--side", "hunters", "--nodes", "20", "--games", "4"];
    let args = [&strs(&borough)[..], &args, &["--usual", "random", "--seed", "5"]].concat();
    let found = arena(&args);
    assert_eq!((&found["bot"], &found["side"]), (&"greedy".into(), &"hunters".into()));
    let response = &found["best_response"];
    assert_eq!(response["fugitive"], "best-response:nodes=20:seeds=4");
    assert_eq!((&response["hunters"], &response["games"]), (&"greedy".into(), &4.into()));
    assert_eq!(
        (&found["usual"]["fugitive"], &found["usual"]["forfeits"]),
        (&"random".into(), &json!([]))
    );
    let cost = |key: &str| found["cost"][key].as_u64().expect("a number");
    assert!(cost("asked") > 0 && cost("asked") <= 20 * cost("decisions"), "{found}");
    let records = folder("best-response");
    let path = records.join("run.jsonl");
    let (path, place) = (path.to_string_lossy(), records.to_string_lossy());
    let kept = [&args[..], &["--results", &*path, "--record", &place]].concat();
    let mut again = arena(&kept);
    assert_eq!(again, found);
    again = arena(&kept);
    assert_eq!(again["cost"], json!({"decisions": 0, "asked": 0}), "nothing is left to play");
    assert_eq!(again["best_response"], found["best_response"]);
    let record = fs::read_to_string(records.join("borough-5-1-1.fog")).expect("a record");
    assert!(record.contains("fugitive: best-response:nodes=20:seeds=4; hunters: greedy"), "{record}");
}

#[test]
fn what_cannot_be_responded_to_is_refused() {
    let base = ["arena", "--games", "1", "--best-response"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    refused(&with(&["phantom", "-e", "modern"]), "'phantom' thinks by the clock");
    refused(&with(&["cmd:./none", "-e", "modern"]), "only a bot that comes with the program");
    refused(&with(&["greedy", "-e", "modern"]), "plays both sides");
    refused(&with(&["phantom:nodes=1", "-e", "modern", "--side", "hunters"]), "does not play that side");
    refused(&with(&["phantom:nodes=1", "-e", "holmes"]), "the secrets of a case");
    refused(
        &with(&["phantom:nodes=1", "-e", "modern", "--usual", "alphabeta"]),
        "does not play the hunters",
    );
    let exact = ["arena", "-e", "modern", "--best-response", "greedy", "--exact"];
    refused(&exact, "too large to be looked at whole");
    refused(&[&exact[..], &["--games", "3"]].concat(), "--games");
}
