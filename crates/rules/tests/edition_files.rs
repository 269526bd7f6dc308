//! Edition files that must be refused, each for its reason, and all reasons at once.

use std::sync::Arc;

use fogbound_rules::edition::EditionError as E;
use fogbound_rules::{Board, Edition, Options, Record, Replay, Rng, Rules, random_game};

/// A file on the basis of `base`, with these lines.
fn file(base: &str, lines: &str) -> String {
    format!("format = 1\nid = \"own\"\ntitle = \"Own\"\nbased_on = \"{base}\"\n{lines}")
}

fn reasons(text: &str) -> Vec<E> {
    Edition::parse(text).expect_err(text).reasons().to_vec()
}

#[test]
fn every_fault_has_its_reason() {
    let pieces = |detectives: &str, bobbies: &str, rest: &str| {
        format!("[pieces]\ndetectives = {detectives}\nbobbies = {bobbies}\norder = \"any\"\n{rest}\n")
    };
    let fugitive = |black: &str, double: u8, fares: &str| {
        format!("[fugitive]\nname = \"X\"\nblack = {black}\ndouble = {double}\nfares = {{ {fares} }}\n")
    };
    let score = "[score]\nblack = 3\nprices = { taxi = 1, bus = 2, underground = 3 }\n";
    let own = "kind = \"own\", tickets = { taxi = 101 }";
    let supply = "kind = \"supply\", box = { taxi = 20, bus = 45, underground = 23 }";
    let cases: Vec<(String, E)> = vec![
        ("format = 3\nid = \"own\"\ntitle = \"Own\"\nbased_on = \"modern\"\n".into(), E::Format(3)),
        (file("modern", "").replace("\"own\"", "\"My Own\""), E::Id("My Own".into())),
        (file("deluxe", ""), E::UnknownBase("deluxe".into())),
        (file("modern", "players = [1, 4]\n"), E::Players),
        (file("modern", &pieces("[6]", "[0]", "")), E::Detectives),
        (file("modern", &pieces("[3, 3]", "[0, 0]", "")), E::Detectives),
        (file("modern", &pieces("[3]", "[4]", "")), E::Bobbies),
        (
            file(
                "modern",
                &pieces("[3]", "[0]", "detective_tickets = { taxi = 5 }\npool = { taxi = 5 }"),
            ),
            E::TwoPurses,
        ),
        (
            file("beginner", &pieces("[3]", "[0]", "closed = [\"taxi\", \"bus\", \"underground\"]")),
            E::AllClosed,
        ),
        (file("beginner", &pieces("[3]", "[1]", "")), E::ChosenBobbies),
        (file("modern", &fugitive("21", 2, supply)), E::TooMany("fugitive.black")),
        (file("modern", &fugitive("2", 21, supply)), E::TooMany("fugitive.double")),
        (
            file("classic", &fugitive("2", 2, own)),
            E::TooManyTickets { place: "fugitive.fares.tickets", most: 100 },
        ),
        (file("modern", &fugitive("2", 2, supply)), E::BoxTooSmall(fogbound_rules::Ticket::Taxi)),
        (file("modern", &fugitive("2", 2, "kind = \"free\"")), E::FreeNeedsOpen),
        (file("modern", "[log]\nslots = 31\n"), E::Slots),
        (file("modern", "[log]\nslots = 10\nreveal = [11]\n"), E::SlotList("reveal")),
        (file("modern", "[log]\nslots = 10\nhidden = [3]\n"), E::HiddenNeedsOpen),
        (file("beginner", "[log]\nslots = 14\nopen = true\nreveal = [3]\n"), E::OpenReveal),
        (file("modern", "[end]\nrounds = 0\n"), E::Rounds),
        (
            file(
                "beginner",
                "[start]\nkind = \"chosen\"\nfugitive = 82\ndetectives = [41, 82, 46, 124]\n",
            ),
            E::ChosenStarts,
        ),
        (file("holmes-original", "[start]\nkind = \"tiles\"\neither = true\n"), E::EitherNeedsCase),
        (file("holmes", "[case]\ntokens = [3, 2, 1, 1]\nreserve = {}\ncrimes = 3\n"), E::Tokens),
        (file("holmes", "[case]\ntokens = [2, 2, 1, 1]\nreserve = {}\ncrimes = 4\n"), E::Crimes),
        (file("modern", "[case]\ntokens = [2, 2, 1, 1]\nreserve = {}\ncrimes = 3\n"), E::CaseNeedsTiles),
        (file("modern", score), E::ScoreNeedsPool),
        (file("holmes", score), E::ScoreNeedsPool),
        (file("compact", &score.replace("bus = 2", "bus = 21")), E::Prices),
        (
            file("beginner", &option("pooled", "true")),
            E::OptionUseless("pooled", "detectives need tickets of their own"),
        ),
        (file("modern", &option("length", "\"short\"")), E::OptionDefault("length", "rounds or log")),
        (
            file("modern", &(option("pooled", "true") + &option("pooled", "false"))),
            E::OptionTwice("pooled"),
        ),
    ];
    for (text, reason) in cases {
        assert!(reasons(&text).contains(&reason), "{reason:?} not in {:?} of\n{text}", reasons(&text));
    }
    assert!(matches!(reasons("format = [")[..], [E::Syntax(_)]));
    assert!(matches!(reasons(&file("modern", "colour = 3\n"))[..], [E::Syntax(_)]));
}

fn option(key: &str, default: &str) -> String {
    format!("[[options]]\nkey = \"{key}\"\ndefault = {default}\nrule = \"1\"\ntext = \"?\"\n")
}

#[test]
fn all_reasons_are_given_at_once() {
    let text = file("modern", "players = [7, 1]\n[log]\nslots = 0\n[end]\nrounds = 99\n");
    let found = reasons(&text);
    for reason in [E::Players, E::Slots, E::SlotList("reveal"), E::Rounds] {
        let expected = reason != E::SlotList("reveal");
        assert_eq!(found.contains(&reason), expected, "{reason:?} in {found:?}");
    }
}

/// 6.3.4 where detectives run out of tickets: his own move may end their turn, and the slot that it
/// covers is opened all the same.
#[test]
fn r6_3_4_a_covered_slot_is_opened_even_if_no_hunter_can_move() {
    let text = file(
        "beginner",
        "[pieces]\ndetectives = [3]\nbobbies = [0]\norder = \"any\"\nclosed = [\"underground\", \"ferry\"]\n\
         detective_tickets = { taxi = 2, bus = 1 }\n[[options]]\nkey = \"stranded_win\"\ndefault = false\n\
         rule = \"9.4\"\ntext = \"?\"\n",
    );
    let edition = Arc::new(Edition::parse(&text).expect("an edition"));
    let board = Board::builtin("london").expect("a board");
    let rules = Arc::new(Rules::new(edition, board, Options::default(), 3).expect("rules"));
    for seed in 0..60 {
        let game = random_game(&rules, &mut Rng::new(seed));
        assert_eq!(game.hunters_view().public(), game.position().public());
        let record = Record::of(&game).expect("a dealt game");
        let Ok(Replay::Whole(again)) = record.replay(&rules) else { panic!("{record}") };
        assert_eq!(again.events(), game.events());
    }
}
