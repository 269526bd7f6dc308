//! Board files that must be refused, each with its reason.

use fogbound_rules::board::BoardError;
use fogbound_rules::{Board, Station, Transport};

const VILLAGE: &str = r#"
format = 1
id = "village"
title = "Village"
size = [100, 100]
stations = [[1, 10, 10], [2, 90, 10], [3, 50, 90]]
[lines]
taxi = [[1, 2], [2, 3]]
bus = [[1, 3]]
[marks]
park = [1]
[quarters]
I = [1]
II = [2]
III = [3]
[cards]
hunters = [1]
fugitive = [2]
crimes = [1]
[scenery]
parks = [{ edge = [[1, 1], [9, 1], [9, 9]] }]
names = [{ text = "Green", at = [50, 50], size = 4 }]
"#;

fn s(number: u8) -> Station {
    Station::new(number).unwrap()
}

/// What is wrong with the village once something stands in place of something else.
fn changed(replace: &str, with: &str) -> Vec<BoardError> {
    assert!(VILLAGE.contains(replace));
    match Board::parse(&VILLAGE.replace(replace, with)) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.reasons().to_vec(),
    }
}

#[test]
fn a_small_board_is_accepted() {
    assert_eq!(Board::parse(VILLAGE).unwrap().lines().len(), 3);
}

#[test]
fn bad_files_are_refused_with_the_reason() {
    use BoardError as E;
    let unknown = |place: &str, n| E::UnknownStation { place: place.into(), station: s(n) };
    let scenery = |place: &str, reason: &str| E::Scenery { place: place.into(), reason: reason.into() };
    #[rustfmt::skip]
    let table: Vec<(&str, &str, Vec<E>)> = vec![
        ("format = 1", "format = 2", vec![E::Format(2)]),
        ("title =", "based_on = \"atlantis\"\ntitle =", vec![E::UnknownBase("atlantis".into())]),
        ("\"village\"", "\"The Village\"", vec![E::Id("The Village".into())]),
        ("size = [100, 100]", "size = [100, 100000000]", vec![E::Size]),
        ("[1, 10, 10]", "[1, 10, -10]", vec![E::OutsideBoard(s(1))]),
        ("[1, 10, 10]", "[1, 90, 10]", vec![E::TooClose(s(1), s(2))]),
        ("[3, 50, 90]]", "[3, 50, 90], [3, 50, 80]]", vec![E::StationTwice(s(3))]),
        ("[2, 3]]", "[2, 3], [3, 4]]", vec![unknown("the taxi line 3-4", 4)]),
        ("[2, 3]]", "[2, 3], [2, 2]]", vec![E::Loop(Transport::Taxi, s(2))]),
        ("[2, 3]]", "[2, 3], [3, 2]]", vec![E::LineTwice(Transport::Taxi, s(2), s(3))]),
        ("[marks]", "[without_lines]\nbus = [[1, 2]]\n[marks]", vec![E::NothingToRemove(Transport::Bus, s(1), s(2))]),
        ("bus = [[1, 3]]", "ferry = [[1, 3]]\n[without_lines]\ntaxi = [[2, 3]]", vec![E::NoLine(s(3))]),
        ("[3, 50, 90]]", "[3, 50, 90], [4, 1, 1], [5, 9, 1]]\nextra_lines = { taxi = [[4, 5]] }",
            vec![E::Unconnected(s(4), s(1)), E::Unconnected(s(5), s(1)), E::NoQuarter(s(4)), E::NoQuarter(s(5))]),
        ("park = [1]", "park = [1, 7]", vec![unknown("marks.park", 7)]),
        ("park = [1]", "park = [1, 1]", vec![E::ListedTwice { place: "marks.park".into(), station: s(1) }]),
        ("III = [3]", "", vec![E::NoQuarter(s(3))]),
        ("III = [3]", "III = [2, 3]", vec![E::TwoQuarters(s(2))]),
        ("crimes = [1]", "crimes = [3]", vec![E::CrimeWithoutSymbol(s(3))]),
        ("hunters = [1]", "hunters = [2]", vec![E::StartOfBoth(s(2))]),
        ("fugitive = [2]", "tiles = [[2, 1]]", vec![E::StartOfBoth(s(1))]),
        ("[9, 9]]", "[9, 900]]", vec![scenery("scenery.parks[0]", "(9, 900) lies outside the board and its margin")]),
        (", [9, 1], [9, 9]]", "]", vec![scenery("scenery.parks[0]", "needs from 3 to 400 points")]),
        ("size = 4", "size = -4", vec![scenery("scenery.names[0]", "-4 is no size that fits the board")]),
        ("size = 4", "size = 4, turn = nan", vec![scenery("scenery.names[0]", "the turn is not a number of degrees")]),
        ("\"Green\"", "\"Gr\\neen\"", vec![scenery("scenery.names[0]", "the text may have 60 letters on one line")]),
        ("III = [3]", "III = [3]\nborders = [[[1, 1]]]", vec![scenery("quarters.borders[0]", "needs from 2 to 400 points")]),
    ];
    for (replace, with, expected) in table {
        assert_eq!(changed(replace, with), expected, "{with}");
    }
}

#[test]
fn what_is_not_a_board_file_is_refused() {
    for (replace, with) in [
        ("format = 1", "format ="),
        ("title = \"Village\"", ""),
        ("title =", "tittle ="),
        ("park = [1]", "parks = [1]"),
        ("[1, 10, 10]", "[0, 10, 10]"),
        ("text = \"Green\"", "texts = \"Green\""),
    ] {
        assert!(matches!(changed(replace, with)[..], [BoardError::Syntax(_)]), "{with}");
    }
}

#[test]
fn stations_lines_and_scenery_have_limits() {
    let one = "format = 1\nid = \"a\"\ntitle = \"A\"\nsize = [9, 9]\nstations = [[1, 1, 1]]\n";
    let reasons = Board::parse(one).unwrap_err().reasons().to_vec();
    assert_eq!(reasons, [BoardError::StationCount(1), BoardError::NoLine(s(1))]);
    let mut many =
        String::from("format = 1\nid = \"a\"\ntitle = \"A\"\nsize = [500, 500]\nstations = [");
    let mut taxi = String::new();
    for a in 1..=120 {
        many += &format!("[{a}, {}, {}],", a % 12 * 40 + 20, a / 12 * 40 + 20);
        taxi += &(1..a).map(|b| format!("[{a}, {b}],")).collect::<String>();
    }
    let file = format!("{many}]\n[lines]\ntaxi = [{taxi}]\n");
    assert_eq!(Board::parse(&file).unwrap_err().reasons(), [BoardError::TooManyLines(4096)]);
    let parks = "{ edge = [[1, 1], [9, 1], [9, 9]] },".repeat(65);
    let reasons = changed("parks = [", &format!("lakes = [{parks}]\nparks = ["));
    let place = "scenery.lakes".to_string();
    assert_eq!(reasons, [BoardError::Scenery { place, reason: "more than 64 entries".into() }]);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let file = r#"
format = 3
id = "No Good"
title = "No good"
size = [100, 100]
stations = [[1, 10, 10], [2, 900, 10], [3, 50, 90]]
[lines]
taxi = [[1, 2], [2, 3], [3, 3], [1, 9]]
[cards]
hunters = [1, 1]
crimes = [2]
[scenery]
rose = { at = [500, 500], size = 0 }
"#;
    let errors = Board::parse(file).unwrap_err();
    let told = errors.to_string();
    for part in [
        "format 3",
        "'No Good'",
        "station 2 lies",
        "3-3",
        "1-9",
        "lists 1 twice",
        "crime scene 2",
        "(500, 500)",
        "0 is no size",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(errors.reasons().len(), 9);
}

#[test]
fn the_example_in_the_documents_is_a_board() {
    let page = include_str!("../../../docs/boards.md");
    let example = page.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(Board::parse(example).unwrap().stations().len(), 6);
}
