//! The client of docs/examples, which was written from docs/protocol.md alone, against a real server: it plays games to
//! their ends while its line breaks, and checks them.

#![allow(missing_docs)]

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fogbound_server::serve::{Config, serve};
use fogbound_server::store::Place;
use fogbound_table::Pace;
use tokio::sync::oneshot;
use tokio::time::sleep;

/// What the client says at the end of a game in which the line breaks in 30 of 100 decisions.
async fn played(server: SocketAddr, edition: &str, detectives: &str, side: &str) -> String {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/client.py");
    let mut python = Command::new("python3");
    python.arg("-B").arg(client).args([&format!("http://{server}"), edition, detectives, side, "30"]);
    let python = python.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut python = python.expect("python3 is needed for the client of docs/examples");
    let begun = Instant::now();
    while python.try_wait().expect("a process").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            python.kill().expect("a process");
        }
        sleep(Duration::from_millis(20)).await;
    }
    let done = python.wait_with_output().expect("what it said");
    assert!(done.status.success(), "{edition} {side}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).expect("UTF-8")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_plays_every_edition_over_a_line_that_breaks() {
    let dir = std::env::temp_dir().join(format!("fogbound-client-{}", std::process::id()));
    let config = Config {
        pace: Pace { fugitive: Duration::from_millis(5), hunter: Duration::from_millis(2) },
        thinkers: 1,
        ..Config::new("127.0.0.1:0".parse().expect("an address"), Place::Folder(dir.clone()))
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let (ready, address) = oneshot::channel();
    let ready = Box::new(move |address| {
        let _ = ready.send(address);
    });
    let stopped = Box::pin(async move {
        let _ = stopped.await;
    });
    let task = tokio::spawn(serve(config, &[], ready, stopped));
    let server = address.await.expect("it starts");
    let mut away = 0;
    for (edition, detectives, side) in [
        ("classic", "3", "fugitive"),
        ("modern", "2", "hunters"),
        ("holmes", "3", "fugitive"),
        ("holmes", "4", "hunters"),
        ("holmes-original", "2", "fugitive"),
        ("beginner", "3", "hunters"),
        ("compact", "3", "hunters"),
        ("study", "5", "fugitive"),
    ] {
        let said = played(server, edition, detectives, side).await;
        let times =
            said.strip_prefix("ok: ").and_then(|rest| rest.split(' ').nth(2)).expect("its words");
        away += times.parse::<u32>().expect("a number");
    }
    assert!(away > 8, "the line broke {away} times");
    let _ = stop.send(());
    task.await.expect("no panic").expect("no failure");
    let _ = std::fs::remove_dir_all(&dir);
}
