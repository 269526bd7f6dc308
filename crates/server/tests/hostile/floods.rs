//! Clients that say more than anybody listens to.

use std::time::Duration;

use fogbound_server::limits as bounds;
use fogbound_table::limits;
use futures_util::SinkExt;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::net::{Socket, new_cookie, open, socket_request};
use crate::{Game, Server, heard, say};

/// What a socket that says too much is told before it ends.
async fn last_word(socket: &mut Socket) -> Option<serde_json::Value> {
    let mut last = None;
    while let Some(message) = heard(socket).await {
        last = Some(message);
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_of_the_socket_count_and_a_flood_of_them_ends_it() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    // As many as a message each: none is too many.
    let mut patient = game.stranger(&server).await;
    for _ in 0..limits::MESSAGES.most / 2 {
        patient.send(Message::Ping(Default::default())).await.expect("it is taken");
    }
    say(&mut patient, r#"{"type":"ping"}"#).await;
    assert_eq!(crate::answer(&mut patient).await.expect("an answer")["type"], "pong");
    let mut stranger = game.stranger(&server).await;
    for _ in 0..limits::MESSAGES.most + 2 * limits::WARNINGS {
        if stranger.send(Message::Ping(Default::default())).await.is_err() {
            break;
        }
    }
    let end = timeout(Duration::from_secs(10), last_word(&mut stranger)).await.expect("it ends");
    let bye = end.expect("a word");
    assert_eq!((&bye["type"], &bye["code"]), (&"bye".into(), &"limit".into()), "{bye}");
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_floods_again_and_again_gets_no_more_sockets() {
    let server = Server::usual().await;
    let mut game = Game::begin(&server).await;
    let floods = async || {
        let mut stranger = game.stranger(&server).await;
        for _ in 0..limits::MESSAGES.most + 2 * limits::WARNINGS {
            let _ = stranger.send(Message::Ping(Default::default())).await;
        }
        last_word(&mut stranger).await
    };
    for _ in 0..bounds::FLOODS {
        floods().await;
    }
    let request = || socket_request(server.address, &game.name, &new_cookie());
    let mut answer = open(server.address, request()).await.err();
    for _ in 0..100 {
        if answer.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = open(server.address, request()).await.err();
    }
    assert_eq!(answer, Some(Some(429)));
    let player = socket_request(server.address, &game.name, &game.players[0].cookie);
    assert!(open(server.address, player).await.is_ok(), "who has a seat comes back");
    game.goes_on().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_says_too_much_at_once_is_told_so() {
    let server = Server::usual().await;
    let game = Game::begin(&server).await;
    for length in [limits::MESSAGE + 1, 3 * limits::MESSAGE, 40 * limits::MESSAGE] {
        let mut stranger = game.stranger(&server).await;
        say(&mut stranger, &"x".repeat(length)).await;
        let bye = timeout(Duration::from_secs(10), last_word(&mut stranger)).await.expect("it ends");
        let bye = bye.expect("a word");
        assert_eq!((&bye["type"], &bye["code"]), (&"bye".into(), &"too_long".into()), "{length}");
    }
    server.stop().await;
}

/// A frame tells its length before it comes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_is_too_long_is_not_waited_for() {
    let server = Server::usual().await;
    let game = Game::begin(&server).await;
    let mut stranger = game.stranger(&server).await;
    let length = (limits::MESSAGE as u16 + 1).to_be_bytes();
    let head = [[0x81, 0xfe], length, [0, 0], [0, 0]].concat();
    stranger.get_mut().write_all(&head).await.expect("it is taken");
    let bye = timeout(Duration::from_secs(10), last_word(&mut stranger)).await.expect("it ends");
    let bye = bye.expect("a word");
    assert_eq!((&bye["type"], &bye["code"]), (&"bye".into(), &"too_long".into()));
    server.stop().await;
}
