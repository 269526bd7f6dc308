//! People who play beside attackers: what the attackers get is bounded, and nothing of the people's is lost.
//! How long moves take is measured by `fogbound-load hostile`, for longer, and on a quiet machine.

#![allow(missing_docs)]
#![cfg(target_os = "linux")]

mod common;

use common::{Server, load};
use fogbound_server::http::HttpConfig;

#[test]
fn people_play_on_beside_attackers_who_get_little() {
    const TABLES_EACH: u64 = 4;
    const ATTACKERS: u64 = 2;
    let http = HttpConfig { tables_each: TABLES_EACH as usize, ..HttpConfig::default() };
    let server = Server::with(Server::folder("attacked"), http);
    let people = ["--tables", "5", "--rate", "10", "--seconds", "5"];
    let attackers = ["--attackers", "2", "--connections", "3", "--json"];
    let (code, out, err) = load(&[&["hostile", "--url", &server.url][..], &people, &attackers].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let figures: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    for part in ["dummy", "attacked"] {
        assert_eq!(figures[part]["moves"], 50, "{part}: {out}");
        assert_eq!(figures[part]["errors"], serde_json::json!({}), "{part}: {out}");
    }
    let count = |kind: &str, what: &str| figures["attack"][kind][what].as_u64().unwrap_or(0);
    for kind in ["floods", "slow readers", "bad frames", "pipelines"] {
        assert!(count(kind, "opened") > 0, "{kind} were tried: {out}");
    }
    // Each has one table to begin with.
    assert!(count("tables", "made") <= ATTACKERS * TABLES_EACH, "{out}");
    assert!(count("tables", "refused") > 0, "{out}");
    assert!(count("floods", "messages refused") > 0, "{out}");
    // What all without a seat may do at a table: 60 commands at once, and 4 more each second; and who has
    // a seat as many. Each attacker has a table.
    assert!(count("floods", "done") <= ATTACKERS * 6 * (60 + 4 * 10), "{out}");
    assert!(figures["p99_ratio"].as_f64() > Some(0.0), "{out}");
    // On the dummy they use as much of the processors as on the server.
    let used = |part: &str| figures[part]["attackers_processor_s"].as_f64().expect("Linux tells");
    let (dummy, attacked) = (used("dummy"), used("attacked"));
    assert!(attacked > 0.0 && (0.5..1.5).contains(&(dummy / attacked)), "{dummy} and {attacked}");
}
