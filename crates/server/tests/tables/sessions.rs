//! People who come, come again, come from elsewhere, or come too often.

use fogbound_rules::Rng;
use std::time::Duration;

use fogbound_server::hall;
use fogbound_server::store::MemoryStore;
use fogbound_table::audience::Audience;
use fogbound_table::command::{Command, Hearers};
use fogbound_table::id::{SeatKey, TableId};
use fogbound_table::limits;
use fogbound_table::message::ClientMessage;
use fogbound_table::refusal::Code;
use serde_json::{Value, json};

use crate::world::{Client, address, hall, person, settings};
use crate::{Party, changed, fill, hall_over, sit};

fn hm() -> Command {
    Command::Say { to: Hearers::Table, text: "hm".into() }
}

fn send(id: &str, version: u64, command: Command) -> ClientMessage {
    ClientMessage::Do { id: id.into(), version, command }
}

/// The secret of one's seat link.
fn key(client: &Client) -> Option<SeatKey> {
    let mut all = client.messages();
    all.retain(|message| message["type"] == "you");
    SeatKey::parse(all.pop()?["key"].as_str()?)
}

/// The same table with more guests, so many in all.
async fn crowded(store: &MemoryStore, table: TableId, guests: usize) -> MemoryStore {
    let more = |entries: &mut Vec<String>| {
        let template: Value = serde_json::from_str(&entries[1]).unwrap();
        for number in 3..=guests {
            let mut entry = template.clone();
            entry["by"] = json!(number);
            entry["person"] = json!(format!("{number:032x}"));
            entry["key"] = json!(format!("{number:032x}"));
            entries.push(entry.to_string());
        }
    };
    changed(store, table, more).await
}

fn of_type(client: &Client, kind: &str) -> Vec<Value> {
    client.messages().into_iter().filter(|message| message["type"] == kind).collect()
}

#[tokio::test(start_paused = true)]
async fn a_seat_link_adds_a_device_and_fits_once() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    let link = key(&party.people[0]).expect("a player has a link");
    assert!(key(&party.people[2]).is_none(), "one who only watches has none");
    let room = hall.room(party.table).await.unwrap();
    let tablet = party.join(50).await;
    // Ids that the other device has not used.
    party.people[tablet].commands = 100;
    assert_eq!(party.scene(tablet)["audience"], "spectator");
    room.claim(person(50), link).await.unwrap();
    party.hear().await;
    assert_eq!(party.scene(tablet)["audience"], "fugitive");
    assert!(party.game(tablet)["own"]["at"].is_number());
    assert_eq!(party.scene(0)["audience"], "fugitive", "the first device plays on");
    let action = party.people[tablet].actions()[0];
    party.done(tablet, Command::Act { action }).await;
    // Whoever saw the link has nothing of it any more; both devices know the new one.
    let refusal = room.claim(person(51), link).await.unwrap_err().into_refusal();
    assert_eq!(refusal.code, Code::NotYours);
    let next = key(&party.people[0]).expect("another link");
    assert!(next != link && key(&party.people[tablet]) == Some(next));
    let version = room.claim(person(1), next).await.unwrap();
    assert_eq!(party.people[0].version(), version, "who is there already changes nothing");
    assert!(key(&party.people[0]) == Some(next));
}

fn devices(client: &Client) -> Vec<(u64, bool)> {
    let you = of_type(client, "you").pop().expect("who one is");
    let one = |device: &Value| (device["device"].as_u64().unwrap(), device["this"] == true);
    you["devices"].as_array().unwrap().iter().map(one).collect()
}

#[tokio::test(start_paused = true)]
async fn a_device_can_be_sent_away_from_another() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let room = hall.room(party.table).await.unwrap();
    let tablet = party.join(50).await;
    // Ids that the other device has not used.
    party.people[tablet].commands = 100;
    room.claim(person(50), key(&party.people[0]).unwrap()).await.unwrap();
    party.hear().await;
    assert_eq!(devices(&party.people[0]), [(1, true), (2, false)]);
    assert_eq!(devices(&party.people[tablet]), [(1, false), (2, true)]);
    assert_eq!(devices(&party.people[1]), [(1, true)], "of others one learns nothing");
    let before = key(&party.people[0]).unwrap();
    party.refused(0, Command::RemoveDevice { device: 7 }, "bad_message").await;
    party.refused(1, Command::RemoveDevice { device: 1 }, "not_now").await;
    party.done(tablet, Command::RemoveDevice { device: 1 }).await;
    assert_eq!(party.scene(0)["audience"], "spectator", "the lost device has lost the seat");
    assert!(party.game(0)["own"].is_null());
    assert!(party.game(tablet)["own"]["at"].is_number());
    assert!(room.claim(person(1), before).await.is_err(), "the link that it knew does not lead back");
    // There is an end to it.
    for number in 60..60 + limits::DEVICES as u64 - 1 {
        room.claim(person(number), key(&party.people[tablet]).unwrap()).await.unwrap();
        party.hear().await;
    }
    let last = room.claim(person(70), key(&party.people[tablet]).unwrap()).await.unwrap_err();
    assert_eq!(last.into_refusal().code, Code::Limit);
}

#[tokio::test(start_paused = true)]
async fn a_wrong_link_is_refused_and_one_person_does_not_get_two_sides_by_it() {
    let hall = hall(2).await;
    let party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let room = hall.room(party.table).await.unwrap();
    let version = party.people[0].version();
    for wrong in ["00000000000000000000000000000000", "0123456789abcdef0123456789abcdef"] {
        let wrong = SeatKey::parse(wrong).unwrap();
        let refusal = room.claim(person(9), wrong).await.unwrap_err().into_refusal();
        assert_eq!(refusal.code, Code::NotYours);
    }
    // A hunter with the fugitive's link must not see both sides.
    let link = key(&party.people[0]).unwrap();
    let refusal = room.claim(person(2), link).await.unwrap_err().into_refusal();
    assert_eq!(refusal.code, Code::NotNow);
    // A link of another table fits nothing here.
    let other = Party::new(&hall, settings("modern", 3), &["fugitive"]).await;
    let foreign = key(&other.people[0]).unwrap();
    assert_eq!(room.claim(person(9), foreign).await.unwrap_err().into_refusal().code, Code::NotYours);
    assert_eq!(Client::connect(&hall, party.table, person(9)).await.version(), version);
}

#[tokio::test(start_paused = true)]
async fn a_command_that_comes_again_is_answered_and_not_repeated() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let mut party = Party::playing(&first, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    let action = party.people[0].actions()[0];
    let message = send("once", version, Command::Act { action });
    for _ in 0..3 {
        party.people[0].send(&message).await;
    }
    let talk = send("talk", version + 1, hm());
    party.people[0].send(&talk).await;
    party.people[0].send(&talk).await;
    party.hear().await;
    let answers = of_type(&party.people[0], "done");
    let once: Vec<_> = answers.iter().filter(|answer| answer["id"] == "once").collect();
    assert_eq!(once.len(), 3);
    assert!(once.iter().all(|answer| answer["version"] == version + 1), "{once:?}");
    assert_eq!(party.people[0].version(), version + 2);
    // The id of one person is not that of another.
    party.people[1].send(&send("talk", version + 2, hm())).await;
    party.hear().await;
    assert_eq!(party.people[1].version(), version + 3);
    // Nor is anything forgotten when the server starts again.
    first.close().await;
    let second = hall_over(&store, 2).await;
    let mut again = Client::connect(&second, party.table, person(1)).await;
    again.send(&message).await;
    again.send(&talk).await;
    let answers = of_type(&again, "done");
    assert_eq!(
        (&answers[0]["version"], &answers[1]["version"]),
        (&json!(version + 1), &json!(version + 2))
    );
    assert_eq!(again.version(), version + 3);
}

#[tokio::test(start_paused = true)]
async fn a_decision_about_an_older_position_is_refused_but_talk_is_not() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2", "d3"]).await;
    let mut rng = Rng::new(3);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    let version = party.people[1].version();
    let action = party.people[1].actions()[0];
    let other = party.people[2].actions().into_iter().rev().find(|action| {
        matches!(action, fogbound_rules::Action::Hunt { hunter, .. } if crate::seat("d3").hunter() == Some(*hunter))
    });
    party.people[1].send(&send("first", version, Command::Act { action })).await;
    // The third person had not seen that.
    let late = Command::Act { action: other.expect("d3 can move") };
    party.people[2].send(&send("late", version, late.clone())).await;
    assert_eq!(party.people[2].answer("late")["code"], "stale");
    assert_eq!(party.people[2].version(), version + 1, "the news come with it");
    party.people[2].send(&send("talk", version, hm())).await;
    assert_eq!(party.people[2].answer("talk")["type"], "done");
    // Talk in between does not make a decision stale.
    party.people[2].send(&send("late2", version + 1, late)).await;
    assert_eq!(party.people[2].answer("late2")["type"], "done");
    // What answers a version that does not exist is wrong too.
    party.people[2].send(&send("future", u64::MAX, hm())).await;
    assert_eq!(party.people[2].answer("future")["code"], "stale");
}

#[tokio::test(start_paused = true)]
async fn one_who_comes_back_gets_exactly_the_rest() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(4);
    for _ in 0..6 {
        party.step(&mut rng).await;
    }
    let version = party.people[1].version();
    let all = party.events(1);
    for have in 0..=version {
        let again = Client::connect_as(&hall, party.table, person(2), Some(have), None).await;
        let news = &of_type(&again, "news")[0];
        assert_eq!((&news["from"], &news["reset"]), (&json!(have), &json!(false)));
        assert_eq!(news["events"].as_array().unwrap()[..], all[have as usize..], "{have}");
        assert_eq!(news["scene"], party.scene(1));
    }
    for wrong in [version + 1, u64::MAX] {
        let again = Client::connect_as(&hall, party.table, person(2), Some(wrong), None).await;
        let news = &of_type(&again, "news")[0];
        assert_eq!((&news["from"], &news["reset"]), (&json!(0), &json!(true)));
        assert_eq!(news["events"].as_array().unwrap().len() as u64, version);
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_is_told_what_another_audience_is_told() {
    let hall = hall(5).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    for (who, own) in [(0, Audience::Fugitive), (1, Audience::Hunters), (2, Audience::Spectator)] {
        for audience in Audience::ALL {
            let number = who as u64 + 1;
            let asked =
                Client::connect_as(&hall, party.table, person(number), None, Some(audience)).await;
            assert_eq!(
                asked.scene()["audience"],
                serde_json::to_value(own).unwrap(),
                "{who} {audience:?}"
            );
            let before = of_type(&party.people[who], "refused").len();
            party.people[who].send(&ClientMessage::Look { audience }).await;
            let refused = of_type(&party.people[who], "refused").len() - before;
            assert_eq!(refused, usize::from(audience != own), "{who} {audience:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_screen_for_all_shows_his_view_on_request_only() {
    let hall = hall(5).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive d1 d2 d3"]).await;
    assert_eq!(party.scene(0)["audience"], "hunters");
    assert!(party.game(0)["own"].is_null());
    party.people[0].send(&ClientMessage::Look { audience: Audience::Fugitive }).await;
    assert!(party.game(0)["own"]["at"].is_number());
    party.people[0].send(&ClientMessage::Look { audience: Audience::Hunters }).await;
    assert!(party.game(0)["own"].is_null());
    let again = Client::connect(&hall, party.table, person(1)).await;
    assert_eq!(again.scene()["audience"], "hunters", "also after a reload");
}

#[tokio::test(start_paused = true)]
async fn a_ping_is_answered_with_a_pong_and_nothing_else() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let before = [party.people[0].messages(), party.people[1].messages()].map(|heard| heard.len());
    party.people[0].send(&ClientMessage::Ping {}).await;
    let heard = party.people[0].messages();
    assert_eq!(heard[before[0]..], [json!({ "type": "pong" })]);
    assert_eq!(party.people[1].messages().len(), before[1], "the others hear nothing");
}

#[tokio::test(start_paused = true)]
async fn ids_of_commands_are_bounded() {
    let hall = hall(6).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    let too_long = "x".repeat(limits::COMMAND_ID + 1);
    for wrong in ["", &too_long, "a b", "é", "a\"b", "a\u{0}"] {
        party.people[0].send(&send(wrong, version, hm())).await;
        let last = of_type(&party.people[0], "refused").pop().unwrap();
        assert_eq!(last["code"], "bad_message");
        assert!(last["id"].is_null(), "what makes no sense is not sent back");
    }
    assert_eq!(party.people[0].version(), version);
    party.people[0].send(&send(&"x".repeat(limits::COMMAND_ID), version, hm())).await;
    assert_eq!(party.people[0].version(), version + 1);
}

/// Whoever sent it waits for the answer to this id.
#[tokio::test(start_paused = true)]
async fn a_command_that_is_none_is_refused_with_its_id() {
    let hall = hall(8).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    for (message, id) in [
        (r#"{"type":"do","id":"h-1","version":9,"command":{"do":"dance"}}"#, json!("h-1")),
        (r#"{"type":"do","id":"h-2","command":{"do":"yield"}}"#, json!("h-2")),
        (r#"{"type":"do","id":"h 3","command":{"do":"yield"}}"#, json!(null)),
        (r#"{"type":"dance"}"#, json!(null)),
        ("dance", json!(null)),
    ] {
        party.people[0].send_text(message).await;
        let last = of_type(&party.people[0], "refused").pop().unwrap();
        assert_eq!((&last["code"], &last["id"]), (&json!("bad_message"), &id), "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_remembers_the_last_answers_of_each_person() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    for n in 0..limits::ANSWERED as u64 + 1 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        party.people[0].send(&send(&format!("n{n}"), version, hm())).await;
    }
    let last = version + limits::ANSWERED as u64 + 1;
    assert_eq!(party.people[0].version(), last);
    party.people[0].send(&send("n1", version, hm())).await;
    assert_eq!(party.people[0].version(), last, "it is remembered");
    // What others do does not push it out.
    party.done(1, hm()).await;
    party.people[0].send(&send("n1", version, hm())).await;
    assert_eq!(party.people[0].version(), last + 1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    party.people[0].send(&send("n0", version, hm())).await;
    assert_eq!(party.people[0].version(), last + 2, "one that is longer ago is not");
}

#[tokio::test(start_paused = true)]
async fn beyond_so_many_entries_only_moves_are_taken() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let party = Party::playing(&first, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let full = changed(&store, party.table, |entries| {
        while entries.len() < limits::ENTRIES as usize {
            entries.push(r#"{"at":1000000,"by":1,"what":"said","to":"table","text":"hm"}"#.into());
        }
    });
    let full = full.await;
    let hall = hall_over(&full, 2).await;
    let mut party = Party { hall: hall.clone(), table: party.table, people: vec![] };
    for number in [1, 2] {
        let who = party.join(number).await;
        // Ids that were not used before.
        party.people[who].commands = 100;
    }
    // Not because much was done just now.
    party.wait(Duration::from_secs(60)).await;
    party.refused(0, hm(), "limit").await;
    party.refused(0, Command::Name { name: "B".into() }, "limit").await;
    let mut rng = Rng::new(1);
    party.step(&mut rng).await.expect("the game goes on");
    // Moves that are taken back could go on for ever.
    party.refused(0, Command::AskUndo, "limit").await;
    party.until(&mut rng, |_| false).await;
    assert!(party.is_over(), "to its end");
}

#[tokio::test(start_paused = true)]
async fn beyond_so_many_guests_people_only_watch() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let party = Party::new(&first, settings("modern", 3), &["fugitive", "d1"]).await;
    let full = crowded(&store, party.table, limits::GUESTS);
    let full = full.await;
    let hall = hall_over(&full, 2).await;
    let mut party = Party { hall: hall.clone(), table: party.table, people: vec![] };
    for number in [1, 2, 77] {
        let who = party.join(number).await;
        party.people[who].commands = 100;
    }
    assert_eq!(party.scene(2)["guests"].as_array().map(Vec::len), Some(limits::GUESTS));
    // Not because much was done just now.
    party.wait(Duration::from_secs(60)).await;
    for command in [sit("d2"), hm()] {
        let answer = party.does(2, command).await;
        assert_eq!(answer["code"], "limit", "{answer}");
        assert!(
            answer["text"].as_str().is_some_and(|text| text.contains("too many people")),
            "{answer}"
        );
    }
    party.done(1, sit("d2")).await;
    assert_eq!(party.occupant("d2")["guest"], 2);
    party.done(0, fill()).await;
    assert_eq!(party.scene(2)["stage"], "playing");
}

#[tokio::test(start_paused = true)]
async fn those_who_watch_do_not_use_up_what_the_players_need() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let party = Party::playing(&first, settings("modern", 3), &["fugitive", "d1"]).await;
    let watchers = crowded(&store, party.table, limits::GUESTS_OF_ALL);
    let hall = hall_over(&watchers.await, 2).await;
    let mut crowd = Party { hall: hall.clone(), table: party.table, people: vec![] };
    let host = crowd.join(1).await;
    crowd.people[host].commands = 100;
    let [one, other] = [crowd.join(77).await, crowd.join(78).await];
    crowd.refused(one, hm(), "limit").await;
    crowd.take_over(other, "d2").await;
    assert_eq!(crowd.occupant("d2")["guest"], limits::GUESTS_OF_ALL as u64 + 1);

    let talk = changed(&store, party.table, |entries| {
        while entries.len() < limits::ENTRIES_OF_ALL as usize {
            entries.push(r#"{"at":1000000,"by":1,"what":"said","to":"table","text":"hm"}"#.into());
        }
    });
    let hall = hall_over(&talk.await, 3).await;
    let mut late = Party { hall: hall.clone(), table: party.table, people: vec![] };
    for number in [1, 2] {
        let who = late.join(number).await;
        late.people[who].commands = 100;
    }
    let watcher = late.join(77).await;
    late.wait(Duration::from_secs(60)).await;
    late.refused(watcher, hm(), "limit").await;
    late.done(1, hm()).await;
    late.take_over(watcher, "d2").await;
    late.done(watcher, hm()).await;
}

#[tokio::test(start_paused = true)]
async fn one_who_does_not_keep_up_is_let_go_and_gets_the_rest_later() {
    let hall = hall(8).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let room = hall.room(party.table).await.unwrap();
    let mut slow = hall::Client::new(room, person(3), address(1));
    slow.receive(r#"{"type":"hello","protocol":3}"#).await;
    let mut version = 0;
    for _ in 0..3 {
        let message: Value = serde_json::from_str(&slow.next().await.expect("a word")).unwrap();
        version = message["scene"]["version"].as_u64().unwrap_or(version);
    }
    let waiting = || hall.metrics().backlog_bytes.get();
    let mut most = 0;
    for _ in 0..fogbound_server::limits::QUEUE + 10 {
        party.wait(Duration::from_secs(1)).await;
        party.done(0, hm()).await;
        most = most.max(waiting());
    }
    assert!(most < fogbound_server::limits::QUEUE_BYTES as u64 + 64 * 1024, "{most}");
    // What waited is forgotten, and the connection ends.
    assert_eq!((waiting(), hall.metrics().drops.get()), (0, 1));
    slow.let_go().await;
    assert!(slow.next().await.is_none());
    assert!(version < party.people[0].version());
    let again = Client::connect_as(&hall, party.table, person(3), Some(version), None).await;
    let news = &of_type(&again, "news")[0];
    assert_eq!((&news["from"], &news["reset"]), (&json!(version), &json!(false)));
    assert_eq!(again.version(), party.people[0].version());
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_too_long_is_not_read_and_ends_the_connection() {
    let hall = hall(9).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let ping = r#"{"type":"ping"}"#;
    let of_length = |bytes: usize| format!("{ping}{}", " ".repeat(bytes - ping.len()));
    party.people[0].send_text(&of_length(limits::MESSAGE)).await;
    assert_eq!(
        (of_type(&party.people[0], "bye").len(), of_type(&party.people[0], "pong").len()),
        (0, 1)
    );
    party.people[0].send_text(&of_length(limits::MESSAGE + 1)).await;
    assert_eq!(of_type(&party.people[0], "bye").pop().unwrap()["code"], "too_long");
    assert_eq!(of_type(&party.people[0], "pong").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn too_many_messages_are_refused_and_far_too_many_end_the_connection() {
    let hall = hall(9).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    let look = serde_json::to_string(&ClientMessage::Look { audience: Audience::Fugitive }).unwrap();
    let fogbound_table::Rate { most: burst, each_second } = limits::MESSAGES;
    tokio::time::sleep(Duration::from_secs(60)).await;
    for _ in 0..burst {
        party.people[0].connection.receive(&look).await;
        party.people[0].drain().await;
    }
    assert!(of_type(&party.people[0], "refused").is_empty());
    party.people[0].send_text(&look).await;
    assert_eq!(of_type(&party.people[0], "refused").pop().unwrap()["code"], "limit");
    // After a second some more are welcome.
    tokio::time::sleep(Duration::from_secs(1)).await;
    for _ in 0..each_second {
        party.people[0].send_text(&look).await;
    }
    assert_eq!(of_type(&party.people[0], "refused").len(), 1);
    for _ in 0..limits::WARNINGS {
        party.people[0].send_text(&look).await;
    }
    assert_eq!(of_type(&party.people[0], "bye").pop().unwrap()["code"], "limit");
    // After that nothing that it says is heard.
    tokio::time::sleep(Duration::from_secs(60)).await;
    party.people[0].send_text(r#"{"type":"hello","protocol":3}"#).await;
    party.people[0].send(&send("ghost", version, hm())).await;
    party.done(1, hm()).await;
    assert_eq!(party.people[1].version(), version + 1, "only the other one spoke");
}

/// Whoever waits for the answer to a command hears that it was not carried out.
#[tokio::test(start_paused = true)]
async fn a_refusal_for_haste_names_the_command() {
    let hall = hall(9).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let version = party.people[0].version();
    for _ in 0..=limits::MESSAGES.most {
        party.people[0].send_text(r#"{"type":"ping"}"#).await;
    }
    let refused = |party: &Party| of_type(&party.people[0], "refused").pop().expect("a refusal");
    assert_eq!(refused(&party)["id"], Value::Null);
    party.people[0].send(&send("late", version, hm())).await;
    assert_eq!((&refused(&party)["id"], &refused(&party)["code"]), (&json!("late"), &json!("limit")));
    for unreadable in [r#"{"type":"do","id":"not an id"}"#, r#"{"type":"do","id":7}"#, "{", ""] {
        party.people[0].send_text(unreadable).await;
        assert_eq!(refused(&party)["id"], Value::Null, "{unreadable}");
    }
    assert_eq!(party.people[1].version(), version);
}
