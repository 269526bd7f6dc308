//! Somebody asks for much over many connections and reads nothing: what the kernel keeps for that, and for
//! how long.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};

use super::watch::Watch;
use super::{Findings, Trial};
use crate::latency::Latencies;
use crate::process;
use crate::wire::Server;

/// Requests on each connection, one behind the other.
const REQUESTS: usize = 120;

/// Moves a second of the people who play meanwhile.
const RATE: f64 = 5.0;

/// How often it is looked what is left.
const EVERY: Duration = Duration::from_millis(100);

pub(super) async fn readers(mut trial: Trial) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let (stranger, visitor) = (trial.stranger()?.narrow(), trial.visitor()?);
    let (path, bytes) = file(&visitor).await?;
    let (_, people) = trial.play(RATE).await?;
    let watch = Watch::begin(&trial, &[]).await?;
    findings.tell("asked for", format!("{path}, {bytes} bytes, {REQUESTS} times"));
    let begun = Instant::now();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", stranger.host()).repeat(REQUESTS);
    let mut unread = vec![];
    for _ in 0..trial.count {
        let Ok(mut stream) = stranger.connect().await else { continue };
        if let Ok(Ok(())) = timeout(EVERY * 10, stream.write_all(request.as_bytes())).await {
            unread.push(stream);
        }
    }
    findings.tell("connections", unread.len());
    let (port, from) = stranger.ends();
    let from = from.ok_or("the stranger has an address")?;
    let (mut connections, mut kept) = (0, 0);
    let mut gone = None;
    let (mut health, mut page) = (Latencies::default(), Latencies::default());
    while begun.elapsed() < trial.span {
        for (path, times) in [("/healthz", &mut health), ("/", &mut page)] {
            let asked = Instant::now();
            match visitor.exchange(&format!("GET {path}"), "", "").await {
                Ok((200, _)) => times.add(asked.elapsed()),
                Ok((status, _)) => findings.wrong(format!("{path} is answered with {status}")),
                Err(error) => findings.wrong(format!("{path}: {error}")),
            }
        }
        let (count, bytes) = process::connections(port, from).ok_or("this system does not tell")?;
        (connections, kept) = (count.max(connections), bytes.max(kept));
        if count == 0 {
            gone.get_or_insert(begun.elapsed());
        }
        sleep(EVERY).await;
    }
    findings.tell("connections of the server at most", connections);
    findings.measure("what it wrote to them unread, MB at most", kept as f64 / 1e6);
    match gone {
        Some(gone) => findings.measure("all were let go after, s", gone.as_secs_f64()),
        None => findings.tell("all were let go after, s", format!("more than {:?}", trial.span)),
    }
    watch.end(&mut findings);
    findings.latencies("others ask for health", &health);
    findings.latencies("others ask for the page", &page);
    findings.people(people).await?;
    drop(unread);
    Ok(findings)
}

/// A long file that the server has: the code of its page, or a board if it has no page.
async fn file(visitor: &Server) -> Result<(String, usize), String> {
    let (_, page) = visitor.exchange("GET /", "", "").await?;
    let code = page.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".js"));
    let path = code.unwrap_or("/api/boards/london").to_string();
    let (status, text) = visitor.exchange(&format!("GET {path}"), "", "").await?;
    match status {
        200 => Ok((path, text.len())),
        _ => Err(format!("{path} is answered with {status}")),
    }
}
