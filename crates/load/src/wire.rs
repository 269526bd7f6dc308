//! The way to the server: requests, and sockets with small buffers.

use std::net::SocketAddr;
use std::time::Duration;

use fogbound_rules::Rng;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long the server has for an answer.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// The most bytes of an answer over HTTP.
const ANSWER: u64 = 1 << 20;

/// A new person.
pub(crate) fn cookie(rng: &mut Rng) -> String {
    format!("fogbound={:016x}{:016x}", rng.bits(), rng.bits())
}

/// The server under load.
pub(crate) struct Server {
    /// As it is named in requests.
    host: String,
    address: SocketAddr,
}

impl Server {
    pub(crate) fn parse(url: &str) -> Result<Server, String> {
        let wrong = || format!("'{url}' is no address like http://127.0.0.1:7199");
        let host = url.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        let with_port = if host.contains(':') { host.to_string() } else { format!("{host}:80") };
        let mut found = std::net::ToSocketAddrs::to_socket_addrs(&with_port).map_err(|_| wrong())?;
        Ok(Server { host: host.into(), address: found.next().ok_or_else(wrong)? })
    }

    async fn connect(&self) -> Result<TcpStream, String> {
        let stream = TcpStream::connect(self.address);
        let stream = timeout(ANSWER_TIMEOUT, stream).await.map_err(|_| "no connection in time")?;
        let stream = stream.map_err(|error| format!("no connection: {error}"))?;
        // Small messages are not held back for others.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }

    /// Makes a table whose fugitive is its maker; gives its name.
    pub(crate) async fn make_table(&self, settings: &Value, cookie: &str) -> Result<String, String> {
        let seats = json!([{ "seat": "fugitive", "who": "me" }]);
        let body = json!({ "settings": settings, "name": "Load", "seats": seats }).to_string();
        let (host, length) = (&self.host, body.len());
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = self.connect().await?;
        let exchange = async {
            stream.write_all(request.as_bytes()).await?;
            let mut answer = String::new();
            stream.take(ANSWER).read_to_string(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer = timeout(ANSWER_TIMEOUT, exchange).await.map_err(|_| "no answer in time")?;
        let answer = answer.map_err(|error| format!("no answer: {error}"))?;
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let body: Value = serde_json::from_str(body).unwrap_or_default();
        match body["table"].as_str() {
            Some(table) => Ok(table.into()),
            None => Err(format!("no table was made: {}", body["text"].as_str().unwrap_or("no reason"))),
        }
    }

    /// Opens the socket of a table and says hello.
    pub(crate) async fn socket(&self, table: &str, cookie: &str) -> Result<Socket, String> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.host);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let cookie = HeaderValue::from_str(cookie).map_err(|error| error.to_string())?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let opening = client_async_with_config(request, self.connect().await?, Some(config));
        let opened = timeout(ANSWER_TIMEOUT, opening).await.map_err(|_| "no socket in time")?;
        let (stream, _) = opened.map_err(|error| format!("no socket: {error}"))?;
        let mut socket = Socket(stream);
        socket.send(json!({ "type": "hello", "protocol": 3 }).to_string()).await?;
        Ok(socket)
    }
}

/// A socket of a table.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn send(&mut self, text: String) -> Result<(), String> {
        self.0.send(Message::text(text)).await.map_err(|error| format!("not sent: {error}"))
    }

    /// The next message of the server. Nothing is lost if this is dropped while it waits.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err("the server closed a socket".into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("a socket broke: {error}")),
            }
        }
    }
}
