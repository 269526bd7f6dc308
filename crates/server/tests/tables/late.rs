//! Spectators who are told some moves late.

use fogbound_rules::{Rng, Station};
use fogbound_server::hall::Hall;
use fogbound_table::access::{Access, Spectators};
use fogbound_table::command::{Command, Hearers};
use fogbound_table::message::ClientMessage;
use serde_json::Value;

use crate::Party;
use crate::world::{Client, hall, person, settings};

const DELAY: u8 = 6;

fn delayed(moves: u8) -> Command {
    let spectators = Spectators::Delayed { moves };
    Command::Access { access: Access { spectators, ..Access::default() } }
}

/// A game of two people with a spectator who is told late, after some moves.
async fn playing(hall: &Hall, moves: usize) -> (Party, Rng) {
    let mut party = Party::playing(hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.done(0, delayed(DELAY)).await;
    party.join(9).await;
    let mut rng = Rng::new(3);
    for _ in 0..moves {
        party.step(&mut rng).await.expect("somebody is due");
    }
    (party, rng)
}

fn plays(party: &Party, who: usize) -> usize {
    party.events(who).iter().filter(|event| event["what"] == "played").count()
}

/// Everything that a spectator can learn of a table: over the socket, also anew, over HTTP, and by what is
/// asked for.
async fn learnt(party: &mut Party, hall: &Hall) -> Vec<String> {
    let mut all = party.people[2].frames.clone();
    let room = hall.room(party.table).await.expect("the table is there");
    let (scene, you) = room.scene(person(9)).await.expect("a spectator may look");
    all.push(serde_json::to_string(&(scene, you)).expect("made of words"));
    for game in [None, Some(1)] {
        all.push(room.record(person(9), game).await.expect("a record").to_string());
    }
    all.push(format!("{:?}", room.link_card().await.expect("a card")));
    let mut other = Client::connect(hall, party.table, person(10)).await;
    let stations = [1, 45, 111, 199].map(|number| Station::new(number).expect("a station"));
    for station in stations {
        other.send(&ClientMessage::Explain { station }).await;
    }
    other.send(&ClientMessage::History { until: u64::MAX >> 12 }).await;
    let say = Command::Say { to: Hearers::Table, text: "hm".into() };
    let said = other.command(say).await;
    assert_eq!(said["type"], "done", "{said}");
    all.extend(other.frames);
    all
}

/// Two games that differ only in what spectators are not told yet look the same to them on every channel.
#[tokio::test(start_paused = true)]
async fn what_happened_lately_reaches_spectators_by_no_way() {
    let mut worlds = vec![];
    for world in [5, 6] {
        let hall = hall(1).await;
        let (mut party, _) = playing(&hall, 12).await;
        // From here on the worlds differ.
        let mut rng = Rng::new(world);
        let mut seen = vec![];
        for _ in 0..DELAY {
            party.step(&mut rng).await.expect("somebody is due");
            seen.push(learnt(&mut party, &hall).await);
        }
        worlds.push((seen, party.scene(1)["game"]["state"].clone()));
    }
    let [(first, first_state), (second, second_state)] = &worlds[..] else { panic!("two worlds") };
    assert_ne!(first_state, second_state, "they differ");
    for (step, (one, other)) in first.iter().zip(second).enumerate() {
        assert_eq!(one.len(), other.len(), "after {step} moves");
        for (one, other) in one.iter().zip(other) {
            assert_eq!(one, other, "after {step} moves");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn spectators_follow_so_many_moves_behind_and_are_told_all_at_the_end() {
    // A game that is not over too soon.
    let hall = hall(7).await;
    let (mut party, mut rng) = playing(&hall, 0).await;
    assert_eq!(party.scene(2)["stage"], "playing", "that the game has begun is told");
    for played in 1..=15 {
        party.step(&mut rng).await.expect("somebody is due");
        assert!(!party.is_over(), "after {played} moves");
        assert_eq!(plays(&party, 1), played);
        assert_eq!(plays(&party, 2), played.saturating_sub(DELAY.into()), "after {played} moves");
    }
    let you = party.people[2].messages().into_iter().rfind(|message| message["type"] == "you");
    assert_eq!(you.expect("who one is")["delay"], DELAY);
    // Who comes back goes on where the news ended; who has more begins anew.
    let have = party.people[2].version();
    let again = Client::connect_as(&hall, party.table, person(9), Some(have), None).await;
    let news = |client: &Client| -> Value {
        client.messages().into_iter().rfind(|message| message["type"] == "news").expect("news")
    };
    assert_eq!((&news(&again)["reset"], again.version()), (&false.into(), have));
    let more = Client::connect_as(&hall, party.table, person(9), Some(have + 3), None).await;
    assert_eq!((&news(&more)["reset"], more.version()), (&true.into(), have));
    party.done(0, Command::Yield).await;
    assert_eq!(plays(&party, 2), plays(&party, 1), "it is over");
    assert_eq!(party.scene(2)["stage"], "over");
    assert_eq!(party.scene(2)["game"]["ending"], party.scene(1)["game"]["ending"]);
}

#[tokio::test(start_paused = true)]
async fn the_host_decides_how_late_and_may_change_that() {
    let hall = hall(5).await;
    let (mut party, mut rng) = playing(&hall, 10).await;
    assert_eq!(plays(&party, 2), 4);
    party.done(0, Command::Access { access: Access::default() }).await;
    assert_eq!(plays(&party, 2), 10, "at once");
    party.done(0, delayed(2)).await;
    party.step(&mut rng).await.expect("somebody is due");
    let behind = party.people[2].scene()["version"].as_u64();
    assert!(behind < party.people[1].scene()["version"].as_u64());
    for moves in [0, 51] {
        party.refused(0, delayed(moves), "bad_settings").await;
    }
    party.refused(1, delayed(3), "not_yours").await;
}

#[tokio::test(start_paused = true)]
async fn who_gets_a_seat_is_told_everything() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2"]).await;
    party.done(0, delayed(DELAY)).await;
    party.join(9).await;
    let mut rng = Rng::new(3);
    party.until(&mut rng, |game| game["state"]["round"] == 3).await;
    assert!(party.people[2].version() < party.people[1].version());
    party.take_over(2, "d3").await;
    assert_eq!(party.people[2].version(), party.people[1].version());
    assert_eq!(party.scene(2)["game"]["state"], party.scene(1)["game"]["state"]);
}
