//! The socket of a table.

use std::sync::Arc;
use std::time::Duration;

use axum::RequestExt;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::response::{IntoResponse, Response};

use super::Site;
use super::address::{Ticket, address};
use super::table::room;
use super::visitor::Visitor;
use crate::connection::Connection;
use crate::limits;
use crate::refusal::{Code, Refusal};

/// After so long without a word the server asks whether the client is still there.
const ASK: Duration = Duration::from_secs(25);

/// A client that does not take what it is sent for so long is let go.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// Small buffers: tens of thousands of sockets wait most of the time.
const BUFFER: usize = 4 * 1024;

pub(super) async fn open(
    State(site): State<Site>,
    visitor: Visitor,
    Path(id): Path<String>,
    mut request: Request,
) -> Result<Response, Refusal> {
    let room = room(&site, &id).await?;
    let from = address(&site.manners, request.headers(), request.extensions());
    let upgrade: Result<WebSocketUpgrade, _> = request.extract_parts().await;
    let upgrade = upgrade
        .map_err(|_| Refusal::new(Code::BadMessage, "this is a socket: connect with a WebSocket"))?;
    let ticket = Ticket::take(&site, from)?;
    let connection = Connection::new(&site.hall, room, visitor.person());
    let response = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(limits::UNSENT)
        .max_message_size(limits::MESSAGE)
        .max_frame_size(limits::MESSAGE)
        .on_upgrade(move |socket| serve(socket, connection, ticket));
    Ok((visitor.cookie(&site), response).into_response())
}

async fn serve(mut socket: WebSocket, mut connection: Connection, _ticket: Arc<Ticket>) {
    let mut asked = false;
    loop {
        tokio::select! {
            frame = connection.next() => {
                let Some(frame) = frame else { break };
                if !send(&mut socket, Message::Text(frame)).await {
                    return;
                }
            }
            message = tokio::time::timeout(ASK, socket.recv()) => match message {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = false;
                    connection.receive(&text).await;
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => asked = false,
                Ok(Some(Ok(Message::Binary(_)))) => {
                    connection.receive("a binary message").await;
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
                Err(_) if asked => return,
                Err(_) => {
                    asked = true;
                    if !send(&mut socket, Message::Ping(Default::default())).await {
                        return;
                    }
                }
            },
        }
    }
    let close = CloseFrame { code: 1000, reason: "".into() };
    send(&mut socket, Message::Close(Some(close))).await;
}

async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(())))
}
