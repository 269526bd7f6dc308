//! The way to the server: requests, and sockets with small buffers.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use fogbound_rules::Rng;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
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
#[derive(Clone)]
pub(crate) struct Server {
    /// As it is named in requests.
    host: String,
    address: SocketAddr,
    /// Where connections come from, if that matters.
    source: Option<Ipv4Addr>,
    /// Whether the ends of connections hold as little as they can.
    narrow: bool,
}

impl Server {
    pub(crate) fn parse(url: &str) -> Result<Server, String> {
        let wrong = || format!("'{url}' is no address like http://127.0.0.1:7199");
        let host = url.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        let with_port = if host.contains(':') { host.to_string() } else { format!("{host}:80") };
        let mut found = std::net::ToSocketAddrs::to_socket_addrs(&with_port).map_err(|_| wrong())?;
        let address = found.next().ok_or_else(wrong)?;
        Ok(Server { host: host.into(), address, source: None, narrow: false })
    }

    /// The same server, to which connections come from another address of this machine: the network
    /// `127.NETWORK.0.0` has many.
    pub(crate) fn seen_from(&self, network: u8, number: usize) -> Result<Server, String> {
        if self.address.ip() != IpAddr::V4(Ipv4Addr::LOCALHOST) {
            return Err("this is for a server at 127.0.0.1 only".into());
        }
        let [high, low] = [number / 250, number % 250 + 1].map(|part| part as u8);
        Ok(Server { source: Some(Ipv4Addr::new(127, network, high, low)), ..self.clone() })
    }

    /// The same server, for who reads little.
    pub(crate) fn narrow(&self) -> Server {
        Server { narrow: true, ..self.clone() }
    }

    /// Where it listens, and the address from which it is seen, if that is one of this machine's many.
    pub(crate) fn ends(&self) -> (u16, Option<Ipv4Addr>) {
        (self.address.port(), self.source)
    }

    /// How it is called.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    async fn dial(&self) -> std::io::Result<TcpStream> {
        let Some(source) = self.source else { return TcpStream::connect(self.address).await };
        let socket = TcpSocket::new_v4()?;
        if self.narrow {
            socket.set_recv_buffer_size(2048)?;
        }
        socket.bind((source, 0).into())?;
        socket.connect(self.address).await
    }

    pub(crate) async fn connect(&self) -> Result<TcpStream, String> {
        let stream = self.dial();
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
        let (_, body) = self.exchange("POST /api/tables", cookie, &body).await?;
        let body: Value = serde_json::from_str(&body).unwrap_or_default();
        match body["table"].as_str() {
            Some(table) => Ok(table.into()),
            None => Err(format!("no table was made: {}", body["text"].as_str().unwrap_or("no reason"))),
        }
    }

    /// One request, and its answer: the status, and the body.
    pub(crate) async fn exchange(
        &self,
        line: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(u16, String), String> {
        let (host, length) = (&self.host, body.len());
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\
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
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer that is none")?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Ok((status.ok_or("an answer without a status")?, body.into()))
    }

    /// How many bytes a file of the page has, as a browser is sent it.
    pub(crate) async fn bytes_of(&self, path: &str) -> Result<u64, String> {
        let host = &self.host;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAccept-Encoding: br, gzip\r\n\r\n"
        );
        let mut stream = self.connect().await?;
        let exchange = async {
            stream.write_all(request.as_bytes()).await?;
            tokio::io::copy(&mut stream.take(ANSWER), &mut tokio::io::sink()).await
        };
        let answer = timeout(ANSWER_TIMEOUT, exchange).await.map_err(|_| "no answer in time")?;
        answer.map_err(|error| format!("no answer: {error}"))
    }

    /// Opens the socket of a table and says hello.
    pub(crate) async fn socket(&self, table: &str, cookie: &str) -> Result<Socket, String> {
        self.socket_from(table, cookie, None).await
    }

    /// Opens the socket of a table and says hello, and up to which version everything is known.
    pub(crate) async fn socket_from(
        &self,
        table: &str,
        cookie: &str,
        have: Option<u64>,
    ) -> Result<Socket, String> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.host);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let cookie = HeaderValue::from_str(cookie).map_err(|error| error.to_string())?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let opening = client_async_with_config(request, self.connect().await?, Some(config));
        let opened = timeout(ANSWER_TIMEOUT, opening).await.map_err(|_| "no socket in time")?;
        let (stream, _) = opened.map_err(|error| format!("no socket: {error}"))?;
        let mut socket = Socket(stream);
        let mut hello = json!({ "type": "hello", "protocol": 3 });
        if let Some(version) = have {
            hello["have"] = version.into();
        }
        socket.send(hello.to_string()).await?;
        Ok(socket)
    }
}

/// A socket of a table.
#[derive(Debug)]
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
