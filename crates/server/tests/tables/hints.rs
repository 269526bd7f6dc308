//! Hints: counted, for who is to decide, and agreed on before the game where several people play.

use fogbound_table::command::Command;
use fogbound_table::limits;
use fogbound_table::settings::Settings;
use serde_json::json;

use crate::world::{Client, hall, person, settings};
use crate::{Party, hall_over};

#[tokio::test(start_paused = true)]
async fn who_plays_against_bots_alone_takes_hints_and_they_are_counted() {
    let store = fogbound_server::store::MemoryStore::default();
    let hall = hall_over(&store, 1).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", ""]).await;
    party.refused(1, Command::Hint, "not_yours").await;
    for count in 1..=2 {
        party.done(0, Command::Hint).await;
        for who in 0..2 {
            assert_eq!(party.game(who)["hints"], json!([{ "guest": 1, "count": count }]), "{who}");
        }
    }
    assert!(party.heard(1).contains("\"what\":\"hinted\""));
    // A server that starts anew knows how many there were.
    let later = hall_over(&store, 2).await;
    let again = Client::connect(&later, party.table, person(1)).await;
    assert_eq!(again.scene()["game"]["hints"], json!([{ "guest": 1, "count": 2 }]));
    for _ in 2..limits::GESTURES.most {
        party.done(0, Command::Hint).await;
    }
    party.refused(0, Command::Hint, "limit").await;
}

#[tokio::test(start_paused = true)]
async fn with_other_people_hints_are_agreed_on_before_the_game() {
    for agreed in [false, true] {
        let hall = hall(1).await;
        let settings = Settings { hints: agreed, ..settings("modern", 3) };
        let mut party = Party::new(&hall, settings, &["fugitive", "d1 d2 d3"]).await;
        party.refused(0, Command::Hint, "not_now").await;
        party.done(0, crate::START).await;
        match agreed {
            true => party.done(0, Command::Hint).await,
            false => party.refused(0, Command::Hint, "not_now").await,
        }
        // It is not the hunters who decide now.
        party.refused(1, Command::Hint, "not_yours").await;
        // Around one screen there is one person, who plays both sides.
        let mut both =
            Party::playing(&hall, crate::world::settings("modern", 3), &["fugitive d1"]).await;
        both.refused(0, Command::Hint, "not_now").await;
    }
}
