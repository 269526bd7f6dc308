//! Somebody says or does too much: nobody else is locked out by it.

use std::time::Duration;

use fogbound_server::store::MemoryStore;
use fogbound_table::command::{Command, Hearers};
use fogbound_table::limits;
use fogbound_table::message::ClientMessage;
use serde_json::Value;

use crate::world::{Client, hall, person, settings};
use crate::{Party, changed, hall_over};

/// The longest line, in letters of four bytes.
fn long_line() -> Command {
    Command::Say { to: Hearers::Table, text: "𝕏".repeat(limits::CHAT) }
}

/// Everything that a client can be told of a table, page by page; the longest frame.
async fn whole_history(client: &mut Client) -> (Vec<Value>, usize) {
    let longest = |client: &Client| client.frames.iter().map(String::len).max().unwrap_or(0);
    let mut news = client.messages();
    news.retain(|message| message["type"] == "news");
    let news = news.pop().expect("news");
    let mut events: Vec<Value> = news["events"].as_array().unwrap().clone();
    let (mut from, mut earlier) = (news["from"].as_u64().unwrap(), news["earlier"] == true);
    while earlier {
        tokio::time::sleep(Duration::from_secs(1)).await;
        client.send(&ClientMessage::History { until: from }).await;
        let page = client.messages().pop().expect("a page");
        assert_eq!(page["type"], "history");
        let before = page["events"].as_array().unwrap();
        assert!(!before.is_empty());
        assert_eq!(page["from"].as_u64().unwrap() + before.len() as u64, from);
        events = [before.clone(), events].concat();
        (from, earlier) = (page["from"].as_u64().unwrap(), page["earlier"] == true);
    }
    for (event, version) in events.iter().zip(from + 1..) {
        assert_eq!(event["version"].as_u64(), Some(version), "none is missing");
    }
    (events, longest(client))
}

#[tokio::test(start_paused = true)]
async fn whatever_a_stranger_says_the_table_can_be_loaded() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    party.done(1, Command::Say { to: Hearers::Table, text: "the river".into() }).await;
    let mut said = 0;
    for _ in 0..2_000 {
        let answer = party.people[2].command(long_line()).await;
        said += usize::from(answer["type"] == "done");
        party.people[2].frames.clear();
        party.people[0].frames.clear();
        party.people[1].frames.clear();
    }
    // Two hundred seconds; in bytes they are bounded too.
    assert!((100..=240).contains(&said), "{said} lines");
    let mut newcomer = Client::connect(&hall, party.table, person(9)).await;
    let (events, longest) = whole_history(&mut newcomer).await;
    assert!(longest < limits::PAGE + 24 * 1024, "{longest} bytes in one message");
    let lines = |by: u64| {
        let said = events.iter().filter(|event| event["what"] == "said" && event["by"] == by);
        said.map(|event| event["text"].as_str().unwrap().len()).collect::<Vec<_>>()
    };
    let kept: usize = lines(3).iter().sum();
    assert!(kept <= limits::TALK_KEPT_EACH && kept > limits::TALK_KEPT_EACH / 2, "{kept} bytes");
    assert_eq!(lines(2), ["the river".len()], "nobody is talked out of sight");
    // The game goes on, and so does the talk of others.
    party.done(1, Command::Say { to: Hearers::Table, text: "there".into() }).await;
    party.step(&mut fogbound_rules::Rng::new(1)).await.expect("a move");
}

#[tokio::test(start_paused = true)]
async fn one_person_says_so_much_at_once_and_then_a_line_a_second() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.wait(Duration::from_secs(60)).await;
    for lines in [limits::TALK.most, 5 * limits::TALK.each_second] {
        let mut said = 0;
        // Fewer than a table takes of all, and fewer than the commands of a person.
        for _ in 0..limits::TALK_OF_TABLE.most - 2 {
            let answer =
                party.people[1].command(Command::Say { to: Hearers::Table, text: "hm".into() }).await;
            said += u32::from(answer["type"] == "done");
        }
        // It takes three seconds to say them.
        assert!((lines..=lines + 3).contains(&said), "{said} lines, not {lines}");
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Sends a command in the same moment as the one before; whether it was done.
async fn at_once(client: &mut Client, command: Command) -> bool {
    client.commands += 1;
    let (id, version) = (format!("c{}", client.commands), client.version());
    client.send(&ClientMessage::Do { id: id.clone(), version, command }).await;
    client.answer(&id)["type"] == "done"
}

#[tokio::test(start_paused = true)]
async fn all_at_a_table_say_so_much_at_once_and_no_more() {
    let hall = hall(6).await;
    let people = ["fugitive", "d1", "d2", "d3", "d4", "d5"];
    let mut party = Party::playing(&hall, settings("modern", 5), &people).await;
    party.wait(Duration::from_secs(60)).await;
    let mut said = 0;
    // None of them more than one person may.
    for _ in 0..limits::TALK.most {
        for client in &mut party.people {
            let line = Command::Say { to: Hearers::Table, text: "hm".into() };
            said += u32::from(at_once(client, line).await);
        }
    }
    assert_eq!(said, limits::TALK_OF_TABLE.most);
    party.wait(Duration::from_secs(1)).await;
    let mut more = 0;
    for client in &mut party.people {
        let line = Command::Say { to: Hearers::Table, text: "hm".into() };
        more += u32::from(at_once(client, line).await);
    }
    assert_eq!(more, limits::TALK_OF_TABLE.each_second);
}

#[tokio::test(start_paused = true)]
async fn those_who_watch_do_so_much_together_and_no_more() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let watchers: Vec<usize> = [party.join(10).await, party.join(11).await, party.join(12).await].into();
    let mut done = 0;
    // None of them more than one person may.
    for n in 0..limits::COMMANDS.most / 2 {
        for &who in &watchers {
            let name = Command::Name { name: format!("N{who} {n}") };
            done += u32::from(at_once(&mut party.people[who], name).await);
        }
    }
    assert_eq!(done, limits::COMMANDS_OF_WATCHERS.most);
    party.hear().await;
    party.done(1, Command::Name { name: "Player".into() }).await;
}

#[tokio::test(start_paused = true)]
async fn many_strangers_say_no_more_than_a_table_takes() {
    let hall = hall(2).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let strangers: Vec<usize> = {
        let mut all = vec![];
        for number in 10..30 {
            all.push(party.join(number).await);
        }
        all
    };
    let mut bytes = 0;
    for _ in 0..60 {
        for &who in &strangers {
            let answer = party.people[who].command(long_line()).await;
            bytes += if answer["type"] == "done" { 4 * limits::CHAT } else { 0 };
            party.people[who].frames.clear();
        }
        party.people[0].frames.clear();
        party.people[1].frames.clear();
    }
    assert!(bytes <= limits::TALK_EVER_OF_WATCHERS, "{bytes}");
    assert!(bytes > limits::TALK_EVER_OF_WATCHERS / 2, "{bytes}");
    let mut newcomer = Client::connect(&hall, party.table, person(9)).await;
    let (events, longest) = whole_history(&mut newcomer).await;
    assert!(longest < limits::PAGE + 24 * 1024, "{longest}");
    let said = events.iter().filter(|event| event["what"] == "said");
    let kept: usize = said.map(|event| event["text"].as_str().unwrap().len()).sum();
    assert!(kept <= limits::TALK_KEPT, "{kept}");
    // The players still have their say.
    party.wait(Duration::from_secs(30)).await;
    party.done(1, long_line()).await;
}

#[tokio::test(start_paused = true)]
async fn talk_brings_no_scene_and_what_changes_the_table_does() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let scene = |party: &Party, who: usize| {
        let mut news = party.people[who].messages();
        news.retain(|message| message["type"] == "news");
        !news.pop().unwrap()["scene"].is_null()
    };
    party.done(1, Command::Say { to: Hearers::Team, text: "there".into() }).await;
    assert!(!scene(&party, 0) && !scene(&party, 1));
    let at = serde_json::from_value(77.into()).unwrap();
    let sign = Some(fogbound_table::team::Sign::Here);
    party.done(1, Command::Mark { at, sign }).await;
    assert!(!scene(&party, 0) && scene(&party, 1), "the team's marks are not for him");
    party.step(&mut fogbound_rules::Rng::new(1)).await.expect("a move");
    assert!(scene(&party, 0) && scene(&party, 1));
}

#[tokio::test(start_paused = true)]
async fn names_and_chairs_are_not_changed_without_end() {
    let hall = hall(4).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", ""]).await;
    // One who only watches, and one who has a seat.
    for who in [1, 0] {
        let before = party.people[0].version();
        let mut refused = 0;
        for n in 0..600 {
            let answer = party.people[who].command(Command::Name { name: format!("N{who} {n}") }).await;
            refused += usize::from(answer["code"] == "limit");
            party.hear().await;
            party.people[0].frames.clear();
            party.people[1].frames.clear();
        }
        let done = party.people[0].version().max(party.people[1].version()) - before;
        // A minute at four a second, and what may be done at once.
        assert!(done <= 60 + 4 * 60 + 5, "{done} changes of {who}");
        assert!(refused > 200, "{refused}");
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    party.hear().await;
    party.done(0, crate::sit("d1")).await;
}

#[tokio::test(start_paused = true)]
async fn one_who_was_away_for_long_is_told_the_last_page() {
    let hall = hall(5).await;
    let people = ["fugitive", "d1", "d2", "d3"];
    let mut party = Party::playing(&hall, settings("modern", 3), &people).await;
    let have = party.people[1].version();
    for _ in 0..20 {
        party.wait(Duration::from_secs(2)).await;
        for who in 0..people.len() {
            party.done(who, long_line()).await;
        }
    }
    let again = Client::connect_as(&hall, party.table, person(2), Some(have), None).await;
    let news = again.messages().into_iter().find(|message| message["type"] == "news").unwrap();
    let lately = party.people[1].version() - 3;
    assert_eq!((&news["reset"], &news["earlier"]), (&Value::Bool(true), &Value::Bool(true)));
    let soon = Client::connect_as(&hall, party.table, person(2), Some(lately), None).await;
    let news = soon.messages().into_iter().find(|message| message["type"] == "news").unwrap();
    assert_eq!((&news["reset"], news["events"].as_array().unwrap().len()), (&Value::Bool(false), 3));
    assert!(!news["scene"].is_null(), "who comes is always told how the table looks");
}

#[tokio::test(start_paused = true)]
async fn what_happened_long_ago_is_not_kept_in_mind() {
    let store = MemoryStore::default();
    let first = hall_over(&store, 1).await;
    let party = Party::new(&first, settings("modern", 3), &["fugitive"]).await;
    let most = limits::HISTORY as usize;
    let long = changed(&store, party.table, |entries| {
        while entries.len() < most + 500 {
            entries.push(r#"{"at":1000000,"by":1,"what":"readied","ready":true}"#.into());
        }
    });
    let hall = hall_over(&long.await, 2).await;
    let mut newcomer = Client::connect(&hall, party.table, person(9)).await;
    assert_eq!(newcomer.scene()["guests"][0]["ready"], true, "what came of it is seen");
    let (events, _) = whole_history(&mut newcomer).await;
    assert_eq!(events.len(), most);
    assert_eq!(events[0]["version"], 501);
}
