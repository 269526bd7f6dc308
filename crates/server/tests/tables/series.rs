//! Rematches, and the manhunts of the compact edition.

use std::time::Duration;

use fogbound_rules::{Record, Rng, Sides};
use fogbound_server::hall::HallError;
use fogbound_table::command::Command;
use serde_json::{Value, json};

use crate::world::{hall, settings};
use crate::{Party, START};

const KEPT: Command = Command::Rematch { sides: Sides::Kept };
const ROTATED: Command = Command::Rematch { sides: Sides::Rotated };

/// Which guest is on each seat; 0 for a bot.
fn guests(party: &Party) -> Vec<u64> {
    let seats = party.scene(0)["seats"].clone();
    let guest = |face: &Value| face["occupant"]["guest"].as_u64().unwrap_or(0);
    seats.as_array().expect("seats").iter().map(guest).collect()
}

/// The fugitive's player gives up, whoever that is.
async fn end(party: &mut Party) {
    let who = guests(party)[0] as usize - 1;
    party.done(who, Command::Yield).await;
    assert!(party.is_over());
}

#[tokio::test(start_paused = true)]
async fn every_game_of_a_table_keeps_its_record() {
    let hall = hall(5).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let room = hall.room(party.table).await.unwrap();
    let record = async |game| {
        room.record(crate::person(1), game)
            .await
            .map(|record| record.to_string())
            .map_err(HallError::into_refusal)
    };
    let mut rng = Rng::new(5);
    let mut kept = vec![];
    for number in 1..=3 {
        let refusal = record(Some(number + 1)).await.unwrap_err();
        assert_eq!(refusal.code, fogbound_table::refusal::Code::NotNow);
        party.until(&mut rng, |_| false).await;
        kept.push(record(None).await.unwrap());
        party.done(0, KEPT).await;
        assert_eq!(record(None).await.as_ref(), Ok(&kept[number as usize - 1]), "until the next begins");
        party.done(0, START).await;
    }
    assert!(kept[0] != kept[1] && kept[1] != kept[2]);
    for (number, text) in (1..).zip(&kept) {
        assert_eq!(record(Some(number)).await.as_ref(), Ok(text), "{number}");
        assert!(!Record::parse(text).unwrap().is_public());
    }
    let present = Record::parse(&record(None).await.unwrap()).unwrap();
    assert!(present.is_public(), "the present game is not over");
    assert_eq!(record(Some(4)).await, record(None).await);
    assert!(record(Some(0)).await.is_err() && record(Some(5)).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_rematch_keeps_the_sides_or_rotates_them() {
    let hall = hall(1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2", "d3", ""]).await;
    party.refused(0, KEPT, "not_now").await;
    end(&mut party).await;
    party.refused(3, KEPT, "not_yours").await;
    party.done(1, KEPT).await;
    assert_eq!((party.scene(0)["stage"].as_str(), guests(&party)), (Some("lobby"), vec![1, 2, 2, 3]));
    party.done(0, START).await;
    assert_eq!(party.game(0)["number"], 2);
    end(&mut party).await;
    party.done(2, ROTATED).await;
    assert_eq!(guests(&party), [2, 1, 1, 3], "who was the fugitive gets the seats of the next");
    party.done(0, START).await;
    end(&mut party).await;
    party.done(0, ROTATED).await;
    assert_eq!(guests(&party), [3, 1, 1, 2]);
    party.done(0, START).await;
    end(&mut party).await;
    party.done(0, ROTATED).await;
    assert_eq!(guests(&party), [1, 3, 3, 2], "the first one again");
    party.done(0, START).await;
    end(&mut party).await;
    // Fugitives were 1, 1, 2, 3, 1 and gave up each time: a point for each of the others.
    let series = party.scene(0)["series"].clone();
    let fugitives: Vec<_> =
        series["games"].as_array().unwrap().iter().map(|game| game["fugitive"].clone()).collect();
    assert_eq!(fugitives, [0, 0, 1, 2, 0]);
    assert_eq!(series["points"], json!([2, 4, 4]));
    assert_eq!((&series["length"], &series["winners"]), (&Value::Null, &json!([])));
}

#[tokio::test(start_paused = true)]
async fn two_people_change_sides_also_where_the_edition_is_for_more() {
    for (edition, detectives, hunters) in
        [("modern", 2, "d1 d2"), ("classic", 3, "d1 d2 d3"), ("beginner", 4, "d1 d2 d3 d4")]
    {
        let hall = hall(2).await;
        let people = ["fugitive", hunters];
        let mut party = Party::playing(&hall, settings(edition, detectives), &people).await;
        end(&mut party).await;
        party.done(0, ROTATED).await;
        let mut expected = vec![1; usize::from(detectives) + 1];
        expected[0] = 2;
        assert_eq!(guests(&party), expected, "{edition}");
        party.done(0, START).await;
        assert_eq!(
            (party.scene(0)["audience"].as_str(), party.scene(1)["audience"].as_str()),
            (Some("hunters"), Some("fugitive"))
        );
        end(&mut party).await;
        assert_eq!(party.scene(0)["series"]["points"], json!([1, 1]), "{edition}");
    }
}

#[tokio::test(start_paused = true)]
async fn bots_take_part_in_the_rotation_each_by_itself() {
    let hall = hall(3).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    end(&mut party).await;
    party.done(0, ROTATED).await;
    assert_eq!(guests(&party), [2, 1, 0, 0]);
    party.done(0, START).await;
    end(&mut party).await;
    party.done(0, ROTATED).await;
    assert_eq!(guests(&party), [0, 1, 2, 0], "a bot is the fugitive, its seat has the last one");
    party.done(0, START).await;
    assert_eq!(party.scene(0)["series"]["players"].as_array().map(Vec::len), Some(4));
}

#[tokio::test(start_paused = true)]
async fn one_for_whom_a_bot_stood_in_has_the_seat_again_in_the_rematch() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let bot = Command::Bot { seat: crate::seat("d2"), level: crate::world::level(1) };
    party.done(1, bot).await;
    assert_eq!(party.occupant("d2")["kind"], "stand_in");
    end(&mut party).await;
    party.done(1, KEPT).await;
    assert_eq!(party.occupant("d2"), json!({"kind": "guest", "guest": 2}));
}

#[tokio::test(start_paused = true)]
async fn other_people_begin_a_new_series() {
    let hall = hall(5).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3", ""]).await;
    end(&mut party).await;
    party.done(0, KEPT).await;
    assert_eq!(party.scene(0)["series"]["games"].as_array().map(Vec::len), Some(1));
    party.done(1, Command::Rise { seat: crate::seat("d3") }).await;
    party.done(2, crate::sit("d3")).await;
    assert!(party.scene(0)["series"].is_null());
    party.done(0, START).await;
    end(&mut party).await;
    assert_eq!(party.scene(0)["series"]["points"], json!([0, 1, 1]));
}

#[tokio::test(start_paused = true)]
async fn r6_5_1_a_compact_match_has_a_manhunt_for_each_player_and_a_winner() {
    let hall = hall(6).await;
    let mut party = Party::playing(&hall, settings("compact", 3), &["fugitive", "d1 d2", "d3"]).await;
    let mut rng = Rng::new(6);
    let mut scores = vec![];
    for manhunt in 0..3 {
        assert_eq!(guests(&party)[0], manhunt + 1, "each is the fugitive once, in seat order");
        party.until(&mut rng, |_| false).await;
        scores.push(party.game(0)["ending"]["score"].as_i64().expect("a score"));
        let series = party.scene(0)["series"].clone();
        assert_eq!(series["length"], 3);
        assert_eq!(series["games"].as_array().map(Vec::len), Some(manhunt as usize + 1));
        if manhunt < 2 {
            assert_eq!(series["winners"], json!([]), "not before the last manhunt");
            // A match is always rotated, whatever is asked for.
            party.done(0, [KEPT, ROTATED][manhunt as usize].clone()).await;
            party.done(0, START).await;
        }
    }
    let series = party.scene(0)["series"].clone();
    assert_eq!(series["points"], json!(scores));
    let most = scores.iter().max();
    let winners: Vec<usize> = (0..3).filter(|&player| Some(&scores[player]) == most).collect();
    assert_eq!(series["winners"], json!(winners));
    // And a new match after it.
    party.done(0, ROTATED).await;
    assert_eq!(guests(&party)[0], 1);
    party.done(0, START).await;
    assert_eq!(party.scene(0)["series"]["games"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn an_abandoned_game_can_be_played_again() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    party.wait(Duration::from_secs(31 * 24 * 3600)).await;
    assert_eq!(party.scene(0)["stage"], "abandoned");
    party.refused(0, Command::Yield, "not_now").await;
    party.done(0, KEPT).await;
    party.done(0, START).await;
    assert_eq!(party.scene(0)["stage"], "playing");
}
