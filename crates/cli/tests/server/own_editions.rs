//! Editions and boards of the host's own, beside those that come with the program.

use std::path::Path;

use serde_json::json;

use crate::refusals::refused;
use crate::{Node, folder, net, new_cookie};

const RING: &str = include_str!("../files/ring.toml");

const ROUND: &str = r#"
format = 1
id = "round"
title = "Round and round"
based_on = "classic"
board = "BOARD"

[fugitive]
name = "The Ringmaster"
black = 1
double = 0
fares = { kind = "unlimited" }

[log]
slots = 5
reveal = [2]

[end]
rounds = 5
"#;

fn write(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("UTF-8").into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edition_and_a_board_of_the_hosts_own_are_served_beside_the_others() {
    let dir = folder("server-own");
    let board = write(&dir, "ring.toml", RING);
    let by_name = write(&dir, "round.toml", &ROUND.replace("BOARD", "ring"));
    let by_path = ROUND.replace("BOARD", &board).replace("\"round\"", "\"again\"");
    let by_path = write(&dir, "again.toml", &by_path);
    let data = dir.join("data");
    let data = ["--data", data.to_str().expect("UTF-8")];
    // Two that name the same board: once the board is given, once it is found by its path.
    let given = ["--board", &board, "--edition", &by_name];
    for args in [&given[..], &["--edition", &by_path][..]] {
        let node = Node::start(&[&data, args].concat());
        let get = async |path: &str| {
            let answer = net::request(node.address, &format!("GET {path}"), &[], "").await;
            answer.expect("an answer").json()
        };
        let editions = get("/api/editions").await;
        let editions = editions.as_array().expect("a list");
        assert_eq!(editions.len(), 8);
        let own = editions.last().expect("the last");
        assert_eq!(
            (&own["title"], &own["fugitive"]),
            (&json!("Round and round"), &json!("The Ringmaster"))
        );
        assert_eq!((&own["board"], &own["usual"]), (&json!("ring"), &json!(4)));
        assert_eq!(get("/api/boards/ring").await["stations"].as_array().map(Vec::len), Some(8));
        let cookie = format!("fogbound={}", new_cookie());
        let wanted = json!({
            "settings": {"edition": own["id"], "detectives": 3}, "name": "Ada", "start": true,
            "seats": [{"seat": "fugitive", "who": "me"}, {"seat": "d1", "who": {"bot": 1}},
                      {"seat": "d2", "who": {"bot": 1}}, {"seat": "d3", "who": {"bot": 1}}],
        });
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/json")];
        let made = net::request(node.address, "POST /api/tables", &headers, &wanted.to_string()).await;
        let made = made.expect("an answer").json();
        let table = made["table"].as_str().unwrap_or_else(|| panic!("{made}"));
        let about = get(&format!("/api/tables/{table}")).await["scene"]["about"].clone();
        assert_eq!(about["fugitive"], "The Ringmaster");
        assert_eq!(
            (&about["board"], &about["slots"], &about["doubles"]),
            (&json!("ring"), &json!(5), &json!(false))
        );
        assert_eq!(node.stop(), Some(0));
    }
}

#[test]
fn files_that_cannot_be_served_are_refused_with_a_clear_line() {
    let dir = folder("server-own-refused");
    let data = ["--addr", "127.0.0.1:0", "--data", dir.to_str().expect("UTF-8")];
    let board = write(&dir, "ring.toml", RING);
    let edition = write(&dir, "round.toml", &ROUND.replace("BOARD", "ring"));
    let taken =
        write(&dir, "taken.toml", &ROUND.replace("BOARD", "ring").replace("\"round\"", "\"modern\""));
    let london = write(&dir, "london.toml", &RING.replace("\"ring\"", "\"london\""));
    let small = write(&dir, "small.toml", &RING.replace("3, 5, 7, 2, 6]", "3]"));
    let nonsense = write(&dir, "nonsense.toml", "format = [");
    let missing = dir.join("missing.toml");
    let missing = missing.to_str().expect("UTF-8");
    for (args, words) in [
        (&["--edition", missing][..], "no such file"),
        (&["--board", missing], "no such file"),
        (&["--edition", &nonsense], "not an edition file"),
        (&["--edition", &edition], "there is no board 'ring'"),
        (&["--board", &board, "--edition", &taken], "there is an edition 'modern' already"),
        (&["--board", &london], "there is a board 'london' already"),
        (
            &["--board", &board, "--edition", &edition, "--edition", &edition],
            "already; choose another id",
        ),
        (&["--board", &small, "--edition", &edition], "cannot be played on its board"),
    ] {
        refused(&[&data, args].concat(), 2, &[words]);
    }
}
