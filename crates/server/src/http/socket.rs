//! The socket of a table.

use std::error::Error;
use std::time::Duration;

use axum::RequestExt;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};
use fogbound_table::limits::MESSAGE;
use fogbound_table::{Code, Refusal};
use tokio_tungstenite::tungstenite;

use super::Site;
use super::address::address;
use super::table::room;
use super::visitor::Visitor;
use crate::hall::{Client, HallError};

/// After so long without a word the server asks whether the client is still there. A proxy that hears
/// nothing for longer knows that the server stands still.
const ASK: Duration = Duration::from_secs(10);

/// A client that does not answer so many of these is gone.
const UNANSWERED: u32 = 4;

/// Small buffers: tens of thousands of sockets wait most of the time.
const BUFFER: usize = 4 * 1024;

pub(super) async fn open(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    mut request: Request,
) -> Result<Response, HallError> {
    let room = room(&site, &id).await?;
    let from = address(&site.config, request.headers(), request.extensions());
    let upgrade: Result<WebSocketUpgrade, _> = request.extract_parts().await;
    let upgrade = upgrade
        .map_err(|_| Refusal::new(Code::BadMessage, "this is a socket: connect with a WebSocket"))?;
    let has_seat = site.hall.has_seat(visitor.person());
    let is_flooded = site.hall.is_flooded(&from.to_string());
    let now = site.hall.clock().now();
    let permit = site.addresses.admit_socket(from, has_seat, is_flooded, now)?;
    let client = Client::new(room, visitor.person(), from.into());
    let cookie = visitor.cookie(&site);
    let response = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .on_upgrade(async move |socket| {
            if serve(socket, client).await == End::Flooded {
                site.flooded(from);
            }
            drop(permit);
        });
    Ok((cookie, response).into_response())
}

/// Serves one socket to its end.
async fn serve(mut socket: WebSocket, mut client: Client) -> End {
    let mut asked = 0;
    loop {
        tokio::select! {
            // What is to be said goes first: after a message that was too long there is nothing more to be
            // read, but a word to be said.
            biased;
            frame = client.next() => {
                let Some(frame) = frame else { break };
                let sent = tokio::select! {
                    sent = send(&mut socket, Message::Text(frame.text())) => sent,
                    () = client.let_go() => false,
                };
                if !sent {
                    return End::Quiet;
                }
            }
            message = tokio::time::timeout(ASK, socket.recv()) => match message {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = 0;
                    client.receive(&text).await;
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                    asked = 0;
                    client.receive_control().await;
                }
                Ok(Some(Ok(Message::Binary(_)))) => {
                    client.receive("a binary message").await;
                }
                Ok(Some(Err(error))) if is_too_long(&error) => client.receive_too_long().await,
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return End::Quiet,
                Err(_) if asked == UNANSWERED => return End::Quiet,
                Err(_) => {
                    asked += 1;
                    if !send(&mut socket, Message::Ping(Default::default())).await {
                        return End::Quiet;
                    }
                }
            },
        }
    }
    let close = CloseFrame { code: 1000, reason: "".into() };
    send(&mut socket, Message::Close(Some(close))).await;
    if client.has_flooded() { End::Flooded } else { End::Quiet }
}

/// How a socket ended.
#[derive(PartialEq, Eq)]
enum End {
    Quiet,
    /// Far too many messages came.
    Flooded,
}

/// Whether the client has sent a message that is longer than the library reads.
fn is_too_long(error: &axum::Error) -> bool {
    let error = error.source().and_then(|error| error.downcast_ref::<tungstenite::Error>());
    matches!(error, Some(tungstenite::Error::Capacity(_)))
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    // How long a client is waited for is the connection's business.
    socket.send(message).await.is_ok()
}
