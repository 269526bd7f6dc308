//! What the program refuses to serve, and what its help says.

use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::{Node, command, folder};

/// The program ends by itself with this code and one line that says why.
pub(crate) fn refused(args: &[&str], code: i32, words: &[&str]) -> String {
    let mut child =
        command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let started = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if started.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
            panic!("fogbound {args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let Output { status, stdout, stderr } = child.wait_with_output().expect("its output");
    let error = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(code), "fogbound {args:?}: {error}");
    let last = error.trim_end().lines().last().unwrap_or("").to_string();
    assert!(last.starts_with("error: ") && !error.contains("panicked"), "{error}");
    for words in words {
        assert!(last.contains(words), "fogbound {args:?}: {error}");
    }
    assert!(stdout.is_empty(), "it does not say that it serves");
    error
}

#[test]
fn what_cannot_be_served_is_refused_with_a_clear_line() {
    let dir = folder("server-refused");
    let data = dir.to_str().expect("UTF-8");
    let node = Node::in_folder(&dir);
    // A second server on the same folder.
    refused(
        &["--addr", "127.0.0.1:0", "--data", data],
        2,
        &["in use by another server", "stop that one"],
    );
    // The same port.
    let other = folder("server-refused-other");
    let other = other.to_str().expect("UTF-8");
    let address = node.address.to_string();
    refused(&["--addr", &address, "--data", other], 2, &["cannot listen on", &address, "--addr"]);
    drop(node);
    // A folder that cannot be made, even by root: its parent is a file.
    let file = dir.join("file");
    std::fs::write(&file, "").expect("a file");
    let below = file.join("data");
    refused(
        &["--addr", "127.0.0.1:0", "--data", below.to_str().expect("UTF-8")],
        2,
        &["cannot be opened"],
    );
    // A database that is not there; its password is nobody's business.
    let url = "postgres://fogbound:hunter2@127.0.0.1:1/fogbound";
    let error = refused(&["--addr", "127.0.0.1:0", "--database", url], 2, &[]);
    assert!(!error.contains("hunter2"), "{error}");
    let error =
        refused(&["--addr", "127.0.0.1:0", "--database", "mysql://a:hunter2@b/c"], 2, &["postgres://"]);
    assert!(!error.contains("hunter2"), "{error}");
    for wrong in [
        ["--addr", "nonsense"],
        ["--addr", "127.0.0.1"],
        ["--max-connections", "many"],
        ["--log", "loud"],
        ["--keep-over", "-1"],
    ] {
        refused(&wrong, 2, &[wrong[0]]);
    }
    // Deals that everybody can know are for tests.
    let seeded = ["--data", other, "--test-seed", "1"];
    for (more, words) in [
        (&["--addr", "0.0.0.0:0"][..], "--test-seed is for tests on this computer"),
        (&["--addr", "127.0.0.1:0", "--behind-proxy"], "--behind-proxy"),
        (&["--addr", "127.0.0.1:0", "--database", url], "--database"),
        (&["--addr", "127.0.0.1:0", "--origin", "https://play.example.org"], "--origin"),
    ] {
        refused(&[&seeded, more].concat(), 2, &[words]);
    }
}

#[test]
fn help_explains_each_flag() {
    for args in [&["--help"][..], &["serve", "--help"]] {
        let output = command(args).output().expect("it runs");
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let flags: Vec<usize> = text.match_indices("\n      --").map(|(at, _)| at).collect();
        assert!(flags.len() >= 16, "{text}");
        for flag in [
            "--addr",
            "--data",
            "--database",
            "--edition",
            "--board",
            "--behind-proxy",
            "--origin",
            "--secure",
            "--max-connections",
            "--max-connections-each",
            "--max-tables-each",
            "--max-requests-each",
            "--thinkers",
            "--fugitive-pace",
            "--hunter-pace",
            "--keep-open",
            "--keep-playing",
            "--keep-over",
            "--log",
            "--log-form",
        ] {
            let place = text.find(&format!("{flag} ")).or_else(|| text.find(&format!("{flag}\n")));
            let rest = &text[place.unwrap_or_else(|| panic!("{flag} is missing"))..];
            let words = rest.lines().nth(1).unwrap_or("").trim();
            assert!(words.split(' ').count() > 3, "{flag}: {words:?}");
        }
        assert!(text.contains("FOGBOUND_ADDR") && !text.contains("hunter2"));
    }
}
