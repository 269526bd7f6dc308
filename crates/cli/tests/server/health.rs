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

/// The server makes tables until its disk is full, and says then that it is not ready, but that it runs.
async fn fills_up(node: &Node) {
    let at = node.address;
    assert_eq!((get(at, "/healthz").await, get(at, "/readyz").await), (200, 200));
    let (settings, _) = settings("modern", 3);
    let table = json!({"settings": settings, "name": "X".repeat(24)});
    let begun = Instant::now();
    while make(at, &new_cookie(), &table).await.is_some() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never gets full");
    }
    // What was found a moment ago is told for a second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let answer = request(at, "GET /readyz", &[], "").await.expect("an answer");
    assert_eq!(answer.status, 503, "{answer:?}");
    assert!(answer.header("retry-after").is_some(), "{answer:?}");
    assert_eq!(get(at, "/healthz").await, 200, "it still runs");
    let figures = request(at, "GET /metrics", &[], "").await.expect("an answer").body;
    let faults = figures.lines().find_map(|line| line.strip_prefix("fogbound_store_faults_total "));
    assert!(faults.and_then(|number| number.parse::<u64>().ok()) > Some(0), "{faults:?}");
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
    fills_up(&node).await;
    // Room again, and it is ready again.
    let bigger = ["-o", "remount,size=16m"];
    assert!(Command::new("mount").args(bigger).arg(&disk.0).status().expect("mount runs").success());
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(get(node.address, "/readyz").await, 200);
    node.kill();
}

#[tokio::test]
async fn where_files_may_not_grow_the_server_is_not_ready() {
    let dir = folder("small-files");
    let node = Node::start_limited(&["--data", dir.to_str().expect("UTF-8")], 1024);
    fills_up(&node).await;
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
    /// The same with files that may have so many kilobytes.
    fn start_limited(args: &[&str], kilobytes: u32) -> Node {
        let program = env!("CARGO_BIN_EXE_fogbound");
        // The signal that would end the program is ignored: then writing fails.
        let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$@\"", 2 * kilobytes);
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, "sh", program, "--addr", "127.0.0.1:0", "--log", "off"]).args(args);
        shell.args(["--max-tables-each", "100000", "--max-requests-each", "100000"]);
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
