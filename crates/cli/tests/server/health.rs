//! What who runs the server sees of it: whether it runs, whether it can work, and who attacks it.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::net::{make, new_cookie, request};
use crate::{Node, folder, settings};

async fn get(address: SocketAddr, path: &str) -> u16 {
    request(address, &format!("GET {path}"), &[], "").await.expect("an answer").status
}

/// A table is made, if something can be written.
async fn makes_a_table(node: &Node) -> bool {
    let (settings, _) = settings("modern", 3);
    let table = json!({"settings": settings, "name": "X".repeat(24)});
    make(node.address, &new_cookie(), &table).await.is_some()
}

/// The server says that it is not ready, and when to come again; but that it runs.
async fn is_not_ready(node: &Node) {
    // What was found a moment ago is told for a second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let answer = request(node.address, "GET /readyz", &[], "").await.expect("an answer");
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.header("retry-after").is_some(), "{answer:?}");
    assert_eq!(get(node.address, "/healthz").await, 200, "it still runs");
    let figures = request(node.address, "GET /metrics", &[], "").await.expect("an answer").body;
    let faults = figures.lines().find_map(|line| line.strip_prefix("fogbound_store_faults_total "));
    assert!(faults.and_then(|number| number.parse::<u64>().ok()) > Some(0), "{faults:?}");
}

/// The server is ready, and makes tables.
async fn is_ready(node: &Node) {
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let answers = (get(node.address, "/healthz").await, get(node.address, "/readyz").await);
    assert_eq!(answers, (200, 200));
    assert!(makes_a_table(node).await);
}

/// A small disk; it is taken away when this is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None if this user may not make one.
    fn new(dir: PathBuf) -> Option<SmallDisk> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "fogbound-test"]).arg(&dir);
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then_some(SmallDisk(dir))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[tokio::test]
async fn on_a_full_disk_the_server_is_not_ready() {
    let Some(disk) = SmallDisk::new(folder("full-disk")) else {
        println!(
            "not tried: only root can make a small disk; files that may not grow are tried instead"
        );
        return;
    };
    let node = Node::in_folder(&disk.0);
    is_ready(&node).await;
    let begun = Instant::now();
    while makes_a_table(&node).await {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never gets full");
    }
    is_not_ready(&node).await;
    let bigger = ["-o", "remount,size=16m"];
    assert!(Command::new("mount").args(bigger).arg(&disk.0).status().expect("mount runs").success());
    is_ready(&node).await;
    node.kill();
}

/// What anybody may do: files may not grow any more, so that writing really fails.
#[tokio::test]
async fn where_files_may_not_grow_the_server_is_not_ready() {
    let dir = folder("small-files");
    let node = Node::start_enduring(&["--data", dir.to_str().expect("UTF-8")]);
    let limit = |size: &str| {
        let process = node.child.id().to_string();
        let set =
            Command::new("prlimit").args(["--pid", &process, &format!("--fsize={size}:")]).status();
        assert!(set.expect("prlimit runs").success());
    };
    is_ready(&node).await;
    limit("1");
    assert!(!makes_a_table(&node).await);
    is_not_ready(&node).await;
    limit("unlimited");
    is_ready(&node).await;
    node.kill();
}

/// One line an address in a minute, however often it runs into a limit; and no secret in it.
#[tokio::test]
async fn the_log_tells_of_an_attack_in_a_few_words() {
    let dir = folder("attacked");
    let log = dir.join("log");
    let args = ["--data", dir.to_str().expect("UTF-8"), "--behind-proxy", "--max-requests-each", "5"];
    let node = Node::start_logging(&args, &log);
    let cookie = new_cookie();
    let secret = format!("fogbound={cookie}");
    for from in ["203.0.113.7", "2001:db8:7::1"] {
        for _ in 0..100 {
            let headers = [("X-Forwarded-For", from), ("Cookie", &secret)];
            request(node.address, "GET /api/tables", &headers, "").await.expect("an answer");
        }
    }
    node.kill();
    let text = std::fs::read_to_string(&log).expect("a log");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("runs into a limit")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    for (line, address) in lines.iter().zip(["203.0.113.7", "2001:db8:7::"]) {
        assert!(line.contains(address) && line.contains("requests"), "{line}");
    }
    assert!(!text.contains(&cookie), "{text}");
}

impl Node {
    /// The same, but the signal for a file that grows too far does not end it: then writing fails.
    fn start_enduring(args: &[&str]) -> Node {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_fogbound")]);
        shell.args(["--addr", "127.0.0.1:0", "--log", "off"]).args(args);
        Node::of(shell)
    }

    /// The same with warnings in a file.
    fn start_logging(args: &[&str], log: &Path) -> Node {
        let file = std::fs::File::create(log).expect("a file");
        let mut program = crate::command(&["--addr", "127.0.0.1:0", "--log", "warn"]);
        program.args(args).stderr(file);
        Node::of(program)
    }
}
