//! Games that were played elsewhere: on a device, and then at a server.

use std::sync::Arc;
use std::time::Duration;

use fogbound_rules::{Game, Library, Record, RecordVersion, Replay, Rng, Rules, random_play};
use fogbound_server::hall::{Hall, HallError};
use fogbound_server::store::{MemoryStore, Query, Store};
use fogbound_table::audience::Audience;
use fogbound_table::chance::SeededChance;
use fogbound_table::command::Command;
use fogbound_table::id::TableId;
use fogbound_table::settings::Assist;
use fogbound_table::{
    BroughtGame, Code, Context, Decision, Moment, NewSeat, NoSigner, Signer, Sitter, Stage, Table,
    limits,
};
use serde_json::{Value, json};

use crate::verifier::{Files, is_right};
use crate::world::{GAMES, address, all, hall, level, person, settings};
use crate::{Party, hall_over, seat};

/// A game around one screen, so many decisions long, or to its end.
pub(crate) fn on_a_device(edition: &str, detectives: u8, steps: usize, seed: u64) -> Table {
    let (library, chance) = (Arc::new(Library::default()), SeededChance::new(seed));
    let signer: Arc<dyn Signer> = Arc::new(NoSigner);
    let context = Context { now: Moment(5), chance: &chance, signer: &signer };
    let (settings, seats) = (settings(edition, detectives), all(detectives, Sitter::Me));
    let made = Table::make(&library, settings, person(9), "Ada", &seats, true, &context);
    let (mut table, _) = made.expect("a table");
    let mut rng = Rng::new(seed);
    for step in 0..steps {
        if table.stage() != Stage::Playing {
            break;
        }
        let actions = |audience| {
            let scene = serde_json::to_value(table.scene(audience, Moment(5))).expect("a scene");
            scene["game"]["actions"].as_array().cloned().unwrap_or_default()
        };
        let found = [Audience::Fugitive, Audience::Hunters].map(actions).concat();
        let action: &Value = &found[rng.below(found.len())];
        let command: Command = serde_json::from_value(json!({ "do": "act", "action": action })).unwrap();
        let id = format!("s{step}");
        let decided = table.decide(person(9), &id, &command, table.version(), &context);
        let Ok(Decision::New(entries)) = decided else { panic!("a listed step is legal") };
        entries.into_iter().for_each(|entry| table.apply(entry).expect("it was decided"));
    }
    table
}

/// Each edition once.
fn editions() -> impl Iterator<Item = (&'static str, u8)> {
    let first = |&(place, (edition, _)): &(usize, (&str, u8))| {
        GAMES.iter().position(|(other, _)| *other == edition) == Some(place)
    };
    GAMES.into_iter().enumerate().filter(first).map(|(_, game)| game)
}

/// He is kept by who brings the game; bots have the other seats.
pub(crate) fn game(record: &str, detectives: u8) -> BroughtGame {
    let who =
        |seat, me: bool| NewSeat { seat, who: if me { Sitter::Me } else { Sitter::Bot(level(1)) } };
    let seats = all(detectives, Sitter::Me).into_iter().map(|(at, _)| who(at, at == seat("fugitive")));
    BroughtGame {
        record: record.into(),
        name: "Ada".into(),
        seats: seats.collect(),
        assist: Assist::Set,
    }
}

async fn bring(hall: &Hall, game: BroughtGame) -> Result<TableId, HallError> {
    hall.bring(person(1), address(1), game).await
}

async fn record(party: &Party) -> Record {
    party.hall.room(party.table).await.unwrap().record(person(1), None).await.unwrap()
}

fn rules_of(record: &Record) -> Arc<Rules> {
    Arc::new(record.builtin_rules().expect("an edition of ours").as_ref().clone())
}

/// The same game as far as it went, without its proofs.
fn moment_of(record: &Record) -> Record {
    let game = record.replay_to_go_on(&rules_of(record)).expect("it goes on");
    Record::whole(&game).expect("a record")
}

#[tokio::test(start_paused = true)]
async fn a_game_of_every_edition_goes_on_with_a_friend_and_its_record_says_where_it_began() {
    for (index, (edition, detectives)) in editions().enumerate() {
        // The first seed with which the game lasts long enough.
        let table = (index as u64..).map(|seed| on_a_device(edition, detectives, 14, seed));
        let table = table.take(50).find(|table| table.stage() == Stage::Playing).expect("a long game");
        let device = table.whole_record().expect("a record");
        let steps = device.items().count();
        let hall = hall(index as u64 + 70).await;
        let id = bring(&hall, game(&device.to_string(), detectives)).await;
        let id = id.unwrap_or_else(|error| panic!("{edition}: {}", error.into_refusal().text));
        let mut party = Party { hall: hall.clone(), table: id, people: vec![] };
        party.join(1).await;
        let brought = party.game(0)["brought"].as_u64().expect("it says so") as usize;
        assert!(brought > 0 && brought <= steps, "{edition}");

        // A friend hunts from here on, and nothing in the open record tells where he is.
        let friend = party.join(2).await;
        for number in 1..=detectives {
            party.take_over(friend, &format!("d{number}")).await;
        }
        if !party.is_over() {
            let open = record(&party).await;
            let hidden = open.to_string().contains('?');
            assert!(hidden, "{edition}: {open}");
            let chain = open.chain().expect("a chain");
            let before =
                chain.earlier.as_ref().and_then(|earlier| earlier.before.as_ref()).expect("proofs");
            assert_eq!((chain.shuffle.number, before.shuffle.number), (None, None), "{edition}");
        }
        let mut rng = Rng::new(index as u64);
        party.until(&mut rng, |_| false).await;

        let whole = record(&party).await;
        let text = whole.to_string();
        assert_eq!(whole.version(), RecordVersion::Moved, "{text}");
        let words = whole.tag("Brought").unwrap_or("").to_string();
        assert!(
            words.contains(&format!("first {brought} steps")) && words.contains("on a device"),
            "{words}"
        );
        let earlier = whole.chain().and_then(|chain| chain.earlier.clone()).expect("it moved");
        let kept = earlier.before.expect("its proofs");
        assert_eq!((earlier.steps, &kept.links), (brought, &device.chain().unwrap().links), "{edition}");
        assert_eq!(kept.shuffle, device.chain().unwrap().shuffle, "{edition}");
        assert_ne!(whole.chain().unwrap().shuffle.number, kept.shuffle.number, "{edition}");

        assert_eq!(is_right(&text, &hall), Ok(()), "{edition}");
        let said = Files::new(&format!("brought-{index}"), &hall).verdict(&text);
        assert_eq!(said, (true, "ok\n".into()), "{edition}\n{text}");
        assert_eq!(Record::parse(&text).as_ref(), Ok(&whole));
        assert_eq!(Record::parse_json(&whole.to_json().to_string()), Ok(vec![whole]));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_played_elsewhere_or_since_cannot_be_changed() {
    let table = on_a_device("modern", 3, 12, 4);
    let hall = hall(4).await;
    let id = bring(&hall, game(&table.whole_record().unwrap().to_string(), 3)).await.expect("it comes");
    let mut party = Party { hall: hall.clone(), table: id, people: vec![] };
    party.join(1).await;
    party.until(&mut Rng::new(4), |_| false).await;
    let text = record(&party).await.to_string();
    assert_eq!(is_right(&text, &hall), Ok(()));
    let lines: Vec<&str> = text.lines().collect();
    let files = Files::new("brought-changed", &hall);
    for (number, line) in lines.iter().enumerate() {
        let words = ["deal", "moved", "before chain", "before head", "head", "chain", "1. ", "3. "];
        // Of many heads some will do.
        let many = line.contains("head ") && number % 4 > 0;
        if many || !words.iter().any(|word| line.starts_with(word)) {
            continue;
        }
        // Another last digit, and the same without the line.
        let (start, last) = line.split_at(line.len() - 1);
        let other = format!("{start}{}", if last == "1" { "2" } else { "1" });
        for changed in [Some(other.as_str()), None] {
            let mut lines = lines.clone();
            match changed {
                Some(other) => lines[number] = other,
                None => drop(lines.remove(number)),
            }
            let changed = lines.join("\n") + "\n";
            assert!(is_right(&changed, &hall).is_err(), "{line}\n{changed}");
            if number % 5 == 0 {
                assert!(!files.verdict(&changed).0, "{line}\n{changed}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_over_is_published_with_the_proofs_that_it_has() {
    for (index, (edition, detectives)) in editions().enumerate() {
        let table = on_a_device(edition, detectives, 5_000, index as u64);
        assert_eq!(table.stage(), Stage::Over, "{edition}");
        let mut device = table.whole_record().expect("a record");
        device.set_tag("Seats", "fugitive: somebody; hunters: somebody else");
        let store = MemoryStore::default();
        let hall = hall_over(&store, 3).await;
        let mut game = game(&device.to_string(), detectives);
        game.seats.clear();
        let id = bring(&hall, game).await;
        let id = id.unwrap_or_else(|error| panic!("{edition}: {}", error.into_refusal().text));
        let mut party = Party { hall, table: id, people: vec![] };
        party.join(2).await;
        assert_eq!(party.scene(0)["stage"], "over", "{edition}");
        let shown = party.hall.room(id).await.unwrap().record(person(2), Some(1)).await.unwrap();
        assert_eq!((shown.chain(), shown.deal()), (device.chain(), device.deal()), "{edition}");
        assert!(shown.items().eq(device.items()), "{edition}");
        assert_eq!((shown.version(), shown.tag("Seats")), (device.version(), None), "{edition}");
        assert!(shown.tag("Brought").is_some_and(|words| words.starts_with("all steps")), "{edition}");
        assert!(matches!(shown.replay(&rules_of(&shown)), Ok(Replay::Whole(_))), "{edition}");
        // It is the same after a restart.
        let again = hall_over(&store, 4).await;
        let read = again.room(id).await.unwrap().record(person(2), Some(1)).await.unwrap();
        assert_eq!(read, shown, "{edition}");
    }
}

/// The first steps of a game, and then others.
fn played_anew(game: &Game, plays: usize, seed: u64) -> Game {
    let mut other = Game::new(Arc::clone(game.rules()), game.setup().clone()).expect("a deal");
    for &play in &game.plays()[..plays] {
        other.play(play).expect("it was played so");
    }
    let (mut rng, mut buffer) = (Rng::new(seed), vec![]);
    while let Some(play) = random_play(game.rules(), other.position(), &mut rng, &mut buffer) {
        other.play(play).expect("legal");
    }
    other
}

#[tokio::test(start_paused = true)]
async fn a_game_that_is_over_is_published_with_its_variations() {
    for (index, (edition, detectives)) in editions().enumerate() {
        let mut device =
            on_a_device(edition, detectives, 5_000, index as u64).whole_record().expect("a record");
        let game_of = |record: &Record| record.replay_to_go_on(&rules_of(record)).expect("a game");
        let played = game_of(&device);
        let steps = played.plays().len();
        let plain = device.clone();
        for (plays, seed) in [(steps / 3, 1), (steps / 2, 2)] {
            device.add_variation(&played, &played_anew(&played, plays, seed)).expect("another course");
        }
        let only = |record: &Record| {
            let mut game = game(&record.to_string(), detectives);
            game.seats.clear();
            game
        };
        let store = MemoryStore::default();
        let hall = hall_over(&store, 3).await;
        let bare = bring(&hall, only(&plain)).await.expect("it comes");
        let id = bring(&hall, only(&device)).await;
        let id = id.unwrap_or_else(|error| panic!("{edition}: {}", error.into_refusal().text));
        assert_ne!(id, bare, "{edition}: with variations it is another table");
        assert_eq!(
            bring(&hall, only(&device)).await.ok(),
            Some(id),
            "{edition}: and the same each time"
        );
        let shown = hall.room(id).await.unwrap().record(person(2), Some(1)).await.unwrap();
        assert_eq!(shown.variations(), device.variations(), "{edition}");
        assert_eq!((shown.version(), shown.chain()), (device.version(), device.chain()), "{edition}");
        assert!(matches!(shown.replay(&rules_of(&shown)), Ok(Replay::Whole(_))), "{edition}");
        // It is the same after a restart.
        let again = hall_over(&store, 4).await;
        let read = again.room(id).await.unwrap().record(person(2), Some(1)).await.unwrap();
        assert_eq!(read, shown, "{edition}");
    }
}

#[tokio::test(start_paused = true)]
async fn variations_that_cannot_be_shown_are_not_published() {
    let mut device = on_a_device("modern", 3, 5_000, 1).whole_record().expect("a record");
    let played = device.replay_to_go_on(&rules_of(&device)).expect("a game");
    let others = (0..).map(|seed| played_anew(&played, 4, seed));
    // Long ones: a record holds no more than 32.
    let mut others = others.filter(|other| other.events().len() > 75);
    let (mut moments, mut fitting) = (played.events().len(), device.clone());
    while moments <= limits::MOMENTS {
        fitting = device.clone();
        let other = others.next().expect("another course");
        device.add_variation(&played, &other).expect("too long before they are too many");
        let same = played.events().iter().zip(other.events()).take_while(|(a, b)| a == b).count();
        moments += other.events().len() - same;
    }
    let hall = hall(6).await;
    let [fitting, too_long] = [fitting, device].map(|record| {
        let mut only = game(&record.to_string(), 3);
        only.seats.clear();
        only
    });
    assert!(bring(&hall, fitting).await.is_ok(), "one less is shown");
    let refused = bring(&hall, too_long).await.expect_err("too much").into_refusal();
    assert_eq!(refused.code, Code::TooLong);
}

#[tokio::test(start_paused = true)]
async fn records_of_other_places_come_too() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/");
    let read = |name: &str| std::fs::read_to_string(format!("{examples}{name}")).expect("an example");
    // From a terminal, of another server, and of an older one.
    for name in ["game.fog", "shuffled.fog", "proved.fog"] {
        let hall = hall(8).await;
        let id = bring(&hall, game(&read(name), 1)).await.expect(name);
        let shown = hall.room(id).await.unwrap().record(person(2), Some(1)).await.unwrap();
        let told = Record::parse(&read(name)).unwrap();
        assert_eq!((shown.chain(), shown.proofs()), (told.chain(), told.proofs()), "{name}");
        assert!(shown.replay(&rules_of(&shown)).is_ok(), "{name}");
    }
    // One without proofs goes on, and has those of this server from there on.
    let cut = read("game.fog").replace("hunters: captured by d2 at 29", "*");
    let cut = cut.split("\n6. ").next().unwrap().to_string() + "\n";
    let hall = hall(9).await;
    let id = bring(&hall, game(&cut, 4)).await.expect("it goes on");
    let mut party = Party { hall: hall.clone(), table: id, people: vec![] };
    party.join(1).await;
    party.until(&mut Rng::new(2), |_| false).await;
    let whole = record(&party).await;
    assert!(whole.tag("Brought").is_some_and(|words| words.contains("no proofs")), "{whole}");
    assert_eq!(is_right(&whole.to_string(), &hall), Ok(()));
    assert_eq!(Files::new("brought-bare", &hall).verdict(&whole.to_string()), (true, "ok\n".into()));
}

#[tokio::test(start_paused = true)]
async fn what_is_no_whole_game_is_refused_in_words() {
    let device = on_a_device("modern", 3, 12, 4).whole_record().expect("a record").to_string();
    let public = Record::of(&{
        let record = Record::parse(&device).unwrap();
        record.replay_to_go_on(&rules_of(&record)).unwrap()
    });
    let line = |word: &str| device.lines().find(|line| line.starts_with(word)).unwrap().to_string();
    let (chain, head, round) = (line("chain "), line("head "), line("1. "));
    let first = round.split(';').next().unwrap().to_string();
    let (kept, _) = chain.rsplit_once(' ').unwrap();
    let second = format!("{device}{device}");
    let unopened = device.replace(&chain, &format!("{kept} ?"));
    let words: Vec<&str> = chain.split(' ').collect();
    let cases = [
        ("".to_string(), "begins with"),
        ("{".into(), "EOF"),
        ("[Fogbound \"9\"]".into(), "newer than this program"),
        (public.unwrap().to_string(), "not where he is"),
        (second, "one at a time"),
        (device.replace("\"modern\"", "\"postmodern\""), "no edition"),
        (device.replace("\"london\"", "\"paris\""), "no board"),
        (device.replace("[Detectives \"3\"]", "[Detectives \"90\"]"), "detectives"),
        (device.replace(&first, "1. taxi 9999"), "line"),
        (device.replace(&round, ""), "line"),
        (device.replace("[Result \"*\"]", "[Result \"fugitive: escaped\"]"), "does not fit"),
        (device.replace(&format!("{head}\n"), ""), "each needs one"),
        (device.replace(&head, &format!("head {}", "0".repeat(64))), "was changed"),
        (unopened, "not opened"),
        (device.replace(words[1], "nowhere"), "does not fit"),
        (device.replace("\"4\"]", "\"5\"]").replace(&head, &format!("moved 0\n{head}")), "line"),
    ];
    let store = MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    for (record, expected) in cases {
        let refused = bring(&hall, game(&record, 3)).await.expect_err(&record).into_refusal();
        assert_eq!(refused.code, Code::BadMessage, "{expected}: {}", refused.text);
        let text = &refused.text;
        assert!(text.contains(expected) || expected == "line", "{expected}: {text}");
        assert!(text.len() > 8 && text.len() < 400, "{text}");
    }
    let mut seats = game(&device, 3);
    seats.seats.pop();
    assert_eq!(bring(&hall, seats).await.expect_err("a seat").into_refusal().code, Code::NotNow);
    let mut seats = game(&device, 3);
    seats.seats[1].seat = seat("d5");
    assert_eq!(bring(&hall, seats).await.expect_err("a seat").into_refusal().code, Code::BadMessage);
    assert_eq!(store.list(Query::Listed, 10).await.unwrap().len(), 0, "nothing was made");
    assert_eq!(hall.loaded(), 0);
    bring(&hall, game(&device, 3)).await.expect("the record itself is good");
}

/// A game moves once: from a server it goes nowhere else but as one that is over.
#[tokio::test(start_paused = true)]
async fn a_game_moves_once() {
    let device = on_a_device("modern", 3, 12, 4).whole_record().unwrap().to_string();
    let (library, chance) = (Arc::new(Library::default()), SeededChance::new(2));
    let signer: Arc<dyn Signer> = Arc::new(NoSigner);
    let context = Context { now: Moment(5), chance: &chance, signer: &signer };
    let (there, _) = Table::bring(&library, game(&device, 3), person(1), &context).expect("it comes");
    // Nobody but who keeps that table could have its record; one who has it does not get it in.
    let moved = there.whole_record().expect("it goes on").to_string();
    let hall = hall(4).await;
    let refused = bring(&hall, game(&moved, 3)).await.expect_err("it has moved").into_refusal();
    assert_eq!(refused.code, Code::BadMessage);
    assert!(refused.text.contains("it can move once"), "{}", refused.text);

    let id = bring(&hall, game(&device, 3)).await.expect("it comes");
    let mut party = Party { hall: hall.clone(), table: id, people: vec![] };
    party.join(1).await;
    party.done(0, Command::Yield).await;
    let over = record(&party).await;
    bring(&hall, game(&over.to_string(), 3)).await.expect("it is over");
}

/// A moment of another game has no proofs: it is played on a device, and then with friends.
#[tokio::test(start_paused = true)]
async fn a_moment_that_was_gone_on_with_on_a_device_moves_too() {
    let his = |table: &Table| {
        let scene = serde_json::to_value(table.scene(Audience::Fugitive, Moment(5))).expect("a scene");
        scene["game"]["turn"] == "fugitive"
    };
    let begun = (8..20).map(|steps| on_a_device("modern", 3, steps, 4)).find(his).expect("his turn");
    let moment = moment_of(&begun.whole_record().unwrap()).to_string();
    let (library, chance) = (Arc::new(Library::default()), SeededChance::new(2));
    let signer: Arc<dyn Signer> = Arc::new(NoSigner);
    let context = Context { now: Moment(5), chance: &chance, signer: &signer };
    let (mut there, _) =
        Table::bring(&library, game(&moment, 3), person(9), &context).expect("it comes");
    let scene = serde_json::to_value(there.scene(Audience::Fugitive, Moment(5))).expect("a scene");
    let action = &scene["game"]["actions"][0];
    let command = serde_json::from_value(json!({ "do": "act", "action": action })).expect("his turn");
    let decided = there.decide(person(9), "one", &command, there.version(), &context);
    let Ok(Decision::New(entries)) = decided else { panic!("a listed step is legal") };
    entries.into_iter().for_each(|entry| there.apply(entry).expect("it was decided"));

    let moved = there.whole_record().expect("it goes on");
    assert_eq!(moved.items().count(), Record::parse(&moment).unwrap().items().count() + 1);
    let hall = hall(4).await;
    let id = bring(&hall, game(&moved.to_string(), 3)).await.expect("it comes");
    let mut party = Party { hall: hall.clone(), table: id, people: vec![] };
    party.join(1).await;
    party.until(&mut Rng::new(2), |_| false).await;
    let over = record(&party).await;
    let words = over.tag("Brought").expect("it says so").to_string();
    assert!(words.contains("elsewhere, and have no proofs"), "{words}");
    assert_eq!(is_right(&over.to_string(), &hall), Ok(()));
    // One that is over keeps what was proved of it where it ended.
    let command = Command::Yield;
    let decided = there.decide(person(9), "two", &command, there.version(), &context);
    let Ok(Decision::New(entries)) = decided else { panic!("he may always give up") };
    entries.into_iter().for_each(|entry| there.apply(entry).expect("it was decided"));
    assert!(there.whole_record().expect("it is over").chain().is_some());
}

/// Who did not hear the answer asks again, perhaps another node, perhaps when the game has gone on: it is there once.
#[tokio::test(start_paused = true)]
async fn the_same_game_is_brought_once() {
    let store = MemoryStore::default();
    let halls = [hall_over(&store, 1).await, hall_over(&store, 2).await];
    let device = on_a_device("modern", 3, 12, 4).whole_record().unwrap().to_string();
    let id = bring(&halls[0], game(&device, 3)).await.expect("it comes");
    let mut party = Party { hall: halls[0].clone(), table: id, people: vec![] };
    party.join(1).await;
    let brought = party.scene(0)["version"].as_u64();
    let mut rng = Rng::new(4);
    while party.scene(0)["version"].as_u64() == brought {
        if party.step(&mut rng).await.is_none() {
            party.wait(Duration::from_millis(50)).await;
        }
    }
    // He decides next, so nothing happens meanwhile.
    party.until(&mut rng, |game| game["turn"] == "fugitive").await;
    let version = party.scene(0)["version"].clone();
    for hall in &halls {
        assert_eq!(bring(hall, game(&device, 3)).await.expect("it is there"), id);
    }
    let mut again = Party { hall: halls[1].clone(), table: id, people: vec![] };
    again.join(1).await;
    assert_eq!(again.scene(0)["version"], version, "it is the game that went on");
    let made = halls.iter().map(|hall| hall.metrics().tables_made.get()).sum::<u64>();
    assert_eq!(made, 1);

    // Another person, other seats, or one step more: another table.
    let mut others = vec![id];
    others.push(halls[0].bring(person(2), address(2), game(&device, 3)).await.expect("theirs"));
    let mut seats = game(&device, 3);
    seats.seats.swap(0, 1);
    seats.seats[0].who = Sitter::Me;
    others.push(bring(&halls[0], seats).await.expect("other seats"));
    let longer = on_a_device("modern", 3, 13, 4).whole_record().unwrap().to_string();
    others.push(bring(&halls[0], game(&longer, 3)).await.expect("one step more"));
    // A moment that is tried again has a name of its own each time.
    let mut moment = moment_of(&Record::parse(&longer).unwrap());
    for attempt in ["one", "two", "two"] {
        moment.set_tag("Attempt", attempt);
        others.push(bring(&halls[0], game(&moment.to_string(), 3)).await.expect("it comes"));
    }
    let over = on_a_device("modern", 3, 5_000, 4).whole_record().unwrap().to_string();
    others.push(bring(&halls[0], game(&over, 3)).await.expect("it is over"));
    // Nobody sits where a game is over.
    let bare = BroughtGame { seats: vec![], ..game(&over, 3) };
    assert_eq!(bring(&halls[0], bare).await.expect("it is there"), others[7]);
    others.sort();
    others.dedup();
    assert_eq!(others.len(), 7);
}

/// What a record says of who signed it is looked at before it is repeated.
#[tokio::test(start_paused = true)]
async fn a_signature_is_checked_before_a_game_is_said_to_be_signed() {
    let there = hall(6).await;
    let id =
        bring(&there, game(&on_a_device("modern", 3, 12, 4).whole_record().unwrap().to_string(), 3));
    let mut party = Party { hall: there.clone(), table: id.await.expect("it comes"), people: vec![] };
    party.join(1).await;
    party.done(0, Command::Yield).await;
    let over = record(&party).await;
    let (key, signature) = over.chain().unwrap().signature.expect("a server signs");

    let here = hall(7).await;
    let shown = bring(&here, game(&over.to_string(), 3)).await.expect("its signature is good");
    let shown = here.room(shown).await.unwrap().record(person(1), Some(1)).await.unwrap();
    let words = shown.tag("Brought").expect("it says where it was").to_string();
    let all = format!("all steps were played where the key {key} signs");
    assert!(words.starts_with(&all) && words.contains("; the first "), "{words}");
    assert!(
        words.ends_with(" of them on a device, and have its proofs only, which nobody signed"),
        "{words}"
    );

    // Another digit of the signature, another key, and the signature under proofs of a device.
    let other = |text: String| {
        let (start, last) = text.split_at(text.len() - 1);
        format!("{start}{}", if last == "1" { "2" } else { "1" })
    };
    let device = on_a_device("modern", 3, 5_000, 4).whole_record().unwrap();
    let forged = [
        over.to_string().replace(&signature.to_string(), &other(signature.to_string())),
        over.to_string().replace(&key.to_string(), &there_is_no_such_key()),
        format!("{device}signature {key} {signature}\n"),
    ];
    for record in forged {
        let refused = bring(&here, game(&record, 3)).await.expect_err(&record).into_refusal();
        assert_eq!(refused.code, Code::BadMessage);
        assert!(refused.text.contains("not by the key that it names"), "{}", refused.text);
    }
}

fn there_is_no_such_key() -> String {
    "17".repeat(32)
}
