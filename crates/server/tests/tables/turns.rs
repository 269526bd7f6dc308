//! Whose pieces are whose, and how a side gives up.

use std::time::Duration;

use fogbound_rules::{Action, Rng, Side, Token};
use fogbound_table::audience::Audience;
use fogbound_table::command::Command;
use fogbound_table::message::ClientMessage;
use fogbound_table::settings::Settings;
use serde_json::json;

use crate::world::{hall, settings};
use crate::{Party, seat, seat_of};

fn act(action: Action) -> Command {
    Command::Act { action }
}

/// A move of the detective of a seat, or of a bobby.
fn of(party: &Party, who: usize, word: &str) -> Option<Action> {
    let own = |action: &Action| match *action {
        Action::Hunt { hunter, .. } if word == "bobby" => hunter.is_bobby(),
        Action::Hunt { hunter, .. } => seat_of(hunter) == Some(seat(word)),
        _ => false,
    };
    party.people[who].actions().into_iter().find(own)
}

#[tokio::test(start_paused = true)]
async fn r5_1_everybody_moves_the_own_detective_and_any_hunter_the_bobbies() {
    let hall = hall(1).await;
    let people = ["fugitive", "d1 d2", "d3", ""];
    let mut party = Party::playing(&hall, settings("modern", 3), &people).await;
    let mut rng = Rng::new(1);
    let his = party.people[0].actions()[0];
    for stranger in [1, 2, 3] {
        party.refused(stranger, act(his), "not_yours").await;
    }
    party.done(0, act(his)).await;
    let hunt = of(&party, 1, "d1").unwrap();
    party.refused(0, act(hunt), "not_yours").await;
    party.refused(2, act(hunt), "not_yours").await;
    party.refused(3, act(hunt), "not_yours").await;
    // In any order: the bobby first, and by whoever likes.
    let bobby = of(&party, 2, "bobby").unwrap();
    party.refused(0, act(bobby), "not_yours").await;
    party.done(2, act(bobby)).await;
    party.done(1, act(of(&party, 1, "d2").unwrap())).await;
    party.done(2, act(of(&party, 2, "d3").unwrap())).await;
    party.done(1, act(of(&party, 1, "d1").unwrap())).await;
    assert_eq!(party.game(0)["turn"], "fugitive");
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    let bobby = of(&party, 1, "bobby").unwrap();
    party.done(1, act(bobby)).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_not_ones_turn_or_not_legal_is_refused() {
    let hall = hall(2).await;
    let mut party = Party::new(&hall, settings("modern", 3), &["fugitive", "d1 d2 d3"]).await;
    let to = serde_json::from_value(json!(1)).unwrap();
    let hunter = seat("d1").hunter().unwrap();
    let hunt = Action::Hunt { hunter, ticket: None, to };
    party.refused(1, act(hunt), "not_now").await;
    party.done(0, crate::START).await;
    party.refused(1, act(hunt), "illegal").await;
    let his = party.people[0].actions()[0];
    party.done(0, act(his)).await;
    party.refused(0, act(his), "illegal").await;
    party.refused(1, act(hunt), "illegal").await;
    for side in [Side::Fugitive, Side::Hunters] {
        party.refused(0, act(Action::Concede { side }), "bad_message").await;
    }
}

#[tokio::test(start_paused = true)]
async fn r5_1_a_shared_team_is_moved_by_any_hunter() {
    let hall = hall(3).await;
    let pooled = Settings { options: vec!["pooled=true".into()], ..settings("modern", 2) };
    let mut party = Party::playing(&hall, pooled, &["fugitive", "d1", "d2"]).await;
    let his = party.people[0].actions()[0];
    party.done(0, act(his)).await;
    party.done(2, act(of(&party, 2, "d1").unwrap())).await;
    party.done(1, act(of(&party, 1, "d2").unwrap())).await;
    // And the compact team, from its first placing on.
    let mut party = Party::playing(&hall, settings("compact", 3), &["fugitive", "d1", "d2", "d3"]).await;
    for _ in 0..3 {
        let action = party.people[3].actions()[0];
        assert!(matches!(action, Action::Place { .. }));
        party.done(3, act(action)).await;
    }
    assert_eq!(party.game(0)["turn"], "fugitive");
}

#[tokio::test(start_paused = true)]
async fn r6_4_6_a_token_is_spent_by_the_player_of_its_character() {
    let hall = hall(4).await;
    let mut party = Party::playing(&hall, settings("holmes", 2), &["fugitive", "d1", "d2"]).await;
    let mut rng = Rng::new(4);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    // Holmes is the first detective, Watson the second.
    let quarter = Action::Token(Token::Quarter);
    assert!(party.people[1].actions().contains(&quarter));
    party.refused(2, act(quarter), "not_yours").await;
    party.refused(0, act(quarter), "not_yours").await;
    party.done(1, act(quarter)).await;
    assert_eq!(party.game(0)["asked"].as_array().map(Vec::len), Some(1));
}

#[tokio::test(start_paused = true)]
async fn r5_1_a_bot_among_people_moves_after_them_and_leaves_the_bobbies() {
    let hall = hall(5).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1"]).await;
    let his = party.people[0].actions()[0];
    party.done(0, act(his)).await;
    let version = party.people[0].version();
    party.wait(Duration::from_secs(30)).await;
    assert_eq!(party.people[0].version(), version, "the bots wait for the person");
    party.done(1, act(of(&party, 1, "d1").unwrap())).await;
    party.wait(Duration::from_secs(30)).await;
    assert_eq!(party.people[0].version(), version + 1, "the bobby is the person's, too");
    party.done(1, act(of(&party, 1, "bobby").unwrap())).await;
    party.wait(Duration::from_secs(30)).await;
    let bots = party.events(0).iter().filter(|event| event["cause"] == "bot").count();
    assert_eq!(bots, 2);
    assert_eq!(party.game(0)["turn"], "fugitive");
}

#[tokio::test(start_paused = true)]
async fn r5_1_bots_alone_move_everything() {
    let hall = hall(6).await;
    let mut party = Party::playing(&hall, settings("modern", 2), &["fugitive"]).await;
    let his = party.people[0].actions()[0];
    party.done(0, act(his)).await;
    party.wait(Duration::from_secs(5)).await;
    let bots = party.events(0).iter().filter(|event| event["cause"] == "bot").count();
    assert_eq!(bots, 4, "two detectives and two bobbies");
}

#[tokio::test(start_paused = true)]
async fn r5_7_the_fugitive_gives_up_at_once() {
    let hall = hall(7).await;
    let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive", "d1 d2", "d3", ""]).await;
    party.refused(3, Command::Yield, "not_yours").await;
    party.done(0, Command::Yield).await;
    let outcome = &party.game(3)["ending"]["outcome"];
    assert_eq!(outcome, &json!({"cause": "conceded", "side": "fugitive"}));
    party.refused(0, Command::Yield, "not_now").await;
}

#[tokio::test(start_paused = true)]
async fn r5_7_the_hunters_give_up_only_all_together() {
    let hall = hall(8).await;
    let people = ["fugitive", "d1 d2", "d3", ""];
    // The fourth seat is a bot's: it is not asked.
    let mut party = Party::playing(&hall, settings("modern", 4), &people).await;
    party.done(1, Command::Yield).await;
    assert_eq!(party.scene(0)["stage"], "playing");
    assert_eq!(party.game(2)["yielded"], json!([2]), "the other hunters see it");
    assert_eq!(party.game(0)["yielded"], json!([]), "the fugitive does not");
    assert_eq!(party.game(3)["yielded"], json!([]), "nor do spectators");
    for who in [0, 3] {
        assert_eq!(party.last_event(who)["what"], "hidden");
        assert!(party.last_event(who)["by"].is_null());
    }
    party.refused(1, Command::Yield, "not_now").await;
    // Who moves again does not want to give up any more.
    let mut rng = Rng::new(8);
    party.until(&mut rng, |game| game["turn"] == "hunters").await;
    assert_eq!(party.game(2)["yielded"], json!([2]));
    party.until(&mut rng, |game| game["turn"] == "fugitive").await;
    assert_eq!(party.game(2)["yielded"], json!([]));
    party.done(1, Command::Yield).await;
    party.done(2, Command::Yield).await;
    let outcome = &party.game(0)["ending"]["outcome"];
    assert_eq!(outcome, &json!({"cause": "conceded", "side": "hunters"}));
}

#[tokio::test(start_paused = true)]
async fn one_who_plays_both_sides_gives_up_for_the_side_whose_turn_it_is() {
    for turn in ["fugitive", "hunters"] {
        let hall = hall(9).await;
        let mut party = Party::playing(&hall, settings("modern", 3), &["fugitive d1 d2 d3"]).await;
        if turn == "hunters" {
            party.people[0].send(&ClientMessage::Look { audience: Audience::Fugitive }).await;
            let his = party.people[0].actions()[0];
            party.done(0, act(his)).await;
        }
        assert_eq!(party.game(0)["turn"], turn);
        party.done(0, Command::Yield).await;
        assert_eq!(party.game(0)["ending"]["outcome"]["side"], turn);
    }
}

#[tokio::test(start_paused = true)]
async fn r6_5_6_compact_hunters_give_up_in_their_turn_and_pay_all_tickets() {
    let hall = hall(10).await;
    let mut party = Party::playing(&hall, settings("compact", 3), &["fugitive", "d1 d2 d3"]).await;
    let mut rng = Rng::new(10);
    party.until(&mut rng, |game| game["turn"] == "fugitive").await;
    party.refused(1, Command::Yield, "illegal").await;
    party.step(&mut rng).await;
    party.done(1, Command::Yield).await;
    let ending = &party.game(0)["ending"];
    assert_eq!(ending["outcome"]["cause"], "gave_up");
    // 12 taxis at £1, 8 buses at £2, 4 undergrounds at £3.
    let black = party.events(0).iter().any(|event| event["events"][0]["ticket"] == "black");
    assert_eq!(ending["score"], if black { 37 } else { 40 });
}

#[tokio::test(start_paused = true)]
async fn r9_4_hunters_are_told_which_move_strands_a_piece_and_everybody_who_cannot_move() {
    let hall = hall(11).await;
    let mut stranded = 0;
    for seed in 0..6 {
        let people = ["fugitive", "d1 d2 d3", ""];
        let mut party = Party::playing(&hall, settings("compact", 3), &people).await;
        let mut rng = Rng::new(seed);
        while !party.is_over() {
            let game = party.game(1);
            for other in [0, 2] {
                assert_eq!(party.game(other)["strands"], json!(null), "only hunters decide about it");
                assert_eq!(party.game(other)["stuck"], game["stuck"]);
            }
            let Some(place) = game["strands"][0].as_u64() else {
                party.step(&mut rng).await;
                continue;
            };
            let action: Action =
                serde_json::from_value(game["actions"][place as usize].clone()).unwrap();
            let Action::Hunt { hunter, .. } = action else { panic!("no move: {action}") };
            party.done(1, act(action)).await;
            if !party.is_over() {
                let now = json!({ "hunter": hunter, "why": "no_ticket" });
                assert!(party.game(0)["stuck"].as_array().unwrap().contains(&now), "{action}");
                stranded += 1;
            }
        }
        assert_eq!(party.game(1)["stuck"], json!(null), "a game that is over waits for nobody");
    }
    assert!(stranded > 3, "only {stranded}");
}
